"""Armies of a system without points: nothing is said of points anywhere, and machines get 0/1."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.lists.advice.repair import find_repairs
from tests import decks

from ..conftest import Tabletop

DECK = """\
system = "dk"
name = "Night Patrol"

[[units]]
kind = "rifles"
name = "Old Boys"
deck = 4

[[units]]
kind = "scouts"
deck = 2
"""


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    decks.install(tmp_path, monkeypatch)
    path = tmp_path / "patrol.toml"
    path.write_text(DECK)
    return path


def silent(text: str) -> bool:
    low = text.lower()
    return not any(word in low for word in ("point", "free", "0 of", "none left", "budget"))


@pytest.mark.parametrize("form", ["terminal", "text", "markdown", "discord", "bbcode", "html"])
def test_no_roster_speaks_of_points(form: str, deck: Path, tabletop: Tabletop) -> None:
    ran = tabletop("roster", deck, "-f", form)
    assert ran.code == 0, ran.err
    assert "Old Boys" in ran.out
    text = ran.out.partition("<body")[2] or ran.out  # not the names of styles
    assert silent(text.replace('class="points"', "class"))
    assert 'class="points"' not in text


def test_a_roster_on_paper(deck: Path, tabletop: Tabletop) -> None:
    pytest.importorskip("typst")
    out = deck.with_suffix(".pdf")
    assert tabletop("roster", deck, "--cards", "-o", out).code == 0
    assert tabletop("roster", deck, "-o", out).code == 0
    assert out.read_bytes().startswith(b"%PDF")


def test_rosters_for_programs(deck: Path, tabletop: Tabletop) -> None:
    sheet = json.loads(tabletop("roster", deck, "-f", "json").out)
    assert (sheet["points"], sheet["budget"], sheet["units"][0]["points"], sheet["units"][0]["each"]) == (None,) * 4
    rows = list(csv.DictReader(io.StringIO(tabletop("roster", deck, "-f", "csv").out)))
    assert [(row["name"], row["points"], row["points each"]) for row in rows] == [
        ("Old Boys", "", ""),
        ("scouts", "", ""),
    ]


def test_checking_says_nothing_of_points(deck: Path, tabletop: Tabletop) -> None:
    other = deck.with_name("other.toml")
    other.write_text(DECK.replace("deck = 4", "deck = 2"))
    ran = tabletop("validate", deck, other)
    assert ran.code == 1
    assert "patrol.toml (Night Patrol): legal\n" in ran.out
    assert silent(ran.out)
    rows = list(csv.DictReader(io.StringIO(tabletop("validate", deck, "-f", "csv").out)))
    assert (rows[0]["points"], rows[0]["budget"]) == ("", "")
    assert json.loads(tabletop("validate", deck, "-f", "json").out)["files"][0]["points"] is None
    agreed = tabletop("validate", deck, "--require", "budget=12")
    assert agreed.code == 2
    assert "dk has no points" in agreed.err


def test_machines_get_what_the_contract_says(deck: Path) -> None:
    found = reply_to_request({"do": "validate", "system": "dk", "army": {"units": []}, "budget": 100})
    assert (found["points"], found["legal"]) == ("0/1", False)
    assert [one["code"] for one in found["problems"]] == ["DK-A1", "DK-R1"]


def test_two_decks_differ_in_no_points(deck: Path, tabletop: Tabletop) -> None:
    other = deck.with_name("other.toml")
    other.write_text(DECK.replace("deck = 4", "deck = 3"))
    for form in ("text", "terminal", "markdown"):
        ran = tabletop("diff", deck, other, "-f", form)
        assert ran.code == 1
        assert "Cards: 4 -" in ran.out and silent(ran.out)
    found = json.loads(tabletop("diff", deck, other, "-f", "json").out)
    assert (found["before"]["points"], found["entries"][0]["before"]["points"]) == (None, None)


def test_one_line_edits(deck: Path, tabletop: Tabletop) -> None:
    added = tabletop("add", deck, "scouts")
    assert added.out == "added: scouts\n"
    assert tabletop("set", deck, "1.deck=5").out == "set: 1 Old Boys: Cards: 5\n"
    assert tabletop("remove", deck, "3").out == "removed: scouts\n"
    assert silent(tabletop("add", deck).out)


def test_suggestions_are_repairs_alone(deck: Path, tabletop: Tabletop) -> None:
    ran = tabletop("suggest", deck)
    assert (ran.code, ran.out.count("nothing to spend")) == (0, 1)
    deck.write_text(DECK.replace("deck = 4", "deck = 3").replace("deck = 2", "deck = 1"))
    ran = tabletop("suggest", deck)
    assert ran.code == 0, ran.out + ran.err
    assert silent(ran.out)
    shared = tabletop("share", deck)
    assert "not legal yet" in shared.err and silent(shared.err)


def test_the_builder(deck: Path, tabletop: Tabletop) -> None:
    ran = tabletop("edit", deck, typed="a scouts 1\n3 del\n1 cards 2\nq\n")
    assert ran.code == 0, ran.err
    assert "Night Patrol: 2 units; legal" in ran.out
    assert silent(ran.out)


def test_repairs_lose_as_little_as_they_can(deck: Path, tmp_path: Path) -> None:
    army = {"units": [{"kind": "rifles", "deck": 4}]}
    assert find_repairs(decks.build(tmp_path), army).found[0].report.points is None
