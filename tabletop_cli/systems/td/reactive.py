"""Reactive fire: a shot in the middle of the other player's move."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ...api import (
    Dice,
    House,
    Illegal,
    Malformed,
    Odds,
    Record,
    Situation,
    Whole,
    YesNo,
    counted,
    dataclass,
    derived,
    fact,
    flat,
    if_answered,
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
    direct_fire,
    gun_value,
    weapon_ban,
)
from .sighting import Target
from .tables import NO_EFFECT, RESULTS, WEAPON, Gun, action_name, kind, of_print
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
    shot: Shot | ArmourShot = flat()


def reload_after(weapon: Gun | None, atg: bool, house: House) -> int:
    """Reload markers that a shot puts on the firer: the gun's number, an anti-tank gun's own (TD-FIRE-8, TD-R13)."""
    if weapon is None or not weapon.armour_penetrating:
        return 0
    return int(house["atg_reload"]) if atg else gun_value(weapon, "reload", house)


def tokens_of_reaction(stopped: bool, weapon: Gun | None, atg: bool, house: House) -> int:
    """Reload markers after a reactive shot: the gun's own, and one for missing (TD-REACT-4, TD-R28)."""
    own = reload_after(weapon, atg, house)
    misses_add = weapon is None or not weapon.armour_penetrating or house["reactive_miss_gun"] == "add"
    return own + (1 if not stopped and misses_add else 0)


def reactive_fire(s: ReactiveFire, dice: Dice) -> Reaction | Illegal:
    """One model fires at a model that moves or pivots (TD-REACT-2, TD-REACT-3, TD-REACT-4)."""
    if s.tokens:
        text, also = markers_bar(s.tokens, action_name("reactive-fire")), ("TD-REACT-2", "TD-R29")
        return Illegal("reload-markers", "TD-ACT-4", text=text, also=also)
    atg = on_carriage(s)
    if ban := weapon_ban(s.weapon, s.vehicle is not None, s.house, reload=not atg):
        return replace(ban, also=(*ban.also, "TD-REACT-2", *(["TD-R13"] if atg else [])))
    shot = _shot(s, dice)
    assert not isinstance(shot, Illegal)  # the ban is settled above
    stopped = shot.hits > 0 if isinstance(shot, Shot) else shot.result != "miss"
    tokens = tokens_of_reaction(stopped, s.weapon, atg, s.house)
    explain_reload(s.weapon, atg, s.house, dice)
    _explain_reaction(s, shot, stopped, tokens, dice)
    return Reaction(stopped, tokens, shot)


def explain_reload(weapon: Gun, atg: bool, house: House, dice: Dice) -> None:
    """Say how many reload markers a gun's own shot leaves; weapons that need none are passed over."""
    if own := reload_after(weapon, atg, house):
        name = kind("atg").name if atg else weapon.name
        ruling = ("TD-R13",) if atg else of_print(weapon, "TD-R12")
        dice.explain(f"{name}: {counted(own, 'reload marker')} after its shot", "TD-FIRE-8", *ruling)


def on_carriage(s: ReactiveFire) -> bool:
    """Whether the firer is an anti-tank gun; whoever fires another weapon is not asked (TD-R13)."""
    return s.atg if s.weapon is kind("atg").gun else if_answered(lambda: s.atg, False)


def _explain_reaction(s: ReactiveFire, shot: Shot | ArmourShot, stopped: bool, tokens: int, dice: Dice) -> None:
    own = reload_after(s.weapon, on_carriage(s), s.house)
    if stopped:
        unhurt = isinstance(shot, ArmourShot) and shot.result == "no-penetration"
        rulings = ("TD-R53",) if unhurt else ("TD-R33",) if if_answered(partial(_is_fast, s), False) else ()
        text = "a hit: the model stops where it was shot at, and its part of the action ends"
        dice.explain(text, "TD-REACT-3", *rulings)
    elif tokens > own:
        text = f"no hit: {counted(tokens - own, 'reload marker')} for missing, {tokens} on the firer now"
        dice.explain(text, "TD-REACT-4", "TD-R28")
    else:
        text = f"no hit: by the house rules a gun gets no marker for missing, {tokens} on the firer now"
        dice.explain(text, "TD-REACT-4", "TD-R28")


def _is_fast(s: ReactiveFire) -> bool:
    return s.target is not None and s.target.fast


def _shot(s: ReactiveFire, dice: Dice) -> Shot | ArmourShot | Illegal:
    if s.vehicle is not None:
        return anti_vehicle(AntiVehicle(house=s.house, weapon=s.weapon, vehicle=s.vehicle), dice)
    target = s.target or Target()
    return direct_fire(derived(DirectFire, s, house=s.house, weapon=s.weapon, target=target), dice)


def _name(s: ReactiveFire, reaction: Reaction) -> str:
    if not reaction.stopped:
        return "missed"
    shot = reaction.shot
    return f"stopped-{shot.status if isinstance(shot, Shot) else shot.result}"


REACTIVE_FIRE = TITLES.resolver(
    "reactive-fire",
    ReactiveFire,
    reactive_fire,
    rules=("TD-REACT-2", "TD-REACT-3", "TD-REACT-4", "TD-FIRE-8", "TD-ACT-4"),
    odds=Odds(
        _name,
        order=("missed", *(f"stopped-{result}" for result in (*RESULTS, *AV_RESULTS))),
        rising=True,
        titles={
            f"stopped-{one}": f"stopped, {NO_EFFECT.get(one, one).replace('-', ' ')}" for one in (*RESULTS, *AV_RESULTS)
        },
    ),
)
