"""The campaign on paper: a sheet with the map and what belongs to each place, and one with the armies and the score."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ....api import Block, Chart, Heading, Lines, Page, Para, Table, count_text
from ..quick import reminder_facts
from ..tables import rule_number
from .board import BRACKETS, campaign_headline, commander_text, map_page, places_table
from .forces import units_text
from .state import Route, State

MOST_WEEKS = {2: 12, 3: 10}  # of which a sheet has lines, by players: what is done in a week has to have room, too
FEWEST_WEEKS = 4  # of more players
FREE_ROUTES = 3  # lines for minefields that are laid later
NOTES = 2  # lines for notes of each player


def campaign_sheets(state: State) -> tuple[Page, ...]:
    """The map, with places and dangers; the armies, with what is written down week by week."""
    armies = (block for name in state.clockwise for block in _player_blocks(state, name))
    return (
        Page("The map", tuple(_map_blocks(state)), campaign_headline(state)),
        Page("Armies and victory points", (*armies, _score_table(state), *_week(state)), campaign_headline(state)),
    )


def _map_blocks(state: State) -> Iterator[Block]:
    yield next(block for block in map_page(state).blocks if isinstance(block, Chart))
    yield Para(BRACKETS, "note")
    yield places_table(
        state, f"of {rule_number('army_most')}", "Places and their FP", "owner now", "saved now", "armies now"
    )
    marked = {" - ".join(one.between): one for one in state.routes if one.hazard or one.minefield}
    columns: dict[str, Callable[[Route], object]] = {
        "hazard": lambda one: one.hazard or None,
        "minefield of": lambda one: one.minefield,
        "laid or cleared": lambda one: "",
    }
    dangers = Table.from_rows("route", marked, columns, "Hazards and minefields")
    yield replace(dangers, rows=(*dangers.rows, *((("",) * len(dangers.columns),) * FREE_ROUTES)))


def _player_blocks(state: State, name: str) -> Iterator[Block]:
    """Who somebody is, the armies that he has, and room for what becomes of them."""
    one = state.players[name]
    band = f", band {one.band}" if one.band else ""
    leads = f"; commander in chief: {commander_text(state, name)}" if commander_text(state, name) != "-" else ""
    about = f"{one.vp} VP, {count_text(len(state.places_of(name)), 'place')}, {state.savings_of(name)} FP saved{leads}"
    yield Heading(f"{name}, {one.faction.name}{band}: {about}", 3)
    own = sorted((army, host) for army, host in state.armies.items() if host.player == name)
    rows = tuple((army, host.place, str(state.army_fp(army)), units_text(host.units), "") for army, host in own)
    columns = ("army", "place", "FP", "figures", "losses and purchases")
    yield Table(columns, (*rows, ("",) * len(columns)), "", frozenset(("FP",)))
    yield Lines("Notes", NOTES)


def _week(state: State) -> tuple[Block, ...]:
    """What is done in a week, with its numbers, under the house rules of the campaign."""
    return Heading("A week", 3), reminder_facts(state.house, "weekly")


def _score_table(state: State) -> Table:
    """A line for each week that is left, to write down the order and the VP that it brings."""
    weeks = rule_number("weeks")
    last = state.months * weeks if state.months else state.month * weeks + weeks
    left = range(state.week, min(last, state.week + MOST_WEEKS.get(len(state.players), FEWEST_WEEKS) - 1) + 1)
    names = tuple(f"{name} ({state.players[name].vp})" for name in state.clockwise)
    columns = ("order", *names, "battles")
    empty = ("",) * len(columns)
    rows = tuple((f"{week}, places count" if week % weeks == 0 else str(week), *empty) for week in left)
    return Table(("week", *columns), rows, "Victory points")
