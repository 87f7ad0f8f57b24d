"""Logs that somebody has changed: undo and redo of strangers, numbers, dice, words, and how much of it is said."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from tabletop_cli.core.errors import No
from tabletop_cli.core.keep.export import canonical_json
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.hash_chain import find_noted_entry
from tabletop_cli.core.play.log import LogEntry
from tabletop_cli.core.play.luck import luck_of
from tabletop_cli.core.play.table_dice import source_of
from tabletop_cli.core.play.taking_in import take_in
from tabletop_cli.core.play.verdict import Reworded
from tests.forging import forged
from tests.hedge import NOW, PIVOT, SETUP, SHOT, TD

pytestmark = pytest.mark.usefixtures("same_dice")

Lines = list[dict[str, Any]]


@pytest.fixture
def battle(store: Store) -> Battle:
    """Two shots, two of them taken back and one brought back: entries 1 to 6."""
    battle = Battle.create(store, TD, "To verify", SETUP, NOW)
    battle.play_event(PIVOT, None, NOW)
    battle.play_event(SHOT, None, NOW)
    battle.play_event(SHOT, [1, 1, 2, 3], NOW)
    battle.undo(NOW)
    battle.undo(NOW)
    battle.redo(NOW)
    return battle


def changed(number: int, key: str, value: Any) -> Callable[[Lines], None]:
    def change(lines: Lines) -> None:
        lines[number][key] = value

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (changed(4, "undo", 2), "event 4: event 4 undoes event 2, which was not the last event"),
        (changed(4, "undo", 9), "event 4: event 4 undoes event 9, which was not the last event"),
        (changed(6, "redo", 3), "event 6: event 6 redoes event 3, which was not undone last"),
        (changed(6, "redo", 1), "event 6: event 6 redoes event 1, which was not undone last"),
        (changed(4, "undone_dice", False), "event 4: it is wrong about the dice that it undoes"),
    ],
)
def test_undo_and_redo_of_strangers_are_found(
    store: Store, battle: Battle, change: Callable[[Lines], None], said: str
) -> None:
    assert forged(store, battle, change).verify().problems == [said]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"redo": 1}, "event 1: event 1 redoes event 1, which was not undone last"),
        ({"undo": 1, "undone_dice": False}, "event 1: event 1 undoes event 1, which was not the last event"),
    ],
)
def test_nothing_can_be_undone_or_brought_back_before_the_first_event(
    store: Store, battle: Battle, entry: dict[str, int], said: str
) -> None:
    def at_once(lines: Lines) -> None:
        lines[1].clear()
        lines[1] |= {"n": 1, "at": NOW, **entry}

    assert forged(store, battle, at_once).verify().problems == [said]


def test_each_lie_about_an_event_has_its_own_sentence(store: Store, battle: Battle) -> None:
    def lies(lines: Lines) -> None:
        lines[2]["rolls"][0]["faces"] = [face % 6 + 1 for face in lines[2]["rolls"][0]["faces"]]
        lines[2]["steps"][0]["text"] = "said otherwise"
        lines[2]["result"]["hits"] = 77

    assert forged(store, battle, lies).verify().problems[:3] == [
        "event 2: the dice in the log do not come from the seed",
        "event 2: the result in the log does not follow the rules",
        "event 2: the explanation in the log does not follow the rules",
    ]


def test_an_explanation_alone_is_judged(store: Store, battle: Battle) -> None:
    def reworded(lines: Lines) -> None:
        lines[3]["steps"][0]["text"] = "said otherwise"

    assert forged(store, battle, reworded).verify().problems == [
        "event 3: the explanation in the log does not follow the rules"
    ]


@pytest.mark.parametrize(("lies", "more"), [(3, ""), (4, "; and 1 more"), (5, "; and 2 more")])
def test_the_first_three_findings_are_told_and_the_others_counted(
    store: Store, battle: Battle, lies: int, more: str
) -> None:
    file = io.BytesIO()
    store.export_battle(battle.header.id, file)
    head, *lines = [json.loads(line) for line in file.getvalue().splitlines()]
    lines[0]["result"]["ok"] = 1  # the chain and the result
    lines[1]["result"]["hits"] = 77 if lies > 3 else lines[1]["result"]["hits"]
    lines[1]["at"] = "2026-05-01T12:00:01Z"  # the chain
    if lies == 5:
        lines[2]["at"] = "2026-05-01T12:00:01Z"
    text = "".join(canonical_json(line) + "\n" for line in (head, *lines))
    with pytest.raises(No) as refused:
        take_in(store, io.BytesIO(text.encode()), "copy")
    told = refused.value.message.removeprefix("this log was changed after it was played: ")
    assert told.endswith(more) and told.removesuffix(more).count(";") == 2


def test_the_dice_of_the_program_count_as_its_own(battle: Battle) -> None:
    (side,), _ = luck_of(battle)
    assert (side.dice, side.typed) == (4, 0)
    battle.play_event(SHOT, [1, 1, 2, 3], NOW)
    (side,), chances = luck_of(battle)
    assert (side.dice, side.typed) == (8, 4)
    assert [chance.n for chance in chances] == [2, 7]
    assert luck_of(battle, lambda entry: entry.n == 7)[0][0].dice == 4
    assert luck_of(battle, lambda entry: True) == ([], [])


@pytest.mark.parametrize(("events", "said"), [(1, "event 1 was"), (2, "events 1, 2 were"), (8, "6, 7, 8 were")])
def test_a_few_reworded_events_are_named(events: int, said: str) -> None:
    reworded = Reworded("0.0.9", "0.1.0")
    assert all(reworded.note_if_reworded(LogEntry(n, NOW)) for n in range(1, events + 1))
    (remark,) = reworded.version_remarks()
    assert said in remark and "more" not in remark


def test_of_nine_reworded_events_one_is_counted() -> None:
    reworded = Reworded("0.0.9", "0.1.0")
    assert all(reworded.note_if_reworded(LogEntry(n, NOW)) for n in range(1, 10))
    assert not reworded.note_if_reworded(LogEntry(10, NOW, version="0.1.0"))
    assert "7, 8 and 1 more were" in reworded.version_remarks()[0]


def test_a_hash_that_was_noted_is_found_again(store: Store, battle: Battle) -> None:
    lines = store.event_lines(battle.header.id)
    noted = [LogEntry.from_line(line).prev or "" for line in lines]
    assert [find_noted_entry(battle.header, lines, one[:8]) for one in noted] == list(range(len(lines)))
    assert find_noted_entry(battle.header, lines, battle.newest_link) == len(lines)
    assert find_noted_entry(battle.header, lines, "xyz") is None


def test_a_note_is_kept_up_to_five_hundred_letters(battle: Battle) -> None:
    assert battle.write_note("x" * 500, NOW).note == "x" * 500
    assert battle.write_note("y" * 501, NOW).note == "y" * 500


def test_old_battles_have_one_row_of_dice_for_an_event_and_new_ones_a_row_for_each_roll() -> None:
    def two(stream: int) -> tuple[list[int], list[int]]:
        source = source_of(b"4123456789abcdef", stream, 3, 1)
        first, again = source.dice_of_roll(1, None), source.dice_of_roll(1, None)
        return [first(6) for _ in range(20)], [again(6) for _ in range(20)]

    one, other = two(1)
    assert one != other  # the row goes on
    for stream in (2, 3):
        one, other = two(stream)
        assert one == other  # the same roll after the same answers shows the same
