"""Nothing of the cards of a side reaches the other, or a screen that everybody sees, whatever is typed.

Each side has cards of its own words, which nothing else is called by: whatever shows such a word tells it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from tabletop_cli.__main__ import main

WORDS = {"a": "amber", "b": "birch"}
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven")
CARDS = {side: [f"{word}-{number}" for number in NUMBERS] for side, word in WORDS.items()}
SETUP = {
    "holder": "a",
    "cards": {card: n for cards in CARDS.values() for n, card in enumerate(cards, 1)},
    "sides": {
        side: {"deck": dict.fromkeys(cards, 1), "supply": {"fog-own": 4, "fog-opponent": 4}}
        for side, cards in CARDS.items()
    },
    "tokens": {
        "mg": {"side": "a", "class": "infantry", "defense": 4, "at": [0, 0]},
        "ru": {"side": "b", "class": "infantry", "defense": 3, "at": [0, 2]},
    },
}
HANDS = {side: cards[:5] for side, cards in CARDS.items()}
VIEWS = ("status", "status -f json", "log -v", "log -v -f json", "stats", "map -f json")
FOR_ALL = ("verify k", "list -f json", "check")
LOOKED = ("bid", "draw", "end-turn")  # events after which everything is looked at
Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """What a command prints, on stdout and stderr."""
    setup = tmp_path / "setup.json"
    setup.write_text(json.dumps(SETUP), encoding="utf-8")

    def run_(*words: str, typed: str = "") -> str:
        monkeypatch.setattr(sys, "stdin", StringIO(typed))
        main(["--plain", "battle", *words])
        shown = capsys.readouterr()
        return shown.out + shown.err

    run_("new", "du", "--setup", str(setup), "--name", "k")
    return run_


def told(text: str, whose: str | None, public: set[str]) -> set[str]:
    """The cards in a text that a side must not know, None: that not everybody may. All initiatives are known."""
    text = re.sub(r'"cards": ?\{[^}]*\}', "", text)
    hidden = "|".join(word for side, word in WORDS.items() if side != whose)
    return set(re.findall(rf"\b(?:{hidden})-\w+", text)) - public


def look(run: Run, *public: str) -> None:
    """Every command that shows a battle, for nobody and for each side, tells only what is known to all."""
    for whose in (None, "a", "b"):
        as_side = ("--as", whose) if whose else ()
        for words in VIEWS:
            command, *rest = words.split()
            assert not told(run(command, "k", *rest, *as_side), whose, set(public)), (words, whose)
    for words in FOR_ALL:
        assert not told(run(*words.split()), None, set(public)), words


@pytest.mark.medium
@pytest.mark.parametrize("form", ["text", "json"])
def test_events_are_told_to_nobody_else(run: Run, form: str) -> None:
    """Hands, bids, cards that are played, drawn and put away; each also taken back and brought back."""
    events: list[tuple[dict[str, object], str]] = [
        ({"do": "deal", "drawn": HANDS}, ""),
        ({"do": "bid", "a": "amber-three", "b": "birch-five"}, "amber-three birch-five"),
        ({"do": "play", "by": "b", "card": "birch-four"}, "birch-four"),
        ({"do": "draw", "side": "b", "cards": ["birch-six"]}, ""),
        ({"do": "shift", "side": "b", "card": "birch-one", "from": "hand", "to": "deck"}, ""),
        ({"do": "shift", "side": "a", "card": "amber-one", "from": "hand", "to": "discard"}, ""),
        ({"do": "done", "by": "b"}, ""),
        ({"do": "done", "by": "a"}, ""),
        ({"do": "end-turn"}, ""),
        ({"do": "deal", "drawn": {"a": CARDS["a"][5:] + CARDS["a"][:3], "b": CARDS["b"][6:] + CARDS["b"][:4]}}, ""),
    ]
    public: set[str] = set()
    for event, known in events:
        public |= set(known.split())
        assert not told(run("do", "k", json.dumps(event), "-f", form), None, public), event
        if event["do"] in LOOKED:
            look(run, *public)
        for back in ("undo", "redo"):
            assert not told(run(back, "k"), None, public), (back, event)
        assert not told(run("undo", "k", "--as", "a") + run("redo", "k", "--as", "a"), "a", public), event
    look(run, *public)
    assert json.loads(run("status", "k", "-f", "json"))["state"]["turn"] == 2


def test_a_program_gets_the_card_of_the_side_that_it_plays_for(run: Run) -> None:
    run("do", "k", json.dumps({"do": "deal", "drawn": HANDS}))
    run("do", "k", '{"do": "bid", "a": "amber-three", "b": "birch-five"}')
    for as_side in ((), ("--as", "a"), ("--as", "b")):
        shown = run("do", "k", "draw", "side=b", "-f", "json", *as_side)
        own = "b" in as_side
        assert (bool(told(shown, "a", set())), json.loads(shown).get("hidden", False)) == (own, not own)
        assert [card.partition("-")[0] for card in json.loads(shown)["dice"]] == ["birch"] * own
        run("undo", "k")
    refused = {
        whose: run("do", "k", "play", "by=b", "card=birch-none", *whose.split()) for whose in ("--as a", "--as b")
    }
    assert ["has no birch-none in hand" in text for text in refused.values()] == [False, True]


@pytest.mark.parametrize("form", ["text", "json"])
def test_hands_that_the_program_draws_are_not_told_by_a_command(run: Run, form: str) -> None:
    """Both hands in one command: whoever types it looks at his own afterwards."""
    shown = run("do", "k", "deal", "-f", form)
    assert not told(shown, None, set())
    assert ("tabletop battle status k --as SIDE" if form == "text" else '"hidden": true') in shown
    assert len(told(run("status", "k", "--as", "a"), "b", set())) == len(NUMBERS)  # in hand or in the deck
    look(run)


def test_whoever_goes_on_with_a_draw_sees_only_his_own(run: Run) -> None:
    """The program is left when one hand is drawn: the other side draws after it has come back."""
    run("play", "k", typed="\n\n")
    assert "under way: Hands, cards hidden" in run("status", "k")
    look(run)
    shown = run("play", "k", typed="\n")
    assert "B draws: 5 of 7 cards" in shown
    assert not told(shown, "b", set())
    shown = run("play", "k", typed="\n\n\nq\n")
    assert told(shown, None, set())
    assert not told(shown, "b", set())


@pytest.mark.parametrize("typed", ["amber-one amber-two amber-three amber-four amber-five", ""])
def test_a_screen_shows_what_its_side_knows(run: Run, typed: str) -> None:
    """Wrong words, questions, ways back, the log, the board and odds at the table: what is alone stays alone."""
    hand = ("", "nonsense", "?", typed, "")
    lines = (
        *hand,
        "",
        "?",
        "",
        "",
        "s",
        "l",
        "O",
        "x",
        "u",
        "y",
        "b",
        "",
        "zzz",
        "?",
        "b",
        "b",
        "",
        "x",
        "s",
        "l",
        "q",
    )
    shown = run("play", "k", typed="".join(f"{line}\n" for line in lines))
    parts = re.split(r"(Hand the screen to (?:A|B)\.|Everybody may look again)", shown)
    whose: str | None = None
    seen = set()
    for part in parts:
        if part.startswith("Hand the screen"):
            whose = part.split()[4].strip(".").lower()
            seen.add(whose)
        elif part.startswith("Everybody may"):
            whose = None
        else:
            assert not told(part, whose, set()), part
    assert seen == {"a", "b"}
    look(run)


@pytest.mark.parametrize("form", [(), ("-f", "json")])
def test_no_refusal_of_a_typed_event_tells_whether_the_other_side_has_a_card(run: Run, form: tuple[str, ...]) -> None:
    """B types a card that it has not, and reads off whether that of A was taken."""
    run("do", "k", json.dumps({"do": "deal", "drawn": HANDS}))

    def bid(card: str) -> str:
        return run("do", "k", json.dumps({"do": "bid", "a": card, "b": "birch-seven"}), *form)

    in_hand, in_deck = bid("amber-one"), bid("amber-six")
    assert in_hand == in_deck == bid("no-such-card")
    assert "Not allowed, for a reason that not everybody may know." in in_hand
    assert told(in_hand, None, set()) == set()
    run("do", "k", '{"do": "bid", "a": "amber-one", "b": "birch-one"}')
    drawn = [run("do", "k", "draw", "side=a", "--dice", f"{card} nonsense", *form) for card in HANDS["a"][1:3]]
    assert drawn[0] == drawn[1]


def test_what_is_refused_whatever_the_cards_are_is_told_with_its_reason(run: Run) -> None:
    assert "this is for the phase bid [DU-TURN-1]" in run("do", "k", "bid", "a=amber-one", "b=birch-one")
    assert "a is missing" in run("do", "k", '{"do": "bid"}')


@pytest.mark.parametrize(("short", "draws"), [("a", "b"), ("b", "a")])
def test_a_hand_that_needs_no_drawing_is_told_on_no_other_screen(
    run: Run, tmp_path: Path, short: str, draws: str
) -> None:
    """A deck that is drawn to its end asks nobody; its hand was told to whoever drew before or after it (DU-R53)."""
    sides = {**SETUP["sides"], short: {**SETUP["sides"][short], "deck": dict.fromkeys(HANDS[short], 1)}}  # type: ignore[dict-item,index]
    (tmp_path / "short.json").write_text(json.dumps({**SETUP, "sides": sides}), encoding="utf-8")
    run("new", "du", "--setup", str(tmp_path / "short.json"), "--name", "s")
    shown = run("play", "s", typed="\n\n\nq\n")
    assert not told(shown, draws, set()), "nobody but its owner may see that hand"
    assert told(shown, short, set()), "whoever draws sees the own hand"
