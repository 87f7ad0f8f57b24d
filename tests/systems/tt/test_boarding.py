"""What `battle new` asks about armies of tt: who starts aboard a transport (TT-R35), and who in reserve (TT-R11)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.lists.references import merged_references, resolve_references
from tabletop_cli.core.play.seats import put_inside
from tests.seated import seat_armies

ARMIES = Path(__file__).parents[3] / "armies" / "tt"
TT = registry.load("tt")


def seated(*names: str, **more: Any) -> Mapping[str, Any]:
    lists = [resolve_references(TT, load_file(ARMIES / f"{name}.toml")) for name in names]
    return {**seat_armies(TT.game, {}, lists), **merged_references(TT, lists), **more}


def answered(setup: Mapping[str, Any], answers: Mapping[str, Any]) -> tuple[Mapping[str, Any], list[str]]:
    """The set-up with these answers by field, nothing chosen elsewhere, and the fields that were asked."""
    asked = []
    while (question := TT.game.set_up_question(setup, TT)) is not None:
        asked.append(question.field)
        answer = answers.get(question.field, question.default)
        setup = put_inside(setup, question.field.split("."), answer)
    return setup, asked


def test_riders_are_asked_for_by_name_and_then_their_transport() -> None:
    setup = seated("marines-column", "marines-riders")
    question = TT.game.set_up_question(setup, TT)
    assert question is not None
    assert (question.field, question.many, question.side) == ("_aboard.a", True, "a")
    assert ("a2-tactical-squad", "a2-tactical-squad First Squad") in [(a.value, a.label) for a in question.answers]
    one = {"_aboard.a": ["a2-tactical-squad"], "sides.a.units.a2-tactical-squad.loaded_in": "a6-rhino"}
    after, asked = answered(setup, one)
    assert asked[:3] == ["_aboard.a", "sides.a.units.a2-tactical-squad.loaded_in", "_aboard.b"]
    loaded = {key: value for key, value in after.items() if not key.startswith("_")}
    assert TT.game.begin(loaded, TT).units["a2-tactical-squad"].carrier == "a6-rhino"


def test_a_full_transport_is_barred() -> None:
    setup = put_inside(seated("marines-column", "marines-riders"), ["_aboard", "a"], ["a2-tactical-squad"])
    question = TT.game.set_up_question(setup, TT)
    assert question is not None
    rhino = next(answer for answer in question.answers if answer.value == "a6-rhino")
    seats = int(rhino.detail.split()[0])
    assert not rhino.barred
    inside = [one["id"] for one in setup["sides"]["a"]["units"] if one["unit"] == "tactical-squad"][1 : seats + 1]
    assert len(inside) == seats
    for rider in inside:
        setup = put_inside(setup, ["sides", "a", "units", rider, "loaded_in"], "a6-rhino")
    question = TT.game.set_up_question(setup, TT)
    assert question is not None
    rhino = next(answer for answer in question.answers if answer.value == "a6-rhino")
    assert (rhino.detail, rhino.barred) == ("0 seats left", "full [TT-TRANS-1]")


def test_nothing_is_asked_where_somebody_has_said_it() -> None:
    setup = seated("marines-column", "marines-riders")
    setup = put_inside(setup, ["sides", "a", "units", "a2-tactical-squad", "loaded_in"], "a6-rhino")
    assert answered(setup, {})[1] == ["_aboard.b"]


@pytest.mark.parametrize(
    ("names", "house", "asked"),
    [
        (("marines-siege", "marines-siege"), {"deploy-loaded": "no"}, []),
        (("eldar-ambush", "eldar-ambush"), {"deploy-loaded": "no"}, []),
    ],
)
def test_house_rules_decide_what_is_asked(names: tuple[str, str], house: dict[str, str], asked: list[str]) -> None:
    assert answered(seated(*names, house=house), {})[1] == asked


def test_under_choice_each_unit_with_ambush_is_asked_for() -> None:
    house = {"deploy-loaded": "no", "ambush-deploy": "choice"}
    setup, asked = answered(seated("eldar-ambush", "marines-ambush", house=house), {})
    assert asked
    assert all(field.endswith(".reserve") for field in asked)
    state = TT.game.begin(setup, TT)
    assert {state.units[field.split(".")[3]].status for field in asked} == {"reserve"}
    table = dict.fromkeys(asked, False)
    setup, _ = answered(seated("eldar-ambush", "marines-ambush", house=house), table)
    assert {TT.game.begin(setup, TT).units[field.split(".")[3]].status for field in asked} == {"table"}


@pytest.mark.parametrize("setup", [{}, {"sides": 5}, {"sides": {"a": {"units": 7}, "b": {}}}, {"house": {"x": 1}}])
def test_a_set_up_that_is_none_is_not_asked_about(setup: dict[str, Any]) -> None:
    assert TT.game.set_up_question(setup, TT) is None


def test_names_reach_the_table() -> None:
    state = TT.game.begin(seated("eldar-host", "hollow-choir"), TT)
    names = [load_file(ARMIES / f"{one}.toml").data["name"] for one in ("eldar-host", "hollow-choir")]
    assert [TT.game.side_name(state, side) for side in "ab"] == [f"A ({names[0]})", f"B ({names[1]})"]
    assert "The Bearers (Penitents, Banners)" in str(TT.game.board(state, None))
    begun, _ = TT.game.play(state, {"do": "first-player", "first": "b"}, Given([]))
    assert names[1] in TT.game.headline(begun)
