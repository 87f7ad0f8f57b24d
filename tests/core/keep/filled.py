"""A battle with some events, and other processes that write into the same store."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tabletop_cli.core.dice.stream import commitment_of
from tabletop_cli.core.keep import database
from tabletop_cli.core.keep.export import BattleHeader, canonical_json
from tabletop_cli.core.keep.store import Store

HEADER = BattleHeader(
    id="f00d",
    name="Trüffel am Bach",
    system="td",
    version="0.1.0",
    created="2025-03-01T18:30:00Z",
    setup='{"sides":{"a":{"actions":4},"b":{"actions":3}}}',
    seed="00" * 16,
    commitment=commitment_of(bytes(16)),
)


def event(number: int, **more: object) -> str:
    return canonical_json({"n": number, "do": "move", **more})


def fill(store: Store, events: int, header: BattleHeader = HEADER) -> str:
    battle = store.create_battle(header)
    for number in range(1, events + 1):
        store.append_event(battle, number, event(number, why="Grüße ☠"))
    return battle


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    """Another process that runs the script against our package."""
    root = str(Path(database.__file__).parents[3])
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": root},
    )
