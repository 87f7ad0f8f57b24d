"""A small battle at a hedge: two machine guns a side, and side a acts for long."""

from __future__ import annotations

from typing import Any

from tabletop_cli.core import registry
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.asking import Making, Throw
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.progress import Progress

TD = registry.load("td")
SEED = b"4123456789abcdef"  # with it the first shots leave their target on the table
NOW = "2026-05-01T12:00:00Z"

HMGS = {"units": [{"type": "hmg"}, {"type": "hmg"}]}
SETUP = {
    "sides": {"a": {"army": HMGS, "actions": 50}, "b": {"army": HMGS, "actions": 50}},
    "resume": {"counters": {"a": 0, "b": 30}},  # a acts for long
}
SHOT = {"do": "direct-fire", "by": "a", "model": "a1-1", "target": "b1-1"}
PIVOT = {"do": "pivot", "by": "a", "model": "a1-1"}


def played(store: Store) -> Battle:
    battle = Battle.create(store, TD, "To verify", SETUP, NOW)
    battle.play_event(PIVOT, None, NOW)
    battle.play_event(SHOT, None, NOW)
    battle.play_event(SHOT, [1, 1, 2, 3], NOW)
    battle.undo(NOW)
    battle.redo(NOW)
    return battle


def begun(battle: Battle, event: dict[str, Any]) -> tuple[Making, Progress]:
    """An event in the hands of people, answered up to its first dice."""
    making = Making(TD, TD.game, battle.state)
    progress = Progress(event["do"], {key: value for key, value in event.items() if key != "do"})
    while True:
        progress, wanted, _ = making.advance(progress)
        if isinstance(wanted, Throw):
            return making, progress
        progress = making.answer_question(progress, wanted.default)
