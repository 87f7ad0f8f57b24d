"""Lists in a set-up: their cards in deck and supply, their tokens, and what is printed on their cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from ....api import (
    Json,
    JsonMapping,
    JsonObject,
    System,
    brief_text,
    check_army,
    dataclass,
    did_you_mean,
    malformed_value,
    read_army,
)
from ..deck import Deck
from ..match import match_problems
from ..pieces import SIDES, opponent_of
from .state import FOG

TABLES = {"armies": "sides", "air_armies": "air_sides"}
ON_MAP = ("infantry", "crew", "vehicle", "plane", "off-map-plane")
Decks = Mapping[tuple[str, str], Deck]  # by table and side


@dataclass(frozen=True)
class Seated:
    """A set-up in which lists have become cards and tokens, and what they tell people."""

    setup: Json
    names: Mapping[str, str] = field(default_factory=dict)
    printed: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)


def seat_armies(raw: Json, system: System) -> Seated:
    """The set-up with what its lists bring, where it does not say otherwise itself. Errors: `Malformed`."""
    armies = dict(_find_armies(raw))
    if not isinstance(raw, Mapping) or not armies:
        return Seated(raw)
    written = raw.get("house", {})
    decks: dict[tuple[str, str], Deck] = {
        place: read_army(system, {**army, "house": written}) for place, army in armies.items()
    }
    for (table, side), army in armies.items():
        _check_legal(army, written, f"setup.{table}.{side}", system)
    if len(decks) > 1 and (wrong := next(iter(match_problems(list(decks.values()))), None)) is not None:
        table, side = list(decks)[wrong[0]]
        raise malformed_value(f"setup.{table}.{side}", f"{wrong[1].code}: {wrong[1].message}", wrong[1].hint)
    setup: JsonObject = {
        **raw,
        "off_map": {**_off_map_types(decks, raw.get("bob", True)), **_setup_table(raw, "off_map")},
    }
    _check_order(decks, _setup_table(raw, "factions"))
    for (table, side), deck in decks.items():
        _check_units(setup, side, [one for (_, whose), one in decks.items() if whose == side])
        setup = _seat_army(setup, TABLES[table], side, deck)
    names = {side: deck.name for (_, side), deck in reversed(decks.items())}
    return Seated(setup, names, {side: _printed_cards(side, decks) for side in SIDES})


WHOSE = {"a": "first", "b": "second"}  # list, in the order in which they are named


def _check_order(decks: Decks, factions: JsonMapping) -> None:
    """The lists are not those of the other side, as a scenario names the factions. Errors: `Malformed`."""
    for (table, side), deck in decks.items():
        if deck.faction != factions.get(side) and deck.faction == factions.get(opponent_of(side)):
            text = f"the {WHOSE[side]} list is {deck.name or deck.faction}, of {deck.faction}"
            wanted = f"this scenario wants {factions.get(side)} there"
            raise malformed_value(
                f"setup.{table}.{side}", f"{text}; {wanted}", "name the two lists the other way round"
            )


def _check_units(setup: JsonObject, side: str, decks: Sequence[Deck]) -> None:
    """Every token of a side is of a unit in its lists, unless the set-up says what it is. Errors: `Malformed`."""
    units = [unit.id for deck in decks for unit in deck.units]
    for name, one in _setup_table(setup, "tokens").items():
        unit = one.get("unit", name) if isinstance(one, Mapping) else None
        if isinstance(one, Mapping) and one.get("side") == side and "class" not in one and unit not in units:
            listed = decks[0].name or decks[0].faction
            text = f"the {WHOSE[side]} list, {listed}, has no unit {brief_text(unit)}"
            hint = did_you_mean(unit, units) or f"it has {', '.join(units)}"
            raise malformed_value(f"setup.tokens.{name}", text, hint)


def _find_armies(raw: Json) -> Iterator[tuple[tuple[str, str], JsonMapping]]:
    """The lists of a set-up by table and side, as far as they are tables."""
    for table in TABLES:
        armies = raw.get(table) if isinstance(raw, Mapping) else None
        for side in SIDES:
            army = armies.get(side) if isinstance(armies, Mapping) else None
            if isinstance(army, Mapping):
                yield (table, side), army


def _check_legal(army: JsonMapping, house: Json, where: str, system: System) -> None:
    """A list is legal under the house rules of the battle. Errors: `Malformed`."""
    report = check_army(system, {key: one for key, one in army.items() if key != "budget"} | {"house": house})
    wrong = next((one for one in report.problems if one.severity == "error"), None)
    if wrong is not None:
        raise malformed_value(where, f"{wrong.code}: {wrong.message}", wrong.hint)


def _seat_army(setup: JsonObject, key: str, side: str, deck: Deck) -> JsonObject:
    """The set-up with the cards and tokens of one list. Errors: `Malformed`."""
    sides, told, tokens = (_setup_table(setup, name) for name in (key, "cards", "tokens"))
    sides.setdefault(side, deck.zones)
    for card, initiative in deck.initiatives.items():
        if told.setdefault(card, initiative) != initiative and card not in FOG.values():
            text = f"{card} has initiative {told[card]} on one side and {initiative} on the other"
            raise malformed_value(f"setup.{key}.{side}", text, "give one of the two another id")
    return {
        **setup,
        key: sides,
        "cards": told,
        "tokens": _seat_tokens(tokens, side, deck, setup.get("bob") is not False),
    }


def _off_map_types(decks: Decks, bob: Json) -> JsonObject:
    """The off-map types of all lists; without Battle of Britain rules planes, too (DU-AA-2)."""
    kinds = {"off-map-artillery": "artillery", **({"off-map-plane": "plane"} if bob is False else {})}
    units = [(side, unit) for (_, side), deck in decks.items() for unit in deck.units if unit.kind in kinds]
    return {unit.id: {"side": side, "kind": kinds[unit.kind]} for side, unit in units}


def _setup_table(setup: JsonMapping, key: str) -> JsonObject:
    found = setup.get(key, {})
    if not isinstance(found, Mapping):
        raise malformed_value(f"setup.{key}", "not a table")
    return dict(found)


def _seat_tokens(tokens: JsonObject, side: str, deck: Deck, bob: bool) -> JsonObject:
    """The tokens of a set-up with what a list says of them; units without a token get one off the map."""
    units = {unit.id: unit for unit in deck.units if unit.kind in ON_MAP and (bob or unit.kind != "off-map-plane")}
    seen = set()
    for name, one in tokens.items():
        unit = one.get("unit", name) if isinstance(one, Mapping) else None
        if isinstance(one, Mapping) and one.get("side") == side and unit in units:
            tokens[name] = {**units[unit].token, **one}
            seen.add(unit)
    for unit in units:
        if unit not in seen:
            tokens[unit if unit not in tokens else f"{side}-{unit}"] = {**units[unit].token, "side": side}
    return tokens


def _printed_cards(side: str, decks: Decks) -> dict[str, dict[str, Any]]:
    """What the cards of a side say: their names and actions."""
    units = [unit for (_, one), deck in decks.items() if one == side for unit in deck.units]
    return {unit.id: {"name": unit.title, "actions": dict(unit.actions)} for unit in units}
