"""Many shots at one figure (FFTT-SHOOT-7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from math import lcm

from ...api import (
    ByLot,
    Dice,
    Group,
    Illegal,
    ListOf,
    Odds,
    Record,
    Situation,
    Whole,
    counted,
    derived,
    distribution,
    fact,
)
from .blasts import BlastShot, blast_shot
from .figures import FIGURE, Figure
from .shooting import Shot, ShotFacts, first_ban, shot
from .titles import TITLES
from .wounds import explain_state


@dataclass(frozen=True, kw_only=True)
class VolleyShot(ShotFacts):
    """Some that shoot alike."""

    count: int = fact(Whole(1, 99), 1, ask="How many shoot like this?")


@dataclass(frozen=True, kw_only=True)
class Volley(Situation):
    """Several shoot at one figure."""

    shots: tuple[VolleyShot, ...] = fact(ListOf(Record(VolleyShot)), ask="Who shoots?", help="shots, in order")
    target: Figure = fact(FIGURE, ask="Who is shot at?")


@dataclass(frozen=True)
class Volleyed:
    """All wounds of a volley, and what they make of the target: fit, wounded or dead."""

    wounds: int
    state: str


def aimed(s: Volley, entry: VolleyShot) -> Shot | BlastShot:
    """One shot of an entry."""
    if entry.shooter.kind.blast:
        return derived(BlastShot, entry, house=s.house, target=s.target, into_melee=False)
    return derived(Shot, entry, house=s.house, target=s.target, into_melee=False)


def wounds_of(one: Shot | BlastShot, dice: Dice) -> int:
    """The wounds of the target by a shot that is allowed."""
    found = blast_shot(one, dice) if isinstance(one, BlastShot) else shot(one, dice)
    assert not isinstance(found, Illegal)
    return found.target_wounds


def volley_ban(s: Volley) -> Illegal | None:
    """Why somebody in a volley cannot shoot: the first entry with a reason, and its number from 0."""
    for index, entry in enumerate(s.shots):
        if ban := first_ban(entry, s.house):
            return replace(ban, more=(("index", index),))
    return None


def volleyed(s: Volley, wounds: int, dice: Dice) -> Volleyed:
    """What so many wounds make of the target (FFTT-SHOOT-7, FFTT-WOUND-1)."""
    dice.explain(f"{counted(wounds, 'wound')} by the volley", "FFTT-SHOOT-7")
    return Volleyed(wounds, explain_state(s.target.profile, s.target.suffered + wounds, dice))


def volley(s: Volley, dice: Dice) -> Volleyed | Illegal:
    """Each shot of each entry in turn, then what they add up to (FFTT-SHOOT-7, FFTT-WOUND-1)."""
    if ban := volley_ban(s):
        return ban
    wounds = sum(wounds_of(aimed(s, entry), dice) for entry in s.shots for _ in range(entry.count))
    return volleyed(s, wounds, dice)


@dataclass(frozen=True)
class Salvo(ByLot):
    """The wounds of several shots that are alike, as one die with a side for each way; no more than `most` count."""

    ways: tuple[tuple[int, int], ...]  # wounds of one shot, and in how many ways
    count: int
    most: int
    why: str = "a salvo"

    @classmethod
    def of(cls, one: Shot | BlastShot, count: int, most: int) -> Salvo:
        """The exact odds of a shot, so many times."""
        chances = distribution(lambda dice: wounds_of(one, dice))
        sides = 2 * lcm(*(chance.denominator for chance in chances.values()))  # 2 also where it is certain
        return cls(tuple((wounds, int(chance * sides)) for wounds, chance in chances.items()), count, most)

    @property
    def groups(self) -> tuple[Group, ...]:
        return (Group(self.why, self.count, sum(ways for _, ways in self.ways)),)

    def read(self, faces: tuple[int, ...]) -> int:
        upto = tuple(accumulate(ways for _, ways in self.ways))
        each = (next(one[0] for one, last in zip(self.ways, upto, strict=True) if face <= last) for face in faces)
        return min(sum(each), self.most)

    def weights(self) -> Mapping[int, int]:
        found = {0: 1}
        for _ in range(self.count):
            after: dict[int, int] = {}
            for before, n in found.items():
                for wounds, ways in self.ways:
                    now = min(before + wounds, self.most)
                    after[now] = after.get(now, 0) + n * ways
            found = after
        return found


def volley_odds(s: Volley, dice: Dice) -> Volleyed | Illegal:
    """The same for odds: those who shoot alike are worked out once, and a dead figure does not die again."""
    if ban := volley_ban(s):
        return ban
    left = s.target.left

    def add(before: int, salvo: Salvo, dice: Dice) -> int:
        return min(before + dice.ask(salvo), left)

    salvoes = (Salvo.of(aimed(s, entry), entry.count, left) for entry in s.shots)
    return volleyed(s, dice.repeat(add, 0, salvoes), dice)


VOLLEY = TITLES.resolver(
    "volley",
    Volley,
    volley,
    odds=Odds(lambda s, found: found.state, rule=volley_odds, order=("fit", "wounded", "dead")),
)
