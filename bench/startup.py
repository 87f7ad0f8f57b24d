"""Whole commands against a Python that does nothing: what every user waits for, every time."""

from __future__ import annotations

import json
from pathlib import Path

from .measure import BARE, TABLETOP, Command, compared, processes, show

ARMY = Path(__file__).parents[1] / "armies" / "td" / "green-horde.toml"
REQUEST = json.dumps({"do": "odds", "system": "td", "resolver": "direct-fire", "situation": {"weapon": "hmg"}})


def run() -> None:
    commands = {
        "python -c pass": Command(BARE),
        "tabletop --version": Command((TABLETOP, "--version")),
        "tabletop systems": Command((TABLETOP, "systems")),
        "tabletop validate ARMY": Command((TABLETOP, "validate", str(ARMY))),
        "tabletop roll 3d6": Command((TABLETOP, "roll", "3d6")),
        "tabletop odds td direct-fire": Command((TABLETOP, "odds", "td", "direct-fire", "--weapon", "hmg")),
        "tabletop batch, one request": Command((TABLETOP, "batch"), REQUEST + "\n"),
    }
    took = processes(commands)
    show("Start-up: whole commands", compared(took, "python -c pass"), "python -c pass")
