"""Deck files of du: what is filled in and follows, what may be written, what mends a wrong one, and how they look."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from tabletop_cli.core import registry, testing
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists import share
from tabletop_cli.core.lists.advice.repair import find_repairs
from tabletop_cli.core.lists.army import check_army, load_file, read_army
from tabletop_cli.core.lists.list_odds import prospects_of
from tabletop_cli.core.lists.references import resolve_references
from tabletop_cli.core.lists.sheet import Card, Sheet
from tabletop_cli.core.page import Page, Table
from tabletop_cli.core.rule.resolve import exact_odds
from tabletop_cli.systems.du.fog import find_split
from tests.changed import changed, rejected
from tests.cli.conftest import Tabletop
from tests.cli.conftest import tabletop as tabletop
from tests.examples import examples

ROOT = Path(__file__).parents[3]
DU = registry.load("du")
ARMIES = sorted(path for path in (ROOT / "armies/du").glob("*.toml") if ".catalogue" not in path.name)
ILLEGAL = sorted((Path(__file__).parent / "illegal").glob("*.toml"))
VALID = Draft7Validator(DU.muster.schema(DU))
RIFLE = {"id": "rifle", "class": "infantry", "defense": 4, "initiative": 3, "deck": 3, "supply": 2}
FOG = {"deck_own": 2, "deck_opponent": 0, "supply_own": 3, "supply_opponent": 5}
DECK: dict[str, Any] = {"system": "du", "faction": "ossel", "opponent": "tarn", "map": {"longest": 6, "shortest": 5}}
DECK |= {"fog": FOG, "units": [RIFLE]}


def data_of(path: Path) -> dict[str, Any]:
    return resolve_references(DU, load_file(path))


def keys(army: dict[str, Any]) -> list[str]:
    return [".".join(map(str, one.key)) for one in DU.muster.form(army, DU).settings]


def sheet(army: dict[str, Any]) -> Sheet:
    return testing.check_sheet(DU, army)


def codes(army: dict[str, Any]) -> list[str]:
    return sorted({one.code for one in check_army(DU, army).problems if one.is_error})


# --- What is filled in, and what follows


def test_the_map_comes_first_then_who_fights_then_the_fog() -> None:
    order = keys({})
    assert order[:6] == ["name", "map.rows", "map.longest", "map.shortest", "faction", "opponent"]
    assert order[-8:-3] == [
        "fog.deck_own",
        "fog.deck_opponent",
        "fog.supply_own",
        "fog.supply_opponent",
        "fog.initiative",
    ]


def test_the_lines_are_wanted_unless_there_are_rows() -> None:
    needed = {one.key[-1] for one in DU.muster.form({"map": {"rows": [4, 5, 4]}}, DU).settings if one.needed}
    assert needed == {"faction", "opponent"}
    assert {one.key[-1] for one in DU.muster.form({}, DU).settings if one.asked} == {"rows"}


@pytest.mark.parametrize(("mode", "variant"), [("ground", "standard"), ("ground", "late"), ("aerial", "standard")])
def test_the_fog_follows_from_map_mode_and_variant(mode: str, variant: str) -> None:
    for diameter in range(1, 13):
        army = {**DECK, "map": {"longest": diameter, "shortest": diameter}, "mode": mode, "variant": variant}
        follows = {one.key[-1]: one.default for one in DU.muster.form(army, DU).settings if one.follows}
        wanted = find_split(diameter, variant, mode, DU.house).value
        assert follows == {name: getattr(wanted, name) for name in FOG}


def test_a_list_is_begun_with_its_fog_and_keeps_it_in_step(tmp_path: Path, tabletop: Tabletop) -> None:
    path = tmp_path / "weir.toml"
    given = ["--name", "Weir", "--set", "faction=ossel", "--set", "opponent=tarn", "--set", "map.rows=4,5,4"]
    assert tabletop("new", "du", path, *given, "--empty").code == 0
    assert data_of(path)["fog"] == {"deck_own": 2, "deck_opponent": 0, "supply_own": 2, "supply_opponent": 6}
    ran = tabletop("set", path, "map.rows=6,7,6")
    assert "own cards in the supply: 3, set along with it" in ran.out
    assert data_of(path)["fog"]["supply_own"] == 3
    assert "opponent's cards in the deck" not in ran.out  # they stay as they are
    assert tabletop("set", path, "fog.supply_own=7").code == 0
    ran = tabletop("set", path, "map.rows=4,5,4")  # what somebody has written himself stays, and is told
    assert data_of(path)["fog"]["supply_own"] == 7
    assert "DU-A7" in ran.out + ran.err
    assert tabletop("set", path, "variant=late").code == 0


def test_what_is_missing_of_a_new_list_is_said_in_full(tmp_path: Path, tabletop: Tabletop) -> None:
    ran = tabletop("new", "du", tmp_path / "x.toml", "--empty")
    assert ran.code == 2
    assert "longest line of the map, shortest line of the map, faction, opponent" in ran.err


def test_a_list_is_built_from_the_cards_in_plain_lines(tmp_path: Path, tabletop: Tabletop) -> None:
    path = tmp_path / "rifles.toml"
    typed = [
        "6,5,6",
        "ossel",
        "tarn",
        "a",
        "infantry",
        "4",
        "3",
        "3",
        "2",
        "attack 2, Dig in 1, conceal",
        "Rifles",
        "q",
    ]
    ran = tabletop("--plain", "new", "du", path, "--name", "Rifles", typed="\n".join(typed) + "\n")
    assert ran.code == 0, ran.err
    unit = {"id": "infantry", "class": "infantry", "defense": 4, "initiative": 3, "deck": 3, "supply": 2}
    actions = {"attack": 2, "dig-in": 1, "conceal": True}
    assert data_of(path)["units"] == [{**unit, "actions": actions, "name": "Rifles"}]
    assert "legal" in ran.out and "DU-A" not in ran.out.rpartition("What next?")[2]


def test_a_unit_is_added_in_one_line(tmp_path: Path, tabletop: Tabletop) -> None:
    path = tmp_path / "weir.toml"
    path.write_text((ROOT / "armies/du/weir-ossel.toml").read_text(encoding="utf-8"), encoding="utf-8")
    words = ["id=runner", "defense=3", "initiative=5", "deck=1", "actions=move 2, conceal"]
    ran = tabletop("add", path, "infantry", *(word for one in words for word in ("-o", one)))
    assert ran.code == 0, ran.err
    assert data_of(path)["units"][-1] == {
        "id": "runner",
        "class": "infantry",
        "defense": 3,
        "initiative": 5,
        "deck": 1,
        "actions": {"move": 2, "conceal": True},
    }
    assert "point" not in ran.out + ran.err and "legal" not in ran.out


def test_units_get_ids_of_their_own() -> None:
    shelf = DU.muster.form(DECK, DU).shelves[0]
    names = []
    there: list[Any] = [RIFLE]
    for _ in range(3):
        there.append(dict(shelf.fresh({"class": "infantry"}, there)))
        names.append(there[-1]["id"])
    assert names == ["infantry", "infantry-2", "infantry-3"]
    assert shelf.fresh({"id": "rifle", "class": "infantry"}, there)["id"] == "rifle-2"
    assert shelf.fresh({"id": "fog-of-war", "class": "command"}, [])["id"] == "fog-of-war-2"


@pytest.mark.parametrize(
    ("kind", "has", "has_not"),
    [
        ("infantry", {"defense", "initiative", "deck"}, {"expert", "light", "squadron", "hardness", "move"}),
        ("vehicle", {"defense", "light"}, {"expert", "squadron"}),
        ("crew", {"defense", "expert"}, {"light"}),
        ("command", {"initiative"}, {"defense", "hardness"}),
        ("off-map-artillery", {"initiative"}, {"defense"}),
        ("off-map-plane", {"squadron"}, {"defense", "light"}),
    ],
)
def test_a_unit_is_offered_what_its_class_has(kind: str, has: set[str], has_not: set[str]) -> None:
    shelf = DU.muster.form(DECK, DU).shelves[0]
    offered = {str(one.key[0]) for one in shelf.settings({"id": "x", "class": kind})}
    assert has <= offered and not has_not & offered
    written = {str(one.key[0]) for one in shelf.settings({"id": "x", "class": kind, **dict.fromkeys(has_not, 1)})}
    assert has_not <= written  # so that it can be taken away


# --- What mends a wrong list


def step_words(repair: Any) -> list[str]:
    return [step.words for step in repair.steps]


def test_a_card_moves_from_the_supply_to_the_deck() -> None:
    (one, *_) = find_repairs(DU, {**DECK, "units": [{**RIFLE, "deck": 1}]}).found
    assert step_words(one) == ["write deck = 3 and write supply = 0 at entry 1 (Infantry)"]
    assert one.data["units"] == [{**RIFLE, "deck": 3, "supply": 0}]


def test_the_fog_is_mended_in_one_step() -> None:
    (one, *_) = find_repairs(DU, {**DECK, "fog": {**FOG, "supply_own": 6, "supply_opponent": 2}}).found
    assert one.data["fog"] == FOG and len(one.steps) == 1


@pytest.mark.parametrize("path", ILLEGAL, ids=lambda path: path.stem)
def test_every_problem_has_a_hint_and_a_line(path: Path) -> None:
    file = load_file(path)
    for problem in file.problems_with_lines(check_army(DU, file.data).problems):
        assert problem.hint and problem.line


def test_the_line_is_that_of_the_key(tabletop: Tabletop) -> None:
    ran = tabletop("validate", "tests/systems/du/illegal/a16-a-fast-driver.toml")
    line = data_line("a16-a-fast-driver", "initiative = 3", 2)
    assert f"a16-a-fast-driver.toml:{line}: DU-A16: driver: initiative 3, a driver has 2" in ran.out
    assert "hint: write initiative = 2" in ran.out


def test_a_budget_is_pointed_at(tmp_path: Path, tabletop: Tabletop) -> None:
    lines = Path("armies/du/weir-ossel.toml").read_text(encoding="utf-8").splitlines()
    at = lines.index('system = "du"') + 1
    path = tmp_path / "deck.toml"
    path.write_text("\n".join([*lines[:at], "budget = 12", *lines[at:], ""]), encoding="utf-8")
    assert at > 1
    assert f"deck.toml:{at + 1}: warning: DU-R58" in tabletop("validate", str(path)).out


def data_line(name: str, text: str, times: int) -> int:
    lines = (Path(__file__).parent / "illegal" / f"{name}.toml").read_text(encoding="utf-8").splitlines()
    return [at for at, line in enumerate(lines, 1) if line == text][times - 1]


# --- Two lists of one game


def both(first: str, second: str) -> list[str]:
    return [f"armies/du/{name}.toml" for name in (first, second)]


def test_lists_of_one_game_fit(tabletop: Tabletop) -> None:
    for pair in (("weir-ossel", "weir-tarn"), ("salt-meravi", "salt-quorne"), ("gate-ossel", "gate-tarn")):
        assert tabletop("validate", *both(*pair), "--match").code == 0
    four = both("ridge-halver", "ridge-halver-air") + both("ridge-drune", "ridge-drune-air")
    assert tabletop("validate", *four, "--match").code == 0


def test_lists_of_two_games_do_not(tabletop: Tabletop) -> None:
    ran = tabletop("validate", *both("weir-ossel", "salt-quorne"), "--match")
    assert ran.code == 1
    assert "weir-ossel.toml:7: DU-A21: ossel is against tarn, but the other is quorne" in ran.out
    assert "DU-A21: diameter 6, but 5 in the other list" in ran.out
    assert "DU-A21: variant late, but standard in the other list" in ran.out
    assert tabletop("validate", *both("weir-ossel", "salt-quorne")).code == 0


def test_a_list_for_the_air_is_not_of_one_game_with_one_for_the_ground(tabletop: Tabletop) -> None:
    ran = tabletop("validate", *both("ridge-halver", "ridge-drune-air"), "--match")
    assert "ridge-drune-air.toml:8: DU-A21: mode aerial, but ground in the other list" in ran.out


def test_of_three_lists_of_a_kind_the_first_is_pointed_at(tabletop: Tabletop) -> None:
    ran = tabletop("validate", *both("ridge-halver", "ridge-drune"), "armies/du/weir-ossel.toml", "--match")
    (line,) = [line for line in ran.out.splitlines() if "DU-A21" in line]
    assert "ridge-halver.toml" in line and "3 ground lists, but a game has two of a kind" in line


def test_three_lists_are_no_game(tabletop: Tabletop) -> None:
    three = [*both("ridge-halver", "ridge-drune"), "armies/du/ridge-halver-air.toml"]
    ran = tabletop("validate", *three, "--match")
    assert ran.code == 1 and "DU-A21: 1 aerial list, but a game has two of a kind" in ran.out


def test_what_cannot_be_compared_is_said(tabletop: Tabletop) -> None:
    ran = tabletop("validate", *both("weir-ossel", "weir-ossel")[:1], "--match")
    assert (ran.code, "at least two lists" in ran.err) == (2, True)
    ran = tabletop("validate", "armies/du/weir-ossel.toml", "armies/td/cavalry.toml", "--match")
    assert (ran.code, "play together" in ran.err) == (2, True)
    ran = tabletop("validate", "armies/td/cavalry.toml", "armies/td/green-horde.toml", "--match")
    assert (ran.code, "no rule about which lists can play together" in ran.err) == (2, True)


# --- Paper


def card(sheet: Sheet, name: str) -> Card:
    return next(one for one in sheet.cards if one.title == name)


def boxes(one: Card) -> dict[str, int]:
    return {row.name: row.whole for row in one.boxes}


@pytest.mark.parametrize("path", ARMIES, ids=lambda path: path.stem)
def test_every_unit_is_on_paper_and_nothing_costs_points(path: Path) -> None:
    found = sheet(data_of(path))
    assert found.points is None and found.legal
    assert len(found.cards) == len(data_of(path)["units"])
    facts = dict(found.facts)
    assert {"diameter", "vision", "Fog of War", "starting deck"} <= facts.keys()


def test_a_deck_without_its_fog_has_the_cards_of_its_units() -> None:
    assert dict(sheet({**DECK, "fog": {}}).facts)["starting deck"] == "3 cards"
    assert dict(sheet(DECK).facts)["starting deck"] == "5 cards"


def test_a_map_may_have_rows_of_one_tile() -> None:
    assert sheet({**DECK, "map": {"rows": [1, 2, 1]}}).data["diameter"] == 2
    assert sheet({**DECK, "map": {"rows": [1, 0, 1]}}).data["diameter"] is None


def test_an_initiative_that_is_none_is_no_bid() -> None:
    assert sheet({**DECK, "fog": {**FOG, "initiative": -1}}).data["initiatives"] == {"rifle": 3}
    assert sheet({**DECK, "fog": {**FOG, "initiative": 0}}).data["initiatives"]["fog-own"] == 0
    assert sheet({**DECK, "units": [{**RIFLE, "initiative": -1}]}).data["initiatives"] == {}


def test_a_defense_of_one_stands_on_its_card_and_an_attack_of_one_does_harm() -> None:
    army = {**DECK, "units": [{**RIFLE, "defense": 1, "actions": {"attack": 1}}]}
    assert dict(sheet(army).cards[0].stats)["defense"] == "1"
    assert "defense" not in dict(sheet({**DECK, "units": [{**RIFLE, "defense": 0}]}).cards[0].stats)
    roster = read_army(DU, army)
    found = prospects_of(DU, roster, DU.muster.sheet(roster, ()).cards, None)
    assert found is not None
    assert [line.words for entry in found.entries for lines in entry.attackers for line in lines] == ["Attack 1"]
    hand = exact_odds(DU, "kill-odds", {"deck": [{"attack": 1, "count": 3}, {"attack": 0, "count": 2}], "defense": 1})
    assert [one.chance for one in found.together] == [hand["casualty"]]


@pytest.mark.parametrize(("own", "tracks"), [(20, 1), (21, 0)])
def test_the_vision_has_a_track_for_all_cards_of_both_colours_at_most(own: int, tracks: int) -> None:
    fog = {"deck_own": own, "deck_opponent": 0, "supply_own": 0, "supply_opponent": 0}
    assert len(sheet({**DECK, "fog": fog}).tracks) == tracks


def test_boxes_are_for_cards_and_for_damage_that_stays() -> None:
    found = sheet(data_of(ROOT / "armies/du/salt-quorne.toml"))
    assert boxes(card(found, "Escort, front")) == {"cards lost": 5}
    assert boxes(card(found, "Salt cruiser")) == {"damage": 7}
    assert boxes(card(found, "Sky guns at the depot")) == {"damage": 2}
    assert boxes(card(found, "Convoy master Dov")) == {}
    (vision,) = found.tracks
    assert (vision.name, vision.labels[-1]) == ("vision: a counter begins at 6", "8")
    assert dict(found.facts)["vision"] == "6 at the start, 8 at most"


def test_an_off_map_plane_bears_its_initiative() -> None:
    found = card(sheet(data_of(ROOT / "armies/du/weir-tarn.toml")), "Road patrol")
    stats = dict(found.stats)
    assert (stats["defense"], stats["initiative"], stats["flies"]) == ("3", "3", "move 2, manoeuvre 2")
    assert boxes(found) == {"cards lost": 2, "damage": 3}


def test_actions_stand_with_their_values() -> None:
    army = {**DECK, "units": [{**RIFLE, "actions": {"attack": 2, "conceal": True, "dig-in": 3, "repair": False}}]}
    assert sheet(army).cards[0].options == ("Attack 2", "Conceal", "Dig in 3")


@pytest.mark.parametrize("wrong", [None, 3, "x", [], {}, [3], True, -1])
@pytest.mark.parametrize("key", [*DECK, "mode", "variant", "house", "theatre"])
def test_a_sheet_shows_whatever_is_written(key: str, wrong: Any) -> None:
    sheet({**DECK, key: wrong})


@pytest.mark.parametrize("wrong", [None, 3, "x", [], {}, [3], True, -1, 10**9])
@pytest.mark.parametrize("key", [*RIFLE, "actions", "expert", "light", "squadron", "hardness", "name"])
def test_a_sheet_shows_whatever_a_unit_says(key: str, wrong: Any) -> None:
    sheet({**DECK, "units": [{**RIFLE, key: wrong}]})


def test_the_quick_reference_has_the_table_of_the_fog() -> None:
    (page,) = DU.make_quick_pages(DU.read_house({"fog_small": "supply-first"}, "house"))
    fog = next(one for one in page.blocks if isinstance(one, Table) and one.title.startswith("Fog of War"))
    assert fog.rows[0][:4] == ("1", "0 / 2", "1 / 7", "1 (1)")
    assert fog.rows[4] == ("5", "2 / 0", "3 / 5", "3 (5)", "2 / 0", "5 / 3", "5 (7)")
    assert "supply-first" in str(page.blocks[-1])


def test_the_catalogue_has_no_numbers_of_units() -> None:
    pages: tuple[Page, ...] = DU.make_catalogue_pages()
    classes = next(one for one in pages[0].blocks if isinstance(one, Table))
    assert [row[0] for row in classes.rows][:3] == ["Infantry", "Crew", "Vehicle"]
    assert not any(cell.isdigit() for row in classes.rows for cell in row)


# --- Files that somebody has changed


@pytest.mark.parametrize("path", ARMIES, ids=lambda path: path.stem)
def test_a_share_code_gives_the_same_deck_back(path: Path) -> None:
    data = data_of(path)
    assert share.data_of(share.code_of(data)) == data


@pytest.mark.parametrize("path", ILLEGAL, ids=lambda path: path.stem)
def test_what_the_schema_rejects_is_illegal(path: Path) -> None:
    assert rejected(DU, data_of(path)) or VALID.is_valid(data_of(path))


VALUES = st.sampled_from(
    [
        *(None, 0, 1, 2, 5, -1, 1.0, 2.5, True, False, "", "x", "First", "rifle", [], {}, [{}], 10**20, [3, 4], [0]),
        *("aerial", "late", "crew", "vehicle", "driver", "north-africa", {"rows": [5, 6, 5]}, {"attack": 0}, [RIFLE]),
        *({"longest": 3, "shortest": 3}, {"exile_fog": "any"}, {"x": 1}, FOG),
    ]
)
KEYS = st.sampled_from(
    [*DECK, *RIFLE, "house", "mode", "variant", "budget", "hand", "rows", "actions", "light", "expert"]
)


@examples(250)
@given(st.data())
def test_changed_decks_are_read_and_what_the_schema_rejects_is_rejected(data: st.DataObject) -> None:
    army = changed(data, [data_of(path) for path in ARMIES], VALUES, KEYS)
    wrong = rejected(DU, army)
    assert wrong or VALID.is_valid(army), [error.message for error in VALID.iter_errors(army)]
    with suppress(TabletopError):
        testing.check_sheet(DU, army)
