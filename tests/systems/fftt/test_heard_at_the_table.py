"""What people hear at the table after each event of the worked examples, and what waits until they ask why."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.data import ShapedObject
from tabletop_cli.core.dice.handlers import Given, Step
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.systems.fftt.turn.state import Piece, State
from tests.systems.test_cases import of_system

LINES, WIDTH, REASONS = 14, 80, 3


@dataclass(frozen=True)
class Heard:
    """An event that was played: the states around it, its story, its steps."""

    where: str
    do: str
    before: Any
    after: Any
    result: ShapedObject
    story: str
    steps: tuple[Step, ...]
    rolled: bool

    def steps_to(self, tell: str) -> list[str]:
        return [step.text for step in self.steps if step.tell == tell]

    @property
    def screen(self) -> list[str]:
        """The story, what is to be done now, and the first reasons, as lines of a terminal."""
        said = [self.story, *self.steps_to("now"), *self.steps_to("reason")[:REASONS]]
        return [line for text in said for line in textwrap.wrap(text, WIDTH - 2)]


@cache
def heard(game_name: str) -> tuple[Heard, ...]:
    return tuple(_played(game_name))


def _played(game_name: str) -> Iterator[Heard]:
    game = registry.load("fftt").games[game_name]
    for case in of_system("fftt"):
        if case.request.get("do") != game_name:
            continue
        try:
            state = game.start(case.request["setup"], registry.load("fftt"))
        except TabletopError:
            continue
        for at, raw in enumerate(case.request.get("events", ())):
            try:
                dice = Given(raw.get("dice", []))
                after, result, story = game.play_and_tell(state, game.without_dice(raw), dice)
            except (TabletopError, AttributeError):
                continue  # of those that are refused other tests tell
            where = f"{case.file}, {case.name}, event {at + 1}: {raw['do']}"
            steps = tuple(dice.steps)
            yield Heard(where, raw["do"], state, after, result, story or "", steps, bool(dice.rolls))
            state = after


def hands_are_needed(one: Heard) -> bool:
    """Whether something on the table changes that no player has moved: markers, templates, who is there."""
    before, after = one.before, one.after
    assert isinstance(before, State) and isinstance(after, State)

    def on_table(state: State) -> dict[str, object]:
        return {name: _marks(piece) for name, piece in state.figures.items()}

    deviates = any(isinstance(shot, dict) and shot.get("deviation") for shot in one.result.get("shots", ()))
    return (
        on_table(before) != on_table(after)
        or (before.goo.keys(), before.eggs.keys(), before.explosions)
        != (after.goo.keys(), after.eggs.keys(), after.explosions)
        or deviates
    )


def _marks(one: Piece) -> tuple[object, ...]:
    return one.dead, one.gone, one.pending, one.suffered, one.out, one.reserved, one.eaten


@pytest.mark.parametrize("game", ["battle", "campaign"])
def test_what_is_heard_after_an_event_fits_on_a_screen_of_fourteen_lines(game: str) -> None:
    assert [one.where for one in heard(game) if len(one.screen) > LINES] == []


@pytest.mark.parametrize("game", ["battle", "campaign"])
def test_every_event_is_told_in_a_sentence_that_no_reason_repeats(game: str) -> None:
    assert [one.where for one in heard(game) if not one.story] == []
    assert [one.where for one in heard(game) if one.story in one.steps_to("reason")] == []


def test_who_is_hurt_dies_or_is_moved_is_told_at_once_to_those_who_hold_the_figures() -> None:
    events = [one for one in heard("battle") if hands_are_needed(one)]
    assert {"fire", "opportunity-fire", "melee", "next", "blast", "go-off", "goo-roll"} <= {one.do for one in events}
    # who waits on a flank leaves the table with the first throw: before anybody has put a figure there
    silent = [one for one in events if not one.steps_to("now") and one.do != "initiative"]
    assert [one.where for one in silent] == []


@pytest.mark.parametrize("game", ["battle", "campaign"])
def test_what_the_dice_decided_has_a_reason(game: str) -> None:
    """A tie is the reason for no wound, and is told at once."""
    rolled = [one for one in heard(game) if one.rolled]
    without = [one for one in rolled if not one.steps_to("reason")]
    assert [one.where for one in without if not any("a tie" in step for step in one.steps_to("now"))] == []


def test_the_story_of_a_shot_says_who_at_whom_and_what_came_of_it() -> None:
    stories = {one.story for one in heard("battle") if one.do in ("fire", "opportunity-fire")}
    assert "a1 Grunt fires at b1 Bomb bug: a hit, 1 wound; dies of it: b1 Bomb bug" in stories
    assert "a2 Tank fires at b1 Grunt: 2 misses" in stories
    assert "a2 Grunt fires at b1 Razor dog: a hit; a3 Grunt 1 wound" in stories


def test_a_miss_says_where_the_burst_goes_and_a_hit_whom_to_mark() -> None:
    miss = next(one for one in heard("battle") if "a miss deviates" in one.where and one.do == "fire")
    assert miss.steps_to("now") == [
        "move the burst 2 cm in direction 7 of your template",
        "mark b1 Grunt 1 wound, b2 Grunt 2 wounds: they count at the end of hand to hand",
    ]
    assert miss.steps_to("reason")[:REASONS] == [
        "4 or less to hit: weapon skill 6, -1 beyond short range, -1 indirect fire",
        "5, 4 or less needed: a miss",
        "missed by 1: the burst deviates 2 cm",
    ]


def test_what_explodes_stays_on_the_table_until_it_has_exploded() -> None:
    chain = next(one for one in heard("battle") if "explosions chain" in one.where and one.do == "blast")
    assert chain.steps_to("now")[1:] == ["dead: b2 Tank", "explodes first, then leaves the table: b2 Tank"]
