"""Drawings of dice keep to the width of the terminal, and no word or column of them is ever broken."""

from __future__ import annotations

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.page import Drawing, Page
from tabletop_cli.core.rule.resolve import resolve
from tabletop_cli.render import render_pages
from tabletop_cli.render.drawing import drawing_lines

DICE = Drawing((("column", "1", "2", "10"), ("attacker", "6", "4*", ""), ("wins", "A")))


def test_cells_stand_below_each_other() -> None:
    assert list(drawing_lines(DICE, 80)) == ["column     1  2 10", "attacker   6 4*", "wins       A"]


def test_what_is_too_wide_goes_on_below() -> None:
    assert list(drawing_lines(DICE, 16)) == [
        "column     1  2",
        "attacker   6 4*",
        "wins       A",
        "",
        "column    10",
        "attacker",
        "wins",
    ]


@pytest.mark.parametrize("width", [1, 5, 12])
def test_however_narrow_every_cell_is_there(width: int) -> None:
    shown = " ".join(drawing_lines(DICE, width)).split()
    assert sorted(shown) == sorted(["column", "attacker", "wins"] * 3 + ["1", "2", "10", "6", "4*", "A"])


def test_an_empty_drawing_is_no_line() -> None:
    assert list(drawing_lines(Drawing(()), 80)) == []


def drawing_of(attackers: int, defenders: int, **more: object) -> Drawing:
    """The drawing of a round of close combat, as td tells it."""
    pools = {"attacker": {"cc": attackers, **more}, "defender": {"cc": defenders, **more}}
    ruled = resolve(registry.load("td"), "cc-round", pools)
    return Drawing(next(step.drawing for step in ruled.steps if step.drawing))


def test_twenty_dice_against_twenty_fit_into_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one part, with armour and tokens: a label, then a column for each pair."""
    monkeypatch.setenv("COLUMNS", "80")
    drawn = render_pages(Page("", (drawing_of(20, 20, armour=6, tokens=2),)), "terminal").splitlines()
    assert [line.split("  ")[0] for line in drawn] == [
        "column",
        "attacker",
        "attacker armour",
        "defender",
        "defender armour",
        "wins",
    ]
    assert len(drawn[0].split()) == 21
    assert max(map(len, drawn)) <= 80


def test_more_dice_than_columns_are_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    drawing = drawing_of(16, 40)
    drawn = render_pages(Page("", (drawing,)), "terminal").splitlines()
    assert max(map(len, drawn)) <= 80
    labels = [line.split()[0] for line in drawn if line]
    assert labels == ["column", "attacker", "defender", "wins"] * 2
    assert [cell for line in drawn if line.startswith("column") for cell in line.split()[1:]] == list(
        map(str, range(1, 41))
    )
