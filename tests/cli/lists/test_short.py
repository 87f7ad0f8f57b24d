"""A roster of a line for each unit, as chats and packets of lists want it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import decks

from ..conftest import Tabletop

CRUSADE = "armies/tt/marines-crusade.toml"


def test_fifteen_units_are_six_hundred_characters_at_most(tabletop: Tabletop) -> None:
    ran = tabletop("roster", CRUSADE, "-f", "text", "--short")
    assert ran.code == 0, ran.err
    lines = ran.out.splitlines()
    assert lines[:2] == ["Crusade of the Lantern - tt - Space Marines", "20 of 20 points, 15 units, legal"]
    assert "+ Marshal Teodric (Command Squad), Librarian [2]" in lines
    assert "+ 2x Terminator Squad [4]" in lines
    assert lines[-1].startswith("SHA256 ")
    assert len(lines) == 2 + 10 + 1
    assert len(ran.out) <= 600


def test_one_message_for_discord(tabletop: Tabletop) -> None:
    ran = tabletop("roster", CRUSADE, "-f", "discord", "--short")
    assert "end of message" not in ran.out and len(ran.out) < 800
    long = tabletop("roster", CRUSADE, "-f", "discord")
    assert "end of message" in long.out
    assert "--short gives one line per unit" in long.err


def test_names_mark_nothing_up_in_a_chat(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text('system = "td"\nname = "@everyone"\n[[units]]\ntype = "hmg"\nname = "*bold* <b>"\n')
    ran = tabletop("roster", path, "-f", "discord", "--short")
    assert "@everyone" not in ran.out and "\\*bold\\* \\<b\\>" in ran.out


def test_what_is_wrong_stands_above(tabletop: Tabletop) -> None:
    ran = tabletop("roster", "tests/systems/td/illegal/a15-one-point-over.toml", "-f", "text", "--short")
    assert "NOT LEGAL: 1 problem" in ran.out.splitlines()[1]


def test_without_points(tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decks.install(tmp_path, monkeypatch)
    path = tmp_path / "d.toml"
    path.write_text('system = "dk"\nname = "Night"\n[[units]]\nkind = "rifles"\nname = "Old Boys"\ndeck = 4\n')
    ran = tabletop("roster", path, "-f", "text", "--short")
    assert "Old Boys" in ran.out and "[" not in ran.out and "point" not in ran.out


@pytest.mark.parametrize("words", [("-f", "json"), ("-f", "html"), ("-f", "text", "--sheet")])
def test_where_there_is_no_such_thing(words: tuple[str, ...], tabletop: Tabletop) -> None:
    ran = tabletop("roster", CRUSADE, "--short", *words)
    assert ran.code == 2 and "--short" in ran.err
