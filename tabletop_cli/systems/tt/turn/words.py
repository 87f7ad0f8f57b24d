"""Units, weapons and sides in the words that people read at the table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ....api import Illegal, distribution
from ..attack import Attack, attack, outcome_name
from ..pages import chosen, marks, reach_words
from ..profiles import options_of
from .state import Side, State, Unit

OUTCOMES = ("destroyed", "retreat", "stays", "no-effect")


def side_name(state: State, side: Side) -> str:
    """A side with its army's name, or else its faction."""
    faction = state.catalogue.faction(state.factions[side])
    title = faction.title if faction else state.factions[side]
    return f"{side.upper()} ({state.names.get(side) or title})"


def unit_name(state: State, unit: Unit) -> str:
    """A unit by the name of its own and what it is, with the options that were chosen for it."""
    profile = state.profile(unit)
    known = options_of(profile.kind, state.house)
    words = [chosen(known[key], value) for key, value in unit.options.items() if key in known]
    named = f"{unit.name} ({profile.title})" if unit.name else profile.title
    return ", ".join((named, *filter(None, words)))


def condition(state: State, unit: Unit) -> str:
    """Where a unit is and what it did this turn; empty for one that waits on the table."""
    if not unit.alive:
        return "destroyed"
    words = [] if unit.status == "table" else ["in reserve" if unit.in_reserve else f"in {unit.carrier}"]
    if unit.charging:
        words.append(f"charging {unit.charging}")
    elif state.in_close_combat(unit):
        words.append("in close combat")
    words += [word for word, so in _did(unit).items() if so]
    words += ["cloaked"] if state.profile(unit).has("cloaked") and not unit.cloak_cancelled else []
    words += ["attacked this turn"] if unit.shot_at or unit.barraged else []
    return ", ".join(words)


def _did(unit: Unit) -> Mapping[str, bool]:
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


def label(state: State, unit: Unit) -> str:
    """A unit for a menu: what it is, and its condition."""
    now = condition(state, unit)
    return unit_name(state, unit) + (f" [{now}]" if now else "")


def weapon_words(state: State, unit: Unit, weapon: str) -> str:
    """A weapon with its reach and values."""
    one = state.profile(unit).weapons[weapon]
    ap, at = marks(one, state.house)
    return f"{one.title}, {reach_words(one)} cm, AP {ap} AT {at}"


def attack_odds(situation: Attack) -> dict[str, Fraction]:
    """The exact chances of an attack by outcome, empty for an illegal one."""

    def named(dice: Any) -> str | Illegal:
        struck = attack(situation, dice)
        return struck if isinstance(struck, Illegal) else outcome_name(situation, struck)

    chances = distribution(named)
    return {outcome: chance for outcome, chance in chances.items() if isinstance(outcome, str)}


def odds_words(situation: Attack) -> str:
    """The chances of an attack in a few words: ``destroyed 17%, retreat 42%``."""
    chances = attack_odds(situation)
    told = [f"{outcome} {percent(chances[outcome])}" for outcome in OUTCOMES[:3] if outcome in chances]
    return ", ".join(told) or "no effect possible"


def percent(chance: Fraction) -> str:
    """A chance in whole percent, without making the possible impossible."""
    whole = round(chance * 100)
    if whole == 0 and chance:
        return "under 1%"
    return "over 99%" if whole == 100 and chance != 1 else f"{whole}%"


def worth(situation: Attack) -> tuple[Fraction, Fraction]:
    """How good an attack is, for proposing the best first: destroyed, then retreat."""
    chances = attack_odds(situation)
    return chances.get("destroyed", Fraction(0)), chances.get("retreat", Fraction(0))
