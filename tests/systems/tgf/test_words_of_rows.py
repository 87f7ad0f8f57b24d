"""What rules ask of a row are words of it: without the word, the rule's own case fails. Added rows are played."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.declare.facts import read_record
from tabletop_cli.core.lists.army import check_army
from tabletop_cli.systems.tgf import row_types
from tabletop_cli.systems.tgf.row_types import LEVELS, ROLES, WEAPONS, Weapon, count_suppressing
from tests.cli.conftest import tabletop as tabletop
from tests.own_raiders import TGF, line, problems, settled, unit

# --- a word of the row, and the rule that hangs on it


@pytest.fixture(autouse=True)
def fresh_arms() -> Iterator[None]:
    """What is remembered of weapons is as their rows are."""
    row_types._make_arm.cache_clear()
    yield
    row_types._make_arm.cache_clear()


def without(monkeypatch: pytest.MonkeyPatch, row: Any, **words: Any) -> None:
    """Take words off a printed row."""
    for word, value in words.items():
        assert getattr(row, word) != value
        monkeypatch.setitem(vars(row), word, value)
    row_types._make_arm.cache_clear()


def printed(*members: dict[str, Any], **more: Any) -> list[str]:
    """What is wrong with a list of printed regulars."""
    lines = [{**one, "level": "regular"} for one in (line("sergeant"), *members)]
    return problems({**unit(**more), "members": lines}, catalogue={})


@pytest.mark.parametrize(
    ("role", "word", "value", "kind", "members", "before", "after"),
    [
        ("hmg", "gunner", False, "squad", "4 soldier, 1 hmg", [], ["TGF-A18"]),
        ("hmg", "most", 0, "squad", "4 soldier, 2 hmg", ["TGF-A6"], []),
        ("gl", "limit", "TGF-A9", "squad", "4 soldier, 2 gl", ["TGF-A7"], ["TGF-A9"]),
        ("rl", "most", 0, "squad", "4 soldier, 2 rl", ["TGF-A8"], []),
        ("fo", "observes", False, "squad", "4 soldier, 1 fo", ["TGF-A10"], []),
        ("fo", "observes", False, "artillery-team", "3 crew, 1 fo", [], ["TGF-A11"]),
        ("crew", "serves", False, "gun-crew", "3 crew", [], ["TGF-A13"]),
        ("crew", "serves", False, "squad", "3 crew", ["TGF-A15"], []),
        ("crew", "normal", False, "artillery-team", "3 crew, 1 fo", [], ["TGF-A9"]),
        ("soldier", "normal", False, "squad", "4 soldier, 1 sniper", [], ["TGF-A9"]),
        ("sniper", "specialist", False, "squad", "1 soldier, 1 sniper", ["TGF-A9"], []),
        ("medic", "unruled", False, "squad", "4 soldier, 1 medic", ["TGF-R59"], []),
    ],
)
def test_what_constraints_ask_of_a_role(
    monkeypatch: pytest.MonkeyPatch,
    role: str,
    word: str,
    value: Any,
    kind: str,
    members: str,
    before: list[str],
    after: list[str],
) -> None:
    pieces = {"artillery-team": ["mortar-80mm"], "gun-crew": ["infantry-gun-75"]}.get(kind, [])
    lines = [line(name, int(count)) for count, name in (one.split() for one in members.split(", "))]
    armed = [{**one, "weapon": "hmg"} if one["role"] == "hmg" else one for one in lines]

    def found() -> list[str]:
        return [one for one in printed(*armed, kind=kind, pieces=pieces) if one != "TGF-R9"]

    assert found() == before
    without(monkeypatch, ROLES.printed[role], **{word: value})
    if word in ("gunner", "observes"):  # hints tell of a role that has it
        monkeypatch.setitem(vars(ROLES.printed["medic"]), word, True)
    assert found() == after


def test_what_extra_specialists_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> list[str]:
        army = {"units": [unit(line("soldier", 4, "green"), line("sniper", 1, "green"))]}
        army["units"][0]["members"][0]["level"] = "green"
        return [one.code for one in check_army(TGF, {**army, "house": {"extra-specialists": "forbid"}}).problems]

    assert found() == ["TGF-A19"]
    without(monkeypatch, ROLES.printed["sniper"], extra=False)
    assert found() == []


def test_who_never_is_too_few_to_advance(monkeypatch: pytest.MonkeyPatch) -> None:
    """TGF-PERM-1."""
    few = {"original": 6, "start": 6, "killed_now": 4, "level": "elite"}
    assert settled("morale-triggers", few)["crippled"] is False
    without(monkeypatch, LEVELS.printed["elite"], steadfast=False)
    assert settled("morale-triggers", few)["crippled"] is True


def test_the_damage_that_a_house_rule_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """TGF-R7."""
    shot = {"level": "regular", "weapon": "assault-rifle", "distance": 100, "armor": 7, "ld": 10}
    shot["house"] = {"ar-long-damage": 10}
    assert settled("fire", shot, 1, 20)["save"] == 10 + 7 - 10
    like = {**shot, "weapon": "carbine", "catalogue": {"weapons": {"carbine": {"name": "C", "like": "assault-rifle"}}}}
    assert settled("fire", like, 1, 20)["save"] == 10 + 7 - 10, "what is like the rifle is under its house rule"
    rifle = WEAPONS.printed["assault-rifle"]
    assert rifle.cells.lr is not None
    without(monkeypatch, rifle.cells.lr, damage_switch="")
    assert settled("fire", shot, 1, 20)["save"] == 10 + 7


def suppressed(weapon: str) -> int:
    """How strong the suppression is by a squad of eight, two of whom have a weapon (TGF-SUP-2)."""
    carried = [WEAPONS.printed["assault-rifle"]] * 6 + [WEAPONS.printed[weapon]] * 2
    return int(settled("suppression", dict(count_suppressing(carried)))["strength"])


@pytest.mark.parametrize(
    ("weapon", "strength"), [("lmg", 7), ("hmg", 7), ("mounted-hmg", 17), ("sniper-rifle", 3), ("rocket-launcher", 3)]
)
def test_how_strongly_weapons_suppress(weapon: str, strength: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert suppressed(weapon) == strength
    without(monkeypatch, WEAPONS.printed[weapon], suppression=None)
    assert suppressed(weapon) == 4, "all of them are as troopers then"


@pytest.mark.parametrize("name", ["grenade-launcher", "rocket-launcher"])
def test_weapons_whose_table_players_supply(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shot = {"level": "regular", "weapon": name, "distance": 30, "armor": 7}
    shot["house"] = {"weapons": {name: {"sr": {"hit": 1, "dam": 9}}}}
    assert settled("fire", shot, 1, 20)["save"] == 8
    without(monkeypatch, WEAPONS.printed[name], supplied=False)
    assert settled("fire", shot)["reason"] == "no-table"


# --- printed rows are data


def test_a_row_that_is_added_to_the_printed_files_alone_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    pike = read_record(
        Weapon, {"name": "Pike", "cells": {"cc": {"hit": 3, "dam": 12}}}, "weapons.pike", id="pike", home=""
    )
    monkeypatch.setitem(vars(WEAPONS), "printed", {**WEAPONS.printed, "pike": pike})
    armed = unit(line("soldier", 3, "green", weapon="pike"))
    armed["members"][0]["level"] = "green"
    assert problems(armed, catalogue={}, equipment="armory") == []
    blow = {"level": "green", "weapon": "pike", "armor": 6}
    odds = reply_to_request({"do": "odds", "system": "tgf", "resolver": "close-combat", "situation": blow})
    assert odds["outcomes"]["no-hit"] == "11/20"
    assert settled("close-combat", blow, 9, 20)["killed"]


def _literals() -> Iterator[tuple[str, str]]:
    """Every text in the code of tgf that is the id of a row of an open table, with its file."""
    ids = {one for table in (LEVELS, ROLES, WEAPONS) for one in table.printed}
    folder = Path(__file__).parents[3] / "tabletop_cli" / "systems" / "tgf"
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in ids:
                yield path.name, str(node.value)


def test_code_names_no_row_of_an_open_table() -> None:
    """The sergeant is known by his id. The others are no ids, but words that are written alike."""
    assert {*_literals()} == {
        ("row_types.py", "sergeant"),
        ("units.py", "sergeant"),  # a value of the house rule `co`
        ("muster.py", "sergeant"),  # in sentences
        ("muster.py", "soldier"),
        ("row_types.py", "offboard"),  # a sort of pieces
        ("__init__.py", "fo"),  # a resolver
        ("artillery.py", "fo"),  # and its event
    }
