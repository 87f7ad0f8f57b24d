"""Small words of FFTT: distances, lists of units, examples, and names of odds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tabletop_cli.systems.fftt.campaign.forces import UnitsKind
from tabletop_cli.systems.fftt.campaign.moves import figures_worth
from tabletop_cli.systems.fftt.campaigning import lost_words
from tabletop_cli.systems.fftt.insectoids import burnt_words
from tabletop_cli.systems.fftt.terms import format_cm


@pytest.mark.parametrize(("cm", "told"), [("3", "3 cm"), ("7.5", "7 1/2 cm"), ("2.25", "2 1/4 cm"), ("2.9", "2.9 cm")])
def test_a_distance_is_told_as_people_measure_it(cm: str, told: str) -> None:
    assert format_cm(Fraction(cm)) == told


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("1 hq 2 sentinel", {"hq": 1, "sentinel": 2}),
        ("1 hq, 2 sentinel", {"hq": 1, "sentinel": 2}),
        ("3 sniper xp 8 2 grunt", {"sniper": 3, "grunt": 2}),
        ("none", {}),
    ],
)
def test_units_are_typed_with_commas_or_without(typed: str, read: dict[str, int]) -> None:
    assert {one["unit"]: one["count"] for one in UnitsKind().from_words(typed, "units")} == read


def test_what_hazards_take_by_default_leaves_the_hq_for_last() -> None:
    def example(text: str, fp: int) -> str:
        kind = UnitsKind()
        return kind.to_words(kind.plain(figures_worth(kind.read(kind.from_words(text, ""), ""), fp)))

    assert example("1 hq, 2 sentinel, 1 terminator", 2) == "2 sentinel"
    assert example("1 hq, 2 sentinel, 1 terminator", 4) == "1 hq, 2 sentinel, 1 terminator"


def test_odds_of_goo_and_hazards_are_words() -> None:
    assert [burnt_words(name) for name in ("wounds-0", "wounds-1", "wounds-2")] == ["no wound", "1 wound", "2 wounds"]
    assert lost_words("lost-2") == "2 FP lost"
