"""Events and set-ups that are typed or written in a file, and are nothing at all: a message, never a fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ..conftest import ROOT, Tabletop

ARMIES = ("armies/td/green-horde.toml", "armies/td/cavalry.toml", "--actions", "9")
WILD = (None, -1, 10**30, "x", [], [3], {"a": 1}, [{"unit": 3}], [{}])
SCRIPTS = sorted((ROOT / "armies").rglob("*.script.json"))


@pytest.mark.parametrize("words", [
    ("move", "by=a", "by.x=1"),
    ("move", ".".join(["a"] * 5_000) + "=1"),
    ("move", ".".join(["path"] * 41) + "=1"),
    ('{"do": "move", "path": ' + "[" * 60 + "]" * 60 + "}",),
], ids=["in the way", "deep", "a little too deep", "json"])  # fmt: skip
def test_a_typed_event_of_any_depth_is_no_event(tabletop: Tabletop, words: tuple[str, ...]) -> None:
    assert tabletop("battle", "new", "td", *ARMIES, "--name", "x").code == 0
    ran = tabletop("battle", "do", "x", *words)
    assert (ran.code, ran.out) == (2, "")
    assert "is already given as" in ran.err or "nested deeper than 40 levels" in ran.err
    assert len(ran.err) < 1_000


def wild_scripts(script: dict[str, Any]) -> list[dict[str, Any]]:
    """The same with one field of one event, or of one seat of the set-up, that is something else."""
    found = []
    events = {event.get("do"): event for event in script["events"]}
    for event in events.values():
        for key in event:
            found += [{**script, "events": [{**event, key: value}]} for value in WILD if key != "do"]
    for key, seats in script["setup"].items():
        found += [{**script, "setup": {**script["setup"], key: value}} for value in WILD]
        if isinstance(seats, list):
            found += [{**script, "setup": {**script["setup"], key: [*seats, value]}} for value in WILD]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_with_anything_in_it_is_told_where_it_is_wrong(
    tabletop: Tabletop, path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    copy = tmp_path / path.name
    for army in path.parent.glob("*.toml"):
        (tmp_path / army.name).symlink_to(army)
    for wild in wild_scripts(json.loads(path.read_text(encoding="utf-8"))):
        copy.write_text(json.dumps(wild), encoding="utf-8")
        ran = tabletop("battle", "run", copy)
        assert ran.code in (0, 1, 2)
        assert "fault in tabletop" not in ran.err, json.dumps(wild)


def test_units_of_a_campaign_that_are_none_are_shown_as_they_were_written(tabletop: Tabletop, tmp_path: Path) -> None:
    script = json.loads((ROOT / "armies/fftt/red-river.script.json").read_text(encoding="utf-8"))
    muster = next(one for one in script["events"] if isinstance(one.get("units"), list))
    copy = tmp_path / "wild.script.json"
    copy.write_text(json.dumps({**script, "events": [{**muster, "units": [3]}]}), encoding="utf-8")
    ran = tabletop("battle", "run", copy)
    assert ran.code == 2
    assert "fault" not in ran.err and "units" in ran.out + ran.err


def test_an_event_that_is_null_is_an_event_of_a_script(tabletop: Tabletop, tmp_path: Path) -> None:
    script = json.loads((ROOT / "armies/fftt/red-river.script.json").read_text(encoding="utf-8"))
    copy = tmp_path / "wild.script.json"
    copy.write_text(json.dumps({**script, "events": [None, 3]}), encoding="utf-8")
    ran = tabletop("battle", "run", copy)
    assert ran.code == 2 and "\n1. null\n" in ran.out and "\n2. 3\n" in ran.out
    told = json.loads(tabletop("battle", "run", copy, "-f", "json").out)
    assert [one["error"]["code"] for one in told["results"]] == ["bad-event", "bad-event"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"system": "td", "setup": {"sides": {"a": {"army": "\\u0000"}}}, "events": []}', "not a file"),
        ('{"system": "td", "scenario": "\\u0000", "setup": {}, "events": []}', "not a file"),
        ('{"system": "td", "setup": {}, "events": 5}\n{}\n', "events: 5 is not a list"),
    ],
)
def test_a_script_that_names_no_files_is_told(tabletop: Tabletop, tmp_path: Path, text: str, said: str) -> None:
    copy = tmp_path / "wild.script.json"
    copy.write_text(text, encoding="utf-8")
    ran = tabletop("battle", "run", copy)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
