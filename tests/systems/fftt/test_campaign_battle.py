"""Attacks of a campaign that are fought as battles: whatever comes of them is taken back."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Given, Replay
from tabletop_cli.core.errors import Refused
from tabletop_cli.core.play.asking import Making
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.system import System
from tabletop_cli.core.testing.playing_out import FairSource, any_event

pytest.importorskip("tabletop_cli.systems.fftt.turn")
MAP = Path(__file__).parents[3] / "armies" / "fftt" / "maps" / "three-craters.setup.toml"
MOST = 1_500  # events of a battle


def attacked(system: System, **house: str) -> Any:
    """A campaign in which a swarm is attacked in its nest, and machina has sent two sentinels to help it."""
    setup = tomllib.loads(MAP.read_text(encoding="utf-8")) | {"house": house}
    setup["routes"].append({"between": ["Fairway", "Thornfield"]})
    setup["players"][1] |= {"ability": "berserk"}
    setup["armies"]["Swarm"]["units"][0] |= {"commander": True}
    state = system.games["campaign"].begin(setup, system)
    for event in (
        {"do": "order", "dice": [6, 1, 2]},
        {"do": "move", "army": "Lantern", "path": ["Thornfield"]},
        {"do": "respond", "by": "teo", "action": "fight"},
        {"do": "detach", "army": "Column", "units": [{"unit": "sentinel", "count": 2}], "helps": "teo"},
    ):
        bare = {key: value for key, value in event.items() if key != "dice"}
        state, _ = system.games["campaign"].play(state, bare, Given(event.get("dice", [])))
    return state


def fought(system: System, setup: Any, seed: int) -> Any:
    """The battle's final state for machines, after events at random; a side that is tired of it surrenders."""
    chance = Random(seed)
    state = system.game.begin(setup, system)
    for _ in range(MOST):
        made = any_event(system, state, chance, ("surrender", "end"), source=FairSource(chance))
        if made is None:
            break
        event, progress, _ = made
        state, _ = system.game.play(state, event, Replay(progress.rolls))
    while not system.game.over(state):
        tired = chance.choice(list(system.game.view(state)["lost"]))
        with suppress(Refused):  # it is gone already
            state, _ = system.game.play(state, {"do": "surrender", "side": tired}, Given(()))
    return system.game.view(state)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_whatever_comes_of_a_battle_is_taken_back(seed: int) -> None:
    system = registry.load("fftt")
    campaign = system.games["campaign"]
    state = attacked(system, **({"queen-is-hq": "yes"} if seed % 2 else {}))
    linked = campaign.linked(state)
    assert linked is not None
    view = fought(system, linked.setup, seed)
    event: Any = linked.result(view)
    after, result = campaign.play(state, event, Given(()))
    assert result["step"] == "moves"
    assert sum(event["fp_killed"].values()) <= sum(view["lost"].values())
    alive = sum(one["state"] != "dead" for one in view["figures"].values())
    assert sum(one["count"] for units in event["survivors"].values() for one in units) <= alive
    assert {name for name, one in campaign.view(after)["players"].items() if one["fought"]} == {
        "nadia",
        "teo",
        "unit-9",
    }


def test_the_players_throw_for_the_initiative_by_their_own_names() -> None:
    system = registry.load("fftt")
    linked = system.games["campaign"].linked(attacked(system))
    assert linked is not None
    state = system.game.begin(linked.setup, system)
    first = Making(system, system.game, state).chances_by_name(Progress("initiative", {}))
    assert first.keys() == {"nadia", "teo", "unit-9"}
    dice = Given([1, 2, 6, 6, 3, 3])
    after, found = system.game.play(state, {"do": "initiative"}, dice)
    assert after.initiative == found["winner"] == "teo"
    assert [step.text for step in dice.steps[1:]] == ["nadia 3, teo 12, unit-9 6: teo has it"]
