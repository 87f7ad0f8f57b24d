"""Lines of a log that were changed by hand are damaged, whatever was changed; what was written is read again."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tabletop_cli.core.dice.handlers import Roll, Step
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.play.inside import Inside
from tabletop_cli.core.play.log import LogEntry

INSIDE = Inside("river-week1", "ab" * 32, "2026-05-01T12:00:00Z", 6, noted="a1b2-c3d4-e5f6-0718", said=("winner",))
SHOT = LogEntry(
    2,
    "2026-05-01T12:00:00Z",
    {"do": "fire"},
    (Roll("rifles", (5, 1), (6, 6), "player"),),
    {"ok": True},
    (Step("one hit", ("X-1",), (("column", "1"), ("dice", "5"))),),
)


@pytest.mark.parametrize(
    "entry",
    [
        SHOT,
        replace(SHOT, prev="0" * 64),
        LogEntry(3, "t", undo=2, undone_dice=True),
        LogEntry(4, "t", redo=2),
        LogEntry(5, "t", note="the hedge"),
        LogEntry(6, "t", shown="seed", prev="1" * 64),
        LogEntry(7, "t", inside=replace(INSIDE, entries=0, unchecked=True, noted=None, said=())),
        replace(SHOT, inside=INSIDE, story="the battle is over"),
    ],
)
def test_back_and_forth(entry: LogEntry) -> None:
    assert LogEntry.from_line(entry.as_line()) == entry


@pytest.mark.parametrize(
    "changed",
    [
        {"n": "2"},
        {"n": True},
        {"at": 5},
        {"event": "fire"},
        {"rolls": [{"why": "rifles", "faces": [5], "sides": [6, 6], "by": "player"}]},
        {"rolls": [{"why": "rifles", "faces": [5, 1], "sides": [6, 6], "by": "the dog"}]},
        {"rolls": [{"why": "rifles", "faces": [5, None], "sides": [6, 6], "by": "player"}]},
        {"rolls": None},
        {"result": []},
        {"steps": [None]},
        {"steps": [{"text": "x", "rules": [1]}]},
        {"steps": [{"text": "x", "rules": [], "drawing": [["a", {}]]}]},
        {"note": "and more"},
        {"undo": 1},
        {"prev": 5},
        {"shown": "seed"},
        {"shown": "file"},
        {"inside": None},
        {"inside": INSIDE.as_dict() | {"entries": -1}},
        {"inside": INSIDE.as_dict() | {"entries": True}},
        {"inside": INSIDE.as_dict() | {"unchecked": 0}},
        {"inside": INSIDE.as_dict() | {"noted": 5}},
        {"inside": INSIDE.as_dict() | {"said": "winner"}},
        {"inside": INSIDE.as_dict() | {"more": 1}},
    ],
)
def test_changed_lines_are_damaged(changed: dict[str, Any]) -> None:
    with pytest.raises(TabletopError) as damaged:
        LogEntry.from_line(json.dumps(json.loads(SHOT.as_line()) | changed))
    assert damaged.value.code == "damaged-log"


@pytest.mark.parametrize(
    "line",
    ["{}", '{"n":1}', '{"n":1,"at":"t","undo":1}', '{"n":1,"at":"t","redo":-1}', '{"n":1,"at":"t","shown":"all"}'],
)
def test_lines_that_are_no_entries(line: str) -> None:
    with pytest.raises(TabletopError):
        LogEntry.from_line(line)
