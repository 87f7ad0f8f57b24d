"""What strikes lead to: casualties, a new leader, morale checks, the special check (TGF-LEAD-1, TGF-MORALE-5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace

from ....api import (
    Answer,
    Dice,
    Given,
    ListOf,
    Place,
    Ref,
    ShapedObject,
    ask_about,
    dataclass,
    fact,
    refuse,
    select_items,
)
from ..morale import MORALE_TRIGGERS, MoraleTriggers
from . import memory
from .gate import Played, mini_answers, roll_ld_check, unit_ld
from .naming import panic_duty
from .state import Activation, Mini, State, end_activation, lift_areas


@dataclass
class Strikes:
    """Hits and killed of an event by struck squad and cause, in the order first struck; cause None is an accident."""

    found: dict[tuple[str, str | None], tuple[int, list[str]]] = field(default_factory=dict)

    def add(self, state: State, target: Mini, by: str | None, hits: int, killed: bool) -> None:
        """A miniature is struck. Fire of one's own side is an accident."""
        if by is not None and state.squads[by].side == state.side_of(target):
            by = None
        before, dead = self.found.get((target.squad, by), (0, []))
        dead = [*dead, target.id] if killed and target.id not in self.dead else dead
        self.found[target.squad, by] = (before + hits, dead)

    @property
    def dead(self) -> set[str]:
        return {one for _, killed in self.found.values() for one in killed}


# --- who takes over ---


def _heir_answers(place: Place[State]) -> Iterator[Answer]:
    """Who may take over: those of the squad that it is about who live."""
    return mini_answers(place.state, place.about or ())


def _side_to_ask(place: Place[State]) -> str:
    return place.state.side_of(place.about[0]) if place.about else ""


def _heir_text(place: Place[State]) -> str:
    squad = place.about[0].squad if place.about else "the squad"
    return f"The leader of {squad} is dead. Which miniature takes over (corporal, or else the nearest)?"


@dataclass(frozen=True, kw_only=True)
class Heirs:
    """Who leads a squad whose leader dies in this event."""

    new_leaders: tuple[str, ...] = fact(
        ListOf(Ref("minis")),
        (),
        ask=_heir_text,
        among=_heir_answers,
        whose=_side_to_ask,
        one_by_one=True,
        enough="nobody",
        help="heirs, for any squad that loses its leader",
        rules=("TGF-LEAD-1",),
    )


def _select_heir(squad: str, living: tuple[Mini, ...], event: Heirs) -> str:
    """The one of the living who was named to take over (TGF-LEAD-1)."""
    ids = {mini.id for mini in living}
    found = set(ask_about(lambda: select_items(event.new_leaders, ids), living))
    if len(found) != 1:
        text = f"{squad} has lost its leader, and {len(found)} of the living are named to take over."
        raise refuse("TGF-LEAD-1", "new-leader-needed", text)
    return found.pop()


# --- effects ---


def apply_strikes_and_end(state: State, strikes: Strikes, event: Heirs, dice: Dice) -> Played:
    """All that the strikes of an event lead to, and the end of the activation of a squad that is annihilated."""
    state, told = apply_strikes(state, strikes, event, dice)
    state, ended = end_if_annihilated(state, dice)
    return state, {**told, **ended}


def apply_strikes(state: State, strikes: Strikes, event: Heirs, dice: Dice) -> Played:
    """All that strikes lead to, in the order first struck; with what the result says of it."""
    effects: list[ShapedObject] = []
    for (squad, by), (hits, killed) in strikes.found.items():
        state, told = apply_hits(state, squad, by, hits, killed, event, dice)
        effects.append({"squad": squad, "by": by, "hits": hits, "killed": killed, **told})
    return state, {"effects": effects} if effects else {}


def end_if_annihilated(state: State, dice: Dice) -> Played:
    """The activation of a squad of which nobody lives is over."""
    if state.active is None or state.living_minis(state.active.squad):
        return state, {}
    dice.explain(f"{state.active.squad} is annihilated: its activation is over", "TGF-TURN-4", tell="now")
    state = end_activation(state)
    return state, {"next": state.current}


def apply_hits(
    state: State, squad: str, by: str | None, hits: int, killed: Sequence[str], event: Heirs, dice: Dice
) -> Played:
    """What hits of one cause do to a squad: casualties, a new leader, its checks (TGF-R44, TGF-R47)."""
    before, leads = state, state.squads[squad].leader in killed
    state = _remove_casualties(state, squad, by, killed, dice)
    living = state.living_minis(squad)
    if leads and living:
        heir = _select_heir(squad, living, event)
        dice.explain(f"{heir} now leads {squad}, without the +1", "TGF-LEAD-1", "TGF-R18", tell="now")
        state = state.with_squad(squad, leader=heir)
    situation = _morale_situation(before, state, squad, by, hits, killed, leads)
    state = _add_to_tally(state, squad, by, hits, len(killed))
    return roll_due_checks(state, squad, situation, dice)


def _remove_casualties(state: State, squad: str, by: str | None, killed: Sequence[str], dice: Dice) -> State:
    """Casualties are taken off; whoever was fired at by an enemy is under fire (TGF-R67)."""
    if killed:
        dice.explain(f"off the table: {', '.join(killed)}", "TGF-DAM-3", tell="now")
    dead = (replace(state.minis[one], dead=True, aim=None, overwatch=False) for one in killed)
    aiming = (replace(mini, aim=None) for mini in state.minis.values() if mini.aim in killed and mini.id not in killed)
    state = state.with_minis(*aiming, *dead).take_out_of_areas(killed)
    state = state if by is None else state.with_squad(squad, shot_at=True)
    return state if state.living_minis(squad) else replace(lift_areas(state, squad), gone=(*state.gone, squad))


def tally_of(active: Activation, by: str | None, squad: str) -> tuple[int, int]:
    """Kills and hits by one squad among another in this activation, none of what nobody has done (TGF-R47)."""
    return active.tally.get(f"{by} {squad}", (0, 0))


def _morale_situation(
    before: State, now: State, squad: str, by: str | None, hits: int, killed: Sequence[str], leads: bool
) -> MoraleTriggers:
    """What the rules of morale have to know; an accident is nobody's fire (TGF-R42, TGF-R47)."""
    assert before.active is not None
    one, alive = now.squads[squad], len(before.living_minis(squad))
    kills, hit = tally_of(before.active, by, squad)
    return MoraleTriggers(
        house=now.house,
        original=one.size,
        start=before.active.starts[squad],
        killed_before=kills,
        killed_now=len(killed),
        alive_before=alive,
        leader_killed=leads,
        hits_before=hit,
        hits_now=hits,
        panicked=now.is_squad_panicked(squad),
        accident=by is None,
        level=now.leader_of(squad).level,
        kind=one.kind,
    )


def _add_to_tally(state: State, squad: str, by: str | None, hits: int, kills: int) -> State:
    """Kills and hits of a squad in this activation; a reaction's count for the reacting squad (TGF-R47)."""
    if by is None or state.active is None:
        return state
    killed, hit = tally_of(state.active, by, squad)
    return state.with_activation(tally={**state.active.tally, f"{by} {squad}": (killed + kills, hit + hits)})


def roll_due_checks(state: State, squad: str, situation: MoraleTriggers, dice: Dice) -> Played:
    """The checks that are due, on the present leader's LD: panic, and falling back (TGF-MORALE-5, TGF-MORALE-6)."""
    quiet = Given(())
    due = MORALE_TRIGGERS.rule(situation, quiet)
    witness = situation.witness_size is not None
    if situation.killed_now or due.triggers or due.special_roll or witness:  # else there is nothing to hear
        for step in quiet.steps:
            dice.explain(step.text, *step.rules, tell=step.tell)
    told: ShapedObject = {"triggers": list(due.triggers), "crippled": due.crippled, "annihilated": due.annihilated}
    if due.morale_rolls:
        dice.explain(f"{squad} checks its morale: {', '.join(due.triggers)}", "TGF-MORALE-5", "TGF-R44", tell="now")
        ld = unit_ld(state, squad, dice)
        passed = [roll_ld_check(state, state.squads[squad], ld, dice) for _ in range(due.morale_rolls)]
        told["panicked"] = not all(passed)
        if told["panicked"]:
            cost = f"{squad} panics: CC and RC halved, no move nearer to an enemy"
            dice.explain(cost, "TGF-PANIC-1", "TGF-PANIC-2", tell="now")
            dice.explain(f"{squad} {panic_duty()}", "TGF-PANIC-4", tell="now")
            state = state.with_minis(*(replace(mini, panicked=True) for mini in state.living_minis(squad)))
    if due.special_roll:
        text = f"{squad} has taken more than 10 hits from one squad: it must pass an LD check, or fall back"
        dice.explain(text, "TGF-MORALE-6", tell="now")
        told["fall_back"] = not roll_ld_check(state, state.squads[squad], unit_ld(state, squad, dice), dice)
        if told["fall_back"]:
            dice.explain(f"{squad} falls back 10 cm from the squad that fired", "TGF-MORALE-6", tell="now")
            state = memory.forget_views(state, *state.living_minis(squad)).with_moved(state.living_minis(squad))
    return state, told
