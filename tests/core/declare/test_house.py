"""House rules: switches with defaults, numbers that the rulebook leaves blank, and clear words for what is neither."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from jsonschema import Draft7Validator

from tabletop_cli.core.declare.house import HouseRules
from tabletop_cli.core.errors import Malformed

RULES = HouseRules.from_data(
    {
        "switch": [
            {"name": "cover", "ruling": "X-R1", "values": ["next-to", "crossed"], "means": {"crossed": "the line"}},
            {"name": "smoke", "ruling": "X-R2", "values": [True, False]},
            {"name": "reload", "ruling": "X-R3", "values": [2], "open": True},
            {"name": "arc", "ruling": "X-R4", "values": [180, 90]},
        ],
        "value": [
            {"key": "guns.<gun>.dice", "names": {"gun": ["light", "heavy"]}, "ruling": "X-R5", "summary": "dice"},
            {"key": "guns.<gun>.reload", "names": {"gun": ["heavy"]}, "ruling": "X-R5"},
            {"key": "minefield", "ruling": "X-R6"},
        ],
    }
)


def test_the_first_value_of_a_switch_is_its_default() -> None:
    house = RULES.printed
    assert (house["cover"], house["smoke"], house["reload"], house["arc"]) == ("next-to", True, 2, 180)


def test_blanks_have_no_default() -> None:
    assert RULES.printed.supplied_number("guns", "light", "dice") is None
    assert RULES.printed.supplied_number("minefield") is None
    with pytest.raises(KeyError):
        RULES.printed.supplied_number("guns", "light", "reload")


def test_a_table_of_house_rules_is_read() -> None:
    table = {"cover": "crossed", "reload": 7, "guns": {"light": {"dice": 3}, "heavy": {"reload": 0}}, "minefield": 4}
    house = RULES.read(table)
    assert house["cover"] == "crossed"
    assert house["reload"] == 7
    assert house.supplied_number("guns", "light", "dice") == 3
    assert house.supplied_number("guns", "heavy", "reload") == 0
    assert house.supplied_number("guns", "heavy", "dice") is None
    assert house.as_dict() == table
    assert RULES.read(house.as_dict()) == house


def test_houses_are_compared_and_hashed_by_what_is_in_them() -> None:
    one, two = RULES.read({"smoke": False, "reload": 1}), RULES.read({"reload": 1, "smoke": False})
    assert one == two
    assert hash(one) == hash(two)
    assert one != RULES.printed


@pytest.mark.parametrize("nothing", [None, {}])
def test_no_house_rules_are_those_of_the_book(nothing: Any) -> None:
    assert RULES.read(nothing) is RULES.printed


@pytest.mark.parametrize(
    ("table", "where", "hint"),
    [
        ([], "house", ""),
        ("cover", "house", ""),
        ({"cover": "behind"}, "house.cover", "next-to, crossed"),
        ({"cover": None}, "house.cover", "next-to, crossed"),
        ({"smoke": 1}, "house.smoke", "true, false"),
        ({"smoke": "true"}, "house.smoke", "true, false"),
        ({"arc": 180.0}, "house.arc", "180, 90"),
        ({"reload": -1}, "house.reload", "whole number"),
        ({"reload": True}, "house.reload", "whole number"),
        ({"covr": "crossed"}, "house.covr", "cover"),
        ({"guns": 3}, "house.guns", "heavy, light"),
        ({"guns": {"lihgt": {"dice": 1}}}, "house.guns.lihgt", "light"),
        ({"guns": {"light": {"reload": 1}}}, "house.guns.light.reload", "dice"),
        ({"guns": {"light": {"dice": 1.5}}}, "house.guns.light.dice", "whole number"),
        ({"guns": {"light": {"dice": {"deeper": 1}}}}, "house.guns.light.dice", "whole number"),
    ],
)
def test_what_is_no_house_rule_is_refused_by_its_place(table: Any, where: str, hint: str) -> None:
    with pytest.raises(Malformed) as refused:
        RULES.read(table)
    assert refused.value.code == "bad-house"
    assert refused.value.where == where
    assert hint in refused.value.hint
    if table != {"arc": 180.0}:  # to a schema 180.0 is 180
        assert not Draft7Validator(RULES.schema()).is_valid(table)


OTHERS = HouseRules.from_data(
    {
        "switch": [
            {"name": "cc_cover", "ruling": "X-R1", "values": ["attacker-only", "both"]},
            {"name": "smoke", "ruling": "X-R2", "values": [True, False]},
        ],
        "value": [
            {
                "key": "weapons.<weapon>.<band>.<key>",
                "names": {"weapon": ["rocket", "offboard"], "band": ["cc", "sr"], "key": ["hit", "dam"]},
                "kind": "whole",
                "minimum": -5,
            },
            {"key": "weapons.<weapon>.template", "names": {"weapon": ["rocket", "offboard"]}, "kind": "yes-or-no"},
            {"key": "prices.<item>", "names": {"item": ["lmg", "rifle"]}, "kind": "fraction"},
            {"key": "reach", "kind": "number"},
            {"key": "tune", "kind": "word", "values": ["march", "waltz"]},
            {
                "key": "fall-over-54",
                "kind": "either",
                "kinds": [
                    {"kind": "word", "values": ["fatal"]},
                    {
                        "kind": "table",
                        "fields": {"dam": "whole", "hits": {"kind": "whole", "minimum": 1, "default": 1}},
                    },
                ],
            },
        ],
    }
)
WRITTEN: dict[str, Any] = {
    "weapons": {"rocket": {"sr": {"hit": -2, "dam": 10}, "template": True}},
    "prices": {"lmg": "5/2", "rifle": 0.5},
    "reach": 7.5,
    "tune": "waltz",
    "fall-over-54": {"dam": 3},
}


def test_blanks_hold_whatever_their_kind_says() -> None:
    house = OTHERS.read(WRITTEN)
    assert house.supplied_number("weapons", "rocket", "sr", "hit") == -2
    assert house.supplied_value("weapons", "rocket", "template") is True
    assert house.supplied_value("weapons", "offboard", "template") is None
    assert house.supplied_value("prices", "lmg") == Fraction(5, 2)
    assert house.supplied_value("prices", "rifle") == Fraction(1, 2)
    assert house.supplied_value("reach") == Fraction(15, 2)
    assert house.supplied_value("fall-over-54") == {"dam": 3, "hits": 1}
    assert OTHERS.read({"fall-over-54": "fatal"}).supplied_value("fall-over-54") == "fatal"


def test_such_a_house_survives_json_and_has_a_hash() -> None:
    house = OTHERS.read(WRITTEN)
    again = OTHERS.read(json.loads(json.dumps(house.as_dict())))
    assert again == house
    assert hash(again) == hash(house)
    assert house.as_dict()["fall-over-54"] == {"dam": 3}, "what is as by default is not said"
    assert ("fall-over-54", "dam 3") in house.decision_texts()
    assert ("prices.rifle", "1/2") in house.decision_texts()


@pytest.mark.parametrize("table", [WRITTEN, {"fall-over-54": "fatal"}, {"weapons": {"offboard": {"cc": {"dam": -5}}}}])
def test_the_schema_takes_what_kinds_take(table: dict[str, Any]) -> None:
    Draft7Validator.check_schema(OTHERS.schema())
    OTHERS.read(table)
    assert Draft7Validator(OTHERS.schema()).is_valid(table)


@pytest.mark.parametrize(
    ("table", "where"),
    [
        ({"weapons": {"rocket": {"sr": {"hit": -6}}}}, "house.weapons.rocket.sr.hit"),
        ({"weapons": {"rocket": {"mr": {"hit": 1}}}}, "house.weapons.rocket.mr"),
        ({"prices": {"lmg": "half"}}, "house.prices.lmg"),
        ({"fall-over-54": {"hits": 2}}, "house.fall-over-54"),
        ({"fall-over-54": {"dam": -1}}, "house.fall-over-54.dam"),
        ({"fall-over-54": "dead"}, "house.fall-over-54"),
        ({"tune": "polka"}, "house.tune"),
    ],
)
def test_wrong_values_of_any_kind_are_refused_by_their_place(table: dict[str, Any], where: str) -> None:
    with pytest.raises(Malformed) as refused:
        OTHERS.read(table)
    assert (refused.value.code, refused.value.where) == ("bad-house", where)
    assert not Draft7Validator(OTHERS.schema()).is_valid(table)


@pytest.mark.parametrize(
    ("key", "text", "table"),
    [
        ("prices.lmg", "2 1/2", {"prices": {"lmg": "5/2"}}),
        ("prices.lmg", "0.5", {"prices": {"lmg": "1/2"}}),
        ("weapons.rocket.sr.hit", "-2", {"weapons": {"rocket": {"sr": {"hit": -2}}}}),
        ("weapons.rocket.template", "y", {"weapons": {"rocket": {"template": True}}}),
        ("tune", "wal", {"tune": "waltz"}),
        ("fall-over-54", "fatal", {"fall-over-54": "fatal"}),
        ("fall-over-54", '{"dam": 3}', {"fall-over-54": {"dam": 3}}),
        ("cc-cover", "both", {"cc_cover": "both"}),
        ("cc_cover", "att", {"cc_cover": "attacker-only"}),
        ("smoke", "no", {"smoke": False}),
        ("smoke", "false", {"smoke": False}),
        ("prices", '{"lmg": 1}', {"prices": {"lmg": 1}}),
    ],
)
def test_house_rules_are_typed(key: str, text: str, table: dict[str, Any]) -> None:
    assert OTHERS.parse_table(key, text) == table
    if key not in ("prices", "cc-cover"):
        assert key in OTHERS.keys


@pytest.mark.parametrize(
    ("key", "text"),
    [("prices.lmg", "cheap"), ("smoke", "maybe"), ("tune", "polka"), ("cc_cover", "x"), ("nosuch", "1")],
)
def test_what_is_typed_wrong_is_refused(key: str, text: str) -> None:
    with pytest.raises(Malformed) as refused:
        OTHERS.parse_table(key, text)
    assert refused.value.code == "bad-house"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"key": "a.<b>"}, "its names are for"),
        ({"key": "a", "names": {"b": ["x"]}}, "its names are for"),
        ({"key": "a", "kind": "nubmer"}, "value a: unknown kind .* did you mean number"),
        ({"key": "a", "kind": "word"}, "value a: a kind .* needs values"),
        ({"key": "z.deeper"}, "value z.deeper: its path leads through another house rule"),
        ({"key": "s"}, "value s: its path leads through another house rule"),
    ],
)
def test_a_blank_that_is_declared_wrong_says_so(value: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        HouseRules.from_data({"switch": [{"name": "s", "ruling": "X", "values": [1]}], "value": [{"key": "z"}, value]})


def test_the_schema_takes_what_the_reader_takes() -> None:
    Draft7Validator.check_schema(RULES.schema())
    valid = Draft7Validator(RULES.schema())
    assert valid.is_valid({})
    assert valid.is_valid({"cover": "crossed", "reload": 7, "guns": {"light": {"dice": 3}}, "minefield": 0})
    assert RULES.schema()["properties"]["cover"]["default"] == "next-to"


def test_a_house_says_how_each_switch_is_played() -> None:
    data = {"name": "cover", "ruling": "X-R1", "values": [False, True], "means": {"true": "Trees\n  hide."}}
    rules = HouseRules.from_data({"switch": [data, {"name": "silent", "ruling": "X-R2", "values": ["a"]}]})
    assert rules.printed.said == {"cover": "", "silent": ""}
    assert rules.read({"cover": True}).said["cover"] == "Trees hide."
