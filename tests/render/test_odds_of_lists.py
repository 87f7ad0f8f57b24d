"""What a list can do, as rosters tell it: cells, rows, what stands below them, and where there is no room for it."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from tabletop_cli.core.lists.prospects import Prospects
from tabletop_cli.core.lists.sheet import Sheet, Source, concealed
from tabletop_cli.render.numbers import expected, rounded
from tabletop_cli.render.paper import document
from tabletop_cli.render.paper.fit import TWO_PAGES, fits, lines_of
from tabletop_cli.render.paper.html import html
from tabletop_cli.render.prospects import LEFT_OUT, TITLE, notes, table, told
from tabletop_cli.render.roster import Options, report
from tests.sheets import PROSPECTS, RIFLES, SHEET, SOURCE

SILENT = replace(SHEET, prospects=None)
ROSTER = ("roster",)


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 999), "<1%"),
        (Fraction(1, 3), "33%"),
        (Fraction(998, 999), ">99%"),
        (Fraction(1), "100%"),
    ],
)
def test_a_chance_is_never_rounded_to_certainty(chance: Fraction, words: str) -> None:
    assert rounded(chance) == words


def test_what_can_be_expected_has_two_places_and_is_never_nothing() -> None:
    found = [expected(number) for number in (Fraction(0), Fraction(1, 999), Fraction(11, 6), Fraction(12))]
    assert found == ["0.00", "<0.01", "1.83", "12.00"]


def test_the_best_means_and_what_is_not_known_are_shown() -> None:
    rows = [(row[0], row[1], row[2], *row[3:]) for row in table(PROSPECTS).rows]
    assert rows[:3] == [
        ("Morel's Own", "rifles", "3 1/2", "33%", ""),
        ("", "bazooka", "", "", "to agree"),
        ("", "2x cook", "", "0%", "too much"),
    ]
    assert rows[-4:] == [
        ("all fire", "expected", "", "0.33", "to agree"),
        ("", "points for one", "", "21.0", "-"),
        ("all charge", "expected", "", "4.00", "-"),
        ("", "points for one", "", "1.8", "-"),
    ]


def test_without_points_there_are_no_columns_and_rows_of_them() -> None:
    free = replace(PROSPECTS, points=None, entries=tuple(replace(one, each=None) for one in PROSPECTS.entries))
    found = table(free)
    assert found.columns == ("unit", "with", "infantry", "armour 4")
    assert not any("points for one" in row for row in found.rows)


def test_units_that_are_alike_stand_once() -> None:
    spores = PROSPECTS.entries[1]
    twice = replace(PROSPECTS, entries=(spores, replace(spores, number=7, count=2)))
    assert [row[0] for row in table(twice).rows[:2]] == ["5x Sporethrower", "all charge"]


def test_what_cannot_be_added_up_is_a_row_of_chances() -> None:
    chances = PROSPECTS.entries[0].attackers[0][0].chances
    found = table(replace(PROSPECTS, adds_up=False, together=chances))
    assert found.rows[-1] == ("all fire", "", "", "33%", "-")
    assert told(replace(PROSPECTS, adds_up=False, together=chances))[-1] == ("all fire", "33% infantry")


def test_below_the_table_stands_what_its_words_mean_and_no_more() -> None:
    assert notes(PROSPECTS) == [
        "armour 4: light tank",
        "to agree: the rulebook leaves a number open, and no house rule says it: bazooka",
        "too much: these odds take too long to reckon here",
        "+ behind a sum: at least so much",
    ]
    plain = replace(PROSPECTS, foes=PROSPECTS.foes[:1], entries=PROSPECTS.entries[2:])
    assert notes(plain) == []


def test_hidden_units_are_left_out_and_so_is_what_they_add() -> None:
    shown = concealed(SHEET).prospects
    assert isinstance(shown, Prospects)
    rows = dict(told(shown))
    assert "Those in the Ditch [1/2]" not in rows
    assert rows["all charge"] == "expected: 3.00 infantry"
    assert shown.points == Fraction(13, 2)


def test_machines_get_exact_fractions_and_the_cases() -> None:
    [text] = report(SHEET, SOURCE, Options(form="json"))
    assert isinstance(text, str)
    found = json.loads(text)["prospects"]
    rifles = found["units"][0]["attackers"][0]["means"][0]["chances"][0]
    assert (rifles["foe"], rifles["chance"], rifles["best"]) == ("men", "1/3", True)
    assert rifles["case"] == {"resolver": "group-fire", "situation": {"weapons": ["infantry", "infantry"]}}
    assert found["sums"][0]["of"] == [
        {"foe": "men", "expected": "1/3", "whole": True},
        {"foe": "plates", "expected": None, "whole": False},
    ]
    [silent] = report(SILENT, SOURCE, Options(form="json"))
    assert isinstance(silent, str)
    assert json.loads(silent)["prospects"] is None


@pytest.mark.parametrize("form", ["terminal", "text", "markdown", "discord", "bbcode", "html"])
def test_a_list_of_which_nothing_is_said_has_no_such_part(form: str) -> None:
    assert TITLE.casefold() in "".join(map(str, report(SHEET, SOURCE, Options(form=form)))).casefold()
    assert TITLE.casefold() not in "".join(map(str, report(SILENT, SOURCE, Options(form=form)))).casefold()


# Room


def long_list() -> Sheet:
    cards = tuple(replace(RIFLES, place=("units", at)) for at in range(22))
    return replace(SHEET, cards=cards)


def test_a_message_more_is_not_sent_for_it() -> None:
    said: list[str] = []
    wide = replace(SHEET, note="Hold the mill until turn four. " * 17)
    one = report(wide, Source(), Options(form="discord", warn=said.append))
    assert len(one) == 1 and said == [LEFT_OUT]
    both = report(wide, Source(), Options(form="discord", odds=True))
    assert len(both) == 2 and TITLE in str(both)


def test_a_short_list_has_room_for_it_on_paper_and_a_long_one_on_the_screen_only() -> None:
    short, long = document(SHEET, SOURCE, parts=ROSTER), document(long_list(), SOURCE, parts=ROSTER)
    assert lines_of(short) < TWO_PAGES < lines_of(long)
    assert '<section class="wide"><h2 id="odds">' in html(short)
    assert '<section class="wide screen"><h2 id="odds">' in html(long)
    wanted = document(long_list(), SOURCE, parts=ROSTER, odds=True)
    assert fits(wanted) and '<section class="wide"><h2 id="odds">' in html(wanted)


def test_who_prints_without_it_is_told() -> None:
    said: list[str] = []
    report(long_list(), SOURCE, Options(form="html", warn=said.append))
    assert said == [LEFT_OUT]


@pytest.mark.slow
def test_a_pdf_leaves_it_out_where_that_saves_the_third_page() -> None:
    pytest.importorskip("typst", reason="the extra pdf is not installed")
    from tabletop_cli.render.paper.pdf import pages_of, pdf

    said: list[str] = []
    crowd = replace(long_list(), cards=long_list().cards[:1])
    prospects = replace(PROSPECTS, entries=tuple(replace(PROSPECTS.entries[0], title=f"Unit {at}") for at in range(50)))
    crowd = replace(crowd, prospects=prospects, note="Hold the mill until turn four. " * 120)
    without = pages_of(pdf(document(replace(crowd, prospects=None), SOURCE, parts=ROSTER)))
    forced = pages_of(pdf(document(crowd, SOURCE, parts=ROSTER, odds=True)))
    assert without <= 2 < forced == 3, "what this test is about"
    assert pages_of(pdf(document(crowd, SOURCE, parts=ROSTER), warn=said.append)) == without
    assert said == [LEFT_OUT]
