"""What the contract of a rulebook says about replies: the same rules in the words of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.batch import play_one, reply_to_request
from tabletop_cli.core.declare.composed import MapOf
from tabletop_cli.core.declare.facts import fact
from tabletop_cli.core.declare.kinds import Whole
from tabletop_cli.core.dice.cards import Draw
from tabletop_cli.core.dice.handlers import Dice
from tabletop_cli.core.rule.resolver import Odds, Resolver
from tabletop_cli.core.rule.situation import Situation
from tabletop_cli.core.system import System
from tabletop_cli.core.testing import check_situation

TD = registry.load("td")
HMGS: dict[str, Any] = {"army": {"units": [{"type": "hmg"}]}, "actions": 9}
SETUP = {"sides": {"a": HMGS, "b": HMGS}}
PIVOT = {"do": "pivot", "by": "a", "model": "a1-1"}


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Makes the system `xx`, which is td in another dialect, with further games and resolvers."""

    def speak(**dialect: Any) -> System:
        system = replace(TD, id="xx", **dialect)
        monkeypatch.setattr(registry, "load", lambda name: {"xx": system, "td": TD}[name])
        return system

    return speak


def ask(do: str, **more: Any) -> dict[str, Any]:
    return reply_to_request({"do": do, "system": "xx", **more})


ILLEGAL = {"weapon": "heavy-gun"}  # the book leaves its values blank


def test_an_illegal_outcome_names_its_rule_or_not(spoken: Any) -> None:
    spoken()
    assert ask("resolve", resolver="direct-fire", situation=ILLEGAL)["outcome"]["rule"] == "TD-R12"
    spoken(illegal_names_rule=False)
    found = ask("resolve", resolver="direct-fire", situation=ILLEGAL)
    assert found["outcome"]["legal"] is False
    assert "rule" not in found["outcome"]
    assert "TD-R12" in found["steps"][-1]["rules"], "people are told all the same"


def test_a_refused_event_names_all_rules_or_only_the_first(spoken: Any) -> None:
    events = [PIVOT | {"by": "b", "model": "b1-1"}]
    spoken()
    (found,) = ask("battle", setup=SETUP, events=events)["results"]
    assert {"rule", "rules", "reason", "message"} < found.keys()
    spoken(refusals_name_all=False)
    (found,) = ask("battle", setup=SETUP, events=events)["results"]
    assert {key: one for key, one in found.items() if key != "steps"} == {
        "ok": False,
        "rule": "TD-TURN-3",
        "reason": "not-your-turn",
    }
    assert found["steps"][-1]["rules"] == ["TD-TURN-3"]
    assert found["steps"][-1]["text"]


def test_a_malformed_event_is_a_result_or_fails_the_request(spoken: Any) -> None:
    events = [PIVOT, {"do": "dance"}, PIVOT | {"by": "b", "model": "b1-1"}]
    system = spoken()
    assert [one["ok"] for one in ask("battle", setup=SETUP, events=events)["results"]] == [True, False, True]
    system = spoken(malformed_fails_request=True)
    found = ask("battle", setup=SETUP, events=events)
    assert found["ok"] is False
    assert (found["error"]["code"], found["error"]["index"]) == ("bad-event", 1)
    assert "results" not in found
    state = system.game.begin(SETUP, system)
    assert play_one(system, state, {"do": "dance"})[1]["error"]["code"] == "bad-event", "scripts go on"


# --- games ------------------------------------------------------------------------------------------------------------


def test_every_game_of_a_system_has_a_door(spoken: Any) -> None:
    spoken(other_games={"campaign": lambda: TD.game})
    found = ask("campaign", setup=SETUP, events=[PIVOT])
    assert found["ok"] is True
    assert [one["ok"] for one in found["results"]] == [True]
    assert found["state"] == ask("battle", setup=SETUP, events=[PIVOT])["state"]


def test_a_game_that_a_system_does_not_have_is_an_unknown_request(spoken: Any) -> None:
    spoken()
    found = ask("campaign", setup=SETUP)
    assert found["error"]["code"] == "bad-request"
    assert found["error"]["hint"] == "known: resolve, odds, validate, battle"


@pytest.mark.parametrize("request_", [{"do": "campaign"}, {"do": "campaign", "system": "nosuch"}, {"do": "battle"}])
def test_a_game_without_a_system(request_: dict[str, Any]) -> None:
    assert reply_to_request(request_)["error"]["code"] == "bad-request"


# --- odds only --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Hand(Situation):
    deck: dict[str, int] = fact(MapOf(Whole()))
    hand: int = fact(Whole(0, 20), 2)


def rifles(s: Hand, dice: Dice) -> int:
    """How many rifles are in the hand."""
    return dict(dice.ask(Draw(s.deck, s.hand, "the hand", only=["rifle"]))).get("rifle", 0)


DRAW_ODDS = Resolver(
    id="draw-odds",
    title="A hand",
    situation=Hand,
    rules=("TD-FIRE-1",),
    odds=Odds(lambda s, n: str(n), rule=rifles),
    example={"deck": {"rifle": 2, "other": 3}},
)


def test_a_resolver_may_have_odds_only(spoken: Any) -> None:
    system = spoken(resolvers={**TD.resolvers, "draw-odds": DRAW_ODDS})
    found = ask("odds", resolver="draw-odds", situation=DRAW_ODDS.example)
    assert found["outcomes"] == {"0": "3/10", "1": "3/5", "2": "1/10"}
    assert ask("resolve", resolver="draw-odds", situation={})["error"]["code"] == "odds-only"
    assert ask("resolve", resolver="draw-odds", situation=DRAW_ODDS.example)["error"]["code"] == "odds-only"
    check_situation(system, DRAW_ODDS, DRAW_ODDS.example)


def test_a_resolver_has_a_rule_or_odds_with_one() -> None:
    with pytest.raises(ValueError, match="neither a rule nor odds with one"):
        Resolver(id="x", title="X", situation=Hand, rules=("X-1",), odds=Odds(lambda s, n: str(n)))


def test_the_list_of_what_can_be_resolved_leaves_it_out(spoken: Any) -> None:
    from tabletop_cli.render.declaration import resolvers_page

    system = spoken(resolvers={"draw-odds": DRAW_ODDS})
    assert resolvers_page(system, "resolve").data["resolvers"] == []
    assert len(resolvers_page(system, "odds").data["resolvers"]) == 1
