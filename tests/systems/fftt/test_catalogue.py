"""The catalogue of FFTT against the printed tables, and what the typed profiles make of it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.data import JsonMapping
from tabletop_cli.core.testing.kit import check_house, check_reference
from tabletop_cli.systems.fftt import profiles, tables, units
from tabletop_cli.systems.fftt.units import FACTIONS

from .judge_figures import ABILITIES, INSECTOIDS, MACHINA

FFTT = registry.load("fftt")
BOOK = units.UNITS.printed
FOLDER = Path(profiles.__file__).parent
TABLES = FFTT.reference.file_data("catalogue/tables")

# unit, FP, AP, W, WS, short, long, weapon, move, HtH; a dash is printed, or nothing
UNITS = """
hq            1 0 4 -  -  -  none          0  0
engineer      3 2 3 8 30 40  direct       10  2
sniper        2 1 2 9 40 60  direct       10 -1
grunt         1 3 2 7 20 30  direct       10  0
medic         1 3 2 6 10 20  direct       10 -1
grenadier     2 2 2 6 10 20  grenade      10  0
tank          4 2 4 7 30 40  direct        8  0
missile-tank  3 1 3 5 50 70  missile       8  0
scanner       1 2 2 -  -  -  none          8  0
terminator    1 2 2 8 20 30  direct        8  0
sentinel      1 3 1 7 20 30  direct       15 -1
queen         4 3 5 -  -  -  close-combat  6  5
stinger       1 3 2 6 20 30  direct       10  0
acid-spitter  1 3 2 4 10 20  acid         10  0
razor-dog     1 4 2 -  -  -  close-combat 10  3
drone         1 4 1 -  -  -  close-combat 15  1
bomb-bug      1 3 2 -  -  -  explosion    10 -2
"""
# action, AP, when
ACTIONS = """
move             1 own
interact         1 own
fire             1 light-fire general-fire
opportunity-fire 2 enemy
heal             2 own
hand-to-hand     1 hand-to-hand
eat-corpse       1 own
lay-egg          1 own
go-off           1 own general-fire
storm-bringer    1 general-fire
retreat          1 own
"""
# sum of 2D6, ability, what it adds to
GENERALS = """
2  road-runner       +2 move
3  crack-shooter     +1 ws
4  iron              +1 wounds
5  chameleon
6  storm-bringer
7  doc
8  full-metal-jacket
9  lucky-bastard
10 happy-trigger
11 berserk           +2 hth
12 glimmering        +1 ap
"""
EXPERIENCE = """
shooting 8  +1 ws
wounds   16 +1 wounds
veteran  20 +1
actions  24 +1 ap
chart    32 +1
"""
# kind of burst: within so many cm of its centre, so many wounds
BLASTS = """
grenade 1.5:2 3:1
missile 3:3   6:2 9:1
goo     3:0
"""
ARRIVAL = "2:6 3:6 4:5 5:5 6:4 7:4"
NUMBERS = """
light_fire 3, scanner 30, side_edge 10, zone_shallow 10, zone 20, shallow 80, inside 5, deviation_least 2,
deviation_most 16, deviation_each 2, melee_opponent 5, goo 6, quarter 4, flanks 2, replacement 3,
replacement_weeks 3, army_most 20, detachment_most 5, light_budget 30, income 4, minefield 10, victory_place 5,
victory_commander 3, weeks 4, places_each 3, battle_players 4, phases 3, terrain 2
"""
MARINES = ("engineer", "sniper", "grunt", "medic", "grenadier")
FLAGS = {
    "doubles": "engineer sniper tank",
    "heals": "medic tank",
    "explodes": "hq tank missile-tank bomb-bug",
    "source": "hq queen",
    "harmless": "hq missile-tank scanner",
    "indirect": "grenadier acid-spitter",
    "spent": "stinger acid-spitter",
    "small": "sentinel drone",
    "unslowed": "sentinel",
    "unheld": "sentinel razor-dog drone",
    "wide": "tank missile-tank",
    "opportunity": "engineer grunt medic grenadier tank terminator sentinel stinger acid-spitter",
    "shoots": "engineer sniper grunt medic grenadier tank missile-tank terminator sentinel stinger acid-spitter",
    "bites": "queen razor-dog drone",
    "flies": "sentinel drone",
    "mechanical": "tank missile-tank scanner terminator sentinel",
    "insectoid": "queen stinger acid-spitter razor-dog drone bomb-bug",
    "of_queen": "queen stinger acid-spitter razor-dog drone bomb-bug",
    "headquarters": "hq",
    "unprinted": "hq",
    "breeds": "queen",
    "scans": "scanner",
    "goes_off": "bomb-bug",
}


def profile(name: str, abilities: tuple[str, ...] = (), xp: int = 0) -> profiles.Profile:
    return profiles.make_profile(BOOK[name], abilities, xp)


def test_every_unit_as_printed() -> None:
    found = []
    for one in BOOK.values():
        fire = [one.ws, one.short, one.long] if one.shoots else ["-", "-", "-"]
        found.append([one.id, one.fp, one.ap, one.wounds, *fire, one.weapon, one.move, one.hth])
    assert [list(map(str, row)) for row in found] == [line.split() for line in UNITS.strip().splitlines()]
    assert [line.split()[0] for line in UNITS.strip().splitlines()] == ["hq", *MARINES, *MACHINA, *INSECTOIDS]
    assert [one.id for one in BOOK.values() if one.shots > 1] == ["tank"]
    assert [one.id for one in BOOK.values() if not one.ammo] == ["tank"]
    assert [one.id for one in BOOK.values() if not one.counts] == ["hq", "scanner"]


@pytest.mark.parametrize("flag", FLAGS)
def test_what_units_are(flag: str) -> None:
    found = {one.id for one in BOOK.values() if getattr(one, flag)}
    assert found == set(FLAGS[flag].split())


def test_factions() -> None:
    assert tuple(FACTIONS.printed) == ("marines", "machina", "insectoids")
    assert [one.needs_hq for one in FACTIONS.printed.values()] == [True, True, False]
    assert [one.has_queen for one in FACTIONS.printed.values()] == [False, False, True]
    of = {name: [kind.id for kind in units.units_of(one)] for name, one in FACTIONS.printed.items()}
    assert of == {"marines": ["hq", *MARINES], "machina": ["hq", *MACHINA], "insectoids": [*INSECTOIDS]}
    assert units.BASES == ("hq", "queen", "none")


@pytest.mark.parametrize(
    ("kind", "wounds"),
    [
        ("grenade", {0: 2, 1.5: 2, 1.6: 1, 3: 1, 3.1: 0}),
        ("missile", {3: 3, 3.5: 2, 6: 2, 9: 1, 9.5: 0}),
        ("goo", {0: 0, 3: 0}),
    ],
)
def test_bursts(kind: str, wounds: dict[float, int]) -> None:
    burst = tables.blasts()[kind]
    assert {distance: burst.wounds_at(Fraction(str(distance))) for distance in wounds} == wounds


def test_what_weapons_burst_into() -> None:
    found = {one.id: burst.id for one in BOOK.values() if (burst := one.blast)}
    assert found == {"grenadier": "grenade", "missile-tank": "missile", "acid-spitter": "goo"}
    assert [one.id for one in tables.blasts().values() if one.clears_goo] == ["grenade"]
    assert tables.blasts()["goo"].reach == tables.blasts()["grenade"].reach == 3


def test_modifiers() -> None:
    assert {name: one.value for name, one in tables.to_hit().items()} == {
        "long": -1,
        "cover": -1,
        "chameleon": -1,
        "wounded": -1,
        "indirect": -1,
        "small": -1,
        "elite": 1,
        "crack-shooter": 1,
        "experience": 1,
    }
    assert [name for name, one in tables.to_hit().items() if not one.blasts] == ["cover", "chameleon"]
    found = {name: one.value for name, one in tables.hand_to_hand().items()}
    assert found == {"extra": 1, "elite": 1, "veteran": 1, "wounded": -1, "berserk": 2}
    assert [(one.times, one.wounds) for one in tables.blows()] == [(3, 3), (2, 2), (1, 1)]


def printed(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


def pairs(cells: list[str]) -> list[list[Fraction]]:
    return [[Fraction(number) for number in cell.split(":")] for cell in cells]


def adding(row: JsonMapping) -> list[str]:
    """What a bonus adds, and to what, as it is typed above."""
    value = [f"+{row['value']}"] if "value" in row else []
    return [*value, *([str(row["effect"])] if "effect" in row else [])]


def test_every_action_as_printed() -> None:
    found = [[name, str(row["ap"]), *row["steps"]] for name, row in TABLES["actions"].items()]
    assert found == printed(ACTIONS)


def test_every_ability_and_every_experience_as_printed() -> None:
    assert [[str(row["roll"]), name, *adding(row)] for name, row in TABLES["abilities"].items()] == printed(GENERALS)
    assert [[name, str(row["fp"]), *adding(row)] for name, row in TABLES["experience"].items()] == printed(EXPERIENCE)


def test_every_burst_as_printed() -> None:
    found = {name: row["circles"] for name, row in TABLES["blasts"].items()}
    assert found == {name: pairs(cells) for name, *cells in printed(BLASTS)}


def test_every_turn_of_arrival_as_printed() -> None:
    arrival = TABLES["arrival"]
    assert [[int(turn), need] for turn, need in arrival["needs"].items()] == pairs(ARRIVAL.split())
    assert (arrival["first"], arrival["automatic"]) == (2, 8)


def test_every_number_of_the_rules_as_printed() -> None:
    wanted = dict(pair.split() for pair in NUMBERS.replace("\n", " ").split(","))
    assert TABLES["numbers"] == {name: int(value) for name, value in wanted.items()}
    assert TABLES["budgets"] == {"printed": [15, 20, 25], "sizes": [80, 100, 120]}
    assert {name: (row["times"], row["wounds"]) for name, row in TABLES["blows"].items()} == {
        "tripled": (3, 3),
        "doubled": (2, 2),
        "higher": (1, 1),
    }


def test_costs() -> None:
    two = {"opportunity-fire", "heal"}
    assert {name for name in tables.actions() if tables.action_cost(name) == 2} == two
    assert {tables.action_cost(name) for name in tables.actions() if name not in two} == {1}
    assert tables.actions()["fire"].steps == ("light-fire", "general-fire")
    assert tables.actions()["go-off"].steps == ("own", "general-fire")


def test_abilities_and_experience() -> None:
    assert tuple(profiles.abilities()) == profiles.ABILITIES == ABILITIES
    assert [profiles.ability_of(roll).id for roll in range(2, 13)] == list(profiles.ABILITIES)
    steps = (7, 8, 15, 16, 19, 20, 23, 24, 31, 32)
    first = {"shooting": 1, "wounds": 3, "veteran": 5, "actions": 7, "chart": 9}
    for bonus, at in first.items():
        assert [profiles.has_earned(bonus, xp) for xp in steps] == [False] * at + [True] * (10 - at)


def test_arrival_eggs_and_numbers() -> None:
    assert [tables.arrival_need(turn) for turn in range(1, 10)] == [None, 6, 6, 5, 5, 4, 4, 1, 1]
    eggs = ["stinger", "acid-spitter", "razor-dog", "drone", "bomb-bug", None]
    assert [one and one.id for one in map(units.hatchling_of, range(1, 7))] == eggs
    assert [tables.zone_depth(depth) for depth in tables.table_sizes()] == [10, 20, 20]
    assert [tables.flank_limit(points) for points in (15, 19, 20, 25, 30)] == [3, 4, 5, 6, 7]
    wanted = {"scanner": 30, "side_edge": 10, "inside": 5, "deviation_least": 2, "deviation_most": 16, "goo": 6}
    assert {name: tables.rule_number(name) for name in wanted} == wanted
    wanted = {"army_most": 20, "detachment_most": 5, "income": 4, "minefield": 10, "replacement": 3, "weeks": 4}
    assert {name: tables.rule_number(name) for name in wanted} == wanted
    wanted = {"victory_place": 5, "victory_commander": 3, "replacement_weeks": 3, "light_fire": 3, "terrain": 2}
    assert {name: tables.rule_number(name) for name in wanted} == wanted


def test_ranges_and_their_shared_bound() -> None:
    far = FFTT.read_house({"range-boundary": "long"}, "house")
    grunt = BOOK["grunt"]
    assert [grunt.range_band(cm, FFTT.house) for cm in (0, 20, 20.5, 30, 31)] == [
        "short",
        "short",
        "long",
        "long",
        None,
    ]
    assert [grunt.range_band(cm, far) for cm in (19, 20, 30, 31)] == ["short", "long", "long", None]


@pytest.mark.parametrize(("name", "threshold"), [("drone", 1), ("grunt", 1), ("engineer", 2), ("hq", 2), ("queen", 3)])
def test_half_of_the_wounds_rounded_up(name: str, threshold: int) -> None:
    assert profile(name).threshold == threshold


def test_what_abilities_and_experience_add() -> None:
    plain, most = profile("grunt"), profile("grunt", tuple(profiles.ABILITIES), 32)
    assert (plain.ap, plain.wounds, plain.move, plain.ws, plain.hth) == (3, 2, 10, 7, 0)
    assert (most.ap, most.wounds, most.move, most.ws, most.hth) == (5, 4, 12, 9, 2)
    twice = profile("queen", ("iron", "iron", "berserk", "berserk", "chameleon", "chameleon"))
    assert (twice.wounds, twice.hth, twice.ws, twice.threshold) == (7, 9, None, 4)
    assert profile("hq", ("road-runner", "crack-shooter")).move == 0
    assert [profile(name).has_light_fire for name in ("grunt", "engineer", "razor-dog")] == [True, False, False]
    assert profile("engineer", ("glimmering",)).has_light_fire


def test_full_metal_jackets() -> None:
    four, jacket = FFTT.read_house({"full-metal-tank": "four"}, "house"), ("full-metal-jacket",)
    assert [profiles.throws_per_shot(profile(name), FFTT.house) for name in ("grunt", "tank")] == [1, 2]
    assert [profiles.throws_per_shot(profile(name, jacket), FFTT.house) for name in ("grunt", "tank")] == [2, 2]
    assert profiles.throws_per_shot(profile("tank", jacket), four) == 4
    assert [
        profiles.strikes_per_point(profile(name, jacket)) for name in ("queen", "drone", "stinger", "bomb-bug")
    ] == [2, 2, 1, 1]
    assert profiles.strikes_per_point(profile("queen")) == 1


def test_who_is_an_ai_and_what_elite_costs() -> None:
    every = FFTT.read_house({"ai": "all-machina"}, "house")
    assert [name for name in BOOK if units.is_ai(BOOK[name], FFTT.house)] == ["tank"]
    assert [name for name in BOOK if units.is_ai(BOOK[name], every)] == list(MACHINA)
    costs = [profiles.elite_cost(FFTT.read_house({"elite-cost": one}, "house")) for one in ("none", 0, 3)]
    assert costs == [None, 0, 3]
    assert profiles.elite_cost(FFTT.house) is None


def test_texts_and_house_rules() -> None:
    check_reference(FFTT)
    check_house(FFTT)
    assert len(FFTT.reference.rules) == 111
    assert list(FFTT.reference.rulings) == [f"FFTT-R{number}" for number in range(1, 72)]


def test_what_the_print_says_oddly_is_marked() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in sorted((FOLDER / "catalogue").glob("*.toml")))
    odd = ["FFTT-R14", "FFTT-R15", "FFTT-R22", "FFTT-R26", "FFTT-R28", "FFTT-R45", "FFTT-R46", "FFTT-R49", "FFTT-R54"]
    assert [ruling for ruling in odd if f"# {ruling}" not in text and f": {ruling}" not in text] == []
