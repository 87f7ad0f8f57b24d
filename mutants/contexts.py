"""A plugin of pytest that writes down which test runs which lines, and how long each takes: `-p mutants.contexts`.

It writes into the folder that `MUTANTS_LAYER` names.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import coverage
import pytest

LAYER = "MUTANTS_LAYER"


class Contexts:
    """Coverage with the test that runs as its context."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._coverage = coverage.Coverage(str(folder / "coverage"), source=["tabletop_cli"], config_file=False)
        self._coverage.set_option("run:relative_files", True)  # the same map serves every checkout
        self._coverage.start()
        self._seconds: dict[str, float] = {}

    @pytest.hookimpl
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._coverage.switch_context(nodeid)
        self._began, self._passed = time.process_time(), True

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._passed &= report.passed

    @pytest.hookimpl
    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Seconds of its own, for the machine may be busy. What fails or is skipped without a fault finds none."""
        self._seconds[nodeid] = time.process_time() - self._began if self._passed else float("inf")

    @pytest.hookimpl
    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        self._coverage.save()
        (self._folder / "seconds.json").write_text(json.dumps(self._seconds), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Contexts(Path(os.environ[LAYER])), "mutants-contexts")
