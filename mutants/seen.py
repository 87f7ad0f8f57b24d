"""Which test runs which line: seen once for all quick tests, and again for files of tests that came later.

The map is a folder of layers in `.mutants/`, each with the coverage of one run of pytest and the sources as they were
then. So a line that has moved since is still found, and a map serves every checkout.
"""

from __future__ import annotations

import difflib
import json
import math
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from coverage import CoverageData

from .contexts import LAYER

CACHE = ".mutants"
ENOUGH = 20.0  # seconds of tests for one fault, the quickest first
FEW = 5  # where fewer tests run a line, those of its file are asked, too: what is remembered runs but once


def see(root: Path, tests: Sequence[str] = ()) -> None:
    """Run these tests, or all quick ones, and keep which of them runs which line as one more layer of the map."""
    folder = root / CACHE
    if not tests:
        shutil.rmtree(folder, ignore_errors=True)
    layer = folder / f"{sum(1 for _ in folder.glob('*/seconds.json')):03}"
    shutil.rmtree(layer, ignore_errors=True)
    layer.mkdir(parents=True)
    shutil.copytree(root / "tabletop_cli", layer / "source" / "tabletop_cli", ignore=_all_but_modules)
    print(f"running {'them' if tests else 'the tests'} once, to see which lines each of them runs", flush=True)
    words = [sys.executable, "-m", "pytest", "-q", "-m", "not slow", "-p", "mutants.contexts", "-p", "no:cacheprovider"]
    where = os.environ | {LAYER: str(layer)}
    subprocess.run([*words, *tests], cwd=root, check=False, stdout=subprocess.DEVNULL, env=where)


def _all_but_modules(folder: str, names: list[str]) -> list[str]:
    return [one for one in names if not (one.endswith(".py") or (Path(folder) / one).is_dir()) or one == "__pycache__"]


class Layer:
    """What one run of pytest has shown."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root, self._source = root, folder / "source"
        self._data = CoverageData(str(folder / "coverage"))
        self._data.read()
        self.seconds: dict[str, float] = json.loads((folder / "seconds.json").read_text(encoding="utf-8"))
        self._lines: dict[Path, dict[int, list[str]]] = {}

    def running(self, path: Path, line: int) -> list[str]:
        """The tests that run a line."""
        if path not in self._lines:
            self._lines[path] = self._of_today(path, self._data.contexts_by_lineno(str(path)))
        return self._lines[path].get(line, [])

    def of_file(self, path: Path) -> set[str]:
        """The tests that run any line of a file."""
        return {test for tests in self._data.contexts_by_lineno(str(path)).values() for test in tests}

    def _of_today(self, path: Path, seen: dict[int, list[str]]) -> dict[int, list[str]]:
        """The tests by the lines of the file as it stands now; a new line is run by those of its place."""
        then, now = ((one / path).read_text(encoding="utf-8").splitlines() for one in self._both(path))
        found: dict[int, list[str]] = {}
        for _, i, i_end, j, j_end in difflib.SequenceMatcher(None, then, now, autojunk=False).get_opcodes():
            if i_end - i == j_end - j:
                found |= {j + n + 1: seen.get(i + n + 1, []) for n in range(j_end - j)}
            else:
                all_of_it = sorted({one for n in range(max(i - 1, 0), i_end + 1) for one in seen.get(n + 1, [])})
                found |= {n + 1: all_of_it for n in range(j, j_end)}
        return found

    def _both(self, path: Path) -> tuple[Path, Path]:
        return (self._source if (self._source / path).exists() else self._root), self._root


class Map:
    """All layers."""

    def __init__(self, root: Path) -> None:
        self._layers = [Layer(root, one.parent) for one in sorted((root / CACHE).glob("*/seconds.json"))]
        self._seconds: dict[str, float] = {}
        for layer in self._layers:
            self._seconds |= layer.seconds

    def tests(self, path: Path, line: int, known: set[str]) -> list[str]:
        """Those of the known tests that run a line, the quickest first, as many as there is time for."""
        running = {test for layer in self._layers for test in layer.running(path, line)} & known
        beside: set[str] = set()
        if len(running) < FEW:
            beside = {test for layer in self._layers for test in layer.of_file(path)} & known - running
        return self._in_time([*self._quickest(running), *self._quickest(beside)])

    def is_run_by_nobody(self, path: Path, line: int) -> bool:
        """Whether a line runs while no test does: when modules are imported, and tests collected."""
        return any("" in layer.running(path, line) for layer in self._layers)

    def _quickest(self, tests: set[str]) -> list[str]:
        passed = [one for one in tests if self._seconds.get(one, math.inf) < math.inf]
        return sorted(passed, key=lambda one: (self._seconds[one], one))

    def _in_time(self, tests: list[str]) -> list[str]:
        chosen, spent = [], 0.0
        for test in tests:
            spent += self._seconds[test]
            if spent > ENOUGH:
                break
            chosen.append(test)
        return chosen
