"""Hidden forces: whether they arrive, and where they are placed (FFTT-FLANK-2, FFTT-FLANK-3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from ....api import (
    Answer,
    Dice,
    ListOf,
    Malformed,
    Nullable,
    Number,
    OneOf,
    YesNo,
    count_text,
    dataclass,
    derive_situation,
    fact,
    plays,
    read_or_judge,
    refuse,
)
from ..flanking import FLANK_ARRIVAL, FLANK_PLACEMENT, FlankArrival, FlankPlacement
from ..profiles import FLANKS
from ..tables import rule_number
from .gate import check_own, check_running
from .naming import side_name
from .phase_steps import arrivals_due
from .questions import At, OfMover
from .state import MOVES, Piece, Played, Result, State
from .stories import arrive_story, place_story

ORDINALS = ("the first", "the second")  # on which flank they wait is told when they arrive


def hidden_forces(place: At) -> Iterator[Answer]:
    """The forces that wait, by number, in the order of the list: their flank is secret until they arrive.

    So is which of them has thrown: that one comes last.
    """
    state, side = place.state, place.event.side
    listed = dict.fromkeys(one.flank for one in state.figures_of(side) if one.flank)
    thrown = [flank for flank in listed if f"{side} {flank}" in state.rolled]
    names = iter(("the other force",) if thrown else (f"{one} force" for one in ORDINALS))
    for at, flank in enumerate(sorted(listed, key=thrown.__contains__), 1):
        yield Answer(flank, "one that has rolled" if flank in thrown else next(names), str(at))


def arrived_forces(place: At) -> Iterator[Answer]:
    """The forces that have arrived and stand nowhere yet."""
    side = place.event.side
    for flank in place.state.waiting_flanks(side):
        if f"{side} {flank}" in place.state.arrived:
            words = count_text(len(unplaced_force(place.state, side, flank)), "figure")
            yield Answer(flank, f"{flank} flank: {words}", flank[0])


def unplaced_force(state: State, side: str, flank: str) -> list[Piece]:
    """The figures of a force that is not placed yet."""
    return [one for one in state.figures_of(side) if one.flank == flank]


@dataclass(frozen=True, kw_only=True)
class Arrive(OfMover):
    flank: str | None = fact(
        Nullable(OneOf(FLANKS)),
        None,
        ask="Which hidden force?",
        among=hidden_forces,
        when=lambda place: len(place.state.waiting_flanks(place.event.side)) > 1,
        rules=("FFTT-FLANK-2",),
    )


def check_forces(state: State, side: str) -> None:
    """It is the movement step of a side with hidden forces (FFTT-TURN-5, FFTT-FLANK-1)."""
    check_own(state, side)
    if not state.waiting_flanks(side):
        raise refuse("FFTT-FLANK-1", "no-force", f"{side_name(state, side)} has no hidden force that waits.")


def rolled_flanks(state: State, event: Arrive) -> list[str]:
    """The flanks for which a throw is made. Errors: `Refused`; `Malformed` where it has to be said which."""
    waiting = state.waiting_flanks(event.side)
    if state.house["arrival-roll"] == "per-player":
        return [one for one in waiting if f"{event.side} {one}" not in state.arrived]
    flank = waiting[0] if len(waiting) == 1 and event.flank is None else event.flank
    if flank is None:
        raise Malformed(f"flank: {side_name(state, event.side)} has two hidden forces; say which")
    if flank not in waiting:
        raise refuse("FFTT-FLANK-1", "no-force", f"No hidden force waits on the {flank} flank.")
    return [flank]


def veiled_flank(state: State, event: Arrive, result: Result, side: str | None) -> tuple[str, ...]:
    """Where a force waits is told to nobody but its owner before it arrives (FFTT-SETUP-6, FFTT-FLANK-1)."""
    return () if result.get("arrives") else _veiled_fields(state, event.side, side)


def _veiled_fields(state: State, owner: str, side: str | None) -> tuple[str, ...]:
    """The flank, where an owner hides somebody from a side."""
    hidden = any(state.figures[one].side == owner for one in state.hidden_from(side))
    return ("flank",) if hidden else ()


@plays(
    "arrive",
    Arrive,
    veils=veiled_flank,
    rules=("FFTT-FLANK-2", "FFTT-R19"),
    story=arrive_story,
    usual=lambda state: {} if state.mover and arrivals_due(state, state.mover) else None,
)
def arrive(state: State, event: Arrive, dice: Dice) -> Played:
    """The owner throws for a hidden force."""
    check_running(state, *MOVES)
    if state.phase != 1:
        raise refuse("FFTT-TURN-3", "wrong-step", "Hidden forces arrive in the first phase.")
    check_forces(state, event.side)
    flanks = read_or_judge(lambda: rolled_flanks(state, event), lambda: _check_turn(state, event.side))
    _check_turn(state, event.side, *flanks)
    found = dice.settle(FLANK_ARRIVAL, FlankArrival(house=state.house, turn=state.turn))
    keys = {f"{event.side} {one}" for one in flanks}
    state = replace(state, rolled=state.rolled | keys)
    figures: list[str] = []
    if found.arrives:
        state = replace(state, arrived=state.arrived | keys)
        figures = sorted(one.id for flank in flanks for one in unplaced_force(state, event.side, flank))
    return state, {"arrives": found.arrives, "need": found.need, "figures": figures}


def _check_turn(state: State, side: str, *flanks: str) -> None:
    """Nobody arrives in turn 1, and each force throws once in a turn (FFTT-FLANK-2)."""
    if state.turn < 2:
        raise refuse("FFTT-FLANK-2", "too-early", f"This is turn {state.turn}; hidden forces come from turn 2 on.")
    asked = flanks or state.waiting_flanks(side)
    if all(f"{side} {one}" in state.rolled for one in asked):
        raise refuse("FFTT-FLANK-2", "already-rolled", "It has rolled in this turn.")


def edge_distances(place: At) -> Iterator[Answer]:
    """How far from the side edge; any other distance may be typed."""
    most = rule_number("side_edge")
    yield Answer(0, "at the edge", "0")
    yield Answer(most, f"{most} cm, the most", str(most))


@dataclass(frozen=True, kw_only=True)
class PlaceForce(OfMover):
    flank: str = fact(OneOf(FLANKS), ask="Which force?", among=arrived_forces, rules=("FFTT-FLANK-3",))
    from_edge: Fraction = fact(
        Number(0),
        ask="How many cm from the {flank} edge, as its owner sees it?",
        among=edge_distances,
        typed=True,
        rules=("FFTT-FLANK-3", "FFTT-R19"),
    )
    in_enemy_zone: bool = fact(YesNo(), False, help="in the enemy's deployment zone")
    in_own_zone: bool = fact(YesNo(), False, ask="In its own deployment zone?", rules=("FFTT-FLANK-3", "FFTT-R19"))
    scanner_distances: tuple[Fraction, ...] = fact(
        ListOf(Number(0)),
        (),
        ask="How many cm from the enemy scanners?",
        when=lambda place: any(
            one.unit.scans and not place.state.is_allied(one.side, place.event.side) for one in place.state.there
        ),
        rules=("FFTT-FLANK-3",),
    )


def veiled_until_arrived(state: State, event: PlaceForce, result: Result, side: str | None) -> tuple[str, ...]:
    """Whether a force waits on a flank at all is told to nobody but its owner (FFTT-SETUP-6)."""
    return () if f"{event.side} {event.flank}" in state.arrived else _veiled_fields(state, event.side, side)


@plays(
    "place",
    PlaceForce,
    veils=veiled_until_arrived,
    rules=("FFTT-FLANK-3", "FFTT-FLANK-4", "FFTT-R19"),
    story=place_story,
    due=True,
)
def put_force(state: State, event: PlaceForce, dice: Dice) -> Played:
    """A force that has arrived is placed; that is no move, and costs nothing."""
    check_running(state, *MOVES)
    check_forces(state, event.side)
    flank = event.flank
    if flank not in state.waiting_flanks(event.side):
        raise refuse("FFTT-FLANK-1", "no-force", f"No hidden force waits on the {flank} flank.")
    if f"{event.side} {flank}" not in state.arrived:
        raise refuse("FFTT-FLANK-2", "not-arrived", f"The force on the {flank} flank has not arrived.")
    dice.settle(FLANK_PLACEMENT, derive_situation(FlankPlacement, event, house=state.house))
    figures = unplaced_force(state, event.side, flank)
    text = "they may act now; coming was no move, so nobody has opportunity fire at them"
    dice.explain(text, "FFTT-FLANK-4", "FFTT-R19", tell="now")
    state = state.with_figures(*(replace(one, flank="") for one in figures))
    return state, {"figures": sorted(one.id for one in figures)}
