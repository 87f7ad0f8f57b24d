"""What tokens do besides attacks: move, enter, repair, rally; who controls a tile; what has to be settled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ....api import Answer, Dice, Json, Nullable, OneOf, Place, Ref, YesNo, dataclass, fact, plays, refuse
from ..off_map import OFF_MAP_PLANE, OffMapPlane
from ..pieces import SIDES
from ..repair import REPAIR, Repair, Repairable, Repairer
from ..tiles import AT, At
from . import stories
from .crewing import crew_fact, traded_value
from .doubts import ask_once_more, no_card_for_a_move, no_card_played, strange_move
from .gate import (
    ANY_PHASE,
    ByToken,
    OfToken,
    acting_token,
    anybody_in_turn,
    check_active,
    check_not_removed,
    check_phase,
    check_target,
    check_tile,
    map_places,
    of_last_card,
    places_from,
    tokens_of,
)
from .harm import leave_map
from .naming import side_name, spot_text
from .state import ORIENTATIONS, Played, State


def tile_fact(
    ask: str,
    *rules: str,
    among: Callable[[Place[State]], Iterator[Answer]] = map_places,
    usual: Callable[[Place[State]], Json] = lambda place: None,
) -> At:
    """A fact: a tile; of the map, where there is one."""
    found: At = fact(AT, ask=ask, among=among, usual=usual, whole=True, typed=True, rules=rules)
    return found


def tile_of_last_card(place: Place[State]) -> Json:
    """The tile of the token whose card was played last."""
    token = of_last_card(place)
    at = None if token is None else place.state.tokens[token].at
    return None if at is None else list(at)


def orientation_fact() -> str | None:
    """A fact: where a token looks; asked of planes."""
    found: str | None = fact(
        Nullable(OneOf(ORIENTATIONS)),
        None,
        ask="Which way does it face?",
        when=lambda place: place.state.tokens[place.event.token].flies,
        rules=("DU-PLANE-1", "DU-COMB-3"),
    )
    return found


# --- on the map ---


@dataclass(frozen=True, kw_only=True)
class Move:
    token: str = fact(Ref("tokens"), ask="Which token?", among=anybody_in_turn, usual=of_last_card)
    crew: str | None = crew_fact("Which expert aboard {token} trades a move for it?")
    to: At = tile_fact("To which tile does {token} move?", "DU-OBS-3", among=places_from)
    orientation: str | None = orientation_fact()


@plays(
    "move",
    Move,
    rules=("DU-OBS-3", "DU-CREW-2", "DU-PLANE-1"),
    rolls=False,
    doubt=ask_once_more(strange_move, no_card_for_a_move),
    story=stories.move_story,
)
def move(state: State, event: Move, dice: Dice) -> Played:
    """A token goes to another tile, its crew with it; how far is a matter of the base rules."""
    check_phase(state, *ANY_PHASE)
    one = state.tokens[event.token]
    check_not_removed(state, one)
    if one.aboard:
        raise refuse("DU-CREW-1", "aboard", f"{one.id} is aboard {one.aboard}, and moves with it.")
    if one.flies and one.at is None:
        raise refuse("DU-PLANE-1", "not-on-map", f"{one.id} is a plane that has not been placed.")
    crew, to = event.crew, tuple(event.to)
    check_tile(state, to)
    drive = {} if crew is None else {"drive": traded_value(state, one, crew, "move", "drive", dice)}
    riders = f", with {', '.join(one.crew)}" if one.crew else ""
    dice.explain(f"{one.id} moves to {spot_text(state, to)}{riders}", "DU-OBS-3", *(("DU-CREW-1",) if one.crew else ()))
    return state.with_moved_token(one.id, to, event.orientation), {"at": list(to), **drive}


@dataclass(frozen=True, kw_only=True)
class Enter:
    token: str = fact(Ref("tokens"), ask="Which plane?", among=tokens_of(lambda place, one: one.flies))
    at: At = tile_fact("On which edge tile does {token} enter?", "DU-PLANE-1")
    orientation: str | None = orientation_fact()


@plays("enter", Enter, rules=("DU-PLANE-1",), rolls=False, story=stories.enter_story)
def enter(state: State, event: Enter, dice: Dice) -> Played:
    """An off-map plane comes onto an edge tile, before it acts (DU-PLANE-1)."""
    check_phase(state, "play")
    one = state.tokens[event.token]
    check_active(state, one.side)
    check_not_removed(state, one)
    if one.class_ != "off-map-plane" or one.at is not None:
        why = f"{one.id} is {one.class_}" if one.class_ != "off-map-plane" else f"{one.id} is on the map"
        raise refuse("DU-PLANE-1", "not-waiting", f"{why}; only an off-map plane that is not on the map can enter.")
    at = tuple(event.at)
    edge = not state.tiles or at in state.ground.edge
    case = OffMapPlane(house=state.house, initiative=one.limit, on_battlefield=False, edge=edge)
    dice.settle(OFF_MAP_PLANE, case)
    return state.with_moved_token(one.id, at, event.orientation), {}


@dataclass(frozen=True, kw_only=True)
class Control:
    at: At = tile_fact("Which tile?", "DU-COMB-2", usual=tile_of_last_card)
    side: str | None = fact(
        Nullable(OneOf(SIDES)),
        ask="Who controls it?",
        among=lambda place: controller_answers(place),
        rules=("DU-COMB-2",),
    )


def controller_answers(place: Place[State]) -> Iterator[Answer]:
    """The sides, or nobody."""
    for side in SIDES:
        yield Answer(side, side_name(place.state, side), side)
    yield Answer(None, "nobody", "n")


@plays("control", Control, rules=("DU-COMB-2", "DU-OBS-3"), rolls=False, story=stories.control_story)
def control(state: State, event: Control, dice: Dice) -> Played:
    """A tile is somebody's now, or nobody's."""
    check_phase(state, "placement", "play")
    at = tuple(event.at)
    check_tile(state, at)
    side = event.side
    dice.explain(f"{side_name(state, side) if side else 'nobody'} controls {spot_text(state, at)} now", "DU-COMB-2")
    rest = tuple(one for one in state.control if one[0] != at)
    return replace(state, control=rest if side is None else (*rest, (at, side))), {}


# --- repair and rally ---


@dataclass(frozen=True, kw_only=True)
class RepairToken(ByToken):
    target: str = fact(
        Ref("tokens"),
        ask="What does {by} repair?",
        among=tokens_of(lambda place, one: bool(one.lethal or one.suppress)),
        rules=("DU-REPAIR-1",),
    )
    permitted: bool = fact(YesNo(), True, ask="Is it in reach by your base rules?", rules=("DU-REPAIR-2",))


@plays(
    "repair",
    RepairToken,
    rules=("DU-REPAIR-1", "DU-REPAIR-2", "DU-CREW-2"),
    doubt=ask_once_more(no_card_played),
    rolls=False,
    story=stories.repair_story,
)
def repair(state: State, event: RepairToken, dice: Dice) -> Played:
    """All damage of a target is removed (DU-REPAIR-1, DU-REPAIR-2)."""
    check_phase(state, "play")
    by = acting_token(state, event.by, inside=True)
    target = state.tokens[event.target]
    check_target(state, target)
    inside = by.id in target.crew
    case = Repair(
        house=state.house,
        target=Repairable(class_=target.class_, lethal=target.lethal, suppress=target.suppress),
        repairer=Repairer(aboard=inside, expert=by.expert),
    )
    found = dice.settle(REPAIR, case)
    if inside:
        traded_value(state, target, by.id, "repair", "repair", dice)
    if not event.permitted:
        raise refuse("DU-REPAIR-2", "not-permitted", "It is not in reach, as you have said.")
    return state.with_changed_token(target.id, lethal=found.lethal, suppress=found.suppress), {}


@plays(
    "rally", OfToken, rules=("DU-TURN-7",), doubt=ask_once_more(no_card_played), rolls=False, story=stories.rally_story
)
def rally(state: State, event: OfToken, dice: Dice) -> Played:
    """An action of its own card rallies a suppressed token (DU-TURN-7)."""
    check_phase(state, "play")
    one = state.tokens[event.token]
    check_active(state, one.side)
    if not one.suppressed:
        raise refuse("DU-TURN-7", "not-suppressed", f"{one.id} is not suppressed.", "DU-R13")
    dice.explain(f"{one.id} is rallied; its damage stays", "DU-TURN-7", "DU-R13")
    return state.with_changed_token(one.id, suppressed=False), {}


# --- what the players settle ---


def unsettled_tokens(place: Place[State]) -> Iterator[Answer]:
    """Tokens of which it has to be said what becomes of them."""
    for token in dict.fromkeys(token for token, _ in place.state.ask):
        yield Answer(token, f"{token}: {next(why for one, why in place.state.ask if one == token)}", token)


@dataclass(frozen=True, kw_only=True)
class Settle:
    token: str = fact(Ref("tokens"), ask="Which one do you settle?", among=unsettled_tokens)
    removed: bool = fact(YesNo(), ask="Does {token} leave the map?", rules=("DU-CAS-3", "DU-R50", "DU-R15"))


@plays("settle", Settle, rules=("DU-CAS-3", "DU-R50", "DU-R15"), rolls=False, story=stories.settle_story)
def settle(state: State, event: Settle, dice: Dice) -> Played:
    """The players say what becomes of a cardless vehicle, or of what is destroyed (DU-CAS-3, DU-R50, DU-R15)."""
    check_phase(state, "deal", "bid", "play", "end")
    token = event.token
    at = next((n for n, (one, _) in enumerate(state.ask) if one == token), None)
    if at is None:
        raise refuse("DU-CAS-3", "nothing-to-settle", f"There is nothing to settle about {token}.", "DU-R50")
    why = state.ask[at][1]
    rules = ("DU-DMG-6", "DU-R15") if why == "destroyed" else ("DU-CAS-3", "DU-R50")
    stays = "leaves the map" if event.removed else "stays on the map"
    dice.explain(f"{token}, {why.replace('-', ' ')}: it {stays}", *rules)
    state = replace(state, ask=(*state.ask[:at], *state.ask[at + 1 :]))
    return (leave_map(state, token, dice) if event.removed else state), {}
