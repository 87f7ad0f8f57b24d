"""A figure has one number: that of the battle is printed on its list."""

from __future__ import annotations

from typing import Any

from tabletop_cli.core import registry
from tabletop_cli.core.lists.army import check_army, read_army
from tabletop_cli.core.lists.sheet import conceal_sheet
from tabletop_cli.systems.fftt.army import Army
from tabletop_cli.systems.fftt.sheet import army_sheet
from tabletop_cli.systems.fftt.turn.setup import begin_battle

SYSTEM = registry.load("fftt")
LIST: dict[str, Any] = {
    "faction": "marines",
    "budget": 20,
    "units": [
        {"unit": "hq", "count": 1},
        {"unit": "grunt", "count": 6},
        {"unit": "engineer", "count": 2},
        {"unit": "grunt", "count": 2},
        {"unit": "medic", "count": 1},
    ],
    "flanks": [{"side": "left", "units": [{"unit": "grunt", "count": 2}]}],
    "general": {"unit": "grunt", "name": "Ada"},
}
OTHER = {"faction": "insectoids", "budget": 15, "units": [{"unit": "drone", "count": 15}]}


def printed(data: dict[str, Any]) -> list[tuple[str, tuple[int, ...]]]:
    army: Army = read_army(SYSTEM, data)
    sheet = army_sheet(army, check_army(SYSTEM, data).problems)
    return [(card.title, card.numbers) for card in sheet.cards]


def test_the_numbers_on_paper_are_those_of_the_battle() -> None:
    """The first grunts wait on the flank, the next one is the general, and so it stands on both."""
    state = begin_battle({"armies": {"a": LIST, "b": OTHER}}, SYSTEM)
    assert printed(LIST) == [
        ("HQ", (1,)),
        ("Ada", (4,)),
        ("Grunt", (5, 6, 7)),
        ("Engineer", (8, 9)),
        ("Grunt", (10, 11)),
        ("Medic", (12,)),
        ("Grunt", (2, 3)),
    ]
    assert [one.id for one in state.figures.values() if one.flank == "left"] == ["a2", "a3"]
    assert next(one.id for one in state.figures.values() if one.name == "Ada") == "a4"
    for title, numbers in printed(LIST):
        units = {state.figures[f"a{n}"].name or state.figures[f"a{n}"].unit.name for n in numbers}
        assert units == {title}


def test_what_an_opponent_gets_has_no_numbers_with_gaps() -> None:
    army: Army = read_army(SYSTEM, LIST)
    shown = conceal_sheet(army_sheet(army, ()))
    assert {card.numbers for card in shown.cards} == {()}
    alone = {key: value for key, value in LIST.items() if key != "flanks"}
    whole: Army = read_army(SYSTEM, alone)
    assert all(card.numbers for card in conceal_sheet(army_sheet(whole, ())).cards)
