"""What a whole squad does at the same moment: recover, overwatch, suppression, gun drill (TGF-ACT-3, TGF-GUN-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....api import (
    Answer,
    Dice,
    ListOf,
    Malformed,
    MapOf,
    Nullable,
    Place,
    Record,
    Ref,
    ShapedObject,
    Text,
    YesNo,
    count_text,
    dataclass,
    fact,
    plays,
    refuse,
    replace,
)
from ..command import ld_loss
from ..morale import RECOVER, Recover, recovery_cause, recovery_cost, recovery_penalty
from ..profiles import DRILL, catalogue_file
from ..row_types import Weapon, count_suppressing
from . import effects, memory, stories
from .effects import Strikes
from .gate import (
    OfSquad,
    Played,
    check_active,
    check_fields,
    check_stragglers,
    enemy_mini_answers,
    explain_passed_over,
    explain_strength,
    leads_as,
    named_squad,
    roll_ld_check,
    straggler_answers,
    tell_own_ld,
    usual_target,
)
from .going import (
    Closer,
    Crossing,
    check_area_fields,
    check_areas,
    check_suppressed,
    cross_areas,
    is_crossing_area,
    is_panicked,
    strength_against,
)
from .naming import minis_by_strength
from .shots import Firing, InArea, Piece, aim_bonus, check_point, check_shot_fields, play_shot
from .state import Area, Mini, Squad, State, end_activation, reveal_squad

UNIT_ACTIONS = {"recover": ("out_of_command", "enemy_in_los"), "overwatch": ("out_of_command",), "suppression": ("on",)}
_KEYS = {"recover": ("Recover from panic", "c"), "overwatch": ("Overwatch", "o"), "suppression": ("Suppression", "k")}


# --- recover, overwatch, suppression ---


def _unit_actions(place: Place[State]) -> Iterator[Answer]:
    for action, (name, key) in _KEYS.items():
        yield Answer(action, name, key, "the whole squad")


def _suppressible_answers(place: Place[State]) -> Iterator[Answer]:
    """Whole squads, then single miniatures; enemies first."""
    side = place.state.squads[place.event.squad].side
    for squad in sorted(place.state.squads.values(), key=lambda one: one.side == side):
        if place.state.living_minis(squad.id) and squad.id != place.event.squad:
            yield Answer(squad.id, f"all of {squad.name or squad.id}")
    yield from enemy_mini_answers(place)


@dataclass(frozen=True, kw_only=True)
class UnitAct(OfSquad):
    """An action that all living members pay for at the same moment."""

    action: str = fact(Text(), ask="What does the whole squad do?", among=_unit_actions, entries=True)
    out_of_command: tuple[str, ...] = fact(
        ListOf(Ref("minis"), distinct=True),
        (),
        ask="Who is more than 18 cm from the leader?",
        among=straggler_answers,
        holds=memory.STRAGGLERS,
        says="more than 18 cm from the leader: {}",
        usual=lambda place: place.state.kept.recall_some(place),
        help="stragglers, who roll for themselves",
        rules=("TGF-CMD-1", "TGF-LD-4"),
    )
    enemy_in_los: bool = fact(YesNo(), False, ask="Is an enemy in line of sight?", rules=("TGF-PANIC-6",))
    on: Mapping[str, InArea] = fact(
        MapOf(Record(InArea), Ref("there")),
        {},
        ask="Who is in the area of 10 x 10 cm that all of the squad can reach?",
        among=_suppressible_answers,
        help="miniatures, or squads for all their living, with what shelters them",
        rules=("TGF-SUP-1", "TGF-SUP-2", "TGF-R69"),
    )


def check_unit_act_fields(state: State, event: UnitAct) -> None:
    """Errors: `Malformed`."""
    if event.action in UNIT_ACTIONS:
        check_fields(event, ("squad", "action", *UNIT_ACTIONS[event.action]), (), f"the action {event.action}")
    for one in event.out_of_command:
        if state.minis[one].squad != event.squad or state.minis[one].dead:
            raise Malformed(f"out_of_command: {one} is no living member of {event.squad}")
    for one in event.on:
        if one in state.minis and state.minis[one].dead:
            raise Malformed(f"on: {one} is dead")


@plays(
    "unit-act",
    UnitAct,
    rules=("TGF-ACT-3", "TGF-OW-1", "TGF-OW-2", "TGF-SUP-1", "TGF-PANIC-5", "TGF-PANIC-7", "TGF-LD-4"),
    meant=check_unit_act_fields,
    story=stories.unit_act_story,
)
def play_unit_act(state: State, event: UnitAct, dice: Dice) -> Played:
    """All living members do something together (TGF-ACT-3)."""
    squad = named_squad(state, event)
    check_active(state, squad)
    if event.action not in UNIT_ACTIONS:
        raise refuse("TGF-ACT-1", "unknown-action")
    plays = {"recover": _recover_squad, "overwatch": _go_on_overwatch, "suppression": _suppress_area}
    return plays[event.action](state, state.squads[squad], event, dice)


def _pay_actions(state: State, squad: str, costs: Mapping[str, int]) -> State:
    """Every living member pays; each must have the actions left (TGF-ACT-3)."""
    for mini in state.living_minis(squad):
        if mini.actions < costs[mini.id]:
            left = count_text(mini.actions, "action")
            text = f"{mini.id} has {left} left, every member needs {costs[mini.id]}."
            raise refuse("TGF-ACT-3", "too-few-actions", text, mini=mini.id)
        state = state.spend_actions([mini], costs[mini.id])
    return state


def _action_costs(state: State, squad: str, action: str) -> dict[str, int]:
    cost = int(catalogue_file("tables")["actions"][action]["cost"])
    return {mini.id: cost for mini in state.living_minis(squad)}


def _recover_squad(state: State, squad: Squad, event: UnitAct, dice: Dice) -> Played:
    """An attempt to recover from panic, one in a turn (TGF-PANIC-5, TGF-PANIC-6, TGF-PANIC-7, TGF-LD-4)."""
    living = state.living_minis(squad.id)
    if not any(mini.panicked for mini in living):
        raise refuse("TGF-PANIC-5", "not-panicked")
    if squad.tried:
        raise refuse("TGF-PANIC-5", "already-tried")
    paid = _pay_actions(state, squad.id, {mini.id: recovery_cost(mini.level, state.house) for mini in living})
    check_stragglers(state, squad.id, event.out_of_command)
    fire = state.is_squad_under_fire(squad.id)
    penalty = recovery_penalty(fire, not fire and event.enemy_in_los)
    _foresee_recovery(state, squad.id, event, fire, dice)
    ld, led, others = _roll_for_squad(state, squad.id, event, penalty, dice)
    well = {mini.id for mini in living if led and mini.id not in others} | {one for one, did in others.items() if did}
    paid = paid.with_minis(*(replace(paid.minis[one], panicked=False) for one in well)).with_squad(squad.id, tried=True)
    stay = [mini.id for mini in living if mini.panicked and mini.id not in well]
    others_text = f"; still panicked: {', '.join(stay)}" if stay else ""
    dice.explain(f"{squad.id}: {len(well)} of {len(living)} recover{others_text}", "TGF-PANIC-7", tell="now")
    return paid, {"ld": ld, "recovered": led, "others": list(others.values())}


def _foresee_recovery(state: State, squad: str, event: UnitAct, under_fire: bool, dice: Dice) -> None:
    """Before the first die people want to know how the whole unit fares."""
    leader, strength = state.leader_of(squad), state.strength_on_squad(squad) or 0
    situation = Recover(
        house=state.house,
        level=leader.level,
        leader=leads_as(leader),
        under_fire=under_fire,
        enemy_in_los=not under_fire and event.enemy_in_los,
        suppression=strength,
        out_of_command=len(event.out_of_command),
    )
    dice.announce_odds(RECOVER, situation)


def _roll_for_squad(
    state: State, squad: str, event: UnitAct, penalty: int, dice: Dice
) -> tuple[int, bool, dict[str, bool]]:
    """The leader's die for all in command, then one for each straggler: LD, and who passes (TGF-LD-4, TGF-DICE-2)."""
    strength, leader = state.strength_on_squad(squad) or 0, state.leader_of(squad)
    explain_strength(squad, strength, dice)
    dice.explain(f"{leader.id} rolls for all in command ({leads_as(leader)})", "TGF-LD-4", "TGF-R18")
    cause = recovery_cause(state.is_squad_under_fire(squad))
    ld = tell_own_ld(state, leader, False, dice, strength, penalty, cause)
    led = roll_ld_check(state, leader, ld, dice)
    others = {}
    for one in event.out_of_command:
        dice.explain(f"{one} rolls alone", "TGF-LD-4", "TGF-CMD-2")
        own_ld = tell_own_ld(state, state.minis[one], True, dice, strength, penalty, cause)
        others[one] = roll_ld_check(state, state.minis[one], own_ld, dice)
    return ld, led, others


def _go_on_overwatch(state: State, squad: Squad, event: UnitAct, dice: Dice) -> Played:
    """The last action of all: those who pass may react later on (TGF-OW-1, TGF-OW-2)."""
    if state.is_squad_panicked(squad.id):
        raise refuse("TGF-OW-2", "panicked")
    if state.is_squad_suppressed(squad.id):
        raise refuse("TGF-OW-2", "suppressed")
    state = _pay_actions(state, squad.id, _action_costs(state, squad.id, "overwatch"))
    check_stragglers(state, squad.id, event.out_of_command)
    _, led, others = _roll_for_squad(state, squad.id, event, 0, dice)
    watch = [one for one in state.living_minis(squad.id) if others.get(one.id, led) and not one.panicked]
    state = state.with_minis(*(replace(one, overwatch=True) for one in watch))
    words = ", ".join(one.id for one in watch) or "nobody"
    dice.explain(f"on overwatch: {words}", "TGF-OW-1", "TGF-OW-2", tell="now")
    state = end_with_last_action(state, squad.id, dice)
    return state, {"passed": led, "others": list(others.values()), "next": state.current}


def end_with_last_action(state: State, squad: str, dice: Dice) -> State:
    """A last action: nobody has any left, and the activation is over (TGF-ACT-3, TGF-R66)."""
    dice.explain(f"nobody in {squad} has an action left: its activation is over", "TGF-ACT-3", "TGF-R66")
    explain_passed_over(state, dice)
    return end_activation(state.with_minis(*(replace(mini, actions=0) for mini in state.living_minis(squad))))


def _suppress_area(state: State, squad: Squad, event: UnitAct, dice: Dice) -> Played:
    """The last actions of all: an area in which nobody moves unharmed (TGF-SUP-1, TGF-SUP-2, TGF-R37)."""
    state = _pay_actions(state, squad.id, _action_costs(state, squad.id, "suppression"))
    weapons = count_suppressing(mini.weapon for mini in state.living_minis(squad.id))
    strengths: dict[str, int] = {}
    for one, shelter in sorted(event.on.items(), key=lambda item: item[0] in state.minis):
        inside = state.living_minis(one) if one in state.squads else (state.minis[one],)
        if one_of_them := next(iter(inside), None):  # all of a squad are alike: it is hidden as a whole
            dice.explain(f"against {', '.join(mini.id for mini in inside)}", "TGF-SUP-2")
            found = strength_against(state, weapons, one_of_them, shelter, dice)
            strengths |= dict.fromkeys((mini.id for mini in inside), found)
    lasts = "the end of the turn" if state.house["suppression-duration"] == "end-of-turn" else "its next activation"
    text = f"{squad.id} suppresses an area that all its members can reach, until {lasts}"
    dice.explain(text, "TGF-SUP-1", "TGF-SUP-7", "TGF-R39", "TGF-R69")
    _explain_area(strengths, dice)
    state = reveal_squad(state, squad.id, dice)
    state = replace(state, areas=(*state.areas, Area(squad.id, weapons, strengths)))
    state = end_with_last_action(state, squad.id, dice)
    return state, {"strength": strengths, "next": state.current}


def _explain_area(strengths: Mapping[str, int], dice: Dice) -> None:
    """Say what the area costs those who are in it (TGF-SUP-3, TGF-SUP-4, TGF-SUP-6)."""
    for inside, strength in minis_by_strength(strengths):
        loss = ld_loss(strength)
        lost = f", LD -{loss}" if loss else ""
        costs = ", is halved and takes a hit" if strength else " and is halved"
        text = f"{inside}: strength {strength}{lost}; a move needs an LD roll{costs}"
        dice.explain(f"{text}; no overwatch", "TGF-SUP-3", "TGF-SUP-4", "TGF-SUP-6", tell="now")


# --- gun drill ---


def _drill_answers(place: Place[State]) -> Iterator[Answer]:
    for action, row in DRILL.printed.items():
        yield Answer(action, row.name.lower(), action[0], f"{count_text(row.crew, 'man', 'men')}, {row.actions} each")


def _crew_answers(place: Place[State]) -> Iterator[Answer]:
    state = place.state
    for mini in state.living_minis(place.event.squad):
        yield Answer(mini.id, f"{mini.role}, {mini.actions} left", like=f"{mini.actions} {mini.panicked}")


def _usual_crew(place: Place[State]) -> list[str]:
    """As many as it takes, those with the most actions left first."""
    row = DRILL.printed.get(place.event.action)
    crew = sorted(place.state.living_minis(place.event.squad), key=lambda mini: -mini.actions)
    return [mini.id for mini in crew[: row.crew if row else 0]]


def _gun_target_answers(place: Place[State]) -> Iterator[Answer]:
    piece = place.state.squads[place.event.squad].gun
    yield from enemy_mini_answers(place)
    if piece and place.state.arm_of(piece).template:
        yield Answer(None, "a point on the table", "s")


@dataclass(frozen=True, kw_only=True)
class GunAct(Piece, Closer, OfSquad):
    """A crew does something with its gun, several at the same moment."""

    action: str = fact(Text(), ask="What does the crew do with the gun?", among=_drill_answers, rules=("TGF-GUN-1",))
    minis: tuple[str, ...] = fact(
        ListOf(Ref("minis")), ask="Who does it?", among=_crew_answers, usual=_usual_crew, rules=("TGF-GUN-1",)
    )
    target: str | None = fact(
        Nullable(Ref("minis")), None, ask="At which enemy?", among=_gun_target_answers, usual=usual_target
    )
    going: Mapping[str, Crossing] = fact(
        MapOf(Record(Crossing), Ref("minis")),
        {},
        ask="Which of them are in a suppressed area, or enter one?",
        among=lambda place: (one for one in _crew_answers(place) if one.value in place.event.minis),
        when=lambda place: bool(place.state.areas),
        help="of a move: the suppressed areas that each goes into and out of",
        rules=("TGF-SUP-3", "TGF-SUP-4"),
    )


_GUN_FIELDS = {"move": ("closer", "going", "new_leaders"), "fire": ("target", "shot", "out_of_command", "new_leaders")}


def check_gun_act_fields(state: State, event: GunAct) -> None:
    """Errors: `Malformed`."""
    if event.action in DRILL.printed:
        fields = ("squad", "action", "minis", *_GUN_FIELDS.get(event.action, ()))
        check_fields(event, fields, (), f"the gun action {event.action}")
    for one in event.going:
        if one not in event.minis:
            raise Malformed(f"going: {one} does not move the gun")
        check_area_fields(state, event.going[one])
    if (piece := state.squads[event.squad].gun) is not None:
        check_shot_fields(state, event.shot, piece)


@plays("gun-act", GunAct, rules=("TGF-GUN-1", "TGF-GUN-2"), meant=check_gun_act_fields, story=stories.gun_act_story)
def play_gun_act(state: State, event: GunAct, dice: Dice) -> Played:
    """Turn, aim, load, fire or move a gun (TGF-GUN-1, TGF-GUN-2)."""
    one = named_squad(state, event)
    check_active(state, one)
    squad = state.squads[one]
    if squad.gun is None:
        raise refuse("TGF-GUN-1", "no-gun")
    if event.action not in DRILL.printed:
        raise refuse("TGF-ACT-1", "unknown-action")
    row, crew = DRILL.printed[event.action], [state.minis[mini] for mini in event.minis]
    fit = all(mini.squad == one and not mini.dead for mini in crew)
    if len(crew) != row.crew or not fit or len(set(event.minis)) != len(crew):
        raise refuse("TGF-GUN-1", "wrong-crew", f"{row.name} takes {row.crew} of the living crew, {len(crew)} named.")
    for mini in crew:
        if mini.actions < row.actions:
            text = f"{mini.id} has {count_text(mini.actions, 'action')} left, {row.actions} needed."
            raise refuse("TGF-GUN-1", "too-few-actions", text, mini=mini.id)
    dice.explain(
        f"{', '.join(event.minis)}: {row.name.lower()}, {count_text(row.actions, 'action')} each",
        "TGF-GUN-1",
        "TGF-R51",
    )
    if event.action == "fire":
        return _fire_gun(state, squad, squad.gun, crew, event, dice)
    if event.action == "move":
        return _move_gun(state, squad, crew, event, dice)
    if event.action == "load" and squad.loaded:
        raise refuse("TGF-GUN-2", "already-loaded")
    changed = {"turn": {"laid": False}, "aim": {"laid": True}, "load": {"loaded": True}}[event.action]
    state = state.spend_actions(crew, row.actions).with_squad(one, **changed)
    return state, {"actions": _actions_left(state, crew)}


def _actions_left(state: State, crew: Sequence[Mini]) -> dict[str, int]:
    return {mini.id: state.minis[mini.id].actions for mini in crew}


def _fire_gun(state: State, squad: Squad, piece: Weapon, crew: Sequence[Mini], event: GunAct, dice: Dice) -> Played:
    """A loaded gun fires, once in a turn (TGF-GUN-2, TGF-TPL-1)."""
    if not squad.loaded:
        raise refuse("TGF-GUN-2", "not-loaded")
    if squad.fired:
        raise refuse("TGF-GUN-2", "already-fired")
    target = check_point(state, squad.side, event, piece)
    state = state.spend_actions(crew, DRILL.printed["fire"].actions).with_squad(
        squad.id, loaded=False, laid=False, fired=True
    )
    state = reveal_squad(state, squad.id, dice).with_activation(trigger="fire")
    strikes = Strikes()
    state, told = play_shot(state, Firing(crew[0], piece, target, squad.laid), event, strikes, dice)
    state, found = effects.apply_strikes_and_end(state, strikes, event, dice)
    return state, {"actions": _actions_left(state, crew), "aim": aim_bonus(squad.laid), **told, **found}


def _move_gun(state: State, squad: Squad, crew: Sequence[Mini], event: GunAct, dice: Dice) -> Played:
    """Four men move a gun, each through the suppressed areas on his way (TGF-GUN-1, TGF-SUP-3, TGF-SUP-4)."""
    check_suppressed(state, squad.id)
    if any(is_panicked(state, mini) for mini in crew) and event.closer:
        raise refuse("TGF-PANIC-2", "panicked")
    ways = {mini.id: event.going.get(mini.id) or Crossing() for mini in crew}
    for mini in crew:
        check_areas(state, mini, ways[mini.id])
    state, strikes, areas = state.spend_actions(crew, DRILL.printed["move"].actions), Strikes(), ShapedObject()
    for mini in crew:
        near = is_crossing_area(state, mini, ways[mini.id])
        state, told = cross_areas(state, state.minis[mini.id], ways[mini.id], strikes, dice)
        areas |= {mini.id: told} if near else {}
    went = all(one["move"] == "moved" for one in areas.values())
    if not went:
        dice.explain(f"the gun of {squad.id} stays: not all four have moved", "TGF-GUN-1", tell="now")
    gone = [mini for mini in crew if areas.get(mini.id, {}).get("move", "moved") == "moved"]
    state = state.with_moved(gone).with_squad(squad.id, laid=False)
    state = state.with_activation(trigger="move" if went else None)
    state, found = effects.apply_strikes_and_end(state, strikes, event, dice)
    moved = {"areas": areas, "moved": went} if areas else {}
    return state, {"actions": _actions_left(state, crew), **moved, **found}
