"""Whole evenings through the real doors, from every list, scenario, map and script of this repository.

With ``-s`` it says how much was played; `make soak` plays longer.
"""

from __future__ import annotations

import sys

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.testing import Evening
from tests.evenings import beginnings

SYSTEMS = registry.system_ids()
LONG = 110  # entries: two snapshots
SHORT = 12
SEED = 1


@pytest.mark.medium
@pytest.mark.parametrize("name", SYSTEMS)
def test_a_short_evening(name: str) -> None:
    evening = next(iter(beginnings(name))).play(SEED, 12)
    assert evening.entries >= 12
    assert evening.events


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEMS)
def test_evenings_from_everything_that_is_here(name: str) -> None:
    """The first of each kind of game is a long one."""
    played, failures = Evening(), list[str]()
    long = set[str]()
    for one in beginnings(name):
        entries = SHORT if one.kind in long else LONG
        long.add(one.kind)
        try:
            played += one.play(SEED, entries)
        except AssertionError as wrong:
            failures.append(str(wrong))
    sys.stdout.write(f"\n{name}: {played.words}\n")
    assert not failures, "\n\n".join(failures)
    assert played.longest >= LONG
