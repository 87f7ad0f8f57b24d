"""Boxes to tick in rosters, and what a roster with hidden units must not tell."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from tabletop_cli.core.lists.problems import Problem
from tabletop_cli.core.lists.sheet import Card, conceal_sheet
from tabletop_cli.core.page import Boxes, Table
from tabletop_cli.render.roster import Options, page_of, render_roster
from tabletop_cli.render.roster.roster_text import ticks_text, track_lines

from ..sheets import SHEET, SOURCE


@pytest.mark.parametrize(
    ("boxes", "said"),
    [
        (Boxes("models", 1, 3), "xoo"),
        (Boxes("actions", 0, 12), "ooooo ooooo oo"),
        (Boxes("turns", 2, 4, ("1", "2", "3", "4")), "xxoo"),
        (Boxes("status", 0, 2, ("P", "X")), "PoXo"),
        (Boxes("gun", 1, 2, ("set up", "towed")), "set upx towedo"),
        (Boxes("horde", 0, 400), "____ of 400"),
        (Boxes("none", 0, 0), ""),
    ],
)
def test_boxes(boxes: Boxes, said: str) -> None:
    assert ticks_text(boxes, "o", "x") == said


def test_each_copy_has_its_boxes_and_a_horde_has_one_line() -> None:
    gun = SHEET.cards[1]
    few, many = replace(SHEET, cards=(gun,), tracks=()), replace(SHEET, cards=(replace(gun, count=10**9),), tracks=())
    assert [name for name, _ in track_lines(few, "o", "x")] == ["Sporethrower 1", "Sporethrower 2", "Sporethrower 3"]
    assert track_lines(many, "o", "x") == [("Sporethrower, each of 1000000000", "gun PoSoXo")]


def test_tables_about_the_same_become_one() -> None:
    short = Table(("weapon", "range"), (("Knives", "1"),))
    cards = (SHEET.cards[0], Card(place=("units", 3), id="k", title="Cooks", kind="cooks", table=short))
    blocks = page_of(replace(SHEET, cards=cards)).blocks
    (made,) = [one for one in blocks if isinstance(one, Table) and "AP" in one.columns]
    assert made.rows[-1] == ("Cooks", "Knives", "1", "-", "-", "-")


def test_nothing_betrays_a_flank_of_which_every_unit_is_secret() -> None:
    shown, hidden = SHEET.cards[0], replace(SHEET.cards[1], place=("flanks", 0, "units", 0), secret=True)
    shown, hidden = replace(shown, rules=("Digging",)), replace(hidden, rules=("Digging", "Lurking"))
    places = {"XX-A1": ("flanks", 0), "XX-A2": ("units", 0), "XX-A3": ("budget",)}
    wrong = [Problem(code, "wrong", where=where) for code, where in places.items()]
    remarks = [Problem("left", "9 of 12 points", where=where, severity="warning") for where in ((), ("budget",))]
    rules = (("Digging", "They dig."), ("Lurking", "They lurk."), ("Of all", "They breathe."))
    sheet = replace(SHEET, cards=(shown, hidden), rules=rules, problems=(*wrong, *remarks))
    assert [one.code for one in conceal_sheet(sheet).problems] == ["XX-A2", "hidden"]
    assert [name for name, _ in conceal_sheet(sheet).rules] == ["Digging", "Of all"]
    assert conceal_sheet(replace(sheet, cards=(shown,))).problems == sheet.problems, "nothing is secret"


def test_no_sum_and_no_line_of_an_illegal_list_tells_what_is_hidden() -> None:
    shown, hidden = SHEET.cards[0], replace(SHEET.cards[1], place=("units", 1), secret=True)
    own = Problem("XX-A1", "wrong", where=("units", 0, "count"), line=9)
    over = [Problem("XX-A2", f"{n} of 12 points", where=("budget",), line=n) for n in (14, 15)]
    seen = [conceal_sheet(replace(SHEET, cards=(shown, hidden), problems=(own, one))).problems for one in over]
    assert seen[0] == seen[1]
    assert [(one.code, one.line, one.is_error) for one in seen[0]] == [("XX-A1", None, True), ("hidden", None, True)]


def test_what_is_shown_is_numbered_as_if_there_were_nothing_else() -> None:
    first, second, third = (replace(SHEET.cards[0], place=("units", at), secret=at == 1) for at in range(3))
    sheet = replace(SHEET, cards=(first, second, third), problems=(Problem("XX-A1", "0", where=("units", 2, "count")),))
    found = conceal_sheet(sheet)
    assert [card.place for card in found.cards] == [("units", 0), ("units", 1)]
    assert [one.where for one in found.problems] == [("units", 1, "count")]


def test_what_is_wrong_on_a_flank_stays_when_the_first_unit_is_secret() -> None:
    first, second = (replace(SHEET.cards[at], place=("units", at), secret=not at) for at in (0, 1))
    flank = replace(SHEET.cards[0], place=("flanks", 0, "units", 1))
    places = [("units", 0), ("units", 0, "count"), ("flanks", 0), ("flanks", 0, "units", 1, "count"), ("budget",)]
    problems = tuple(Problem(f"XX-A{at}", "wrong", where=where) for at, where in enumerate(places, 1))
    sheet = replace(SHEET, cards=(first, second, flank), problems=problems)
    assert [one.code for one in conceal_sheet(sheet).problems] == ["XX-A3", "XX-A4", "hidden"]
    rows = list(csv.DictReader(io.StringIO(render_roster(sheet, SOURCE, Options(form="csv"))[0])))
    assert [row["problems"] for row in rows] == [
        "XX-A3: wrong",
        "XX-A5: wrong",
        "XX-A1: wrong; XX-A2: wrong",
        "",
        "XX-A4: wrong",
    ]
