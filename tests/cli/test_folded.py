"""Messages on a terminal break between words, and stay on one line for other programs."""

from __future__ import annotations

import sys
from io import StringIO

import pytest

from tabletop_cli.__main__ import main
from tabletop_cli.cli.session import Session
from tabletop_cli.core.declare.kinds import Whole
from tabletop_cli.core.page import Page, Para
from tabletop_cli.core.play.question import Question
from tabletop_cli.prompts.lines import Lines


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


def told(monkeypatch: pytest.MonkeyPatch, stream: StringIO, words: list[str], columns: str = "60") -> list[str]:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys, "stderr", stream)
    main(words)
    return stream.getvalue().splitlines()


def test_no_word_is_broken_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["resolve", "td", "direct-fire", "weapon=hmg", "--house.linear_cover", "perhaps-not-so"]
    whole = told(monkeypatch, StringIO(), words)
    lines = told(monkeypatch, Screen(), words)
    assert len(lines) > len(whole)
    assert max(map(len, lines)) <= 60
    assert " ".join(lines).split() == " ".join(whole).split()
    assert lines[1].startswith("  ")


def test_a_path_longer_than_a_line_stays_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    path = "nosuch/" * 12 + "list.toml"
    assert any(path in line for line in told(monkeypatch, Screen(), ["roster", path]))


def test_plain_pages_and_questions_break_between_words_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    page = Page("", (Para("word " * 30),))
    for screen, lines in ((Screen(), 3), (StringIO(), 1)):
        monkeypatch.setattr(sys, "stdout", screen)
        Session(plain=True).show(page)
        shown = screen.getvalue().splitlines()
        assert len(shown) == lines
        assert {word for line in shown for word in line.split()} == {"word"}


def test_a_long_question_ends_where_its_answer_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    screen = Screen()
    Lines(StringIO("3\n"), screen).ask(
        Question("n", "How many of them " + "are there " * 8 + "in all?", Whole(), default=2)
    )
    lines = screen.getvalue().splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= 61
    assert lines[-1].endswith("[Enter: 2] > 3")
