"""Marching: a move along one or two routes, what hazards and minefields cost, and whether it leads to an attack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from ....api import Answer, Dice, Finding, ListOf, Ref, ShapedObject, count_text, dataclass, fact, plays, refuse
from ..campaigning import HAZARD, Hazard
from .forces import (
    Units,
    UnitsKind,
    commander_of,
    is_part_of,
    merge_units,
    printed_fp,
    single_figures,
    unit_counts,
    units_text,
    without_units,
)
from .outcomes import note_dead_commanders, take_place
from .questions import At, own_armies, place_words
from .state import Army, Attack, March, Played, Route, State, check_step, check_turn, route_between
from .stories import march_text, move_story


def same_band(state: State, one: str, other: str) -> bool:
    """Whether two players are of one band, who never attack each other (FFTT-CAMP-12)."""
    band = state.players[one].band
    return one != other and band is not None and band == state.players[other].band


def count_hazards(state: State, player: str, start: str, path: tuple[str, ...]) -> int:
    """The hazards and minefields on a way (FFTT-CAMP-3, FFTT-CAMP-9, FFTT-R57)."""
    routes = [route_between(state, one, other) for one, other in pairwise((start, *path))]
    return sum(route.hazard + is_mined(state, player, route) for route in routes)


def is_mined(state: State, player: str, route: Route) -> bool:
    """Whether a minefield on a route harms a player's armies (FFTT-CAMP-9, FFTT-R57)."""
    safe = state.house["own-minefield"] == "safe" and route.minefield == player
    return route.minefield is not None and not safe


def possible_ways(place: At) -> Iterator[Answer]:
    """Every way along one or two routes, with who is there and what it crosses."""
    now, army = place.state, place.state.armies[place.event.army]
    steps: list[tuple[str, ...]] = [(one,) for one in sorted(now.neighbours_of(army.place))]
    steps += [(*way, two) for way in steps for two in sorted(now.neighbours_of(way[0])) if two != army.place]
    for way in steps:
        crossed = count_hazards(now, army.player, army.place, way)
        danger = f", {count_text(crossed, 'hazard')}" if crossed else ""
        over = f" over {way[0]}" if len(way) > 1 else ""
        yield Answer(list(way), f"{way[-1]}{over}", "-".join(way), f"{place_words(now, way[-1])}{danger}")


NOWHERE: ShapedObject = {"commanders_lost": [], "place": None, "taken": None, "defenders": []}  # not there yet


@dataclass(frozen=True, kw_only=True)
class Move:
    army: str = fact(Ref("armies", "army"), ask="Which army moves?", among=own_armies)
    path: tuple[str, ...] = fact(
        ListOf(Ref("places"), 1, 2),
        ask="Where does {army} go?",
        among=possible_ways,
        whole=True,
        rules=("FFTT-CAMP-2", "FFTT-CAMP-3", "FFTT-CAMP-4"),
    )


@plays("move", Move, rules=("FFTT-CAMP-2", "FFTT-CAMP-3", "FFTT-CAMP-4", "FFTT-R57", "FFTT-R65"), story=move_story)
def move(state: State, event: Move, dice: Dice) -> Played:
    """An army marches; hazards take figures before it arrives, and defenders may answer."""
    check_step(state, "moves")
    army = state.armies[event.army]
    check_turn(state, army.player)
    if army.moved:
        raise refuse("FFTT-CAMP-2", "already-moved", f"{event.army} has moved this week.", "FFTT-R71")
    if army.detached:
        raise refuse("FFTT-CAMP-8", "detached", f"{event.army} has detached {army.detached} FP this week.")
    path = tuple(event.path)
    for said in tuple(find_way(state, event.army, path)):
        dice.report(said, tell="reason")
    state = state.with_armies({event.army: replace(army, moved=True)})
    crossed = count_hazards(state, army.player, army.place, path)
    if not crossed:
        return finish_march(state, event.army, path, dice, {**NOWHERE, "score": None, "lost": 0, "destroyed": False})
    situation = Hazard(house=state.house, units=unit_counts(army.units), hazards=crossed)
    cost = dice.settle(HAZARD, situation)
    result = {**NOWHERE, "score": cost.score, "lost": cost.lost, "destroyed": cost.destroyed}
    if cost.destroyed:
        after, dead = note_dead_commanders(state.with_armies({event.army: None}), state, dice)
        return after, {**result, "commanders_lost": dead}
    if cost.lost:
        return replace(state, march=March(event.army, path, cost.lost)), result
    return finish_march(state, event.army, path, dice, result)


def find_way(state: State, name: str, path: tuple[str, ...]) -> Iterator[Finding[None]]:
    """Yield where an army marches, whom it passes and what it crosses. Errors: `Refused` where it may not.

    (FFTT-CAMP-2, FFTT-CAMP-3, FFTT-CAMP-5, FFTT-CAMP-12, FFTT-R65)
    """
    army = state.armies[name]
    routes = [route_between(state, one, other) for one, other in pairwise((army.place, *path))]
    yield Finding(None, f"{name} marches to {' and '.join(path)}", "FFTT-CAMP-2")
    for between in path[:-1]:
        others, foes = enemy_armies(state, army, between), opposing_armies(state, army, between)
        if foes and state.house["pass-through"] == "blocked":
            raise refuse("FFTT-CAMP-2", "blocked", f"{between} is held by {', '.join(foes)}.", "FFTT-R65")
        if foes:
            yield Finding(None, f"it may pass {', '.join(foes)} at {between}", "FFTT-CAMP-2", "FFTT-R65")
        elif others:
            text = f"it passes {', '.join(others)} of its band at {between}"
            yield Finding(None, text, "FFTT-CAMP-12", "FFTT-R65")
    check_attack(state, name, path[-1])
    for route in routes:
        yield from find_dangers(state, army.player, route)
    bought = state.players[army.player].replacement and commander_of(army.units)
    if bought and count_hazards(state, army.player, army.place, path):
        text = "there its commander in chief counts as the unit is printed"
        yield Finding(None, text, "FFTT-CAMP-3", "FFTT-R60")


def check_attack(state: State, name: str, place: str) -> None:
    """Whoever stands in a place may be attacked (FFTT-CAMP-5, FFTT-CAMP-12)."""
    army = state.armies[name]
    foes = enemy_armies(state, army, place)
    if len(foes) != len(opposing_armies(state, army, place)):
        raise refuse("FFTT-CAMP-12", "same-band", f"{place} is held by the same band.")
    if foes and not state.can_attack(name):
        raise refuse("FFTT-CAMP-5", "no-hq", f"{name} has no HQ, and {', '.join(foes)} defend {place}.", "FFTT-R59")


def find_dangers(state: State, player: str, route: Route) -> Iterator[Finding[None]]:
    """Yield what is crossed on a route (FFTT-CAMP-3, FFTT-CAMP-9, FFTT-R57)."""
    between = " and ".join(route.between)
    if route.hazard:
        yield Finding(None, f"there is a hazard between {between}", "FFTT-CAMP-3")
    if route.minefield is not None:
        fate = "it harms" if is_mined(state, player, route) else "it does not harm"
        text = f"there is a minefield of {route.minefield} between {between}; {fate} armies of {player}"
        yield Finding(None, text, "FFTT-CAMP-9", "FFTT-R57")


def enemy_armies(state: State, army: Army, place: str) -> list[str]:
    """The armies of other players in a place."""
    return [name for name in state.armies_at(place) if state.armies[name].player != army.player]


def opposing_armies(state: State, army: Army, place: str) -> list[str]:
    """The armies in a place that are not of an army's own band, either."""
    return [
        one for one in enemy_armies(state, army, place) if not same_band(state, army.player, state.armies[one].player)
    ]


def finish_march(state: State, name: str, path: tuple[str, ...], dice: Dice, result: ShapedObject) -> Played:
    """An army comes to the end of its way, or stops before it where it can no longer attack (FFTT-R70)."""
    army, end = state.armies[name], path[-1]
    foes = enemy_armies(state, army, end)
    if not foes:
        if not state.can_attack(name):
            dice.explain("an army without an HQ may go where nobody defends", "FFTT-CAMP-5", "FFTT-R59", tell="reason")
        state, won = take_place(state.with_armies({name: replace(army, place=end)}), end, army.player, dice)
        return state, {**result, "place": end, "taken": won}
    if not state.can_attack(name):
        before = path[-2] if len(path) > 1 and state.places[path[-2]].owner == army.player else army.place
        text = f"without an HQ {name} does not attack, and stops at {before}"
        dice.explain(text, "FFTT-CAMP-5", "FFTT-R59", "FFTT-R70", tell="now")
        return state.with_armies({name: replace(army, place=before)}), {**result, "place": before}
    freely = f"{state.players[army.player].faction.name.lower()} need no HQ to attack"
    text = freely if state.attacks_freely(army.player) else "it has an HQ to attack"
    dice.explain(text, "FFTT-CAMP-5", "FFTT-R59")
    dice.explain(f"{name} waits outside {end}, which {', '.join(foes)} may defend", "FFTT-CAMP-4", tell="now")
    foe, *_ = foes
    attack = Attack(name, end, state.armies[foe].player)
    return replace(state, attack=attack), {**result, "place": army.place, "defenders": foes}


# --- losses ---


def figures_worth(units: Units, fp: int) -> Units:
    """Some figures worth exactly so many FP: cheap ones first, then HQs, then commanders; none where none are."""
    singles = sorted(single_figures(units), key=lambda one: (one.commander, one.unit.headquarters, printed_fp([one])))
    ways_to: dict[int, Units] = {0: ()}
    for one in singles:
        for worth, chosen in list(ways_to.items()):
            ways_to.setdefault(worth + printed_fp([one]), (*chosen, one))
    return merge_units(ways_to.get(fp, ()))


@dataclass(frozen=True, kw_only=True)
class Losses:
    army: str = fact(Ref("armies", "army"), known=lambda place: place.state.march and place.state.march.army)
    units: Units = fact(
        UnitsKind(),
        ask=lambda place: f"Which figures does {place.event.army} lose, {place.state.march.lost} FP in all?",
        usual=lambda place: UnitsKind().plain(
            figures_worth(place.state.armies[place.event.army].units, place.state.march.lost)
        ),
        rules=("FFTT-CAMP-3", "FFTT-R57"),
    )


@plays(
    "losses",
    Losses,
    rules=("FFTT-CAMP-3", "FFTT-R70"),
    story=lambda s, e, r: f"{e.army} loses {units_text(e.units)}{march_text(s, e.army, r)}",
    detail=lambda state: f"{state.march.army}, {state.march.lost} FP" if state.march else "",
    due=True,
)
def losses(state: State, event: Losses, dice: Dice) -> Played:
    """The owner picks the figures that hazards cost; then the army arrives."""
    check_step(state, "moves", losses=True)
    assert state.march is not None
    due, army = state.march, state.armies[event.army]
    check_turn(state, army.player)
    if event.army != due.army:
        raise refuse("FFTT-CAMP-3", "wrong-losses", f"It is {due.army} that loses {due.lost} FP.")
    if not is_part_of(event.units, army.units):
        raise refuse("FFTT-CAMP-3", "wrong-losses", f"{event.army} has {units_text(army.units)}.")
    if (fp := printed_fp(event.units)) != due.lost:
        raise refuse("FFTT-CAMP-3", "wrong-losses", f"These are {fp} FP; {due.lost} are lost.", "FFTT-R57", "FFTT-R60")
    text = f"{event.army} loses {units_text(event.units)}, as printed {fp} FP"
    dice.explain(text, "FFTT-CAMP-3", "FFTT-R57", "FFTT-R60", tell="now")
    dice.explain("all at once, before it arrives", "FFTT-R70")
    after = state.with_armies({event.army: replace(army, units=without_units(army.units, event.units))})
    after, dead = note_dead_commanders(replace(after, march=None), state, dice)
    return finish_march(after, event.army, due.path, dice, {**NOWHERE, "commanders_lost": dead})
