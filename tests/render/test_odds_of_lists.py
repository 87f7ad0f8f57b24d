"""What a list can do, as rosters tell it: cells, rows, what stands below them, and where there is no room for it."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from tabletop_cli.core.lists.list_odds import TO_AGREE, Chance, Prospects
from tabletop_cli.core.lists.sheet import Sheet, Source, conceal_sheet
from tabletop_cli.render.number_text import format_expected, format_percent
from tabletop_cli.render.odds_table import LEFT_OUT, TITLE, brief_odds_table, odds_lines, odds_notes, odds_tables
from tabletop_cli.render.paper import document_data
from tabletop_cli.render.paper.html import document_html
from tabletop_cli.render.paper.room import APART, BRIEF, NONE, ON_SCREEN, WHOLE, Plan, plan_document
from tabletop_cli.render.roster import Options, render_roster
from tests.sheets import PROSPECTS, QUICK, RIFLES, SHEET, SOURCE

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
    assert format_percent(chance) == words


def test_what_can_be_expected_has_two_places_and_is_never_nothing() -> None:
    found = [format_expected(number) for number in (Fraction(0), Fraction(1, 999), Fraction(11, 6), Fraction(12))]
    assert found == ["0.00", "<0.01", "1.83", "12.00"]


def test_the_best_means_and_what_is_not_known_are_shown() -> None:
    fire, charge = odds_tables(PROSPECTS)
    assert (fire.title, charge.title) == ("Fire", "Charge")
    assert fire.rows == (
        ("Morel's Own", "rifles", "3 1/2", "33%", ""),
        ("", "bazooka", "", "", "to agree"),
        ("", "2x cook", "", "0%", "too much"),
        ("all fire", "expected", "", "0.33", "to agree"),
        ("", "points for one", "", "21.0", "-"),
    )
    assert charge.rows[-2:] == (("all charge", "expected", "", "4.00", "-"), ("", "points for one", "", "1.8", "-"))


def test_a_unit_that_fires_and_charges_is_named_in_both_tables() -> None:
    spores, rifles = PROSPECTS.entries[1], PROSPECTS.entries[0]
    both = replace(rifles, attackers=(*rifles.attackers, *spores.attackers))
    found = odds_tables(replace(PROSPECTS, entries=(both,)))
    assert [one.rows[0][:3] for one in found] == [
        ("Morel's Own", "rifles", "3 1/2"),
        ("Morel's Own", "spores", "3 1/2"),
    ]


def test_one_way_of_attacking_is_one_table_without_a_title() -> None:
    (found,) = odds_tables(replace(PROSPECTS, entries=PROSPECTS.entries[:1]))
    assert found.title == ""


def test_in_brief_a_unit_is_a_row_with_its_best_attack() -> None:
    found = brief_odds_table(PROSPECTS)
    assert found.columns == ("unit", "each", "infantry", "armour 4")
    assert found.rows[:2] == (("Morel's Own", "3 1/2", "33%", "to agree"), ("3x Sporethrower", "1", ">99%", "-"))
    assert found.rows[-2:] == (
        ("all fire, expected", "", "0.33", "to agree"),
        ("all charge, expected", "", "4.00", "-"),
    )


def test_in_brief_a_best_attack_beside_an_unknown_one_is_the_least_that_can_be_said() -> None:
    rifles = PROSPECTS.entries[0]
    line = replace(rifles.attackers[0][1], chances=(Chance(None, TO_AGREE), Chance(None, TO_AGREE)))
    both = replace(rifles, attackers=((rifles.attackers[0][0], line),))
    assert brief_odds_table(replace(PROSPECTS, entries=(both,))).rows[0] == ("Morel's Own", "3 1/2", "33%+", "to agree")


def test_without_points_there_are_no_columns_and_rows_of_them() -> None:
    free = replace(PROSPECTS, points=None, entries=tuple(replace(one, each=None) for one in PROSPECTS.entries))
    for found in odds_tables(free):
        assert found.columns == ("unit", "with", "infantry", "armour 4")
        assert not any("points for one" in row for row in found.rows)
    assert brief_odds_table(free).columns == ("unit", "infantry", "armour 4")


def test_units_that_are_alike_stand_once() -> None:
    spores = PROSPECTS.entries[1]
    (found,) = odds_tables(replace(PROSPECTS, entries=(spores, replace(spores, number=7, count=2))))
    assert [row[0] for row in found.rows[:2]] == ["5x Sporethrower", "all charge"]


def test_what_cannot_be_added_up_is_a_row_of_chances() -> None:
    chances = PROSPECTS.entries[0].attackers[0][0].chances
    alone = replace(PROSPECTS, adds_up=False, together=chances, entries=PROSPECTS.entries[:1])
    (found,) = odds_tables(alone)
    assert found.rows[-1] == ("all fire", "", "", "33%", "-")
    assert odds_lines(alone)[-1] == ("all fire", "33% infantry")


def test_below_the_table_stands_what_its_words_mean_and_no_more() -> None:
    assert odds_notes(PROSPECTS) == [
        "armour 4: light tank",
        "to agree: the rulebook leaves a number open, and no house rule gives it: bazooka",
        "too much: these odds take too long to work out here",
        "+ after a number: at least this much",
    ]
    plain = replace(PROSPECTS, foes=PROSPECTS.foes[:1], entries=PROSPECTS.entries[2:])
    assert odds_notes(plain) == []


def test_hidden_units_are_left_out_and_so_is_what_they_add() -> None:
    shown = conceal_sheet(SHEET).prospects
    assert isinstance(shown, Prospects)
    rows = dict(odds_lines(shown))
    assert "Those in the Ditch [1/2]" not in rows
    assert rows["all charge"] == "expected: 3.00 infantry"
    assert shown.points == Fraction(13, 2)


def test_machines_get_exact_fractions_and_the_cases() -> None:
    [text] = render_roster(SHEET, SOURCE, Options(form="json"))
    assert isinstance(text, str)
    found = json.loads(text)["prospects"]
    rifles = found["units"][0]["attackers"][0]["means"][0]["chances"][0]
    assert (rifles["foe"], rifles["chance"], rifles["best"]) == ("men", "1/3", True)
    assert rifles["case"] == {"resolver": "group-fire", "situation": {"weapons": ["infantry", "infantry"]}}
    assert found["sums"][0]["of"] == [
        {"foe": "men", "expected": "1/3", "whole": True},
        {"foe": "plates", "expected": None, "whole": False},
    ]
    [silent] = render_roster(SILENT, SOURCE, Options(form="json"))
    assert isinstance(silent, str)
    assert json.loads(silent)["prospects"] is None


@pytest.mark.parametrize("form", ["terminal", "text", "markdown", "discord", "bbcode", "html"])
def test_a_list_of_which_nothing_is_said_has_no_such_part(form: str) -> None:
    assert TITLE.casefold() in "".join(map(str, render_roster(SHEET, SOURCE, Options(form=form)))).casefold()
    assert TITLE.casefold() not in "".join(map(str, render_roster(SILENT, SOURCE, Options(form=form)))).casefold()


# Room


def long_list() -> Sheet:
    cards = tuple(replace(RIFLES, place=("units", at)) for at in range(22))
    return replace(SHEET, cards=cards)


def test_a_message_more_is_not_sent_for_it() -> None:
    said: list[str] = []
    wide = replace(SHEET, note="Hold the mill until turn four. " * 17)
    one = render_roster(wide, Source(), Options(form="discord", warn=said.append))
    assert len(one) == 1 and said == [LEFT_OUT]
    both = render_roster(wide, Source(), Options(form="discord", odds=True))
    assert len(both) == 2 and TITLE in str(both)


def test_a_browser_prints_what_lines_have_room_for() -> None:
    short, long = document_data(SHEET, SOURCE, quick=QUICK), document_data(long_list(), SOURCE, quick=QUICK)
    assert plan_document(short) == Plan(WHOLE)
    assert plan_document(long) == Plan(NONE, tables=False)
    assert '<section class="wide"><h2 id="odds">' in document_html(short)
    assert '<section class="wide screen"><h2 id="odds">' in document_html(long)
    assert '<section class="quick screen"><h2 id="tables">' in document_html(long), "on the screen everything is there"
    assert (
        "Not printed here, because there is no room, but shown on the screen: what the list can do and the tables of"
        in document_html(long)
    )
    assert "Not printed here" not in document_html(short)
    wanted = document_data(long_list(), SOURCE, parts=ROSTER, odds=True)
    assert plan_document(wanted).odds == WHOLE and '<section class="wide"><h2 id="odds">' in document_html(wanted)


def test_a_browser_prints_a_row_for_each_unit_where_more_has_no_room() -> None:
    rows = tuple(replace(PROSPECTS.entries[0], title=f"Unit {at}") for at in range(8))
    full = document_data(replace(SHEET, prospects=replace(PROSPECTS, entries=rows)), SOURCE, quick=QUICK)
    assert plan_document(full, "a4") == Plan(BRIEF)
    page = document_html(full, "a4")
    assert '<section class="wide screen"><h2 id="odds">' in page
    assert '<section class="wide print"><h2>' in page


def test_a_chance_that_hangs_on_what_is_to_agree_is_no_line_to_write_on() -> None:
    page = document_html(document_data(SHEET, SOURCE, quick=QUICK))
    odds = page[page.index('<h2 id="odds">') :]
    assert "<td>bazooka</td>" in odds and ">to agree</td>" in odds
    assert '<span class="blank">' not in odds[: odds.index("</section>")]


def test_who_prints_without_it_is_told() -> None:
    said: list[str] = []
    render_roster(long_list(), SOURCE, Options(form="html", quick=QUICK, warn=said.append))
    assert said == [ON_SCREEN, APART]
