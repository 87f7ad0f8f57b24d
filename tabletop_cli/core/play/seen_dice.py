"""Dice that have fallen for what is in the making, and those that fall next."""

from __future__ import annotations

from collections.abc import Iterable

from ..dice.handlers import Hands, Replay, Roll, Step
from ..dice.owners import OwnedDice
from ..dice.requests import AnyRequest, Face
from ..records import dataclass
from ..rule.resolver import AnyResolver
from ..rule.situation import Situation


@dataclass(frozen=True)
class Throw:
    """Dice that fall now, after what was explained since the event began.

    `whose` is the side whose dice they are, by id; a `secret` throw is for its eyes alone. `hands` are
    the dice by whose they are, in rolling order, with sides by name.
    """

    request: AnyRequest
    steps: tuple[Step, ...]
    whose: str = ""
    secret: bool = False
    hands: tuple[OwnedDice, ...] = ()


class Falls(Exception):
    """A rule wants dice that have not fallen yet."""

    def __init__(self, request: AnyRequest) -> None:
        super().__init__(request.why)
        self.request = request


class Fallen(Replay):
    """The dice that have fallen; the first that have not end the run (`Falls`). What was foreseen since is kept."""

    def __init__(self, rolls: Iterable[Roll]) -> None:
        super().__init__(rolls)
        self.foreseen: list[tuple[AnyResolver, Situation]] = []
        self.requests = 0

    def announce_odds(self, resolver: AnyResolver, situation: Situation) -> None:
        self.foreseen.append((resolver, situation))

    def faces(self, request: AnyRequest) -> tuple[tuple[Face, ...], Hands]:
        if not any(group.n for group in request.groups):
            return super().faces(request)
        self.requests += 1
        if not self.left:
            raise Falls(request)
        self.foreseen.clear()
        return super().faces(request)
