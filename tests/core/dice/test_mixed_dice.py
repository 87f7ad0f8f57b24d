"""One side types its dice while the program rolls the other's: in one roll of close combat, from log to verify."""

from __future__ import annotations

from pathlib import Path

from tabletop_cli.core import registry
from tabletop_cli.core.dice.stream import EventStream
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle

NOW = "2026-05-01T12:00:00Z"
UNIT = {"type": "infantry-unit", "experience": "green", "maneuverability": "lead"}
ANSWERS = '{"do":"cc-round","read":{}}'  # the rules have read no answer before these dice
SIDE = {"army": {"units": [UNIT]}, "actions": 9}


def test_a_round_with_dice_of_two_hands(tmp_path: Path) -> None:
    with Store(tmp_path / "battles.db") as store:
        battle = Battle.create(store, registry.load("td"), "duel", {"sides": {"a": SIDE, "b": SIDE}}, NOW)
        battle.play_event({"do": "move", "by": "a", "model": "a1-2"}, None, NOW)
        battle.play_event({"do": "contact", "by": "a", "models": ["a1-2", "b1-2"]}, None, NOW)
        entry = battle.play_event({"do": "cc-round", "by": "a"}, lambda request: (6, 5, None, None), NOW)
        mine, theirs = entry.rolls
        assert (mine.by, mine.faces, mine.why) == ("player", (6, 5), "attacker dice")
        assert (theirs.by, len(theirs.faces), theirs.why) == ("program", 2, "defender dice")
        row = EventStream(bytes.fromhex(battle.header.seed), rolling_before=0).of_roll(1, ANSWERS)
        assert theirs.faces == (row.next_face(6), row.next_face(6)), (
            "the program's dice are the first of the roll's row"
        )
        again = Battle.open(store, "duel")
        assert again.state == battle.state
        assert again.verify().problems == []
