"""Command points: the roll, what activations cost, whether a plan is affordable (TT-CMD)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...api import Dice, House, ListOf, Malformed, Nullable, Number, Odds, OneOf, Record, Resolver, fact
from .profiles import Profile
from .situation import TtSituation, UnitFacts
from .tables import cost, distance

AFFORDED = ("affordable", "not-affordable")
ACTIVATIONS = ("move", "barrage", "enter", "cancel-cloak")


def out_of_command(nearest: Fraction | None) -> bool:
    """Whether even the nearest member is beyond the Commander's reach; None: he is off the table (TT-CMD-3)."""
    return nearest is None or nearest > distance("command")


def move_cost(nearest: Fraction | None, difficult: bool) -> int:
    """Points to move one unit or group (TT-CMD-2 to 4)."""
    far = cost("out_of_command") if out_of_command(nearest) else 0
    return cost("activation") + far + (cost("difficult") if difficult else 0)


def barrage_cost(nearest: Fraction | None, house: House) -> int:
    """Points to fire with one unit or group (TT-BAR-1, TT-R30)."""
    far = out_of_command(nearest) and house["barrage-surcharge"] == "yes"
    return cost("activation") + (cost("out_of_command") if far else 0)


def enter_cost(units: Sequence[Profile], house: House) -> int:
    """Points to bring units in from reserve (TT-CMD-6, TT-R12)."""
    difficult = [unit.has("difficult") for unit in units]
    if house["ambush-cost"] == "per-group":
        return cost("enter") + (cost("difficult") if any(difficult) else 0)
    return sum(cost("enter") + (cost("difficult") if slow else 0) for slow in difficult)


def cancel_cost() -> int:
    """Points to cancel Cloaked of one enemy unit (TT-CMD-7)."""
    return cost("cancel_cloak")


@dataclass(frozen=True, kw_only=True)
class ActivationFacts:
    """One activation: what it is for, who takes part, how far everybody is from the Commander."""

    kind: str = fact(OneOf(ACTIVATIONS), ask="What for?")
    units: tuple[UnitFacts, ...] = fact(ListOf(Record(UnitFacts)), (), help="who takes part")
    distances: tuple[Fraction | None, ...] | None = fact(
        Nullable(ListOf(Nullable(Number(0)))), (), help="cm from the Commander, one per unit; null: he is off the table"
    )

    def __post_init__(self) -> None:
        if self.kind == "cancel-cloak" and self.units:
            raise Malformed("situation.units: nobody is activated to cancel Cloaked", hint="leave `units` out")
        if self.kind != "cancel-cloak" and not self.units:
            raise Malformed("situation.units: at least one unit is needed")
        measured = self.kind in ("move", "barrage") and self.distances is not None
        if measured and len(self.distances or ()) != len(self.units):
            given = len(self.distances or ())
            raise Malformed(f"situation.distances: {given} for {len(self.units)} units, one each is needed")

    @property
    def nearest(self) -> Fraction | None:
        """The distance of the nearest member, None where the Commander is off the table."""
        return min((one for one in self.distances or () if one is not None), default=None)


@dataclass(frozen=True, kw_only=True)
class Activation(ActivationFacts, TtSituation):
    def __post_init__(self) -> None:
        ActivationFacts.__post_init__(self)
        TtSituation.__post_init__(self)


@dataclass(frozen=True)
class Cost:
    cost: int


def points_for(s: TtSituation, one: ActivationFacts) -> int:
    """What one activation costs."""
    units = [s.profile(unit) for unit in one.units]
    if one.kind == "enter":
        return enter_cost(units, s.house)
    if one.kind == "cancel-cloak":
        return cancel_cost()
    if one.kind == "barrage":
        return barrage_cost(one.nearest, s.house)
    return move_cost(one.nearest, any(unit.has("difficult") for unit in units))


def activation_cost(s: Activation, dice: Dice) -> Cost:
    """How many command points does it take? (TT-CMD-2 to 7)"""
    points = points_for(s, s)
    rules = {"move": ("TT-CMD-3", "TT-CMD-4"), "barrage": ("TT-BAR-1",), "enter": ("TT-CMD-6",)}
    dice.explain(f"{s.kind}: {points} command points", *rules.get(s.kind, ("TT-CMD-7",)))
    return Cost(points)


@dataclass(frozen=True, kw_only=True)
class Nothing(TtSituation):
    """No facts are needed."""


@dataclass(frozen=True)
class Points:
    command_points: int


def command_points(s: TtSituation, dice: Dice) -> Points:
    """The command roll of a turn (TT-CMD-1)."""
    dice.need(1)
    rolled = dice.one("command points")
    dice.explain(f"{rolled} command points this turn", "TT-CMD-1")
    return Points(rolled)


@dataclass(frozen=True, kw_only=True)
class Plan(TtSituation):
    activations: tuple[ActivationFacts, ...] = fact(ListOf(Record(ActivationFacts)), help="in the order of the plan")


@dataclass(frozen=True)
class Afforded:
    """What a plan costs, and what a command roll leaves; `left` is None where it is not enough."""

    costs: tuple[int, ...]
    total: int
    affordable: bool
    left: int | None


def plan(s: Plan, dice: Dice) -> Afforded:
    """Is a plan affordable with the command roll? (TT-CMD-8)"""
    costs = tuple(points_for(s, one) for one in s.activations)
    rolled = command_points(s, dice).command_points
    enough = sum(costs) <= rolled
    dice.explain(f"{sum(costs)} of {rolled} points: {'affordable' if enough else 'not affordable'}", "TT-CMD-8")
    return Afforded(costs, sum(costs), enough, rolled - sum(costs) if enough else None)


RESOLVERS = (
    Resolver(
        id="activation-cost",
        title="What does an activation cost?",
        situation=Activation,
        rule=activation_cost,
        rules=("TT-CMD-2", "TT-CMD-3", "TT-CMD-4", "TT-CMD-6", "TT-CMD-7", "TT-BAR-1"),
        says_legal=False,
        example={"kind": "move", "units": [{"unit": "wraithguard"}], "distances": [22]},
    ),
    Resolver(
        id="command-points",
        title="The command roll",
        situation=Nothing,
        rule=command_points,
        rules=("TT-CMD-1",),
        odds=Odds(lambda s, found: str(found.command_points)),
        says_legal=False,
    ),
    Resolver(
        id="plan",
        title="Is this plan affordable?",
        situation=Plan,
        rule=plan,
        rules=("TT-CMD-8",),
        odds=Odds(lambda s, found: "affordable" if found.affordable else "not-affordable", order=AFFORDED),
        says_legal=False,
        example={
            "activations": [
                {"kind": "barrage", "units": [{"unit": "whirlwind"}], "distances": [22]},
                {"kind": "enter", "units": [{"unit": "terminator-squad"}]},
            ]
        },
    ),
)
