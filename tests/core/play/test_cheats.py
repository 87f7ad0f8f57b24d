"""Whoever has the file of a battle tries to make it look otherwise than it was played; `verify` tells the other one.

Here the chain is made anew after each change: what the rules can prove must be found without it. What they cannot
prove is what the letters are for that people note (`--noted`).
"""

from __future__ import annotations

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.errors import Refused, TabletopError
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.hash_chain import find_noted_entry, parse_noted
from tabletop_cli.core.play.viewpoint import View
from tests.forging import Change, Lines, forged
from tests.hedge import HMGS, NOW, PIVOT, SEED, SETUP, SHOT, TD, begun, played
from tests.systems.test_cases import CASES

pytestmark = pytest.mark.usefixtures("same_dice")

OTHER_WORD = {"at": NOW, "word": "heron"}
SHOWN = {"at": NOW, "shown": "seed"}


def problems(store: Store, battle: Battle, change: Change) -> list[str]:
    return forged(store, battle, change).verify().problems


def put_in(lines: Lines, at: int, entry: dict[str, object]) -> None:
    """An entry more, as entry `at`; those after it count on."""
    lines.insert(at, {"n": at, **entry})
    for number, line in enumerate(lines[at + 1 :], at + 1):
        line["n"] = number


# --- the word ---


def with_word(store: Store) -> Battle:
    battle = Battle.create(store, TD, "Sealed", SETUP, NOW)
    battle.take_word("badger", NOW)
    battle.play_event(PIVOT, None, NOW)
    return battle


def test_a_second_word_would_make_new_dice_and_is_found(store: Store) -> None:
    found = problems(store, with_word(store), lambda lines: put_in(lines, 3, OTHER_WORD))
    assert found == ["entry 3 gives a second word, which changed the dice"]


def test_a_word_after_the_first_dice_could_be_chosen_and_is_found(store: Store) -> None:
    battle = Battle.create(store, TD, "Late", SETUP, NOW)
    battle.play_event(SHOT, None, NOW)
    battle.undo(NOW)
    assert problems(store, battle, lambda lines: put_in(lines, 3, OTHER_WORD)) == [
        "entry 3 gives a word after dice had been rolled"
    ]


def test_a_word_of_somebody_who_saw_the_seed_is_found(store: Store) -> None:
    def shown_first(lines: Lines) -> None:
        put_in(lines, 1, SHOWN)
        put_in(lines, 2, OTHER_WORD)

    battle = Battle.create(store, TD, "Shown", SETUP, NOW)
    assert problems(store, battle, shown_first) == ["entry 2 gives a word after the seed was shown"]


def test_a_word_of_somebody_who_had_the_file_is_found(store: Store) -> None:
    def had_the_file(lines: Lines) -> None:
        put_in(lines, 1, {"at": NOW, "shown": "file"})
        put_in(lines, 2, OTHER_WORD)

    battle = Battle.create(store, TD, "Exported", SETUP, NOW)
    assert problems(store, battle, had_the_file) == ["entry 2 gives a word after the seed was in an exported file"]


@pytest.mark.parametrize("word", ["", "a\nb", "x" * 101])
def test_a_word_that_nobody_could_give_is_found(store: Store, word: str) -> None:
    battle = Battle.create(store, TD, "None", SETUP, NOW)
    found = problems(store, battle, lambda lines: put_in(lines, 1, {"at": NOW, "word": word}))
    assert found == ["entry 1 gives a word that is not allowed"]


def test_an_honest_word_is_fine(store: Store) -> None:
    assert problems(store, with_word(store), lambda lines: None) == []


# --- what the battle began with ---


def one_gun_more(lines: Lines) -> None:
    lines[0]["setup"]["sides"]["a"]["army"] = {"units": [*HMGS["units"], {"type": "hmg"}]}


def other_house(lines: Lines) -> None:
    lines[0]["setup"]["house"] = {"gap": "normal-turn"}


def other_time(lines: Lines) -> None:
    lines[0]["created"] = "2020-01-01T00:00:00Z"


@pytest.mark.parametrize("change", [one_gun_more, other_house, other_time])
def test_another_set_up_is_found_by_the_chain_and_by_what_was_noted(store: Store, change: Change) -> None:
    """No result tells of a gun that has not fired: so what the battle began with belongs to the chain."""
    battle = Battle.create(store, TD, "Begun", SETUP, NOW)
    noted = parse_noted(View(battle).to_note or "") or ""
    battle.play_event(PIVOT, None, NOW)
    changed = forged(store, battle, change, relink=False)
    assert "what the battle began with was changed" in changed.verify().problems
    assert find_noted_entry(battle.header, store.event_lines(battle.header.id), noted) == 0
    store.delete_battle(changed.header.id)
    relinked = forged(store, battle, change)
    assert find_noted_entry(relinked.header, store.event_lines(relinked.header.id), noted) is None


def test_nobody_can_try_out_a_hidden_set_up_with_what_was_noted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed, which is secret too, goes into the first hash."""
    first = Battle.create(store, TD, "One", SETUP, NOW)
    monkeypatch.setattr("tabletop_cli.core.play.battle.new_seed", lambda: SEED[::-1])
    second = Battle.create(store, TD, "Two", SETUP, NOW)
    assert first.newest_link != second.newest_link


# --- the log ---


def test_another_sentence_is_found(store: Store) -> None:
    def told_otherwise(lines: Lines) -> None:
        lines[2]["story"] = "a1-1 fires at b1-1: 4 hits, out"

    assert problems(store, played(store), told_otherwise) == [
        "event 2: the sentence in the log does not follow the rules"
    ]


@pytest.mark.parametrize("at", ["", "yesterday", "2026-11-22P05:33:47Z", "2026-05-01T12:00:00"])
def test_an_entry_of_no_time_is_found(store: Store, at: str) -> None:
    assert problems(store, played(store), lambda lines: lines[2].update(at=at)) == ["entry 2 has no valid time"]


def test_a_clock_that_went_backwards_is_a_remark(store: Store) -> None:
    verdict = forged(store, played(store), lambda lines: lines[2].update(at="2026-04-30T12:00:00Z")).verify()
    assert verdict.problems == []
    assert verdict.remarks == ["by its clock, entry 2 is older than the entry before it"]


def test_the_dice_of_old_battles_are_remarked_on(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop_cli.core.play.battle.VERSIONS", (1,))
    battle = played(store)
    assert "notes and undos changed later dice" in battle.verify().remarks[0]


# --- dice that fell for nothing ---


TGF = registry.load("tgf")


def at_their_leader(store: Store) -> Battle:
    """The first soldier of a may fire at the leader of b, who will have to be replaced if he falls."""
    request = next(case.request for case in CASES if case.name.startswith("a dead leader is replaced before"))
    battle = Battle.create(store, TGF, "Leader", request["setup"], NOW)
    for event in request["events"][:3]:
        battle.play_event(TGF.game.without_dice(event), TGF.game.dice_of(event) or [], NOW)
    return battle


SHOT_AT_LEADER = {"do": "act", "mini": "a1-1", "action": "fire", "target": "b1-0", "shot": {"distance": 5}}


def test_who_looks_at_dice_by_an_event_that_is_refused_after_them_leaves_a_note(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That an heir is missing tells that the shot has killed: whoever keeps this to himself could choose another."""
    noted = 0
    for number in range(12):
        monkeypatch.setattr("tabletop_cli.core.play.battle.new_seed", lambda: bytes([number]) * 16)  # noqa: B023
        battle = at_their_leader(store)
        before = battle.count
        try:
            battle.play_event({**SHOT_AT_LEADER, "new_leaders": []}, None, NOW)
        except Refused as no:
            assert no.reason == "new-leader-needed"
            (note,) = [entry.note for entry in battle.entries()][before:]
            assert note is not None and note.startswith("refused: ") and note[-1].isdecimal()
            assert battle.verify().problems == []
            noted += 1
        store.delete_battle(battle.header.id)
    assert noted


def test_what_is_refused_before_dice_or_with_dice_of_ones_own_changes_nothing(store: Store) -> None:
    battle = at_their_leader(store)
    before = battle.count
    for event, dice in (
        ({**SHOT_AT_LEADER, "target": "a1-0"}, None),
        (SHOT_AT_LEADER, [21]),
        (SHOT_AT_LEADER, [1] * 9),
    ):
        with pytest.raises(TabletopError):
            battle.play_event(event, dice, NOW)
    assert battle.count == before


# --- what is under way ---


def under_way(store: Store) -> Battle:
    battle = Battle.create(store, TD, "Under way", SETUP, NOW)
    making, progress = begun(battle, SHOT)
    battle.keep_under_way(making.roll_dice(progress, battle.source))
    return battle


def test_other_dice_on_the_table_are_found(store: Store) -> None:
    def better(lines: Lines) -> None:
        lines[1]["rolls"][0]["faces"] = [6, 6, 6, 6]

    battle = under_way(store)
    assert battle.verify().problems == []
    assert problems(store, battle, lambda lines: None) == []
    store.delete_battle("edited")
    assert problems(store, battle, better) == ["the unfinished event: its dice do not come from the seed"]


def test_an_event_under_way_that_the_rules_do_not_know_is_found(store: Store) -> None:
    def of_nobody(lines: Lines) -> None:
        lines[1]["answers"]["model"] = "b1-1"

    (said,) = problems(store, under_way(store), of_nobody)
    assert said.startswith("the unfinished event: ")


# --- the table that is kept ---


@pytest.mark.parametrize("number", [50, 51, 0, 99], ids=lambda number: f"after {number}")
def test_a_table_that_somebody_has_changed_is_found(store: Store, number: int) -> None:
    """The log is right, but the other player sees, and plays on, a table on which the enemy is pinned."""
    battle = Battle.create(store, TD, "Kept", SETUP, NOW)
    for _ in range(51):
        battle.write_note("the pond counts as forest", NOW)
    assert not battle.verify().problems
    kept = battle.kept_snapshots()[50]
    changed = kept.replace('"status":"none"', '"status":"pinned"', 1)
    assert changed != kept
    store.put_snapshot(battle.header.id, number, battle._key, changed)
    again = Battle.open(store, battle.header.id)
    (found,) = again.verify().problems
    assert found.startswith(f"the saved table after entry {number} does not match the log")
    assert not forged(store, battle, lambda lines: None).verify().problems


def test_what_the_dice_are_sealed_as_tells_nothing_of_the_set_up(store: Store) -> None:
    """That is what the letters to note are for, which are the hash of all that a battle began with."""
    setups = SETUP, {**SETUP, "house": {"gap": "normal-turn"}}
    one, other = (Battle.create(store, TD, name, setup, NOW) for name, setup in zip("ab", setups, strict=True))
    assert one.header.commitment == other.header.commitment
    assert View(one).to_note != View(other).to_note
