"""A list as written: units with their member lines and pieces, raw, and what the catalogue knows of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...api import House, Malformed, Points, Where, brief
from .profiles import NORMAL, PIECES, SPECIALISTS, UnitKind, carried, co, kinds, levels, roles

if TYPE_CHECKING:
    from ...api import System

ARMY_KEYS = ("system", "name", "budget", "units", "house")
UNIT_KEYS = ("id", "name", "kind", "members", "pieces")
MEMBER_KEYS = ("role", "level", "count", "weapon", "co")
SERGEANT = "sergeant"
_KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def is_kebab(word: object) -> bool:
    return isinstance(word, str) and bool(_KEBAB.fullmatch(word))


def table_of(value: Any) -> Mapping[str, Any]:
    """A table as written; an empty one for what is none (TGF-A3)."""
    return value if isinstance(value, Mapping) else {}


def items_of(value: Any) -> tuple[Any, ...]:
    """A list as written; an empty one for what is none (TGF-A3)."""
    return tuple(value) if isinstance(value, list | tuple) else ()


def _known(word: object, words: Mapping[str, Any]) -> str:
    return word if isinstance(word, str) and word in words else ""


@dataclass(frozen=True)
class Member:
    """A line of members: soldiers of one role, level and weapon. What the file says wrongly is empty or 0 here."""

    place: Where
    fields: Mapping[str, Any]
    house: House

    @cached_property
    def role(self) -> str:
        return _known(self.fields.get("role"), roles())

    @cached_property
    def level(self) -> str:
        return _known(self.fields.get("level"), levels())

    @cached_property
    def count(self) -> int:
        count = self.fields.get("count")
        return count if isinstance(count, int) and not isinstance(count, bool) and count >= 1 else 0

    @property
    def counts(self) -> bool:
        """Whether the line is paid for and checked: role, level and count are known (TGF-A3)."""
        return bool(self.role and self.level and self.count)

    @property
    def own_weapon(self) -> str:
        """The weapon that the line names, where that is a personal one (TGF-A3)."""
        word = self.fields.get("weapon")
        return word if isinstance(word, str) and word in carried() else ""

    @property
    def weapon(self) -> str:
        """What each carries: the weapon of the line, or the standard one of the role (TGF-R61)."""
        return self.own_weapon or (roles()[self.role].weapon if self.role else "")

    @property
    def may_be_co(self) -> bool:
        """Whether the line may say that its sergeant is a commanding officer (TGF-R1)."""
        return self.role == SERGEANT and self.house["co"] == "optional"

    @property
    def is_co(self) -> bool:
        """Whether a sergeant has the CO row: LD +1, and its points (TGF-R1)."""
        written = self.may_be_co and self.fields.get("co") is True
        return self.role == SERGEANT and (written or self.house["co"] == "sergeant")

    @property
    def points_each(self) -> Fraction:
        """Of one soldier of a line that counts: level, CO row, and the price of his weapon (TGF-R1, TGF-R56)."""
        own = levels()[self.level].pts + (co("pts") if self.is_co else 0)
        return own + (self.house.value("prices", self.weapon) or Fraction(0))

    @property
    def points(self) -> Fraction:
        return self.count * self.points_each if self.counts else Fraction(0)

    @property
    def ld(self) -> int:
        """LD of one soldier of a line that counts, with the +1 of a commanding officer (TGF-LD-2)."""
        return levels()[self.level].ld + (co("ld") if self.is_co else 0)


@dataclass(frozen=True)
class Unit:
    """A squad, artillery team or gun crew as written: its place, the raw fields, the house rules of the list."""

    at: int
    raw: Any
    house: House

    @property
    def place(self) -> Where:
        return ("units", self.at)

    @cached_property
    def fields(self) -> Mapping[str, Any]:
        return table_of(self.raw)

    @property
    def id(self) -> str:
        """The name by which events know the unit; its number where it has none that can be used (TGF-A3)."""
        word = self.fields.get("id")
        return str(word) if is_kebab(word) else f"unit {self.at + 1}"

    @cached_property
    def kind(self) -> UnitKind | None:
        return kinds().get(_known(self.fields.get("kind"), kinds()))

    @cached_property
    def lines(self) -> tuple[Member, ...]:
        """All lines of members, those with mistakes too."""
        found = items_of(self.fields.get("members"))
        return tuple(Member((*self.place, "members", at), table_of(one), self.house) for at, one in enumerate(found))

    @cached_property
    def members(self) -> tuple[Member, ...]:
        """The lines that count (TGF-A3)."""
        return tuple(line for line in self.lines if line.counts)

    @property
    def soldiers(self) -> Iterator[Member]:
        """The line of every miniature, in the order of their names: ``<unit>-0``, ``<unit>-1`` and so on."""
        return (line for line in self.members for _ in range(line.count))

    def number(self, *wanted: str) -> int:
        """How many there are of some roles."""
        return sum(line.count for line in self.members if line.role in wanted)

    @property
    def size(self) -> int:
        return sum(line.count for line in self.members)

    @property
    def normal(self) -> int:
        return self.number(*NORMAL)

    @property
    def specialists(self) -> int:
        return self.number(*SPECIALISTS)

    @cached_property
    def leader(self) -> Member | None:
        return next((line for line in self.members if line.role == SERGEANT), None)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of training, each once, the leader's first."""
        first = [self.leader.level] if self.leader else []
        return tuple(dict.fromkeys([*first, *(line.level for line in self.members)]))

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The pieces that are known, of whatever kind of unit (TGF-A3)."""
        return tuple(one for one in items_of(self.fields.get("pieces")) if isinstance(one, str) and one in PIECES)

    @property
    def legal_pieces(self) -> tuple[str, ...]:
        """Those that the kind may have (TGF-A15)."""
        return tuple(one for one in self.pieces if self.kind and one in self.kind.pieces)

    @property
    def points(self) -> Fraction:
        """Of all its members, and of its pieces where they have a price (TGF-R56)."""
        pieces = (self.house.value("prices", one) or Fraction(0) for one in self.pieces)
        return sum((line.points for line in self.members), Fraction(0)) + sum(pieces, Fraction(0))


@dataclass(frozen=True)
class Army:
    """A list as written, with its house rules and the agreed budget (None: no limit)."""

    fields: Mapping[str, Any]
    units: tuple[Unit, ...]
    house: House
    budget: Fraction | None

    @cached_property
    def points(self) -> Fraction:
        return sum((unit.points for unit in self.units), Fraction(0))


def read(army: Mapping[str, Any], budget: Any, system: System) -> Army:
    """A list from raw data; `budget` goes before the army's. Errors: `Malformed` where there is nothing to check."""
    house = system.read_house(army.get("house", {}), "house")
    units = army.get("units", [])
    if not isinstance(units, list | tuple):
        raise Malformed(f"units: {brief(units)} is not a list", hint="begin each unit with [[units]]", where="units")
    limit = army.get("budget") if budget is None else budget
    agreed = None if limit is None else Points(negative=True).read(limit, "budget")
    return Army(army, tuple(Unit(at, raw, house) for at, raw in enumerate(units)), house, agreed)
