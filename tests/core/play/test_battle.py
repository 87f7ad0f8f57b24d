"""A battle in the store: events, undo and redo, snapshots, verification, and two windows on one battle."""

from __future__ import annotations

import hashlib
import io
import json
import random
import tomllib
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli import __version__
from tabletop_cli.core import registry
from tabletop_cli.core.errors import BadDice, Malformed, No, Refused, StoreLocked, TabletopError
from tabletop_cli.core.keep.export import canonical, read_export
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.asking import Making, Throw
from tabletop_cli.core.play.battle import SNAPSHOT_EVERY, Battle
from tabletop_cli.core.play.chain import link
from tabletop_cli.core.play.log import LogEntry
from tabletop_cli.core.play.luck import luck_of
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.seal import show_seed
from tabletop_cli.core.play.taking_in import take_in
from tabletop_cli.core.play.verdict import Reworded
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
        elif (found := any_event(TD, battle.state, chance, ("goal",), source=battle.source)) is not None:
            battle.finish(found[0], found[1], NOW)
        else:
            battle.undo(NOW)


def long_setup() -> dict[str, Any]:
    armies = [tomllib.loads((ARMIES / f"{name}.toml").read_text()) for name in ("green-horde", "battle-group")]
    sides = {side: {"army": army, "actions": 200} for side, army in zip("ab", armies, strict=True)}
    return {"sides": sides, "house": armies[0].get("house", {}) | armies[1].get("house", {})}


def edited(
    store: Store, battle: Battle, change: Callable[[list[dict[str, Any]]], None], *, relink: bool = True
) -> Battle:
    """The battle after somebody has exported it, changed the file and imported it as another one.

    `relink`: with the knowledge to make a chain of the changed lines again.
    """
    file = io.BytesIO()
    store.export(battle.header.id, file)
    head, *lines = [json.loads(line) for line in file.getvalue().splitlines()]
    change([head, *lines])
    for at, line in enumerate(lines if relink else ()):
        line["prev"] = link(canonical(lines[at - 1]) if at else head["commitment"])
    head |= {"id": "edited", "name": "Edited"}
    text = "".join(canonical(line) + "\n" for line in (head, *lines))
    header = store.import_(io.BytesIO(text.encode()))
    return Battle.unread(store, header.id)


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


def begun(battle: Battle, event: dict[str, Any]) -> tuple[Making, Progress]:
    """An event in the hands of people, answered up to its first dice."""
    making = Making(TD, TD.game, battle.state)
    progress = Progress(event["do"], {key: value for key, value in event.items() if key != "do"})
    while True:
        progress, wanted, _ = making.advance(progress)
        if isinstance(wanted, Throw):
            return making, progress
        progress = making.answered(progress, wanted.default)


def test_the_same_event_tried_again_meets_the_same_dice(battle: Battle) -> None:
    """The dice follow from the seed, the rolls in force and the answers: undo and notes do not move them."""
    making, progress = begun(battle, SHOT)
    seen = [face for roll in making.thrown(progress, battle.source).rolls for face in roll.faces]
    with pytest.raises(Refused):
        battle.do(SHOT | {"by": "b"}, None, NOW)
    battle.write_note("slowly", NOW)
    assert faces(battle.do(SHOT, None, NOW)) == seen  # for a machine as for people
    battle.undo(NOW)
    assert faces(battle.do(SHOT, None, NOW)) == seen
    battle.undo(NOW)
    other = SHOT | {"facts": {"terrain": "forest"}}
    assert faces(battle.do(other, None, NOW)) != seen  # another shot has dice of its own
    assert battle.verify().problems == []


def test_dice_that_were_seen_cannot_be_left_behind(store: Store, battle: Battle) -> None:
    """An event whose dice have fallen is in the store: it goes on in another window, and nothing else comes before."""
    making, progress = begun(battle, SHOT)
    battle.keep(making.thrown(progress, battle.source))
    elsewhere = Battle.open(store, battle.header.name)
    assert elsewhere.under_way is not None and elsewhere.under_way.rolls
    for other in (lambda: elsewhere.do(PIVOT, None, NOW), lambda: elsewhere.undo(NOW)):
        with pytest.raises(No, match="under way"):
            other()
    again = Making(TD, TD.game, elsewhere.state)
    progress, done, _ = again.advance(elsewhere.under_way)
    entry = elsewhere.finish(done.event, progress, NOW)
    assert entry.rolls == progress.rolls
    assert elsewhere.under_way is None
    assert elsewhere.verify().problems == []


def test_typed_dice_stand_in_the_log_as_such(battle: Battle) -> None:
    entry = battle.do(SHOT, [6, 1, 1, 1], NOW)
    assert faces(entry) == [6, 1, 1, 1]
    assert {roll.by for roll in entry.rolls} == {"player"}
    mixed = battle.do(SHOT, lambda request: None, NOW)
    assert {roll.by for roll in mixed.rolls} == {"program"}
    assert battle.verify().problems == []


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
    assert store.latest_snapshot(battle.header.id, battle.count, f"td {battle.header.version} 3") is not None
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
    battle = Battle.create(store, TD, "Long", long_setup(), NOW)
    by_chance(battle, SNAPSHOT_EVERY - 2, 4)
    battle.undo(NOW)
    battle.undo(NOW)
    assert store.latest_snapshot(battle.header.id, battle.count, f"td {battle.header.version} 3") is not None
    reopened = Battle.open(store, "Long")
    assert len(reopened.fold.redoable) == 2
    reopened.redo(NOW)
    reopened.redo(NOW)
    assert reopened.verify().problems == []


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
    assert battle.verify().problems == []
    assert edited(store, battle, lambda lines: None).verify().problems == []


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
    findings = edited(store, played(store), change).verify().problems
    assert any(f"event {event}" in finding for finding in findings), findings


def other_words(lines: list[dict[str, Any]]) -> None:
    lines[2]["steps"][0]["text"] = "said otherwise"


def begun_by(version: str) -> Callable[[list[dict[str, Any]]], None]:
    def change(lines: list[dict[str, Any]]) -> None:
        other_words(lines)
        lines[0]["version"] = version

    return change


def written_by(version: str) -> Callable[[list[dict[str, Any]]], None]:
    def change(lines: list[dict[str, Any]]) -> None:
        other_words(lines)
        lines[2]["version"] = version

    return change


def test_other_words_of_the_same_version_are_a_problem(store: Store) -> None:
    verdict = edited(store, played(store), other_words).verify()
    assert verdict.problems == ["event 2: the explanation in the log is not what the rules give"]
    assert verdict.remarks == []


@pytest.mark.parametrize("change", [begun_by("0.0.9"), written_by("0.0.9")], ids=["begun", "written"])
def test_words_of_another_version_are_a_remark(store: Store, change: Callable[[list[dict[str, Any]]], None]) -> None:
    verdict = edited(store, played(store), change).verify()
    assert verdict.problems == []
    assert verdict.remarks == [f"event 2 is explained in the words of version 0.0.9; this is {__version__}"]


def test_dice_and_results_of_another_version_are_judged_as_strictly(store: Store) -> None:
    def change(lines: list[dict[str, Any]]) -> None:
        begun_by("0.0.9")(lines)
        other_result(lines)

    verdict = edited(store, played(store), change).verify()
    assert "event 2: the result in the log is not what the rules give" in verdict.problems


def test_an_entry_names_its_version_where_the_header_names_another(store: Store) -> None:
    battle = played(store)
    assert {entry.version for entry in battle.entries()} == {None}
    old = edited(store, battle, begun_by("0.0.9"))
    old.refresh()
    assert old.do(SHOT, None, NOW).version == __version__
    assert Battle.open(store, old.header.name).entry(old.count).version == __version__


def test_events_of_another_version_are_counted_where_they_are_many() -> None:
    reworded = Reworded("0.0.9", "0.1.0")
    assert all(reworded.takes(LogEntry(n, NOW)) for n in range(1, 12))
    assert reworded.remarks() == [
        "events 1, 2, 3, 4, 5, 6, 7, 8 and 3 more are explained in the words of version 0.0.9; this is 0.1.0"
    ]


def test_every_entry_carries_the_hash_of_the_line_before(store: Store) -> None:
    battle = played(store)
    battle.write_note("the hedge", NOW)
    battle.show_seed(NOW)
    before = battle.header.commitment
    for line in store.events(battle.header.id):
        assert LogEntry.from_line(line).prev == hashlib.sha256(before.encode()).hexdigest()
        before = line


@pytest.mark.parametrize("change", [other_face, other_result, other_word_for_a_number, other_event])
def test_a_changed_entry_is_named_by_the_one_after_it(
    store: Store, change: Callable[[list[dict[str, Any]]], None]
) -> None:
    fresh = edited(store, played(store), change, relink=False)
    assert fresh.verify().problems[0] in ("entry 1 was changed", "entry 2 was changed")


def without_link(lines: list[dict[str, Any]]) -> None:
    del lines[3]["prev"]


def another_beginning(lines: list[dict[str, Any]]) -> None:
    lines[1]["prev"] = "0" * 64


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (without_link, "entry 3 was changed: it does not say which entry was before it"),
        (another_beginning, "entry 1 is not the first entry of this battle"),
    ],
)
def test_a_chain_is_whole(store: Store, change: Callable[[list[dict[str, Any]]], None], said: str) -> None:
    assert said in edited(store, played(store), change, relink=False).verify().problems


def test_an_old_log_without_a_chain_verifies_and_goes_on(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop_cli.core.play.battle.VERSIONS", (1,))

    def all_links_gone(lines: list[dict[str, Any]]) -> None:
        for line in lines:
            line.pop("prev", None)

    old = edited(store, played(store), all_links_gone, relink=False)
    assert old.verify().problems == []
    assert old.do(SHOT, None, NOW).prev is not None
    assert old.verify().problems == []


def test_a_log_of_stream_2_has_a_chain(store: Store) -> None:
    def as_if_old(lines: list[dict[str, Any]]) -> None:
        lines[0]["stream"] = 2
        for line in lines:
            line.pop("prev", None)

    findings = edited(store, played(store), as_if_old, relink=False).verify().problems
    assert sum("does not say which entry was before it" in one for one in findings) == 5


def test_a_changed_file_is_not_taken_in_unless_it_is_marked(store: Store) -> None:
    battle = played(store)
    file = io.BytesIO()
    store.export(battle.header.id, file)
    head, *lines = file.getvalue().decode().splitlines()
    shot = json.loads(lines[1])
    shot["rolls"][0]["faces"][0] = shot["rolls"][0]["faces"][0] % 6 + 1
    changed = "\n".join((head, lines[0], canonical(shot), *lines[2:])).encode()
    with pytest.raises(No, match="not as it was played: entry 2 was changed; event 2: ") as refused:
        take_in(store, io.BytesIO(changed), "copy")
    assert (refused.value.code, refused.value.exit_code) == ("changed-log", 1)
    assert len(store.battles()) == 1
    assert not store.unchecked(take_in(store, io.BytesIO(file.getvalue()), "honest").id)
    assert store.unchecked(take_in(store, io.BytesIO(changed), "copy", unchecked=True).id)


# --- The seal on the seed ---------------------------------------------------------------------------------------------


def test_the_log_says_once_that_the_seed_was_shown(store: Store, battle: Battle) -> None:
    battle.write_note('"shown":"seed"', NOW)
    assert battle.seed_shown is None
    entry = battle.show_seed(NOW)
    assert entry is not None
    assert json.loads(entry.line()).keys() == {"n", "at", "shown", "prev"}
    assert battle.show_seed(NOW) is None
    assert (battle.seed_shown, battle.count) == (2, 2)
    battle.do(PIVOT, None, NOW)
    assert Battle.open(store, "At the hedge").seed_shown == 2
    assert battle.verify().problems == []


def test_another_window_may_have_seen_the_seed(store: Store, battle: Battle) -> None:
    battle.do(PIVOT, None, NOW)
    assert battle.seed_shown is None
    show_seed(store, battle.header, NOW)
    assert battle.seed_shown == 2
    with pytest.raises(StoreLocked):
        battle.undo(NOW)
    battle.refresh()
    assert battle.undo(NOW).undo == 1


def test_a_note_and_the_seal_leave_under_way_what_is(store: Store, battle: Battle) -> None:
    making, progress = begun(battle, SHOT)
    battle.keep(making.thrown(progress, battle.source))
    before = battle.under_way
    battle.write_note("hm", NOW)
    battle.show_seed(NOW)
    assert battle.under_way == before is not None
    progress, done, _ = making.advance(before)
    battle.finish(done.event, progress, NOW)
    assert battle.under_way is None


def test_another_seed_is_refused_at_once(store: Store) -> None:
    battle = played(store)
    with pytest.raises(Malformed, match="committed to"):
        edited(store, battle, lambda lines: lines[0].update(seed="11" * 16))


def test_the_export_is_read_back_bit_for_bit(store: Store) -> None:
    battle = played(store)
    file = io.BytesIO()
    store.export(battle.header.id, file)
    header, lines, _ = read_export(io.BytesIO(file.getvalue()))
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
    assert battle.verify().problems == []


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
    (side,), chances = luck_of(battle)
    assert (side.side, side.dice, side.shown, side.typed) == ("A (Army A)", 8, 12, 8)
    assert side.expected == 8 * Fraction(7, 2)
    assert [(one.n, one.outcome) for one in chances] == [(3, "pinned"), (4, "pinned")]
    assert chances[0].chance == Fraction(32, 81)
