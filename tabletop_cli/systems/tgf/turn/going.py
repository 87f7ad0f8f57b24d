"""Moves, and the suppressed areas that they touch (TGF-SUP-3, TGF-SUP-4, TGF-PANIC-2, TGF-PERM-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

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
    for_people,
    given_facts,
    item_keys,
    refusal_of,
    refuse,
)
from ..soldiers import COVERS, DEPTHS
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
from .shots import CREST, FOREST, shelter_answers, shelter_fact
from .state import Activation, Area, Mini, State


def _going_mini(place: Place[State]) -> str:
    """Who goes: the miniature of the record, or in a crew that of the entry."""
    return str(place.path[1] if place.path[0] == "going" else place.get("mini"))


def _question_with_mini(ask: str) -> Any:
    return lambda place: ask.replace("{target}", _going_mini(place))


@dataclass(frozen=True, kw_only=True)
class Entering:
    """An area that is entered, and what shelters from those who laid it."""

    by: str = fact(Ref("squads"))
    cover_type: str = shelter_fact(
        COVERS, _question_with_mini("What shelters {target} in the area of {by}?"), among=shelter_answers
    )
    forest: str = shelter_fact(DEPTHS, _question_with_mini(FOREST))
    crest: str = shelter_fact(DEPTHS, _question_with_mini(CREST))


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


def running(place: Place[State]) -> Activation:
    """The activation that runs."""
    assert place.state.active is not None
    return place.state.active


def _asks_for_squad(place: Place[State]) -> bool:
    """Whether areas are a question for the whole squad: there are some, and it is the squad's own activation."""
    return place.event_kind == "act" and any(_area_answers(place, inside=False))


def _asks_for_entered(place: Place[State]) -> bool:
    """Whether one may get into an area: nobody has said that none of his squad can."""
    if _asks_for_squad(place):
        said = running(place).may_enter
        return bool(place.get("may_enter") if said is None else said)
    return any(_area_answers(place, inside=False))


def _may_enter_text(place: Place[State]) -> str:
    squad = place.state.minis[place.get("mini")].squad
    areas = " or ".join(f"{answer.label}" for answer in _area_answers(place, inside=False))
    return f"Can anybody of {squad} get into {areas} in this activation?"


@dataclass(frozen=True, kw_only=True)
class Crossing(Commanded):
    """Which suppressed areas a miniature goes into and out of."""

    enters: tuple[Entering, ...] = fact(
        ListOf(Record(Entering), distinct=True),
        (),
        ask=lambda place: f"Which suppressed area does {_going_mini(place)} enter?",
        among=lambda place: _area_answers(place, inside=False),
        when=_asks_for_entered,
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

    may_enter: bool = fact(
        YesNo(),
        True,
        ask=_may_enter_text,
        usual=lambda place: False,
        when=lambda place: _asks_for_squad(place) and running(place).may_enter is None,
        help="somebody of the squad can get into a suppressed area in this activation",
        rules=("TGF-SUP-3",),
    )


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


def with_said_areas(state: State, mini: Mini, event: Going) -> State:
    """Keep what people say of the whole squad, so that they are not asked at each move (TGF-SUP-3)."""
    if state.active is None or state.active.squad != mini.squad or state.active.may_enter is not None:
        return state
    may_enter = for_people(lambda: event.may_enter)
    return state.with_activation(may_enter=may_enter) if "may_enter" in given_facts(event) else state


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
