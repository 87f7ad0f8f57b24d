"""Records of several kinds: a tag says which."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tabletop_cli.core.declare.facts import Tagged, fact
from tabletop_cli.core.declare.kinds import OneOf, Text, Whole
from tabletop_cli.core.errors import Malformed


@dataclass(frozen=True, kw_only=True)
class Move:
    do: str
    unit: str = fact(Text())


@dataclass(frozen=True, kw_only=True)
class Run(Move):
    cm: int = fact(Whole(1, 30))


def test_a_tag_says_which_record_it_is() -> None:
    moves = Tagged("do", Move, {"run": Run, "stay": Move}, fact(OneOf(("run", "stay"))))
    run = moves.read({"do": "run", "unit": "a", "cm": 3}, "it")
    assert run == Run(do="run", unit="a", cm=3)
    assert moves.read(run, "it") is run
    assert moves.plain(run) == {"do": "run", "unit": "a", "cm": 3}
    for value, said in (
        (5, "it: 5 is not a table"),
        ({}, "it.do: unknown null"),
        ({"do": "rum"}, 'it.do: unknown "rum"'),
        ({"do": "stay", "unit": "a", "cm": 3}, "it: unknown"),
        ({"do": "run", "unit": "a", "cm": 31}, "it.cm: 31 is out of range"),
    ):
        with pytest.raises(Malformed) as wrong:
            moves.read(value, "it")
        assert wrong.value.message.startswith(said)
