"""A list as written: units with their member lines and pieces, raw, and what the catalogue knows of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from ...api import (
    ListOf,
    Malformed,
    OneOf,
    Points,
    Record,
    Row,
    Text,
    Whole,
    YesNo,
    brief_text,
    dataclass,
    fact,
    facts_of,
    is_whole,
    too_long_text,
)
from .kinds import KebabId
from .profiles import co_bonus
from .row_types import (
    CARRIED,
    KIND,
    KINDS,
    LEVEL,
    LEVELS,
    PIECE,
    ROLE,
    ROLES,
    WEAPONS,
    Level,
    Role,
    UnitKind,
    Weapon,
    weapon_price,
)

if TYPE_CHECKING:
    from ...api import House, Json, Shaped, ShapedMapping, System, Where

W = TypeVar("W", bound=Row)


@dataclass(frozen=True, kw_only=True)
class MemberFacts:
    """What a line of members may say."""

    role: Role = fact(ROLE, help="What they are (TGF-A4, TGF-A9).")
    level: Level = fact(LEVEL, help="How well they are trained (TGF-A16).")
    count: int = fact(Whole(1, None), help="How many of them.")
    weapon: Weapon | None = fact(CARRIED, None, help="What they carry, where it is not standard (TGF-A17).")
    co: bool = fact(YesNo(), False, help="Under co = optional: the sergeant is a commanding officer (TGF-R1).")


@dataclass(frozen=True, kw_only=True)
class UnitFacts:
    """What a unit may say."""

    id: str = fact(KebabId(like="first-squad"), help="What it is called at the table; no other unit has it (TGF-A3).")
    kind: UnitKind = fact(KIND, help="What the unit is.")
    members: tuple[MemberFacts, ...] = fact(ListOf(Record(MemberFacts)), help="Who is in it (TGF-A4, TGF-A5, TGF-A9).")
    pieces: tuple[Weapon, ...] = fact(ListOf(PIECE), (), help="Mortars and guns, an entry each (TGF-A15).")
    name: str = fact(Text(), "", help="A name of your own.")


@dataclass(frozen=True, kw_only=True)
class ArmyFacts:
    """What an army file may say beside `READ_BEFORE`."""

    units: tuple[UnitFacts, ...] = fact(ListOf(Record(UnitFacts)), (), help="The units of the list (TGF-A2).")
    system: str = fact(OneOf(("tgf",)), "tgf", help="The Grunt Factor")
    name: str = fact(Text(), "", help="What the army is called.")


READ_BEFORE = ("budget", "house", "catalogue")  # keys of an army that are read before the rest is judged


def table_of(value: Json) -> ShapedMapping:
    """A table as written; an empty one for what is none (TGF-A3)."""
    return value if isinstance(value, Mapping) else {}


def items_of(value: Json) -> tuple[Shaped, ...]:
    """A list as written; an empty one for what is none (TGF-A3)."""
    return tuple(value) if isinstance(value, list | tuple) else ()


def keys_of(facts: type[object]) -> tuple[str, ...]:
    """The keys that a table may have."""
    return tuple(one.name for one in facts_of(facts))


def _find_row(value: Json, known: Mapping[str, W]) -> W | None:
    """The row that a word names; None for every other (TGF-A3)."""
    return known.get(value) if isinstance(value, str) else None


@dataclass(frozen=True)
class Member:
    """A line of members: soldiers of one role, level and weapon; `co` says whether they have the CO row (TGF-R1)."""

    place: Where
    role: Role
    level: Level
    count: int
    weapon: Weapon
    co: bool
    price: Fraction = Fraction(0)  # of the weapon (TGF-R56)

    @property
    def points_each(self) -> Fraction:
        """Of one soldier: level, CO row, and the price of his weapon (TGF-R1, TGF-R56)."""
        return self.level.pts + (co_bonus("pts") if self.co else 0) + self.price

    @property
    def ld(self) -> int:
        """LD of one soldier, with the +1 of a commanding officer (TGF-LD-2)."""
        return self.level.ld + (co_bonus("ld") if self.co else 0)


@dataclass(frozen=True)
class Line:
    """A line of members as written; what the file says wrongly is None, or 0."""

    role: Role | None
    level: Level | None
    count: int
    weapon: Weapon | None
    co: bool

    def read_member(self, house: House, place: Where) -> Member | None:
        """Return what the line stands for; None where its role, level or count are not known (TGF-A3)."""
        if self.role is None or self.level is None or self.weapon is None or not self.count:
            return None
        leads = self.role.leads and (self.co or house["co"] == "sergeant")
        return Member(place, self.role, self.level, self.count, self.weapon, leads, weapon_price(house, self.weapon))


def line_of(raw: Json, house: House) -> Line:
    """A line of members. Its weapon is the one that it names, or the standard one of its role (TGF-R61)."""
    fields, found = table_of(raw), house.catalogue
    role, level = (
        _find_row(fields.get("role"), ROLES.all_rows(found)),
        _find_row(fields.get("level"), LEVELS.all_rows(found)),
    )
    count = fields.get("count")
    number = count if isinstance(count, int) and is_whole(count) and count >= 1 else 0
    named = _find_row(fields.get("weapon"), WEAPONS.all_rows(found))
    weapon = named if named and named.carried else role.weapon if role else None
    return Line(role, level, number, weapon, can_be_co(role, house) and fields.get("co") is True)


def can_be_co(role: Role | None, house: House) -> bool:
    """Whether a line may say that its sergeant is a commanding officer (TGF-R1)."""
    return role is not None and role.leads and house["co"] == "optional"


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
        named = isinstance(word, str) and word.strip() and not too_long_text(word)
        return str(word) if named else f"unit {self.at + 1}"

    @cached_property
    def kind(self) -> UnitKind | None:
        return _find_row(self.fields.get("kind"), KINDS.printed)

    @property
    def title(self) -> str:
        """What the unit is, in words; of an unknown kind, what the file says (TGF-A3)."""
        return self.kind.name.lower() if self.kind else f"unknown kind {brief_text(self.fields.get('kind'))}"

    @cached_property
    def members(self) -> tuple[Member, ...]:
        """The lines whose role, level and count are known; the others count nowhere (TGF-A3)."""
        lines = enumerate(items_of(self.fields.get("members")))
        found = (line_of(raw, self.house).read_member(self.house, (*self.place, "members", at)) for at, raw in lines)
        return tuple(line for line in found if line is not None)

    @property
    def soldiers(self) -> Iterator[Member]:
        """The line of every miniature, in the order of their names: ``<unit>-0``, ``<unit>-1`` and so on."""
        return (line for line in self.members for _ in range(line.count))

    def count_soldiers(self, wanted: Callable[[Role], bool] = lambda role: True) -> int:
        """How many there are of the roles that are wanted."""
        return sum(line.count for line in self.members if wanted(line.role))

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels of training, each once, the leader's first."""
        ordered = sorted(self.members, key=lambda line: not line.role.leads)
        return tuple(dict.fromkeys(line.level for line in ordered))

    @cached_property
    def placed_pieces(self) -> tuple[tuple[int, Weapon], ...]:
        """The pieces that are known, of whatever kind of unit, each with its place in the list (TGF-A3)."""
        known = WEAPONS.all_rows(self.house.catalogue)
        found = ((at, _find_row(one, known)) for at, one in enumerate(items_of(self.fields.get("pieces"))))
        return tuple((at, row) for at, row in found if row is not None and not row.carried)

    @property
    def pieces(self) -> tuple[Weapon, ...]:
        return tuple(row for _, row in self.placed_pieces)

    @property
    def legal_pieces(self) -> tuple[Weapon, ...]:
        """Those that the kind may have (TGF-A15)."""
        return tuple(one for one in self.pieces if self.kind and one.piece in self.kind.pieces)

    @property
    def points(self) -> Fraction:
        """Of all its members, and of its pieces where they have a price (TGF-R56)."""
        pieces = sum((weapon_price(self.house, one) for one in self.pieces), Fraction(0))
        return sum((line.count * line.points_each for line in self.members), pieces)


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
    house = system.read_common(army, "")["house"]
    units = army.get("units", [])
    if not isinstance(units, list | tuple):
        raise Malformed(
            f"units: {brief_text(units)} is not a list", hint="begin each unit with [[units]]", where="units"
        )
    limit = army.get("budget") if budget is None else budget
    agreed = None if limit is None else Points(negative=True).read(limit, "budget")
    return Army(army, tuple(Unit(at, table_of(raw), house) for at, raw in enumerate(units)), house, agreed)
