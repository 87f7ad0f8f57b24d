"""A battle: a log of events in the store, and the state as a fold over it.

Every event is committed before its result is handed out, so nothing that was shown can be lost. Undo and redo are
events too. The program's dice depend only on the seed, the events with dice that are in force, and the answers up to
the roll (`core/dice/stream.py`); dice that players typed stand in the log as such. Dice that fall in the middle of an
event are durable before they are seen, as an event under way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ... import PROGRAM
from ..data import JsonMapping, ShapedMapping, sort_keys
from ..declare.plain import pack_state, unpack_state
from ..dice.handlers import Given, Prompt, Replay, ReplayMismatch, Roll, Rolling
from ..dice.stream import VERSIONS, commitment_of, new_seed
from ..errors import No, StoreError, TabletopError
from ..games import BATTLE
from ..keep.export import BattleHeader, canonical_json
from ..keep.store import Store
from ..system import System
from ..versions import version_with, version_words
from . import seal
from .fold import Fold
from .game import AnyGame
from .hash_chain import link_after
from .inside import Inside
from .log import LogEntry
from .numerals import Numbers
from .progress import Progress
from .table_dice import Source, TableDice, source_of
from .verdict import Verdict

SNAPSHOT_EVERY = 50  # events; a snapshot is only a cache of the fold
STATES_KEPT = 200  # in memory


class Battle:
    """One battle, open for play. Use `create_battle` or `open`."""

    def __init__(self, store: Store, system: System, header: BattleHeader) -> None:
        self.store = store
        self.system = system
        self.header = header
        self.game: AnyGame = system.game_named(header.kind)
        self.setup: ShapedMapping = sort_keys(json.loads(header.setup))
        self._seed = bytes.fromhex(header.seed)
        self._entries: dict[int, LogEntry] = {}
        self._states: dict[int, object] = {}  # after an event: what is in force before it never changes
        self.count = 0
        self.fold = Fold(None)
        self._way: str | None = None  # what this window knows of the event under way

    @classmethod
    def create(
        cls,
        store: Store,
        system: System,
        name: str,
        setup: JsonMapping,
        now: str,
        kind: str = BATTLE,
        id: str = "",
        seed: bytes | None = None,
    ) -> Battle:
        """Begin a battle, or another kind of game: the set-up is checked, a seed is drawn, the header is durable.

        Without an `id` or a `seed` it gets one of its own. Errors: `Malformed`; `TabletopError` for a game that the
        system does not have, and for an id or a name that is taken.
        """
        state = system.game_named(kind).start(sort_keys(setup), system)
        seed = seed or new_seed()
        text, version = canonical_json(setup), version_with(system.version)
        header = BattleHeader(
            id, name, system.id, version, now, text, seed.hex(), commitment_of(seed), kind, max(VERSIONS)
        )
        battle = cls(store, system, replace(header, id=store.create_battle(header)))
        battle.fold = Fold(state)
        return battle

    @classmethod
    def open(cls, store: Store, name: str) -> Battle:
        """Take a battle up again, from its newest snapshot. Errors: `TabletopError` for unknown or damaged ones."""
        battle = cls.open_unread(store, name)
        battle.refresh()
        return battle

    @classmethod
    def open_unread(cls, store: Store, name: str) -> Battle:
        """A battle whose log nobody has read yet: for `verify`, which leads to the state as far as the log fits."""
        from ..registry import load

        header = store.find_battle(name)
        battle = cls(store, load(header.system), header)
        battle.count = store.count_events(header.id)
        return battle

    @property
    def version(self) -> str:
        """What is kept of the versions that play it now: the program's, and that of its system where it has one."""
        return version_with(self.system.version)

    @property
    def state(self) -> object:
        return self.fold.state

    @property
    def over(self) -> bool:
        return self.game.over(self.state)

    @property
    def next_number(self) -> int:
        return self.count + 1

    def refresh(self) -> None:
        """Read what the log holds and this window does not know yet."""
        self.count = self.store.count_events(self.header.id)
        start, self.fold = self._nearest_fold(self.count, None)
        for line in self.store.event_lines(self.header.id, after=start):
            self.fold = self.fold_entry(self.fold, LogEntry.from_line(line))

    def entries(self) -> Iterator[LogEntry]:
        """The whole log in order."""
        for line in self.store.event_lines(self.header.id):
            yield LogEntry.from_line(line)

    def play_event(
        self, event: JsonMapping, dice: Sequence[object] | Prompt | None, now: str, inside: Inside | None = None
    ) -> LogEntry:
        """Play an event: with given dice, with a prompt for each roll, or (None) with the battle's stream.

        `inside` is the game whose result the event takes, for the log.
        The entry is durable when it is returned. Errors: `Refused`, `Malformed`, `BadDice` - nothing has changed then,
        but where dice of the program had fallen a note tells them: the refusal may let people guess what they were;
        `No` while another event is under way; `StoreLocked` when another window has played on.
        """
        self._check_nothing_under_way()
        prompt = dice if callable(dice) else None
        handler = Given(dice) if isinstance(dice, Sequence) else TableDice(self.source, prompt)
        try:
            return self._play_with(event, handler, now, inside)
        except StoreError:
            raise
        except TabletopError:
            if any(roll.by == "program" for roll in handler.rolls):
                self.write_note(f"refused: {self._fallen_dice_text(str(event['do']), handler.rolls)}", now)
            raise

    def _play_with(self, event: JsonMapping, handler: Rolling, now: str, inside: Inside | None = None) -> LogEntry:
        bare = self.game.without_dice(event)
        state, result, story = self.game.play_and_tell(self.state, bare, handler)
        version = None if self.version == self.header.version else self.version
        rolls, steps = tuple(handler.rolls), tuple(handler.steps)
        entry = LogEntry(self.next_number, now, bare, rolls, result, steps, story=story, version=version, inside=inside)
        rolling = self.fold.rolling + bool(entry.rolls)
        in_force = self.fold.in_force.and_then(entry.n)
        return self._append_entry(entry, self.fold.after_event(state, in_force, Numbers(), rolling))

    @property
    def source(self) -> Source:
        """The program's dice of the next event."""
        return self.dice_source_after(self.fold, self.next_number)

    def dice_source_after(self, fold: Fold, number: int) -> Source:
        """The program's dice of the event with this number, after a fold."""
        return source_of(self.key_after(fold), self.header.stream, number, fold.rolling)

    def key_after(self, fold: Fold) -> bytes:
        """What the program's dice are made of after a fold."""
        return seal.dice_key(self._seed, fold.word)

    # --- an event that is under way ---

    @property
    def under_way(self) -> Progress | None:
        """The event whose first dice have fallen, and that is not finished."""
        found = self.store.read_progress(self.header.id)
        self._way = found[1] if found else None
        try:
            return None if found is None else Progress.from_dict(json.loads(found[1]))
        except (KeyError, TypeError) as broken:
            raise TabletopError(
                f"the unfinished event in {self.header.name} cannot be read: {broken}", code="damaged-log"
            ) from None

    def keep_under_way(self, progress: Progress) -> None:
        """Make answers and dice of an event under way durable, before anybody sees the dice. Errors: StoreLocked."""
        text = canonical_json(progress.as_dict())
        self.store.put_progress(self.header.id, self.next_number, text, known=self._way)
        self._way = text

    def finish_event(self, event: JsonMapping, progress: Progress, now: str) -> LogEntry:
        """Play an event that was made step by step, with the dice that have fallen for it."""
        return self._play_with(event, Replay(progress.rolls), now)

    def drop_under_way(self, now: str) -> LogEntry:
        """Take an event off the table that cannot be finished by the rules of this version; the log tells its dice."""
        found = self.under_way
        assert found is not None
        note = f"dropped: {self._fallen_dice_text(found.do, found.rolls)}"
        return self._append_entry(LogEntry(self.next_number, now, note=note), self.fold)

    def _fallen_dice_text(self, do: str, rolls: Iterable[Roll]) -> str:
        """An event that has not been, and its dice, for a note, which everybody reads."""
        kind = self.game.events[do]
        faces = ", ".join(" ".join(map(str, roll.faces)) for roll in rolls)
        return f"{kind.title}, {self.game.lots.all} {'hidden' if kind.has_secrets else faces}"

    def command_text(self, word: str) -> str:
        """What people type to do something with it: ``tabletop battle play friday``."""
        from ..shell import quote  # only who tells somebody what to type needs it

        return f"{PROGRAM} {self.header.kind} {word} {quote(self.header.name)}"

    def _check_nothing_under_way(self) -> None:
        """Errors: `No` while the dice of an event lie on the table."""
        if (progress := self.under_way) is not None:
            title = self.game.events[progress.do].title
            raise No(
                f"{title} is under way: its first dice are on the table",
                hint=f"finish it first: {self.command_text('play')}",
                code="under-way",
            )

    def undo(self, now: str) -> LogEntry:
        """Take back the last event in force; the log keeps it, and says when dice were taken back. Errors: `No`."""
        self._check_nothing_under_way()
        if not self.fold.in_force:
            raise No("nothing to undo", code="nothing-to-undo")
        last = self.fold.in_force[-1]
        entry = LogEntry(self.next_number, now, undo=last, undone_dice=bool(self.entry(last).rolls))
        before, redoable = self.fold.in_force.without_last(), self.fold.redoable.and_then(last)
        rolling = self.fold.rolling - entry.undone_dice
        return self._append_entry(entry, self.fold.after_event(self._state_after(before), before, redoable, rolling))

    def redo(self, now: str) -> LogEntry:
        """Bring back the event that was undone last, with the same dice. Errors: `No`."""
        self._check_nothing_under_way()
        if not self.fold.redoable:
            raise No("nothing to redo", hint="redo only works directly after an undo", code="nothing-to-redo")
        entry = LogEntry(self.next_number, now, redo=self.fold.redoable[-1])
        return self._append_entry(entry, self.fold_entry(self.fold, entry))

    def write_note(self, text: str, now: str) -> LogEntry:
        """Keep a remark of the players in the log."""
        entry = LogEntry(self.next_number, now, note=text[:500])
        return self._append_entry(entry, self.fold, finishes=False)

    def tell_inside(self, inside: Inside, now: str) -> LogEntry:
        """Keep in the log that a game inside this one begins, or what it is now."""
        return self._append_entry(LogEntry(self.next_number, now, inside=inside), self.fold, finishes=False)

    def take_word(self, word: str, now: str) -> LogEntry:
        """Make the program's dice from the seed and this word of the other player. Errors: `No`, see `seal.py`."""
        self._check_nothing_under_way()
        seal.check_word(self, word)
        entry = LogEntry(self.next_number, now, word=word)
        return self._append_entry(entry, self.fold.beside_events(entry))

    @property
    def newest_link(self) -> str:
        """The hash of the whole log as it is now, see `chain.py`."""
        return link_after(self.store, self.header, self.count)

    @property
    def seed_shown(self) -> int | None:
        """The number of the entry with which people saw the seed, None while it is sealed; what follows is marked."""
        return self.fold.seed_shown or seal.seed_shown(self.store, self.header.id, self.count)

    def show_seed(self, now: str) -> LogEntry | None:
        """Keep in the log, once, that people see the seed now. Errors: `StoreError`."""
        entry = seal.show_seed(self.store, self.header, now)
        if entry is not None and entry.n == self.next_number:
            self.count, self.fold = entry.n, self.fold.beside_events(entry)
            self._entries[entry.n] = entry
        return entry

    def entry(self, number: int) -> LogEntry:
        """One entry by number."""
        if number not in self._entries:
            self._entries[number] = LogEntry.from_line(self.store.event_lines(self.header.id, after=number - 1)[0])
        return self._entries[number]

    def _append_entry(self, entry: LogEntry, fold: Fold, *, finishes: bool = True) -> LogEntry:
        entry = replace(entry, prev=link_after(self.store, self.header, entry.n - 1))
        if finishes:
            self.store.append_event(self.header.id, entry.n, entry.as_line(), known=self._way)
            self._way = None
        else:
            self.store.append_event(self.header.id, entry.n, entry.as_line(), finishes=False)
        self.count, self.fold = entry.n, fold
        self._entries[entry.n] = entry
        self._remember_state(fold)
        if entry.n % SNAPSHOT_EVERY == 0:
            self._put_snapshot()
        return entry

    # --- the fold ---

    def begin_again(self, fold: Fold) -> None:
        """Forget every state but that of the beginning, for whoever goes through the log once more."""
        self._states = {0: fold.state}

    def fold_entry(self, fold: Fold, entry: LogEntry, after: object = None) -> Fold:
        """The next step of the fold; `after` is the state that its event has led to, where somebody has played it.

        Errors: `ReplayMismatch` where the log does not fit the rules.
        """
        self._entries[entry.n] = entry
        if entry.undo is not None:
            before = fold.in_force.without_last()
            if not fold.in_force or fold.in_force[-1] != entry.undo:
                raise ReplayMismatch(f"event {entry.n} undoes event {entry.undo}, which was not the last event")
            rolling = fold.rolling - bool(self.entry(entry.undo).rolls)
            return fold.after_event(self._state_after(before), before, fold.redoable.and_then(entry.undo), rolling)
        if entry.redo is not None:
            if not fold.redoable or fold.redoable[-1] != entry.redo:
                raise ReplayMismatch(f"event {entry.n} redoes event {entry.redo}, which was not undone last")
            back = self.entry(entry.redo)
            rolling = fold.rolling + bool(back.rolls)
            state = self._replay_entry(fold.state, back)
            in_force, redoable = fold.in_force.and_then(entry.redo), fold.redoable.without_last()
            return self._remember_state(fold.after_event(state, in_force, redoable, rolling))
        if entry.event is None:
            return fold.beside_events(entry)
        rolling = fold.rolling + bool(entry.rolls)
        state = self._replay_entry(fold.state, entry) if after is None else after
        return self._remember_state(fold.after_event(state, fold.in_force.and_then(entry.n), Numbers(), rolling))

    def _remember_state(self, fold: Fold) -> Fold:
        """Remember the state after an event; undo rarely goes further back than this."""
        self._states[fold.in_force[-1] if fold.in_force else 0] = fold.state
        while len(self._states) > STATES_KEPT:
            del self._states[next(iter(self._states))]
        return fold

    def _replay_entry(self, state: object, entry: LogEntry) -> object:
        dice = Replay(entry.rolls)
        try:
            after, _ = self.game.play(state, entry.event, dice)
        except ReplayMismatch:
            raise
        except TabletopError as broken:
            raise ReplayMismatch(
                f"the rules of this version do not allow event {entry.n} of the log: {broken.message}",
                hint=f"{self._told_version(entry)}; this is {version_words(self.version, self.system.name)}",
            ) from broken
        return after

    def _told_version(self, entry: LogEntry) -> str:
        """Which version has played an event, in words."""
        words = version_words(entry.version or self.header.version, self.system.name)
        return f"it was played with version {words}" if entry.version else f"the battle was begun with version {words}"

    def _state_after(self, in_force: Numbers) -> object:
        """The state after these events, from memory, a snapshot, or the beginning."""
        last = in_force[-1] if in_force else 0
        if last in self._states:
            return self._states[last]
        _, fold = self._nearest_fold(last, in_force)
        state = fold.state
        for number in in_force[len(fold.in_force) :]:
            state = self._replay_entry(state, self.entry(number))
        return self._remember_state(Fold(state, in_force)).state

    def _nearest_fold(self, at_most: int, towards: Numbers | None) -> tuple[int, Fold]:
        """The newest usable fold up to an entry: a snapshot that leads `towards` these events, or the beginning."""
        found = self.store.latest_snapshot(self.header.id, at_most, self._key) if at_most else None
        if found is not None:
            number, text = found
            fold = self._thaw_fold(text)
            if towards is None or towards.begin_with(fold.in_force):
                return number, fold
        return 0, Fold(self.game.start(self.setup, self.system))

    # --- snapshots ---

    @property
    def _key(self) -> str:
        return f"{self.system.id} {self.version} 7"

    def _put_snapshot(self) -> None:
        self.store.put_snapshot(self.header.id, self.count, self._key, self.freeze_fold(self.fold))

    def freeze_fold(self, fold: Fold) -> str:
        """Return a fold as it is kept: as JSON, with the keys of its tables in the order of play."""
        frozen = {
            "state": pack_state(fold.state, self.system.pack_hooks()),
            "in_force": list(fold.in_force),
            "redoable": list(fold.redoable),
            "rolling": fold.rolling,
            "word": fold.word,
            "seed_shown": fold.seed_shown,
        }
        return json.dumps(frozen, separators=(",", ":"), ensure_ascii=False)

    def kept_snapshots(self) -> dict[int, str]:
        """The snapshots of this version by the numbers of their entries; they are a cache, which `verify` judges."""
        return self.store.read_snapshots(self.header.id, self._key)

    def _thaw_fold(self, text: str) -> Fold:
        frozen = json.loads(text)
        state = unpack_state(self.game.state, frozen["state"], self.system.unpack_hooks())
        in_force, redoable = Numbers(frozen["in_force"]), Numbers(frozen["redoable"])
        return Fold(state, in_force, redoable, frozen["rolling"], frozen["word"], frozen["seed_shown"])

    # --- afterwards ---

    def verify(self) -> Verdict:
        """What does not fit in the header, in the log and in what is under way, see `verify.py`."""
        from .verify import verify_battle

        return verify_battle(self)
