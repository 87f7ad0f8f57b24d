"""What events have in common: who may be named, what is tested before anything happens, LD values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ....api import (
    Answer,
    Dice,
    Finding,
    Malformed,
    Owner,
    Place,
    Ref,
    ShapedObject,
    YesNo,
    dataclass,
    fact,
    given_facts,
    read_or_judge,
    refuse,
    yes_or_no,
)
from ..command import LD_CHECK, LdCheck, LdValue, find_ld
from . import memory
from .naming import mini_label, side_name, squad_label
from .state import Activation, Mini, Squad, State, passed_over_players

Played = tuple[State, ShapedObject]
OTHER = "other"  # noted when another miniature of the squad shall act


# --- candidates ---


def squads_of(which: Callable[[Place[State], str], bool]) -> Callable[[Place[State]], Iterator[Answer]]:
    """Squads that live, as far as `which` wants them."""

    def squad_answers(place: Place[State]) -> Iterator[Answer]:
        for squad in place.state.squads.values():
            if place.state.living_minis(squad.id) and which(place, squad.id):
                yield Answer(squad.id, squad_label(place.state, squad))

    return squad_answers


def active_squad(place: Place[State]) -> str | None:
    """The squad whose activation it is."""
    return place.state.active.squad if place.state.active else None


def mini_answers(state: State, which: Sequence[Mini]) -> Iterator[Answer]:
    for mini in which:
        yield Answer(mini.id, mini_label(state, mini), like=f"{mini.squad} {mini.prone} {mini.actions}")


def own_mini_answers(place: Place[State]) -> Iterator[Answer]:
    """The living of the squad that acts."""
    active = place.state.active
    return mini_answers(place.state, place.state.living_minis(active.squad) if active else ())


def member_answers(place: Place[State]) -> Iterator[Answer]:
    """The living of the squad that was named."""
    return mini_answers(place.state, place.state.living_minis(place.event.squad))


def straggler_answers(place: Place[State]) -> Iterator[Answer]:
    """The living of the squad but its leader."""
    leader = place.state.squads[place.event.squad].leader
    return (answer for answer in member_answers(place) if answer.value != leader)


def living_answers(place: Place[State]) -> Iterator[Answer]:
    """All who live, enemies first."""
    side = acting_side(place)
    living = [mini for mini in place.state.minis.values() if not mini.dead]
    return mini_answers(place.state, sorted(living, key=lambda mini: place.state.side_of(mini) == side))


def enemy_mini_answers(place: Place[State]) -> Iterator[Answer]:
    """The living of other players."""
    side = acting_side(place)
    return mini_answers(
        place.state, [m for m in place.state.minis.values() if not m.dead and place.state.side_of(m) != side]
    )


def acting_side(place: Place[State]) -> str:
    """The player whose miniatures do it."""
    squad = getattr(place.event, "squad", None) or place.state.minis[place.event.mini].squad
    return place.state.squads[squad].side


def usual_target(place: Place[State]) -> str | None:
    """With whom he is in contact, or at whom he aims, or at whom his squad fired last."""
    mini = memory.firing_mini(place)
    return place.state.touched_by(mini.id) or mini.aim or memory.last_target(place.state, mini.squad)


# --- facts that many events have ---


def can_straggle(place: Place[State]) -> bool:
    """The leader himself is always in command (TGF-CMD-1)."""
    mini = memory.commanded_mini(place)
    return place.state.squads[mini.squad].leader != mini.id


def _far_text(place: Place[State]) -> str:
    mini = memory.commanded_mini(place)
    return f"Is {mini.id} more than 18 cm from {place.state.squads[mini.squad].leader}, the leader?"


@dataclass(frozen=True, kw_only=True)
class Commanded:
    """Whether a soldier is out of command."""

    out_of_command: bool = fact(
        YesNo(),
        False,
        ask=_far_text,
        holds=memory.COMMAND,
        says=yes_or_no("out of command", "in command"),
        when=can_straggle,
        help="the soldier is more than 18 cm from his leader",
        rules=("TGF-CMD-1", "TGF-CMD-2"),
    )


@dataclass(frozen=True, kw_only=True)
class OfSquad:
    """An event of the squad that is active."""

    squad: str = fact(Ref("squads"), ask="Which squad?", among=squads_of(lambda place, one: True), known=active_squad)


# --- tests ---


def running_activation(state: State, rule: str = "TGF-TURN-3", reason: str = "not-now") -> Activation:
    """The activation that runs. Errors: `Refused` where none does."""
    if state.active is None:
        raise refuse(rule, reason, "No squad is active: activate one first.")
    return state.active


def named_squad(state: State, event: Any) -> str:
    """The squad of an event; before people are asked which, a squad has to be active."""
    squad: str = read_or_judge(lambda: event.squad, lambda: _check_running(state))
    return squad


def _check_running(state: State) -> None:
    running_activation(state, "TGF-TURN-4", "not-active")


def check_active(state: State, squad: str) -> None:
    """The squad acts now (TGF-TURN-4)."""
    active = running_activation(state, "TGF-TURN-4", "not-active")
    if active.squad != squad:
        raise refuse("TGF-TURN-4", "not-active", f"{active.squad} is active, not {squad}.")


def acting_mini(state: State, event: Any) -> Mini:
    """The miniature that acts: of the active squad, living, and nobody acted after it (TGF-TURN-4)."""
    mini = state.minis[read_or_judge(lambda: event.mini, lambda: _check_running(state))]
    check_active(state, mini.squad)
    if mini.dead:
        raise refuse("TGF-TURN-4", "dead", mini=mini.id)
    if mini.id in running_activation(state).passed:
        raise refuse("TGF-TURN-4", "passed-over", mini=mini.id)
    return mini


def check_actions(mini: Mini, cost: int) -> None:
    """A miniature has the actions left (TGF-ACT-2)."""
    if mini.actions < cost:
        text = f"{mini.id} has {mini.actions} of {mini.level.ac} actions left, {cost} needed."
        raise refuse("TGF-ACT-2", "no-action-left", text, mini=mini.id)


def with_acting_mini(state: State, mini: Mini) -> State:
    """A miniature acts now; whoever acted before it is passed over (TGF-TURN-4)."""
    active = running_activation(state)
    gone = {active.mini} - {None, mini.id}
    return state.with_activation(mini=mini.id, passed=active.passed | gone)


def acts_next(state: State) -> str | None:
    """Who acts now or next: the one at it while he has actions, then the first who has any and was not passed over."""
    able, at = state.able_minis, state.active and state.active.mini
    return at if at in able else next(iter(able), None)


def check_target(state: State, side: str, target: str) -> Mini:
    """A living enemy that is not hidden (TGF-FIRE-1, TGF-HIDE-2)."""
    mini = state.minis[target]
    if mini.dead or state.side_of(mini) == side:
        raise refuse("TGF-FIRE-1", "bad-target", f"{target} is no living enemy.", mini=target)
    if state.is_squad_hidden(mini.squad):
        raise refuse("TGF-HIDE-2", "target-hidden", mini=target)
    return mini


def check_straggler(state: State, mini: Mini, event: Any) -> bool:
    """Whether a soldier is out of command; a leader never is (TGF-CMD-1)."""
    if event.out_of_command and state.squads[mini.squad].leader == mini.id:
        raise refuse("TGF-CMD-1", "leader-in-command", mini=mini.id)
    return bool(event.out_of_command)


def check_said_straggler(state: State, mini: Mini, event: Any) -> None:
    """The leader is in command, where it was said that he is not, though nothing is rolled for it (TGF-CMD-1)."""
    if "out_of_command" in given_facts(event):
        check_straggler(state, mini, event)


def check_stragglers(state: State, squad: str, ids: Sequence[str]) -> None:
    """The leader is no straggler (TGF-CMD-1)."""
    if state.squads[squad].leader in ids:
        raise refuse("TGF-CMD-1", "leader-in-command", mini=state.squads[squad].leader)


def check_fields(record: Any, allowed: Sequence[str], required: Sequence[str], what: str) -> None:
    """A record has the fields that it needs, and no others. Errors: `Malformed`."""
    given = given_facts(record)
    for name in given:
        if name not in allowed:
            raise Malformed(f"{what} has no field {name!r}", hint=f"it has: {', '.join(allowed) or 'none'}")
    for name in required:
        if name not in given:
            raise Malformed(f"{what}: {name} is missing")


# --- who is next ---


def explain_passed_over(state: State, dice: Dice) -> None:
    """Who would be next after the squad that is active, and has nobody left to activate (TGF-TURN-5)."""
    if skipped := passed_over_players(state):
        names = " and ".join(side_name(state, side) for side in skipped)
        dice.explain(f"nobody left to activate this turn: {names}", "TGF-TURN-5", tell="now")


# --- dice, and LD ---


def owner_of(state: State, who: Mini | Squad) -> Owner:
    """Whose dice are rolled for a miniature or a squad."""
    return Owner(who.side if isinstance(who, Squad) else state.side_of(who), who.id)


def leads_as(mini: Mini) -> str:
    """Whether a leader is the original one, who has the CO row (TGF-LD-2, TGF-R18)."""
    return "original" if mini.co else "replacement"


def unit_ld(state: State, squad: str, dice: Dice) -> int:
    """The LD of a roll of the whole unit (TGF-LD-4, TGF-SUP-8)."""
    strength = state.strength_on_squad(squad) or 0
    explain_strength(squad, strength, dice)
    return tell_own_ld(state, state.leader_of(squad), False, dice, strength)


def explain_strength(squad: str, strength: int, dice: Dice) -> None:
    """A roll of a unit suffers from the strongest area on any of its living members (TGF-R41, TGF-R70)."""
    if strength:
        text = f"{squad} is suppressed: {strength} on one living member, which counts for all"
        dice.explain(text, "TGF-R41", "TGF-R70")


def find_own_ld(
    state: State, mini: Mini, out: bool, strength: int | None = None, penalty: int = 0, cause: str = ""
) -> Finding[int]:
    """Return the LD of a roll of one miniature: the leader's in command, else half its own (TGF-CMD-2).

    `strength` is the suppression that counts; without it, the strongest area that it is in (TGF-SUP-8). `cause` says
    why there is a penalty.
    """
    leader = mini if out else state.leader_of(mini.squad)
    strength = state.strength_on_mini(mini.id) or 0 if strength is None else strength
    situation = LdValue(
        house=state.house, level=leader.level, leader="replacement" if out else leads_as(leader), suppression=strength
    )
    return find_ld(situation, not out, penalty, cause)


def tell_own_ld(
    state: State, mini: Mini, out: bool, dice: Dice, strength: int | None = None, penalty: int = 0, cause: str = ""
) -> int:
    """Return the same, explained: it decides the roll where it is not what the card of the leader says."""
    found = find_own_ld(state, mini, out, strength, penalty, cause)
    printed = find_own_ld(state, state.leader_of(mini.squad), False, 0)
    return dice.report(found, tell="" if found.value == printed.value else "reason")


def roll_ld_check(state: State, who: Mini | Squad, ld: int, dice: Dice) -> bool:
    """An LD check of a miniature or a squad (TGF-LD-1)."""
    dice.assign_dice(LD=owner_of(state, who))
    return bool(dice.settle(LD_CHECK, LdCheck(house=state.house, ld=ld))["pass"])
