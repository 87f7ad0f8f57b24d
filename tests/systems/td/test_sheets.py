"""A warband on paper: numbers, boxes, tracks and words, also of lists that are wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry, testing
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.lists.sheet import Card, Sheet
from tabletop_cli.core.page import Facts, Table
from tabletop_cli.systems.td.tracks import who_acts_text

TD = registry.load("td")
ARMIES = Path(__file__).parents[3] / "armies" / "td"
ILLEGAL = Path(__file__).parent / "illegal"
GUN = {"direct_fire_dice": 3, "kill_potential": 1, "armour_penetration": 2, "reload": 1}


def sheet(*units: dict[str, Any], **house: Any) -> Sheet:
    return testing.check_sheet(TD, {"units": list(units), "house": house})


def card(unit: dict[str, Any], **house: Any) -> Card:
    return sheet(unit, **house).cards[0]


def infantry(experience: str, maneuverability: str, **more: Any) -> dict[str, Any]:
    return {"type": "infantry-unit", "experience": experience, "maneuverability": maneuverability, **more}


def vehicle(kind: str, variant: str) -> dict[str, Any]:
    return {"type": kind, "variant": variant}


def marked(one: Card) -> dict[str, tuple[int, int]]:
    """Of each row of boxes, how many are marked and how many there are."""
    return {boxes.name: (boxes.marked, boxes.whole) for boxes in one.boxes}


def labels(one: Card) -> dict[str, str]:
    return {boxes.name: "".join(boxes.labels) for boxes in one.boxes}


def table(one: Card) -> list[dict[str, str]]:
    assert one.table is not None
    return [dict(zip(one.table.columns, row, strict=True)) for row in one.table.rows]


# --- Infantry


def test_every_model_has_a_row_and_the_leader_comes_first() -> None:
    found = card(infantry("regular", "autonomous", options=["armour-piercing", "attached-hmg"]))
    assert list(labels(found)) == ["leader", "model 2", "armour-piercing", "attached HMG"]
    assert set(labels(found).values()) == {"PSXR"}
    assert dict(found.stats) == {
        "models": "3 + HMG",
        "group": "4",
        "close combat": "2",
        "fire": "3",
        "arc": "360",
        "rally": "P 4+ S 5+",
    }


def test_the_table_says_who_differs_from_a_trooper() -> None:
    rows = table(card(infantry("regular", "autonomous", options=["armour-piercing", "attached-hmg"])))
    assert [(row["model"], row["close combat"], row["dice"], row["arc"]) for row in rows] == [
        ("leader", "3", "3", "360"),
        ("trooper", "2", "3", "360"),
        ("armour-piercing", "2", "-", "360"),
        ("attached HMG", "1", "4", "90"),
    ]
    assert card(infantry("green", "lead")).table is None  # all alike


def test_fast_models_have_no_box_for_pinned() -> None:
    riders = infantry("veteran", "autonomous")
    assert labels(card({**riders, "options": ["fast-large"]}))["leader"] == "SXR"
    assert labels(card(riders))["leader"] == "PSXR"
    assert labels(card(riders, note_5="fixed"))["leader"] == "SXR"


def test_models_that_never_fire_need_no_reload_marker() -> None:
    horde = card(infantry("green", "autonomous"))
    assert len(horde.boxes) == 8 and set(labels(horde).values()) == {"PSX"}
    assert dict(horde.stats)["fire"] == "-" and dict(horde.stats)["group"] == "4"
    assert {"Moves in pairs", "Close combat only"} <= set(horde.rules)


def test_a_hand_held_gun_has_room_for_its_own_marker_and_that_of_a_miss() -> None:
    hunters = infantry("regular", "lead", options=["armour-piercing"])
    assert labels(card(hunters, guns={"hand-held-gun": {"reload": 1}}))["armour-piercing"] == "PSXRR"


# --- Guns and vehicles


def test_an_anti_tank_gun_starts_with_its_markers_in_its_position() -> None:
    assert marked(card({"type": "atg"})) == {"crew": (0, 3), "reload markers": (2, 3), "gun": (1, 2)}
    assert labels(card({"type": "atg"}))["gun"] == "set uptowed"
    assert labels(card({"type": "atg", "start": "towed"}))["gun"] == "towedset up"
    assert marked(card({"type": "atg"}, atg_reload=4))["reload markers"] == (4, 5)
    assert marked(card({"type": "atg"}, reactive_miss_gun="gun-reload-only"))["reload markers"] == (2, 2)


def test_blank_values_stay_blank_until_somebody_fills_them_in() -> None:
    tank = vehicle("tank", "light-tank")
    blank, filled = card(tank), card(tank, guns={"light-gun": GUN})
    assert table(blank) == [
        {
            "gun": "light gun",
            "dice": "to agree",
            "kill potential": "to agree",
            "penetration": "to agree",
            "reload": "to agree",
        }
    ]
    assert table(filled) == [
        {"gun": "light gun", "dice": "3", "kill potential": "1", "penetration": "2", "reload": "1"}
    ]
    assert dict(filled.stats)["fire"] == "3"
    assert "reload markers (number not agreed)" in marked(blank)
    assert marked(filled)["reload markers"] == (1, 2)


def test_a_heavy_tank_has_two_weapons_and_markers_for_each_where_they_are_kept_apart() -> None:
    tank = vehicle("tank", "heavy-tank")
    assert [row["gun"] for row in table(card(tank))] == ["heavy gun", "heavy machine gun"]
    apart = marked(card(tank, reload_scope="weapon", guns={"heavy-gun": GUN}))
    assert apart == {"armour": (0, 6), "vehicle": (0, 1), "reload heavy-gun": (1, 2), "reload hmg": (0, 1)}
    assert dict(card(tank, heavy_tank_arc=90).stats)["arc"] == "90"
    assert "reload markers" in marked(
        card(vehicle("tank", "light-tank"), reload_scope="weapon", guns={"light-gun": GUN})
    )


def test_a_battery_ticks_off_missions_and_the_markers_of_its_spotter() -> None:
    battery = card({"type": "off-table-artillery", "size": "medium"})
    assert marked(battery) == {"spotter": (0, 3), "reload markers": (0, 2), "fire missions": (0, 7)}
    assert (dict(battery.stats)["barrage"], dict(battery.stats)["kill potential"]) == ("4 dice", "2")


def test_a_number_that_nobody_could_print_is_said_in_words() -> None:
    assert all(boxes.whole <= 24 for boxes in card({"type": "atg"}, atg_reload=1_000_000).boxes)


# --- The whole list


def test_rules_are_told_once_and_in_full() -> None:
    found = sheet(infantry("regular", "lead"), infantry("veteran", "lead"), {"type": "hmg"})
    names = [name for name, _ in found.rules]
    assert names == ["Lead", "Leader bonus", "Who does what"]
    assert dict(found.rules)["Leader bonus"].startswith("The leader adds 1 to the rally die of another model")
    assert found.legend == (("P", "pinned"), ("S", "suppressed"), ("X", "out of action"), ("R", "reload marker"))


def test_the_tracks_count_both_players() -> None:
    tracks = sheet({"type": "hmg"}).tracks
    assert [(track.name, track.agreed) for track in tracks] == [
        ("own actions", "actions"),
        ("opponent's actions", "actions"),
    ]
    assert tracks[1].labels == tuple(map(str, range(1, tracks[1].whole + 1)))


@pytest.mark.parametrize(
    ("d", "house", "words"),
    [
        (0, {}, "A acts, single or group"),
        (1, {}, "B acts, single or group"),
        (2, {}, "B catches up with single actions, until level"),
        (-1, {}, "A catches up with single actions, until 1 ahead of B"),
        (-2, {}, "A catches up with single actions, until 1 ahead of B"),
        (-1, {"gap": "normal-turn"}, "A acts, single or group"),
        (3, {"catch_up_end": "difference"}, "B catches up with single actions, until 1 behind A"),
    ],
)
def test_whose_turn_it_is(d: int, house: dict[str, Any], words: str) -> None:
    assert who_acts_text(d, TD.reference.house.read(house)) == words


def test_house_rules_are_told_where_they_differ_from_print() -> None:
    found = sheet({"type": "hmg"}, close_combat="variant-2", gap="catch-up", smoke_actions=6)
    assert [name for name, _ in found.house] == ["close_combat", "smoke_actions"]
    assert dict(found.house)["close_combat"].startswith("variant-2: The players place armour dice")
    assert dict(found.house)["smoke_actions"] == "Smoke lasts 6 actions of both players together."


def test_what_is_wrong_is_shown_as_it_is_written() -> None:
    found = sheet(
        {"type": "dragon", "name": "Smaug"},
        {"type": "infantry-unit", "experience": "elite", "maneuverability": "lead", "options": ["sniper", 3]},
        infantry("green", "lead", models=9, count=0),
        {},
        vehicle("tank", "light-mech"),
    )
    assert [one.kind for one in found.cards] == [
        'unknown type "dragon"',
        '"elite" lead infantry',
        "green lead infantry",
        "no type stated",
        'tank "light-mech"',
    ]
    assert found.cards[0].title == "Smaug"
    assert found.cards[1].options == ('"sniper"', "3")
    assert dict(found.cards[2].stats)["models"] == "6 (the list says 9)"
    assert (found.cards[2].count, found.cards[2].points) == (0, 0)
    assert not found.legal and found.units == 4


def test_machines_get_what_the_list_says() -> None:
    found = testing.check_sheet(TD, load_file(ARMIES / "battle-group.toml").data)
    assert found.data["points"] == 12 and found.data["legal"] is True
    assert found.data["units"][0]["name"] == "Morel's Own"
    assert (found.data["units"][0]["models"], found.data["units"][0]["group"]) == (4, 4)


# --- The quick reference


def rows_of(title: str, **house: Any) -> dict[str, tuple[str, ...]]:
    """The rows of a table of the quick reference, by their first cell."""
    (page,) = TD.make_quick_pages(TD.reference.house.read(house))
    found = next(block for block in page.blocks if isinstance(block, Table) and block.title.startswith(title))
    return {row[0]: row[1:] for row in found.rows}


def line(topic: str, **house: Any) -> str:
    (page,) = TD.make_quick_pages(TD.reference.house.read(house))
    return next(dict(block.rows)[topic] for block in page.blocks if isinstance(block, Facts))


def test_the_quick_reference_has_the_tables_of_the_book() -> None:
    assert rows_of("Firing results")["suppressed"] == ("suppressed", "suppressed", "out", "out")
    assert rows_of("Rally")["veteran"] == ("3+", "4+")
    assert rows_of("Models")["leader +1"][0] == "3"
    assert rows_of("Off-table artillery")["heavy"] == ("5", "3", "5", "20 x 4 cm")
    assert rows_of("Cover")["rough ground"][:2] == ("yes", "no")


def test_the_quick_reference_knows_who_may_do_what() -> None:
    may = {action: row[-3:] for action, row in rows_of("Who may do what").items()}
    assert may["move"] == ("no", "no", "yes")
    assert may["direct fire"] == ("yes", "no", "no")
    assert may["rally"] == ("yes", "yes", "yes")
    assert may["reload"][0] == "yes"
    assert rows_of("Who may do what", pinned_reload=False)["reload"][-3] == "no"


def test_the_quick_reference_follows_the_house_rules() -> None:
    assert "only up to the balance" in line("reactive fire")
    assert "as long as you have actions" in line("reactive fire", reactive_fire="exceed")
    assert "as many actions of both players together as you agree on" in line("indirect fire")
    assert "6 actions of both players together" in line("indirect fire", smoke_actions=6)
    assert rows_of("Weapons")["light gun"] == ("to agree", "to agree", "to agree", "to agree")
    assert rows_of("Weapons", guns={"light-gun": GUN})["light gun"] == ("3", "1", "2", "1")
    assert rows_of("Models", heavy_tank_arc=90)["heavy tank"][1] == "90"
    assert "gap" in rows_of("Your house rules", gap="normal-turn")
