"""Who answers the requests of a rule: a rule says what it needs, and a handler answers.

A rule of play is a pure function ``rule(situation, dice)``. It never draws a random number; it asks `dice` with a
small frozen record, a `Request`. Five handlers answer the same requests:

* `Roller` - the program's dice, from any source of fair faces;
* `Given`  - one flat list of faces (machines), or a text as people type it (``--dice``), checked for count and range;
* `Typed`  - a person at the table, asked roll by roll, who may leave any roll to the program;
* `Replay` - the log, which refuses a request other than the recorded one;
* `exact.Exact` - every answer at once, with exact weights.

This module does not know any game and does not print.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import field
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from ..data import JsonObject, ShapedMapping
from ..errors import BadDice, TabletopError
from ..records import dataclass
from .owners import OwnedDice, Owner, Share, make_owners, owned_dice
from .requests import (
    AnyRequest,
    Face,
    Faces,
    Group,
    OneToN,
    Pool,
    Request,
    check_faces,
    check_few_enough,
    faces_at,
    groups_of,
    sides_of,
)
from .typed import TypedFaces

if TYPE_CHECKING:
    from ..rule.finding import Finding
    from ..rule.resolver import AnyResolver, Resolver
    from ..rule.situation import Situation

A = TypeVar("A", bound=Hashable)
S = TypeVar("S", bound=Hashable)
X = TypeVar("X", bound="Situation")
R = TypeVar("R")
F = TypeVar("F")
I = TypeVar("I")  # noqa: E741 - an item of a repetition

Hands = str | tuple[str, ...]  # who rolled: ``program`` or ``player``, for all dice or for each group
Prompt = Callable[[AnyRequest], Sequence[Face | None] | None]


Tell = Literal["", "rolled", "now", "reason"]


@dataclass(frozen=True)
class Step:
    """One line of an explanation: what happened, the rules that say so, and perhaps a drawing of dice.

    `drawing` is a table of short cells, row by row; the first cell of a row is its heading. `tell` is ``now`` for what
    people must do or know before they go on, ``reason`` for what decided the result, and ``rolled`` for dice that the
    program rolled, which nobody has seen. All else is shown to those who ask why. It is for the table alone: it is
    neither stored nor compared.
    """

    text: str
    rules: tuple[str, ...] = ()
    drawing: tuple[tuple[str, ...], ...] = ()
    tell: Tell = field(default="", compare=False)

    def as_dict(self) -> JsonObject:
        plain: JsonObject = {"text": self.text, "rules": list(self.rules)}
        if self.drawing:
            plain["drawing"] = [list(row) for row in self.drawing]
        return plain

    @classmethod
    def from_dict(cls, data: ShapedMapping) -> Step:
        drawing = tuple(tuple(row) for row in data.get("drawing", ()))
        return cls(str(data["text"]), tuple(data["rules"]), drawing)


class Roll(NamedTuple):
    """Faces that were rolled for one request, and who rolled them: ``program`` or ``player``.

    Of cards, `faces` are their names, and `sides` says how many were left when each was drawn.
    """

    why: str
    faces: tuple[Face, ...]
    sides: tuple[int, ...]
    by: str = "program"

    @property
    def cards(self) -> bool:
        """Whether cards were drawn, and not dice rolled."""
        return any(isinstance(face, str) for face in self.faces)

    def as_dict(self) -> JsonObject:
        return {"why": self.why, "faces": list(self.faces), "sides": list(self.sides), "by": self.by}

    @classmethod
    def from_dict(cls, data: ShapedMapping) -> Roll:
        return cls(str(data["why"]), tuple(data["faces"]), tuple(data["sides"]), str(data["by"]))


class Dice(ABC):
    """What a rule sees of a handler. Steps of `repeat` and `repeat_until` are functions of state and dice alone."""

    @abstractmethod
    def ask(self, request: Request[A]) -> A:
        """Answer a request."""

    def announce_dice(self, n: int) -> None:
        """Say that `n` dice will be rolled in all, where that is known before the first; few handlers count."""

    def count_hits(self, n: int, at_least: int, why: str = "", sides: int = 6) -> int:
        """How many of `n` dice show `at_least` or more."""
        return self.ask(Pool(n, (at_least,), why, sides))[1]

    def roll_die(self, why: str = "", sides: int = 6) -> int:
        """The face of a single die."""
        return self.ask(Faces(1, sides, why))[0]

    def repeat(self, step: Callable[[S, I, Dice], S], state: S, items: Iterable[I]) -> S:
        """Apply `step` once per item, one after the other."""
        for item in items:
            state = step(state, item, self)
        return state

    def roll_part(self, key: Hashable, part: Callable[[Dice], S]) -> S:
        """Roll a part of a rule. What it may lead to depends on `key` alone, so that odds work it out once for each."""
        return part(self)

    def repeat_until(self, step: Callable[[S, Dice], S], state: S, done: Callable[[S], bool]) -> S:
        """Apply `step` until `done`: fights to the death, ties that are rolled again."""
        while not done(state):
            state = step(state, self)
        return state

    def explain(
        self, text: str, *rules: str, drawing: tuple[tuple[str, ...], ...] = (), whose: str = "", tell: Tell = ""
    ) -> None:
        """Say what just happened and which rules say so. Ignored where nobody reads it.

        `whose` is the side for which alone it is while the event is made, empty for everybody who sees the event;
        `tell` is when people at the table hear it, see `Step`.
        """

    def report(self, finding: Finding[F], whose: str = "", tell: Tell = "") -> F:
        """Explain a finding if it has a text, and return its value. Handlers that show nothing only return the value.

        `whose` and `tell`: as of `explain`.
        """
        return finding.value

    def settle(
        self, resolver: Resolver[X, R], situation: X, *, foresee: tuple[AnyResolver, Situation] | None = None
    ) -> R:
        """What a rule says of a situation inside an event.

        People see the odds of it before it is rolled, or those of `foresee`, such as a whole fight before a round.
        """
        self.announce_odds(*(foresee or (resolver, situation)))
        return resolver.rule(situation, self)

    def assign_dice(self, **sides: str | Owner) -> None:
        """Whose dice the groups with these labels are, or whose labels begin with this word.

        The others are of the side that does the event.
        """

    def share_dice(self, *shares: Share) -> None:
        """In whose hands the dice of the next roll are, in rolling order, where its groups do not tell."""

    def begin_part(self) -> None:
        """What follows is a part of the event for which machines give dice of its own."""

    def follow_event(self, event: object) -> None:
        """The event that these dice are for; its answers so far may decide which faces fall."""

    def announce_odds(self, resolver: AnyResolver, situation: Situation) -> None:
        """Say which odds people want to know before what follows. Handlers that show none ignore it."""

    def announce_work(self, work: int) -> None:
        """Say beforehand what exact odds of the rest cost, in millionths of a second. Falling dice ignore it."""


class Rolling(Dice):
    """A handler with real faces: it keeps the rolls and the explanation."""

    def __init__(self) -> None:
        self.rolls: list[Roll] = []
        self.steps: list[Step] = []
        self.private: dict[int, str] = {}  # the side for which alone a step is, by the number of the step
        self.owners: list[tuple[str, ...]] = []  # of each roll the side of each die, empty for who does the event
        self._hands: dict[str, Owner] = {}
        self._shares: tuple[Share, ...] = ()

    def assign_dice(self, **sides: str | Owner) -> None:
        self._hands = make_owners(sides)

    def share_dice(self, *shares: Share) -> None:
        self._shares = shares

    def owned_dice(self, request: AnyRequest) -> tuple[OwnedDice, ...]:
        """The next roll by whose dice they are, in rolling order."""
        return owned_dice(request, self._shares, self._hands)

    @abstractmethod
    def faces(self, request: AnyRequest) -> tuple[tuple[Face, ...], Hands]:
        """The faces for a request in rolling order, and who rolled them: all, or group by group."""

    def ask(self, request: Request[A]) -> A:
        check_few_enough(request)
        faces, by = self.faces(request)
        if faces:
            rolls = rolls_of(request, faces, by)
            self.rolls.extend(rolls)
            sides = iter([one.owner.side for one in self.owned_dice(request) for _ in range(one.n)])
            self.owners.extend(tuple(islice(sides, len(roll.faces))) for roll in rolls)
            seen = all(roll.by == "player" for roll in rolls)
            self.steps.append(Step("; ".join(map(_roll_words, rolls)), tell="" if seen else "rolled"))
        self._shares = ()
        return request.read(faces)

    def explain(
        self, text: str, *rules: str, drawing: tuple[tuple[str, ...], ...] = (), whose: str = "", tell: Tell = ""
    ) -> None:
        if whose:
            self.private[len(self.steps)] = whose
        self.steps.append(Step(text, rules, drawing, tell))

    def report(self, finding: Finding[F], whose: str = "", tell: Tell = "") -> F:
        if text := finding.text:
            self.explain(text, *finding.rules, whose=whose, tell=tell)
        return finding.value

    @property
    def used(self) -> int:
        """How many dice have been rolled."""
        return sum(len(roll.faces) for roll in self.rolls)


def rolls_of(request: AnyRequest, faces: tuple[Face, ...], by: Hands) -> list[Roll]:
    """One roll for each group of dice: in close combat one side may type its dice while the program rolls others."""
    groups, rolls, at = groups_of(request), [], 0
    hands = (by,) * len(groups) if isinstance(by, str) else by
    for group, hand in zip(groups, hands, strict=True):
        why = group.label if len(groups) > 1 and group.label else request.why
        rolls.append(Roll(why, faces[at : at + group.n], group.each, hand))
        at += group.n
    return rolls


def _roll_words(roll: Roll) -> str:
    typed = " (typed)" if roll.by == "player" else ""
    return f"{roll.why or 'dice'}: {' '.join(map(str, roll.faces))}{typed}"


class Roller(Rolling):
    """The program's dice. `draw(sides)` gives one fair face from 1 to `sides`; the last card of a deck takes none."""

    def __init__(self, draw: OneToN) -> None:
        super().__init__()
        self._draw = draw

    def faces(self, request: AnyRequest) -> tuple[tuple[Face, ...], Hands]:
        ways = [self._draw(sides) if sides > 1 else 1 for sides in sides_of(request)]
        return faces_at(request.groups, ways), "program"


def program_dice() -> Roller:
    """Fair dice outside of a battle, from the operating system."""
    from random import SystemRandom  # as dear as everything else here, and only rolling needs it

    source = SystemRandom()
    return Roller(lambda sides: source.randint(1, sides))


class Given(Rolling):
    """Dice from one flat list, or from a text that is parted when the dice are known that it is for.

    A list of lists has the dice of each part of an event, see `begin_part`. Too few, too many or impossible faces are a
    `BadDice` that says how many are needed, in that part.
    """

    def __init__(self, faces: Sequence[object] | str, by: str = "player") -> None:
        super().__init__()
        self._parts: deque[Sequence[object]] = deque()
        if not isinstance(faces, str) and faces and all(isinstance(part, list | tuple) for part in faces):
            self._parts, faces = deque(faces), ()  # type: ignore[arg-type]
        self._source = TypedFaces(faces) if isinstance(faces, str) else _Listed(faces)
        self._by = by
        self._whole = 0
        self._before = 0

    def begin_part(self) -> None:
        if self._parts:
            self._check_none_left()
            self._before = self.used
            self._source = _Listed(self._parts.popleft())

    def announce_dice(self, n: int) -> None:
        self._whole = n
        if isinstance(self._source, _Listed) and self._source.left != n:
            raise BadDice(f"{self._source.left} dice given, {n} needed", needed=n)

    def faces(self, request: AnyRequest) -> tuple[tuple[Face, ...], Hands]:
        groups, used = groups_of(request), self.used - self._before
        wanted = sum(group.n for group in groups)
        needed = max(used + wanted, self._whole)
        taken = [face for group in groups for face in self._source.take_faces(group, needed)]
        if len(taken) < wanted:
            raise BadDice(f"{used + len(taken)} dice given, at least {needed} needed", needed=needed)
        return check_faces(groups, taken, needed), self._by

    def finish(self) -> None:
        """Refuse dice that nobody asked for."""
        self._check_none_left()
        while self._parts:
            self.begin_part()
            self._check_none_left()

    def _check_none_left(self) -> None:
        if left := self._source.left:
            used = self.used - self._before
            raise BadDice(f"{used + left} dice given, {used} needed", needed=used)


class _Listed:
    """Faces in a flat list, taken in order."""

    def __init__(self, faces: Sequence[object]) -> None:
        self._faces = deque(faces)

    def take_faces(self, group: Group, needed: int) -> list[object]:
        return [self._faces.popleft() for _ in range(min(group.n, len(self._faces)))]

    @property
    def left(self) -> int:
        return len(self._faces)


class Typed(Rolling):
    """A person's dice, roll by roll.

    `prompt(request)` gives the faces; None leaves the roll to the program, None for the dice of a group leaves these.
    """

    def __init__(self, prompt: Prompt, draw: OneToN) -> None:
        super().__init__()
        self._prompt = prompt
        self._draw = draw

    def faces(self, request: AnyRequest) -> tuple[tuple[Face, ...], Hands]:
        groups = groups_of(request)
        n = sum(group.n for group in groups)
        typed = (self._prompt(request) if n else None) or (None,) * n
        if len(typed) != n:
            raise BadDice(f"{len(typed)} dice typed, {n} needed", needed=n)
        faces: list[Face] = []
        hands: list[str] = []
        for group in groups:
            own = typed[len(faces) : len(faces) + group.n]
            hands.append("program" if None in own else "player")
            faces += group.fill_faces(own, self._draw)
        return check_faces(groups, faces, n), tuple(hands)


class ReplayMismatch(TabletopError):
    """The log holds other rolls than the rules ask for."""

    code = "replay-mismatch"
    exit_code = 1


class Replay(Rolling):
    """Dice from the log. It refuses a request with other dice than the recorded ones."""

    def __init__(self, rolls: Iterable[Roll]) -> None:
        super().__init__()
        self.left = list(rolls)[::-1]

    def faces(self, request: AnyRequest) -> tuple[tuple[Face, ...], Hands]:
        faces: list[Face] = []
        hands: list[str] = []
        for group in groups_of(request):
            if not self.left:
                raise ReplayMismatch(f"the log has no dice for: {request.why}")
            roll = self.left.pop()
            if roll.sides != group.each:
                found = f"{len(roll.sides)} dice for {roll.why!r}"
                raise ReplayMismatch(f"the log has {found}, the rules ask for {group.words}")
            faces += group.check_each(roll.faces, group.n)
            hands.append(roll.by)
        return tuple(faces), tuple(hands)

    def finish(self) -> None:
        """Refuse rolls that the rules did not ask for."""
        if self.left:
            raise ReplayMismatch(f"the log has dice left over: {self.left[-1].why}")
