"""What `verify` proves of a log, and what is found of whoever changed it."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from tabletop_cli import __version__
from tabletop_cli.core.errors import Malformed, No, StoreLocked
from tabletop_cli.core.keep.export import canonical, read_export
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.chain import root
from tabletop_cli.core.play.log import LogEntry
from tabletop_cli.core.play.seal import show_seed
from tabletop_cli.core.play.taking_in import take_in
from tabletop_cli.core.play.verdict import Reworded
from tests.forging import forged
from tests.hedge import NOW, PIVOT, SHOT, begun, played

pytestmark = pytest.mark.usefixtures("same_dice")


def test_an_honest_battle_verifies(store: Store) -> None:
    battle = played(store)
    assert battle.verify().problems == []
    assert forged(store, battle, lambda lines: None).verify().problems == []


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
    findings = forged(store, played(store), change).verify().problems
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
    verdict = forged(store, played(store), other_words).verify()
    assert verdict.problems == ["event 2: the explanation in the log is not what the rules give"]
    assert verdict.remarks == []


@pytest.mark.parametrize("change", [begun_by("0.0.9"), written_by("0.0.9")], ids=["begun", "written"])
def test_words_of_another_version_are_a_remark(store: Store, change: Callable[[list[dict[str, Any]]], None]) -> None:
    verdict = forged(store, played(store), change).verify()
    assert verdict.problems == []
    assert verdict.remarks == [f"event 2 is explained in the words of version 0.0.9; this is {__version__}"]


def test_dice_and_results_of_another_version_are_judged_as_strictly(store: Store) -> None:
    def change(lines: list[dict[str, Any]]) -> None:
        begun_by("0.0.9")(lines)
        other_result(lines)

    verdict = forged(store, played(store), change).verify()
    assert "event 2: the result in the log is not what the rules give" in verdict.problems


def test_an_entry_names_its_version_where_the_header_names_another(store: Store) -> None:
    battle = played(store)
    assert {entry.version for entry in battle.entries()} == {None}
    old = forged(store, battle, begun_by("0.0.9"))
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
    before = root(battle.header)
    assert all(known in before for known in (battle.header.seed, battle.header.commitment, '"hmg"', NOW))
    for line in store.events(battle.header.id):
        assert LogEntry.from_line(line).prev == hashlib.sha256(before.encode()).hexdigest()
        before = line


@pytest.mark.parametrize("change", [other_face, other_result, other_word_for_a_number, other_event])
def test_a_changed_entry_is_named_by_the_one_after_it(
    store: Store, change: Callable[[list[dict[str, Any]]], None]
) -> None:
    fresh = forged(store, played(store), change, relink=False)
    assert fresh.verify().problems[0] in ("entry 1 was changed", "entry 2 was changed")


def without_link(lines: list[dict[str, Any]]) -> None:
    del lines[3]["prev"]


def another_beginning(lines: list[dict[str, Any]]) -> None:
    lines[1]["prev"] = "0" * 64


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (without_link, "entry 3 was changed: it does not say which entry was before it"),
        (another_beginning, "what the battle began with was changed"),
    ],
)
def test_a_chain_is_whole(store: Store, change: Callable[[list[dict[str, Any]]], None], said: str) -> None:
    assert said in forged(store, played(store), change, relink=False).verify().problems


def test_an_old_log_without_a_chain_verifies_and_goes_on(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop_cli.core.play.battle.VERSIONS", (1,))

    def all_links_gone(lines: list[dict[str, Any]]) -> None:
        for line in lines:
            line.pop("prev", None)

    old = forged(store, played(store), all_links_gone, relink=False)
    assert old.verify().problems == []
    assert old.do(SHOT, None, NOW).prev is not None
    assert old.verify().problems == []


def test_a_log_of_stream_2_has_a_chain(store: Store) -> None:
    def as_if_old(lines: list[dict[str, Any]]) -> None:
        lines[0]["stream"] = 2
        for line in lines:
            line.pop("prev", None)

    findings = forged(store, played(store), as_if_old, relink=False).verify().problems
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
        forged(store, battle, lambda lines: lines[0].update(seed="11" * 16))


def test_the_export_is_read_back_bit_for_bit(store: Store) -> None:
    battle = played(store)
    file = io.BytesIO()
    store.export(battle.header.id, file)
    header, lines, _ = read_export(io.BytesIO(file.getvalue()))
    assert header == battle.header
    assert lines == store.events(battle.header.id)
