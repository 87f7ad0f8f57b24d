"""Wounds and what follows from them: at once or later, deaths, explosions, experience (FFTT-TURN-7, FFTT-TURN-8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ....api import Dice, count_text
from ..insectoids import can_be_eaten
from .naming import by_number, hurt_words, names_text, shown_name, step_names
from .state import Piece, State

_TOGETHER = {"light-fire": (), "general-fire": ("FFTT-TURN-6", "FFTT-R21"), "hand-to-hand": ("FFTT-R21",)}


def when_they_count(state: State) -> tuple[str, ...]:
    """The rules that say when wounds of this step take effect (FFTT-TURN-7, FFTT-TURN-8, FFTT-R21)."""
    return ("FFTT-TURN-8",) if state.at_once else ("FFTT-TURN-7", *_TOGETHER.get(state.step, ()))


def hurt_figures(state: State, wounds: Mapping[str, int], by: Iterable[str], dice: Dice) -> tuple[State, list[str]]:
    """Figures suffer wounds, at once in movement steps and in healing, else pending; gives who is removed now.

    `by` are the figures that inflicted them, nobody for goo and explosions (FFTT-R54).
    """
    struck = {one: n for one, n in wounds.items() if n and state.figures[one].there}
    if not struck:
        return state, []
    for one, n in struck.items():
        piece, others = state.figures[one], tuple(who for who in by if state.is_enemy(who, one))
        state = state.with_changed_figure(
            one, pending=piece.pending + n, wounders=tuple(dict.fromkeys((*piece.wounders, *others)))
        )
    if state.at_once:
        return take_effect(state, dice)
    dice.explain(_pending_text(state, struck), *when_they_count(state), tell="now")
    return state, []


def _pending_text(state: State, struck: Mapping[str, int]) -> str:
    """What people mark now, and when it counts (FFTT-TURN-7, FFTT-R21)."""
    step = state.step if ends_with_wounds(state) else "hand-to-hand"
    counts = "they count" if len(struck) > 1 or max(struck.values()) > 1 else "it counts"
    return f"mark {hurt_words(state, struck)}: {counts} at the end of {step_names(step)}"


def ends_with_wounds(state: State) -> bool:
    """Whether pending wounds take effect when this step is left (FFTT-TURN-7, FFTT-R21)."""
    early = state.step == "general-fire" and state.house["hth-timing"] == "after-casualties"
    return state.step in ("light-fire", "hand-to-hand") or early


def dying_figures(state: State) -> list[Piece]:
    """Who dies when the pending wounds take effect (FFTT-WOUND-1, FFTT-AMMO-4)."""
    return [one for one in state.there if one.doomed or (one.pending and not one.left)]


def take_effect(state: State, dice: Dice) -> tuple[State, list[str]]:
    """All pending wounds take effect together; gives who is removed (FFTT-TURN-7, FFTT-AMMO-4)."""
    struck, fallen = [one for one in state.there if one.pending or one.doomed], dying_figures(state)
    state = state.with_figures(
        *(replace(one, suffered=one.suffered + one.pending, pending=0, wounders=()) for one in struck)
    )
    for one in struck:
        now = state.figures[one.id]
        if one not in fallen:
            text = f"{shown_name(state, one.id)}: {now.suffered} of {now.profile.wounds} wounds, {now.state}"
            dice.explain(text, "FFTT-WOUND-1", *when_they_count(state), tell="now")
    return remove_dead(state, fallen, dice, *when_they_count(state)), sorted(one.id for one in fallen)


def remove_dead(state: State, fallen: Iterable[Piece], dice: Dice, *when: str) -> State:
    """Figures are removed: contacts end, some explode, experience is collected (FFTT-BLAST-6, FFTT-XP-1).

    `when` are the rules that say why now.
    """
    fallen = list(fallen)
    if not fallen:
        return state
    missed = ("FFTT-AMMO-4",) if any(one.doomed for one in fallen) else ()
    dice.explain(_removed_text(state, fallen), "FFTT-WOUND-1", *when, *missed, tell="now")
    for one in fallen:
        suffered = max(state.figures[one.id].suffered, one.profile.wounds)
        state = state.with_changed_figure(one.id, suffered=suffered, pending=0, wounders=(), doomed=False, dead=True)
    state = leave_table(state, *(one.id for one in fallen))
    bursts = [one.id for one in fallen if one.kind.explodes]
    if bursts:
        _tell_explosions(state, bursts, dice)
        state = replace(state, explosions=tuple(sorted((*state.explosions, *bursts))))
    for one in fallen if state.campaign else ():
        state = _credit_kill(state, one, dice)
    return state


def is_food(state: State, corpse: Piece, others: Iterable[Piece] = ()) -> bool:
    """Whether a queen is there, not one of these others, that may eat a corpse (FFTT-BUG-1, FFTT-R47)."""
    fed = any(one.unit.breeds for one in state.there if one not in others)
    return fed and can_be_eaten(corpse.unit, state.house)


def _removed_text(state: State, fallen: Sequence[Piece]) -> str:
    """Who is taken off the table, and who stays there: a corpse for a queen, and what still explodes.

    (FFTT-WOUND-1, FFTT-BUG-1, FFTT-BLAST-6)
    """
    bursts = [one for one in fallen if one.kind.explodes]
    food = [one for one in fallen if one not in bursts and is_food(state, one, fallen)]
    off = [one for one in fallen if one not in bursts and one not in food]
    kinds = (("dead, off the table", off), ("dead, left there for the queen", food), ("dead", bursts))
    return "; ".join(f"{words}: {names_text(state, (one.id for one in who))}" for words, who in kinds if who)


def _tell_explosions(state: State, bursts: Iterable[str], dice: Dice) -> None:
    """Say what explodes (FFTT-BLAST-6, FFTT-R34, FFTT-HQ-1, FFTT-BUG-3, FFTT-R52)."""
    units = [state.figures[one].unit for one in bursts]
    bug = ("FFTT-BUG-3", "FFTT-R52") if any(one.goes_off for one in units) else ()
    own = (*bug, *(("FFTT-HQ-1",) if any(one.headquarters for one in units) else ()))
    dice.explain(
        f"explodes first, then leaves the table: {names_text(state, bursts)}",
        "FFTT-BLAST-6",
        "FFTT-R34",
        *own,
        tell="now",
    )


def leave_table(state: State, *who: str) -> State:
    """Figures leave the table: contacts, goo and what is owed to them end."""
    state = state.without_contacts(*who).without_goo_on(*who)
    return replace(state, goo_due=state.goo_due - set(who))


def killers_of(victim: Piece) -> tuple[str, ...]:
    """Whose wound was the last of a figure that dies; nobody's, who went off or dies of its miss (FFTT-R54)."""
    return () if victim.left else tuple(sorted(victim.wounders))


def _credit_kill(state: State, victim: Piece, dice: Dice) -> State:
    """Whose kill it was: of the one whose wound was the last, or the killing side chooses (FFTT-R54)."""
    by = killers_of(victim)
    if len(by) == 1:
        return add_experience(state, by[0], victim.kind.fp, dice)
    who = " or ".join(shown_name(state, one) for one in by_number(by)) or "nobody"
    dice.explain(f"credited with {shown_name(state, victim.id)}: {who}", "FFTT-XP-1", "FFTT-R54")
    return replace(state, credit={**state.credit, victim.id: by}) if by else state


def add_experience(state: State, who: str, fp: int, dice: Dice) -> State:
    """A figure collects the FP of an enemy; what they bring counts at once (FFTT-XP-1, FFTT-R54)."""
    one = state.figures[who]
    after = replace(one, xp=one.xp + fp)
    killed = count_text(fp, "FP").replace("FPs", "FP")
    dice.explain(f"{shown_name(state, who)} has killed {killed}: {after.xp}", "FFTT-XP-1", "FFTT-R54", tell="reason")
    return state.with_figures(with_gained_ap(one, after))


def with_gained_ap(before: Piece, after: Piece) -> Piece:
    """A figure with something new; more Actions are more action points at once."""
    return replace(after, ap=before.ap + after.profile.ap - before.profile.ap)
