"""Scenario files of du: what they become in a set-up, what is wrong with them and where, and how they look."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from jsonschema import Draft7Validator

from tabletop_cli.core import registry
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.lists.references import resolve_references
from tabletop_cli.core.lists.scenario import load_scenario
from tabletop_cli.core.page import Facts, Table, Tiling
from tabletop_cli.render.chart.svg import page_pictures
from tabletop_cli.systems.du.deck import read as read_deck
from tabletop_cli.systems.du.scenario import find_faults, read_scenario
from tabletop_cli.systems.du.turn.state import State
from tests.cli.conftest import Tabletop
from tests.cli.conftest import tabletop as tabletop
from tests.conftest import Golden
from tests.seated import seat_armies

ROOT = Path(__file__).parents[3]
DU = registry.load("du")
FILES = sorted((ROOT / "armies/du/scenarios").glob("*.scenario.toml"))
WEIR = ROOT / "armies/du/scenarios/weir.scenario.toml"
LISTS = {
    "weir": ("weir-ossel", "weir-tarn"),
    "salt": ("salt-meravi", "salt-quorne"),
    "gate": ("gate-ossel", "gate-tarn"),
    "ridge": ("ridge-halver", "ridge-drune", "ridge-halver-air", "ridge-drune-air"),
}
ROWS = [{"offset": 1, "tiles": ". w"}, {"tiles": "w - ."}]
SMALL: dict[str, Any] = {"system": "du", "rows": ROWS, "ground": {"w": {"name": "Wood", "cover": 1}}}


def stem(path: Path) -> str:
    return path.name.partition(".")[0]


def deck(name: str) -> Any:
    return read_deck(resolve_references(DU, load_file(ROOT / f"armies/du/{name}.toml")), None, DU)


def wrong(data: dict[str, Any]) -> list[str]:
    return [one.message.removeprefix("scenario.").removeprefix("scenario") for one in find_faults(data, "scenario")]


# --- What they say


def test_rows_become_axial_coordinates() -> None:
    setup = read_scenario(SMALL).setup_data()
    tiles = [{"at": [0, 0]}, {"at": [1, 0], "cover": 1}, {"at": [-1, 1], "cover": 1}, {"at": [1, 1]}]
    found = [{key: value for key, value in one.items() if value} for one in setup["tiles"]]
    assert found == tiles
    assert (setup["control"], setup["tokens"]) == ([], {})
    assert (setup["combined"], setup["bob"], setup["theatre"]) == (False, True, "")


def test_a_hole_counts_in_its_row_but_is_no_tile() -> None:
    one = read_scenario(SMALL)
    assert dict(one.names) == {"A1": (0, 0), "A2": (1, 0), "B1": (-1, 1), "B3": (1, 1)}
    assert one.rows == (2, 2)


def test_tiles_may_be_given_by_their_coordinates() -> None:
    tiles = [{"at": [2, -1], "hill": 2}, {"at": [3, -1], "is_hill": True}]
    data = {"system": "du", "tiles": tiles, "control": {"b": [[3, -1]]}, "tokens": {"x": {"side": "a", "at": [2, -1]}}}
    setup = read_scenario(data).setup_data()
    assert setup["control"] == [{"at": [3, -1], "side": "b"}]
    assert setup["tokens"] == {"x": {"side": "a", "at": [2, -1]}}
    assert [one["at"] for one in setup["tiles"]] == [[2, -1], [3, -1]]


def test_a_token_says_no_more_than_the_file() -> None:
    tokens = {
        "hut": {"class": "building", "at": "B1", "hardness": 3},
        "car": {"side": "a", "at": "A2", "crew": ["man"]},
    }
    found = read_scenario({**SMALL, "tokens": {**tokens, "man": {"side": "a"}}}).setup_data()["tokens"]
    assert found == {
        "hut": {"class": "building", "at": [-1, 1], "hardness": 3},
        "car": {"side": "a", "at": [1, 0], "crew": ["man"]},
        "man": {"side": "a"},
    }


def test_an_aerial_scenario_begins_in_the_air() -> None:
    assert read_scenario({**SMALL, "mode": "aerial"}).setup_data()["kind"] == "aerial"
    assert "kind" not in read_scenario({**SMALL, "mode": "aerial", "combined": True}).setup_data()


# --- The examples


@pytest.mark.parametrize("path", FILES, ids=stem)
def test_an_example_is_sound_and_its_lists_belong_to_it(path: Path) -> None:
    one = read_scenario(load_scenario(path).data)
    decks = [deck(name) for name in LISTS[stem(path)]]
    sides = one.facts.sides
    assert sides and {(own.faction, own.opponent) for own in decks} == {(sides.a, sides.b), (sides.b, sides.a)}
    units = {(("a", "b")[own.faction == sides.b], unit.id) for own in decks for unit in own.units if unit.token}
    tokens = {(token.side, token.unit or name) for name, token in one.facts.tokens.items() if not token.class_}
    assert tokens <= units
    assert {own.fields.get("combined", False) for own in decks} == {one.facts.combined}
    assert {own.fields.get("theatre", "") for own in decks} == {one.facts.theatre}


@pytest.mark.parametrize("path", FILES, ids=stem)
def test_the_lists_have_the_diameter_of_the_map(path: Path) -> None:
    (page,) = load_scenario(path).pages
    told = dict(next(one for one in page.blocks if isinstance(one, Facts)).rows)
    for name in LISTS[stem(path)]:
        own = deck(name)
        key = "aerial lists say" if own.mode == "aerial" and "aerial lists say" in told else "lists say"
        assert told[key].endswith(f": diameter {own.diameter}")


@pytest.mark.parametrize("path", FILES, ids=stem)
def test_editors_accept_the_examples(path: Path) -> None:
    schema = DU.scenarios.schema()
    Draft7Validator.check_schema(schema)
    text = path.read_text(encoding="utf-8")
    assert list(Draft7Validator(schema).iter_errors(tomllib.loads(text))) == []
    assert text.startswith("#:schema ../../../schemas/du.scenario.schema.json\n")


# --- What is wrong


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"colour": "grey"}, ': unknown field "colour"'),
    ({"system": "td"}, 'system: "td" is not known'),
    ({"mode": "naval"}, 'mode: "naval" is not known'),
    ({"rows": []}, "rows: 0 items; 1 to 26 allowed"),
    ({"rows": [{"tiles": ". ."}, {"tiles": ". ."}]}, "rows[1].offset: offset 0 does not stagger the row"),
    ({"rows": [{"tiles": "q ."}]}, 'rows[0].tiles: nothing says what "q" is'),
    ({"rows": [{"tiles": "- -"}]}, "rows: there is no tile"),
    ({"tiles": [{"at": [0, 0]}]}, ": the map is either rows or tiles"),
    ({"rows": ROWS, "lines": {"longest": 3, "shortest": 4}}, "lines: 3 is shorter than 4"),
    ({"air_lines": {"longest": 3, "shortest": 4}}, "air_lines: 3 is shorter than 4"),
    ({"ground": {"w": {"cover": -1}}}, "ground.w.cover: -1 is out of range"),
    ({"ground": {"w": {"shade": 1}}}, 'ground.w: unknown field "shade"'),
    ({"control": {"a": ["C1"]}}, 'control.a[0]: there is no tile "C1"'),
    ({"control": {"a": ["B2"]}}, 'control.a[0]: there is no tile "B2"'),
    ({"control": {"a": ["A1"], "b": ["A2", "A1"]}}, 'control.b[1]: "A1" is controlled by a already'),
    ({"control": {"c": ["A1"]}}, 'control: unknown field "c"'),
    ({"tokens": {"x": {"side": "a", "at": "Z9"}}}, 'tokens.x.at: there is no tile "Z9"'),
    ({"tokens": {"x": {"side": "a", "at": [9, 9]}}}, "tokens.x.at: there is no tile [9, 9]"),
    ({"tokens": {"x": {"at": "A1"}}}, "tokens.x: whose is it?"),
    ({"tokens": {"x": {"side": "a", "defense": 4}}}, "tokens.x.defense: a unit has its defense in its list"),
    ({"tokens": {"x": {"class": "structure"}}}, "tokens.x: structure has either a defense or a hardness"),
    (
        {"tokens": {"x": {"class": "objective", "defense": 2, "hardness": 2}}},
        "tokens.x: objective has either a defense or a hardness",
    ),
    ({"tokens": {"x": {"side": "a", "crew": ["y"]}}}, 'tokens.x.crew: there is no token "y" of its side'),
    (
        {"tokens": {"x": {"side": "a", "crew": ["y"]}, "y": {"side": "b"}}},
        'tokens.x.crew: there is no token "y" of its side',
    ),
    ({"tokens": {"x": {"side": "a", "count": 2}}}, 'tokens.x: unknown field "count"'),
    ({"tokens": {"x": {"side": "a", "orientation": "up"}}}, 'tokens.x.orientation: "up" is not known'),
    ({"rows": [{"offset": 1, "tiles": ". ."}, {"tiles": ". ."}, {"tiles": "."}]}, "rows[2].offset: offset 0 does"),
    ({"rows": [{"tiles": ". ww"}]}, 'rows[0].tiles: nothing says what "ww" is'),
    ({"control": {"a": [[9, 9], [0, 0]], "b": ["A1"]}}, "control.a[0]: there is no tile [9, 9]"),
]


@pytest.mark.parametrize(("change", "said"), WRONG)
def test_what_is_wrong_is_said_with_its_place(change: dict[str, Any], said: str) -> None:
    found = wrong({**SMALL, **change})
    assert any(one.startswith(said) for one in found), found
    with pytest.raises(Malformed):
        read_scenario({**SMALL, **change})


def test_what_is_wrong_is_said_with_what_to_do(golden: Golden) -> None:
    found = [one for change, _ in WRONG for one in find_faults({**SMALL, **change}, "scenario")]
    lines = dict.fromkeys(f"{one.message} | {one.hint}\n" for one in found)
    golden("scenario-faults.txt", "".join(lines))


def test_nothing_is_wrong_with_a_small_map() -> None:
    assert wrong(SMALL) == []


def test_all_faults_are_told_with_their_lines(tmp_path: Path, tabletop: Tabletop) -> None:
    text = WEIR.read_text(encoding="utf-8")
    text = text.replace('{ offset = 0, tiles = "w . . w . ." }', '{ offset = 1, tiles = "w . . x . ." }')
    text = text.replace('[tokens.guard-a]\nside = "a"\nat = "C3"', '[tokens.guard-a]\nside = "a"\nat = "C9"')
    path = tmp_path / "weir.scenario.toml"
    path.write_text(text, encoding="utf-8")
    lines = text.splitlines()
    ran = tabletop("validate", path)
    assert ran.code == 2
    row, spot = (next(at for at, line in enumerate(lines, 1) if word in line) for word in ("w . . x", '"C9"'))
    assert f"weir.scenario.toml:{row}:" in ran.out and "does not stagger" in ran.out
    assert f"weir.scenario.toml:{spot}:" in ran.out and "C9" in ran.out
    assert 'what "x" is' in ran.out


def test_a_scenario_of_another_system_is_refused() -> None:
    with pytest.raises(Malformed, match="not for td"):
        load_scenario(WEIR, registry.load("td"))


def test_a_system_without_scenarios_says_so(tmp_path: Path, tabletop: Tabletop) -> None:
    path = tmp_path / "x.scenario.toml"
    path.write_text('system = "td"\n')
    ran = tabletop("validate", path)
    assert (ran.code, "has no scenario files" in ran.out) == (2, True)


# --- How they look


def test_validate_knows_scenarios_in_folders(tabletop: Tabletop) -> None:
    ran = tabletop("validate", "armies/du")
    assert ran.code == 0
    assert "a scenario for Deterministically Undaunted: 27 tiles, 8 tokens" in ran.out
    assert "15 files: 15 legal" in ran.out


def test_the_page_has_the_map_and_what_stands_on_it() -> None:
    (page,) = load_scenario(WEIR).pages
    (tiling,) = [one for one in page.blocks if isinstance(one, Tiling)]
    cells = {one.title: one for one in tiling.cells}
    assert len(cells) == 27
    assert (cells["A1 0,0"].lines, cells["A1 0,0"].group) == (("b column-a", "b column-car"), "b")
    assert cells["C3 1,2"].ground == "mill B2 R1"
    assert (cells["A1 0,0"].row, cells["A1 0,0"].right, cells["B1 -1,1"].right) == (0, 0, -1)
    (table,) = [one for one in page.blocks if isinstance(one, Table)]
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["weir"] == ("nobody", "objective, hardness 5", "C4")
    assert rows["column-driver"] == ("b", "", "aboard column-car")
    assert page.subtitle == "ossel (a) against tarn (b), ground scenario"


@pytest.mark.parametrize("form", ["terminal", "text", "markdown", "json"])
@pytest.mark.parametrize("path", FILES, ids=stem)
def test_every_form_shows_every_token(path: Path, form: str, tabletop: Tabletop) -> None:
    ran = tabletop("roster", path, "-f", form)
    assert ran.code == 0, ran.err
    assert all(name in ran.out for name in read_scenario(load_scenario(path).data).facts.tokens)


@pytest.mark.parametrize("path", FILES, ids=stem)
def test_the_picture_is_sound(path: Path) -> None:
    (page,) = load_scenario(path).pages
    (picture,) = page_pictures(page)
    root = ElementTree.fromstring(picture)
    polygons = root.findall(".//{http://www.w3.org/2000/svg}polygon")
    assert len(polygons) == len(read_scenario(load_scenario(path).data).laid)


@pytest.mark.parametrize("name", ["map.html", "map.pdf", "map.txt", "map.md"])
def test_a_scenario_is_printed(name: str, tmp_path: Path, tabletop: Tabletop) -> None:
    if name.endswith("pdf"):
        pytest.importorskip("typst")
    out = tmp_path / name
    assert tabletop("roster", WEIR, "-o", out).code == 0
    assert out.stat().st_size > 1_000


def test_formats_without_pages_say_so(tabletop: Tabletop) -> None:
    ran = tabletop("roster", WEIR, "-f", "csv")
    assert (ran.code, "csv cannot show scenarios" in ran.err) == (2, True)


# --- a scenario in a battle


def begun(*armies: str, **changes: object) -> State:
    """The weir with these lists, and a scenario in which something is said otherwise."""
    data = tomllib.loads(WEIR.read_text(encoding="utf-8"))
    lists = [tomllib.loads((WEIR.parents[1] / f"{name}.toml").read_text(encoding="utf-8")) for name in armies]
    state = DU.game.begin(seat_armies(DU.game, DU.scenarios.set_up({**data, **changes}), lists), DU)
    assert isinstance(state, State)
    return state


def test_a_battle_knows_how_to_win_it() -> None:
    state = begun(*LISTS["weir"])
    goal = DU.game.goal(state)
    assert goal.startswith("Tarn wins at once when the weir is destroyed")
    board = str(DU.game.board(state, None))
    assert goal in board
    assert "A road crosses the river" in board
    assert "A road crosses the river" not in str(DU.game.board(replace(state, turn=2), None))


def test_lists_in_the_wrong_order_are_told_so() -> None:
    with pytest.raises(Malformed, match="the first list is Column at First Light, of tarn; this scenario wants ossel"):
        begun(*reversed(LISTS["weir"]))


def test_a_token_that_no_list_has_is_told_by_its_name() -> None:
    data = tomllib.loads(WEIR.read_text(encoding="utf-8"))
    tokens = {name.replace("guard-b", "gaurd-b"): one for name, one in data["tokens"].items()}
    with pytest.raises(Malformed, match='the first list, The Mill Guard, has no unit "gaurd-b"') as wrong:
        begun(*LISTS["weir"], tokens=tokens)
    assert wrong.value.hint.startswith("did you mean guard-b")
