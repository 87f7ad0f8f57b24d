"""One page with every kind of block, in every format, word for word; and names that mean harm."""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction

import pytest

from tabletop_cli.core.dice.handlers import Step
from tabletop_cli.core.page import Bars, Boxes, Facts, Heading, Page, Para, Table
from tabletop_cli.render import REPORTERS, render_pages
from tabletop_cli.render.bars import block_bar, hash_bar
from tabletop_cli.render.jsonout import dump
from tabletop_cli.render.number_text import format_chance, format_fraction, format_short_fraction
from tabletop_cli.render.safe import _UNSAFE, clean, json_safe, one_line
from tabletop_cli.render.steps import outcome_facts, step_blocks

from ..conftest import Golden

COLUMNS = ("copies", "unit", "what it does", "points")
ROWS = (("2", "The Boar Riders", "moves fast, fights well", "4"), ("1", "Gun | crew_of_*two*", "", "13 1/2"))
STEPS = (
    Step("heavy machine gun: 4 dice", ("TD-FIRE-3",)),
    Step("column by column", ("TD-CC-5", "TD-CC-6"), (("column", "1", "2"), ("attacker", "6", "4"), ("nobody",))),
)
PAGE = Page(
    "Battle Group Morel",
    (
        Para("It has not been polished.\n# It is no heading."),
        Para("Mind the gap.", "note"),
        Para("All in order.", "good"),
        Para("Blank values.", "warn"),
        Para("Two points over.", "bad"),
        Heading("Units"),
        Table(COLUMNS, ROWS, "Those who march", frozenset({"copies", "points"})),
        Table(("value", "what it means"), (("wins", "Armour above the leading die wins the column."),)),
        Heading("More", 3),
        Facts((("budget", "12 points"), ("house rules", "armour_hold = saves"))),
        Boxes("Morel's Own: models", 1, 4),
        Boxes("Iron Boletus: armour", 0, 6),
        Boxes("A horde", 12, 40),
        Bars((("miss", Fraction(1, 2)), ("destroyed", Fraction(1, 3)), ("never", Fraction(1, 100_000)))),
        Bars(tuple((str(n), Fraction(1, 4)) for n in (1, 2, 9, 10)), "In order", rising=True),
        *step_blocks(STEPS),
    ),
    "12 of 12 points",
)
HOSTILE = "\x1b[31mred\x07 [bold]x[/bold] \u202eback\x9b1m\nnext\ttab |`<b>"


@pytest.mark.parametrize("form", REPORTERS)
def test_a_page_with_everything(form: str, golden: Golden) -> None:
    golden(f"page.{form}.txt", render_pages(PAGE, form))


def test_narrow_terminals_lose_nothing(monkeypatch: pytest.MonkeyPatch, golden: Golden) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    narrow = render_pages(PAGE, "terminal")
    assert max(map(len, narrow.splitlines())) <= 40
    golden("page.narrow.txt", narrow)


def test_columns_move_closer_together_before_a_word_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    table = Table(("unit", "with", *(f"vehicle{at}" for at in range(6))), (("Devastator", "Stormbolters", *"123456"),))
    shown = render_pages(Page("", (table,)), "terminal")
    assert all(word in shown for word in ("Devastator", "Stormbolters", "vehicle5"))
    monkeypatch.setenv("COLUMNS", "70")
    assert "Stormbolters" not in render_pages(Page("", (table,)), "terminal"), "less than that is not to be had"


def test_a_fact_in_one_long_word_is_shown_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    seal = "0123456789abcdef" * 4
    shown = render_pages(Page("", (Facts((("dice sealed as", seal), ("now", "A acts"))),)), "terminal")
    assert seal in "".join(shown.split()), "players are asked to note it down"


def test_rows_of_several_lines_are_kept_apart_and_go_on_without_a_name() -> None:
    rows = (("leader", "3", "360"), ("", "2", "90"), ("", "", ""), ("rear", "1", "90"))
    assert render_pages(Page("", (Table(("who", "dice", "arc"), rows, "Models"),)), "text") == (
        "Models\nleader\n  dice: 3\n  arc: 360\n\n  dice: 2\n  arc: 90\n\nrear\n  dice: 1\n  arc: 90\n"
    )
    assert (
        render_pages(Page("", (Table(("who", "dice"), (("leader", "3"), ("rear", "1"))),)), "text")
        == "leader: 3\nrear: 1\n"
    )


def test_json_has_what_is_short_on_one_line() -> None:
    data = {"name": "Röhrer", "rows": [["a", 1], ["b", None]], "long": ["word " * 12, "word " * 12], "none": {}}
    text = dump(data)
    assert json.loads(text) == data
    assert text.splitlines() == [
        "{",
        '  "name": "Röhrer",',
        '  "rows": [["a", 1], ["b", null]],',
        '  "long": [',
        f'    "{"word " * 12}",',
        f'    "{"word " * 12}"',
        "  ],",
        '  "none": {}',
        "}",
    ]
    assert dump({"battles": []}) == '{"battles": []}\n'


def test_several_pages() -> None:
    small = Page("One", (Para("a"),))
    assert render_pages((small, small), "text") == "One\n\na\n\nOne\n\na\n"
    assert len(json.loads(render_pages((small, small), "json"))) == 2


def test_data_goes_to_machines_as_it_is() -> None:
    page = Page("x", (), data={"points": Fraction(27, 2), "units": ("a",)})
    assert json.loads(render_pages(page, "json")) == {"points": "27/2", "units": ["a"]}


@pytest.mark.parametrize("form", REPORTERS)
def test_hostile_text_everywhere(form: str) -> None:
    page = Page(
        HOSTILE,
        (
            Para(HOSTILE),
            Heading(HOSTILE),
            Facts(((HOSTILE, HOSTILE),)),
            Table((HOSTILE, "b"), ((HOSTILE, HOSTILE),), HOSTILE),
            Boxes(HOSTILE, 0, 2),
            Bars(((HOSTILE, Fraction(1)),), HOSTILE),
        ),
        HOSTILE,
    )
    text = render_pages(page, form)
    assert not any(letter in text for letter in "\x1b\x07\x9b\u202e\t")
    assert "bold" in text, "markup is shown, not followed"


def test_nothing_unsafe_counts_as_printable() -> None:
    """So text that is printable is taken as it is, without a pattern."""
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    assert not any(found[0].isprintable() for found in re.finditer(_UNSAFE, every))


def test_safe_text() -> None:
    assert one_line("a\x1bb\nc\r\nd") == "a\\x1bb c d"
    assert clean("a\x1b\nb\tc") == "a\\x1b\nb  c"
    assert one_line("½ → ñ 豆") == "½ → ñ 豆"
    assert one_line("\ud800") == "\\ud800"
    assert json.loads(json_safe('"a\x9b\u202e"')) == "a\x9b\u202e"


@pytest.mark.parametrize(
    ("number", "text"),
    [(Fraction(27, 2), "13 1/2"), (Fraction(1, 2), "1/2"), (Fraction(-3, 2), "-1 1/2"), (Fraction(6), "6")],
)
def test_mixed_numbers(number: Fraction, text: str) -> None:
    assert format_fraction(number) == text


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(1, 3), "33.33%"),
        (Fraction(0), "0.00%"),
        (Fraction(1), "100.00%"),
        (Fraction(1, 10**9), "<0.01%"),
        (1 - Fraction(1, 10**9), ">99.99%"),
    ],
)
def test_percent_never_claims_certainty(chance: Fraction, text: str) -> None:
    assert format_chance(chance) == text


def test_fractions_too_long_to_read_are_left_out() -> None:
    assert format_short_fraction(Fraction(1, 6**4)) == "1/1296"
    assert format_short_fraction(Fraction(1, 6**40)) == ""
    assert format_short_fraction(Fraction(1, 6**9000)) == ""


def test_bars_show_what_is_possible() -> None:
    assert block_bar(Fraction(1, 2), 10) == "█████"
    assert block_bar(Fraction(1, 10**6), 10) == "▏"
    assert block_bar(Fraction(0), 10) == ""
    assert hash_bar(Fraction(1, 10**6), 10) == "#"


def test_outcomes_by_dotted_names() -> None:
    outcome = {"legal": True, "shots": [{"hits": 2}, {"hits": 0}], "left": [], "by": ["a", "b"], "is_out": False}
    assert outcome_facts(outcome).rows == (
        ("shots 1.hits", "2"),
        ("shots 2.hits", "0"),
        ("left", "none"),
        ("by", "a, b"),
        ("is out", "no"),
    )
