"""Forms of tt: what may be written into a list is what the catalogues have, printed or home-made, whatever is there."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core import registry
from tabletop_cli.core.lists.army import Report, check_army
from tabletop_cli.core.lists.change import Insert, apply_changes
from tabletop_cli.core.lists.choices import change_of
from tabletop_cli.core.lists.form import Form, Setting, Shelf
from tabletop_cli.core.lists.open_list import open_army
from tests.examples import examples, some

ROOT = Path(__file__).parents[3]
TT = registry.load("tt")
ARMIES = sorted(path for path in (ROOT / "armies/tt").glob("*.toml") if ".catalogue" not in path.name)
CHOIR = tomllib.loads((ROOT / "armies/tt/hollow-choir.catalogue.toml").read_text(encoding="utf-8"))
FACTIONS: list[dict[str, Any]] = [
    {"faction": "space-marines"},
    {"faction": "eldar"},
    {"faction": "hollow-choir", "catalogue": CHOIR},
]
SWITCHES = [(name, value) for name, one in TT.reference.house.switches.items() for value in one.values]


def form(data: Any) -> Form:
    return TT.muster.form(data, TT)


def shelf(data: dict[str, Any]) -> Shelf:
    return form(data).shelves[0]


def setting(data: dict[str, Any], entry: dict[str, Any], key: str) -> Setting:
    return next(one for one in shelf(data).settings(entry) if one.key[-1] == key)


def marines(*units: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"faction": "space-marines", "units": list(units), **more}


def codes(report: Report) -> set[str]:
    return {one.code for one in report.problems if one.severity == "error"}


# --- the army ---


def test_a_new_army_is_asked_for_its_faction_and_its_budget() -> None:
    found = {one.key[0]: one for one in form({}).settings}
    assert [key for key, one in found.items() if one.needed] == ["faction", "budget"]
    assert [pick.words for pick in found["faction"].picks] == ["Space Marines", "Eldar"]
    assert found["budget"].default == 12
    assert form({}).shelves[0].wares == ()


def test_home_made_factions_are_offered_first() -> None:
    faction = form({"catalogue": CHOIR}).settings[1]
    assert [pick.value for pick in faction.picks] == ["hollow-choir", "space-marines", "eldar"]
    assert "Far Sight" in faction.picks[0].help


@pytest.mark.parametrize(
    ("typed", "written"), [("12", 12), ("4.5", 4.5), ("9/2", 4.5), ("24/2", 12), ("1000000", 1_000_000)]
)
def test_a_budget_is_written_as_people_write_it(typed: str, written: object) -> None:
    """The same number comes back, and the standard one is written too."""
    budget = form({}).settings[2]
    plain = budget.kind.plain(budget.kind.parse(typed, "budget"))
    assert (plain, type(plain)) == (written, type(written))
    change = change_of(budget, (), plain)
    assert apply_changes({}, change) == {"budget": written}
    assert check_army(TT, marines(budget=plain)).budget == Fraction(typed)


# --- its units ---


@pytest.mark.parametrize("army", FACTIONS, ids=lambda army: army["faction"])
def test_every_ware_can_be_put_into_a_list_and_is_known_there(army: dict[str, Any]) -> None:
    """It is judged by itself: nothing about it is unknown, and only a gun that must be chosen is missing."""
    for ware in shelf(army).wares:
        data = apply_changes({**army, "units": []}, Insert(("units", 0), dict(ware.entry)))
        missing = {one.rules[0] for one in shelf(army).settings(ware.entry) if one.needed}
        assert codes(check_army(TT, data)) - {"TT-A4"} == missing, ware.id
        assert shelf(data).ware(data["units"][0]) == ware.id
        assert all(TT.reference.has_entry(rule) for rule in ware.rules)


def test_wares_stand_together_by_their_class() -> None:
    groups = [ware.group for ware in shelf({"faction": "space-marines"}).wares]
    assert list(dict.fromkeys(groups)) == ["Infantry", "Vehicle", "Monster", "Bike"]
    assert groups == sorted(groups, key=list(dict.fromkeys(groups)).index)


def test_a_ware_tells_what_it_is_in_one_line() -> None:
    said = {ware.id: ware.help for ware in shelf({"faction": "space-marines"}).wares}
    assert said["whirlwind"] == (
        "Vehicle, Armor +1, move 10; Whirlwind 20-60 AP +1 AT +1 Barrage Turret, Assault AP +1 AT +1"
    )
    assert "Lascannons 30 AT +3 Heavy" in said["devastator-squad"], "guns that come by default"
    assert said["rhino"].startswith("Vehicle, Armor +1, move 10, Transport 2; ")
    assert "Commander, Invulnerable" in said["command-squad"]


@pytest.mark.parametrize("path", ARMIES, ids=lambda path: path.stem)
def test_everything_in_our_armies_could_have_been_chosen(path: Path) -> None:
    """Each entry is a ware, and each value of its options stands among the picks."""
    army = open_army(path)
    for entry in army.data["units"]:
        assert army.form.shelves[0].ware(entry) == entry["unit"]
        known = {one.key: one for one in army.form.shelves[0].settings(entry)}
        for key, value in entry.get("options", {}).items():
            picks = [pick.value for pick in known["options", key].values]
            assert all(one in picks for one in (value if isinstance(value, list) else [value]))


# --- options ---


@pytest.mark.parametrize("switch", some(SWITCHES), ids=lambda one: f"{one[0]}={one[1]}")
@pytest.mark.parametrize("army", FACTIONS, ids=lambda army: army["faction"])
def test_every_pick_is_legal_where_it_needs_nothing(army: dict[str, Any], switch: tuple[str, Any]) -> None:
    """Under every house rule; and what needs something else is told so."""
    army = {**army, "house": dict([switch])}
    for ware in shelf(army).wares:
        for one in shelf(army).settings(ware.entry):
            if one.key[0] != "options":
                continue
            for pick in one.values:
                others = [other.value for other in one.values if other != pick]
                values = [pick.value, others[0]] if one.many else pick.value
                entry = {**ware.entry, "options": {one.key[1]: values}}
                report = check_army(TT, {**army, "units": [entry]})
                wrong = codes(report) & set(one.rules)
                assert bool(wrong) == ("only with" in one.help), (entry, report.problems)


def test_choosing_what_is_printed_leaves_the_file_without_a_word() -> None:
    heavy = setting({"faction": "space-marines"}, {"unit": "tactical-squad"}, "heavy-weapon")
    entry = {"unit": "tactical-squad", "options": {"heavy-weapon": "lascannon"}}
    assert apply_changes(entry, change_of(heavy, (), "missile-launcher")) == {"unit": "tactical-squad"}


def test_a_gun_that_must_be_named_is_needed() -> None:
    gun = setting({"faction": "space-marines"}, {"unit": "razorback"}, "weapon")
    assert (gun.needed, gun.default) == (True, None)
    assert gun.picks[1].help == "Twin Lascannons 30 AP - AT +3, Turret"
    assert gun.picks[1].rules == ("TT-SHOOT-3",)


def test_house_rules_decide_what_may_be_chosen() -> None:
    army = {"faction": "space-marines"}
    doubled = {**army, "house": {"devastator-doubles": "yes", "dreadnought-alternatives": "replace-gun"}}
    assert not setting(army, {"unit": "devastator-squad"}, "heavy-weapons").repeat
    assert setting(doubled, {"unit": "devastator-squad"}, "heavy-weapons").repeat
    assert setting(army, {"unit": "dreadnought"}, "second-gun").help == "only with No Power Fist"
    assert setting(doubled, {"unit": "dreadnought"}, "second-gun").help == ""


def test_a_commander_is_named_only_where_there_may_be_several() -> None:
    several = {"faction": "space-marines", "house": {"command-squads": "at-least-one"}}

    def keys(army: dict[str, Any], entry: dict[str, Any]) -> set[Any]:
        return {one.key for one in shelf(army).settings(entry)}

    assert ("commander",) in keys(several, {"unit": "command-squad"})
    assert ("commander",) not in keys(several, {"unit": "rhino"})
    assert ("commander",) not in keys({"faction": "space-marines"}, {"unit": "command-squad"})
    assert ("commander",) in keys({"faction": "space-marines"}, {"unit": "command-squad", "commander": True})


def test_what_does_not_belong_can_be_mended() -> None:
    """An option that the unit does not have is taken away; an unknown unit is made a known one."""
    doors = setting({"faction": "space-marines"}, {"unit": "rhino", "options": {"doors": 5}}, "doors")
    entry = apply_changes({"unit": "rhino", "options": {"doors": 5}}, change_of(doors, (), doors.values[0].value))
    assert entry == {"unit": "rhino"}
    unit = setting({"faction": "space-marines"}, {"unit": "rino"}, "unit")
    assert "rhino" in [pick.value for pick in unit.picks]


# --- whatever is written there ---

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=8), inside, max_size=3),
    max_leaves=8,
)
IDS = st.sampled_from(["space-marines", "eldar", "hollow-choir", "rhino", "devastator-squad", "cantor", "tide-organ"])
ENTRY = JSON | st.fixed_dictionaries(
    {}, optional={"unit": IDS | JSON, "count": JSON, "name": JSON, "options": JSON, "commander": JSON}
)
HOUSE = JSON | st.dictionaries(st.sampled_from(sorted(TT.reference.house.switches)), JSON, max_size=3)
ARMY = st.fixed_dictionaries(
    {},
    optional={
        "system": JSON,
        "name": JSON,
        "faction": IDS | JSON,
        "budget": JSON,
        "house": HOUSE,
        "catalogue": st.just(CHOIR) | st.just({"factions": [*CHOIR["factions"], 3]}) | JSON,
        "units": st.lists(ENTRY, max_size=3) | JSON,
    },
)


@given(army=ARMY, entry=ENTRY)
@examples(150)
def test_a_form_is_given_whatever_stands_in_the_file(army: dict[str, Any], entry: Any) -> None:
    found = form(army)
    assert found.settings[1].picks
    for one in found.shelves:
        assert one.ware(entry) in {None, *(ware.id for ware in one.wares)}
        assert {"count", "name"} <= {setting.key[-1] for setting in one.settings(entry)}
    if isinstance(entry, dict):
        TT.muster.marks(entry, army)


# --- what a whole list is judged by ---

SQUADS = [
    {"unit": "command-squad"},
    {"unit": "command-squad", "options": {"hero": "chaplain"}},
    {"unit": "command-squad", "commander": True},
    {"unit": "rhino"},
    {"unit": "falcon"},
]


@pytest.mark.parametrize("value", ["exactly-one", "at-least-one"])
def test_the_marks_of_entries_decide_whether_a_list_has_its_commander(value: str) -> None:
    """Lists with as many marks of each kind, none, one or several, are judged alike by TT-A4."""
    verdicts: dict[tuple[Any, ...], set[bool]] = defaultdict(set)
    house = {"command-squads": value}
    for code in range(3 ** len(SQUADS)):
        numbers = [code // 3**at % 3 for at in range(len(SQUADS))]
        units = [one for one, number in zip(SQUADS, numbers, strict=True) for _ in range(number)]
        army = marines(*units, house=house)
        counted: dict[str, int] = defaultdict(int)
        for unit in units:
            for mark, number in TT.muster.marks(unit, army).items():
                counted[mark] += number
        key = tuple(sorted((mark, min(number, 2)) for mark, number in counted.items()))
        verdicts[key].add("TT-A4" in codes(check_army(TT, army)))
    assert all(len(found) == 1 for found in verdicts.values()), verdicts
    assert len(verdicts) > 2


def test_only_command_units_of_the_faction_have_marks() -> None:
    assert TT.muster.marks({"unit": "command-squad"}, {"faction": "space-marines"}) == {"commander": 1}
    assert TT.muster.marks({"unit": "command-squad"}, {"faction": "eldar"}) == {}
    assert TT.muster.marks({"unit": "rhino"}, {"faction": "space-marines"}) == {}
    assert TT.muster.marks({"unit": "cantor"}, {"faction": "hollow-choir", "catalogue": CHOIR}) == {"commander": 1}
