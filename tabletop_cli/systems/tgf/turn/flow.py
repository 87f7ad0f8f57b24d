"""Turns and what happens between actions: initiative, activations, reported shots, witnesses, ends (TGF-TURN-1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....api import Answer, Dice, ListOf, Nullable, Place, Ref, Whole, cite, dataclass, fact, plays, refuse
from ..initiative import INITIATIVE, Initiative, Player
from ..morale import MoraleTriggers
from ..profiles import co_bonus
from . import effects, stories
from .gate import Played, explain_passed_over, leads_as, member_answers, running_activation, squads_of
from .naming import shown_name, side_name
from .state import State, begin_activation, end_activation


@dataclass(frozen=True, kw_only=True)
class Nothing:
    """An event without choices."""


# --- initiative ---


@plays(
    "initiative",
    Nothing,
    rules=("TGF-TURN-1", "TGF-TURN-2", "TGF-TURN-6", "TGF-DICE-2", "TGF-R20"),
    due=True,
    story=stories.initiative_story,
)
def play_initiative(state: State, event: Nothing, dice: Dice) -> Played:
    """All who have somebody left roll, and add their highest LD (TGF-TURN-1, TGF-TURN-2, TGF-TURN-6, TGF-R20)."""
    if state.phase != "initiative":
        raise refuse("TGF-TURN-6", "not-now")
    players = tuple(Player(id=side, ld=_highest_ld(state, side)) for side in state.players if state.has_left(side))
    if not players:
        raise refuse("TGF-TURN-6", "nobody-left")
    names = ", ".join(side_name(state, one.id) for one in players)
    dice.explain(f"a die for each, in this order: {names}", "TGF-TURN-1", "TGF-DICE-2")
    dice.assign_dice(**{one.id: one.id for one in players})
    found = dice.settle(INITIATIVE, Initiative(house=state.house, players=players))
    state = replace(state, order=found.order, chooser=found.chooser)
    state = replace(state, phase="choose") if found.chooser else _begin_activations(state)
    return state, {"order": list(found.order), "chooser": found.chooser}


def _highest_ld(state: State, side: str) -> int:
    """The highest printed LD among the living of a player (TGF-TURN-1)."""
    living = (mini for squad in state.squads.values() if squad.side == side for mini in state.living_minis(squad.id))
    return max(mini.level.ld + (co_bonus("ld") if leads_as(mini) == "original" else 0) for mini in living)


def _begin_activations(state: State) -> State:
    """The activations begin."""
    return replace(state, phase="play", chooser=None, current=state.order[0])


def _player_answers(place: Place[State]) -> Iterator[Answer]:
    for side in place.state.order or place.state.players:
        yield Answer(side, side_name(place.state, side), side)


@dataclass(frozen=True, kw_only=True)
class ChooseFirst:
    """Who goes first."""

    by: str = fact(Ref("players"), known=lambda place: place.state.chooser)
    first: str = fact(Ref("players"), ask="Who starts?", among=_player_answers, rules=("TGF-TURN-2", "TGF-R21"))


@plays("choose-first", ChooseFirst, rules=("TGF-TURN-2", "TGF-R21"), due=True, story=stories.choose_first_story)
def play_choose_first(state: State, event: ChooseFirst, dice: Dice) -> Played:
    """The winner of the initiative says who starts; the others keep their order (TGF-TURN-2, TGF-R21)."""
    if state.phase != "choose":
        raise refuse("TGF-TURN-2", "not-now")
    if event.by != state.chooser:
        raise refuse("TGF-TURN-2", "not-the-chooser", f"{side_name(state, state.chooser or '')} chooses.")
    if not state.has_left(event.first):
        raise refuse("TGF-TURN-2", "annihilated")
    order = (event.first, *(side for side in state.order if side != event.first))
    dice.explain(f"{side_name(state, event.first)} starts", "TGF-TURN-2")
    return _begin_activations(replace(state, order=order)), {"order": list(order)}


# --- activations ---


@dataclass(frozen=True, kw_only=True)
class Activate:
    """A squad begins."""

    squad: str = fact(
        Ref("squads"),
        ask="Which squad acts?",
        among=squads_of(lambda place, one: place.state.squads[one].side == place.state.current),
        rules=("TGF-TURN-3",),
    )


@plays("activate", Activate, rules=("TGF-TURN-3", "TGF-TURN-5", "TGF-SUP-7", "TGF-OW-4"), story=stories.activate_story)
def play_activate(state: State, event: Activate, dice: Dice) -> Played:
    """The player whose turn it is activates one of his squads (TGF-TURN-3)."""
    if state.phase != "play" or state.active is not None:
        raise refuse("TGF-TURN-3", "not-now")
    squad = state.squads[event.squad]
    if squad.side != state.current:
        raise refuse("TGF-TURN-3", "not-your-turn", f"It is the turn of {side_name(state, state.current or '')}.")
    if not state.living_minis(squad.id):
        raise refuse("TGF-TURN-3", "annihilated", squad=squad.id)
    if squad.activated:
        raise refuse("TGF-TURN-3", "already-activated", squad=squad.id)
    dice.explain(f"{squad.id} is active: one miniature after the other", "TGF-TURN-3", "TGF-TURN-4")
    _explain_ends(state, squad.id, dice)
    return begin_activation(state, squad.id), {}


def _explain_ends(state: State, squad: str, dice: Dice) -> None:
    """Say what lasted until this activation: a suppressed area, an overwatch that nobody has broken."""
    for area in state.areas:
        if area.by == squad:
            inside = ", ".join(area.strengths) or "nobody"
            text = f"the area that {squad} suppressed is over; in it: {inside}"
            dice.explain(text, "TGF-SUP-7", "TGF-R39", tell="now")
    if any(mini.overwatch for mini in state.living_minis(squad)):
        dice.explain(f"the overwatch of {squad} is over", "TGF-OW-4", tell="now")


@plays(
    "end-activation",
    Nothing,
    rules=("TGF-TURN-3", "TGF-TURN-4", "TGF-TURN-5", "TGF-TURN-6"),
    story=stories.end_activation_story,
)
def play_end_activation(state: State, event: Nothing, dice: Dice) -> Played:
    """The squad is done; actions that are left are lost (TGF-TURN-3, TGF-TURN-4)."""
    done = running_activation(state).squad
    before, state = state, end_activation(state)
    after = f"{side_name(state, state.current)} is next" if state.current else f"turn {state.turn} begins"
    rules = cite("TGF-TURN-3", "TGF-TURN-4", state.current is None and "TGF-TURN-6")
    dice.explain(f"{done} ends its activation: {after}", *rules)
    explain_passed_over(before, dice)
    return state, {"next": state.current}


# --- between actions ---


def _enemy_squads(place: Place[State]) -> Iterator[Answer]:
    """Who may have fired at a squad; nobody, for an accident."""
    side = place.state.squads[place.event.squad].side
    yield Answer(None, "nobody: an accident", "n")
    yield from squads_of(lambda place, one: place.state.squads[one].side != side)(place)


@dataclass(frozen=True, kw_only=True)
class ShotAt(effects.Heirs):
    """What players rolled without the program: hits on a squad, and who was killed."""

    squad: str = fact(Ref("squads"), ask="Which squad was hit?", among=squads_of(lambda place, one: True))
    by: str | None = fact(Nullable(Ref("squads")), ask="By whom?", among=_enemy_squads)
    hits: int = fact(Whole(), 0, ask="How many hits had to be saved?", rules=("TGF-MORALE-6",))
    killed: tuple[str, ...] = fact(ListOf(Ref("minis"), distinct=True), (), ask="Who was killed?", among=member_answers)


@plays(
    "shot-at", ShotAt, rules=("TGF-DAM-3", "TGF-MORALE-5", "TGF-MORALE-6", "TGF-LEAD-1"), story=stories.shot_at_story
)
def play_shot_at(state: State, event: ShotAt, dice: Dice) -> Played:
    """Hits and casualties that are reported, with all that follows from them (TGF-DAM-3, TGF-MORALE-5)."""
    running_activation(state)
    living, by = {mini.id for mini in state.living_minis(event.squad)}, event.by
    if by is not None and state.squads[by].side == state.squads[event.squad].side:
        raise refuse("TGF-DAM-3", "not-an-enemy", squad=by)
    if not living:
        raise refuse("TGF-DAM-3", "not-alive", squad=event.squad)
    for one in event.killed:
        if one not in living:
            raise refuse("TGF-DAM-3", "not-alive", f"{one} is no living member of {event.squad}.", mini=one)
    cause = by or "an accident"
    dice.explain(f"{event.squad} is struck by {cause}: hits {event.hits}", "TGF-DAM-3", "TGF-R47")
    state, told = effects.apply_hits(state, event.squad, by, event.hits, list(event.killed), event, dice)
    state, ended = effects.end_if_annihilated(state, dice)
    return state, {**told, **ended}


def _annihilated_answers(place: Place[State]) -> Iterator[Answer]:
    """Friends whom the last event has annihilated: others were seen before, or not."""
    side = place.state.squads[place.event.squad].side
    return (
        Answer(one, shown_name(place.state, one)) for one in place.state.gone if place.state.squads[one].side == side
    )


@dataclass(frozen=True, kw_only=True)
class Witness:
    """A squad saw another one of its side annihilated."""

    squad: str = fact(Ref("squads"), ask="Which squad saw it?", among=squads_of(lambda place, one: True))
    of: str = fact(
        Ref("squads"),
        ask="Which friendly squad was annihilated in its sight?",
        among=_annihilated_answers,
        rules=("TGF-MORALE-4",),
    )


@plays("witness", Witness, rules=("TGF-MORALE-4", "TGF-R45"), interrupt=True, story=stories.witness_story)
def play_witness(state: State, event: Witness, dice: Dice) -> Played:
    """A squad sees friends annihilated, and may have to check its morale (TGF-MORALE-4, TGF-R45)."""
    if all(state.living_minis(one) for one in state.squads):
        raise refuse("TGF-MORALE-4", "not-annihilated")
    one, of = event.squad, event.of
    if state.living_minis(of) or state.squads[of].side != state.squads[one].side:
        raise refuse("TGF-MORALE-4", "not-annihilated", squad=of)
    if not state.living_minis(one):
        raise refuse("TGF-MORALE-4", "annihilated", squad=one)
    if f"{one} {of}" in state.witnessed:
        raise refuse("TGF-MORALE-4", "already-tested", squad=of)
    squad, alive = state.squads[one], len(state.living_minis(one))
    situation = MoraleTriggers(
        house=state.house,
        original=squad.size,
        start=alive,
        witness_size=state.squads[of].size,
        panicked=state.is_squad_panicked(one),
        accident=True,
        level=state.leader_of(one).level,
        kind=squad.kind,
    )
    state, told = effects.roll_due_checks(
        replace(state, witnessed=state.witnessed | {f"{one} {of}"}), one, situation, dice
    )
    return state, {word: told[word] for word in ("triggers", "panicked") if word in told}


def _has_hiding_mini(place: Place[State], one: str) -> bool:
    return any(mini.hides for mini in place.state.living_minis(one))


@dataclass(frozen=True, kw_only=True)
class Spotted:
    """An enemy has come into line of sight of a hidden squad."""

    squad: str = fact(
        Ref("squads"), ask="Which squad is seen?", among=squads_of(_has_hiding_mini), rules=("TGF-HIDE-2",)
    )


@plays("spotted", Spotted, rules=("TGF-HIDE-2",), story=stories.spotted_story)
def play_spotted(state: State, event: Spotted, dice: Dice) -> Played:
    """A squad is hidden no longer (TGF-HIDE-2)."""
    hiding = [mini for mini in state.living_minis(event.squad) if mini.hides]
    if not hiding:
        raise refuse("TGF-HIDE-2", "not-hidden", squad=event.squad)
    dice.explain(f"{event.squad} is seen, and hidden no longer", "TGF-HIDE-2")
    return state.with_minis(*(replace(mini, hides=False) for mini in hiding)), {}


@dataclass(frozen=True, kw_only=True)
class LeaveArea:
    """Nobody of a squad is in a suppressed area any more."""

    squad: str = fact(
        Ref("squads"),
        ask="Which squad is outside of all suppressed areas?",
        among=squads_of(lambda place, one: place.state.is_squad_suppressed(one)),
        rules=("TGF-SUP-6",),
    )


@plays("leave-area", LeaveArea, rules=("TGF-SUP-6",), story=stories.leave_area_story)
def play_leave_area(state: State, event: LeaveArea, dice: Dice) -> Played:
    """A squad is suppressed no longer (TGF-SUP-6)."""
    if not state.is_squad_suppressed(event.squad):
        raise refuse("TGF-SUP-6", "not-suppressed", squad=event.squad)
    gone = {mini.id for mini in state.living_minis(event.squad)}
    dice.explain(f"{event.squad} is in no suppressed area any more", "TGF-SUP-6")
    return state.take_out_of_areas(gone), {}


@dataclass(frozen=True, kw_only=True)
class EndBattle:
    """The players agree that it is over."""

    winner: str | None = fact(
        Nullable(Ref("players")),
        ask="Who has won?",
        among=lambda place: (Answer(None, "nobody", "n"), *_player_answers(place)),
        rules=("TGF-END-1",),
    )


@plays("end-battle", EndBattle, rules=("TGF-END-1", "TGF-R62"), story=stories.end_battle_story)
def play_end_battle(state: State, event: EndBattle, dice: Dice) -> Played:
    """Victory is what the players agree on (TGF-END-1, TGF-R62)."""
    won = f"{side_name(state, event.winner)} has won" if event.winner else "nobody has won"
    dice.explain(f"the battle is over: {won}", "TGF-END-1", "TGF-R62")
    over = replace(state, phase="over", winner=event.winner, current=None, active=None, chooser=None)
    return over, {"winner": event.winner}
