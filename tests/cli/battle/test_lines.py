"""One line is one action, in whatever order it is said; what fits two, or nothing, is asked."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tests.cli.battle.terminal import tabletop

ORDERS = [one for one in permutations(("a41", "fires", "b1-2", "forest")) if one[:2] != ("b1-2", "fires")]


def played(battle: str, *typed: str) -> tuple[list[dict[str, Any]], str]:
    """The events that come of these lines, and what was shown; the battle stands as before."""
    shown = tabletop("battle", "play", battle, typed="".join(f"{line}\n" for line in typed))
    lines = tabletop("battle", "export", battle).splitlines()
    entries = [json.loads(line) for line in lines]
    return [entry["event"] for entry in entries if entry.get("event")], shown


def is_shot(event: dict[str, Any]) -> bool:
    facts = event.get("facts", {})
    return (event["do"], event["model"], event["target"], facts.get("terrain")) == (
        "direct-fire",
        "a4-1",
        "b1-2",
        "forest",
    )


@pytest.mark.parametrize(
    "line",
    [
        *(
            " ".join(words)
            for words in permutations(["a41", "fires", "b1-2", "forest"])
            if words[:2] != ("b1-2", "fires")
        ),
        "41f12 forest",
        "41 f 12 forest",
        "f 41 12 forest",
        "fire 41 12 forest",
        "41 shoots b12 forest",
    ],
)
def test_a_shot_in_any_order(battle: str, line: str) -> None:
    events, shown = played(battle, f"{line} .. : 111")
    assert len(events) == 1 and is_shot(events[0]), shown
    assert "a4-1 fires at b1-2: forest" in shown


def test_whoever_stands_before_the_verb_acts_or_nobody(battle: str) -> None:
    events, shown = played(battle, "b1-2 fires a41 forest .. : 111")
    assert events == []
    assert "'b1-2' is not possible here. Possible: a4-1, a5-1." in shown


def test_what_no_question_wants_stops_before_the_dice(battle: str) -> None:
    events, shown = played(battle, "41f12 forrest .. : 111")
    assert events == []
    assert "Not used: forrest 111" in shown


def test_own_dice_wait_for_the_faces(battle: str, home: Path) -> None:
    (home / "table.toml").write_text('dice = "own"\n', encoding="utf-8")
    events, shown = played(battle, "41f12 forest ..", "", "111")
    assert len(events) == 1 and is_shot(events[0])
    assert "You roll your own dice" in shown
    assert played(battle, "u")[1].count("(program)") == 0


def test_who_cannot_act_is_refused_with_the_reason_and_nobody_else_acts(battle: str) -> None:
    events, shown = played(battle, "13f12 ..")
    assert events == []
    assert "a1-3: Its unit is for close combat only and does not fire [TD-FIRE-2]" in shown


def test_several_who_act_do_so_until_it_is_not_their_turn(battle: str) -> None:
    """One action a turn: whoever would come next is named, and hears who may act instead."""
    events, shown = played(battle, "11-13 m ..", "go")
    assert [event["model"] for event in events] == ["a1-1"]
    assert "The line stops before a1-2." in shown


def test_an_event_without_dice_asks_about_words_that_it_did_not_want(battle: str) -> None:
    assert played(battle, "13 m 18cm ..", "n")[0] == []
    events, shown = played(battle, "13 m 18cm ..", "y")
    assert [event["do"] for event in events] == ["move"]
    assert "No question asked for: 18cm. Go on without it?" in shown


def test_a_new_line_gives_up_what_is_open_only_when_asked(battle: str) -> None:
    events, shown = played(battle, "f 41", "a1-3 m ..", "y")
    assert [event["do"] for event in events] == ["move"]
    assert "Give up Fire by a4-1" in shown


def test_no_keeps_what_is_open(battle: str) -> None:
    events, _ = played(battle, "f 41", "a1-3 m ..", "n", "12 forest .. : 111")
    assert len(events) == 1 and is_shot(events[0])
