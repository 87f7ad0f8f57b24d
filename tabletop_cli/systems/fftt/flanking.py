"""Flanking forces: how strong they are, when they arrive and where (FFTT-FLANK-1, FFTT-FLANK-2, FFTT-FLANK-3)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...api import ListOf, Number, Situation, Whole, YesNo, fact

CM = Number(0)


@dataclass(frozen=True, kw_only=True)
class FlankLimit(Situation):
    """An army that may have flanking forces."""

    fp: int = fact(
        Whole(),
        ask="How many FP has the army? (with flank-quarter = figures: how many figures without HQs)",
        rules=("FFTT-FLANK-1", "FFTT-R17"),
    )


@dataclass(frozen=True, kw_only=True)
class FlankPlacement(Situation):
    """Where figures of a flanking force come onto the table."""

    from_edge: Fraction = fact(CM, ask="How far from the side edge does it come, in cm?", rules=("FFTT-FLANK-3",))
    in_enemy_zone: bool = fact(YesNo(), False, ask="Is that in the enemy's deployment zone?")
    in_own_zone: bool = fact(YesNo(), False, ask="Is that in one's own deployment zone?", rules=("FFTT-R19",))
    scanner_distances: tuple[Fraction, ...] = fact(
        ListOf(CM), (), ask="How far are the enemy scanners, in cm?", rules=("FFTT-FLANK-3",)
    )


@dataclass(frozen=True, kw_only=True)
class FlankArrival(Situation):
    """A force that waits."""

    turn: int = fact(Whole(1), ask="Which turn is it?", rules=("FFTT-FLANK-2",))


@dataclass(frozen=True, kw_only=True)
class FlankWait(Situation):
    """Whether a force has come by some turn."""

    turn: int = fact(Whole(1), ask="By the end of which turn?", rules=("FFTT-FLANK-2",))


@dataclass(frozen=True)
class Limit:
    """The most FP, or figures, of one flanking force."""

    limit: int


@dataclass(frozen=True)
class Placed:
    """Figures may stand there."""


@dataclass(frozen=True)
class Arrival:
    """Whether a force comes, and what it needed on 1D6; None where no die is thrown."""

    arrives: bool
    need: int | None


@dataclass(frozen=True)
class Wait:
    """Whether a force has come, and in which turn."""

    arrived: bool
    on_turn: int | None
