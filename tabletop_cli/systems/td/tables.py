"""The printed tables, read once from ``catalogue/*.toml``. Every number of the rulebook comes from here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

from ...api import (
    House,
    Id,
    ListOf,
    OneOf,
    Reference,
    Row,
    RowOf,
    Rows,
    ShapedObject,
    Tables,
    Text,
    Whole,
    YesNo,
    dataclass,
    fact,
    lazy_function,
)

REFERENCE = Reference(Path(__file__).parent)
Ids = tuple[str, ...]

NO_SWITCH = "none"
ARC_SWITCHES = (NO_SWITCH, "heavy_tank_arc")

STATUSES = ("none", "pinned", "suppressed")
RESULTS = (*STATUSES, "out")
NO_EFFECT = {"none": "no effect"}  # as an outcome that people read; on the board such a model is steady
EXPERIENCE = ("green", "regular", "veteran")
MANEUVERABILITY = ("lead", "semi-lead", "autonomous")
TERRAIN = ("open", "rough", "forest", "ruin", "depression")
LINEAR = ("hedge", "wall", "fence")
GUN_VALUES = {  # beside its dice at infantry
    "kill potential": "kill_potential",
    "penetration": "armour_penetration",
    "reload": "reload",
    "AP tokens": "ap_tokens",
}
HANDIWORK = ("other", "tow", "untow", "mount", "unmount")
MISSIONS = ("barrage", "smoke")
ACTIONS = ("move", "pivot", "direct-fire", "indirect-fire", "rally", "reload", "prepare", "reactive-fire")


def catalogue_file(name: str) -> ShapedObject:
    """One file of the catalogue, by its name without ending."""
    return REFERENCE.file_data(f"catalogue/{name}")


def catalogue_table(name: str, table: str) -> ShapedObject:
    """A table of a file of the catalogue: its rows by their ids."""
    found: ShapedObject = catalogue_file(name)[table]
    return found


infantry = partial(
    catalogue_file, "infantry"
)  # profile, leader bonus, model numbers, options and notes of infantry units
words = partial(catalogue_table, "words")  # names and explanations of what players choose and of what stands on rosters


@dataclass(frozen=True, kw_only=True, eq=False)
class Gun(Row):
    """A weapon; `house` names the values that the book leaves blank, which players supply as house rules (TD-R12)."""

    mounted_on: Ids = fact(ListOf(Id()), (), help="printed guns: what has them; vehicles of your own name their guns")
    armour_penetrating: bool = fact(YesNo(), help="it fires at vehicles (TD-FIRE-2)")
    at_infantry: bool = fact(YesNo(), True, help="it fires at infantry (TD-FIRE-2)")
    direct_fire_dice: int | None = fact(Whole(), None, help="dice at infantry (TD-FIRE-3)")
    kill_potential: int | None = fact(Whole(), None, help="models beside the target (TD-FIRE-7)")
    armour_penetration: int | None = fact(Whole(), None, help="added to the penetration die (TD-AV-1)")
    reload: int | None = fact(Whole(), None, help="reload markers after each shot (TD-FIRE-8)")
    ap_tokens: int | None = fact(Whole(), None, help="armour-piercing tokens in close combat (TD-CC-3)")
    in_groups: bool = fact(YesNo(), False, help="units fire it in group actions (TD-FIRE-6)")
    house: Ids = fact(ListOf(Text()), (), help="values that are agreed on as house rules")

    def known_value(self, key: str, house: House) -> int | None:
        """A value: its own, or supplied by the players; None while it is blank, or where it has none."""
        own: int | None = getattr(self, key)
        asked = self.armour_penetrating and not self.home
        return own if own is not None or not asked else house.supplied_number("guns", self.id, key)

    def can_fire(self, at_vehicle: bool) -> bool:
        """Whether it may fire at infantry, or at vehicles, blank values or not (TD-FIRE-2)."""
        return self.armour_penetrating if at_vehicle else self.at_infantry


GUNS = Rows("td", "guns", Gun, partial(catalogue_table, "guns", "guns"), home="weapons of vehicles")


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind(Row):
    """What a model is: its arc and close combat dice, None where they are chosen elsewhere."""

    arc: int | None = fact(Whole(1, 360), None)
    arc_switch: str = NO_SWITCH
    cc_dice: int | None = fact(Whole(), None)
    armour: int | None = None
    gun: Gun | None = fact(RowOf.of_tables(GUNS), None, help="what it fires; a spotter has none (TD-R7)")

    @property
    def guns(self) -> tuple[Gun, ...]:
        """What it may fire, the usual weapon first."""
        return () if self.gun is None else (self.gun,)

    @property
    def is_vehicle(self) -> bool:
        return self.armour is not None


@dataclass(frozen=True, kw_only=True, eq=False)
class EntryType(Kind):
    """A row of the cost table; keys that are absent are blank in the rulebook."""

    model: str = fact(Text(), "", help="what its models are called by machines, where that is not its id")
    type: str = fact(OneOf(("infantry", "vehicle")))
    fire: str = fact(OneOf(("direct", "indirect")))
    base_mm: str = fact(Text(), "")
    fire_dice: int | None = fact(Whole(), None)
    cost: int = fact(Whole())
    experience: str | None = fact(OneOf(EXPERIENCE), None)
    maneuverability: str | None = fact(OneOf(MANEUVERABILITY), None)
    tokens: int | None = fact(Whole(), None)
    reload: int | None = fact(Whole(), None)

    @property
    def key(self) -> str:
        return self.model or self.id


ENTRIES = Rows("td", "entries", EntryType, partial(catalogue_table, "entries", "entries"))


@dataclass(frozen=True, kw_only=True, eq=False)
class Vehicle(Kind):
    """A tank or a mech: the entry that pays for it, its armour and its guns (TD-A14)."""

    entry: str = fact(OneOf(("tank", "mech")), help="the row of the cost table that pays for it")
    cost: int | None = fact(Whole(), None, help="home-made vehicles: their price; default: that of the entry")
    armour: int = fact(Whole(1, 12))
    gun: Gun = fact(RowOf.of_tables(GUNS))
    second_gun: Gun | None = fact(RowOf.of_tables(GUNS), None)
    arc: int = fact(Whole(1, 360), 90)
    arc_switch: str = fact(OneOf(ARC_SWITCHES), NO_SWITCH, help="the house rule that decides its arc (TD-R10)")
    cc_dice: int = fact(Whole())
    large: bool = fact(YesNo(), False, help="it never has cover (TD-COVER-3)")
    fast: bool = fact(YesNo(), False, help="two moves for one action (TD-MOVE-5)")

    @property
    def guns(self) -> tuple[Gun, ...]:
        return (self.gun,) if self.second_gun is None else (self.gun, self.second_gun)


VEHICLES = Rows("td", "vehicles", Vehicle, partial(catalogue_table, "vehicles", "vehicles"), home="tanks and mechs")


@dataclass(frozen=True, kw_only=True, eq=False)
class Battery(Row):
    """Off-table artillery of a size (TD-IND-1)."""

    dice: int = fact(Whole())
    kill_potential: int = fact(Whole())
    smoke_cm: tuple[int, ...] = fact(ListOf(Whole(1), minimum=2, maximum=2))
    missions: int = fact(Whole(1))


BATTERIES = Rows("td", "sizes", Battery, partial(catalogue_table, "artillery", "sizes"), home="off-table artillery")
TABLES = Tables(
    "td",
    (GUNS, ENTRIES, VEHICLES, BATTERIES),
    named=("variant", "size"),
    rules=lambda: {*REFERENCE.rules, *REFERENCE.rulings},
    check=lazy_function(__package__, "row_checks:find_faults"),
    remarks=lazy_function(__package__, "row_checks:find_remarks"),
)


def choice_rows(rows: Mapping[str, Row]) -> dict[str, ShapedObject]:
    """Rows as values to choose from: their names, summaries and rules."""
    return {name: {"name": row.name, "summary": row.summary, "rules": row.rules} for name, row in rows.items()}


def of_print(row: Row, *rulings: str) -> tuple[str, ...]:
    """Return rulings on what the book prints or leaves blank; none for a row of one's own."""
    return () if row.home else rulings


def is_model(row: Kind) -> bool:
    """Whether models are of this kind: all but the rows that only pay for vehicles."""
    return row.cc_dice is not None


KIND = RowOf.of_tables(ENTRIES, VEHICLES, fits=is_model)
WEAPON = RowOf.of_tables(GUNS)
GROUP_WEAPON = RowOf.of_tables(GUNS, fits=lambda gun: gun.in_groups)


def printed_kind(word: str) -> Kind:
    """A printed kind of model that is no vehicle: infantry, hmg, spotter, atg."""
    return next(row for row in ENTRIES.printed.values() if row.key == word)


def vehicle_variants(entry_type: str | None, house: House) -> dict[str, Vehicle]:
    """The vehicles that an entry of this type may be."""
    return {name: row for name, row in VEHICLES.all_rows(house.catalogue).items() if row.entry == entry_type}


@cache
def piercing_gun() -> Gun:
    """The weapon of an armour-piercing trooper (TD-R7)."""
    return next(row for row in GUNS.printed.values() if "armour-piercing" in row.mounted_on)


def rule_number(name: str) -> int:
    """A number of the tables of play: lowest faces that hit, the standard base in mm."""
    found: int = catalogue_file("tables")["numbers"][name]
    return found


def action_name(action: str) -> str:
    """An action inside a sentence: ``direct fire``."""
    return str(catalogue_file("tables")["actions"][action]["name"]).lower()


def takes_groups(action: str) -> bool:
    """*Actions*: whether an action can be taken by a group (TD-GROUP-1)."""
    found: bool = catalogue_file("tables")["actions"][action]["group"]
    return found


def terrain_name(terrain: str) -> str:
    """A patch of ground inside a sentence: ``open ground``."""
    return str(catalogue_file("tables")["terrain"][terrain]["name"]).lower()


def status_name(status: str) -> str:
    """A status in the words of the table: ``steady`` for a model without one."""
    return str(words("statuses")[status]["name"])


def firing_result(status: str, hits: int) -> str:
    """*Firing results*: the status after `hits` on a model with `status`; 3 or more read as 3 (TD-FIRE-4, TD-R32)."""
    row: list[str] = catalogue_file("tables")["firing"][status]
    return row[min(hits, len(row) - 1)]


def rally_value(experience: str, status: str) -> int:
    """*Rally*: the lowest result of die plus bonus (TD-RALLY-1)."""
    found: int = catalogue_file("tables")["rally"][experience][status]
    return found


def gives_cover(terrain: str, fire: str) -> bool:
    """*Terrain*: whether standing in it is cover against ``direct`` or ``indirect`` fire (TD-COVER-1, TD-COVER-2)."""
    found: bool = catalogue_file("tables")["terrain"][terrain][f"cover_{fire}"]
    return found
