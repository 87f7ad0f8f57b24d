"""The campaign as a page: whose turn it is, players, places, armies; and as a map, with routes and dangers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....api import Block, Chart, Link, Page, Para, Spot, Table
from ..profiles import abilities
from ..tables import rule_number
from .forces import units_text
from .state import Army, Route, State, view

MEANING = {"order": "Every player rolls for the order of the week.", "week-end": "All are done: the week ends."}


def campaign_headline(state: State) -> str:
    """One line: the week, and what is expected now."""
    return f"Month {state.month}, week {state.week}. {status_text(state)}"


def status_text(state: State) -> str:
    """What is expected now, in words."""
    if state.winners is not None:
        return f"The campaign is over: {', '.join(state.winners)}."
    if state.march:
        return f"{state.march.army} loses {state.march.lost} FP on the way to {state.march.path[-1]}."
    if state.attack and not state.attack.fights:
        return f"{state.attack.army} waits outside {state.attack.place}: {state.attack.defender} answers."
    if state.attack:
        return f"{state.attack.army} attacks {state.attack.place}: the battle is fought."
    return MEANING.get(state.step, f"{state.player} moves, splits, buys and builds.")


def campaign_page(state: State) -> Page:
    """Everything that is known of the campaign."""
    return Page("The campaign", (Para(status_text(state), "note"), *_board_tables(state)), "", view(state))


def _board_tables(state: State) -> Iterator[Block]:
    players, armies = state.players, state.armies
    yield Table.from_rows(
        "player",
        {name: players[name] for name in state.clockwise},
        {
            "faction": lambda one: one.faction.id + (f" ({one.band})" if one.band else ""),
            "VP": lambda one: one.vp,
            "places": lambda one: len(state.places_of(one.id)),
            "fought": lambda one: one.fought,
            "commander in chief": lambda one: commander_text(state, one.id),
        },
        "Players",
        frozenset(("VP", "places")),
    )
    yield places_table(state, "FP of 20", "Places")
    yield Table.from_rows(
        "army",
        {name: name for name in sorted(armies)},
        {
            "player": lambda name: armies[name].player,
            "place": lambda name: armies[name].place,
            "FP": state.army_fp,
            "figures": lambda name: units_text(armies[name].units),
            "this week": lambda name: _army_marks(armies[name]),
        },
        "Armies",
        frozenset(("FP",)),
    )


def places_table(state: State, full: str, title: str, *empty: str) -> Table:
    """The places and who stands there, with columns that are filled in on paper; `full` is what counts of 20 FP."""
    columns: dict[str, Callable[[str], object]] = {
        "owner": lambda name: state.places[name].owner,
        "saved": lambda name: state.places[name].saved,
        full: state.place_fp,
        "armies": state.armies_at,
        **dict.fromkeys(empty, lambda name: ""),
    }
    return Table.from_rows(
        "place", {name: name for name in sorted(state.places)}, columns, title, frozenset(("saved", full))
    )


def _army_marks(one: Army) -> str:
    return "has moved" if one.moved else f"{one.detached} FP detached" if one.detached else ""


def commander_text(state: State, name: str) -> str:
    """``Mara, with A, Lucky bastard``, ``lost in week 3, a new one from week 6`` (FFTT-CAMP-11, FFTT-R60)."""
    one, army = state.players[name], state.commander_army(name)
    if army is None:
        if not one.killed_week:
            return "-"
        return (
            f"lost in week {one.killed_week}, a new one from week {one.killed_week + rule_number('replacement_weeks')}"
        )
    ability = abilities()[one.ability].name if one.ability else ""
    return ", ".join(part for part in (one.name, f"with {army}", ability) if part)


# --- the map ---

BRACKETS = "In brackets: FP, saved by the owner of a place, or of an army."


def map_page(state: State) -> Page:
    """The map, and how the players stand."""
    spots = tuple(_map_spot(state, name) for name in sorted(state.places))
    points = ", ".join(f"{name} {state.players[name].vp} VP" for name in state.clockwise)
    saved = ", ".join(f"{name} {state.savings_of(name)} FP" for name in state.clockwise)
    told = f"{BRACKETS} {points}. Saved: {saved}."
    blocks = (Chart(spots, tuple(map(_map_link, state.routes)), state.clockwise), Para(told, "note"))
    return Page("The map", blocks, campaign_headline(state), view(state))


def _map_spot(state: State, name: str) -> Spot:
    one = state.places[name]
    saved = f" ({one.saved})" if one.saved else ""
    armies = [f"{army} ({state.army_fp(army)})" for army in state.armies_at(name)]
    attack = state.attack
    if attack and attack.place == name:
        armies.append(f"< {attack.army}")
    return Spot(name, name, (f"{one.owner or 'free'}{saved}", *armies), one.owner or "")


def _map_link(route: Route) -> Link:
    """A route, marked H where it is hazardous and M where somebody has mined it."""
    sign = "H" * route.hazard + "M" * bool(route.minefield)
    words = ["hazard"] * route.hazard + [f"minefield of {route.minefield}"] * bool(route.minefield)
    one, other = route.between
    return Link((one, other), sign, ", ".join(words))
