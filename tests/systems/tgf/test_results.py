"""What people hear of each event of tgf: its story, what their hands must do now, and at most three reasons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from textwrap import wrap
from typing import Any, NamedTuple

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Given, Step
from tabletop_cli.core.errors import TabletopError

from ..test_cases import of_system

WIDE, HIGH, REASONS = 80, 14, 3


class Told(NamedTuple):
    """An event of a case that was played, and what is told of it."""

    case: str
    event: dict[str, Any]
    result: dict[str, Any]
    story: str
    steps: list[Step]
    rolled: bool

    def told(self, when: str) -> list[str]:
        return [step.text for step in self.steps if step.tell == when]

    @property
    def kind(self) -> str:
        return str(self.event["do"])

    @property
    def parts(self) -> list[dict[str, Any]]:
        """The result, and of a reaction and of a gun that is moved that of each who does it."""
        inside = self.result.get("actions")
        return [self.result, *(inside if isinstance(inside, list) else []), *self.result.get("areas", {}).values()]

    @property
    def effects(self) -> list[dict[str, Any]]:
        own = {**self.result, "squad": self.event.get("squad"), "killed": self.event.get("killed", [])}
        found = [one for part in self.parts for one in part.get("effects", ())]
        return found + ([own] if self.kind in ("shot-at", "witness") else [])


def _played(setup: dict[str, Any], events: list[dict[str, Any]], case: str) -> Iterator[Told]:
    system = registry.load("tgf")
    game = system.game
    state = game.start(setup, system)
    for event in events:
        faces = game.dice_of(event) or []
        dice = Given([face for part in faces for face in (part if isinstance(part, list) else [part])])
        try:
            state, result, story = game.play_and_tell(state, event, dice)
        except TabletopError:
            continue
        yield Told(case, event, result, story or "", list(dice.steps), bool(dice.rolls))


@cache
def all_told() -> tuple[Told, ...]:
    cases = [case for case in of_system("tgf") if case.request["do"] == "battle" and case.expect.get("ok")]
    found = []
    for case in cases:
        found += _played(case.request["setup"], case.request["events"], case.name)
    return tuple(found)


def test_the_cases_have_every_kind_of_event() -> None:
    assert {one.kind for one in all_told()} == set(registry.load("tgf").game.events)


@pytest.mark.medium
def test_no_result_is_longer_than_fourteen_lines() -> None:
    def height(one: Told) -> int:
        shown = [one.story, *one.told("now"), *one.told("reason")[:REASONS]]
        return sum(len(wrap(f"  {text}", WIDE)) for text in shown)

    assert [(one.case, one.story, height(one)) for one in all_told() if height(one) > HIGH] == []


@pytest.mark.medium
def test_whoever_is_killed_is_named_for_the_hands() -> None:
    killed = [(one, dead) for one in all_told() for effect in one.effects for dead in effect["killed"]]
    assert len(killed) > 50
    assert [(one.case, dead) for one, dead in killed if not any(dead in text for text in one.told("now"))] == []


@pytest.mark.medium
@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("panicked", "must seek cover within 6 cm or away from the enemy, else go prone and stay"),
        ("fall_back", "falls back 10 cm from the squad that fired"),
    ],
)
def test_what_a_squad_must_do_is_said(what: str, words: str) -> None:
    forced = [(one, effect["squad"]) for one in all_told() for effect in one.effects if effect.get(what)]
    assert forced
    silent = [(one.case, squad) for one, squad in forced if f"{squad} {words}" not in one.told("now")]
    assert silent == []


@pytest.mark.medium
def test_a_move_that_fails_is_said() -> None:
    stuck = [one for one in all_told() if any(part.get("move") == "stuck" for part in one.parts)]
    assert stuck
    assert [one.case for one in stuck if "the action is lost: no move, no hit" not in one.told("now")] == []


@pytest.mark.medium
def test_who_is_on_overwatch_and_who_loses_it_is_said() -> None:
    watch = [one for one in all_told() if one.event.get("action") == "overwatch" or one.kind == "react"]
    assert len(watch) > 10
    assert [one.case for one in watch if not any("overwatch" in text for text in one.told("now"))] == []


@pytest.mark.medium
def test_most_events_with_dice_have_a_reason_that_their_story_does_not_tell() -> None:
    rolled = [one for one in all_told() if one.rolled]
    assert len(rolled) > 200
    assert sum(bool(one.told("reason")) for one in rolled) * 2 > len(rolled)
    assert [one.case for one in rolled for text in one.told("reason") if text in one.story] == []


@pytest.mark.medium
def test_a_shot_is_a_sentence_with_who_at_whom_and_the_outcome() -> None:
    shots = [one for one in all_told() if one.event.get("action") == "fire" and "outcome" in one.result]
    ends = ("missed", "saved", "killed", "not spotted", "hit")
    for one in shots:
        who = one.event.get("mini") or one.event["squad"]
        at = one.event.get("target") or "a point"
        assert one.story.startswith(who), one.story
        assert at in one.story, one.story
        assert any(word in one.story for word in ends), one.story
