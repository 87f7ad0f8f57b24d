"""Figures of armies: how they are written and typed, counted, taken away and priced.

*Units* are figures that are alike put together, sorted by unit, experience and whether they are the commander in chief.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from ....api import (
    Json,
    Kind,
    ListOf,
    MapOf,
    OneOf,
    Record,
    Schema,
    Shaped,
    ShapedObject,
    Whole,
    YesNo,
    check_army,
    fact,
    malformed,
)
from .. import SYSTEM
from ..profiles import UNITS, unit
from ..tables import number, table_of

V = TypeVar("V", covariant=True)
LEGAL = frozenset(("FFTT-A4", "FFTT-A6", "FFTT-A7", "FFTT-A8", "FFTT-A9"))  # what armies of a campaign keep


@dataclass(frozen=True, kw_only=True)
class Figures:
    """Figures that are alike; a commander in chief is one alone."""

    unit: str = fact(OneOf(UNITS))
    count: int = fact(Whole(1))
    xp: int = fact(Whole(), 0, help="the FP of enemies that each has killed")
    commander: bool = fact(YesNo(), False, help="the commander in chief of its player")

    @property
    def words(self) -> str:
        """``3 grunts (8 FP of experience)``."""
        known = unit(self.unit).many(self.count)
        more = [f"{self.xp} FP of experience"] * bool(self.xp) + ["commander in chief"] * self.commander
        return f"{known} ({', '.join(more)})" if more else known


Units = tuple[Figures, ...]
_Each = Counter[tuple[str, int, bool]]


def _counted(units: Iterable[Figures]) -> _Each:
    found: _Each = Counter()
    for one in units:
        found[one.unit, one.xp, one.commander] += one.count
    return found


def _together(counts: _Each) -> Units:
    return tuple(
        Figures(unit=name, count=counts[name, xp, leads], xp=xp, commander=leads)
        for name, xp, leads in sorted(counts)
        if counts[name, xp, leads] > 0
    )


def merged(*several: Iterable[Figures]) -> Units:
    """All of them as units."""
    return _together(sum(map(_counted, several), Counter()))


def within(part: Iterable[Figures], whole: Iterable[Figures]) -> bool:
    """Whether an army has these figures."""
    return _counted(part) <= _counted(whole)


def less(whole: Iterable[Figures], part: Iterable[Figures]) -> Units:
    """What is left without a part of it."""
    return _together(_counted(whole) - _counted(part))


def commander_of(units: Iterable[Figures]) -> str | None:
    """The unit of the commander in chief among them."""
    return next((one.unit for one in units if one.commander), None)


def printed_fp(units: Iterable[Figures]) -> int:
    """Their FP as the units are printed."""
    return sum(unit(one.unit).fp * one.count for one in units)


def fp_of(units: Units, replacement: bool) -> int:
    """Their FP with what a replacement commander in chief costs on top (FFTT-CAMP-11, FFTT-R60)."""
    return printed_fp(units) + (number("replacement") if replacement and commander_of(units) else 0)


def unit_counts(units: Iterable[Figures]) -> dict[str, int]:
    """How many of each unit."""
    found: Counter[str] = Counter()
    for one in units:
        found[one.unit] += one.count
    return dict(found)


def listed(units: Units) -> list[ShapedObject]:
    """Units for machines, defaults left out."""
    return [
        {"unit": one.unit, "count": one.count}
        | ({"xp": one.xp} if one.xp else {})
        | ({"commander": True} if one.commander else {})
        for one in units
    ]


def told(units: Units) -> str:
    """Units for people: ``1 HQ, 9 grunts``."""
    return ", ".join(one.words for one in units) or "nobody"


@lru_cache(maxsize=4096)
def faults(faction: str, units: Units, replacement: bool) -> Mapping[str, str]:
    """Why these are no army of a campaign: the army list's own constraints that are broken, with their messages.

    (FFTT-A4, FFTT-A6, FFTT-A7, FFTT-A8, FFTT-A9)
    """
    entries = [{"unit": name, "count": n} for name, n in unit_counts(units).items()]
    army: dict[str, Json] = {"mode": "campaign", "faction": faction, "units": entries}
    if replacement and (leads := commander_of(units)):
        army["general"] = {"unit": leads, "replacement": True}
    problems = check_army(SYSTEM, army).problems
    return {one.code: one.message for one in problems if one.severity == "error" and one.code in LEGAL}


def grown(before: Units, after: Units) -> bool:
    """Whether all of these may be among those, perhaps with more experience than they had."""
    for name in {one.unit for one in after}:
        for leads in (False, True):
            had, have = (
                sorted(one.xp for one in of if (one.unit, one.commander) == (name, leads) for _ in range(one.count))
                for of in (before, after)
            )
            if len(have) > len(had) or any(xp < least for xp, least in zip(have, had, strict=False)):
                return False
    return True


def creatures() -> frozenset[str]:
    """What may hatch of an egg (FFTT-BUG-2)."""
    return frozenset(one for one in table_of("egg")["creatures"].values() if one)


# --- as people type them ---


@dataclass(frozen=True)
class UnitsKind(Kind[Units]):
    """Units; people type ``2 grunt, 1 hq``."""

    least: int = 0

    @property
    def _inner(self) -> ListOf[Figures]:
        return ListOf(Record(Figures), self.least)

    def read(self, value: Json, where: str) -> Units:
        return merged(self._inner.read(value, where))

    def schema(self) -> Schema:
        return self._inner.schema()

    @property
    def words(self) -> str:
        return "units such as: 2 grunt, 1 hq"

    @property
    def typed_as_json(self) -> bool:
        return False

    def plain(self, value: Units) -> Json:
        return listed(value)

    def from_words(self, text: str, where: str) -> Json:
        if text.lstrip().startswith("["):
            return super().from_words(text, where)
        parts = [] if text.strip().lower() in ("", "none", "nobody") else text.split(",")
        return self.plain(self.read([_typed(part, where) for part in parts], where))

    def to_words(self, value: Shaped) -> str:
        more = {"commander": " commander", "xp": " xp {xp}"}
        each = (
            f"{one['count']} {one['unit']}" + "".join(text.format(**one) for key, text in more.items() if one.get(key))
            for one in value
        )
        return ", ".join(each) or "none"


def _typed(part: str, where: str) -> ShapedObject:
    """``2 grunt``, ``grunt``, ``engineer commander``, ``3 sniper xp 8``."""
    words = part.lower().split()
    found: ShapedObject = {"count": int(words.pop(0)) if words and words[0].isdecimal() else 1}
    if "commander" in words:
        words.remove("commander")
        found["commander"] = True
    if len(words) > 2 and words[-2] == "xp" and words[-1].isdecimal():
        found["xp"] = int(words.pop())
        words.pop()
    if not words:
        raise malformed(where, f"{part.strip() or 'nothing'} names no unit", "give units such as: 2 grunt, 1 hq")
    return {"unit": OneOf(UNITS).from_words("-".join(words), where), **found}


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
                raise malformed(where, f"{part.strip()} has no colon", f"give {self.words}")
            found[name.strip()] = self.item.from_words(value.strip(), where)
        return found

    def to_words(self, value: Shaped) -> str:
        pairs = (f"{name}: {self.item.to_words(one) or one}" for name, one in value.items())
        return f"{self.between} ".join(pairs) or "none"
