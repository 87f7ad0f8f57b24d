"""Planes against planes, and aircraft against what is on the ground (DU-AIR-1, DU-AIR-2, DU-AIR-3, DU-AIR-5)."""

from __future__ import annotations

from ...api import Dice, House, Malformed, Odds, OneOf, Record, Situation, Whole, YesNo, dataclass, fact, flat_field
from .damage import KIND, AtPiece, Damaged, deal_damage
from .distance import find_inside
from .pieces import CLASSES, FLYING, Piece
from .targeting import check_ground, check_reach, check_seen, check_sky
from .texts import TITLES, rule_number
from .tiles import Bonuses


@dataclass(frozen=True, kw_only=True)
class PlanePiece(Piece):
    """A plane that takes damage."""

    class_: str = fact(OneOf(CLASSES), "plane", ask="Is it a plane or an off-map-plane?")


@dataclass(frozen=True, kw_only=True)
class AerialAttack(Situation):
    """A plane attacks a plane."""

    same_tile: bool = fact(YesNo(), False, ask="Are both in the same tile?", rules=("DU-AIR-1",))
    observes: bool = fact(YesNo(), True, ask="Does the attacker observe the target?", rules=("DU-OBS-1",))
    effective_distance: int = fact(Whole(), ask="What is the effective distance?", rules=("DU-DIST-1",))
    vision: int = fact(Whole(), ask="What is the vision of the attacker's side?", rules=("DU-VISION-1",))
    kind: str = fact(KIND, "lethal", ask="Is the damage lethal or suppress?")
    value: int = fact(Whole(1), ask="What is the value of the action?")
    crossfire: bool = fact(YesNo(), False, ask="Does the attacker have cross-fire?", rules=("DU-XFIRE-1",))
    target: PlanePiece = fact(Record(PlanePiece), ask="What is hit?")

    def __post_init__(self) -> None:
        """Errors: `Malformed` for a target that is no plane."""
        if not self.target.flies:
            where = "situation.target.class"
            raise Malformed(f"{where}: {self.target.class_} is no plane", hint=" or ".join(FLYING), where=where)
        self.target.check_numbers(self.house, "situation.target")


@dataclass(frozen=True, kw_only=True)
class AircraftAttack(AtPiece):
    """An aircraft attacks something on the ground."""

    same_tile: bool = fact(YesNo(), True, ask="Are both in the same tile?", rules=("DU-AIR-3",))
    tile: Bonuses = fact(Record(Bonuses), Bonuses())
    vision: int = fact(Whole(), ask="What is the vision of the attacker's side?", rules=("DU-VISION-1",))
    value: int = fact(Whole(1), ask="What is the value of the attack?")
    crossfire: bool = fact(YesNo(), False, ask="Does the attacker have cross-fire?", rules=("DU-XFIRE-1",))


def aerial_damage(value: int, distance: int) -> int:
    """The damage of an attack over an effective distance between planes (DU-AIR-2)."""
    return max(rule_number("aerial-minimum"), value + rule_number("aerial-base") - distance)


def value_over_distance(value: int, distance: int, dice: Dice, *rules: str) -> int:
    """The value of an attack over an effective distance by the formula of air combat (DU-AIR-2)."""
    found = aerial_damage(value, distance)
    words = f"{value} + {rule_number('aerial-base')} - {distance}, at least {rule_number('aerial-minimum')}: {found}"
    dice.explain(words, "DU-AIR-2", *rules)
    return found


def aerial_value(kind: str, value: int, distance: int, house: House, dice: Dice) -> int:
    """The value of an action of a plane against a plane, before cross-fire (DU-AIR-2, DU-R44)."""
    if kind == "suppress" and house["aerial_suppress"] == "value":
        dice.explain(f"suppress damage does not fall with distance: {value}", "DU-AIR-2", "DU-R44")
        return value
    return value_over_distance(value, distance, dice, "DU-R44")


def aerial_attack(s: AerialAttack, dice: Dice) -> Damaged:
    """What does a plane do to a plane? (DU-AIR-1, DU-AIR-2, DU-AIR-5, DU-R44, DU-R45)"""
    check_sky(s.same_tile)
    check_seen(s.observes, "DU-AIR-1", "DU-AIR-5")
    check_reach(s.effective_distance, s.vision, "DU-AIR-1", "DU-AIR-5", "DU-TARGET-1")
    words = f"observed, effective distance {s.effective_distance} of vision {s.vision}"
    dice.explain(words, "DU-AIR-1", "DU-AIR-5", "DU-TARGET-1", "DU-R45")
    value = aerial_value(s.kind, s.value, s.effective_distance, s.house, dice)
    return deal_damage(s.target, s.kind, value, s.crossfire, s.house, dice)


@dataclass(frozen=True)
class FromTheAir:
    """What damage from the air did, and the effective distance inside the tile."""

    effective_distance: int
    damaged: Damaged = flat_field()

    @property
    def result(self) -> str:
        return self.damaged.result


def ground_value(value: int, distance: int, house: House, dice: Dice) -> int:
    """The value of an aircraft's attack against a ground unit, before cross-fire (DU-AIR-3, DU-R46)."""
    if house["aircraft_ground_damage"] == "aerial-formula":
        return value_over_distance(value, distance, dice, "DU-AIR-3", "DU-R46")
    dice.explain(f"the plain value of the attack: {value}", "DU-AIR-3", "DU-R46", "DU-TARGET-3")
    return value


def aircraft_attack(s: AircraftAttack, dice: Dice) -> FromTheAir:
    """What does an aircraft do to something on the ground? (DU-AIR-3, DU-AIR-5, DU-DIST-4, DU-R7, DU-R46)"""
    check_ground(s.target, lambda: s.same_tile, lambda: s.tile.cover)
    inside = find_inside(s.tile, s.house)
    found = inside.value.effective_distance
    check_reach(found, s.vision, "DU-AIR-3", "DU-AIR-5", "DU-R46", "DU-TARGET-1", *inside.rules)
    cover = f"cover {s.tile.cover} is below {rule_number('aircraft-cover-limit')}"
    words = f"in the same tile, {cover}, effective distance {found} of vision {s.vision}"
    dice.explain(words, "DU-AIR-3", "DU-AIR-5", "DU-R46", "DU-TARGET-1", *inside.rules)
    value = ground_value(s.value, found or 0, s.house, dice)
    return FromTheAir(found or 0, deal_damage(s.target, "lethal", value, s.crossfire, s.house, dice))


AERIAL_ATTACK = TITLES.make_resolver(
    "aerial-attack", AerialAttack, aerial_attack, odds=Odds(lambda s, found: found.result)
)
AIRCRAFT_ATTACK = TITLES.make_resolver(
    "aircraft-attack", AircraftAttack, aircraft_attack, odds=Odds(lambda s, found: found.result)
)
