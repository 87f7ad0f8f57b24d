"""Errors say what they carry, and how much too much something is."""

from __future__ import annotations

import pytest

from tabletop_cli.core.errors import BadDice, IllegalSituation, too_much_error


def test_what_an_error_carries_is_told_with_it() -> None:
    dice = BadDice("two dice short", needed=4, hint="roll them", where="dice")
    assert (str(dice), dice.needed, dice.hint, dice.where) == ("two dice short", 4, "roll them", "dice")
    assert dice.as_dict()["needed"] == 4
    situation = IllegalSituation("nobody is there", reason="empty", hint="wait", where="target")
    assert (str(situation), situation.reason, situation.hint) == ("nobody is there", "empty", "wait")
    assert situation.as_dict()["reason"] == "empty"


@pytest.mark.parametrize(
    ("work", "times", "said"),
    [
        (10, 2, "about 2 times"),
        (20, 2, "about 2 times"),
        (21, 3, "about 3 times"),
        (30, 3, "about 3 times"),
        (9_999_990, 999_999, "about 999,999 times"),
        (9_999_991, 1_000_000, "about more than a million times"),
    ],
)
def test_how_much_too_much_it_is(work: int, times: int, said: str) -> None:
    refused = too_much_error("all of it", work, 10)
    assert said in refused.message
    assert refused.extra["times"] == times
