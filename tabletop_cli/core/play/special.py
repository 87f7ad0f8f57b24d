"""Special rules of one's own at the table: what has them, and which of them an event brings to mind.

A game says with `Game.rows_of` whose a thing is and which rows of the catalogue it is; nothing else of it knows of
these rules. They compute nothing: they are shown with the table, told after an event by or at what has them, and named
to machines. Whatever a side may not see has been cut from the state and from the entries before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from ..data import JsonMapping, Shaped, ShapedObject, natural_key
from ..declare.catalogue import catalogue_of
from ..declare.refs import ref_tables, refs_in
from ..page import Block, Facts, Heading, Para
from .game import AnyGame, answers_of

if TYPE_CHECKING:
    from ..declare.rows import OwnRule

TITLE = "Special rules"


class Special:
    """The special rules of a table, of a state as far as it is known."""

    def __init__(self, game: AnyGame, setup: Shaped, state: object) -> None:
        self._game, self._setup, self._state = game, setup, state
        self._catalogue = catalogue_of(state)

    def __bool__(self) -> bool:
        return bool(self._catalogue.rules)

    @cached_property
    def _brought(self) -> Mapping[str, frozenset[str]]:
        """The rules that each side's own list brought; those that no list did came with the set-up, for everybody."""
        tables = ((seat.id, seat.army) for seat in self._game.seats(self._setup))
        own = {side: army.get("catalogue") for side, army in tables if isinstance(army, Mapping)}
        return {side: frozenset(one.get("rules", ())) for side, one in own.items() if isinstance(one, Mapping)}

    def _holds_for(self, rule: OwnRule, side: str) -> bool:
        """Check whether what a rule is written for has it on a side: where the side's list, or no list, brought it."""
        return rule.id in self._brought.get(side, ()) or not any(rule.id in own for own in self._brought.values())

    def rules_of(self, one: str) -> tuple[OwnRule, ...]:
        """Return the special rules of a thing on the table, each once."""
        found = self._game.rows_of(self._state, one) if self else None
        if found is None:
            return ()
        side, rows = found
        each = ((rule, row) for row in rows if row is not None for rule in self._catalogue.rules_of(row))
        return tuple(dict.fromkeys(rule for rule, row in each if rule.id in row.special or self._holds_for(rule, side)))

    def _things_and_tables(self) -> Iterator[tuple[str, str]]:
        """Return every thing that events may name, with its table."""
        for table in ref_tables(kind.cls for kind in self._game.events.values()):
            yield from ((table, one) for one in getattr(self._state, table, ()))

    def rule_blocks(self) -> tuple[Block, ...]:
        """Return each rule with who has it, to stand below the table; nothing where nobody has any."""
        having: dict[OwnRule, list[str]] = {}
        for one in dict.fromkeys(one for _, one in self._things_and_tables()) if self else ():
            for rule in self.rules_of(one):
                having.setdefault(rule, []).append(one)
        rows = []
        for rule in self._catalogue.rules.values():
            armies = [self._game.side_name(self._state, side) for side in self._sides_with_rule(rule)]
            if who := [*armies, *([span_words(having[rule])] if rule in having else [])]:
                rows.append((rule.title, f"{', '.join(who)}: {rule.text}"))
        return (Heading(TITLE), Facts(tuple(rows))) if rows else ()

    def _sides_with_rule(self, rule: OwnRule) -> Iterator[str]:
        """Return the sides that have a rule of the whole army."""
        if rule in self._catalogue.army_rules:
            sides = (seat.id for seat in self._game.seats(self._setup))
            yield from (side for side in sides if self._holds_for(rule, side))

    def with_special_rules(self, view: ShapedObject) -> ShapedObject:
        """Return the state for machines, in which whatever has special rules names them."""
        if not self:
            return view
        marked = dict(view)
        for table, one in self._things_and_tables():
            rules, there = [rule.id for rule in self.rules_of(one)], marked.get(table)
            if rules and isinstance(there, Mapping) and isinstance(there.get(one), Mapping):
                marked[table] = {**there, one: {**there[one], "special": rules}}
        return marked

    def _rules_of_event(self, event: JsonMapping | None) -> dict[OwnRule, list[str]]:
        """Return the rules that an event brings to mind, each with those that it names and that have it."""
        found: dict[OwnRule, list[str]] = {}
        kind = self._game.events.get(str(event.get("do"))) if event else None
        if kind is not None and event is not None:
            for one in dict.fromkeys(refs_in(kind.cls, answers_of(event, kind))):
                for rule in self.rules_of(one):
                    found.setdefault(rule, []).append(one)
        return found

    def tell_rules(self, event: JsonMapping | None, known: set[str]) -> tuple[Block, ...]:
        """Return the rules to tell after an event: those that are not `known` with their texts; they are from then on.

        An event comes without what may not be seen of it; of one that is hidden, nothing is told.
        """
        if not self or not (called := self._rules_of_event(event)):
            return ()
        lines = []
        for rule, who in called.items():
            text = "" if rule.id in known else f": {rule.text}"
            lines.append(Para(f"Special rule of {span_words(who)}: {rule.title}{text}", "note"))
        known.update(rule.id for rule in called)
        return tuple(lines)


def span_words(ids: Iterable[str]) -> str:
    """Return ids in few words: ``a1-1 to a1-4, b2-1``; what counts on by one is drawn together."""
    ordered = sorted(dict.fromkeys(ids), key=natural_key)
    words = []
    for _, run in groupby(enumerate(ordered), key=lambda pair: _without_place(pair[1], pair[0])):
        first, *more = [one for _, one in run]
        words += [f"{first} to {more[-1]}"] if len(more) > 1 else [first, *more]
    return ", ".join(words)


def _without_place(one: str, at: int) -> tuple[str, int | str]:
    """Return what ids that follow each other share: the words before the number, and the number without the place."""
    digits = one[len(one.rstrip("0123456789")) :]
    return (one.removesuffix(digits), int(digits) - at) if digits else (one, "")
