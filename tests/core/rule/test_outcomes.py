"""Rules and names of outcomes of a resolver may stand in its row of the table, too."""

from __future__ import annotations

from pathlib import Path

from tabletop_cli.core.dice.handlers import Dice
from tabletop_cli.core.rule.resolver import Odds
from tabletop_cli.core.rule.resolver_titles import Titles
from tabletop_cli.core.rule.situation import Situation

ROW = """
[leap]
title = "A leap"
rules = ["DITCH-1"]
outcomes = { over = "over it", in = "in the ditch" }
"""


def leap(s: Situation, dice: Dice) -> str:
    return "over"


def test_outcomes_are_named_in_the_order_of_the_row(tmp_path: Path) -> None:
    path = tmp_path / "resolvers.toml"
    path.write_text(ROW, encoding="utf-8")
    found = Titles(path).make_resolver("leap", Situation, leap, odds=Odds(lambda s, outcome: str(outcome)))
    assert found.rules == ("DITCH-1",)
    assert found.odds is not None
    assert found.odds.order == ("over", "in")
    assert found.odds.titles == {"over": "over it", "in": "in the ditch"}
    assert Titles(path).make_resolver("leap", Situation, leap, rules=("DITCH-2",)).rules == ("DITCH-2",)
