"""Messages on a terminal break between words, and stay on one line for other programs."""

from __future__ import annotations

import sys
from io import StringIO

import pytest

from tabletop_cli.__main__ import main


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


def told(monkeypatch: pytest.MonkeyPatch, stream: StringIO, words: list[str], columns: str = "60") -> list[str]:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys, "stderr", stream)
    main(words)
    return stream.getvalue().splitlines()


def test_no_word_is_broken_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["resolve", "td", "direct-fire", "weapon=hmg", "--house.linear_cover", "maybe"]
    whole = told(monkeypatch, StringIO(), words)
    lines = told(monkeypatch, Screen(), words)
    assert len(lines) > len(whole)
    assert max(map(len, lines)) <= 60
    assert " ".join(lines).split() == " ".join(whole).split()
    assert lines[1].startswith("  ")


def test_a_path_longer_than_a_line_stays_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    path = "nosuch/" * 12 + "list.toml"
    assert any(path in line for line in told(monkeypatch, Screen(), ["roster", path]))
