"""Who could do what now, as far as the state alone tells: the menus offer nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from ..command import barrage_cost, enter_cost, move_cost
from ..profiles import carries
from ..shooting import fire_bans
from .moves import commander_place
from .shots import Shooter, fire_situation, has_shot
from .state import State, Unit, other


def own(state: State, *statuses: str) -> list[Unit]:
    """Units of the player on turn with one of these statuses."""
    if state.active is None:
        return []
    return [unit for unit in state.of(state.active) if unit.status in statuses]


def enemies(state: State) -> list[Unit]:
    """Enemies on the table."""
    if state.active is None:
        return []
    return [unit for unit in state.of(other(state.active)) if unit.status == "table"]


# --- movement phase ---


def cheapest(state: State, unit: Unit) -> int:
    """What it takes at least to move a unit, near the Commander."""
    off = commander_place(state, [unit.id]) == "off"
    return move_cost(None if off else Fraction(0), state.profile(unit).has("difficult"))


def movers(state: State) -> list[Unit]:
    """Units that could be activated with the points left; who is aboard can get out with its transport."""
    return [
        unit
        for unit in own(state, "table", "loaded")
        if not unit.activated and cheapest(state, unit) <= state.command_points and _transport_free(state, unit)
    ]


def _transport_free(state: State, unit: Unit) -> bool:
    """A passenger needs a transport that is on the table and not activated yet."""
    if unit.carrier is None:
        return True
    transport = state.units[unit.carrier]
    return transport.status == "table" and not transport.activated


def gunners(state: State) -> list[tuple[Unit, str]]:
    """Barrage weapons that could fire."""
    off = state.active is not None and commander_place(state, ()) == "off"
    least = barrage_cost(None if off else Fraction(0), state.house)
    if state.command_points < least or not blast_targets(state):
        return []
    return [
        (unit, weapon)
        for unit in own(state, "table")
        if not unit.activated
        for weapon, one in state.profile(unit).weapons.items()
        if "barrage" in one.traits and not one.is_assault and weapon not in unit.fired
    ]


def blast_targets(state: State) -> list[Unit]:
    """Enemies that a barrage could aim at."""
    return [unit for unit in enemies(state) if _in_blast(state, unit) and not hit_before(state, unit)]


def _in_blast(state: State, unit: Unit) -> bool:
    """Whether a blast hits a unit at all (TT-BAR-3, TT-R31)."""
    into = state.house["barrage-into-close-combat"] == "yes"
    return (into or not state.in_close_combat(unit)) and not _cloaked(state, unit)


def hit_before(state: State, unit: Unit) -> bool:
    """Whether a blast may not hit a unit again this turn (TT-BAR-5, TT-R18, TT-R33)."""
    once = state.house["attacked-once"] == "shooting-and-barrage"
    return _in_blast(state, unit) and (unit.barraged or (unit.shot_at and once))


def _cloaked(state: State, unit: Unit) -> bool:
    return state.profile(unit).has("cloaked") and not unit.cloak_cancelled


def enterers(state: State) -> list[Unit]:
    """Units in reserve that could come in with the points left."""
    return [
        unit
        for unit in own(state, "reserve")
        if not unit.returned
        and unit.carrier is None
        and enter_cost([state.profile(unit)], state.house) <= state.command_points
    ]


def cloaked_enemies(state: State) -> list[Unit]:
    """Enemies whose Cloaked could be cancelled."""
    there = [] if state.active is None else state.of(other(state.active))
    return [unit for unit in there if unit.alive and _cloaked(state, unit)]


def transports_for(state: State, unit: Unit, members: list[str]) -> list[Unit]:
    """Members of an activation that could take a unit in."""
    found = (state.units[one] for one in members if one != unit.id)
    return [one for one in found if one.status == "table" and carries(state.profile(one), state.profile(unit))]


# --- shooting phase ---


def widest(state: State, unit: Unit, weapon: str) -> Shooter:
    """A weapon at a target that is just within reach and in plain view."""
    reach = state.profile(unit).weapons[weapon].range
    return Shooter(unit=unit.id, weapon=weapon, distance=reach or Fraction(0))


def could_shoot(state: State, unit: Unit, weapon: str, target: str, *, supports: bool = False) -> bool:
    """Whether no rule bars the shot, if all that players see on the table is in favour."""
    if state.profile(unit).weapons[weapon].is_assault:
        return False
    situation = fire_situation(state, widest(state, unit, weapon), target)
    return next(fire_bans(situation, supports=supports), None) is None


def shooters(state: State, target: str, *, supports: bool = False) -> Iterator[tuple[Unit, str]]:
    """Own weapons that could attack a target, or support an attack on it."""
    for unit in own(state, "table"):
        for weapon in state.profile(unit).weapons:
            if could_shoot(state, unit, weapon, target, supports=supports):
                yield unit, weapon


def targets(state: State) -> list[Unit]:
    """Enemies that some weapon could still attack."""
    return [enemy for enemy in enemies(state) if next(shooters(state, enemy.id), None) is not None]


def still_shooting(state: State) -> list[Unit]:
    """Own units with a weapon that could still be used on some enemy."""
    foes = enemies(state)
    return [
        unit
        for unit in own(state, "table")
        if any(could_shoot(state, unit, weapon, foe.id) for weapon in state.profile(unit).weapons for foe in foes)
    ]


def slippers(state: State) -> list[Unit]:
    """Units that could make their Hit & Run move."""
    always = state.house["hit-and-run"] == "always"
    return [
        unit
        for unit in own(state, "table")
        if state.profile(unit).has("hit-and-run")
        and not (unit.charged or unit.slipped_away)
        and (always or has_shot(state, unit))
    ]


def distracting(state: State, shooter: Shooter, target: str) -> list[Unit]:
    """Other enemies that could distract from a target, if they are closer and in plain view (TT-MOD-4)."""
    unit = state.units[shooter.unit]
    others = [foe for foe in enemies(state) if foe.id != target and not (foe.shot_at or foe.barraged)]
    near = replace(shooter, in_front=True, visible=True)
    least = state.profile(unit).weapons[shooter.weapon].min_range
    if shooter.distance <= least:
        return []
    near = replace(near, distance=least)
    return [foe for foe in others if next(fire_bans(fire_situation(state, near, foe.id)), None) is None]


# --- close combat ---


def defenders(state: State) -> list[Unit]:
    """Enemies that are in contact and not fought yet."""
    return [unit for unit in enemies(state) if state.chargers(unit.id)]


def free_movers(state: State) -> list[Unit]:
    return [unit for unit in own(state, "table") if unit.free_move]
