"""The map of a battle: its tiles, and who stands where (DU-OBS-4)."""

from __future__ import annotations

from collections import defaultdict

from ....api import Block, Page, Para
from ..chart import LEGEND, chart_of
from ..tiles import At
from .board import headline, sights
from .state import State, view
from .words import condition

NO_MAP = "This battle has no map in the program; what it would tell is asked."


def map_page(state: State) -> Page:
    """The map, what each token sees there, and who is not on it."""
    if not state.tiles:
        return Page("The map", (Para(NO_MAP, "note"),), headline(state), view(state))
    there: dict[At, list[str]] = defaultdict(list)
    for one in state.tokens.values():
        if one.at is not None and not one.removed and not one.aboard:
            now = condition(one)
            there[one.at].append(f"{one.side or '-'} {one.id}" + (f" [{now}]" if now else ""))
    off = [one.id for one in state.tokens.values() if one.at is None and not one.removed]
    blocks: list[Block] = [chart_of(state.tiles, there, dict(state.control)), Para(LEGEND, "note")]
    blocks += [Para(f"Off the map: {', '.join(off)}.")] if off else []
    return Page("The map", (*blocks, *sights(state)), headline(state), view(state))
