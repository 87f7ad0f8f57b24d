"""The campaign on paper: a sheet with the map and what belongs to each place, and one with the armies and the score."""

from __future__ import annotations

from collections.abc import Iterator

from ....api import Block, Chart, Heading, Lines, Page, Para, Table
from ..profiles import factions
from ..tables import number
from .board import commander, headline
from .chart import BRACKETS, map_page
from .forces import told
from .state import Route, State

MOST_WEEKS = 12  # of which a sheet has lines
FREE_ROUTES = 3  # lines for minefields that are laid later
NOTES = 2  # lines for notes of each player


def sheets(state: State) -> tuple[Page, ...]:
    """The map, with places and dangers; the armies, with what is written down week by week."""
    return (
        Page("The map", tuple(_land(state)), headline(state)),
        Page("Armies and victory points", tuple(_hosts(state)), headline(state)),
    )


def _land(state: State) -> Iterator[Block]:
    yield next(block for block in map_page(state).blocks if isinstance(block, Chart))
    yield Para(BRACKETS, "note")
    most = number("army_most")
    columns = ("place", "owner", "saved", f"of {most}", "armies", "owner now", "saved now", "armies now")
    rows = tuple(
        (name, one.owner or "-", str(one.saved), str(state.full(name)), ", ".join(state.here(name)) or "-", "", "", "")
        for name, one in sorted(state.places.items())
    )
    yield Table(columns, rows, "Places and their FP", frozenset(("saved", f"of {most}")))
    marked = [_danger(route) for route in state.routes if route.hazard or route.minefield]
    yield Table(
        ("route", "hazard", "minefield of", "laid or cleared"),
        (*marked, *((("", "", "", ""),) * FREE_ROUTES)),
        "Hazards and minefields",
    )


def _danger(route: Route) -> tuple[str, ...]:
    return (" - ".join(route.between), "yes" if route.hazard else "-", route.minefield or "-", "")


def _hosts(state: State) -> Iterator[Block]:
    for name in state.clockwise:
        yield from _player(state, name)
    yield _score(state)


def _player(state: State, name: str) -> Iterator[Block]:
    """Who somebody is, the armies that he has, and room for what becomes of them."""
    one = state.players[name]
    saved = sum(state.places[place].saved for place in state.owned(name))
    band = f", band {one.band}" if one.band else ""
    leads = f"; commander in chief: {commander(state, name)}" if commander(state, name) != "-" else ""
    about = f"{one.vp} VP, {len(state.owned(name))} places, {saved} FP saved{leads}"
    yield Heading(f"{name}, {factions()[one.faction].name}{band}: {about}", 3)
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
    empty = ("",) * (len(names) + 2)
    rows = tuple((f"{week}, places count" if week % weeks == 0 else str(week), *empty) for week in left)
    return Table(("week", "order", *names, "battles"), rows, "Victory points")
