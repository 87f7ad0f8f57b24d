"""The demo chooses what there is to show: no system need have a script, and no set-up an army."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.cli import demo
from tabletop_cli.cli.battle.script import Script, read_script
from tabletop_cli.core.examples import example_scripts
from tests import squads

from .conftest import Tabletop

SQUAD = {"kind": "squad", "members": [{"role": "sergeant"}]}


def script(folder: Path, setup: dict[str, Any], events: int) -> Script:
    nobody: Any = None  # what is chosen does not depend on how it is played
    return Script(squads.build(folder), nobody, setup, tuple({"do": "next"} for _ in range(events)))


def test_the_shortest_battle_with_an_army_is_shown(tmp_path: Path) -> None:
    bare = script(tmp_path, {"sides": {"a": {}, "b": {}}}, 1)
    wrong = script(tmp_path, {"armies": {"a": {"units": [{"kind": "squad"}]}}}, 2)
    players = script(tmp_path, {"players": [{"id": "ann", "army": {"name": "Ann", "units": [SQUAD]}}]}, 5)
    longer = script(tmp_path, {"armies": {"a": {"units": [SQUAD]}}}, 6)
    found, sheet = demo.choose_demo([bare, wrong, longer, players])
    assert found is players and sheet is not None and sheet.name == "Ann"
    assert demo.choose_demo([wrong, bare]) == (bare, None)
    assert demo.choose_demo([]) == (None, None)


def test_a_game_without_armies_in_its_script_does_no_harm(
    tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its folder comes first by the alphabet, and its set-up has no place for an army."""
    first = script(tmp_path, {}, 1)
    read = {Path("aa/first.script.json"): first, **{path: read_script(path) for path in example_scripts()}}
    monkeypatch.setattr(demo, "example_scripts", lambda: list(read))
    monkeypatch.setattr(demo, "read_script", lambda path: read[path])
    ran = tabletop("demo")
    assert (ran.code, ran.err) == (0, "")
    assert "One of them as a roster" in ran.out and "A battle, event by event" in ran.out


def test_without_any_battle_there_are_still_armies(tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "example_scripts", list)
    ran = tabletop("demo")
    assert ran.code == 0
    assert "One of them as a roster" in ran.out and "event by event" not in ran.out
