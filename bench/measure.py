"""Stop-watches, and the table that the figures stand in."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

TABLETOP = str(Path(sys.executable).with_name("tabletop"))
BARE = (sys.executable, "-c", "pass")
ROUNDS = 15  # of whole processes


@dataclass(frozen=True)
class Command:
    """A whole process: its words, what it reads from stdin, and what it may answer (0 fine, 1 no)."""

    words: Sequence[str]
    stdin: str = ""

    def seconds(self) -> float:
        began = time.perf_counter()
        done = subprocess.run(
            self.words, input=self.stdin, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
        )
        took = time.perf_counter() - began
        if done.returncode > 1:
            sys.exit(f"{' '.join(self.words)}: {done.stderr.strip()}")
        return took


def processes(commands: Mapping[str, Command], rounds: int = ROUNDS) -> dict[str, float]:
    """The median seconds of each command. They take turns, so that a busy moment hits all of them alike."""
    for command in commands.values():
        command.seconds()  # files into memory, byte code onto the disk
    took: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            took[name].append(command.seconds())
    return {name: median(seconds) for name, seconds in took.items()}


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


def show(title: str, rows: Sequence[tuple[str, str, str]], against: str) -> None:
    """One table: what, how long, and how many times the yardstick."""
    print(f"\n{title}\n  the yardstick: {against}\n")
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for what, took, ratio in rows:
        print(f"  {what:<{widths[0]}}  {took:>{widths[1]}}  {ratio:>{widths[2]}}")


def ms(seconds: float) -> str:
    """A time to read."""
    return f"{seconds * 1000:.2f} ms" if seconds < 0.01 else f"{seconds * 1000:.0f} ms"


def times(ratio: float) -> str:
    """A ratio to read: ``5.6 x``."""
    return f"{ratio:,.0f} x" if ratio >= 20 else f"{ratio:.1f} x" if ratio >= 0.95 else f"{ratio:.2f} x"
