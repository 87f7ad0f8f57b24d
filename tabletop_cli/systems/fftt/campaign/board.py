"""The campaign as a page: whose turn it is, players, places, armies."""

from __future__ import annotations

from collections.abc import Iterator

from ....api import Block, Page, Para, Table
from ..profiles import abilities
from ..tables import number
from .forces import told
from .state import State, view

MEANING = {"order": "Everybody throws for the order of the week.", "week-end": "All are done: the week ends."}


def headline(state: State) -> str:
    """One line: the week, and what is expected now."""
    return f"Month {state.month}, week {state.week}.   {meaning(state)}"


def meaning(state: State) -> str:
    """What is expected now, in words."""
    if state.winners is not None:
        return f"The campaign is over: {', '.join(state.winners)}."
    if state.march:
        return f"{state.march.army} loses {state.march.lost} FP on the way to {state.march.path[-1]}."
    if state.attack and not state.attack.fights:
        return f"{state.attack.army} stands before {state.attack.place}: {state.attack.defender} answers."
    if state.attack:
        return f"{state.attack.army} attacks {state.attack.place}: the battle is fought."
    return MEANING.get(state.step, f"{state.player} moves, splits, buys and builds.")


def board(state: State) -> Page:
    """Everything that is known of the campaign."""
    return Page("The campaign", (Para(meaning(state), "note"), *_tables(state)), "", view(state))


def _tables(state: State) -> Iterator[Block]:
    players = tuple(_player(state, name) for name in state.clockwise)
    columns = ("player", "faction", "VP", "places", "fought", "commander in chief")
    yield Table(columns, players, "Players", frozenset(("VP", "places")))
    places = tuple(
        (name, one.owner or "-", str(one.saved), str(state.full(name)), ", ".join(state.here(name)) or "-")
        for name, one in sorted(state.places.items())
    )
    yield Table(("place", "owner", "saved", "FP of 20", "armies"), places, "Places", frozenset(("saved", "FP of 20")))
    armies = tuple(
        (name, one.player, one.place, str(state.fp(name)), told(one.units), _marks(state, name))
        for name, one in sorted(state.armies.items())
    )
    yield Table(("army", "player", "place", "FP", "figures", "this week"), armies, "Armies", frozenset(("FP",)))


def _player(state: State, name: str) -> tuple[str, ...]:
    one = state.players[name]
    band = f" ({one.band})" if one.band else ""
    fought = "yes" if one.fought else "no"
    return (name, one.faction + band, str(one.vp), str(len(state.owned(name))), fought, commander(state, name))


def commander(state: State, name: str) -> str:
    """``Mara, with A, Lucky bastard``, ``lost in week 3, a new one from week 6`` (FFTT-CAMP-11, FFTT-R60)."""
    one, army = state.players[name], state.commanded(name)
    if army is None:
        if not one.killed_week:
            return "-"
        return f"lost in week {one.killed_week}, a new one from week {one.killed_week + number('replacement_weeks')}"
    ability = abilities()[one.ability].name if one.ability else ""
    return ", ".join(part for part in (one.name, f"with {army}", ability) if part)


def _marks(state: State, name: str) -> str:
    one = state.armies[name]
    return "has moved" if one.moved else f"{one.detached} FP detached" if one.detached else ""
