"""The state of a campaign: players, places, routes, armies, the march that costs losses and the attack under way.

All numbers are FP, weeks count from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ....api import (
    House,
    Id,
    ListOf,
    Nullable,
    OneOf,
    ShapedObject,
    Text,
    Whole,
    YesNo,
    dataclass,
    fact,
    plain_data,
    refuse,
)
from ..profiles import ABILITIES
from ..tables import rule_number
from ..units import FACTION, Faction, Unit
from .forces import Units, UnitsKind, commander_of, fp_of, units_data, without_units

NAME = Id(like="alma")


@dataclass(frozen=True)
class Player:
    """A player and his commander in chief; facts, here and below, are what a set-up says of them."""

    id: str = fact(NAME)
    faction: Faction = fact(FACTION, ask="Which faction?")
    band: str | None = fact(Nullable(Text()), None, help="players of one band attack only others")
    vp: int = fact(Whole(), 0, help="victory points so far")
    killed_week: int | None = fact(
        Nullable(Whole(1)), None, help="the week in which the last commander in chief was lost"
    )
    ability: str | None = fact(Nullable(OneOf(ABILITIES)), None, help="of the commander in chief")
    replacement: bool = fact(YesNo(), False, help="the commander in chief replaces one that was lost")
    fought: bool = False
    name: str = ""  # of the commander


@dataclass(frozen=True)
class City:
    """A place on the map and its owner."""

    owner: str | None = fact(Nullable(Text()), None)
    saved: int = fact(Whole(), 0, help="FP that are saved there")


@dataclass(frozen=True)
class Route:
    """A route between two places, in a state in alphabetical order."""

    between: tuple[str, ...] = fact(ListOf(Text(), 2, 2, distinct=True))
    hazard: bool = fact(YesNo(), False)
    minefield: str | None = fact(Nullable(Text()), None, help="the player who laid one")


@dataclass(frozen=True)
class Army:
    """An army; `detached` are the FP that it has sent to battles this week."""

    player: str = fact(Text())
    place: str = fact(Text(), help="a place of that player")
    units: Units = fact(UnitsKind())
    moved: bool = False
    detached: int = 0


@dataclass(frozen=True)
class March:
    """A move that has cost an army so many FP, which its owner has not removed yet (FFTT-CAMP-3)."""

    army: str
    path: tuple[str, ...]
    lost: int


@dataclass(frozen=True)
class Detachment:
    """Figures of an army that came to a battle, for a main player or for none (FFTT-CAMP-8)."""

    units: Units
    helps: str | None


@dataclass(frozen=True)
class Attack:
    """An army that waits outside a defended place; `fights` once the defender has said so (FFTT-CAMP-4)."""

    army: str
    place: str
    defender: str
    fights: bool = False
    detachments: Mapping[str, Detachment] | None = None

    @property
    def sent(self) -> Mapping[str, Detachment]:
        return self.detachments or {}


@dataclass(frozen=True)
class State:
    """Everything about a campaign. `clockwise` are the players as they sit, `order` this week's order."""

    house: House
    clockwise: tuple[str, ...]
    players: Mapping[str, Player]
    places: Mapping[str, City]
    routes: tuple[Route, ...]
    armies: Mapping[str, Army]
    week: int = 1
    months: int | None = None
    order: tuple[str, ...] = ()
    at: int = 0  # who of them is moving
    march: March | None = None
    attack: Attack | None = None
    winners: tuple[str, ...] | None = None

    @property
    def step(self) -> str:
        """What is expected now: order, moves, respond, battle, week-end, over."""
        if self.winners is not None:
            return "over"
        if self.attack:
            return "battle" if self.attack.fights else "respond"
        return "order" if not self.order else "moves" if self.at < len(self.order) else "week-end"

    @property
    def player(self) -> str | None:
        """Whose turn it is."""
        return self.order[self.at] if self.winners is None and self.at < len(self.order) else None

    @property
    def month(self) -> int:
        return (self.week - 1) // rule_number("weeks") + 1

    @property
    def attacked(self) -> Attack:
        """The attack under way, once it has been judged that there is one."""
        assert self.attack is not None
        return self.attack

    @property
    def main_players(self) -> tuple[str, ...]:
        """The attacker and the defender of the attack under way; nobody without one."""
        return (self.armies[self.attack.army].player, self.attack.defender) if self.attack else ()

    # --- the map ---

    def find_route(self, one: str, other: str) -> Route | None:
        pair = tuple(sorted((one, other)))
        return next((route for route in self.routes if route.between == pair), None)

    def neighbours_of(self, place: str) -> Iterator[str]:
        """The places that a route joins to a place."""
        for route in self.routes:
            if place in route.between:
                yield route.between[1] if route.between[0] == place else route.between[0]

    def places_of(self, player: str) -> list[str]:
        return sorted(name for name, place in self.places.items() if place.owner == player)

    def savings_of(self, player: str) -> int:
        """The FP that a player has saved in all his places."""
        return sum(self.places[name].saved for name in self.places_of(player))

    def retreats_from(self, player: str, place: str) -> list[str]:
        """A player's places that one route joins to a place that is left (FFTT-R66)."""
        return sorted(one for one in self.neighbours_of(place) if self.places[one].owner == player)

    # --- armies ---

    def armies_at(self, place: str, player: str | None = None) -> list[str]:
        """The armies that stand in a place, of a player or of all."""
        return sorted(name for name, one in self.armies.items() if one.place == place and player in (None, one.player))

    def army_fp(self, army: str) -> int:
        one = self.armies[army]
        return fp_of(one.units, self.players[one.player].replacement)

    def place_fp(self, place: str) -> int:
        """What counts for the 20 FP of a place (FFTT-CAMP-6, FFTT-R58)."""
        saved = self.places[place].saved if self.house["city-cap-counts"] == "units-and-savings" else 0
        return saved + sum(map(self.army_fp, self.armies_at(place)))

    def commander_army(self, player: str) -> str | None:
        """The army in which a player's commander in chief is."""
        own = (name for name, one in sorted(self.armies.items()) if one.player == player)
        return next((name for name in own if commander_of(self.armies[name].units)), None)

    def is_hq(self, one: Unit) -> bool:
        """Whether a unit is what an army needs to attack and loses in a retreat (FFTT-CAMP-5, FFTT-R59)."""
        return one.headquarters or (one.breeds and bool(self.house["queen-is-hq"] == "yes"))

    def attacks_freely(self, player: str) -> bool:
        """Whether the armies of a player need no HQ to attack (FFTT-CAMP-5, FFTT-R59)."""
        base = self.players[player].faction.base_unit
        return base is None or not self.is_hq(base)

    def can_attack(self, army: str) -> bool:
        """Whether an army has the HQ that it needs, if it needs one (FFTT-CAMP-5, FFTT-R59)."""
        one = self.armies[army]
        return self.attacks_freely(one.player) or any(self.is_hq(figures.unit) for figures in one.units)

    def without_hqs(self, units: Units) -> tuple[Units, int]:
        """Units without their HQs, and how many these were."""
        gone = tuple(one for one in units if self.is_hq(one.unit))
        return without_units(units, gone), sum(one.count for one in gone)

    # --- the next state ---

    def with_armies(self, armies: Mapping[str, Army | None]) -> State:
        """With these armies as they are now; one without figures, or None, is no more."""
        now = {**self.armies, **armies}
        return replace(self, armies={name: one for name, one in now.items() if one is not None and one.units})

    def with_player(self, player: str, **now: Any) -> State:
        return replace(self, players={**self.players, player: replace(self.players[player], **now)})

    def with_savings(self, place: str, fp: int) -> State:
        return replace(self, places={**self.places, place: replace(self.places[place], saved=fp)})


Played = tuple[State, ShapedObject]


def check_step(state: State, step: str, *, losses: bool = False) -> None:
    """What comes first of all: the campaign goes on, losses are removed, and it is that step."""
    if state.winners is not None:
        raise refuse("FFTT-CAMP-10", "game-over", "", "FFTT-R56")
    if state.march and not losses:
        due = f"{state.march.army} still has to remove {state.march.lost} FP."
        raise refuse("FFTT-CAMP-3", "losses-due", due, army=state.march.army, lost=state.march.lost)
    if state.step != step or (losses and not state.march):
        raise refuse("FFTT-CAMP-2", "wrong-step", "", "FFTT-R71")


def check_turn(state: State, who: str) -> None:
    """It is this player's turn."""
    if who != state.player:
        raise refuse("FFTT-CAMP-2", "not-your-turn", f"It is the turn of {state.player}.", "FFTT-R71")


def route_between(state: State, one: str, other: str) -> Route:
    """The route between two places. Errors: `Refused` where there is none."""
    if (route := state.find_route(one, other)) is None:
        raise refuse("FFTT-CAMP-2", "no-route", f"No route joins {one} and {other}.")
    return route


def view(state: State) -> ShapedObject:
    """The whole state for machines."""
    return {
        "week": state.week,
        "month": state.month,
        "step": state.step,
        "player": state.player,
        "players": {name: _player_data(state, one) for name, one in state.players.items()},
        "places": {name: {**vars(one), "fp": state.place_fp(name)} for name, one in state.places.items()},
        "routes": [plain_data(one) for one in state.routes],
        "armies": {
            name: {**vars(one), "units": units_data(one.units), "fp": state.army_fp(name)}
            for name, one in state.armies.items()
        },
        "over": None if state.winners is None else {"winners": list(state.winners)},
    }


def _player_data(state: State, one: Player) -> ShapedObject:
    found = {"cities": len(state.places_of(one.id)), "commander": state.commander_army(one.id)}
    return found | {key: getattr(one, key) for key in ("vp", "fought", "ability", "killed_week")}
