"""A battle in the store: events, undo and redo, snapshots, verification, and two windows on one battle."""

from __future__ import annotations

import json
import random
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core.errors import BadDice, Malformed, No, Refused, StoreLocked, TabletopError
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.asking import Making
from tabletop_cli.core.play.battle import SNAPSHOT_EVERY, Battle
from tabletop_cli.core.play.luck import luck_of
from tabletop_cli.core.testing import any_event
from tests.hedge import NOW, PIVOT, SETUP, SHOT, TD, begun

pytestmark = pytest.mark.usefixtures("same_dice")

ARMIES = Path(__file__).parents[3] / "armies" / "td"


def faces(entry: Any) -> list[int]:
    return [face for roll in entry.rolls for face in roll.faces]


def view(battle: Battle) -> dict[str, Any]:
    return TD.game.view(battle.state)


def by_chance(battle: Battle, events: int, seed: int, meddle: float = 0.0) -> None:
    """Play offered events at random, now and then undoing and redoing."""
    chance = random.Random(seed)
    while battle.count < events:
        if chance.random() < meddle and battle.fold.in_force:
            battle.undo(NOW)
            if chance.random() < 0.5:
                battle.redo(NOW)
        elif (found := any_event(TD, battle.state, chance, ("goal",), source=battle.source)) is not None:
            battle.finish_event(found[0], found[1], NOW)
        else:
            battle.undo(NOW)


def noted(battle: Battle, notes: int) -> None:
    """A log grows by so many notes."""
    for number in range(notes):
        battle.write_note(f"note {number}", NOW)


def long_setup() -> dict[str, Any]:
    armies = [tomllib.loads((ARMIES / f"{name}.toml").read_text()) for name in ("green-horde", "battle-group")]
    sides = {side: {"army": army, "actions": 200} for side, army in zip("ab", armies, strict=True)}
    return {"sides": sides, "house": armies[0].get("house", {}) | armies[1].get("house", {})}


# --- Doing, undoing, doing again --------------------------------------------------------------------------------------


def test_an_event_is_in_the_store_when_it_is_returned(store: Store, battle: Battle) -> None:
    entry = battle.play_event(SHOT, None, NOW)
    assert [json.loads(line)["event"] for line in store.event_lines(battle.header.id)] == [SHOT]
    assert entry.n == 1
    assert len(faces(entry)) == 4
    assert {roll.by for roll in entry.rolls} == {"program"}
    assert entry.result is not None and entry.result["ok"] is True


def test_a_refused_event_changes_nothing(store: Store, battle: Battle) -> None:
    before = view(battle)
    with pytest.raises(Refused):
        battle.play_event(SHOT | {"model": "b1-1", "target": "a1-1"}, None, NOW)
    with pytest.raises(Malformed):
        battle.play_event(SHOT | {"model": "z9"}, None, NOW)
    with pytest.raises(BadDice):
        battle.play_event(SHOT, [1, 2, 3], NOW)
    with pytest.raises(BadDice):
        battle.play_event(SHOT, [1, 2, 3, 4, 5], NOW)
    assert view(battle) == before
    assert store.count_events(battle.header.id) == 0


def test_undo_takes_back_the_state_and_stays_in_the_log(battle: Battle) -> None:
    start = view(battle)
    battle.play_event(PIVOT, None, NOW)
    entry = battle.undo(NOW)
    assert view(battle) == start
    assert (entry.undo, entry.undone_dice) == (1, False)
    assert battle.count == 2
    with pytest.raises(No, match="nothing to undo"):
        battle.undo(NOW)


def test_undoing_past_dice_is_marked(battle: Battle) -> None:
    battle.play_event(SHOT, None, NOW)
    assert battle.undo(NOW).undone_dice is True


def test_redo_brings_back_the_same_dice(battle: Battle) -> None:
    entry = battle.play_event(SHOT, None, NOW)
    after = view(battle)
    battle.undo(NOW)
    again = battle.redo(NOW)
    assert again.redo == entry.n
    assert view(battle) == after
    assert list(battle.fold.in_force) == [entry.n]
    battle.undo(NOW)
    assert battle.entry(entry.n).rolls == entry.rolls


def test_redo_works_until_something_else_happens(battle: Battle) -> None:
    battle.play_event(SHOT, None, NOW)
    battle.undo(NOW)
    battle.play_event(PIVOT, None, NOW)
    with pytest.raises(No, match="nothing to redo"):
        battle.redo(NOW)


def test_several_undos_and_redos_go_in_order(battle: Battle) -> None:
    views = [view(battle)]
    for event in (PIVOT, SHOT, PIVOT):
        battle.play_event(event, None, NOW)
        views.append(view(battle))
    for expected in (views[2], views[1], views[0]):
        battle.undo(NOW)
        assert view(battle) == expected
    for expected in views[1:]:
        battle.redo(NOW)
        assert view(battle) == expected


def test_the_same_event_tried_again_meets_the_same_dice(battle: Battle) -> None:
    """The dice follow from the seed, the rolls in force and the answers: undo and notes do not move them."""
    making, progress = begun(battle, SHOT)
    seen = [face for roll in making.roll_dice(progress, battle.source).rolls for face in roll.faces]
    with pytest.raises(Refused):
        battle.play_event(SHOT | {"by": "b"}, None, NOW)
    battle.write_note("slowly", NOW)
    assert faces(battle.play_event(SHOT, None, NOW)) == seen  # for a machine as for people
    battle.undo(NOW)
    assert faces(battle.play_event(SHOT, None, NOW)) == seen
    battle.undo(NOW)
    other = SHOT | {"facts": {"terrain": "forest"}}
    assert faces(battle.play_event(other, None, NOW)) != seen  # another shot has dice of its own
    assert battle.verify().problems == []


def test_dice_that_were_seen_cannot_be_left_behind(store: Store, battle: Battle) -> None:
    """An event whose dice have fallen is in the store: it goes on in another window, and nothing else comes before."""
    making, progress = begun(battle, SHOT)
    battle.keep_under_way(making.roll_dice(progress, battle.source))
    elsewhere = Battle.open(store, battle.header.name)
    assert elsewhere.under_way is not None and elsewhere.under_way.rolls
    for other in (lambda: elsewhere.play_event(PIVOT, None, NOW), lambda: elsewhere.undo(NOW)):
        with pytest.raises(No, match="under way"):
            other()
    again = Making(TD, TD.game, elsewhere.state)
    progress, done, _ = again.advance(elsewhere.under_way)
    entry = elsewhere.finish_event(done.event, progress, NOW)
    assert entry.rolls == progress.rolls
    assert elsewhere.under_way is None
    assert elsewhere.verify().problems == []


def test_typed_dice_stand_in_the_log_as_such(battle: Battle) -> None:
    entry = battle.play_event(SHOT, [6, 1, 1, 1], NOW)
    assert faces(entry) == [6, 1, 1, 1]
    assert {roll.by for roll in entry.rolls} == {"player"}
    mixed = battle.play_event(SHOT, lambda request: None, NOW)
    assert {roll.by for roll in mixed.rolls} == {"program"}
    assert battle.verify().problems == []


def test_notes_change_nothing(battle: Battle) -> None:
    before = view(battle)
    battle.write_note("the hedge is higher than it looks", NOW)
    assert view(battle) == before
    assert next(iter(battle.entries())).note == "the hedge is higher than it looks"


# --- Opening again ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_long_battle_reopens_from_its_snapshot_as_from_its_whole_log(store: Store) -> None:
    battle = Battle.create(store, TD, "Long", long_setup(), NOW)
    by_chance(battle, 130, 1, meddle=0.15)
    assert store.latest_snapshot(battle.header.id, battle.count, f"td {battle.header.version} 7") is not None
    reopened = Battle.open(store, "long")
    assert reopened.fold == battle.fold
    assert view(reopened) == view(battle)

    whole = Battle(store, TD, battle.header)
    whole.count = battle.count
    assert whole.verify().problems == []
    assert reopened.verify().problems == []
    while reopened.fold.in_force:  # far behind the snapshot
        reopened.undo(NOW)
    assert reopened.state == TD.game.begin(reopened.setup, TD)
    for _ in range(5):
        reopened.redo(NOW)
    assert reopened.verify().problems == []


def test_a_snapshot_remembers_what_may_be_redone(store: Store) -> None:
    battle = Battle.create(store, TD, "Long", SETUP, NOW)
    noted(battle, SNAPSHOT_EVERY - 5)
    for event in (PIVOT, SHOT, SHOT):
        battle.play_event(event, None, NOW)
    battle.undo(NOW)
    battle.undo(NOW)
    assert store.latest_snapshot(battle.header.id, battle.count, f"td {battle.header.version} 7") is not None
    reopened = Battle.open(store, "Long")
    assert len(reopened.fold.redoable) == 2
    reopened.redo(NOW)
    reopened.redo(NOW)
    assert reopened.verify().problems == []


def test_a_snapshot_remembers_that_the_seed_was_shown(store: Store) -> None:
    battle = Battle.create(store, TD, "Long", SETUP, NOW)
    battle.play_event(PIVOT, None, NOW)
    battle.show_seed(NOW)
    noted(battle, SNAPSHOT_EVERY)
    reopened = Battle.open(store, "Long")
    assert reopened.fold.seed_shown == reopened.seed_shown == 2
    assert reopened.fold == battle.fold


def test_a_snapshot_is_only_a_cache(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = Battle.create(store, TD, "Long", SETUP, NOW)
    battle.play_event(SHOT, None, NOW)
    noted(battle, SNAPSHOT_EVERY)
    battle.play_event(PIVOT, None, NOW)
    monkeypatch.setattr(Store, "latest_snapshot", lambda *_: None)
    assert Battle.open(store, "Long").fold == battle.fold


# --- Two windows ------------------------------------------------------------------------------------------------------


def test_a_second_window_that_played_on_is_a_clear_conflict(store: Store, battle: Battle) -> None:
    other = Battle.open(store, "At the hedge")
    other.play_event(PIVOT, None, NOW)
    before = view(battle)
    with pytest.raises(StoreLocked) as refused:
        battle.play_event(SHOT, None, NOW)
    assert refused.value.code == "conflict"
    assert view(battle) == before
    battle.refresh()
    assert view(battle) == view(other)
    battle.play_event(SHOT, None, NOW)
    assert battle.count == 2
    assert battle.verify().problems == []


def test_an_unknown_battle_is_an_error(store: Store, battle: Battle) -> None:
    with pytest.raises(TabletopError, match="hedg"):
        Battle.open(store, "At the hedg")


def test_a_set_up_that_is_none_begins_nothing(store: Store) -> None:
    with pytest.raises(Malformed):
        Battle.create(store, TD, "None", {"sides": {}}, NOW)
    assert store.list_battles() == []


# --- Luck -------------------------------------------------------------------------------------------------------------


def test_luck_adds_up_dice_in_force(battle: Battle) -> None:
    battle.play_event(SHOT, [6, 6, 6, 6], NOW)
    battle.undo(NOW)
    battle.play_event(SHOT, [5, 1, 1, 1], NOW)
    battle.play_event(SHOT, [1, 1, 1, 1], NOW)
    (side,), chances = luck_of(battle)
    assert (side.side, side.dice, side.shown, side.typed) == ("A (Army A)", 8, 12, 8)
    assert side.expected == 8 * Fraction(7, 2)
    assert [(one.n, one.outcome) for one in chances] == [(3, "pinned"), (4, "pinned")]
    assert chances[0].chance == Fraction(32, 81)
