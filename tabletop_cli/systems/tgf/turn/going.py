"""Moves, and the suppressed areas that they touch (TGF-SUP-3, TGF-SUP-4, TGF-PANIC-2, TGF-PERM-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ....api import (
    Answer,
    Dice,
    ListOf,
    Malformed,
    Place,
    Record,
    Ref,
    ShapedObject,
    YesNo,
    dataclass,
    derive_situation,
    fact,
    item_keys,
    refusal_of,
    refuse,
)
from ..soldiers import Shelter
from ..suppression import (
    SUPPRESSION,
    SUPPRESSION_MOVE,
    Suppression,
    SuppressionMove,
    area_hits,
    area_save,
    roll_area_save,
    roll_start,
    supplied_damage,
)
from . import memory
from .effects import Heirs, Strikes
from .gate import Commanded, check_said_straggler, check_straggler, owner_of, tell_own_ld
from .naming import shown_name
from .state import Area, Mini, State


@dataclass(frozen=True, kw_only=True)
class Entering(Shelter):
    """An area that is entered, and what shelters from those who laid it."""

    by: str = fact(Ref("squads"))


def _going_mini(place: Place[State]) -> str:
    """Who goes: the miniature of the record, or in a crew that of the entry."""
    return str(place.path[1] if place.path[0] == "going" else place.get("mini"))


def _area_answers(place: Place[State], inside: bool) -> Iterator[Answer]:
    mini = _going_mini(place)
    for area in place.state.areas:
        if (mini in area.strengths) == inside:
            yield Answer(area.by, f"the area of {shown_name(place.state, area.by)}")


def _touched_area_answers(place: Place[State]) -> Iterator[Answer]:
    """The areas that one is in, and those that one goes into."""
    entered = {one.by for one in place.record.enters}
    yield from _area_answers(place, inside=True)
    yield from (answer for answer in _area_answers(place, inside=False) if answer.value in entered)


@dataclass(frozen=True, kw_only=True)
class Crossing(Commanded):
    """Which suppressed areas a miniature goes into and out of."""

    enters: tuple[Entering, ...] = fact(
        ListOf(Record(Entering), distinct=True),
        (),
        ask=lambda place: f"Which suppressed area does {_going_mini(place)} enter?",
        among=lambda place: _area_answers(place, inside=False),
        when=lambda place: any(_area_answers(place, inside=False)),
        help="areas that the action goes into, by the squad that laid them",
        rules=("TGF-SUP-3",),
    )
    leaves: tuple[str, ...] = fact(
        ListOf(Ref("squads"), distinct=True),
        (),
        ask=lambda place: f"Which suppressed area does {_going_mini(place)} leave?",
        among=_touched_area_answers,
        when=lambda place: any(_touched_area_answers(place)),
        help="squads outside of whose area the action ends",
        rules=("TGF-SUP-3",),
    )


@dataclass(frozen=True, kw_only=True)
class Closer:
    """Whether a move ends nearer to an enemy; asked of those who may not."""

    closer: bool = fact(
        YesNo(), False, ask="Does the move end nearer to an enemy?", rules=("TGF-PANIC-2", "TGF-PERM-1")
    )


@dataclass(frozen=True, kw_only=True)
class Going(Closer, Crossing, Heirs):
    """What a move may need to know (GOING)."""


# --- whether they may ---


def check_suppressed(state: State, squad: str) -> None:
    """A panicked unit does not move while it is suppressed (TGF-SUP-5)."""
    if state.is_squad_panicked(squad) and state.is_squad_suppressed(squad):
        raise refuse("TGF-SUP-5", "panicked-and-suppressed")


def is_panicked(state: State, mini: Mini) -> bool:
    """Panic is kept by miniature, and that of the leader is the unit's (TGF-PANIC-7)."""
    return mini.panicked or state.is_squad_panicked(mini.squad)


def check_closer(state: State, mini: Mini, event: Closer, *, charges: bool = False) -> None:
    """Whoever is panicked or has lost too many comes no nearer to an enemy (TGF-PANIC-2, TGF-PANIC-3, TGF-PERM-1)."""
    if charges and is_panicked(state, mini):
        raise refuse("TGF-PANIC-3", "panicked", mini=mini.id)
    if is_panicked(state, mini) and (charges or event.closer):
        raise refuse("TGF-PANIC-2", "panicked", mini=mini.id)
    if state.is_squad_crippled(mini.squad) and (charges or event.closer):
        one = state.squads[mini.squad]
        left = len(state.living_minis(one.id))
        text = f"{one.id} has {left} of {one.size} left: it may never again go nearer to an enemy."
        raise refuse("TGF-PERM-1", "crippled", text, mini=mini.id)


# --- through areas ---


def is_crossing_area(state: State, mini: Mini, event: Crossing) -> bool:
    """Whether a miniature is in an area or enters one."""
    return state.strength_on_mini(mini.id) is not None or bool(item_keys(event.enters))


def check_area_fields(state: State, event: Crossing) -> None:
    """One goes only into areas that are there. Errors: `Malformed`."""
    laid = {area.by for area in state.areas}
    for by in item_keys(event.enters):
        if by not in laid:
            raise Malformed(f"{by} has no suppressed area", hint=f"areas of: {', '.join(sorted(laid)) or 'nobody'}")


def check_areas(state: State, mini: Mini, event: Crossing) -> None:
    """The leader is in command, and what the hits of areas do is known (TGF-CMD-1, TGF-SUP-3, TGF-R36)."""
    check_said_straggler(state, mini, event)
    if is_crossing_area(state, mini, event) and refusal_of(lambda: supplied_damage(state.house)):
        raise refuse("TGF-SUP-3", "house-value-missing", "", "TGF-R36")


def cross_areas(state: State, mini: Mini, event: Crossing, strikes: Strikes, dice: Dice) -> tuple[State, ShapedObject]:
    """Go through suppressed areas, if there are any: LD die, then a hit of each (AREA); with what the result says."""
    if not is_crossing_area(state, mini, event):
        return memory.forget_views(state, mini), {}
    inside = {area.by for area in state.areas if mini.id in area.strengths}
    entered = {one.by: one for one in event.enters if one.by not in inside}
    state = _enter_areas(state, mini, entered, dice)
    areas = [area for area in state.areas if mini.id in area.strengths]
    hits = _roll_area_saves(state, mini, event, inside, areas, dice)
    if hits is None:
        state = memory.remember_command(state, mini, bool(event.out_of_command))
        return state.take_out_of_areas({mini.id}, entered), {"move": "stuck", "saves": []}
    saves: list[int | None] = []
    for area, (save, killed) in zip(areas, hits, strict=True):
        if number := area_hits(area.strengths[mini.id], state.house):
            strikes.add(state, mini, area.by, number, killed)
            saves += [save] * number
    state = memory.forget_views(state.take_out_of_areas({mini.id}, event.leaves), mini)
    return state, {"move": "killed" if mini.id in strikes.dead else "moved", "saves": saves}


def _enter_areas(state: State, mini: Mini, entered: Mapping[str, Entering], dice: Dice) -> State:
    """The miniature is in these areas too, each as strong as what shelters it leaves (TGF-SUP-2)."""

    def with_mini(area: Area) -> Area:
        found = strength_against(state, area.weapons, mini, entered[area.by], dice)
        return replace(area, strengths={**area.strengths, mini.id: found})

    return replace(state, areas=tuple(with_mini(area) if area.by in entered else area for area in state.areas))


def strength_against(state: State, weapons: Mapping[str, int], mini: Mini, shelter: object, dice: Dice) -> int:
    """How strong the suppression by so many weapons is against a miniature (TGF-SUP-2)."""
    hidden = state.is_squad_hidden(mini.squad)
    situation = derive_situation(Suppression, shelter, house=state.house, hidden=hidden, **weapons)
    return int(dice.settle(SUPPRESSION, situation).strength)


def _roll_area_saves(
    state: State, mini: Mini, event: Crossing, inside: set[str], areas: Sequence[Area], dice: Dice
) -> list[tuple[int | None, bool]] | None:
    """The save of each area, and whether it kills; None for one who does not dare to move (TGF-SUP-4)."""
    armor, own = mini.level.a, owner_of(state, mini)
    dice.assign_dice(LD=own, saves=own)
    strengths = [area.strengths[mini.id] for area in areas]
    start = [area.strengths[mini.id] for area in areas if area.by in inside]
    ld = tell_own_ld(state, mini, check_straggler(state, mini, event), dice, 0) if start else 0
    if len(areas) == 1:
        (strength,) = strengths
        situation = SuppressionMove(
            house=state.house, strength=strength, ld=ld, armor=armor, entering=not start, panicked=False
        )
        found = dice.settle(SUPPRESSION_MOVE, situation)
        return None if found.result == "stuck" else [(found.save, found.result == "killed")]
    if start and not roll_start(ld, max(start), state.house, dice):
        return None
    saves = [area_save(one, armor, state.house) for one in strengths]
    return [
        (None if save is None else save.value, roll_area_save(one, save, state.house, dice))
        for one, save in zip(strengths, saves, strict=True)
    ]
