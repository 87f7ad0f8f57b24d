"""What td says of its decisions, sentence by sentence; `test_explains.py` beside this folder asks what all must say."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.systems.td.actions import BANS
from tabletop_cli.systems.td.melee import Pool
from tabletop_cli.systems.td.sighting import arc_of
from tabletop_cli.systems.td.tables import (
    GUNS,
    HANDIWORK,
    MISSIONS,
    RESULTS,
    TERRAIN,
    VEHICLES,
    printed_kind,
    status_name,
    terrain_name,
    words,
)

from ..test_cases import of_system

RESOLVED = [case for case in of_system("td") if case.request.get("do") == "resolve" and case.expect.get("ok")]


def settled(resolver: str, dice: list[int] | None = None, **situation: Any) -> tuple[dict[str, Any], list[str]]:
    """The outcome of a resolver and its steps in words."""
    request = {"do": "resolve", "system": "td", "resolver": resolver, "situation": situation, "dice": dice or []}
    found = reply_to_request(request)
    assert found["ok"], found
    return found["outcome"], [step["text"] for step in found["steps"]]


def test_every_ban_has_a_sentence() -> None:
    """Each ban is met by a case, so its sentence is said there: none is the bare word of its reason."""
    told = {
        rule: step["text"]
        for case in RESOLVED
        if case.request["resolver"] == "can-act"
        for found in [reply_to_request(case.request)]
        for step, rule in zip(found["steps"], found["outcome"]["blocked_by"], strict=False)
    }
    assert told.keys() == BANS.keys()
    assert all(text.endswith(".") and " " in text for text in told.values())


@pytest.mark.parametrize(
    ("resolver", "situation", "sentence"),
    [
        (
            "group-cost",
            {"unit": {"size": 5, "alive": 2}, "action": "move", "participants": 3},
            "3 models cannot take part: 2 of 5 are left.",
        ),
        (
            "group-cost",
            {"unit": {"size": 5}, "action": "move", "participants": 1},
            "1 model would take part: 2 to 5 allowed.",
        ),
        (
            "group-cost",
            {"unit": {"size": 5, "alive": 1}, "action": "move", "participants": 1},
            "1 model would take part: 2 are needed, and 1 of 5 is left.",
        ),
        ("reactive-fire", {"weapon": "hmg", "tokens": 2}, "2 reload markers: no reactive fire before 2 reloads."),
        ("smoke", {"size": "light", "missions": 0}, "It has 0 fire missions left and needs 1."),
        (
            "cc-round",
            {"attacker": {"cc": 0}, "defender": {"cc": 2}},
            "Close combat dice: attacker 0, defender 2. A side without any has lost already.",
        ),
        (
            "cc-casualties",
            {"pot": {"cc": 3, "armour": 3}, "models": [{"id": "t", "dice": 3, "armour": 4}], "allot": {"t": 2}},
            "3 points of armour to lose, 2 allotted.",
        ),
        (
            "cc-round",
            {
                "attacker": {"cc": 2},
                "defender": {"cc": 2, "armour": 2},
                "placement": {"defender": {"armour": [1]}},
                "house": {"close_combat": "variant-2"},
            },
            "Defender: 2 armour dice to place, 1 placed.",
        ),
    ],
)
def test_a_refusal_says_both_numbers(resolver: str, situation: dict[str, Any], sentence: str) -> None:
    outcome, told = settled(resolver, **situation)
    assert outcome["legal"] is False
    assert told[-1] == sentence


@pytest.mark.parametrize(
    ("target", "dice", "told"),
    [
        ({}, [1, 2, 3], "0 hits on a steady model: no effect"),
        ({"status": "pinned"}, [5, 2, 3], "1 hit on a pinned model: stays pinned"),
        ({"status": "suppressed"}, [5, 5, 3], "2 hits on a suppressed model: out of action"),
        ({"fast": True}, [5, 2, 3], "1 hit on a steady model: no effect, fast models are never pinned"),
    ],
)
def test_hits_are_told_as_at_the_table(target: dict[str, Any], dice: list[int], told: str) -> None:
    assert told in settled("direct-fire", dice, weapon="infantry", target=target)[1]


def test_a_hedge_that_does_not_count_is_told() -> None:
    crossed = {"linear_cover": "crossed"}
    _, told = settled("cover", fire="direct", target={"next_to_linear": True}, house=crossed)
    assert told == ["no cover: the line of fire does not cross the hedge, wall or fence beside it"]


def test_a_pot_below_every_model_costs_nobody() -> None:
    models = [{"id": "one", "dice": 2}, {"id": "two", "dice": 2}]
    assert settled("cc-casualties", pot={"cc": 1}, models=models)[1] == [
        "1 die in the pot, every model is worth more: none is removed"
    ]


def test_only_columns_with_armour_are_told_one_by_one() -> None:
    """A round without armour is its drawing and its sum; tokens that nothing could be worn down with are not drawn."""
    found = reply_to_request(
        {
            "do": "resolve",
            "system": "td",
            "resolver": "cc-round",
            "situation": {"attacker": {"cc": 2, "tokens": 1}, "defender": {"cc": 2}},
            "dice": [6, 3, 5, 4],
        }
    )
    assert [step["text"] for step in found["steps"][1:]] == [
        "highest first, column by column (at: the attacker wins, de: the defender, =: a draw)",
        "attacker loses 1 die; defender 1 die",
        "left: attacker 1 die, 1 token; defender 1 die",
    ]
    assert found["steps"][1]["drawing"] == [
        ["column", "1", "2"],
        ["attacker", "6", "3"],
        ["defender", "5", "4"],
        ["wins", "at", "de"],
    ]


def test_a_token_stands_beside_the_die_of_its_side() -> None:
    _, told = settled("cc-round", [5, 3, 6], attacker={"cc": 1, "tokens": 1}, defender={"cc": 1, "armour": 1})
    assert "column 1: 5 leads 3, against armour 6 less 1 for the token, 5: a draw" in told


@pytest.mark.parametrize(
    ("pool", "told"),
    [
        (Pool(cc=10, armour=4, tokens=1), "10 dice, 4 armour dice, 1 token"),
        (Pool(cc=1), "1 die"),
        (Pool(cc=0), "no dice"),
    ],
)
def test_a_pool_in_words(pool: Pool, told: str) -> None:
    assert pool.words == told


def test_what_is_named_has_a_name() -> None:
    assert [status_name(status) for status in RESULTS] == ["steady", "pinned", "suppressed", "out of action"]
    assert [terrain_name(terrain) for terrain in TERRAIN][:2] == ["open ground", "rough ground"]
    assert set(words("handiwork")) == set(HANDIWORK)
    assert set(words("missions")) == set(MISSIONS)
    assert "b" not in {mission["key"] for mission in words("missions").values()}  # b goes back


def test_weapons_and_their_targets() -> None:
    guns = [GUNS.printed[one] for one in ("hmg", "hand-held-gun", "light-gun")]
    assert [gun.can_fire(at_vehicle=False) for gun in guns] == [True, False, True]
    assert [gun.can_fire(at_vehicle=True) for gun in guns] == [False, True, True]


@pytest.mark.parametrize(("heavy_tank_arc", "arc"), [(180, 180), (90, 90)])
def test_arcs_of_models(heavy_tank_arc: int, arc: int) -> None:
    house = registry.load("td").reference.house.read({"heavy_tank_arc": heavy_tank_arc})
    kinds = [printed_kind("infantry"), printed_kind("hmg"), printed_kind("spotter")]
    kinds += [VEHICLES.printed[one] for one in ("light-mech", "heavy-tank")]
    assert [arc_of(one, house) for one in kinds] == [360, 90, 360, 90, arc]
