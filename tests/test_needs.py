"""What is skipped is not taken for a pass where everything has to be tried (`.ci/run`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import MISSING, STRICT, TOOLS, excused, needs, without_privileges

ROOT = Path(__file__).parents[1]
SKIPPED = """
import pytest
from tests.needs import needs

{mark}
def test_it():
    pass
"""


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TOOLS, "chromium", ("", lambda: False))
    monkeypatch.setitem(TOOLS, "pdftotext", ("", lambda: True))


def test_only_a_tool_that_is_missing_and_not_expected_excuses_a_skip(
    no_browser: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    reason = f"Skipped: {needs('chromium', 'pdftotext').kwargs['reason']}"
    assert reason == f"Skipped: {MISSING}chromium"
    monkeypatch.setenv(STRICT, "")
    assert excused(reason)
    assert not excused(f"Skipped: {MISSING}pdftotext"), "it is here"
    assert not excused(f"Skipped: {MISSING}a crystal ball"), "it is not in the list"
    assert not excused("Skipped: could not import 'typst'")
    monkeypatch.setenv(STRICT, "pdftotext chromium")
    assert not excused(reason), "it should be here"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mark", "strict", "code"),
    [("@pytest.mark.skip('no typst')", True, 1), ("@pytest.mark.skip('no typst')", False, 0), ("", True, 0)],
)
def test_a_skip_without_excuse_fails_the_run(
    mark: str, strict: bool, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "test_it.py").write_text(SKIPPED.format(mark=mark))
    monkeypatch.delenv(STRICT, raising=False)
    if strict:
        monkeypatch.setenv(STRICT, "")
    words = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", "/dev/null", "-q", str(tmp_path)]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == code, ran.stdout
    assert ("it must not be skipped here: Skipped: no typst" in ran.stdout) == bool(code)


@needs("file modes")
def test_files_can_be_closed_to_whoever_runs_the_tests(tmp_path: Path) -> None:
    file = tmp_path / "closed"
    file.write_text("")
    file.chmod(0)

    def read() -> None:
        with pytest.raises(PermissionError):
            file.read_text()

    without_privileges(read)
