"""A situation in the making: from the facts and faces so far to the next fact, the next roll, or the ruling.

A rule reads its situation as it asks for dice. Here it runs on a record that has only the facts so far: the first fact
without an answer is what people are asked next, the first dice that have not fallen are the next roll. So facts come in
the order in which the rule needs them, also after dice, and what no rule reads is never asked. Nothing waits: whoever
asks shows what comes back, adds an answer, and the rule runs again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from ..data import Json, JsonMapping
from ..declare.catalogue import catalogue_in_force
from ..declare.complaints import record_complaints
from ..declare.facts import Fact, Record, record_of, spelled_out
from ..dice.handlers import Roll, Step
from ..errors import Malformed
from ..records import dataclass
from ..rule.resolve import Ruled, odds_of, settle_situation
from ..rule.resolver import AnyResolver
from ..rule.situation import Situation
from ..system import System
from .answers import Reader, is_peeking, peek
from .place import AnyPlace, Path, Wanted, ask_next
from .progress import with_value_at
from .seen_dice import Fallen, Falls, Throw

R = TypeVar("R")


@dataclass(frozen=True)
class Facts:
    """What is known of a situation so far.

    given  the facts in JSON form, with ``house`` and what else every situation may hold
    left   those that people were asked and left at their defaults
    rolls  the dice that have fallen
    """

    given: JsonMapping
    left: frozenset[Path] = frozenset()
    rolls: tuple[Roll, ...] = ()

    def with_fact(self, path: Path, value: Json) -> Facts:
        """The same with one fact more, in JSON form."""
        return replace(self, given=with_value_at(self.given, path, value))

    def with_default(self, path: Path) -> Facts:
        """The same with one fact more that stays at its default."""
        return replace(self, left=self.left | {path})

    def with_rolls(self, rolls: Sequence[Roll]) -> Facts:
        """The same with dice that have fallen now."""
        return replace(self, rolls=(*self.rolls, *rolls))


@dataclass(frozen=True)
class Open:
    """A fact that the rule reads and nobody has given, after what was explained so far."""

    place: AnyPlace
    steps: tuple[Step, ...] = ()


def next_to_settle(system: System, resolver: AnyResolver, facts: Facts) -> Open | Throw | Ruled:
    """What a rule wants next, or its ruling. Errors: `Malformed` for facts that cannot be, once known."""
    reader = _fact_reader(system, resolver.situation, facts)
    dice = Fallen(facts.rolls)
    try:
        return _run_and_check(
            reader, lambda: settle_situation(resolver, reader.event, dice, system.reference, system.illegal_names_rule)
        )
    except Wanted as question:
        return Open(question.place, tuple(dice.steps))
    except Falls as roll:
        return Throw(roll.request, tuple(dice.steps))


def next_for_odds(system: System, resolver: AnyResolver, facts: Facts) -> Open | dict[str, Fraction]:
    """The first fact that any way of the dice wants, or the exact odds. Errors: as `next_to_settle`, and `odds_of`."""
    reader = _fact_reader(system, resolver.odds_situation(), facts)
    try:
        return _run_and_check(reader, lambda: odds_of(system, resolver, reader.event))
    except Wanted as question:
        return Open(question.place)


class _FactReader(Reader):
    """Hands out the facts of a situation, and keeps the records that it made, to be judged.

    A rule that could do without a fact (see `answers.judged`) has read it all the same: `skipped` are those. So the
    same facts lead to the same ruling, whether they are asked or given.
    """

    def __init__(self, cls: type[Situation], own: JsonMapping, facts: Facts, shared: JsonMapping) -> None:
        self._left = facts.left
        self.records: list[Json] = []
        self.skipped: list[Wanted] = []
        super().__init__("", cls, own, None, self._ask_fact, rolls=facts.rolls, known=shared)

    def make_record(self, cls: type[R], answers: JsonMapping, path: Path, inside: object, **known: object) -> R:
        record = super().make_record(cls, answers, path, inside, **known)
        self.records.append(record)
        return record

    def inner_record(self, fact: Fact) -> type[object] | None:
        return record_of(fact)

    def is_opened(self, fact: Fact) -> bool:
        """A table that may be left out is asked for first; one that is `there` once its rule reads it, is not."""
        return fact.default is not None or (fact.there and not is_peeking())

    def _ask_fact(self, place: AnyPlace) -> object:
        if place.path in self._left:
            return place.fact.default
        try:
            if self.inner_record(place.fact) is not None:
                raise Wanted(place)
            return ask_next(place)
        except Wanted as question:
            if not is_peeking():
                self.skipped.append(question)
            raise

    def check_records(self) -> None:
        """Whether the facts can be together, as far as they are given. Errors: `Malformed`."""
        for record in tuple(self.records):
            if hasattr(record, "__post_init__"):
                peek(record.__post_init__, None)


def _fact_reader(system: System, cls: type[Situation], facts: Facts) -> _FactReader:
    """The situation as far as it is known. Errors: `Malformed` for given facts of the wrong kind, or without a name."""
    shared = system.read_common(facts.given, "")
    own = {name: value for name, value in facts.given.items() if name not in system.common_keys}
    with catalogue_in_force(shared["house"].catalogue):
        for wrong in record_complaints(cls, own, "", whole=False):
            raise _situation_error(wrong)
    return _FactReader(cls, spelled_out(Record(cls), own), facts, shared)


def _run_and_check(reader: _FactReader, run: Callable[[], R]) -> R:
    """What a run comes to. Errors: `Malformed` for facts that cannot be together, which may be what has stopped it."""
    try:
        try:
            found = run()
        finally:
            reader.check_records()
    except Malformed as wrong:
        raise _situation_error(wrong) from None
    if reader.skipped:
        raise reader.skipped[0]
    return found


def _situation_error(wrong: Malformed) -> Malformed:
    if wrong.code == Malformed.code:
        wrong.code = "bad-situation"
    return wrong
