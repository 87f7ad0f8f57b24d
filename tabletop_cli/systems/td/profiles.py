"""What one copy of an entry brings to the table: its models with dice, arc and armour, and their guns.

Everything that rosters and the builder say in numbers comes from here, and these come from the catalogue, from the
house rules, and from the functions of play.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...api import BLANK, House, ShapedMapping, dataclass
from .melee import combat_dice
from .reactive import find_markers_after_miss, find_reload
from .sighting import arc_of
from .tables import Gun, Vehicle, infantry, piercing_gun, printed_kind, words
from .warband import ListEntry

NOT = "-"


@dataclass(frozen=True)
class Profile:
    """A kind of model in an entry: how many there are of it, what it throws, and with which weapon."""

    name: str
    models: int
    close_combat: int
    weapon: Gun | None
    arc: int
    armour: int | None = None
    fires: bool = True  # at infantry

    @property
    def words(self) -> str:
        """``leader``, ``4 troopers``."""
        return f"{self.models} {self.name}s" if self.models > 1 else self.name


def profiles_of(entry: ListEntry) -> tuple[Profile, ...]:
    """The kinds of model of one copy, leader or main weapon first; empty where the list does not say what it is."""
    if entry.type == "infantry-unit":
        return tuple(_infantry_profiles(entry))
    if entry.vehicle_row:
        return (_vehicle_profile(entry.vehicle_row, entry.house),)
    if entry.type in (None, "tank", "mech"):
        return ()
    row = entry.entry
    assert row is not None
    return (Profile(row.key, 1, combat_dice(row), row.gun, row.arc or 0, None, row.gun is not None),)


def _infantry_profiles(entry: ListEntry) -> Iterator[Profile]:
    if entry.quality is None:
        return
    bonus = leader_bonus(entry)
    arc, fires = int(infantry()["profile"]["arc"]), not entry.has_note("close-combat-only")
    piercing = "armour-piercing" in entry.options
    trooper, hmg = printed_kind("infantry"), printed_kind("hmg")
    yield Profile("leader", 1, combat_dice(trooper, bonus), trooper.gun, arc, None, fires)
    plain = entry.quality.models - 1 - piercing
    yield Profile("trooper", plain, combat_dice(trooper), trooper.gun, arc, None, fires)
    if piercing:
        yield Profile("armour-piercing", 1, combat_dice(trooper), piercing_gun(), arc, None, False)
    if entry.attached_hmgs:
        yield Profile("attached HMG", 1, combat_dice(hmg), hmg.gun, hmg.arc or 0)


def _vehicle_profile(row: Vehicle, house: House) -> Profile:
    return Profile(row.name.lower(), 1, combat_dice(row), row.gun, arc_of(row, house), row.armour)


def leader_bonus(entry: ListEntry) -> int:
    """What the unit's own leader adds to a rally die (TD-UNIT-3)."""
    return int(infantry()["leader_bonus"][entry.quality.experience]) if entry.quality else 0


def notes_of(entry: ListEntry) -> tuple[ShapedMapping, ...]:
    """The fixed notes of the grid that hold for an infantry unit."""
    return tuple(row for name, row in infantry()["notes"].items() if entry.has_note(name))


def weapons_of(entry: ListEntry) -> tuple[Gun, ...]:
    """The weapons of one copy, each once."""
    found = [profile.weapon for profile in profiles_of(entry) if profile.weapon]
    return tuple(dict.fromkeys([*found, *(entry.vehicle_row.guns if entry.vehicle_row else ())]))


def dice_at_infantry(weapon: Gun | None, house: House) -> str:
    """Dice of a weapon at infantry: printed, by the house rules, or still blank (TD-FIRE-3, TD-R12)."""
    if weapon is None or not weapon.can_fire(at_vehicle=False):
        return NOT
    return value_of(weapon, "direct_fire_dice", house)


def value_of(weapon: Gun, key: str, house: House) -> str:
    """A value of a weapon in words: printed, supplied, `BLANK` in the book, or `NOT` used by it (TD-R12)."""
    if (own := getattr(weapon, key)) is not None:
        return str(own)
    if not weapon.armour_penetrating or (key not in weapon.house and key != "ap_tokens"):
        return NOT
    supplied = weapon.known_value(key, house)
    if supplied is None:
        return NOT if key == "ap_tokens" else BLANK  # tokens are no printed column; they are asked for (TD-R45)
    return str(supplied)


def reload_known(weapon: Gun | None, entry: ListEntry) -> bool:
    """Whether somebody has said how many reload markers a weapon needs (TD-FIRE-8, TD-R12)."""
    blank = weapon is not None and weapon.armour_penetrating and weapon.known_value("reload", entry.house) is None
    return entry.type == "atg" or not blank


def start_markers(weapon: Gun, entry: ListEntry) -> int:
    """Reload markers with which a gun of a carriage or vehicle begins; 0 while they are blank (TD-FIRE-8)."""
    return find_reload(weapon, entry.type == "atg", entry.house).value


def most_markers(weapon: Gun | None, entry: ListEntry) -> int:
    """The most reload markers that a shot with a weapon leaves: a model that has one fires no more (TD-ACT-4)."""
    own = find_reload(weapon, entry.type == "atg", entry.house).value
    return find_markers_after_miss(own, weapon, entry.house).value


def letter_meanings() -> dict[str, str]:
    """What the letters in the boxes of a roster stand for."""
    return {letter: str(text) for letter, text in words("letters").items()}
