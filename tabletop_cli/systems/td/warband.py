"""A warband as written: entries with their raw fields, and what the catalogue knows of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...api import House, Malformed, Number, Problem, Where, brief
from .tables import EXPERIENCE, MANEUVERABILITY, entries, infantry, vehicles

if TYPE_CHECKING:
    from ...api import System

ARMY_FIELDS = ("system", "name", "budget", "units", "house")
ENTRY_FIELDS: dict[str, tuple[str, ...]] = {
    "infantry-unit": ("experience", "maneuverability", "models", "leaders", "options", "armour_piercing_on"),
    "hmg": ("experience", "maneuverability"),
    "off-table-artillery": ("size", "spotters", "experience", "maneuverability"),
    "atg": ("start", "experience", "maneuverability"),
    "tank": ("variant",),
    "mech": ("variant",),
}
COMMON_FIELDS = ("type", "count", "name")
FIXED_QUALITY = ("hmg", "off-table-artillery", "atg")
PIERCING_CARRIERS = ("trooper", "leader", "hmg")


def is_whole(value: object) -> bool:
    """A whole number; true and 1.0 are none."""
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True)
class ListEntry:
    """One entry of a list: its place, the raw fields as written, the house rules of the list."""

    at: int
    fields: Mapping[str, Any]
    house: House

    @cached_property
    def type(self) -> str | None:
        """The entry's type, None where it is none of the six (TD-A2)."""
        word = self.fields.get("type")
        return word if isinstance(word, str) and word in ENTRY_FIELDS else None

    @property
    def count(self) -> int:
        """Copies; 0 where the number is broken (TD-A3)."""
        count = self.fields.get("count", 1)
        return count if is_whole(count) and count >= 1 else 0

    @property
    def options(self) -> list[Any]:
        found: list[Any] = self.fields.get("options", [])
        return found

    @cached_property
    def quality(self) -> tuple[str, str] | None:
        """(maneuverability, experience) of an infantry unit, None unless both are known (TD-A4)."""
        maneuverability, experience = self.fields.get("maneuverability"), self.fields.get("experience")
        if maneuverability in MANEUVERABILITY and experience in EXPERIENCE:
            return str(maneuverability), str(experience)
        return None

    @property
    def grid_models(self) -> int | None:
        """Models by the grid, leader included, attached HMG not; None without known quality."""
        return int(infantry()["models"][self.quality[0]][self.quality[1]]) if self.quality else None

    @property
    def models(self) -> int:
        """Models of one copy, attached HMG included; 1 for what is no infantry unit of known quality."""
        return 1 if self.grid_models is None else self.grid_models + (self.attached_hmgs > 0)

    @property
    def group(self) -> int | None:
        """group(x) of an infantry unit (*Infantry units*, note (3)); None for what acts alone."""
        if self.quality is None or self.grid_models is None:
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
        if self.type is None:
            return 0
        return int(entries()[self.type]["cost"]) + self.attached_hmgs * int(self.house["attached_hmg_cost"])

    @property
    def points(self) -> int:
        """Cost of all copies (*Points*)."""
        return self.count * self.points_each

    @property
    def label(self) -> str:
        name = self.fields.get("name")
        return f"entry {self.at + 1} ({name or self.fields.get('type', 'without type')})"

    def place(self, key: str = "") -> Where:
        return ("units", self.at, key) if key in self.fields else ("units", self.at)

    def can_take(self, option: str) -> bool:
        """Whether the unit's quality is eligible for an option."""
        eligible = infantry()["options"][option]["eligible"]
        return self.quality is not None and list(self.quality) in eligible

    def problem(self, code: str, text: str, hint: str = "", key: str = "") -> Problem:
        return Problem(code, f"{self.label}: {text}", hint, self.place(key))


@dataclass(frozen=True)
class ArmyList:
    """A list as written, with house rules and the agreed budget (None: not agreed)."""

    fields: Mapping[str, Any]
    entries: tuple[ListEntry, ...]
    house: House
    budget: Fraction | None

    @cached_property
    def points(self) -> int:
        return sum(entry.points for entry in self.entries)

    def of_type(self, *types: str) -> Iterator[ListEntry]:
        return (entry for entry in self.entries if entry.type in types)


def read(army: Mapping[str, Any], budget: Any, system: System) -> ArmyList:
    """A list from raw data; `budget` goes before the army's. Errors: `Malformed` for a wrong structure."""
    house = system.read_house(army.get("house", {}), "house")
    units = army.get("units", [])
    if not isinstance(units, list | tuple):
        raise Malformed(f"units: {brief(units)} is not a list", hint="begin each entry with [[units]]", where="units")
    if len(units) > 10_000:
        raise Malformed(f"units: {len(units)} entries; 10000 is the most", where="units")
    for key in ("system", "name"):
        if key in army and not isinstance(army[key], str):
            raise Malformed(f"{key}: {brief(army[key])} is not text", where=key)
    if army.get("system", "td") != "td":
        raise Malformed(f"system: this is an army of {brief(army['system'])}, not of td", where="system")
    entries = tuple(_entry(at, fields, house) for at, fields in enumerate(units))
    return ArmyList(army, entries, house, _budget(army, budget))


def _budget(army: Mapping[str, Any], override: Any) -> Fraction | None:
    own = Number().read(army["budget"], "budget") if "budget" in army else None
    return own if override is None else Number().read(override, "budget")


def _entry(at: int, fields: Any, house: House) -> ListEntry:
    where = f"units[{at}]"
    if not isinstance(fields, Mapping):
        raise Malformed(f"{where}: {brief(fields)} is not a table", hint="begin each entry with [[units]]", where=where)
    if not isinstance(fields.get("options", []), list | tuple):
        raise Malformed(f"{where}.options: {brief(fields['options'])} is not a list", where=where)
    if not isinstance(fields.get("name", ""), str):
        raise Malformed(f"{where}.name: {brief(fields['name'])} is not text", where=where)
    return ListEntry(at, fields, house)


def variants(entry_type: str | None) -> list[str]:
    """The vehicles that an entry of this type may be."""
    return [name for name, vehicle in vehicles().items() if vehicle["entry"] == entry_type]
