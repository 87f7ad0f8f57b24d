"""The catalogue against the printed lists, typed here once more as they are printed."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.systems.tt.model import FACTIONS, Weapon
from tabletop_cli.systems.tt.profiles import Profile, make_profile, options_of
from tabletop_cli.systems.tt.tables import class_row

HOUSE = registry.load("tt").reference.house.read({})

# class, cm, charges (all: every class but aircraft), attacked by, cover
CLASSES = """
infantry      |  5 | infantry vehicle light-vehicle monster bike | ap    | cover
vehicle       | 10 | infantry bike                               | at    |
light-vehicle | 10 | infantry bike                               | at ap |
monster       |  5 | infantry vehicle light-vehicle monster bike | at    |
bike          | 10 | infantry bike                               | ap    | cover
aircraft      | 10 |                                             | at    |
"""
# unit, class, Armor, specials, points; of the Eldar most classes are not printed, and read as infantry (TT-R5)
UNITS = """
command-squad    | infantry | 2 | invulnerable | 1
tactical-squad   | infantry | 2 | | 1
assault-squad    | infantry | 2 | jump fast | 1
devastator-squad | infantry | 2 | | 1
terminator-squad | infantry | 3 | tough all-around slow ambush | 2
bike-squad       | bike     | 2 | | 1
dreadnought      | monster  | 3 | slow | 1
rhino            | vehicle  | 1 | | 1/2
razorback        | vehicle  | 1 | | 1/2
whirlwind        | vehicle  | 1 | | 1
land-raider      | vehicle  | 3 | tough all-around | 2
seer-council             | infantry | 2 | invulnerable fast | 1
guardian-defenders       | infantry | 0 | fast | 1/2
guardian-weapon-platform | infantry | 0 | | 1/2
dark-reapers             | infantry | 1 | | 1
howling-banshees         | infantry | 1 | fast | 1
striking-scorpions       | infantry | 2 | ambush all-terrain | 1
fire-dragons             | infantry | 1 | fast | 1
warp-spiders             | infantry | 2 | jump fast ambush hit-and-run | 1
swooping-hawks           | infantry | 1 | jump fast ambush may-return charges-aircraft | 1
wraithguard              | infantry | 3 | tough fearless difficult | 2
vyper                    | light-vehicle | 2 | fast jump | 1
falcon                   | vehicle  | 1 | jump | 1
"""
# weapon, range, AP, AT, traits; `?` is a number that is printed without a mark (TT-R3)
WEAPONS = """
command-squad
  small-arms        10    +3 -
  missile-launcher  30    +2 +1  heavy
  assault           -     +4 +4  power-weapon
tactical-squad
  missile-launcher  30    +2 +1  heavy
  boltguns          10    +3 -
  assault           -     +3 +3
assault-squad
  pistols           10    +2 -
  assault           -     +4 +4
devastator-squad
  lascannons        30    -  +3  heavy
  heavy-bolters     20    +3 -   heavy
terminator-squad
  assault-cannon    20    +2 +2
  h-flamer          10    +3 -   ignore-cover
  storm-bolters     10    +3 -
  assault           -     +5?    power-weapon
bike-squad
  twin-boltguns     10    +3 -
  assault           -     +4?
dreadnought
  multimelta        10    +2 +2  power-weapon
  assault           -     +4 +4  power-weapon
rhino
  storm-bolters     10    +1 -
  assault           -     +1 -
razorback
  assault           -     +1 -
whirlwind
  whirlwind         20-60 +1 +1  barrage turret
  assault           -     +1?
land-raider
  twin-lascannons-1  30   -  +3
  twin-lascannons-2  30   -  +3
  twin-heavy-bolters 20   +3 -
  assault           -     +2 -
seer-council
  shuriken-pistols  10    +2 -
  assault           -     +4 +4  power-weapon
guardian-defenders
  shuriken-catapults 10   +3 -
  assault           -     +1?
guardian-weapon-platform
  shuriken-catapults 10   +2 -
  brightlance       20    -  +2  lance
  assault           -     +1?
dark-reapers
  reaper-launchers  30    +4 -   heavy
  assault           -     +1?
howling-banshees
  unnamed-gun       10    +2 -
  assault           -     +6?
striking-scorpions
  unnamed-gun       10    +2 -
  assault           -     +4?
fire-dragons
  fusion-guns       10    +3 +3  power-weapon
  assault           -     +2?    power-weapon
warp-spiders
  deathspinners     10    +3 -
  assault           -     +2?
swooping-hawks
  lasblasters       10    +3 -
  assault           -     +2?
wraithguard
  wraithcannons     10    +3 +3  power-weapon
  assault           -     +3?
vyper
  brightlance       20    -  +2  lance
  shuriken-catapults 10   +1 -
  assault           -     +1 -
falcon
  pulse-laser       30    -  +3  turret
  scatter-laser     20    +2 +2  turret
  shuriken-catapults 10   +1 -
  assault           -     +1 -
"""


def rows(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


def taken(unit: str, **options: Any) -> Profile:
    return make_profile(HOUSE, unit, None, options, "unit")


def as_printed(weapon: Weapon) -> str:
    """A weapon as a line of the list, such as ``30 +2 +1 heavy``."""
    reach = "-" if weapon.range is None else str(weapon.range)
    reach = f"{weapon.min_range}-{reach}" if weapon.min_range else reach
    marks = [f"+{weapon.value}?"] if weapon.value is not None else [_plus(weapon.ap), _plus(weapon.at)]
    return " ".join([reach, *marks, *sorted(weapon.traits)])


def _plus(value: int | None) -> str:
    return "-" if value is None else f"+{value}"


def test_every_class_as_printed() -> None:
    for name, cm, charges, attacked_as, cover in rows(CLASSES):
        row = class_row(name, HOUSE)
        by = ["at" if one == "vehicle" else "ap" for one in row["attacked_as"]]
        assert str(row["move"]) == cm, name
        assert (sorted(row["charges"]), sorted(by)) == (sorted(charges.split()), sorted(attacked_as.split())), name
        assert row["cover"] == (cover == "cover"), name


def test_every_unit_as_printed() -> None:
    listed = [[one.id for one in under.units] for under in FACTIONS.printed.values()]
    assert [unit for some in listed for unit in some] == [row[0] for row in rows(UNITS)]
    for name, of_class, armor, specials, points in rows(UNITS):
        found = taken(name)
        assert (found.unit_class, str(found.armor), str(found.points)) == (of_class, armor, points), name
        assert sorted(found.specials) == sorted(specials.split()), name
    assert [row[0] for row in rows(UNITS) if taken(row[0]).kind.commander] == ["command-squad", "seer-council"]


def test_every_weapon_as_printed() -> None:
    wanted: dict[str, dict[str, str]] = {}
    unit = ""
    for line in WEAPONS.strip().splitlines():
        if line.startswith(" "):
            weapon, *cells = line.split()
            marks = 2 if cells[1].endswith("?") else 3
            wanted[unit][weapon] = " ".join([*cells[:marks], *sorted(cells[marks:])])
        else:
            unit = line
            wanted[unit] = {}
    assert {name: {one.id: as_printed(one) for one in taken(name).weapons.values()} for name in wanted} == wanted
    assert list(wanted) == [row[0] for row in rows(UNITS)]


@pytest.mark.parametrize(
    ("unit", "options", "weapon", "line"),
    [
        ("command-squad", {"hero": "librarian"}, "librarian-power", "10 +3 +3 power-weapon"),
        ("command-squad", {"hero": "chaplain"}, "assault", "- +5 +5 power-weapon"),
        ("tactical-squad", {"heavy-weapon": "lascannon"}, "lascannon", "30 - +3 heavy"),
        ("tactical-squad", {"heavy-weapon": "multimelta"}, "multimelta", "10 +2 +2 heavy power-weapon"),
        (
            "devastator-squad",
            {"heavy-weapons": ["multimeltas", "lascannons"]},
            "multimeltas",
            "10 +2 +2 heavy power-weapon",
        ),
        (
            "devastator-squad",
            {"heavy-weapons": ["missile-launchers", "lascannons"]},
            "missile-launchers",
            "30 +2 +1 heavy",
        ),
        ("terminator-squad", {"specials": "two-assault-cannons"}, "assault-cannon-1", "20 +2 +2"),
        ("terminator-squad", {"specials": "two-assault-cannons"}, "assault-cannon-2", "20 +2 +2"),
        ("terminator-squad", {"specials": "two-h-flamers"}, "h-flamer-1", "10 +3 - ignore-cover"),
        ("terminator-squad", {"specials": "two-h-flamers"}, "h-flamer-2", "10 +3 - ignore-cover"),
        ("dreadnought", {"no-power-fist": True}, "assault", "- +3?"),
        ("dreadnought", {"no-power-fist": True, "second-gun": "twin-lascannons"}, "twin-lascannons", "30 - +3"),
        ("dreadnought", {"no-power-fist": True, "second-gun": "assault-cannon"}, "assault-cannon", "20 +2 +2"),
        (
            "dreadnought",
            {"no-power-fist": True, "second-gun": "missile-launcher"},
            "missile-launcher",
            "30 +2 +1 heavy",
        ),
        ("razorback", {"weapon": "twin-heavy-bolters"}, "twin-heavy-bolters", "20 +3 - turret"),
        ("razorback", {"weapon": "twin-lascannons"}, "twin-lascannons", "30 - +3 turret"),
    ],
)
def test_what_options_bring(unit: str, options: dict[str, Any], weapon: str, line: str) -> None:
    assert as_printed(taken(unit, **options).weapons[weapon]) == line


def test_what_options_take_away_add_and_cost() -> None:
    assert {name for name, *_ in rows(UNITS) if options_of(taken(name).kind, HOUSE)} == {
        "command-squad",
        "tactical-squad",
        "devastator-squad",
        "terminator-squad",
        "dreadnought",
        "razorback",
    }
    assert sorted(taken("terminator-squad", specials="two-h-flamers").weapons) == [
        "assault",
        "h-flamer-1",
        "h-flamer-2",
        "storm-bolters",
    ]
    assert "missile-launcher" not in taken("tactical-squad", **{"heavy-weapon": "lascannon"}).weapons
    assert sorted(taken("devastator-squad", **{"heavy-weapons": ["multimeltas", "lascannons"]}).weapons) == [
        "lascannons",
        "multimeltas",
    ]
    chaplain = taken("command-squad", hero="chaplain")
    assert (chaplain.has_special("fearless"), str(chaplain.points)) == (True, "2")
    assert str(taken("command-squad", hero="librarian").points) == "2"
    assert str(taken("dreadnought", **{"no-power-fist": True, "second-gun": "assault-cannon"}).points) == "1"


def test_who_rides_in_what() -> None:
    carried = {row[0]: taken(row[0]).transport for row in rows(UNITS)}
    squads = ("command-squad", "tactical-squad", "devastator-squad")
    assert {name: one.capacity for name, one in carried.items() if one} == {"rhino": 2, "razorback": 1, "falcon": 1}
    for name in ("rhino", "razorback"):
        assert carried[name] is not None and sorted(carried[name].units) == sorted(squads)
    assert carried["falcon"] is not None
    assert (carried["falcon"].any_infantry, tuple(carried["falcon"].except_)) == (True, ("wraithguard",))
