"""What people at the table hear after each event, without asking why."""

from __future__ import annotations

from tests.hearing import Heard, check_heard, hear_cases


def changes_table(heard: Heard) -> bool:
    """Whether hands must do something: a unit is destroyed, or retreats."""
    hits = [heard.result, *heard.result.get("results", ())]
    return bool(heard.result.get("destroyed")) or any(one.get("outcome") == "retreat" for one in hits)


def test_every_event_says_little_and_enough() -> None:
    check_heard("tt", changes_table, "start-turn")


def test_a_shot_tells_both_totals() -> None:
    heard = next(
        one for one in hear_cases("tt") if one.event["do"] == "shoot" and "6 against 7, no effect" in one.story
    )
    assert heard.reasons == ["attack: 3 + 3 = 6", "defence: 2 + 1 Armor + 1 concealed + 1 distraction + 2 in cover = 7"]
    assert not heard.now


def test_what_changes_armor_comes_before_the_totals() -> None:
    heard = next(one for one in hear_cases("tt") if "Fire Dragons, Fusion Guns, shoots" in one.story)
    assert heard.reasons[0] == "Power Weapon: 0 of 2 Armor counts"
    assert len(heard.reasons) == 3


def test_under_a_blast_each_unit_is_named_for_the_hands() -> None:
    heard = next(one for one in hear_cases("tt") if one.story.count("destroyed") == 2 and one.event["do"] == "barrage")
    assert heard.now == [
        "take dr Dark Reapers off the table: B (Eldar) has lost 1 of 12 units, half is 6",
        "take fal Falcon off the table: B (Eldar) has lost 2 of 12 units, half is 6",
    ]


def test_a_combat_tells_what_its_attackers_do_then() -> None:
    fights = [one for one in hear_cases("tt") if one.event["do"] == "close-combat"]
    assert fights
    assert all("free" in one.now[-1] or "move up to" in " ".join(one.now) or "back up" in one.now[-1] for one in fights)


def test_passengers_leave_the_table_with_their_transport() -> None:
    heard = next(one for one in hear_cases("tt") if one.story.startswith("fal Falcon, Pulse Laser, shoots at rh Rhino"))
    assert heard.now[0].startswith("take rh Rhino, tac Tactical Squad and dev Devastator Squad off the table: ")


def test_a_new_turn_clears_the_marks() -> None:
    heard = next(one for one in hear_cases("tt") if one.event["do"] == "start-turn")
    assert heard.now == ["turn 1: all marks of the last turn are cleared"]
