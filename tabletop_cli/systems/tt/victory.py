"""Who begins, Far Sight, and who has won (topics Setup and Winning)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from ...api import Dice, House, Malformed, Odds, Points, Whole, YesNo, cite, dataclass, fact, format_fraction
from .command import Nothing
from .situation import TITLES, TtSituation
from .tables import printed_table


def by_points(house: House) -> bool:
    """Whether half of the points decides, instead of half of the units (TT-R16)."""
    return bool(house["victory-count"] == "points")


@dataclass(frozen=True, kw_only=True)
class Victory(TtSituation):
    starting: int = fact(Whole(1), ask="With how many units did the enemy start?")
    destroyed: int = fact(Whole(), ask="How many of them are destroyed?")
    commander_destroyed: bool = fact(YesNo(), False, ask="Is the enemy Commander's unit destroyed?")
    starting_points: Fraction | None = fact(Points(), None, ask="How many points did the enemy start with?")
    destroyed_points: Fraction | None = fact(Points(), None, ask="How many points of them are destroyed?")

    def __post_init__(self) -> None:
        self._check_points()
        if self.destroyed > self.starting:
            lost = f"{self.destroyed} units destroyed of {self.starting}"
            raise Malformed(f"situation.destroyed: {lost}", hint=f"give 0 to {self.starting}")

    def _check_points(self) -> None:
        """The points make sense where they decide. Errors: `Malformed`."""
        if not self.by_points:
            return
        if self.starting_points is None or self.destroyed_points is None:
            hint = "they decide under the house rule victory-count = points"
            raise Malformed("situation: starting_points and destroyed_points are needed", hint=hint)
        if self.destroyed_points > self.starting_points:
            lost = f"{format_fraction(self.destroyed_points)} of {format_fraction(self.starting_points)}"
            hint = "give no more than starting_points"
            raise Malformed(f"situation.destroyed_points: {lost} points destroyed", hint=hint)

    @property
    def by_points(self) -> bool:
        return by_points(self.house)

    @property
    def in_what_counts(self) -> tuple[int | Fraction, int | Fraction]:
        """What is destroyed, and with what the enemy started: units, or points."""
        if not self.by_points:
            return self.destroyed, self.starting
        assert self.destroyed_points is not None  # see __post_init__
        assert self.starting_points is not None
        return self.destroyed_points, self.starting_points


@dataclass(frozen=True)
class Won:
    """Whether the battle is won, how, and what is still to destroy for half: units, or points."""

    won: bool
    by: str | None
    needed: int | Fraction


def half_of(starting: int | Fraction) -> Fraction:
    """Half of an army in what counts, units or points: so much lost is defeat (TT-WIN-1)."""
    return Fraction(starting) / int(printed_table("victory")["half_times"])


def beaten_at(starting: int | Fraction, *, by_points: bool) -> int | Fraction:
    """The fewest units that make up half of an army, or the points that do (TT-WIN-1, TT-R16)."""
    return half_of(starting) if by_points else ceil(half_of(starting))


def victory_kind(commander: bool, destroyed: int | Fraction, starting: int | Fraction) -> str | None:
    """How a battle is won: by the Commander's fall, by half of the enemy, or not yet (TT-WIN-1, TT-WIN-2)."""
    if commander:
        return "commander"
    return "half" if destroyed >= half_of(starting) else None


def resolve_victory(s: Victory, dice: Dice) -> Won:
    """Has the enemy lost enough? (TT-WIN-1, TT-WIN-2, TT-R16)"""
    destroyed, starting = s.in_what_counts
    by = victory_kind(s.commander_destroyed, destroyed, starting)
    half = beaten_at(starting, by_points=s.by_points)
    needed = max(type(destroyed)(0), half - destroyed)
    what = "points" if s.by_points else "units"
    lost = f"{amount_words(destroyed)} of {amount_words(starting)} {what} destroyed; half is {amount_words(half)}"
    rules = cite("TT-WIN-1", "TT-R16", not s.by_points and "TT-SETUP-6", "TT-WIN-3")
    dice.explain(f"{lost}: {f'{amount_words(needed)} to go' if needed else 'enough'}", *rules)
    fallen = "is destroyed: the battle is won" if s.commander_destroyed else "is not destroyed"
    dice.explain(f"the unit of the enemy Commander {fallen}", "TT-WIN-2")
    return Won(by is not None, by, needed)


def amount_words(number: int | Fraction) -> str:
    """A number of units or points as people write it."""
    return format_fraction(Fraction(number))


@dataclass(frozen=True, kw_only=True)
class FarSight(TtSituation):
    deployed: int = fact(Whole(), ask="How many units are on the table or loaded?")


@dataclass(frozen=True)
class Redeploy:
    may_redeploy: int


def far_sight(s: FarSight, dice: Dice) -> Redeploy:
    """How many units may be placed anew? (TT-SETUP-5)"""
    dice.announce_dice(1)
    rolled = dice.roll_die("Far Sight")
    units = min(rolled, s.deployed)
    text = f"a {rolled}: up to {units} of {s.deployed} deployed units may be placed anew"
    dice.explain(text, "TT-SETUP-5", "TT-R43", tell="reason")
    return Redeploy(units)


@dataclass(frozen=True)
class First:
    first: str


def first_player(s: TtSituation, dice: Dice) -> First:
    """Who begins? (TT-SETUP-4, TT-R55)"""
    dice.announce_dice(1)
    rolled = dice.roll_die("first player")
    side = next(side for side, faces in printed_table("dice")["first_player"].items() if rolled in faces)
    dice.explain(f"a {rolled}: {side.upper()} begins", "TT-SETUP-4", "TT-R55", tell="reason")
    return First(side)


VICTORY = TITLES.make_resolver("victory", Victory, resolve_victory, says_legal=False)
FAR_SIGHT = TITLES.make_resolver(
    "far-sight", FarSight, far_sight, odds=Odds(lambda s, found: str(found.may_redeploy), rising=True), says_legal=False
)
FIRST_PLAYER = TITLES.make_resolver(
    "first-player", Nothing, first_player, odds=Odds(lambda s, found: str(found.first)), says_legal=False
)
