"""A scenario on paper: what it is about, its map with what stands there, and what the lists must say."""

from __future__ import annotations

from collections.abc import Iterator

from ...api import Block, Facts, Heading, JsonMapping, Page, Para, Table
from . import SYSTEM
from .chart import LEGEND, chart_of, short_name
from .fog import diameter_of, lines_of
from .scenario import PlacedFacts, Scenario, read_scenario
from .tiles import At

NOBODY = "nobody"


def scenario_pages(data: JsonMapping) -> tuple[Page, ...]:
    """The pages of a sound scenario."""
    one = read_scenario(data)
    s = one.facts
    played = "combined: air and ground turn by turn" if s.combined else f"{s.mode} scenario"
    who = f"{s.sides.a} (a) against {s.sides.b} (b)" if s.sides else ""
    subtitle = ", ".join(part for part in (who, played, s.theatre) if part)
    return (Page(s.name or "Scenario", tuple(_scenario_blocks(one)), subtitle, one.setup_data()),)


def _scenario_blocks(one: Scenario) -> Iterator[Block]:
    yield from map(Para, one.facts.told)
    if one.facts.objective:
        yield Heading("How to win")
        yield from map(Para, one.facts.objective)
    yield Heading("The map")
    names = {at: laid.name for at, laid in one.laid.items()}
    owner = {
        at: side for side in ("a", "b") for place in getattr(one.facts.control, side) if (at := one.find_tile(place))
    }
    called = {at: laid.called for at, laid in one.laid.items()}
    yield chart_of([laid.tile for laid in one.laid.values()], _tokens_by_tile(one), owner, names, called)
    numbers = " The numbers are the coordinates of each tile in a battle." if one.facts.rows else ""
    yield Para(f"{LEGEND}{numbers}", "note")
    yield Facts(tuple(_list_facts(one)))
    if one.facts.tokens:
        yield Table(("token", "side", "what it is", "where"), tuple(_token_rows(one, names)), "At the start")


def _tokens_by_tile(one: Scenario) -> dict[At, list[str]]:
    """Who stands on each tile; who is aboard stands with the vehicle."""
    found: dict[At, list[str]] = {}
    for name, token in one.facts.tokens.items():
        if (at := one.find_tile(token.at)) is not None:
            found.setdefault(at, []).append(f"{token.side or '-'} {name}")
    return found


def _list_facts(one: Scenario) -> Iterator[tuple[str, str]]:
    """What lists of this scenario must say: their map, and the diameter that comes of it (DU-FOG-1, DU-FOG-2)."""
    s, house = one.facts, SYSTEM.house
    own = (s.lines.longest, s.lines.shortest) if s.lines else lines_of(one.rows, house)
    both = {
        "lists say": own,
        **({"aerial lists say": (s.air_lines.longest, s.air_lines.shortest)} if s.air_lines else {}),
    }
    for who, (longest, shortest) in both.items():
        diameter = diameter_of(longest, shortest, house).diameter
        yield who, f"map = {{ longest = {longest}, shortest = {shortest} }}: diameter {diameter}"
    yield "Battle of Britain rules", "yes" if s.bob else "no"


def _token_rows(one: Scenario, names: dict[At, str]) -> Iterator[tuple[str, str, str, str]]:
    aboard = {member: name for name, token in one.facts.tokens.items() for member in token.crew}
    for name, token in one.facts.tokens.items():
        at = one.find_tile(token.at)
        tile = (names[at] or short_name(at)) if at is not None else ""
        where = tile or (f"aboard {aboard[name]}" if name in aboard else "off the map")
        yield name, token.side or NOBODY, ", ".join(_token_parts(name, token)), where


def _token_parts(name: str, token: PlacedFacts) -> Iterator[str]:
    """What a token is: its class and what it bears, or the unit of its list."""
    if token.unit and token.unit != name:
        yield f"a token of {token.unit}"
    if token.class_:
        yield token.class_
    for key, value in (("defense", token.defense), ("hardness", token.hardness)):
        if value is not None:
            yield f"{key} {value}"
    if token.orientation:
        yield f"faces {token.orientation}"
    if token.crew:
        yield f"crew: {', '.join(token.crew)}"
    if token.supports:
        yield f"supports {', '.join(token.supports)}"
