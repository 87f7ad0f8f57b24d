"""What a new list is called where nobody says: a name to play with, and never one that is printed as if it were one."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from tabletop_cli.cli.lists.names import name_from_stem, propose_name
from tabletop_cli.core.lists.sheet import Source
from tabletop_cli.render.paper import document_data
from tabletop_cli.render.paper.html import document_html
from tests.cli.conftest import Tabletop
from tests.sheets import SHEET

DAY = date(2026, 11, 22)


@pytest.fixture
def folder(tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the program then works."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_enter_takes_a_name_and_the_next_list_gets_another(tabletop: Tabletop, folder: Path) -> None:
    for number in (1, 2):
        assert tabletop("new", "td", typed="\n6\nq\n").code == 0
        assert len(list(folder.glob("the-*.toml"))) == number


def test_the_name_of_the_file_is_that_of_the_army(tabletop: Tabletop, folder: Path) -> None:
    ran = tabletop("new", "td", "green-horde.toml", typed="\n6\nq\n")
    assert "[Enter: Green Horde]" in ran.out
    assert 'name = "Green Horde"' in (folder / "green-horde.toml").read_text()


def test_names_differ_by_game_and_day_and_are_free() -> None:
    first = propose_name("td", DAY, lambda name: True)
    assert first == propose_name("td", DAY, lambda name: True), "whoever looks again sees the same"
    assert (
        len(
            {
                first,
                propose_name("tt", DAY, lambda name: True),
                propose_name("td", date(2026, 11, 23), lambda name: True),
            }
        )
        == 3
    )
    assert propose_name("td", DAY, lambda name: name != first) != first
    assert propose_name("td", DAY, lambda name: False) == first, "all are there: it is asked for another file then"


def test_a_file_becomes_words() -> None:
    assert name_from_stem("the_owls-nest 2") == "The Owls Nest 2"


def test_a_list_without_a_name_has_a_line_to_write_it_on() -> None:
    unnamed = type(SHEET)(system="td", system_name="Truffles", name="")
    assert (unnamed.name, unnamed.named, SHEET.named) == ("Unnamed army", False, True)
    page = document_html(document_data(unnamed, Source()))
    assert '<h1><span class="blank">Unnamed army</span></h1>' in page
    assert "<title>Truffles</title>" in page
