"""House rules: switches with defaults, numbers that the rulebook leaves blank, and clear words for what is neither."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft7Validator

from tabletop_cli.core.declare.house import HouseRules
from tabletop_cli.core.errors import Malformed

RULES = HouseRules.load(
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
    assert RULES.printed.number("guns", "light", "dice") is None
    assert RULES.printed.number("minefield") is None
    with pytest.raises(KeyError):
        RULES.printed.number("guns", "light", "reload")


def test_a_table_of_house_rules_is_read() -> None:
    table = {"cover": "crossed", "reload": 7, "guns": {"light": {"dice": 3}, "heavy": {"reload": 0}}, "minefield": 4}
    house = RULES.read(table)
    assert house["cover"] == "crossed"
    assert house["reload"] == 7
    assert house.number("guns", "light", "dice") == 3
    assert house.number("guns", "heavy", "reload") == 0
    assert house.number("guns", "heavy", "dice") is None
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


def test_the_schema_takes_what_the_reader_takes() -> None:
    Draft7Validator.check_schema(RULES.schema())
    valid = Draft7Validator(RULES.schema())
    assert valid.is_valid({})
    assert valid.is_valid({"cover": "crossed", "reload": 7, "guns": {"light": {"dice": 3}}, "minefield": 0})
    assert RULES.schema()["properties"]["cover"]["default"] == "next-to"
