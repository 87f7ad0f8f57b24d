"""What is the same in every run of the tests, wherever and whenever it is: clock, zone, locale, width and home.

TABLETOP_TEST_DRIFT=SEED tries whether that is so. `.ci/run` sets it in one run of ten, together with another zone,
locale, width and home. The clock of the machine, which no test should see, then tells another day, and the tests run
in another order. The same seed is the same run.
"""

from __future__ import annotations

import locale
import os
import time
from pathlib import Path
from random import Random

import pytest

from tabletop_cli.core import clock

DRIFT = "TABLETOP_TEST_DRIFT"
NOW = 1_777_636_800.0  # 1 May 2026, noon, UTC
YEARS = 10  # of days to choose from, on either side
DAY = 24 * 60 * 60
CHILD = str(Path(__file__).parent / "child")
PINNED = {
    "COLUMNS": "80",
    "LINES": "24",
    "NO_COLOR": "1",
    "TERM": "xterm",
    "LC_ALL": "C.UTF-8",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONUTF8": "1",
}
# Each of these makes a library print or look elsewhere than it would by itself, or us.
UNWANTED = (
    *("FORCE_COLOR", "CLICOLOR_FORCE", "PY_COLORS", "COLORTERM", "GITHUB_ACTIONS", "LANGUAGE", "PYTHONIOENCODING"),
    *("TABLETOP_DEBUG", "TABLETOP_HOME", "_TABLETOP_COMPLETE"),
    *("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"),
)


def pin_process() -> None:
    """Pin what this process and its children share; before anything that reads it is imported."""
    os.environ.update(PINNED)
    os.environ.setdefault("TESTS_AHEAD", str(NOW - time.time()))
    for name in UNWANTED:
        os.environ.pop(name, None)
    time.tzset()
    locale.setlocale(locale.LC_ALL, "C.UTF-8")
    if seed := os.environ.get(DRIFT):
        ahead, machine = Random(seed).randrange(-YEARS * 365, YEARS * 365) * DAY, time.time
        time.time = lambda: machine() + ahead
    clock.read_clock = lambda: NOW


def pin_children(home: Path, patch: pytest.MonkeyPatch) -> None:
    """Give the processes that a test starts their clock, and a home in which nobody has been.

    The processes that share the tests between them began before, and keep the clock of the machine.
    """
    patch.setenv("HOME", str(home))
    patch.setenv("PYTHONPATH", CHILD, prepend=os.pathsep)


def shuffle_tests(items: list[pytest.Item]) -> None:
    """Bring the modules, and the tests of each, into an order that the seed of the drift gives; none without one.

    The tests of a module stay together, because they share what it has prepared.
    """
    seed = os.environ.get(DRIFT)
    if not seed:
        return
    modules: dict[str, list[pytest.Item]] = {}
    for item in items:
        modules.setdefault(item.nodeid.partition("::")[0], []).append(item)
    random, groups = Random(seed), list(modules.values())
    random.shuffle(groups)
    for group in groups:
        random.shuffle(group)
    items[:] = [item for group in groups for item in group]
