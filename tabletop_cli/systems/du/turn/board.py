"""The table as a page for a side: cards as far as it knows them, tokens, off-map types, who can target whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ....api import Block, Page, Para, Table, counted
from ..pieces import SIDES
from .chart import drawn
from .gate import PHASES
from .sights import sights
from .state import HIDDEN, ZONES, State, Zones, view
from .words import UNSEEN, condition, place, side_name, spot, told


def headline(state: State) -> str:
    """One line: the turn, the vision of both, and what is expected now."""
    visions = ", ".join(f"{side.upper()} {state.vision(side)}" for side in SIDES)
    kind = f" ({state.kind})" if state.combined else ""
    return f"Turn {state.turn}{kind}, vision {visions}. {meaning(state)}"


def meaning(state: State) -> str:
    """What is expected now, in words."""
    if state.phase == "over":
        return "It is a draw." if state.winner == "draw" else f"{side_name(state, state.winner or '')} has won."
    waiting = f" To be settled: {', '.join(token for token, _ in state.ask)}." if state.ask else ""
    if state.active is None:
        return f"{PHASES[state.phase].capitalize()}.{waiting}"
    if state.phase == "placement":
        return f"{side_name(state, state.active)} places a plane."
    cards = counted(state.size(state.active, "hand"), "card")
    return f"{side_name(state, state.active)} plays its cards, {cards} in hand.{waiting}"


def seen_by(state: State, side: str | None) -> State:
    """Hands, decks and discard piles of others are turned down until all is over."""
    if state.phase == "over":
        return state
    return replace(state, sides=_turned(state.sides, side), air_sides=_turned(state.air_sides, side))


def _turned(sides: Mapping[str, Zones], side: str | None) -> dict[str, Zones]:
    return {one: zones if one == side else _down(zones) for one, zones in sides.items()}


def _down(zones: Zones) -> Zones:
    sizes = {zone: sum(zones[zone].values()) for zone in HIDDEN}
    return {**zones, **{zone: {UNSEEN: n} if n else {} for zone, n in sizes.items()}}


def board(state: State, side: str | None) -> Page:
    """Everything that a side knows of the table."""
    blocks: list[Block] = [Para(meaning(state), "note"), *_cards(state), *drawn(state)]
    blocks += [*_tokens(state), *_off_map(state)]
    if state.control:
        held = "; ".join(f"{place(state, at)} {whose.upper()}" for at, whose in sorted(state.control))
        blocks.append(Para(f"Controlled tiles: {held}."))
    return Page(f"Turn {state.turn}", (*blocks, *sights(state)), data=view(state))


def _cards(state: State) -> Iterator[Block]:
    """The zones of both sides, of the aerial lists, too."""
    for air, title in ((False, "Cards"), (True, "Cards in the air")) if state.combined else ((False, "Cards"),):
        lists = {side: state.zones(side, air) for side in SIDES}
        rows = [(zone, *(_in_zone(lists[side][zone]) for side in SIDES)) for zone in ZONES]
        vision = ("vision", *(str(state.vision(side, air)) for side in SIDES))
        holds = ("initiative", *("marker" if side == state.holder else "-" for side in SIDES))
        yield Table(("zone", *(side_name(state, side) for side in SIDES)), (*rows, vision, holds), title)


def _in_zone(cards: Mapping[str, int]) -> str:
    """What lies in a zone, or how many cards where they are turned down."""
    if cards.keys() <= {UNSEEN}:
        return str(cards.get(UNSEEN, 0)) if cards else "-"
    return f"{sum(cards.values())}: {told(cards)}"


def _tokens(state: State) -> Iterator[Block]:
    rows = []
    for one in state.tokens.values():
        marks = [f"{mark.by or 'no token'} {mark.amount}" for mark in one.marks]
        facing = f" {one.orientation}" if one.orientation else ""
        whose = one.side.upper() if one.side else "-"
        rows.append(
            (
                one.id,
                whose,
                one.class_,
                spot(state, one.at) + facing,
                str(one.limit),
                condition(one) or "-",
                ", ".join(marks) or "-",
            )
        )
    if rows:
        columns = ("token", "side", "class", "tile", "defense", "condition", "hit this turn by")
        yield Table(columns, tuple(rows), "Tokens", frozenset({"defense"}))


def _off_map(state: State) -> Iterator[Block]:
    rows = []
    for name, off in state.off_map.items():
        marks = [word for word in ("compromised", "targeted", "destroyed") if getattr(off, word)]
        rows.append((name, off.side.upper(), off.kind, str(off.lethal), ", ".join(marks) or "-"))
    if rows:
        yield Table(("type", "side", "kind", "damage", "condition"), tuple(rows), "Off the map", frozenset({"damage"}))
