"""Three Kings, a game of cards for three and more, written with nothing but `tabletop_cli.api`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.api import Draw, EventKind, Refused, YesNo, fact
from tabletop_cli.cli.complete import listed_like, systems_like
from tabletop_cli.core import batch, registry, testing
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.play.offers import find_offers
from tabletop_cli.core.rule.resolve import exact_odds
from tabletop_cli.core.system import System
from tests.cli.conftest import Tabletop
from tests.examples import some
from tests.plugins.conftest import DEALT, LIST, THREE, asked
from tests.plugins.three_kings import SYSTEM
from tests.plugins.three_kings.turn import Plain, Reveal


@pytest.mark.medium
def test_it_keeps_what_every_system_promises() -> None:
    testing.check_system(SYSTEM)
    testing.check_system(replace(SYSTEM, catalogue_from=None))


@pytest.mark.parametrize("seed", some(range(6)))
def test_whole_games_at_random(seed: int) -> None:
    played = testing.play_out(SYSTEM, THREE, seed=seed, avoid=("pass",))
    assert {event["do"] for event in played} >= {"deal", "bid", "reveal"}


def _with_the_hand_of_ann(state: Any, side: str | None) -> Any:
    """What a side sees, and by mistake whether Ann holds a king: her deck is said to be empty then."""
    seen, hand = SYSTEM.game.seen_by(state, side), state.players["ann"].hand
    return seen if side == "ann" or "king" not in hand else seen.with_player("ann", deck={})


PASS = SYSTEM.game.events["pass"]
LEAKS: dict[str, dict[str, Any]] = {
    "the board": {"seen_by": lambda state, side: state},
    "the headline": {
        "seen_by": _with_the_hand_of_ann,
        "headline": lambda state: f"{len(state.players['ann'].deck)} sorts of cards",
        "view": lambda state: {},
    },
    "what is offered": {
        "seen_by": _with_the_hand_of_ann,
        "events": {**SYSTEM.game.events, "pass": replace(PASS, detail=lambda state: str(state.players["ann"].deck))},
        "view": lambda state: {},
    },
    "the log": {
        "events": {
            **SYSTEM.game.events,
            "pass": replace(PASS, story=lambda state, event, result: str(state.players[event.by].hand)),
        }
    },
}


@pytest.mark.parametrize("what", LEAKS)
def test_the_kit_finds_what_tells_a_secret(what: str) -> None:
    leaky = replace(SYSTEM.game, **LEAKS[what])
    with pytest.raises(AssertionError, match=f"{what} tells .* what is hidden of"):
        for seed in range(5):
            testing.play_out(replace(SYSTEM, game_from=lambda: leaky), THREE, seed=seed)


# --- cards ---


def test_the_chance_of_a_king_is_that_of_all_hands() -> None:
    deck = {"knave": 5, "queen": 4, "king": 3}
    cards = [card for card, n in deck.items() for _ in range(n)]
    hands = list(combinations(range(len(cards)), 4))
    with_king = sum(any(cards[at] == "king" for at in hand) for hand in hands)
    chances = exact_odds(SYSTEM, "draw", {"n": 4})
    assert 1 - chances["0 king"] == Fraction(with_king, len(hands))


@pytest.mark.parametrize("players", [2, 3])
def test_equal_cards_are_fair(players: int) -> None:
    assert exact_odds(SYSTEM, "tie", {"players": players}) == {
        f"player {at}": Fraction(1, players) for at in range(1, players + 1)
    }


# --- machines ---


def _played(*events: dict[str, Any], **setup: Any) -> dict[str, Any]:
    request = {"do": "battle", "system": "kings", "setup": {**THREE, "hand": 1, **setup}, "events": list(events)}
    return batch.reply_to_request(request)


BIDS = [{"do": "bid", "by": by, "card": card} for by, card in (("ann", "king"), ("bob", "king"), ("cyd", "knave"))]


def test_a_tie_is_rolled_again_until_it_is_none(kings: System) -> None:
    reply = _played(*DEALT, *BIDS, {"do": "reveal", "dice": [7, 7, 20, 3]})
    assert reply["results"][-1]["winner"] == "ann"
    assert reply["state"]["over"]


def test_the_share_that_wins_may_be_any_fraction(kings: System) -> None:
    won = _played(*DEALT, *BIDS, {"do": "reveal", "dice": [1, 2]}, hand=1, house={"winning": {"share": "1/3"}})
    assert won["results"][-1]["winner"] == "bob"
    early = [{"do": "deal", "by": one["by"], "dice": [*one["dice"], *["knave"] * 2]} for one in DEALT]
    events = (*early, *BIDS, {"do": "reveal", "dice": [1, 2]}, {"do": "pass", "by": "ann"})
    assert _played(*events, hand=3)["results"][-1]["ok"]
    refused = _played(*events, hand=3, house={"winning": {"share": "1/3"}})["results"][-1]
    assert refused["reason"] == "over"


# --- a game without lists ---


@pytest.mark.parametrize(
    "words",
    [
        ("new", "kings", "deck.toml", "--empty"),
        ("new", "kings", "--name", "Kings"),
        ("edit", "list.toml"),
        ("validate", "list.toml"),
        ("roster", "list.toml"),
        ("suggest", "list.toml"),
        ("add", "list.toml", "king"),
        ("set", "list.toml", "name=Queens"),
        ("diff", "list.toml", "list.toml"),
        ("schema", "kings"),
        ("schema", "kings", "army"),
    ],
    ids=" ".join,
)
def test_a_game_without_lists_says_so(
    kings: System, tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.toml").write_text(LIST, encoding="utf-8")
    ran = tabletop("--plain", *words)
    assert ran.code == 2, ran.out + ran.err
    assert "Three Kings has no army lists" in ran.out + ran.err
    assert [one.name for one in tmp_path.glob("*.toml")] == ["list.toml"]
    assert (tmp_path / "list.toml").read_text(encoding="utf-8") == LIST


def test_no_list_can_be_begun_where_no_game_has_any(kings: System, tabletop: Tabletop) -> None:
    ran = tabletop("--plain", "new", "--empty")
    assert (ran.code, "no installed system has army lists" in ran.err) == (2, True)
    assert listed_like("") == []
    assert systems_like("k") == ["kings"]


def test_a_game_without_a_catalogue_says_so(kings: System, tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "king" in tabletop("--plain", "catalogue", "kings").out
    with pytest.raises(TabletopError, match="Three Kings has no catalogue files"):
        SYSTEM.catalogue_schema()
    assert tabletop("--plain", "schema", "kings", "catalogue").code == 2
    monkeypatch.setattr(registry, "load", lambda name: replace(SYSTEM, catalogue_from=None))
    ran = tabletop("--plain", "catalogue", "kings")
    assert (ran.code, "Three Kings has no catalogue" in ran.err) == (2, True)


def test_the_rest_works_without_lists(kings: System, tabletop: Tabletop, tmp_path: Path) -> None:
    for words in (("systems",), ("rules", "kings"), ("rules", "kings", "rulings"), ("odds", "kings", "draw", "--n", 2)):
        assert tabletop("--plain", *words).code == 0
    assert tabletop("schema", "--write", tmp_path, "kings").code == 0
    names = {path.name for path in tmp_path.glob("kings.*")}
    assert names == {"kings.event.schema.json", "kings.setup.schema.json"}
    reply = batch.reply_to_request({"do": "validate", "system": "kings", "army": {}})
    assert reply["error"]["code"] == "no-lists"


# --- dice of several sides in one event ---


def _all_draw(state: Any, event: Any, dice: Any) -> Any:
    """Everybody draws a card, one after the other, each alone."""
    drawn = {}
    for side, player in state.players.items():
        dice.assign_dice(**{f"{side} draws": side})
        (drawn[side],) = dice.ask(Draw(player.deck, 1, f"{side} draws", ordered=True))
        dice.explain(f"{side} has a {drawn[side]}", "KINGS-1")
        state = state.with_player(side, hand=(drawn[side],), dealt=True)
    return state, {}


ALL_DRAW = EventKind(
    id="all-draw",
    title="All draw",
    key="a",
    cls=Reveal,
    play=_all_draw,
    rules=("KINGS-1",),
    hides=lambda state, event, result, side: not state.over,
)


@pytest.fixture
def drawing(kings: System, monkeypatch: pytest.MonkeyPatch) -> System:
    """The game with an event in which all draw."""
    game = replace(SYSTEM.game, events={**SYSTEM.game.events, "all-draw": ALL_DRAW})
    system = replace(SYSTEM, game_from=lambda: game)
    monkeypatch.setattr(registry, "load", lambda name: system)
    return system


def test_each_side_sees_only_its_own_cards_of_an_event_in_which_all_draw(
    drawing: System, table: Callable[..., str]
) -> None:
    shown = asked(table, "a", "", "king", "", "", "queen", "", "", "knave", "")
    alone = shown.split("Everybody may look again.")
    for at, (name, card) in enumerate((("Ann", "king"), ("Bob", "queen"), ("Cyd", "knave"))):
        assert f"Hand the screen to {name}" in alone[at]
        assert [f"has a {card}" in part for part in alone] == [one == at for one in range(4)]
    assert "king" not in table("log", "k", "--as", "bob", "-v").replace("Three Kings", "")


def test_the_kit_lets_a_side_see_its_own_cards_and_finds_who_sees_those_of_others(drawing: System) -> None:
    avoid = tuple(kind for kind in drawing.game.events if kind != "all-draw")
    testing.play_out(drawing, THREE, seed=1, events=3, avoid=avoid)
    leaky = replace(drawing.game, seen_by=lambda state, side: state)
    with pytest.raises(AssertionError, match="what is hidden of"):
        testing.play_out(replace(drawing, game_from=lambda: leaky), THREE, seed=1, events=3, avoid=avoid)


def _boasting(alone: bool) -> System:
    """The game with an event in which somebody may show a king, and is asked about it alone or before everybody."""

    @dataclass(frozen=True, kw_only=True)
    class Boast(Plain):
        king: bool = fact(YesNo(), False, ask="Show a king?", alone=(lambda place: True) if alone else None)

    def play(state: Any, event: Boast, dice: Any) -> Any:
        if event.king and "king" not in state.players[event.by].hand:
            raise Refused("No king in this hand.", reason="not-in-hand", rule="KINGS-2")
        dice.explain(f"{event.by} {'has a king' if event.king else 'says nothing'}", "KINGS-2")
        return state, {}

    boast = EventKind(id="boast", title="Boast", key="k", cls=Boast, play=play, rules=("KINGS-2",))
    game = replace(SYSTEM.game, events={**SYSTEM.game.events, "boast": boast})
    return replace(SYSTEM, game_from=lambda: game)


@pytest.mark.medium
def test_the_kit_finds_an_open_question_that_tells_a_secret() -> None:
    avoid = ("pass", "bid", "reveal")
    testing.play_out(_boasting(alone=True), THREE, seed=1, events=30, avoid=avoid)
    told = r"the question 'Show a king\?' tells everybody what is hidden of .*'deal'.*No king in this hand"
    with pytest.raises(AssertionError, match=told):
        for seed in range(3):
            testing.play_out(_boasting(alone=False), THREE, seed=seed, events=30, avoid=avoid)


def test_a_menu_does_not_tell_whether_a_secret_question_has_an_answer(kings: System) -> None:
    """Nobody learns from what is offered that somebody holds only kings, which nobody may bid."""

    def no_kings(state: Any, event: Any, dice: Any) -> Any:
        if event.card == "king":
            raise Refused("Kings are not bid.", reason="not-in-hand", rule="KINGS-2")
        return SYSTEM.game.events["bid"].play(state, event, dice)

    bid = replace(SYSTEM.game.events["bid"], play=no_kings)
    game = replace(SYSTEM.game, events={**SYSTEM.game.events, "bid": bid})
    system = replace(SYSTEM, game_from=lambda: game)
    state = game.begin(THREE, system)
    for side in ("ann", "bob", "cyd"):
        state = state.with_player(side, hand=("king",), dealt=True)
    assert "bid" in [one.progress.do for one in find_offers(system, game, state) if not one.barred]
