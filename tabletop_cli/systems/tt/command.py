"""Command points: the roll, what activations cost, whether a plan is affordable, cloaks (topic Command points)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...api import (
    Dice,
    House,
    Illegal,
    ListOf,
    Malformed,
    Nullable,
    Number,
    Odds,
    OneOf,
    Record,
    counted,
    dataclass,
    fact,
)
from .judging import InOrder, Looked, in_order, rules_of, tell
from .movement import plain_cm
from .profiles import Profile
from .situation import TITLES, TtSituation, UnitFacts
from .tables import cost, distance

ACTIVATIONS = ("move", "barrage", "enter", "cancel-cloak")


def out_of_command(nearest: Fraction | None) -> bool:
    """Whether even the nearest member is beyond the Commander's reach; None: he is off the table (TT-CMD-3)."""
    return nearest is None or nearest > distance("command")


def move_cost(nearest: Fraction | None, difficult: bool) -> int:
    """Points to move one unit or group (TT-CMD-2, TT-CMD-3, TT-CMD-4)."""
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


def is_cloaked(unit: Profile, lifted: bool) -> bool:
    """Whether nothing can attack a unit: it is Cloaked, and that is not cancelled this turn (TT-CMD-7)."""
    return unit.has("cloaked") and not lifted


def look_for_cloak(unit: Profile, lifted: bool, rule: str = "TT-CMD-7") -> Looked:
    """A Cloaked target, refused by `rule`, and one whose cloak is lifted (TT-CMD-7, TT-R48)."""
    if is_cloaked(unit, lifted):
        text = f"{unit.title} is Cloaked; {cancel_cost()} command point lifts that for a turn, 0 are spent on it"
        yield Illegal("target-cloaked", rule, text=text, also=("TT-CMD-7",))
    elif unit.has("cloaked"):
        yield in_order(f"{unit.title} is Cloaked, but that is cancelled this turn", "TT-CMD-7", "TT-R48")


@dataclass(frozen=True, kw_only=True)
class ActivationFacts:
    """One activation: what it is for, who takes part, how far everybody is from the Commander."""

    kind: str = fact(OneOf(ACTIVATIONS), ask="What for?")
    units: tuple[UnitFacts, ...] = fact(ListOf(Record(UnitFacts)), (), ask="Who takes part?", help="who takes part")
    distances: tuple[Fraction | None, ...] | None = fact(
        Nullable(ListOf(Nullable(Number(0)))),
        (),
        ask="How far is each of them from the Commander, in cm?",
        help="cm from the Commander, one per unit; null: he is off the table",
    )

    def __post_init__(self) -> None:
        if self.kind == "cancel-cloak" and self.units:
            raise Malformed("situation.units: nobody is activated to cancel Cloaked", hint="leave `units` out")
        if self.kind != "cancel-cloak" and not self.units:
            raise Malformed("situation.units: at least one unit is needed")
        measured = self.kind in ("move", "barrage") and self.distances is not None
        if measured and len(self.distances or ()) != len(self.units):
            given = len(self.distances or ())
            raise Malformed(f"situation.distances: {given} for {counted(len(self.units), 'unit')}, one each is needed")

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


def cost_lines(s: TtSituation, one: ActivationFacts) -> list[InOrder]:
    """How the cost of one activation comes about, line by line."""
    if one.kind == "cancel-cloak":
        text = f"to cancel the Cloaked of one enemy unit: {cancel_cost()}, until the end of the turn"
        return [in_order(text, "TT-CMD-7", "TT-R48")]
    units = [s.profile(unit) for unit in one.units]
    difficult = sum(unit.has("difficult") for unit in units)
    if one.kind == "enter":
        return _entry_lines(units, difficult, s.house)
    many = "one unit" if len(units) == 1 else f"one group of {len(units)}"
    lines = [in_order(f"{many}: {cost('activation')}", "TT-CMD-2", *(["TT-BAR-1"] if one.kind == "barrage" else []))]
    lines += _distance_lines(one, s.house)
    if difficult:
        lines.append(_difficult_line(difficult, one.kind))
    return lines


def _entry_lines(units: Sequence[Profile], difficult: int, house: House) -> list[InOrder]:
    """What it takes to come in from the reserve (TT-CMD-6, TT-R12, TT-AIR-1)."""
    together = house["ambush-cost"] == "per-group"
    each = "for the unit" if len(units) == 1 else f"for each of {len(units)} units"
    times = "for all that enter together" if together else each
    aircraft = ["TT-AIR-1"] if any(unit.is_aircraft for unit in units) else []
    lines = [in_order(f"entry from the reserve: {cost('enter')} {times}", "TT-CMD-6", "TT-R12", *aircraft)]
    if difficult:
        once = "once" if together else "each"
        lines.append(in_order(f"{difficult} Difficult: {cost('difficult')} more {once}", "TT-CMD-4", "TT-CMD-6"))
    return [*lines, in_order("the Commander may be at any distance", "TT-CMD-6")]


def _distance_lines(one: ActivationFacts, house: House) -> list[InOrder]:
    """The distance from the Commander, and what it adds (TT-CMD-3, TT-R1, TT-R30)."""
    more, limit = cost("out_of_command"), distance("command")
    if one.nearest is None:
        where = f"the Commander is off the table, so everybody is beyond {limit} cm"
    else:
        nearest = "it is" if len(one.units) == 1 else "the nearest member is"
        where = f"{nearest} {plain_cm(one.nearest)} cm from the Commander's unit, {limit} cm are in reach"
    rules = ["TT-CMD-3", "TT-R1", *(["TT-I2"] if one.nearest is None else [])]
    rules += ["TT-R30"] if one.kind == "barrage" else []
    if not out_of_command(one.nearest):
        return [in_order(f"{where}: nothing more", *rules)]
    if one.kind == "barrage" and house["barrage-surcharge"] == "no":
        return [in_order(f"{where}: a barrage pays nothing more for that", *rules)]
    return [in_order(f"{where}: {more} more", *rules)]


def _difficult_line(units: int, kind: str) -> InOrder:
    """What Difficult units add: once to a move, nothing to a barrage (TT-CMD-4, TT-R30)."""
    if kind == "barrage":
        return in_order(f"{units} Difficult: nothing more, a barrage is no move", "TT-CMD-4", "TT-R30")
    return in_order(f"{units} Difficult: {cost('difficult')} more, once", "TT-CMD-4")


def points_words(points: int) -> str:
    """A number of command points, with the word."""
    return "1 command point" if points == 1 else f"{points} command points"


def activation_cost(s: Activation, dice: Dice) -> Cost:
    """How many command points does it take? (TT-CMD-2, TT-CMD-3, TT-CMD-4, TT-CMD-6, TT-CMD-7, TT-BAR-1)"""
    lines = cost_lines(s, s)
    tell(lines, dice)
    points = points_for(s, s)
    dice.explain(f"{s.kind}: {points_words(points)}", *lines[0].rules)
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
    dice.explain(f"{points_words(rolled)} this turn", "TT-CMD-1")
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
    for at, (one, points) in enumerate(zip(s.activations, costs, strict=True), 1):
        lines = cost_lines(s, one)
        why = "; ".join(line.text for line in lines)
        dice.explain(f"{at}. {one.kind}, {points_words(points)}: {why}", *rules_of(lines))
    rolled = command_points(s, dice).command_points
    total = sum(costs)
    enough = total <= rolled
    if enough:
        text = f"{total} of {points_words(rolled)}: affordable, {rolled - total} left, which is lost if unspent"
        dice.explain(text, "TT-CMD-8", "TT-R51")
    else:
        text = f"{total} needed, {rolled} rolled: not affordable, {total - rolled} short"
        dice.explain(text, "TT-CMD-8", "TT-CMD-5")
    return Afforded(costs, total, enough, rolled - total if enough else None)


ACTIVATION_COST = TITLES.resolver("activation-cost", Activation, activation_cost, says_legal=False)
COMMAND_POINTS = TITLES.resolver(
    "command-points",
    Nothing,
    command_points,
    odds=Odds(lambda s, found: str(found.command_points), rising=True),
    says_legal=False,
)
PLAN = TITLES.resolver(
    "plan",
    Plan,
    plan,
    odds=Odds(lambda s, found: "affordable" if found.affordable else "not-affordable"),
    says_legal=False,
)
