"""How far one sees, and which target comes first (TGF-SIGHT-1, TGF-SIGHT-2, TGF-SIGHT-3, TGF-FIRE-2)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...api import Dice, House, ListOf, Malformed, Number, OneOf, Record, Resolver, Situation, YesNo, fact
from .kinds import KebabId
from .profiles import catalogue, number
from .words import cm

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
            raise Malformed(f"situation.forest_cm: {cm(self.forest_cm)} of a line of {cm(self.distance)}")


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


def sight_limit(night: bool, fog: bool) -> int:
    """How far one sees, in cm; night and fog together as night alone (TGF-SIGHT-1, TGF-R24)."""
    return number("sight_night") if night else number("sight_fog") if fog else number("sight")


def forest_limit(kind: str, dim: bool) -> Fraction:
    """How far one sees through a forest, in cm; `dim`: at night, in fog or dense rain (TGF-SIGHT-3, TGF-R24)."""
    return Fraction(number(f"forest_{kind}"), 2 if dim else 1)


def sight(s: Sight, dice: Dice) -> Seen:
    """Can a target be seen? (TGF-SIGHT-1, TGF-SIGHT-2, TGF-SIGHT-3, TGF-R23, TGF-R24)"""
    limit = sight_limit(s.night, s.fog)
    both = ["TGF-R24"] if s.night and s.fog else []
    if s.forest_kind != "none" and not _through_forest(s, dice):
        return Seen("no")
    near = s.distance <= limit
    dice.explain(f"{cm(s.distance)}, one sees {limit} cm{_weather(s)}", "TGF-SIGHT-1", *both)
    if near:
        return Seen("visible")
    extended = s.house["sighting-extension"] == "any-visibility"
    if limit < number("sight") and not extended:
        dice.explain("an LD roll helps in clear weather only: not visible", "TGF-SIGHT-2", "TGF-R23")
        return Seen("no")
    dice.explain("farther, but it can be fired at after an LD roll", "TGF-SIGHT-2", "TGF-R23", "TGF-FIRE-4")
    return Seen("ld-roll")


def _weather(s: Sight) -> str:
    words = [word for word, so in (("at night", s.night), ("in fog", s.fog)) if so]
    return f" {' '.join(words)}" if words else ""


def _through_forest(s: Sight, dice: Dice) -> bool:
    """Whether one sees through the forest that the line crosses (TGF-SIGHT-3, TGF-R24)."""
    total = s.house["forest-sight"] == "total"
    crossed, limit = s.distance if total else s.forest_cm, forest_limit(s.forest_kind, s.night or s.fog)
    through = "in all" if total else "of it"
    words = f"{s.forest_kind} forest, {cm(crossed)} {through}, one sees {cm(limit)}{_weather(s)}"
    dice.explain(f"{words}: {'through' if crossed <= limit else 'not visible'}", "TGF-SIGHT-3", "TGF-R24")
    return crossed <= limit


# --- Which target comes first


@dataclass(frozen=True)
class Priority:
    targets: tuple[str, ...]


def is_near(distance: Fraction, house: House) -> bool:
    """Whether a unit is within short range, so that it comes first (TGF-FIRE-2, TGF-R2, TGF-R26)."""
    most = catalogue("tables")["bands"]["sr"]["to"]
    return bool(distance < most if house["band-edge"] == "far" else distance <= most)


def fire_priority(s: FirePriority, dice: Dice) -> Priority:
    """Which units may be fired at? (TGF-FIRE-2, TGF-R26)"""
    seen = [unit for unit in s.units if unit.visible]
    near = [unit for unit in seen if is_near(unit.distance, s.house)]
    if not near:
        dice.explain(f"{len(seen)} visible, none within short range: any of them", "TGF-FIRE-2", "TGF-R26")
        return Priority(tuple(sorted(unit.id for unit in seen)))
    least = min(unit.distance for unit in near)
    nearest = sorted(unit.id for unit in near if unit.distance == least)
    edge = ["TGF-R2"] if any(unit.distance == catalogue("tables")["bands"]["sr"]["to"] for unit in seen) else []
    words = f"{' or '.join(nearest)}, at {cm(least)} the nearest within short range"
    dice.explain(words, "TGF-FIRE-2", "TGF-R26", *edge)
    return Priority(tuple(nearest))


SIGHT = Resolver(
    id="sight",
    title="Can a target be seen?",
    situation=Sight,
    rule=sight,
    rules=("TGF-SIGHT-1", "TGF-SIGHT-2", "TGF-SIGHT-3", "TGF-R23", "TGF-R24"),
    says_legal=False,
    example={"distance": 65},
)
FIRE_PRIORITY = Resolver(
    id="fire-priority",
    title="Which units may be fired at?",
    situation=FirePriority,
    rule=fire_priority,
    rules=("TGF-FIRE-2", "TGF-R26"),
    says_legal=False,
    example={"units": [{"id": "b1", "distance": 35}, {"id": "b2", "distance": 55}]},
)
RESOLVERS = (SIGHT, FIRE_PRIORITY)
