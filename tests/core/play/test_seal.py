"""What two players need not trust each other for: a word for the dice, and what they noted of the log."""

from __future__ import annotations

import hmac
import io
import re
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.errors import No
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import SNAPSHOT_EVERY, Battle
from tabletop_cli.core.play.hash_chain import find_noted_entry, parse_noted
from tabletop_cli.core.play.log import LogEntry
from tabletop_cli.core.play.seal import LONGEST_WORD, dice_key, hand_over
from tabletop_cli.core.play.taking_in import take_in
from tabletop_cli.core.play.viewpoint import View

TD = registry.load("td")
NOW = "2026-05-01T12:00:00Z"
SEED = b"4123456789abcdef"
HMGS = {"units": [{"type": "hmg"}, {"type": "hmg"}]}
SETUP = {
    "sides": {"a": {"army": HMGS, "actions": 90}, "b": {"army": HMGS, "actions": 90}},
    "resume": {"counters": {"a": 0, "b": 80}},  # a acts for long
}
SHOT = {"do": "direct-fire", "by": "a", "model": "a1-1", "target": "b1-1"}
PIVOT = {"do": "pivot", "by": "a", "model": "a1-1"}


def begun(store: Store, name: str, monkeypatch: pytest.MonkeyPatch) -> Battle:
    monkeypatch.setattr("tabletop_cli.core.play.battle.new_seed", lambda: SEED)
    return Battle.create(store, TD, name, SETUP, NOW)


def faces(entry: LogEntry) -> list[Any]:
    return [face for roll in entry.rolls for face in roll.faces]


def shots(battle: Battle) -> list[list[Any]]:
    """The dice of a first shot, tried again after each undo: always the same ones."""
    found = faces(battle.play_event(SHOT, None, NOW))
    battle.undo(NOW)
    assert faces(battle.play_event(SHOT, None, NOW)) == found
    return [found]


def test_the_word_makes_other_dice_and_the_same_word_the_same(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [None, "badger", "badger", "heron", "otter", "stoat", "newt", "Ünke"]
    found = []
    for number, word in enumerate(words):
        battle = begun(store, f"b{number}", monkeypatch)
        if word:
            battle.take_word(word, NOW)
        found.append(shots(battle))
        assert Battle.open_unread(store, battle.header.id).verify().problems == []
    assert found[1] == found[2]
    assert len({str(one) for one in found}) > 3


def test_anybody_can_make_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    assert dice_key(SEED, None) == SEED
    assert dice_key(SEED, "Ünke") == hmac.digest(SEED, "tabletop:word:Ünke".encode(), "sha256")[:16]


def test_the_word_is_remembered_in_snapshots_and_survives_undo_and_redo(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = begun(store, "long", monkeypatch)
    battle.take_word("badger", NOW)
    for _ in range(SNAPSHOT_EVERY // 2):
        battle.play_event(PIVOT, [], NOW)
        battle.undo(NOW)
        battle.redo(NOW)
    again = Battle.open(store, battle.header.id)
    assert again.fold.word == battle.fold.word == "badger"
    assert faces(again.play_event(SHOT, None, NOW)) == faces_without_snapshots(store, monkeypatch)


def faces_without_snapshots(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    battle = begun(store, "short", monkeypatch)
    battle.take_word("badger", NOW)
    for _ in range(SNAPSHOT_EVERY // 2):
        battle.play_event(PIVOT, [], NOW)
    return faces(battle.play_event(SHOT, None, NOW))


def test_a_word_comes_before_the_first_dice_and_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = begun(store, "late", monkeypatch)
    for word in ("", "  ", "a\nb", "\x1b[31m", "x" * (LONGEST_WORD + 1)):
        with pytest.raises(No) as wrong:
            battle.take_word(word, NOW)
        assert wrong.value.code == "no-word"
    battle.play_event(SHOT, None, NOW)
    battle.undo(NOW)  # what fell has been seen, undone or not
    with pytest.raises(No, match="dice had been rolled already"):
        battle.take_word("badger", NOW)
    other = begun(store, "twice", monkeypatch)
    other.take_word("badger", NOW)
    with pytest.raises(No, match="already has its word"):
        other.take_word("heron", NOW)
    shown = begun(store, "shown", monkeypatch)
    shown.show_seed(NOW)
    with pytest.raises(No, match="seed was shown"):
        shown.take_word("badger", NOW)
    exported = begun(store, "exported", monkeypatch)
    hand_over(store, exported.header, NOW)
    exported.refresh()
    with pytest.raises(
        No, match="the seed was in an exported file already, so somebody who knows the seed could choose"
    ):
        exported.take_word("badger", NOW)


def test_another_word_in_the_log_is_found(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = begun(store, "told", monkeypatch)
    battle.take_word("badger", NOW)
    for _ in range(4):
        battle.play_event(SHOT, None, NOW)
        battle.undo(NOW)
    out = io.BytesIO()
    store.export_battle(battle.header.id, out)
    changed = out.getvalue().replace(b'"word":"badger"', b'"word":"heron"')
    assert changed != out.getvalue()
    with pytest.raises(No, match="changed after it was played"):
        take_in(store, io.BytesIO(changed), "changed")


# --- what people note ---


def test_what_was_noted_is_found_as_long_as_nothing_was_cut_or_changed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = begun(store, "noted", monkeypatch)
    noted = [View(battle).to_note or ""]
    for number in range(5):
        battle.play_event(PIVOT, [], NOW)
        battle.write_note(f"note {number}", NOW)
        noted.append(View(battle).to_note or "")
    lines = store.event_lines(battle.header.id)

    def after(lines: list[str], said: str) -> int | None:
        return find_noted_entry(battle.header, lines, parse_noted(said) or "none")

    assert [after(lines, one) for one in noted] == [0, 2, 4, 6, 8, 10]
    assert all(re.fullmatch("[0-9a-f]{4}(-[0-9a-f]{4}){3}", one) for one in noted)
    newest = noted[-1]
    assert after(lines, newest.replace("-", " ").upper()) == after(lines, newest[:9]) == 10, "however it is copied"
    assert parse_noted(newest[:8]) is None, "seven letters are too few"
    assert after(lines[:-1], newest) is None, "an entry was cut off"
    retold = [*lines[:-1], lines[-1].replace("note 4", "note 5")]
    assert after(retold, newest) is None, "the last note was changed, which no chain tells"
    retimed = [lines[0].replace(NOW, "2026-05-01T12:00:01Z"), *lines[1:]]
    assert after(retimed, newest) == 10, "the chain itself tells this one"
