"""Somebody builds a list while another program writes the same file: nothing lands in the wrong place."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.cli.lists.builder import Builder
from tabletop_cli.cli.session import Session
from tabletop_cli.core.lists.change import Drop, Put
from tabletop_cli.core.lists.draft import Changed, Draft
from tabletop_cli.prompts.lines import Lines, rows_of
from tabletop_cli.prompts.screen import View

from ..conftest import Tabletop

LIST = """\
system = "td"
name = "Night Shift"
budget = 8

[[units]]
type = "hmg"
name = "First"

[[units]]
type = "infantry-unit"
experience = "regular"
maneuverability = "autonomous"
name = "Second"

[[units]]
type = "hmg"
name = "Third"
"""
WITHOUT_FIRST = LIST.replace('[[units]]\ntype = "hmg"\nname = "First"\n\n', "")
SAID = "Another program has changed"
Act = Callable[[], None]


@pytest.fixture
def shift(tmp_path: Path) -> Path:
    path = tmp_path / "shift.toml"
    path.write_text(LIST)
    return path


class Meddled(Lines):
    """Somebody who types lines, while `meddle` happens when the line ``!`` is reached."""

    def __init__(self, typed: list[str], meddle: Act) -> None:
        super().__init__(StringIO(), StringIO())
        self._typed = typed
        self._meddle = meddle

    def show_and_read(self, view: View) -> str:
        print("\n".join(rows_of(view)))
        if not self._typed:
            return "q"
        while self._typed[0] == "!":
            self._typed.pop(0)
            self._meddle()
        return self._typed.pop(0)

    def tell(self, text: str) -> None:
        print(text)


def built(path: Path, *typed: str, text: str = WITHOUT_FIRST) -> dict[str, Any]:
    Builder(Draft(path), Meddled(list(typed), lambda: _write(path, text)), Session(plain=True)).run()
    return tomllib.loads(path.read_text())


def _write(path: Path, text: str) -> None:
    path.write_text(text)


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param(("2", "!", "del"), id="remove"),
        pytest.param(("!", "2", "del"), id="remove from the main prompt"),
        pytest.param(("2", "!", "y"), id="copy"),
        pytest.param(("2", "!", "up"), id="order"),
        pytest.param(("2", "!", "t a note"), id="note"),
        pytest.param(("2", "options", "!", "armour-piercing"), id="options"),
        pytest.param(("2", "!", "count 3"), id="count"),
        pytest.param(("a", "!", "hmg", "2"), id="add"),
        pytest.param(("a", "regular-lead", "1", "!", "armour-piercing"), id="add with options"),
        pytest.param(("e", "!", "budget", "9"), id="settings"),
        pytest.param(("!", "t a note of the army"), id="note of the army"),
        pytest.param(("h", "!", "gap", "normal-turn"), id="house rule"),
        pytest.param(("s", "!", "1"), id="suggest"),
        pytest.param(("a hmg 1", "!", "u"), id="undo"),
    ],
)
def test_nothing_is_done_to_a_list_that_nobody_has_seen(
    typed: tuple[str, ...], shift: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built(shift, *typed, "q")
    out = capsys.readouterr().out
    assert shift.read_text() == WITHOUT_FIRST
    assert "nother program has changed" in out
    shown = out.rpartition("nother program has changed")[2]
    assert "Second" in shown and "First" not in shown, "the list is shown anew"


def test_the_same_steps_land_where_they_were_meant_afterwards(shift: Path) -> None:
    data = built(shift, "2", "!", "del", "1 del", "q")
    assert [unit["name"] for unit in data["units"]] == ["Third"]


def test_undo_asks_before_it_takes_back_what_another_program_wrote(
    shift: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs = LIST.replace("Night Shift", "Day Shift")
    typed = ("a hmg 1", "!", "p", "u", "", "u", "y", "q")
    built(shift, *typed, text=theirs)
    out = capsys.readouterr().out
    assert "Nothing undone; the change of the other program stays." in out
    assert "Undone: a change by another program" in out
    assert 'name = "Night Shift"' in shift.read_text() and shift.read_text().count("hmg") == 3


def test_two_builders_do_not_undo_each_other(shift: Path) -> None:
    one, other = Draft(shift), Draft(shift)
    one.change("the name", Put(("name",), "One"))
    for step in (other.undo, other.redo, lambda: other.change("gone", Drop(("units", 0)))):
        one.change("the budget", Put(("budget",), int(one.data["budget"]) + 1))
        with pytest.raises(Changed):
            step()
    assert (one.data["name"], one.data["budget"]) == ("One", 11)
    assert shift.read_text() == one.now.file.text and other.is_foreign


def test_a_file_that_cannot_be_read_is_waited_for(shift: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = iter(["name = [", WITHOUT_FIRST])
    asker = Meddled(["!", "p", "!", "", "q"], lambda: _write(shift, next(texts)))
    Builder(Draft(shift), asker, Session(plain=True)).run()
    out = capsys.readouterr().out
    assert "Another program made the file unreadable:" in out
    assert out.rstrip().endswith(f"tabletop roster {shift}")
    assert shift.read_text() == WITHOUT_FIRST


def test_a_file_that_stays_broken_is_left_as_it_is(shift: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Builder(Draft(shift), Meddled(["!", "p", "q"], lambda: _write(shift, "name = [")), Session(plain=True)).run()
    assert shift.read_text() == "name = ["
    assert 'name = "First"' in capsys.readouterr().out.partition("NOT SAVED")[2]


def test_a_step_on_a_file_that_is_gone_is_done_all_the_same(shift: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Builder(Draft(shift), Meddled(["2", "!", "del", "q"], shift.unlink), Session(plain=True)).run()
    assert [unit["name"] for unit in tomllib.loads(shift.read_text())["units"]] == ["First", "Third"]
    assert "was gone; it has been saved again" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ("add", "FILE", "hmg"),
        ("remove", "FILE", "2"),
        ("set", "FILE", "2.count=3"),
        ("suggest", "FILE", "--apply", "1"),
    ],
)
def test_commands_of_one_line_refuse_too(
    words: tuple[str, ...], shift: Path, tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor that knows no lock writes between reading and writing."""
    change = Draft.change

    def late(self: Draft, *given: Any) -> None:
        shift.write_text(WITHOUT_FIRST)
        change(self, *given)

    monkeypatch.setattr(Draft, "change", late)
    ran = tabletop(*(str(shift) if word == "FILE" else word for word in words))
    assert ran.code == 2
    assert "another program has changed" in ran.err
    assert shift.read_text() == WITHOUT_FIRST
