"""What people call a resolver, and its example, come from a table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Dice
from tabletop_cli.core.rule.resolver_titles import Titles
from tabletop_cli.core.rule.situation import Situation
from tabletop_cli.systems.td.titles import TITLES


@dataclass(frozen=True, kw_only=True)
class Leap(Situation):
    width: int


def leap(s: Leap, dice: Dice) -> bool:
    return s.width < 3


def test_a_resolver_has_the_words_of_its_row(tmp_path: Path) -> None:
    table = tmp_path / "resolvers.toml"
    table.write_text('[leap]\ntitle = "A jump"\nexample.width = 2\n[nothing]\n', encoding="utf-8")
    titles = Titles(table)
    made = titles.make_resolver("leap", Leap, leap, rules=("DITCH-1",), says_legal=False)
    assert (made.id, made.title, made.example, made.rules) == ("leap", "A jump", {"width": 2}, ("DITCH-1",))
    assert (made.situation, made.rule, made.odds, made.says_legal) == (Leap, leap, None, False)
    for row in ("nothing", "no such row"):
        with pytest.raises(KeyError):
            titles.make_resolver(row, Leap, leap, rules=())


def test_rules_and_what_is_never_illegal_may_stand_in_the_row(tmp_path: Path) -> None:
    table = tmp_path / "resolvers.toml"
    table.write_text(
        '[leap]\ntitle = "A jump"\nrules = ["DITCH-1"]\nsays_legal = false\n[no]\ntitle = "No"\n', encoding="utf-8"
    )
    made = Titles(table).make_resolver("leap", Leap, leap)
    assert (made.rules, made.says_legal) == (("DITCH-1",), False)
    with pytest.raises(KeyError):
        Titles(table).make_resolver("no", Leap, leap)


def test_a_table_may_say_that_nothing_rolls(tmp_path: Path) -> None:
    table = tmp_path / "resolvers.toml"
    table.write_text('[leap]\ntitle = "A jump"\nrules = ["DITCH-1"]\n', encoding="utf-8")
    assert Titles(table).make_resolver("leap", Leap, leap).rolls
    assert not Titles(table, rolls=False).make_resolver("leap", Leap, leap).rolls


def test_odds_alone_have_names_and_nothing_to_resolve(tmp_path: Path) -> None:
    table = tmp_path / "resolvers.toml"
    table.write_text(
        '[leap]\ntitle = "A jump"\nrules = []\noutcomes = { dry = "dry", wet = "wet" }\n', encoding="utf-8"
    )
    made = Titles(table).make_odds_only("leap", Leap, lambda s, dice: "dry" if s.width < 3 else "wet", rising=True)
    assert made.odds_only
    assert made.odds is not None
    assert (made.odds.order, made.odds.rising) == (("dry", "wet"), True)
    assert made.odds.name(None, "wet") == "wet"


def test_every_row_is_a_resolver() -> None:
    assert list(TITLES.rows) == list(registry.load("td").resolvers)
