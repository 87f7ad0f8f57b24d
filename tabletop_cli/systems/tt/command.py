"""Command points: the roll, what activations cost, whether a plan is affordable, cloaks (topic Command points)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ...api import (
    Dice,
    Finding,
    House,
    ListOf,
    Malformed,
    Nullable,
    Number,
    Odds,
    OneOf,
    Record,
    Refused,
    Sum,
    Term,
    cite,
    count_text,
    dataclass,
    fact,
    sum_terms,
)
from .judging import Findings
from .movement import plain_cm
from .profiles import Profile
from .situation import TITLES, TtSituation, UnitFacts
from .tables import point_cost, rule_distance

ACTIVATIONS = ("move", "barrage", "enter", "cancel-cloak")


def is_out_of_command(nearest: Fraction | None) -> bool:
    """Whether even the nearest member is out of range; None: the Commander is off the table (TT-CMD-3)."""
    return nearest is None or nearest > rule_distance("command")


def group_terms(
    kind: str, nearest: Fraction | None, house: House, members: int = 1, difficult: int = 0
) -> Iterator[Term]:
    """Yield what one unit or group pays to move or to fire, `difficult` of its members being Difficult.

    (TT-CMD-2, TT-CMD-3, TT-CMD-4, TT-BAR-1, TT-R30)
    """
    many = "one unit" if members == 1 else f"one group of {members}"
    fires = kind == "barrage"
    yield Term(point_cost("activation"), f"{many}: {point_cost('activation')}", cite("TT-CMD-2", fires and "TT-BAR-1"))
    yield _distance_term(kind, nearest, house, members)
    if difficult:
        more = 0 if fires else point_cost("difficult")
        words = "nothing more, a barrage is no move" if fires else f"{more} more, once"
        yield Term(more, f"{difficult} Difficult: {words}", cite("TT-CMD-4", fires and "TT-R30"))


def _distance_term(kind: str, nearest: Fraction | None, house: House, members: int) -> Term:
    """Return what the distance from the Commander adds (TT-CMD-3, TT-R1, TT-R30)."""
    limit, fires = rule_distance("command"), kind == "barrage"
    where = "the Commander is off the table, so everybody is out of range"
    if nearest is not None:
        who = "it is" if members == 1 else "the nearest member is"
        where = f"{who} {plain_cm(nearest)} cm from the Commander's unit (in range up to {limit} cm)"
    more, words = 0, "nothing more"
    if is_out_of_command(nearest) and fires and house["barrage-surcharge"] == "no":
        words = "a barrage pays nothing more for that"
    elif is_out_of_command(nearest):
        more = point_cost("out_of_command")
        words = f"{more} more"
    rules = cite("TT-CMD-3", "TT-R1", nearest is None and "TT-I2", fires and "TT-R30")
    return Term(more, f"{where}: {words}", rules)


def group_cost(kind: str, nearest: Fraction | None, house: House, difficult: int = 0) -> int:
    """Return the points that one unit or group pays to move or to fire."""
    return sum_terms(group_terms(kind, nearest, house, difficult=difficult))


def entry_terms(units: Sequence[Profile], house: House) -> Iterator[Term]:
    """Yield what it takes to come in from the reserve (TT-CMD-4, TT-CMD-6, TT-R12, TT-AIR-1)."""
    together = house["ambush-cost"] == "per-group"
    times = "for all that enter together"
    if not together:
        times = "for the unit" if len(units) == 1 else f"for each of {len(units)} units"
    aircraft = any(unit.is_aircraft for unit in units) and "TT-AIR-1"
    text = f"entry from the reserve: {point_cost('enter')} {times}"
    yield Term(point_cost("enter") * (1 if together else len(units)), text, cite("TT-CMD-6", "TT-R12", aircraft))
    if difficult := sum(unit.has_special("difficult") for unit in units):
        more, once = point_cost("difficult"), "once" if together else "each"
        text = f"{difficult} Difficult: {more} more {once}"
        yield Term(more * (1 if together else difficult), text, ("TT-CMD-4", "TT-CMD-6"))
    yield Term(0, "the Commander may be at any distance", ("TT-CMD-6",))


def enter_cost(units: Sequence[Profile], house: House) -> int:
    """Return the points to bring units in from reserve."""
    return sum_terms(entry_terms(units, house))


def cancel_cost() -> int:
    """Points to cancel Cloaked of one enemy unit (TT-CMD-7)."""
    return point_cost("cancel_cloak")


def is_cloaked(unit: Profile, lifted: bool) -> bool:
    """Whether nothing can attack a unit: it is Cloaked, and that is not cancelled this turn (TT-CMD-7)."""
    return unit.has_special("cloaked") and not lifted


def look_for_cloak(unit: Profile, lifted: bool, rule: str = "TT-CMD-7") -> Findings:
    """A Cloaked target, refused by `rule`, and one whose cloak is lifted (TT-CMD-7, TT-R48)."""
    if is_cloaked(unit, lifted):
        text = f"{unit.title} is Cloaked, and nobody has paid {cancel_cost()} command point to cancel that"
        # `refuse` cites a rule once, but events have always told machines TT-CMD-7 twice
        raise Refused(text, reason="target-cloaked", rule=rule, rules=(rule, "TT-CMD-7"))
    if unit.has_special("cloaked"):
        yield Finding(None, lambda: f"{unit.title} is Cloaked, which is cancelled this turn", "TT-CMD-7", "TT-R48")


@dataclass(frozen=True, kw_only=True)
class ActivationFacts:
    """One activation: what it is for, who takes part, how far everybody is from the Commander."""

    kind: str = fact(OneOf(ACTIVATIONS), ask="What for?")
    units: tuple[UnitFacts, ...] = fact(ListOf(Record(UnitFacts)), (), ask="Who takes part?", help="who takes part")
    distances: tuple[Fraction | None, ...] | None = fact(
        Nullable(ListOf(Nullable(Number(0)))),
        (),
        ask="How far is each of them from the Commander, in cm?",
        help="cm from the Commander, one per unit; null: the Commander is off the table",
    )

    def __post_init__(self) -> None:
        if self.kind == "cancel-cloak" and self.units:
            raise Malformed("situation.units: nobody is activated to cancel Cloaked", hint="leave `units` out")
        if self.kind != "cancel-cloak" and not self.units:
            raise Malformed("situation.units: at least one unit is needed")
        measured = self.kind in ("move", "barrage") and self.distances is not None
        if measured and len(self.distances or ()) != len(self.units):
            given = len(self.distances or ())
            raise Malformed(
                f"situation.distances: {given} for {count_text(len(self.units), 'unit')}, one each is needed"
            )

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


def find_cost(s: TtSituation, one: ActivationFacts) -> Sum:
    """Return what one activation costs."""
    units = [s.profile_of(unit) for unit in one.units]
    if one.kind == "cancel-cloak":
        text = f"to cancel the Cloaked of one enemy unit: {cancel_cost()}, until the end of the turn"
        terms = iter([Term(cancel_cost(), text, ("TT-CMD-7", "TT-R48"))])
    elif one.kind == "enter":
        terms = entry_terms(units, s.house)
    else:
        difficult = sum(unit.has_special("difficult") for unit in units)
        terms = group_terms(one.kind, one.nearest, s.house, len(units), difficult)
    return Sum(terms, lambda found: "; ".join(term.name for term in found.terms))


def points_words(points: int) -> str:
    """A number of command points, with the word."""
    return "1 command point" if points == 1 else f"{points} command points"


def activation_cost(s: Activation, dice: Dice) -> Cost:
    """How many command points does it take? (TT-CMD-2, TT-CMD-3, TT-CMD-4, TT-CMD-6, TT-CMD-7, TT-BAR-1)"""
    found = find_cost(s, s)
    for term in found.terms:
        dice.explain(term.name, *term.rules)
    dice.explain(f"{s.kind}: {points_words(found.value)}", *found.terms[0].rules)
    return Cost(found.value)


@dataclass(frozen=True, kw_only=True)
class Nothing(TtSituation):
    """No facts are needed."""


@dataclass(frozen=True)
class Points:
    command_points: int


def command_points(s: TtSituation, dice: Dice) -> Points:
    """The command roll of a turn (TT-CMD-1)."""
    dice.announce_dice(1)
    rolled = dice.roll_die("command points")
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


def resolve_plan(s: Plan, dice: Dice) -> Afforded:
    """Is a plan affordable with the command roll? (TT-CMD-8)"""
    costs = [find_cost(s, one) for one in s.activations]
    for at, (one, found) in enumerate(zip(s.activations, costs, strict=True), 1):
        dice.explain(f"{at}. {one.kind}, {points_words(found.value)}: {found.text}", *found.rules)
    rolled = command_points(s, dice).command_points
    needed = sum(one.value for one in costs)
    enough = needed <= rolled
    if enough:
        text = f"{needed} of {points_words(rolled)}: affordable, {rolled - needed} left, which is lost if unspent"
        dice.explain(text, "TT-CMD-8", "TT-R51")
    else:
        text = f"{needed} needed, {rolled} rolled: not affordable, {needed - rolled} short"
        dice.explain(text, "TT-CMD-8", "TT-CMD-5")
    return Afforded(tuple(one.value for one in costs), needed, enough, rolled - needed if enough else None)


ACTIVATION_COST = TITLES.make_resolver("activation-cost", Activation, activation_cost, says_legal=False)
COMMAND_POINTS = TITLES.make_resolver(
    "command-points",
    Nothing,
    command_points,
    odds=Odds(lambda s, found: str(found.command_points), rising=True),
    says_legal=False,
)
PLAN = TITLES.make_resolver(
    "plan",
    Plan,
    resolve_plan,
    odds=Odds(lambda s, found: "affordable" if found.affordable else "not-affordable"),
    says_legal=False,
)
