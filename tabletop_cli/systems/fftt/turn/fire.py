"""Shots: light and general fire, opportunity fire, and the storm that a general calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from ....api import (
    Dice,
    Finding,
    Malformed,
    ShapedObject,
    count_text,
    dataclass,
    derive_situation,
    plays,
    read_or_judge,
    refuse,
)
from ..ammunition import Ammo, ammo_supply
from ..blasts import AcidThrow, Blasted, BlastShot, BlastThrow, impact_blast
from ..general import STORM_BRINGER, StormBringer
from ..profiles import throws_per_shot
from ..shooting import RANGE_CHECKS, SHOOTER_CHECKS, Fired, Shot, check_weapon
from ..tables import action_cost, blasts
from .aiming import BLAST_SEEN, SHOT_SEEN, Aim, Fire, melee_opponents, near_burst, next_shot, storm_blast, target_text
from .bursts import Near, clear_goo, spill_goo, wounds_near
from .gate import acting_figure, check_ap, check_enemy
from .harm import hurt_figures, take_effect
from .moves import check_ammo
from .naming import by_number, shown_name
from .phase_steps import FIRING, can_light_fire, has_one_shot_limit, sources_of
from .questions import a_figure, actors_who
from .state import MOVES, Piece, Played, State
from .stories import fire_story, storm_story


def shot_is_meant(state: State, event: Aim) -> None:
    """No more bursts than throws, and only a grenade clears goo away. Errors: `Malformed`."""
    one = state.figures[event.figure]
    most = throws_per_shot(one.profile, state.house) if isinstance(event, Fire) else 1
    if len(event.bursts) > most:
        raise Malformed(f"bursts: {len(event.bursts)}, for {count_text(most, 'roll')}")
    blast = one.kind.blast if isinstance(event, Fire) else storm_blast(state, one)
    if event.cleans and (blast is None or not blast.clears_goo):
        raise Malformed(f"cleans: {event.figure} shoots nothing that clears goo away")


# --- whether it may be fired, in the order of the contract


def check_target(state: State, one: Piece, target: Piece) -> None:
    """It lives, it is on the table, it is an enemy (FFTT-SHOOT-1)."""
    if not target.there or not state.is_enemy(one.id, target.id):
        raise refuse("FFTT-SHOOT-1", "bad-target", f"{shown_name(state, target.id)} is no living enemy on the table.")


def find_light_points(state: State, one: Piece) -> Finding[None]:
    """Return how many points are left for light fire, if by house rule these count (FFTT-TURN-4, FFTT-R3)."""
    if not can_light_fire(state, one):
        raise refuse(
            "FFTT-TURN-4", "light-fire-not-allowed", f"{shown_name(state, one.id)} has {one.ap} AP left.", "FFTT-R3"
        )
    counts = state.house["light-fire-eligibility"] == "remaining"
    text = f"light fire: {count_text(one.ap, 'action point')} left" if counts else ""
    return Finding(None, text, "FFTT-TURN-4", "FFTT-R3")


def find_chance(state: State, one: Piece, target: Piece) -> Finding[None]:
    """Return why opportunity fire is at a target: it has moved in this step, or touches (FFTT-OPP-1, FFTT-OPP-3)."""
    moved, touched = target.id in state.moved, target.id in state.touched_by(one.id)
    if not moved and not (touched and state.house["opportunity-in-contact"] == "yes"):
        raise refuse(
            "FFTT-OPP-1", "not-moving", f"{shown_name(state, target.id)} has not moved in this step.", "FFTT-R31"
        )
    text = f"{target.id} has moved in this step" if moved else f"{target.id} is in contact"
    return Finding(None, text, "FFTT-OPP-1", touched and ("FFTT-OPP-3", "FFTT-R31"))


def find_declaration(state: State, one: Piece) -> Finding[None]:
    """Return how opportunity fire is declared: by house rule in its own step (FFTT-OPP-2, FFTT-R6, FFTT-R7)."""
    reserved = state.house["opportunity-fire-declaration"] == "reserved"
    if reserved and not one.reserved:
        raise refuse("FFTT-OPP-2", "not-reserved", f"{shown_name(state, one.id)} was not set aside for it.", "FFTT-R7")
    paid = action_cost("opportunity-fire") if state.house["opportunity-fire-cost"] == "two" else "all its"
    text = f"{'set aside for it' if reserved else 'declared now'}, for {paid} action points"
    return Finding(None, text, "FFTT-OPP-2", "FFTT-R6", "FFTT-R7")


def check_trigger(state: State, one: Piece, *, chance: bool = False) -> None:
    """It has ammo, is free to fire, and has not fired in this step (FFTT-AMMO-3, FFTT-R31, FFTT-AP-2)."""
    check_ammo(state, one)
    if not chance and state.house["engaged-fire"] == "forbidden" and (foes := state.touched_by(one.id)):
        text = f"{shown_name(state, one.id)} is in contact with {', '.join(by_number(foes))}."
        raise refuse("FFTT-CC-7", "engaged", text, "FFTT-R31")
    if one.id in state.fired and (chance or has_one_shot_limit(state)):
        text, why = f"{shown_name(state, one.id)} has fired in this step.", "FFTT-OPP-1" if chance else "FFTT-R4"
        raise refuse("FFTT-AP-2", "already-fired", text, why)


def _allowed_target(state: State, event: Fire, one: Piece, mode: str) -> Piece:
    """The target, once nothing forbids the shot; people hear first what is refused whomever they aim at."""
    chance = mode == "opportunity"
    points = action_cost("opportunity-fire" if chance else "fire")
    cls = BlastShot if one.kind.blast else Shot
    shot = derive_situation(cls, event, house=state.house, shooter=one.figure, mode=mode)
    for check in (check_weapon, *SHOOTER_CHECKS):
        check(shot, state.house)
    if mode == "light":
        find_light_points(state, one)

    def check_ready(*, ap: bool = True) -> None:
        if chance:
            find_declaration(state, one)
        check_trigger(state, one, chance=chance)
        if ap:
            check_ap(state, one, points)

    target = state.figures[read_or_judge(lambda: event.target, check_ready)]
    check_target(state, one, target)
    if chance:
        find_chance(state, one, target)
    check_ready(ap=False)
    read_or_judge(lambda: event.distance, lambda: check_ap(state, one, points))
    for check in RANGE_CHECKS:
        check(shot, state.house)
    check_ap(state, one, points)
    return target


def _tell_why_allowed(state: State, one: Piece, target: Piece, mode: str, dice: Dice) -> None:
    """Why it may fire in this step (FFTT-TURN-4, FFTT-TURN-6, FFTT-OPP-1, FFTT-OPP-2, FFTT-OPP-3)."""
    if mode == "light":
        dice.report(find_light_points(state, one))
    if mode != "opportunity":
        return
    dice.report(find_chance(state, one, target))
    dice.report(find_declaration(state, one))
    coming = [other for other in state.touched_by(target.id, fresh=True) if other != one.id]
    if coming and not melee_opponents(state, one.id, target.id):
        dice.explain(f"{target.id} is still coming on and fights nobody yet", "FFTT-SHOOT-5", "FFTT-R30", tell="reason")


# --- what it does


@dataclass(frozen=True)
class Impact:
    """What the throws of a shot came to: wounds by figure, areas of goo with who is in them; it may clear goo away."""

    wounds: Mapping[str, int]
    areas: tuple[tuple[str, ...], ...] = ()
    clears: bool = False


def _settle_shot(state: State, event: Fire, one: Piece, target: Piece, mode: str, dice: Dice) -> Fired | Blasted:
    """The dice of a shot, after the chances have been told (FFTT-SHOOT-5, FFTT-SHOOT-7)."""
    dice.explain(
        f"{shown_name(state, one.id)} at {shown_name(state, target.id)}: {target_text(state, target)}", "FFTT-SHOOT-7"
    )
    given = {
        "house": state.house,
        "shooter": one.figure,
        "mode": mode,
        "target": target.figure,
        "into_melee": bool(melee_opponents(state, one.id, target.id)),
        "left": target.left,
    }
    if one.kind.blast:
        return dice.settle(BLAST_SEEN, derive_situation(BLAST_SEEN.situation, event, **given))
    return dice.settle(SHOT_SEEN, derive_situation(SHOT_SEEN.situation, event, **given))


def _choose_opponent(state: State, event: Fire, one: Piece, target: Piece) -> str:
    """Who is hit instead of the target: its owner picks, else the first (FFTT-SHOOT-5, FFTT-R30)."""
    others = melee_opponents(state, one.id, target.id)
    chosen = event.opponent or others[0]
    if chosen not in others:
        raise Malformed(f"opponent: {chosen} is in no hand to hand with {target.id}")
    return chosen


def _shot_impact(state: State, event: Fire, one: Piece, target: Piece, found: Fired | Blasted, dice: Dice) -> Impact:
    """Whom the throws wound (FFTT-SHOOT-5, FFTT-BLAST-2, FFTT-OPP-4)."""
    spared = [one.id for one in state.there if one.profile.has_ability("lucky-bastard") and state.step in MOVES]
    if isinstance(found, Fired):
        wounds = Counter({target.id: found.target_wounds})
        if found.opponent_wounds and (opponent := _choose_opponent(state, event, one, target)) not in spared:
            wounds[opponent] = found.opponent_wounds
        return Impact(wounds)
    moved = any(shot.centre == "opponent" for shot in found.shots)
    chosen = _choose_opponent(state, event, one, target) if moved else ""
    blast = impact_blast(one.kind, state.house)
    wounds, areas = Counter[str](), []
    for n, shot in enumerate(found.shots, 1):
        near = _burst_distances(shot, target.id, chosen, near_burst(event, n))
        if shot.target_wounds:
            wounds[target.id] += shot.target_wounds
        wounds += wounds_near(state, blast, near, dice, spared)
        if isinstance(shot, AcidThrow):
            areas.append(_figures_in_goo(shot, target.id, near))
    return Impact(wounds, tuple(areas), one.kind.blast is not None and one.kind.blast.clears_goo)


def _burst_distances(shot: BlastThrow, target: str, opponent: str, said: Near) -> Near:
    """Who is how far from a burst, but for the figure aimed at where that is known (FFTT-BLAST-4)."""
    if shot.centre == "opponent":
        return {**said, opponent: Fraction(0)}
    return {one: cm for one, cm in said.items() if one != target}


def _figures_in_goo(shot: AcidThrow, target: str, near: Near) -> tuple[str, ...]:
    """Who is in a new area of goo (FFTT-BUG-4)."""
    goo = blasts()["goo"]
    return (*((target,) if shot.target_in_goo else ()), *(one for one, cm in near.items() if goo.can_reach(cm)))


def _apply_impact(
    state: State, event: Aim, one: Piece, hit: Impact, dice: Dice
) -> tuple[State, list[str], ShapedObject]:
    """Wounds, goo, and goo that is blown away; gives who is removed at once, and fields of the result."""
    if hit.clears:
        state = clear_goo(state, event.cleans, dice)
    goo: dict[str, list[str]] = {}
    for area in hit.areas:
        state, made = spill_goo(state, area, dice)
        goo[made] = sorted(state.goo[made].figures)
    wounds = {who: n for who, n in hit.wounds.items() if n > 0}
    state, removed = hurt_figures(state, wounds, (one.id,), dice)
    if state.at_once:  # whoever dies of its miss does so now (FFTT-AMMO-4)
        state, more = take_effect(state, dice)
        removed = sorted((*removed, *more))
    return state, removed, {"wounds": wounds, "goo": goo}


def _update_supply(state: State, one: Piece, missed: bool, dice: Dice) -> tuple[State, str]:
    """Whether it has ammo after this shot (FFTT-AMMO-1, FFTT-AMMO-3, FFTT-AMMO-4)."""
    left = sources_of(state, one)
    if left and not missed:
        return state, "ok"  # all reload freely; that is not worth a line after each hit
    if givers := ", ".join(by for by, to in state.reloads if to == one.side):
        dice.explain(f"may reload from {givers}, too", "FFTT-CAMP-8")
    found = ammo_supply(Ammo(house=state.house, figure=one.figure, sources_left=left, missed=missed), dice).ammo
    return state.with_changed_figure(one.id, out=found == "out" or one.out, doomed=found == "dead"), found


def _tell_fired(state: State, one: Piece, ap: int, dice: Dice) -> None:
    """What a shot costs, in action points and in hand to hand (FFTT-AP-1, FFTT-AP-2, FFTT-SHOOT-6, FFTT-R31)."""
    again = ("FFTT-R4",) if one.id in state.fired else ()
    dice.explain(f"{count_text(one.ap - ap, 'action point')} left of {one.ap}", "FFTT-AP-1", "FFTT-AP-2", *again)
    if foes := ", ".join(by_number(state.touched_by(one.id))):
        free = state.house["engaged-fire"] == "free"
        words = f"engaged with {foes}: it may attack as well" if free else f"engaged with {foes}: no attack as well"
        dice.explain(words, "FFTT-SHOOT-6", "FFTT-R31", tell="now")


def _note_shot(state: State, one: Piece, target: Piece, ap: int, dice: Dice) -> State:
    """It pays; who fires while engaged does not attack in this phase (FFTT-SHOOT-6, FFTT-R31)."""
    _tell_fired(state, one, ap, dice)
    last = {**state.last, one.side: target.id}
    state = replace(state.pay_ap(one.id, ap), fired=state.fired | {one.id}, last=last)
    if state.touched_by(one.id) and state.house["engaged-fire"] != "free":
        state = replace(state, shot_engaged=state.shot_engaged | {one.id})
    return state


def _resolve_shot(state: State, event: Fire, mode: str, dice: Dice) -> tuple[State, list[str], ShapedObject]:
    """A shot from its first test to its last wound."""
    one = acting_figure(state, event, MOVES if mode == "opportunity" else FIRING, check_enemy)
    target = _allowed_target(state, event, one, mode)
    _tell_why_allowed(state, one, target, mode, dice)
    found = _settle_shot(state, event, one, target, mode, dice)
    hit = _shot_impact(state, event, one, target, found, dice)
    ap = one.ap
    if mode != "opportunity" or state.house["opportunity-fire-cost"] == "two":
        ap = action_cost("opportunity-fire" if mode == "opportunity" else "fire")
    state = _note_shot(state, one, target, ap, dice)
    state, supply = _update_supply(state, one, not all(throw.hit for throw in found.shots), dice)
    state, removed, told = _apply_impact(state, event, one, hit, dice)
    result = {
        "ap": state.figures[one.id].ap,
        "need": found.need,
        "shots": found.shots,
        "ammo": supply,
        "wounds": told["wounds"],
        **({"goo": told["goo"]} if one.kind.weapon == "acid" else {}),
    }
    return state, removed, result


@plays(
    "fire",
    Fire,
    rules=("FFTT-TURN-4", "FFTT-TURN-6", "FFTT-SHOOT-1", "FFTT-SHOOT-2", "FFTT-BLAST-1", "FFTT-AMMO-1"),
    story=fire_story,
    meant=shot_is_meant,
    usual=next_shot,
)
def fire(state: State, event: Fire, dice: Dice) -> Played:
    """A figure fires in light or general fire; its wounds are pending."""
    mode = "light" if state.step == "light-fire" else "general"
    state, _, result = _resolve_shot(state, event, mode, dice)
    return state, result


def chance_words(state: State) -> str:
    """At whom there may be opportunity fire: who has moved, and of the side that moves, who is in contact."""
    moves = [one.id for one in state.there if one.id in state.moved]
    held = [one.id for one in state.there if one.side == state.mover and state.touched_by(one.id)]
    at = by_number({*moves, *(held if state.house["opportunity-in-contact"] == "yes" else ())})
    return f"at {', '.join(at)}" if at else ""


@plays(
    "opportunity-fire",
    Fire,
    rules=("FFTT-OPP-1", "FFTT-OPP-2", "FFTT-OPP-3", "FFTT-OPP-4", "FFTT-TURN-8", "FFTT-R6"),
    story=fire_story,
    meant=shot_is_meant,
    detail=chance_words,
    interrupt=True,
)
def opportunity_fire(state: State, event: Fire, dice: Dice) -> Played:
    """An enemy of who moves fires at once; so do its wounds take effect."""
    state, removed, result = _resolve_shot(state, event, "opportunity", dice)
    return state, {**result, "removed": removed, "explosions": list(state.explosions)}


# --- the storm of a general


@dataclass(frozen=True, kw_only=True)
class Storm(Aim):
    figure: str = a_figure(
        "Who calls the storm?", actors_who(lambda one: one.profile.has_ability("storm-bringer")), "FFTT-GEN-3"
    )


@plays("storm-bringer", Storm, rules=("FFTT-GEN-3", "FFTT-R53", "FFTT-AP-2"), story=storm_story, meant=shot_is_meant)
def storm_bringer(state: State, event: Aim, dice: Dice) -> Played:
    """A general calls the guns from above instead of shooting."""
    one = acting_figure(state, event, ("general-fire",))
    if not one.kind.shoots:
        raise refuse("FFTT-SHOOT-1", "no-weapon", f"{shown_name(state, one.id)} has no weapon skill.")
    if not one.profile.has_ability("storm-bringer"):
        raise refuse("FFTT-GEN-3", "not-eligible", f"{shown_name(state, one.id)} is no storm bringer.")

    def check_ready() -> None:
        check_trigger(state, one)
        check_ap(state, one, action_cost("storm-bringer"))

    target = state.figures[read_or_judge(lambda: event.target, check_ready)]
    check_target(state, one, target)
    check_ready()
    dice.explain(
        f"{shown_name(state, one.id)} calls the storm on {shown_name(state, target.id)}: {target_text(state, target)}",
        "FFTT-GEN-3",
    )
    found = dice.settle(STORM_BRINGER, StormBringer(house=state.house, shooter=one.figure))
    hit = Impact({target.id: found.target_wounds})
    blast = storm_blast(state, one) if found.hit else None
    if blast is not None:
        circles = impact_blast(one.kind, state.house) if blast is one.kind.blast else blast
        near = {who: cm for who, cm in near_burst(event, 1).items() if who != target.id}
        others = wounds_near(state, circles, near, dice)
        goo = ((target.id, *(who for who, cm in near.items() if blast.can_reach(cm))),) if blast.id == "goo" else ()
        hit = Impact(others + Counter(hit.wounds), goo, blast.clears_goo)
    state = _note_shot(state, one, target, action_cost("storm-bringer"), dice)
    state, _, told = _apply_impact(state, event, one, hit, dice)
    result = {"ap": state.figures[one.id].ap, "need": found.need, "roll": found.roll, "hit": found.hit}
    return state, {**result, **told}
