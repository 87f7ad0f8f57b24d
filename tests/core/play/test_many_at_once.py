"""Events in which several do something: dice of their own, names that are picked, and questions about one of many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core.declare.composed import ListOf, MapOf
from tabletop_cli.core.declare.facts import Record, fact
from tabletop_cli.core.declare.kinds import Ref, Text, Whole, YesNo
from tabletop_cli.core.dice.handlers import Dice, Given
from tabletop_cli.core.dice.requests import Faces
from tabletop_cli.core.errors import BadDice, Refused
from tabletop_cli.core.play.answers import ask_about, given_facts
from tabletop_cli.core.play.asking import Done, Making, Throw
from tabletop_cli.core.play.game import EventKind, Game
from tabletop_cli.core.play.items import items_so_far
from tabletop_cli.core.play.offers import find_offers
from tabletop_cli.core.play.place import Place
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.question import AGAIN, Answer, Question
from tabletop_cli.core.system import System
from tests.cli.battle import fakegame

CREWS = {"red": ("r1", "r2"), "blue": ("b1", "b2")}


@dataclass(frozen=True)
class State:
    men: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(("r1", "r2", "b1", "b2"), 3))
    last: str = "r1"


def men(place: Place[State]) -> Iterator[Answer]:
    for one in place.state.men:
        yield Answer(one, one)


@dataclass(frozen=True, kw_only=True)
class Rower:
    strong: bool = fact(YesNo(), False, ask="Is {man} strong?")
    man: str = fact(Ref("men"))


@dataclass(frozen=True, kw_only=True)
class Row:
    """All row, and one of each crew is hurt; `heirs` take the oars of those who are."""

    rowers: tuple[Rower, ...] = fact(ListOf(Record(Rower), 1), ask="Who rows?", among=men)
    heirs: tuple[str, ...] = fact(
        ListOf(Ref("men")),
        (),
        ask=lambda place: f"Who steers {place.about}?",
        among=lambda place: (Answer(one, one) for one in CREWS[place.about]),
        one_by_one=True,
    )


def play_row(state: State, event: Row, dice: Dice) -> tuple[State, dict[str, Any]]:
    rolled = []
    for one in event.rowers:
        dice.begin_part()
        rolled.append(sum(dice.ask(Faces(2 if one.strong else 1, 6, f"oars of {one.man}"))))
    steer = {}
    for crew, mates in CREWS.items():

        def named(mates: tuple[str, ...] = mates) -> list[str]:
            found = [one for one in items_so_far(event.heirs) if one in mates]
            return found or [one for one in event.heirs if one in mates]

        if not (found := ask_about(named, crew)):
            raise Refused(f"Nobody steers {crew}.", reason="nobody", rule="ROW-1")
        steer[crew] = found[0]
    return state, {"rolled": rolled, "steer": steer}


@dataclass(frozen=True, kw_only=True)
class Carrier:
    strong: bool = fact(YesNo(), False, ask=lambda place: f"Is {place.path[1]} strong?")


@dataclass(frozen=True, kw_only=True)
class Load:
    cargo: Mapping[str, Carrier] = fact(MapOf(Record(Carrier), Ref("men")), {}, ask="Who carries?", among=men)


def play_load(state: State, event: Load, dice: Dice) -> tuple[State, dict[str, Any]]:
    return state, {"carried": {one: 2 if how.strong else 1 for one, how in event.cargo.items()}}


def _tasks(place: Place[State]) -> Iterator[Answer]:
    yield Answer("rest", "Rest", "r")
    yield Answer("sing", "Sing", "s")
    yield Answer(AGAIN, "Somebody else", "e", note="else")


@dataclass(frozen=True, kw_only=True)
class Do:
    man: str = fact(
        Ref("men"), ask="Who?", among=men, known=lambda place: None if "else" in place.notes else place.state.last
    )
    task: str = fact(Text(), ask="What does {man} do?", among=_tasks, entries=True)
    hours: int = fact(Whole(1), 1)


def play_do(state: State, event: Do, dice: Dice) -> tuple[State, dict[str, Any]]:
    if event.man == "r1" and event.task == "sing":
        raise Refused("He cannot sing.", reason="mute", rule="ROW-2")
    return replace(state, last=event.man), {"given": sorted(given_facts(event))}


GAME: Game[State] = Game(
    events={
        kind.id: kind
        for kind in (
            EventKind(id="row", title="Row", cls=Row, play=play_row, own_dice="rowers"),
            EventKind(id="load", title="Load", cls=Load, play=play_load),
            EventKind(id="do", title="Do", cls=Do, play=play_do),
        )
    },
    state=State,
    begin=lambda setup, system: State(),
    common=lambda state: {},
    view=lambda state: {},
    over=lambda state: False,
    board=lambda state, side: None,  # type: ignore[arg-type,return-value]
    headline=lambda state: "",
    set_up=Load,
)
ROW = {"do": "row", "rowers": [{"man": "r1", "dice": [4]}, {"man": "b1", "strong": True, "dice": [1, 2]}]}
HEIRS = {"heirs": ["r2", "b2"]}


@pytest.fixture
def system(tmp_path: Path) -> System:
    return fakegame.build(tmp_path)


def played(raw: dict[str, Any]) -> dict[str, Any]:
    return GAME.play(State(), raw, Given(GAME.dice_of(raw) or []))[1]


def test_records_may_have_dice_of_their_own() -> None:
    assert played({**ROW, **HEIRS})["rolled"] == [4, 3]
    assert GAME.without_dice(ROW) == {"do": "row", "rowers": [{"man": "r1"}, {"man": "b1", "strong": True}]}
    assert "dice" in GAME.event_schema()["allOf"][1]["then"]["properties"]["rowers"]["items"]["properties"]


@pytest.mark.parametrize(("dice", "needed"), [([[4, 4], [1, 2]], 1), ([[4], [1]], 2), ([[4], [1, 2, 3]], 2)])
def test_dice_of_another_record_do_not_help(dice: list[list[int]], needed: int) -> None:
    rowers = [{"man": "r1", "dice": dice[0]}, {"man": "b1", "strong": True, "dice": dice[1]}]
    with pytest.raises(BadDice) as no:
        played({"do": "row", "rowers": rowers, **HEIRS})
    assert no.value.needed == needed


def test_a_list_is_asked_for_with_what_the_rule_wants_of_it(system: System) -> None:
    making = Making(system, GAME, State())
    progress = Progress("row", {"rowers": [{"man": "r1", "strong": False}]})
    progress, wanted, _ = making.advance(progress)
    assert isinstance(wanted, Throw)
    progress = making.roll_dice(progress, _NoSource(), [3])
    for crew, free in (("red", ["r1", "r2"]), ("blue", ["b1", "b2"])):
        progress, wanted, _ = making.advance(progress)
        assert isinstance(wanted, Question)
        assert wanted.text == f"Who steers {crew}?"
        assert [one.value for one in wanted.answers if not one.barred] == free
        progress = making.answer_question(progress, free[1])
    _, done, _ = making.advance(progress)
    assert isinstance(done, Done)
    assert done.event["heirs"] == ["r2", "b2"]


class _NoSource:
    def dice_of_roll(self, ordinal: int, reader: object) -> Any:
        return lambda most: most


def test_names_of_a_table_are_picked_and_each_is_asked_about(system: System) -> None:
    making = Making(system, GAME, State())
    progress, wanted, _ = making.advance(Progress("load"))
    assert isinstance(wanted, Question)
    assert (wanted.text, wanted.many, wanted.default) == ("Who carries?", True, [])
    progress = making.answer_question(progress, ["b1", "r2"])
    for name, strong in (("b1", True), ("r2", False)):
        progress, wanted, _ = making.advance(progress)
        assert isinstance(wanted, Question)
        assert (wanted.field, wanted.text) == (f"cargo.{name}.strong", f"Is {name} strong?")
        progress = making.answer_question(progress, strong)
    _, done, _ = making.advance(progress)
    assert isinstance(done, Done)
    assert played(dict(done.event))["carried"] == {"b1": 2, "r2": 1}


def test_answers_are_entries_of_the_menu_where_all_before_is_known(system: System) -> None:
    found = find_offers(system, GAME, State())[2:]
    assert [(one.label, one.key, dict(one.progress.answers)) for one in found if not one.barred] == [
        ("Rest", "r", {"man": "r1", "task": "rest"}),
        ("Somebody else", "e", {}),
    ]
    assert [one.barred for one in found if one.barred] == ["He cannot sing [ROW-2]"]
    other = find_offers(system, GAME, State())[-1].progress
    _progress, wanted, _ = Making(system, GAME, State()).advance(other)
    assert isinstance(wanted, Question)
    assert wanted.text == "Who?"


def test_what_was_given_can_be_told_from_defaults() -> None:
    assert played({"do": "do", "man": "r2", "task": "sing"})["given"] == ["man", "task"]
    assert played({"do": "do", "man": "r2", "task": "sing", "hours": 1})["given"] == ["hours", "man", "task"]
