"""How far a figure goes (FFTT-MOVE-1, FFTT-MOVE-2, FFTT-MOVE-3)."""

from __future__ import annotations

from fractions import Fraction

from ...api import Dice, Finding, ListOf, Situation, YesNo, count_text, dataclass, fact, peek, refuse
from .figures import FIGURE, Figure
from .profiles import Profile
from .tables import rule_number
from .terms import format_cm, plain_cm
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


def move_distances(s: Move, dice: Dice) -> Moved:
    """What each action point is worth; bad ground halves it (FFTT-MOVE-1, FFTT-MOVE-2, FFTT-R27)."""
    figure = s.figure
    if not figure.unit.move:
        useless = peek(lambda: "road-runner" in figure.abilities, False) and ("FFTT-GEN-2", "FFTT-R33")
        raise refuse("FFTT-MOVE-3", "immobile", f"The {figure.kind.name} never moves.", "FFTT-R14", useless)
    points, profile = len(s.terrain), figure.profile
    spent, has, made = count_text(points, "action point"), profile.find_number("ap"), profile.find_number("move")
    if points > has.value:
        text = f"{spent}; the {figure.kind.name} has {has.text}."
        raise refuse("FFTT-MOVE-1", "too-many-aps", text, "FFTT-AP-1", has)
    slow = s.terrain.index(True) if any(s.terrain) else None  # once is enough to tell
    each = [
        dice.report(find_allowance(profile, made, bad), tell="reason" if at == slow else "")
        for at, bad in enumerate(s.terrain)
    ]
    extra = ("FFTT-AP-1", *has.rules) if points > profile.unit.ap else ()
    several = ("FFTT-R5",) if points > 1 else ()
    dice.explain(f"{spent} of {has.text}: {format_cm(sum(each))}", "FFTT-MOVE-1", "FFTT-AP-2", *several, *extra)
    if any(s.terrain) and s.house["terrain-cost"] == "per-cm":  # told, and measured by the players
        dice.explain(s.house.said["terrain-cost"], "FFTT-MOVE-2", "FFTT-R27")
    return Moved(tuple(map(plain_cm, each)), plain_cm(sum(each, Fraction())))


def find_allowance(figure: Profile, made: Finding[int], bad: bool) -> Finding[Fraction]:
    """Return the cm of one action point, in bad ground or not (FFTT-MOVE-1, FFTT-MOVE-2, FFTT-R27, FFTT-R33)."""
    whole = Fraction(made.value)
    if not bad:
        return Finding(whole, made.text, "FFTT-MOVE-1", made)
    if figure.unit.unslowed:
        text = f"{made.text}: no ground slows the {figure.unit.name.lower()}"
        return Finding(whole, text, "FFTT-MOVE-2", "FFTT-MOVE-1", made)
    half = whole / rule_number("terrain")
    text = f"half of {made.text} in bad ground: {format_cm(half)}"
    return Finding(half, text, "FFTT-MOVE-2", "FFTT-R27", "FFTT-MOVE-1", made)


MOVE = TITLES.make_resolver("move", Move, move_distances)
