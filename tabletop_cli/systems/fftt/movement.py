"""How far a figure goes (FFTT-MOVE-1, FFTT-MOVE-2, FFTT-MOVE-3)."""

from __future__ import annotations

from fractions import Fraction

from ...api import Dice, Illegal, ListOf, Situation, YesNo, counted, dataclass, fact, if_answered
from .figures import FIGURE, Figure
from .profiles import Profile
from .tables import number
from .terms import cm, plain_cm
from .titles import TITLES


@dataclass(frozen=True, kw_only=True)
class Move(Situation):
    """Action points spent on moving, one after the other."""

    figure: Figure = fact(FIGURE, ask="Who moves?")
    terrain: tuple[bool, ...] = fact(
        ListOf(YesNo()),
        ask="For each action point: does it lead through forest, water, ruins, rubble or a building?",
        rules=("FFTT-MOVE-2", "FFTT-R27"),
    )


@dataclass(frozen=True)
class Moved:
    """The cm of each action point, and of all of them."""

    per_action: tuple[int | float, ...]
    total: int | float


def move(s: Move, dice: Dice) -> Moved | Illegal:
    """What each action point is worth; bad ground halves it (FFTT-MOVE-1, FFTT-MOVE-2, FFTT-R27)."""
    figure = s.figure
    if not figure.kind.move:
        useless = ("FFTT-GEN-2", "FFTT-R33") if if_answered(lambda: "road-runner" in figure.abilities, False) else ()
        text = f"The {figure.kind.name} never moves."
        return Illegal("immobile", "FFTT-MOVE-3", text=text, also=("FFTT-R14", *useless))
    points, profile = len(s.terrain), figure.profile
    has, more = profile.told("ap")
    if points > profile.ap:
        text = f"{counted(points, 'action point')}; the {figure.kind.name} has {has}."
        return Illegal("too-many-aps", "FFTT-MOVE-1", text=text, also=("FFTT-AP-1", *more))
    each = [allowance(profile, bad, dice) for bad in s.terrain]
    extra = ("FFTT-AP-1", *more) if points > profile.unit.ap else ()
    several = ("FFTT-R5",) if points > 1 else ()
    text = f"{counted(points, 'action point')} of {has}: {cm(sum(each))}"
    dice.explain(text, "FFTT-MOVE-1", "FFTT-AP-2", *several, *extra)
    if any(s.terrain) and s.house["terrain-cost"] == "per-cm":  # told, and measured by the players
        dice.explain(s.house.said["terrain-cost"], "FFTT-MOVE-2", "FFTT-R27")
    return Moved(tuple(map(plain_cm, each)), plain_cm(sum(each, Fraction())))


def allowance(figure: Profile, bad: bool, dice: Dice) -> Fraction:
    """The cm of one action point, in bad ground or not (FFTT-MOVE-1, FFTT-MOVE-2, FFTT-R27, FFTT-R33)."""
    made, more = figure.told("move")
    if not bad:
        dice.explain(made, "FFTT-MOVE-1", *more)
        return Fraction(figure.move)
    if figure.unit.unslowed:
        dice.explain(f"{made}: no ground slows the {figure.unit.name.lower()}", "FFTT-MOVE-2", "FFTT-MOVE-1", *more)
        return Fraction(figure.move)
    half = Fraction(figure.move, number("terrain"))
    dice.explain(f"half of {made} in bad ground: {cm(half)}", "FFTT-MOVE-2", "FFTT-R27", "FFTT-MOVE-1", *more)
    return half


MOVE = TITLES.resolver("move", Move, move)
