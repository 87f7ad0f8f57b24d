"""What a game shows is what its renderers can draw. Part of the conformance kit, see `kit`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import get_args

from ..data import JsonMapping
from ..dice.brute_force import require
from ..errors import a_type
from ..page import Block, Boxes, Facts, Page, Table
from ..system import System

MOST_BOXES = 200  # of one row: paper is small


def check_shown(system: System, setup: JsonMapping, state: object, where: str) -> None:
    """The table, its map and its sheets are pages for every side and for everybody; the rest is text and JSON."""
    game = system.game
    for side in dict.fromkeys((None, *(seat.id for seat in game.seats(setup)))):
        seen, whose = game.seen_by(state, side), f"{where}, for {side or 'everybody'}"
        check_page(game.board(seen, side), f"{whose}: the board")
        headline = game.headline(seen)
        require(isinstance(headline, str) and headline.strip(), f"{whose}: the headline is {headline!r}, no text")
        view = game.view(seen)
        require(isinstance(view, Mapping), f"{whose}: the view is {a_type(view)}, no mapping")
        if game.map is not None:
            check_page(game.map(seen, side), f"{whose}: the map")
        for page in game.paper(seen, side) if game.paper is not None else ():
            check_page(page, f"{whose}: a sheet")
    common = game.common(state)
    require(isinstance(common, Mapping), f"{where}: what is common to all results is {a_type(common)}, no mapping")
    for what, value in (("the view", game.view(state)), ("what is common to all results", common)):
        try:
            json.dumps(value)
        except (TypeError, ValueError) as wrong:
            raise AssertionError(f"{where}: {what} is no JSON: {wrong}") from None


def check_page(page: object, where: str) -> None:
    """A page has a title, and blocks that can be drawn."""
    require(isinstance(page, Page), f"{where} is {a_type(page)}, no Page")
    assert isinstance(page, Page)
    texts = all(isinstance(text, str) for text in (page.title, page.subtitle))
    whole = texts and page.title.strip() and isinstance(page.blocks, tuple) and page.blocks
    require(whole, f"{where}: a page without title or blocks: {page!r:.200}")
    check_blocks(page.blocks, f"{where}, {page.title}")


def check_blocks(blocks: Sequence[Block], where: str) -> None:
    """Blocks can be drawn: tables are as wide as their heads, boxes fit on paper."""
    for block in blocks:
        require(isinstance(block, get_args(Block)), f"{where}: {a_type(block)} is no block of a page")
        if isinstance(block, Boxes):
            require(block.name.strip(), f"{where}: boxes without a name")
            fits = 0 <= block.marked <= block.whole <= MOST_BOXES
            require(fits, f"{where}, {block.name}: {block.marked} of {block.whole} boxes are marked")
            labels = len(block.labels)
            require(labels in (0, block.whole), f"{where}, {block.name}: {labels} labels for {block.whole} boxes")
        elif isinstance(block, Table):
            width = len(block.columns)
            require(all(len(row) == width for row in block.rows), f"{where}: a row is not as wide as {block.columns}")
            require(block.right <= set(block.columns), f"{where}: no columns: {sorted(block.right)}")
        elif isinstance(block, Facts):
            require(all(len(row) == 2 for row in block.rows), f"{where}: facts are names and values")
