"""Files with rows of one's own: what they may say, what is wrong with them, and what editors are told."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from tabletop_cli.core.declare.facts import facts_of
from tabletop_cli.core.declare.rows import column_kinds
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.systems.tgf.row_types import KINDS, LEVELS, ROLES, TABLES, WEAPONS
from tests.cli.conftest import Tabletop
from tests.cli.conftest import tabletop as tabletop
from tests.own_raiders import CREW, OWN, SQUAD, TGF, TWELVE_LINES, write_raiders

ARMIES = Path(__file__).parents[3] / "armies" / "tgf"


@pytest.fixture
def raiders(tmp_path: Path) -> Path:
    """Two lists that play by one file."""
    return write_raiders(tmp_path)


# --- mistakes


GOOD: dict[str, dict[str, Any]] = {
    "weapons": {
        "name": "Long rifle",
        "summary": "It reaches far.",
        "rules": ["TGF-FIRE-4"],
        "special": ["quiet"],
        "cells": {"sr": {"hit": 1, "dam": 10, "shots": 1, "hits": 2, "ruling": "TGF-R8"}},
        "piece": "gun",
        "gunner": False,
        "template": "small",
        "indirect": True,
        "suppression": 2,
        "supplied": False,
        "pts": "3/2",
        "printed": "rifle, long",
        "ruling": "TGF-R8",
    },
    "levels": {
        "name": "Raider",
        "summary": "They come at night.",
        "rules": ["TGF-LD-1"],
        "special": ["quiet"],
        "cc": 8,
        "rc": 8,
        "ld": 10,
        "ac": 3,
        "st": 8,
        "mv": 9,
        "a": 8,
        "s": 2,
        "pts": 20,
        "steadfast": True,
    },
    "roles": {
        "name": "Marksman",
        "summary": "He waits.",
        "rules": ["TGF-AIM-1"],
        "special": ["quiet"],
        "weapon": "sniper-rifle",
        "normal": False,
        "specialist": True,
        "gunner": False,
        "observes": False,
        "serves": False,
        "extra": False,
        "unruled": False,
        "most": 2,
        "limit": "TGF-A9",
        "plural": "Marksmen",
    },
}
QUIET = {"quiet": {"name": "Quiet", "text": "Nobody hears them."}}
JUDGE = Draft7Validator(TABLES.schema())
FACTS = [(table.name, one) for table in (WEAPONS, LEVELS, ROLES) for one in facts_of(table.cls)]
FREE = ("name", "summary", "printed", "plural")  # any text will do
OUT_OF_RANGE = {"most": -1, "pts": -1, "ac": 0, "suppression": 3, "cells": {"sr": {"hit": 100}}}


def file_with(table: str, **changed: Any) -> dict[str, Any]:
    """A file with one row; a value of None leaves a fact out."""
    row = {key: one for key, one in {**GOOD[table], **changed}.items() if one is not None}
    return {"system": "tgf", table: {"my-own": row}, "rules": QUIET}


def faults(data: Any) -> list[tuple[str, str]]:
    return [(str(one.where), str(one.hint)) for one in TABLES.find_faults(data)]


@pytest.mark.parametrize("table", GOOD)
def test_a_row_may_say_every_fact_that_is_declared(table: str) -> None:
    assert set(GOOD[table]) == {one.name for name, one in FACTS if name == table}
    assert faults(file_with(table)) == [] and JUDGE.is_valid(file_with(table))


@pytest.mark.parametrize(("table", "one"), FACTS, ids=lambda one: getattr(one, "name", one))
def test_what_may_be_wrong_with_each_fact(table: str, one: Any) -> None:
    """Left out, of a wrong type, out of range, misspelt: it is told where, and the schema is no stricter."""
    place = f"catalogue.{table}.my-own"
    left_out = file_with(table, **{one.name: None})
    needed = one.required or one.name == "cells"  # which no schema knows of what is supplied
    assert [where for where, _ in faults(left_out)] == ([place] if needed else [])
    assert JUDGE.is_valid(left_out) is not one.required
    ill_typed = file_with(table, **{one.name: {"no": "value"}})
    assert all(where.startswith(f"{place}.{one.name}") for where, _ in faults(ill_typed)) and faults(ill_typed)
    assert not JUDGE.is_valid(ill_typed)
    misspelt = file_with(table, **{one.name: None, f"{one.name}x": GOOD[table][one.name]})
    assert any(where == place and re.search(rf"\b{one.name}\b", hint) for where, hint in faults(misspelt))
    assert not JUDGE.is_valid(misspelt)
    bad = OUT_OF_RANGE.get(one.name, -1 if one.name not in FREE else "x" * 3_000)
    assert all(where.startswith(f"{place}.{one.name}") for where, _ in faults(file_with(table, **{one.name: bad})))
    assert faults(file_with(table, **{one.name: bad})), one.name


@pytest.mark.parametrize(
    ("table", "changed", "place", "hint"),
    [
        ("weapons", {"cells": {"sx": {"hit": 1}}}, "cells", "known: cc, pb, sr, mr, lr, er"),
        ("weapons", {"cells": {"sr": {"dam": 10}}}, "cells.sr", "hit is a whole number from -99 to 99"),
        ("weapons", {"cells": {"sr": {"hit": 1}}}, "cells.sr", "write dam = 10"),
        ("weapons", {"cells": {"cc": {"hit": 1}}, "template": None}, "cells.cc", "write dam = 10"),
        ("weapons", {"cells": None}, "", "write cells.sr = { hit = 1, dam = 10 }"),
        ("weapons", {"cells": None, "like": "rocket-launcher"}, "", "write cells.sr = { hit = 1, dam = 10 }"),
        ("weapons", {"ruling": "TGF-R99"}, "ruling", "leave it out"),
        ("weapons", {"cells": {"sr": {"hit": 1, "dam": 9, "ruling": "R8"}}}, "cells.sr.ruling", "leave it out"),
        ("weapons", {"piece": "mortr"}, "piece", "did you mean mortar?"),
        ("weapons", {"like": "sniper-rifl"}, "like", "did you mean sniper-rifle?"),
        ("levels", {"rules": ["TGF-LD-99"]}, "rules[0]", "special rules of your own go into `special`"),
        ("roles", {"weapon": "mortar-80mm"}, "weapon", ""),
        ("roles", {"weapon": "sniper-rifel"}, "weapon", "did you mean sniper-rifle?"),
        ("roles", {"normal": True}, "specialist", "write one of the two"),
        ("roles", {"special": ["quite"]}, "special[0]", "did you mean quiet?"),
    ],
)
def test_mistakes_with_their_places_and_hints(table: str, changed: dict[str, Any], place: str, hint: str) -> None:
    found = faults(file_with(table, **changed))
    assert [where for where, _ in found] == [f"catalogue.{table}.my-own.{place}".rstrip(".")]
    assert hint in found[0][1]


def test_kinds_of_unit_are_closed() -> None:
    (wrong,) = TABLES.find_faults({"kinds": {"section": {"name": "Section", "pieces": [], "begun": {}}}})
    assert "cannot be home-made" in wrong.message and column_kinds(KINDS.cls)


def test_all_mistakes_of_a_file_are_told_at_once_with_their_lines(raiders: Path, tabletop: Tabletop) -> None:
    wrong = TWELVE_LINES.replace("pts = 3", "pts = -3").replace('"veteran"', '"vetran"')
    wrong = wrong.replace("specialist = true", "specialst = 1")
    (raiders / "raiders.catalogue.toml").write_text(wrong, encoding="utf-8")
    ran = tabletop("validate", raiders / "red.toml")
    assert ran.code == 2
    for said in (
        "raiders.catalogue.toml:5: weapons.long-rifle.pts: -3 is below 0",
        'raiders.catalogue.toml:8: levels.raider.like: "vetran" is not known',
        'roles.marksman: unknown field "specialst"',
        "did you mean veteran?",
        "did you mean specialist or special?",
    ):
        assert said in ran.out + ran.err


def test_the_example_is_valid_for_everybody() -> None:
    found = open_army(ARMIES / "reed-wardens.toml")
    assert found.report.problems == () and found.report.points == 311
    example = ARMIES / "reed-wardens.catalogue.toml"
    data = tomllib.loads(example.read_text(encoding="utf-8"))
    assert (
        JUDGE.is_valid(data)
        and TABLES.contents_text(TABLES.read(data)) == "2 weapons, 1 level, 2 roles, 3 special rules"
    )


def test_the_schema_of_armies_knows_printed_ids_unless_a_catalogue_is_named() -> None:
    judge = Draft7Validator(TGF.muster.schema(TGF))
    army = {"units": [SQUAD]}
    assert not judge.is_valid(army)
    assert judge.is_valid({**army, "catalogue": "raiders.catalogue.toml"}) and judge.is_valid(
        {**army, "catalogue": OWN}
    )
    assert not judge.is_valid({"units": [{**CREW, "pieces": ["mortar-80mm"]}], "catalogue": OWN})


def test_a_level_above_every_printed_one_is_remarked_on() -> None:
    found = TABLES.read({"levels": {"titan": {"name": "Titan", "like": "elite", "a": 12}}})
    (told,) = TABLES.find_remarks(found)
    assert (told.where, told.hint) == ("catalogue.levels.titan.a", "agree on it with whom you play")
    assert "12 is above every printed one, of which 9 is the highest" in told.message


def test_a_file_that_is_no_catalogue_is_refused() -> None:
    with pytest.raises(Malformed, match="unknown table"):
        TABLES.read({"unit": {}})
