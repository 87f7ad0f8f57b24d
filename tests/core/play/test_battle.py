"""A battle in the store: events, undo and redo, snapshots, verification, and two windows on one battle."""

from __future__ import annotations

import io
import json
import random
import tomllib
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.errors import BadDice, Malformed, No, Refused, StoreLocked, TabletopError
from tabletop_cli.core.keep.export import read_export
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import SNAPSHOT_EVERY, Battle
from tabletop_cli.core.play.foresee import first_roll
from tabletop_cli.core.testing import any_event

TD = registry.load("td")
ARMIES = Path(__file__).parents[3] / "armies" / "td"
NOW = "2026-05-01T12:00:00Z"

HMGS = {"units": [{"type": "hmg"}, {"type": "hmg"}]}
SETUP = {
    "sides": {"a": {"army": HMGS, "actions": 50}, "b": {"army": HMGS, "actions": 50}},
    "resume": {"counters": {"a": 0, "b": 30}},  # a acts for long
}
SHOT = {"do": "direct-fire", "by": "a", "model": "a1-1", "target": "b1-1"}
PIVOT = {"do": "pivot", "by": "a", "model": "a1-1"}


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed every time: with it the first shots leave their target on the table."""
    monkeypatch.setattr("tabletop_cli.core.play.battle.new_seed", lambda: b"4123456789abcdef")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "battles.db") as opened:
        yield opened


@pytest.fixture
def battle(store: Store) -> Battle:
    return Battle.create(store, TD, "At the hedge", SETUP, NOW)


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
        elif (found := any_event(TD, battle.state, chance, ("goal",))) is not None:
            battle.do(found[0], None, NOW)
        else:
            battle.undo(NOW)


def long_setup() -> dict[str, Any]:
    armies = [tomllib.loads((ARMIES / f"{name}.toml").read_text()) for name in ("green-horde", "battle-group")]
    sides = {side: {"army": army, "actions": 200} for side, army in zip("ab", armies, strict=True)}
    return {"sides": sides, "house": armies[0].get("house", {}) | armies[1].get("house", {})}


def edited(store: Store, battle: Battle, change: Callable[[list[dict[str, Any]]], None]) -> Battle:
    """The battle after somebody has exported it, changed the file and imported it as another one."""
    file = io.BytesIO()
    store.export(battle.header.id, file)
    lines = [json.loads(line) for line in file.getvalue().splitlines()]
    change(lines)
    lines[0] |= {"id": "edited", "name": "Edited"}
    text = "".join(json.dumps(line) + "\n" for line in lines)
    header = store.import_(io.BytesIO(text.encode()))
    fresh = Battle(store, TD, header)
    fresh.count = store.count(header.id)
    return fresh


# --- Doing, undoing, doing again --------------------------------------------------------------------------------------


def test_an_event_is_in_the_store_when_it_is_returned(store: Store, battle: Battle) -> None:
    entry = battle.do(SHOT, None, NOW)
    assert [json.loads(line)["event"] for line in store.events(battle.header.id)] == [SHOT]
    assert entry.n == 1
    assert len(faces(entry)) == 4
    assert {roll.by for roll in entry.rolls} == {"program"}
    assert entry.result is not None and entry.result["ok"] is True


def test_a_refused_event_changes_nothing(store: Store, battle: Battle) -> None:
    before = view(battle)
    with pytest.raises(Refused):
        battle.do(SHOT | {"model": "b1-1", "target": "a1-1"}, None, NOW)
    with pytest.raises(Malformed):
        battle.do(SHOT | {"model": "z9"}, None, NOW)
    with pytest.raises(BadDice):
        battle.do(SHOT, [1, 2, 3], NOW)
    with pytest.raises(BadDice):
        battle.do(SHOT, [1, 2, 3, 4, 5], NOW)
    assert view(battle) == before
    assert store.count(battle.header.id) == 0


def test_undo_takes_back_the_state_and_stays_in_the_log(battle: Battle) -> None:
    start = view(battle)
    battle.do(PIVOT, None, NOW)
    entry = battle.undo(NOW)
    assert view(battle) == start
    assert (entry.undo, entry.undone_dice) == (1, False)
    assert battle.count == 2
    with pytest.raises(No, match="nothing to undo"):
        battle.undo(NOW)


def test_undoing_past_dice_is_marked(battle: Battle) -> None:
    battle.do(SHOT, None, NOW)
    assert battle.undo(NOW).undone_dice is True


def test_redo_brings_back_the_same_dice(battle: Battle) -> None:
    entry = battle.do(SHOT, None, NOW)
    after = view(battle)
    battle.undo(NOW)
    again = battle.redo(NOW)
    assert again.redo == entry.n
    assert view(battle) == after
    assert battle.fold.in_force == (entry.n,)
    battle.undo(NOW)
    assert battle.entry(entry.n).rolls == entry.rolls


def test_redo_works_until_something_else_happens(battle: Battle) -> None:
    battle.do(SHOT, None, NOW)
    battle.undo(NOW)
    battle.do(PIVOT, None, NOW)
    with pytest.raises(No, match="nothing to redo"):
        battle.redo(NOW)


def test_several_undos_and_redos_go_in_order(battle: Battle) -> None:
    views = [view(battle)]
    for event in (PIVOT, SHOT, PIVOT):
        battle.do(event, None, NOW)
        views.append(view(battle))
    for expected in (views[2], views[1], views[0]):
        battle.undo(NOW)
        assert view(battle) == expected
    for expected in views[1:]:
        battle.redo(NOW)
        assert view(battle) == expected


def test_nobody_gains_other_dice_by_asking_first(battle: Battle) -> None:
    """The dice of event n follow from seed and n: looked at beforehand, refused in between or played, they stay."""
    request = first_roll(TD, battle.state, SHOT)
    assert request is not None
    seen = battle.roll_ahead(request)
    with pytest.raises(Refused):
        battle.do(SHOT | {"by": "b"}, None, NOW)
    assert battle.roll_ahead(request) == seen
    assert tuple(faces(battle.do(SHOT, None, NOW))) == seen
    battle.undo(NOW)
    assert tuple(faces(battle.do(SHOT, None, NOW))) != seen  # event 3 has dice of its own


def test_typed_dice_stand_in_the_log_as_such(battle: Battle) -> None:
    entry = battle.do(SHOT, [6, 1, 1, 1], NOW)
    assert faces(entry) == [6, 1, 1, 1]
    assert {roll.by for roll in entry.rolls} == {"player"}
    mixed = battle.do(SHOT, lambda request: None, NOW)
    assert {roll.by for roll in mixed.rolls} == {"program"}
    assert battle.verify() == []


def test_notes_change_nothing(battle: Battle) -> None:
    before = view(battle)
    battle.write_note("the hedge is higher than it looks", NOW)
    assert view(battle) == before
    assert next(iter(battle.entries())).note == "the hedge is higher than it looks"


# --- Opening again ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_a_long_battle_reopens_from_its_snapshot_as_from_its_whole_log(store: Store, seed: int) -> None:
    battle = Battle.create(store, TD, "Long", long_setup(), NOW)
    by_chance(battle, 130, seed, meddle=0.15)
    assert store.latest_snapshot(battle.header.id, battle.count, f"td {battle.header.version}") is not None
    reopened = Battle.open(store, "long")
    assert reopened.fold == battle.fold
    assert view(reopened) == view(battle)

    whole = Battle(store, TD, battle.header)
    whole.count = battle.count
    assert whole.verify() == []
    assert reopened.verify() == []
    while reopened.fold.in_force:  # far behind the snapshot
        reopened.undo(NOW)
    assert reopened.state == TD.game.begin(reopened.setup, TD)
    for _ in range(5):
        reopened.redo(NOW)
    assert reopened.verify() == []


def test_a_snapshot_remembers_what_may_be_redone(store: Store) -> None:
    battle = Battle.create(store, TD, "Long", long_setup(), NOW)
    by_chance(battle, SNAPSHOT_EVERY - 2, 4)
    battle.undo(NOW)
    battle.undo(NOW)
    assert store.latest_snapshot(battle.header.id, battle.count, f"td {battle.header.version}") is not None
    reopened = Battle.open(store, "Long")
    assert len(reopened.fold.redoable) == 2
    reopened.redo(NOW)
    reopened.redo(NOW)
    assert reopened.verify() == []


def test_a_snapshot_is_only_a_cache(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = Battle.create(store, TD, "Long", long_setup(), NOW)
    by_chance(battle, SNAPSHOT_EVERY + 5, 3)
    monkeypatch.setattr(Store, "latest_snapshot", lambda *_: None)
    assert Battle.open(store, "Long").fold == battle.fold


# --- Verification -----------------------------------------------------------------------------------------------------


def played(store: Store) -> Battle:
    battle = Battle.create(store, TD, "To verify", SETUP, NOW)
    battle.do(PIVOT, None, NOW)
    battle.do(SHOT, None, NOW)
    battle.do(SHOT, [1, 1, 2, 3], NOW)
    battle.undo(NOW)
    battle.redo(NOW)
    return battle


def test_an_honest_battle_verifies(store: Store) -> None:
    battle = played(store)
    assert battle.verify() == []
    assert edited(store, battle, lambda lines: None).verify() == []


def other_face(lines: list[dict[str, Any]]) -> None:
    rolled = lines[2]["rolls"][0]["faces"]
    rolled[0] = rolled[0] % 6 + 1


def passed_off_as_typed(lines: list[dict[str, Any]]) -> None:
    lines[3]["rolls"][0]["by"] = "program"


def other_result(lines: list[dict[str, Any]]) -> None:
    lines[2]["result"]["hits"] += 1


def other_word_for_a_number(lines: list[dict[str, Any]]) -> None:
    lines[1]["result"]["ok"] = 1


def other_event(lines: list[dict[str, Any]]) -> None:
    lines[2]["event"]["target"] = "b2-1"


def impossible_event(lines: list[dict[str, Any]]) -> None:
    lines[1]["event"]["by"] = "b"


def undo_of_another(lines: list[dict[str, Any]]) -> None:
    lines[4]["undo"] = 2


def hidden_undone_dice(lines: list[dict[str, Any]]) -> None:
    lines[4]["undone_dice"] = False


@pytest.mark.parametrize(
    ("change", "event"),
    [
        (other_face, 2),
        (passed_off_as_typed, 3),
        (other_result, 2),
        (other_word_for_a_number, 1),
        (other_event, 3),
        (impossible_event, 1),
        (undo_of_another, 4),
        (hidden_undone_dice, 4),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_changed_log_is_found_out(store: Store, change: Callable[[list[dict[str, Any]]], None], event: int) -> None:
    findings = edited(store, played(store), change).verify()
    assert any(f"event {event}" in finding for finding in findings), findings


def test_another_seed_is_refused_at_once(store: Store) -> None:
    battle = played(store)
    with pytest.raises(Malformed, match="committed to"):
        edited(store, battle, lambda lines: lines[0].update(seed="11" * 16))


def test_the_export_is_read_back_bit_for_bit(store: Store) -> None:
    battle = played(store)
    file = io.BytesIO()
    store.export(battle.header.id, file)
    header, lines = read_export(io.BytesIO(file.getvalue()))
    assert header == battle.header
    assert lines == store.events(battle.header.id)


# --- Two windows ------------------------------------------------------------------------------------------------------


def test_a_second_window_that_played_on_is_a_clear_conflict(store: Store, battle: Battle) -> None:
    other = Battle.open(store, "At the hedge")
    other.do(PIVOT, None, NOW)
    before = view(battle)
    with pytest.raises(StoreLocked) as refused:
        battle.do(SHOT, None, NOW)
    assert refused.value.code == "conflict"
    assert view(battle) == before
    battle.refresh()
    assert view(battle) == view(other)
    battle.do(SHOT, None, NOW)
    assert battle.count == 2
    assert battle.verify() == []


def test_an_unknown_battle_is_an_error(store: Store, battle: Battle) -> None:
    with pytest.raises(TabletopError, match="hedg"):
        Battle.open(store, "At the hedg")


def test_a_set_up_that_is_none_begins_nothing(store: Store) -> None:
    with pytest.raises(Malformed):
        Battle.create(store, TD, "None", {"sides": {}}, NOW)
    assert store.battles() == []


# --- Luck -------------------------------------------------------------------------------------------------------------


def test_luck_adds_up_dice_in_force(battle: Battle) -> None:
    battle.do(SHOT, [6, 6, 6, 6], NOW)
    battle.undo(NOW)
    battle.do(SHOT, [5, 1, 1, 1], NOW)
    battle.do(SHOT, [1, 1, 1, 1], NOW)
    (side,), chances = battle.luck()
    assert (side.side, side.dice, side.shown, side.typed) == ("a", 8, 12, 8)
    assert side.expected == 8 * Fraction(7, 2)
    assert [(one.n, one.outcome) for one in chances] == [(3, "pinned"), (4, "pinned")]
    assert chances[0].chance == Fraction(32, 81)
