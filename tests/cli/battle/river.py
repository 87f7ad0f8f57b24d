"""A campaign in which an attack is to be fought as a battle of its own, and what tests do with both."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tabletop_cli.cli.battle.store import open_battle, open_store
from tabletop_cli.cli.session import Session
from tabletop_cli.core.clock import now
from tabletop_cli.core.keep.export import canonical_json
from tests.cli.conftest import Tabletop
from tests.forging import Lines, relinked

MAP = "armies/fftt/maps/red-river.setup.toml"
INSIDE = "river-week1-Lantern-Thornfield"
ATTACK: tuple[dict[str, Any], ...] = (
    {"do": "order", "dice": [6, 1]},
    {"do": "move", "army": "Lantern", "path": ["Long-Bridge", "Thornfield"]},
    {"do": "respond", "by": "teo", "action": "fight"},
)


def played(name: str, kind: str, *events: dict[str, Any]) -> None:
    """Play events with the dice that stand in them."""
    with open_store(Session()) as store:
        battle = open_battle(store, name, kind)
        for event in events:
            battle.play_event({key: one for key, one in event.items() if key != "dice"}, event.get("dice"), now())


def verified(river: Tabletop, kind: str = "campaign", name: str = "river") -> tuple[int, list[str], list[str]]:
    """The exit code of `verify`, its problems and its remarks."""
    ran = river(kind, "verify", name, "-f", "json")
    found = json.loads(ran.out)
    return ran.code, found["findings"], found["remarks"]


def changed(file: Path, change: Callable[[Lines], None]) -> Path:
    """An exported file after somebody has changed it and made its chain anew."""
    head, *lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    change([head, *lines])
    relinked(head, lines)
    file.write_text("".join(canonical_json(line) + "\n" for line in [head, *lines]), "utf-8")
    return file
