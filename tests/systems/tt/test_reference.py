"""The texts of tt: what follows from the book without being printed is told among the rulings."""

from __future__ import annotations

import pytest

from tabletop_cli.cli.lookup.search import look_up
from tabletop_cli.core import registry
from tabletop_cli.core.page import Heading, Para

TT = registry.load("tt")
INFERENCES = {
    "TT-I1": "TT-RET-1",
    "TT-I2": "TT-CMD-3",
    "TT-I3": "TT-CMD-6",
    "TT-I4": "TT-THREAT-6",
    "TT-I5": "TT-THREAT-4",
}


def test_all_rulings_are_read_at_once() -> None:
    blocks = look_up(TT, "rulings").blocks
    titles = [block.text.split()[0] for block in blocks if isinstance(block, Heading)]
    assert titles == list(TT.reference.rulings)
    told = {block.text for block in blocks if isinstance(block, Para)}
    assert {ruling.text for ruling in TT.reference.rulings.values()} <= told


@pytest.mark.parametrize(("inference", "rule"), INFERENCES.items())
def test_an_inference_is_told_like_a_ruling(inference: str, rule: str) -> None:
    ruling = TT.reference.rulings[inference]
    assert rule in ruling.rules
    assert [one for one in ruling.rules if not TT.reference.has_entry(one)] == []
    assert inference not in {switch.ruling for switch in TT.reference.house.switches.values()}


def test_what_is_looked_up_during_a_game_names_rules_that_there_are() -> None:
    sections = TT.reference.file_data("quick")["section"]
    named = [rule for section in sections for rule in section["rules"]]
    assert len(sections) == 9
    assert [one for one in named if not TT.reference.has_entry(one)] == []
