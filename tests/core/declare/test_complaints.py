"""All complaints about a record, judged by what reads it: there are some exactly where reading fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.declare.complaints import record_complaints
from tabletop_cli.core.declare.composed import ListOf, Nullable
from tabletop_cli.core.declare.facts import Record, fact, read_record
from tabletop_cli.core.declare.kinds import OneOf, Whole
from tabletop_cli.core.errors import Malformed


@dataclass(frozen=True, kw_only=True)
class Gun:
    id: str = fact(OneOf(("bow", "sling")))
    reach: int = fact(Whole(1, 9), 1)


@dataclass(frozen=True, kw_only=True)
class Seats:
    room: int = fact(Whole(1, 9))


@dataclass(frozen=True, kw_only=True)
class Crew:
    guns: tuple[Gun, ...] = fact(ListOf(Record(Gun), 1, 3))
    marks: tuple[str, ...] = fact(ListOf(OneOf(("red", "blue"))), ())
    seats: Seats | None = fact(Record(Seats), None)
    spare: Seats | None = fact(Nullable(Record(Seats)), None)


VALUES = st.one_of(st.none(), st.integers(0, 10), st.sampled_from(["bow", "red", "tin"]))
GUNS = st.dictionaries(st.sampled_from(["id", "reach", "tune"]), VALUES)
CREWS = st.dictionaries(
    st.sampled_from(["guns", "marks", "seats", "spare", "tune"]),
    st.one_of(VALUES, GUNS, st.lists(st.one_of(VALUES, GUNS), max_size=4), st.fixed_dictionaries({"room": VALUES})),
)


@given(CREWS)
def test_there_are_complaints_exactly_where_reading_fails(data: Any) -> None:
    found = [wrong.message for wrong in record_complaints(Crew, data, "crew")]
    try:
        read_record(Crew, data, "crew")
    except Malformed as wrong:
        assert wrong.message in found
    else:
        assert found == []


def test_every_fault_is_told_with_its_place() -> None:
    data = {"guns": [{"id": "bow", "reach": 10}, {"reach": 2, "tune": 1}], "marks": ["red", "tin"], "tune": 3}
    assert [wrong.where for wrong in record_complaints(Crew, data, "crew")] == [
        "crew",
        "crew.guns[0].reach",
        "crew.guns[1]",
        "crew.guns[1]",
        "crew.marks[1]",
    ]


@pytest.mark.parametrize("key", ["seats", "spare"])
def test_what_is_not_whole_may_lack_fields_at_any_depth(key: str) -> None:
    assert list(record_complaints(Crew, {key: {}}, "", whole=False)) == []
    assert [wrong.where for wrong in record_complaints(Crew, {key: {"room": 0}}, "", whole=False)] == [f"{key}.room"]


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        ({"guns": [{"id": "bow"}], "marks": "red"}, 'write marks = ["red"]'),
        ({"guns": {"id": "bow"}}, "write [[guns]] above each table"),
        ({"guns": [{"id": "bow"}], "seats": 2}, "write seats = { room = 2 }"),
        ({"guns": [{"id": "bow"}], "seats": "many"}, "write seats = { room = ... }"),
    ],
)
def test_a_single_value_is_shown_as_what_is_needed(data: Any, hint: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_record(Crew, data, "crew")
    assert caught.value.hint == hint
