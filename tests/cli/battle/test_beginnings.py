"""The edges of how a battle begins: what is asked of whom, which armies are offered, what fits a screen."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.cli import session
from tabletop_cli.cli.battle import charts, new, sheets
from tabletop_cli.cli.battle.setup import SetupDraft, merge_tables, setup_slots
from tabletop_cli.core import examples, registry
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.play.question import Answer, Question
from tabletop_cli.core.play.seats import Seat

from ..conftest import ROOT

TD = registry.load("td")


class Terminal(io.StringIO):
    """A stream that somebody sees."""

    def isatty(self) -> bool:
        return True


def test_facts_of_a_set_up() -> None:
    game = TD.game
    found = {slot.path: (slot.side, slot.needed) for slot in setup_slots(game.set_up, game.seats({}))}
    assert found["sides.a.actions"] == ("a", True) and found["sides.b.actions"] == ("b", True)
    assert found["scenario"] == ("", False) and found["resume.counters.a"] == ("a", False)
    assert "sides.a.army" not in found
    assert merge_tables({"a": 1, "b": {"c": 1}}, {"b": {"d": 2}, "a": {"e": 1}}) == {
        "a": {"e": 1},
        "b": {"c": 1, "d": 2},
    }


def test_a_set_up_is_asked_for(tmp_path: Path) -> None:
    draft = SetupDraft(TD, TD.game)
    army = ROOT / "armies/td/green-horde.toml"
    asked: list[tuple[str, str, object, str]] = []

    def ask(question: Question, explain: Any) -> Any:
        asked.append((question.field, question.side, question.default, explain()))
        return 12

    seats: list[str] = []
    draft.complete(ask, lambda seat: (seats.append(seat.id), army)[1])
    assert seats == ["a", "b"]
    assert [(one[0], one[1]) for one in asked] == [("sides.a.actions", "a"), ("sides.b.actions", "b")]
    assert asked[1][2] == 12 and asked[0][2] != 12, "the same again is proposed for the other side"
    assert "as the scenario says" in asked[0][3]
    assert draft.final_setup()["sides"]["a"]["actions"] == 12


def test_armies_at_hand_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.toml").write_text('system = "td"\nname = "Own"\nunits = []\n')
    text = 'system = "td"\n'
    (tmp_path / "big.toml").write_text(text + "#" * (100_000 - len(text)))
    (tmp_path / "fits.toml").write_text(text + "#" * (99_999 - len(text)))
    (tmp_path / "other.toml").write_text('system = "tt"\n')
    (tmp_path / "broken.toml").write_text("system = [")
    found = examples.example_armies("td")
    names = [path.name for path in found]
    assert names[:2] == ["fits.toml", "own.toml"]
    assert {"big.toml", "other.toml", "broken.toml"}.isdisjoint(names)
    assert [path.suffixes for path in examples.example_scripts()] == [[".script", ".json"]] * len(
        examples.example_scripts()
    )
    asked: list[Question] = []

    class Person:
        def ask(self, question: Question) -> str:
            asked.append(question)
            return str(question.answers[1].value) if len(asked) == 1 else "another file"

        def ask_path(self, text: str, side: str) -> str:
            return f"~/{side}.toml"

    ask = new._army_asker(Person(), TD)  # type: ignore[arg-type] # as much of a person as is needed
    assert ask(Seat("a", which="Whose army is it?")) == tmp_path / "own.toml"
    assert asked[0].text == "Whose army is it?"
    assert asked[0].answers[1] == Answer(str(tmp_path / "own.toml"), "own", "", "Own")
    assert asked[0].answers[-1].key == "f" and asked[0].side == "a"
    assert ask(Seat("b")) == Path("~/b.toml").expanduser()
    monkeypatch.setattr(examples, "example_armies", lambda _: [])
    assert new._army_asker(Person(), TD)(Seat("c")) == Path("~/c.toml").expanduser()  # type: ignore[arg-type] # as above
    assert len(asked) == 2, "with nothing to choose from, only the path is asked for"
    assert new._army_data(tmp_path / "broken.toml") is None


def test_no_examples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(examples, "files", lambda _: tmp_path / "nosuch" / "package")
    assert examples.examples_folder() is None
    assert examples.example_scripts() == []
    (tmp_path / "nosuch" / "package" / "share" / "armies").mkdir(parents=True)
    assert examples.examples_folder() == tmp_path / "nosuch" / "package" / "share" / "armies"


def test_remarks_are_broken_for_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "word " * 30
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setattr(sys, "stderr", seen := Terminal())
    new._say_note(text)
    assert max(map(len, seen.getvalue().splitlines())) == 40, "forty columns at least"
    for size, count in ((34, 1), (35, 2)):
        monkeypatch.setattr(sys, "stderr", seen := Terminal())
        new._say_note("z" * size)
        assert seen.getvalue().count("\n") == count, "with `note: ` before it"
    monkeypatch.setattr(sys, "stderr", seen := io.StringIO())  # type: ignore[assignment] # no terminal
    new._say_note(text)
    assert seen.getvalue().count("\n") == 1


def test_a_map_fits_the_screen_or_is_told_of() -> None:
    from os import terminal_size

    from tabletop_cli.core.page import Chart
    from tabletop_cli.render.chart.text import chart_room

    chart = Chart((), (), ())
    columns, lines = chart_room(chart)
    assert charts._has_room_for(chart, terminal_size((columns, lines)))
    assert not charts._has_room_for(chart, terminal_size((columns - 1, lines)))
    assert not charts._has_room_for(chart, terminal_size((columns, lines - 1)))


def test_no_pdf_for_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal())
    battle: Any = None
    with pytest.raises(Malformed, match="a terminal cannot show"):
        sheets.show_sheets(session.Session(), battle, None, "pdf", None, "")
    with pytest.raises(Malformed, match=r"\.md means markdown"):
        sheets.show_sheets(session.Session(), battle, None, "text", Path("x.md"), "")
    with pytest.raises(Malformed, match="markdown has no paper size"):
        sheets.show_sheets(session.Session(), battle, None, None, Path("x.md"), "a4")
