"""The campaign on paper: a sheet with the map and what belongs to each place, and one with the armies and the score."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ....api import Block, Chart, Heading, Lines, Page, Para, Table, counted
from ..tables import number
from .board import BRACKETS, commander, headline, map_page, places
from .forces import told
from .state import Route, State

MOST_WEEKS = 12  # of which a sheet has lines
FREE_ROUTES = 3  # lines for minefields that are laid later
NOTES = 2  # lines for notes of each player


def sheets(state: State) -> tuple[Page, ...]:
    """The map, with places and dangers; the armies, with what is written down week by week."""
    armies = (block for name in state.clockwise for block in _player(state, name))
    return (
        Page("The map", tuple(_land(state)), headline(state)),
        Page("Armies and victory points", (*armies, _score(state)), headline(state)),
    )


def _land(state: State) -> Iterator[Block]:
    yield next(block for block in map_page(state).blocks if isinstance(block, Chart))
    yield Para(BRACKETS, "note")
    yield places(state, f"of {number('army_most')}", "Places and their FP", "owner now", "saved now", "armies now")
    marked = {" - ".join(one.between): one for one in state.routes if one.hazard or one.minefield}
    columns: dict[str, Callable[[Route], object]] = {
        "hazard": lambda one: one.hazard or None,
        "minefield of": lambda one: one.minefield,
        "laid or cleared": lambda one: "",
    }
    dangers = Table.of("route", marked, columns, "Hazards and minefields")
    yield replace(dangers, rows=(*dangers.rows, *((("",) * len(dangers.columns),) * FREE_ROUTES)))


def _player(state: State, name: str) -> Iterator[Block]:
    """Who somebody is, the armies that he has, and room for what becomes of them."""
    one = state.players[name]
    band = f", band {one.band}" if one.band else ""
    leads = f"; commander in chief: {commander(state, name)}" if commander(state, name) != "-" else ""
    about = f"{one.vp} VP, {counted(len(state.owned(name)), 'place')}, {state.savings(name)} FP saved{leads}"
    yield Heading(f"{name}, {one.faction.name}{band}: {about}", 3)
    own = sorted((army, host) for army, host in state.armies.items() if host.player == name)
    rows = tuple((army, host.place, str(state.fp(army)), told(host.units), "") for army, host in own)
    columns = ("army", "place", "FP", "figures", "losses and purchases")
    yield Table(columns, (*rows, ("",) * len(columns)), "", frozenset(("FP",)))
    yield Lines("Notes", NOTES)


def _score(state: State) -> Table:
    """A line for each week that is left, to write down the order and the VP that it brings."""
    weeks = number("weeks")
    last = state.months * weeks if state.months else state.month * weeks + weeks
    left = range(state.week, min(last, state.week + MOST_WEEKS - 1) + 1)
    names = tuple(f"{name} ({state.players[name].vp})" for name in state.clockwise)
    columns = ("order", *names, "battles")
    empty = ("",) * len(columns)
    rows = tuple((f"{week}, places count" if week % weeks == 0 else str(week), *empty) for week in left)
    return Table(("week", *columns), rows, "Victory points")
