"""Battles by home-made catalogues: what the set-up holds, two armies that differ, and files that are gone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.own_guns import GUNS, write_guns, write_list

from ..conftest import Tabletop


@pytest.fixture
def armies(tmp_path: Path) -> Path:
    """Two armies that name files of their own, which say different things of the assault gun."""
    write_guns(tmp_path, "a.catalogue.toml")
    write_guns(tmp_path, "b.catalogue.toml", GUNS.replace("armour = 5", "armour = 4"))
    for one in "ab":
        write_list(tmp_path, f'catalogue = "{one}.catalogue.toml"', f"{one}.toml")
    return tmp_path


def begun(tabletop: Tabletop, folder: Path, *more: object) -> Any:
    return tabletop("battle", "new", "td", folder / "a.toml", folder / "b.toml", "--actions", 40, "--name", "x", *more)


def exported(tabletop: Tabletop) -> tuple[str, Any]:
    text = tabletop("battle", "export", "x").out
    return text, json.loads(text.splitlines()[0])["setup"]


def test_unlike_rows_of_two_armies_are_refused_with_both_files(armies: Path, tabletop: Tabletop) -> None:
    ran = begun(tabletop, armies)
    assert ran.code == 2
    assert 'two different vehicles "assault-gun", in a.catalogue.toml and b.catalogue.toml' in ran.err
    assert "choose one with --catalogue FILE" in ran.err


def test_a_catalogue_that_both_agree_on_goes_before_their_own(armies: Path, tabletop: Tabletop) -> None:
    ran = begun(tabletop, armies, "--catalogue", armies / "a.catalogue.toml")
    assert ran.code == 0
    assert (
        "note: home-made catalogue: a.catalogue.toml (1 gun, 2 vehicles, 1 special rule); the battle keeps it"
        in ran.err
    )
    _, setup = exported(tabletop)
    assert setup["catalogue"]["vehicles"]["assault-gun"]["armour"] == 5
    assert all("catalogue" not in setup["sides"][side]["army"] for side in "ab"), "the table stands there once"


def test_what_was_sent_and_what_it_was_sent_from_are_the_same(armies: Path, tabletop: Tabletop) -> None:
    code = tabletop("share", armies / "a.toml").out.strip()
    assert tabletop("import", code, armies / "b.toml", "--force").code == 0
    assert begun(tabletop, armies).code == 0


def test_a_battle_goes_on_when_its_file_is_changed_or_gone(armies: Path, tabletop: Tabletop, tmp_path: Path) -> None:
    begun(tabletop, armies, "--catalogue", armies / "a.catalogue.toml")
    shot = {"do": "direct-fire", "by": "a", "model": "a1-1", "weapon": "siege-howitzer", "target": "b1-1"}
    facts = {"los": True, "in_arc": True, "terrain": "open"}
    for side in "abab":
        assert tabletop("battle", "do", "x", json.dumps({"do": "reload", "by": side, "model": f"{side}1-1"})).code == 0
    write_guns(armies, "a.catalogue.toml", GUNS.replace("armour_penetration = 3", "armour_penetration = 0"))
    ran = tabletop("battle", "do", "x", json.dumps({**shot, "facts": facts, "dice": [6, 6]}))
    text, _ = exported(tabletop)
    for path in armies.glob("*.catalogue.toml"):
        path.unlink()
    assert exported(tabletop)[0] == text and tabletop("battle", "verify", "x").code == 0
    assert (ran.code, "penetration 3" in ran.out + ran.err) == (0, True), ran.err
    assert tabletop("battle", "undo", "x").code == 0
    (tmp_path / "x.jsonl").write_text(text, encoding="utf-8")
    assert tabletop("--home", tmp_path / "other", "battle", "import", tmp_path / "x.jsonl").code == 0
    assert tabletop("--home", tmp_path / "other", "battle", "verify", "x").code == 0


def test_the_set_up_of_a_file_and_the_armies_are_put_together(armies: Path, tabletop: Tabletop) -> None:
    rules = {"system": "td", "rules": {"mud": {"name": "Mud", "text": "Tracks sink.", "for": ["army"]}}}
    (armies / "mud.setup.json").write_text(json.dumps({"catalogue": rules}), encoding="utf-8")
    write_guns(armies, "b.catalogue.toml")
    assert begun(tabletop, armies, "--setup", armies / "mud.setup.json").code == 0
    _, setup = exported(tabletop)
    assert set(setup["catalogue"]["rules"]) == {"mud", "bunker-buster"}
