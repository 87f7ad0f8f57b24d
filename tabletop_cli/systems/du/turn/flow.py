"""The phases: planes are placed, sides are done, turns end, somebody wins (DU-COMB-1, DU-TURN-6, DU-TURN-9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....api import Answer, Dice, OneOf, Place, Ref, count_text, dataclass, fact, plays, refuse
from ..combined import PLANE_PLACEMENT, PlanePlacement, find_place, nearest_edge_tiles
from ..damage import END_TURN_DAMAGE, EndTurnDamage, Marked
from ..pieces import GROUND_UNITS, SIDES, opponent_of
from ..tiles import AT, At, tile_name
from . import stories
from .gate import ANY_PHASE, BySide, Nothing, check_active, check_phase, tile_key, tokens_of
from .moves import orientation_fact, tile_fact
from .naming import side_name, spot_text
from .state import Played, State, is_waiting_plane

# --- placement ---


def near_edge(place: Place[State]) -> Iterator[Answer]:
    """The edge tiles that are nearest to the chosen one (DU-COMB-3)."""
    for at in nearest_edge_tiles(place.state.ground, tuple(place.event.chosen)) if place.state.tiles else ():
        yield Answer(list(at), spot_text(place.state, at), tile_key(place.state, at))


@dataclass(frozen=True, kw_only=True)
class PlacePlane:
    token: str = fact(
        Ref("tokens"),
        ask="Which plane do you place?",
        among=tokens_of(lambda place, one: is_waiting_plane(one) and one.side == place.state.active),
        rules=("DU-COMB-1",),
    )
    chosen: At = tile_fact("From which tile of its side do you place it?", "DU-COMB-2")
    at: At = fact(AT, ask="On which edge tile?", among=near_edge, whole=True, typed=True, rules=("DU-COMB-3", "DU-R47"))
    orientation: str | None = orientation_fact()


@plays(
    "place-plane",
    PlacePlane,
    rules=("DU-COMB-1", "DU-COMB-2", "DU-COMB-3", "DU-R47"),
    rolls=False,
    story=stories.place_story,
)
def place_plane(state: State, event: PlacePlane, dice: Dice) -> Played:
    """A plane is placed on the edge of the map, near a tile of its side (DU-COMB-1, DU-COMB-2, DU-COMB-3)."""
    check_phase(state, "placement")
    one = state.tokens[event.token]
    check_active(state, one.side, "DU-COMB-1")
    if not is_waiting_plane(one):
        raise refuse("DU-COMB-1", "not-waiting", f"{one.id} is not a plane that waits to be placed.")
    chosen = tuple(event.chosen)
    allowed = _allowed_tiles(state, one.side or "", chosen, dice) if state.tiles else None
    at = tuple(event.at)
    if allowed is not None and at not in allowed:
        nearest = " or ".join(map(tile_name, allowed))
        text = f"{tile_name(at)} is not an edge tile nearest to {tile_name(chosen)}; {nearest} would do."
        raise refuse("DU-COMB-3", "not-closest", text, "DU-R47")
    dice.explain(
        f"{one.id} is placed on {spot_text(state, at)}, from {spot_text(state, chosen)}",
        "DU-COMB-1",
        "DU-COMB-2",
        "DU-COMB-3",
    )
    state = _next_to_place(state.with_moved_token(one.id, at, event.orientation), one.side or "", dice)
    return state, {"phase": state.phase, "active": state.active}


def _allowed_tiles(state: State, side: str, chosen: At, dice: Dice) -> tuple[At, ...]:
    """The tiles on which a plane may be placed from a tile (DU-COMB-2, DU-COMB-3). Errors: `Refused`."""
    controlled = tuple(at for at, whose in state.control if whose == side)
    units = (one for one in state.tokens.values() if one.there and one.side == side and one.class_ in GROUND_UNITS)
    occupied = tuple(sorted({one.at for one in units if one.at is not None}))
    find_place(chosen, controlled, occupied)  # before the tiles are judged: some may be no tiles of the map
    tiles = tuple(tile.at for tile in state.tiles)
    case = PlanePlacement(house=state.house, tiles=tiles, controlled=controlled, occupied=occupied, chosen=chosen)
    return dice.settle(PLANE_PLACEMENT, case).tiles


def _next_to_place(state: State, before: str, dice: Dice) -> State:
    """The side that places next, after one that has placed; after the last plane hands are drawn (DU-COMB-1)."""
    left = (side for side in (opponent_of(before), before) if state.waiting_planes(side) and side not in state.done)
    active = next(left, None)
    if active is None:
        dice.explain("no more planes are placed: both draw their hands", "DU-COMB-1", "DU-TURN-1")
        return replace(state, phase="deal", active=None, done=())
    dice.explain(f"{side_name(state, active)} places a plane", "DU-COMB-1")
    return replace(state, active=active)


# --- done, and the end of the turn ---


@dataclass(frozen=True, kw_only=True)
class Done(BySide):
    """A side does nothing more."""


@plays("done", Done, rules=("DU-TURN-5", "DU-TURN-1", "DU-COMB-1"), rolls=False, story=stories.done_story)
def done(state: State, event: Done, dice: Dice) -> Played:
    """A side is done: with its cards, or with placing its planes (DU-TURN-5, DU-COMB-1)."""
    check_phase(state, "play", "placement")
    side = event.by
    check_active(state, side)
    state = replace(state, done=(*state.done, side))
    if state.phase == "placement":
        off = count_text(len(state.waiting_planes(side)), "plane")
        dice.explain(f"{side_name(state, side)} places no more planes, and leaves {off} off the map", "DU-COMB-1")
        state = _next_to_place(state, side, dice)
        return state, {"phase": state.phase, "active": state.active}
    left = state.count_cards(side, "hand")
    dice.explain(f"{side_name(state, side)} is done, and discards {count_text(left, 'card')} of its hand", "DU-TURN-5")
    state = state.with_emptied_zone(side, "hand", "discard")
    if set(state.done) == set(SIDES):
        dice.explain("both are done: the turn ends", "DU-TURN-1", "DU-TURN-5")
        return replace(state, phase="end", active=None), {"phase": "end", "active": None}
    dice.explain(f"now {side_name(state, opponent_of(side))} plays its cards", "DU-TURN-5")
    return replace(state, active=opponent_of(side)), {"phase": "play", "active": opponent_of(side)}


def unused_cards(state: State, event: object) -> list[str]:
    """Return what is lost when a side is done: cards not played, planes not placed (DU-TURN-5, DU-COMB-1).

    Cards are counted only, for everybody hears it.
    """
    if not isinstance(event, Done):
        return []
    side = event.by
    if state.phase == "placement":
        planes = len(state.waiting_planes(side))
        return [f"{side_name(state, side)} has not placed {count_text(planes, 'plane')}"] if planes else []
    cards = state.count_cards(side, "hand")
    return [f"{side_name(state, side)} has {count_text(cards, 'card')} in hand"] if cards else []


@plays(
    "end-turn",
    Nothing,
    rules=("DU-TURN-6", "DU-TURN-1", "DU-DMG-7", "DU-XFIRE-2", "DU-COMB-4"),
    due=lambda state: state.phase == "end",
    rolls=False,
    story=stories.end_story,
)
def end_turn(state: State, event: Nothing, dice: Dice) -> Played:
    """Damage of infantry goes, cross-fire is forgotten, played cards are discarded (DU-TURN-6)."""
    check_phase(state, "end")
    tokens = tuple(
        Marked(id=one.id, class_=one.class_, lethal=one.lethal, suppress=one.suppress)
        for one in state.tokens.values()
        if one.lethal or one.suppress
    )
    for left in dice.settle(END_TURN_DAMAGE, EndTurnDamage(house=state.house, tokens=tokens)).tokens:
        state = state.with_changed_token(left.id, lethal=left.lethal, suppress=left.suppress)
    state = state.with_tokens(*(replace(one, marks=()) for one in state.tokens.values() if one.marks))
    for side in SIDES:
        state = state.with_emptied_zone(side, "play", "discard")
    rules = ("DU-R53", "DU-R13") if any(one.suppressed for one in state.tokens.values()) else ("DU-R53",)
    text = "cross-fire is forgotten; bids and played cards are discarded"
    dice.explain(text, "DU-TURN-6", "DU-XFIRE-2", "DU-R17", *rules, tell="now")
    state = replace(state, phase="deal", turn=state.turn + 1, active=None, done=(), last={}, unspent={})
    if state.combined:
        state = replace(state, kind="aerial" if state.kind == "ground" else "ground")
        dice.explain(f"the next turn is {state.kind}; the marker stays where it is", "DU-COMB-4", "DU-R48", tell="now")
    dice.explain(f"turn {state.turn} begins", "DU-TURN-1", "DU-TURN-6")
    return state, {"turn": state.turn, "kind": state.kind}


# --- the end of the battle ---


def winner_answers(place: Place[State]) -> Iterator[Answer]:
    """Either side, or none of them."""
    for side in SIDES:
        yield Answer(side, side_name(place.state, side), side)
    yield Answer("draw", "a draw", "d")


@dataclass(frozen=True, kw_only=True)
class Declare:
    winner: str = fact(
        OneOf((*SIDES, "draw")), ask="Who has met the objective?", among=winner_answers, rules=("DU-TURN-9",)
    )


@plays("declare", Declare, rules=("DU-TURN-9", "DU-R57"), rolls=False, story=stories.declare_story)
def declare(state: State, event: Declare, dice: Dice) -> Played:
    """The players say that a side has met the objective of the scenario (DU-TURN-9, DU-R57)."""
    check_phase(state, *ANY_PHASE)
    winner = event.winner
    words = "a draw" if winner == "draw" else f"{side_name(state, winner)} has won"
    dice.explain(f"as the players say: {words}", "DU-TURN-9", "DU-R57")
    return replace(state, phase="over", active=None, winner=winner), {"winner": winner}
