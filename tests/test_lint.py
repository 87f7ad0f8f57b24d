"""The lints find what they are for: titles that say nothing, and names that no reader guesses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lint.commits import LONGEST, title_fault
from lint.names import is_participle, judge_package

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "title",
    ["du: keep snapshots with tile keys", "play: ask for the heir before the morale die", "Merge branch 'kings'"],
)
def test_a_title_names_an_area_and_what_is_done(title: str) -> None:
    assert title_fault(title) == ""


@pytest.mark.parametrize(
    ("title", "fault"),
    [
        ("Whoever pays has what it pays", "begin with an area and a verb"),
        ("attic: add a window", "begin with an area and a verb"),
        ("td: pinned models", "'pinned' is not among the verbs"),
        ("td: fix pinned models.", "no full stop"),
        (f"td: fix {'x' * LONGEST}", f"{LONGEST + 8} characters, {LONGEST} at most"),
    ],
)
def test_a_title_that_says_nothing_is_refused_with_what_is_wrong(title: str, fault: str) -> None:
    assert fault in title_fault(title)


def test_the_hook_reads_the_first_line_of_a_message(tmp_path: Path) -> None:
    message = tmp_path / "message"
    for title, code in (("td: fix a stall\n\nIt stalled.", 0), ("stalls\n", 1)):
        message.write_text(title, encoding="utf-8")
        command = [sys.executable, "-m", "lint.commits", "--file", str(message)]
        assert subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == code


def test_names_are_counted_where_a_reader_would_stumble(tmp_path: Path) -> None:
    (tmp_path / "war.py").write_text(
        "def told(): ...\ndef read_list(): ...\ndef there(): ...\nclass A:\n    @property\n    def seen(self): ...\n",
        encoding="utf-8",
    )
    figures, found = judge_package(tmp_path)
    assert figures == {"one-word": 67, "participles": 1, "vague": 1, "spread": 0, "modules": 0}
    assert [one.name for one in found["participles"]] == ["told"]
    assert [one.name for one in found["vague"]] == ["there"]


def test_a_name_or_module_in_too_many_places_is_counted(tmp_path: Path) -> None:
    for number in range(7):
        folder = tmp_path / f"room{number}"
        folder.mkdir()
        (folder / "words.py").write_text("def name_it(): ...\n", encoding="utf-8")
    figures, _ = judge_package(tmp_path)
    assert (figures["spread"], figures["modules"]) == (1, 1)


@pytest.mark.parametrize(
    ("name", "bare"), [("settled", True), ("drawn", True), ("feed", False), ("given_facts", False)]
)
def test_participles_are_known_by_their_form(name: str, bare: bool) -> None:
    assert is_participle(name) is bare
