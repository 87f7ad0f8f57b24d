"""Whom a question at the table is about: sides, models, units and weapons as answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....api import Answer, Place
from ..counters import SIDES
from .naming import model_label
from .state import Model, State


def side_answers(place: Place[State]) -> Iterator[Answer]:
    """Both sides, the one that is expected to act first; for a goal in their order, so that keys stay."""
    expected = None if place.event_kind == "goal" else place.state.expected
    for side in sorted(SIDES, key=lambda side: side != expected):
        yield Answer(side, place.state.side_name(side), side)


def model_answers(state: State, which: Iterable[Model]) -> Iterator[Answer]:
    """Models as answers."""
    for one in which:
        yield Answer(one.id, model_label(state, one))


def own_models(place: Place[State]) -> Iterator[Answer]:
    """The models of the acting side that are there."""
    return model_answers(place.state, place.state.models_there(place.event.by))


def enemy_models(place: Place[State]) -> Iterator[Answer]:
    """The models of the other side that are there."""
    for one in place.state.models_there():
        if one.side != place.event.by:
            yield Answer(one.id, model_label(place.state, one), like="vehicle" if one.is_vehicle else "infantry")


def models_beside(place: Place[State]) -> Iterator[Answer]:
    """Infantry that may stand beside the target, or beside a spot."""
    target = place.get("target")
    return model_answers(
        place.state, (one for one in place.state.models_there() if not one.is_vehicle and one.id != target)
    )


def own_units(place: Place[State]) -> Iterator[Answer]:
    """The infantry units of the acting side."""
    for unit in place.state.units.values():
        if unit.side == place.event.by and unit.type == "infantry-unit" and place.state.members_of(unit.id):
            yield Answer(unit.id, f"{unit.name}, {unit.experience} {unit.maneuverability}")


def unit_members(place: Place[State]) -> Iterator[Answer]:
    """The members of the acting unit."""
    return model_answers(place.state, place.state.members_of(place.event.unit))


def model_weapons(place: Place[State]) -> Iterator[Answer]:
    """The weapons of the acting model, the usual one first (TD-R11)."""
    for weapon in place.state.models[place.get("model")].weapons:
        yield Answer(weapon.id, weapon.name.lower() if weapon.home else weapon.id.replace("-", " "))
