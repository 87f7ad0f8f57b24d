"""Whole evenings through the real doors: battles and campaigns as people play them. Part of the conformance kit.

A player drives a game through the store on disk: questions answered step by step, program's and typed dice, notes, undo
and redo, a second window, another laptop, a program that is killed right after a throw. He mistypes. Afterwards the log
must be what the rules give, and be the same on every machine; see `judging`.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest.mock import patch

from ..data import JsonMapping
from ..dice.stream import SEED_BYTES
from ..errors import StoreLocked, TabletopError, fault_words
from ..games import BATTLE
from ..keep.store import Store
from ..play import battle as battles
from ..play.battle import Battle
from ..play.linked import open_inner_game, wanted_inner_game
from ..system import System
from .hands import Hands
from .judging import check_log, check_views
from .laptop import Evening, Laptop

MOST_ANSWERS = 400  # of one event
MOST_TRIES = 30  # to end a battle
MOST_ENDS = 25  # that people take back to play on
SECRETS = 40  # events that are watched by `Secrets`, which is dear
INSIDE = 30  # entries of a battle of a campaign, about
WRONG = 3  # wrong answers at a question


def play_evening(
    system: System, setup: JsonMapping, *, seed: int, entries: int = 60, kind: str = BATTLE, again: str = ""
) -> Evening:
    """Play a game until its log has so many entries, and check all that every game must keep; return what was done.

    `kind` says which game of the system it is; `again` is the command that plays the same evening once more, for
    messages. Errors: AssertionError that says what is wrong, with the seed and the entry.
    """
    chance = random.Random(seed)
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(battles, "new_seed", lambda: chance.randbytes(SEED_BYTES)),
    ):
        laptop = Laptop(Path(folder))
        game = f"{system.id} {kind}, seed {seed}" + (f" ({again})" if again else "")
        try:
            battle = Battle.create(laptop.store, system, "evening", setup, laptop.next_time(), kind, "evening")
            player = Player(laptop, battle, chance, game)
            try:
                player.play(entries)
                player.close_battle()
            except AssertionError:
                raise
            except Exception as fault:
                words = str(fault.as_dict()) if isinstance(fault, TabletopError) else fault_words(fault)
                raise AssertionError(f"{laptop.doing}: {words}") from fault
        finally:
            laptop.store.close()
        return laptop.evening


class Player:
    """Somebody who plays one battle at a laptop, and whoever else touches it meanwhile."""

    def __init__(self, laptop: Laptop, battle: Battle, chance: random.Random, about: str) -> None:
        self._hands = Hands(laptop, battle, chance, about)
        self._hands.disturb = self._disturb
        self._laptop = laptop
        self._chance = chance
        self._id = battle.header.id
        self._over = 0  # how often the end of the battle was taken back
        self._disturbed = False  # whether another window has done something
        laptop.did["battles"] += 1

    @property
    def _battle(self) -> Battle:
        return self._hands.battle

    # --- an evening ---

    def play(self, entries: int) -> None:
        """Play until the log has so many entries, or nothing more can be played."""
        if not self._battle.count and self._hands.by_chance(0.2):
            self._battle.take_word("swordfish, said Teo", self._laptop.next_time())
        while self._battle.count < entries:
            before = self._battle.count
            self._do_something()
            if self._battle.over and self._battle.under_way is None and not self._go_back():
                break
            if self._battle.count > before:
                self._hands.avoid = self._hands.avoid if self._hands.by_chance(0.9) else []
        while self._battle.under_way is not None:
            self._at_table(self._go_on)

    def end_battle(self) -> bool:
        """Bring the battle to an end, by giving up if need be; whether it has come to one."""
        for _ in range(MOST_TRIES):
            if self._battle.over:
                return True
            free = [one for one in self._hands.free_offers() if one.progress.do in self._hands.ends]
            if free:
                self._at_table(partial(self._hands.play_steps, self._chance.choice(free).progress, carefully=True))
            else:
                self._do_something()
        return self._battle.over

    def close_battle(self) -> None:
        """Close the battle; all that is kept of it must hold. Errors: AssertionError."""
        battle = self._battle
        self._hands.doing = "is judged at the end"
        if battle.over:
            battle.show_seed(self._laptop.next_time())
        check_views(battle, self._hands.where)
        check_log(self._laptop.store, battle, self._hands.where)
        self._carry_battles()
        did = self._laptop.did
        did["entries"] += battle.count
        did["events"] += sum(entry.event is not None for entry in self._battle.entries())
        self._laptop.longest = max(self._laptop.longest, battle.count)

    def _do_something(self) -> None:
        """One thing that people do at a table."""
        if self._laptop.store.count_events(self._id) != self._battle.count:
            self._battle.refresh()
        if self._battle.under_way is not None:
            self._at_table(self._go_on)
            return
        acts, often = zip(*self._things, strict=True)
        what = self._chance.choices(acts, often)[0]
        self._hands.doing = what.__name__.strip("_").replace("_", " ")
        self._at_table(what)

    @property
    def _things(self) -> list[tuple[Callable[[], None], float]]:
        """What people do, and how often."""
        linked = self._battle.game.linked(self._battle.state) is not None
        return [
            (self._hands.play_any, 70),
            (self._hands.do_at_once, 20),
            (self._write_note, 4),
            (self._undo, 6),
            (self._redo, 4),
            (self._reopen, 4),
            (self._use_window, 4),
            (self._carry_battles, 0.7),
            (self._check_views, 3),
            (self._fight_inner_game, 300 if linked else 0),
        ]

    def _at_table(self, act: Callable[[], None]) -> None:
        """Do it; where another window was quicker nothing is written, and people look anew."""
        try:
            act()
        except StoreLocked:
            self._hands.require(
                self._disturbed, f"{self._hands.doing}: another window is said to have played, and none has"
            )
            self._battle.refresh()
        self._disturbed = False

    def _go_back(self) -> bool:
        """Take back the end of a battle, and some of what led to it; whether people want to."""
        self._over += 1
        last = self._battle.fold.in_force
        if self._over > MOST_ENDS or not last:
            return False
        self._hands.avoid.append(str((self._battle.entry(last[-1]).event or {})["do"]))
        for _ in range(self._chance.randint(1, 4)):
            self._undo()
        return True

    def _go_on(self) -> None:
        """Finish the event whose first dice have fallen."""
        if (progress := self._battle.under_way) is not None:
            self._hands.play_steps(progress)

    # --- what people do beside playing ---

    def _write_note(self) -> None:
        self._battle.write_note('a note: naïve \U0001f3b2 "quoted"\tand more', self._laptop.next_time())

    def _undo(self) -> None:
        if self._battle.fold.in_force:
            self._battle.undo(self._laptop.next_time())
            self._laptop.did["undone"] += 1

    def _redo(self) -> None:
        if self._battle.fold.redoable:
            self._battle.redo(self._laptop.next_time())

    def _reopen(self) -> None:
        """Close the program and open it again: everything is as it was."""
        before = self._battle
        self._hands.battle = Battle.open(self._laptop.store, self._id)
        self._laptop.did["reopened"] += 1
        same = before.freeze_fold(before.fold) == self._battle.freeze_fold(self._battle.fold)
        self._hands.require(
            same and before.state == self._battle.state, "the battle is another one when it is opened again"
        )

    def _carry_battles(self) -> None:
        self._laptop.carry_battles(self._hands.where)
        self._hands.battle = Battle.open(self._laptop.store, self._id)

    def _check_views(self) -> None:
        check_views(self._battle, self._hands.where)

    def _use_window(self) -> None:
        """Another window does something; this one has not seen it, and is told when it writes."""
        self._disturb()
        if self._hands.by_chance(0.5):
            self._battle.write_note("from the first window", self._laptop.next_time())

    def _disturb(self) -> None:
        """Do something in another window of the same battle."""
        self._laptop.did["windows"] += 1
        with Store(self._laptop.store.path) as store:
            other = Battle.open(store, self._id)
            before = other.count, store.read_progress(self._id)
            if (progress := other.under_way) is not None:
                if self._hands.by_chance(0.5):
                    other.write_note("from the second window, in the middle", self._laptop.next_time())
                else:
                    Hands(self._laptop, other, self._chance, self._hands.about).play_steps(progress, carefully=True)
            elif self._hands.by_chance(0.3) and other.fold.in_force:
                other.undo(self._laptop.next_time())
            elif self._hands.by_chance(0.5) and (found := self._hands.any_whole(other)) is not None:
                other.play_event(found[0], None, self._laptop.next_time())
            else:
                other.write_note("from the second window", self._laptop.next_time())
            self._disturbed = before != (other.count, store.read_progress(self._id))

    def _fight_inner_game(self) -> None:
        """Fight the battle that a campaign waits for, and take its result back."""
        around, store = self._battle, self._laptop.store
        inside, _ = open_inner_game(store, around, wanted_inner_game(around), self._laptop.next_time())
        player = Player(self._laptop, inside, self._chance, self._hands.about)
        player.play(inside.count + self._chance.randint(INSIDE // 2, INSIDE * 2))
        over = player.end_battle()
        player.close_battle()
        self._hands.battle = Battle.open(self._laptop.store, self._id)
        if over:
            self._take_result()

    def _take_result(self) -> None:
        around = self._battle
        linked = wanted_inner_game(around)
        inside, begun = open_inner_game(self._laptop.store, around, linked, self._laptop.next_time())
        self._hands.require(not begun, "the battle of the campaign is not found again")
        self._hands.doing = f"takes the result of {inside.header.name}"
        around.play_event(linked.result(inside.game.view(inside.state)), None, self._laptop.next_time())
