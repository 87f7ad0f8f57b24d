"""Crew experts trade actions of their cards for others while aboard (DU-CREW-1, DU-CREW-2, DU-CREW-3)."""

from __future__ import annotations

from ...api import (
    Dice,
    House,
    Illegal,
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
)
from .pieces import ID
from .profiles import EXPERTS, NORTH_AFRICA, experts
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
    initiative: int | None = fact(Whole(), None, ask="What is his initiative?", rules=("DU-CREW-2",))
    card_actions: tuple[str, ...] = fact(ListOf(ID), ask="Which actions does his card have?")
    using: str = fact(ID, ask="Which action of his card does he give?")
    want: str = fact(WANTED, ask="Which expert action does he want?")
    crewing: bool = fact(YesNo(), True, ask="Is he aboard a vehicle?")
    vehicle: Vehicle = fact(Record(Vehicle), Vehicle())
    theatre: str = fact(Text(), "", ask="In which theatre is it? Only north-africa changes a rule.")

    def __post_init__(self) -> None:
        """Errors: `Malformed` for a driver or gunner without initiative."""
        if self.expert in ("driver", "gunner") and self.initiative is None:
            raise Malformed("situation: initiative is missing", hint=f"give that of the {self.expert}")


@dataclass(frozen=True)
class Traded:
    action: str
    value: int | None


def trade(expert: str | None, using: str, want: str) -> ShapedMapping | None:
    """The trade of an expert, None where he has none such."""
    known = experts().get(expert or "")
    trades = known.trades if known else ()
    return next((one for one in trades if (one["using"], one["want"]) == (using, want)), None)


def crew_ban(s: CrewAction, house: House) -> Illegal | None:
    """What forbids an expert to trade an action, the first that applies (DU-CREW-2, DU-CREW-3, DU-R59)."""
    if trade(s.expert, s.using, s.want) is None:
        can = " or ".join(f"{one['using']} for {one['want']}" for one in experts()[s.expert].trades)
        text = f"A {s.expert} trades {can}, not {s.using} for {s.want}."
        return Illegal("not-expert", "DU-CREW-2", text=text, also=("DU-CREW-1",))
    repairs = ("DU-R59", "DU-REPAIR-2") if s.want == "repair" else ()
    free = s.want == "repair" and house["crewman_repair"] == "always"
    if not free and s.using not in s.card_actions:
        text = f"His card has {', '.join(s.card_actions) or 'no action'}, and no {s.using} to trade."
        return Illegal("card-lacks-action", "DU-CREW-2", text=text, also=repairs)
    if not s.crewing:
        return Illegal("not-crewing", "DU-CREW-2", also=("DU-CREW-1", *repairs))
    return support_ban(s.want, s.vehicle, s.theatre)


def support_ban(want: str, vehicle: Vehicle, theatre: str) -> Illegal | None:
    """What a vehicle does not support in North Africa (DU-CREW-3, DU-R28, DU-R31)."""
    if theatre != NORTH_AFRICA or want == "repair":
        return None
    if want == "antitank" and vehicle.light:
        text = "A light vehicle has no antitank."
        return Illegal("vehicle-does-not-support", "DU-CREW-3", text=text, also=("DU-CREW-2", "DU-R30"))
    if want not in vehicle.supports:
        text = f"The vehicle supports {', '.join(vehicle.supports) or 'no expert action'}, and not {want}."
        return Illegal("vehicle-does-not-support", "DU-CREW-3", text=text, also=("DU-CREW-2", "DU-R28"))
    return None


def crew_action(s: CrewAction, dice: Dice) -> Traded | Illegal:
    """What does an expert do for an action of his card? (DU-CREW-1, DU-CREW-2, DU-CREW-3)"""
    if ban := crew_ban(s, s.house):
        return ban
    found = (trade(s.expert, s.using, s.want) or {}).get("value")
    value = s.initiative if found == "initiative" else found
    words = f"a {s.expert} trades {s.using} for {s.want}{'' if value is None else f' {value}'}"
    further = {"repair": ("DU-REPAIR-2", "DU-R59"), "antitank": ("DU-R30",)}.get(s.want, ())
    own = {"gunner": ("DU-R29",), "crewman": ("DU-R56",)}.get(s.expert, ())
    dice.explain(words, "DU-CREW-1", "DU-CREW-2", *further, *own)
    if s.want == "repair":
        dice.explain("a repair needs no support", "DU-CREW-3")
    elif s.theatre == NORTH_AFRICA:
        dice.explain(f"the vehicle supports {s.want}, from any seat", "DU-CREW-3", "DU-R28")
    else:
        dice.explain("outside North Africa nothing is asked of the vehicle", "DU-CREW-3", "DU-R31")
    return Traded(s.want, value)


CREW_ACTION = TITLES.resolver("crew-action", CrewAction, crew_action)
