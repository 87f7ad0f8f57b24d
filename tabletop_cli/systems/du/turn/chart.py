"""The map of a battle: its tiles, and who stands where (DU-OBS-4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ....api import Block, Page, Para
from ..chart import LEGEND, chart_of
from ..tiles import At
from .naming import condition_mark
from .sights import sight_table
from .state import State, view

MARKS = "Behind a token, 3/6 is damage 3 of 6, s suppressed, x destroyed, +1 one aboard."
NO_MAP = "This battle has no map in the program. The program asks what a map would show."


def map_blocks(state: State) -> Iterator[Block]:
    """The tiles with who stands on them, and who is not on the map; nothing without a map."""
    if not state.tiles:
        return
    there: dict[At, list[str]] = defaultdict(list)
    for one in state.tokens.values():
        if one.at is not None and not one.removed and not one.aboard:
            there[one.at].append(f"{one.side or '-'} {one.id}{condition_mark(one)}")
    yield chart_of(state.tiles, there, dict(state.control), state.called, state.grounds)
    yield Para(f"{LEGEND} {MARKS}", "note")
    if off := [one.id for one in state.tokens.values() if one.at is None and not one.removed]:
        yield Para(f"Off the map: {', '.join(off)}.")


def map_page(state: State, headline: str) -> Page:
    """The map, and what each token sees there."""
    blocks = (*map_blocks(state), *sight_table(state)) or (Para(NO_MAP, "note"),)
    return Page("The map", blocks, headline, view(state))
