"""Dice that were typed are counted: who gives too few or too many hears how many are needed, and nothing is decided.

What `needed` means the contracts of the rulebooks say. A die too many: as many as were used. Too few: in tt as many as
all of it takes; elsewhere as many as it takes to the end of the throw that ran dry.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tabletop_cli.core.batch import reply_to_request
from tests.examples import some

from .test_cases import SYSTEMS, Case, of_system


def thrown(system: str) -> Iterator[Case]:
    """The situations that dice decide, each with the dice that it takes."""
    for case in of_system(system):
        dice = case.request.get("dice")
        is_ruled = case.request.get("do") == "resolve" and dice and case.expect["ok"]
        if is_ruled and reply_to_request(case.request)["dice_used"] == len(dice):
            yield case


def needed(case: Case, dice: list[Any]) -> int:
    found = reply_to_request({**case.request, "dice": dice})
    assert not found["ok"], case.name
    assert found["error"]["code"] == "bad-dice", case.name
    number: int = found["error"]["needed"]
    return number


ROLLED = [system for system in SYSTEMS if any(thrown(system))]


def test_only_one_game_has_no_dice() -> None:
    assert sorted(set(SYSTEMS) - set(ROLLED)) == ["du"]


@pytest.mark.parametrize("system", ROLLED)
def test_a_die_too_many(system: str) -> None:
    for case in thrown(system):
        dice = case.request["dice"]
        assert (case.name, needed(case, [*dice, 1])) == (case.name, len(dice))


@pytest.mark.parametrize("system", ROLLED)
def test_too_few_dice(system: str) -> None:
    """So many are asked for, and when these are given, for more, until all are there."""
    for case in thrown(system):
        dice, given = case.request["dice"], 0
        while given < len(dice):
            wanted = needed(case, dice[:given])
            assert given < wanted <= len(dice), case.name
            if system == "tt":
                assert wanted == len(dice), case.name
            given = wanted


# --- In a battle


def played(system: str) -> Iterator[tuple[str, dict[str, Any], list[Any]]]:
    """The name of a case, its request up to the last event for which dice fell, and these dice."""
    for case in some(of_system(system)):
        events = case.request.get("events") or []
        at = max((n for n, one in enumerate(events) if isinstance(one, dict) and one.get("dice")), default=None)
        if at is not None and case.expect["ok"]:
            request = {**case.request, "events": events[: at + 1]}
            if reply_to_request(request)["results"][-1]["ok"]:
                yield case.name, request, events[at]["dice"]


@pytest.mark.parametrize("system", ROLLED)
def test_a_die_too_many_or_too_few_in_a_battle(system: str) -> None:
    for name, request, dice in played(system):
        *before, last = request["events"]
        as_before = reply_to_request({**request, "events": before})["state"]
        for given in ([*dice, 1], dice[:-1]):
            found = reply_to_request({**request, "events": [*before, {**last, "dice": given}]})
            error = found["results"][-1]["error"]
            assert (name, error["code"], error["needed"]) == (name, "bad-dice", len(dice))
            assert found["state"] == as_before, name
