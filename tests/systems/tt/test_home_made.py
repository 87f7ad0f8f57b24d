"""A faction of one's own in twelve lines: from the file to a battle that is played, kept and taken along."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from tabletop_cli.__main__ import main
from tabletop_cli.api import Kind, ListOf, Malformed, Record, facts_of
from tabletop_cli.cli.lists.validate import check_file
from tabletop_cli.core import batch, registry, versions
from tabletop_cli.systems.tt import model, profiles
from tabletop_cli.systems.tt.model import FACTIONS, Faction
from tabletop_cli.systems.tt.reading import TABLES
from tabletop_cli.systems.tt.tables import REFERENCE

TT = registry.load("tt")
FOLDER = Path(__file__).parents[3] / "tabletop_cli/systems/tt"
CHOIR = """\
[[factions]]
id = "iron-choir"
name = "The Iron Choir"
includes = "space-marines"
[[factions.units]]
id = "bell-ringers"
name = "Bell Ringers"
like = "tactical-squad"
special = ["tolling"]
armor = 4
[rules.tolling]
text = "Whoever they destroy is heard by everybody."
name = "Tolling"
"""
RINGERS = """\
system = "tt"
name = "Matins"
catalogue = "choir.catalogue.toml"
faction = "iron-choir"
units = [{ unit = "command-squad" }, { unit = "bell-ringers", count = 2 }, { unit = "rhino" }]
"""
OTHERS = """\
system = "tt"
name = "Wayfinders"
faction = "eldar"
units = [{ unit = "seer-council" }, { unit = "guardian-defenders", count = 4 }]
"""
EVENTS: list[dict[str, Any]] = [
    {"do": "start-turn", "side": "a", "dice": [4]},
    {"do": "next-phase"},
    {
        "do": "shoot",
        "attacker": {"unit": "a2-bell-ringers", "weapon": "boltguns", "distance": 10},
        "target": "b2-guardian-defenders",
        "dice": [6, 1],
    },
    {"do": "next-phase"},
    {"do": "end-turn"},
    {"do": "start-turn", "side": "b", "dice": [4]},
    {"do": "next-phase"},
    {
        "do": "shoot",
        "attacker": {"unit": "b3-guardian-defenders", "weapon": "shuriken-catapults", "distance": 8},
        "target": "a3-bell-ringers",
        "dice": [6, 1],
    },
]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the catalogue and the lists of two players."""
    for name, text in (("choir.catalogue.toml", CHOIR), ("ringers.toml", RINGERS), ("others.toml", OTHERS)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    """What a command prints on both ways."""
    assert main(list(words)) == code, capsys.readouterr()
    out = capsys.readouterr()
    return out.out + out.err


def without_rule(text: str) -> str:
    return text[: text.index("[rules")].replace('special = ["tolling"]\n', "")


def test_a_faction_with_a_unit_takes_ten_lines() -> None:
    assert len(without_rule(CHOIR).splitlines()) <= 12


def test_a_list_of_it_is_judged_priced_and_printed(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "legal, 3 1/2 of 12 points" in said(capsys, "validate", "ringers.toml")
    text = said(capsys, "roster", "ringers.toml", "-f", "text")
    assert "2x Bell Ringers [2 points]" in text and "Armor +4" in text
    assert "Tolling: Whoever they destroy is heard by everybody." in " ".join(text.split())
    for form in ("html", "markdown", "json", "discord", "bbcode"):
        assert "heard by everybody" in said(capsys, "roster", "ringers.toml", "-f", form)


@pytest.mark.medium
def test_it_is_printed_on_paper(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "roster", "ringers.toml", "-f", "pdf", "-o", "ringers.pdf")
    assert (table / "ringers.pdf").read_bytes().startswith(b"%PDF")


def test_its_units_have_odds_where_their_catalogue_is_named(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--kind", "shooting", "--attacker.unit", "bell-ringers", "--attacker.weapon", "boltguns")
    at = ("--target.unit", "guardian-defenders")
    told = said(capsys, "odds", "tt", "attack", *words, *at, "--catalogue", "choir.catalogue.toml")
    assert "destroyed" in told
    assert "bell-ringers" in said(capsys, "odds", "tt", "attack", *words, *at, code=2)


def begun(capsys: pytest.CaptureFixture[str], upto: int = len(EVENTS)) -> None:
    said(capsys, "battle", "new", "tt", "ringers.toml", "others.toml", "--first", "a", "--name", "bells")
    for event in EVENTS[:upto]:
        said(capsys, "battle", "do", "bells", json.dumps(event))


def test_a_battle_goes_on_whatever_becomes_of_the_file(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun(capsys, upto=3)
    before = said(capsys, "battle", "status", "bells")
    assert "a2-bell-ringers" in before and "Tolling" in before
    (table / "choir.catalogue.toml").unlink()
    assert said(capsys, "battle", "status", "bells") == before
    for event in EVENTS[3:]:
        said(capsys, "battle", "do", "bells", json.dumps(event))
    assert "Undone" in said(capsys, "battle", "undo", "bells")
    said(capsys, "battle", "do", "bells", json.dumps(EVENTS[-1]))
    assert "Everything fits" in said(capsys, "battle", "verify", "bells")
    said(capsys, "battle", "export", "bells", "-o", "bells.json")
    said(capsys, "battle", "import", "bells.json", "--name", "again")
    states = [json.loads(said(capsys, "battle", "status", one, "-f", "json"))["state"] for one in ("bells", "again")]
    assert states[0] == states[1]
    assert "Everything fits" in said(capsys, "battle", "verify", "again")


def test_a_battle_that_was_exported_before_catalogues_had_rules_goes_on(
    table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "__version__", "0.9.0")  # a later one, which explains in other words
    said(capsys, "battle", "import", str(Path(__file__).with_name("choir.battle.json")))
    assert "Everything fits" in said(capsys, "battle", "verify", "choir")
    attacker = {"unit": "a3-whisperers", "weapon": "needle-rifles", "distance": 10}
    event = {"do": "shoot", "attacker": attacker, "target": "b5-vyper", "dice": [6, 1]}
    assert "8 is at least twice 3: destroyed" in said(capsys, "battle", "do", "choir", json.dumps(event))


def test_a_special_rule_is_told_at_the_first_act(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun(capsys, upto=2)
    first = said(capsys, "battle", "do", "bells", json.dumps(EVENTS[2]))
    assert "Special rule of a2-bell-ringers: Tolling: Whoever they destroy is heard by everybody." in first
    for event in EVENTS[3:7]:
        said(capsys, "battle", "do", "bells", json.dumps(event))
    later = said(capsys, "battle", "do", "bells", json.dumps(EVENTS[7]))
    assert "Tolling" in later and "heard by everybody" not in later
    shown = json.loads(said(capsys, "battle", "status", "bells", "-f", "json"))
    assert shown["state"]["units"]["a2-bell-ringers"]["special"] == ["tolling"]
    assert "special" not in shown["state"]["units"]["a1-command-squad"]


def test_two_players_whose_factions_differ_must_agree(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (table / "other.catalogue.toml").write_text(CHOIR.replace("armor = 4", "armor = 9"), encoding="utf-8")
    (table / "others.toml").write_text(RINGERS.replace("choir.cat", "other.cat"), encoding="utf-8")
    told = said(capsys, "battle", "new", "tt", "ringers.toml", "others.toml", "--first", "a", code=2)
    assert 'two different factions "iron-choir"' in told
    assert "choir.catalogue.toml" in told and "other.catalogue.toml" in told


def test_a_list_may_be_begun_by_hand_without_units(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (table / "new.toml").write_text("\n".join(RINGERS.splitlines()[:-1]), encoding="utf-8")
    said(capsys, "set", "new.toml", "budget=6")
    said(capsys, "add", "new.toml", "bell-ringers")
    said(capsys, "add", "new.toml", "command-squad")
    assert "legal, 2 of 6 points" in said(capsys, "validate", "new.toml")


def test_the_template_of_a_faction_is_a_file_that_works(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "catalogue", "tt", "--template", "factions")
    (table / "new.catalogue.toml").write_text(text, encoding="utf-8")
    assert "legal, 1 faction, 1 unit" in said(capsys, "validate", "new.catalogue.toml")


# --- what a faction includes, and what a unit is like


def read(**more: Any) -> Faction:
    data = {"factions": [{"id": "iron-choir", "units": [], **more}]}
    found: Faction = TABLES.read(data).rows["factions"]["iron-choir"]
    return found


def test_a_faction_that_includes_another_one_has_its_units_and_its_own_before_them() -> None:
    printed = FACTIONS.printed["eldar"]
    found = read(includes="eldar", units=[{"id": "falcon", "class": "vehicle", "armor": 9, "points": 3}])
    house = TT.house
    assert [one.id for one in found.all_units] == ["falcon", *(one.id for one in printed.units if one.id != "falcon")]
    assert (found.find_unit("falcon", house) or printed).armor == 9  # type: ignore[union-attr]
    assert found.find_own_unit("wraithguard", house) is None


def test_an_included_unit_is_found_under_its_printed_faction_unless_the_faction_is_named() -> None:
    data = {"factions": [{"id": "iron-choir", "includes": "space-marines", "units": []}]}
    house = TT.read_common({"catalogue": data}, "")["house"]
    assert profiles.find_unit(house, "rhino", None, "unit")[0].id == "space-marines"
    assert profiles.find_unit(house, "rhino", "iron-choir", "unit")[0].id == "iron-choir"


def test_a_unit_that_is_like_another_has_all_of_it_but_its_name_and_its_constraints() -> None:
    found = read(units=[{"id": "veterans", "like": "terminator-squad", "points": 3}]).units[0]
    printed = FACTIONS.printed["space-marines"].find_unit("terminator-squad", TT.house)
    assert printed is not None and found.points == 3 and found.title == "veterans"
    assert (found.armor, found.specials) == (printed.armor, printed.specials)
    assert [one.id for one in found.weapons] == [one.id for one in printed.weapons]
    assert [one.id for one in found.options] == [one.id for one in printed.options]
    assert {one.code for one in found.options} == {"TT-A14"}, "TT-A12 is about Terminators"


def test_a_unit_may_be_like_one_of_the_same_file_and_hide_a_printed_one() -> None:
    units = [{"id": "rhino", "like": "rhino", "armor": 3}, {"id": "cart", "like": "barrow", "armor": 2}]
    found = read(units=[*units, {"id": "barrow", "like": "rhino", "points": 2}]).units
    assert [(one.id, one.armor, one.points) for one in found] == [("rhino", 3, 0.5), ("cart", 2, 2), ("barrow", 1, 2)]


# --- mistakes


MISTAKES = {
    "like nobody": ('"tactical-squad"', '"tactical-squat"', 8, "did you mean tactical-squad?"),
    "includes nobody": ('"space-marines"', '"space-marine"', 4, "did you mean space-marines?"),
    "a rule that nobody wrote": ('["tolling"]', '["toling"]', 9, "did you mean tolling?"),
    "a rule without its text": ("text = ", "txet = ", 11, "text is a sentence or more"),
    "a rule for a unit that is not printed": ("name = ", 'for = ["rino"]\nname = ', 13, "did you mean rhino?"),
}


@pytest.mark.parametrize(("right", "wrong", "line", "hint"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_with_its_line_and_a_way_out(
    tmp_path: Path, right: str, wrong: str, line: int, hint: str
) -> None:
    path = tmp_path / "choir.catalogue.toml"
    at = CHOIR.rindex(right) if right == "name = " else CHOIR.index(right)
    path.write_text(CHOIR[:at] + CHOIR[at:].replace(right, wrong, 1), encoding="utf-8")
    found = check_file(path).problems
    assert [(one.line, one.code) for one in found if hint in one.hint] == [(line, "bad-catalogue")], found


def test_units_that_are_like_nobody_are_told_all_at_once() -> None:
    units = [{"id": "one", "like": "nobody"}, {"id": "two", "like": 3}, {"id": "three", "armor": -1, "like": "rhino"}]
    found = [wrong.where for wrong in TABLES.find_faults({"factions": [{"id": "x", "units": units}]})]
    assert [one.removeprefix("catalogue.factions[0]") for one in found][:3] == [
        ".units[0].like",
        ".units[1].like",
        ".units[2].armor",
    ]


SAMPLE: dict[str, Any] = {
    "id": "x",
    "units": [
        {
            "id": "u",
            "class": "infantry",
            "armor": 1,
            "points": 1,
            "commander": True,
            "transport": {"capacity": 1, "any_infantry": True},
            "weapons": [{"id": "gun", "range": 10, "ap": 2}],
            "options": [{"id": "o", "kind": "one", "choices": [{"id": "c"}]}],
        }
    ],
}


def _places(cls: type[object], at: tuple[str | int, ...]) -> Any:
    """Every fact of a record and of the records inside it, with its place in the sample."""
    for one in facts_of(cls):
        yield (*at, one.name), one
        kind = one.kind.item if isinstance(one.kind, ListOf) else one.kind
        inside = (*at, one.name, *((0,) if isinstance(one.kind, ListOf) else ()))
        if isinstance(kind, Record) and _at(inside) is not None:
            yield from _places(kind.cls, inside)


def _at(place: tuple[str | int, ...]) -> Any:
    found: Any = SAMPLE
    for one in place:
        there = found if isinstance(found, dict) else range(len(found))
        if one not in there:
            return None
        found = found[one]
    return found


def _with(place: tuple[str | int, ...], value: object) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(SAMPLE))
    inner: Any = data
    for one in place[:-1]:
        inner = inner[one]
    inner[place[-1]] = value
    return {"factions": [data]}


FACTS = [(place, one.kind) for place, one in _places(Faction, ())]
WRONG: list[object] = [{"no": "such"}, [[]], -1, "x" * 300]
VALID = Draft7Validator(TT.catalogue_schema())


def _broken(data: Any) -> Iterator[Malformed]:
    return TABLES.find_faults(data, slips=False)


@pytest.mark.parametrize(("place", "kind"), FACTS, ids=[".".join(map(str, place)) for place, _ in FACTS])
def test_a_wrong_value_of_any_fact_is_told_at_its_place(place: tuple[str | int, ...], kind: Kind[Any]) -> None:
    assert not list(_broken(_with((), None) if not place else {"factions": [SAMPLE]}))
    where = "catalogue.factions[0]" + "".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in place)
    told = 0
    for value in WRONG:
        found = [str(wrong.where) for wrong in _broken(_with(place, value))]
        told += any(one.startswith(where) for one in found)
        assert found or VALID.is_valid(_with(place, value)), f"the schema alone refuses {value!r}"
    assert told >= (1 if place[-1] == "default" else 3), kind.words
    misspelt = (*place[:-1], f"{place[-1]}x")
    assert any(f'"{place[-1]}x"' in wrong.message for wrong in _broken(_with(misspelt, 1)))


# --- no id in code


def test_no_rule_knows_the_id_of_a_printed_faction_or_unit() -> None:
    ids = {*FACTIONS.printed, *(unit.id for one in FACTIONS.printed.values() for unit in one.units)}
    assert "rhino" in ids
    found = []
    for path in FOLDER.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        texts = [one.value for one in ast.walk(tree) if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        found += [f"{path.name}: {one}" for one in texts if one in ids]
    assert found == []


def test_a_unit_that_is_added_to_a_printed_file_needs_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    file = REFERENCE.file_data("catalogue/eldar")
    units = file["factions"][0]["units"]
    new = {**next(one for one in units if one["id"] == "wraithguard"), "id": "ghost-guard", "armor": 5}
    longer = {"factions": [{**file["factions"][0], "units": [*units, new]}]}
    monkeypatch.setitem(REFERENCE._data, "catalogue/eldar", longer)
    for cached in (profiles._profile_as_printed, profiles._build_profile, model.printed_units):
        cached.cache_clear()
    monkeypatch.setattr(FACTIONS, "printed", {}, raising=False)
    del FACTIONS.__dict__["printed"]
    try:
        army = {"faction": "eldar", "units": [{"unit": "seer-council"}, {"unit": "ghost-guard"}]}
        assert reply("validate", army=army)["points"] == "3/1"
        shot = {"kind": "close-combat", "attacker": {"unit": "ghost-guard", "weapon": "assault"}}
        odds = reply("odds", resolver="attack", situation={**shot, "target": {"unit": "bike-squad"}})
        assert sum(map(_fraction, odds["outcomes"].values())) == 1
        side = {"faction": "eldar", "units": [{"id": "s", "unit": "seer-council"}, {"id": "g", "unit": "ghost-guard"}]}
        other = {"faction": "eldar", "units": [{"id": "t", "unit": "seer-council"}]}
        setup = {"first": "a", "sides": {"a": side, "b": other}}
        begin = {"do": "start-turn", "side": "a", "dice": [2]}
        assert reply("battle", setup=setup, events=[begin])["state"]["units"]["g"]["unit"] == "ghost-guard"
    finally:
        for cached in (profiles._profile_as_printed, profiles._build_profile, model.printed_units):
            cached.cache_clear()
        FACTIONS.__dict__.pop("printed", None)


def _fraction(text: str) -> float:
    above, below = text.split("/")
    return int(above) / int(below)


def reply(do: str, **request: Any) -> Any:
    found = batch.reply_to_request({"do": do, "system": "tt", **request})
    assert found["ok"], found
    return found


def test_a_wrong_catalogue_is_refused_wherever_it_comes_from() -> None:
    with pytest.raises(Malformed) as caught:
        read(includes="eldr")
    assert (caught.value.code, caught.value.hint) == ("bad-catalogue", "did you mean eldar?")
