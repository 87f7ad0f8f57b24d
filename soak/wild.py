"""Requests that are almost right: those of the tests, changed at random. Each gets a reply, soon, and no fault."""

from __future__ import annotations

import copy
import json
import random
import resource
import signal
import sys
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any

from tabletop_cli.core.batch import serve
from tests.systems.test_cases import HERE, read

REQUESTS = 100_000
SLOW = 5.0  # seconds of work, the most that an answer may take
HANGS = 30
MOST_MEMORY = 500_000  # kilobytes
MANY_PLACES = 2_000  # in a request, among which one is changed
WILD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 7, 10**6, 10**15, 10**30, 0.5, -0.0, 1e308, "", "a", "x" * 3_000, "\x1b[31m",
    "\u202e", "\ud800", "a1-1", "1/0", "3/2", [], [[]], {}, {"": {}}, [None], {"a": 1}, ["a"] * 300,
)  # fmt: skip


def run(share: float, seed: int) -> Iterator[tuple[str, int, int]]:
    """Tried and failed: faults and replies that are none, slow answers, memory."""
    chance = random.Random(seed)
    seeds = [case.request for path in sorted(HERE.glob("*/*.jsonl")) for case in read(path)]
    signal.signal(signal.SIGALRM, _hangs)
    faults = slow = 0
    many = max(1, round(REQUESTS * share))
    for _ in range(many):
        line = changed(chance.choice(seeds), chance)
        began = time.process_time()
        signal.alarm(HANGS)
        replies = list(serve([line]))
        signal.alarm(0)
        took = time.process_time() - began
        if len(replies) != 1 or '"code":"fault"' in replies[0][:200]:
            faults += 1
            print(f"  fault: {replies[0][:200] if replies else None}\n  by: {line[:600]}", file=sys.stderr)
        if took > SLOW:
            slow += 1
            print(f"  {took:.1f} s: {line[:600]}", file=sys.stderr)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield f"wild requests from {len(seeds):,} of the tests, one reply each", many, faults
    yield f"of these, answers in {SLOW:.0f} s", many, slow
    yield f"of these, memory below {MOST_MEMORY // 1000} MB: {memory // 1000} MB at most", 1, int(memory > MOST_MEMORY)


def _hangs(number: int, frame: FrameType | None) -> None:
    raise TimeoutError(f"no answer after {HANGS} s")


def changed(request: Any, chance: random.Random) -> str:
    """The request as a line, with one to four changes of its structure, or of some of its letters."""
    request = copy.deepcopy(request)
    for _ in range(chance.randint(1, 4)):
        if not (places := _places(request)):
            break  # all of it is gone
        holder, key = chance.choice(places)
        _change(holder, key, chance, chance.choice(places))
    line = json.dumps(request)
    if chance.random() < 0.1:
        at = chance.randrange(len(line))
        line = line[:at] + chr(chance.randrange(32, 300)) + line[at + chance.randint(0, 2) :]
    return line


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Tables with a key and lists with a position, the outer ones first; of a big request not all."""
    found: list[tuple[Any, Any]] = []
    left = [value]
    while left and len(found) < MANY_PLACES:
        holder = left.pop(0)
        keys = holder if isinstance(holder, dict) else range(len(holder)) if isinstance(holder, list) else ()
        found += ((holder, key) for key in keys)
        left += (inner for inner in (holder[key] for key in keys) if isinstance(inner, dict | list))
    return found


def _change(holder: Any, key: Any, chance: random.Random, other: tuple[Any, Any]) -> None:
    """One change: a wild value, a value from elsewhere, a key that is gone or wrong, a list that is long."""
    try:
        what = chance.randrange(6)
        if what == 0:
            del holder[key]
        elif what == 1 and isinstance(holder[key], list):
            holder[key] = (holder[key] * 40)[: chance.choice((2, 50, 400))]
        elif what == 2 and isinstance(holder, dict):
            holder[chance.choice(("count", "x", "house", str(key) * 2, ""))] = copy.deepcopy(chance.choice(WILD))
        elif what == 3:
            holder[key] = copy.deepcopy(other[0][other[1]])
        elif what == 4 and isinstance(holder[key], int):
            holder[key] = holder[key] * chance.choice((-1, 0, 2, 10, 1000)) + chance.randint(-2, 2)
        else:
            holder[key] = copy.deepcopy(chance.choice(WILD))
    except (KeyError, IndexError):
        pass  # a change before this one took the place away
