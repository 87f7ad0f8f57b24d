"""The catalogue of du against the tables of the book, typed here once more."""

from __future__ import annotations

import pytest

from tabletop_cli.core import registry

DU = registry.load("du")

NUMBERS = """
hand 5
fog-total 10
fog-deck 2
fog-supply 8
crossfire 1
off-map-hardness 2
off-map-plane-move 2
off-map-plane-manoeuvre 2
antiair-minimum 3
bomb-target-bonus 1
aerial-base 1
aerial-minimum 1
aircraft-cover-limit 2
"""
EXPERTS = """
crewman - move drive 1
crewman - attack attack 1
crewman - repair repair -
driver  2 move drive initiative
gunner  4 attack antitank initiative
gunner  4 attack suppress initiative
"""
# class: with a token, what it bears, and whether damage stays
CLASSES = """
infantry          token defense    removed
crew              token defense    removed
vehicle           token defense    stays
plane             token defense    stays
off-map-plane     token initiative stays
command           -     -          -
off-map-artillery -     hardness   stays
"""


def rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


def test_every_number_as_printed() -> None:
    found = DU.reference.file_data("catalogue/numbers")
    assert [[name, str(row["value"])] for name, row in found.items()] == rows(NUMBERS)


def test_every_expert_as_printed() -> None:
    found = [
        [name, str(row.get("initiative", "-")), trade["using"], trade["want"], str(trade.get("value", "-"))]
        for name, row in DU.reference.file_data("catalogue/experts").items()
        for trade in row["trades"]
    ]
    assert found == rows(EXPERTS)


def test_every_class_as_printed() -> None:
    classes = DU.reference.file_data("catalogue/classes")["classes"]
    found = {}
    for name in (row[0] for row in rows(CLASSES)):
        one = classes[name]
        bears = one.get("durability", "-")
        stays = "-" if bears == "-" else "stays" if one.get("lasting") else "removed"
        found[name] = ["token" if one.get("token") else "-", bears, stays]
    assert found == {name: row for name, *row in rows(CLASSES)}


# What rule texts say with numbers: in {} the fixed numbers, by their id.
IN_TEXTS = {
    "DU-A5": "has {fog-deck} Fog of War cards",
    "DU-A6": "has {fog-supply} Fog of War cards",
    "DU-A10": "it is {off-map-hardness}",
    "DU-A11": "Move {off-map-plane-move} and Manoeuvre {off-map-plane-manoeuvre}",
    "DU-A14": "at least {hand} cards",
    "DU-A15": "it is {hand}",
    "DU-A21": "at most {fog-total} Fog of War cards",
    "DU-TURN-2": "draws {hand} cards",
    "DU-FOG-3": "{fog-total} at most",
    "DU-FOG-4": "the deck has {fog-deck} cards of your own colour",
    "DU-FOG-5": "as many as the diameter, {fog-supply} at most",
    "DU-XFIRE-1": "deals {crossfire} more damage",
    "DU-XFIRE-3": "It is {crossfire} more",
    "DU-BOMB-1": "takes X + {bomb-target-bonus}",
    "DU-OFFMAP-1": "hardness {off-map-hardness}",
    "DU-OFFMAP-3": "takes X + {bomb-target-bonus}",
    "DU-PLANE-1": "Move {off-map-plane-move} and Manoeuvre {off-map-plane-manoeuvre}",
    "DU-AA-1": "at least {antiair-minimum}",
    "DU-AA-2": "hardness {off-map-hardness}",
    "DU-AIR-2": "attack + {aerial-base} - effective distance, but at least {aerial-minimum}",
    "DU-AIR-3": "below {aircraft-cover-limit}",
}


@pytest.mark.parametrize("rule", IN_TEXTS)
def test_rule_texts_have_the_printed_numbers(rule: str) -> None:
    numbers = {name: row["value"] for name, row in DU.reference.file_data("catalogue/numbers").items()}
    assert IN_TEXTS[rule].format(**numbers) in DU.reference.rules[rule].text


# What rule texts once left out or said otherwise.
SAID = {
    "DU-TURN-4": "On a tie, the holder keeps the marker and goes first.",
    "DU-TURN-6": "infantry and crew lose their damage; everything else keeps it",
    "DU-TURN-7": "It still observes and directs.",
    "DU-FOG-5": "whatever the variant",
    "DU-FOG-6": "If none is left, nothing happens.",
    "DU-DIRECT-1": "The effective distance still counts.",
    "DU-DMG-2": "that of this action included",
    "DU-DMG-5": "a vehicle or plane",
    "DU-CAS-2": "Losing the last card does not yet remove it.",
    "DU-CAS-3": "When a vehicle suffers a casualty",
    "DU-CREW-2": "a printed repair",
    "DU-OFFMAP-4": "Instead of its effect in the base game",
    "DU-PLANE-1": "Whenever it acts and is not on the map",
    "DU-AA-1": "Distance, sight and vision do not matter.",
    "DU-AIR-3": "The effective distance is the reinforcement of the tile",
    "DU-COMB-4": "the air first",
}


@pytest.mark.parametrize("rule", SAID)
def test_rule_texts_are_enough_to_play_by(rule: str) -> None:
    assert SAID[rule] in DU.reference.rules[rule].text
