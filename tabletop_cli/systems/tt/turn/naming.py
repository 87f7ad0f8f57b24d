"""Units, weapons and sides in the words that people read at the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ....api import Ruled
from ..pages import option_value_text, reach_words, weapon_strengths
from ..profiles import options_of
from .state import Side, State, Unit

_ENLISTED = re.compile(r"[ab]\d+(?=-)")  # the id of an army list's unit begins so, see `setup.enlist`


def phase_words(phase: str) -> str:
    return phase.replace("-", " ")


def side_name(state: State, side: Side) -> str:
    """A side with its army's name, or else its faction."""
    return f"{side.upper()} ({state.names.get(side) or state.factions[side].title})"


def rows_of(state: State, one: str) -> tuple[Side, tuple[Ruled, ...]] | None:
    """Return whose a unit is, and what may have special rules of it: its faction, itself, its weapons."""
    if one not in state.units:
        return None
    unit = state.units[one]
    return unit.side, state.profile_of(unit).rows


def short_id(one: str) -> str:
    """What quick hands type for a unit: ``b9`` for b9-penitents."""
    found = _ENLISTED.match(one)
    return found.group() if found else one


def unit_name(state: State, unit: Unit) -> str:
    """A unit by its own name, what it is and the options that were chosen: ``The Bearers (Penitents, Banners)``."""
    profile = state.profile_of(unit)
    known = options_of(profile.kind, state.house)
    words = [option_value_text(known[key], value) for key, value in unit.options.items() if key in known]
    inside = [*([profile.title] if unit.name else []), *filter(None, words)]
    return (unit.name or profile.title) + (f" ({', '.join(inside)})" if inside else "")


def shown_name(state: State, one: str) -> str:
    """A unit as people know it: ``b9 The Bearers (Penitents, Banners)``; any other word as it is."""
    return f"{short_id(one)} {unit_name(state, state.units[one])}" if one in state.units else one


def brief_name(state: State, one: str) -> str:
    """A unit in a sentence: ``b9 The Bearers``."""
    unit = state.units[one]
    return f"{short_id(one)} {unit.name or state.profile_of(unit).title}"


def shown_names(state: State, ids: Iterable[str]) -> str:
    """Some units in a sentence: ``a2 Rhino, a3 Tactical Squad and a4 Whirlwind``."""
    *others, last = [brief_name(state, one) for one in ids] or ["nobody"]
    return f"{', '.join(others)} and {last}" if others else last


def few_names(state: State, ids: Iterable[str]) -> str:
    """Some units by their short ids; of many only the first."""
    found = [short_id(one) for one in ids]
    return f"{', '.join(found[:4])} and {len(found) - 4} more" if len(found) > 5 else ", ".join(found)


def condition_text(state: State, unit: Unit) -> str:
    """Where a unit is and what it did this turn; empty for one that waits on the table."""
    if not unit.alive:
        return "destroyed"
    words = (
        [] if unit.status == "table" else ["in reserve" if unit.in_reserve else f"in {short_id(unit.carrier or '')}"]
    )
    if unit.charging:
        words.append(f"charging {short_id(unit.charging)}")
    elif state.is_in_close_combat(unit):
        words.append("in close combat")
    words += [word for word, so in _turn_deeds(unit).items() if so]
    words += ["cloaked"] if state.profile_of(unit).has_special("cloaked") and not unit.cloak_cancelled else []
    words += ["attacked this turn"] if unit.shot_at or unit.barraged else []
    return ", ".join(words)


def _turn_deeds(unit: Unit) -> Mapping[str, bool]:
    """What a unit did this turn, the most telling word only."""
    entered, ran, unloaded = unit.entered, unit.ran, unit.unloaded
    moved = unit.moved and not (entered or ran or unloaded or unit.charged)
    done = bool(unit.fired)
    return {
        "entered": entered,
        "ran": ran,
        "got out": unloaded,
        "moved": moved,
        "activated": unit.activated and not unit.moved and not done,
        "has fired": done,
        "may move freely": unit.free_move,
    }


def unit_label(state: State, unit: Unit) -> str:
    """A unit for a menu, beside its short id: its name and its condition."""
    now = condition_text(state, unit)
    return unit_name(state, unit) + (f" [{now}]" if now else "")


def weapon_words(state: State, unit: Unit, weapon: str) -> str:
    """A weapon with its reach and values."""
    one = state.profile_of(unit).weapons[weapon]
    ap, at = weapon_strengths(one, state.house)
    return f"{one.title}, {reach_words(one)} cm, AP {ap} AT {at}"


def weapon_name(state: State, one: str, weapon: str) -> str:
    """A unit with one of its weapons, in a sentence; a missing Assault weapon by its id."""
    found = state.profile_of(state.units[one]).weapons.get(weapon)
    return f"{brief_name(state, one)}, {found.title if found else weapon}"


def won_words(state: State, winner: Side, won_by: str | None) -> str:
    """Who has won, and how."""
    how = "the enemy Commander has fallen" if won_by == "commander" else "half of the enemy is destroyed"
    return f"{side_name(state, winner)} has won: {how}"
