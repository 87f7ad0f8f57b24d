"""The conformance kit looks at every game of a system, at what is shown, and at games inside others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.declare.facts import fact
from tabletop_cli.core.declare.kinds import OneOf
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.page import Page, Para
from tabletop_cli.core.play.game import Event
from tabletop_cli.core.play.linked import Linked
from tabletop_cli.core.system import System
from tabletop_cli.core.testing import check_system, play_evening, play_out
from tests.core.month import DUEL, MONTH, kind_with, linked, with_month


def play_month(system: System) -> list[dict[str, Any]]:
    return play_out(system, {}, seed=1, game="campaign")


@pytest.mark.medium
def test_a_campaign_is_played_out_like_a_battle(coin: System, monkeypatch: pytest.MonkeyPatch) -> None:
    system = with_month(coin)
    monkeypatch.setattr(registry, "load", lambda name: system)
    check_system(system)
    assert [event["do"] for event in play_month(system)] == ["challenge", "won"] * 3
    assert play_evening(system, {}, seed=1, kind="campaign").events


def test_a_game_that_is_not_there_cannot_be_played_out(coin: System) -> None:
    with pytest.raises(TabletopError, match="Coin Duel has no campaign"):
        play_month(coin)


def broken(state: Any, event: Any, dice: Any) -> Any:
    return state.no_such_thing


def link(**changes: Any) -> dict[str, Any]:
    """The campaign whose duel is otherwise."""
    return {"linked": lambda state: replace(found, **changes) if (found := linked(state)) else None}


FAULTS: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "play": ({"events": kind_with("won", play=broken)}, AttributeError, "no_such_thing"),
    "kind": (link(kind="night"), AssertionError, "inside: the games of coin are battle, campaign"),
    "name": (link(name=" "), AssertionError, "it has no name"),
    "setup": (link(setup={"a": {"kind": "novice"}}), AssertionError, "it does not begin: setup: b is missing"),
    "event": (link(result=lambda view: {"do": "draw"}), AssertionError, "cannot be played: unknown event"),
    "none": (link(result=lambda view: None), AssertionError, "cannot be played: event: null is not a table"),
    "refused": (link(result=lambda view: {"do": "challenge"}), AssertionError, "A duel is to be fought first"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_campaign_is_found(coin: System, fault: str) -> None:
    changes, error, told = FAULTS[fault]
    with pytest.raises(error, match=told):
        play_month(with_month(coin, **changes))


def test_a_result_of_which_the_game_cannot_tell_all_need_not_be_possible(coin: System) -> None:
    """Players are asked for the rest."""
    other = Linked("battle", "week", DUEL, lambda view: {"do": "won", "side": "a"}, unsure=lambda view: ("side",))
    play_month(with_month(coin, linked=lambda state: other if state.duel else None))


@dataclass(frozen=True, kw_only=True)
class Undeclared(Event):
    """An event of no side, which says by its base that it has one."""

    side: str = fact(OneOf(("a", "b")))


def test_an_event_that_does_not_declare_its_side_is_found(coin: System) -> None:
    system = with_month(coin, events=kind_with("won", cls=Undeclared))
    with pytest.raises(AssertionError, match="event won: Undeclared does not declare by: give each"):
        check_system(system)


PAGE = Page("Month", (Para("Duels."),))
SHOWN: dict[str, tuple[dict[str, Any], str]] = {
    "board": ({"board": lambda state, side: ("Month",)}, "the board is a tuple, no Page"),
    "blocks": ({"board": lambda state, side: Page("Month", ("Duels.",))}, "a str is no block of a page"),  # type: ignore[arg-type]
    "no blocks": ({"board": lambda state, side: Page("Month", ())}, "a page without title or blocks"),
    "title": (
        {"board": lambda state, side: replace(PAGE, title=None)},
        "a page without title or blocks: Page.title=None",
    ),
    "headline": ({"headline": lambda state: None}, "the headline is None, no text"),
    "map": ({"map": lambda state, side: None}, "the map is a NoneType, no Page"),
    "paper": ({"paper": lambda state, side: ["a sheet"]}, "a sheet is a str, no Page"),
    "view": ({"view": lambda state: {"winners": {1}}}, "the view is no JSON"),
    "common": ({"common": lambda state: 3}, "what is common to all results is an int, no mapping"),
}


@pytest.mark.parametrize("what", SHOWN)
def test_what_cannot_be_shown_is_found(coin: System, what: str) -> None:
    changes, told = SHOWN[what]
    with pytest.raises(AssertionError, match=told):
        play_month(with_month(coin, **changes))


def test_the_month_itself_is_fine(coin: System) -> None:
    assert MONTH.events.keys() == {"challenge", "won"}
    assert play_month(with_month(coin, map=lambda state, side: PAGE, paper=lambda state, side: [PAGE]))
