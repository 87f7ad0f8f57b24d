"""Rows of one's own that can be read, and what is wrong or hardly meant in them all the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...api import Catalogue, Malformed, malformed_value
from .tables import GUNS, NO_SWITCH, REFERENCE, VEHICLES, Gun, Vehicle


def find_faults(catalogue: Catalogue, where: str) -> Iterator[Malformed]:
    """Return what makes rows unusable, each with its place."""
    for one, gun in _own_guns(catalogue).items():
        yield from _blank_faults(gun, f"{where}.{GUNS.name}.{one}")
    for one, vehicle in _own_vehicles(catalogue).items():
        yield from _twofold_faults(vehicle, f"{where}.{VEHICLES.name}.{one}")


def find_remarks(catalogue: Catalogue, where: str) -> Iterator[Malformed]:
    """Return what is allowed in rows and hardly meant, each with its place."""
    mounted = {gun.id for vehicle in _own_vehicles(catalogue).values() for gun in vehicle.guns}
    for one, gun in _own_guns(catalogue).items():
        spot = f"{where}.{GUNS.name}.{one}"
        if not gun.armour_penetrating and not gun.at_infantry:
            yield malformed_value(spot, "it cannot fire at infantry or at vehicles", "write at_infantry = true")
        if one not in mounted:
            yield malformed_value(spot, "no vehicle of this file has this gun", f'name it in one: gun = "{one}"')
    most = max(vehicle.armour for vehicle in VEHICLES.printed.values())
    for one, vehicle in _own_vehicles(catalogue).items():
        if vehicle.armour > most:
            text = f"armour {vehicle.armour}, the most in the book is {most}"
            yield malformed_value(f"{where}.{VEHICLES.name}.{one}.armour", text, "look whether any gun can destroy it")


def _own_guns(catalogue: Catalogue) -> Mapping[str, Gun]:
    return catalogue.rows.get(GUNS.name, {})


def _own_vehicles(catalogue: Catalogue) -> Mapping[str, Vehicle]:
    return catalogue.rows.get(VEHICLES.name, {})


def _blank_faults(gun: Gun, spot: str) -> Iterator[Malformed]:
    """Return the values that a gun needs and lacks: only those of the book are agreed on as house rules (TD-R12)."""
    needed = {"armour_penetration": "at vehicles", "reload": "at vehicles"} if gun.armour_penetrating else {}
    needed |= {"direct_fire_dice": "at infantry"} if gun.at_infantry else {}
    needed |= {"kill_potential": "at both"} if gun.armour_penetrating and gun.at_infantry else {}
    for key, targets in needed.items():
        if getattr(gun, key) is None:
            yield malformed_value(
                spot, f"{key} is missing: a gun that fires {targets} needs it", f"write {key} = 0 or more"
            )


def _twofold_faults(vehicle: Vehicle, spot: str) -> Iterator[Malformed]:
    """Return what a vehicle says twice: a gun, and an arc that a house rule decides anyway (TD-R10, TD-R11)."""
    if vehicle.second_gun is vehicle.gun:
        yield malformed_value(f"{spot}.second_gun", f"{vehicle.gun.id} is its gun already", "leave out second_gun")
    switch = vehicle.arc_switch
    if switch != NO_SWITCH and vehicle.arc != (arc := REFERENCE.house.printed[switch]):
        text = f"arc is {vehicle.arc}, but the house rule {switch} decides it, {arc} as printed"
        yield malformed_value(f"{spot}.arc", text, f'write arc_switch = "{NO_SWITCH}"')
