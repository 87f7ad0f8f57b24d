"""Records to JSON and back: outcomes for machines, whole states for snapshots."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import pytest

from tabletop_cli.core.declare.plain import flat_field, hidden_field, pack_state, plain_data, unpack_state


@dataclass(frozen=True)
class Part:
    cc: int
    note: str = hidden_field("")


@dataclass(frozen=True)
class Whole:
    name: str
    part: Part = flat_field()
    share: Fraction = Fraction(1, 2)
    parts: tuple[Part, ...] = ()
    secret: int = hidden_field(0)


class Place:
    """A type that knows no dataclass."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and other.text == self.text

    __hash__ = object.__hash__


@dataclass(frozen=True)
class State:
    place: Place
    parts: Mapping[str, Part]
    pair: tuple[int, str]
    row: tuple[Part, ...]
    names: frozenset[str]
    maybe: Part | None = None
    side: str | None = None
    facts: Mapping[str, Mapping[str, int]] | None = None


STATE = State(
    Place("hill"),
    {"a": Part(1, "note")},
    (1, "x"),
    (Part(2), Part(3, "n")),
    frozenset({"u", "v"}),
    Part(4),
    "b",
    {"m": {"k": 1}},
)
FREEZE = {Place: lambda place: {"at": place.text}}
THAW = {Place: lambda data: Place(data["at"])}


def test_flat_fields_stand_in_their_parent_and_hidden_ones_nowhere() -> None:
    value = Whole("w", Part(3, "n"), parts=(Part(1),), secret=7)
    assert plain_data(value) == {"name": "w", "cc": 3, "share": "1/2", "parts": [{"cc": 1}]}


def test_hidden_fields_never_tell_two_outcomes_apart() -> None:
    assert Part(1, "a") == Part(1, "b")
    assert hash(Part(1, "a")) == hash(Part(1, "b"))


@dataclass(frozen=True)
class Lost:
    unit: str
    from_: str | None


def test_a_word_of_python_has_no_underscore() -> None:
    assert plain_data(Lost("rifles", "deck")) == {"unit": "rifles", "from": "deck"}


def test_other_values_become_json() -> None:
    assert plain_data({1: (frozenset({"b", "a"}), Fraction(4, 2))}) == {"1": [["a", "b"], "2/1"]}


def test_a_state_survives_json_whole() -> None:
    text = json.dumps(pack_state(STATE, FREEZE))
    thawed = unpack_state(State, json.loads(text), THAW)
    assert thawed == STATE
    assert thawed.row[1].note == "n"  # hidden, and there all the same
    assert isinstance(thawed.names, frozenset)
    assert isinstance(thawed.pair, tuple)


def test_nothing_stays_nothing() -> None:
    bare = State(Place(""), {}, (0, ""), (), frozenset())
    assert unpack_state(State, json.loads(json.dumps(pack_state(bare, FREEZE))), THAW) == bare


def test_a_snapshot_of_another_shape_is_an_error() -> None:
    with pytest.raises((TypeError, KeyError)):
        unpack_state(Part, {"cc": 1, "unknown": 2}, {})
