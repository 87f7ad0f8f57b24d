"""What all tests have in common: the same terminal, language and clock everywhere, and nobody's own battles.

Golden files stand beside the tests that read them; `pytest --golden` (`make golden`) writes them again.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import settings

from tests import pins
from tests.needs import STRICT, excused
from tests.shorthand import shorthand


class Golden(Protocol):
    """Compare a text with a golden file, `words=False` in shorthand."""

    def __call__(self, name: str | Path, text: str, *, words: bool = True) -> None: ...


# A program that is started where Ctrl-C is ignored (by nohup, or in the background of a script) ignores it, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    with suppress(ValueError):  # not in the main thread: nothing to be done
        signal.signal(signal.SIGINT, signal.default_int_handler)

# A slow machine is no failure. Machines that only test do so with the same examples every time.
settings.register_profile(
    "table", settings.get_profile("default"), deadline=None, derandomize=bool(os.environ.get("CI"))
)
settings.register_profile("fast", settings.get_profile("table"), max_examples=10)
settings.load_profile("table")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write the golden files instead of comparing them")


def pytest_configure() -> None:
    """Pinned before the first import of a test, and for every process that a test starts."""
    pins.pin_process()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    pins.shuffle_tests(items)
    if config.getoption("--golden"):  # what is in shorthand depends on the sentences
        items.sort(key=lambda item: item.get_closest_marker("first_golden") is None)


_skips: dict[str, str] = {}  # test to reason, of those that nothing excuses


def pytest_collectreport(report: pytest.CollectReport) -> None:
    _hear_skip(report.nodeid, report)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _hear_skip(report.nodeid, report)


def _hear_skip(test: str, report: pytest.CollectReport | pytest.TestReport) -> None:
    """`.ci/run` lets no test be skipped but for want of a tool that a fresh machine has not, see `needs.py`."""
    if report.skipped and STRICT in os.environ and not hasattr(report, "wasxfail"):
        reason = str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
        if not excused(reason):
            _skips[test] = reason


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _skips and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for test, reason in _skips.items():
        terminalreporter.write_line(f"FAILED {test} - it must not be skipped here: {reason}", red=True)
    if seed := os.environ.get(pins.DRIFT):
        terminalreporter.write_line(f"this run has drifted; {pins.DRIFT}={seed} repeats its day and order")


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def home(homes: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the battles of this test alone; it is made when a battle is."""
    pins.pin_children(homes, monkeypatch)
    path = homes / f"{abs(hash(request.node.nodeid)):x}"
    monkeypatch.setenv("TABLETOP_HOME", str(path))
    return path


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a text with a golden file: `golden("help.txt", text)`, in `golden/` beside the test, or a whole path.

    With `words=False` the words of explanations are left out, see `shorthand.py`.
    """

    def compare(name: str | Path, text: str, *, words: bool = True) -> None:
        text = text if words else shorthand(text)
        path = request.path.parent / "golden" / name
        if request.config.getoption("--golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        assert path.exists(), f"there is no {path.name} yet; `make golden` writes it"
        assert text == path.read_text(encoding="utf-8"), f"{path.name} has changed; if that is right: `make golden`"

    return compare
