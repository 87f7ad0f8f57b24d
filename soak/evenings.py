"""Whole evenings of every system through the store, from every list, scenario, map and script of the repository."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from tabletop_cli.core import registry
from tabletop_cli.core.testing import Evening
from tests.evenings import beginnings

SECONDS = 600  # of the processor, for all systems together
ENTRIES = 210  # of an evening: four snapshots
ENOUGH = 20  # evenings of a system that failed


def run(share: float, seed: int) -> Iterator[tuple[str, int, int]]:
    """Evenings of each system for its part of the time, each from the next beginning; and those that failed."""
    names = registry.system_ids()
    everything = Evening()
    for name in names:
        tables, played, failed, number = list(beginnings(name)), Evening(), 0, 0
        began = time.process_time()
        while not number or (time.process_time() - began < SECONDS * share / len(names) and failed < ENOUGH):
            try:
                played += tables[number % len(tables)].play(1_000 * seed + number, ENTRIES)
            except AssertionError as wrong:
                failed += 1
                sys.stderr.write(f"{wrong}\n")
            number += 1
        everything += played
        yield f"evenings of {name}", number, failed
    sys.stdout.write(f"  {everything.words}\n")
