"""Models, units and sides in the words that people read at the table."""

from __future__ import annotations

from ....api import Row
from .state import Model, State


def shown_name(state: State, one: str) -> str:
    """A model or a unit as people know it: its id, and the name that its owner gave it."""
    if one in state.units:
        return f"{one} {state.units[one].name}"
    return one


def rows_of(state: State, one: str) -> tuple[str, tuple[Row, ...]] | None:
    """Return whose a model is, and its rows of the catalogue: its kind, its unit's battery, its guns."""
    if one not in state.models:
        return None
    model = state.models[one]
    battery = state.unit_of(model).guns
    return model.side, (model.kind, *model.weapons, *([battery] if battery else []))


def kind_of(state: State, model: Model) -> str:
    """What a model is: leader, trooper, machine gun ..."""
    if model.is_vehicle:
        return model.kind.name.lower()
    words = {"hmg": "machine gun", "spotter": "spotter", "atg": "anti-tank gun"}
    if model.kind.key in words:
        return words[model.kind.key] + (", leader" if model.leader else "")
    if model.leader:
        return f"leader +{model.bonus}" if model.bonus else "leader"
    return "armour-piercing" if model.armour_piercing else "trooper"


def condition_text(model: Model) -> str:
    """Status and markers that matter now; empty for a steady model."""
    parts = [] if model.status == "none" else [model.status]
    markers = model.tokens + (model.tokens_hmg or 0)
    if markers:
        parts.append(f"{markers} {'marker' if markers == 1 else 'markers'}")
    if model.armour is not None and not model.out:
        parts.append(f"armour {model.armour}")
    if model.towed:
        parts.append("towed")
    if model.missions is not None and not model.out:
        parts.append(f"{model.missions} missions")
    return ", ".join(parts)


def model_label(state: State, model: Model) -> str:
    """A model for a menu: its unit's name, what it is, its condition."""
    now = condition_text(model)
    return f"{state.unit_of(model).name}, {kind_of(state, model)}" + (f" [{now}]" if now else "")
