"""Events as people make them at a screen, right and wrong, and as machines send them. See `evenings`."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from typing import Any

from ..data import JsonMapping
from ..dice.brute_force import require
from ..dice.requests import Face, groups_of
from ..errors import BadDice, TabletopError
from ..keep.export import canonical_json
from ..keep.store import Store
from ..play.asking import QUICK, Done, Making, Throw
from ..play.battle import Battle
from ..play.log import LogEntry
from ..play.offers import Offer, find_offers
from ..play.progress import Progress
from ..play.question import Question
from ..play.table_dice import Source, complete_faces
from .answering import as_people_type, pick_offer, wrong_values
from .judging import check_views, check_whole
from .laptop import Laptop
from .playing_out import FairSource, answer_any, any_event, freeze_state, with_one_game
from .secrecy_check import Secrets

MOST_ANSWERS = 400  # of one event
SECRETS = 40  # events that are watched by `Secrets`, which is dear
WRONG = 3  # wrong answers at a question


class Hands:
    """Somebody who makes events of a battle, question by question and throw by throw, and whoever mistypes.

    `doing` is what is being done, for messages; `disturbs` does something in another window of the same battle.
    """

    def __init__(self, laptop: Laptop, battle: Battle, chance: random.Random, about: str) -> None:
        self.laptop = laptop
        self.battle = battle
        self.chance = chance
        self.about = about
        self.id = battle.header.id
        self._doing = "begins"
        self.disturb: Callable[[], None] = lambda: None
        self.ends = [kind.id for kind in battle.game.events.values() if kind.confirm]
        self.avoid: list[str] = []  # what has just ended the battle
        self._system = with_one_game(battle.system, battle.header.kind)
        self._secrets = {0: Secrets(self._system, battle.setup, random.Random(chance.random()))}
        self._watched = 0

    @property
    def where(self) -> str:
        """The game, and the entry that comes next."""
        return f"{self.about}, {self.battle.header.name}, entry {self.battle.next_number}"

    @property
    def doing(self) -> str:
        """What is being done; the laptop knows it too, for whatever breaks in it."""
        return self._doing

    @doing.setter
    def doing(self, text: str) -> None:
        self._doing = text
        self.laptop.doing = f"{self.where}: {text}"

    def require(self, fine: object, what: str) -> None:
        """Check something. Errors: AssertionError that says where."""
        require(fine, f"{self.where}: {what}")

    def by_chance(self, share: float) -> bool:
        """Whether it happens this time, of what happens so often."""
        return self.chance.random() < share

    def free_offers(self) -> list[Offer]:
        battle = self.battle
        return [one for one in find_offers(battle.system, battle.game, battle.state) if not one.barred]

    def any_whole(self, battle: Battle) -> tuple[JsonMapping, Progress] | None:
        """A whole event, made with the program's dice; None where nothing can be played."""
        avoid = [*self.ends, *self.avoid]
        made = any_event(self._system, battle.state, self.chance, avoid, self.where, source=battle.source)
        return None if made is None else made[:2]

    def do_at_once(self) -> None:
        """Play a whole event, as scripts and machines do; the program's dice are those of the steps."""
        battle, source = self.battle, self.battle.source
        if (found := self.any_whole(battle)) is None:
            return
        event, progress = found
        self.doing = f"does {event} at once"
        before = battle.state
        faces = [face for roll in progress.rolls for face in roll.faces]
        entry = battle.play_event(event, faces if self.by_chance(0.3) else None, self.laptop.next_time())
        fell = [face for roll in entry.rolls for face in roll.faces]
        self.require(fell == faces, f"{event} has the dice {fell} at once, and {faces} step by step")
        self._check_played(before, entry, source)

    def play_any(self) -> None:
        if free := self.free_offers():
            self.play_steps(pick_offer(free, [*self.ends, *self.avoid], self.chance).progress)

    def play_steps(self, progress: Progress, *, carefully: bool = False) -> None:
        """Play an event as people at a screen do: question by question, throw by throw."""
        making = self._making
        for _ in range(MOST_ANSWERS):
            self.doing = f"at {canonical_json(progress.as_dict())}"
            progress, wanted, _settled = making.advance(progress)
            if isinstance(wanted, Done):
                self._finish_event(wanted, progress)
                return
            if isinstance(wanted, Throw):
                progress = self._roll_dice(making, progress, wanted, carefully)
                making = self._making
                continue
            if wanted.secret and wanted.answers and all(answer.barred for answer in wanted.answers):
                return  # its side gives up
            found = None if carefully else self._mistype_answer(making, progress, wanted)
            progress = found or self._answer_question(making, progress, wanted)
            if not progress.rolls and not carefully and self.by_chance(0.01):
                return  # whoever plays has thought better of it
        raise AssertionError(f"{self.where}: the questions about {progress} never end")

    @property
    def _making(self) -> Making:
        return Making(self.battle.system, self.battle.game, self.battle.state)

    def _answer_question(self, making: Making, progress: Progress, question: Question) -> Progress:
        """The progress with an answer, as it is picked or as it is typed."""
        after = answer_any(making, progress, question, self.battle.state, self.chance, self.where)
        said = after.answers.get(question.field)
        if said is None or question.many or not (question.typed or not question.answers) or after.still_open:
            return after
        typed = as_people_type(question.kind, said, self.chance)
        return making.answer_question(progress, typed)

    def _mistype_answer(self, making: Making, progress: Progress, question: Question) -> Progress | None:
        """Answer what is wrong: it is refused in words, and nothing has changed; what fits after all is played."""
        if not self.by_chance(0.15):
            return None
        battle, before = self.battle, self._kept
        for wrong, _ in zip(wrong_values(question, battle.state, self.chance), range(WRONG), strict=False):
            self.laptop.did["mistyped"] += 1
            self.doing = f"mistypes {wrong!r:.300} for {question.field} at {canonical_json(progress.as_dict())}"
            try:
                after = making.answer_question(progress, wrong)
                making.advance(after)
            except TabletopError as no:
                self.require(battle.game.why_not(battle.system, battle.state, no), f"{self.doing}: it is not told why")
                continue
            finally:
                self.require(self._kept == before, f"{self.doing}: something has changed")
            if self.by_chance(0.3):
                return after
        return None

    @property
    def _kept(self) -> tuple[object, ...]:
        """All that a wrong answer may not change."""
        store = self.laptop.store
        return (
            freeze_state(self.battle.system, self.battle.state),
            store.count_events(self.id),
            store.read_progress(self.id),
        )

    def _roll_dice(self, making: Making, progress: Progress, throw: Throw, carefully: bool) -> Progress:
        """The progress with dice that fall now, kept before anybody sees them; the program may be killed right then."""
        battle = self.battle
        typed = self._typed_faces(throw)
        if self.by_chance(0.1):
            making.foreseen_odds(progress, QUICK)
        if not carefully:
            self._mistype_dice(making, progress, throw)
            if self.by_chance(0.03):
                self.disturb()
        after = making.roll_dice(progress, battle.source, typed)
        battle.keep_under_way(after)
        if carefully:
            return after
        if self.by_chance(0.06):
            self.laptop.did["killed"] += 1
            self.laptop.store.close()
            self.laptop.store = Store(self.laptop.store.path)
            self.battle = Battle.open(self.laptop.store, self.id)
            found = self.battle.under_way
            self.require(found is not None, "what was under way is lost")
            assert found is not None
            same = canonical_json(found.as_dict()) == canonical_json(after.as_dict())
            self.require(same, f"what is under way is another event after a kill: {found}, {after}")
            return found
        if self.by_chance(0.03):
            check_views(battle, self.where)
        if self.by_chance(0.03):
            self.disturb()
        return after

    def _typed_faces(self, throw: Throw) -> Sequence[Face | None] | None:
        """Dice that people type: none, all, or those of some groups."""
        if self.by_chance(0.5):
            return None
        groups = groups_of(throw.request)
        nothing = (None,) * sum(group.n for group in groups)
        faces = complete_faces(throw.request, nothing, FairSource(self.chance).dice_of_roll(1, ""))
        each = self.by_chance(0.8)
        by_hand = [typed for group in groups for typed in [each or self.by_chance(0.5)] * group.n]
        return [face if typed else None for face, typed in zip(faces, by_hand, strict=True)]

    def _mistype_dice(self, making: Making, progress: Progress, throw: Throw) -> None:
        """Type dice that cannot be: they are refused."""
        n = sum(group.n for group in groups_of(throw.request))
        if not n or not self.by_chance(0.1):
            return
        wrong: list[Any] = [(0,) * n, (10**30,) * n, ("x",) * n, (1,) * (n + 1), (1.5,) * n, (True,) * n, ([1],) * n]
        for faces in wrong:
            self.doing = f"types the dice {faces} at {canonical_json(progress.as_dict())}"
            self.laptop.did["mistyped"] += 1
            try:
                making.roll_dice(progress, self.battle.source, faces)
            except BadDice:
                continue
            self.require(False, f"{self.doing}: they are taken")

    def _finish_event(self, done: Done, progress: Progress) -> None:
        battle, before, source = self.battle, self.battle.state, self.battle.source
        entry = battle.finish_event(done.event, progress, self.laptop.next_time())
        self.require(entry.steps == done.steps, f"{done.event} is explained otherwise when it is done")
        self._check_played(before, entry, source)

    def _check_played(self, before: object, entry: LogEntry, source: Source) -> None:
        """An event stands in the log: everybody who plays it again comes to the same."""
        battle = self.battle
        check_whole(battle, before, entry, source, self.chance, self.where)
        last = battle.fold.in_force[-2] if len(battle.fold.in_force) > 1 else 0
        if battle.game.has_secrets and last in self._secrets and self._watched < SECRETS:
            self._watched += 1
            secrets = copy.copy(self._secrets[last])
            secrets.check(before, entry.event or {}, entry.rolls, battle.state, self.where)
            self._secrets[entry.n] = secrets
