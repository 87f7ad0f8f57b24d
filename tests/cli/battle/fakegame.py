"""A tiny game for tests of the table: two sides add to one number; it has questions, dice, an interrupt and an end.

Its offers use keys that clash with the table's own, as a plugin's may.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tabletop_cli.core.declare.facts import fact, read_record
from tabletop_cli.core.declare.kinds import ListOf, OneOf, Raw, Text, Whole
from tabletop_cli.core.declare.reference import Reference
from tabletop_cli.core.dice.handlers import Dice
from tabletop_cli.core.dice.requests import Faces
from tabletop_cli.core.errors import Refused
from tabletop_cli.core.lists.army import Muster
from tabletop_cli.core.page import Facts, Page
from tabletop_cli.core.play.game import Event, EventKind, Game, Offer, RollAhead
from tabletop_cli.core.play.question import Answer, Question
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
[reasons]
too-much = "That would go beyond the goal."
"""


@dataclass(frozen=True)
class State:
    goal: int
    total: int = 0
    objectable: bool = False
    objections: int = 0


@dataclass(frozen=True, kw_only=True)
class Setup:
    army: dict[str, Any] = fact(Raw())
    goal: int = fact(Whole(1), ask="Which number is the goal?")


@dataclass(frozen=True, kw_only=True)
class Add(Event):
    by: str = fact(OneOf(("a", "b")))
    n: int = fact(Whole(1, 3), ask="How much?")
    words: tuple[str, ...] = fact(ListOf(Text()), ())


@dataclass(frozen=True, kw_only=True)
class Plain(Event):
    by: str = fact(OneOf(("a", "b")))


@dataclass(frozen=True, kw_only=True)
class Lucky(Situation):
    pass


def _lucky(situation: Lucky, dice: Dice) -> int:
    hits = dice.hits(3, 5, "luck")
    dice.explain(f"{hits} lucky", "SUM-1")
    return hits


def _add(state: State, event: Add, dice: Dice) -> tuple[State, dict[str, Any]]:
    if state.total + event.n > state.goal:
        raise Refused("too much", reason="too-much", rule="SUM-1", left=state.goal - state.total)
    dice.explain(f"{state.total} and {event.n} is {state.total + event.n}", "SUM-1")
    return replace(state, total=state.total + event.n, objectable=True), {"n": event.n}


def _luck(state: State, event: Plain, dice: Dice) -> tuple[State, dict[str, Any]]:
    hits = _lucky(Lucky(house=SYSTEM.house), dice)
    second = dice.ask(Faces(1, 6, "second roll"))[0] if hits else 0
    return replace(state, total=min(state.goal, state.total + hits), objectable=False), {"hits": hits, "second": second}


def _guess(state: State, event: Add, dice: Dice) -> tuple[State, dict[str, Any]]:
    face = dice.ask(Faces(2, 6, "open dice"))[0]
    dice.explain(f"guessed {event.n}, the first die shows {face}")
    return state, {"face": face}


def _object(state: State, event: Plain, dice: Dice) -> tuple[State, dict[str, Any]]:
    return replace(state, total=state.total - 1, objectable=False, objections=state.objections + 1), {}


def _offers(state: State) -> list[Offer]:
    if state.total >= state.goal:
        return []
    interrupt = [Offer({"do": "object", "by": "b"}, "Object", "x", "minus one", "b", True)] if state.objectable else []
    return [
        *interrupt,
        Offer({"do": "add", "by": "a"}, "Add", "a", "one to three", "a"),
        Offer({"do": "luck", "by": "a"}, "Try your luck", "s", "three dice", "a"),
        Offer({"do": "guess", "by": "a"}, "Guess", "g", "after the roll", "a"),
    ]


def _question(state: State, draft: Mapping[str, Any]) -> Question | RollAhead | None:
    if draft["do"] == "guess" and "_dice" not in draft:
        return RollAhead(Faces(2, 6, "open dice"))
    if draft["do"] in ("add", "guess") and "n" not in draft:
        answers = (Answer(1, "one"), Answer(2, "two"), Answer(3, "three"))
        return Question("n", "How much?", Whole(1, 3), answers, default=1, side="a", rules=("SUM-1",))
    if draft["do"] == "add" and "words" not in draft:
        return Question("words", "Any words?", ListOf(Text()), default=(), side="a")
    return None


def _begin(setup: Mapping[str, Any], system: System) -> State:
    return State(read_record(Setup, setup, "setup").goal)


def build(folder: Path) -> System:
    """The system, its texts in a folder."""
    (folder / "reference.toml").write_text(REFERENCE)
    (folder / "house.toml").write_text("")
    lucky = Resolver(
        id="lucky", title="Luck", situation=Lucky, rule=_lucky, rules=("SUM-1",), odds=Odds(lambda _, hits: str(hits))
    )
    kinds = (
        EventKind(id="add", title="Adding", cls=Add, play=_add, rules=("SUM-1",)),
        EventKind(
            id="luck",
            title="Luck",
            cls=Plain,
            play=_luck,
            odds=lambda state, event: ("lucky", Lucky(house=SYSTEM.house)),
        ),
        EventKind(id="guess", title="Guessing", cls=Add, play=_guess),
        EventKind(id="object", title="Objection", cls=Plain, play=_object),
    )
    global SYSTEM
    SYSTEM = System(
        id="sum",
        name="Sums",
        reference=Reference(folder),
        resolvers={"lucky": lucky},
        muster_from=lambda: Muster(
            read=lambda *_: None,
            checks={},
            points=lambda _: 0,
            budget=lambda _: None,
            schema=lambda _: {},
            sheet=lambda *_: None,
            form=lambda *_: None,
        ),
        game_from=lambda: Game(
            events={kind.id: kind for kind in kinds},
            state=State,
            begin=_begin,
            common=lambda state: {"total": state.total},
            view=lambda state: {"total": state.total},
            over=lambda state: state.total >= state.goal,
            offers=_offers,
            question=_question,
            board=lambda state: Page("The sum", (Facts((("total", str(state.total)),)),)),
            headline=lambda state: f"{state.total} of {state.goal}",
            set_up=Setup,
            side_name=lambda state, side: f"Team {side.upper()}",
            seats=lambda setup: seats_at(setup, {"a": "army"}),
        ),
        catalogue_from=lambda: tuple,
        catalogue_schema_from=lambda: dict,
    )
    return SYSTEM


SYSTEM: System
