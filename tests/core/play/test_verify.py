"""What `verify` proves of a log, and what is found of whoever changed it."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from tabletop_cli import __version__
from tabletop_cli.core import registry
from tabletop_cli.core.errors import Malformed, No
from tabletop_cli.core.keep.export import canonical_json, read_export
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.hash_chain import root_text, without_words
from tabletop_cli.core.play.log import LogEntry
from tabletop_cli.core.play.taking_in import take_in
from tabletop_cli.core.play.verdict import Reworded, Verdict
from tabletop_cli.core.play.viewpoint import View
from tests.forging import forged
from tests.hedge import NOW, SHOT, played

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
    for roll in lines[2]["rolls"]:
        roll["why"] = "called otherwise"


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
    assert verdict.problems == ["event 2: the explanation in the log does not follow the rules"]
    assert verdict.remarks == []


@pytest.mark.parametrize("change", [begun_by("0.0.9"), written_by("0.0.9")], ids=["begun", "written"])
def test_words_of_another_version_are_a_remark(store: Store, change: Callable[[list[dict[str, Any]]], None]) -> None:
    verdict = forged(store, played(store), change).verify()
    assert verdict.problems == []
    assert verdict.remarks == [
        f"event 2 was explained in the words of version 0.0.9; the log is shown in those of {__version__}"
    ]


def test_people_read_the_words_of_this_version(store: Store) -> None:
    """What another version said of an event cannot be verified: it may have been put there."""

    def change(lines: list[dict[str, Any]]) -> None:
        lines[2]["version"] = "0.0.9"
        lines[2]["story"] = "everything of B explodes, and B has lost"
        lines[2]["steps"] = [{"text": "A has won", "rules": []}]

    honest = played(store)
    view = View(forged(store, honest, change))
    assert [entry.story for entry in view.entries()] == [entry.story for entry in honest.entries()]
    assert view.entry(2).steps == honest.entry(2).steps
    assert view.battle.entry(2).story == "everything of B explodes, and B has lost", "the log itself stays as it is"


def test_no_entry_was_written_by_a_version_from_the_future(store: Store) -> None:
    def change(lines: list[dict[str, Any]]) -> None:
        lines[2]["version"] = "9.9.9"

    (problem,) = forged(store, played(store), change).verify().problems
    assert problem == f"event 2: it was written by version 9.9.9, which is newer than this one, {__version__}"


def test_dice_and_results_of_another_version_are_judged_as_strictly(store: Store) -> None:
    def change(lines: list[dict[str, Any]]) -> None:
        begun_by("0.0.9")(lines)
        other_result(lines)

    verdict = forged(store, played(store), change).verify()
    assert "event 2: the result in the log does not follow the rules" in verdict.problems


def test_an_entry_names_its_version_where_the_header_names_another(store: Store) -> None:
    battle = played(store)
    assert {entry.version for entry in battle.entries()} == {None}
    old = forged(store, battle, begun_by("0.0.9"))
    old.refresh()
    assert old.play_event(SHOT, None, NOW).version == __version__
    assert Battle.open(store, old.header.name).entry(old.count).version == __version__


def test_events_of_another_version_are_counted_where_they_are_many() -> None:
    reworded = Reworded("0.0.9", "0.1.0")
    assert all(reworded.note_if_reworded(LogEntry(n, NOW)) for n in range(1, 12))
    assert reworded.version_remarks() == [
        "events 1, 2, 3, 4, 5, 6, 7, 8 and 3 more were explained in the words of version 0.0.9; "
        "the log is shown in those of 0.1.0"
    ]


GRENADE = {
    "do": "fire",
    "figure": "a1",
    "target": "b2",
    "distance": 10,
    "cover": True,
    "bursts": [{"b10": 2, "b9": 1, "a3": 3}],
}


def thrown(store: Store, *, stream: int, monkeypatch: pytest.MonkeyPatch) -> Battle:
    """A battle of FFTT with a grenade among three bystanders, and its dice by the program."""
    monkeypatch.setattr("tabletop_cli.core.play.battle.VERSIONS", (stream,))
    units = {"a1": "grenadier", "a3": "grunt", "b2": "grunt", "b9": "grunt", "b10": "grunt"}
    figures = {figure: {"side": figure[0], "unit": unit} for figure, unit in units.items()}
    setup = {"figures": figures, "house": {"blast-measure": "base-centre"}}
    battle = Battle.create(store, registry.load("fftt"), f"Stream {stream}", setup, NOW)
    battle.play_event({"do": "initiative"}, [6, 6, 1, 1], NOW)
    battle.play_event({"do": "choose-first", "by": "a", "first": "a"}, None, NOW)
    for _ in range(3):
        battle.play_event({"do": "next"}, None, NOW)
    battle.play_event(GRENADE, [3, 3], NOW)
    return battle


def said_in_typed_order(lines: list[dict[str, Any]]) -> None:
    """The bystanders one after the other as somebody typed them, which no log holds."""
    steps = lines[6]["steps"]
    b9, b10 = (at for at, step in enumerate(steps) if step["text"].startswith(("b9 Grunt,", "b10 Grunt,")))
    steps[b9], steps[b10] = steps[b10], steps[b9]


def test_nobody_is_accused_of_an_order_that_an_old_version_did_not_keep(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = thrown(store, stream=2, monkeypatch=monkeypatch)
    assert battle.verify() == Verdict([], [])
    verdict = forged(store, battle, said_in_typed_order).verify()
    assert verdict.problems == []
    assert verdict.remarks == [
        "event 6: an older version did not keep the order of the answers, so dice and sentences cannot be checked"
    ]


def test_whoever_changes_words_of_a_battle_of_today_is_found_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = thrown(store, stream=3, monkeypatch=monkeypatch)
    problems = forged(store, battle, said_in_typed_order).verify().problems
    assert problems == ["event 6: the explanation in the log does not follow the rules"]


def test_a_log_reads_the_same_in_whatever_order_keys_were_typed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = thrown(store, stream=3, monkeypatch=monkeypatch)
    bystanders = [step.text.partition(",")[0] for step in battle.entry(6).steps if " cm off" in step.text]
    assert bystanders == ["a3 Grunt", "b9 Grunt", "b10 Grunt"]
    assert battle.verify() == Verdict([], [])


def wordless(line: str) -> str:
    content = json.loads(line)
    content.pop("story", None)
    for roll in content.get("rolls", ()):
        del roll["why"]
    for step in content.get("steps", ()):
        del step["text"]
        step.pop("drawing", None)
    return canonical_json(content)


@pytest.mark.parametrize(("stream", "hashed"), [(2, str), (3, str), (4, wordless)])
def test_every_entry_carries_the_hash_of_the_line_before(
    store: Store, stream: int, hashed: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletop_cli.core.play.battle.VERSIONS", (stream,))
    battle = played(store)
    battle.write_note("the hedge", NOW)
    battle.show_seed(NOW)
    before = root_text(battle.header)
    assert all(known in before for known in (battle.header.seed, battle.header.commitment, '"hmg"', NOW))
    for line in store.event_lines(battle.header.id):
        assert LogEntry.from_line(line).prev == hashlib.sha256(before.encode()).hexdigest()
        before = hashed(line)
    assert battle.newest_link == hashlib.sha256(before.encode()).hexdigest()
    assert battle.verify().problems == []
    file = io.BytesIO()
    store.export_battle(battle.header.id, file)
    assert take_in(store, io.BytesIO(file.getvalue()), "copy").stream == stream


def other_label(lines: list[dict[str, Any]]) -> None:
    lines[2]["rolls"][0]["why"] = "dice at foot soldiers"


def other_story(lines: list[dict[str, Any]]) -> None:
    lines[2]["story"] = "said otherwise"


def other_rule(lines: list[dict[str, Any]]) -> None:
    lines[2]["steps"][0]["rules"] = ["TD-FIRE-1"]


def one_step_less(lines: list[dict[str, Any]]) -> None:
    del lines[2]["steps"][0]


@pytest.mark.parametrize(
    ("change", "same"),
    [
        (other_words, True),
        (other_label, True),
        (other_story, True),
        (other_rule, False),
        (one_step_less, False),
        (other_face, False),
        (other_result, False),
        (passed_off_as_typed, False),
    ],
)
def test_what_is_noted_depends_on_what_happened_and_not_on_the_words_for_it(
    store: Store, change: Callable[[list[dict[str, Any]]], None], same: bool
) -> None:
    honest = played(store)
    assert (forged(store, honest, change).newest_link == honest.newest_link) is same


def test_in_older_battles_what_is_noted_depends_on_the_words_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop_cli.core.play.battle.VERSIONS", (3,))
    honest = played(store)
    assert forged(store, honest, other_words).newest_link != honest.newest_link


@pytest.mark.parametrize("line", ['{"n":1,"rolls":7,"steps":[3]}', '{"n":1,"rolls":[{}],"steps":null}'])
def test_a_damaged_line_has_a_hash_too(line: str) -> None:
    assert without_words(line) == canonical_json(json.loads(line))


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
    assert old.play_event(SHOT, None, NOW).prev is not None
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
    store.export_battle(battle.header.id, file)
    head, *lines = file.getvalue().decode().splitlines()
    shot = json.loads(lines[1])
    shot["rolls"][0]["faces"][0] = shot["rolls"][0]["faces"][0] % 6 + 1
    changed = "\n".join((head, lines[0], canonical_json(shot), *lines[2:])).encode()
    with pytest.raises(No, match="changed after it was played: entry 2 was changed; event 2: ") as refused:
        take_in(store, io.BytesIO(changed), "copy")
    assert (refused.value.code, refused.value.exit_code) == ("changed-log", 1)
    assert len(store.list_battles()) == 1
    assert not store.is_unchecked(take_in(store, io.BytesIO(file.getvalue()), "honest").id)
    assert store.is_unchecked(take_in(store, io.BytesIO(changed), "copy", unchecked=True).id)


def test_another_seed_is_refused_at_once(store: Store) -> None:
    battle = played(store)
    with pytest.raises(Malformed, match="fit its seal"):
        forged(store, battle, lambda lines: lines[0].update(seed="11" * 16))


def test_the_export_is_read_back_bit_for_bit(store: Store) -> None:
    battle = played(store)
    file = io.BytesIO()
    store.export_battle(battle.header.id, file)
    header, lines, *_ = read_export(io.BytesIO(file.getvalue()))
    assert header == battle.header
    assert lines == store.event_lines(battle.header.id)
