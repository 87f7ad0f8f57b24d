"""What a battle of a campaign leaves behind: abilities that are kept, kills that are proposed."""

from __future__ import annotations

import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.errors import Refused
from tabletop_cli.core.system import System
from tabletop_cli.systems.fftt.campaign.battles import SURVIVORS, dead_by_foes, killed_by_foes
from tabletop_cli.systems.fftt.campaign.forces import Figures, grown

MAPS = Path(__file__).parents[3] / "armies" / "fftt" / "maps"


@pytest.fixture
def fftt() -> System:
    return registry.load("fftt")


def map_of(name: str, **more: Any) -> dict[str, Any]:
    return tomllib.loads((MAPS / f"{name}.setup.toml").read_text(encoding="utf-8")) | more


def played(system: System, setup: dict[str, Any], *events: dict[str, Any]) -> Any:
    """The state of the campaign after some events, each of which is allowed."""
    campaign = system.games["campaign"]
    state = campaign.begin(setup, system)
    for event in events:
        dice = Given(event.get("dice", ()))
        state, _ = campaign.play(state, {key: one for key, one in event.items() if key != "dice"}, dice)
    return state


def test_an_ability_for_experience_is_thrown_once_and_kept(fftt: System) -> None:
    """From battle to battle, beside that of a commander in chief; a general's for one battle is not kept (XP-1)."""
    battle, campaign = fftt.games["battle"], fftt.games["campaign"]
    setup = map_of("red-river", week=2)
    setup["players"][1]["ability"] = "berserk"
    dogs, queen = (
        {"unit": "razor-dog", "count": 2, "xp": 33},
        {"unit": "queen", "count": 1, "xp": 32, "commander": True},
    )
    setup["armies"]["Swarm"]["units"] = [dogs, queen]
    attack: list[dict[str, Any]] = [
        {"do": "order", "dice": [6, 1]},
        {"do": "move", "army": "Lantern", "path": ["Long-Bridge", "Thornfield"]},
        {"do": "respond", "by": "teo", "action": "fight"},
    ]
    state = played(fftt, setup, *attack)
    linked = campaign.linked(state)
    assert linked is not None
    now = battle.begin(linked.setup, fftt)
    for figure, faces in (("Swarm-1", (2, 2)), ("Swarm-3", (2, 2)), ("Lantern-2", (1, 1))):
        now, _ = battle.play(now, {"do": "ability", "figure": figure}, Given(faces))
    over = {"over": {"winner": "teo", "by": "agreed"}}
    event: Any = linked.result({**battle.view(now), **over})
    assert not any("ability" in one for one in event["survivors"]["Lantern"])
    dog, twin = {"unit": "razor-dog", "count": 1, "xp": 33, "ability": "iron"}, {**dogs, "count": 1}
    assert event["survivors"]["Swarm"] == [{**queen, "ability": "iron"}, twin, dog]
    after, _ = campaign.play(state, event, Given(()))
    assert campaign.view(after)["armies"]["Swarm"]["units"] == event["survivors"]["Swarm"]
    setup["armies"]["Swarm"]["units"] = event["survivors"]["Swarm"]
    again = campaign.linked(played(fftt, setup, *attack))
    assert again is not None
    figures: Any = again.setup["figures"]
    assert [figures[f"Swarm-{n}"].get("abilities", []) for n in (1, 2, 3)] == [["berserk", "iron"], [], ["iron"]]
    now = battle.begin(again.setup, fftt)
    assert again.result({**battle.view(now), **over})["survivors"] == event["survivors"]
    now, _ = battle.play(now, {"do": "initiative"}, Given((6, 1, 2, 1)))
    for figure in ("Swarm-1", "Swarm-3"):
        with pytest.raises(Refused, match="has had its throw"):
            battle.play(now, {"do": "ability", "figure": figure}, Given((2, 2)))
    now, result = battle.play(now, {"do": "ability", "figure": "Swarm-2"}, Given((1, 1)))
    thrown: Any = again.result({**battle.view(now), **over})
    assert {"unit": "razor-dog", "count": 1, "xp": 33, "ability": result["ability"]} in thrown["survivors"]["Swarm"]


def test_who_had_an_ability_comes_back_first() -> None:
    """It can have become fewer others than who had none, who may have got any in the battle (XP-1)."""

    def sniper(xp: int, ability: str | None = None) -> Figures:
        return Figures(unit="sniper", count=1, xp=xp, ability=ability)

    before = (sniper(32), sniper(32, "iron"))
    assert grown(before, (sniper(32, "iron"), sniper(33, "doc")))
    assert not grown(before, (sniper(33, "doc"), sniper(34, "doc")))
    assert not grown(before, (sniper(33, "doc"), sniper(31)))
    assert not grown(before, (*before, sniper(32)))


def test_what_hatched_keeps_the_ability_that_it_has_thrown(fftt: System) -> None:
    """It had none before the battle, so the first that it got is its own (BUG-2, XP-1)."""
    state = played(
        fftt,
        map_of("red-river", week=2),
        {"do": "order", "dice": [6, 1]},
        {"do": "move", "army": "Lantern", "path": ["Long-Bridge", "Thornfield"]},
        {"do": "respond", "by": "teo", "action": "fight"},
    )
    battle, linked = fftt.games["battle"], fftt.games["campaign"].linked(state)
    assert linked is not None
    view = battle.view(battle.begin(linked.setup, fftt))
    born = {"side": "teo", "unit": "razor-dog", "xp": 33, "state": "fit", "abilities": ["iron"]}
    event: Any = linked.result(
        {**view, "figures": {**view["figures"], "egg-1": born}, "over": {"winner": "teo", "by": "agreed"}}
    )
    assert {"unit": "razor-dog", "count": 1, "xp": 33, "ability": "iron"} in event["survivors"]["Swarm"]


@pytest.mark.parametrize(("helps", "killer"), [("nadia", "teo"), ("teo", "nadia"), (None, "nadia")])
def test_who_helps_is_killed_by_those_whom_he_fights(fftt: System, helps: str | None, killer: str) -> None:
    """Not by the main player whom he helps: nobody has victory points for the commander of an ally (CAMP-10)."""
    setup = map_of("three-craters")
    setup["routes"].append({"between": ["Fairway", "Thornfield"]})
    setup["armies"]["Column"]["units"].append({"unit": "terminator", "count": 1, "commander": True})
    state = played(
        fftt,
        setup,
        {"do": "order", "dice": [6, 1, 2]},
        {"do": "move", "army": "Lantern", "path": ["Thornfield"]},
        {"do": "respond", "by": "teo", "action": "fight"},
        {
            "do": "detach",
            "army": "Column",
            "units": [{"unit": "terminator", "count": 1, "commander": True}],
            "helps": helps,
        },
    )
    battle, campaign = fftt.games["battle"], fftt.games["campaign"]
    linked = campaign.linked(state)
    assert linked is not None
    view = battle.view(battle.begin(linked.setup, fftt))
    figures = {name: {**one, "state": "dead"} if name == "Column-1" else one for name, one in view["figures"].items()}
    event: Any = linked.result({**view, "figures": figures, "over": {"winner": "nadia", "by": "agreed"}})
    assert event["commanders_killed"] == {"unit-9": killer}
    place: Any = SimpleNamespace(state=state, event=SimpleNamespace(survivors=SURVIVORS.read(event["survivors"], "")))
    assert dead_by_foes(place) == {"unit-9": killer}
    assert killed_by_foes(place) == {killer: 1}
