"""The table as a page for a side: cards as far as it knows them, tokens, off-map types, who can target whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ....api import Block, Page, Para, Table, count_text
from ..pieces import SIDES
from .chart import map_blocks
from .gate import PHASES
from .naming import UNSEEN, cards_text, condition_text, side_name, spot_text, tile_text
from .sights import sight_table
from .state import HIDDEN, ZONES, State, Zones, view


def battle_headline(state: State) -> str:
    """One line: the turn, the vision of both, and what is expected now."""
    visions = ", ".join(f"{side.upper()} {state.vision_of_side(side)}" for side in SIDES)
    kind = f" ({state.kind})" if state.combined else ""
    return f"Turn {state.turn}{kind}, vision {visions}. {expected_text(state)}"


def expected_text(state: State) -> str:
    """What is expected now, in words."""
    if state.phase == "over":
        return "It is a draw." if state.winner == "draw" else f"{side_name(state, state.winner or '')} has won."
    waiting = f" To be settled: {', '.join(token for token, _ in state.ask)}." if state.ask else ""
    if state.active is None:
        return f"{PHASES[state.phase].capitalize()}.{waiting}"
    if state.phase == "placement":
        return f"{side_name(state, state.active)} places a plane."
    cards = count_text(state.count_cards(state.active, "hand"), "card")
    return f"{side_name(state, state.active)} plays its cards, {cards} in hand.{waiting}"


def seen_by(state: State, side: str | None) -> State:
    """Hands, decks and discard piles of others are turned down until all is over."""
    if state.phase == "over":
        return state
    return replace(state, sides=_sides_seen_by(state.sides, side), air_sides=_sides_seen_by(state.air_sides, side))


def _sides_seen_by(sides: Mapping[str, Zones], side: str | None) -> dict[str, Zones]:
    return {one: zones if one == side else _face_down(zones) for one, zones in sides.items()}


def _face_down(zones: Zones) -> Zones:
    sizes = {zone: sum(zones[zone].values()) for zone in HIDDEN}
    return {**zones, **{zone: {UNSEEN: n} if n else {} for zone, n in sizes.items()}}


def battle_board(state: State, side: str | None) -> Page:
    """Everything that a side knows of the table."""
    blocks: list[Block] = [
        *_scenario_words(state),
        Para(expected_text(state), "note"),
        *_card_tables(state),
        *map_blocks(state),
    ]
    blocks += [*_token_table(state), *_off_map_table(state)]
    if state.control:
        held = "; ".join(f"{tile_text(state, at)} {whose.upper()}" for at, whose in sorted(state.control))
        blocks.append(Para(f"Controlled tiles: {held}."))
    return Page(f"Turn {state.turn}", (*blocks, *sight_table(state)), data=view(state))


def battle_goal(state: State) -> str:
    """How to win, in one line; empty if no scenario says so."""
    return " ".join(state.objective)


def _scenario_words(state: State) -> Iterator[Block]:
    """What the scenario says: how to win, and until the first hands are drawn what it is about."""
    if state.turn == 1 and state.phase in ("placement", "deal"):
        yield from map(Para, state.told)
    if goal := battle_goal(state):
        yield Para(f"Goal: {goal}")


def _card_tables(state: State) -> Iterator[Block]:
    """The zones of both sides, of the aerial lists, too."""
    for air, title in ((False, "Cards"), (True, "Cards in the air")) if state.combined else ((False, "Cards"),):
        lists = {side: state.zones_of(side, air) for side in SIDES}
        rows = [(zone, *(_zone_text(lists[side][zone]) for side in SIDES)) for zone in ZONES]
        vision = ("vision", *(str(state.vision_of_side(side, air)) for side in SIDES))
        holds = ("initiative", *("marker" if side == state.holder else "-" for side in SIDES))
        yield Table(("zone", *(side_name(state, side) for side in SIDES)), (*rows, vision, holds), title)


def _zone_text(cards: Mapping[str, int]) -> str:
    """What lies in a zone, or how many cards where they are turned down."""
    if cards.keys() <= {UNSEEN}:
        return str(cards.get(UNSEEN, 0)) if cards else "-"
    return f"{sum(cards.values())}: {cards_text(cards)}"


def _token_table(state: State) -> Iterator[Block]:
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
                spot_text(state, one.at) + facing,
                str(one.limit),
                condition_text(one) or "-",
                ", ".join(marks) or "-",
            )
        )
    if rows:
        columns = ("token", "side", "class", "tile", "defense", "condition", "hit this turn by")
        yield Table(columns, tuple(rows), "Tokens", frozenset({"defense"}))


def _off_map_table(state: State) -> Iterator[Block]:
    rows = []
    for name, off in state.off_map.items():
        marks = [word for word in ("compromised", "targeted", "destroyed") if getattr(off, word)]
        rows.append((name, off.side.upper(), off.kind, str(off.lethal), ", ".join(marks) or "-"))
    if rows:
        yield Table(("type", "side", "kind", "damage", "condition"), tuple(rows), "Off the map", frozenset({"damage"}))
