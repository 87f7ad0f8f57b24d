"""The catalogue against the printed tables, typed here once more as they are printed; a dash is a blank."""

from __future__ import annotations

from tabletop_cli.systems.td import tables
from tabletop_cli.systems.td.tables import BATTERIES, ENTRIES, GUNS, catalogue_file, catalogue_table

# entry, fire, base in mm, arc, close combat dice, fire dice, experience, maneuverability, cost, type
COSTS = """
infantry-unit       direct   25    360 2 3 -       -          2 infantry
hmg                 direct   40-50 90  1 4 regular autonomous 1 infantry
off-table-artillery indirect 25-32 360 1 0 regular autonomous 2 infantry
atg                 direct   40-50 90  1 - regular autonomous 1 infantry
tank                direct   -     -   - - -       -          4 vehicle
mech                direct   -     90  - - -       -          4 vehicle
"""
MODELS = """
lead       6 5 4
semi-lead  5 4 3
autonomous 8 3 3
"""
# option, its note, points, who may have it
OPTIONS = """
armour-piercing 1 0 lead/regular semi-lead/regular autonomous/regular
attached-hmg    2 1 semi-lead/veteran autonomous/regular
fast-large      5 0 autonomous/veteran
"""
# vehicle, entry, armour, gun, close combat dice, arc, what it is
VEHICLES = """
light-mech  mech 3 hmg       6 90  large fast
light-tank  tank 4 light-gun 3 90  fast
heavy-mech  mech 4 light-gun 5 90  large
heavy-tank  tank 6 heavy-gun 4 180 large
"""
# size, dice, kill potential, smoke in cm, fire missions
ARTILLERY = """
light  3 1 10 2 10
medium 4 2 15 3 7
heavy  5 3 20 4 5
"""
FIRING = """
none       none       pinned     suppressed out
pinned     pinned     pinned     suppressed out
suppressed suppressed suppressed out        out
"""
RALLY = """
green   5 6
regular 4 5
veteran 3 4
"""
ACTIONS = """
move          active   group
pivot         active   -
direct-fire   active   group
indirect-fire active   -
rally         active   -
reload        active   -
prepare       active   -
reactive-fire reactive -
"""
# terrain, cover against direct and indirect fire
TERRAIN = """
open       no  no
rough      yes no
forest     yes yes
ruin       yes yes
depression yes yes
"""


def rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


def said(value: object) -> str:
    """Return a value of a row as the tables above have it."""
    return "-" if value is None or value == "" else str(value)


def test_costs_as_printed() -> None:
    columns = ("fire", "base_mm", "arc", "cc_dice", "fire_dice", "experience", "maneuverability", "cost", "type")
    found = [[name, *(said(getattr(row, one)) for one in columns)] for name, row in ENTRIES.printed.items()]
    assert found == rows(COSTS)
    assert (ENTRIES.printed["atg"].tokens, ENTRIES.printed["atg"].reload) == (2, 2)


def test_infantry_units_as_printed() -> None:
    infantry = tables.infantry()
    found = [[name, *(str(row[one]) for one in tables.EXPERIENCE)] for name, row in infantry["models"].items()]
    assert found == rows(MODELS)
    assert infantry["leader_bonus"] == {"green": 0, "regular": 1, "veteran": 1}
    profile = infantry["profile"]
    assert [profile[one] for one in ("cc_dice", "fire_dice", "arc", "leader_bonus_cc_dice")] == [2, 3, 360, 1]


def test_options_as_printed() -> None:
    found = {
        name: [str(row["note"]), str(row["cost"]), *sorted("/".join(pair) for pair in row["eligible"])]
        for name, row in tables.infantry()["options"].items()
    }
    assert found == {name: [note, cost, *sorted(who)] for name, note, cost, *who in rows(OPTIONS)}


def test_vehicles_as_printed() -> None:
    found = []
    for name, row in tables.VEHICLES.printed.items():
        numbers = [str(getattr(row, one)) for one in ("entry", "armour", "gun", "cc_dice", "arc")]
        found.append([name, *numbers, *(one for one in ("large", "fast") if getattr(row, one))])
    assert found == rows(VEHICLES)
    second = {name: row.second_gun.id for name, row in tables.VEHICLES.printed.items() if row.second_gun}
    assert second == {"heavy-tank": "hmg"}


def test_the_gun_table_is_empty() -> None:
    """Nothing of what is blank in print has a number."""
    values = ("direct_fire_dice", "kill_potential", "armour_penetration", "reload")
    guns = [gun for gun in GUNS.printed.values() if gun.armour_penetrating]
    assert [gun.id for gun in guns] == ["hand-held-gun", "light-gun", "heavy-gun"]
    assert [gun.id for gun in guns if any(getattr(gun, value) is not None for value in values)] == []
    assert [GUNS.printed[name].direct_fire_dice for name in ("infantry", "hmg")] == [3, 4]


def test_artillery_as_printed() -> None:
    found = []
    for name, row in BATTERIES.printed.items():
        found.append([name, *map(str, (row.dice, row.kill_potential, *row.smoke_cm, row.missions))])
    assert found == rows(ARTILLERY)


def test_firing_and_rally_as_printed() -> None:
    firing = [[status, *(tables.firing_result(status, hits) for hits in range(4))] for status in tables.STATUSES]
    assert firing == rows(FIRING)
    rally = [[one, *(str(tables.rally_value(one, how)) for how in tables.STATUSES[1:])] for one in tables.EXPERIENCE]
    assert rally == rows(RALLY)


def test_actions_as_printed() -> None:
    actions = catalogue_table("tables", "actions")
    found = [[name, row["who"], "group" if row["group"] else "-"] for name, row in actions.items()]
    assert found == rows(ACTIONS)
    assert {row["counted"] for row in actions.values()} == {1}


def test_terrain_as_printed() -> None:
    said = {True: "yes", False: "no"}
    found = [[one, *(said[tables.gives_cover(one, fire)] for fire in ("direct", "indirect"))] for one in tables.TERRAIN]
    assert found == rows(TERRAIN)


def test_numbers_of_the_rules() -> None:
    """Hits on 5+; three hits bring a kill potential to bear; 4+ and 5+ against vehicles; smoke lands on 3+."""
    assert catalogue_file("tables")["numbers"] == {
        "hit": 5,
        "kill_potential_hits": 3,
        "anti_vehicle_hit": 4,
        "cover_av": 5,
        "smoke_lands": 3,
        "standard_base_mm": 25,
    }
