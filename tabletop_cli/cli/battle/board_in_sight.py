"""The table on the screen: the side on turn first, and a few lines of it in sight while people choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from shutil import get_terminal_size

from ...core.page import Block, Heading, Page, Table
from ...core.play.offers import find_offers
from ...core.play.viewpoint import View
from ..session import Session
from .charts import board_with_map
from .pages import fight_words

TALL = 32  # lines of a terminal that has room for the table beside everything else
BESIDE = 7  # lines of the main prompt and its surroundings


def headlines(view: View) -> list[str]:
    """Whose turn it is, what the sides play for, and what is to be fought elsewhere first."""
    fight = fight_words(view.battle)
    return [view.headline, *filter(None, [view.goal]), *([f"To fight it, press q. Then {fight}."] if fight else [])]


def lines_above(view: View, result: int) -> list[str]:
    """What a terminal shows above the main prompt: the headlines, and the table where there is room.

    `result` is how many lines of the screen the last result takes.
    """
    head, *others = headlines(view)
    return [f"{view.battle.header.name}  {head}", *others, *_strip_in_sight(view, result)]


def _strip_in_sight(view: View, result: int) -> Sequence[str]:
    lines = list(view.strip)
    screen = get_terminal_size()
    fits = len(lines) + result + BESIDE <= screen.lines or screen.lines >= TALL
    return lines if fits and all(len(line) < screen.columns for line in lines) else ()


def board_page(session: Session, view: View) -> Page:
    """The table with its map, the side first that may act now."""
    battle = view.battle
    offers = find_offers(battle.system, battle.game, battle.state)
    on_turn = next((one.side for one in offers if not one.barred and not one.interrupt and one.side), "")
    return side_first(board_with_map(session, view), on_turn)


def side_first(page: Page, side: str) -> Page:
    """The same page with the blocks of a side, by its name as people know it, before those of the others."""
    blocks = page.blocks
    own = [block for block in blocks if side and _title_of(block).startswith(side)]
    columns = [block.columns for block in own if isinstance(block, Table)]
    alike = [block in own or (isinstance(block, Table) and block.columns in columns) for block in blocks]
    if not own:
        return page
    first = alike.index(True)
    others = [block for block in blocks[first:] if block not in own]
    return replace(page, blocks=(*blocks[:first], *own, *others))


def _title_of(block: Block) -> str:
    return block.title if isinstance(block, Table) else block.text if isinstance(block, Heading) else ""
