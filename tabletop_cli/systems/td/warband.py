"""A warband as written: entries with their raw fields, and what the catalogue knows of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ...api import Entry, House, Malformed, Number, ShapedMapping, brief_text, dataclass, units_of
from .keys import TYPES
from .tables import (
    BATTERIES,
    ENTRIES,
    EXPERIENCE,
    MANEUVERABILITY,
    Battery,
    EntryType,
    Vehicle,
    infantry,
    vehicle_variants,
)

if TYPE_CHECKING:
    from ...api import System

FIXED_QUALITY = ("hmg", "off-table-artillery", "atg")


class Quality(NamedTuple):
    """The cell of the grid in which an infantry unit stands, in the order of the grid's own keys."""

    maneuverability: str
    experience: str

    @property
    def models(self) -> int:
        """Models by the grid, leader included, attached HMG not."""
        return int(infantry()["models"][self.maneuverability][self.experience])

    @property
    def words(self) -> str:
        """``regular autonomous``, as the book says it."""
        return f"{self.experience} {self.maneuverability}"


@dataclass(frozen=True)
class ListEntry(Entry):
    """One entry of a list with the house rules of the list."""

    house: House

    @cached_property
    def type(self) -> str | None:
        """The entry's type, None where it is none of the six (TD-A2)."""
        word = self.fields.get("type")
        return word if isinstance(word, str) and word in TYPES else None

    @cached_property
    def vehicle(self) -> str:
        """The vehicle that a tank or mech is; empty where its variant is none of its kind (TD-A14)."""
        variant = self.fields.get("variant")
        return (
            variant
            if self.type and isinstance(variant, str) and variant in vehicle_variants(self.type, self.house)
            else ""
        )

    @cached_property
    def battery(self) -> str:
        """The size of an off-table battery; empty where it has none (TD-A12)."""
        size = self.fields.get("size")
        known = (
            self.type == "off-table-artillery"
            and isinstance(size, str)
            and size in BATTERIES.all_rows(self.house.catalogue)
        )
        return str(size) if known else ""

    @property
    def entry(self) -> EntryType | None:
        """The row of the cost table that pays for it."""
        return ENTRIES.printed.get(self.type or "")

    @property
    def vehicle_row(self) -> Vehicle | None:
        return vehicle_variants(self.type, self.house).get(self.vehicle)

    @property
    def battery_row(self) -> Battery | None:
        return BATTERIES.all_rows(self.house.catalogue).get(self.battery)

    @property
    def row(self) -> EntryType | Vehicle | Battery | None:
        """What the catalogue says of it: of a vehicle or a battery its own row, else that of its type."""
        return self.vehicle_row or self.battery_row or self.entry

    @property
    def options(self) -> list[Any]:
        found: list[Any] = self.fields.get("options", [])
        return found

    @cached_property
    def quality(self) -> Quality | None:
        """Maneuverability and experience of an infantry unit, None unless both are known (TD-A4)."""
        maneuverability, experience = self.fields.get("maneuverability"), self.fields.get("experience")
        if maneuverability in MANEUVERABILITY and experience in EXPERIENCE:
            return Quality(str(maneuverability), str(experience))
        return None

    @property
    def grid_models(self) -> int | None:
        """Models by the grid, leader included, attached HMG not; None without known quality."""
        return self.quality.models if self.quality else None

    @property
    def models(self) -> int:
        """Models of one copy, attached HMG included; 1 for what is no infantry unit of known quality."""
        return 1 if self.grid_models is None else self.grid_models + (self.attached_hmgs > 0)

    @property
    def group(self) -> int | None:
        """group(x) of an infantry unit (*Infantry units*, note (3)); None for what acts alone."""
        if self.grid_models is None:
            return None
        return int(infantry()["notes"]["pairs"]["group_move"]) if self.has_note("pairs") else self.models

    def is_fast_large(self, house: House) -> bool:
        """Whether an infantry unit is fast and large: by its option, or by the house rules played by (TD-A9, TD-R4)."""
        fixed = house["note_5"] == "fixed" and self.can_take("fast-large")
        return self.type == "infantry-unit" and (fixed or "fast-large" in self.options)

    def has_note(self, note: str) -> bool:
        """Whether a fixed note of the grid holds for the unit."""
        return self.quality is not None and list(self.quality) in infantry()["notes"][note]["eligible"]

    @property
    def attached_hmgs(self) -> int:
        return sum(option == "attached-hmg" for option in self.options)

    @property
    def points_each(self) -> int:
        """Cost of one copy (*Points*)."""
        if self.entry is None:
            return 0
        own = self.vehicle_row.cost if self.vehicle_row else None
        return (self.entry.cost if own is None else own) + self.attached_hmgs * int(self.house["attached_hmg_cost"])

    @property
    def points(self) -> int:
        """Cost of all copies (*Points*)."""
        return self.count * self.points_each

    @property
    def word(self) -> str:
        """``regular autonomous infantry``, ``light tank``; what is wrong in the file is left out."""
        if self.type is None:
            return str(self.fields.get("type", "without type"))
        if self.quality:
            return f"{self.quality.words} infantry"
        assert self.entry is not None
        own = self.battery_row if self.battery_row and self.battery_row.home else None
        name = (self.vehicle_row or own or self.entry).name.lower()
        return name if own else f"{self.battery} {name}".strip()

    def can_take(self, option: str) -> bool:
        """Whether the unit's quality is eligible for an option."""
        eligible = infantry()["options"][option]["eligible"]
        return self.quality is not None and list(self.quality) in eligible


@dataclass(frozen=True)
class ArmyList:
    """A list as written, with house rules and the agreed budget (None: not agreed)."""

    fields: ShapedMapping
    entries: tuple[ListEntry, ...]
    house: House
    budget: Fraction | None

    @cached_property
    def points(self) -> int:
        return sum(entry.points for entry in self.entries)

    def of_type(self, *types: str) -> Iterator[ListEntry]:
        return (entry for entry in self.entries if entry.type in types)


def read(army: ShapedMapping, budget: Any, system: System) -> ArmyList:
    """A list from raw data; `budget` goes before the army's. Errors: `Malformed` for a wrong structure."""
    house = system.read_common(army, "")["house"]
    entries = tuple(_read_entry(at, fields, house) for at, fields in enumerate(units_of(army, system.id)))
    own = Number().read(army["budget"], "budget") if "budget" in army else None
    return ArmyList(army, entries, house, own if budget is None else Number().read(budget, "budget"))


def _read_entry(at: int, fields: ShapedMapping, house: House) -> ListEntry:
    if not isinstance(fields.get("options", []), list | tuple):
        where = f"units[{at}]"
        raise Malformed(f"{where}.options: {brief_text(fields['options'])} is not a list", where=where)
    return ListEntry(at, fields, house)
