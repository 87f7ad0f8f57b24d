"""The words by which a row of the catalogue has a rule: taken off the printed row, the rule's own case fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.declare.rows import Rows
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.play.asking import Making
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.question import Question
from tabletop_cli.systems.fftt.campaign.forces import broken_constraints
from tabletop_cli.systems.fftt.turn.phase_steps import with_sources
from tabletop_cli.systems.fftt.turn.state import State
from tabletop_cli.systems.fftt.units import FACTIONS, UNITS
from tests.systems.test_cases import complaint, of_system

FFTT = registry.load("fftt")
CASES = {(case.file, case.name): case for case in of_system("fftt")}

# table, row, word, what it is without it, and cases of the rules that hang on it
WORDS: list[tuple[Rows[Any], str, str, object, list[tuple[str, str]]]] = [
    (
        *(UNITS, "hq", "headquarters", False),
        [
            ("armies", "price of hq of marines"),
            ("armies", "only hqs"),
            ("armies", "an hq on a flank"),
            ("armies", "the hq"),
            ("battle_ends", "all HQs lost"),
            ("battle_flanks", "a quarter of the FP on each flank, and no HQ"),
        ],
    ),
    (
        *(UNITS, "hq", "counts", True),
        [("armies", "hq and scanners"), ("battle_ends", "the last who stands; HQs and scanners do not count")],
    ),
    (UNITS, "scanner", "counts", True, [("armies", "hq and scanners")]),
    (
        *(UNITS, "hq", "source", False),
        [
            ("battle_fire", "the beginning of the step counts for ammunition"),
            ("battle_campaign", "reloads are granted to detachments"),
        ],
    ),
    (
        *(UNITS, "queen", "breeds", False),
        [
            ("armies", "queens always"),
            ("battle_moves", "a queen eats and lays; the egg hatches at the end of the next turn"),
            ("campaign_clashes", "insectoids may bring what hatched, no other what it had not"),
            ("campaign_moves", "by house rule they need a queen"),
        ],
    ),
    (UNITS, "bomb-bug", "goes_off", False, [("battle_blasts", "a bomb bug goes off in general fire: pending wounds")]),
    (
        *(UNITS, "stinger", "spent", False),
        [("armies", "a campaign without queen"), ("battle_opportunity", "who dies of its miss dies at once")],
    ),
    (UNITS, "acid-spitter", "spent", False, [("armies", "spitters in a campaign")]),
    (UNITS, "tank", "ammo", True, [("battle_fire", "out of ammo at the first miss without an HQ")]),
    (
        *(FACTIONS, "insectoids", "insectoid", False),
        [
            ("melee", "three bites, two answers"),
            ("battle_moves", "an enemy it did not see comes before action points it has not"),
        ],
    ),
    (*(FACTIONS, "insectoids", "base", "hq"), [("armies", "queens always"), ("armies", "hq of insectoids")]),
    (
        *(FACTIONS, "marines", "base", "none"),
        [
            ("armies", "marines without units"),
            ("campaign_moves", "no attack without an HQ, but a march to where nobody is"),
        ],
    ),
    (
        *(FACTIONS, "machina", "mechanical", False),
        [("battle_moves", "healing"), ("battle_moves", "machines are no corpses, but by house rule")],
    ),
]


@contextmanager
def changed(table: Rows[Any], one: str, word: str, value: object) -> Iterator[None]:
    """A printed row with another value for a word."""
    row = table.printed[one]
    before = getattr(row, word)
    object.__setattr__(row, word, value)
    broken_constraints.cache_clear()
    try:
        yield
    finally:
        object.__setattr__(row, word, before)
        broken_constraints.cache_clear()


@pytest.mark.parametrize(
    ("table", "one", "word", "value", "cases"), WORDS, ids=[f"{one}-{word}" for _, one, word, *_ in WORDS]
)
def test_a_rule_hangs_on_its_word(
    table: Rows[Any], one: str, word: str, value: object, cases: list[tuple[str, str]]
) -> None:
    found = [CASES[name] for name in cases]
    assert [case.name for case in found if complaint(case)] == []
    with changed(table, one, word, value):
        assert [case.name for case in found if not complaint(case)] == []


def test_a_queen_reloads_her_stingers_by_the_word_source() -> None:
    assert the_ammo_of_a_stinger_that_misses() == "ok"
    with changed(UNITS, "queen", "source", False):
        assert the_ammo_of_a_stinger_that_misses() == "dead"


def the_ammo_of_a_stinger_that_misses() -> str:
    state = replace(begun(a1="stinger", a2="queen", b1="grunt"), step="light-fire", order=("a", "b"), opening=True)
    fire = {"do": "fire", "figure": "a1", "target": "b1", "distance": 10}
    _, result = FFTT.game.play(with_sources(state), fire, Given([6, 6]))
    return str(result["ammo"])


def test_hidden_forces_are_asked_about_scanners_by_the_word_scans() -> None:
    assert asked_for_scanners()
    with changed(UNITS, "scanner", "scans", False):
        assert not asked_for_scanners()


def asked_for_scanners() -> bool:
    """Whether who places a force is asked how far the scanners of the enemy are."""
    state = begun(a1="grunt", a2="grunt", b1="scanner", b2="terminator").with_changed_figure("a2", flank="left")
    state = replace(state, step="move-first", order=("a", "b"), turn=8, arrived=frozenset({"a left"}))
    place = {"side": "a", "flank": "left", "from_edge": 5, "in_own_zone": False}
    _, wanted, _ = Making(FFTT, FFTT.game, state).advance(Progress("place", place))
    return isinstance(wanted, Question) and wanted.field == "scanner_distances"


def begun(**units: str) -> State:
    """A battle of single figures, before the first throw: ``a1="grunt"``."""
    figures = {one: {"side": one[0], "unit": unit} for one, unit in units.items()}
    state: State = FFTT.game.start({"figures": figures}, FFTT)
    return state
