"""The texts of tt: what follows from the book without being printed is told among the rulings."""

from __future__ import annotations

import pytest

from tabletop_cli.cli.lookup.search import look_up
from tabletop_cli.core import registry
from tabletop_cli.core.page import Heading, Para, Table
from tabletop_cli.systems.tt.model import FACTIONS
from tabletop_cli.systems.tt.profiles import can_carry_kind
from tabletop_cli.systems.tt.tables import printed_table, rule_distance

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


# What rule texts say that players would get wrong without it.
SAID = {
    "TT-SHOOT-6": ("Each supporter adds 1", "Heavy and Turret still decide"),
    "TT-MOVE-7": ("No unit enters impassable ground",),
    "TT-TRANS-4": ("one normal move in all, or charge afterwards",),
    "TT-BAR-1": ("Difficult adds nothing",),
    "TT-AIR-2": ("in your next turn at the earliest",),
    "TT-CC-1": ("every unit of the player on turn",),
    "TT-CC-2": ("each of the others adds 1",),
    "TT-CC-3": ("Against a Power Weapon the Armor does not count",),
    "TT-CC-6": ("can still be charged",),
    "TT-MOD-2": ("Never in a barrage",),
    "TT-R37": ("two different weapons out of four",),
}


@pytest.mark.parametrize(("rule", "words"), SAID.items())
def test_a_text_says_what_changes_play(rule: str, words: tuple[str, ...]) -> None:
    rows = {**TT.reference.rules, **TT.reference.rulings}
    assert [one for one in words if one not in rows[rule].text] == []


# The distances that a rule text must name as the tables have them.
NAMED = {
    "TT-SETUP-1": ["field"],
    "TT-SETUP-2": ["deployment"],
    "TT-CMD-3": ["command"],
    "TT-CMD-6": ["entry"],
    "TT-MOVE-3": ["slow"],
    "TT-MOVE-4": ["difficult_ground"],
    "TT-MOVE-6": ["clear_of_enemy"],
    "TT-MOVE-7": ["clear_of_enemy"],
    "TT-MOVE-8": ["cohesion"],
    "TT-THREAT-1": ["threat"],
    "TT-THREAT-2": ["threat_min_range"],
    "TT-THREAT-3": ["threat"],
    "TT-TRANS-1": ["load"],
    "TT-CHARGE-5": ["clear_of_enemy"],
    "TT-SHOOT-9": ["screen"],
    "TT-SHOOT-13": ["hit_and_run"],
    "TT-RET-1": ["retreat", "retreat_from_friend", "retreat_from_enemy"],
    "TT-CC-4": ["free_move", "clear_of_enemy"],
    "TT-BAR-1": ["command"],
    "TT-BAR-3": ["blast"],
    "TT-AIR-1": ["entry"],
}


@pytest.mark.parametrize(("rule", "keys"), NAMED.items())
def test_distances_in_texts_are_those_of_the_tables(rule: str, keys: list[str]) -> None:
    text = TT.reference.rules[rule].text
    assert [key for key in keys if f"{rule_distance(key)} cm" not in text] == []


def test_every_distance_says_what_it_limits() -> None:
    assert list(printed_table("distance_words")) == list(printed_table("distances"))
    (page,) = [one for one in TT.make_catalogue_pages() if one.title == "Numbers of play"]
    rows = {row[0]: row for block in page.blocks if isinstance(block, Table) for row in block.rows}
    assert rows["command"] == ("command", "20", "more than this from the Commander costs a command point more")


def test_the_rule_of_transports_names_all_whom_they_carry() -> None:
    """TT-TRANS-1 and the catalogue, from the data of the factions."""
    text = TT.reference.rules["TT-TRANS-1"].text
    lines = [block.text for page in TT.make_catalogue_pages() for block in page.blocks if isinstance(block, Para)]
    for faction in FACTIONS.printed.values():
        for transport in (unit for unit in faction.units if unit.transport):
            assert transport.title in text
            (line,) = [one for one in lines if one.startswith(f"{transport.title} carries ")]
            carried = [one for one in faction.units if can_carry_kind(transport, one)]
            assert [one.title for one in carried if one.title not in line] == []
    assert "Rhino carries 2 of: Command Squad, Tactical Squad, Devastator Squad." in lines
    assert not any("Wraithguard" in one for one in lines if one.startswith("Falcon carries"))


def test_what_is_looked_up_during_a_game_names_rules_that_there_are() -> None:
    sections = TT.reference.file_data("quick")["section"]
    named = [rule for section in sections for rule in section["rules"]]
    assert len(sections) == 9
    assert [one for one in named if not TT.reference.has_entry(one)] == []
