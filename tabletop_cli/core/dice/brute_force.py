"""Exact odds judged by brute force: every face one by one. Part of the conformance kit, see `testing`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from .handlers import Dice, Hands, Rolling
from .requests import AnyRequest, Face, Group, faces_at

ROLLS = 12_000  # runs of a rule by brute force, for one situation
SELDOM = Fraction(1, 10**12)  # what is rarer is not rolled on: a fight without end has no shortest way to its end
JUDGED = Fraction(3, 4)  # the share of all faces that it has to judge, or the odds count as unproved


def require(fine: object, message: str) -> None:
    """Raise an AssertionError with this message, unless all is fine."""
    if not fine:
        raise AssertionError(message)


def check_distribution(odds: Mapping[str, Fraction], where: str = "odds") -> None:
    """Names are texts, chances exact and positive, and their sum is exactly 1."""
    for name, chance in odds.items():
        require(isinstance(name, str) and name, f"{where}: {name!r} is no name of an outcome")
        require(type(chance) is Fraction and chance > 0, f"{where}: the chance of {name} is {_chance_text(chance)}")
    whole = sum(odds.values(), Fraction(0))
    require(whole == 1, f"{where}: the odds add up to {_chance_text(whole)}, not to 1")


def _chance_text(chance: Fraction) -> str:
    """A chance for a message; exact ones may have thousands of digits."""
    whole = isinstance(chance, Fraction) and chance.denominator < 10**12
    return str(chance) if whole else f"about {float(chance):.9g}"


def check_brute_force(
    odds: Mapping[str, Fraction],
    rule: Callable[[Dice], object],
    rolls: int = ROLLS,
    where: str = "odds",
    *,
    judged: Fraction = JUDGED,
) -> Fraction:
    """Exact odds against every face: equal where all rolls end, else between what is certain and what is possible.

    Gives the share of all faces that was judged, and fails where that is less than `judged`: odds that are compared
    with next to nothing are not proved. Then take more rolls, or a smaller situation.
    """
    found, rest = brute_force(rule, rolls)
    share = 1 - rest
    short = f"{float(share):.1%} of all faces in {rolls:,} runs, {float(judged):.1%} at least is wanted"
    require(share >= judged, f"{where}: brute force judged {short}: take more rolls, or a smaller situation")
    strange = sorted(str(name) for name in found if name not in odds)
    require(not strange, f"{where}: brute force finds {strange}, which the odds do not know")
    for name, chance in odds.items():
        least = found.get(name, Fraction(0))
        says = _chance_text(least) + (f" to {_chance_text(least + rest)}" if rest else "")
        fits = least <= chance <= least + rest
        require(fits, f"{where}: exact odds of {name} are {_chance_text(chance)}; brute force says {says}")
    return share


class _More(Exception):
    """More must fall: these dice and cards."""

    def __init__(self, groups: Sequence[Group]) -> None:
        super().__init__()
        self.groups = groups

    @property
    def ways(self) -> tuple[int, ...]:
        return tuple(ways for group in self.groups for ways in group.each)


class _Scripted(Rolling):
    """Faces from a list; where it ends, it says which dice come next."""

    def __init__(self, faces: tuple[Face, ...]) -> None:
        super().__init__()
        self._faces = faces
        self._at = 0

    def faces(self, request: AnyRequest) -> tuple[tuple[Face, ...], Hands]:
        start, self._at = self._at, self._at + sum(group.n for group in request.groups)
        if self._at > len(self._faces):
            raise _More(request.groups)
        return self._faces[start : self._at], "program"


def brute_force(rule: Callable[[Dice], object], rolls: int = ROLLS) -> tuple[dict[object, Fraction], Fraction]:
    """The outcomes of a rule with their chances, face by face, the shortest rolls first; and the chance of the rest.

    The rest is 0 when `rolls` runs of the rule were enough; fights without an end always leave some (`SELDOM`).
    """
    found: dict[object, Fraction] = {}
    rest = Fraction(0)
    waiting: deque[tuple[tuple[Face, ...], Fraction]] = deque([((), Fraction(1))])
    while waiting:
        faces, chance = waiting.popleft()
        rolls -= 1
        try:
            outcome = rule(_Scripted(faces))
        except _More as more:
            ways = prod(more.ways)
            if len(waiting) + ways > rolls or chance < SELDOM:
                rest += chance
                continue
            ranges = [range(1, most + 1) for most in more.ways]
            waiting.extend(((*faces, *faces_at(more.groups, fallen)), chance / ways) for fallen in product(*ranges))
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found, rest
