"""The clock that everything reads, which the tests stop."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

import tabletop_cli
from tabletop_cli.core import clock

PACKAGE = Path(tabletop_cli.__file__).parent
ASKED = re.compile(r"\btime\.(time|time_ns|gmtime|localtime|ctime|strftime)\(|\b(datetime|date)\.(now|utcnow|today)\(")


def test_one_module_asks_the_machine_for_the_time() -> None:
    asking = [path for path in PACKAGE.rglob("*.py") if ASKED.search(path.read_text(encoding="utf-8"))]
    assert [path.relative_to(PACKAGE).as_posix() for path in asking] == ["core/clock.py"]


def test_the_tests_have_a_day_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (clock.now(), clock.today()) == ("2026-05-01T12:00:00Z", date(2026, 5, 1))
    monkeypatch.setattr(clock, "read_clock", lambda: 0.0)
    assert (clock.now(), clock.today()) == ("1970-01-01T00:00:00Z", date(1970, 1, 1))


def test_a_process_that_a_test_starts_has_the_same_day(home: Path) -> None:
    told = "from tabletop_cli.core.clock import now, today; print(now()[:16], today())"
    words = [sys.executable, "-c", told]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert re.fullmatch(r"2026-05-01T1[2-9]:\d\d 2026-05-01\n", said), "its clock goes on from noon while tests run"
    assert os.environ["HOME"] == str(home.parent)
