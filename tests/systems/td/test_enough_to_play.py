"""The quick reference and the cards are enough to play by: every number, what stops an action, and the house rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tabletop_cli.core import registry, testing
from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.page import Facts
from tabletop_cli.render import render_pages
from tabletop_cli.systems.td.tables import (
    GUNS,
    VEHICLES,
    catalogue_file,
    infantry,
    printed_kind,
    rally_value,
    rule_number,
)

TD = registry.load("td")
HOUSE = TD.reference.house
HOME = "Your house rules"
OF_LISTS = {"note_5", "attached_hmg_cost"}  # they change units and prices, and stand on rosters
GUN = {"direct_fire_dice": 5, "kill_potential": 2, "armour_penetration": 3, "reload": 1, "ap_tokens": 4}
BLANK_GUNS = ("hand-held-gun", "light-gun", "heavy-gun")


def sheet_words(**house: Any) -> str:
    """The quick reference in one line, without the house rules at its end."""
    lines = render_pages(TD.make_quick_pages(HOUSE.read(house)), "text").partition(HOME)[0]
    return " ".join(lines.split())


def topic(name: str, **house: Any) -> str:
    (page,) = TD.make_quick_pages(HOUSE.read(house))
    return next(dict(block.rows)[name] for block in page.blocks if isinstance(block, Facts))


def rules_of(unit: dict[str, Any], **house: Any) -> dict[str, str]:
    """The rules that the roster of a unit tells, by their titles."""
    return dict(testing.check_sheet(TD, {"units": [unit], "house": house}).rules)


def rule_text(one: str) -> str:
    return " ".join(TD.reference.find_entry(one).text.split())


def resolve(resolver: str, **situation: Any) -> dict[str, Any]:
    request = {"do": "resolve", "system": "td", "resolver": resolver, "situation": situation, "dice": []}
    outcome: dict[str, Any] = reply_to_request(request)["outcome"]
    return outcome


# --- What must be there

BASE, HIT, MANY = rule_number("standard_base_mm"), rule_number("hit"), rule_number("kill_potential_hits")
SPOTTER, PAIRS = catalogue_file("artillery")["spotter_tokens"], infantry()["notes"]["pairs"]["group_move"]
THREE = {3: "Three"}[MANY]
DICE = GUNS.printed["infantry"].direct_fire_dice
GREEN = f"green pinned: {rally_value('green', 'pinned')}+ suppressed: {rally_value('green', 'suppressed')}+"

ON_THE_SHEET = [
    ("TD-R15", "Agree who is A", "Counters count the actions used, from 0"),
    ("TD-R59", "without a goal nobody wins"),
    ("TD-TURN-1", "Announce it", "raise your counter"),
    ("TD-TURN-2", "It costs 1 and still counts", "fast vehicle makes two moves for 1 action"),
    (
        "TD-TURN-3",
        "level: A acts",
        "A 1 ahead: B acts",
        "A 2 or more ahead: B catches up with single actions",
        "B ahead: A catches",
    ),
    ("TD-R68", "Whose turn, after an action and all reactions to it"),
    ("TD-TURN-4", "a running catch-up goes on to its own end", "until 1 ahead of B", "until level"),
    ("TD-TURN-6", "both players have used all actions", "reaches the goal"),
    ("TD-TURN-7", "no action or no model left, you are skipped"),
    ("TD-TURN-8", "You cannot pass", "again and again"),
    ("TD-ACT-3", "A reload action takes one off"),
    ("TD-ACT-4", "A reload marker stops all fire of its model"),
    ("TD-ACT-5", "set up cannot move; a towed gun cannot fire", "prepare action tows, sets up, mounts or unmounts"),
    ("TD-LEAD-1", "Lead unit: a model must see its leader for every action"),
    ("TD-LEAD-2", "the leader must see the destination or target of a move or shot"),
    ("TD-LEAD-3", "Semi-lead unit: a model must see its leader"),
    ("TD-UNIT-4", "its owner names another", "green and new ones 0"),
    ("TD-GROUP-2", "Each must see the leader, and the leader each destination or target"),
    ("TD-GROUP-3", "1 for each model, 2 at least, group(x) at most", f"1 for two models, {PAIRS} at most"),
    ("TD-GROUP-4", "A suppressed leader cannot start a group action"),
    ("TD-MOVE-1", "Turn freely, then go straight, any distance"),
    ("TD-MOVE-2", "over one border, and stop before the second"),
    ("TD-MOVE-3", "Crossing a hedge, wall or fence is a move of its own"),
    ("TD-MOVE-6", "Base contact starts close combat, in a group after its last model"),
    ("TD-LOS-3", f"Two terrain borders block it if {BASE} mm or more of ground, without depressions"),
    ("TD-LOS-4", "when both models are a standard base or more away from it"),
    ("TD-LOS-6", "Nobody sees through smoke"),
    ("TD-FIRE-1", "in view and in arc, at any range"),
    ("TD-FIRE-3", "in cover one die less", f"infantry weapons dice at infantry: {DICE}"),
    ("TD-FIRE-4", f"{HIT} or more hits"),
    ("TD-FIRE-5", "Fast infantry is never pinned"),
    ("TD-FIRE-6", "A group rolls model by model", "the later shots at it are lost"),
    ("TD-FIRE-7", f"{THREE} hits or more of a gun with a kill potential", f"within {BASE} mm"),
    ("TD-FIRE-8", "an anti-tank gun 2", "start with as many"),
    ("TD-R58", f"nearer than a standard base ({BASE} mm)"),
    ("TD-COVER-3", "a large target has none"),
    ("TD-REACT-1", "moves or pivots in view and in arc"),
    ("TD-REACT-3", "A hit stops the mover"),
    ("TD-REACT-4", "A miss, or a shot left without dice, puts 1 reload marker on the shooter"),
    ("TD-REACT-5", "B up to A's counter, A up to one more than B's", "1 action a shot"),
    ("TD-IND-1", f"Every mission puts {SPOTTER} reload markers on the spotter", "A spotter must see"),
    ("TD-IND-3", "At a spot only the kill potential works"),
    ("TD-IND-4", f"{THREE} hits or more also suppress other infantry within {BASE} mm"),
    ("TD-IND-5", f"Smoke lands on a die of {rule_number('smoke_lands')} or more"),
    ("TD-IND-6", "never at a vehicle"),
    ("TD-RALLY-1", "Roll one die", GREEN),
    ("TD-RALLY-2", f"bonus of one leader within {BASE} mm", "A leader does not help itself"),
    ("TD-AV-2", f"hits on {rule_number('anti_vehicle_hit')} or more, in cover on {rule_number('cover_av')} or more"),
    ("TD-AV-3", "more than the armour that is left"),
    ("TD-CC-1", "All in base contact, to the end, at no cost"),
    ("TD-CC-2", "A suppressed model brings one die less"),
    ("TD-CC-3", "one armour die for each point of armour"),
    ("TD-CC-5", "highest first; dice that face none are kept", "tokens lie in the first columns"),
    (
        "TD-CC-6",
        "if no armour die is against it",
        "if the leading side has it there",
        "Equal dice, or equal to the armour: a draw",
        "a token takes 1 off that",
    ),
    ("TD-CC-7", "puts its dice there into its pot"),
    ("TD-CC-8", "Roll all that is left again", "A side without close combat dice loses all its models"),
    ("TD-CC-9", "uses up one close combat die of the pot", "largest total of dice that does not go over the rest"),
]


@pytest.mark.parametrize("row", ON_THE_SHEET, ids=lambda row: row[0])
def test_the_sheet_says_what_players_need(row: tuple[str, ...]) -> None:
    rule, *parts = row
    assert TD.reference.find_entry(rule)
    text = sheet_words()
    assert [part for part in parts if part not in text] == []


def test_the_sheet_has_the_numbers_of_every_model_weapon_and_battery() -> None:
    text = sheet_words(guns={"light-gun": GUN})
    for name, row in VEHICLES.printed.items():
        assert f"{name.replace('-', ' ')} close combat: {row.cc_dice} arc: {row.arc} weapon:" in text
        assert f"armour: {row.armour}" in text
    assert "light gun dice at infantry: 5 kill potential: 2 penetration: 3 reload: 1 AP tokens: 4" in text
    assert f"leader +1 close combat: {(printed_kind('infantry').cc_dice or 0) + 1}" in text


ON_CARDS = [
    ("TD-UNIT-3", {"type": "infantry-unit", "experience": "regular", "maneuverability": "lead"}, "The leader adds 1"),
    ("TD-LEAD-2", {"type": "infantry-unit", "experience": "green", "maneuverability": "lead"}, "must also see"),
    ("TD-R25", {"type": "infantry-unit", "experience": "green", "maneuverability": "autonomous"}, f"1 to {PAIRS}"),
    ("TD-MOVE-5", {"type": "tank", "variant": "light-tank"}, "Two moves count as one action"),
    ("TD-COVER-3", {"type": "mech", "variant": "heavy-mech"}, "never has cover"),
    ("TD-FIRE-7", {"type": "tank", "variant": "light-tank"}, "three hits or more"),
    ("TD-FIRE-8", {"type": "atg"}, "an anti-tank gun 2"),
    ("TD-ACT-5", {"type": "atg"}, "A towed gun cannot fire"),
    ("TD-ACT-6", {"type": "hmg"}, "single actions only"),
    ("TD-R11", {"type": "tank", "variant": "heavy-tank"}, "The machine gun rolls 4 dice, at infantry only"),
    ("TD-IND-1", {"type": "off-table-artillery", "size": "light"}, f"puts {SPOTTER} reload markers"),
    ("TD-IND-5", {"type": "off-table-artillery", "size": "light"}, f"On {rule_number('smoke_lands')} or more"),
    ("TD-UNIT-5", {"type": "off-table-artillery", "size": "light"}, "its battery cannot fire any more"),
]


@pytest.mark.parametrize(("rule", "unit", "words"), ON_CARDS, ids=lambda one: one if isinstance(one, str) else "")
def test_a_unit_tells_its_own_rules(rule: str, unit: dict[str, Any], words: str) -> None:
    assert TD.reference.find_entry(rule)
    assert words in " ".join(rules_of(unit).values())


# --- The house rules


def decided() -> Iterator[Any]:
    """Every value of every switch but the default."""
    for name, switch in HOUSE.switches.items():
        for value in (*switch.values[1:], *([7] if switch.open else [])):
            yield pytest.param(name, value, id=f"{name}-{value}")


@pytest.mark.parametrize(("name", "value"), list(decided()))
def test_the_sheet_follows_each_house_rule(name: str, value: Any) -> None:
    """It changes something beside the list of house rules, and no sentence of the default is left."""
    usual, text = sheet_words(), sheet_words(**{name: value})
    default = HOUSE.switches[name].meaning_of(HOUSE.switches[name].default)
    assert (usual != text) == (name not in OF_LISTS)
    assert default not in text


@pytest.mark.parametrize(
    ("house", "gone", "there"),
    [
        ({"linear_cover": "crossed"}, "fence cover: yes", "fence cover: if the line of fire crosses it"),
        (
            {"catch_up_end": "difference"},
            "goes on to its own end",
            "B catches up with single actions, until 1 behind A",
        ),
        ({"gap": "normal-turn"}, "B ahead: A catches up", "B 1 ahead: A acts, single or group"),
        ({"atg_reload": 4}, "an anti-tank gun 2", "an anti-tank gun 4"),
        ({"reload_scope": "weapon"}, "with reload markers", "with markers on the weapon"),
        (
            {"rally_suppressed": "step-down"},
            "suppressed model that rallies loses",
            "suppressed model that rallies becomes",
        ),
        ({"spotter_los": False}, "A spotter must see", "A spotter need not see"),
        ({"smoke_actions": 6}, "as you agree on", "lasts 6 actions of both players together"),
        ({"guns": dict.fromkeys(BLANK_GUNS, GUN)}, "tokens; agree how many", "tokens (AP) of their row"),
        (
            {"pairs_single": "two"},
            "never fire. view",
            "A single move of a unit that moves in pairs may move two models",
        ),
    ],
    ids=str,
)
def test_no_reminder_contradicts_a_house_rule(house: dict[str, Any], gone: str, there: str) -> None:
    assert gone in sheet_words() and there not in sheet_words()
    assert gone not in sheet_words(**house) and there in sheet_words(**house)


def test_values_of_guns_stand_in_their_table_and_not_twice() -> None:
    text = " ".join(
        render_pages(
            TD.make_quick_pages(HOUSE.read({"guns": {"light-gun": GUN}, "gap": "normal-turn"})), "text"
        ).split()
    )
    assert "reload: 1 AP tokens: 4" in text
    assert "gap: normal-turn" in text.partition(HOME)[2] and "light gun" not in text.partition(HOME)[2]


GUNNER = {"type": "off-table-artillery", "size": "light"}
HORDE = {"type": "infantry-unit", "experience": "green", "maneuverability": "autonomous"}
RIDERS = {"type": "infantry-unit", "experience": "veteran", "maneuverability": "autonomous"}


@pytest.mark.parametrize(
    ("unit", "house", "gone", "there"),
    [
        (GUNNER, {"spotter_los": False}, "A spotter must see", "A spotter need not see"),
        (GUNNER, {"smoke": "none"}, "Nobody sees through smoke", "Smoke does not block the view"),
        (GUNNER, {"smoke_actions": 5}, "as you agree on", "It lasts 5 actions of both players together"),
        ({"type": "atg"}, {"atg_reload": 4}, "an anti-tank gun 2", "an anti-tank gun 4"),
        ({"type": "atg"}, {"reload_scope": "weapon"}, "stops all fire of its model", "stops one weapon only"),
        ({"type": "tank", "variant": "heavy-tank"}, {"reload_scope": "weapon"}, "stops all fire", "stops one weapon"),
        (HORDE, {"pairs_single": "two"}, "4 actions. These", "may move two models"),
        (RIDERS, {"rally_leader": "own-unit"}, "A new leader does not. The", "Only the leader of the model's own unit"),
        (RIDERS, {"note_5": "fixed"}, "any rule on cover", "never have cover"),
    ],
    ids=str,
)
def test_rules_on_a_roster_follow_the_house_rules(
    unit: dict[str, Any], house: dict[str, Any], gone: str, there: str
) -> None:
    assert there not in " ".join(rules_of(unit).values())
    text = " ".join(rules_of(unit, **house).values())
    assert gone not in text and there in text


def test_values_that_players_supply_are_whole_sentences() -> None:
    guns = {"light-gun": GUN, "hand-held-gun": {"direct_fire_dice": 2}}
    house = {"guns": guns, "smoke_actions": 1, "artillery_vs_armour": {"heavy": 1}, "atg_reload": 1}
    told = dict(testing.check_sheet(TD, {"units": [GUNNER], "house": house}).house)
    assert told["guns.light-gun.reload"] == "The light gun gets 1 reload marker after each shot."
    assert told["guns.light-gun.ap_tokens"] == "The light gun brings 4 armour-piercing tokens to close combat."
    assert told["guns.hand-held-gun.direct_fire_dice"] == "The hand-held gun never uses this number, 2."
    assert told["smoke_actions"] == "Smoke lasts 1 action of both players together."
    assert told["artillery_vs_armour.heavy"] == "The heavy battery has 1 die against armour; no rule uses them."
    assert told["atg_reload"].startswith("An anti-tank gun has 1 reload marker at the start")
    assert all(text.endswith(".") and text[0].isupper() for text in told.values())


# --- The rule texts say what the rules do


def test_numbers_in_rule_texts_are_those_of_the_tables() -> None:
    sizes = infantry()["models"]
    assert "6 models if green, 5 if regular, 4 if veteran" in rule_text("TD-A5")
    assert [sizes["lead"][one] for one in ("green", "regular", "veteran")] == [6, 5, 4]
    assert f"rolls {DICE} dice, a heavy machine gun {GUNS.printed['hmg'].direct_fire_dice}" in rule_text("TD-FIRE-3")
    assert f"Every {HIT} or 6 is a hit" in rule_text("TD-FIRE-4")
    assert f"need {rally_value('green', 'pinned')} when pinned" in rule_text("TD-RALLY-1")
    assert f"On {rule_number('smoke_lands')} or more" in rule_text("TD-IND-5")
    assert f"puts {SPOTTER} reload markers" in rule_text("TD-IND-1")


def test_large_are_those_that_the_text_names() -> None:
    large = {name for name, row in VEHICLES.printed.items() if row.large}
    assert large == {"light-mech", "heavy-mech", "heavy-tank"}
    assert "Both mechs, the heavy tank" in rule_text("TD-COVER-3")
    assert "A light tank is not large" in rule_text("TD-COVER-3")


def test_the_width_of_a_trench_between_two_borders_does_not_count() -> None:
    assert "depressions on the way are not counted" in rule_text("TD-LOS-3")
    field = {"patch": "field", "terrain": "open", "mm": 10}
    wood, ruin = {"patch": "wood", "terrain": "forest"}, {"patch": "house", "terrain": "ruin"}
    trench = {"patch": "trench", "terrain": "depression", "mm": 40}
    assert resolve("los", line=[wood, field, trench, field, ruin])["visible"]
    assert not resolve("los", line=[wood, field, {**field, "mm": 40}, ruin])["visible"]


def test_a_player_without_actions_does_not_free_the_other_from_a_catch_up() -> None:
    assert "still finishes a catch-up with single actions" in rule_text("TD-TURN-7")
    now = resolve("who-acts", a=50, b=40, limit_a=50, limit_b=50, catch_up="b")
    assert (now["next"], now["may"]) == ("b", ["single"])
    now = resolve("who-acts", a=40, b=50, limit_a=40, limit_b=60)
    assert (now["next"], now["may"]) == ("b", ["group", "single"])


def test_the_example_of_the_chance_of_a_kill_is_right() -> None:
    assert "armour 5 and penetration 2 give 3 in 6; in the open that is 1 in 4 in all" in rule_text("TD-AV-4")
    house = {"guns": {"light-gun": {"armour_penetration": 2}}}
    situation = {"weapon": "light-gun", "vehicle": {"armour": 5}, "house": house}
    found = reply_to_request({"do": "odds", "system": "td", "resolver": "anti-vehicle", "situation": situation})
    assert found["outcomes"]["destroyed"] == "1/4"


def test_armour_dice_of_the_pot_use_up_close_combat_dice() -> None:
    assert "uses up one close combat die of the pot" in topic("casualties of the winner")
    models = [{"id": one, "dice": 1} for one in "bcdef"]
    pot = {"cc": 5, "armour": 2}
    outcome = resolve("cc-casualties", pot=pot, models=[{"id": "a", "dice": 3, "armour": 4}, *models])
    assert outcome["removed_dice"] == pot["cc"] - pot["armour"]


def test_the_marker_of_the_heavy_gun_stops_the_machine_gun_too() -> None:
    assert "reload markers of the heavy gun stop the machine gun too" in " ".join(
        TD.reference.find_entry("TD-R11").text.split()
    )
    model = {"role": "vehicle", "weapon": "hmg", "tokens": 1}
    outcome = resolve("can-act", model=model, action="direct-fire")
    assert outcome["blocked_by"] == ["TD-ACT-4"]
