"""What a hint tells people to write, as steps: for repairs, and for those who have no file before them."""

from __future__ import annotations

import pytest

from tabletop_cli.core.lists.hints import Adds, HintStep, Rewrites, Says, Settles, advised_values, reword_hint


def steps(hint: str) -> list[HintStep]:
    """The steps of a hint, in their order."""
    found: list[HintStep] = []
    reword_hint(hint, lambda step: found.append(step) or "")
    return found


@pytest.mark.parametrize(
    ("hint", "found"),
    [
        ("write models = 4", [(Says("models", "4"),)]),
        ('leave it out, or write role = "hmg"', [(Says("role", "hmg"),)]),
        ("write longest = 6, shortest = 5, if swapped", [(Says("longest", "6"), Says("shortest", "5"))]),
        ("write deck = 1, or write supply = 1", [(Says("deck", "1"),), (Says("supply", "1"),)]),
        ('write mode = "ground" or "aerial"', [(Says("mode", "ground or aerial"),)]),
        ('write pieces = ["mortar-80mm"]', [(Says("pieces", "mortar-80mm"),)]),
        ('add one: unit = "seer-council"', [Adds(Says("unit", "seer-council"))]),
        ('add one, e.g. [[units]] with type = "hmg"', [Adds(Says("type", "hmg"), such=True)]),
        ("add one that begins with [[units]]", [Adds()]),
        ("they are blank; write range, reload under [house.guns.hmg]", [Settles("guns.hmg", ("range", "reload"))]),
        ("agree on one, and write it under [house]", [Settles("")]),
        ("write it in quotes", [Rewrites()]),
        ("as in map = { longest = 6, shortest = 5 }", [Rewrites("map")]),
        ("choose from left, right", []),
    ],
)
def test_the_steps_of_a_hint(hint: str, found: list[HintStep]) -> None:
    assert steps(hint) == found


def test_the_rest_of_the_sentence_stays() -> None:
    hint = "leave it out, or write models = 4, as the grid says"
    assert reword_hint(hint, lambda step: "press 3") == "leave it out, or press 3, as the grid says"


def test_a_repair_takes_values_as_they_are_written() -> None:
    assert list(advised_values('write deck = 1.5, id = "a"; or write x = true.')) == [
        [("deck", "1.5"), ("id", '"a"')],
        [("x", "true")],
    ]
