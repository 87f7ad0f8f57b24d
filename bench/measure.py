"""Stop-watches, and the table that the figures stand in."""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, TypeAlias

TABLETOP = str(Path(sys.executable).with_name("tabletop"))
BARE = (sys.executable, "-c", "pass")
ROUNDS = 15  # of whole processes
HEADS = ("wall time", "ratio", "ratio of CPU time")  # the heads of a table of whole processes
Row: TypeAlias = tuple[str, ...]


class Took(NamedTuple):
    """Seconds of a process: how long one waited for it, and how long processors worked for it."""

    wall: float
    cpu: float


@dataclass(frozen=True)
class Command:
    """A whole process: its words, what it reads from stdin, and what it may answer (0 fine, 1 no)."""

    words: Sequence[str]
    stdin: str = ""

    def took(self) -> Took:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.perf_counter()
        done = subprocess.run(
            self.words, input=self.stdin, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
        )
        wall = time.perf_counter() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode > 1:
            sys.exit(f"{' '.join(self.words)}: {done.stderr.strip()}")
        return Took(wall, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def processes(commands: Mapping[str, Command], rounds: int = ROUNDS) -> dict[str, Took]:
    """The median seconds of each command. They take turns, so that a busy moment hits all of them alike."""
    for command in commands.values():
        command.took()  # files into memory, byte code onto the disk
    rows: dict[str, list[Took]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            rows[name].append(command.took())
    return {name: Took(*map(median, zip(*took, strict=True))) for name, took in rows.items()}


def compared(took: Mapping[str, Took], yardstick: str) -> list[Row]:
    """Processes against one of them: wall time, its ratio, and that of the processors' time.

    Where a machine is busy with other things the second ratio is the better one; where it is not both are the same, but
    for a command that works on several cores.
    """
    base = took[yardstick]
    return [(name, ms(one.wall), times(one.wall / base.wall), times(one.cpu / base.cpu)) for name, one in took.items()]


def fastest(work: Callable[[], Any], rounds: int = 5, before: Callable[[], Any] = lambda: None) -> float:
    """The least seconds that some work took; `before` is run each time and not counted."""
    best = float("inf")
    for _ in range(rounds):
        before()
        gc.collect()
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best


def cold(work: Callable[[], Any], like: Callable[[], Any], rounds: int = 5) -> float:
    """The least seconds that some work took with empty caches: each time in a copy of this process.

    `like` is small work of the same kind, done first, so that the copy has its memory.
    """
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        reading, writing = os.pipe()
        if not (child := os.fork()):
            like()
            began = time.perf_counter()
            work()
            os.write(writing, repr(time.perf_counter() - began).encode())
            os._exit(0)
        os.close(writing)
        os.waitpid(child, 0)
        best = min(best, float(os.read(reading, 100)))
        os.close(reading)
    return best


def fsynced(path: Path, lines: Sequence[str]) -> None:
    """Append each line to a file and wait until it is on the disk."""
    with path.open("a", encoding="utf-8") as file:
        for line in lines:
            file.write(line + "\n")
            file.flush()
            os.fsync(file.fileno())


def show(title: str, rows: Sequence[Row], against: str) -> None:
    """One table: what, how long, and how many times the yardstick; all of it wall time, but for a fourth column."""
    print(f"\n{title}\n  the yardstick: {against}\n")
    if len(rows[0]) == len(HEADS) + 1:
        rows = [("", *HEADS), *rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for what, *figures in rows:
        told = (f"{figure:>{width}}" for figure, width in zip(figures, widths[1:], strict=True))
        print(f"  {what:<{widths[0]}}  {'  '.join(told)}")


def ms(seconds: float) -> str:
    """A time to read."""
    return f"{seconds * 1000:.2f} ms" if seconds < 0.01 else f"{seconds * 1000:.0f} ms"


def times(ratio: float) -> str:
    """A ratio to read: ``5.6 x``."""
    return f"{ratio:,.0f} x" if ratio >= 20 else f"{ratio:.1f} x" if ratio >= 0.95 else f"{ratio:.2f} x"
