"""The map of a campaign: places with who owns them and who stands there, routes with hazards and minefields."""

from __future__ import annotations

from ....api import Chart, Link, Page, Para, Spot
from .board import headline
from .state import Route, State, view

BRACKETS = "In brackets: FP, saved by the owner of a place, or of an army."


def map_page(state: State) -> Page:
    """The map, and how the players stand."""
    spots = tuple(_spot(state, name) for name in sorted(state.places))
    points = ", ".join(f"{name} {state.players[name].vp} VP" for name in state.clockwise)
    saved = ", ".join(f"{name} {state.savings(name)} FP" for name in state.clockwise)
    told = f"{BRACKETS} {points}. Saved: {saved}."
    blocks = (Chart(spots, tuple(map(_link, state.routes)), state.clockwise), Para(told, "note"))
    return Page("The map", blocks, headline(state), view(state))


def _spot(state: State, name: str) -> Spot:
    one = state.places[name]
    saved = f" ({one.saved})" if one.saved else ""
    armies = [f"{army} ({state.fp(army)})" for army in state.here(name)]
    attack = state.attack
    if attack and attack.place == name:
        armies.append(f"< {attack.army}")
    return Spot(name, name, (f"{one.owner or 'free'}{saved}", *armies), one.owner or "")


def _link(route: Route) -> Link:
    """A route, marked H where it is hazardous and M where somebody has mined it."""
    sign = "H" * route.hazard + "M" * bool(route.minefield)
    words = ["hazard"] * route.hazard + [f"minefield of {route.minefield}"] * bool(route.minefield)
    one, other = route.between
    return Link((one, other), sign, ", ".join(words))
