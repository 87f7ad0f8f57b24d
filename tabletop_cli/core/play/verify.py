"""The verification of a battle: every roll of the program, every result and every word is made again and compared.

What it can prove: that the program's dice are those of the sealed seed and of one word, given in time; that every
result, explanation and sentence is what the rules give; that no entry was changed without all those after it. What it
cannot: what was played on a copy, and that the whole log was not made anew; for that people note its hash (`chain.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress

from ..data import JsonMapping
from ..dice.handlers import Replay, Roll, Rolling
from ..errors import TabletopError
from ..keep.export import BattleHeader, canonical_json, seed_fits
from ..versions import is_newer, version_words
from .answers import Reader
from .battle import Battle
from .fold import Fold
from .game import answers_of
from .hash_chain import chain_findings
from .insides import Insides, problems_around
from .log import LogEntry
from .order import order_counts
from .place import Wanted, ask_next
from .progress import Progress
from .seal import file_remarks, word_findings
from .table_dice import TableDice, prompt_of_rolls
from .verdict import Reworded, Verdict, name_events

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")


def verify_battle(battle: Battle) -> Verdict:
    """What does not fit, and what only differs, in words. A battle that nobody has read leads to its state then."""
    header, lines = battle.header, battle.store.event_lines(battle.header.id)
    entries = [LogEntry.from_line(line) for line in lines]
    findings = [] if seed_fits(header) else ["the seed does not fit its commitment"]
    findings += chain_findings(header, lines, [entry.prev for entry in entries])
    findings += word_findings(header, battle.game.lots, entries)
    judge = _Judge(battle)
    findings += judge.judge_entries(entries)
    findings += judge.judge_under_way()
    wrong_inside, remarks_inside = judge.insides.problems_and_remarks(judge.fold)
    findings += [*wrong_inside, *problems_around(battle)]
    if battle.fold.state is None:
        battle.fold = judge.fold
    remarks = [*judge.remarks(), *_old_dice_remarks(header), *_clock_remarks(header, entries), *remarks_inside]
    return Verdict(findings, [*remarks, *file_remarks(battle.game.lots, entries)])


class _Judge:
    """Goes through a log from its beginning, with the fold that it should have led to."""

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self.reworded = Reworded(battle.header.version, battle.version, battle.system.name)
        self.fold = Fold(battle.game.start(battle.setup, battle.system))
        self._kept = battle.kept_snapshots()
        self.insides = Insides(battle)
        self.unordered: list[int] = []  # events of which the order of the answers is not known any more
        self.whole = False  # whether the fold is that of the whole log

    def judge_entries(self, entries: Sequence[LogEntry]) -> Iterator[str]:
        """What is wrong with the entries, up to the first after which nothing can be played."""
        battle = self._battle
        battle.begin_again(self.fold)
        for number, entry in enumerate(entries, 1):
            if entry.n != number:
                yield f"entry {number} of the log has the number {entry.n}"
            if not TIME.fullmatch(entry.at):
                yield f"entry {number} has no valid time"
            try:
                before, after = self.fold, (yield from self._judge_event(entry))
                self.fold = battle.fold_entry(before, entry, after)
                self.insides.take_entry(entry, before, self.fold)
                if number in self._kept and not _same_json(self._kept.pop(number), battle.freeze_fold(self.fold)):
                    yield _snapshot_finding(number)
                if entry.undo is not None and entry.undone_dice != bool(battle.entry(entry.undo).rolls):
                    yield f"event {number}: it is wrong about the dice that it undoes"
            except TabletopError as broken:
                yield f"event {number}: {broken.message}"
                return
        self.whole = True
        yield from map(_snapshot_finding, self._kept)  # after entries that are none

    def _judge_event(self, entry: LogEntry) -> Generator[str, None, object]:
        """What is wrong with an entry; gives the state after it, None where the log's dice have to lead there."""
        if entry.event is None:
            return None
        battle, fold = self._battle, self.fold
        if entry.version is not None and is_newer(entry.version, battle.version):
            wrote, name = version_words(entry.version, battle.system.name), battle.system.name
            present = version_words(battle.version, name)
            yield f"event {entry.n}: it was written by version {wrote}, which is newer than this one, {present}"
        dice: Rolling = TableDice(battle.dice_source_after(fold, entry.n), prompt_of_rolls(entry.rolls))
        after, result, story = battle.game.play_and_tell(fold.state, entry.event, dice)
        if _without_words(dice.rolls) != _without_words(entry.rolls) and self._has_lost_order(entry.event):
            self.unordered.append(entry.n)
            dice = Replay(entry.rolls)
            after, result, story = battle.game.play_and_tell(fold.state, entry.event, dice)
        if other_dice := _without_words(dice.rolls) != _without_words(entry.rolls):
            yield f"event {entry.n}: the dice in the log do not come from the seed"
        if canonical_json(result) != canonical_json(entry.result):
            yield f"event {entry.n}: the result in the log does not follow the rules"
        explained = tuple(dice.steps) == entry.steps and (other_dice or tuple(dice.rolls) == entry.rolls)
        if not explained or story != entry.story:
            yield from self._judge_words(entry, "sentence" if explained else "explanation")
        return None if other_dice else after

    def _judge_words(self, entry: LogEntry, what: str) -> Iterator[str]:
        """An entry that says something in other words than the rules do now."""
        if entry.event is not None and self._has_lost_order(entry.event):
            self.unordered += [entry.n] * (entry.n not in self.unordered)
        elif not self.reworded.note_if_reworded(entry):
            yield f"event {entry.n}: the {what} in the log does not follow the rules"

    def _has_lost_order(self, event: JsonMapping) -> bool:
        """Whether an event depended on the order in which something was typed, which logs before stream 3 lack."""
        kind = self._battle.game.kind_of(event)
        return self._battle.header.stream < 3 and order_counts(kind.cls, answers_of(event, kind))

    def remarks(self) -> Iterator[str]:
        """What differs, and is held against nobody."""
        yield from self.reworded.version_remarks()
        if self.unordered:
            which = name_events(self.unordered)
            why = "an older version did not keep the order of the answers"
            yield f"{which}: {why}, so dice and sentences cannot be checked"

    def judge_under_way(self) -> Iterator[str]:
        """What is wrong with the dice of the event that is under way."""
        battle, fold = self._battle, self.fold
        try:
            progress = battle.under_way if self.whole else None
            if progress is None:
                return
            source = battle.dice_source_after(fold, battle.next_number)
            rolls = _rolls_of(battle, fold, progress, TableDice(source, prompt_of_rolls(progress.rolls)))
        except TabletopError as broken:
            yield f"the unfinished event: {broken.message}"
            return
        event = {"do": progress.do, **progress.answers}
        as_far = _without_words(rolls[: len(progress.rolls)])
        if as_far != _without_words(progress.rolls) and not self._has_lost_order(event):
            yield "the unfinished event: its dice do not come from the seed"


def _without_words(rolls: Iterable[Roll]) -> list[Roll]:
    """Return rolls as they fell, without what they were called: another version may call them otherwise."""
    return [roll._replace(why="") for roll in rolls]


def _same_json(one: str, other: str) -> bool:
    return bool(json.loads(one) == json.loads(other))


def _snapshot_finding(number: int) -> str:
    remedy = "to correct it, export the battle and import it again"
    return f"the saved table after entry {number} does not match the log: {remedy}"


def _rolls_of(battle: Battle, fold: Fold, progress: Progress, dice: TableDice) -> tuple[Roll, ...]:
    """The rolls of an event as far as its answers lead."""
    kind = battle.game.kind_of({"do": progress.do})
    reader = Reader(
        progress.do,
        kind.cls,
        progress.answers,
        fold.state,
        ask_next,
        progress.still_open,
        progress.notes,
        progress.rolls,
    )
    dice.follow_event(reader.event)
    with suppress(Wanted):
        kind.play(fold.state, reader.event, dice)
    return tuple(dice.rolls)


def _old_dice_remarks(header: BattleHeader) -> Iterator[str]:
    if header.stream < 2:
        why = "its dice come from the first version, in which notes and undos changed later dice"
        yield f"{why}: somebody who knew the seed could choose them"


def _clock_remarks(header: BattleHeader, entries: Sequence[LogEntry]) -> Iterator[str]:
    """The clock of the machine says when entries were made; that it went backwards can be seen."""
    before = header.created
    for entry in entries:
        if entry.at < before:
            yield f"by its clock, entry {entry.n} is older than the entry before it"
            return
        before = entry.at
