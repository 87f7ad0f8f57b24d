"""A way to spend points, and the purchases that it is made of, in words; what is one purchase in several variants."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from ...records import dataclass
from .goods import key_of
from .purchases import Configuration, Upgrade, Variant


@dataclass(frozen=True)
class Purchase:
    """A ware for some points, or an upgrade of an entry for some points, in one or more variants that differ in
    nothing but free choices."""

    words: str
    cost: Fraction
    marks: tuple[tuple[str, int], ...]
    variants: tuple[Configuration, ...] | tuple[Upgrade, ...]
    more: bool = False

    @property
    def is_new(self) -> bool:
        return isinstance(self.variants[0], Configuration)


@dataclass(frozen=True)
class Bought:
    """So many of a purchase."""

    purchase: Purchase
    copies: int

    @property
    def words(self) -> str:
        if not self.purchase.is_new:
            return self.purchase.words
        return f"{self.copies} {'more' if self.purchase.more else 'x'} {self.purchase.words}"


@dataclass(frozen=True)
class Way:
    """A way to spend points: what is bought, for how much, what is then left, in how many variants."""

    bought: tuple[Bought, ...]
    cost: Fraction
    left: Fraction
    variants: int

    @property
    def words(self) -> str:
        return ", ".join(one.words for one in self.bought)


def group_alike(found: Sequence[Variant]) -> list[list[Variant]]:
    """What costs the same and has the same marks, together; inside entries, what is of the same kinds besides."""
    groups: dict[tuple[object, ...], list[Variant]] = {}
    for one in found:
        kinds = tuple(kind.replace(" more ", " x ", 1) for kind in one.kinds) if isinstance(one, Upgrade) else ()
        groups.setdefault((one.cost, tuple(sorted(one.marks.items())), kinds), []).append(one)
    return list(groups.values())


def new_of(group: Sequence[Configuration], there: Collection[str]) -> Purchase:
    """New entries that differ in nothing but free choices; `there` are those that it would be one more of."""
    first = group[0]
    common = [pick for pick in first.picks if all(pick in one.picks for one in group)]
    words = f"{first.ware.title} ({', '.join(common)})" if common else first.ware.title
    more = len(group) == 1 and key_of(first.entry) in there
    return Purchase(words, first.cost, tuple(sorted(first.marks.items())), tuple(group), more)


def upgrade_of(group: Sequence[Upgrade]) -> Purchase:
    """Upgrades of an entry that differ in nothing but free choices."""
    first = group[0]
    picks = [pick for pick in first.picks if all(pick in one.picks for one in group)]
    what = (first.kinds if len(group) > 1 else ()) or picks or first.settings
    words = f"{', '.join(what)} for {first.label}"
    return Purchase(words, first.cost, tuple(sorted(first.marks.items())), tuple(group))
