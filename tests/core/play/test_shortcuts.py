"""Fewer keys: answers that bring others with them, numbers typed beside answers, what Enter does from the main menu."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from tabletop_cli.core.declare.composed import ListOf
from tabletop_cli.core.declare.facts import fact
from tabletop_cli.core.declare.kinds import OneOf, Text, Whole, YesNo
from tabletop_cli.core.dice.handlers import Dice
from tabletop_cli.core.play.asking import Done, Making
from tabletop_cli.core.play.game import Event, EventKind
from tabletop_cli.core.play.items import has_at_least
from tabletop_cli.core.play.offers import find_offers
from tabletop_cli.core.play.place import Place
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.question import NO_DEFAULT, Answer, Question
from tabletop_cli.core.system import System
from tabletop_cli.core.testing.playing_out import FairSource
from tabletop_cli.prompts.lines import Lines
from tests.cli.battle import fakegame


def ranges(place: Place[Any]) -> Iterator[Answer]:
    """Two answers of the same value, one of which says more."""
    for wind in (False, True):
        yield Answer(20, "near, with wind" if wind else "near", "nw" if wind else "n", also={"wind": wind})


@dataclass(frozen=True, kw_only=True)
class Throw(Event):
    by: str = fact(OneOf(("a",)), known=lambda place: "a")
    far: int = fact(Whole(), ask="How far?", among=ranges, typed=True, usual=lambda place: 20)
    wind: bool = fact(YesNo(), False, ask="Is there wind?")


def play_throw(state: fakegame.State, event: Throw, dice: Dice) -> tuple[fakegame.State, dict[str, Any]]:
    dice.explain(f"thrown {event.far}", "SUM-1")
    return state, {"far": event.far, "wind": event.wind}


def game(folder: Path, **more: Any) -> System:
    kind = EventKind(id="throw", title="Throw", key="t", cls=Throw, play=play_throw, **more)
    system = fakegame.build(folder)
    plain = system.game
    return replace(system, game_from=lambda: replace(plain, events={"throw": kind}))


def typed(system: System, *lines: str) -> dict[str, Any]:
    """The event that comes of what people type."""
    making, progress = Making(system, system.game, fakegame.State(5)), Progress("throw")
    asker = Lines(StringIO("".join(f"{line}\n" for line in lines)), sys.stdout)
    while True:
        progress, wanted, _ = making.advance(progress)
        if isinstance(wanted, Done):
            return dict(wanted.event)
        assert isinstance(wanted, Question)
        progress = making.answer_question(progress, asker.ask(wanted))


def test_of_answers_with_the_same_value_the_one_that_was_meant_is_taken(tmp_path: Path) -> None:
    system = game(tmp_path)
    throw = {"do": "throw", "by": "a", "far": 20}
    assert typed(system, "n") == {**throw, "wind": False}
    assert typed(system, "nw") == {**throw, "wind": True}
    assert typed(system, "") == {**throw, "wind": False}


def test_a_number_that_is_typed_brings_nothing_with_it(tmp_path: Path) -> None:
    assert typed(game(tmp_path), "20", "y") == {"do": "throw", "by": "a", "far": 20, "wind": True}
    assert typed(game(tmp_path), "7", "") == {"do": "throw", "by": "a", "far": 7, "wind": False}


def test_what_is_usual_is_offered_with_its_answers(tmp_path: Path) -> None:
    system = game(tmp_path, usual=lambda state: {"far": 9})
    usual, plain = find_offers(system, system.game, fakegame.State(5))
    assert (usual.usual, usual.label, usual.progress.answers) == (True, "Throw: 9", {"far": 9})
    assert (plain.usual, plain.progress.answers) == (False, {})
    said = game(tmp_path, usual=lambda state: {"far": 9}, says="{far} cm to the left")
    assert find_offers(said, said.game, fakegame.State(5))[0].label == "Throw: 9 cm to the left"
    system = game(tmp_path, usual=lambda state: {})
    assert [one.usual for one in find_offers(system, system.game, fakegame.State(5))] == [True]


def test_what_is_due_may_depend_on_the_state(tmp_path: Path) -> None:
    system = game(tmp_path, due=lambda state: state.total > 2)
    found = [find_offers(system, system.game, fakegame.State(5, total=total))[0].due for total in (2, 3)]
    assert found == [False, True]


def pick_two(place: Place[Any]) -> Iterator[Answer]:
    for word in ("one", "two"):
        yield Answer(word, word)


@dataclass(frozen=True, kw_only=True)
class Blows(Event):
    by: str = fact(OneOf(("a",)), known=lambda place: "a")
    who: tuple[str, ...] = fact(
        ListOf(Text()),
        (),
        ask="On whom?",
        among=pick_two,
        one_by_one=True,
        put=lambda place, items, value: [*(one for one in items if one is not None), value, None],
    )


def play_blows(state: fakegame.State, event: Blows, dice: Dice) -> tuple[fakegame.State, dict[str, Any]]:
    """A blow falls after each die that shows more than 3; how many that will be, nobody knows before."""
    struck: list[str] = []
    for number in range(3):
        if dice.roll_die(f"round {number}") > 3:
            has_at_least(event.who, len(struck) + 1)
            struck.append(event.who[len(struck)])
    dice.explain(f"struck: {struck}", "SUM-1")
    return state, {"struck": struck}


def test_a_list_is_asked_for_as_far_as_the_dice_want_it(tmp_path: Path) -> None:
    """Its holes are filled one by one, and one that nobody wants is not in the event."""
    system = game(tmp_path)
    kind = EventKind(id="blows", title="Blows", cls=Blows, play=play_blows)
    plain = system.game
    system = replace(system, game_from=lambda: replace(plain, events={"blows": kind}))
    making, progress, asked = Making(system, system.game, fakegame.State(5)), Progress("blows"), 0
    for face in (5, 2, 6):
        progress, wanted, _ = making.advance(progress)
        if isinstance(wanted, Question):
            progress, asked = making.answer_question(progress, "two"), asked + 1
            progress, wanted, _ = making.advance(progress)
        progress = making.roll_dice(progress, FairSource(Random(1)), (face,))
    progress, wanted, _ = making.advance(progress)
    progress, wanted, _ = making.advance(making.answer_question(progress, "one"))
    assert isinstance(wanted, Done)
    assert (asked, wanted.event) == (1, {"do": "blows", "by": "a", "who": ["two", "one"]})


def test_enter_never_gives_what_is_barred(tmp_path: Path) -> None:
    system = fakegame.build(tmp_path)
    usual = replace(system.game.events["add"], cls=Least)
    other = replace(system, game_from=lambda: replace(system.game, events={"add": usual}))
    making = Making(other, other.game, fakegame.State(5, total=3))
    assert making.full_question(Progress("add", {"by": "a"})).default is NO_DEFAULT


@dataclass(frozen=True, kw_only=True)
class Least(fakegame.Add):
    n: int = fact(Whole(1, 3), ask="How much?", among=fakegame.numbers, usual=lambda place: 3)
