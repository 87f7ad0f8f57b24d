"""Nothing is settled without a word: a refusal ends with a step, in the words of the rule or of the reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.dice.handlers import Dice, Given, Step
from tabletop_cli.core.errors import BadDice, Refused
from tabletop_cli.core.rule.finding import refuse
from tabletop_cli.core.rule.resolve import settle_situation
from tabletop_cli.core.rule.resolver import Resolver
from tabletop_cli.core.rule.situation import Situation

TT = registry.load("tt")


@dataclass(frozen=True, kw_only=True)
class Leap(Situation):
    """A jump over a ditch of `width` cm."""

    width: int


def settled(outcome: Any, dice: Any = (), rolls: bool = True) -> Any:
    def leap(s: Leap, dice: Dice) -> Any:
        dice.explain("it jumps 2 cm", "DITCH-1")
        if isinstance(outcome, Refused):
            raise outcome
        return outcome

    resolver = Resolver(id="leap", title="A leap", situation=Leap, rule=leap, rules=("DITCH-1",), rolls=rolls)
    return settle_situation(resolver, Leap(house=TT.reference.house.printed, width=3), Given(dice), TT.reference)


def test_a_refusal_says_its_numbers_and_cites_each_rule_once() -> None:
    ban = refuse("DITCH-2", "too-far", "3 cm, 2 allowed", "DITCH-R1", "DITCH-2")
    assert settled(ban).steps == (Step("it jumps 2 cm", ("DITCH-1",)), Step("3 cm, 2 allowed", ("DITCH-2", "DITCH-R1")))


def test_without_a_sentence_of_its_own_it_has_that_of_the_reference() -> None:
    assert settled(refuse("DITCH-2", "too-far")).steps[-1] == Step(TT.reference.reason_text("too-far"), ("DITCH-2",))
    assert settled(refuse("", "no-such-word")).steps[-1] == Step("no such word", ())


def test_the_sentence_is_no_part_of_the_outcome() -> None:
    ban = refuse("DITCH-2", "too-far", "3 cm, 2 allowed", "DITCH-R1", width=3)
    assert settled(ban).outcome == {"legal": False, "reason": "too-far", "rule": "DITCH-2", "width": 3}


def test_what_is_allowed_gets_no_further_step() -> None:
    assert settled({"landed": True}).steps == (Step("it jumps 2 cm", ("DITCH-1",)),)


@pytest.mark.parametrize("outcome", [{"landed": True}, refuse("DITCH-2", "too-far")])
def test_a_rule_that_never_rolls_refuses_all_dice(outcome: Any) -> None:
    """Also where the situation is illegal, when other rules pass over the dice."""
    assert settled(outcome, rolls=False).faces == []
    with pytest.raises(BadDice) as wrong:
        settled(outcome, dice=[4, 4], rolls=False)
    assert wrong.value.extra["needed"] == 0
    assert not settled(refuse("DITCH-2", "too-far"), dice=[4, 4]).legal


@pytest.mark.parametrize("dice", [[], [1, 2]])
def test_batch_carries_the_step_of_a_refusal(dice: list[int]) -> None:
    situation = {"unit": "terminator-squad", "distance": 6, "target": {"unit": "rhino"}}
    found = reply_to_request(
        {"do": "resolve", "system": "tt", "resolver": "charge-check", "situation": situation, "dice": dice}
    )
    assert found["outcome"] == {"legal": False, "reason": "too-far", "rule": "TT-CHARGE-6"}
    assert "TT-CHARGE-6" in found["steps"][-1]["rules"]
    assert found["dice_used"] == 0
