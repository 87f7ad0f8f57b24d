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
class Lot(ByLot):
    """The wounds of a shot as one die with a side for each way."""

    ways: tuple[tuple[int, int], ...]  # wounds, and in how many ways
    why: str = "a shot"

    @property
    def groups(self) -> tuple[Group, ...]:
        return (Group(self.why, 1, sum(ways for _, ways in self.ways)),)

    def read(self, faces: tuple[int, ...]) -> int:
        upto = accumulate(ways for _, ways in self.ways)
        return next(wounds for (wounds, _), last in zip(self.ways, upto, strict=True) if faces[0] <= last)

    def weights(self) -> Mapping[int, int]:
        return dict(self.ways)


def lot(one: Shot | BlastShot) -> Lot:
    """The exact odds of a shot."""
    chances = distribution(lambda dice: wounds_of(one, dice))
    sides = 2 * lcm(*(chance.denominator for chance in chances.values()))  # 2 also where it is certain
    return Lot(tuple((wounds, int(chance * sides)) for wounds, chance in chances.items()))


def volley_odds(s: Volley, dice: Dice) -> Volleyed | Illegal:
    """The same for odds: those who shoot alike are worked out once, and a dead figure does not die again."""

    def add(before: int, shot: Lot, dice: Dice) -> int:
        return min(before + dice.ask(shot), left)

    if ban := volley_ban(s):
        return ban
    left, alike = s.target.left, ((lot(aimed(s, entry)), entry.count) for entry in s.shots)
    return volleyed(s, dice.repeat(add, 0, (one for one, count in alike for _ in range(count))), dice)


VOLLEY = TITLES.resolver(
    "volley",
    Volley,
    volley,
    odds=Odds(lambda s, found: found.state, rule=volley_odds, order=("fit", "wounded", "dead")),
)
