"""Figures of FFTT stand in the order of their numbers, on boards, in menus and in what is told."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.offers import find_offers
from tabletop_cli.core.play.viewpoint import View
from tabletop_cli.render.plain import render
from tabletop_cli.systems.fftt.turn.state import Piece
from tests.systems.fftt.conftest import NOW, START, Begin, Play, figures


def many(begin: Begin, **more: Any) -> Battle:
    """A battle with more than nine figures on each side."""
    marines = {f"a{at}": "grenadier" if at == 11 else "grunt" for at in range(2, 13)}
    dogs = {f"b{at}": "razor-dog" for at in range(1, 15)}
    return begin(figures(a1="hq", **marines, **dogs), **more)


def test_figures_stand_in_the_order_of_their_numbers_also_when_a_battle_is_opened_again(begin: Begin) -> None:
    """Boards and menus do not turn after entry 50, from which on what is kept of it is read."""
    battle = many(begin)
    battle.play_event({"do": "initiative"}, [6, 6, 1, 1], NOW)
    battle.play_event({"do": "choose-first", "by": "a", "first": "b"}, None, NOW)
    battle.play_event({"do": "next"}, None, NOW)
    for at in range(52):
        battle.play_event({"do": "move" if at < 14 else "interact", "figure": f"b{at % 14 + 1}"}, None, NOW)
    again = Battle.open(battle.store, battle.header.id)
    for one in (battle, again):
        assert list(one.state.figures) == [*(f"a{n}" for n in range(1, 13)), *(f"b{n}" for n in range(1, 15))]
    assert render([View(battle).board]) == render([View(again).board])
    menus = [
        [(one.label, one.detail) for one in find_offers(one.system, one.game, one.state)] for one in (battle, again)
    ]
    assert menus[0] == menus[1]
    assert ("Opportunity fire", f"at {', '.join(f'b{n}' for n in range(1, 15))}") in menus[0]


def test_who_hatches_takes_its_place_among_the_others(begin: Begin) -> None:
    state = many(begin).state
    after = state.with_figures(Piece(id="b03", side="b", unit="drone"))
    assert list(after.figures)[12:17] == ["b1", "b2", "b03", "b3", "b4"]


@pytest.mark.parametrize("typed", ["b9 1 b10 2 b11 2", "b11 2 b10 2 b9 1", "b10 2 b9 1 b11 2"])
def test_bystanders_are_told_in_the_order_of_their_numbers_however_they_are_typed(
    begin: Begin, play: Play, typed: str
) -> None:
    """What is explained is the same whoever typed them in whichever order, and so the log fits."""
    battle = many(begin)
    play(battle, *START, "e", "", "", "f a11 n b2 s", "11", typed)
    told = [step.text for step in battle.entry(battle.count).steps if "cm off" in step.text]
    assert [one.partition(" ")[0] for one in told] == ["b9", "b10", "b11"]
    assert battle.verify().problems == []


def test_an_explosion_asks_and_tells_in_the_order_of_numbers(begin: Begin, play: Play) -> None:
    bugs = {f"b{at}": "bomb-bug" for at in (2, 9, 10)}
    battle = begin(figures(a1="hq", a2="grunt", **bugs))
    play(battle, "i", "6611", "f b", "e", "b b2", "b", "b10 1 b9 1")
    assert [step.text for step in battle.entry(battle.count).steps][-2:] == [
        "dead: b9 Bomb bug, b10 Bomb bug",
        "explodes first, then leaves the table: b9 Bomb bug, b10 Bomb bug",
    ]
    assert battle.state.explosions == ("b10", "b9"), "machines get lists that are sorted as texts"
    assert "b9, b10 explodes" in View(battle).headline
    assert play(battle, "").index("  b9   Bomb bug") < play(battle, "").index("  b10  Bomb bug")
    assert battle.verify().problems == []
