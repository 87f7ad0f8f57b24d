"""What people at the table hear after each event, without asking why."""

from __future__ import annotations

from tests.hearing import Heard, check_heard, hear_cases


def changes_table(heard: Heard) -> bool:
    """Whether hands must do something: a model has fallen, a mover was stopped."""
    fell = any(model.out and not heard.before.models[one].out for one, model in heard.after.models.items())
    return fell or bool(heard.result.get("stopped"))


def test_every_event_says_little_and_enough() -> None:
    check_heard("td", changes_table)


def test_a_shot_into_cover_tells_its_dice_and_what_the_hits_do() -> None:
    heard = next(one for one in hear_cases("td") if one.story == "a1-2 fires at b1-2 (forest): 1 hit, pinned")
    assert heard.reasons == ["3 dice, 1 less for cover: 2 dice", "1 hit on a steady model: pinned"]
    assert not heard.now


def test_a_shot_in_the_open_does_not_dwell_on_it() -> None:
    heard = next(one for one in hear_cases("td") if one.story == "a1-2 fires at b1-1: 2 hits, out of action")
    assert heard.reasons == ["2 hits on a suppressed model: out of action"]
    assert heard.now[0] == "b1-1 is out of action: take it off the table"


def test_a_reaction_tells_the_hands_to_stop_and_to_place_markers() -> None:
    stopped = next(one for one in hear_cases("td") if one.event["do"] == "reactive-fire" and one.result["stopped"])
    assert "hit: the model stops at that point, and its part of the action is over" in stopped.now
    missed = next(one for one in hear_cases("td") if one.event["do"] == "reactive-fire" and not one.result["stopped"])
    assert "miss: +1 reload marker, 1 on the shooter now" in missed.now


def test_the_same_shot_again_in_a_volley_does_not_explain_its_dice_again() -> None:
    heard = next(
        one
        for one in hear_cases("td")
        if one.story.endswith("a1-2 at b1-3: 1 hit, pinned; a1-3 at b1-3: 2 hits, suppressed")
    )
    weapons = [step.text for step in heard.steps if step.text.startswith("Infantry weapons")]
    assert len(weapons) == 2  # the first shot at b1-2, the first at b1-3


def test_models_that_bring_the_same_to_a_combat_share_a_line() -> None:
    heard = next(
        one
        for one in hear_cases("td")
        if one.story == "a1-1, a1-2, a1-3 in close combat with b1-2, b1-3: 7 dice against 4 dice"
    )
    told = [step.text for step in heard.steps]
    assert "a1-2, a1-3 (infantry): 2 dice each" in told
    assert sum("7 dice" in text for text in told) == 1


def test_a_round_of_combat_tells_what_each_side_lost_and_keeps() -> None:
    heard = next(one for one in hear_cases("td") if one.event["do"] == "cc-round" and one.result["winner"])
    assert heard.story == (
        "round 1 of the close combat: A (attacker) loses nothing and keeps 3 dice; B (defender) loses 2 dice and keeps "
        "no dice; A (Army A) wins, B (Army B) loses b1-2"
    )


def test_the_beginning_of_a_catch_up_is_told() -> None:
    heard = next(one for one in hear_cases("td") if one.event["do"] == "group-move")
    assert heard.now == ["A has used 2, B 0, difference 2: B catches up with single actions until level with A"]


def test_only_a_spotter_silences_its_artillery() -> None:
    texts = [(one, step) for one in hear_cases("td") for step in one.steps if "TD-UNIT-5" in step.rules]
    assert texts
    assert all("its artillery cannot fire any more" in step.text for _, step in texts)
