"""Asking a person for the facts of a situation, one after the other, as its rule reads them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import Formatter
from typing import TypeVar

from ..core.declare.composed import ListOf, Nullable
from ..core.declare.facts import Record, record_of
from ..core.declare.kinds import AnyKind, Whole
from ..core.dice.handlers import Roll, Rolling, Step
from ..core.dice.requests import AnyRequest
from ..core.errors import Malformed
from ..core.play.place import AnyPlace
from ..core.play.question import NO_DEFAULT, Answer, Question
from ..core.play.seen_dice import Throw
from ..core.play.settling import Facts, Open
from ..prompts.asker import Asker, Back

MOST_TABLES = 100  # that anybody types one by one

E = TypeVar("E")  # how it ends: a ruling, or odds


def ask_facts(
    facts: Facts, advance: Callable[[Facts], Open | Throw | E], asker: Asker, dice: Rolling | None = None
) -> tuple[Facts, E]:
    """The facts with the answers to all that `advance` wants of them, and how it ends. Enter takes the default.

    `dice` are those that fall on the way. An answer that cannot be is told and asked again; ``b`` goes back to the
    question before, up to the dice that have fallen. Errors: those of `Asker.ask`; `Malformed` for facts that were
    given.
    """
    before: list[Facts] = []
    told: list[Step] = []
    while True:
        try:
            found = advance(facts)
        except Malformed as wrong:
            if not before:
                raise
            asker.say_wrong(f"{wrong.message}. {wrong.hint}".strip())
            facts = before.pop()
            continue
        if isinstance(found, Throw):
            assert dice is not None, "odds roll no dice"
            facts, before = facts.with_rolls(_roll_request(dice, found.request)), []
        elif isinstance(found, Open):
            if facts.rolls:
                told += _tell_steps([step for step in found.steps if step not in told], asker)
            try:
                after = _add_answer(facts, found.place, asker)
            except Back:
                if not before:
                    raise
                facts = before.pop()
            else:
                before.append(facts)
                facts = after
        else:
            return facts, found


def _roll_request(dice: Rolling, request: AnyRequest) -> Sequence[Roll]:
    """The dice that fall for a request. Errors: `BadDice` where given ones do not fit."""
    fallen = len(dice.rolls)
    dice.ask(request)
    return dice.rolls[fallen:]


def _tell_steps(steps: Sequence[Step], asker: Asker) -> Sequence[Step]:
    """What the dice said so far, for whoever answers what comes after them."""
    for step in steps:
        asker.tell(step.text)
    return steps


def _add_answer(facts: Facts, place: AnyPlace, asker: Asker) -> Facts:
    """The facts with the answer to one more question. Errors: those of `Asker.ask`."""
    fact, kind = place.fact, place.fact.kind
    if record_of(fact) is not None:
        there = asker.confirm(f"Is there a {_place_text(place)}?", default=False)
        return facts.with_fact(place.path, {}) if there else facts.with_default(place.path)
    text = _question_text(place)
    if isinstance(kind, ListOf) and isinstance(kind.item, Record):
        count = Whole(kind.minimum, min(kind.maximum, MOST_TABLES))
        entries = asker.ask(Question(place.name, f"{text} How many entries?", count))
        return facts.with_fact(place.path, [{} for _ in range(entries)])
    default = NO_DEFAULT if fact.required else fact.default
    answer = asker.ask(Question(place.name, text, kind, _kind_answers(kind), default=default))
    if not fact.required and answer == fact.default:
        return facts.with_default(place.path)
    return facts.with_fact(place.path, kind.plain(kind.read(answer, place.name)))


def _question_text(place: AnyPlace) -> str:
    """The question of a fact; of an entry in a list, with the number of the entry before it."""
    ask = place.fact.ask if isinstance(place.fact.ask, str) else place.fact.ask(place)
    if not ask:
        return f"{_place_text(place)}?"
    names = [name for _, name, _, _ in Formatter().parse(ask) if name]
    text = ask.format(**{name: place.get(name) for name in names})
    entry = max((at for at, step in enumerate(place.path) if isinstance(step, int)), default=None)
    return text if entry is None else f"{_path_text(place.path[: entry + 1])}: {text}"


def _place_text(place: AnyPlace) -> str:
    return _path_text(place.path)


def _path_text(path: Sequence[str | int]) -> str:
    """A path as people say it, entries numbered from 1: ``crew 2 name``."""
    return " ".join(str(step + 1) if isinstance(step, int) else step.replace("_", " ") for step in path)


def _kind_answers(kind: AnyKind) -> tuple[Answer, ...]:
    inner = kind.item if isinstance(kind, Nullable) else kind
    return tuple(Answer(value, str(value)) for value in inner.choices)
