"""What time it is. No other module asks the machine, so that tests stop one clock and not many."""

from __future__ import annotations

import time
from datetime import date


def read_clock() -> float:
    """Return the seconds since the beginning of 1970, UTC."""
    return time.time()


def now() -> str:
    """Return the time of day as it is written in logs: UTC, ISO 8601, whole seconds."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(read_clock()))


def today() -> date:
    """Return the day on the calendar of the place where the program runs."""
    return date.fromtimestamp(read_clock())
