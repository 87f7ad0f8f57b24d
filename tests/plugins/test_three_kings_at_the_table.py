"""Three Kings as people play it: decks, hands and bids that the others do not see."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from tabletop_cli.cli.battle.pages import status_page, under_way_words
from tabletop_cli.core import batch
from tabletop_cli.core.dice.handlers import Roll
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.viewpoint import View
from tabletop_cli.core.system import System
from tabletop_cli.prompts.asker import CLEARED, Stopped
from tabletop_cli.prompts.lines import Lines
from tabletop_cli.prompts.menus import Menus
from tests.cli.conftest import Tabletop
from tests.plugins.conftest import DEALT, LIST, THREE, asked
from tests.plugins.three_kings import SYSTEM


def test_players_bring_decks_or_take_the_usual_one(table: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "setup.json"
    zoe = {"id": "zoe", "deck": {"king": 6}}
    file.write_text(json.dumps({"players": [zoe, {"id": "bob"}, {"id": "cyd"}], "hand": 1}), encoding="utf-8")
    table("new", "kings", "--setup", file, "--name", "mine")
    state = json.loads(table("status", "mine", "--as", "zoe", "--format", "json"))["state"]
    assert state["players"]["zoe"]["deck"] == {"king": 6}
    assert state["players"]["bob"]["deck"] == {"a card": 12}


def test_a_deck_that_is_too_small_is_refused(kings: System) -> None:
    reply = batch.reply_to_request(
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
    assert "the sides of kings do not bring armies" in table("new", "kings", file, "--players", "ann,bob,cyd", code=2)


def test_nobody_plays_without_players(table: Callable[..., str]) -> None:
    assert "still needs: players" in table("new", "kings", code=2)
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
    assert "1, Draw a hand by Ann. Its dice (hidden) had been rolled" in table("undo", "k")
    assert 'no side "eva" in this game' in table("status", "k", "--as", "eva", code=2)


def test_the_log_of_others_has_no_hash_of_what_is_hidden(table: Callable[..., str]) -> None:
    table("do", "k", "deal", "by=ann", "--dice", "king")
    table("note", "k", "hm")
    assert '"prev"' not in table("log", "k", "--format", "json")


def test_a_hand_is_drawn_with_the_screen_handed_over(table: Callable[..., str]) -> None:
    shown = asked(table, "d", "ann", "", "king", "")
    alone, _, together = shown.partition("Everybody may look again.")
    assert "Hand the screen to Ann. Press Enter when nobody else can see it." in alone
    assert "drawn: king.\nPress Enter to clear the screen." in alone
    assert "Draw a hand by Ann." in together
    assert "king" not in together


def test_bids_are_secret_until_all_are_there(table: Callable[..., str]) -> None:
    for event in DEALT:
        table("do", "k", "deal", f"by={event['by']}", "--dice", event["dice"][0])
    shown = asked(table, "b", "ann", "", "king", "b", "bob", "", "king", "p", "", "1 2")
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
    assert asker.ask_path("Which?") == "secret"
    asker.show_to_all()
    assert "secret" not in said.getvalue()
    assert "king" not in said.getvalue()
    assert "Answers typed ahead were dropped," in said.getvalue()


def test_a_terminal_is_cleared_when_the_screen_goes_back() -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    said = Terminal()
    asker = Lines(StringIO("\n"), said)
    asker.hand_to("ann", "Ann")
    asker.show_to_all()
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
    shown = asked(table, "d", "ann", "", " ".join(["knave"] * 13), "king", "")
    assert "13 cards typed, 1 needed: 1 of 12 cards." in shown
    assert "drawn: king" in shown


def test_the_help_tells_the_usual_deck_in_words(kings: System, tabletop: Tabletop) -> None:
    assert "knave 5, queen 4, king 3" in tabletop("--plain", "odds", "kings", "draw", "--help").out


def test_a_secret_with_one_answer_is_asked_all_the_same(table: Callable[..., str]) -> None:
    for event in DEALT:
        table("do", "k", "deal", f"by={event['by']}", "--dice", event["dice"][0])
    shown = asked(table, "b", "ann", "", "king")
    assert "the only choice" not in shown
    assert shown.count("Hand the screen to Ann") == 1


def test_a_screen_left_in_the_middle_is_cleared_too(kings: System) -> None:
    asker = Lines(StringIO("\n"), StringIO())
    asker.hand_to("ann", "Ann")
    with pytest.raises(Stopped):
        asker.show_to_all(when_seen=True)
    assert not asker.handed_to


def test_a_menu_clears_the_terminal_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asker = Menus()
    monkeypatch.setattr(asker, "show_and_read", lambda view: "")
    asker.hand_to("ann", "Ann")
    assert capsys.readouterr().out == ""
    asker.show_to_all()
    assert capsys.readouterr().out.startswith(CLEARED)


def test_an_event_under_way_shows_no_hidden_cards(kings: System, tmp_path: Path) -> None:
    with Store(tmp_path / "battles.sqlite") as store:
        battle = Battle.create(store, SYSTEM, "k", THREE, "2026-05-01T12:00:00Z")
        battle.keep_under_way(Progress("deal", {"by": "ann"}, (Roll("cards", ("king",), (12,)),)))
        assert battle.under_way is not None
        seen = View(battle).under_way
        assert seen == Progress("deal", {"by": "ann"})
        assert under_way_words(battle, seen) == "Draw a hand, dice hidden"
        assert status_page(battle).data["under_way"]["rolls"] == []
        battle.drop_under_way("2026-05-01T12:00:01Z")
        assert battle.entry(1).note == "dropped: Draw a hand, dice hidden"


def test_a_secret_fact_is_hidden_until_the_end_where_its_event_does_not_say_otherwise() -> None:
    game, before = SYSTEM.game, SYSTEM.game.begin(THREE, SYSTEM)
    put_away = {"do": "discard", "by": "ann", "cards": ["king"]}
    assert game.events["discard"].hides is None
    assert [game.is_hidden_from(before, put_away, {}, side) for side in (None, "ann", "bob")] == [True, False, True]
    assert not game.is_hidden_from(replace(before, trick=4), put_away, {}, "bob")


def test_a_game_goes_out_and_comes_back_whole(table: Callable[..., str], tmp_path: Path) -> None:
    table("do", "k", "deal", "by=ann")
    file = tmp_path / "k.jsonl"
    assert "and everything that is hidden from others" in table("export", "k", "-o", file)
    table("import", file, "--name", "copy")
    assert "Everything fits" in table("verify", "copy")
    assert table("log", "copy").count("(hidden)") == 1
