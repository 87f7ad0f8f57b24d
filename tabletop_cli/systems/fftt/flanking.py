"""Flanking forces: how strong they are, when they arrive and where (FFTT-FLANK-1, FFTT-FLANK-2, FFTT-FLANK-3)."""

from __future__ import annotations

from fractions import Fraction

from ...api import Dice, ListOf, Number, Odds, Situation, Whole, YesNo, dataclass, fact, refuse
from .tables import arrival_need, flank_limit, rule_number, table_of
from .terms import format_cm
from .titles import TITLES

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
    in_own_zone: bool = fact(YesNo(), False, ask="Is that in its own deployment zone?", rules=("FFTT-R19",))
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


def force_limit(s: FlankLimit, dice: Dice) -> Limit:
    """A quarter of the army, rounded down (FFTT-FLANK-1, FFTT-R17)."""
    found = flank_limit(s.fp)
    what = "figures without HQs" if s.house["flank-quarter"] == "figures" else "FP"
    dice.explain(f"a quarter of {s.fp} {what}: {found} in each flanking force", "FFTT-FLANK-1", "FFTT-A12", "FFTT-R17")
    return Limit(found)


def force_placement(s: FlankPlacement, dice: Dice) -> Placed:
    """Where it may come onto the table: both edges belong to what is allowed (FFTT-FLANK-3, FFTT-R19)."""
    if s.in_enemy_zone:
        raise refuse("FFTT-FLANK-3", "enemy-zone", "", "FFTT-R19")
    if s.in_own_zone:
        text = "in its own deployment zone: the edge and scanners do not count"
        dice.explain(text, "FFTT-FLANK-3", "FFTT-R19", tell="reason")
        return Placed()
    edge, near = rule_number("side_edge"), rule_number("scanner")
    if s.from_edge > edge:
        text = f"It is {format_cm(s.from_edge)} from the side edge, {edge} cm at most."
        raise refuse("FFTT-FLANK-3", "too-deep", text, "FFTT-R19")
    closest = min(s.scanner_distances, default=None)
    if closest is not None and closest < near:
        text = f"An enemy scanner is {format_cm(closest)} away, {near} cm at least."
        raise refuse("FFTT-FLANK-3", "scanner", text, "FFTT-R19")
    seen = "no scanner" if closest is None else f"the nearest scanner {format_cm(closest)} away, {near} cm at least"
    text = f"{format_cm(s.from_edge)} from the side edge, {edge} cm at most; {seen}"
    dice.explain(text, "FFTT-FLANK-3", "FFTT-R19", tell="reason")
    return Placed()


def roll_arrival(s: FlankArrival, dice: Dice) -> Arrival:
    """Whether a force comes in a turn: 1D6 in turns 2 to 7, from turn 8 by itself (FFTT-FLANK-2, FFTT-R19)."""
    return arrival_in_turn(s.turn, dice)


def arrival_in_turn(turn: int, dice: Dice) -> Arrival:
    """The same of a turn."""
    need = arrival_need(turn)
    thrown = need is not None and need > 1
    came = need is not None and (not thrown or bool(dice.count_hits(1, need, f"arrival, turn {turn}")))
    how = f"{need} or more" if thrown else "no roll"
    dice.explain(
        f"turn {turn}, {how}: it {'arrives' if came else 'stays away'}", "FFTT-FLANK-2", "FFTT-R19", tell="reason"
    )
    return Arrival(came, need if thrown else None)


def roll_wait(s: FlankWait, dice: Dice) -> Wait:
    """The throws of all turns up to one, until it comes (FFTT-FLANK-2)."""
    last = min(s.turn, table_of("arrival")["automatic"])
    for turn in range(table_of("arrival")["first"], last + 1):
        if arrival_in_turn(turn, dice).arrives:
            return Wait(True, turn)
    dice.explain(f"not there by turn {s.turn}", "FFTT-FLANK-2", "FFTT-R19")
    return Wait(False, None)


FLANK_LIMIT = TITLES.make_resolver("flank-limit", FlankLimit, force_limit)
FLANK_PLACEMENT = TITLES.make_resolver("flank-placement", FlankPlacement, force_placement)
FLANK_ARRIVAL = TITLES.make_resolver(
    "flank-arrival",
    FlankArrival,
    roll_arrival,
    odds=Odds(lambda s, found: "arrives" if found.arrives else "stays", order=("arrives", "stays")),
)
FLANK_WAIT = TITLES.make_resolver(
    "flank-wait",
    FlankWait,
    roll_wait,
    odds=Odds(lambda s, found: f"turn-{found.on_turn}" if found.arrived else "not-yet"),
)
