"""How far one sees, and which target comes first (TGF-SIGHT-1, TGF-SIGHT-2, TGF-SIGHT-3, TGF-FIRE-2)."""

from __future__ import annotations

from fractions import Fraction

from ...api import Dice, ListOf, Malformed, Number, OneOf, Record, Situation, YesNo, cite, dataclass, fact
from .kinds import KebabId
from .profiles import find_band, printed_table, rule_number
from .terms import format_cm
from .texts import TITLES

FORESTS = ("none", "light", "dense")


@dataclass(frozen=True, kw_only=True)
class Sight(Situation):
    """A line of sight."""

    distance: Fraction = fact(Number(0), ask="How far is the target, in cm?")
    night: bool = fact(YesNo(), False, ask="Is it night?")
    fog: bool = fact(YesNo(), False, ask="Is there fog or dense rain?")
    forest_kind: str = fact(OneOf(FORESTS), "none", ask="Which forest does the line cross: none, light or dense?")
    forest_cm: Fraction = fact(Number(0), Fraction(0), ask="How many cm of forest does it cross?")

    def __post_init__(self) -> None:
        """Errors: `Malformed` for more forest than the line is long."""
        if self.forest_cm > self.distance:
            raise Malformed(f"situation.forest_cm: {format_cm(self.forest_cm)} of a line of {format_cm(self.distance)}")


@dataclass(frozen=True, kw_only=True)
class EnemyUnit:
    """An enemy unit, by its nearest miniature."""

    id: str = fact(KebabId(), ask="Which enemy unit?")
    distance: Fraction = fact(Number(0), ask="How far is its nearest miniature, in cm?")
    visible: bool = fact(YesNo(), True, ask="Is it visible?")


@dataclass(frozen=True, kw_only=True)
class FirePriority(Situation):
    """The enemies that one could fire at."""

    units: tuple[EnemyUnit, ...] = fact(ListOf(Record(EnemyUnit), distinct=True), ask="Which enemy units are there?")


# --- Sight


@dataclass(frozen=True)
class Seen:
    """``visible``, ``ld-roll`` (it can be fired at after one) or ``no``."""

    sight: str


def resolve_sight(s: Sight, dice: Dice) -> Seen:
    """Can a target be seen? (TGF-SIGHT-1, TGF-SIGHT-2, TGF-SIGHT-3, TGF-R23, TGF-R24)"""
    limit = rule_number("sight_night") if s.night else rule_number("sight_fog") if s.fog else rule_number("sight")
    dim = "".join(word for word, so in ((" at night", s.night), (" in fog", s.fog)) if so)
    if s.forest_kind != "none" and not _can_see_through_forest(s, dim, dice):
        return Seen("no")
    rules = cite("TGF-SIGHT-1", s.night and s.fog and "TGF-R24")
    dice.explain(f"{format_cm(s.distance)}, sight {limit} cm{dim}", *rules)
    if s.distance <= limit:
        return Seen("visible")
    if dim and s.house["sighting-extension"] == "clear-only":
        dice.explain("farther, and an LD roll helps only by day without fog", "TGF-SIGHT-2", "TGF-R23")
        return Seen("no")
    dice.explain("farther, but it can be fired at after an LD roll", "TGF-SIGHT-2", "TGF-R23", "TGF-FIRE-4")
    return Seen("ld-roll")


def _can_see_through_forest(s: Sight, dim: str, dice: Dice) -> bool:
    """Whether one sees through the forest that the line crosses, half as far where it is dim (TGF-SIGHT-3, TGF-R24)."""
    total = s.house["forest-sight"] == "total"
    crossed, limit = (
        s.distance if total else s.forest_cm,
        Fraction(rule_number(f"forest_{s.forest_kind}"), 2 if dim else 1),
    )
    depth = f"{format_cm(crossed)} {'in all' if total else 'of it'}"
    words = f"{s.forest_kind} forest, {depth}, limit {format_cm(limit)}{dim}"
    dice.explain(f"{words}: {'through' if crossed <= limit else 'not visible'}", "TGF-SIGHT-3", "TGF-R24")
    return crossed <= limit


# --- Which target comes first


@dataclass(frozen=True)
class Priority:
    targets: tuple[str, ...]


def fire_priority(s: FirePriority, dice: Dice) -> Priority:
    """Which units may be fired at? (TGF-FIRE-2, TGF-R2, TGF-R26)"""
    seen = [unit for unit in s.units if unit.visible]
    near = [unit for unit in seen if find_band(unit.distance, s.house) in ("pb", "sr")]
    edge = any(unit.distance == printed_table("bands")["sr"]["to"] for unit in seen)
    rules = cite("TGF-FIRE-2", "TGF-R26", "TGF-SIGHT-4", edge and "TGF-R2")
    if not near:
        dice.explain(f"{len(seen)} visible, none within short range: any of them", *rules)
        return Priority(tuple(sorted(unit.id for unit in seen)))
    least = min(unit.distance for unit in near)
    nearest = tuple(sorted(unit.id for unit in near if unit.distance == least))
    dice.explain(f"{' or '.join(nearest)}, at {format_cm(least)} the nearest within short range", *rules)
    return Priority(nearest)


SIGHT = TITLES.make_resolver("sight", Sight, resolve_sight, says_legal=False)
FIRE_PRIORITY = TITLES.make_resolver("fire-priority", FirePriority, fire_priority, says_legal=False)
