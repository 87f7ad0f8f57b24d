"""The catalogue against the printed tables, typed here once more as they are printed."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from tabletop_cli.api import PRINTED
from tabletop_cli.core import registry
from tabletop_cli.core.data import JsonMapping
from tabletop_cli.core.declare.house import House
from tabletop_cli.systems.tgf import profiles
from tabletop_cli.systems.tgf import row_types as tables
from tabletop_cli.systems.tgf.row_types import Arm, Cell

TGF = registry.load("tgf")
CATALOGUE = sorted(Path(profiles.__file__).parent.glob("catalogue/*.toml"))

LEVELS = """
untrained  4  4  6 2 5 9 5 2 10
green      6  6  8 3 6 9 6 2 15
regular    7  7  9 3 7 9 7 2 17
veteran    8  8 10 3 8 9 8 2 20
elite     10 10 13 4 8 9 9 2 25
"""
ARMOURY = """
pistol          | +2 / 8     | +2 / 8     | +1 / 8     | -         | -         | -
machine-pistol  | +2(x2) / 8 | +2(x2) / 8 | +1(x2) / 8 | -         | -         | -
sub-machine-gun | -1 / 9     | +2(x2) / 9 | +1(x2) / 9 | -1 / 8    | -         | -
assault-rifle   | -2 / 10    | +2 / 10    | +1 / 10    | 0 / 10    | -2 / 0    | -
lmg             | -3 / 11    | +3(x3) / 11 | +2(x2) / 11 | -1 / 11 | -         | -
hmg             | -4 / 13    | +3(x3) / 13 | +2(x2) / 13 | -1 / 13 | -         | -
mounted-hmg     | -          | 0(x2) / 13 | +3(x3) / 13 | +2(x2) / 13 | 0(x2) / 13 | -2 / 11
flare-gun       | -          | -          | 0 / -      | -2 / -    | -4 / -    | -6 / -
sniper-rifle    | -3 / 10    | +2 / 10(x2) | +1 / 10(x2) | 0 / 10(x2) | -1 / 10(x2) | -3 / 9
mortar-50mm     | -          | -          | 0 / 9(x2)  | -2 / 9(x2) | -3 / 9(x2) | -4 / 11
mortar-80mm     | -          | -          | 0 / 11(x2) | -2 / 11(x2) | -3 / 11(x2) | -4 / 11
mortar-120mm    | -          | -          | 0 / 12(x3) | -2 / 12(x3) | -3 / 12(x3) | -4 / 12(x2)
infantry-gun-75 | -          | -          | -5 / 11(x3) | -4 / 11(x3) | -3 / 11(x3) | -3 / 11(x3)
anti-tank-gun   | -          | -          | -5 / 11(x3) | -4 / 11(x3) | -3 / 11(x3) | -3 / 11(x3)
grenade-launcher | - | - | - | - | - | -
rocket-launcher  | - | - | - | - | - | -
offboard         | - | - | - | - | - | -
"""
STANDARD = """
sergeant assault-rifle
soldier  assault-rifle
crew     assault-rifle
hmg      hmg
gl       grenade-launcher
rl       rocket-launcher
fo       assault-rifle
medic    assault-rifle
sniper   sniper-rifle
"""

MORTARS = ("mortar-50mm", "mortar-80mm", "mortar-120mm")
GUNS = ("infantry-gun-75", "anti-tank-gun")
PIECES = (*MORTARS, *GUNS, "offboard")
SUPPLIED = ("grenade-launcher", "rocket-launcher", "offboard")

# in cm, or in % of the target; then what it is worth
BANDS = "pb 0-20, sr 20-40, mr 40-70, lr 70-110, er 110-140"
COVERS = "cover_25 25-50 -1, cover_50 50-75 -2, cover_75 75-100 -3"
FALLS = "0-9 4 1, 9-18 7 1, 18-27 10 2, 27-36 13 2, 36-45 16 3, 45-54 19 3"

NUMBERS = """
sides 20, save_base 10, move_cm 9, climb_cm 3, climb_falls_on 19, jump_from 5, sight 60, sight_fog 30,
sight_night 15, forest_light 15, forest_dense 9, command_radius 18, section_radius 60, height_step 10,
height_steps 3, most_friends 3, treeline 3, attempts 3, pieces_per_fo 2, free_suppression 2,
suppressed_area 10, quarter 4, half 2, crippled 3, witness 5, special_hits 10, fall_back 10, seek_cover 6,
under_fire 4, enemy_in_sight 2, drop_edge 18, drop_enemy 36, drop_within 6, sergeants 1, guns 1,
normal_per_specialist 2
"""


def rows(printed: str) -> list[list[str]]:
    lines = [line for line in printed.splitlines() if line]
    return [[word.strip() for word in (line.split("|") if "|" in line else line.split())] for line in lines]


def house(**table: Any) -> House:
    return TGF.reference.house.read(table)


def weapon(name: str, under: House = TGF.house) -> Arm:
    """A weapon as it is played."""
    return tables.arm_of(under, tables.WEAPONS.printed[name])


ARMS = {name: weapon(name) for name in tables.WEAPONS.printed}


def cell(printed: str) -> tuple[int, int | None, int, int] | None:
    """Hit, damage, shots, hits of a printed cell."""
    if printed == "-":
        return None
    found = re.fullmatch(r"([+-]?\d+)(?:\(x(\d)\))? / (?:-|(\d+)(?:\(x(\d)\))?)", printed)
    assert found, printed
    hit, shots, dam, hits = found.groups()
    return int(hit), None if dam is None else int(dam), int(shots or 1), int(hits or 1)


def bounded(row: JsonMapping, *more: str) -> str:
    """A row with bounds as it is typed above."""
    return " ".join([f"{row['from']}-{row['to']}", *(str(row[key]) for key in more)])


def test_every_bound_as_printed() -> None:
    """Ranges, cover and falls: each bound but the outer ones is printed twice."""
    tables = profiles.catalogue_file("tables")
    bands = [f"{name} {bounded(row)}" for name, row in tables["bands"].items() if name != "cc"]
    assert ", ".join(bands) == BANDS
    covers = [f"{name} {bounded(row, 'value')}" for name, row in tables["to_hit"].items() if "from" in row]
    assert ", ".join(covers) == COVERS
    assert ", ".join(bounded(row, "dam", "hits") for row in tables["falls"]["rows"]) == FALLS


def test_the_rifle_does_no_damage_at_long_range_in_print() -> None:
    rifle = profiles.catalogue_file("weapons")["weapons"]["assault-rifle"]
    assert (rifle["cells"]["lr"]["hit"], rifle["cells"]["lr"]["dam"]) == (-2, 0)


@pytest.mark.parametrize("printed", rows(LEVELS), ids=lambda row: row[0])
def test_levels(printed: list[str]) -> None:
    one = tables.LEVELS.printed[printed[0]]
    assert [one.cc, one.rc, one.ld, one.ac, one.st, one.mv, one.a, one.s, one.pts] == list(map(int, printed[1:]))


def test_all_levels_and_the_row_of_the_co() -> None:
    assert list(tables.LEVELS.printed) == [row[0] for row in rows(LEVELS)]
    assert [one.id for one in tables.LEVELS.printed.values() if one.steadfast] == ["elite"]
    assert (profiles.co_bonus("ld"), profiles.co_bonus("pts")) == (1, 5)


@pytest.mark.parametrize("printed", rows(ARMOURY), ids=lambda row: row[0])
def test_the_armoury(printed: list[str]) -> None:
    found = [weapon(printed[0]).cells.get(band) for band in profiles.band_names()]
    assert [None if c is None else (c.hit, c.dam, c.shots, c.hits) for c in found] == list(map(cell, printed[1:]))


def test_the_armoury_is_whole() -> None:
    assert set(ARMS) == {row[0] for row in rows(ARMOURY)}
    assert tuple(name for name, one in ARMS.items() if not one.row.carried) == PIECES
    assert {name: one.row.piece for name, one in ARMS.items() if one.row.piece} == {
        **dict.fromkeys(MORTARS, "mortar"),
        **dict.fromkeys(GUNS, "gun"),
        "offboard": "offboard",
    }
    templates = {name: one.template for name, one in ARMS.items() if one.template}
    assert templates == {
        "mortar-50mm": "small",
        "mortar-80mm": "small",
        "mortar-120mm": "large",
        "infantry-gun-75": "large",
    }
    assert {name for name, one in ARMS.items() if one.indirect} == set(MORTARS)
    assert {name for name, one in ARMS.items() if one.row.gunner} == {"hmg", "mounted-hmg"}
    assert not ARMS["flare-gun"].has_damage


def test_suppression_points_of_weapons() -> None:
    """TGF-SUP-2, TGF-R37: all others have the 1/2 of a trooper."""
    found = {name: one.row.suppression for name, one in ARMS.items() if one.row.carried}
    assert {name: points for name, points in found.items() if points is not None} == {
        "lmg": 2,
        "hmg": 2,
        "mounted-hmg": 7,
        "sniper-rifle": 0,
        "grenade-launcher": 0,
        "rocket-launcher": 0,
    }


def test_roles_and_their_weapons() -> None:
    assert [[name, row.weapon.id] for name, row in tables.ROLES.printed.items()] == rows(STANDARD)


@pytest.mark.parametrize(
    ("word", "roles"),
    [
        ("leads", ["sergeant"]),
        ("normal", ["soldier", "crew"]),
        ("specialist", ["hmg", "gl", "rl", "fo", "medic", "sniper"]),
        ("gunner", ["hmg"]),
        ("observes", ["fo"]),
        ("serves", ["crew"]),
        ("extra", ["medic", "sniper"]),
        ("unruled", ["medic"]),
    ],
)
def test_words_of_roles(word: str, roles: list[str]) -> None:
    assert [name for name, row in tables.ROLES.printed.items() if getattr(row, word)] == roles


def test_how_many_of_a_role_there_may_be() -> None:
    limits = {name: (row.most, row.limited_by) for name, row in tables.ROLES.printed.items() if row.most}
    assert limits == {"hmg": (1, "TGF-A6"), "gl": (1, "TGF-A7"), "rl": (1, "TGF-A8")}


def test_kinds_of_unit() -> None:
    found = {
        name: (tuple(one.id for one in row.allowed_pieces(PRINTED)), row.size, row.crew)
        for name, row in tables.KINDS.printed.items()
    }
    assert found == {
        "squad": ((), (1, 11), 0),
        "artillery-team": ((*MORTARS, "offboard"), (1, 11), 0),
        "gun-crew": (GUNS, None, 3),
    }


# --- Ranges and modifiers


@pytest.mark.parametrize(
    ("distance", "near", "far"),
    [
        ("CC", "cc", "cc"),
        (0, "pb", "pb"),
        (Fraction(39, 2), "pb", "pb"),
        (20, "pb", "sr"),
        (Fraction(41, 2), "sr", "sr"),
        (40, "sr", "mr"),
        (70, "mr", "lr"),
        (110, "lr", "er"),
        (140, "er", "er"),
        (Fraction(281, 2), None, None),
    ],
)
def test_ranges(distance: Any, near: str | None, far: str | None) -> None:
    assert profiles.find_band(distance, TGF.house) == near
    assert profiles.find_band(distance, house(**{"band-edge": "far"})) == far


def test_to_hit_modifiers() -> None:
    keys = ("prone", "night", "aimed", "tracer", "height_step")
    assert [profiles.to_hit(key) for key in keys] == [-1, -2, 3, 2, 1]
    for key in ("forest", "crest"):
        assert [profiles.to_hit(key, value) for value in ("none", "edge", "deep")] == [0, -1, -2]


@pytest.mark.parametrize(
    ("share", "near", "far"),
    [(0, 0, 0), (24, 0, 0), (25, -1, -1), (50, -1, -2), (51, -2, -2), (75, -2, -2), (76, -3, -3), ("slit", -3, -3)],
)
def test_cover_when_shot_at(share: Any, near: int, far: int) -> None:
    assert profiles.cover_modifier(share, TGF.house) == near
    assert profiles.cover_modifier(share, house(**{"band-edge": "far"})) == far


def test_damage_and_close_combat_modifiers() -> None:
    assert [profiles.damage("cover_type", value) for value in ("none", "soft", "hard")] == [0, -1, -2]
    for key in ("forest", "crest"):
        assert [profiles.damage(key, value) for value in ("none", "edge", "deep")] == [0, -1, -2]
    heights = [profiles.close_combat("target_height", value) for value in ("same", "higher", "lower")]
    assert heights == [0, -1, 1]
    assert [profiles.close_combat(key) for key in ("prone", "behind_cover", "friend")] == [1, -1, 1]


# --- The other tables of play


def test_movement() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    assert {key: (row.share, row.actions) for key, row in profiles.GROUND.printed.items()} == {
        "difficult": (half, 0),
        "rubble": (half, 0),
        "prone": (third, 0),
        "hidden": (third, 0),
        "suppressed": (half, 0),
        "gun": (half, 0),
        "low-obstacle": (None, 1),
        "high-obstacle": (None, 0),
        "closed": (None, 1),
    }


@pytest.mark.parametrize(
    ("height", "near", "far"),
    [
        (0, (4, 1), (4, 1)),
        (9, (4, 1), (7, 1)),
        (Fraction(19, 2), (7, 1), (7, 1)),
        (18, (7, 1), (10, 2)),
        (27, (10, 2), (13, 2)),
        (36, (13, 2), (16, 3)),
        (45, (16, 3), (19, 3)),
        (54, (19, 3), (19, 3)),
    ],
)
def test_falls(height: Any, near: tuple[int, int], far: tuple[int, int]) -> None:
    assert profiles.fall_effect(height, TGF.house) == profiles.Fall(*near)
    assert profiles.fall_effect(height, house(**{"band-edge": "far"})) == profiles.Fall(*far)


def test_falls_above_the_table_are_supplied() -> None:
    assert profiles.fall_effect(55, TGF.house) is None
    assert profiles.fall_effect(55, house(**{"fall-over-54": "fatal"})) == "fatal"
    assert profiles.fall_effect(55, house(**{"fall-over-54": {"dam": 22, "hits": 4}})) == profiles.Fall(22, 4)


def test_mortars_suppression_and_drill() -> None:
    assert profiles.firing_actions() == (3, 2, 1)
    points = [profiles.suppression_points(key) for key in ("trooper", "machine_gun", "mounted")]
    assert points == [Fraction(1, 2), 2, 7]
    assert {key: (row.crew, row.actions) for key, row in profiles.DRILL.printed.items()} == {
        "turn": (2, 2),
        "aim": (2, 2),
        "load": (2, 1),
        "fire": (1, 1),
        "move": (4, 1),
    }


def test_numbers_in_the_rules() -> None:
    printed = dict(pair.split() for pair in NUMBERS.replace("\n", " ").split(","))
    assert profiles.catalogue_file("tables")["numbers"] == {key: int(value) for key, value in printed.items()}
    costs = {name: row["cost"] for name, row in profiles.catalogue_file("tables")["actions"].items()}
    assert {name: cost for name, cost in costs.items() if cost != 1} == {"suppression": 2, "recover": 3}


# --- What players decide and supply


def test_the_rifle_at_long_range() -> None:
    assert weapon("assault-rifle", house(**{"ar-long-damage": 10})).cells["lr"].dam == 10
    assert weapon("assault-rifle", house(**{"ar-long-damage": 0})).cells["lr"].dam == 0


@pytest.mark.parametrize("name", SUPPLIED)
def test_weapons_without_a_table_are_supplied(name: str) -> None:
    table = {"template": True, "sr": {"hit": -1, "dam": 12, "hits": 2}, "mr": {"hit": 0, "dam": 9, "shots": 3}}
    one = weapon(name, house(weapons={name: table}))
    assert one.has_table and one.template and not one.indirect
    assert one.cells == {"sr": Cell(hit=-1, dam=12, hits=2), "mr": Cell(hit=0, dam=9, shots=3)}
    assert not ARMS[name].has_table


def test_everything_has_a_price_that_may_be_agreed() -> None:
    items = {path[1] for path in TGF.reference.house.paths if path[0] == "prices"}
    assert items == set(ARMS)


# --- Files and texts


@pytest.mark.parametrize("path", CATALOGUE, ids=lambda path: path.name)
def test_the_files_are_what_the_schema_says(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    valid = Draft7Validator(TGF.catalogue_schema())
    assert [error.message for error in valid.iter_errors(data)] == []
    assert not valid.is_valid({**data, "no such table": {}})


def test_every_id_in_the_data_is_a_rule_or_a_ruling() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in CATALOGUE)
    cited = set(re.findall(r"TGF-[A-Z]+-?\d+", text)) | {one.ruling for one in TGF.reference.house.switches.values()}
    cited |= {rule for ruling in TGF.reference.rulings.values() for rule in ruling.rules}
    assert sorted(one for one in cited if not TGF.reference.has_entry(one)) == []


def test_every_ruling_is_there_and_every_switch_belongs_to_one() -> None:
    assert sorted(TGF.reference.rulings) == sorted(f"TGF-R{number}" for number in range(1, 71))
    for switch in TGF.reference.house.switches.values():
        assert switch.ruling in TGF.reference.rulings
        assert all(switch.means.get(str(value)) for value in switch.values), switch.name


def test_the_catalogue_shows_oddities_and_ideas() -> None:
    pages = {page.title: page for page in TGF.make_catalogue_pages()}
    remarks = {row[0]: row[2] for block in pages["Armoury"].blocks[1:2] for row in getattr(block, "rows", ())}
    assert remarks["assault-rifle"] == "TGF-R7" and remarks["mortar-50mm"].endswith("TGF-R8")
    assert "armour piercing" in remarks["anti-tank-gun"] and "ranged template" in remarks["flare-gun"]
    ideas = getattr(pages["Ideas"].blocks[1], "rows", ())
    assert len(ideas) == 15 and any("30 x 60 cm" in row[1] for row in ideas)
