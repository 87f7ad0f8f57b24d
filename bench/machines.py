"""Requests per second through `tabletop batch`, as a bot sees them: one process, a line out, a line in."""

from __future__ import annotations

import json
import subprocess
import time
import tomllib
from pathlib import Path
from typing import Any

from .measure import TABLETOP, WALL, show

ARMY = Path(__file__).parents[1] / "armies" / "td" / "green-horde.toml"
SECONDS = 1.5


def run() -> None:
    unit = {"units": [{"type": "infantry-unit", "experience": "regular", "maneuverability": "lead"}]}
    battle = {"sides": {side: {"army": unit, "actions": 20} for side in "ab"}}
    events = [{"do": "pivot", "by": side, "model": f"{side}1-1"} for side in "abab"]
    requests: dict[str, dict[str, Any]] = {
        "resolve direct-fire": {"do": "resolve", "resolver": "direct-fire", "situation": {"weapon": "hmg"}},
        "odds direct-fire": {"do": "odds", "resolver": "direct-fire", "situation": {"weapon": "hmg"}},
        "validate an army": {"do": "validate", "army": tomllib.loads(ARMY.read_text(encoding="utf-8"))},
        "battle of 4 events": {"do": "battle", "setup": battle, "events": events},
    }
    rows = []
    for name, request in requests.items():
        rate = _rate(json.dumps({"system": "td", **request}))
        rows.append((name, f"{1e6 / rate:,.0f} µs", f"{rate:,.0f} a second"))
    show("For machines: tabletop batch", rows, "none; each request waits for the reply before", WALL)


def _rate(request: str) -> float:
    """Replies per second to the same request, one after the other."""
    with subprocess.Popen((TABLETOP, "batch"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as served:
        assert served.stdin and served.stdout
        count = 0
        began = time.perf_counter()
        while (took := time.perf_counter() - began) < SECONDS or not count:
            served.stdin.write(request + "\n")
            served.stdin.flush()
            if not json.loads(served.stdout.readline())["ok"]:
                raise SystemExit(f"batch refuses {request}")
            if (count := count + 1) == 1:
                began = time.perf_counter()  # start-up has a table of its own
        served.stdin.close()
    return count / took
