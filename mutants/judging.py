"""Judging a fault: the tests that run its line, in a copy of the tree, with a time limit.

A process that has collected all tests forks for each fault (`warm.py`). What that does not find in a line that runs
while modules are imported and tests collected is judged once more by a process of its own, which imports the fault
from the beginning: something that is remembered, or made then, is older than the fault.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

from .seen import Map
from .sites import Site
from .warm import FOUND, PATIENCE, PIPES, SURVIVED, TOO_LONG, in_time

COPIED = ("tabletop_cli", "tests", "armies", "schemas", "docs", "bench", "soak", "mutants")
FILES = ("pyproject.toml", "Makefile", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE")
LIMIT = 90  # seconds of its own after which a fault counts as found: something has begun to run for ever
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=no", "--assert=plain")


class Judge:
    """A copy of the tree, and which tests run which lines."""

    def __init__(self, root: Path, copy: Path) -> None:
        self._root, self._copy = root, copy
        self._map = Map(root)
        for name in COPIED:
            shutil.copytree(root / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in FILES:
            shutil.copy(root / name, copy / name)
        self._start()

    def _start(self) -> None:
        asked, answered = os.pipe(), os.pipe()
        fds = (asked[0], answered[1])
        self._warm = subprocess.Popen(
            [*PYTEST, "-m", "not slow", "-p", "mutants.warm"],
            cwd=self._copy,
            env=os.environ | {PIPES: f"{fds[0]} {fds[1]}", "PYTHONPATH": str(self._copy)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=fds,
        )
        for fd in fds:
            os.close(fd)
        self._requests = os.fdopen(asked[1], "w", encoding="utf-8")
        self._answers = os.fdopen(answered[0], encoding="utf-8")
        self._known = set(json.loads(self._answers.readline()))

    def close(self) -> None:
        self._requests.close()
        self._warm.wait()

    def tests(self, site: Site) -> list[str]:
        """The tests that run the line of a fault."""
        return self._map.tests(site.path, site.line, self._known)

    def survives(self, site: Site) -> bool:
        """Whether no test finds a fault."""
        tests = self.tests(site)
        if not tests:
            return True
        request = {"path": str(site.path), "text": site.text, "tests": tests, "limit": LIMIT}
        print(json.dumps(request), file=self._requests, flush=True)
        ended = json.loads(self._answers.readline())
        if ended in (FOUND, TOO_LONG):
            return False
        if ended == SURVIVED and not self._map.is_run_by_nobody(site.path, site.line):
            return True
        return self._survives_from_the_start(site, tests)

    def _survives_from_the_start(self, site: Site, tests: list[str]) -> bool:
        names = self._copy / "names"
        names.write_text("\n".join(tests), encoding="utf-8")
        place = self._copy / site.path
        place.write_text(site.text, encoding="utf-8")
        words = [*PYTEST, "-x", f"@{names}"]
        # The sources of two faults may be of one second and one length, which is all that a .pyc file knows of them.
        bare = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
        try:
            ended = subprocess.run(
                words,
                cwd=self._copy,
                capture_output=True,
                timeout=PATIENCE,
                check=False,
                env=bare,
                preexec_fn=partial(in_time, LIMIT),
            )
            return ended.returncode == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            shutil.copy2(self._root / site.path, place)
