"""Forms of tgf: units with ids of their own, members inside them, and what a wrong list is mended with."""

from __future__ import annotations

import tomllib
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
from tabletop_cli.core.lists.advice.goods import goods_of
from tabletop_cli.core.lists.advice.repair import find_repairs
from tabletop_cli.core.lists.advice.spending import Spending
from tabletop_cli.core.lists.army import check_army, load_file
from tabletop_cli.core.lists.change import apply_changes
from tabletop_cli.core.lists.form import Setting, Shelf
from tests.changed import changed, rejected
from tests.cli.conftest import Tabletop
from tests.cli.conftest import tabletop as tabletop
from tests.examples import examples

ROOT = Path(__file__).parents[3]
TGF = registry.load("tgf")
ARMIES = sorted((ROOT / "armies/tgf").glob("*.toml"))
ILLEGAL = sorted((Path(__file__).parent / "illegal").glob("*.toml"))
VALID = Draft7Validator(TGF.muster.schema(TGF))
MEMBERS = [{"role": "sergeant", "level": "regular", "count": 1}, {"role": "soldier", "level": "regular", "count": 4}]
SQUAD: dict[str, Any] = {"id": "den", "kind": "squad", "members": MEMBERS}


def shelf(army: dict[str, Any] | None = None) -> Shelf:
    found: Shelf = TGF.muster.form(army or {}, TGF).shelves[0]
    return found


def members(unit: dict[str, Any], **house: Any) -> Shelf:
    return shelf({"house": house}).inside(unit)[0]


def keys(settings: tuple[Setting, ...]) -> list[Any]:
    return [one.key[0] for one in settings]


def data_of(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


# --- What there is to add


def test_every_kind_of_unit_comes_at_every_level_and_is_legal_as_it_comes() -> None:
    wares = shelf().wares
    assert len(wares) == 20
    assert {ware.group for ware in wares} == {"Squad", "Artillery team", "Gun crew"}
    for ware in wares:
        report = check_army(TGF, {"units": [shelf().fresh(ware.entry, ())]})
        assert report.legal and not report.problems


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("The Grey Foxes", "gf1"),
        ("Ash", "a1"),
        ("", "u1"),
        ("1234", "u1"),
        (None, "u1"),
        ("The End of All That", "eat1"),
    ],
)
def test_ids_begin_with_the_initials_of_the_army(name: str | None, first: str) -> None:
    unit = shelf({"name": name}).fresh(shelf().wares[0].entry, ())
    assert unit["id"] == first


def test_a_new_unit_has_an_id_that_is_free() -> None:
    foxes = shelf({"name": "Grey Foxes"})
    held = [{"id": "gf1"}, {"id": "gf3"}, "what", {"id": 7}]
    assert foxes.fresh(SQUAD, held)["id"] == "den"
    assert foxes.fresh({**SQUAD, "id": "gf1"}, held)["id"] == "gf2"
    assert foxes.fresh({"kind": "squad"}, [*held, {"id": "gf2"}]) == {"id": "gf4", "kind": "squad"}


def test_new_members_are_of_the_level_of_their_leader() -> None:
    elite = {**SQUAD, "members": [{"role": "soldier", "level": "green", "count": 1}, {**MEMBERS[0], "level": "elite"}]}
    inner = members(elite)
    medic = inner.find_ware("medic")
    assert medic and inner.fresh(medic.entry, ()) == {"role": "medic", "level": "elite", "count": 1}
    assert [ware.id for ware in inner.wares] == [
        "sergeant",
        "soldier",
        "crew",
        "hmg",
        "gl",
        "rl",
        "fo",
        "medic",
        "sniper",
    ]


def test_what_a_member_may_be_told_depends_on_the_house_rules() -> None:
    sergeant, soldier = MEMBERS
    always = ["count", "role", "level"]
    assert keys(members(SQUAD).settings(sergeant)) == always
    assert keys(members(SQUAD, equipment="armory").settings(soldier)) == [*always, "weapon"]
    assert keys(members(SQUAD, co="optional").settings(sergeant)) == [*always, "co"]
    assert keys(members(SQUAD, co="optional").settings(soldier)) == always
    assert keys(members(SQUAD).settings({**soldier, "co": True, "hat": 1})) == [*always, "co", "hat"]
    assert keys(members(SQUAD).settings({"role": "boss"})) == ["count", "role", "level"]


def test_pieces_are_offered_where_they_belong() -> None:
    def offered(kind: str, **more: Any) -> list[Any]:
        found = [one for one in shelf().settings({"id": "a", "kind": kind, **more}) if one.key == ("pieces",)]
        return [pick.value for one in found for pick in one.values]

    assert offered("squad") == []
    assert offered("squad", pieces=["mortar-50mm"]) == ["mortar-50mm"]
    assert offered("gun-crew") == ["infantry-gun-75", "anti-tank-gun"]
    assert "offboard" in offered("artillery-team")


# --- One-line edits


@pytest.fixture
def den(tmp_path: Path, tabletop: Tabletop) -> Path:
    path = tmp_path / "den.toml"
    assert tabletop("new", "tgf", path, "--name", "Grey Foxes", "--budget", 300, "--empty").code == 0
    assert tabletop("add", path, "regular-squad", "--count", 2).code == 0
    return path


def test_units_that_are_added_together_have_ids_of_their_own(tabletop: Tabletop, den: Path) -> None:
    assert [unit["id"] for unit in data_of(den)["units"]] == ["gf1", "gf2"]
    ran = tabletop("add", den, "veteran-infantry-gun-75", "--name", "Broad Anna")
    assert ran.out.splitlines()[0] == "added: Broad Anna (veteran gun crew, id gf3, Infantry gun 7.5 cm), 85 points"
    assert tabletop("validate", den).code == 0


def test_a_member_gets_another_role(tabletop: Tabletop, den: Path) -> None:
    """In the builder, too, which asks for the same settings; the role of a line is never meant by its value alone."""
    ran = tabletop("set", den, "gf2/2.role=medic")
    assert ran.code == 0 and data_of(den)["units"][1]["members"][1]["role"] == "medic"
    assert tabletop("add", den, "gf1/hmg", "--option", "sniper").code == 2


def test_members_are_added_set_and_removed_by_the_id_of_their_unit(tabletop: Tabletop, den: Path) -> None:
    assert tabletop("add", den, "gf2/hmg").code == 0
    ran = tabletop("add", den, "gf2/crew", "--count", 2)
    assert "TGF-A15: gf2: squad with crew" in ran.err, "illegal, and saved all the same"
    assert data_of(den)["units"][1]["members"][2:] == [
        {"role": "hmg", "level": "regular", "count": 1},
        {"role": "crew", "level": "regular", "count": 2},
    ]
    assert tabletop("remove", den, "gf2/crew").code == 0
    assert tabletop("set", den, "gf2/soldier.count=6").code == 0
    assert "TGF-A9" in tabletop("remove", den, "gf2/soldier", "--count", 5).err, "too few for a specialist"
    assert data_of(den)["units"][1]["members"][1]["count"] == 1


# --- Advice


def words(army: dict[str, Any]) -> list[list[str]]:
    return [[step.words for step in one.steps] for one in find_repairs(TGF, army).found]


def test_one_specialist_too_many() -> None:
    """Two more soldiers, or one specialist less."""
    extra = [{"role": role, "level": "regular", "count": 1} for role in ("hmg", "sniper", "medic")]
    found = words({"units": [{**SQUAD, "members": [*MEMBERS, *extra]}]})
    assert ["add 2 more Soldier (entry 1/2)"] in found
    assert ["take Medic away (entry 1/5)"] in found and ["take HMG gunner away (entry 1/3)"] in found


@pytest.mark.parametrize(
    ("name", "mended"),
    [
        ("a03-two-of-one-id", 'write id = "w1-2" at entry 1 (Regular squad)'),
        ("a03-an-id-in-capitals", 'write id = "first-squad" at entry 1 (Regular squad)'),
        ("a03-no-count", "write count = 1 at entry 1/3 (Medic)"),
        ("a03-co-of-a-soldier", "leave co out at entry 1/2 (Soldier)"),
        ("a11-three-pieces-for-one", "add 1 more Forward observer (entry 1/2)"),
        ("a13-four-crew", "take 1 of 4 Crew away (entry 1/2)"),
        ("a16-two-levels", 'write level = "regular" at entry 1/1 (Sergeant)'),
        ("a17-a-pistol", "leave weapon out at entry 1/1 (Sergeant)"),
        ("a19-a-sniper", "take Sniper away (entry 1/3)"),
    ],
)
def test_repairs_stand_where_the_mistake_is(name: str, mended: str) -> None:
    army = load_file(ILLEGAL[0].parent / f"{name}.toml").data
    assert [mended] in words(army)


@pytest.mark.medium
def test_strange_keys_are_left_out_together() -> None:
    army = load_file(ILLEGAL[0].parent / "a03-strange-keys.toml").data
    assert {step.partition(" at ")[0] for step in words(army)[0]} == {
        "leave faction out",
        "leave colour out",
        "leave hat out",
    }


def test_ways_to_spend_points_may_hold_the_same_unit_twice() -> None:
    army = {"name": "Grey Foxes", "budget": 146, "units": []}
    goods = goods_of(TGF, army, check_army(TGF, army))
    assert goods
    spending = Spending(goods, check_army(TGF, army).budget or 0, only=["regular-anti-tank-gun"])  # type: ignore[arg-type]
    way = next(one for one in spending.list_ways() if one.words == "2 x Regular anti-tank gun")
    after = apply_changes(army, *spending.way_changes(way))
    assert [unit["id"] for unit in after["units"]] == ["gf1", "gf2"]
    assert check_army(TGF, after).legal


# --- Share codes and the schema


@pytest.mark.parametrize("path", ARMIES, ids=lambda path: path.stem)
def test_a_share_code_brings_back_the_list(path: Path) -> None:
    assert share.data_of(share.code_of(data_of(path))) == data_of(path)


@pytest.mark.parametrize("path", ILLEGAL, ids=lambda path: path.stem)
def test_what_the_schema_rejects_is_illegal(path: Path) -> None:
    assert rejected(TGF, data_of(path)) or VALID.is_valid(data_of(path))


def test_the_schema_finds_what_is_structure_or_vocabulary() -> None:
    missed = {path.stem.partition("-")[0] for path in ILLEGAL if VALID.is_valid(data_of(path))}
    found = {path.stem.partition("-")[0] for path in ILLEGAL if not VALID.is_valid(data_of(path))}
    assert found - missed >= {"a02", "a12", "a14", "a15"}


VALUES = st.sampled_from(
    [
        *(None, 0, 1, 12, -1, 1.0, 2.5, True, False, "", "x", "first-squad", "First", [], {}, [{}], 10**20),
        *("squad", "gun-crew", "artillery-team", "soldier", "crew", "hmg", "green", "elite", "pistol", "mounted-hmg"),
        *(["mortar-50mm"], ["anti-tank-gun"], ["offboard", "offboard"], [MEMBERS[0]], [SQUAD], {"co": "optional"}),
    ]
)
KEYS = st.sampled_from(
    [
        *("id", "name", "kind", "members", "pieces", "role", "level", "count", "weapon", "co"),
        *("units", "budget", "house", "system", "colour"),
    ]
)


@examples(250)
@given(st.data())
def test_changed_armies_are_read_and_what_the_schema_rejects_is_rejected(data: st.DataObject) -> None:
    army = changed(data, [data_of(path) for path in ARMIES], VALUES, KEYS)
    wrong = rejected(TGF, army)
    assert wrong or VALID.is_valid(army), [error.message for error in VALID.iter_errors(army)]
    with suppress(TabletopError):
        testing.check_sheet(TGF, army)


def test_too_many_units_are_told_of_the_army_and_not_of_one_of_them() -> None:
    units = [{"id": f"u{number}", "kind": "squad", "members": []} for number in range(2001)]
    problem = check_army(TGF, {"units": units}).problems[0]
    assert (problem.code, problem.message) == ("TGF-A3", "the army: units: 2001 items; 0 to 2000 allowed")
