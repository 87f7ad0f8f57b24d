"""The catalogue of du against the tables of the book, typed here once more."""

from __future__ import annotations

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
