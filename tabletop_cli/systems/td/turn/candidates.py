"""Whom a question at the table is about: sides, models, units and weapons as answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....api import Answer, Place
from ..counters import SIDES
from .state import Model, State
from .words import label


def sides(place: Place[State]) -> Iterator[Answer]:
    """Both sides, the one that is expected to act first; for a goal in their order, so that keys stay."""
    expected = None if place.event_kind == "goal" else place.state.expected
    for side in sorted(SIDES, key=lambda side: side != expected):
        yield Answer(side, place.state.side_name(side), side)


def models(state: State, which: Iterable[Model]) -> Iterator[Answer]:
    """Models as answers."""
    for one in which:
        yield Answer(one.id, label(state, one))


def own(place: Place[State]) -> Iterator[Answer]:
    """The models of the acting side that are there."""
    return models(place.state, place.state.there(place.event.by))


def enemies(place: Place[State]) -> Iterator[Answer]:
    """The models of the other side that are there."""
    for one in place.state.there():
        if one.side != place.event.by:
            yield Answer(one.id, label(place.state, one), like="vehicle" if one.is_vehicle else "infantry")


def beside(place: Place[State]) -> Iterator[Answer]:
    """Infantry that may stand beside the target, or beside a spot."""
    target = place.get("target")
    return models(place.state, (one for one in place.state.there() if not one.is_vehicle and one.id != target))


def own_units(place: Place[State]) -> Iterator[Answer]:
    """The infantry units of the acting side."""
    for unit in place.state.units.values():
        if unit.side == place.event.by and unit.type == "infantry-unit" and place.state.members(unit.id):
            yield Answer(unit.id, f"{unit.name}, {unit.experience} {unit.maneuverability}")


def members(place: Place[State]) -> Iterator[Answer]:
    """The members of the acting unit."""
    return models(place.state, place.state.members(place.event.unit))


def weapons(place: Place[State]) -> Iterator[Answer]:
    """The weapons of the acting model, the usual one first (TD-R11)."""
    for weapon in place.state.models[place.get("model")].weapons:
        yield Answer(weapon.id, weapon.name.lower() if weapon.home else weapon.id.replace("-", " "))
