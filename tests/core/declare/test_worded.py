"""Kinds that a file of words declares."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tabletop_cli.core.declare.worded import kind_of
from tabletop_cli.core.errors import Malformed


@pytest.mark.parametrize(
    ("spec", "right", "wrong"),
    [
        ("whole", [0, 7], [-1, 0.5, "x"]),
        ({"kind": "whole", "minimum": 1, "maximum": 3}, [1, 3], [0, 4]),
        ({"kind": "whole", "minimum": False}, [-5, 0], [0.5]),
        ("number", [0, 0.5], [-0.5]),
        ({"kind": "number", "minimum": 2}, [2, 2.5], [1.5]),
        ({"kind": "number", "minimum": False}, [-0.5], ["x"]),
        ("yes-or-no", [True, False], [1]),
        ("text", ["", "x"], [1]),
        ({"kind": "word", "values": ["a", "b"]}, ["a"], ["c"]),
        ({"kind": "list", "item": "whole"}, [[], [1, 2]], [[-1], 1]),
        ({"kind": "map", "item": "whole"}, [{}, {"a": 1}], [{"a": -1}, []]),
        ({"kind": "either", "kinds": ["whole", "yes-or-no"]}, [1, True], ["x"]),
        ({"kind": "table", "fields": {"a": "whole"}}, [{"a": 1}], [{}, {"a": 1, "b": 1}, 5, []]),
    ],
    ids=str,
)
def test_a_kind_takes_what_its_words_say(spec: Any, right: list[Any], wrong: list[Any]) -> None:
    kind = kind_of(spec)
    for value in right:
        assert kind.plain(kind.read(value, "it")) == value
    for value in wrong:
        with pytest.raises(Malformed):
            kind.read(value, "it")


def test_fractions_may_be_below_zero_where_that_is_said() -> None:
    assert kind_of({"kind": "fraction", "negative": True}).read("-1/2", "it") == Fraction(-1, 2)
    with pytest.raises(Malformed):
        kind_of("fraction").read("-1/2", "it")


def test_what_is_left_out_of_a_table_has_its_default() -> None:
    spec = {"kind": "table", "fields": {"a": "whole", "b": {"kind": "whole", "default": 4}}}
    assert kind_of(spec).read({"a": 1}, "it") == {"a": 1, "b": 4}


@pytest.mark.parametrize(
    ("spec", "said"),
    [("wohle", 'unknown kind "wohle"; did you mean whole'), ({"kind": "word"}, 'a kind "word" needs values')],
)
def test_what_declares_none_is_said(spec: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        kind_of(spec)
