"""Words of commands that people copy, for the shell of their system."""

from __future__ import annotations

import pytest

from tabletop_cli.core.shell import quote


@pytest.mark.parametrize(
    ("windows", "word", "quoted"),
    [
        (False, "friday", "friday"),
        (False, "The Horde", "'The Horde'"),
        (True, "friday", "friday"),
        (True, r"C:\lists\horde.toml", r"C:\lists\horde.toml"),
        (True, "The Horde", '"The Horde"'),
        (True, "typst>=0.14", '"typst>=0.14"'),
        (True, "", '""'),
    ],
)
def test_words(monkeypatch: pytest.MonkeyPatch, windows: bool, word: str, quoted: str) -> None:
    monkeypatch.setattr("tabletop_cli.core.shell.WINDOWS", windows)
    assert quote(word) == quoted
