"""What is lost with an event is said before it, and people are asked whether they mean it; machines are not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.unused import unused_text
from tabletop_cli.core.system import System
from tests.cli.battle import fakegame
from tests.cli.battle.loop.conftest import NOW, Play


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    """Sums in which whoever dares loses what is left to the goal, and so does whoever pays."""
    lost = {"dare", "pay", "stop"}

    def unused(state: fakegame.State, event: object) -> list[str]:
        return [f"{state.goal - state.total} are left"] if event._reader.do in lost else []  # type: ignore[attr-defined]

    built = fakegame.build(tmp_path)
    built = replace(built, game_from=lambda: replace(fakegame.game(), unused=unused))
    monkeypatch.setattr(registry, "load", lambda _: built)
    return built


@pytest.fixture
def battle(system: System, tmp_path: Path) -> Iterator[Battle]:
    with Store(tmp_path / "lost.sqlite") as store:
        yield Battle.create(store, system, "sums", {"army": {}, "goal": 5}, NOW)


def test_it_is_asked_before_the_dice_and_enter_is_no_answer(play: Play, battle: Battle) -> None:
    shown = play("d", "", "n", "q")
    assert "5 are left. Dare all the same?" in shown
    assert "Please answer" in shown
    assert "Cancelled; nothing has changed." in shown
    assert battle.count == 0


def test_yes_goes_on_also_in_one_line(play: Play, battle: Battle) -> None:
    shown = play("d y : 4 n", "q")
    assert shown.index("all the same?") < shown.index("the first: 4")
    assert battle.count == 1


def test_what_loses_nothing_asks_nothing(play: Play, battle: Battle) -> None:
    assert "all the same" not in play("a 2 .", "", "q")
    assert battle.count == 1


def test_what_has_words_of_its_own_is_asked_once(play: Play, battle: Battle) -> None:
    shown = play("z y", "")
    assert "Is that all?" in shown
    assert "all the same" not in shown
    assert battle.over


def test_what_is_due_is_not_asked_for_nothing_else_can_be_done(play: Play, battle: Battle) -> None:
    shown = play("a 2 word", "", "q")
    assert "all the same" not in shown
    assert [entry.event["do"] for entry in battle.entries() if entry.event] == ["add", "pay"]


def test_machines_are_not_asked(battle: Battle) -> None:
    battle.play_event({"do": "dare", "by": "a"}, [4], NOW)
    assert battle.count == 1


def test_of_many_the_first_four_are_named() -> None:
    names = ["a1 has 3 AP", "a2 2", "a3 1", "a4 1", "a5 1", "a6 1"]
    assert unused_text([], "End") == ""
    assert unused_text(names[:2], "End") == "a1 has 3 AP, a2 2. End all the same?"
    assert unused_text(names[:5], "End") == "a1 has 3 AP, a2 2, a3 1, a4 1 and 1 other. End all the same?"
    assert unused_text(names, "End") == "a1 has 3 AP, a2 2, a3 1, a4 1 and 2 others. End all the same?"
