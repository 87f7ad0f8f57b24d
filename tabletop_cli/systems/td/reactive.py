"""Reactive fire: a shot in the middle of the other player's move."""

from __future__ import annotations

from ...api import (
    Dice,
    Finding,
    House,
    Malformed,
    Odds,
    Record,
    Situation,
    Whole,
    YesNo,
    cite,
    count_text,
    dataclass,
    derive_situation,
    fact,
    flat_field,
    peek,
    refuse,
)
from .bans import markers_bar
from .shooting import (
    AV_RESULTS,
    AntiVehicle,
    ArmourShot,
    DirectFire,
    Shot,
    Vehicle,
    anti_vehicle,
    check_weapon,
    direct_fire,
    gun_value,
)
from .sighting import Target
from .tables import NO_EFFECT, RESULTS, WEAPON, Gun, action_name, of_print, printed_kind
from .titles import TITLES


@dataclass(frozen=True, kw_only=True)
class ReactiveFire(Situation):
    weapon: Gun = fact(WEAPON, ask="What fires?")
    target: Target | None = fact(Record(Target), None, there=True)
    vehicle: Vehicle | None = fact(Record(Vehicle), None)
    nearby: int = fact(Whole(), 0, ask="How many infantry models stand within one standard base of the target?")
    tokens: int = fact(Whole(), 0, ask="How many reload markers does the firer have?")
    atg: bool = fact(YesNo(), False, ask="Is it an anti-tank gun on its carriage?")

    def __post_init__(self) -> None:
        if self.target is not None and self.vehicle is not None:
            raise Malformed("reactive-fire: give a target or a vehicle, not both")


@dataclass(frozen=True)
class Reaction:
    """The shot, whether it stops the moving model, and the firer's reload markers afterwards."""

    stopped: bool
    tokens: int
    shot: Shot | ArmourShot = flat_field()


def find_reload(weapon: Gun | None, atg: bool, house: House) -> Finding[int]:
    """Return the reload markers that a shot puts on the firer; an anti-tank gun has a number of its own.

    Rules: TD-FIRE-8, TD-R12, TD-R13.
    """
    if weapon is None or not weapon.armour_penetrating:
        return Finding(0)
    own = int(house["atg_reload"]) if atg else gun_value(weapon, "reload", house)
    name = printed_kind("atg").name if atg else weapon.name
    text = f"{name}: {count_text(own, 'reload marker')} after its shot" if own else ""
    return Finding(own, text, "TD-FIRE-8", "TD-R13" if atg else of_print(weapon, "TD-R12"))


def find_markers_after_miss(own: int, weapon: Gun | None, house: House) -> Finding[int]:
    """Return the markers after a reactive shot that missed: the gun's own, and one for missing (TD-REACT-4, TD-R28)."""
    adds = weapon is None or not weapon.armour_penetrating or house["reactive_miss_gun"] == "add"
    tokens = own + adds
    why = "+1 reload marker" if adds else "by the house rules a gun gets no marker for it"
    return Finding(tokens, f"miss: {why}, {tokens} on the shooter now", "TD-REACT-4", "TD-R28")


def reactive_fire(s: ReactiveFire, dice: Dice) -> Reaction:
    """One model fires at a model that moves or pivots (TD-REACT-2, TD-REACT-3, TD-REACT-4)."""
    if s.tokens:
        text = markers_bar(s.tokens, action_name("reactive-fire"))
        raise refuse("TD-ACT-4", "reload-markers", text, "TD-REACT-2", "TD-R29")
    atg = is_on_carriage(s)
    also = "TD-REACT-2", atg and "TD-R13"
    check_weapon(s.weapon, s.house, *also, at_vehicle=s.vehicle is not None, reload=not atg)
    shot = _shoot_target(s, dice)
    stopped = shot.hits > 0 if isinstance(shot, Shot) else shot.result != "miss"
    own = dice.report(find_reload(s.weapon, atg, s.house), tell="now" if stopped else "")
    if not stopped:
        return Reaction(stopped, dice.report(find_markers_after_miss(own, s.weapon, s.house), tell="now"), shot)
    unhurt = isinstance(shot, ArmourShot) and shot.result == "no-penetration"
    fast = not unhurt and peek(lambda: _is_fast(s), False)
    text = "hit: the model stops at that point, and its part of the action is over"
    dice.explain(text, *cite("TD-REACT-3", unhurt and "TD-R53", fast and "TD-R33"), tell="now")
    return Reaction(stopped, own, shot)


def is_on_carriage(s: ReactiveFire) -> bool:
    """Whether the firer is an anti-tank gun; whoever fires another weapon is not asked (TD-R13)."""
    return s.atg if s.weapon is printed_kind("atg").gun else peek(lambda: s.atg, False)


def _is_fast(s: ReactiveFire) -> bool:
    return s.target is not None and s.target.fast


def _shoot_target(s: ReactiveFire, dice: Dice) -> Shot | ArmourShot:
    if s.vehicle is not None:
        return anti_vehicle(AntiVehicle(house=s.house, weapon=s.weapon, vehicle=s.vehicle), dice)
    target = s.target or Target()
    return direct_fire(derive_situation(DirectFire, s, house=s.house, weapon=s.weapon, target=target), dice)


def _reaction_name(s: ReactiveFire, reaction: Reaction) -> str:
    if not reaction.stopped:
        return "missed"
    shot = reaction.shot
    return f"stopped-{shot.status if isinstance(shot, Shot) else shot.result}"


REACTIVE_FIRE = TITLES.make_resolver(
    "reactive-fire",
    ReactiveFire,
    reactive_fire,
    rules=("TD-REACT-2", "TD-REACT-3", "TD-REACT-4", "TD-FIRE-8", "TD-ACT-4"),
    odds=Odds(
        _reaction_name,
        order=("missed", *(f"stopped-{result}" for result in (*RESULTS, *AV_RESULTS))),
        rising=True,
        titles={
            f"stopped-{one}": f"stopped, {NO_EFFECT.get(one, one).replace('-', ' ')}" for one in (*RESULTS, *AV_RESULTS)
        },
    ),
)
