"""The page at a glance: enough to play by, with the numbers of the rules, and never against the house rules."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.page import Facts, Table
from tabletop_cli.systems.tgf.profiles import printed_table, rule_number
from tests.systems.tgf.test_sheets import ARMIES, card, member, sheet, unit

TGF = registry.load("tgf")
SWITCHES = TGF.reference.house.switches
OF_LISTS = {"co", "mixed-levels", "extra-specialists", "artillery-fo", "equipment"}  # they change no line of play


def lines(**house: Any) -> list[str]:
    """Every title, row and reminder of the page; without the table of house rules."""
    (page,) = TGF.make_quick_pages(TGF.reference.house.read(house))
    found: list[str] = []
    for block in page.blocks:
        if isinstance(block, Facts):
            found += [f"{name}: {text}" for name, text in block.rows]
        elif isinstance(block, Table) and block.title != "Your house rules":
            found += [block.title, " | ".join(block.columns), *(" | ".join(row) for row in block.rows)]
    return found


def line(begins: str, **house: Any) -> str:
    return next(one for one in lines(**house) if one.startswith(begins))


def cost(action: str) -> str:
    return str(printed_table("actions")[action]["cost"])


# The rules with a number or a condition that players need in a turn: the line of the page, and what it must say.
NEEDED = {
    "TGF-TURN-1": ("initiative", "d20 + highest LD"),
    "TGF-TURN-4": ("activation", "all its actions before the next"),
    "TGF-TURN-6": ("activation", "all squads done: new turn, new initiative"),
    "TGF-CMD-1": ("command", f"within {rule_number('command_radius')} cm"),
    "TGF-CMD-2": ("command", "own LD (never +1), CC and RC are halved, rounded down"),
    "TGF-ACT-1": ("Actions", "AC a turn"),
    "TGF-ACT-3": ("Suppression |", f"{cost('suppression')} each, all (last)"),
    "TGF-LD-1": ("LD check", "d20, LD or less"),
    "TGF-MOVE-1": ("Movement", f"{rule_number('move_cm')} cm for each action"),
    "TGF-PRONE-1": ("Go prone |", "1 |"),
    "TGF-JUMP-1": ("Falls", f"below {rule_number('jump_from')} cm does nothing"),
    "TGF-CLIMB-1": ("Climb |", f"{rule_number('climb_cm')} cm, then d20: on {rule_number('climb_falls_on')} or more"),
    "TGF-SIGHT-1": (
        "sight",
        f"{rule_number('sight')} cm; in fog or dense rain {rule_number('sight_fog')}, "
        f"at night {rule_number('sight_night')}, even",
    ),
    "TGF-SIGHT-2": ("sight", "only by day without fog or dense rain"),
    "TGF-SIGHT-3": ("forest", f"{rule_number('forest_light')} cm of light or {rule_number('forest_dense')} of dense"),
    "TGF-RANGE-1": ("Extreme", f"{printed_table('bands')['er']['from']}-{printed_table('bands')['er']['to']} cm"),
    "TGF-FIRE-2": (
        "target",
        f"nearest visible unit, if one is {printed_table('bands')['sr']['to']} cm or less from the miniature",
    ),
    "TGF-FIRE-4": ("sight", "LD check for each fire action"),
    "TGF-AIM-1": ("Aim |", f"+{printed_table('to_hit')['aimed']['value']} RC"),
    "TGF-HIT-1": ("To hit", "RC + weapon + these or less"),
    "TGF-HIT-2": ("covered above 50", "-2"),
    "TGF-HIT-3": ("firer higher", "+1 / -1"),
    "TGF-HIT-5": ("in forest", f"to {rule_number('treeline')} cm from the treeline / deeper"),
    "TGF-DAM-1": ("crest", f"to {rule_number('treeline')} cm behind / farther"),
    "TGF-DAM-2": ("Save", f"{rule_number('save_base')} + A - damage or less; one failed save kills"),
    "TGF-TPL-1": ("templates", "everybody under it"),
    "TGF-CC-1": ("Initiate close combat |", "a move into base contact"),
    "TGF-CC-2": ("Close combat:", "CC + weapon + these or less"),
    "TGF-CC-3": ("close combat:", "cover does not lower damage"),
    "TGF-SUP-1": (
        "Suppression |",
        f"{rule_number('suppressed_area')} x {rule_number('suppressed_area')} cm that all can reach",
    ),
    "TGF-SUP-2": (
        "suppression",
        "1/2 for each rifle, pistol and the like, 2 LMG or HMG, 7 mounted HMG, 0 launcher or sniper rifle",
    ),
    "TGF-SUP-3": ("in the area", "each move into, out of or inside it takes one hit"),
    "TGF-SUP-4": ("in the area", "starts inside goes half as far and first needs an LD check"),
    "TGF-SUP-7": ("in the area", "until its unit is activated again"),
    "TGF-SUP-8": ("in the area", f"LD falls by each point of strength above {rule_number('free_suppression')}"),
    "TGF-OW-1": ("Overwatch |", f"{cost('overwatch')} each, all (last) | LD check"),
    "TGF-OW-2": ("overwatch", "not if panicked or suppressed"),
    "TGF-OW-3": ("overwatch", "1 action each to fire, move, go prone or stand up"),
    "TGF-HIDE-1": ("Hide |", "all in one activation; no roll"),
    "TGF-HIDE-2": ("hidden", "no target, except for templates and suppression; moves x 1/3"),
    "TGF-MORALE-1": (
        "morale",
        "in one activation one enemy squad kills more than a quarter of those alive at its start",
    ),
    "TGF-MORALE-2": ("morale", "more than half are lost, once"),
    "TGF-MORALE-4": ("morale", f"a friendly squad that began with {rule_number('witness')} or more"),
    "TGF-MORALE-6": ("fall back", f"more than {rule_number('special_hits')} hits, saved or not, from one squad"),
    "TGF-PANIC-1": ("panic", "CC and RC halved, rounded down"),
    "TGF-PANIC-2": ("panic", "never nearer to an enemy or into contact"),
    "TGF-PANIC-4": (
        "panic",
        f"must seek cover within {rule_number('seek_cover')} cm or away from the enemy; none: prone and stay",
    ),
    "TGF-PANIC-5": ("recover", f"{cost('recover')} actions (full AC if that is less) of every member, once a turn"),
    "TGF-PANIC-6": ("recover", f"LD {rule_number('under_fire')} less under fire"),
    "TGF-PERM-1": ("crippled", "a third or less left"),
    "TGF-FO-1": ("mortars", f"{rule_number('attempts')} at most; success on the first, second, third: 3, 2, 1"),
    "TGF-FO-2": ("mortars", f"each of {rule_number('pieces_per_fo')} pieces"),
    "TGF-GUN-1": ("Turn by 90 degrees", "2 | 2"),
    "TGF-GUN-2": ("guns", "one shot a turn empties it"),
    "TGF-END-1": ("agree", "victory"),
    "TGF-PARA-1": (
        "parachutes",
        f"within {rule_number('drop_edge')} cm of the edge, {rule_number('drop_enemy')} from known",
    ),
    "TGF-PARA-2": ("parachutes", f"within {rule_number('drop_within')} cm of a point"),
}


@pytest.mark.parametrize("rule", NEEDED)
def test_what_players_need_in_a_turn_is_on_the_page(rule: str) -> None:
    begins, words = NEEDED[rule]
    assert rule in TGF.reference.rules
    assert words in line(begins)


@pytest.mark.parametrize("switch", sorted(set(SWITCHES) - OF_LISTS))
def test_every_house_rule_of_play_changes_a_line_of_the_page(switch: str) -> None:
    usual = lines()
    for value in SWITCHES[switch].values[1:] or (2,):
        more = {"suppression-dam": 6} if switch == "suppression-hit" else {}
        assert lines(**{switch: value}, **more) != usual, f"{switch} = {value}"


def test_the_page_says_nothing_that_a_house_rule_has_changed() -> None:
    """For each phrase: with another value its words are there, and those of the printed rule are not."""
    for name, row in printed_table("phrases").items():
        switch = SWITCHES[row["switch"]]
        told = "\n".join(lines())
        for value in switch.values[1:]:
            before, after = (_fixed(row[str(one)]) for one in (switch.default, value))
            now = "\n".join(lines(**{switch.name: value}))
            assert before in told and after in now, f"{name}, {value}"
            assert now != told, f"{name}, {value}"


def _fixed(phrase: str) -> str:
    """A phrase up to its first number."""
    return phrase.split("{")[0]


def test_numbers_follow_the_house_rules() -> None:
    assert "1 shot that hits 3 times" in line("Armoury", **{"hit-multiplier": "hits"})
    assert "damage 18 (2 x 9), 1 hit to save" in line("Armoury", **{"damage-multiplier": "times"})
    assert line("18-27 cm", **{"damage-multiplier": "times"}) == "18-27 cm | 20 | 1"
    beyond = {"dam": 22, "hits": 4}
    assert line("higher", **{"fall-over-54": beyond, "damage-multiplier": "times"}) == "higher | 88 | 1"
    assert "each of damage 6" in line("in the area", **{"suppression-hit": "count", "suppression-dam": 6})
    assert "each of damage to agree" in line("in the area", **{"suppression-hit": "count"})
    assert "2 actions each to fire" in line("overwatch", **{"overwatch-actions": 2})
    assert "less than 40 cm" in line("target", **{"band-edge": "far"})
    assert "-2/10" in line("Assault rifle", **{"ar-long-damage": 10})


# --- The words of house rules


@pytest.mark.parametrize("switch", SWITCHES.values(), ids=lambda switch: switch.name)
def test_house_rules_are_sentences_that_name_their_subject(switch: Any) -> None:
    for value in switch.values:
        words = switch.meaning_of(value)
        assert words.endswith(".") and words.split()[0] not in (
            "It",
            "He",
            "They",
            "That",
            "Only the strongest of them",
        )


def test_supplied_values_are_sentences() -> None:
    launcher = {"template": True, "indirect": False, "sr": {"hit": -1, "dam": 12, "shots": 2, "hits": 3}}
    house = {
        "weapons": {"rocket-launcher": launcher},
        "prices": {"rocket-launcher": "5/2", "lmg": 1},
        "fall-over-54": {"dam": 22, "hits": 4},
        "suppression-dam": 6,
    }
    assert dict(sheet(unit(member("sergeant")), **house).house) == {
        "weapons.rocket-launcher.template": "The rocket launcher hits everybody under a template.",
        "weapons.rocket-launcher.indirect": "The rocket launcher cannot fire indirectly.",
        "weapons.rocket-launcher.sr": (
            "At short range the rocket launcher has -1 to hit, 2 shots, damage 12, 3 hits to save."
        ),
        "prices.rocket-launcher": "The rocket launcher costs 2 1/2 points.",
        "prices.lmg": "The light machine gun costs 1 point.",
        "fall-over-54": "A fall from above 54 cm has damage 22, 4 hits to save.",
        "suppression-dam": "Each hit of suppression has damage 6.",
    }
    fatal = sheet(unit(member("sergeant")), **{"fall-over-54": "fatal"}).house
    assert fatal == (("fall-over-54", "A fall from above 54 cm is fatal."),)


# --- The rules on the roster


def rule_on_roster(title: str, **house: Any) -> str:
    return dict(sheet(unit(member("sergeant"), member("soldier", 4), member("sniper")), **house).rules)[title]


def test_rules_on_the_roster_say_what_the_house_rules_change() -> None:
    assert "House rule" not in rule_on_roster("A quarter at once")
    changed = {
        "A quarter at once": {"quarter-base": "original"},
        "Recovering": {"recovery-cost": "strict-three"},
        "Far targets": {"indirect-far-roll": "yes"},
    }
    for title, house in changed.items():
        ((switch, value),) = house.items()
        assert rule_on_roster(title, **house).endswith(f" House rule: {SWITCHES[switch].meaning_of(value)}")


def test_every_kind_of_unit_has_the_checks_that_it_makes() -> None:
    crew = (member("sergeant"), member("crew", 3))
    team = card(member("sergeant"), member("fo"), member("crew", 3), kind="artillery-team", pieces=["mortar-50mm"])
    gun = card(*crew, kind="gun-crew", pieces=["anti-tank-gun"])
    squad = card(member("sergeant"), member("soldier", 4))
    for one in (team, gun, squad):
        assert {"A quarter at once", "Recovering"} <= set(one.rules)


def test_rulings_on_the_roster_can_be_read_without_their_question() -> None:
    rules = dict(open_army(ARMIES / "ash-platoon.toml").sheet.rules)
    assert rules["Medic and sniper"].startswith("Medics and snipers may be taken")
    weapons = TGF.reference.file_data("catalogue/weapons")["weapons"].values()
    printed = {rule for row in weapons for rule in row.get("rules", ())} & set(TGF.reference.rulings)
    assert len(printed) == 5
    for ruling in printed:
        assert TGF.reference.rulings[ruling].text.split()[0] not in ("Nothing", "Nobody", "No:", "No.", "They", "One")


# --- Rule texts that were wrong once


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("PANIC-5", "or its full AC if that is below 3"),
        ("STAT-1", "If the soldier is panicked"),
        ("PANIC-1", "A panicked miniature has"),
        ("PANIC-2", "If its leader is panicked, nobody in the squad may"),
        ("AIM-1", "by any action but fire"),
        ("FIRE-2", "within 40 cm of the miniature that fires"),
        ("SIGHT-2", "By day, without fog or dense rain"),
        ("SIGHT-3", "Halve only once"),
        ("SUP-2", "Launchers and sniper rifles count 0"),
        ("SUP-3", "into, out of or inside"),
        ("SUP-4", "the way inside the area counts double"),
        ("SUP-8", "and of its stragglers with it"),
        ("HIT-5", "up to 3 cm"),
        ("DAM-1", "Up to 3 cm"),
        ("JUMP-1", "Exactly 9, 18, 27, 36 or 45 cm is the lower row"),
        ("GUN-1", "up to 90 degrees"),
        ("GUN-2", "A shot empties it"),
        ("PARA-2", "in a direction that the players settle"),
        ("A9", "at least two normal soldiers"),
        ("TPL-1", "Of the printed weapons that do damage"),
    ],
)
def test_rule_texts_keep_their_conditions(rule: str, words: str) -> None:
    assert words in TGF.reference.rules[f"TGF-{rule}"].text
