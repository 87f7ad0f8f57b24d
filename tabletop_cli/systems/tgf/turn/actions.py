"""What one miniature does: the actions of `act`, which are also those of reactions (TGF-ACT-1, TGF-ACT-2)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import cast

from ....api import (
    Answer,
    Dice,
    Nullable,
    Number,
    Place,
    Record,
    Ref,
    ShapedObject,
    Text,
    Whole,
    YesNo,
    dataclass,
    fact,
    keys,
    plain,
    refuse,
)
from ..falls import JUMP, Jump, Landing, climb_roll, fall_from
from ..kinds import ListOrNull
from ..rows import WEAPON, Weapon
from ..sighting import FIRE_PRIORITY, EnemyUnit, FirePriority
from . import memory
from .effects import Strikes
from .gate import acting_side, check_straggler, check_target, enemies, find_own_ld, has_only, passes, usual_target
from .going import Going, areas_are_meant, check_areas, check_closer, check_suppressed, cross
from .shots import Firing, Shot, aim_bonus, has_meaning, play_shot
from .state import Mini, State, unhidden

INITIATE = "initiate-close-combat"
DOORS = ("open", "close", "lock", "unlock")


@dataclass(frozen=True)
class Kind:
    """One action: its name and key for people, its fields, those that it needs, whether overwatch may react to it."""

    name: str
    key: str
    done: str = ""
    fields: Sequence[str] = ()
    needs: Sequence[str] = ()
    seen: bool = True
    often: bool = True


_TEXT = (Path(__file__).parent / "actions.toml").read_text(encoding="utf-8")
KINDS = {name: Kind(**row) for name, row in tomllib.loads(_TEXT).items()}
REACTIONS = ("fire", "move", "go-prone", "stand")


def action_answers(names: Sequence[str]) -> Iterator[Answer]:
    for name in names:
        yield Answer(name, KINDS[name].name, KINDS[name].key)


# --- what they may need to know ---


@dataclass(frozen=True, kw_only=True)
class EnemyInSight:
    """An enemy unit that the firer sees."""

    id: str = fact(Ref("squads"))
    distance: Fraction = fact(Number(0), ask="How far is the nearest miniature of {id}, in cm?")
    visible: bool = fact(YesNo(), True)


def _other_units(place: Place[State]) -> Iterator[Answer]:
    """The enemy units that may be nearer than the target."""
    for one in _others(place.state, acting_side(place), place.state.minis[place.get("target")]):
        yield Answer(one, place.state.squads[one].name or one)


def _others(state: State, side: str, target: Mini) -> list[str]:
    """The enemy units that are not hidden, but that of a target."""
    units = (one.id for one in state.squads.values() if one.side != side and one.id != target.squad)
    return [one for one in units if state.living(one) and not state.hidden(one)]


def _none_nearer(place: Place[State]) -> list[str] | None:
    """That none of these units is nearer, where that was said of all of them, and nobody has moved."""
    others = {str(answer.value) for answer in _other_units(place)}
    said = memory.recall(place, "units") == [] or others <= set(memory.recall(place, "farther") or ())
    return [] if others and said else None


def _unseen(place: Place[State]) -> bool | None:
    """What was said of the whole unit, when the first of it hid."""
    return False if memory.unseen(place.state, place.state.minis[place.get("mini")].squad) else None


def _unseen_text(place: Place[State]) -> str:
    return f"Is {place.state.minis[place.get('mini')].squad} in line of sight of any enemy?"


def _units_text(place: Place[State]) -> str:
    return f"Which other visible enemy unit within 40 cm of {place.get('mini')} is nearer than {{target}}?"


def _height_text(place: Place[State]) -> str:
    climbs = place.get("action") == "climb"
    return "How many cm above the ground is {mini} after this action?" if climbs else "How high is the jump, in cm?"


def _costs(place: Place[State]) -> Iterator[Answer]:
    return (Answer(n, str(n)) for n in range(1, place.state.minis[place.get("mini")].actions + 1))


def _usual(place: Place[State]) -> str | None:
    """In a reaction: at whom the one before fires, or who has just acted; else as ever."""
    before = next((one["target"] for one in reversed(place.before()) if "target" in one), None)
    reacts = place.event_kind == "react" and place.state.active is not None
    return before or (place.state.active.mini if reacts and place.state.active else None) or usual_target(place)


@dataclass(frozen=True, kw_only=True)
class Deed(Going):
    """All that the actions of a miniature may need to know; which of it an action has stands in `KINDS`."""

    mini: str = fact(Ref("minis"))
    action: str = fact(Text())
    target: str = fact(  # only of an action that wants one
        Ref("minis"),
        cast(str, None),
        ask="At which enemy?",
        among=enemies,
        usual=_usual,
        rules=("TGF-FIRE-1", "TGF-HIDE-2"),
    )
    weapon: Weapon | None = fact(Nullable(WEAPON), None, help="null: his own")
    units: tuple[EnemyInSight, ...] = fact(
        ListOrNull(Record(EnemyInSight), distinct=True),
        (),
        ask=_units_text,
        among=_other_units,
        known=_none_nearer,
        help="the enemy units that he sees",
        rules=("TGF-FIRE-2", "TGF-R26"),
    )
    shot: Shot | None = fact(
        Nullable(Record(Shot)), None, help="what only the table knows; null: it is reported with shot-at"
    )
    height: Fraction = fact(Number(0), Fraction(0), ask=_height_text, rules=("TGF-CLIMB-1", "TGF-JUMP-1"))
    enemy_in_los: bool = fact(
        YesNo(), False, ask=_unseen_text, known=_unseen, help="an enemy sees the unit", rules=("TGF-HIDE-1",)
    )
    cost: int = fact(Whole(1), 1, ask="How many actions does it take here?", among=_costs, rules=("TGF-ACT-4",))
    key: bool = fact(YesNo(), False, ask="Does {mini} have the key?", rules=("TGF-ACT-4",))


def is_meant(state: State, deed: Deed) -> None:
    """The fields of a deed belong to its action. Errors: `Malformed`."""
    found = KINDS.get(deed.action)
    if found is None:
        return
    fields = found.fields
    if deed.action == "hide" and state.house["hide"] != "ld-check":
        fields = ("enemy_in_los",)
    has_only(deed, ("mini", "action", *fields), found.needs, f"the action {deed.action}")
    areas_are_meant(state, deed)
    if deed.action == "fire":
        has_meaning(state, deed.shot, deed.weapon or state.minis[deed.mini].weapon)


# --- what they do ---

Done = tuple[State, ShapedObject, Strikes]


def perform(state: State, mini: Mini, deed: Deed, cost: int, dice: Dice) -> Done:
    """One action of a miniature, up to its combat dice: the state, the result's fields, who was struck."""
    play = _PLAYS.get(deed.action, _go)
    return play(state, mini, deed, cost, dice)


def _go(state: State, mini: Mini, deed: Deed, cost: int, dice: Dice) -> Done:
    """Move, cross an obstacle, go into contact, climb, jump; through suppressed areas (TGF-SUP-3, TGF-CC-1)."""
    check_suppressed(state, mini.squad)
    check_closer(state, mini, deed, charges=deed.action == INITIATE)
    height = deed.height if deed.action in ("climb", "jump") else None
    rule = "TGF-CLIMB-1" if deed.action == "climb" else "TGF-JUMP-1"
    if height is not None:
        fall_from(height, rule, state.house, mini=mini.id)
    check_areas(state, mini, deed)
    contact = ["TGF-CC-1"] if deed.action == INITIATE else []
    words = f"{mini.id}: {KINDS[deed.action].name.lower()}{_going_words(state, mini, deed)}"
    dice.explain(words, "TGF-MOVE-1", *contact)
    strikes = Strikes()
    state, told = cross(state.spend([mini], cost), mini, deed, strikes, dice)
    if height is not None and told.get("move", "moved") == "moved":
        fall = _fall(state, mini, deed.action, height, dice)
        if fall is not None and (fall.hits or fall.killed):
            strikes.add(state, mini, None, 0, killed=fall.killed)
        told["fall"] = plain(fall)
    return state, told, strikes


def _going_words(state: State, mini: Mini, deed: Deed) -> str:
    """What slows the move down, as far as the battle knows it (TGF-MOVE-1, TGF-PRONE-1)."""
    if deed.action not in ("move", INITIATE):
        return ""
    slow = {"prone": mini.prone, "hidden": state.hidden(mini.squad), "suppressed": state.strength(mini.id) is not None}
    found = [word for word, is_so in slow.items() if is_so]
    return f", {mini.level.mv} cm" + (f", slowed down because {' and '.join(found)}" if found else " at most")


def _fall(state: State, mini: Mini, action: str, height: Fraction, dice: Dice) -> Landing | None:
    """What a climb or a jump did, None for one who holds."""
    if action == "climb":
        return climb_roll(height, mini.level.a, state.house, dice)
    return dice.settle(JUMP, Jump(house=state.house, height=height, armor=mini.level.a))


def _lie(state: State, mini: Mini, deed: Deed, cost: int, dice: Dice) -> Done:
    """Go prone, or stand up (TGF-PRONE-1)."""
    down = deed.action == "go-prone"
    if mini.prone == down:
        raise refuse("TGF-PRONE-1", "already-prone" if down else "not-prone", mini=mini.id)
    dice.explain(f"{mini.id} {'goes prone' if down else 'stands up'}", "TGF-PRONE-1")
    return state.spend([mini], cost, prone=down), {}, Strikes()


def _aim(state: State, mini: Mini, deed: Deed, cost: int, dice: Dice) -> Done:
    """Aim at an enemy: +3 for fire at him, as long as nothing else is done (TGF-AIM-1)."""
    target = check_target(state, state.side_of(mini), deed.target)
    dice.explain(f"{mini.id} aims at {target.id}: +3 when it fires at it next", "TGF-AIM-1", "TGF-R28")
    return state.spend([mini], cost, aim=target.id), {}, Strikes()


def _fire(state: State, mini: Mini, deed: Deed, cost: int, dice: Dice) -> Done:
    """All shots of a weapon at one miniature, or a blow in base contact (TGF-FIRE-1, TGF-FIRE-2, TGF-CC-2)."""
    weapon = state.arm(deed.weapon or mini.weapon)
    if not weapon.row.carried:
        raise refuse("TGF-FIRE-1", "not-personal", mini=mini.id)
    if not weapon.has_table:
        raise refuse("TGF-FIRE-1", "no-table", "", "TGF-R9", mini=mini.id)
    if weapon.row.gunner and not mini.role.gunner:
        raise refuse("TGF-FIRE-3", "hmg-only", mini=mini.id)
    target = check_target(state, state.side_of(mini), deed.target)
    _check_nearest(state, target, deed, dice)
    aimed, strikes = mini.aim == target.id, Strikes()
    dice.explain(f"{mini.id} fires at {target.id}: {weapon.name.lower()}", "TGF-FIRE-1")
    state = unhidden(state, mini.squad, dice)
    state = state.spend([state.minis[mini.id]], cost, aim=target.id if aimed else None)
    state, told = play_shot(state, Firing(mini, weapon.row, target, aimed), deed, strikes, dice)
    if deed.shot is not None and not keys(deed.units):
        state = memory.remember_farther(state, mini, target, _others(state, state.side_of(mini), target))
    return state, {"aim": aim_bonus(aimed), **told}, strikes


def _check_nearest(state: State, target: Mini, deed: Deed, dice: Dice) -> None:
    """The nearest visible unit within short range comes first (TGF-FIRE-2, TGF-R26): each is judged as it is told."""
    listed = keys(deed.units)
    if not listed:
        return
    own = next((_enemy(one) for one in deed.units if one.id == target.squad), None) if target.squad in listed else None
    if own is None and deed.shot is not None:
        near = deed.shot.distance if isinstance(deed.shot.distance, Fraction) else Fraction(0)
        own = EnemyUnit(id=target.squad, distance=near)
    for one in deed.units:
        units = (_enemy(one), *([own] if own and one.id != own.id else []))
        allowed = dice.settle(FIRE_PRIORITY, FirePriority(house=state.house, units=units)).targets
        if target.squad not in allowed:
            text = f"The target has to be of {' or '.join(allowed) or 'a visible unit'}: nearer, within short range."
            raise refuse("TGF-FIRE-2", "nearer-target", text, mini=target.id)


def _enemy(one: EnemyInSight) -> EnemyUnit:
    return EnemyUnit(id=one.id, distance=one.distance, visible=one.visible)


def _hide(state: State, mini: Mini, deed: Deed, cost: int, dice: Dice) -> Done:
    """Hide, where no enemy sees the unit; with an LD check if the house says so (TGF-HIDE-1, TGF-R49)."""
    if mini.hides:
        raise refuse("TGF-HIDE-1", "already-hidden", mini=mini.id)
    if deed.enemy_in_los:
        raise refuse("TGF-HIDE-1", "enemy-in-sight", mini=mini.id)
    state = memory.remember_unseen(state, mini.squad)
    if state.house["hide"] != "ld-check":
        dice.explain(f"{mini.id} hides; the unit is hidden when all its living do", "TGF-HIDE-1", "TGF-R49")
        return state.spend([mini], cost, hides=True), {}, Strikes()
    out = check_straggler(state, mini, deed)
    passed = passes(state, dice.report(find_own_ld(state, mini, out)), dice)
    state = memory.remember_command(state, mini, out)
    return state.spend([mini], cost, hides=passed), {"passed": passed}, Strikes()


def _door(state: State, mini: Mini, deed: Deed, cost: int, dice: Dice) -> Done:
    """Open, close, lock, unlock; the last two with a key (TGF-ACT-4)."""
    if deed.action in ("lock", "unlock") and not deed.key:
        raise refuse("TGF-ACT-4", "no-key", mini=mini.id)
    dice.explain(f"{mini.id}: {deed.action}", "TGF-ACT-4")
    return state.spend([mini], cost), {}, Strikes()


_PLAYS: dict[str, Callable[[State, Mini, Deed, int, Dice], Done]] = {
    "go-prone": _lie,
    "stand": _lie,
    "aim": _aim,
    "fire": _fire,
    "hide": _hide,
    **dict.fromkeys(DOORS, _door),
}
