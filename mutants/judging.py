"""Judging a fault: the tests that run its line, in a copy of the tree that has it, with a time limit."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
from pathlib import Path

from coverage import CoverageData

from .contexts import CACHE
from .sites import Site

COPIED = ("tabletop_cli", "tests", "armies", "schemas", "docs", "bench", "soak", "mutants")
FILES = ("pyproject.toml", "Makefile", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE")
ENOUGH = 10.0  # seconds of tests for one fault, the quickest first
LIMIT = 90.0  # seconds after which a fault counts as found: something has begun to run for ever


def make_map(root: Path) -> None:
    """Run the quick tests once, and keep which of them runs which line."""
    print("running the tests once, to see which lines each of them runs", flush=True)
    words = [sys.executable, "-m", "pytest", "-q", "-m", "not slow", "-p", "mutants.contexts", "-p", "no:cacheprovider"]
    subprocess.run(words, cwd=root, check=False, stdout=subprocess.DEVNULL)


class Judge:
    """A copy of the tree, and which tests run which lines."""

    def __init__(self, root: Path, copy: Path) -> None:
        self._root, self._copy = root, copy
        self._data = CoverageData(str(root / CACHE / "coverage"))
        self._data.read()
        self._seconds: dict[str, float] = json.loads((root / CACHE / "seconds.json").read_text(encoding="utf-8"))
        self._lines: dict[Path, dict[int, list[str]]] = {}
        for name in COPIED:
            shutil.copytree(root / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in FILES:
            shutil.copy(root / name, copy / name)

    def tests(self, site: Site) -> list[str]:
        """The tests that run the line of a fault, the quickest first, as many as there is time for."""
        if site.path not in self._lines:
            self._lines[site.path] = self._data.contexts_by_lineno(str(site.path))
        running = [one for one in self._lines[site.path].get(site.line, []) if one]
        chosen, spent = [], 0.0
        for test in sorted(running, key=lambda one: self._seconds.get(one, math.inf)):
            spent += self._seconds.get(test, math.inf)
            if spent > ENOUGH:
                break
            chosen.append(test)
        return chosen

    def survives(self, site: Site) -> bool:
        """Whether no test finds a fault."""
        tests = self.tests(site)
        if not tests:
            return True
        names = self._copy / "names"
        names.write_text("\n".join(tests), encoding="utf-8")
        place = self._copy / site.path
        place.write_text(site.text, encoding="utf-8")
        words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", f"@{names}"]
        try:
            return (
                subprocess.run(words, cwd=self._copy, capture_output=True, timeout=LIMIT, check=False).returncode == 0
            )
        except subprocess.TimeoutExpired:
            return False
        finally:
            shutil.copy(self._root / site.path, place)
