"""An event has one form, however it was typed: dice, results and words depend on what was chosen, and not on how."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.data import natural_key, sort_keys
from tabletop_cli.core.declare.composed import ListOf, MapOf
from tabletop_cli.core.declare.facts import Record, fact
from tabletop_cli.core.declare.kinds import Text, Whole
from tabletop_cli.core.declare.plain import pack_state, unpack_state
from tabletop_cli.core.play.answers import Reader
from tabletop_cli.core.play.items import select_items
from tabletop_cli.core.play.order import order_counts
from tabletop_cli.core.play.place import Wanted, ask_next


@dataclass(frozen=True, kw_only=True)
class Shot:
    shooter: str = fact(Text())
    gap: int = fact(Whole())


@dataclass(frozen=True, kw_only=True)
class Volley:
    shots: tuple[Shot, ...] = fact(ListOf(Record(Shot)), ())
    near: Mapping[str, int] = fact(MapOf(Whole()), {})
    heirs: tuple[str, ...] = fact(ListOf(Text()), (), one_by_one=True)
    crew: tuple[str, ...] = fact(ListOf(Text()), ())


def reader(answers: dict[str, Any], *still_open: str) -> Reader:
    return Reader("volley", Volley, answers, None, ask_next, frozenset((name,) for name in still_open))


def dice_of(answers: dict[str, Any]) -> str:
    """What the dice depend on when all of an event was read."""
    read = reader(answers)
    event = read.event
    for shot in event.shots:
        _ = shot.shooter, shot.gap
    _ = event.near, list(event.heirs), event.crew
    return read.seen_text()


def test_numbers_in_ids_count_as_numbers() -> None:
    assert sorted(["a10", "b1", "a2", "a", "a02"], key=natural_key) == ["a", "a02", "a2", "a10", "b1"]
    assert sorted(["9" * 5000, "1" + "0" * 5000], key=natural_key)[0][0] == "9", "longer than int() reads"


@given(st.lists(st.text("ab0129-", max_size=5), unique=True))
def test_no_two_ids_share_a_place(ids: list[str]) -> None:
    assert len({natural_key(one) for one in ids}) == len(ids)


def test_tables_are_sorted_inside_lists_and_tables_and_lists_stay() -> None:
    sorted_ = sort_keys({"b10": [{"z": 1, "y": 2}], "b9": [3, 1, 2]})
    assert json.dumps(sorted_) == '{"b9": [3, 1, 2], "b10": [{"y": 2, "z": 1}]}'


def test_a_table_is_read_in_natural_order_however_it_was_typed() -> None:
    event = reader({"near": {"b10": 1, "b9": 2}}).event
    assert list(event.near) == ["b9", "b10"]


def test_the_first_item_is_the_same_whether_others_are_there_or_may_come() -> None:
    """The heir of one squad is named before its morale die, that of the next after it (TGF-LEAD-1)."""

    def read(answers: dict[str, Any], *still_open: str) -> str:
        found = reader(answers, *still_open)
        assert list(select_items(found.event.heirs, {"ann", "amy"})) == ["ann"]
        return found.seen_text()

    step_by_step = read({"heirs": ["ann"]}, "heirs")
    assert step_by_step == read({"heirs": ["ann", "bob"]}) == read({"heirs": ["ann"]})


def test_who_is_not_there_yet_is_asked_for() -> None:
    with pytest.raises(Wanted):
        select_items(reader({"heirs": ["ann"]}, "heirs").event.heirs, {"bob"})
    assert select_items(reader({"heirs": ["ann"]}).event.heirs, {"bob"}) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"crew": ["a1", "a3", "a4"]}, {"crew": ["a1", "a4", "a3"]}),
        ({"near": {"b9": 1, "b10": 2}}, {"near": {"b10": 2, "b9": 1}}),
        (
            {"shots": [{"shooter": "a1", "gap": 3}, {"shooter": "a4", "gap": 5}]},
            {"shots": [{"gap": 5, "shooter": "a4"}, {"shooter": "a1", "gap": 3}]},
        ),
        ({"crew": [], "shots": [], "heirs": []}, {}),
    ],
)
def test_equal_choices_meet_the_same_dice(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert dice_of(one) == dice_of(other)


@pytest.mark.parametrize(
    "other",
    [
        [{"shooter": "a1", "gap": 3}, {"shooter": "a4", "gap": 6}],
        [{"shooter": "a1", "gap": 5}, {"shooter": "a4", "gap": 3}],
        [{"shooter": "a1", "gap": 3}, {"shooter": "a1", "gap": 5}],
        [{"shooter": "a1", "gap": 3}],
    ],
)
def test_other_choices_meet_other_dice(other: list[dict[str, Any]]) -> None:
    assert dice_of({"shots": [{"shooter": "a1", "gap": 3}, {"shooter": "a4", "gap": 5}]}) != dice_of({"shots": other})


def test_old_logs_depend_on_places() -> None:
    found = reader({"shots": [{"shooter": "a1", "gap": 3}]})
    assert [shot.gap for shot in found.event.shots] == [3]
    assert '"shots.0.gap":3' in found.seen_text_by_place() and '"shots.a1.gap":3' in found.seen_text()


@pytest.mark.parametrize(
    ("answers", "counts"),
    [
        ({"near": {"b9": 1, "b10": 2}}, True),
        ({"near": {"b9": 1}}, False),
        ({"heirs": []}, True),
        ({"shots": [{"shooter": "a1"}], "crew": ["a1", "a2"]}, False),
    ],
)
def test_of_which_old_events_the_order_counted(answers: dict[str, Any], counts: bool) -> None:
    assert order_counts(Volley, answers) is counts


@dataclass(frozen=True)
class Board:
    names: Mapping[tuple[int, int], str]
    figures: Mapping[str, int]


def test_a_state_goes_through_text_with_any_keys_and_in_its_order() -> None:
    board = Board({(2, -1): "mill", (0, 0): "weir"}, {"b10": 1, "a2": 2})
    text = json.dumps(pack_state(board, {}))
    thawed = unpack_state(Board, json.loads(text), {})
    assert thawed == board
    assert list(thawed.names) == [(2, -1), (0, 0)] and list(thawed.figures) == ["b10", "a2"]
    assert unpack_state(Board, json.loads(json.dumps(pack_state(Board({}, {}), {}))), {}) == Board({}, {})
