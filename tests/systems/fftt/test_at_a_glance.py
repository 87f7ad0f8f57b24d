"""The page at a glance is enough to play by, says nothing that the house rules change, and texts have the true numbers.

What is compared comes from the catalogue and from `house.toml`, so that a text that lags behind either fails here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.page import Facts, Page, Table
from tabletop_cli.core.testing import check_sheet
from tabletop_cli.render.plain import render
from tabletop_cli.render.rule_pages import switch_page
from tabletop_cli.systems.fftt import profiles, quick, tables
from tabletop_cli.systems.fftt.units import UNITS, hatchling_of

FFTT = registry.load("fftt")
SWITCHES = FFTT.reference.house.switches
OTHERWISE = [(name, value) for name, switch in SWITCHES.items() for value in switch.values[1:]]
BACK = ("It ", "They ", "He ", "So ", "This ", "That ", "Who ", "What ")  # words that point at another sentence
NUMBER = tables.rule_number
EGGS = [f"{roll} {one.name.lower()}" for roll in range(1, 6) if (one := hatchling_of(roll))]
KILLS = {bonus: row["fp"] for bonus, row in tables.table_of("experience").items()}
CIRCLES = {name: one.circles for name, one in tables.blasts().items()}

# What a player needs at the table, by rule: it is on the page at a glance.
AT_A_GLANCE = {
    "FFTT-SETUP-7": [f"{NUMBER('zone_shallow')} cm deep", f"{NUMBER('zone')} cm", f"{NUMBER('shallow')} cm"],
    "FFTT-FLANK-2": [f"{need} or more" for need in (6, 5, 4)] + ["without a roll"],
    "FFTT-FLANK-3": [
        f"{NUMBER('side_edge')} cm of their side edge",
        f"{NUMBER('scanner')} cm or more from enemy scanners",
    ],
    "FFTT-TURN-1": ["2D6 for each side", "ties roll again"],
    "FFTT-TURN-3": [f"{NUMBER('phases')} in a turn", "light fire", "general fire", "hand to hand", "healing"],
    "FFTT-TURN-4": [f"full AP is {NUMBER('light_fire')} or more"],
    "FFTT-MOVE-2": ["worth half", "Sentinels are not slowed"],
    "FFTT-MOVE-5": ["Insectoids charge only enemies that they saw"],
    "FFTT-LOS-1": ["From head to head", "all but low walls", "180 degrees"],
    "FFTT-LOS-2": ["A higher shooter ignores what is nearer to it than to the target"],
    "FFTT-LOS-3": [f"{NUMBER('inside')} cm at most", "only figures at its border", "target in cover (not bursts)"],
    "FFTT-SHOOT-2": ["beyond short range", "20/30 cm"],
    "FFTT-SHOOT-3": ["A direct hit is 1 wound", "equal dice on a hit: 2 wounds"],
    "FFTT-SHOOT-5": [f"{NUMBER('melee_opponent')} or more the hit strikes that opponent"],
    "FFTT-OPP-1": ["Once in a step", "to the front", "never indirect", "no opportunity fire"],
    "FFTT-OPP-2": [f"{tables.action_cost('opportunity-fire')}+: all"],
    "FFTT-BLAST-2": ["1.5 cm: 2, 3 cm: 1", "3 cm: 3, 6 cm: 2, 9 cm: 1", "friends too"],
    "FFTT-BLAST-3": ["on your own template", f"{NUMBER('deviation_each')} cm off", f"{NUMBER('deviation_most')} cm"],
    "FFTT-BLAST-5": ["may fire indirectly (out of sight)", "indirect fire"],
    "FFTT-BLAST-6": ["What explodes bursts like a grenade when it is removed"],
    "FFTT-WOUND-1": ["suffered half of its wounds, rounded up"],
    "FFTT-WOUND-2": ["the -1 of the tables", "shooter wounded"],
    "FFTT-HEAL-1": ["In contact", "healing step"],
    "FFTT-HEAL-2": ["heals creatures", "heals machines", "Nobody heals an HQ"],
    "FFTT-CC-2": ["at least three times the loser's", "at least twice the loser's"],
    "FFTT-CC-3": ["pay nothing only defend: they roll, but wound nobody"],
    "FFTT-CC-4": ["Each that beats it wounds it", "the wounds for the lowest total that it beat"],
    "FFTT-CC-5": ["Split bigger fights into such groups"],
    "FFTT-CC-7": ["otherwise pay at most 1", "In the first round after contact each figure that can pays 1 AP"],
    "FFTT-AMMO-1": ["a figure that misses in it is out of ammo for the rest of the game"],
    "FFTT-AMMO-3": ["no shooting, no healing"],
    "FFTT-AMMO-4": ["Stingers and acid spitters die of it"],
    "FFTT-BUG-2": [one.capitalize() for one in ("stinger", "acid spitter", "razor dog", "drone", "bomb bug")],
    "FFTT-BUG-4": ["A figure in goo may only shoot or go off", "not held in goo", "until the end of the next turn"],
    "FFTT-BUG-5": [f"{NUMBER('goo')} or less is a wound"],
    "FFTT-GEN-3": ["printed weapon skill or less, no modifiers", "at any range"],
    "FFTT-XP-1": [str(fp) for fp in KILLS.values()],
    "FFTT-END-1": ["only HQs, scanners and figures out of ammo", "does not count at the end"],
}

# Numbers that the text of a rule has to have.
IN_THE_TEXT: dict[str, list[Any]] = {
    "FFTT-SETUP-7": [NUMBER("zone"), NUMBER("zone_shallow"), NUMBER("shallow")],
    "FFTT-FLANK-3": [NUMBER("side_edge"), NUMBER("scanner")],
    "FFTT-TURN-4": [NUMBER("light_fire")],
    "FFTT-AP-2": [f"costs {tables.action_cost('fire')}", f"healing costs {tables.action_cost('heal')}", "takes all"],
    "FFTT-SHOOT-5": [NUMBER("melee_opponent")],
    "FFTT-BLAST-2": [f"{wounds} within {float(at):g}" for at, wounds in (*CIRCLES["grenade"], *CIRCLES["missile"])],
    "FFTT-BLAST-6": [f"{float(at):g}" for at, _ in CIRCLES["grenade"]],
    "FFTT-BLAST-3": [NUMBER("deviation_each"), NUMBER("deviation_most")],
    "FFTT-BUG-2": EGGS,
    "FFTT-BUG-4": [f"{float(tables.blasts()['goo'].reach):g} cm"],
    "FFTT-BUG-5": [NUMBER("goo")],
    "FFTT-XP-1": list(KILLS.values()),
    "FFTT-CAMP-3": ["minefield", "at least that many FP"],
    "FFTT-CAMP-6": [NUMBER("army_most"), "units and savings together"],
    "FFTT-CAMP-7": [NUMBER("income"), "detachment"],
    "FFTT-CAMP-8": [NUMBER("detachment_most"), "returns"],
    "FFTT-CAMP-9": [NUMBER("minefield"), "hazard", "owner's too"],
    "FFTT-CAMP-10": [NUMBER("victory_commander"), NUMBER("victory_place")],
    "FFTT-CAMP-11": [NUMBER("replacement")],
}


def words(**house: Any) -> str:
    """The page at a glance under house rules, without the block that lists them."""
    (page,) = FFTT.make_quick_pages(FFTT.read_house(house, "house"))
    kept = [block for block in page.blocks if getattr(block, "title", "") != "Your house rules"]
    return " ".join(render([Page(page.title, tuple(kept))]).split()) + " ".join(_reminders(page))


def _reminders(page: Page) -> list[str]:
    return [text for block in page.blocks if isinstance(block, Facts) for _, text in block.rows]


@pytest.mark.parametrize("rule", AT_A_GLANCE)
def test_the_page_is_enough_to_play_by(rule: str) -> None:
    told = words()
    assert [one for one in AT_A_GLANCE[rule] if one not in told] == []
    assert rule in FFTT.reference.rules


@pytest.mark.parametrize(("switch", "value"), OTHERWISE)
def test_no_reminder_contradicts_a_house_rule(switch: str, value: Any) -> None:
    printed, own = SWITCHES[switch].meaning_of(SWITCHES[switch].default), SWITCHES[switch].meaning_of(value)
    assert own not in words()
    assert printed not in words(**{switch: value})
    assert (own in words(**{switch: value})) == (printed in words())


def test_what_opportunity_fire_costs_goes_by_the_house_rules() -> None:
    assert "2+: all" in words() and "2+: all" not in words(**{"opportunity-fire-cost": "two"})


def test_the_price_of_elite_figures_is_a_sentence() -> None:
    for price, told in ((2, "An elite figure costs 2 FP more."), ("none", "No figure is elite.")):
        house = FFTT.read_house({"elite-cost": price}, "house")
        assert profiles.decision_texts_of(house) == (("elite-cost", told),)
        (page,) = FFTT.make_quick_pages(house)
        (own,) = [one for one in page.blocks if isinstance(one, Table) and one.title == "Your house rules"]
        assert own.rows == (("elite-cost", told),)
        army = {"faction": "marines", "units": [{"unit": "hq", "count": 15}], "house": {"elite-cost": price}}
        assert check_sheet(FFTT, army).house == (("elite-cost", told),)


@pytest.mark.parametrize("switch", SWITCHES)
def test_house_rules_are_whole_sentences_with_their_subject(switch: str) -> None:
    told = [SWITCHES[switch].meaning_of(value) for value in SWITCHES[switch].values]
    assert len(set(told)) == len(told)
    assert [one for one in told if one.startswith(BACK) or not one.endswith(".") or len(one.split()) < 4] == []


def test_switches_of_a_campaign_are_given_when_it_begins() -> None:
    begun = {name for name, one in SWITCHES.items() if one.game == "campaign"}
    assert begun == {
        *("hazard-rounding", "own-minefield", "city-cap-counts", "queen-is-hq", "pass-through"),
        *("captured-savings", "income-order"),
    }
    for name, one in SWITCHES.items():
        told = render([switch_page(FFTT.reference, one)])
        assert (f"tabletop campaign new ... --house.{name} {one.values[-1]}" in " ".join(told.split())) == (
            name in begun
        )
        assert ("[house]" in told) == (name not in begun)


def test_the_sheet_of_a_campaign_has_the_numbers_of_a_week_under_its_house_rules() -> None:
    def week(**house: Any) -> str:
        return render([Page("", (quick.reminder_facts(FFTT.read_house(house, "house"), "weekly"),))])

    numbers = ("army_most", "detachment_most", "income", "minefield", "replacement", "victory_commander")
    assert [name for name in (*numbers, "victory_place", "weeks") if f" {NUMBER(name)} " not in f" {week()} "] == []
    for name, switch in SWITCHES.items():
        if switch.game == "campaign":
            flat = " ".join(week(**{name: switch.values[-1]}).split())
            assert switch.meaning_of(switch.values[-1]) in flat and switch.meaning_of(switch.default) not in flat


@pytest.mark.parametrize("rule", IN_THE_TEXT)
def test_the_text_of_a_rule_has_its_numbers(rule: str) -> None:
    text = " ".join(FFTT.reference.rules[rule].text.replace("wounds ", "").split())
    assert [one for one in IN_THE_TEXT[rule] if str(one) not in text] == []


def test_what_is_said_of_units_is_true() -> None:
    marines = [one for one in UNITS.printed.values() if "marines" in {faction.id for faction in one.factions}]
    sniper, engineer = UNITS.printed["sniper"], UNITS.printed["engineer"]
    assert max(marines, key=lambda one: one.long) is sniper and "farther than any other marine" in sniper.summary
    assert max(marines, key=lambda one: one.hth) is engineer and "best marine hand to hand" in engineer.summary
    hits = Fraction(sum(a + b <= 7 for a in range(1, 7) for b in range(1, 7)), 36)
    assert UNITS.printed["grunt"].ws == 7 and Fraction(1, 2) < hits < Fraction(2, 3)
    assert "a little more often than not" in UNITS.printed["grunt"].summary
    assert f"{NUMBER('scanner')} cm" in UNITS.printed["scanner"].summary


def test_cards_have_the_rules_that_their_units_need() -> None:
    rules = {one.id: one.rules for one in UNITS.printed.values()}
    assert all({"FFTT-BLAST-1", "FFTT-BLAST-3"} <= set(rules[one.id]) for one in UNITS.printed.values() if one.blast)
    assert all({"FFTT-HEAL-1", "FFTT-HEAL-2"} <= set(rules[one.id]) for one in UNITS.printed.values() if one.heals)
    general = {"unit": "grunt", "ability": "doc"}
    army = {"faction": "marines", "units": [{"unit": "hq", "count": 1}, {"unit": "grunt", "count": 14}]}
    told = dict(check_sheet(FFTT, {**army, "general": general}).rules)
    assert {"Healing", "Who heals whom", "Doc"} <= set(told)
