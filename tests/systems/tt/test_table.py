"""A battle of tt at the table: what people are asked and what not, in which words, and what the log tells."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Given, Roll
from tabletop_cli.core.errors import Refused
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.lists.references import merged_references, resolve_references
from tabletop_cli.core.play.asking import Done, Making, Throw
from tabletop_cli.core.play.offers import Offer, find_offers
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.question import Question
from tabletop_cli.systems.tt.retreat import retreat_words
from tests.seated import seat_armies

ARMIES = Path(__file__).parents[3] / "armies" / "tt"
TT = registry.load("tt")
GAME = TT.game


def begun(*names: str, **more: Any) -> Any:
    """The state of a battle between two example armies, before its first turn."""
    lists = [resolve_references(TT, load_file(ARMIES / f"{name}.toml")) for name in names]
    return GAME.begin({**seat_armies(GAME, {}, lists), **merged_references(TT, lists), "first": "a", **more}, TT)


def of(*units: Mapping[str, Any], side: str = "a", **more: Any) -> Any:
    """The state of a small battle, with ids of their own; the other side has a command unit and what `more` says."""
    eldar = {"faction": "eldar", "units": [{"id": "seer", "unit": "seer-council"}, *more.pop("eldar", ())]}
    marines = {"faction": "space-marines", "units": [{"id": "cmd", "unit": "command-squad"}, *more.pop("marines", ())]}
    sides = {"a": marines, "b": eldar}
    return GAME.begin({"sides": sides, "first": side, **more}, TT)


def played(state: Any, *events: Mapping[str, Any]) -> Any:
    for event in events:
        state, _ = GAME.play(
            state, {key: one for key, one in event.items() if key != "dice"}, Given(event.get("dice", ()))
        )
    return state


def phase(state: Any, phase: str, **more: Any) -> Any:
    return replace(state, phase=phase, turn=1, command_points=6, **more)


def talk(state: Any, do: str, answers: Mapping[str, Any], rolls: Sequence[Roll] = ()) -> tuple[list[Question], Any]:
    """What an event asks or settles until dice or the end. Answers by the end of a field, several in turn; or Enter."""
    making, progress, asked = Making(TT, GAME, state), Progress(do, rolls=tuple(rolls)), list[Question]()
    turns = {key: iter(value) if isinstance(value, tuple) else repeat(value) for key, value in answers.items()}
    for _ in range(40):
        progress, wanted, settled = making.advance(progress)
        asked += [one.question for one in settled if one.question.settled != "silently"]
        if not isinstance(wanted, Question):
            return asked, wanted
        asked.append(wanted)
        turn = next((turns[key] for key in turns if wanted.field.endswith(key)), repeat(wanted.default))
        progress = making.answer_question(progress, next(turn))
    raise AssertionError("it never ends")


def fields(asked: Sequence[Question]) -> list[str]:
    return [question.field for question in asked]


def offered(state: Any, key: str) -> list[Offer]:
    return [one for one in find_offers(TT, GAME, state) if one.key == key]


def test_names_and_options_stand_in_questions() -> None:
    state = phase(begun("eldar-host", "hollow-choir"), "movement", active="b")
    asked, _ = talk(state, "activate", {"acts": ["b9-penitents"], "0.do": "move"})
    assert "b9 The Bearers (Penitents, Banners)" in asked[1].text + asked[2].text
    bearers = next(answer for answer in asked[0].answers if answer.value == "b9-penitents")
    assert (bearers.key, bearers.label) == ("b9", "The Bearers (Penitents, Banners)")
    assert GAME.headline(state).startswith("B (Evensong at Low Water): turn 1")


def test_stopping_asks_first() -> None:
    assert offered(of(), "z")[0].confirm == "Really stop? Nobody wins."


def test_a_number_beyond_its_limit_is_refused_at_its_question() -> None:
    """TT-MOVE-1: both numbers are said, and the limit in the question is the rule's own."""
    state = phase(of(marines=[{"id": "rhino", "unit": "rhino"}]), "movement")
    making = Making(TT, GAME, state)
    act = {"unit": "rhino", "do": "move", "threats": [], "difficult_ground": False}
    progress, wanted, _ = making.advance(Progress("activate", {"acts": [act], "commander_distance": 5}))
    assert isinstance(wanted, Question) and wanted.text.endswith("in cm? (up to 10)") and wanted.default == 10
    with pytest.raises(Refused, match="11 cm, 10 allowed") as refused:
        making.answer_question(progress, 11)
    assert (refused.value.reason, refused.value.rule) == ("too-far", "TT-MOVE-1")
    assert making.answer_question(progress, 10).answers["acts"][0]["distance"] == 10


def test_group_questions_count_bases_when_they_matter() -> None:
    """TT-MOVE-8: before, those on the table; afterwards, those that have not got in."""
    more = [{"id": "rhino", "unit": "rhino"}, {"id": "tac", "unit": "tactical-squad"}]
    state = phase(of(marines=more), "movement")
    asked, done = talk(state, "activate", {"acts": ["rhino", "tac"], "0.do": "stay", "1.do": "load"})
    assert isinstance(done, Done)
    assert "group_before" in fields(asked) and "group_after" not in fields(asked)
    more[1]["loaded_in"] = "rhino"
    asked, done = talk(phase(of(marines=more), "movement"), "activate", {"acts": ["tac"], "0.do": "move"})
    assert isinstance(done, Done) and [act["unit"] for act in done.event["acts"]] == ["rhino", "tac"]
    assert "group_before" not in fields(asked) and "group_after" in fields(asked)


def test_an_activation_that_cannot_be_paid_is_refused_before_its_acts() -> None:
    """TT-CMD-3, TT-CMD-5."""
    state = replace(phase(of(marines=[{"id": "tac", "unit": "tactical-squad"}]), "movement"), command_points=1)
    making = Making(TT, GAME, state)
    progress, wanted, _ = making.advance(Progress("activate", {"acts": [{"unit": "tac"}]}))
    assert isinstance(wanted, Question) and wanted.field == "commander_distance"
    with pytest.raises(Refused, match="it takes 2 command points, 1 is left"):
        making.answer_question(progress, 21)
    assert "0 are left" in offered(replace(state, command_points=0), "a")[0].barred


def test_who_is_threatened_must_get_clear() -> None:
    """TT-THREAT-3, TT-R52: who stays put is told beforehand, a machine is refused."""
    state = phase(of(eldar=[{"id": "gd", "unit": "guardian-defenders"}]), "movement")
    asked, _ = talk(state, "activate", {"acts": ["cmd"], "0.do": "move", "threats": ["gd"]})
    stay = next(answer for answer in asked[1].answers if answer.value == "stay")
    assert stay.detail == "only if no enemy within 5 cm has it in front"
    assert asked[-1].text.endswith("(more than 5)") and asked[-1].default == 6
    act = {"unit": "cmd", "do": "stay", "threats": [{"by": "gd", "end_distance": 5}]}
    with pytest.raises(Refused, match="1 enemy threatens it; at the end the nearest is 5 cm away, more than 5"):
        played(state, {"do": "activate", "acts": [act]})


def test_who_has_acted_or_is_elsewhere_cannot_be_picked() -> None:
    """TT-CMD-5, TT-TRANS-1: the reason stands at the pick, before anybody is asked more."""
    more = [{"id": "rhino", "unit": "rhino"}, {"id": "tac", "unit": "tactical-squad"}]
    state = phase(of(marines=more), "movement").with_marks(["rhino"], activated=True)
    asked, _ = talk(state, "activate", {"acts": ["tac"], "0.do": "move"})
    assert {one.value: "TT-CMD-5" in one.barred for one in asked[0].answers} == {
        "cmd": False,
        "rhino": True,
        "tac": False,
    }
    acts = {one.value: one.barred for one in asked[2].answers}
    assert (
        "it is in no transport [TT-TRANS-1]" in acts["unload"]
        and "must act in the same one" in acts["load"]
        and not acts["charge"]
    )


FALCON = [{"id": "fal", "unit": "falcon"}]
AT_RHINO = {"target": "rhino", "attacker": {"unit": "fal", "weapon": "pulse-laser"}}


def test_a_pair_of_units_is_measured_once_a_shot() -> None:
    """TT-SHOOT-2: what was said of the attacker holds for its other weapons, and bars those out of range."""
    state = phase(of(side="b", eldar=FALCON, marines=[{"id": "rhino", "unit": "rhino"}]), "shooting")
    answers = {**AT_RHINO, "distance": 28}
    asked, _ = talk(state, "shoot", answers)
    supporters = next(question for question in asked if question.field == "supporters")
    scatter = next(one for one in supporters.answers if one.value and one.value["weapon"] == "scatter-laser")
    assert "28 cm, the range of Scatter Laser is up to 20 cm" in scatter.barred
    helps = ({"unit": "fal", "weapon": "scatter-laser"}, None)
    asked, _ = talk(state, "shoot", {**answers, "distance": 18, "supporters": helps})
    measured = [question for question in asked if question.field.endswith("distance")]
    assert [(question.default, question.settled) for question in measured] == [(30, ""), (18, "as before")]


def test_what_a_turret_sees_is_not_said_of_a_gun_that_fires_to_the_front() -> None:
    """TT-SHOOT-3: of the second turret the same is known, of the gun in the bow nobody has said what is before it."""
    guns = {one: {"id": one, "range": 30, "at": 3, "traits": ["turret"]} for one in ("turret", "second")}
    wagon = {"id": "wagon", "class": "vehicle", "armor": 1, "points": 1, "weapons": [*guns.values()]}
    wagon["weapons"].append({"id": "bow", "range": 30, "at": 3})
    boss = {"id": "boss", "class": "infantry", "armor": 1, "points": 1, "commander": True}
    boss["weapons"] = [{"id": "sling", "range": 10, "ap": 1}]
    kites = {"faction": "kites", "units": [{"id": "boss", "unit": "boss"}, {"id": "wag", "unit": "wagon"}]}
    marines = {"faction": "space-marines", "units": [{"id": "cmd", "unit": "command-squad"}]}
    marines["units"] = [*marines["units"], {"id": "rhino", "unit": "rhino"}]
    home_made = {"factions": [{"id": "kites", "units": [boss, wagon]}]}
    setup = {"sides": {"a": marines, "b": kites}, "first": "b", "catalogue": home_made}
    helps = ({"unit": "wag", "weapon": "second"}, {"unit": "wag", "weapon": "bow"}, None)
    answers = {"target": "rhino", "attacker": {"unit": "wag", "weapon": "turret"}, "distance": 9, "supporters": helps}
    asked, _ = talk(phase(GAME.begin(setup, TT), "shooting"), "shoot", answers)
    seen = [(one.text, one.settled) for one in asked if one.field.endswith("visible")]
    assert seen == [
        ("Is rhino Rhino visible to wag wagon?", ""),
        ("Is rhino Rhino visible to wag wagon?", "as before"),
        ("Is rhino Rhino visible to wag wagon and in front of it?", ""),
    ]


def test_the_weapon_menu_weighs_every_weapon() -> None:
    """TT-SHOOT-12: each legal weapon with its odds, and what one more gun brings."""
    state = phase(of(side="b", eldar=FALCON, marines=[{"id": "rhino", "unit": "rhino"}]), "shooting")
    asked, throw = talk(state, "shoot", {**AT_RHINO, "distance": 18})
    weapons = next(question for question in asked if question.field == "attacker")
    free = [answer for answer in weapons.answers if not answer.barred]
    assert all(sum(answer.chances.values()) == 1 for answer in free)
    supporters = next(question for question in asked if question.field == "supporters")
    nobody, *others = [answer for answer in supporters.answers if not answer.barred]
    assert all(answer.chances["destroyed"] > nobody.chances["destroyed"] for answer in others)
    assert isinstance(throw, Throw)


@pytest.mark.parametrize(("faces", "asks"), [((1, 6), False), ((6, 1), False), ((4, 3), True)])
def test_only_a_unit_that_retreats_is_asked_whether_it_can(faces: tuple[int, int], asks: bool) -> None:
    """TT-RET-3: after the dice, and its own side says so."""
    state = phase(of(side="b", eldar=FALCON, marines=[{"id": "rhino", "unit": "rhino"}]), "shooting")
    answers = {**AT_RHINO, "supporters": None}
    state = replace(state, emperor_used=("a",))
    rolls = [Roll(why, (face,), (6,)) for why, face in zip(("attack", "defence"), faces, strict=True)]
    asked, done = talk(state, "shoot", answers, rolls)
    assert isinstance(done, Done)
    assert ("can_retreat" in fields(asked)) == asks
    assert not asks or asked[-1].side == GAME.side_name(state, "a")


def test_a_barrage_is_asked_in_the_order_of_the_table() -> None:
    """TT-BAR-2, TT-BAR-3: gun, target, distance, then who is beside it; retreats after each pair of dice."""
    more = [{"id": "ww", "unit": "whirlwind"}]
    state = phase(of(marines=more, eldar=[{"id": "dr", "unit": "dark-reapers"}, *FALCON]), "movement")
    making = Making(TT, GAME, state)
    progress, wanted, settled = making.advance(Progress("barrage"))
    assert isinstance(wanted, Question) and wanted.field == "targets"
    assert settled[0].question.settled == "the only choice"
    progress, wanted, _ = making.advance(making.answer_question(progress, "dr"))
    assert isinstance(wanted, Question) and wanted.text.endswith("in cm? (20 to 60 cm)")
    with pytest.raises(Refused, match="61 cm, the range of Whirlwind is 20 to 60 cm"):
        making.answer_question(progress, 61)
    asked, throw = talk(state, "barrage", {"targets": ("dr", None), "0.distance": 30})
    assert isinstance(throw, Throw) and "can_retreat" not in "".join(fields(asked))
    assert "in the order of attack" in next(q.text for q in asked if "Which units are within" in q.text)


def test_two_fights_are_two_entries_of_the_menu() -> None:
    more = [{"id": "asl", "unit": "assault-squad"}, {"id": "as2", "unit": "assault-squad"}]
    state = phase(of(marines=more, eldar=[{"id": "dr", "unit": "dark-reapers"}]), "close-combat")
    state = state.with_marks(["asl"], charging="dr", charged=True).with_marks(["as2"], charging="seer", charged=True)
    fights = {one.key: one.label for one in find_offers(TT, GAME, state) if one.progress.do == "close-combat"}
    assert fights == {
        "kseer": "Fight: as2 Assault Squad against seer Seer Council",
        "kdr": "Fight: asl Assault Squad against dr Dark Reapers",
    }
    assert "2 close combats still to fight" in offered(state, "e")[0].barred


@pytest.mark.parametrize(
    ("now", "due"), [("movement", []), ("shooting", []), ("close-combat", ["end-turn"]), ("start", [])]
)
def test_where_nothing_is_left_to_do_the_turn_goes_on(now: str, due: list[str]) -> None:
    """Two command squads far apart: nobody fights, so nothing but the end of the turn is left (TT-TURN-1)."""
    assert [one.progress.do for one in find_offers(TT, GAME, phase(of(), now)) if one.due] == due


def test_who_cannot_shoot_has_no_shooting_phase() -> None:
    state = phase(of(), "shooting").with_marks(["cmd"], ran=True, moved=True)
    assert [one.progress.do for one in find_offers(TT, GAME, state) if one.due] == ["next-phase"]


def test_events_say_whether_they_need_dice() -> None:
    rolling = {"far-sight", "first-player", "start-turn", "barrage", "shoot", "close-combat"}
    assert {name for name, kind in GAME.events.items() if kind.rolls} == rolling


@pytest.mark.parametrize(
    ("event", "dice", "story"),
    [
        ({"do": "next-phase"}, [], "The shooting phase begins"),
        (
            {"do": "activate", "acts": [{"unit": "tac", "do": "move", "distance": 4}], "commander_distance": 5},
            [],
            "tac Tactical Squad moves 4 cm (1 command point)",
        ),
        ({"do": "stop"}, [], "The players stop by agreement: nobody wins"),
    ],
)
def test_the_log_is_a_story(event: dict[str, Any], dice: list[int], story: str) -> None:
    state = phase(of(marines=[{"id": "tac", "unit": "tactical-squad"}]), "movement")
    _, result = GAME.play(state, event, Given(dice))
    assert GAME.tell_story(state, event, result) == story


def test_the_story_of_a_fight_tells_how_it_ended() -> None:
    state = phase(of(marines=[{"id": "asl", "unit": "assault-squad"}]), "close-combat")
    state = state.with_marks(["asl"], charging="seer", charged=True)
    event = {"do": "close-combat", "target": "seer", "attacker": "asl"}
    _, result = GAME.play(state, event, Given([6, 1]))
    told = "asl Assault Squad attacks seer Seer Council in close combat: 10 against 3, destroyed"
    assert GAME.tell_story(state, event, result) == f"{told}; A (Space Marines) has won: the enemy Commander has fallen"


def test_the_defence_die_is_the_defenders() -> None:
    state = phase(of(side="b", eldar=FALCON, marines=[{"id": "rhino", "unit": "rhino"}]), "shooting")
    dice = Given([6, 1])
    gun = {"unit": "fal", "weapon": "pulse-laser", "distance": 10}
    GAME.play(state, {"do": "shoot", "attacker": gun, "target": "rhino"}, dice)
    assert dice.owners == [("b",), ("a",)]


def test_a_missing_answer_of_a_machine_is_told_after_what_is_refused() -> None:
    """The order of refusals: an act that is refused comes before a distance that is missing."""
    state = phase(of(marines=[{"id": "rhino", "unit": "rhino"}]), "movement")
    event = {"do": "activate", "acts": [{"unit": "rhino", "do": "move", "distance": 99}]}
    with pytest.raises(Refused, match="99 cm, 10 allowed"):
        played(state, event)


SOME = ("dark-reapers", "howling-banshees", "fire-dragons", "wraithguard", "vyper", "falcon", "swooping-hawks")
OTHERS = ("tactical-squad", "assault-squad", "bike-squad", "dreadnought", "rhino", "whirlwind", "land-raider")


def count_calls(run: Callable[[], object]) -> int:
    """Return how many functions of Python a run calls: unlike seconds, they are the same on every machine."""
    calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        assert run()
    finally:
        sys.setprofile(None)
    return calls


def test_forty_units_a_side_keep_the_menu_quick() -> None:
    eldar = [{"id": f"e{n}", "unit": SOME[n % len(SOME)]} for n in range(39)]
    marines = [{"id": f"m{n}", "unit": OTHERS[n % len(OTHERS)]} for n in range(39)]
    state = of(eldar=eldar, marines=marines)
    spent = state.with_marks([unit.id for unit in state.units_of_side("a")], ran=True, activated=True)
    for now in (phase(state, "movement"), phase(state, "shooting"), phase(spent, "shooting")):
        find_offers(TT, GAME, now)
        calls = count_calls(lambda now=now: find_offers(TT, GAME, now))
        assert 0 < calls < 100_000


def test_chance_may_decide_who_begins() -> None:
    """TT-SETUP-4: one die is what Enter gives; it is as possible as an agreement."""
    lists = [resolve_references(TT, load_file(ARMIES / f"{name}.toml")) for name in ("marines-patrol", "eldar-patrol")]
    state = GAME.begin(seat_armies(GAME, {}, lists), TT)
    (asked,), wanted = talk(state, "first-player", {})
    assert asked.default is None
    assert [answer.barred for answer in asked.answers] == ["", "", ""]
    assert isinstance(wanted, Throw)


# --- words that follow the house rules ---


@pytest.mark.parametrize(
    ("cohesion", "before", "afterwards"),
    [
        ("literal", "at most 1 cm", "less than 1 cm"),
        ("strict", "less than 1 cm", "less than 1 cm"),
        ("inclusive", "at most 1 cm", "at most 1 cm"),
    ],
)
def test_gaps_are_asked_as_the_house_plays_them(cohesion: str, before: str, afterwards: str) -> None:
    state = of(marines=[{"id": "tac", "unit": "tactical-squad"}], house={"cohesion": cohesion})
    answers = {"acts": ["cmd", "tac"], "do": "stay"}
    asked, _ = talk(phase(state, "movement"), "activate", answers)
    texts = {question.field: question.text for question in asked}
    assert before in texts["group_before"] and afterwards in texts["group_after"]


@pytest.mark.parametrize(
    ("slow", "house", "words"),
    [
        (False, {}, "at least 5 cm, to more than 1 cm from friends and 5 cm from enemies"),
        (True, {}, "at least 5 cm, to more than 1 cm from friends and 5 cm from enemies"),
        (False, {"slow-retreat": "capped"}, "at least 5 cm, to more than 1 cm from friends and 5 cm from enemies"),
        (True, {"slow-retreat": "capped"}, "at least 5 cm and at most 5 cm, to more than 1 cm from friends"),
        (True, {"retreat-push": "others"}, "5 cm; units that are too near give way"),
    ],
)
def test_a_retreat_is_asked_as_the_house_plays_it(slow: bool, house: Mapping[str, str], words: str) -> None:
    """TT-RET-1, TT-R14, TT-R15: a Slow unit has a limit only by house rule; where others give way there is room."""
    assert retreat_words(slow, TT.read_house(house, "house")).startswith(words)


def test_the_price_of_an_entry_is_told_as_the_house_plays_it() -> None:
    more = [{"id": "trm", "unit": "terminator-squad"}]
    each, together = (
        offered(phase(of(marines=more, house={"ambush-cost": value}), "movement"), "i")[0].detail
        for value in ("per-unit", "per-group")
    )
    assert "2 command points each" in each and "2 command points for all together" in together


@pytest.mark.parametrize("value", ["shooting-and-barrage", "per-phase"])
def test_the_table_says_how_often_an_enemy_is_attacked(value: str) -> None:
    page = GAME.board(phase(of(house={"attacked-once": value}), "shooting"), "a")
    told = " ".join(block.text for block in page.blocks if hasattr(block, "text"))
    assert TT.reference.house.switches["attacked-once"].meaning_of(value) in told
