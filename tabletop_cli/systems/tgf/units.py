"""A list as written: units with their member lines and pieces, raw, and what the catalogue knows of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from ...api import (
    ListOf,
    Malformed,
    OneOf,
    Points,
    Record,
    Text,
    Whole,
    YesNo,
    brief,
    dataclass,
    fact,
    facts_of,
    is_whole,
    too_long,
)
from .kinds import KebabId
from .profiles import KINDS, LEVELS, PIECES, ROLES, UnitKind, carried, co, kinds, levels, roles

if TYPE_CHECKING:
    from ...api import House, Json, Shaped, ShapedMapping, System, Where

SERGEANT = "sergeant"


@dataclass(frozen=True, kw_only=True)
class MemberFacts:
    """What a line of members may say."""

    role: str = fact(OneOf(ROLES), help="What they are (TGF-A4, TGF-A9).")
    level: str = fact(OneOf(LEVELS), help="How well they are trained (TGF-A16).")
    count: int = fact(Whole(1, None), help="How many of them.")
    weapon: str = fact(OneOf(carried()), "", help="What they carry, where it is not standard (TGF-A17).")
    co: bool = fact(YesNo(), False, help="Under co = optional: the sergeant is a commanding officer (TGF-R1).")


@dataclass(frozen=True, kw_only=True)
class UnitFacts:
    """What a unit may say."""

    id: str = fact(KebabId(like="first-squad"), help="What it is called at the table; no other unit has it (TGF-A3).")
    kind: str = fact(OneOf(KINDS), help="What the unit is.")
    members: tuple[MemberFacts, ...] = fact(ListOf(Record(MemberFacts)), help="Who is in it (TGF-A4, TGF-A5, TGF-A9).")
    pieces: tuple[str, ...] = fact(ListOf(OneOf(PIECES)), (), help="Mortars and guns, an entry each (TGF-A15).")
    name: str = fact(Text(), "", help="A name of your own.")


@dataclass(frozen=True, kw_only=True)
class ArmyFacts:
    """What an army file may say beside budget and house rules, which are read before the rest is judged."""

    units: tuple[UnitFacts, ...] = fact(ListOf(Record(UnitFacts)), (), help="The units of the list (TGF-A2).")
    system: str = fact(OneOf(("tgf",)), "tgf", help="The Grunt Factor")
    name: str = fact(Text(), "", help="What the army is called.")


def table_of(value: Json) -> ShapedMapping:
    """A table as written; an empty one for what is none (TGF-A3)."""
    return value if isinstance(value, Mapping) else {}


def items_of(value: Json) -> tuple[Shaped, ...]:
    """A list as written; an empty one for what is none (TGF-A3)."""
    return tuple(value) if isinstance(value, list | tuple) else ()


def keys_of(facts: type[object]) -> tuple[str, ...]:
    """The keys that a table may have."""
    return tuple(one.name for one in facts_of(facts))


def _word(fields: ShapedMapping, key: str, known: Sequence[str]) -> str:
    """A word that is known; empty for every other (TGF-A3)."""
    word = fields.get(key)
    return word if isinstance(word, str) and word in known else ""


@dataclass(frozen=True)
class Member:
    """A line of members: soldiers of one role, level and weapon; `co` says whether they have the CO row (TGF-R1).

    What the file says wrongly is empty, or 0; in the lines of a unit that happens to nobody.
    """

    place: Where
    role: str
    level: str
    count: int
    weapon: str
    co: bool
    price: Fraction = Fraction(0)  # of the weapon (TGF-R56)

    @property
    def points_each(self) -> Fraction:
        """Of one soldier: level, CO row, and the price of his weapon (TGF-R1, TGF-R56)."""
        return levels()[self.level].pts + (co("pts") if self.co else 0) + self.price

    @property
    def ld(self) -> int:
        """LD of one soldier, with the +1 of a commanding officer (TGF-LD-2)."""
        return levels()[self.level].ld + (co("ld") if self.co else 0)


def member(raw: Json, house: House, place: Where = ()) -> Member:
    """A line of members as written. Its weapon is the one that it names, or the standard one of its role (TGF-R61)."""
    fields = table_of(raw)
    role, level = _word(fields, "role", ROLES), _word(fields, "level", LEVELS)
    count = fields.get("count")
    number = count if isinstance(count, int) and is_whole(count) and count >= 1 else 0
    weapon = _word(fields, "weapon", carried()) or (roles()[role].weapon if role else "")
    is_co = may_be_co(role, house) and fields.get("co") is True
    price = house.value("prices", weapon) if weapon else None
    leads = role == SERGEANT and (is_co or house["co"] == "sergeant")
    return Member(place, role, level, number, weapon, leads, price or Fraction(0))


def may_be_co(role: str, house: House) -> bool:
    """Whether a line may say that its sergeant is a commanding officer (TGF-R1)."""
    return role == SERGEANT and house["co"] == "optional"


@dataclass(frozen=True)
class Unit:
    """A squad, artillery team or gun crew: its place, the raw fields, the house rules of the list."""

    at: int
    fields: ShapedMapping
    house: House

    @property
    def place(self) -> Where:
        return ("units", self.at)

    @property
    def id(self) -> str:
        """The name by which events know the unit; its number where it has none, or one that is too long (TGF-A3)."""
        word = self.fields.get("id")
        named = isinstance(word, str) and word.strip() and not too_long(word)
        return str(word) if named else f"unit {self.at + 1}"

    @cached_property
    def kind(self) -> UnitKind | None:
        return kinds().get(_word(self.fields, "kind", KINDS))

    @property
    def title(self) -> str:
        """What the unit is, in words; of an unknown kind, what the file says (TGF-A3)."""
        return self.kind.name.lower() if self.kind else f"unknown kind {brief(self.fields.get('kind'))}"

    @cached_property
    def members(self) -> tuple[Member, ...]:
        """The lines whose role, level and count are known; the others count nowhere (TGF-A3)."""
        lines = enumerate(items_of(self.fields.get("members")))
        found = (member(raw, self.house, (*self.place, "members", at)) for at, raw in lines)
        return tuple(line for line in found if line.role and line.level and line.count)

    @property
    def soldiers(self) -> Iterator[Member]:
        """The line of every miniature, in the order of their names: ``<unit>-0``, ``<unit>-1`` and so on."""
        return (line for line in self.members for _ in range(line.count))

    def number(self, *wanted: str) -> int:
        """How many there are of some roles; of all without one."""
        return sum(line.count for line in self.members if not wanted or line.role in wanted)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of training, each once, the leader's first."""
        ordered = sorted(self.members, key=lambda line: line.role != SERGEANT)
        return tuple(dict.fromkeys(line.level for line in ordered))

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
        return sum((line.count * line.points_each for line in self.members), Fraction(0)) + sum(pieces)


@dataclass(frozen=True)
class Army:
    """A list as written, with its house rules and the agreed budget (None: no limit)."""

    fields: ShapedMapping
    units: tuple[Unit, ...]
    house: House
    budget: Fraction | None

    @cached_property
    def points(self) -> Fraction:
        return sum((unit.points for unit in self.units), Fraction(0))


def read(army: ShapedMapping, budget: Json, system: System) -> Army:
    """A list from raw data; `budget` goes before the army's. Errors: `Malformed` where there is nothing to check."""
    house = system.read_house(army.get("house", {}), "house")
    units = army.get("units", [])
    if not isinstance(units, list | tuple):
        raise Malformed(f"units: {brief(units)} is not a list", hint="begin each unit with [[units]]", where="units")
    limit = army.get("budget") if budget is None else budget
    agreed = None if limit is None else Points(negative=True).read(limit, "budget")
    return Army(army, tuple(Unit(at, table_of(raw), house) for at, raw in enumerate(units)), house, agreed)
