"""What a player builds and names: minefields on routes, and a commander in chief."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ....api import (
    Answer,
    Dice,
    ListOf,
    Malformed,
    Nullable,
    Ref,
    Text,
    Whole,
    dataclass,
    fact,
    plays,
    read_or_judge,
    refuse,
)
from .. import campaigning
from ..general import GENERAL_ABILITY, GeneralAbility
from ..tables import rule_number
from ..units import UNIT, UNITS, Unit, units_of
from .forces import Figures, Pairs, Units, merge_units, without_units
from .moves import same_band
from .questions import At, OfPlayer, own_armies
from .state import Played, Route, State, check_step, check_turn, route_between
from .stores import check_owner, check_saved, check_size
from .stories import clear_minefield_story, commander_story, minefield_story


def all_routes(place: At) -> Iterator[Answer]:
    """All routes of the map."""
    for one in place.state.routes:
        mines = f"minefield of {one.minefield}" if one.minefield else ""
        yield Answer(list(one.between), " - ".join(one.between), "-".join(one.between), mines)


def possible_payments(place: At) -> Iterator[Answer]:
    """Ways to pay for a minefield: as much as possible from each place in turn, the richest next."""
    now, price = place.state, rule_number("minefield")
    own = sorted(now.places_of(place.event.by), key=lambda one: -now.places[one].saved)
    for first in own:
        pay, due = dict[str, int](), price
        for one in (first, *(other for other in own if other != first)):
            part = min(due, now.places[one].saved)
            pay |= {one: part} if part else {}
            due -= part
        if not due and next(iter(pay)) == first:
            yield Answer(pay, ", ".join(f"{fp} from {one}" for one, fp in pay.items()))


@dataclass(frozen=True, kw_only=True)
class Minefield(OfPlayer):
    between: tuple[str, ...] = fact(
        ListOf(Ref("places"), 2, 2, distinct=True),
        ask="On which route?",
        among=all_routes,
        whole=True,
        rules=("FFTT-CAMP-9",),
    )
    pay: Mapping[str, int] = fact(
        Pairs(Whole(), names=Ref("places")),
        ask="From which savings?",
        among=possible_payments,
        rules=("FFTT-CAMP-9", "FFTT-R68"),
        help="FP by place, 10 in all",
    )


def minefield_route(state: State, event: Minefield) -> Route:
    """The route, if its player may build now, and there is one."""
    check_step(state, "moves")
    check_turn(state, event.by)
    return route_between(state, *event.between)


def check_payment_sum(state: State, event: Minefield) -> None:
    """Errors: `Malformed` for a payment of another sum."""
    if (paid := sum(event.pay.values())) != rule_number("minefield"):
        raise Malformed(f"pay: {paid} FP in all", hint=f"a minefield costs {rule_number('minefield')}")


def pay_minefield(state: State, event: Minefield, route: Route, dice: Dice) -> Played:
    """A route as it is now, and its price paid."""
    pay = read_or_judge(lambda: event.pay, lambda: check_rich(state, event.by))
    parts = ", ".join(f"{fp} from {place}" for place, fp in sorted(pay.items()))
    dice.explain(f"it costs {rule_number('minefield')} FP: {parts}", "FFTT-CAMP-9", "FFTT-R68", tell="now")
    check_owner(state, event.by, pay)
    check_saved(state, pay)
    now = replace(state, routes=tuple(route if one.between == route.between else one for one in state.routes))
    for place, fp in pay.items():
        now = now.with_savings(place, now.places[place].saved - fp)
    return now, {"saved": {place: now.places[place].saved for place in sorted(pay)}}


def check_rich(state: State, player: str) -> None:
    """All places of a player together have saved what a minefield costs."""
    if (saved := state.savings_of(player)) < (price := rule_number("minefield")):
        raise refuse("FFTT-CAMP-7", "not-enough-fp", f"It takes {price} FP; {saved} are saved.", "FFTT-R68")


@plays("minefield", Minefield, rules=("FFTT-CAMP-9", "FFTT-R68"), story=minefield_story, meant=check_payment_sum)
def minefield(state: State, event: Minefield, dice: Dice) -> Played:
    """A minefield, or plague bio-sphere, on a route between two own places."""
    route = minefield_route(state, event)
    if any(state.places[end].owner != event.by for end in route.between):
        raise refuse("FFTT-CAMP-9", "not-own-route", "", "FFTT-R68")
    if route.minefield:
        raise refuse("FFTT-CAMP-9", "minefield-exists", f"{route.minefield} has laid one there.")
    dice.explain(f"a minefield lies between {' and '.join(route.between)}", "FFTT-CAMP-9")
    return pay_minefield(state, event, replace(route, minefield=event.by), dice)


@plays(
    "clear-minefield",
    Minefield,
    rules=("FFTT-CAMP-9", "FFTT-R68"),
    story=clear_minefield_story,
    meant=check_payment_sum,
)
def clear_minefield(state: State, event: Minefield, dice: Dice) -> Played:
    """An opponent who lives near takes a minefield away."""
    route = minefield_route(state, event)
    if not route.minefield:
        raise refuse("FFTT-CAMP-9", "no-minefield")
    near = {*route.between, *(one for end in route.between for one in state.neighbours_of(end))}
    friend = route.minefield == event.by or same_band(state, event.by, route.minefield)
    if friend or not any(state.places[one].owner == event.by for one in near):
        text = f"It is a minefield of {route.minefield}."
        raise refuse("FFTT-CAMP-9", "not-a-neighbour", text, "FFTT-CAMP-12", "FFTT-R68")
    dice.explain(f"the minefield between {' and '.join(route.between)} is gone", "FFTT-CAMP-9")
    return pay_minefield(state, event, replace(route, minefield=None), dice)


# --- the commander in chief ---


def commander_candidates(place: At) -> Iterator[Answer]:
    """The units that may lead: of the army at first, later those of the faction."""
    now, army = place.state, place.state.armies[place.event.army]
    player = now.players[army.player]
    first = player.killed_week is None
    known = now.house.catalogue
    may = {one.unit for one in army.units} if first else set(units_of(player.faction, known))
    for one in UNITS.all_rows(known).values():
        if one in may:
            yield Answer(one.id, one.name, detail="" if first else f"{one.fp} FP")


@dataclass(frozen=True, kw_only=True)
class Commander(OfPlayer):
    army: str = fact(Ref("armies", "army"), ask="In which army is the commander in chief?", among=own_armies)
    unit: Unit = fact(UNIT, ask="Which unit?", among=commander_candidates, rules=("FFTT-CAMP-11", "FFTT-GEN-1"))
    name: str | None = fact(Nullable(Text()), None, help="what the commander is called")


@plays("commander", Commander, rules=("FFTT-CAMP-11", "FFTT-GEN-1", "FFTT-R60"), story=commander_story)
def commander(state: State, event: Commander, dice: Dice) -> Played:
    """A first commander in chief of an army's own figures, or a new one that is bought; and the throw for ability."""
    check_step(state, "moves")
    check_turn(state, event.by)
    player, army = state.players[event.by], state.armies[event.army]
    if (there := state.commander_army(event.by)) is not None:
        raise refuse(
            "FFTT-CAMP-11", "has-commander", f"The commander in chief of {event.by} is with {there}.", "FFTT-GEN-1"
        )
    later = player.killed_week is not None
    figure = Figures(unit=event.unit, count=1) if later else most_experienced(army.units, event.unit)
    if figure is None:
        raise refuse("FFTT-CAMP-11", "not-eligible", f"{event.army} has no {event.unit.name}.", "FFTT-GEN-1")
    asked = campaigning.Commander(house=state.house, unit=event.unit, replacement=later, killed_week=player.killed_week)
    terms = dice.settle(campaigning.COMMANDER, asked)
    if state.week < terms.from_week:
        text = f"It is week {state.week}; a new one comes from week {terms.from_week} on."
        raise refuse("FFTT-CAMP-11", "too-early", text, from_week=terms.from_week)
    if army.player != event.by:
        raise refuse("FFTT-CAMP-7", "not-owner", f"{event.army} is an army of {army.player}.")
    leader = replace(figure, commander=True)
    units = merge_units(army.units if later else without_units(army.units, (figure,)), (leader,))
    after = state.with_player(event.by, replacement=later, killed_week=None, name=event.name or "")
    if later:
        if not player.faction.has_unit(event.unit):
            text = f"{event.unit.name} is no unit of {player.faction}."
            raise refuse("FFTT-CAMP-7", "wrong-faction", text, "FFTT-A4")
        fp = check_size(after, event.by, units)
        check_saved(state, {army.place: terms.cost})
        most = rule_number("army_most")
        paid_from = f"{terms.cost} FP are paid from the savings at {army.place}, {fp} FP of {most} are there"
        dice.explain(paid_from, "FFTT-CAMP-6", "FFTT-CAMP-7", "FFTT-A9", tell="now")
        after = after.with_savings(army.place, state.places[army.place].saved - terms.cost)
    ability = dice.settle(GENERAL_ABILITY, GeneralAbility(house=state.house)).ability
    after = after.with_armies({event.army: replace(army, units=units)}).with_player(event.by, ability=ability)
    return after, {"cost": terms.cost, "ability": ability, "fp": after.army_fp(event.army)}


def most_experienced(units: Units, kind: Unit) -> Figures | None:
    """The figure of a unit with the most experience, alone."""
    found = [one for one in units if one.unit is kind]
    return replace(max(found, key=lambda one: one.xp), count=1) if found else None
