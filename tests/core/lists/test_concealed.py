"""What the opponent sees of a list with secret entries: nothing that would tell of them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tabletop_cli.core.lists.problems import Problem, Where
from tabletop_cli.core.lists.sheet import Card, Sheet, conceal_sheet
from tabletop_cli.core.page import Boxes


def card(*place: str | int, **more: Any) -> Card:
    return Card(place=place, id="x", title=str(place), kind="thing", points=Fraction(2), **more)


SHOWN = card("units", 0, note="mine", rules=("Fast",), boxes=(Boxes("1", 0, 1, ("P",)),))
HIDDEN = card("units", 1, secret=True, rules=("Fast", "Sly"), boxes=(Boxes("1", 0, 2, ("P", "S")),))
LAST = card("units", 2)
FLANK = card("flanks", 0, "units", 1)
SHEET = Sheet(
    system="zz",
    system_name="Zz",
    name="Watch",
    points=Fraction(9),
    cards=(SHOWN, HIDDEN, LAST, FLANK),
    rules=(("Fast", "It runs."), ("Sly", "It hides."), ("Own", "Of the faction.")),
    legend=(("P", "pinned"), ("S", "stunned"), ("Z", "else")),
    tracks=(Boxes("losses", 0, 3),),
    note="secret plan",
)


def problems(*places: Where, severity: str = "error") -> tuple[Problem, ...]:
    return tuple(Problem(f"Z{at}", "wrong", "", place, severity, 7) for at, place in enumerate(places))


def test_secret_entries_are_gone_and_the_others_are_counted_anew() -> None:
    seen = conceal_sheet(SHEET)
    assert [one.place for one in seen.cards] == [("units", 0), ("units", 1), ("flanks", 0, "units", 0)]
    assert [one.number for one in seen.cards] == [1, 2, 1]
    assert (seen.points, seen.note, seen.tracks, seen.cards[0].note) == (6, "", (), "")
    assert seen.rules == (("Fast", "It runs."), ("Own", "Of the faction."))
    assert seen.legend == (("P", "pinned"), ("Z", "else"))
    assert seen.facts == (("not shown", "units that are still hidden"),)


def test_a_list_without_secrets_keeps_its_sums() -> None:
    open_ = replace(SHEET, cards=(SHOWN, LAST), problems=problems((), ("units", 0)))
    seen = conceal_sheet(open_)
    assert (seen.points, seen.tracks, seen.facts, seen.problems) == (9, SHEET.tracks, (), open_.problems)
    assert seen.rules == SHEET.rules


def test_a_list_without_points_has_none_when_it_is_concealed() -> None:
    seen = conceal_sheet(replace(SHEET, points=None))
    assert seen.points is None
    assert {one.points for one in seen.cards} == {None}


@pytest.mark.parametrize(
    ("where", "told"),
    [
        (("units", 0), ("units", 0)),
        (("units", 0, "count"), ("units", 0, "count")),
        (("units", 2, "count"), ("units", 1, "count")),
        (("flanks", 0, "units", 1), ("flanks", 0, "units", 0)),
        (("flanks", 0, "units"), ("flanks", 0, "units")),
        (("flanks", 0), ("flanks", 0)),
        (("flanks",), None),
        (("units", 1), None),
        (("units", 1, "count"), None),
        (("units",), None),
        (("budget",), None),
        ((), None),
    ],
)
def test_only_problems_of_what_is_shown_are_told(where: Where, told: Where | None) -> None:
    (found,) = conceal_sheet(replace(SHEET, problems=problems(where))).problems
    if told is None:
        assert found.message == "a rule is broken; to name it would show what is hidden"
        assert (found.where, found.is_error) == ((), True)
    else:
        assert (found.message, found.where, found.line) == ("wrong", told, None)


def test_that_a_rule_is_broken_is_said_once_and_only_of_errors() -> None:
    both = conceal_sheet(replace(SHEET, problems=problems(("units", 1), (), ("units", 0)))).problems
    assert [one.message for one in both].count("wrong") == 1
    assert len(both) == 2
    assert conceal_sheet(replace(SHEET, problems=problems(("units", 1), severity="warning"))).problems == ()


def test_a_card_of_the_army_itself_is_the_first_and_holds_no_place() -> None:
    army = card()
    assert army.number == 1
    assert not army.holds(()) and not army.holds(("units", 0))
    assert SHOWN.holds(("units", 0, "count")) and not SHOWN.holds(("units", 1))
