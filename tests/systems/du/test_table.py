"""du in the hands of people: what is asked and shown, what each side alone may see, a whole turn at a real terminal."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.battle.table_settings import TableSettings
from tabletop_cli.cli.session import Session
from tabletop_cli.core import registry
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.asking import Making
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.offers import find_offers
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.viewpoint import View
from tabletop_cli.prompts.lines import Lines
from tests.cli.battle.terminal import ROOT, ended, say, spawned, tabletop
from tests.seated import seat_armies

NOW = "2026-05-01T12:00:00Z"
FOLDER = ROOT / "armies" / "du"
DECKS = [str(FOLDER / f"weir-{name}.toml") for name in ("ossel", "tarn")]
SCENARIO = str(FOLDER / "scenarios" / "weir.scenario.toml")
OSSEL, TARN = "A (The Mill Guard)", "B (Column at First Light)"
DEALT = ("", "guard-a guard-a guard-gun fog-own fog-own", "", "", "column-a column-b column-a cap fog-own")
BIDS = ("captain", "", "fog-own")
Play = Callable[..., str]


@pytest.fixture
def battle(tmp_path: Path) -> Iterator[Battle]:
    """The weir, with its two decks."""
    system = registry.load("du")
    scenario = tomllib.loads(Path(SCENARIO).read_text(encoding="utf-8"))
    armies = [tomllib.loads(Path(path).read_text(encoding="utf-8")) for path in DECKS]
    setup = seat_armies(system.game, system.scenarios.set_up(scenario), armies)
    with Store(tmp_path / "battles.sqlite") as store:
        yield Battle.create(store, system, "weir", setup, NOW)


@pytest.fixture
def play(battle: Battle, capsys: pytest.CaptureFixture[str]) -> Play:
    """What people see who type these lines."""

    def play_(*lines: str) -> str:
        capsys.readouterr()
        asker = Lines(StringIO("".join(f"{line}\n" for line in (*lines, "q"))), sys.stdout)
        AtTable(battle, asker, Session(plain=True), TableSettings("full")).play()
        return capsys.readouterr().out

    return play_


def last(battle: Battle, do: str) -> dict[str, Any]:
    """The last event of a kind in the log."""
    events = [dict(one.event) for one in battle.entries() if one.event is not None]
    return next(event for event in reversed(events) if event["do"] == do)


def test_planes_and_ground_act_in_turns_of_their_own(battle: Battle) -> None:
    """A menu offers nobody whose turn it is not, and so nothing that planes never do."""
    state = replace(battle.state, phase="play", active="b", combined=True, air_sides=battle.state.sides)
    found = {}
    for kind in ("ground", "aerial"):
        open_ones = [
            one for one in find_offers(battle.system, battle.game, replace(state, kind=kind)) if not one.barred
        ]
        found[kind] = {one.progress.do for one in open_ones}
    assert "board" in found["ground"] and "enter" in found["aerial"]
    assert not {"board", "leave", "move"} & found["aerial"]  # the only plane waits off the map


# --- from lists ---


def test_lists_bring_cards_tokens_and_types(battle: Battle) -> None:
    state = battle.state
    assert state.sides["a"]["deck"] == {"guard-a": 2, "guard-b": 1, "guard-gun": 1, "warden": 1, "fog-own": 2}
    assert (state.tokens["guard-gun"].defense, state.tokens["guard-gun"].at) == (3, (-1, 4))
    assert (state.tokens["column-driver"].aboard, state.tokens["column-driver"].expert) == ("column-car", "driver")
    assert state.tokens["column-car"].cardless
    assert state.tokens["road-plane"].at is None
    assert state.off_map["hill-mortar"].side == "a"
    assert (state.cards["captain"], state.vision_of_side("a")) == (8, 3)


@pytest.mark.parametrize(
    ("change", "word"), [({"opponent": "drune"}, "DU-A21"), ({"hand": 6}, "DU-A15"), ({"units": []}, "DU-A8")]
)
def test_lists_that_do_not_fit_are_refused(change: dict[str, Any], word: str) -> None:
    system = registry.load("du")
    armies = [tomllib.loads(Path(path).read_text(encoding="utf-8")) for path in DECKS]
    setup = seat_armies(system.game, {}, [{**armies[0], **change}, armies[1]])
    with pytest.raises(Exception, match=word) as wrong:
        system.game.begin(setup, system)
    assert getattr(wrong.value, "code", "") == "bad-setup"


def test_a_list_may_be_against_cards_that_are_named_one_by_one() -> None:
    army = tomllib.loads(Path(DECKS[0]).read_text(encoding="utf-8"))
    setup = {"armies": {"a": army}, "sides": {"b": {"deck": {"rifle": 3}}}}
    state = registry.load("du").game.begin(setup, registry.load("du"))
    assert state.count_cards("b", "deck") == 3 and state.count_cards("a", "deck") == 7
    with pytest.raises(Malformed, match=r"setup\.cards: not a table"):
        registry.load("du").game.begin({**setup, "cards": 3}, registry.load("du"))


def test_what_is_not_there_by_the_list_is_not_printed() -> None:
    """An action of the base game that is written as false is none."""
    army = tomllib.loads(Path(DECKS[1]).read_text(encoding="utf-8"))
    units = [{**one, "actions": {**one.get("actions", {}), "sing": False, "hum": True}} for one in army["units"]]
    state = registry.load("du").game.begin({"armies": {"b": {**army, "units": units}}}, registry.load("du"))
    (crew,) = (one for one in state.tokens.values() if one.class_ == "crew")
    assert "hum" in crew.card_actions and "sing" not in crew.card_actions


def test_lists_for_the_air_are_wanted_in_combined_warfare_unless_cards_are_named() -> None:
    seats = registry.load("du").game.seats
    wanted = {"all": {"combined": True}, "ground": {}, "none": {"combined": True, "sides": {"a": {"deck": {"x": 1}}}}}
    needed = {name: [seat.path for seat in seats(setup) if seat.required] for name, setup in wanted.items()}
    ground = ["armies.a", "armies.b"]
    assert needed == {"all": [*ground, "air_armies.a", "air_armies.b"], "ground": ground, "none": []}


def test_only_aerial_lists_are_offered_for_the_air() -> None:
    seats = registry.load("du").game.seats({"combined": True})
    lists = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*-*.toml")}
    offered = {seat.path: {name for name, army in lists.items() if seat.suits(army)} for seat in seats}
    assert offered["air_armies.a"] == {"gate-ossel", "gate-tarn", "ridge-drune-air", "ridge-halver-air"}
    assert "weir-ossel" in offered["armies.a"]


def test_on_a_bare_table_there_is_a_tile_to_begin_with() -> None:
    du = registry.load("du")
    making = Making(du, du.game, du.game.begin({"phase": "play", "active": "a"}, du))
    question = making.full_question(Progress("control", {}))
    assert [answer.value for answer in question.answers] == [[0, 0]]


def test_a_card_between_hidden_zones_is_its_owners_business_until_all_is_over(tmp_path: Path) -> None:
    du = registry.load("du")
    cards = {"deck": {"rifle": 2}, "discard": {"rifle": 2}, "supply": {"rifle": 2}}
    setup = {"phase": "play", "active": "a", "sides": {"a": cards}}
    with Store(tmp_path / "battles.sqlite") as store:
        battle = Battle.create(store, du, "x", setup, NOW)
        for start, end in (("deck", "discard"), ("supply", "deck"), ("deck", "exile")):
            battle.play_event({"do": "shift", "side": "a", "from": start, "card": "rifle", "to": end}, None, NOW)
        for side, hidden in ((None, [True, False, False]), ("b", [True, False, False]), ("a", [False] * 3)):
            assert [View(battle, side).entry(n).hidden for n in (1, 2, 3)] == hidden
        battle.play_event({"do": "declare", "winner": "a"}, None, NOW)
        assert not View(battle, "b").entry(1).hidden


def test_a_card_has_one_initiative_for_both_sides() -> None:
    system = registry.load("du")
    armies = [tomllib.loads(Path(path).read_text(encoding="utf-8")) for path in DECKS]
    units = [{**unit, "id": unit["id"].replace("column-a", "guard-a")} for unit in armies[1]["units"]]
    setup = seat_armies(system.game, {}, [armies[0], {**armies[1], "units": units}])
    with pytest.raises(Exception, match="guard-a has initiative 3 on one side and 4 on the other"):
        system.game.begin(setup, system)


# --- what is asked, what is shown ---


def test_hands_are_typed_by_their_beginnings_each_side_alone(battle: Battle, play: Play) -> None:
    shown = play("", "guard-a guard-a guard-gu f f", "", "", "", "")
    assert f"{OSSEL} draws: guard-a guard-a guard-gun fog-own fog-own (typed)" in shown
    assert "[Enter: the program draws]" in shown
    assert [roll.by for roll in battle.entry(1).rolls] == ["player", "program"]
    assert battle.verify().problems == []


def test_the_bids_are_turned_together(battle: Battle, play: Play) -> None:
    shown = play(*DEALT, *BIDS)
    together = shown.split("Everybody may look again.")[-1]
    assert f"{OSSEL} bids Fog of War, own colour, initiative 0 [DU-TURN-4]" in together
    assert f"{TARN} bids captain (Captain Merel), initiative 8 [DU-TURN-4]" in together
    assert battle.state.active == "b"


def test_a_card_is_played_by_name_and_its_value_is_known(battle: Battle, play: Play) -> None:
    play(*DEALT, *BIDS, "p", "", "column-b", "d y")
    shown = play("p", "", "guard-a", "a", "", "", "?")
    assert "Which token?" in shown
    assert "[Enter: guard-a]" in shown
    assert "What is its value?" not in shown, "it is printed on the card"
    assert "column-b" in shown


def test_only_the_value_on_the_own_card_is_taken_unasked(battle: Battle, play: Play) -> None:
    """Of the token that attacks, if its card was played for this; whatever was played last, nothing else is known."""
    asked = "What is its value?"
    play(*DEALT, *BIDS, "d y", "p guard-a", "p guard-gun")
    assert "4 damage" in play("a guard-gun suppress")
    assert "[Enter" not in play("a guard-b attack").partition(asked)[2]
    shown = play("a guard-gun suppress cb")
    assert asked not in shown and "column-b: 4 damage" in shown
    assert "[Enter" not in play("a guard-gun suppress").partition(asked)[2], "it has been used"


def test_another_value_is_typed_or_changed(battle: Battle, play: Play) -> None:
    play(*DEALT, *BIDS, "d y", "p guard-a", "p guard-gun")
    assert "column-b: 2 damage" in play("a guard-gun suppress 2 cb")
    play("u")
    assert "column-b: 1 damage" in play("a guard-gun suppress", "c value 1", "cb")


def test_an_own_token_is_attacked_only_by_who_says_so_twice(battle: Battle, play: Play) -> None:
    before = play(*DEALT, *BIDS, "d y", "p guard-a") and battle.count
    shown = play("a guard-a attack 2 guard-gun", "n")
    assert "guard-gun is your own token. Do it all the same?" in shown
    assert battle.count == before
    battle.play_event(
        {"do": "attack", "by": "guard-a", "value": 2, "target": "guard-gun"}, None, NOW
    )  # no machine is asked


def test_whoever_acts_without_a_card_says_so_twice(battle: Battle, play: Play) -> None:
    """A card that was not played, and one that was used; one that came back and was played again is another one."""
    doubt = "No card of guard-a was played for this. Do it all the same?"
    play(*DEALT, *BIDS, "d y")
    assert doubt in play("a guard-a attack 2 weir", "n")
    assert doubt not in play("p guard-a", "a guard-a attack 2 weir")
    assert doubt in play("m guard-a C2", "n")
    assert doubt not in play("p guard-a", "m guard-a C2")
    assert [one.event["do"] for one in battle.entries() if one.event][-4:] == ["play", "attack", "play", "move"]


def test_what_a_token_can_hardly_do_is_asked_once_more(battle: Battle, play: Play) -> None:
    """Steps beyond the card, an objective, a suppressed token; an expert goes as far as he drives."""
    play(*DEALT[:4], "column-a column-b column-driver captain fog-own", "captain", "", "f")
    play("p column-b", "p column-driver")
    before = battle.count
    assert "column-b goes 5 tiles, with Move 1. Do it all the same?" in play("m column-b C5", "n")
    assert "weir is an objective. Do it all the same?" in play("m weir A1", "n")
    assert "column-car goes 3 tiles, with Drive 2." in play("m column-car column-driver A4", "n")
    assert battle.count == before
    assert "Do it" not in play("m column-car column-driver A3")
    battle.play_event({"do": "damage", "target": "column-b", "kind": "suppress", "value": 9}, None, NOW)
    assert "column-b is suppressed: an action of its own card must rally it" in play("m column-b B2", "n")


def test_damage_and_its_reason_are_seen_before_a_target_is_chosen(battle: Battle, play: Play) -> None:
    """What people compare comes first, and no row is too long for eighty columns."""
    play(*DEALT, *BIDS, "d y", "p guard-gun", "a guard-gun attack 3 column-b", "p guard-a", "m guard-a B3")
    shown = play("p guard-a", "a guard-a attack 2")
    row = next(line for line in shown.splitlines() if "casualty" in line)
    assert row == "  column-b    column-b at B1, casualty: 6 of 4, 3 damage, 1 by cross-fire; ED 2"


def test_an_attack_is_as_good_as_its_preview(battle: Battle, play: Play) -> None:
    play(*DEALT, *BIDS, "d y", "p guard-gun", "a guard-gun attack 3 column-b", "p guard-a", "m guard-a B3")
    play("p guard-a", "a guard-a attack 2 column-b")
    assert last(battle, "attack")["by"] == "guard-a"
    entry = battle.entry(battle.count)
    assert entry.result is not None
    assert (entry.result["crossfire"], entry.result["dealt"], entry.result["result"]) == (True, 3, "casualty")
    assert "column-b loses a card from the" in str(entry.story)


def test_tiles_are_called_as_in_the_scenario(battle: Battle, play: Play) -> None:
    """By name or by coordinates; of the unit whose card was played last the token goes without saying."""
    shown = play(*DEALT, *BIDS, "p", "", "column-b", "m", ".", "B2", "m column-b 1,1 y", "s")
    assert "column-b (Second section), infantry at B1" in shown
    assert "column-b moves to B2" in shown
    assert "column-b moves to B3" in shown
    assert "Controlled tiles: B1 B;" in shown
    assert "(-1, 1)" not in shown
    assert battle.game.map is not None
    assert "C3 1,2" in str(battle.game.map(battle.state, None))
    shown = play("m column-b", "1", "nw", "Z9", "B1 y")
    assert shown.count("is no tile. Give its name, or its coordinates: 2,-1") == 3


def test_reasons_call_tiles_as_the_map_does(battle: Battle, play: Play) -> None:
    shown = play(*DEALT, *BIDS, "d y", "p guard-gun", "a guard-gun attack 3 column-b")
    assert "B1 is on the axis nw-se: observed" in shown
    assert "E2 to B1: 3 tiles" in shown
    assert not re.search(r"\(-?\d+, -?\d+\)", shown)


def test_a_leader_inspires_in_one_line(battle: Battle, play: Play) -> None:
    play(*DEALT[:4], "column-a column-b column-driver captain fog-own", "fog-own", "", "f")
    play("d y")
    shown = play("p column-a", "p captain inspire column-a")
    assert last(battle, "shift") == {"do": "shift", "side": "b", "from": "play", "card": "column-a", "to": "hand"}
    assert battle.entry(battle.count).story == "captain inspires column-a: its card is back in hand"
    assert "Not used" not in shown


def test_what_cannot_be_targeted_says_why(battle: Battle, play: Play) -> None:
    play(*DEALT, *BIDS, "d y")
    shown = play("a guard-b attack 2", "column-a")
    assert "column-a at A1: The token does not observe the target" in shown


def test_without_a_map_people_are_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tokens = {
        "mg": {"side": "a", "class": "infantry", "defense": 4, "at": [0, 0]},
        "ru": {"side": "b", "class": "infantry", "defense": 3, "at": [4, 4]},
    }
    setup = {"phase": "play", "active": "a", "tokens": tokens, "sides": {"a": {"supply": {"fog-own": 3}}}}
    with Store(tmp_path / "battles.sqlite") as store:
        battle = Battle.create(store, registry.load("du"), "x", setup, NOW)
        lines = ("a attack 2 ru", "n", "y", "4", "3", "q")
        AtTable(
            battle,
            Lines(StringIO("".join(f"{one}\n" for one in lines)), sys.stdout),
            Session(plain=True),
            TableSettings("full"),
        ).play()
        shown = capsys.readouterr().out
        assert "Does mg observe ru?" in shown
        assert "Does a token of its side direct mg to ru?" in shown
        assert "effective distance 4 is beyond vision 3" in shown
        event = last(battle, "attack")
        assert (event["observes"], event["directed"], event["effective_distance"]) == (False, True, 3)


def test_the_map_shows_who_stands_where_and_who_sees_whom(battle: Battle) -> None:
    assert battle.game.map is not None
    page = battle.game.map(battle.state, None)
    shown = str(page)
    assert "a guard-a" in shown
    assert "column-b 3, weir 1" in shown  # whom guard-a can target, with the vision that it takes
    assert "Off the map: road-plane." in shown


def test_the_map_is_drawn_in_files(home: Path, tmp_path: Path) -> None:
    tabletop("battle", "new", "du", *DECKS, "--setup", SCENARIO, "--name", "m")
    for ending in ("svg", "html", "md"):
        tabletop("battle", "map", "m", "-o", str(tmp_path / f"m.{ending}"))
        assert "guard-gun" in (tmp_path / f"m.{ending}").read_text(encoding="utf-8")


# --- what is hidden ---


def hidden_from(text: str, *cards: str) -> list[str]:
    return [card for card in cards if re.search(rf"\b{card}\b", text)]


def test_nothing_of_a_hand_reaches_the_others(battle: Battle, play: Play) -> None:
    """Whatever is looked up, undone or mistyped: only the own screen of a side knows its hand before it is played."""
    hand = ("", "guard-a warden guard-gun f f", "", "", "column-a column-b column-a cap fog-own", "x")
    shown = play(*hand, "s", "l", "u", "y", "b", "", "captain", "", "xyz", "guard-gun", "s", "l")
    alone = re.findall(rf"Hand the screen to {re.escape(OSSEL)}\..*?Everybody may look again", shown, re.DOTALL)
    assert len(alone) == 2
    assert all("warden" in one for one in alone)
    assert "is not possible here" in alone[1]
    for one in alone:
        shown = shown.replace(one, "")
    told = [line for line in shown.splitlines() if "warden" in line]
    assert told
    assert all(line.startswith(f"  {OSSEL}: 19: ") for line in told)  # the supply, which is open


def test_no_view_of_the_other_side_tells_of_a_hand(home: Path) -> None:
    """Logs, statuses and exports as text and as JSON; only the tokens on the map and the supply have the same names."""
    tabletop("battle", "new", "du", *DECKS, "--setup", SCENARIO, "--name", "k")
    hands = {"a": ["guard-a", "guard-a", "guard-gun", "fog-own", "fog-own"], "b": ["column-a"] * 2}
    hands["b"] += ["column-b", "captain", "fog-own"]
    tabletop("battle", "do", "k", json.dumps({"do": "deal", "drawn": hands}))
    for whose in ((), ("--as", "b")):
        state = json.loads(tabletop("battle", "status", "k", *whose, "--format", "json"))["state"]
        assert {zone: state["sides"]["a"][zone] for zone in ("hand", "deck", "discard")} == {
            "hand": {"a card": 5},
            "deck": {"a card": 2},
            "discard": {},
        }
        log = tabletop("battle", "log", "k", "-v", *whose) + tabletop("battle", "log", "k", *whose, "--format", "json")
        assert not hidden_from(log, "guard-a", "guard-gun", "fog-own", "warden", "column-a")
    own = json.loads(tabletop("battle", "status", "k", "--as", "a", "--format", "json"))["state"]["sides"]
    assert own["a"]["hand"] == {"guard-a": 2, "guard-gun": 1, "fog-own": 2}
    assert own["b"]["hand"] == {"a card": 5}
    undone = tabletop("battle", "undo", "k")
    assert not hidden_from(undone.partition("Tokens")[0], "guard-gun", "captain")


def test_all_is_told_when_it_is_over(home: Path) -> None:
    tabletop("battle", "new", "du", *DECKS, "--setup", SCENARIO, "--name", "k")
    hands = {"a": ["guard-a", "guard-a", "guard-gun", "fog-own", "fog-own"], "b": ["column-a"] * 2}
    hands["b"] += ["column-b", "captain", "fog-own"]
    tabletop("battle", "do", "k", json.dumps({"do": "deal", "drawn": hands}))
    tabletop("battle", "do", "k", "declare", "winner=a")
    assert "guard-gun" in tabletop("battle", "log", "k", "-v")


# --- a whole turn at a real terminal ---


@pytest.mark.slow
def test_a_turn_at_a_real_terminal(home: Path) -> None:
    """Typed hands, secret bids, a card, an attack, both done, the next turn; then it verifies."""
    tabletop("battle", "new", "du", *DECKS, "--setup", SCENARIO, "--name", "night")
    child: pexpect.spawn[str] = spawned("battle", "play", "night", "--plain")
    say(child, "screen to A", "", "5 of 7 cards", "guard-a guard-a guard-gun f f", "Enter to clear", "")
    say(child, "screen to B", "", "5 of 7 cards", "fog-own fog-own column-a column-b column-driver")
    child.expect_exact("does B bid?")
    child.send("?\r")
    say(child, "does B bid?", "fog-own", "the screen to A", "", "does A bid?", "guard-gun")
    first = child.expect_exact(["A (The Mill Guard) plays its cards", "B (Column at First Light) plays its cards"])
    if first == 1:
        say(child, "What now?", "d y")
    say(child, "What now?", "p guard-a")
    say(child, "What now?", "a guard-a", "Which action?", "", "At which token?", "weir")
    child.expect_exact("2 lethal damage, 2 in all")
    say(child, "What now?", "d y")
    if first == 0:
        say(child, "What now?", "d y")
    child.expect_exact("turn 2 begins")
    child.expect_exact("Hand the screen to A")
    child.send("x\r")
    say(child, "What now?", "q")
    assert ended(child) == 0
    assert "Everything fits" in tabletop("battle", "verify", "night")


HANDED, EVERYBODY = "Hand the screen to", "Everybody may look again"


def _say_cards(child: pexpect.spawn[str], cards: Mapping[str, str]) -> None:
    """Play cards by their names, each when what came of the one before is on the screen."""
    for card, result in cards.items():
        say(child, "What now?", f"p {card}")
        child.expect_exact(result)


@pytest.mark.slow
@pytest.mark.parametrize("plain", [("--plain",), ()])
def test_a_turn_of_named_cards_takes_three_hand_overs_and_shows_nobody_a_hand(
    home: Path, plain: tuple[str, ...]
) -> None:
    """A draws; B draws and bids; A bids: then each card is played by its name. What is not in hand tells nothing."""
    tabletop("battle", "new", "du", *DECKS, "--setup", SCENARIO, "--name", "night")
    child: pexpect.spawn[str] = spawned("battle", "play", "night", *plain)
    child.logfile_read = shown = StringIO()
    say(child, f"{HANDED} A", "", "5 of 7 cards", "guard-a guard-b guard-gun warden f", "Enter to clear", "")
    say(child, f"{HANDED} B", "", "5 of 7 cards", "column-a column-b column-driver cap f", "does B bid?", "cap")
    say(child, f"{HANDED} A", "", "does A bid?", "fog-own")
    played = {name: f"plays {name}" for name in ("column-b", "column-driver", "column-a")}
    _say_cards(child, {"road-plane": "has no", **played})
    say(child, "What now?", "d y")
    child.expect_exact("A (The Mill Guard) plays its cards")
    _say_cards(child, {name: f"plays {name}" for name in ("guard-gun", "guard-b", "warden", "guard-a")})
    say(child, "What now?", "q")
    assert ended(child) == 0
    told = shown.getvalue()
    assert len(re.findall(rf"{HANDED} [AB]", told)) >= 3
    assert told.count(EVERYBODY) == 3
    assert "B (Column at First Light) has no road-plane" in told
    open_parts = [part.partition(HANDED)[0] for part in f"{EVERYBODY}{told}".split(EVERYBODY)]
    before_cards = open_parts[-1].partition("plays column-b")[0]
    assert not re.search(r"\b(guard-a|guard-b|guard-gun|warden|column-a|column-driver)\b", "".join(open_parts[:-1]))
    on_no_map = "guard-a|guard-b|guard-gun|warden|column-a|column-driver" if plain else "warden|column-driver"
    assert not re.search(rf"\b({on_no_map})\b", before_cards), "a terminal has the map above its prompt"


def test_cards_that_were_named_alone_are_played_one_by_one(battle: Battle, play: Play) -> None:
    """One look at the own hand is enough for all cards of a turn; a plan that went wrong is forgotten."""
    shown = play(*DEALT, *BIDS, "p", "", "column-b column-a fog-opponent", "p", "p", "x")
    assert shown.count(HANDED) == 4
    assert [last(battle, "play")["card"], battle.state.count_cards("b", "hand")] == ["column-a", 2]
    assert "has no Fog of War card of the opponent's colour in hand" in shown
    public = shown.rpartition(EVERYBODY)[2]
    assert "column-a" not in public.partition("plays column-a")[0].replace("play? column-a", "")


def test_a_card_out_of_play_is_named_before_everybody(battle: Battle, play: Play) -> None:
    shown = play(*DEALT, *BIDS, "p column-b", "t b play column-b hand", "t b hand column-b discard", "x")
    assert last(battle, "shift") == {"do": "shift", "side": "b", "from": "play", "card": "column-b", "to": "hand"}
    assert shown.count(HANDED) == 4, "only the hand is for its owner alone"


# --- scripts ---


@pytest.mark.parametrize("name", ["weir", "ridge"])
def test_scripts_tell_a_turn_in_which_nothing_is_refused(name: str) -> None:
    shown = tabletop("--plain", "battle", "run", str(FOLDER / f"{name}.script.json"))
    assert "Refused" not in shown
    assert "That was all." in shown


def test_a_script_names_its_scenario(tmp_path: Path) -> None:
    script = tmp_path / "x.script.json"
    armies = dict(zip("ab", DECKS, strict=True))
    told = {"system": "du", "setup": {"armies": armies}, "events": []}
    script.write_text(json.dumps({**told, "scenario": SCENARIO}), encoding="utf-8")
    assert len(json.loads(tabletop("battle", "run", str(script), "--format", "json"))["state"]["control"]) > 0
    script.write_text(json.dumps({**told, "scenario": 1}), encoding="utf-8")
    tabletop("battle", "run", str(script), code=2)


# --- words ---


def test_nothing_at_the_table_speaks_of_dice_or_points(home: Path) -> None:
    """From the beginning to the seed: cards are drawn and sealed, and there is nothing to add up."""
    said = tabletop("--plain", "battle", "new", "du", *DECKS, "--setup", SCENARIO, "--name", "k")
    lines = ["", "?", "", "", "", "", "", "?", "u", "y", "d", "l", "s", "?", "*", "y", "draw", "", ""]
    said += tabletop("--plain", "battle", "play", "k", typed="".join(f"{line}\n" for line in lines))
    for words in (("log", "-v"), ("stats",), ("verify",), ("status",)):
        said += tabletop("--plain", "battle", words[0], "k", *words[1:])
    assert "cards sealed as: " in said
    assert not {"dice", "die", "roll", "rolls", "rolled", "points"} & set(re.findall(r"[a-z]+", said.lower()))
