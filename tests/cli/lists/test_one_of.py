"""Options of which one can be chosen: two are refused and none of them is dropped; and each can be taken off again."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Tabletop

SQUAD = """\
system = "tt"
name = "Host"
faction = "space-marines"
budget = 6

[[units]]
unit = "command-squad"
options = { hero = "librarian" }
"""


@pytest.fixture
def host(tmp_path: Path) -> Path:
    path = tmp_path / "host.toml"
    path.write_text(SQUAD)
    return path


def units(path: Path) -> Any:
    return tomllib.loads(path.read_text())["units"]


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


@pytest.mark.parametrize(
    "words",
    [
        ("add", "command-squad", "-o", "librarian", "-o", "chaplain"),
        ("add", "command-squad", "-o", "hero=librarian", "-o", "chaplain"),
        ("add", "command-squad", "-o", "librarian", "-o", "hero="),
        ("add", "tactical-squad", "-o", "lascannon", "-o", "multimelta"),
        ("set", "1.hero=librarian", "1.options.hero=chaplain"),
        ("set", "budget=6", "budget=7"),
        ("set", "house.cohesion=strict", "house.cohesion=inclusive"),
        ("house", "cohesion=strict", "cohesion=inclusive"),
    ],
)
def test_two_values_are_refused_on_the_command_line(words: tuple[str, ...], host: Path, tabletop: Tabletop) -> None:
    command, *rest = words
    ran = tabletop(command, host, *rest)
    assert ran.code == 2
    assert "cannot both be chosen" in ran.err or "is set twice" in ran.err
    assert host.read_text() == SQUAD


def test_the_same_word_twice_is_one_choice(host: Path, tabletop: Tabletop) -> None:
    assert tabletop("add", host, "command-squad", "-o", "chaplain", "-o", "hero=chaplain").code == 0
    assert units(host)[1]["options"] == {"hero": "chaplain"}


def test_one_of_several_is_one_answer_in_the_builder(host: Path, tabletop: Tabletop) -> None:
    ran = tabletop("edit", host, typed=lines("a", "command-squad", "1", "librarian,chaplain", "chaplain", "q"))
    assert "'librarian,chaplain' is not possible here. Possible: librarian, chaplain, -." in ran.out
    assert "with commas" not in ran.out
    assert units(host)[1]["options"] == {"hero": "chaplain"}


@pytest.mark.parametrize("word", ["none", "-"])
def test_what_is_chosen_can_be_taken_off(word: str, host: Path, tabletop: Tabletop) -> None:
    ran = tabletop("edit", host, typed=lines("1", "hero", word, "", "q"))
    assert "-          none, saves 1 point" in ran.out
    assert "Chaplain, same points" in ran.out
    assert "Hero: none, saves 1 point" in ran.out
    assert units(host) == [{"unit": "command-squad"}]


def test_enter_keeps_none(host: Path, tabletop: Tabletop) -> None:
    host.write_text(SQUAD.replace('options = { hero = "librarian" }\n', ""))
    before = host.read_text()
    ran = tabletop("edit", host, typed=lines("1", "hero", "", "", "q"))
    assert "none, unchanged" in ran.out and "Chaplain, 1 point" in ran.out
    assert host.read_text() == before


def test_what_is_needed_offers_no_none(host: Path, tabletop: Tabletop) -> None:
    ran = tabletop("edit", host, typed=lines("e", "faction", "x", "q"))
    assert "none" not in ran.out.partition("Faction?")[2].partition("Cancelled;")[0]
