"""A scenario that people write by answering questions: what is asked, what is wrong, and its battle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.data import Json, JsonObject
from tabletop_cli.core.errors import Malformed
from tests.cli.battle.terminal import ROOT, tabletop

LISTS = [str(ROOT / "armies/du" / f"weir-{name}.toml") for name in ("ossel", "tarn")]
WORDS = ("The Ford", "A column comes.", "", "Tarn wins when the bridge falls.", "", "", "", "n")
MAP = (". w . .", "..r.", "w . - .", "", "Wood c1", "River", "A1 b2", "C1")
PLACES = ("A1", "A2", "", "C1", "C2", "C1", "column-car", "bridge objective B3 hardness 5", "")
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """The scenario that these answers make."""

    def write_(*lines: str, lists: list[str] = LISTS) -> Path:
        path = tmp_path / "ford.scenario.toml"
        named = [word for one in lists for word in ("--list", one)]
        typed = "".join(f"{line}\n" for line in lines)
        tabletop("--plain", "new", "du", str(path), "--scenario", *named, typed=typed)
        return path

    return write_


def test_answers_become_a_scenario_that_a_battle_takes(write: Write) -> None:
    path = write(*WORDS, *MAP, *PLACES)
    assert "legal" in tabletop("validate", str(path))
    begun = tabletop("battle", "new", "du", *LISTS, "--setup", str(path), "--name", "ford")
    assert "goal: Tarn wins when the bridge falls." in begun
    drawn = tabletop("--plain", "battle", "map", "ford")
    assert "A1 0,0: a guard-a, of a" in drawn
    assert "A2 1,0: wood C1, a guard-b" in drawn
    assert "b column-car +1" in drawn
    assert "Off the map: guard-gun" in drawn
    assert "- bridge" in drawn


def test_an_answer_that_cannot_be_is_asked_again(write: Write) -> None:
    """Each is told at once, and the file is the same as without it."""
    straight = write(*WORDS, *MAP, *PLACES)
    text = straight.read_text(encoding="utf-8")
    straight.unlink()
    wrong_map = (". w . .", "..?.", "..r.", "w . - .", "", "Wood c1", "c2", "River", "Z9", "A1 b2", "C3", "C1")
    wrong = ("A1", "A9", "A2", "", "C1", "C2", "C1", "column-car", "bridge hut B3 hardness 5", "bridge", *PLACES[-2:])
    assert write(*WORDS, *wrong_map, *wrong).read_text(encoding="utf-8") == text


def test_whoever_goes_back_answers_anew(write: Write) -> None:
    path = write("The Frod", "b", *WORDS, *MAP, *PLACES)
    assert 'name = "The Ford"' in path.read_text(encoding="utf-8")


def test_without_lists_tokens_are_named(write: Write) -> None:
    """A faction that nobody knows has to be said; each token is a unit and a tile."""
    words = (*WORDS[:5], "ossel", "tarn", "y")
    path = write(*words, "..", "..", "", "", "", "guard-a A1", "guard-a A2", "", "column-a B2", "", "", lists=[])
    text = path.read_text(encoding="utf-8")
    assert '[tokens.guard-a]\nside = "a"\nat = "A1"' in text
    assert "{ offset = 1, tiles" in text.partition("\n  { offset = 0")[0], "the northern row is farther east"


@pytest.mark.parametrize(
    ("field", "said", "why"),
    [
        ("name", "", "a scenario needs a name"),
        ("rows", ". ww .", 'ww" is no tile'),
        ("sides.a", "", "a side needs a faction"),
        ("tokens.a", "guard-a", "a token is a unit and a tile"),
        ("structures", "hut cottage A1 hardness 2", "is no class of structures"),
        ("structures", "hut building A1 strength 2", "an id, a class, a tile, and a number"),
        ("ground.w", "c1", "what is w called?"),
    ],
)
def test_what_is_wrong_with_an_answer(field: str, said: Json, why: str) -> None:
    draft: JsonObject = {"rows": [{"offset": 0, "tiles": ". ."}]}
    writer = registry.load("du").scenarios.writer
    assert writer is not None
    with pytest.raises(Malformed, match=why):
        writer.answer(draft, field, said)


def test_a_system_without_such_questions_says_so(tmp_path: Path) -> None:
    tabletop("new", "td", str(tmp_path / "x.scenario.toml"), "--scenario", code=2)


def test_a_scenario_is_written_to_a_file_of_its_own(tmp_path: Path) -> None:
    for name in ("x.toml", "no/x.scenario.toml"):
        tabletop("new", "du", str(tmp_path / name), "--scenario", code=2)
    (tmp_path / "x.scenario.toml").touch()
    tabletop("new", "du", str(tmp_path / "x.scenario.toml"), "--scenario", code=2)
