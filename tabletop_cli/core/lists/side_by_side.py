"""Several lists side by side: of each thing how much is in which list. Two lists are compared closer in `compare`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..records import dataclass
from .open_list import Opened
from .sheet import Card, Sheet
from .trial import errors_of


@dataclass(frozen=True)
class Held:
    """How many of a thing are in each list, and what one copy costs in each; None where a list has none, or no points.

    Own names of entries make no difference; `options` do.
    """

    kind: str
    options: tuple[str, ...]
    counts: tuple[int, ...]
    points: tuple[Fraction | None, ...]

    @property
    def same(self) -> bool:
        return len(set(self.counts)) == 1 and len(set(self.points)) == 1


@dataclass(frozen=True)
class SideBySide:
    """Lists, their things in the order in which they come first, and the house rules of each that differ from print."""

    lists: tuple[Opened, ...]
    held: tuple[Held, ...]
    house: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def same(self) -> bool:
        """Whether all lists have the same, by the same rules, for the same budget."""
        alike = {(one.system.id, one.report.budget, one.sheet.faction) for one in self.lists}
        return (
            len(alike) == 1 and all(one.same for one in self.held) and all(len(set(row)) == 1 for _, row in self.house)
        )

    @property
    def problems(self) -> tuple[int, ...]:
        return tuple(len(errors_of(one.report)) for one in self.lists)


def side_by_side(lists: Sequence[Opened]) -> SideBySide:
    """What each of some lists holds."""
    sheets = [one.sheet for one in lists]
    return SideBySide(tuple(lists), tuple(_count_things(sheets)), tuple(_house_rows(sheets)))


Thing = tuple[str, str, tuple[str, ...]]  # the system, the kind, the options


def _count_things(sheets: Sequence[Sheet]) -> Iterator[Held]:
    counts: list[Counter[Thing]] = [Counter() for _ in sheets]
    each: list[dict[Thing, Fraction | None]] = [{} for _ in sheets]
    for at, sheet in enumerate(sheets):
        for card in sheet.whole or sheet.cards:
            counts[at][_thing_of(sheet, card)] += card.count
            each[at].setdefault(_thing_of(sheet, card), card.each)
    for thing in dict.fromkeys(thing for count in counts for thing in count):
        points = tuple(prices.get(thing) for prices in each)
        yield Held(thing[1], thing[2], tuple(count[thing] for count in counts), points)


def _thing_of(sheet: Sheet, card: Card) -> Thing:
    return sheet.system, card.kind or card.title, tuple(sorted(card.options))


def _house_rows(sheets: Sequence[Sheet]) -> Iterator[tuple[str, tuple[str, ...]]]:
    rules = [dict(sheet.house) for sheet in sheets]
    for name in dict.fromkeys(name for rule in rules for name in rule):
        yield name, tuple(rule.get(name, "as printed") for rule in rules)
