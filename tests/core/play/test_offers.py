"""What the main menu makes of the kinds of events: their keys, and what is due when nothing else is left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tabletop_cli.cli.battle.main_menu import assign_keys
from tabletop_cli.core import registry
from tabletop_cli.core.declare.facts import fact
from tabletop_cli.core.declare.kinds import OneOf
from tabletop_cli.core.dice.handlers import Dice
from tabletop_cli.core.errors import Refused
from tabletop_cli.core.play.answers import Place
from tabletop_cli.core.play.game import Game
from tabletop_cli.core.play.offers import Offer, find_offers
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.question import Answer
from tabletop_cli.core.play.vocabulary import plays
from tests.tables import Score, game


def pears(place: Place[Score]) -> Iterator[Answer]:
    return (Answer(one, f"the {one} pear", one[0]) for one in ("green", "yellow"))


@dataclass(frozen=True, kw_only=True)
class Eat:
    pear: str = fact(OneOf(("green", "yellow")), among=pears, menu=True)


@dataclass(frozen=True, kw_only=True)
class Plain:
    pass


@plays("eat", Eat, rules=("X-1",), rolls=False)
def eat(state: Score, event: Eat, dice: Dice) -> tuple[Score, dict[str, Any]]:
    """A pear is eaten, as long as it is there."""
    if event.pear in state.scores:
        raise Refused("It is eaten.", reason="eaten", rule="X-1")
    return replace(state, scores={**state.scores, event.pear: 1}), {}


@plays("leave", Plain, rules=("X-1",), goes_on=True)
def leave(state: Score, event: Plain, dice: Dice) -> tuple[Score, dict[str, Any]]:
    return state, {}


@plays("end", Plain, rules=("X-1",))
def end(state: Score, event: Plain, dice: Dice) -> tuple[Score, dict[str, Any]]:
    return state, {}


EVENTS = {
    "eat": replace(eat, key="e"),
    "leave": replace(leave, key="v"),
    "end": replace(end, key="z", confirm="Really?"),
}


def table() -> Game[Any]:
    return replace(game(Score, None, None), events=EVENTS)


def menu(**eaten: int) -> dict[str, bool]:
    """The keys that are offered, and whether they are due."""
    found = find_offers(registry.load("td"), table(), Score(scores=eaten))
    return {one.key: one.due for one in assign_keys(found) if not one.barred}


def test_answers_in_the_menu_have_keys_of_their_own() -> None:
    """Not places in a list: who came third may be second next time."""
    assert [key for key in menu() if key[0] == "e"] == ["eg", "ey"]
    assert "e" in menu(green=1)


def test_when_nothing_else_is_left_to_do_the_game_goes_on() -> None:
    assert menu(green=1) == {"e": False, "v": False, "z": False}
    assert menu(green=1, yellow=1) == {"v": True, "z": False}


def test_a_key_of_several_that_are_barred_tells_the_reasons_of_all() -> None:
    barred = [Offer(Progress(name), name.capitalize(), "f", barred=f"no {name}") for name in ("first", "fire", "flee")]
    free = Offer(Progress("fly"), "Fly", "f")
    keys = {one.key: one.barred for one in assign_keys(barred)}
    assert keys["f"] == "no first. Fire: no fire. Flee: no flee"
    assert {one.key: one.barred for one in assign_keys([free, *barred])}["f"] == ""
