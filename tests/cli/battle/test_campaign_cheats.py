"""Whoever has the file of a campaign puts another battle in the place of its own; the other players hear of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.cli.battle.store import open_battle, open_store
from tabletop_cli.cli.session import Session
from tabletop_cli.core.clock import now
from tabletop_cli.core.dice.stream import commitment_of
from tabletop_cli.core.keep.export import canonical_json
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.linked import id_of, inside_record, wanted_inner_game
from tabletop_cli.core.play.viewpoint import View
from tests.cli.battle.river import ATTACK, INSIDE, MAP, changed, played, verified
from tests.cli.conftest import Tabletop

LATER = "2026-05-02T12:00:00Z"
CHOSEN = bytes(16)  # the seed that a cheat likes


@pytest.fixture
def store(river: Tabletop) -> Iterator[Store]:
    with open_store(Session()) as store:
        yield store


def told(river: Tabletop) -> list[str]:
    return [entry["what"] for entry in json.loads(river("campaign", "log", "river", "-f", "json").out)["entries"]]


def planted(river: Tabletop, folder: Path, setup: Callable[[dict[str, Any]], None]) -> None:
    """Take in a battle of one's own under the id that the campaign will look for, before it has begun."""
    with open_store(Session()) as store:
        around = open_battle(store, "river", "campaign")
        linked = wanted_inner_game(around)
        own = json.loads(canonical_json(linked.setup))
        setup(own)
        with Store(folder / "elsewhere.sqlite") as other:
            system, own_id = around.system, id_of(around.header, linked)
            made = Battle.create(other, system, "mine", own, now(), "battle", own_id, CHOSEN)
            with (folder / "mine.jsonl").open("wb") as file:
                other.export_battle(made.header.id, file)
    assert river("battle", "import", folder / "mine.jsonl").code == 0


def few_enemies(setup: dict[str, Any]) -> None:
    swarm = [one for one in setup["figures"] if one.startswith("Swarm")]
    for one in swarm[1:]:
        del setup["figures"][one]
    for one, figure in setup["figures"].items():
        figure["xp"] = 0 if one in swarm else 31


# --- planted before it begins ---


def test_a_battle_with_another_set_up_and_a_chosen_seed_is_not_taken_up(river: Tabletop, tmp_path: Path) -> None:
    planted(river, tmp_path, few_enemies)
    for _ in range(2):
        ran = river("campaign", "fight", "river")
        wrong = "its set-up is different; its dice do not come from those of river"
        assert (ran.code, ran.out) == (1, "")
        assert f"error: mine does not fit river: {wrong}\n" in ran.err
        assert "tabletop battle delete mine, then run this command again" in ran.err
    assert [one for one in told(river) if "mine" in one] == [f"Note: mine is not the battle of river: {wrong}"], "once"
    code, problems, _ = verified(river)
    assert code == 1
    assert problems == [f"mine does not fit river: {one}" for one in wrong.split("; ")]
    code, problems, _ = verified(river, "battle", "mine")
    assert code == 1
    assert problems == [f"this does not fit river: {one}" for one in wrong.split("; ")]
    assert river("battle", "check").code == 1
    river("battle", "delete", "mine", "--yes")
    assert river("campaign", "fight", "river").code == 0
    assert verified(river) == (0, [], [])


def test_a_battle_with_the_right_set_up_and_a_chosen_seed_is_not_taken_up(river: Tabletop, tmp_path: Path) -> None:
    planted(river, tmp_path, lambda setup: None)
    ran = river("campaign", "fight", "river")
    assert (ran.code, "mine does not fit river: its dice do not come from those of river" in ran.err) == (1, True)
    assert verified(river)[0] == 1


def test_who_writes_such_a_note_as_earlier_versions_did_is_remarked_on(river: Tabletop, tmp_path: Path) -> None:
    planted(river, tmp_path, lambda setup: None)
    river("campaign", "note", "river", f"mine begins; its dice are sealed as {commitment_of(CHOSEN)}")
    assert river("campaign", "fight", "river").code == 0
    assert verified(river)[2] == [
        "mine has a seed of its own, as in earlier versions: so nobody can prove that it was not chosen"
    ]


def test_a_result_of_a_planted_battle_is_not_taken(river: Tabletop, tmp_path: Path) -> None:
    planted(river, tmp_path, few_enemies)
    played("mine", "battle", {"do": "surrender", "side": "teo"})
    assert river("campaign", "fight", "river").code == 1
    assert json.loads(river("campaign", "status", "river", "-f", "json").out)["state"]["players"]["nadia"]["vp"] == 0


# --- put in its place later ---


def test_a_battle_that_is_begun_anew_has_the_same_dice_and_the_log_says_so(river: Tabletop) -> None:
    for _ in range(2):
        assert river("campaign", "fight", "river").code == 0
        assert river("campaign", "fight", "river").code == 0
        assert verified(river)[:2] == (0, [])
        river("battle", "delete", INSIDE, "--yes")
    begins = [one for one in told(river) if "begins" in one]
    assert len(begins) == 2 and len(set(begins)) == 1
    assert verified(river)[2] == [f"{INSIDE} began more than once, see entry 5: the players already knew its dice"]


def test_a_battle_that_was_played_elsewhere_and_comes_in_unchecked_is_told(river: Tabletop, tmp_path: Path) -> None:
    """It was played with dice of one's own, and its log was changed."""
    river("campaign", "fight", "river")
    played(INSIDE, "battle", {"do": "initiative", "dice": [6, 6, 1, 1]})
    file = tmp_path / "played.jsonl"
    river("battle", "export", INSIDE, "-o", file)
    changed(file, lambda lines: lines[1].update(story="nadia has it, and teo is afraid"))
    river("battle", "delete", INSIDE, "--yes")
    assert river("battle", "import", file).code == 1
    assert river("battle", "import", file, "--unchecked").code == 0
    code, problems, remarks = verified(river)
    assert (code, remarks) == (1, [f"{INSIDE} was imported unchecked"])
    assert problems == [
        f"{INSIDE} does not match what was played: event 1: the sentence in the log does not follow the rules"
    ]
    for _ in range(2):
        assert river("campaign", "fight", "river").code == 0
    assert f"{INSIDE}, imported unchecked, is already here with 2 entries" in told(river)[-1]
    assert "begins" in told(river)[-2], "it is told once"
    played(INSIDE, "battle", {"do": "surrender", "side": "teo"})
    ran = river("campaign", "fight", "river")
    assert (ran.code, f"note: {INSIDE} does not match what was played: event 1" in ran.err) == (0, True)
    assert f"Note: {INSIDE} does not match what was played" in told(river)[-2]
    assert verified(river)[2] == [f"{INSIDE} was imported unchecked, see entry 5"]


def test_a_battle_of_another_time_in_its_place_is_told(river: Tabletop, tmp_path: Path) -> None:
    river("campaign", "fight", "river")
    file = tmp_path / "other.jsonl"
    river("battle", "export", INSIDE, "-o", file)
    changed(file, lambda lines: lines[0].update(created=LATER))
    river("battle", "delete", INSIDE, "--yes")
    assert river("battle", "import", file).code == 0
    assert verified(river)[2] == [f"{INSIDE} is not the one that began with entry 4: it began at {LATER}"]
    river("campaign", "fight", "river")
    assert f"{INSIDE} is already here with 1 entry" in told(river)[-1]


def test_an_entry_that_tells_of_other_dice_is_found(river: Tabletop, tmp_path: Path) -> None:
    """The campaign's own log, without the battle, shows that its dice were chosen."""
    river("campaign", "fight", "river")
    river("battle", "delete", INSIDE, "--yes")
    file = tmp_path / "river.jsonl"
    river("campaign", "export", "river", "-o", file)
    changed(file, lambda lines: lines[4]["inside"].update(commitment=commitment_of(CHOSEN)))
    ran = river("campaign", "verify", file)
    assert (ran.code, f"entry 4 mentions {INSIDE}, whose dice do not come from those of river" in ran.out) == (1, True)


# --- the result ---


@pytest.fixture
def fought(river: Tabletop) -> Tabletop:
    """The battle is over, and nadia has won it; the campaign does not know of it yet."""
    assert river("campaign", "fight", "river").code == 0
    played(INSIDE, "battle", {"do": "surrender", "side": "teo"})
    return river


def test_a_result_stands_in_the_log_with_what_proves_it(fought: Tabletop) -> None:
    noted = json.loads(fought("battle", "status", INSIDE, "-f", "json").out)["to_note"]
    assert fought("campaign", "fight", "river").code == 0
    line = fought("campaign", "log", "river").out.splitlines()[-1]
    assert line.endswith(f"(the result of {INSIDE} after 1 entry, with the code {noted} to note)")
    assert verified(fought) == (0, [], [])
    fought("battle", "note", INSIDE, "a good evening")
    assert verified(fought) == (0, [], []), "what is written into it afterwards changes nothing"


def test_what_players_say_of_a_result_themselves_is_told(fought: Tabletop) -> None:
    assert fought("campaign", "fight", "river", "winner=teo").code == 0
    assert "; decided by the players: winner)" in fought("campaign", "log", "river").out
    assert verified(fought) == (0, [], [f"in entry 5 the players changed the result of {INSIDE}: winner"])


def test_a_result_by_hand_that_contradicts_the_battle_is_told(fought: Tabletop) -> None:
    own = {"do": "battle", "winner": "teo", "survivors": {"Swarm": [{"unit": "queen", "count": 1, "commander": True}]}}
    played("river", "campaign", own)
    code, problems, remarks = verified(fought)
    assert (code, problems) == (0, [])
    assert len(remarks) == 1 and remarks[0].startswith(f"in entry 5 the players changed the result of {INSIDE}: winner")
    fought("campaign", "undo", "river")
    assert verified(fought) == (0, [], []), "it does not count"
    played("river", "campaign", own)
    fought("battle", "delete", INSIDE, "--yes")
    assert verified(fought)[2] == [f"the players decided entry 7 themselves, although {INSIDE} had begun for it"]


def test_a_result_that_the_battle_did_not_have_is_found(fought: Tabletop, tmp_path: Path) -> None:
    """The entry says that it is the battle's, and is not: made with the doors of the program alone, by an event."""
    with open_store(Session()) as store:
        around, inside = open_battle(store, "river", "campaign"), open_battle(store, INSIDE)
        linked = wanted_inner_game(around)
        event = {**linked.result(inside.game.view(inside.state)), "winner": "teo"}
        around.play_event(event, None, now(), inside_record(inside, View(inside).to_note))
    assert verified(fought)[:2] == (1, [f"entry 5 is not the result of {INSIDE}: winner"])


# --- what both share ---


def test_the_word_for_the_campaign_counts_for_its_battles(tabletop: Tabletop) -> None:
    seals = []
    for word in ("badger", "heron"):
        tabletop("campaign", "new", "fftt", "--setup", MAP, "--name", "river")
        assert tabletop("campaign", "seal", "river", word).code == 0
        played("river", "campaign", *ATTACK)
        assert tabletop("campaign", "fight", "river").code == 0
        assert verified(tabletop) == (0, [], [])
        with open_store(Session()) as store:
            seals.append(open_battle(store, INSIDE).header.seed)
        for kind, name in (("campaign", "river"), ("battle", INSIDE)):
            tabletop(kind, "delete", name, "--yes")
    assert seals[0] != seals[1]


def test_who_saw_the_seed_of_the_campaign_knows_that_of_its_battle(river: Tabletop, store: Store) -> None:
    river("campaign", "verify", "river", "--reveal")
    river("campaign", "fight", "river")
    assert open_battle(store, INSIDE).seed_shown == 1
    assert river("battle", "seal", INSIDE, "badger").code == 1


def test_who_sees_the_seed_of_the_campaign_later_knows_that_of_its_battle(river: Tabletop, store: Store) -> None:
    river("campaign", "fight", "river")
    river("campaign", "verify", "river", "--reveal")
    assert open_battle(store, INSIDE).seed_shown == 1


def test_who_had_a_file_of_the_campaign_cannot_choose_a_word_for_its_battle(river: Tabletop, tmp_path: Path) -> None:
    river("campaign", "export", "river", "-o", tmp_path / "river.jsonl")
    river("campaign", "fight", "river")
    assert "the seed was in an exported file already" in river("battle", "seal", INSIDE, "badger").err


def test_a_battle_of_an_earlier_version_goes_on_without_a_word_of_blame(river: Tabletop, store: Store) -> None:
    """Each battle had a seed of its own then, and a note told of it."""
    around = open_battle(store, "river", "campaign")
    linked = wanted_inner_game(around)
    own = id_of(around.header, linked)
    old = Battle.create(store, around.system, INSIDE, linked.setup, now(), "battle", own)
    around.write_note(f"{INSIDE} begins; its dice are sealed as {old.header.commitment}", now())
    assert river("campaign", "fight", "river").code == 0
    played(INSIDE, "battle", {"do": "surrender", "side": "teo"})
    assert river("campaign", "fight", "river").code == 0
    assert [one for one in told(river) if "begins" in one] == [
        f"Note: {INSIDE} begins; its dice are sealed as {old.header.commitment}"
    ]
    own_seed = f"{INSIDE} has a seed of its own, as in earlier versions: so nobody can prove that it was not chosen"
    assert verified(river) == (0, [], [own_seed])
