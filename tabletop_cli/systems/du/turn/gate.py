"""What events have in common: who may be named, and what is tested first, in the order of the contract."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf

from ....api import Answer, AnyPlace, Malformed, OneOf, Place, Ref, count_text, dataclass, fact, given_facts, refuse
from ..pieces import SIDES
from ..tiles import At, hex_distance, tile_name
from .naming import shown_name, side_name, spot_text, token_label
from .state import BattleToken, State

PHASES = {
    "placement": "both place planes",
    "deal": "both draw their hands",
    "bid": "both bid for the initiative",
    "play": "each side plays its cards",
    "end": "the turn ends",
    "over": "the battle is over",
}
ANY_PHASE = ("placement", "deal", "bid", "play", "end")


# --- candidates ---


def tokens_of(which: Callable[[Place[State], BattleToken], bool]) -> Callable[[Place[State]], Iterator[Answer]]:
    """Tokens that are not removed, as far as `which` wants them."""

    def token_answers(place: Place[State]) -> Iterator[Answer]:
        for one in place.state.tokens.values():
            if not one.removed and which(place, one):
                yield Answer(one.id, token_label(place.state, one), one.id)

    return token_answers


def is_in_turn(place: Place[State], one: BattleToken) -> bool:
    """Whether it acts in this turn: with planes and ground by turns, each in its own (DU-COMB-4)."""
    return not place.state.combined or one.flies == place.state.air


own = tokens_of(lambda place, one: one.side == place.state.active and is_in_turn(place, one))
anybody = tokens_of(lambda place, one: True)
anybody_in_turn = tokens_of(is_in_turn)


def turn_order(place: Place[State]) -> Iterator[Answer]:
    """The two sides, whose turn it is first."""
    for side in sorted(SIDES, key=lambda side: side != place.state.active):
        yield Answer(side, side_name(place.state, side), side)


def map_places(place: Place[State]) -> Iterator[Answer]:
    """The tiles of the map with their tokens; without a map those where tokens are, and others may be typed."""
    return _tile_answers(place.state, _tokens_by_tile(place.state))


def places_from(place: Place[State]) -> Iterator[Answer]:
    """The tiles for a token that moves, the nearest first; its own, on which a plane may turn, comes last."""
    start = place.state.tokens[place.event.token].at
    there = _tokens_by_tile(place.state)
    near = sorted(there, key=lambda at: 1 if start is None else hex_distance(start, at) or inf)
    for answer, at in zip(_tile_answers(place.state, {at: there[at] for at in near}), near, strict=True):
        yield answer if start is None else replace(answer, detail=count_text(hex_distance(start, at), "tile"))


def _tokens_by_tile(state: State) -> dict[At, list[str]]:
    there: dict[At, list[str]] = {tile.at: [] for tile in state.tiles}
    for one in state.tokens.values():
        if one.there and one.at is not None:
            there.setdefault(one.at, []).append(one.id)
    return there or {(0, 0): []}


def _tile_answers(state: State, there: Mapping[At, Sequence[str]]) -> Iterator[Answer]:
    for at, tokens in there.items():
        words = f"{spot_text(state, at)}: {', '.join(tokens)}" if tokens else spot_text(state, at)
        yield Answer(list(at), words, tile_key(state, at), like="" if tokens else "empty")


def tile_key(state: State, at: At) -> str:
    """What is typed for a tile: its name, or its coordinates."""
    return state.called.get(at) or ",".join(map(str, at))


def known_active(place: AnyPlace) -> str | None:
    """The side whose turn it is."""
    active: str | None = place.state.active
    return active


def of_last_card(place: AnyPlace) -> str | None:
    """The token of the unit whose card was played last."""
    state: State = place.state
    card = state.last.get(state.active or "")
    return next((one.id for one in state.tokens.values() if card and one.unit == card and one.there), None)


# --- facts that many events have ---


@dataclass(frozen=True, kw_only=True)
class BySide:
    """An event of the side whose turn it is."""

    by: str = fact(OneOf(SIDES), known=known_active, help="the side whose turn it is")


@dataclass(frozen=True, kw_only=True)
class OfSide:
    """An event that may be of either side."""

    side: str = fact(OneOf(SIDES), ask="Which side?", among=turn_order, usual=known_active)


@dataclass(frozen=True, kw_only=True)
class ByToken:
    """An event of a token of the side whose turn it is."""

    by: str = fact(Ref("tokens"), ask="Which token?", among=own, usual=of_last_card)


@dataclass(frozen=True, kw_only=True)
class OfToken:
    """An event about a token of the side whose turn it is."""

    token: str = fact(Ref("tokens"), ask="Which token?", among=own, usual=of_last_card)


@dataclass(frozen=True, kw_only=True)
class Nothing:
    """An event without choices."""


# --- what can never be meant ---


def check_given_fields(event: object, names: Collection[str], *, of: Collection[str], when: str) -> None:
    """Of some fields an event has these and no others. Errors: `Malformed`."""
    given = {one for one in given_facts(event) & set(of) if getattr(event, one) is not None}
    for one in sorted(given - set(names)):
        raise Malformed(f"{one} does not belong to {when}", hint="leave it out")
    for one in sorted(set(names) - given):
        raise Malformed(f"{one} is missing for {when}")


# --- tests ---


def check_phase(state: State, *phases: str) -> None:
    """An event belongs to some phases (DU-TURN-1)."""
    if state.phase not in phases:
        text = f"Now {PHASES[state.phase]}; this is for the phase {' or '.join(phases)}."
        raise refuse("DU-TURN-1", "wrong-phase", text)


def check_active(state: State, side: str | None, rule: str = "DU-TURN-5") -> None:
    """Only the side acts whose turn it is (DU-TURN-5), or that a more particular rule names."""
    if side != state.active:
        turn = f"it is the turn of {side_name(state, state.active)}" if state.active else "nobody plays cards now"
        whose = f"{side_name(state, side)} cannot act" if side else "It belongs to nobody"
        raise refuse(rule, "not-active", f"{whose}: {turn}.")


def acting_token(state: State, token: str, *, inside: bool = False) -> BattleToken:
    """A token that can act; some may do so from `inside` a vehicle, or off the map (DU-TURN-5, DU-TURN-7)."""
    one = state.tokens[token]
    check_active(state, one.side)
    check_not_removed(state, one)
    if one.aboard and not inside:
        raise refuse("DU-CREW-1", "aboard", f"{token} is aboard {one.aboard}, and cannot act until it leaves.")
    if one.at is None and not inside:
        raise refuse("DU-PLANE-1", "not-on-map", f"{token} is not on the map.")
    if one.suppressed:
        text = f"{token} is suppressed: an action of its own card must rally it before it acts."
        raise refuse("DU-TURN-7", "suppressed", text, "DU-R13")
    return one


def check_not_removed(state: State, one: BattleToken, reason: str = "removed") -> None:
    if one.removed:
        raise refuse("DU-CAS-2", reason, f"{shown_name(state, one.id)} has left the map.", "DU-R52")


def affected_token(state: State, token: str) -> BattleToken:
    """A token that something can be done to (DU-CAS-2, DU-DMG-6, DU-CREW-1, DU-PLANE-1)."""
    one = state.tokens[token]
    check_target(state, one)
    if one.aboard:
        text = f"{token} is aboard {one.aboard}, and cannot be a target: aim at {one.aboard}."
        raise refuse("DU-CREW-1", "target-aboard", text)
    if one.at is None:
        raise refuse("DU-PLANE-1", "target-not-on-map", f"{token} is not on the map.")
    return one


def check_target(state: State, one: BattleToken) -> None:
    """A token that is still there (DU-CAS-2, DU-DMG-6)."""
    check_not_removed(state, one, "target-removed")
    if one.destroyed:
        text = f"{one.id} is destroyed: {one.lethal + one.suppress} damage of {one.limit}."
        raise refuse("DU-DMG-6", "target-destroyed", text, "DU-R15")


def check_tile(state: State, at: At) -> None:
    """A tile is on the map, where there is one (DU-OBS-3)."""
    if state.tiles and at not in state.ground:
        raise refuse("DU-OBS-3", "hole", f"There is no tile {tile_name(at)} on the map.")
