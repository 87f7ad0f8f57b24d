"""Wounds and what follows from them: at once or later, deaths, explosions, experience (FFTT-TURN-7, FFTT-TURN-8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ....api import Dice, counted
from .state import Piece, State
from .words import hurt_words, name


def hurt(state: State, wounds: Mapping[str, int], by: Iterable[str], dice: Dice) -> tuple[State, list[str]]:
    """Figures suffer wounds, at once in movement steps and in healing, else pending; gives who is removed now.

    `by` are the figures that inflicted them, nobody for goo and explosions (FFTT-R54).
    """
    struck = {one: n for one, n in wounds.items() if n and state.figures[one].there}
    if not struck:
        return state, []
    for one, n in struck.items():
        piece, others = state.figures[one], tuple(who for who in by if state.enemies(who, one))
        state = state.changed(one, pending=piece.pending + n, wounders=tuple(dict.fromkeys((*piece.wounders, *others))))
    if state.at_once:
        return take_effect(state, dice)
    dice.explain(f"pending: {hurt_words(state, struck)}", "FFTT-TURN-7")
    return state, []


def take_effect(state: State, dice: Dice) -> tuple[State, list[str]]:
    """All pending wounds take effect together; gives who is removed (FFTT-TURN-7, FFTT-AMMO-4)."""
    struck = [one for one in state.figures.values() if one.there and (one.pending or one.doomed)]
    fallen = [one for one in struck if one.doomed or one.suffered + one.pending >= one.profile.wounds]
    state = state.put(*(replace(one, suffered=one.suffered + one.pending, pending=0, wounders=()) for one in struck))
    for one in struck:
        now = state.figures[one.id]
        if one not in fallen:
            text = f"{name(state, one.id)}: {now.suffered} of {now.profile.wounds} wounds, {now.state}"
            dice.explain(text, "FFTT-WOUND-1", "FFTT-TURN-7")
    return die(state, fallen, dice), sorted(one.id for one in fallen)


def die(state: State, fallen: Iterable[Piece], dice: Dice) -> State:
    """Figures are removed: contacts end, some explode, experience is collected (FFTT-BLAST-6, FFTT-XP-1)."""
    fallen = list(fallen)
    if not fallen:
        return state
    names = ", ".join(name(state, one.id) for one in fallen)
    dice.explain(f"removed: {names}", "FFTT-WOUND-1", *(("FFTT-AMMO-4",) if any(one.doomed for one in fallen) else ()))
    for one in fallen:
        suffered = max(state.figures[one.id].suffered, one.profile.wounds)
        state = state.changed(one.id, suffered=suffered, pending=0, wounders=(), doomed=False, dead=True)
    state = off(state, *(one.id for one in fallen))
    bursts = [one.id for one in fallen if one.kind.explodes]
    if bursts:
        dice.explain(f"explodes: {', '.join(name(state, one) for one in bursts)}", "FFTT-BLAST-6", "FFTT-R34")
        state = replace(state, explosions=tuple(sorted((*state.explosions, *bursts))))
    for one in fallen if state.campaign else ():
        state = _credited(state, one, dice)
    return state


def off(state: State, *who: str) -> State:
    """Figures leave the table: contacts, goo and what is owed to them end."""
    state = state.apart(*who).out_of_goo(*who)
    return replace(state, goo_due=state.goo_due - set(who))


def _credited(state: State, victim: Piece, dice: Dice) -> State:
    """Whose kill it was: of the one whose wound was the last, or the killing side chooses (FFTT-R54)."""
    slain = victim.suffered + victim.pending >= victim.profile.wounds  # else it went off, or died of its miss
    killers = tuple(sorted(one for one in victim.wounders if one in state.figures)) if slain else ()
    if len(killers) == 1:
        return learn(state, killers[0], victim.kind.fp, dice)
    return replace(state, credit={**state.credit, victim.id: killers}) if killers else state


def learn(state: State, who: str, fp: int, dice: Dice) -> State:
    """A figure collects the FP of an enemy; what they bring counts at once (FFTT-XP-1, FFTT-R54)."""
    one = state.figures[who]
    after = replace(one, xp=one.xp + fp)
    dice.explain(f"{name(state, who)} has killed {counted(fp, 'FP').replace('FPs', 'FP')}: {after.xp}", "FFTT-XP-1")
    return state.put(gained(one, after))


def gained(before: Piece, after: Piece) -> Piece:
    """A figure with something new; more Actions are more action points at once."""
    return replace(after, ap=before.ap + after.profile.ap - before.profile.ap)
