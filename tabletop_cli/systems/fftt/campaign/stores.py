"""What a player does with what he has: split and merge armies, buy figures, minefields, a commander in chief."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from ....api import (
    Answer,
    Dice,
    Id,
    Json,
    ListOf,
    Malformed,
    Nullable,
    OneOf,
    Ref,
    Text,
    Whole,
    fact,
    judged_first,
    plays,
)
from ..profiles import UNITS, unit, units_of
from ..tables import number
from . import stories
from .asked import At, armies, first_that, fresh_id, mates, own_armies, own_places, settled, turn_of
from .forces import Figures, Pairs, Units, UnitsKind, faults, fp_of, less, merged, printed_fp, told, within
from .moves import same_band
from .state import Army, Played, Route, State, begun, check_turn, joined, refuse

SHORT_OF_HQ = "FFTT-A6"


def check_legal(state: State, player: str, units: Units, but: frozenset[str] = frozenset()) -> None:
    """Units are an army of a campaign (FFTT-CAMP-6)."""
    now = state.players[player]
    for code, message in faults(now.faction, units, now.replacement).items():
        if code not in but:
            raise refuse("FFTT-CAMP-6", "illegal-army", f"{message} [{code}]")


def check_size(state: State, player: str, units: Units) -> int:
    """The FP of units that are no more than an army may have (FFTT-CAMP-6, FFTT-A9)."""
    fp = fp_of(units, state.players[player].replacement)
    if fp > number("army_most"):
        raise refuse("FFTT-CAMP-6", "army-too-big", f"{fp} FP; {number('army_most')} are the most.")
    return fp


# --- splitting and merging ---


def halves(state: State, name: str) -> Iterator[Units]:
    """Parts of an army, small ones first, that may be armies of their own."""
    units = state.armies[name].units
    singles = [replace(one, count=1) for one in units for _ in range(min(one.count, 2))]
    for n in (1, 2, 3):
        yield from map(merged, combinations(singles, n))


def check_split(state: State, name: str, part: Units) -> None:
    """Both parts are armies (FFTT-CAMP-6)."""
    army = state.armies[name]
    if not within(part, army.units):
        raise refuse("FFTT-CAMP-6", "not-in-army", f"{name} has {told(army.units)}.")
    for units in (part, less(army.units, part)):
        check_legal(state, army.player, units)


def a_half(state: State, name: str) -> Units:
    """The smallest part that may leave an army. Errors: `Refused` where none may."""
    return first_that(halves(state, name), partial(check_split, state, name))


@dataclass(frozen=True, kw_only=True)
class Split:
    army: str = fact(Ref("armies", "army"), ask="Which army is split?", among=own_armies)
    units: Units = fact(
        UnitsKind(),
        ask="Which figures leave {army}?",
        usual=lambda place: UnitsKind().plain(a_half(place.state, place.event.army)),
        rules=("FFTT-CAMP-6",),
    )
    new: str = fact(
        Id(like="ann-2"),
        ask="What is the new army called?",
        usual=lambda place: fresh_id(place.state, turn_of(place) or ""),
    )


def is_new(state: State, event: Split) -> None:
    """Errors: `Malformed` for the id of an army that is there."""
    if event.new in state.armies:
        raise Malformed(f"split.new: there is an army {event.new}", hint="give another id")


@plays("split", Split, rules=("FFTT-CAMP-6", "FFTT-R71"), story=stories.split, meant=is_new)
def split(state: State, event: Split, dice: Dice) -> Played:
    """An army becomes two, each of which is legal."""
    begun(state, "moves")
    army = state.armies[event.army]
    check_turn(state, army.player)
    part = judged_first(lambda: event.units, lambda: a_half(state, event.army))
    check_split(state, event.army, part)
    is_new(state, event)
    dice.explain(f"{event.new} splits off {event.army}: {told(part)}", "FFTT-CAMP-6")
    after = state.put({event.army: replace(army, units=less(army.units, part)), event.new: replace(army, units=part)})
    return after, {"fp": {name: after.fp(name) for name in sorted((event.army, event.new))}}


@dataclass(frozen=True, kw_only=True)
class Merge:
    army: str = fact(Ref("armies", "army"), ask="Which army joins another?", among=own_armies)
    into: str = fact(Ref("armies", "army"), ask="Which one does {army} join?", among=mates)


def into_another(state: State, event: Merge) -> None:
    """Errors: `Malformed` for an army that would join itself."""
    if event.army == event.into:
        raise Malformed(f"merge.into: {event.army} cannot join itself")


@plays("merge", Merge, rules=("FFTT-CAMP-6",), story=stories.joined, meant=into_another)
def merge(state: State, event: Merge, dice: Dice) -> Played:
    """Two armies that stand together become one."""
    begun(state, "moves")
    one = state.armies[event.army]
    check_turn(state, one.player)
    other = state.armies[event.into]
    if other.place != one.place or other.player != one.player:
        raise refuse(
            "FFTT-CAMP-6", "wrong-place", f"{event.into} stands at {other.place}, {event.army} at {one.place}."
        )
    units = merged(one.units, other.units)
    fp = check_size(state, one.player, units)
    dice.explain(f"{event.army} joins {event.into}: {fp} FP", "FFTT-CAMP-6")
    both = replace(other, units=units, moved=one.moved or other.moved, detached=max(one.detached, other.detached))
    return state.put({event.army: None, event.into: both}), {"fp": fp}


# --- buying ---


def where_armies_are(place: At) -> Iterator[Answer]:
    """The armies that stand in the place, and a new one."""
    now, at = place.state, place.event.place
    yield from armies(now, now.here(at, place.event.by))
    new = fresh_id(now, place.event.by)
    yield Answer(new, f"a new army, {new}", "new")


def for_sale(state: State, player: str, name: str) -> Iterator[Units]:
    """The least that may be bought for an army: one figure; for a new one, what an army needs at least."""
    kinds = units_of(state.players[player].faction)
    for n in (1,) if name in state.armies else (1, 2, 3):
        for chosen in combinations(sorted(kinds, key=lambda one: one.fp), n):
            yield merged(Figures(unit=one.id, count=1) for one in chosen)


def check_buy(state: State, player: str, place: str, name: str, units: Units) -> int:
    """The FP of an army with what is bought (FFTT-CAMP-6, FFTT-CAMP-7)."""
    faction = state.players[player].faction
    for one in units:
        if faction not in unit(one.unit).factions:
            raise refuse("FFTT-CAMP-7", "wrong-faction", f"{unit(one.unit).name} is no unit of {faction}.")
    before = state.armies[name].units if name in state.armies else ()
    after = merged(before, units)
    fp = check_size(state, player, after)
    short = SHORT_OF_HQ in faults(faction, before, state.players[player].replacement) if before else False
    check_legal(state, player, after, frozenset((SHORT_OF_HQ,)) if short else frozenset())
    check_saved(state, {place: printed_fp(units)})
    return fp


def check_saved(state: State, pay: Mapping[str, int]) -> None:
    """So much is saved there."""
    for place, fp in pay.items():
        if fp > (saved := state.places[place].saved):
            raise refuse("FFTT-CAMP-7", "not-enough-fp", f"It takes {fp} FP; {saved} are saved at {place}.")


def check_owner(state: State, player: str, named: Mapping[str, int]) -> None:
    """These places are his."""
    for place in named:
        if (owner := state.places[place].owner) != player:
            raise refuse("FFTT-CAMP-7", "not-owner", f"{place} belongs to {owner or 'nobody'}.")


def a_purchase(state: State, player: str, place: str, name: str) -> Units:
    """The least that may be bought for an army. Errors: `Refused` where nothing may."""
    return first_that(for_sale(state, player, name), partial(check_buy, state, player, place, name))


def usual_purchase(place: At) -> Json:
    event = place.event
    return UnitsKind().plain(a_purchase(place.state, event.by, event.place, event.army))


def sale_words(place: At) -> str:
    """``Which figures, for 4 FP at most?``."""
    return f"Which figures, for {place.state.places[place.event.place].saved} FP at most?"


@dataclass(frozen=True, kw_only=True)
class Buy:
    by: str = fact(Ref("players"), known=turn_of)
    place: str = fact(Ref("places"), ask="Where are figures bought?", among=own_places)
    army: str = fact(Id(like="ann-2"), ask="For which army?", among=where_armies_are)
    units: Units = fact(UnitsKind(1), ask=sale_words, usual=usual_purchase, rules=("FFTT-CAMP-6", "FFTT-CAMP-7"))


def recruits(state: State, event: Buy) -> None:
    """Nobody buys experience, or a commander in chief. Errors: `Malformed`."""
    if any(one.xp or one.commander for one in event.units):
        raise Malformed("buy.units: figures that are bought have no experience and lead nobody")


@plays("buy", Buy, rules=("FFTT-CAMP-6", "FFTT-CAMP-7"), story=stories.bought, meant=recruits)
def buy(state: State, event: Buy, dice: Dice) -> Played:
    """Figures for an army, or a new one, from what is saved where it stands."""
    begun(state, "moves")
    check_turn(state, event.by)
    place, name = event.place, event.army
    check_owner(state, event.by, {place: 0})
    army = state.armies.get(name, Army(event.by, place, ()))
    if army.place != place or army.player != event.by:
        raise refuse("FFTT-CAMP-6", "wrong-place", f"{name} stands at {army.place}.")
    units = judged_first(lambda: event.units, lambda: a_purchase(state, event.by, place, name))
    recruits(state, event)
    fp = check_buy(state, event.by, place, name, units)
    saved = state.places[place].saved - printed_fp(units)
    dice.explain(f"{name} gets {told(units)} for {printed_fp(units)} FP", "FFTT-CAMP-7")
    after = state.put({name: replace(army, units=merged(army.units, units))}).saved(place, saved)
    return after, {"saved": saved, "fp": fp}


# --- minefields ---


def routes(place: At) -> Iterator[Answer]:
    """All routes of the map."""
    for one in place.state.routes:
        mines = f"minefield of {one.minefield}" if one.minefield else ""
        yield Answer(list(one.between), " - ".join(one.between), "-".join(one.between), mines)


def payments(place: At) -> Iterator[Answer]:
    """Ways to pay for a minefield: as much as possible from each place in turn, the richest next."""
    now, price = place.state, number("minefield")
    own = sorted(now.owned(place.event.by), key=lambda one: -now.places[one].saved)
    for first in own:
        pay, due = dict[str, int](), price
        for one in (first, *(other for other in own if other != first)):
            part = min(due, now.places[one].saved)
            pay |= {one: part} if part else {}
            due -= part
        if not due and next(iter(pay)) == first:
            yield Answer(pay, ", ".join(f"{fp} from {one}" for one, fp in pay.items()))


@dataclass(frozen=True, kw_only=True)
class Minefield:
    by: str = fact(Ref("players"), known=turn_of)
    between: tuple[str, ...] = fact(
        ListOf(Ref("places"), 2, 2, distinct=True),
        ask="On which route?",
        among=routes,
        whole=True,
        rules=("FFTT-CAMP-9",),
    )
    pay: Mapping[str, int] = fact(
        Pairs(Whole(), names=Ref("places")),
        ask="From which savings?",
        among=payments,
        rules=("FFTT-CAMP-9", "FFTT-R68"),
        help="FP by place, 10 in all",
    )


def costs_ten(state: State, event: Minefield) -> None:
    """Errors: `Malformed` for a payment of another sum."""
    if (paid := sum(event.pay.values())) != number("minefield"):
        raise Malformed(f"pay: {paid} FP in all", hint=f"a minefield costs {number('minefield')}")


def paid(state: State, event: Minefield, route: Route) -> Played:
    """A route as it is now, and its price paid."""
    pay = judged_first(lambda: event.pay, lambda: check_rich(state, event.by))
    check_owner(state, event.by, pay)
    check_saved(state, pay)
    now = replace(state, routes=tuple(route if one.between == route.between else one for one in state.routes))
    for place, fp in pay.items():
        now = now.saved(place, now.places[place].saved - fp)
    return now, {"saved": {place: now.places[place].saved for place in sorted(pay)}}


def check_rich(state: State, player: str) -> None:
    """All places of a player together have saved what a minefield costs."""
    saved = sum(state.places[place].saved for place in state.owned(player))
    if saved < number("minefield"):
        raise refuse("FFTT-CAMP-7", "not-enough-fp", f"It takes {number('minefield')} FP; {saved} are saved.")


@plays("minefield", Minefield, rules=("FFTT-CAMP-9", "FFTT-R68"), story=stories.mined, meant=costs_ten)
def minefield(state: State, event: Minefield, dice: Dice) -> Played:
    """A minefield, or plague bio-sphere, on a route between two own places."""
    begun(state, "moves")
    check_turn(state, event.by)
    route = joined(state, *event.between)
    if any(state.places[end].owner != event.by for end in route.between):
        raise refuse("FFTT-CAMP-9", "not-own-route")
    if route.minefield:
        raise refuse("FFTT-CAMP-9", "minefield-exists", f"{route.minefield} has laid one there.")
    dice.explain(f"a minefield lies between {' and '.join(route.between)}", "FFTT-CAMP-9")
    return paid(state, event, replace(route, minefield=event.by))


@plays("clear-minefield", Minefield, rules=("FFTT-CAMP-9", "FFTT-R68"), story=stories.cleared, meant=costs_ten)
def clear_minefield(state: State, event: Minefield, dice: Dice) -> Played:
    """An opponent who lives near takes a minefield away."""
    begun(state, "moves")
    check_turn(state, event.by)
    route = joined(state, *event.between)
    if not route.minefield:
        raise refuse("FFTT-CAMP-9", "no-minefield")
    near = {*route.between, *(one for end in route.between for one in state.neighbours(end))}
    friend = route.minefield == event.by or same_band(state, event.by, route.minefield)
    if friend or not any(state.places[one].owner == event.by for one in near):
        raise refuse("FFTT-CAMP-9", "not-a-neighbour", f"It is a minefield of {route.minefield}.")
    dice.explain(f"the minefield between {' and '.join(route.between)} is gone", "FFTT-CAMP-9")
    return paid(state, event, replace(route, minefield=None))


# --- the commander in chief ---


def candidates(place: At) -> Iterator[Answer]:
    """The units that may lead: of the army at first, later those of the faction."""
    now, army = place.state, place.state.armies[place.event.army]
    player = now.players[army.player]
    first = player.killed_week is None
    names = {one.unit for one in army.units} if first else {one.id for one in units_of(player.faction)}
    for name in UNITS:
        if name in names:
            yield Answer(name, unit(name).name, detail="" if first else f"{unit(name).fp} FP")


@dataclass(frozen=True, kw_only=True)
class Commander:
    by: str = fact(Ref("players"), known=turn_of)
    army: str = fact(Ref("armies", "army"), ask="In which army is the commander in chief?", among=own_armies)
    unit: str = fact(OneOf(UNITS), ask="Which unit?", among=candidates, rules=("FFTT-CAMP-11", "FFTT-GEN-1"))
    name: str | None = fact(Nullable(Text()), None, help="what the commander is called")


@plays("commander", Commander, rules=("FFTT-CAMP-11", "FFTT-GEN-1", "FFTT-R60"), story=stories.appointed)
def commander(state: State, event: Commander, dice: Dice) -> Played:
    """A first commander in chief of an army's own figures, or a new one that is bought; and the throw for ability."""
    begun(state, "moves")
    check_turn(state, event.by)
    player, army = state.players[event.by], state.armies[event.army]
    if (there := state.commanded(event.by)) is not None:
        raise refuse("FFTT-CAMP-11", "has-commander", f"The commander in chief of {event.by} is with {there}.")
    later = player.killed_week is not None
    figure = Figures(unit=event.unit, count=1) if later else most_experienced(army.units, event.unit)
    if figure is None:
        raise refuse("FFTT-CAMP-11", "not-eligible", f"{event.army} has no {unit(event.unit).name}.")
    terms = settled(state, dice, "commander", unit=event.unit, replacement=later, killed_week=player.killed_week)
    if state.week < terms.from_week:
        text = f"It is week {state.week}; a new one comes from week {terms.from_week} on."
        raise refuse("FFTT-CAMP-11", "too-early", text, from_week=terms.from_week)
    if army.player != event.by:
        raise refuse("FFTT-CAMP-7", "not-owner", f"{event.army} is an army of {army.player}.")
    leader = replace(figure, commander=True)
    units = merged(army.units if later else less(army.units, (figure,)), (leader,))
    after = state.put_player(event.by, replacement=later, killed_week=None, name=event.name or "")
    if later:
        if player.faction not in unit(event.unit).factions:
            raise refuse("FFTT-CAMP-7", "wrong-faction", f"{unit(event.unit).name} is no unit of {player.faction}.")
        check_size(after, event.by, units)
        check_saved(state, {army.place: terms.cost})
        after = after.saved(army.place, state.places[army.place].saved - terms.cost)
    ability = settled(state, dice, "general-ability").ability
    after = after.put({event.army: replace(army, units=units)}).put_player(event.by, ability=ability)
    return after, {"cost": terms.cost, "ability": ability, "fp": after.fp(event.army)}


def most_experienced(units: Units, name: str) -> Figures | None:
    """The figure of a unit with the most experience, alone."""
    found = [one for one in units if one.unit == name]
    return replace(max(found, key=lambda one: one.xp), count=1) if found else None
