"""From a map, its players and their armies to the first week, or to the week in which a campaign is taken up again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from ....api import (
    House,
    Json,
    JsonMapping,
    ListOf,
    Malformed,
    MapOf,
    Nullable,
    Raw,
    Record,
    Seat,
    System,
    Whole,
    dataclass,
    did_you_mean,
    fact,
    read_record,
)
from ..tables import rule_number
from .forces import broken_constraints, merge_units
from .state import NAME, Army, City, Player, Route, State


@dataclass(frozen=True, kw_only=True)
class Setup:
    """A campaign: who plays, the map, and the armies that stand on it."""

    players: tuple[Player, ...] = fact(ListOf(Record(Player), 2, 12, distinct=True), help="clockwise")
    places: Mapping[str, City] = fact(MapOf(Record(City), names=NAME))
    routes: tuple[Route, ...] = fact(ListOf(Record(Route)))
    armies: Mapping[str, Army] = fact(MapOf(Record(Army), names=NAME))
    week: int = fact(Whole(1), 1)
    months: int | None = fact(Nullable(Whole(1)), None, help="how many are played; without it there is no end")
    house: JsonMapping = fact(Raw(), {}, help="house rules of this campaign")


def campaign_seats(setup: JsonMapping) -> tuple[Seat, ...]:
    """The players; armies are part of the set-up."""
    listed = setup.get("players")
    names = [one.get("id") for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    return tuple(Seat(str(name)) for name in names)


def begin_campaign(raw: Json, system: System) -> State:
    """The first state. Errors: `Malformed` with code ``bad-setup``."""
    try:
        setup = read_record(Setup, raw, "setup")
        return check_state(_make_state(setup, system.read_house(setup.house, "setup.house")))
    except Malformed as wrong:
        wrong.code = "bad-setup"
        raise


def _make_state(setup: Setup, house: House) -> State:
    routes = [replace(one, between=tuple(sorted(one.between))) for one in setup.routes]
    return State(
        house=house,
        clockwise=tuple(one.id for one in setup.players),
        players={one.id: one for one in setup.players},
        places=setup.places,
        routes=tuple(sorted(routes, key=lambda route: route.between)),
        armies=setup.armies,
        week=setup.week,
        months=setup.months,
    )


def _check_known(name: str | None, table: Mapping[str, object], where: str, noun: str) -> None:
    if name is not None and name not in table:
        raise Malformed(f"{where}: no {noun} {name}", hint=did_you_mean(name, list(table)), where=where)


def check_state(state: State) -> State:
    """The same state, if such a campaign can be. Errors: `Malformed`, with the place or army concerned."""
    for name, place in state.places.items():
        _check_known(place.owner, state.players, f"setup.places.{name}.owner", "player")
    for pair, times in Counter(route.between for route in state.routes).items():
        for end in pair:
            _check_known(end, state.places, f"setup.routes: {pair[0]} - {pair[1]}", "place")
        if times > 1:
            raise Malformed(f"setup.routes: {times} routes join {pair[0]} and {pair[1]}", hint="one is enough")
    for route in state.routes:
        _check_known(route.minefield, state.players, f"setup.routes: {' - '.join(route.between)}: minefield", "player")
    for name, army in state.armies.items():
        _check_army(state, name, army)
    for name in state.players:
        _check_commander(state, name)
    if state.months is not None and state.week > state.months * rule_number("weeks"):
        raise Malformed(f"setup.week: week {state.week} is after {state.months} months")
    if state.week == 1:
        _check_start(state)
    return state


def _check_army(state: State, name: str, army: Army) -> None:
    where = f"setup.armies.{name}"
    _check_known(army.player, state.players, f"{where}.player", "player")
    _check_known(army.place, state.places, f"{where}.place", "place")
    if state.places[army.place].owner != army.player:
        owner = state.places[army.place].owner or "nobody"
        raise Malformed(f"{where}: {army.place} belongs to {owner}, not to {army.player}", where=where)
    player = state.players[army.player]
    for code, message in broken_constraints(
        player.faction, army.units, player.replacement, state.house.catalogue
    ).items():
        raise Malformed(f"{where}: {code}: {message}", where=where)


def _check_commander(state: State, player: str) -> None:
    """One commander in chief at most, and no HQ (FFTT-CAMP-11)."""
    where = f"setup.players.{player}"
    own = merge_units(*(army.units for army in state.armies.values() if army.player == player))
    leads = [one for one in own if one.commander]
    if (many := sum(one.count for one in leads)) > 1:
        raise Malformed(f"{where}: {many} commanders in chief; one is the most", where=where)
    if any(one.unit.headquarters for one in leads):
        raise Malformed(f"{where}: an HQ is no commander in chief", where=where)
    killed = state.players[player].killed_week
    if killed is not None and killed > state.week:
        raise Malformed(f"{where}.killed_week: week {killed} is still to come, it is week {state.week}", where=where)


def _check_start(state: State) -> None:
    """Three places each, and none free but the central one (FFTT-CAMP-1)."""
    each = rule_number("places_each")
    for player in state.players:
        if len(own := state.places_of(player)) != each:
            owns = f"{player} owns {', '.join(own) or 'no place'}"
            raise Malformed(f"setup.places: {owns}; in week 1 everybody has {each} (FFTT-CAMP-1)")
    if len(free := sorted(name for name, place in state.places.items() if place.owner is None)) > 1:
        raise Malformed(f"setup.places: {', '.join(free)} are free; in week 1 only the central one is (FFTT-CAMP-1)")
