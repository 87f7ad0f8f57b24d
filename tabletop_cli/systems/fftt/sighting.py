"""What a shooter sees over (FFTT-LOS-2)."""

from __future__ import annotations

from fractions import Fraction

from ...api import Dice, Number, Situation, YesNo, dataclass, fact
from .terms import format_cm
from .titles import TITLES


@dataclass(frozen=True, kw_only=True)
class SightOver(Situation):
    """Something stands between the shooter and his target."""

    shooter_higher: bool = fact(YesNo(), ask="Is the shooter higher?", rules=("FFTT-LOS-2",))
    shooter_to_obstacle: Fraction = fact(Number(0), ask="How far is it from the shooter to the obstacle, in cm?")
    target_to_obstacle: Fraction = fact(Number(0), ask="How far is it from the target to the obstacle, in cm?")


@dataclass(frozen=True)
class Seen:
    """Whether the obstacle can be ignored."""

    can_shoot: bool


def los_over(s: SightOver, dice: Dice) -> Seen:
    """A higher shooter ignores what is nearer to it than the target is, strictly (FFTT-LOS-2)."""
    if not s.shooter_higher:
        dice.explain("a shooter that is not higher does not see over it", "FFTT-LOS-2", "FFTT-LOS-1")
        return Seen(False)
    own, other = s.shooter_to_obstacle, s.target_to_obstacle
    sees = own < other
    text, blocks = ("it is ignored", ()) if sees else ("it blocks", ("FFTT-LOS-1",))
    dice.explain(
        f"the shooter is {format_cm(own)} from it, the target {format_cm(other)}: {text}", "FFTT-LOS-2", *blocks
    )
    return Seen(sees)


LOS_OVER = TITLES.make_resolver("los-over", SightOver, los_over)
