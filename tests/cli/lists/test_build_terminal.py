"""The builder in a real pseudo-terminal: menus with arrows, typing, looking things up, Ctrl-C and kill -9."""

from __future__ import annotations

import os
import re
import signal
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
SECONDS = 20
DOWN, UP, BACKSPACE = "\x1b[B", "\x1b[A", "\x7f"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]")

Spawn = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def start() -> Iterator[Spawn]:
    """Start a command in a pseudo-terminal of a hundred columns, where menus are possible."""
    started: list[pexpect.spawn[str]] = []

    def start_(*words: str) -> pexpect.spawn[str]:
        env = {**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
        env.pop("NO_COLOR", None)  # it would make everything plain
        child = pexpect.spawn(
            sys.executable,
            ["-m", "tabletop_cli", *words],
            env=env,
            encoding="utf-8",
            timeout=SECONDS,
            dimensions=(50, 100),
            cwd=str(ROOT),
        )
        started.append(child)
        return child

    yield start_
    for child in started:
        child.close(force=True)


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def answer(child: pexpect.spawn[str], asked: str, typed: str) -> None:
    """Wait for a question and for its line to type on, then type."""
    child.expect_exact(asked)
    child.expect(">|key:")
    child.send(typed + "\r")


def ended(child: pexpect.spawn[str]) -> str:
    child.expect(pexpect.EOF)
    child.wait()
    return ESCAPES.sub("", child.before or "")


def test_a_list_in_a_minute(start: Spawn, tmp_path: Path) -> None:
    """With arrows and Enter alone, as somebody does who has never seen it."""
    path = tmp_path / "new.toml"
    child = start("new", "td", str(path))
    answer(child, "What is the army called?", "Night Shift")
    answer(child, "Budget?", "8")
    answer(child, "What next?", "")  # points at: add a unit
    answer(child, "Which unit?", DOWN)  # the second: regular lead infantry
    answer(child, "How many?", "2")
    answer(child, "With options?", " ")  # space marks the first
    answer(child, "What next?", UP * 2)  # over the first row around to the last: quit
    out = ended(child)
    assert child.exitstatus == 0
    assert "4 of 8 points, 4 left; 2 units; legal" in out
    assert read(path)["units"] == [
        {
            "type": "infantry-unit",
            "experience": "regular",
            "maneuverability": "lead",
            "count": 2,
            "options": ["armour-piercing"],
        }
    ]


def test_the_text_of_what_is_pointed_at(start: Spawn, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    child = start("new", "td", str(path), "--name", "Night Shift", "--budget", "8")
    answer(child, "What next?", "a")
    answer(child, "Which unit?", DOWN * 9 + "?")
    child.expect_exact("Heavy machine gun")
    child.expect_exact("TD-FIRE-3")
    answer(child, "Press Enter to go on.", "")  # the menu would push it off a screen of 24 lines
    answer(child, "Which unit?", "")  # and points at what it has told of
    answer(child, "How many?", "")
    answer(child, "What next?", "q")
    ended(child)
    assert child.exitstatus == 0
    assert read(path)["units"] == [{"type": "hmg"}]


NEXT = "What next?"


@pytest.fixture
def two(tmp_path: Path) -> Path:
    path = tmp_path / "two.toml"
    units = "".join(f'\n[[units]]\ntype = "hmg"\nname = "{name}"\n' for name in ("First", "Second", "Third"))
    path.write_text(f'system = "td"\nname = "Shift"\nbudget = 8\n{units}')
    return path


@pytest.mark.parametrize("plain", [False, True])
def test_another_program_removes_an_entry_meanwhile(plain: bool, start: Spawn, two: Path) -> None:
    """Whoever removes Second does not remove Third, which stands in its place by now."""
    child = start(*(["--plain"] if plain else []), "edit", str(two))
    answer(child, NEXT, "2")
    child.expect_exact("Second: 1 point")
    child.expect(r"\[Enter: b\] >|key:")
    theirs = two.read_text().replace('[[units]]\ntype = "hmg"\nname = "First"\n\n', "")
    two.write_text(theirs)
    child.send("del\r")
    child.expect_exact("nother program has changed")
    answer(child, NEXT, "q")
    ended(child)
    assert two.read_text() == theirs


def test_a_number_is_an_entry_and_nothing_else(start: Spawn, two: Path) -> None:
    before = two.read_text()
    child = start("edit", str(two))
    answer(child, NEXT, "9")
    child.expect_exact("No unit 9")
    answer(child, NEXT, "2 6")
    child.expect_exact("'6' is not possible here")
    answer(child, "Second: 1 point", "")
    answer(child, NEXT, "q")
    ended(child)
    assert two.read_text() == before


def test_a_name_is_edited_and_not_only_typed_anew(start: Spawn, two: Path) -> None:
    child = start("edit", str(two))
    answer(child, NEXT, "2")
    answer(child, "Second: 1 point", "name")
    child.expect("(?s)Name\\?.*Second")
    child.send(" to none\r")
    child.expect_exact("Name: Second to none")
    answer(child, "Second to none: 1 point", "")
    answer(child, NEXT, "q")
    ended(child)
    assert read(two)["units"][1]["name"] == "Second to none"


def test_in_plain_lines_the_old_name_stands_there_to_be_edited_too(start: Spawn, two: Path) -> None:
    child = start("--plain", "edit", str(two))
    answer(child, NEXT, "2 name")
    child.expect_exact("> Second")
    child.send(BACKSPACE * 3 + "ret\r")
    answer(child, NEXT, "2 name")
    child.expect_exact("> Secret")
    child.send("\r")
    answer(child, NEXT, "q")
    ended(child)
    assert [one["name"] for one in read(two)["units"]] == ["First", "Secret", "Third"]


@pytest.mark.parametrize("plain", [False, True])
def test_a_long_note_stands_there_as_it_is(plain: bool, start: Spawn, two: Path) -> None:
    """And not as what a prompt has room for."""
    note = "Hold the mill until the fourth turn, whatever happens"
    two.write_text(two.read_text().replace("[[units]]", f"[[units]]\n# note: {note}", 1))
    child = start(*(["--plain"] if plain else []), "edit", str(two))
    answer(child, NEXT, "1 note")
    child.expect_exact("removes it")
    child.expect_exact("whatever happens")
    child.send(BACKSPACE * len("whatever happens") + "then run\r")
    answer(child, NEXT, "q")
    ended(child)
    assert f"# note: {note.removesuffix('whatever happens')}then run\n" in two.read_text()


def test_one_step_up_from_the_last_row_removes_nothing(start: Spawn, two: Path) -> None:
    before = two.read_text()
    child = start("edit", str(two))
    answer(child, NEXT, "2")
    answer(child, "Second: 1 point", UP)
    answer(child, "Note (- removes it):", "x")
    answer(child, NEXT, "q")
    ended(child)
    assert two.read_text() == before


def test_marks_say_what_is_legal_beside_the_others(start: Spawn, tmp_path: Path) -> None:
    """A gun is legal once the power fist is given up: the row says so as soon as that is marked."""
    path = tmp_path / "walker.toml"
    child = start("new", "tt", str(path), "--name", "W", "--set", "faction=space-marines", "--budget", "9")
    answer(child, NEXT, "a dreadnought 1")
    child.expect_exact("Assault Cannon, NOT LEGAL: Second gun is onl")
    child.expect("key:")
    child.send(" " + DOWN * 2 + " \r")
    child.expect_exact("Added: Dreadnought, No Power Fist, Assault Cannon, 1 point")
    answer(child, NEXT, "q")
    ended(child)


def test_question_mark_tells_about_entries_and_things_to_take(start: Spawn, two: Path) -> None:
    child = start("edit", str(two))
    answer(child, NEXT, "? 2")
    child.expect_exact("Second, 1 point, heavy machine gun")
    child.expect_exact("TD-FIRE-3")
    answer(child, "Press Enter to go on.", "")
    answer(child, NEXT, "? atg")
    child.expect_exact("Anti-tank gun")
    answer(child, "Press Enter to go on.", "")
    answer(child, NEXT, "? 9")
    child.expect_exact("No unit 9")
    answer(child, NEXT, "? TD-A8")
    child.expect_exact("TD-A8")
    answer(child, NEXT, "q")
    ended(child)


def test_ctrl_c_loses_nothing(start: Spawn, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    child = start("new", "td", str(path), "--name", "Night Shift", "--budget", "8")
    answer(child, "What next?", "a hmg 2")
    child.expect_exact("Added: 2 x Heavy machine gun")
    child.expect("key:")
    child.sendintr()
    out = ended(child)
    assert child.exitstatus == 130
    assert "Traceback" not in out
    assert "Saved:" in out  # a long path stands on a line of its own
    assert read(path)["units"] == [{"type": "hmg", "count": 2}]


def test_kill_loses_nothing_that_was_shown(start: Spawn, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    child = start("new", "td", str(path), "--name", "Night Shift", "--budget", "8")
    answer(child, "What next?", "a atg 3 .")
    child.expect_exact("Added: 3 x Anti-tank gun")
    child.kill(signal.SIGKILL)
    assert read(path)["units"] == [{"type": "atg", "count": 3}]
    assert [one.name for one in tmp_path.iterdir()] == ["new.toml"]


def test_plain_lines_on_a_terminal(start: Spawn, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    child = start("--plain", "new", "tt", str(path))
    answer(child, "What is the army called?", "Host")
    answer(child, "Faction?", "eldar")
    answer(child, "Budget?", "6")
    answer(child, "What next?", "a seer .")
    child.expect_exact("Added: Seer Council, 1 point")
    answer(child, "What next?", "q")
    out = ended(child)
    assert child.exitstatus == 0
    assert "\x1b" not in out
    assert read(path)["units"] == [{"unit": "seer-council"}]
