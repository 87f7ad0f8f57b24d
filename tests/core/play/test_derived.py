"""Situations that are made of what is there: the state, a thing on the table, an event."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tabletop_cli.core.declare.composed import Nullable
from tabletop_cli.core.declare.facts import fact
from tabletop_cli.core.declare.kinds import Text, Whole, YesNo
from tabletop_cli.core.play.answers import Reader, derive_situation, for_people
from tabletop_cli.core.play.place import at_default


@dataclass(frozen=True)
class Table:
    house: str
    hill: int = 3


@dataclass(frozen=True)
class Model:
    moved: bool
    hill: int = 4


@dataclass(frozen=True, kw_only=True)
class Jump:
    house: str
    moved: bool = fact(YesNo())
    hill: int = fact(Whole(), 1)
    ditch: int = fact(Whole(), 2)


def test_fields_are_read_from_the_first_source_that_has_them() -> None:
    jump = derive_situation(Jump, Table("ours"), Model(True))
    assert (jump.house, jump.moved, jump.hill, jump.ditch) == ("ours", True, 3, 2)
    assert derive_situation(Jump, Table("ours"), Model(True), hill=9).hill == 9
    assert derive_situation(Jump, Model(True), Table("ours")).hill == 4


def test_what_no_source_has_is_at_its_default_or_missing() -> None:
    assert derive_situation(Jump, None).hill == 1
    with pytest.raises(AttributeError, match="no source has moved"):
        derive_situation(Jump, Table("ours")).moved  # noqa: B018 - reading is what is tested


def test_an_answer_for_people_is_no_part_of_what_dice_depend_on() -> None:
    """Machines leave it out, people give it first: both have the same dice."""

    @dataclass(frozen=True, kw_only=True)
    class Pick:
        side: str | None = fact(Nullable(Text()), None)
        figure: str = fact(Text())

    def seen(**answers: str) -> str:
        reader = Reader("pick", Pick, answers, None, at_default)
        assert for_people(lambda: reader.event.side) == answers.get("side")
        assert reader.event.figure == "a1"
        return reader.seen_text()

    assert seen(side="a", figure="a1") == seen(figure="a1")
