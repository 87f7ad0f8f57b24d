"""The quick sheet of du: it is enough to play by, and it says what the house rules of the table say."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.declare.house import House
from tabletop_cli.core.page import Facts, Para, Table
from tabletop_cli.core.testing import check_sheet

ROOT = Path(__file__).parents[3]
DU = registry.load("du")
SWITCHES = DU.house.rules.switches
OF_LISTS = ("diameter_lines", "diameter_rounding", "fog_small")  # they decide about lists; nobody needs them in a turn

# What players need of a rule, in the words of the sheet: in {} the fixed numbers, by their id.
NEEDED = {
    "DU-TURN-2": "draws {hand} cards",
    "DU-TURN-4": "The higher initiative takes the marker and goes first.",
    "DU-TURN-5": "each for one action",
    "DU-TURN-6": "Put bids and played cards on the discard pile.",
    "DU-TURN-7": "takes no action until you spend an action of its own card to rally it",
    "DU-TURN-8": "a unit card goes from your supply to your discard pile",
    "DU-TURN-9": "The players say who has won.",
    "DU-VISION-1": "In your supply, count only Fog of War cards of your own colour. Add the ones in your exile.",
    "DU-VISION-2": "Count again for each target.",
    "DU-FOG-3": "Fog of War cards by diameter (D), own / opponent's; vision at the start (at most)",
    "DU-FOG-6": "one Fog of War card goes from your supply, if any is there, to your discard pile",
    "DU-FOG-7": "from your hand to your exile",
    "DU-OBS-1": "along three axes (W-E, NW-SE, NE-SW), at any distance",
    "DU-OBS-2": "observes its own tile",
    "DU-OBS-3": "Terrain and tokens never block.",
    "DU-DIRECT-1": "to a tile if A observes the tile, and both tokens observe each other",
    "DU-DIRECT-4": "Planes are never directed.",
    "DU-DIST-1": "with the target's tile and without the attacker's",
    "DU-DIST-3": "If the attacker is on a hill, building bonuses do not count.",
    "DU-DIST-6": "The target's tile also adds its reinforcement.",
    "DU-TARGET-1": "The effective distance must not be more than your vision.",
    "DU-TARGET-3": "distance does not reduce damage",
    "DU-DMG-1": "Lethal and suppress damage add up.",
    "DU-DMG-2": "Each time damage is dealt and the total is the defense or more, the target suffers a casualty. "
    "If any of the total is suppress damage, the target is suppressed instead.",
    "DU-DMG-3": "at most one casualty per target",
    "DU-DMG-4": "any further damage this turn takes effect again",
    "DU-DMG-5": "A casualty removes all damage from a vehicle; suppression does not.",
    "DU-DMG-6": "destroyed at its defense or hardness",
    "DU-DMG-7": "Lethal damage on vehicles and structures stays until repaired.",
    "DU-XFIRE-1": "+{crossfire} damage if you observe the target, and a token damaged it this turn "
    "from a tile other than yours, and observed it then.",
    "DU-XFIRE-2": "Forget who damaged whom.",
    "DU-XFIRE-3": "More than one adds no more.",
    "DU-CAS-1": "from the deck, else the discard pile, else played cards, else the hand",
    "DU-CAS-2": "Cards in the supply do not help.",
    "DU-CAS-3": "everyone aboard suffers one too",
    "DU-REPAIR-1": "never from infantry, crew or off-map artillery",
    "DU-REPAIR-2": "outside the vehicle, or is an expert crewman aboard",
    "DU-BOMB-1": "X + {bomb-target-bonus} to one chosen target, X to the friendly tokens and structures there",
    "DU-BOMB-2": "X lethal damage to every unit and structure in a tile",
    "DU-BOMB-3": "Crews aboard are not hit.",
    "DU-BOMB-4": "say which tiles you can bomb; vision does not limit bombs",
    "DU-CREW-1": "An expert may crew any vehicle. A token aboard cannot be a target; aim at the vehicle.",
    "DU-CREW-2": "move as drive 1; attack as attack 1; repair from inside",
    "DU-CREW-3": "A light vehicle never supports antitank.",
    "DU-OFFMAP-2": "the type becomes compromised; a bid does not do that",
    "DU-OFFMAP-3": "bomb a compromised type of the opponent for X + {bomb-target-bonus}",
    "DU-OFFMAP-4": "instead one of your off-map types is no longer compromised",
    "DU-OFFMAP-5": "At {off-map-hardness} damage the type is out of the game.",
    "DU-AA-1": "X lethal damage to a plane, at least {antiair-minimum}.",
    "DU-AA-2": "Antiair can hit a type of planes once it is compromised",
    "DU-AIR-1": "in another tile, within your vision and in its base-game firing arc",
    "DU-AIR-2": "attack + {aerial-base} - effective distance, at least {aerial-minimum}",
    "DU-AIR-3": "if that tile's cover is below {aircraft-cover-limit}",
    "DU-COMB-1": "take turns to place one plane each until all are placed. The holder of the marker begins.",
    "DU-COMB-2": "Choose a tile that you control; if you control none, one with your own ground unit.",
    "DU-COMB-3": "the nearest other edge tile, in any orientation",
    "DU-COMB-4": "Each is a whole turn with its own cards and vision.",
}


def house(**switches: str) -> House:
    return DU.read_house(switches, "house")


def lines(**switches: str) -> Iterator[str]:
    """What the sheet says under some house rules, without the table that lists these rules themselves."""
    for block in DU.make_quick_pages(house(**switches))[0].blocks:
        if isinstance(block, Facts):
            yield from (text for _, text in block.rows)
        elif isinstance(block, Para):
            yield block.text
        elif isinstance(block, Table) and block.title != "Your house rules":
            yield from (block.title, *(one for row in block.rows for one in row))


def table(title: str, **switches: str) -> dict[str, tuple[str, ...]]:
    blocks = DU.make_quick_pages(house(**switches))[0].blocks
    found = next(one for one in blocks if isinstance(one, Table) and one.title.startswith(title))
    return {row[0]: row[1:] for row in found.rows}


NUMBERS = {name: row["value"] for name, row in DU.reference.file_data("catalogue/numbers").items()}
EVERY = [(name, str(value)) for name, switch in SWITCHES.items() for value in switch.values]


@pytest.mark.parametrize("rule", NEEDED)
def test_what_a_rule_needs_is_on_the_sheet(rule: str) -> None:
    assert rule in {one.id for one in DU.reference.rules.values()}
    assert NEEDED[rule].format(**NUMBERS) in "\n".join(lines())


def test_every_trade_of_an_expert_is_on_the_sheet() -> None:
    aboard = table("Crew experts")
    for expert in DU.reference.file_data("catalogue/experts").values():
        for trade in expert["trades"]:
            value = expert["initiative"] if trade.get("value") == "initiative" else trade.get("value")
            words = "repair from inside" if value is None else f"{trade['using']} as {trade['want']} {value}"
            assert words in aboard[expert["name"]][1]
            assert value is None or f"{trade['want']} {value}" in expert["summary"]


@pytest.mark.parametrize(("switch", "value"), EVERY)
def test_the_sheet_says_what_the_house_rules_say(switch: str, value: str) -> None:
    """The sentence of the value in force, unless it is about lists, and of no other value."""
    said = "\n".join(lines(**{switch: value}))
    for other in SWITCHES[switch].values:
        wanted = other == value and switch not in OF_LISTS
        assert (SWITCHES[switch].meaning_of(other) in said) is wanted, other


@pytest.mark.parametrize(("switch", "value"), EVERY)
def test_house_rules_are_whole_sentences(switch: str, value: str) -> None:
    words = SWITCHES[switch].meaning_of(value)
    assert words[0].isupper()
    assert words.endswith(".")
    assert all(4 <= len(one.split()) <= 20 for one in words.rstrip(".").split(". "))


HOUSES: list[dict[str, str]] = [
    {},
    {"vehicle_suppress": "end-of-turn"},
    {"plane_damage": "infantry"},
    {"infantry_after_effect": "clear"},
    {"infantry_after_effect": "clear", "plane_damage": "infantry"},
    {"suppress_structures": "mark"},
]
MARKED = ("infantry", "crew", "vehicle", "plane", "off-map-plane", "structure", "building", "objective")


def outcome(resolver: str, situation: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = reply_to_request(
        {"do": "resolve", "system": "du", "resolver": resolver, "situation": situation}
    )
    assert found["ok"], found
    return dict(found["outcome"])


@pytest.mark.parametrize("switches", HOUSES)
@pytest.mark.parametrize("kind", MARKED)
def test_the_class_table_says_what_the_rules_do(kind: str, switches: dict[str, str]) -> None:
    """What stays at the end of a turn, and what happens at the defense."""
    name = DU.reference.file_data("catalogue/classes")["classes"][kind]["name"]
    _, at_end, reached = table("Damage", **switches)[name]
    suppress = 0 if kind in MARKED[5:] and "suppress_structures" not in switches else 2
    tokens = [{"id": "x", "class": kind, "lethal": 3, "suppress": suppress}]
    (left,) = outcome("end-turn-damage", {"house": switches, "tokens": tokens})["tokens"]
    both = (left["lethal"] > 0, left["suppress"] == suppress)
    assert at_end == {(True, True): "stays", (True, False): "lethal stays, suppress removed"}.get(both, "removed")

    target = {"class": kind, "defense": 3}
    hit = outcome("damage", {"house": switches, "target": target, "kind": "lethal", "value": 3})
    assert reached.startswith(hit["result"])
    assert ("damage removed" in reached) is (hit["lethal"] == 0)
    if suppress:
        hit = outcome("damage", {"house": switches, "target": target, "kind": "suppress", "value": 3})
        assert "suppressed" in reached
        assert hit["result"] == "suppressed"
    else:
        assert reached == "destroyed"


def deck(name: str, **switches: str) -> dict[str, Any]:
    return {**tomllib.loads((ROOT / f"armies/du/{name}.toml").read_text(encoding="utf-8")), "house": switches}


@pytest.mark.parametrize("value", SWITCHES["crewman_repair"].values)
def test_a_roster_says_when_a_crewman_repairs(value: str) -> None:
    crewman = {"id": "x", "class": "crew", "expert": "crewman", "defense": 3, "initiative": 1, "deck": 1}
    found = check_sheet(DU, {**deck("weir-tarn", crewman_repair=value), "units": [crewman]})
    rules = dict(found.rules)["Crewman"]
    for one in SWITCHES["crewman_repair"].values:
        assert (SWITCHES["crewman_repair"].meaning_of(one) in rules) is (one == value)


@pytest.mark.parametrize(("value", "boxes"), [("vehicle", 4), ("infantry", None)])
def test_planes_have_boxes_for_damage_that_stays(value: str, boxes: int | None) -> None:
    found = check_sheet(DU, deck("ridge-drune-air", plane_damage=value)).cards[0]
    assert {one.name: one.whole for one in found.boxes}.get("damage") == boxes
