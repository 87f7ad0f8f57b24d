"""Three Kings, a game of cards for three and more, written with nothing but `tabletop_cli.api`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.api import Draw, EventKind, Refused
from tabletop_cli.cli.battle.pages import status, under_way_words
from tabletop_cli.cli.complete import listed_like, systems_like
from tabletop_cli.core import batch, registry, testing
from tabletop_cli.core.dice.handlers import Roll
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.offers import offers
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.view import View
from tabletop_cli.core.rule.settle import odds
from tabletop_cli.core.system import System
from tabletop_cli.prompts.asker import CLEARED, Stopped
from tabletop_cli.prompts.lines import Lines
from tabletop_cli.prompts.menus import Menus
from tests.cli.conftest import Tabletop, tabletop  # noqa: F401 - a fixture
from tests.plugins.three_kings import SYSTEM
from tests.plugins.three_kings.turn import Reveal

THREE = {"players": [{"id": "ann"}, {"id": "bob"}, {"id": "cyd"}]}


def test_it_keeps_what_every_system_promises() -> None:
    testing.check_system(SYSTEM)
    testing.check_system(replace(SYSTEM, catalogue_from=None))


@pytest.mark.parametrize("seed", range(6))
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
    chances = odds(SYSTEM, "draw", {"n": 4})
    assert 1 - chances["0 king"] == Fraction(with_king, len(hands))


@pytest.mark.parametrize("players", [2, 3])
def test_equal_cards_are_fair(players: int) -> None:
    assert odds(SYSTEM, "tie", {"players": players}) == {
        f"player {at}": Fraction(1, players) for at in range(1, players + 1)
    }


# --- machines ---


def _played(*events: dict[str, Any], **setup: Any) -> dict[str, Any]:
    request = {"do": "battle", "system": "kings", "setup": {**THREE, "hand": 1, **setup}, "events": list(events)}
    return batch.reply(request)


DEALT = [{"do": "deal", "by": by, "dice": [card]} for by, card in (("ann", "king"), ("bob", "king"), ("cyd", "knave"))]
BIDS = [{"do": "bid", "by": by, "card": card} for by, card in (("ann", "king"), ("bob", "king"), ("cyd", "knave"))]


@pytest.fixture
def kings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> System:
    """The program finds the game, and nothing else."""
    monkeypatch.setattr(registry, "load", lambda name: SYSTEM)
    monkeypatch.setattr(registry, "system_ids", lambda: ("kings",))
    return SYSTEM


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

LIST = 'system = "kings"\nname = "Kings"\n'


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
    kings: System,
    tabletop: Tabletop,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.toml").write_text(LIST, encoding="utf-8")
    ran = tabletop("--plain", *words)
    assert ran.code == 2, ran.out + ran.err
    assert "Three Kings has no army lists" in ran.out + ran.err
    assert [one.name for one in tmp_path.glob("*.toml")] == ["list.toml"]
    assert (tmp_path / "list.toml").read_text(encoding="utf-8") == LIST


def test_no_list_can_be_begun_where_no_game_has_any(kings: System, tabletop: Tabletop) -> None:  # noqa: F811
    ran = tabletop("--plain", "new", "--empty")
    assert (ran.code, "no installed system has army lists" in ran.err) == (2, True)
    assert listed_like("") == []
    assert systems_like("k") == ["kings"]


def test_a_game_without_a_catalogue_says_so(
    kings: System,
    tabletop: Tabletop,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "king" in tabletop("--plain", "catalogue", "kings").out
    with pytest.raises(TabletopError, match="Three Kings has no catalogue files"):
        SYSTEM.catalogue_schema()
    assert tabletop("--plain", "schema", "kings", "catalogue").code == 2
    monkeypatch.setattr(registry, "load", lambda name: replace(SYSTEM, catalogue_from=None))
    ran = tabletop("--plain", "catalogue", "kings")
    assert (ran.code, "Three Kings has no catalogue" in ran.err) == (2, True)


def test_the_rest_works_without_lists(kings: System, tabletop: Tabletop, tmp_path: Path) -> None:  # noqa: F811
    for words in (("systems",), ("rules", "kings"), ("rules", "kings", "rulings"), ("odds", "kings", "draw", "--n", 2)):
        assert tabletop("--plain", *words).code == 0
    assert tabletop("schema", "--write", tmp_path, "kings").code == 0
    names = {path.name for path in tmp_path.glob("kings.*")}
    assert names == {"kings.event.schema.json", "kings.setup.schema.json"}
    reply = batch.reply({"do": "validate", "system": "kings", "army": {}})
    assert reply["error"]["code"] == "no-lists"


# --- people ---


@pytest.fixture
def table(kings: System, tabletop: Tabletop) -> Callable[..., str]:  # noqa: F811
    """A command about a game of three, of one trick, that has begun; what it shows."""

    def run(*words: object, typed: str = "", code: int = 0) -> str:
        ran = tabletop("--plain", "battle", *words, typed=typed)
        assert ran.code == code, ran.out + ran.err
        return ran.out + ran.err

    run("new", "kings", "--players", "ann,bob,cyd", "--hand", 1, "--name", "k")
    return run


def test_players_bring_decks_or_take_the_usual_one(table: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "setup.json"
    zoe = {"id": "zoe", "deck": {"king": 6}}
    file.write_text(json.dumps({"players": [zoe, {"id": "bob"}, {"id": "cyd"}], "hand": 1}), encoding="utf-8")
    table("new", "kings", "--setup", file, "--name", "mine")
    state = json.loads(table("status", "mine", "--as", "zoe", "--format", "json"))["state"]
    assert state["players"]["zoe"]["deck"] == {"king": 6}
    assert state["players"]["bob"]["deck"] == {"a card": 12}


def test_a_deck_that_is_too_small_is_refused(kings: System) -> None:
    reply = batch.reply(
        {
            "do": "battle",
            "system": "kings",
            "setup": {"players": [{"id": "ann", "deck": {"king": 5}}, {"id": "bob"}, {"id": "cyd"}]},
            "events": [],
        }
    )
    assert reply["error"]["message"] == "setup.players.ann: 5 cards, 6 are needed [KINGS-7]"


def test_nobody_brings_a_list(table: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "list.toml"
    file.write_text(LIST, encoding="utf-8")
    assert "the sides of kings bring no armies" in table("new", "kings", file, "--players", "ann,bob,cyd", code=2)


def test_nobody_plays_without_players(table: Callable[..., str]) -> None:
    assert "missing: players" in table("new", "kings", code=2)
    assert "players" in table("new", "kings", "--help")


def test_each_side_sees_its_own(table: Callable[..., str]) -> None:
    table("do", "k", "deal", "by=ann", "--dice", "king")
    assert "a card" in table("status", "k")
    for shown in (table("status", "k", "--as", "ann"), table("log", "k", "--as", "ann", "-v")):
        assert "king" in shown
    for words in (("status", "k"), ("log", "k", "-v"), ("stats", "k"), ("log", "k", "--format", "json")):
        for whose in ((), ("--as", "bob")):
            assert "king" not in table(*words, *whose).replace("Three Kings", "").replace('"kings"', "")
    assert "Draw a hand by Ann (hidden)" in table("log", "k")
    assert "1, Draw a hand by Ann. Its dice (hidden) had fallen" in table("undo", "k")
    assert 'no side "eva" at this table' in table("status", "k", "--as", "eva", code=2)


def test_the_log_of_others_has_no_hash_of_what_is_hidden(table: Callable[..., str]) -> None:
    table("do", "k", "deal", "by=ann", "--dice", "king")
    table("note", "k", "hm")
    assert '"prev"' not in table("log", "k", "--format", "json")


def _asked(table: Callable[..., str], *lines: str) -> str:
    return table("play", "k", typed="".join(f"{line}\n" for line in lines))


def test_a_hand_is_drawn_with_the_screen_handed_over(table: Callable[..., str]) -> None:
    shown = _asked(table, "d", "ann", "", "king", "")
    alone, _, together = shown.partition("The screen is for everybody again.")
    assert "Hand the screen to Ann; Enter when only Ann looks." in alone
    assert "drawn: king [KINGS-1]\nEnter clears the screen." in alone
    assert "Draw a hand by Ann." in together
    assert "king" not in together


def test_bids_are_secret_until_all_are_there(table: Callable[..., str]) -> None:
    for event in DEALT:
        table("do", "k", "deal", f"by={event['by']}", "--dice", event["dice"][0])
    shown = _asked(table, "b", "ann", "", "king", "b", "bob", "", "king", "p", "", "1 2")
    assert shown.count("Hand the screen to") == 2
    assert "Bid by Ann." in shown
    after = table("log", "k")
    assert "Ann bids a king" in after
    assert "Draw a hand by Ann" not in after  # all is over, and all is shown
    assert "Everything fits" in table("verify", "k")


def test_what_a_side_types_alone_is_not_echoed_and_words_typed_ahead_are_forgotten() -> None:
    said = StringIO()
    asker = Lines(StringIO("\nsecret\n"), said)
    asker.type_ahead(["king"])
    asker.hand_to("ann", "Ann")
    assert asker.path("Which?") == "secret"
    asker.hand_back()
    assert "secret" not in said.getvalue()
    assert "king" not in said.getvalue()
    assert "What was typed ahead is forgotten" in said.getvalue()


def test_a_terminal_is_cleared_when_the_screen_goes_back() -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    said = Terminal()
    asker = Lines(StringIO("\n"), said)
    asker.hand_to("ann", "Ann")
    asker.hand_back()
    assert "\x1b[2J\x1b[3J" in said.getvalue()


def test_a_terminal_is_cleared_between_two_sides_that_look_one_after_the_other() -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    said = Terminal()
    asker = Lines(StringIO("\n\n"), said)
    asker.hand_to("ann", "Ann")
    assert "\x1b[2J" not in said.getvalue()
    asker.hand_to("bob", "Bob")
    cleared, _, asked = said.getvalue().partition("Hand the screen to Bob")
    assert "\x1b[2J\x1b[3J" in cleared
    assert asked


def test_more_cards_than_the_deck_has_are_refused(table: Callable[..., str]) -> None:
    shown = _asked(table, "d", "ann", "", " ".join(["knave"] * 13), "king", "")
    assert "13 cards typed, 1 needed: 1 of 12 cards." in shown
    assert "drawn: king" in shown


def test_the_help_tells_the_usual_deck_in_words(kings: System, tabletop: Tabletop) -> None:  # noqa: F811
    assert "knave 5, queen 4, king 3" in tabletop("--plain", "odds", "kings", "draw", "--help").out


def test_a_secret_with_one_answer_is_asked_all_the_same(table: Callable[..., str]) -> None:
    for event in DEALT:
        table("do", "k", "deal", f"by={event['by']}", "--dice", event["dice"][0])
    shown = _asked(table, "b", "ann", "", "king")
    assert "the only choice" not in shown
    assert shown.count("Hand the screen to Ann") == 1


def test_a_screen_left_in_the_middle_is_cleared_too(kings: System) -> None:
    asker = Lines(StringIO("\n"), StringIO())
    asker.hand_to("ann", "Ann")
    with pytest.raises(Stopped):
        asker.hand_back(when_seen=True)
    assert not asker.handed_to


def test_a_menu_clears_the_terminal_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asker = Menus()
    monkeypatch.setattr(asker, "show_and_read", lambda view: "")
    asker.hand_to("ann", "Ann")
    assert capsys.readouterr().out == ""
    asker.hand_back()
    assert capsys.readouterr().out.startswith(CLEARED)


def test_an_event_under_way_shows_no_hidden_cards(kings: System, tmp_path: Path) -> None:
    with Store(tmp_path / "battles.sqlite") as store:
        battle = Battle.create(store, SYSTEM, "k", THREE, "2026-05-01T12:00:00Z")
        battle.keep(Progress("deal", {"by": "ann"}, (Roll("cards", ("king",), (12,)),)))
        assert battle.under_way is not None
        seen = View(battle).under_way
        assert seen == Progress("deal", {"by": "ann"})
        assert under_way_words(battle, seen) == "Draw a hand, dice hidden"
        assert status(battle).data["under_way"]["rolls"] == []
        battle.drop_under_way("2026-05-01T12:00:01Z")
        assert battle.entry(1).note == "dropped: Draw a hand, dice hidden"


def test_a_secret_fact_is_hidden_until_the_end_where_its_event_does_not_say_otherwise() -> None:
    game, before = SYSTEM.game, SYSTEM.game.begin(THREE, SYSTEM)
    put_away = {"do": "discard", "by": "ann", "cards": ["king"]}
    assert game.events["discard"].hides is None
    assert [game.hides(before, put_away, {}, side) for side in (None, "ann", "bob")] == [True, False, True]
    assert not game.hides(replace(before, trick=4), put_away, {}, "bob")


def test_a_game_goes_out_and_comes_back_whole(table: Callable[..., str], tmp_path: Path) -> None:
    table("do", "k", "deal", "by=ann")
    file = tmp_path / "k.jsonl"
    assert "and what is hidden from others" in table("export", "k", "-o", file)
    table("import", file, "--name", "copy")
    assert "Everything fits" in table("verify", "copy")
    assert table("log", "copy").count("(hidden)") == 1


# --- dice of several sides in one event ---


def _all_draw(state: Any, event: Any, dice: Any) -> Any:
    """Everybody draws a card, one after the other, each alone."""
    drawn = {}
    for side, player in state.players.items():
        dice.hands(**{f"{side} draws": side})
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
    shown = _asked(table, "a", "", "king", "", "", "queen", "", "", "knave", "")
    alone = shown.split("The screen is for everybody again.")
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
    assert "bid" in [one.progress.do for one in offers(system, game, state) if not one.barred]
