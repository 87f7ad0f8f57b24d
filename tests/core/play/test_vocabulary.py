"""An event is written above the function that plays it; its words come from a table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from tabletop_cli.core.declare.facts import fact
from tabletop_cli.core.declare.kinds import Whole
from tabletop_cli.core.dice.handlers import Dice, Given
from tabletop_cli.core.play.vocabulary import load_vocabulary, plays


@dataclass(frozen=True, kw_only=True)
class Add:
    by: int = fact(Whole())


@plays("add", Add, rules=("SUM-1", "SUM-2"), detail=lambda state: f"{state} so far", interrupt=True)
def add(state: int, event: Add, dice: Dice) -> tuple[int, dict[str, object]]:
    """The sum rises."""
    return state + event.by, {"sum": state + event.by}


@plays("clear", Add, rules=("SUM-3",), due=True)
def clear(state: int, event: Add, dice: Dice) -> tuple[int, dict[str, object]]:
    return 0, {}


SUMS = ModuleType("sums")
SUMS.add, SUMS.clear, SUMS.other = add, clear, "no event"  # type: ignore[attr-defined]
WORDS = '[clear]\ntitle = "Begin anew"\nconfirm = "All is lost"\n[add]\ntitle = "Add"\nkey = "a"\n'


def table(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "events.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_words_and_order_come_from_the_table(tmp_path: Path) -> None:
    events = load_vocabulary(table(tmp_path, WORDS), SUMS)
    assert list(events) == ["clear", "add"]
    clearing, adding = events.values()
    assert (clearing.title, clearing.confirm, clearing.due, clearing.interrupt) == (
        "Begin anew",
        "All is lost",
        True,
        False,
    )
    assert (adding.title, adding.key, adding.rules, adding.interrupt) == ("Add", "a", ("SUM-1", "SUM-2"), True)
    assert callable(adding.detail) and adding.detail(3) == "3 so far"
    assert adding.play(3, Add(by=4), Given(())) == (7, {"sum": 7})


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('[add]\ntitle = "Add"\n', "only a row, or only an event: clear"),
        (f'{WORDS}[minus]\ntitle = "Less"\n', "only a row, or only an event: minus"),
        (f"{WORDS}due = true\n", "add has unknown words: due"),
    ],
)
def test_table_and_events_fit_each_other(tmp_path: Path, text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        load_vocabulary(table(tmp_path, text), SUMS)
