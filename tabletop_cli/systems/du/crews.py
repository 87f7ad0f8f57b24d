"""Crew experts trade actions of their cards for others while aboard (DU-CREW-1, DU-CREW-2, DU-CREW-3)."""

from __future__ import annotations

from ...api import (
    Dice,
    Finding,
    ListOf,
    Malformed,
    OneOf,
    Record,
    ShapedMapping,
    Situation,
    Text,
    Whole,
    YesNo,
    dataclass,
    fact,
    refuse,
)
from .pieces import ID
from .profiles import EXPERTS, NORTH_AFRICA, expert_rows
from .texts import TITLES

EXPERT = OneOf(EXPERTS)
SUPPORTED = ("drive", "attack", "antitank", "suppress")  # what a vehicle may support
WANTED = OneOf((*SUPPORTED, "repair"))


@dataclass(frozen=True, kw_only=True)
class Vehicle:
    """What a vehicle supports."""

    supports: tuple[str, ...] = fact(ListOf(OneOf(SUPPORTED)), (), ask="Which expert actions does the vehicle support?")
    light: bool = fact(YesNo(), False, ask="Is it a light vehicle?")


@dataclass(frozen=True, kw_only=True)
class CrewAction(Situation):
    """An expert trades an action of his card for an expert action."""

    expert: str = fact(EXPERT, ask="Which expert is it?")
    initiative: int | None = fact(Whole(), None, ask="What is the initiative of the expert?", rules=("DU-CREW-2",))
    card_actions: tuple[str, ...] = fact(ListOf(ID), ask="Which actions does the card have?")
    using: str = fact(ID, ask="Which action of the card does the expert trade?")
    want: str = fact(WANTED, ask="For which expert action?")
    crewing: bool = fact(YesNo(), True, ask="Is the expert aboard a vehicle?")
    vehicle: Vehicle = fact(Record(Vehicle), Vehicle())
    theatre: str = fact(Text(), "", ask="Which theatre is it (only north-africa changes a rule)?")

    def __post_init__(self) -> None:
        """Errors: `Malformed` for a driver or gunner without initiative."""
        if self.expert in ("driver", "gunner") and self.initiative is None:
            raise Malformed("situation: initiative is missing", hint=f"give that of the {self.expert}")


@dataclass(frozen=True)
class Traded:
    action: str
    value: int | None


def find_trade(expert: str, using: str, want: str) -> ShapedMapping:
    """Return the trade of an expert. Errors: `Refused` if it has none such (DU-CREW-2)."""
    trades = expert_rows()[expert].trades
    for one in trades:
        if (one["using"], one["want"]) == (using, want):
            return one
    can = " or ".join(f"{one['using']} for {one['want']}" for one in trades)
    text = f"A {expert} trades {can}, not {using} for {want}."
    raise refuse("DU-CREW-2", "not-expert", text, "DU-CREW-1")


def check_crewing(s: CrewAction) -> None:
    """Check that an expert has the action on his card, and is aboard (DU-CREW-2, DU-R59)."""
    repairs = s.want == "repair" and ("DU-R59", "DU-REPAIR-2")
    free = s.want == "repair" and s.house["crewman_repair"] == "always"
    if not free and s.using not in s.card_actions:
        text = f"The card has {', '.join(s.card_actions) or 'no action'}; it needs {s.using} to trade."
        raise refuse("DU-CREW-2", "card-lacks-action", text, repairs)
    if not s.crewing:
        raise refuse("DU-CREW-2", "not-crewing", "", "DU-CREW-1", repairs)


def find_vehicle_support(want: str, vehicle: Vehicle, theatre: str) -> Finding[None]:
    """Return why a vehicle supports an expert action. Errors: `Refused` if it does not (DU-CREW-3, DU-R28, DU-R31)."""
    if want == "repair":
        return Finding(None, "a repair needs no support", "DU-CREW-3")
    if theatre != NORTH_AFRICA:
        return Finding(None, "outside North Africa the vehicle need not support the action", "DU-CREW-3", "DU-R31")
    if want == "antitank" and vehicle.light:
        text = "A light vehicle does not support antitank."
        raise refuse("DU-CREW-3", "vehicle-does-not-support", text, "DU-CREW-2", "DU-R30")
    if want not in vehicle.supports:
        text = f"The vehicle supports {', '.join(vehicle.supports) or 'no expert action'}, not {want}."
        raise refuse("DU-CREW-3", "vehicle-does-not-support", text, "DU-CREW-2", "DU-R28")
    return Finding(None, f"the vehicle supports {want}, from any seat", "DU-CREW-3", "DU-R28")


def crew_action(s: CrewAction, dice: Dice) -> Traded:
    """What does an expert do for an action of his card? (DU-CREW-1, DU-CREW-2, DU-CREW-3)"""
    found = find_trade(s.expert, s.using, s.want).get("value")
    check_crewing(s)
    support = find_vehicle_support(s.want, s.vehicle, s.theatre)
    value = s.initiative if found == "initiative" else found
    words = f"a {s.expert} trades {s.using} for {s.want}{'' if value is None else f' {value}'}"
    further = {"repair": ("DU-REPAIR-2", "DU-R59"), "antitank": ("DU-R30",)}.get(s.want, ())
    own = {"gunner": ("DU-R29",), "crewman": ("DU-R56",)}.get(s.expert, ())
    dice.explain(words, "DU-CREW-1", "DU-CREW-2", *further, *own)
    dice.report(support)
    return Traded(s.want, value)


CREW_ACTION = TITLES.make_resolver("crew-action", CrewAction, crew_action)
