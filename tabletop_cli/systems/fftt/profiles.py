"""Factions, units, abilities and experience, typed, and what a figure has of all of them together.

Every number comes from ``catalogue/*.toml`` and from the house rules. Distances are in cm, prices in force points (FP).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache, partial
from typing import Literal

from ...api import House, Id, ListOf, OneOf, Row, RowOf, Rows, Tables, Text, Whole, YesNo, counted, dataclass, fact
from .tables import Blast, Distance, blasts, number, records, table_of
from .terms import Term, plus, rules_of, total

FACTIONS = tuple(table_of("factions", "units"))
ABILITIES = tuple(table_of("abilities"))  # by roll
BLAST_OF = {"grenade": "grenade", "missile": "missile", "acid": "goo"}  # weapon to burst
MODES = ("battle", "campaign", "detachment")
FLANKS = ("left", "right")


# --- Factions and units


@dataclass(frozen=True, kw_only=True, eq=False)
class Faction(Row):
    """A faction; `of` is one of its kind, as in "a marine army"."""

    of: str = fact(Text(), help="one of its kind, inside a sentence")
    mechanical: bool = fact(YesNo(), False)

    @property
    def needs_hq(self) -> bool:
        """Whether its armies own an HQ, without which they are none (FFTT-A6, FFTT-R45)."""
        return self.id in unit("hq").factions


FACTION_ROWS = Rows("fftt", "factions", Faction, partial(table_of, "factions", "units"), home="factions")


def factions() -> Mapping[str, Faction]:
    """The factions by id, in the order of the rulebook."""
    return FACTION_ROWS.printed


WEAPONS = ("direct", "grenade", "missile", "acid", "close-combat", "explosion", "none")


@dataclass(frozen=True, kw_only=True, eq=False)
class Unit(Row):
    """A row of the unit tables: what one figure of it has before abilities and experience.

    `weapon` is direct, grenade, missile, acid, close-combat, explosion or none; `ws` is None where it shoots nothing,
    and `short` and `long` are 0 then. The flags:

    doubles      a hit with two equal dice is two wounds (FFTT-SHOOT-3)
    opportunity  may use opportunity fire (FFTT-OPP-1)
    indirect     may fire at what it does not see (FFTT-BLAST-5)
    heals        takes wounds away (FFTT-HEAL-2)
    harmless     cannot wound in hand to hand (FFTT-CC-3)
    explodes     bursts like a grenade when it is destroyed (FFTT-BLAST-6)
    source       while one lives, all of its side reload (FFTT-AMMO-1)
    ammo         may run out of it (FFTT-AMMO-2)
    spent        dies when it does (FFTT-AMMO-4)
    small        is hard to hit (FFTT-BLAST-1)
    unslowed     never halved by the ground (FFTT-MOVE-2)
    unheld       not held in goo (FFTT-BUG-4)
    wide         passes double doors only (FFTT-MOVE-3); `flies` says over what it flies
    """

    factions: tuple[str, ...] = fact(ListOf(Id()), help="whose unit it is")
    fp: int = fact(Whole())
    ap: int = fact(Whole())
    wounds: int = fact(Whole(1))
    weapon: str = fact(OneOf(WEAPONS))
    move: int = fact(Whole())
    hth: int = fact(Whole(-9))
    also: tuple[str, ...] = fact(ListOf(Text()), (), help="further names in the book")
    ws: int | None = fact(Whole(2, 12), None)
    short: int = fact(Whole(), 0)
    long: int = fact(Whole(), 0)
    shots: int = fact(Whole(1), 1)
    flies: str = fact(Text(), "")
    doubles: bool = fact(YesNo(), False)
    opportunity: bool = fact(YesNo(), False)
    indirect: bool = fact(YesNo(), False)
    heals: bool = fact(YesNo(), False)
    harmless: bool = fact(YesNo(), False)
    explodes: bool = fact(YesNo(), False)
    source: bool = fact(YesNo(), False)
    ammo: bool = fact(YesNo(), True)
    spent: bool = fact(YesNo(), False)
    small: bool = fact(YesNo(), False)
    unslowed: bool = fact(YesNo(), False)
    unheld: bool = fact(YesNo(), False)
    wide: bool = fact(YesNo(), False)

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
        return all(factions()[name].mechanical for name in self.factions)

    @property
    def insectoid(self) -> bool:
        return self.factions == ("insectoids",)

    @property
    def unprinted(self) -> tuple[str, ...]:
        """The ruling on what the text does not print of it: the HQ has no row (FFTT-R14)."""
        return ("FFTT-R14",) if self.id == "hq" else ()

    @property
    def counts(self) -> bool:
        """Whether it keeps its side in the game: no HQ, no scanner (FFTT-END-1)."""
        return self.id not in ("hq", "scanner")

    def band(self, distance: Distance, house: House) -> Literal["short", "long"] | None:
        """The range of a distance, None beyond the last (FFTT-SHOOT-2, FFTT-R22)."""
        if distance > self.long:
            return None
        near = distance < self.short or (distance == self.short and house["range-boundary"] == "short")
        return "short" if near else "long"

    @property
    def word(self) -> str:
        """Inside a sentence: ``grunt``, ``HQ``."""
        return self.name if self.name.isupper() else self.name.lower()

    def many(self, count: int) -> str:
        """``3 grunts``, ``1 HQ``."""
        return counted(count, self.word)


UNITS = Rows("fftt", "units", Unit, partial(table_of, "units", "units"), home="units")
UNIT = RowOf.of(UNITS)
TABLES = Tables("fftt", (FACTION_ROWS, UNITS), named=("unit",))


def units() -> Mapping[str, Unit]:
    """All units by id, in the order of the rulebook; the HQ first."""
    return UNITS.printed


def unit(name: str) -> Unit:
    return units()[name]


def units_of(faction: str, house: House | None = None) -> tuple[Unit, ...]:
    """The units of a faction, in the order of the rulebook; with house rules, home-made ones too."""
    known = units() if house is None else UNITS.of(house.catalogue)
    return tuple(one for one in known.values() if faction in one.factions)


def is_ai(kind: Unit, house: House) -> bool:
    """Whether a unit is one of the AIs, which heal and never run out of ammo (FFTT-R15)."""
    return kind.mechanical if house["ai"] == "all-machina" else not kind.ammo


def elite_cost(house: House) -> int | None:
    """What an elite figure costs; None where nobody may be elite (FFTT-R18)."""
    cost = house.value("elite-cost")
    return None if cost is None or cost == "none" else int(cost)


# --- Abilities, experience, and what a figure has of them


@dataclass(frozen=True)
class Ability:
    """A general's ability; `effect` is what `value` is added to each time, empty where it adds to no number."""

    id: str
    roll: int
    name: str
    summary: str
    effect: str = ""
    value: int = 0


@cache
def abilities() -> Mapping[str, Ability]:
    """The abilities by id, in the order of their rolls (FFTT-GEN-1)."""
    return records(Ability, table_of("abilities"))


def ability_of(roll: int) -> Ability:
    """The ability of a throw of 2D6."""
    return next(one for one in abilities().values() if one.roll == roll)


def earned(bonus: str, xp: int) -> bool:
    """Whether so many FP of killed enemies bring shooting, wounds, veteran, actions or chart (FFTT-XP-1, FFTT-R54)."""
    return bool(xp >= table_of("experience")[bonus]["fp"])


@dataclass(frozen=True)
class Profile:
    """What a figure has with its abilities and its experience: the unit's own numbers, and what is added for good.

    `ws` holds what the shooter's own abilities and experience add; None where it shoots nothing. `threshold` is from
    how many wounds suffered on it is wounded (FFTT-WOUND-1, FFTT-R35).
    """

    unit: Unit
    abilities: tuple[str, ...]
    xp: int
    ap: int
    wounds: int
    move: int
    ws: int | None
    hth: int

    @property
    def threshold(self) -> int:
        return (self.wounds + 1) // 2

    def told(self, effect: Literal["ap", "wounds", "move"]) -> tuple[str, tuple[str, ...]]:
        """A number of it in words, ``3 wounds (2, +1 iron man)``, and the rules by which it is not the unit's."""
        words = {"ap": ("action", ""), "wounds": ("wound", ""), "move": ("cm", "cm")}
        more = gains(effect, self.abilities, self.xp)
        made = f" ({getattr(self.unit, effect)}{plus(more)})" if more else ""
        return counted(getattr(self, effect), *words[effect]) + made, rules_of(more)

    def has(self, ability: str) -> bool:
        return ability in self.abilities

    @property
    def has_light_fire(self) -> bool:
        """Whether its Actions are enough for light fire (FFTT-TURN-4, FFTT-R3)."""
        return self.unit.shoots and self.ap >= number("light_fire")


@lru_cache(maxsize=512)
def profile(one: Unit, abilities: tuple[str, ...] = (), xp: int = 0) -> Profile:
    """The profile of a figure of a unit (FFTT-AP-1, FFTT-MOVE-1, FFTT-WOUND-1, FFTT-GEN-2, FFTT-XP-1, FFTT-R33).

    What needs a number that the unit does not have, such as a move of an HQ, stays without it.
    """
    ap, wounds, move, ws, hth = (total(gains(what, abilities, xp)) for what in ("ap", "wounds", "move", "ws", "hth"))
    return Profile(
        unit=one,
        abilities=abilities,
        xp=xp,
        ap=one.ap + ap,
        wounds=one.wounds + wounds,
        move=one.move + move if one.move else 0,
        ws=None if one.ws is None else one.ws + ws,
        hth=one.hth + hth,
    )


def gains(effect: str, names: tuple[str, ...], xp: int) -> tuple[Term, ...]:
    """What abilities and experience add to a number: ap, wounds, move, ws or hth.

    (FFTT-GEN-2, FFTT-R33, FFTT-XP-1, FFTT-R54)
    """
    found = []
    for row in abilities().values():
        if row.effect == effect and (times := names.count(row.id)):
            found.append(Term(row.value * times, row.name.lower(), ("FFTT-GEN-2", "FFTT-R33")))
    for step in table_of("experience").values():
        if step.get("effect") == effect and xp >= step["fp"]:
            found.append(Term(step["value"], f"for {step['fp']} FP of experience", ("FFTT-XP-1", "FFTT-R54")))
    return tuple(found)


def shots(figure: Profile, house: House) -> int:
    """The throws of one shot (FFTT-SHOOT-4, FFTT-R33)."""
    if not figure.has("full-metal-jacket"):
        return figure.unit.shots
    if figure.unit.shots > 1:
        return 4 if house["full-metal-tank"] == "four" else figure.unit.shots
    return 2


def bites(figure: Profile) -> int:
    """The strikes that each action point in hand to hand is worth (FFTT-CC-6, FFTT-R33)."""
    return 2 if figure.unit.bites and figure.has("full-metal-jacket") else 1
