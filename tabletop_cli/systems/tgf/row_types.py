"""The tables whose rows facts hold: weapons, levels of training and roles, printed and home-made, and kinds of unit.

No rule asks a row for its id: what a rule hangs on is a word of the row, which home-made rows may have, too. The
sergeant alone is known by his id, for every unit has exactly one (TGF-A4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial

from ...api import (
    Catalogue,
    House,
    Id,
    ListOf,
    Malformed,
    MapOf,
    OneOf,
    Points,
    Record,
    Row,
    RowOf,
    Rows,
    ShapedObject,
    Tables,
    Text,
    Whole,
    YesNo,
    brief_text,
    count_text,
    dataclass,
    fact,
    facts_of,
    malformed_value,
)
from .profiles import band_names, catalogue_file, suppression_points
from .texts import REFERENCE

SERGEANT = "sergeant"
SORTS = ("mortar", "offboard", "gun")  # of pieces
STAT = Whole(0, 99)


def _catalogue_table(file: str, table: str) -> ShapedObject:
    """A table of the catalogue: its rows by their ids."""
    found: ShapedObject = catalogue_file(file)[table]
    return found


# --- Weapons


@dataclass(frozen=True, kw_only=True)
class Cell:
    """What a weapon does at a range: added to RC or CC, its shots, the damage (None: it has none), the hits to save."""

    hit: int = fact(Whole(-99, 99), help="added to RC, or to CC in base contact (TGF-HIT-1, TGF-CC-2)")
    dam: int | None = fact(STAT, None, help="its damage; left out: a hit does nothing (TGF-DAM-2)")
    shots: int = fact(Whole(1, 99), 1, help="dice to hit (TGF-R5)")
    hits: int = fact(Whole(1, 99), 1, help="hits to save of each that hits (TGF-R6)")
    ruling: str = fact(Id(), "", help="the ruling on an oddity of the book")
    damage_switch: str = fact(OneOf(("ar-long-damage",)), "", help="the house rule that says the damage (TGF-R7)")

    def under_house(self, house: House) -> Cell:
        """Return the cell with the damage that a house rule says, where one does."""
        if not self.damage_switch:
            return self
        return Cell(hit=self.hit, dam=house[self.damage_switch], shots=self.shots, hits=self.hits, ruling=self.ruling)


@dataclass(frozen=True, kw_only=True)
class Cells:
    """A row of the armoury: what a weapon does in each band; at the others it cannot be used (TGF-FIRE-1)."""

    cc: Cell | None = fact(Record(Cell), None)
    pb: Cell | None = fact(Record(Cell), None)
    sr: Cell | None = fact(Record(Cell), None)
    mr: Cell | None = fact(Record(Cell), None)
    lr: Cell | None = fact(Record(Cell), None)
    er: Cell | None = fact(Record(Cell), None)

    def cells_by_band(self) -> dict[str, Cell]:
        """Return those that there are, by band, the nearest first."""
        found = ((one.name, getattr(self, one.name)) for one in facts_of(Cells))
        return {name: cell for name, cell in found if cell is not None}

    def under_house(self, house: House) -> dict[str, Cell]:
        """Return them as they are played under some house rules."""
        return {name: cell.under_house(house) for name, cell in self.cells_by_band().items()}


@dataclass(frozen=True, kw_only=True, eq=False)
class Weapon(Row):
    """A weapon that a soldier carries, or a piece that a unit serves; without cells it cannot fire."""

    cells: Cells = fact(Record(Cells), Cells(), help="by range; written here, they replace all that `like` copies")
    piece: str = fact(OneOf(SORTS), "", help="the sort of piece it is; left out: somebody carries it (TGF-A15)")
    gunner: bool = fact(YesNo(), False, help="only a role with `gunner` fires it (TGF-FIRE-3, TGF-A18)")
    template: str = fact(OneOf(("small", "large")), "", help="everybody under it is hit (TGF-TPL-1)")
    indirect: bool = fact(YesNo(), False, help="it may fire at what only an observer sees (TGF-FO-2)")
    suppression: int | None = fact(
        OneOf((0, 2, 7)), None, help="points of one who suppresses; left out: 1/2, as a trooper (TGF-SUP-2)"
    )
    supplied: bool = fact(YesNo(), False, help="printed without a table, which players supply (TGF-R9, TGF-R12)")
    pts: Fraction = fact(Points(), Fraction(0), help="points of each, beside those of a soldier (TGF-R56)")
    printed: str = fact(Text(), "", help="as printed: a name, or words that no rule explains")
    ruling: str = fact(Id(), "", help="the ruling on the whole row")

    @property
    def carried(self) -> bool:
        """Whether it is personal; else it is a piece."""
        return not self.piece

    @property
    def is_supplied(self) -> bool:
        """Whether its table stands in the house rules; home-made weapons bring theirs."""
        return self.supplied and not self.home

    @property
    def is_idle(self) -> bool:
        """Whether nothing says what it does, and nobody can supply it."""
        return not self.is_supplied and not self.cells.cells_by_band()


WEAPONS = Rows("tgf", "weapons", Weapon, partial(_catalogue_table, "weapons", "weapons"), home="weapons and pieces")
WEAPON = RowOf.of_tables(WEAPONS)
CARRIED = RowOf.of_tables(WEAPONS, fits=lambda row: row.carried)
PIECE = RowOf.of_tables(WEAPONS, fits=lambda row: not row.carried)


@dataclass(frozen=True)
class Arm:
    """A weapon as it is played: its cells by band, none where no table is printed or supplied (TGF-R9, TGF-R12)."""

    row: Weapon
    cells: Mapping[str, Cell]
    template: str  # small, large, supplied; empty where it hits a single miniature
    indirect: bool

    @property
    def name(self) -> str:
        return self.row.name

    @property
    def rulings(self) -> tuple[str, ...]:
        """The ruling on the whole row, if there is one."""
        return (self.row.ruling,) if self.row.ruling else ()

    @property
    def has_table(self) -> bool:
        return bool(self.cells)

    @property
    def has_damage(self) -> bool:
        """Whether a hit does something; the flare gun only has a table to hit (TGF-R10)."""
        return any(cell.dam is not None for cell in self.cells.values())


def arm_of(house: House, row: Weapon) -> Arm:
    """Return a weapon under some house rules: with what players supply, and as TGF-R7 is played."""
    return _make_arm(house, row)


@lru_cache(maxsize=512)
def _make_arm(house: House, row: Weapon) -> Arm:
    if not row.is_supplied:
        return Arm(row, row.cells.under_house(house), row.template, row.indirect)
    told = {name: house.supplied_value("weapons", row.id, name) for name in ("template", "indirect", *band_names())}
    cells = {name: Cell(**told[name]) for name in band_names() if told[name] is not None}
    return Arm(row, cells, "supplied" if told["template"] else "", bool(told["indirect"]))


def weapon_price(house: House, row: Weapon) -> Fraction:
    """Return what a weapon or piece costs: its own points, and what players agreed on (TGF-R56)."""
    found: Fraction = row.pts + (house.values.get(("prices", row.id)) or 0)
    return found


def count_suppressing(weapons: Iterable[Weapon]) -> dict[str, int]:
    """Return how many of each sort of weapon suppress, as the situation counts them (TGF-SUP-2, TGF-R37)."""
    known = {
        suppression_points("machine_gun"): "lmg_hmg",
        suppression_points("mounted"): "mounted",
        Fraction(0): "others",
    }
    counts = dict.fromkeys(("troopers", "mounted", "lmg_hmg", "others"), 0)
    for one in weapons:
        counts["troopers" if one.suppression is None else known[Fraction(one.suppression)]] += 1
    return counts


# --- Soldiers and units


@dataclass(frozen=True, kw_only=True, eq=False)
class Level(Row):
    """A row of the profile table. `st` and `s` are printed and used by no rule (TGF-R31)."""

    cc: int = fact(STAT, help="close combat (TGF-CC-2)")
    rc: int = fact(STAT, help="ranged combat (TGF-HIT-1)")
    ld: int = fact(STAT, help="leadership (TGF-LD-1)")
    ac: int = fact(Whole(1, 99), help="actions of a turn (TGF-ACT-1)")
    st: int = fact(STAT, 0, help="strength, which no rule uses (TGF-R31)")
    mv: int = fact(STAT, help="cm of each move action (TGF-MOVE-1)")
    a: int = fact(STAT, help="armour or stamina, for saves (TGF-DAM-2)")
    s: int = fact(STAT, 0, help="size, which no rule uses (TGF-R31)")
    pts: int = fact(Whole(), help="points of a soldier")
    steadfast: bool = fact(YesNo(), False, help="never too few to advance (TGF-PERM-1)")


@dataclass(frozen=True, kw_only=True, eq=False)
class Role(Row):
    """What a soldier is in his unit: the weapon that he has, what he can do, how many of him there may be."""

    weapon: Weapon = fact(CARRIED, help="his standard weapon (TGF-A17)")
    normal: bool = fact(YesNo(), False, help="a normal soldier (TGF-A9)")
    specialist: bool = fact(YesNo(), False, help="a specialist, who needs two normal soldiers beside him (TGF-A9)")
    gunner: bool = fact(YesNo(), False, help="he fires what only gunners fire (TGF-FIRE-3, TGF-A18)")
    observes: bool = fact(YesNo(), False, help="a forward observer, for artillery teams only (TGF-A10, TGF-A11)")
    serves: bool = fact(YesNo(), False, help="he serves a gun or a mortar, and is in no squad (TGF-A13, TGF-A15)")
    extra: bool = fact(YesNo(), False, help="under extra-specialists = forbid there is none (TGF-A19)")
    unruled: bool = fact(YesNo(), False, help="printed as a heading without a rule (TGF-R59)")
    most: int = fact(Whole(), 0, help="as many of them in a unit at most; 0: no limit")
    limit: str = fact(Id(), "TGF-A9", help="the constraint that says so, of a printed role")
    plural: str = fact(Text(), "", help="several of them, where that is not the name with an s")

    @property
    def leads(self) -> bool:
        """Whether it is the sergeant, of whom each unit has one (TGF-A4)."""
        return self.id == SERGEANT

    @property
    def stands_out(self) -> bool:
        """Whether people want to be told of him: he is neither the leader nor a normal soldier."""
        return not (self.leads or self.normal)

    @property
    def limited_by(self) -> str:
        """The constraint that is broken by too many of them; of a home-made role always the same."""
        return "TGF-A9" if self.home else self.limit

    @property
    def word(self) -> str:
        """Inside a sentence: ``soldier``, ``HMG gunner``."""
        return _name_in_sentence(self.name)

    def quantity_text(self, number: int) -> str:
        """``4 soldiers``, ``1 crew``, ``2 HMG gunners``: so many of them, in words."""
        return count_text(number, self.word, _name_in_sentence(self.plural))


def _name_in_sentence(name: str) -> str:
    """A name inside a sentence, where only what is written in capitals stays so."""
    return name if name[:2].isupper() else name.lower()


@dataclass(frozen=True, kw_only=True, eq=False)
class UnitKind(Row):
    """A kind of unit: the sorts of pieces that it may have, how many soldiers beside the sergeant, how many of crew.

    `size` is the fewest and the most, None where `crew` says who there is; `begun` is with whom a new one begins.
    """

    pieces: tuple[str, ...] = fact(ListOf(OneOf(SORTS)))
    size: tuple[int, ...] | None = fact(ListOf(Whole(1), 2, 2), None)
    crew: int = fact(Whole(), 0)
    begun: dict[str, int] = fact(MapOf(Whole(1), Id()))
    usual: Weapon | None = fact(PIECE, None, help="the piece that a unit without one is told to take")

    def allowed_pieces(self, found: Catalogue) -> tuple[Weapon, ...]:
        """Return the pieces that it may have, in the order of the armoury (TGF-A15)."""
        return tuple(row for row in WEAPONS.all_rows(found).values() if row.piece in self.pieces)


LEVELS = Rows("tgf", "levels", Level, partial(_catalogue_table, "armies", "levels"), home="levels of training")
ROLES = Rows("tgf", "roles", Role, partial(_catalogue_table, "armies", "roles"), home="roles")
KINDS = Rows("tgf", "kinds", UnitKind, partial(_catalogue_table, "armies", "kinds"))
LEVEL, ROLE, KIND = RowOf.of_tables(LEVELS), RowOf.of_tables(ROLES), RowOf.of_tables(KINDS)


# --- Files of one's own


def check_rows(found: Catalogue, where: str) -> Iterator[Malformed]:
    """Return what is wrong with rows that can be read: weapons that cannot fire, roles that are two things."""
    for one, weapon in found.rows.get("weapons", {}).items():
        spot = f"{where}.weapons.{one}"
        if weapon.is_idle:
            yield malformed_value(
                spot, "cells is missing, so that it cannot fire", "write cells.sr = { hit = 1, dam = 10 }"
            )
        for band, cell in weapon.cells.cells_by_band().items():
            if cell.dam is None and (band == "cc" or weapon.template):
                what = "template" if weapon.template else "blow"
                yield malformed_value(
                    f"{spot}.cells.{band}", f"dam is missing, which every {what} has", "write dam = 10"
                )
        yield from _faults_of_rulings(weapon, spot)
    for one, role in found.rows.get("roles", {}).items():
        if role.normal and role.specialist:
            spot = f"{where}.roles.{one}.specialist"
            yield malformed_value(spot, "nobody is a normal soldier and a specialist", "write one of the two")


def _faults_of_rulings(weapon: Weapon, spot: str) -> Iterator[Malformed]:
    """Return the rulings that a weapon cites and the book does not have."""
    cited = {f"{spot}.cells.{band}": cell.ruling for band, cell in weapon.cells.cells_by_band().items()}
    for place, ruling in {spot: weapon.ruling, **cited}.items():
        if ruling and ruling not in REFERENCE.rulings:
            yield malformed_value(f"{place}.ruling", f"the book has no ruling {brief_text(ruling)}", "leave it out")


def level_remarks(found: Catalogue, where: str) -> Iterator[Malformed]:
    """Return what is allowed and hardly meant: levels with a number above every printed one."""
    for one, level in found.rows.get("levels", {}).items():
        for name in ("cc", "rc", "ld", "ac", "a"):
            most = max(getattr(row, name) for row in LEVELS.printed.values())
            if getattr(level, name) > most:
                text = f"{getattr(level, name)} is above every printed one, of which {most} is the highest"
                yield malformed_value(f"{where}.levels.{one}.{name}", text, "agree on it with whom you play")


TABLES = Tables(
    "tgf",
    (WEAPONS, LEVELS, ROLES, KINDS),
    named=("level", "role", "weapon", "pieces"),
    rules=lambda: {*REFERENCE.rules, *REFERENCE.rulings},
    check=check_rows,
    remarks=level_remarks,
)
