"""Armies at fixed seats, and what a game shows where its system says nothing else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.declare.house import House
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.lists.keys import army_schema
from tabletop_cli.core.page import Facts, Table
from tabletop_cli.core.play.armies import Armies, ArmySetUp
from tabletop_cli.core.play.shown import board_of, view_of
from tabletop_cli.systems.td.keys import ARMY

TD = registry.load("td")
LIST = {"system": "td", "name": "Night Watch", "units": [{"type": "hmg"}]}
THREE = Armies(("a", "b"), spare=("c",))


def refused(armies: Any, seats: Armies = THREE, **more: Any) -> Malformed:
    with pytest.raises(Malformed) as wrong:
        seats.read_seats({"armies": armies, **more}, TD)
    return wrong.value


def test_who_sits_down_has_a_list_that_was_read_a_name_and_the_house_rules_of_the_day() -> None:
    unnamed = {key: one for key, one in LIST.items() if key != "name"}
    setup = {"armies": {"a": LIST, "b": unnamed}, "house": {"note_5": "fixed"}}
    assert [(seat.id, seat.path, seat.required) for seat in THREE.seats(setup)] == [
        ("a", "armies.a", True), ("b", "armies.b", True), ("c", "armies.c", False),
    ]  # fmt: skip
    found = THREE.read_seats(setup, TD)
    assert found.lists.keys() == {"a", "b"} and len(found.lists["a"].entries) == 1
    assert found.names == {"a": "Night Watch", "b": "Army B"}
    assert found.house["note_5"] == "fixed"
    assert [found.side_name(side) for side in "abc"] == ["A (Night Watch)", "B (Army B)", "c"]


def test_the_spare_seat_may_be_taken() -> None:
    assert THREE.read_seats({"armies": dict.fromkeys("abc", LIST)}, TD).lists.keys() == {"a", "b", "c"}


@pytest.mark.parametrize(
    ("armies", "told", "hint"),
    [
        ({"a": LIST}, "setup.armies.b: no army", "give a list for this side"),
        ({"a": LIST, "b": 3}, "setup.armies.b: no army", "give a list for this side"),
        ({"a": LIST, "b": {"units": 3}}, "setup.armies.b: units: 3 is not a list", "begin each entry with"),
        ({"a": LIST, "b": {"units": [{"type": "hmgg"}]}}, "setup.armies.b: TD-A2: entry 1", "did you mean hmg?"),
        ({"a": LIST, "b": LIST, "d": LIST}, "setup.armies.d: no such side", "sides: a, b, c"),
    ],
)
def test_a_list_that_may_not_be_played_is_refused_at_its_seat(armies: Any, told: str, hint: str) -> None:
    wrong = refused(armies)
    assert wrong.message.startswith(told) and wrong.hint.startswith(hint)
    assert (wrong.code, wrong.where) == ("bad-setup", told.partition(": ")[0])


def test_house_rules_that_there_are_not_are_refused_as_such() -> None:
    assert refused(dict.fromkeys("ab", LIST), house={"note_55": "fixed"}).code == "bad-house"


def test_armies_may_stand_elsewhere() -> None:
    seats = Armies(("a", "b"), path="sides.{}.army")
    found = seats.read_seats({"sides": {side: {"army": LIST, "actions": 3} for side in "ab"}}, TD)
    assert found.names["b"] == "Night Watch"


def test_a_set_up_of_armies_can_be_read_and_told_to_editors() -> None:
    game = replace(TD.game, set_up=ArmySetUp, seats=THREE.seats)
    setup = game.seated({}, THREE.seats({})[1], LIST)
    assert setup == {"armies": {"b": LIST}}


def test_a_set_up_that_begins_nothing_is_a_bad_one() -> None:
    """Whatever `begin` raises: no system needs to say so."""

    def begin(setup: Any, system: Any) -> Any:
        raise Malformed("no")

    with pytest.raises(Malformed) as wrong:
        replace(TD.game, begin=begin).start({}, TD)
    assert wrong.value.code == "bad-setup"


def test_the_schema_of_armies_follows_from_their_keys() -> None:
    schema = army_schema(TD, ARMY, ARMY)
    assert schema["properties"].keys() >= {"system", "name", "units", "catalogue", "house"}
    assert schema["required"] == ["units"] and schema["additionalProperties"] is False
    assert "units" not in army_schema(TD, ARMY)["properties"]


# --- shown ---


@dataclass(frozen=True)
class Model:
    id: str
    wounds: int = 1
    fast: bool = False


@dataclass(frozen=True)
class State:
    house: House
    round: int = 2
    next_side: str | None = None
    left: tuple[str, ...] = ("storm", "calm")
    won: tuple[tuple[str, int], ...] = ()
    models: Any = None


STATE = State(TD.house, models={"a1": Model("a1"), "a2": Model("a2", 3, fast=True)})


def test_a_state_is_shown_without_its_house_rules() -> None:
    view = view_of(STATE)
    assert "house" not in view
    assert (view["round"], view["next_side"], view["left"]) == (2, None, ["storm", "calm"])
    assert view["models"]["a2"] == {"id": "a2", "wounds": 3, "fast": True}


def test_a_state_is_a_page_of_facts_and_tables() -> None:
    facts, models = board_of(STATE, None).blocks
    assert isinstance(facts, Facts) and isinstance(models, Table)
    assert facts.rows == (("round", "2"), ("next side", "-"), ("left", "storm, calm"), ("won", "-"))
    assert (models.title, models.columns) == ("Models", ("id", "wounds", "fast"))
    assert models.rows == (("a1", "1", "no"), ("a2", "3", "yes"))
