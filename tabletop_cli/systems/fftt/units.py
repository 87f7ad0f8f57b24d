"""Factions and units: the rows of both tables, printed and home-made, and the words by which a unit has a rule.

Every number comes from ``catalogue/units.toml`` and from home-made files. Distances are in cm, prices in force points.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from ...api import (
    PRINTED,
    Catalogue,
    House,
    ListOf,
    Malformed,
    OneOf,
    Row,
    RowOf,
    Rows,
    Tables,
    Text,
    Whole,
    YesNo,
    count_text,
    dataclass,
    fact,
    malformed_value,
)
from . import REFERENCE
from .tables import Blast, Distance, blasts, table_of

BLAST_OF = {"grenade": "grenade", "missile": "missile", "acid": "goo"}  # weapon to burst
SHOOTING = ("direct", *BLAST_OF)
WEAPONS = (*SHOOTING, "close-combat", "explosion", "none")
BOOK = table_of("units", "units")  # the printed units as data, which factions may name before there are rows
BASES = (*(name for name, row in BOOK.items() if row.get("headquarters") or row.get("breeds")), "none")


@dataclass(frozen=True, kw_only=True, eq=False)
class Faction(Row):
    """A faction: what its armies have for a base, and what all its units are."""

    mechanical: bool = fact(YesNo(), False, help="its units are machines: tanks heal them, and nobody eats them")
    insectoid: bool = fact(YesNo(), False, help="its units bite as often as they like, and charge only what they saw")
    base: str = fact(OneOf(BASES), BASES[0], help="the printed unit from which its armies reload")
    borrows: tuple[str, ...] = fact(ListOf(OneOf(tuple(BOOK))), (), help="printed units that serve it, too")

    @property
    def base_unit(self) -> Unit | None:
        """The printed unit that is its base; None of a faction without one."""
        return UNITS.printed.get(self.base)

    @property
    def needs_hq(self) -> bool:
        """Whether its armies own an HQ, without which they are none (FFTT-A6, FFTT-R45)."""
        return self.base_unit is not None and self.base_unit.headquarters

    @property
    def has_queen(self) -> bool:
        """Whether a queen takes the place of an HQ (FFTT-A8, FFTT-R44, FFTT-R59)."""
        return self.base_unit is not None and self.base_unit.breeds

    def has_unit(self, one: Unit) -> bool:
        """Check whether a unit serves in its armies (FFTT-A4)."""
        return self in one.factions or one.id == self.base or one.id in self.borrows


FACTIONS = Rows("fftt", "factions", Faction, partial(table_of, "factions", "units"), home="factions")
FACTION = RowOf.of_tables(FACTIONS)


@dataclass(frozen=True, kw_only=True, eq=False)
class Unit(Row):
    """A row of the unit tables: what one figure of it has before abilities and experience."""

    factions: tuple[Faction, ...] = fact(ListOf(FACTION, 1), help="whose unit it is (FFTT-A4)")
    fp: int = fact(Whole(1, 99), help="its price in force points")
    ap: int = fact(Whole(0, 12), help="its actions in a turn (FFTT-AP-1)")
    wounds: int = fact(Whole(1, 20), help="how many wounds kill it (FFTT-WOUND-1)")
    weapon: str = fact(OneOf(WEAPONS), help="what it fights with; the first four shoot")
    move: int = fact(Whole(0, 99), help="cm for each action point; 0: it never moves (FFTT-MOVE-1)")
    hth: int = fact(Whole(-9, 9), help="added to its die in hand to hand (FFTT-CC-2)")
    also: tuple[str, ...] = fact(ListOf(Text()), (), help="further names in the book")
    ws: int | None = fact(Whole(2, 12), None, help="weapon skill: 2D6, this or less (FFTT-SHOOT-1)")
    short: int = fact(Whole(0, 200), 0, help="how far short range goes (FFTT-SHOOT-2)")
    long: int = fact(Whole(0, 200), 0, help="how far it shoots at all (FFTT-SHOOT-2)")
    shots: int = fact(Whole(1, 4), 1, help="rolls of one shot (FFTT-SHOOT-4)")
    flies: str = fact(Text(), "", help="over what it flies, such as: over low walls (FFTT-MOVE-3)")
    doubles: bool = fact(YesNo(), False, help="a hit with two equal dice is two wounds (FFTT-SHOOT-3)")
    opportunity: bool = fact(YesNo(), False, help="it may use opportunity fire (FFTT-OPP-1)")
    indirect: bool = fact(YesNo(), False, help="it may fire at what it does not see (FFTT-BLAST-5)")
    heals: bool = fact(YesNo(), False, help="it heals (FFTT-HEAL-2)")
    harmless: bool = fact(YesNo(), False, help="it cannot wound in hand to hand (FFTT-CC-3)")
    explodes: bool = fact(YesNo(), False, help="it bursts like a grenade when it is destroyed (FFTT-BLAST-6)")
    goes_off: bool = fact(YesNo(), False, help="it may explode when it likes (FFTT-BUG-3)")
    headquarters: bool = fact(YesNo(), False, help="it is an HQ (FFTT-A6, FFTT-A7, FFTT-A14, FFTT-HQ-1)")
    breeds: bool = fact(YesNo(), False, help="it is a queen: it eats corpses and lays eggs (FFTT-A8, FFTT-BUG-1)")
    source: bool = fact(YesNo(), False, help="while one lives, figures of its factions reload (FFTT-AMMO-1)")
    ammo: bool = fact(YesNo(), True, help="false: it is an AI, and never runs out of ammo (FFTT-AMMO-2)")
    spent: bool = fact(YesNo(), False, help="it dies when it runs out of ammo (FFTT-AMMO-4, FFTT-A8)")
    counts: bool = fact(YesNo(), True, help="false: it does not keep its side in the game (FFTT-END-1)")
    scans: bool = fact(YesNo(), False, help="it keeps hidden forces at a distance (FFTT-FLANK-3)")
    small: bool = fact(YesNo(), False, help="it is hard to hit (FFTT-SHOOT-1)")
    unslowed: bool = fact(YesNo(), False, help="no ground slows it (FFTT-MOVE-2)")
    unheld: bool = fact(YesNo(), False, help="goo does not hold it (FFTT-BUG-4)")
    wide: bool = fact(YesNo(), False, help="it passes double doors only (FFTT-MOVE-3)")

    @property
    def shoots(self) -> bool:
        """Whether it has a weapon skill."""
        return self.ws is not None

    @property
    def bites(self) -> bool:
        """Whether it only fights hand to hand, with bites that a full metal jacket doubles (FFTT-R33)."""
        return self.weapon == "close-combat"

    @property
    def blast(self) -> Blast | None:
        """What its shots burst into; None for direct weapons and for what does not shoot."""
        return blasts()[BLAST_OF[self.weapon]] if self.weapon in BLAST_OF else None

    @property
    def mechanical(self) -> bool:
        """Whether tanks mend it: all of machina but the HQ, which marines have too (FFTT-HEAL-2)."""
        return all(one.mechanical for one in self.factions)

    @property
    def insectoid(self) -> bool:
        """Whether it fights and charges as insectoids do (FFTT-CC-6, FFTT-MOVE-5)."""
        return all(one.insectoid for one in self.factions)

    @property
    def of_queen(self) -> bool:
        """Whether queens take the place of HQs for it (FFTT-R44)."""
        return all(one.has_queen for one in self.factions)

    @property
    def source_word(self) -> str:
        """What its armies reload from, in a word: ``HQ``, ``queen`` (FFTT-AMMO-1)."""
        return next((one.base_unit.word for one in self.factions if one.base_unit), "source")

    @property
    def unprinted(self) -> tuple[str, ...]:
        """The ruling on what the text does not print of it: the HQ has no row (FFTT-R14)."""
        return ("FFTT-R14",) if self.headquarters and not self.home else ()

    def range_band(self, distance: Distance, house: House) -> Literal["short", "long"] | None:
        """The range of a distance, None beyond the last (FFTT-SHOOT-2, FFTT-R22)."""
        if distance > self.long:
            return None
        near = distance < self.short or (distance == self.short and house["range-boundary"] == "short")
        return "short" if near else "long"

    @property
    def word(self) -> str:
        """Inside a sentence: ``grunt``, ``HQ``."""
        return self.name if self.name.isupper() else self.name.lower()

    def quantity_text(self, count: int) -> str:
        """``3 grunts``, ``1 HQ``."""
        return count_text(count, self.word)


UNITS = Rows("fftt", "units", Unit, partial(table_of, "units", "units"), home="units")
UNIT = RowOf.of_tables(UNITS)


def check_units(catalogue: Catalogue, where: str) -> Iterator[Malformed]:
    """Return what does not fit together in home-made units: weapon, weapon skill and ranges, and how they explode."""
    for name, one in catalogue.rows.get(UNITS.name, {}).items():
        spot, shoots = f"{where}.{UNITS.name}.{name}", one.weapon in SHOOTING
        if shoots and one.ws is None:
            yield malformed_value(
                f"{spot}.ws", f"a unit with the weapon {one.weapon} needs a weapon skill", "write ws = 7"
            )
        elif shoots and not 0 < one.long >= one.short:
            text = f"short range {one.short} cm, long range {one.long} cm"
            yield malformed_value(f"{spot}.long", text, "long is at least 1, and no less than short")
        elif one.ws is not None and not shoots:
            hint = f"choose from {', '.join(SHOOTING)}, or leave ws out"
            yield malformed_value(
                f"{spot}.weapon", f"a unit with a weapon skill does not shoot with {one.weapon}", hint
            )
        if one.goes_off and not one.explodes:
            yield malformed_value(f"{spot}.explodes", "what goes off explodes", "write explodes = true")


def book_rules() -> tuple[str, ...]:
    """Return the ids of all rules and rulings, which rows may cite."""
    return (*REFERENCE.rules, *REFERENCE.rulings)


TABLES = Tables("fftt", (FACTIONS, UNITS), named=("unit",), rules=book_rules, check=check_units)


def units_of(faction: Faction, catalogue: Catalogue = PRINTED) -> tuple[Unit, ...]:
    """The units of a faction, in the order of the rulebook, then the home-made ones (FFTT-A4)."""
    return tuple(one for one in UNITS.all_rows(catalogue).values() if faction.has_unit(one))


def can_supply(source: Unit, one: Unit, catalogue: Catalogue) -> bool:
    """Check whether a unit reloads from another: some faction has both of them (FFTT-AMMO-1)."""
    return source.source and any(
        each.has_unit(source) and each.has_unit(one) for each in FACTIONS.all_rows(catalogue).values()
    )


def hatchling_of(roll: int) -> Unit | None:
    """What hatches on 1D6; None where one throws again (FFTT-BUG-2, FFTT-R46)."""
    name = table_of("egg")["creatures"].get(str(roll))
    return UNITS.printed[name] if name else None


def all_hatchlings() -> frozenset[Unit]:
    """What may hatch of an egg (FFTT-BUG-2)."""
    return frozenset(one for roll in range(1, 7) if (one := hatchling_of(roll)))


def is_ai(kind: Unit, house: House) -> bool:
    """Whether a unit is one of the AIs, which heal and never run out of ammo (FFTT-R15)."""
    return kind.mechanical if house["ai"] == "all-machina" else not kind.ammo
