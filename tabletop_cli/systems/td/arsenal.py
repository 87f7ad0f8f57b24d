"""What a warband can do: which cases of fire each entry puts to the resolvers, for the block of rosters that tells it.

Fire only: close combat is fought to the end, between whoever has come into contact, and has no target of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from ...api import Arsenal, Attacker, Case, Foe, Means, count_text
from .profiles import profiles_of, weapons_of
from .tables import VEHICLES, Gun, piercing_gun
from .warband import ArmyList, ListEntry

INFANTRY = "infantry"


def foes(army: ArmyList) -> Iterator[Foe]:
    """A model of infantry, and the vehicles of the catalogue by their armour (TD-FIRE-4, TD-AV-3)."""
    yield Foe(INFANTRY, INFANTRY)
    rows = sorted(VEHICLES.printed.values(), key=lambda row: row.armour)
    for armour, alike in groupby(rows, key=lambda row: row.armour):
        names = ", ".join(row.name.lower() for row in alike)
        yield Foe(f"armour-{armour}", f"armour {armour}", names, {"armour": armour})


def attackers(army: ArmyList) -> Iterator[tuple[Attacker, ...]]:
    """Who fires in one copy of each entry."""
    return (tuple(_entry_attackers(entry)) for entry in army.entries)


def _entry_attackers(entry: ListEntry) -> Iterator[Attacker]:
    if entry.type == "infantry-unit":
        yield from _infantry_attackers(entry)
    elif entry.battery:
        yield Attacker((Means("barrage", partial(_barrage_case, entry.battery)),))
    elif armed := weapons_of(entry):
        yield Attacker(tuple(map(_gun_means, armed)))


def _infantry_attackers(entry: ListEntry) -> Iterator[Attacker]:
    """The unit fires as a group at one model (TD-FIRE-6); the armour-piercing weapon fires by itself (TD-FIRE-2)."""
    group = [one.weapon.id for one in profiles_of(entry) if one.fires and one.weapon for _ in range(one.models)]
    if group:
        words = f"group fire, {count_text(len(group), 'shot')}"
        yield Attacker((Means(words, partial(_group_case, group)),))
    if any(one.weapon is piercing_gun() for one in profiles_of(entry)):
        yield Attacker((_gun_means(piercing_gun()),))


def _gun_means(weapon: Gun) -> Means:
    return Means(weapon.name.lower(), partial(_shot_case, weapon.id))


def _shot_case(weapon: str, foe: Foe) -> Case:
    if foe.id == INFANTRY:
        return Case("direct-fire", {"weapon": weapon})
    return Case("anti-vehicle", {"weapon": weapon, "vehicle": dict(foe.facts)})


def _group_case(group: list[str], foe: Foe) -> Case | None:
    return Case("group-fire", {"weapons": group}) if foe.id == INFANTRY else None


def _barrage_case(size: str, foe: Foe) -> Case | None:
    """A barrage has no vehicle as its target (TD-IND-6)."""
    return Case("barrage", {"size": size}) if foe.id == INFANTRY else None


ARSENAL = Arsenal(
    conditions="The chance that one action of fire, or one group action of a unit at one model, puts a model out or "
    "destroys a vehicle. The target is in the open and steady; the shooter is loaded and set up.",
    removes={
        "direct-fire": ("out",),
        "group-fire": ("out",),
        "barrage": ("out", "out-kill-potential"),
        "anti-vehicle": ("destroyed",),
    },
    ways={"fire": "all fire once"},
    foes=foes,
    attackers=attackers,
    to_agree=("gun-value-missing",),
)
