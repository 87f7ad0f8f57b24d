"""Who answers the requests of a rule: a rule says what it needs, and a handler answers.

A rule of play is a pure function ``rule(situation, dice)``. It never draws a random number; it asks `dice` with a
small frozen record, a `Request`. Five handlers answer the same requests:

* `Roller` - the program's dice, from any source of fair faces;
* `Given`  - one flat list of faces (machines, ``--dice``), checked for count and range;
* `Typed`  - a person at the table, asked roll by roll, who may leave any roll to the program;
* `Replay` - the log, which refuses a request other than the recorded one;
* `exact.Exact` - every answer at once, with exact weights.

This module does not know any game and does not print.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import BadDice, TabletopError
from .requests import MOST_DICE, Faces, Pool, Request, groups_of, sides_of

if TYPE_CHECKING:
    from ..rule.resolver import Resolver

A = TypeVar("A", bound=Hashable)
S = TypeVar("S", bound=Hashable)
I = TypeVar("I")  # noqa: E741 - an item of a repetition

Hands = str | tuple[str, ...]  # who rolled: ``program`` or ``player``, for all dice or for each group
Prompt = Callable[["Request[Any]"], Sequence[int | None] | None]


@dataclass(frozen=True, slots=True)
class Step:
    """One line of an explanation: what happened, the rules that say so, and perhaps a drawing of dice.

    `drawing` is a table of short cells, row by row; the first cell of a row is its heading.
    """

    text: str
    rules: tuple[str, ...] = ()
    drawing: tuple[tuple[str, ...], ...] = ()

    def as_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = {"text": self.text, "rules": list(self.rules)}
        if self.drawing:
            plain["drawing"] = [list(row) for row in self.drawing]
        return plain

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Step:
        drawing = tuple(tuple(row) for row in data.get("drawing", ()))
        return cls(str(data["text"]), tuple(data["rules"]), drawing)


@dataclass(frozen=True, slots=True)
class Roll:
    """Faces that were rolled for one request, and who rolled them: ``program`` or ``player``."""

    why: str
    faces: tuple[int, ...]
    sides: tuple[int, ...]
    by: str = "program"

    def as_dict(self) -> dict[str, Any]:
        return {"why": self.why, "faces": list(self.faces), "sides": list(self.sides), "by": self.by}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Roll:
        return cls(str(data["why"]), tuple(data["faces"]), tuple(data["sides"]), str(data["by"]))


class Dice(ABC):
    """What a rule sees of a handler. Steps given to `repeat` and `until` are functions of state and dice alone."""

    @abstractmethod
    def ask(self, request: Request[A]) -> A:
        """Answer a request."""

    def need(self, n: int) -> None:
        """Say that `n` dice will be rolled in all, where that is known before the first; few handlers count."""

    def hits(self, n: int, at_least: int, why: str = "", sides: int = 6) -> int:
        """How many of `n` dice show `at_least` or more."""
        return self.ask(Pool(n, (at_least,), why, sides))[1]

    def one(self, why: str = "", sides: int = 6) -> int:
        """The face of a single die."""
        return self.ask(Faces(1, sides, why))[0]

    def repeat(self, step: Callable[[S, I, Dice], S], state: S, items: Iterable[I]) -> S:
        """Apply `step` once per item, one after the other."""
        for item in items:
            state = step(state, item, self)
        return state

    def until(self, step: Callable[[S, Dice], S], state: S, done: Callable[[S], bool]) -> S:
        """Apply `step` until `done`: fights to the death, ties that are rolled again."""
        while not done(state):
            state = step(state, self)
        return state

    def explain(self, text: str, *rules: str, drawing: tuple[tuple[str, ...], ...] = ()) -> None:
        """Say what just happened and which rules say so. Ignored where nobody reads it."""

    def settle(self, resolver: Resolver, situation: Any, *, foresee: tuple[Resolver, Any] | None = None) -> Any:
        """What a rule says of a situation inside an event.

        People see the odds of it before it is rolled, or those of `foresee`, such as a whole fight before a round.
        """
        self.foresee(*(foresee or (resolver, situation)))
        return resolver.rule(situation, self)

    def hands(self, **sides: str) -> None:
        """Whose dice the groups with these labels are; the others are of the side that does the event."""

    def follow(self, event: Any) -> None:
        """The event that these dice are for; its answers so far may decide which faces fall."""

    def foresee(self, resolver: Resolver, situation: Any) -> None:
        """Say which odds people want to know before what follows. Handlers that show none ignore it."""

    def reckon(self, work: int) -> None:
        """Say beforehand what exact odds of the rest cost, in millionths of a second. Falling dice ignore it."""


class Rolling(Dice):
    """A handler with real faces: it keeps the rolls and the explanation."""

    def __init__(self) -> None:
        self.rolls: list[Roll] = []
        self.steps: list[Step] = []
        self.owners: list[str] = []  # the side whose dice a roll is, empty for that of whoever does the event
        self._hands: dict[str, str] = {}

    def hands(self, **sides: str) -> None:
        self._hands = sides

    @abstractmethod
    def faces(self, request: Request[Any]) -> tuple[tuple[int, ...], Hands]:
        """The faces for a request in rolling order, and who rolled them: all, or group by group."""

    def ask(self, request: Request[A]) -> A:
        if (needed := sum(group.n for group in request.groups)) > MOST_DICE:
            raise TabletopError(f"{needed} dice in one roll; {MOST_DICE} is the most", code="too-big")
        faces, by = self.faces(request)
        if faces:
            rolls = rolls_of(request, faces, by)
            self.rolls.extend(rolls)
            self.owners.extend(self._hands.get(roll.why, "") for roll in rolls)
            self.steps.append(Step("; ".join(map(_roll_words, rolls))))
        return request.read(faces)

    def explain(self, text: str, *rules: str, drawing: tuple[tuple[str, ...], ...] = ()) -> None:
        self.steps.append(Step(text, rules, drawing))

    @property
    def used(self) -> int:
        """How many dice have been rolled."""
        return sum(len(roll.faces) for roll in self.rolls)


def rolls_of(request: Request[Any], faces: tuple[int, ...], by: Hands) -> list[Roll]:
    """One roll for each group of dice: in close combat one side may type its dice while the program rolls others."""
    groups, rolls, at = groups_of(request), [], 0
    hands = (by,) * len(groups) if isinstance(by, str) else by
    for group, hand in zip(groups, hands, strict=True):
        why = group.label if len(groups) > 1 and group.label else request.why
        rolls.append(Roll(why, faces[at : at + group.n], (group.sides,) * group.n, hand))
        at += group.n
    return rolls


def _roll_words(roll: Roll) -> str:
    typed = " (typed)" if roll.by == "player" else ""
    return f"{roll.why or 'dice'}: {' '.join(map(str, roll.faces))}{typed}"


class Roller(Rolling):
    """The program's dice. `draw(sides)` gives one fair face from 1 to `sides`."""

    def __init__(self, draw: Callable[[int], int]) -> None:
        super().__init__()
        self._draw = draw

    def faces(self, request: Request[Any]) -> tuple[tuple[int, ...], Hands]:
        return tuple(self._draw(sides) for sides in sides_of(request)), "program"


def program_dice() -> Roller:
    """Fair dice outside of a battle, from the operating system."""
    from random import SystemRandom  # as dear as everything else here, and only rolling needs it

    source = SystemRandom()
    return Roller(lambda sides: source.randint(1, sides))


class Given(Rolling):
    """Dice from one flat list. Too few, too many or impossible faces are a `BadDice` that says how many are needed."""

    def __init__(self, faces: Sequence[object], by: str = "player") -> None:
        super().__init__()
        self._faces = tuple(faces)
        self._by = by
        self._whole = 0

    def need(self, n: int) -> None:
        self._whole = n
        if len(self._faces) != n:
            raise BadDice(f"{len(self._faces)} dice given, {n} needed", needed=n)

    def faces(self, request: Request[Any]) -> tuple[tuple[int, ...], Hands]:
        at, sides = self.used, sides_of(request)
        taken = self._faces[at : at + len(sides)]
        needed = max(at + len(sides), self._whole)
        if len(taken) < len(sides):
            raise BadDice(f"{len(self._faces)} dice given, at least {needed} needed", needed=needed)
        return check_faces(taken, sides, needed), self._by

    def finish(self) -> None:
        """Refuse dice that nobody asked for."""
        if (used := self.used) < len(self._faces):
            raise BadDice(f"{len(self._faces)} dice given, {used} needed", needed=used)


def check_faces(faces: Sequence[object], sides: tuple[int, ...], needed: int) -> tuple[int, ...]:
    """The faces as whole numbers, each within its die. Errors: `BadDice` naming the die."""
    checked = []
    for position, (face, most) in enumerate(zip(faces, sides, strict=True), 1):
        if not isinstance(face, int) or isinstance(face, bool) or not 1 <= face <= most:
            raise BadDice(f"die {position} shows {face!r}: a d{most} shows 1 to {most}", needed=needed)
        checked.append(face)
    return tuple(checked)


class Typed(Rolling):
    """A person's dice, roll by roll.

    `prompt(request)` gives the faces; None leaves the roll to the program, None for the dice of a group leaves these.
    """

    def __init__(self, prompt: Prompt, draw: Callable[[int], int]) -> None:
        super().__init__()
        self._prompt = prompt
        self._draw = draw

    def faces(self, request: Request[Any]) -> tuple[tuple[int, ...], Hands]:
        sides = sides_of(request)
        typed = (self._prompt(request) if sides else None) or (None,) * len(sides)
        faces = [self._draw(most) if face is None else face for face, most in zip(typed, sides, strict=True)]
        hands, at = [], 0
        for group in groups_of(request):
            hands.append("program" if None in typed[at : at + group.n] else "player")
            at += group.n
        return check_faces(faces, sides, len(sides)), tuple(hands)


class ReplayMismatch(TabletopError):
    """The log holds other rolls than the rules ask for."""

    code = "replay-mismatch"
    exit_code = 1


class Replay(Rolling):
    """Dice from the log. It refuses a request with other dice than the recorded ones."""

    def __init__(self, rolls: Iterable[Roll]) -> None:
        super().__init__()
        self.left = list(rolls)[::-1]

    def faces(self, request: Request[Any]) -> tuple[tuple[int, ...], Hands]:
        faces: list[int] = []
        hands: list[str] = []
        for group in groups_of(request):
            if not self.left:
                raise ReplayMismatch(f"the log has no dice for: {request.why}")
            roll = self.left.pop()
            if roll.sides != (group.sides,) * group.n:
                found = f"{len(roll.sides)} dice for {roll.why!r}"
                raise ReplayMismatch(f"the log has {found}, the rules ask for {group.n}d{group.sides}")
            faces += check_faces(roll.faces, roll.sides, len(roll.sides))
            hands.append(roll.by)
        return tuple(faces), tuple(hands)

    def finish(self) -> None:
        """Refuse rolls that the rules did not ask for."""
        if self.left:
            raise ReplayMismatch(f"the log has dice left over: {self.left[-1].why}")
