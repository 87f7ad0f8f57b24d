"""What is hidden stays hidden: every secret is tried otherwise, and nobody may notice. Part of the conformance kit.

For each event that is hidden from somebody there is another past, in which its secret answers and its dice were others
and everything else was the same; for each with answers under a veil there is one in which these were others. As long as
that is hidden from a side, board, headline, offers, state and log of that side must be the same in both, and so must be
the questions that it sees while an event is made, with their answers and why some are not possible. How many items a
secret list has is no secret. A side sees its own dice, so of an event with dice of several sides they are another's
that were otherwise; and what the rules show to everybody (`EventKind.shows`) was as it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from ..data import Json, JsonMapping, JsonObject, ShapedMapping
from ..dice.brute_force import require
from ..dice.handlers import Replay, Roll, Step
from ..errors import TabletopError
from ..play.asking import Done, Making, Throw
from ..play.game import AnyGame
from ..play.log import LogEntry
from ..play.offers import find_offers
from ..play.progress import Progress
from ..play.question import AGAIN, NO_DEFAULT, Question
from ..play.secrecy import without_secrets
from ..play.special import Special
from ..play.table_dice import complete_faces
from ..play.viewpoint import cut_entry, is_entry_hidden
from ..records import dataclass
from ..system import System

TRIES = 3  # to make an event otherwise
MOST_ASKED = 4  # other pasts in which a question is put, too
MOST_QUESTIONS = 60


@dataclass(frozen=True)
class Past:
    """A way in which a battle could have gone: its state now, its log, and the place in it of what was otherwise.

    `whose` are the sides whose own dice were otherwise there, `under_veil` the answers that were, which are compared
    only until the veil is lifted from them.
    """

    state: object
    log: tuple[LogEntry, ...]
    otherwise: int = -1
    whose: frozenset[str] = frozenset()
    under_veil: frozenset[str] = frozenset()


class Secrets:
    """The past of a battle, and its other pasts."""

    def __init__(self, system: System, setup: JsonMapping, chance: random.Random) -> None:
        self._system = system
        self._game = system.game
        self._chance = chance
        self._sides = tuple(dict.fromkeys((None, *(seat.id for seat in system.game.seats(setup)))))
        self._log: tuple[LogEntry, ...] = ()
        self._now = Past(None, ())
        self._others: list[Past] = []
        self._suspected: list[tuple[Past, str | None, str]] = []

    def check(self, before: object, event: JsonMapping, rolls: Sequence[Roll], after: object, where: str) -> None:
        """An event has been played: nobody learns from it what is hidden. Errors: AssertionError."""
        if not self._game.has_secrets:
            return
        entry = played_entry(self._system, before, event, rolls, len(self._log)).entry
        now = self._now = Past(after, (*self._log, entry))
        self._log = now.log
        again = {id(one): past for one in self._others if (past := self._past_after(one, event, rolls)) is not None}
        self._judge_suspected(again)
        others = [*again.values(), *self._made_otherwise(before, event, rolls)]
        self._others = [*others, *self._unveiled_otherwise(before, entry, after)]
        shown = cache(partial(_shown_to_side, self._system, now))  # dear, and the same for every other past
        for other in self._others:
            self._compare_views(now, shown, other, where)

    def begin_event(self) -> None:
        """An event is made from its beginning: what was asked before is forgotten."""
        self._suspected = []

    def look_at(self, progress: Progress, question: Question, where: str) -> None:
        """Put a question in some of the other pasts, too, and remember what differs until the event is played.

        For an event may show what was hidden, and then its questions may go by it.
        """
        few = len(self._others) <= MOST_ASKED
        for other in self._others if few else self._chance.sample(self._others, MOST_ASKED):
            try:
                _, another, _ = Making(self._system, self._game, other.state).advance(progress)
            except TabletopError:
                continue  # with these answers nobody comes so far there
            for side in {None, question.whose or None}:
                one, two = seen_of(question, side), seen_of(another, side)
                if one != two and side not in other.whose and self._is_unseen(self._now, other, side):
                    event = self._now.log[other.otherwise].event
                    difference = _difference_text(one, two)
                    told = f"tells {side or 'everybody'} what is hidden of {event}; it could be {difference}"
                    self._suspected.append((other, side, f"{where}: the question {question.text!r} {told}"))

    def _judge_suspected(self, again: Mapping[int, Past]) -> None:
        """What differed in the questions of an event is nothing that is still hidden. Errors: AssertionError."""
        for before, side, told in self._suspected:
            other = again.get(id(before))
            hidden = other is not None and all(self._is_unseen(one, other, side) for one in (self._now, other))
            require(not hidden, told)
        self._suspected = []

    def _past_after(self, past: Past, event: JsonMapping, rolls: Sequence[Roll]) -> Past | None:
        """Another past in which the same happens now; None where it cannot."""
        try:
            played = played_entry(self._system, past.state, event, rolls, len(past.log))
        except TabletopError:
            return None
        shows = self._game.kind_of(event).shows
        if shows(played.entry.result or {}) != shows(self._log[-1].result or {}):
            return None
        return replace(past, state=played.state, log=(*past.log, played.entry))

    def _made_otherwise(self, before: object, event: JsonMapping, rolls: Sequence[Roll]) -> Iterator[Past]:
        """Pasts in which the last event had other secrets; none where it has none, or nothing else was possible."""
        kind = self._game.kind_of(event)
        answers = without_secrets(kind.cls, {key: value for key, value in event.items() if key != "do"})
        number = len(self._log) - 1
        dice = played_entry(self._system, before, event, rolls, number).dice if kind.has_secrets else {}
        for _ in range(TRIES if kind.has_secrets else 0):
            kept = {side: dice[side] for side in [self._chance.choice(list(dice))]} if len(dice) > 1 else {}
            other = any_way(self._system, before, Progress(kind.id, answers), self._chance, kept)
            if other is not None and other != (event, tuple(rolls)) and _as_many(event, other[0]):
                made = played_entry(self._system, before, *other, number)
                whose = frozenset(side for side in dice if made.dice.get(side) != dice[side])
                yield Past(made.state, (*self._log[:-1], made.entry), number, whose)

    def _unveiled_otherwise(self, before: object, entry: LogEntry, after: object) -> Iterator[Past]:
        """Pasts in which the last event had other answers under its veil, and the same dice, doer and result."""
        game, event = self._game, entry.event or {}
        veiled = {name for side in self._sides for name in game.veiled_answers(after, event, entry.result or {}, side)}
        kept = {key: value for key, value in event.items() if key != "do" and key not in veiled}
        for _ in range(TRIES if veiled else 0):
            other = any_way(self._system, before, Progress(event["do"], kept), self._chance)
            if other is None or other[0] == event or _doer_of(game, before, other[0]) != _doer_of(game, before, event):
                continue
            try:
                made = played_entry(self._system, before, other[0], entry.rolls, len(self._log) - 1)
            except TabletopError:
                continue
            if made.entry.result == entry.result:
                others = frozenset(name for name in veiled if other[0].get(name) != event.get(name))
                yield Past(made.state, (*self._log[:-1], made.entry), len(self._log) - 1, under_veil=others)

    def _is_unseen(self, past: Past, other: Past, side: str | None) -> bool:
        """Whether what was otherwise in another past is hidden from a side in this one."""
        entry = past.log[other.otherwise]
        veiled = self._game.veiled_answers(past.state, entry.event or {}, entry.result or {}, side)
        if other.under_veil:
            return other.under_veil <= set(veiled)
        return bool(veiled) or is_entry_hidden(self._game, past.state, entry, side)

    def _compare_views(self, now: Past, shown: Callable[[str | None], JsonObject], other: Past, where: str) -> None:
        """Whoever may not see what is otherwise is `shown` the same there as now. Errors: AssertionError."""
        for side in self._sides:
            if side in other.whose or not all(self._is_unseen(one, other, side) for one in (now, other)):
                continue
            another = _shown_to_side(self._system, other, side)
            event = now.log[other.otherwise].event
            for what, seen in shown(side).items():
                whom = "a screen for everybody" if side is None else side
                require(seen == another[what], f"{where}: {what} tells {whom} what is hidden of {event}")


def seen_of(wanted: Question | Throw | Done, side: str | None) -> Sequence[object]:
    """Return what a side, None: everybody at the screen, sees of what comes next in an event."""
    if not isinstance(wanted, Question):
        return ("no question",)
    if wanted.secret and side != wanted.whose:
        return "a question for one side", wanted.whose
    answers = ((one.key, one.label, one.detail, one.barred) for one in wanted.answers)
    return wanted.text, str(wanted.default), wanted.side, *answers


def _difference_text(one: Sequence[object], other: Sequence[object]) -> str:
    """What is different in the other one, in few letters."""
    return f"{[each for each in other if each not in one] or list(other)!r:.200}"


def _as_many(event: ShapedMapping, other: ShapedMapping) -> bool:
    """Whether lists are of the same length: how many cards are put away is seen by all, which they are is not."""
    lists = {key for one in (event, other) for key, value in one.items() if isinstance(value, list | tuple)}
    return all(len(event.get(key, ())) == len(other.get(key, ())) for key in lists)


def _doer_of(game: AnyGame, state: object, event: JsonMapping) -> str:
    return game.doer(state, game.read_event(state, event))


@dataclass(frozen=True)
class Played:
    """The entry of an event in the log, the state after it, and the dice of each side, of whoever does it under ''."""

    entry: LogEntry
    state: object
    dice: dict[str, list[Roll]]


def played_entry(system: System, before: object, event: JsonMapping, rolls: Sequence[Roll], number: int) -> Played:
    """An event, played. Errors: as `Game.play`."""
    dice, game = Replay(rolls), system.game
    after, result = game.play(before, event, dice)
    story = game.tell_story(before, event, result)
    steps: tuple[Step, ...] = tuple(dice.steps)
    entry = LogEntry(number + 1, "", dict(event), tuple(dice.rolls), result, steps, story=story)
    owned: dict[str, list[Roll]] = {}
    for owners, roll in zip(dice.owners, dice.rolls, strict=True):
        owned.setdefault(next(iter(owners), ""), []).append(roll)
    return Played(entry, after, owned)


def _shown_to_side(system: System, past: Past, side: str | None) -> JsonObject:
    """All that a side is shown."""
    game, seen = system.game, system.game.seen_by(past.state, side)
    log = [cut_entry(game, past.state, entry, side) for entry in past.log]
    special, heard = Special(game, {}, seen), set[str]()
    return {
        "the board": game.board(seen, side),
        "the headline": game.headline(seen),
        "the map": game.map and game.map(seen, side),
        "the sheets": game.paper and game.paper(seen, side),
        "the state": game.view(seen),
        "what is offered": [replace(one, progress=Progress("")) for one in find_offers(system, game, past.state, side)],
        "the log": log,
        "the special rules below the table": special.rule_blocks(),
        "the special rules after an event": [special.tell_rules(one.event, heard) for one in log if not one.hidden],
    }


def any_way(
    system: System,
    state: object,
    progress: Progress,
    chance: random.Random,
    kept: Mapping[str, Sequence[Roll]] | None = None,
) -> tuple[JsonObject, tuple[Roll, ...]] | None:
    """An event that is made with random answers to what is still open, and its dice; None where it cannot be made.

    The dice of a side are as they are `kept` for it.
    """
    left = {side: [face for roll in rolls for face in roll.faces] for side, rolls in (kept or {}).items()}
    making = Making(system, system.game, state)
    try:
        for _ in range(MOST_QUESTIONS):
            progress, wanted, _settled = making.advance(progress)
            if isinstance(wanted, Done):
                return dict(wanted.event), progress.rolls
            if isinstance(wanted, Throw):
                everything = (None,) * sum(group.n for group in wanted.request.groups)
                faces = complete_faces(wanted.request, everything, lambda most: chance.randint(1, most))
                if wanted.whose in left:
                    faces = tuple(left[wanted.whose].pop(0) for _ in faces)
                progress = making.roll_dice(progress, _NoSource(), faces)
            else:
                progress = making.answer_question(progress, _any_answer(wanted, chance))
    except TabletopError:
        return None
    return None


class _NoSource:
    """All dice are typed."""

    def dice_of_roll(self, ordinal: int, reader: object) -> Any:
        return None


def _any_answer(question: Question, chance: random.Random) -> Json:
    """Something that may be answered, or what Enter gives."""
    free = [one.value for one in question.answers if not one.barred and one.value is not AGAIN]
    if free and question.many:
        return chance.sample(free, chance.randint(1, len(free)))
    if free:
        return chance.choice(free)
    if question.default is not NO_DEFAULT:
        return question.default
    return question.kind.plain(question.kind.parse(str(chance.randint(0, 20)), ""))
