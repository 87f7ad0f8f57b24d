"""Declared facts: every kind of value reads, parses, describes and schematises, and names the place of a mistake."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from tabletop_cli.core.declare.amounts import Fractional, Points
from tabletop_cli.core.declare.composed import ListOf, MapOf, Nullable
from tabletop_cli.core.declare.either import Anything, Union
from tabletop_cli.core.declare.facts import (
    Record,
    fact,
    facts_of,
    plain_record,
    read_record,
    record_schema,
    spelled_out,
)
from tabletop_cli.core.declare.ids import Id
from tabletop_cli.core.declare.kinds import Kind, Number, OneOf, Raw, Text, Whole, YesNo
from tabletop_cli.core.declare.matching_words import join_words, split_words
from tabletop_cli.core.errors import Malformed
from tests.examples import examples


@dataclass(frozen=True, kw_only=True)
class Gun:
    calibre: int = fact(Whole(1, 9), ask="How big?")
    note: str | None = fact(Text(), None)


@dataclass(frozen=True, kw_only=True)
class Tank:
    """A record with a word of Python, a default list and a record inside."""

    class_: str = fact(OneOf(("light", "heavy", 3)), "light", help="how heavy it is")
    guns: tuple[Gun, ...] = fact(ListOf(Record(Gun), maximum=3), ())
    crew: dict[str, Any] = fact(MapOf(Whole()), {})
    speed: Fraction | None = fact(Nullable(Number(0)), None)
    tracks: bool = fact(YesNo(), True)


@dataclass(frozen=True, kw_only=True)
class Soldier:
    """A record that a word stands for."""

    rank: str = fact(OneOf(("private", "major")), ask="Which rank?")
    wounds: int = fact(Whole(), 0)
    gun: Gun | None = fact(Nullable(Record(Gun)), None)


KINDS: dict[str, Kind] = {
    "whole": Whole(),
    "range": Whole(2, 5),
    "any whole": Whole(None, None),
    "number": Number(),
    "number from": Number(Fraction(1, 2)),
    "yes or no": YesNo(),
    "one of": OneOf(("a", "b", 1)),
    "text": Text(),
    "list": ListOf(Whole(0, 9), 1, 3),
    "map": MapOf(Whole()),
    "nullable": Nullable(Whole(0, 9)),
    "raw": Raw(),
    "record": Record(Tank),
    "words": ListOf(OneOf(("border", "bog", "hedge"))),
    "names": ListOf(Text()),
    "tiles": ListOf(ListOf(Whole())),
    "tables": ListOf(Record(Gun)),
    "id": Id(),
    "fraction": Fractional(negative=True),
    "points": Points(Fraction(1, 2)),
    "number or word": Union((Number(0), OneOf(("slit", "CC")))),
    "id or table": Union((Id(), Record(Gun))),
    "lists or yes": Union((ListOf(Whole()), YesNo())),
    "anything": Anything("whatever you like", {}),
    "table or word": Record(Soldier, by_word=True),
    "tables or words": ListOf(Record(Soldier, by_word=True)),
}

GOOD: list[tuple[str, Any, Any]] = [
    ("whole", 0, 0),
    ("range", 5, 5),
    ("any whole", -(10**30), -(10**30)),
    ("number", 1.1, Fraction(11, 10)),
    ("number", 7, Fraction(7)),
    ("number from", 0.5, Fraction(1, 2)),
    ("yes or no", False, False),
    ("one of", 1, 1),
    ("text", "naïve [bold]", "naïve [bold]"),
    ("list", [1, 2], (1, 2)),
    ("map", {"a": 1}, {"a": 1}),
    ("nullable", None, None),
    ("raw", {"anything": [None]}, {"anything": [None]}),
    ("record", {"guns": [{"calibre": 3}]}, Tank(guns=(Gun(calibre=3),))),
    ("words", ["bog"], ("bog",)),
    ("tiles", [[0, 1], []], ((0, 1), ())),
    ("tables", [{"calibre": 3}], (Gun(calibre=3),)),
    ("id", "a1-2", "a1-2"),
    ("fraction", "-3/2", Fraction(-3, 2)),
    ("fraction", -1.5, Fraction(-3, 2)),
    ("points", "3/2", Fraction(3, 2)),
    ("points", 2, Fraction(2)),
    ("number or word", 7.5, Fraction(15, 2)),
    ("number or word", "slit", "slit"),
    ("id or table", "a1", "a1"),
    ("id or table", {"calibre": 2}, Gun(calibre=2)),
    ("lists or yes", [1], (1,)),
    ("lists or yes", True, True),
    ("anything", ["a", 1], ("a", 1)),
    ("table or word", "major", Soldier(rank="major")),
    ("table or word", {"rank": "major", "wounds": 2}, Soldier(rank="major", wounds=2)),
    ("tables or words", ["major", {"rank": "private"}], (Soldier(rank="major"), Soldier(rank="private"))),
]

BAD: list[tuple[str, Any]] = [
    ("whole", -1),
    ("whole", 1.0),
    ("whole", True),
    ("whole", "1"),
    ("whole", None),
    ("whole", 10**400),
    ("range", 1),
    ("range", 6),
    ("number", "1"),
    ("number", True),
    ("number", float("nan")),
    ("number", float("inf")),
    ("number", 1e300),
    ("number from", 0.4),
    ("yes or no", 1),
    ("yes or no", "true"),
    ("one of", "c"),
    ("one of", True),
    ("one of", 1.0),
    ("one of", None),
    ("one of", ["a"]),
    ("text", 5),
    ("text", "x" * 201),
    ("list", []),
    ("list", [1, 2, 3, 4]),
    ("list", "1,2"),
    ("list", [1, "x"]),
    ("list", {"0": 1}),
    ("map", []),
    ("map", {"a": -1}),
    ("map", {"k" * 300: 1}),
    ("nullable", 10),
    ("raw", []),
    ("raw", None),
    ("record", []),
    ("record", {"guns": [{}]}),
    ("record", {"guns": [{"calibre": 0}]}),
    ("record", {"class_": "light"}),
    ("record", {"clas": "light"}),
    ("record", {"crew": None}),
    ("id", ""),
    ("id", "  "),
    ("id", 5),
    ("fraction", "half"),
    ("fraction", "1/0"),
    ("fraction", True),
    ("points", "1/3"),
    ("points", -1),
    ("number or word", -1),
    ("number or word", "far"),
    ("number or word", True),
    ("id or table", {"calibre": 10}),
    ("lists or yes", {}),
    ("table or word", "general"),
    ("table or word", 3),
    ("table or word", {"wounds": 2}),
    ("record", "light"),
]


def named(pair: object) -> str:
    return pair if isinstance(pair, str) else ""


@pytest.mark.parametrize(("name", "given_", "read"), GOOD, ids=named)
def test_good_values_are_read_and_valid(name: str, given_: Any, read: Any) -> None:
    kind = KINDS[name]
    assert kind.read(given_, "x") == read
    assert Draft7Validator(kind.schema()).is_valid(given_)
    assert kind.read(json.loads(json.dumps(kind.plain(read))), "x") == read


@pytest.mark.parametrize(("name", "given_"), BAD, ids=named)
def test_bad_values_are_refused_by_their_place(name: str, given_: Any) -> None:
    with pytest.raises(Malformed) as refused:
        KINDS[name].read(given_, "situation.x")
    assert refused.value.where.startswith("situation.x")
    assert refused.value.message.startswith("situation.x")
    assert len(refused.value.message) < 300


@pytest.mark.parametrize("name", KINDS)
def test_schemas_are_draft_07_and_words_say_what_to_give(name: str) -> None:
    Draft7Validator.check_schema(KINDS[name].schema())
    assert KINDS[name].words.strip()


@pytest.mark.parametrize(
    ("name", "text", "read"),
    [
        ("whole", " 12 ", 12),
        ("number", "1.5", Fraction(3, 2)),
        ("yes or no", "Y", True),
        ("yes or no", "No", False),
        ("yes or no", "true", True),
        ("number", "7 1/2", Fraction(15, 2)),
        ("number", "-1/2", Fraction(-1, 2)),
        ("fraction", "7 1/2", Fraction(15, 2)),
        ("fraction", "1/3", Fraction(1, 3)),
        ("fraction", "0.1", Fraction(1, 10)),
        ("points", "3/2", Fraction(3, 2)),
        ("list", "1 2", (1, 2)),
        ("words", "bor h", ("border", "hedge")),
        ("words", "BOR,h", ("border", "hedge")),
        ("words", '["bog"]', ("bog",)),
        ("names", 'a1, b2 "the third"', ("a1", "b2", "the third")),
        ("tiles", "[[0, 1], [2, 3]]", ((0, 1), (2, 3))),
        ("tables", '[{"calibre": 3}]', (Gun(calibre=3),)),
        ("id", "12", "12"),
        ("number or word", "12", Fraction(12)),
        ("number or word", "sl", "slit"),
        ("id or table", '{"calibre": 2}', Gun(calibre=2)),
        ("lists or yes", "1 2", (1, 2)),
        ("lists or yes", "y", True),
        ("anything", "5", 5),
        ("one of", "1", 1),
        ("one of", " b ", "b"),
        ("text", "12", "12"),
        ("list", "1, 2,", (1, 2)),
        ("list", "[3]", (3,)),
        ("nullable", "none", None),
        ("nullable", "4", 4),
        ("raw", '{"a": 1}', {"a": 1}),
        ("record", '{"class": "heavy"}', Tank(class_="heavy")),
        ("table or word", "maj", Soldier(rank="major")),
        ("table or word", '{"rank": "major", "wounds": 1}', Soldier(rank="major", wounds=1)),
        ("tables or words", "major private", (Soldier(rank="major"), Soldier(rank="private"))),
    ],
)
def test_words_that_people_type_are_parsed(name: str, text: str, read: Any) -> None:
    assert KINDS[name].parse(text, "x") == read


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("whole", "twelve"),
        ("yes or no", "perhaps"),
        ("yes or no", "f"),
        ("yes or no", "1"),
        ("yes or no", "off"),
        ("one of", "c"),
        ("one of", ""),
        ("list", ""),
        ("list", "[[[["),
        ("whole", "1e3"),
        ("number", "1/3"),
        ("number from", "1/4"),
        ("points", "1/3"),
        ("words", "bo h"),
        ("tiles", "0,1 2,3"),
        ("tables", "three"),
        ("record", "light"),
        ("number or word", "far"),
        ("table or word", "general"),
    ],
)
def test_words_that_make_no_sense_are_refused(name: str, text: str) -> None:
    with pytest.raises(Malformed) as refused:
        KINDS[name].parse(text, "x")
    assert refused.value.where.startswith("x")


def test_a_word_that_may_mean_several_says_which() -> None:
    with pytest.raises(Malformed) as refused:
        KINDS["words"].from_words("hedge bo", "path")
    assert refused.value.message == 'path: "bo" could be border or bog'


def test_a_wrong_word_of_a_list_is_told_without_its_number() -> None:
    with pytest.raises(Malformed) as refused:
        KINDS["words"].from_words("hedge, foo", "path")
    assert refused.value.message == 'path: "foo" is not known'
    with pytest.raises(Malformed) as read:
        KINDS["words"].read(["hedge", "foo"], "path")
    assert read.value.message == 'path[1]: "foo" is not known', "machines count"


def test_words_that_stand_for_tables_are_written_out_wherever_they_are() -> None:
    given_ = {"first": "major", "others": ["private", {"rank": "major", "gun": {"calibre": 2}}], "stray": "major"}

    @dataclass(frozen=True, kw_only=True)
    class Patrol:
        first: Soldier | None = fact(Nullable(Record(Soldier, by_word=True)), None)
        others: tuple[Soldier, ...] = fact(ListOf(Record(Soldier, by_word=True)), ())

    others = [{"rank": "private"}, {"rank": "major", "gun": {"calibre": 2}}]
    assert spelled_out(Record(Patrol), given_) == {"first": {"rank": "major"}, "others": others, "stray": "major"}
    assert spelled_out(Record(Patrol), "major") == "major"


def test_a_union_knows_the_place_inside() -> None:
    with pytest.raises(Malformed) as refused:
        KINDS["id or table"].read({"calibre": 10}, "figure")
    assert refused.value.where == "figure.calibre"


@pytest.mark.parametrize(
    "name", [name for name, kind in KINDS.items() if name in ("raw", "record", "map", "tiles", "tables")]
)
def test_what_is_too_deep_for_words_is_typed_as_json(name: str) -> None:
    assert KINDS[name].typed_as_json
    with pytest.raises(Malformed, match="is not JSON"):
        KINDS[name].from_words("word", "x")


def test_a_table_may_be_given_in_part() -> None:
    """More of it may stand beside it: whoever reads the whole judges it."""
    assert KINDS["tables"].from_words('[{"note": "long"}]', "x") == [{"note": "long"}]


@examples(100)
@given(st.lists(st.text(st.characters(exclude_characters='"', exclude_categories=["Cs"]), min_size=1), max_size=4))
def test_words_are_joined_and_split_again(words: list[str]) -> None:
    assert split_words(join_words(words)) == words


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.sampled_from(["a", "light"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["guns", "class"]), inner, max_size=2),
    max_leaves=6,
)


@examples(150)
@given(st.sampled_from(sorted(KINDS)), anything)
def test_reader_and_schema_agree_on_anything(name: str, value: Any) -> None:
    """What the reader takes is valid, and what the schema refuses is refused, with one kind of error only."""
    kind = KINDS[name]
    try:
        kind.read(value, "x")
        taken = True
    except Malformed:
        taken = False
    if taken:
        assert Draft7Validator(kind.schema()).is_valid(value)


@examples(60)
@given(st.sampled_from(sorted(KINDS)), st.text(max_size=12))
def test_any_text_is_parsed_or_refused(name: str, text: str) -> None:
    try:
        KINDS[name].parse(text, "x")
    except Malformed as refused:
        assert refused.where.startswith("x")


# --- Records ----------------------------------------------------------------------------------------------------------


def test_a_record_reads_by_the_names_that_people_see() -> None:
    tank = read_record(Tank, {"class": "heavy", "guns": [{"calibre": 2, "note": "long"}], "speed": 1.5}, "")
    assert tank == Tank(class_="heavy", guns=(Gun(calibre=2, note="long"),), speed=Fraction(3, 2))
    assert [one.name for one in facts_of(Tank)] == ["class", "guns", "crew", "speed", "tracks"]


def test_a_record_survives_json() -> None:
    """Facts left unsaid stay unsaid; those that may be null are said."""
    tank = Tank(guns=(Gun(calibre=2),))
    plain = plain_record(tank)
    assert plain == {"class": "light", "guns": [{"calibre": 2}], "crew": {}, "speed": None, "tracks": True}
    assert read_record(Tank, json.loads(json.dumps(plain)), "tank") == tank


def test_defaults_are_not_shared() -> None:
    one, two = Tank(), Tank()
    one.crew["a"] = 1
    assert two.crew == {}


@pytest.mark.parametrize(
    ("data", "where", "hint"),
    [
        ({"tracsk": True}, "tank", "tracks"),
        ({"guns": [{"calibre": 1}, {}]}, "tank.guns[1]", "calibre is a whole number from 1 to 9"),
        ({"guns": [{"calibre": 10}]}, "tank.guns[0].calibre", "from 1 to 9"),
        ({"crew": {"driver": "x"}}, "tank.crew.driver", "whole number"),
        ({"class": "hevy"}, "tank.class", "heavy"),
    ],
)
def test_mistakes_name_the_place_and_what_would_do(data: dict[str, Any], where: str, hint: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_record(Tank, data, "tank")
    assert refused.value.where == where
    assert hint in refused.value.hint


def test_hostile_text_is_harmless_in_messages() -> None:
    with pytest.raises(Malformed) as refused:
        read_record(Tank, {"class": "\x1b[2J\u202e[red]" + "x" * 10_000}, "tank")
    assert refused.value.message.isascii()
    assert refused.value.message.isprintable()
    assert len(refused.value.message) < 200


def test_the_schema_of_a_record_is_closed_and_described() -> None:
    schema = record_schema(Gun)
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["calibre"]
    assert schema["properties"]["calibre"]["description"] == "How big?"
