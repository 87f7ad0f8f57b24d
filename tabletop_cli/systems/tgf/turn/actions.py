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
    Finding,
    Nullable,
    Number,
    Place,
    Record,
    Ref,
    ShapedObject,
    Text,
    Whole,
    YesNo,
    cite,
    dataclass,
    fact,
    for_people,
    given_facts,
    item_keys,
    of_one,
    of_pair,
    plain_data,
    refuse,
    replace,
    yes_or_no,
)
from ..falls import JUMP, Jump, Landing, climb_roll, fall_from
from ..kinds import ListOrNull
from ..movement import find_share
from ..profiles import rule_number
from ..row_types import WEAPON, Weapon
from ..sighting import FIRE_PRIORITY, EnemyUnit, FirePriority
from ..terms import format_cm
from .effects import Strikes
from .gate import (
    acting_side,
    check_fields,
    check_straggler,
    check_target,
    enemy_mini_answers,
    roll_ld_check,
    tell_own_ld,
    usual_target,
)
from .going import Going, check_area_fields, check_areas, check_closer, check_suppressed, cross_areas, with_said_areas
from .shots import Firing, Shot, aim_bonus, check_shot_fields, is_known_contact, play_shot
from .state import Mini, State, reveal_squad

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


def _nearer_unit_answers(place: Place[State]) -> Iterator[Answer]:
    """The enemy units that may be nearer than the target."""
    for one in _other_enemies(place.state, acting_side(place), place.state.minis[place.get("target")]):
        yield Answer(one, place.state.squads[one].name or one)


def _other_enemies(state: State, side: str, target: Mini) -> list[str]:
    """The enemy units that are not hidden, but that of a target."""
    units = (one.id for one in state.squads.values() if one.side != side and one.id != target.squad)
    return [one for one in units if state.living_minis(one) and not state.is_squad_hidden(one)]


def _known_nearer_units(place: Place[State]) -> list[str] | None:
    """That none is nearer than a target in contact; for others it is asked."""
    return [] if is_known_contact(place) and any(_nearer_unit_answers(place)) else None


def _nearer_units_word(place: Place[State]) -> str | None:
    """The units of which it was said, for others may have come into sight; None where there is no other."""
    found = _other_enemies(place.state, acting_side(place), place.state.minis[place.get("target")])
    return " ".join(sorted(found)) or None


def _unseen_text(place: Place[State]) -> str:
    return f"Is {place.state.minis[place.get('mini')].squad} in line of sight of any enemy?"


def _units_text(place: Place[State]) -> str:
    return f"Which other visible enemy unit within 40 cm of {place.get('mini')} is nearer than {{target}}?"


def _height_text(place: Place[State]) -> str:
    climbs = place.get("action") == "climb"
    more = f"{rule_number('climb_cm')} cm more at most"
    up = f"How many cm above the ground is {{mini}} after this action ({more})?"
    return up if climbs else "How high is the jump, in cm?"


def _cost_answers(place: Place[State]) -> Iterator[Answer]:
    return (Answer(n, str(n)) for n in range(1, place.state.minis[place.get("mini")].actions + 1))


def _likely_target(place: Place[State]) -> str | None:
    """In a reaction: at whom the one before fires, or who has just acted; else as ever."""
    before = next((one["target"] for one in reversed(place.items_before()) if "target" in one), None)
    reacts = place.event_kind == "react" and place.state.active is not None
    acted = place.state.active.mini if reacts and place.state.active else None
    return place.state.touched_by(place.get("mini")) or before or acted or usual_target(place)


def _target_text(place: Place[State]) -> str:
    """Whom a shot is aimed at; whom a move into contact reaches."""
    return "With whom is {mini} in contact then?" if place.get("action") == INITIATE else "At which enemy?"


def _usual_height(place: Place[State]) -> int | None:
    """One climb higher than he is; of a jump, from where he is."""
    above = place.state.minis[place.get("mini")].above
    found = above + rule_number("climb_cm") if place.get("action") == "climb" else above
    return found or None


@dataclass(frozen=True, kw_only=True)
class Deed(Going):
    """All that the actions of a miniature may need to know; which of it an action has stands in `KINDS`."""

    mini: str = fact(Ref("minis"))
    action: str = fact(Text())
    target: str = fact(  # only of an action that wants one
        Ref("minis"),
        cast(str, None),
        ask=_target_text,
        among=enemy_mini_answers,
        usual=_likely_target,
        help="whom an action is aimed at; of close combat, with whom the move ends in contact",
        rules=("TGF-FIRE-1", "TGF-HIDE-2"),
    )
    weapon: Weapon | None = fact(Nullable(WEAPON), None, help="null: his own")
    units: tuple[EnemyInSight, ...] = fact(
        ListOrNull(Record(EnemyInSight), distinct=True),
        (),
        ask=_units_text,
        among=_nearer_unit_answers,
        known=_known_nearer_units,
        holds=of_pair("mini", "target", apart=_nearer_units_word, all_stay=True),
        says=lambda words: "nobody nearer" if words == "none" else "somebody nearer",
        help="the enemy units that he sees",
        rules=("TGF-FIRE-2", "TGF-R26"),
    )
    shot: Shot | None = fact(
        Nullable(Record(Shot)), None, help="what only the table knows; null: it is reported with shot-at"
    )
    height: Fraction = fact(
        Number(0), Fraction(0), ask=_height_text, usual=_usual_height, rules=("TGF-CLIMB-1", "TGF-JUMP-1")
    )
    enemy_in_los: bool = fact(
        YesNo(),
        False,
        ask=_unseen_text,
        holds=of_one(lambda place: place.state.minis[place.get("mini")].squad, all_stay=True),
        says=yes_or_no("in sight of an enemy", "not in sight of any enemy"),
        help="an enemy sees the unit",
        rules=("TGF-HIDE-1",),
    )
    cost: int = fact(Whole(1), 1, ask="How many actions does it take here?", among=_cost_answers, rules=("TGF-ACT-4",))
    key: bool = fact(YesNo(), False, ask="Does {mini} have the key?", rules=("TGF-ACT-4",))


def check_deed_fields(state: State, deed: Deed) -> None:
    """The fields of a deed belong to its action. Errors: `Malformed`."""
    found = KINDS.get(deed.action)
    if found is None:
        return
    fields = found.fields
    if deed.action == "hide" and state.house["hide"] != "ld-check":
        fields = ("enemy_in_los",)
    check_fields(deed, ("mini", "action", *fields), found.needs, f"the action {deed.action}")
    check_area_fields(state, deed)
    if deed.action == "fire":
        check_shot_fields(state, deed.shot, deed.weapon or state.minis[deed.mini].weapon)


# --- what they do ---

Done = tuple[State, ShapedObject, Strikes]


def perform_action(state: State, mini: Mini, deed: Deed, cost: int, dice: Dice) -> Done:
    """One action of a miniature, up to its combat dice: the state, the result's fields, who was struck."""
    play = _PLAYS.get(deed.action, _move_mini)
    return play(state, mini, deed, cost, dice)


def _move_mini(state: State, mini: Mini, deed: Deed, cost: int, dice: Dice) -> Done:
    """Move, cross an obstacle, go into contact, climb, jump; through suppressed areas (TGF-SUP-3, TGF-CC-1)."""
    check_suppressed(state, mini.squad)
    check_closer(state, mini, deed, charges=deed.action == INITIATE)
    height = deed.height if deed.action in ("climb", "jump") else None
    rule = "TGF-CLIMB-1" if deed.action == "climb" else "TGF-JUMP-1"
    if height is not None:
        fall_from(height, rule, state.house, mini=mini.id)
    touched = _touched_enemy(state, mini, deed)
    state = with_said_areas(state, mini, deed)
    check_areas(state, mini, deed)
    rules = cite("TGF-MOVE-1", deed.action == INITIATE and "TGF-CC-1", _find_share_of(state, mini))
    dice.explain(f"{mini.id} {KINDS[deed.action].done}{move_text(state, mini, deed)}", *rules)
    strikes = Strikes()
    state, told = cross_areas(state.spend_actions([mini], cost), mini, deed, strikes, dice)
    if told.get("move", "moved") != "moved":
        return state, told, strikes
    state = state.with_moved([mini], touched)
    if height is not None:
        fall = _climb_or_jump(state, mini, deed.action, height, dice)
        if fall is not None and (fall.hits or fall.killed):
            strikes.add(state, mini, None, 0, killed=fall.killed)
        if deed.action == "climb" and fall is None:
            state = state.with_minis(replace(state.minis[mini.id], above=int(height)))
        told["fall"] = plain_data(fall)
    return state, told, strikes


def _touched_enemy(state: State, mini: Mini, deed: Deed) -> str | None:
    """With whom a miniature will be in contact, where it moves into contact and people have said it (TGF-CC-1)."""
    target = for_people(lambda: deed.target) if deed.action == INITIATE else None
    if target is not None and (state.minis[target].dead or state.side_of(state.minis[target]) == state.side_of(mini)):
        raise refuse("TGF-FIRE-1", "bad-target", f"{target} is no living enemy.", mini=target)
    return target


def move_text(state: State, mini: Mini, deed: Deed) -> str:
    """How far an action goes, where it goes anywhere: `` up to 4 1/2 cm (suppressed x 1/2)`` (TGF-MOVE-1)."""
    if deed.action in ("climb", "jump"):
        return f" {'to ' if deed.action == 'climb' else ''}{format_cm(deed.height)}"
    if deed.action not in ("move", INITIATE):
        return ""
    named = deed.action == INITIATE and "target" in given_facts(deed)
    into = f" with {deed.target}," if named else "," if deed.action == INITIATE else ""
    share, enters = _find_share_of(state, mini), item_keys(deed.enters)
    notes = [share.text] if share.text else []
    notes += ["each cm in the area counts double"] if enters and state.strength_on_mini(mini.id) is None else []
    slowed = f" ({'; '.join(notes)})" if notes else ""
    return f"{into} up to {format_cm(mini.level.mv * share.value)}{slowed}"


def _find_share_of(state: State, mini: Mini) -> Finding[Fraction]:
    """Return how much of a move is left to a miniature, as far as the battle knows what slows it (TGF-PRONE-1)."""
    slow = {
        "prone": mini.prone,
        "hidden": state.is_squad_hidden(mini.squad),
        "suppressed": state.strength_on_mini(mini.id) is not None,
    }
    return find_share([key for key, is_so in slow.items() if is_so], state.house)


def _climb_or_jump(state: State, mini: Mini, action: str, height: Fraction, dice: Dice) -> Landing | None:
    """What a climb or a jump did, None for one who holds."""
    if action == "climb":
        return climb_roll(height, mini.level.a, state.house, dice)
    return dice.settle(JUMP, Jump(house=state.house, height=height, armor=mini.level.a))


def _lie_or_stand(state: State, mini: Mini, deed: Deed, cost: int, dice: Dice) -> Done:
    """Go prone, or stand up (TGF-PRONE-1)."""
    down = deed.action == "go-prone"
    if mini.prone == down:
        raise refuse("TGF-PRONE-1", "already-prone" if down else "not-prone", mini=mini.id)
    dice.explain(f"{mini.id} {'goes prone' if down else 'stands up'}", "TGF-PRONE-1")
    return state.spend_actions([mini], cost, prone=down), {}, Strikes()


def _aim_at_target(state: State, mini: Mini, deed: Deed, cost: int, dice: Dice) -> Done:
    """Aim at an enemy: +3 for fire at him, as long as nothing else is done (TGF-AIM-1)."""
    target = check_target(state, state.side_of(mini), deed.target)
    text = f"{mini.id} aims at {target.id}: +3 for the next shots at that target"
    dice.explain(text, "TGF-AIM-1", "TGF-R28", tell="reason")
    return state.spend_actions([mini], cost, aim=target.id), {}, Strikes()


def _fire_weapon(state: State, mini: Mini, deed: Deed, cost: int, dice: Dice) -> Done:
    """All shots of a weapon at one miniature, or a blow in base contact (TGF-FIRE-1, TGF-FIRE-2, TGF-CC-2)."""
    weapon = state.arm_of(deed.weapon or mini.weapon)
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
    state = reveal_squad(state, mini.squad, dice)
    state = state.spend_actions([state.minis[mini.id]], cost, aim=target.id if aimed else None)
    state, told = play_shot(state, Firing(mini, weapon.row, target, aimed), deed, strikes, dice)
    return state, {"aim": aim_bonus(aimed), **told}, strikes


def _check_nearest(state: State, target: Mini, deed: Deed, dice: Dice) -> None:
    """The nearest visible unit within short range comes first (TGF-FIRE-2, TGF-R26): each is judged as it is told."""
    listed = item_keys(deed.units)
    if not listed:
        return
    own = (
        next((_make_enemy_unit(one) for one in deed.units if one.id == target.squad), None)
        if target.squad in listed
        else None
    )
    if own is None and deed.shot is not None:
        near = deed.shot.distance if isinstance(deed.shot.distance, Fraction) else Fraction(0)
        own = EnemyUnit(id=target.squad, distance=near)
    for one in deed.units:
        units = (_make_enemy_unit(one), *([own] if own and one.id != own.id else []))
        allowed = dice.settle(FIRE_PRIORITY, FirePriority(house=state.house, units=units)).targets
        if target.squad not in allowed:
            text = f"Fire at {' or '.join(allowed) or 'a visible unit'}: nearest, within short range."
            raise refuse("TGF-FIRE-2", "nearer-target", text, mini=target.id)


def _make_enemy_unit(one: EnemyInSight) -> EnemyUnit:
    return EnemyUnit(id=one.id, distance=one.distance, visible=one.visible)


def _hide_mini(state: State, mini: Mini, deed: Deed, cost: int, dice: Dice) -> Done:
    """Hide, where no enemy sees the unit; with an LD check if the house says so (TGF-HIDE-1, TGF-R49)."""
    if mini.hides:
        raise refuse("TGF-HIDE-1", "already-hidden", mini=mini.id)
    if deed.enemy_in_los:
        raise refuse("TGF-HIDE-1", "enemy-in-sight", mini=mini.id)
    if state.house["hide"] != "ld-check":
        dice.explain(f"{mini.id} hides; the unit is hidden when all its living members hide", "TGF-HIDE-1", "TGF-R49")
        return state.spend_actions([mini], cost, hides=True), {}, Strikes()
    out = check_straggler(state, mini, deed)
    passed = roll_ld_check(state, mini, tell_own_ld(state, mini, out, dice), dice)
    return state.spend_actions([mini], cost, hides=passed), {"passed": passed}, Strikes()


def _use_door(state: State, mini: Mini, deed: Deed, cost: int, dice: Dice) -> Done:
    """Open, close, lock, unlock; the last two with a key (TGF-ACT-4)."""
    if deed.action in ("lock", "unlock") and not deed.key:
        raise refuse("TGF-ACT-4", "no-key", mini=mini.id)
    dice.explain(f"{mini.id}: {deed.action}", "TGF-ACT-4")
    return state.spend_actions([mini], cost), {}, Strikes()


_PLAYS: dict[str, Callable[[State, Mini, Deed, int, Dice], Done]] = {
    "go-prone": _lie_or_stand,
    "stand": _lie_or_stand,
    "aim": _aim_at_target,
    "fire": _fire_weapon,
    "hide": _hide_mini,
    **dict.fromkeys(DOORS, _use_door),
}
