"""What the table is told of an event that was played: little, in a fixed order; and all of it to who asks why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest

from tabletop_cli.cli.battle.table_settings import Detail
from tabletop_cli.cli.battle.telling import MOST_LINES, count_lines, odds_line, result_blocks, why_lines
from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Step
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.page import Page, Para
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.log import LogEntry
from tabletop_cli.core.play.viewpoint import View
from tabletop_cli.render.plain import render
from tests.examples import some
from tests.systems.test_cases import CASES, SYSTEMS

NOW = "2026-05-01T12:00:00Z"
STEPS = (
    Step("2 dice: cover", ("X-1",), tell="reason"),
    Step("the book says so", ("X-2",)),
    Step("hits: 5 1", tell="rolled"),
    Step("1 hit: pinned", ("X-3",), tell="reason"),
    Step("b1 falls back", ("X-4",), tell="now"),
)


@pytest.fixture
def view(tmp_path: Path) -> Iterator[View]:
    """A battle in which an army of td stands against another."""
    unit = {"type": "infantry-unit", "experience": "regular", "maneuverability": "lead"}
    army = {"system": "td", "name": "Us", "units": [unit]}
    with Store(tmp_path / "battles.sqlite") as store:
        setup = {"sides": {side: {"army": army, "actions": 12} for side in "ab"}}
        yield View(Battle.create(store, registry.load("td"), "x", setup, NOW))


def entry(*steps: Step) -> LogEntry:
    return LogEntry(1, NOW, {"do": "move"}, story="a1 fires at b1: 1 hit, pinned", steps=steps)


def told(view: View, detail: Detail, *steps: Step, plain: bool = True) -> list[str]:
    blocks = result_blocks(view, entry(*steps), set(), detail, 0, (), plain=plain)
    return render([Page("", tuple(blocks))]).splitlines()


def test_dice_then_the_story_then_what_to_do_then_the_reasons(view: View) -> None:
    assert told(view, "normal", *STEPS) == [
        "hits: 5 1",
        "a1 fires at b1: 1 hit, pinned.  w why",
        "  b1 falls back.",
        "  2 dice: cover.",
        "  1 hit: pinned.",
    ]


def test_short_tells_no_reasons(view: View) -> None:
    assert told(view, "short", *STEPS) == ["hits: 5 1", "a1 fires at b1: 1 hit, pinned.  w why", "  b1 falls back."]


def test_full_tells_everything_with_its_rules(view: View) -> None:
    assert told(view, "full", *STEPS)[0] == "a1 fires at b1: 1 hit, pinned."
    assert told(view, "full", *STEPS)[1:] == why_lines(STEPS)


def test_of_many_reasons_the_last_three_are_told(view: View) -> None:
    reasons = [Step(f"reason {n}", tell="reason") for n in range(1, 6)]
    assert told(view, "normal", *reasons)[1:] == ["  reason 3.", "  reason 4.", "  reason 5."]


def test_of_very_many_duties_the_screen_tells_eight_and_where_the_others_are(view: View) -> None:
    lines = told(view, "normal", *(Step(f"duty {n}", tell="now") for n in range(1, 13)), STEPS[0])
    assert lines[1:] == [*(f"  duty {n}." for n in range(1, 9)), "  4 more: press w.", "  2 dice: cover."]


def test_why_is_offered_only_where_something_was_left_out(view: View) -> None:
    assert told(view, "normal", STEPS[0], STEPS[4])[0] == "a1 fires at b1: 1 hit, pinned."
    assert told(view, "normal", STEPS[1])[0] == "a1 fires at b1: 1 hit, pinned.  w why"


def test_on_a_terminal_why_is_at_the_right_and_short_reasons_share_a_line(view: View) -> None:
    lines = told(view, "normal", *STEPS, plain=False)
    assert lines[1] == "a1 fires at b1: 1 hit, pinned.".ljust(74) + "w why"
    assert lines[3] == "  2 dice: cover.  1 hit: pinned."


def test_steps_that_were_told_before_are_not_told_again(view: View) -> None:
    blocks = result_blocks(view, entry(*STEPS), set(), "normal", 4, [STEPS[0]], plain=True)
    assert [block.text for block in blocks if isinstance(block, Para)] == [
        "a1 fires at b1: 1 hit, pinned.",
        "  b1 falls back.",
        "  2 dice: cover.",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_result_is_a_sentence_on_few_lines_and_why_tells_every_step(system: str, tmp_path: Path) -> None:
    looked_at = 0
    with Store(tmp_path / "battles.sqlite") as store:
        for n, case in enumerate(some(case for case in CASES if case.system == system and "events" in case.request)):
            with suppress(TabletopError):
                battle = Battle.create(
                    store, registry.load(system), f"x{n}", case.request["setup"], NOW, case.request["do"]
                )
                looked_at += sum(map(_check_result, _entries(battle, case.request["events"])))
    assert looked_at > 20


def _entries(battle: Battle, events: list[dict[str, object]]) -> Iterator[tuple[View, LogEntry]]:
    for event in events:
        with suppress(TabletopError):
            entry = battle.play_event(battle.game.without_dice(event), battle.game.dice_of(event) or [], NOW)
            yield View(battle, battle.game.doer(battle.state, battle.game.read_event(battle.state, event))), entry


def _check_result(one: tuple[View, LogEntry]) -> bool:
    view, entry = one
    blocks = result_blocks(view, view.cut_entry(entry), set(), "normal", 0, (), plain=False)
    texts = [block.text for block in blocks if isinstance(block, Para)]
    assert count_lines(blocks) <= MOST_LINES, texts
    assert texts[0].strip(), entry.event
    why = "\n".join(why_lines(entry.steps))
    assert all(step.text in why and all(rule in why for rule in step.rules) for step in entry.steps)
    return True


# --- odds ---


def test_odds_are_one_line_of_the_four_likeliest_in_their_order() -> None:
    chances = {"none": 40, "one": 30, "two": 20, "three": 5, "four": 4, "five": 1}
    line = odds_line({name: Fraction(n, 100) for name, n in chances.items()})
    assert line == "Odds: none 40%; one 30%; two 20%; three 5%; 2 more 5% (% shows all)"


def test_results_that_are_alike_are_told_once() -> None:
    assert odds_line({str(n): Fraction(1, 6) for n in range(1, 7)}) == "Odds: each of 6 results 17%"
    assert odds_line({"certain": Fraction(1)}) == "Odds: certain 100%"


def test_small_and_nearly_certain_odds_are_not_rounded_away() -> None:
    line = odds_line({"no": Fraction(1, 10_000), "perhaps": Fraction(28, 1000), "yes": Fraction(9719, 10_000)})
    assert line == "Odds: no <0.1%; perhaps 2.8%; yes 97%"
    assert odds_line({"no": Fraction(1, 10_000), "yes": Fraction(9999, 10_000)}) == "Odds: no <0.1%; yes >99.9%"
