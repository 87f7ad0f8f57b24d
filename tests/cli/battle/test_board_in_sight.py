"""The table on the screen: whose turn it is comes first, and a few lines of it stay in sight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tabletop_cli.cli.battle.board_in_sight import lines_above, side_first
from tabletop_cli.core import registry
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.page import Heading, Page, Para, Table
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.viewpoint import View
from tests.systems.test_cases import CASES

NOW = "2026-05-01T12:00:00Z"
UNITS = ("unit", "state")
A, B, OTHER = Table(UNITS, (), "A (Ann)"), Table(UNITS, (), "B (Bob)"), Table(("rule",), (), "Rules")


def test_the_tables_of_the_side_on_turn_precede_those_of_others() -> None:
    page = Page("The table", (Para("Turn 1"), A, B, OTHER))
    assert side_first(page, "B (Bob)").blocks == (Para("Turn 1"), B, A, OTHER)
    assert side_first(page, "A (Ann)") == page
    assert side_first(page, "") == page
    assert side_first(page, "C (Cyd)") == page


def test_a_heading_goes_with_its_side() -> None:
    page = Page("", (Heading("A (Ann)"), Heading("B (Bob): 3 lost"), OTHER))
    assert side_first(page, "B (Bob)").blocks[0] == Heading("A (Ann)"), "headings alone are no tables to part"


@pytest.fixture
def view(tmp_path: Path) -> Iterator[View]:
    """A battle of du on a map of three tiles or more."""
    case = next(
        case
        for case in CASES
        if case.system == "du" and case.request.get("setup", {}).get("tiles") and "events" in case.request
    )
    with Store(tmp_path / "battles.sqlite") as store:
        yield View(Battle.create(store, registry.load("du"), "x", case.request["setup"], NOW))


def test_a_map_stays_in_sight_where_the_last_result_leaves_room(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", "24")
    head = f"x  {view.headline}"
    strip = [*view.strip]
    assert strip and strip[-1].startswith("C cover")
    assert lines_above(view, 3) == [head, *strip]
    assert lines_above(view, 24 - len(strip) - 7 + 1) == [head]
    monkeypatch.setenv("LINES", "32")
    assert lines_above(view, 14) == [head, *strip]
    monkeypatch.setenv("COLUMNS", "60")
    assert lines_above(view, 3) == [head], "no line is broken"


def test_what_is_played_for_stands_below_whose_turn_it_is(view: View) -> None:
    view.battle.game = replace(view.battle.game, goal=lambda state: "The weir falls before turn 8.")
    assert lines_above(view, 24)[:2] == [f"x  {view.headline}", "The weir falls before turn 8."]
