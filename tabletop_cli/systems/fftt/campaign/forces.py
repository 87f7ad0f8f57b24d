"""Figures of armies: how they are written and typed, counted, taken away and priced.

*Units* are figures that are alike put together, sorted by unit, experience, whether they are the commander in chief,
and the ability that experience has given them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from ....api import (
    Catalogue,
    Json,
    Kind,
    ListOf,
    Malformed,
    MapOf,
    Nullable,
    OneOf,
    Record,
    Schema,
    Shaped,
    ShapedObject,
    Whole,
    YesNo,
    check_army,
    dataclass,
    fact,
    malformed_value,
    plain_data,
    replace,
)
from .. import SYSTEM
from ..profiles import ABILITIES, abilities, has_earned
from ..tables import rule_number
from ..units import UNIT, Faction, Unit

V = TypeVar("V", covariant=True)
LEGAL = frozenset(("FFTT-A4", "FFTT-A6", "FFTT-A7", "FFTT-A8", "FFTT-A9"))  # what armies of a campaign keep


@dataclass(frozen=True, kw_only=True)
class Figures:
    """Figures that are alike; a commander in chief is one alone.

    `ability` is what each has thrown for its experience, which is for good (FFTT-XP-1): a player's commander in chief
    has the one of his appointment besides.
    """

    unit: Unit = fact(UNIT)
    count: int = fact(Whole(1))
    xp: int = fact(Whole(), 0, help="the FP of enemies that each has killed")
    commander: bool = fact(YesNo(), False, help="the commander in chief of its player")
    ability: str | None = fact(
        Nullable(OneOf(ABILITIES)),
        None,
        help="the ability that each has rolled for 32 FP of experience",
        rules=("FFTT-XP-1",),
    )

    def __post_init__(self) -> None:
        """Errors: `Malformed` for an ability without the experience that gives it."""
        if self.ability is not None and not has_earned("chart", self.xp):
            raise Malformed(f"{self.ability}: {self.xp} FP of experience give no roll for an ability")

    @property
    def words(self) -> str:
        """``3 grunts (8 FP of experience)``."""
        known = self.unit.quantity_text(self.count)
        more = [f"{self.xp} FP of experience"] * bool(self.xp) + ["commander in chief"] * self.commander
        more += [abilities()[self.ability].name] if self.ability else []
        return f"{known} ({', '.join(more)})" if more else known


Units = tuple[Figures, ...]


def _count_singles(units: Iterable[Figures]) -> Counter[Figures]:
    """How many there are of each, by one of them alone."""
    found: Counter[Figures] = Counter()
    for one in units:
        found[replace(one, count=1)] += one.count
    return found


def _units_of_counts(counts: Counter[Figures]) -> Units:
    found = [replace(one, count=n) for one, n in counts.items()]
    return tuple(sorted(found, key=lambda one: (one.unit.id, one.xp, one.commander, one.ability or "")))


def merge_units(*several: Iterable[Figures]) -> Units:
    """All of them as units."""
    return _units_of_counts(sum(map(_count_singles, several), Counter()))


def is_part_of(part: Iterable[Figures], whole: Iterable[Figures]) -> bool:
    """Whether an army has these figures."""
    return _count_singles(part) <= _count_singles(whole)


def without_units(whole: Iterable[Figures], part: Iterable[Figures]) -> Units:
    """What is left without a part of it."""
    return _units_of_counts(_count_singles(whole) - _count_singles(part))


def commander_of(units: Iterable[Figures]) -> Unit | None:
    """The unit of the commander in chief among them."""
    return next((one.unit for one in units if one.commander), None)


def printed_fp(units: Iterable[Figures]) -> int:
    """Their FP as the units are printed."""
    return sum(one.unit.fp * one.count for one in units)


def fp_of(units: Units, replacement: bool) -> int:
    """Their FP with what a replacement commander in chief costs on top (FFTT-CAMP-11, FFTT-R60)."""
    return printed_fp(units) + (rule_number("replacement") if replacement and commander_of(units) else 0)


def unit_counts(units: Iterable[Figures]) -> Counter[Unit]:
    """How many of each unit."""
    found: Counter[Unit] = Counter()
    for one in units:
        found[one.unit] += one.count
    return found


def units_data(units: Units) -> list[ShapedObject]:
    """Units for machines, defaults left out."""
    return [{key: plain_data(value) for key, value in vars(one).items() if value} for one in units]


def units_text(units: Units) -> str:
    """Units for people: ``1 HQ, 9 grunts``."""
    return ", ".join(one.words for one in units) or "nobody"


@lru_cache(maxsize=4096)
def broken_constraints(faction: Faction, units: Units, replacement: bool, catalogue: Catalogue) -> Mapping[str, str]:
    """Why these are no army of a campaign: the army list's own constraints that are broken, with their messages.

    (FFTT-A4, FFTT-A6, FFTT-A7, FFTT-A8, FFTT-A9)
    """
    entries = [{"unit": one.id, "count": n} for one, n in unit_counts(units).items()]
    army: dict[str, Json] = {"mode": "campaign", "faction": faction.id, "units": entries}
    if replacement and (leads := commander_of(units)):
        army["general"] = {"unit": leads.id, "replacement": True}
    if catalogue:
        army["catalogue"] = dict(catalogue.raw)
    problems = check_army(SYSTEM, army).problems
    return {one.code: one.message for one in problems if one.severity == "error" and one.code in LEGAL}


def single_figures(units: Units) -> list[Figures]:
    """The figures one by one."""
    return [replace(one, count=1) for one in units for _ in range(one.count)]


def is_same_force(before: Units, after: Units) -> bool:
    """Whether all of these may be among those, perhaps with more experience, and the ability that comes of it.

    Who has the least experience has the fewest to come from, and who had an ability can have become fewer others than
    who had none; so they go first.
    """
    if sum(one.count for one in after) > sum(one.count for one in before):
        return False
    left = single_figures(before)
    for one in sorted(single_figures(after), key=lambda one: one.xp):
        was = sorted((other for other in left if _can_become(other, one)), key=lambda other: other.ability is None)
        if not was:
            return False
        left.remove(was[0])
    return True


def _can_become(one: Figures, other: Figures) -> bool:
    """Whether a figure may be that other one after a battle: nobody forgets anything (FFTT-XP-1)."""
    same = one.unit is other.unit and one.commander == other.commander
    return same and one.xp <= other.xp and one.ability in (None, other.ability)


# --- as people type them ---


@dataclass(frozen=True)
class UnitsKind(Kind[Units]):
    """Units; people type ``2 grunt, 1 hq``."""

    least: int = 0

    @property
    def _inner(self) -> ListOf[Figures]:
        return ListOf(Record(Figures), self.least)

    def read(self, value: Json, where: str) -> Units:
        return merge_units(self._inner.read(value, where))

    def schema(self) -> Schema:
        return self._inner.schema()

    @property
    def words(self) -> str:
        return "units such as: 2 grunt, 1 hq"

    @property
    def typed_as_json(self) -> bool:
        return False

    def plain(self, value: Units) -> Json:
        return units_data(value)

    def from_words(self, text: str, where: str) -> Json:
        if text.lstrip().startswith("["):
            return super().from_words(text, where)
        words = "" if text.strip().lower() in ("none", "nobody") else text.strip()
        parts = _EACH.split(words) if words else []
        return self.plain(self.read([_parse_figures(part, where) for part in parts], where))

    def to_words(self, value: Shaped) -> str:
        more = {"commander": " commander", "xp": " xp {xp}", "ability": " ability {ability}"}
        each = (
            f"{one['count']} {one['unit']}" + "".join(text.format(**one) for key, text in more.items() if one.get(key))
            for one in value
        )
        return ", ".join(each) or "none"


# A comma parts figures, and so does a number before a word: ``1 hq 2 sentinel``; that of ``xp 8`` comes before none.
_EACH = re.compile(r"\s*,\s*|(?<!\bxp)\s+(?=\d+\s+(?!ability\b|commander\b)[a-z])", re.IGNORECASE)


def _parse_figures(part: str, where: str) -> ShapedObject:
    """``2 grunt``, ``grunt``, ``engineer commander``, ``3 sniper xp 8``, ``sniper xp 32 ability iron``."""
    words = part.lower().split()
    found: ShapedObject = {"count": int(words.pop(0)) if words and words[0].isdecimal() else 1}
    if "commander" in words:
        words.remove("commander")
        found["commander"] = True
    if words[-2:-1] == ["ability"]:
        found["ability"] = OneOf(ABILITIES).from_words(words.pop(), where)
        words.pop()
    if words[-2:-1] == ["xp"] and words[-1].isdecimal():
        found["xp"] = int(words.pop())
        words.pop()
    if not words:
        raise malformed_value(where, f"{part.strip() or 'nothing'} names no unit", "give units such as: 2 grunt, 1 hq")
    return {"unit": UNIT.from_words("-".join(words), where), **found}


@dataclass(frozen=True)
class Pairs(MapOf[V]):
    """A table that people type as ``x: 4, y: 6``; `between` stands between the pairs, `like` is an example."""

    between: str = ","
    like: str = "x: 4, y: 6"

    @property
    def typed_as_json(self) -> bool:
        return False

    @property
    def words(self) -> str:
        return f"such as: {self.like}"

    def from_words(self, text: str, where: str) -> Json:
        if text.lstrip().startswith("{"):
            return super().from_words(text, where)
        found: dict[str, Shaped] = {}
        for part in [] if text.strip().lower() in ("", "none", "nobody") else text.split(self.between):
            name, colon, value = part.partition(":")
            if not colon:
                raise malformed_value(where, f"{part.strip()} has no colon", f"give {self.words}")
            found[name.strip()] = self.item.from_words(value.strip(), where)
        return found

    def to_words(self, value: Shaped) -> str:
        pairs = (f"{name}: {self.item.to_words(one) or one}" for name, one in value.items())
        return f"{self.between} ".join(pairs) or "none"
