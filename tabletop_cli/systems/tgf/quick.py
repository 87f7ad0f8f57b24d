"""One page of what people look up during a game, under the house rules that they play by."""

from __future__ import annotations

from ...api import Block, House, Page, Table
from . import tables
from .profiles import weapons


def quick(house: House) -> tuple[Page, ...]:
    """Tables and reminders, as short as they can be."""
    blocks: list[Block] = [
        tables.armoury(house, [name for name, one in weapons(house).items() if one.has_table]),
        tables.ranges(house),
        *map(tables.modifiers, ("to_hit", "damage", "close_combat")),
        tables.movement(),
        tables.falls(house),
        tables.gun_drill(),
        *map(tables.reminders, ("seeing", "support", "nerve")),
    ]
    if differing := house.decided():
        blocks.append(Table(("house rule", "as you play it"), differing, "Your house rules"))
    return (Page("The Grunt Factor at a glance", tuple(blocks)),)
