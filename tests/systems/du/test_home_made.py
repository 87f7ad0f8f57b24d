"""Actions and special rules of one's own: on rosters, when a card is played, and in what scenarios and set-ups name."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from tabletop_cli.__main__ import main
from tabletop_cli.core import batch, registry
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.lists.references import resolve_references
from tabletop_cli.systems.du.tables import TABLES

DU = registry.load("du")
ARMIES = Path(__file__).parents[3] / "armies/du"
SALT = load_file(ARMIES / "salt.catalogue.toml").data
LISTS = {"a": "salt-quorne.toml", "b": "salt-meravi.toml"}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the lists, the catalogue and the scenario of the salt road."""
    for name in (*LISTS.values(), "salt.catalogue.toml", "scenarios/salt.scenario.toml"):
        shutil.copy(ARMIES / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    """What a command prints on both ways."""
    assert main(list(words)) == code, capsys.readouterr()
    out = capsys.readouterr()
    return " ".join((out.out + out.err).split())


def test_the_text_of_an_action_and_of_its_rule_stand_on_the_roster(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for form in ("text", "html", "markdown", "json"):
        told = said(capsys, "roster", "salt-quorne.toml", "-f", form)
        assert SALT["actions"]["inspire"]["summary"].replace("'", "") in told.replace("&#x27;", "").replace("'", "")
        assert SALT["rules"]["old-debts"]["text"] in told
    cards = {
        one["id"]: one["rules"] for one in json.loads(said(capsys, "roster", "salt-quorne.toml", "-f", "json"))["units"]
    }
    assert cards["command"] == ["Inspire", "Guide", "Old debts (Inspire)"]


def battle(*events: dict[str, Any], catalogue: Any = SALT) -> Any:
    """A reply of `batch` after some events of a battle of both lists."""
    lists = {side: resolve_references(DU, load_file(ARMIES / name)) for side, name in LISTS.items()}
    armies = {side: {key: one for key, one in data.items() if key != "catalogue"} for side, data in lists.items()}
    setup = {"armies": armies, "phase": "play", "active": "a", **({"catalogue": catalogue} if catalogue else {})}
    hand = [{"do": "shift", "side": "a", "from": "deck", "card": "master", "to": "hand"}]
    return batch.reply_to_request({"do": "battle", "system": "du", "setup": setup, "events": [*hand, *events]})


PLAY = {"do": "play", "by": "a", "card": "master"}


def test_an_action_that_no_rule_knows_is_told_when_its_card_is_played() -> None:
    told = [step["text"] for step in battle(PLAY)["results"][1]["steps"]]
    assert "Inspire: A unit in the master's tile takes its played card back into the hand." in told
    assert "Guide: X tokens in or next to the master's tile move one tile each." in told
    bare = [step["text"] for step in battle(PLAY, catalogue=None)["results"][1]["steps"]]
    assert [one for one in told if one not in bare] == told[-2:], "nothing else is told differently"


def test_what_a_card_can_do_stays_what_the_constraints_say() -> None:
    army = resolve_references(DU, load_file(ARMIES / LISTS["a"]))
    units = [{**one, "actions": {**one["actions"], "inspire": 3, "attack": "much"}} for one in army["units"]]
    found = batch.reply_to_request({"do": "validate", "system": "du", "army": {**army, "units": units}})
    assert {one["code"] for one in found["problems"] if one["severity"] == "error"} == {"DU-A20"}
    assert not any("inspire" in one["message"] for one in found["problems"])


def test_a_battle_goes_on_without_the_file(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("salt-meravi.toml", "salt-quorne.toml", "--setup", "salt.scenario.toml", "--name", "salt")
    said(capsys, "battle", "new", "du", *names)
    (table / "salt.catalogue.toml").unlink()
    shown = said(capsys, "battle", "status", "salt")
    assert "Salt dust" in shown
    assert "Everything fits" in said(capsys, "battle", "verify", "salt")


def test_a_scenario_may_bring_a_catalogue(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("salt-quorne.toml", "salt.scenario.toml"):
        text = (table / name).read_text(encoding="utf-8").replace('catalogue = "salt.catalogue.toml"\n', "")
        (table / name).write_text(text, encoding="utf-8")
    scenario = table / "salt.scenario.toml"
    scenario.write_text(f'catalogue = "salt.catalogue.toml"\n{scenario.read_text(encoding="utf-8")}', encoding="utf-8")
    said(capsys, "validate", "salt.scenario.toml")
    names = ("salt-meravi.toml", "salt-quorne.toml", "--setup", "salt.scenario.toml", "--name", "salt")
    said(capsys, "battle", "new", "du", *names)
    assert "Salt dust" in said(capsys, "battle", "status", "salt")


def test_a_catalogue_that_is_wrong_is_refused_with_its_line(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = table / "salt.catalogue.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("summary = ", "sumary = ", 1), encoding="utf-8")
    told = said(capsys, "validate", "salt-quorne.toml", code=2)
    assert "salt.catalogue.toml:" in told and "did you mean summary?" in told
    assert "summary is missing" in told


MISTAKES: dict[str, Any] = {
    "an action of the house rules": {"actions": {"attack": {"name": "Attack", "summary": "More."}}},
    "an action without a text": {"actions": {"dig": {"name": "Dig"}}},
    "a flag that is none": {"actions": {"dig": {"name": "Dig", "summary": "In.", "flag": 3}}},
    "a rule of the book that there is not": {"actions": {"dig": {"name": "Dig", "summary": "In.", "rules": ["DU-NO"]}}},
    "a class": {"classes": {"robot": {"name": "Robot", "effect": "casualty"}}},
    "a rule for nothing": {"rules": {"dust": {"name": "Dust", "text": "Dusty.", "for": ["atack"]}}},
    "another game's": {"system": "tt", "actions": {}},
}


@pytest.mark.parametrize("data", MISTAKES.values(), ids=MISTAKES)
def test_what_may_not_be_in_a_file(data: dict[str, Any]) -> None:
    found = list(TABLES.find_faults(data))
    assert found and all(wrong.code == "bad-catalogue" for wrong in found)


def test_the_schema_takes_what_may_be_in_a_file() -> None:
    assert Draft7Validator(DU.catalogue_schema()).is_valid(SALT)
    assert not list(TABLES.find_faults(SALT))
