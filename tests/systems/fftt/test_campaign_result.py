"""What a battle of a campaign leaves behind: abilities that are kept, kills that are proposed."""

from __future__ import annotations

import sys
import tomllib
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tabletop_cli.cli.battle.fight import fight_linked_game
from tabletop_cli.cli.session import Session
from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.errors import Refused, TabletopError
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.linked import Linked
from tabletop_cli.core.play.offers import find_offers
from tabletop_cli.core.system import System
from tabletop_cli.prompts.lines import Lines
from tabletop_cli.systems.fftt.campaign.battles import SURVIVORS, dead_by_foes, killed_by_foes
from tabletop_cli.systems.fftt.campaign.forces import Figures, is_same_force
from tabletop_cli.systems.fftt.units import UNITS

NOW = "2026-05-01T12:00:00Z"
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
        with pytest.raises(Refused, match="has had its roll"):
            battle.play(now, {"do": "ability", "figure": figure}, Given((2, 2)))
    now, result = battle.play(now, {"do": "ability", "figure": "Swarm-2"}, Given((1, 1)))
    thrown: Any = again.result({**battle.view(now), **over})
    assert {"unit": "razor-dog", "count": 1, "xp": 33, "ability": result["ability"]} in thrown["survivors"]["Swarm"]


def test_who_had_an_ability_comes_back_first() -> None:
    """It can have become fewer others than who had none, who may have got any in the battle (XP-1)."""

    def sniper(xp: int, ability: str | None = None) -> Figures:
        return Figures(unit=UNITS.printed["sniper"], count=1, xp=xp, ability=ability)

    before = (sniper(32), sniper(32, "iron"))
    assert is_same_force(before, (sniper(32, "iron"), sniper(33, "doc")))
    assert not is_same_force(before, (sniper(33, "doc"), sniper(34, "doc")))
    assert not is_same_force(before, (sniper(33, "doc"), sniper(31)))
    assert not is_same_force(before, (*before, sniper(32)))


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
    """Not by the main player whom he helps; of who helps nobody, the players say who it was (CAMP-10)."""
    setup = map_of("three-craters")
    setup["routes"].append({"between": ["Fairway", "Thornfield"]})
    setup["armies"]["Column"]["units"].append({"unit": "terminator", "count": 1, "commander": True})
    sent = [{"unit": "terminator", "count": 1, "commander": True}]
    state = played(
        fftt, setup, *attack("Thornfield"), {"do": "detach", "army": "Column", "units": sent, "helps": helps}
    )
    view = fftt.game.view(fftt.game.begin(inside(fftt, state).setup, fftt))
    figures = {name: {**one, "state": "dead"} if name == "Column-1" else one for name, one in view["figures"].items()}
    final = {**view, "figures": figures, "over": {"winner": "nadia", "by": "agreed"}}
    event: Any = inside(fftt, state).result(final)
    assert (event["fp_killed"], event["commanders_killed"]) == ({killer: 1}, {"unit-9": killer})
    assert inside(fftt, state).unsure(final) == (() if helps else ("fp_killed", "commanders_killed"))
    place: Any = SimpleNamespace(state=state, event=SimpleNamespace(survivors=SURVIVORS.read(event["survivors"], "")))
    assert dead_by_foes(place) == {"unit-9": killer}
    assert killed_by_foes(place) == {killer: 1}


# --- victory points


def attack(*path: str) -> tuple[dict[str, Any], ...]:
    """Lantern marches there, and teo fights."""
    return (
        {"do": "order", "dice": [6, 1, 2]},
        {"do": "move", "army": "Lantern", "path": list(path)},
        {"do": "respond", "by": "teo", "action": "fight"},
    )


def inside(system: System, state: Any) -> Linked:
    """The battle that the campaign waits for."""
    linked = system.games["campaign"].linked(state)
    assert linked is not None
    return linked


def fought(system: System, setup: Any, *events: dict[str, Any]) -> Any:
    """The state of a battle for machines after some events, each of which is allowed."""
    state = system.game.begin(setup, system)
    for event in events:
        bare = {key: one for key, one in event.items() if key != "dice"}
        state, _ = system.game.play(state, bare, Given(event.get("dice", ())))
    return system.game.view(state)


def at_the_nest(swarm: dict[str, int], **more: Any) -> dict[str, Any]:
    """The three craters, with a swarm of these units in Thornfield; Lantern stands next to it."""
    setup = map_of("three-craters", **more)
    setup["routes"].append({"between": ["Fairway", "Thornfield"]})
    setup["armies"]["Swarm"]["units"] = [{"unit": one, "count": n} for one, n in swarm.items()]
    return setup


def shot(by: str, at: str) -> dict[str, Any]:
    """A hit from close by, whatever the modifiers; one wound."""
    return {"do": "fire", "figure": by, "target": at, "distance": 5, "dice": [1, 2]}


BEGIN: tuple[dict[str, Any], ...] = (
    {"do": "initiative", "dice": [6, 6, 1, 1]},
    {"do": "choose-first", "by": "nadia", "first": "teo"},
)
GONE_OFF: tuple[dict[str, Any], ...] = (
    {"do": "next"},
    {"do": "go-off", "figure": "Swarm-1"},
    {"do": "blast", "source": "Swarm-1", "distances": {"Swarm-4": 1}},
)


def test_victory_points_are_those_of_the_dead_whoever_shot(fftt: System) -> None:
    """One is shot, one by two together of whom nobody was credited, two are dead of an explosion (CAMP-10, R54)."""
    setup = at_the_nest({"bomb-bug": 1, "drone": 4})
    shots = shot("Lantern-2", "Swarm-2"), shot("Lantern-3", "Swarm-3"), shot("Lantern-4", "Swarm-3")
    state = played(fftt, setup, *attack("Thornfield"))
    view = fought(fftt, inside(fftt, state).setup, *BEGIN, *shots, *GONE_OFF, {"do": "surrender", "side": "teo"})
    assert sum(one["xp"] for one in view["figures"].values()) == 1
    event: Any = inside(fftt, state).result(view)
    assert event["fp_killed"] == {"nadia": 4}
    _, result = fftt.games["campaign"].play(state, event, Given(()))
    assert result["vp"] == {"nadia": 4}


def test_a_commander_who_is_dead_before_his_side_surrenders_counts(fftt: System) -> None:
    setup = at_the_nest({"queen": 1, "drone": 3})
    setup["armies"]["Swarm"]["units"].append({"unit": "drone", "count": 1, "commander": True})
    state = played(fftt, setup, *attack("Thornfield"))
    events = (*BEGIN, shot("Lantern-2", "Swarm-4"), {"do": "next"}, {"do": "surrender", "side": "teo"})
    event = inside(fftt, state).result(fought(fftt, inside(fftt, state).setup, *events))
    _, result = fftt.games["campaign"].play(state, event, Given(()))
    assert result["vp"] == {"nadia": 1 + 3}


def test_who_surrenders_after_a_volley_has_lost_whom_it_killed(fftt: System) -> None:
    """Nobody denies victory points with a word before the end of the step (END-2, CAMP-10)."""
    state = played(fftt, at_the_nest({"queen": 1, "drone": 3}), *attack("Thornfield"))
    shots = shot("Lantern-2", "Swarm-1"), shot("Lantern-3", "Swarm-2"), shot("Lantern-4", "Swarm-2")
    over = {"do": "surrender", "side": "teo", "credits": [{"victim": "Swarm-2", "figure": "Lantern-4"}]}
    event: Any = inside(fftt, state).result(fought(fftt, inside(fftt, state).setup, *BEGIN, *shots, over))
    after, result = fftt.games["campaign"].play(state, event, Given(()))
    assert result["vp"] == {"nadia": 2}
    grunts = [one for one in fftt.games["campaign"].view(after)["armies"]["Lantern"]["units"] if one["unit"] == "grunt"]
    assert grunts == [{"unit": "grunt", "count": 5}, {"unit": "grunt", "count": 2, "xp": 1}]


def test_flanks_of_a_campaigns_battle_are_asked_for_and_come_back(fftt: System) -> None:
    """Each player may hide a quarter of what fights there; who has not come at the end is no victim (FLANK-1)."""
    state = played(fftt, at_the_nest({"queen": 1, "drone": 4}), *attack("Thornfield"))
    setup = inside(fftt, state).setup
    free = [
        one.progress.answers
        for one in find_offers(fftt, fftt.game, fftt.game.begin(setup, fftt))
        if one.due and not one.barred
    ]
    assert free == [{"by": "nadia"}, {"by": "teo"}]
    hidden: Any = (
        {"do": "flanks", "by": "nadia", "figures": ["Lantern-2", "Lantern-3"]},
        {"do": "flanks", "by": "teo"},
    )
    view = fought(fftt, setup, *hidden, *BEGIN, {"do": "surrender", "side": "nadia"})
    assert [one for one, figure in view["figures"].items() if not figure["on_table"]] == ["Lantern-2", "Lantern-3"]
    event = inside(fftt, state).result(view)
    assert event["fp_killed"] == {} and "Lantern" not in event["survivors"]


HELPED: tuple[dict[str, Any], ...] = (
    *attack("Thornfield"),
    {"do": "detach", "army": "Column", "units": [{"unit": "sentinel", "count": 2}], "helps": "teo"},
)
OF_THREE: tuple[dict[str, Any], ...] = (
    {"do": "initiative", "dice": [6, 6, 1, 1, 1, 1]},
    {"do": "choose-first", "by": "nadia", "first": "teo"},
    *(shot(by, "Lantern-2") for by in ("Column-1", "Column-2")),
    shot("Lantern-3", "Swarm-2"),
    {"do": "next"},
)


def test_of_three_players_the_battle_knows_who_was_credited(fftt: System) -> None:
    """Nadia fights two: of hers, those have killed who were credited with it; hers are all others that are dead."""
    state = played(fftt, at_the_nest({"bomb-bug": 1, "drone": 4}), *HELPED)
    credited = {"do": "credit", "victim": "Lantern-2", "figure": "Column-2"}
    over = {"do": "surrender", "side": "nadia"}
    final = fought(fftt, inside(fftt, state).setup, *OF_THREE, credited, over)
    assert inside(fftt, state).result(final)["fp_killed"] == {"nadia": 1, "unit-9": 1}
    assert inside(fftt, state).unsure(final) == ()


def test_whom_nobody_was_credited_with_is_asked_for_where_three_fight(
    fftt: System, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The result is not taken back before somebody has said it, here or at once (CAMP-10)."""
    with Store(tmp_path / "battles.sqlite") as store:
        setup = at_the_nest({"bomb-bug": 1, "drone": 4})
        around = Battle.create(store, fftt, "crater", setup, NOW, "campaign")
        for one in HELPED:
            around.play_event({key: value for key, value in one.items() if key != "dice"}, one.get("dice"), NOW)
        fight_linked_game(Session(plain=True), store, around, [])
        battle = Battle.open(store, next(one.header.id for one in store.list_battles() if one.header.kind == "battle"))
        blown_up = {"do": "blast", "source": "Swarm-1", "distances": {"Lantern-3": 1}}
        for one in (*OF_THREE, {"do": "go-off", "figure": "Swarm-1"}, blown_up, {"do": "surrender", "side": "nadia"}):
            battle.play_event({key: value for key, value in one.items() if key != "dice"}, one.get("dice"), NOW)
        with pytest.raises(TabletopError, match="How many FP has each player killed") as wrong:
            fight_linked_game(Session(plain=True), store, around, [])
        assert "campaign fight crater fp_killed='nadia: 2, teo: 2'" in wrong.value.hint
        asker = Lines(StringIO("nadia: 2, teo: 1, unit-9: 1\n"), sys.stdout)
        fight_linked_game(Session(plain=True), store, around, [], asker)
        assert "How many FP has each player killed? (such as: ann: 4, bob: 2) [Enter: nadia: 2, teo: 2]" in (
            capsys.readouterr().out
        )
        vp = {name: one["vp"] for name, one in around.game.view(around.state)["players"].items()}
        assert vp == {"nadia": 2, "teo": 1, "unit-9": 1}
        around.undo(NOW)
        fight_linked_game(Session(plain=True), store, around, ["fp_killed=nadia: 2, unit-9: 2"])
        assert around.game.view(around.state)["players"]["unit-9"]["vp"] == 2
