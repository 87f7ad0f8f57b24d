"""A tiny game for tests of the table: two sides add to one number; it has questions, dice, an interrupt and an end.

Its events use keys that clash with the table's own, as a plugin's may.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tabletop_cli.core.declare.composed import ListOf
from tabletop_cli.core.declare.facts import fact, read_record
from tabletop_cli.core.declare.kinds import OneOf, Raw, Text, Whole, YesNo
from tabletop_cli.core.declare.reference import Reference
from tabletop_cli.core.dice.handlers import Dice
from tabletop_cli.core.dice.requests import Faces, Group
from tabletop_cli.core.errors import Refused
from tabletop_cli.core.lists.army import Muster
from tabletop_cli.core.page import Facts, Page
from tabletop_cli.core.play.game import Event, EventKind, Game
from tabletop_cli.core.play.place import Place
from tabletop_cli.core.play.question import Answer
from tabletop_cli.core.play.seats import seats_at
from tabletop_cli.core.rule.resolver import Odds, Resolver
from tabletop_cli.core.rule.situation import Situation
from tabletop_cli.core.system import System

REFERENCE = """
ruling = []
[system]
id = "sum"
name = "Sums"
[[rule]]
id = "SUM-1"
title = "Adding"
topic = "Sums"
kind = "ask"
text = "Add one, two or three."
remember = "The other side may object."
[[rule]]
id = "SUM-2"
title = "Paying for words"
topic = "Sums"
kind = "track"
text = "Whoever adds with words pays one for them at once."
[reasons]
over = "Nothing follows the end."
pay-first = "The words are not paid for."
not-theirs = "The other side does this."
too-late = "There is nothing to object to."
nothing-owed = "Nobody owes anything."
"""
SIDES = ("a", "b")


@dataclass(frozen=True)
class State:
    goal: int
    total: int = 0
    objectable: bool = False
    objections: int = 0
    owed: bool = False
    dear: bool = False  # what is owed is rolled for
    stopped: bool = False
    where: str | None = None


@dataclass(frozen=True, kw_only=True)
class Setup:
    army: dict[str, Any] = fact(Raw())
    goal: int = fact(Whole(1), ask="Which number is the goal?")


def sides(place: Place[State]) -> Iterator[Answer]:
    for side in SIDES:
        yield Answer(side, f"Team {side.upper()}", side)


def numbers(place: Place[State]) -> Iterator[Answer]:
    for n, word in enumerate(("one", "two", "three"), 1):
        yield Answer(n, word)


@dataclass(frozen=True, kw_only=True)
class Plain(Event):
    by: str = fact(OneOf(SIDES), among=sides, menu=True)


@dataclass(frozen=True, kw_only=True)
class Guess(Plain):
    n: int = fact(Whole(1, 3), ask="How much?", among=numbers, usual=lambda place: 1, rules=("SUM-1",))


def doubt_of_words(place: Place[State], value: Any) -> str:
    """Bad words are allowed, and hardly meant."""
    return "Is that what you mean?" if "bah" in value else ""


@dataclass(frozen=True, kw_only=True)
class Add(Guess):
    words: tuple[str, ...] = fact(ListOf(Text()), (), ask="Any words?", doubt=doubt_of_words)


@dataclass(frozen=True, kw_only=True)
class Dare(Plain):
    again: bool = fact(YesNo(), False, ask="Once more?", whose=lambda place: "b")


@dataclass(frozen=True, kw_only=True)
class Duel(Plain):
    where: str = fact(OneOf(("hill", "wood")), ask="Where do they stand?", known=lambda place: place.state.where)


@dataclass(frozen=True, kw_only=True)
class Lucky(Situation):
    pass


class Both(Faces):
    """A die of each side."""

    @property
    def groups(self) -> tuple[Group, ...]:
        return (Group("ours", 1), Group("theirs", 1))


def lucky(situation: Lucky, dice: Dice) -> int:
    hits = dice.count_hits(3, 5, "luck")
    dice.explain(f"{hits} lucky", "SUM-1")
    return hits


LUCKY = Resolver(
    id="lucky", title="Luck", situation=Lucky, rule=lucky, rules=("SUM-1",), odds=Odds(lambda _, hits: str(hits))
)


def begun(state: State, event: Plain, side: str = "a") -> None:
    """What every event but the payment passes."""
    if state.stopped or state.total >= state.goal:
        raise Refused("over", reason="over", rule="SUM-1")
    if state.owed:
        raise Refused("pay first", reason="pay-first", rule="SUM-2")
    if event.by != side:
        raise Refused("not theirs", reason="not-theirs", rule="SUM-1")


def play_add(state: State, event: Add, dice: Dice) -> tuple[State, dict[str, Any]]:
    begun(state, event)
    if state.total + event.n > state.goal:
        text = f"{state.total + event.n} would be beyond the goal of {state.goal}."
        raise Refused(text, reason="too-much", rule="SUM-1", left=state.goal - state.total)
    said = f", said with {' '.join(event.words)}" if event.words else ""
    dice.explain(f"{state.total} and {event.n} is {state.total + event.n}{said}", "SUM-1")
    owed, dear = bool(event.words), "dearly" in event.words
    return replace(state, total=state.total + event.n, objectable=True, owed=owed, dear=dear), {"n": event.n}


def play_luck(state: State, event: Plain, dice: Dice) -> tuple[State, dict[str, Any]]:
    begun(state, event)
    hits = dice.settle(LUCKY, Lucky(house=SYSTEM.house))
    second = dice.ask(Faces(1, 6, "second roll"))[0] if hits else 0
    return replace(state, total=min(state.goal, state.total + hits), objectable=False), {"hits": hits, "second": second}


def play_guess(state: State, event: Guess, dice: Dice) -> tuple[State, dict[str, Any]]:
    """The dice lie on the table before the guess is asked for."""
    begun(state, event)
    face = dice.ask(Faces(2, 6, "open dice"))[0]
    dice.explain(f"guessed {event.n}, the first die shows {face}", "SUM-1")
    return state, {"face": face}


def play_dare(state: State, event: Dare, dice: Dice) -> tuple[State, dict[str, Any]]:
    """A die; then the other side says whether there is another."""
    begun(state, event)
    faces = [dice.roll_die("the first")]
    dice.explain(f"the first die shows {faces[0]}", "SUM-1")
    if event.again:
        faces.append(dice.roll_die("the second"))
    dice.explain(f"{sum(faces)} in all", "SUM-1")
    return state, {"sum": sum(faces)}


def play_duel(state: State, event: Duel, dice: Dice) -> tuple[State, dict[str, Any]]:
    """Each side rolls a die of its own; where they stand is remembered."""
    begun(state, event)
    dice.explain(f"they meet on the {event.where}", "SUM-1")
    dice.assign_dice(ours="a", theirs="b")
    ours, theirs = dice.ask(Both(2, 6, "the duel"))
    dice.explain(f"{ours} against {theirs}", "SUM-1")
    return replace(state, where=event.where), {"won": ours > theirs}


def play_object(state: State, event: Plain, dice: Dice) -> tuple[State, dict[str, Any]]:
    if not state.objectable:
        raise Refused("too late", reason="too-late", rule="SUM-1")
    begun(state, event, "b")
    dice.explain(f"{state.total} becomes {state.total - 1}", "SUM-1")
    return replace(state, total=state.total - 1, objectable=False, objections=state.objections + 1), {}


def play_pay(state: State, event: Plain, dice: Dice) -> tuple[State, dict[str, Any]]:
    """Nothing is chosen here, and nothing else may come before."""
    if not state.owed or event.by != "a":
        raise Refused("nothing owed", reason="nothing-owed", rule="SUM-2")
    price = dice.settle(LUCKY, Lucky(house=SYSTEM.house)) if state.dear else 1
    dice.explain(f"the words cost {price}: {state.total - price} is left", "SUM-2")
    return replace(state, total=state.total - price, owed=False, dear=False), {}


def play_stop(state: State, event: Plain, dice: Dice) -> tuple[State, dict[str, Any]]:
    begun(state, event)
    dice.explain("that is enough", "SUM-1")
    return replace(state, stopped=True), {}


KINDS: tuple[EventKind[State, Any], ...] = (
    EventKind(id="object", title="Object", key="x", detail="minus one", cls=Plain, play=play_object, interrupt=True),
    EventKind(id="pay", title="Pay", key="p", cls=Plain, play=play_pay, due=True),
    EventKind(id="add", title="Add", key="a", detail="one to three", cls=Add, play=play_add, rules=("SUM-1",)),
    EventKind(id="luck", title="Try your luck", key="s", detail="three dice", cls=Plain, play=play_luck),
    EventKind(id="guess", title="Guess", key="g", detail="after the roll", cls=Guess, play=play_guess),
    EventKind(id="dare", title="Dare", key="d", detail="once or twice", cls=Dare, play=play_dare),
    EventKind(id="duel", title="Duel", key="e", detail="a die each", cls=Duel, play=play_duel),
    EventKind(id="stop", title="Stop", key="z", cls=Plain, play=play_stop, confirm="Is that all?"),
)


def over(state: State) -> bool:
    return state.stopped or (state.total >= state.goal and not state.owed)


def begin(setup: Mapping[str, Any], system: System) -> State:
    return State(read_record(Setup, setup, "setup").goal)


def game() -> Game[State]:
    return Game(
        events={kind.id: kind for kind in KINDS},
        state=State,
        begin=begin,
        common=lambda state: {"total": state.total},
        view=lambda state: {"total": state.total},
        over=over,
        board=lambda state, side: Page("The sum", (Facts((("total", str(state.total)),)),)),
        headline=lambda state: f"{state.total} of {state.goal}",
        set_up=Setup,
        side_name=lambda state, side: f"Team {side.upper()}",
        seats=lambda setup: seats_at(setup, {"a": "army"}),
    )


def build(folder: Path) -> System:
    """The system, its texts in a folder."""
    (folder / "reference.toml").write_text(REFERENCE)
    (folder / "house.toml").write_text("")
    global SYSTEM
    SYSTEM = System(
        id="sum",
        name="Sums",
        reference=Reference(folder),
        resolvers={"lucky": LUCKY},
        muster_from=lambda: Muster(
            read=lambda *_: None,
            checks={},
            points=lambda _: 0,
            budget=lambda _: None,
            schema=lambda _: {},
            sheet=lambda *_: None,
            form=lambda *_: None,
        ),
        game_from=game,
        catalogue_from=lambda: tuple,
        catalogue_schema_from=lambda: dict,
    )
    return SYSTEM


SYSTEM: System
