"""What a rule may read of a list of records before all of it is said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tabletop_cli.core.declare.composed import ListOf
from tabletop_cli.core.declare.facts import Record, fact
from tabletop_cli.core.declare.kinds import Text, Whole
from tabletop_cli.core.play.answers import Reader
from tabletop_cli.core.play.items import item_keys, items_so_far
from tabletop_cli.core.play.place import Place, Wanted, ask_next


@dataclass(frozen=True, kw_only=True)
class Foe:
    name: str = fact(Text())
    gap: int = fact(Whole(), ask="How far?", when=lambda place: seen(place))


@dataclass(frozen=True, kw_only=True)
class Move:
    who: str = fact(Text())
    foes: tuple[Foe, ...] = fact(ListOf(Record(Foe)))


@dataclass(frozen=True, kw_only=True)
class Turn:
    moves: tuple[Move, ...] = fact(ListOf(Record(Move)), ask="Who moves?")


BEFORE: list[Any] = []


def seen(place: Place[Any]) -> bool:
    BEFORE.append(place.items_before())
    return True


def event(*moves: Any, still_open: bool = False) -> Any:
    paths = frozenset({("moves",)}) if still_open else frozenset()
    return Reader("turn", Turn, {"moves": list(moves)}, None, ask_next, paths).event


def test_what_tells_items_apart_is_read_before_the_rest() -> None:
    assert item_keys(event({"who": "ann"}, {"who": "bob"}).moves) == ["ann", "bob"]


def test_an_open_list_tells_what_is_there_and_no_more() -> None:
    open_list = event({"who": "ann"}, still_open=True).moves
    assert [move.who for move in items_so_far(open_list)] == ["ann"]
    with pytest.raises(Wanted):
        item_keys(open_list)


def test_before_an_item_are_those_of_the_innermost_list() -> None:
    BEFORE.clear()
    turn = event({"who": "ann", "foes": [{"name": "x", "gap": 3}, {"name": "y"}]})
    with pytest.raises(Wanted):
        turn.moves[0].foes[1].gap  # noqa: B018 - reading is what is tested
    assert BEFORE == [[{"name": "x", "gap": 3}]]


def test_the_last_item_is_known_when_no_more_can_come() -> None:
    assert event({"who": "ann"}, {"who": "bob"}).moves[-1].who == "bob"
    open_list = event({"who": "ann"}, still_open=True).moves
    assert open_list[0].who == "ann"
    with pytest.raises(Wanted):
        open_list[-1]
