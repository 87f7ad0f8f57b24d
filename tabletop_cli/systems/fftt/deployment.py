"""The table and its deployment zones (FFTT-SETUP-3, FFTT-SETUP-7)."""

from __future__ import annotations

from ...api import Dice, Situation, Whole, dataclass, fact, refuse
from .tables import table_sizes, zone_depth
from .titles import TITLES


@dataclass(frozen=True, kw_only=True)
class Deployment(Situation):
    """A table; its depth is what lies between the two deployment edges."""

    width: int = fact(Whole(), ask="How wide is the table, in cm?", rules=("FFTT-SETUP-3",))
    depth: int = fact(
        Whole(), ask="How many cm lie between the two deployment edges?", rules=("FFTT-SETUP-3", "FFTT-R11")
    )


@dataclass(frozen=True)
class Zone:
    """How deep the deployment zones are, in cm."""

    zone: int


def deployment_zone(s: Deployment, dice: Dice) -> Zone:
    """Return how deep the zones are, by the table's depth or shorter side (FFTT-SETUP-3, FFTT-SETUP-7, FFTT-R11)."""
    sizes = table_sizes()
    if s.width not in sizes or s.depth not in sizes:
        allowed = " or ".join(map(str, sizes))
        text = f"The table measures {s.width} by {s.depth} cm; each side is {allowed} cm."
        raise refuse("FFTT-SETUP-3", "table-size", text)
    short = s.house["deployment-by"] == "shortest-side"
    measured = min(s.width, s.depth) if short else s.depth
    zone = zone_depth(measured)
    side = "shorter side" if short else "depth"
    text = f"{s.width} by {s.depth} cm, {side} {measured} cm: zones {zone} cm deep"
    dice.explain(text, "FFTT-SETUP-7", "FFTT-SETUP-3", "FFTT-R11", tell="reason")
    return Zone(zone)


DEPLOYMENT = TITLES.make_resolver("deployment", Deployment, deployment_zone)
