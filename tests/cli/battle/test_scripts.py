"""Whole battles from a script: `battle run`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Tabletop as Run

ROOT = Path(__file__).parents[3]
HORDE, RAIDERS = (str(ROOT / "armies/td" / f"{name}.toml") for name in ("green-horde", "veteran-raiders"))
SCRIPT = ROOT / "armies/td/skirmish.script.json"


def test_the_example_script_runs_to_its_end(run: Run) -> None:
    ran = run("battle", "run", SCRIPT)
    assert (ran.code, ran.err) == (0, "")
    assert "attacker: 6 6 4 3 2 1\n" in ran.out
    reply = json.loads(run("battle", "run", SCRIPT, "--format", "json").out)
    assert reply["ok"] is True
    assert reply["state"]["winner"] == "a"


def test_scripts_with_refused_and_broken_events(run: Run, tmp_path: Path) -> None:
    script = json.loads(SCRIPT.read_text())
    for side, name in (("a", RAIDERS), ("b", HORDE)):
        script["setup"]["sides"][side]["army"] = name
    first = script["events"][0]
    script["events"] = [first, first]
    file = tmp_path / "refused.json"
    file.write_text(json.dumps(script))
    ran = run("battle", "run", file)
    assert ran.code == 1
    assert "Not allowed: " in ran.out
    assert "[TD-TURN-3]" in ran.out
    head, *events = ({key: script[key] for key in ("system", "setup")}, first, {"do": "dance"})
    file.write_text("\n".join(map(json.dumps, [head, *events])))
    ran = run("battle", "run", file)
    assert ran.code == 2
    assert "unknown event" in ran.out
    assert run("battle", "list", "-f", "json").out.strip() == '{"battles": []}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        ("[]", "a script"),
        ('{"system": "td"}', "has a table `setup` and a list `events`"),
        ('{"systm": "td"}', "unknown field"),
        ('{"setup": {}, "events": []}', "does not name its game system"),
        ('{"system": "td", "setup": {}, "events": []}', "sides is missing"),
        ('{\n"system": "td",\n"setup": {,\n', "not JSON"),
        (
            '{"system": "td", "setup": {"sides": {"a": {"army": "nowhere.toml", "actions": 1}}}, "events": []}',
            "there is no such file",
        ),
    ],
)
def test_scripts_that_are_none(run: Run, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "script.json"
    file.write_text(text)
    ran = run("battle", "run", file)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
