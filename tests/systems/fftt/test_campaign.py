"""The campaign of FFTT as people play it: at random, from its maps, in its script, through a crash, on its map."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections import Counter
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.battle.script import play_scenes, read_script
from tabletop_cli.cli.battle.table_settings import TableSettings
from tabletop_cli.cli.session import Session
from tabletop_cli.core import registry, testing
from tabletop_cli.core.declare.catalogue import PRINTED
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.page import Table
from tabletop_cli.core.play.asking import Making
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.viewpoint import View
from tabletop_cli.core.system import System
from tabletop_cli.core.testing import kit
from tabletop_cli.prompts.lines import Lines
from tabletop_cli.render import render_pages
from tabletop_cli.render.paper import sheets_data
from tabletop_cli.render.paper.pdf import sheets_pdf
from tabletop_cli.systems.fftt.campaign.battles import SURVIVORS
from tabletop_cli.systems.fftt.campaign.forces import Figures, UnitsKind, broken_constraints
from tabletop_cli.systems.fftt.campaign.moves import figures_worth
from tabletop_cli.systems.fftt.units import FACTIONS, UNITS

ARMIES = Path(__file__).parents[3] / "armies" / "fftt"
SCHEMAS = ARMIES.parents[1] / "schemas"
MAPS = sorted((ARMIES / "maps").glob("*.setup.toml"))
NOW = "2026-05-01T12:00:00Z"


@pytest.fixture(scope="module")
def fftt() -> System:
    """FFTT whose game is the campaign, for the kit plays that."""
    system = registry.load("fftt")
    return replace(system, game_from=lambda: system.games["campaign"], other_games={})


def test_its_declarations_keep_what_every_game_promises(fftt: System) -> None:
    kit.check_events(fftt)
    kit.check_declarations(fftt)
    kit.check_schemas(fftt)


def map_of(name: str, **more: Any) -> dict[str, Any]:
    return tomllib.loads((ARMIES / "maps" / f"{name}.setup.toml").read_text(encoding="utf-8")) | more


def played(system: System, setup: dict[str, Any], *events: dict[str, Any]) -> Any:
    """The state after some events, each of which is allowed."""
    state = system.game.begin(setup, system)
    for event in events:
        dice = Given(event.get("dice", ()))
        state, _ = system.game.play(state, {key: one for key, one in event.items() if key != "dice"}, dice)
    return state


def test_there_are_maps_for_two_three_and_four(fftt: System) -> None:
    states = [fftt.game.begin(tomllib.loads(path.read_text(encoding="utf-8")), fftt) for path in MAPS]
    assert sorted(len(state.players) for state in states) == [2, 3, 4]
    assert all(state.week == 1 for state in states)


def test_the_maps_and_the_events_fit_the_schemas() -> None:
    setups, events = (
        Draft7Validator(json.loads((SCHEMAS / f"fftt.campaign-{kind}.schema.json").read_text(encoding="utf-8")))
        for kind in ("setup", "event")
    )
    for path in MAPS:
        assert [wrong.message for wrong in setups.iter_errors(tomllib.loads(path.read_text(encoding="utf-8")))] == []
    for event in json.loads((ARMIES / "red-river.script.json").read_text(encoding="utf-8"))["events"]:
        assert list(events.iter_errors({key: one for key, one in event.items() if key != "say"})) == []
    assert not events.is_valid({"do": "move", "army": "Lantern"})


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"places": {}}, "Deep-Nest"),
        ({"routes": [{"between": ["Lowgate", "Lowgat"]}]}, "Lowgat - Lowgate: no place Lowgat"),
        ({"routes": [{"between": ["Lowgate", "Millside"]}, {"between": ["Millside", "Lowgate"]}]}, "Lowgate and Mills"),
        ({"armies": {"Sun": {"player": "nadia", "place": "Saltpan", "units": []}}}, "Saltpan belongs to teo"),
    ],
)
def test_messages_about_a_map_name_its_places(fftt: System, change: dict[str, Any], word: str) -> None:
    with pytest.raises(Malformed, match=word) as wrong:
        fftt.game.begin(map_of("red-river", **change), fftt)
    assert wrong.value.code == "bad-setup"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_campaigns_at_random(fftt: System, seed: int) -> None:
    """What is offered is accepted, and the log leads to the same state, on all maps."""
    name = MAPS[seed % len(MAPS)].name.partition(".")[0]
    house = {"queen-is-hq": "yes", "pass-through": "blocked"} if seed % 2 else {}
    avoid = ("split", "merge", "done", "buy") if seed % 3 else ()
    setup = map_of(name, house=house)
    events = testing.play_out(registry.load("fftt"), setup, seed=seed, events=50, avoid=avoid, game="campaign")
    assert len(events) == 50


@pytest.mark.slow
def test_campaigns_at_random_reach_every_event(fftt: System) -> None:
    """A walk that never comes to a battle would prove little."""
    seen: Counter[str] = Counter()
    for seed in range(100, 140):
        setup = map_of(MAPS[seed % len(MAPS)].name.partition(".")[0], week=5, months=None)
        for place in setup["places"].values():
            place["saved"] = 12
        avoid = ("split", "merge") if seed % 4 else ()  # which are always possible
        whole = registry.load("fftt")
        played = testing.play_out(whole, setup, seed=seed, events=40, avoid=avoid, game="campaign")
        seen.update(str(event["do"]) for event in played)
        if seen.keys() >= fftt.game.events.keys():
            return
    assert sorted(fftt.game.events.keys() - seen.keys()) == []


def test_units_are_typed_in_words() -> None:
    kind = UnitsKind()
    assert kind.parse("2 grunt, 1 hq", "") == (
        Figures(unit=UNITS.printed["grunt"], count=2),
        Figures(unit=UNITS.printed["hq"], count=1),
    )
    assert kind.parse("engineer commander, 3 acid spitter xp 8, razor", "") == (
        Figures(unit=UNITS.printed["acid-spitter"], count=3, xp=8),
        Figures(unit=UNITS.printed["engineer"], count=1, commander=True),
        Figures(unit=UNITS.printed["razor-dog"], count=1),
    )
    for text in ("2 grunt, 1 hq", "1 engineer commander, 3 razor-dog xp 8", "2 tank xp 40 ability iron", "none"):
        assert kind.to_words(kind.from_words(text, "")) == text
    assert SURVIVORS.to_words(SURVIVORS.from_words("A: 2 grunt, hq; B: none", "")) == "A: 2 grunt, 1 hq; B: none"
    with pytest.raises(Malformed, match="2 grunt has no colon"):
        SURVIVORS.from_words("2 grunt; B: none", "")
    assert kind.parse("none", "") == kind.parse("", "") == ()
    with pytest.raises(Malformed, match="bogus"):
        kind.parse("2 bogus", "")


@pytest.mark.parametrize("fp", range(1, 12))
def test_losses_are_proposed_exactly(fp: int) -> None:
    units = UnitsKind().parse("hq, tank commander, missile tank, 2 terminator, sentinel", "")
    found = figures_worth(units, fp)
    worth = {"hq": 1, "tank": 4, "missile-tank": 3, "terminator": 1, "sentinel": 1}
    assert sum(worth[one.unit.id] * one.count for one in found) == fp
    assert fp > 7 or not any(one.commander for one in found)


def test_armies_keep_the_constraints_of_lists() -> None:
    units = UnitsKind().parse("5 grunt, 1 drone", "")
    marines, many = FACTIONS.printed["marines"], UnitsKind().parse("hq, 16 grunt, engineer commander", "")
    assert broken_constraints(marines, units, False, PRINTED).keys() == {"FFTT-A4", "FFTT-A6"}
    assert broken_constraints(marines, many, True, PRINTED).keys() == {"FFTT-A9"}


def test_the_map_tells_who_is_where(fftt: System, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    setup = map_of("red-river")
    setup["routes"][0]["minefield"] = "nadia"
    state = played(fftt, setup, {"do": "order", "dice": [6, 1]})
    assert fftt.game.map is not None
    page = fftt.game.map(state, None)
    told = render_pages(page, "text")
    assert "Millside: nadia (4), Lantern (11)\n" in told
    assert "Long-Bridge: free\n" in told
    assert "Saltpan - Tower-Hill: hazard\n" in told
    assert "Lowgate - Millside: minefield of nadia\n" in told
    drawn = render_pages(page, "terminal")
    assert max(map(len, drawn.splitlines())) <= 80
    assert all(name in drawn for name in setup["places"])


def test_the_sheets_have_everything_that_somebody_wants_to_write_on(fftt: System) -> None:
    setup = map_of("three-craters")
    setup["routes"][0]["minefield"] = "nadia"
    setup["players"][0] |= {"vp": 7, "ability": "doc"}
    setup["armies"]["Lantern"]["units"].append({"unit": "medic", "count": 1, "xp": 3, "commander": True})
    state = played(fftt, setup, {"do": "order", "dice": [6, 1, 2]})
    assert fftt.game.paper is not None
    land, hosts = fftt.game.paper(state, None)
    told = render_pages((land, hosts), "text")
    for place, one in setup["places"].items():
        assert f"{place}\n  owner: {one.get('owner', '-')}\n  saved: {one.get('saved', 0)}\n" in told
    assert "Lowgate - Fairway" not in told and "Fairway - Lowgate\n  hazard: -\n  minefield of: nadia" in told
    assert "nadia, Marines: 7 VP, 3 places, 4 FP saved; commander in chief: with Lantern, Doc" in told
    assert "1 medic (3 FP of experience, commander in chief)" in told
    setup["armies"]["Lantern"]["units"].pop()
    setup["players"][0] |= {"ability": None, "killed_week": 1}
    assert "lost in week 1, a new one from week 4" in render_pages(
        fftt.game.paper(played(fftt, setup), None)[1], "text"
    )
    weeks = [
        row[0] for block in hosts.blocks if isinstance(block, Table) and "week" in block.columns for row in block.rows
    ]
    assert len(weeks) == 10 and weeks[3] == "4, places count"


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.name.partition(".")[0])
def test_two_sheets_of_paper_are_enough(fftt: System, path: Path, paper: str) -> None:
    pytest.importorskip("typst", reason="the extra pdf is not installed")
    state = played(fftt, map_of(path.name.partition(".")[0]))
    assert fftt.game.paper is not None
    data = sheets_pdf(sheets_data(fftt.game.paper(state, None), "lake", "tabletop"), paper)
    assert len(re.findall(rb"/Type ?/Page\b(?!s)", data)) == 2


def test_a_march_under_way_survives_a_crash(fftt: System, tmp_path: Path) -> None:
    """The dice of a hazard, and the losses that it costs, are there again when the store is opened anew."""
    march = {"do": "move", "army": "Anvil", "path": ["Saltpan"]}
    with Store(tmp_path / "battles.sqlite") as store:
        campaign = Battle.create(store, registry.load("fftt"), "river", map_of("red-river"), NOW, "campaign")
        campaign.play_event({"do": "order"}, [6, 1], NOW)
        campaign.play_event(march, [1, 2], NOW)
        before = campaign.state
    with Store(tmp_path / "battles.sqlite") as store:
        again = Battle.open(store, "river")
        assert again.state == before
        assert "Anvil loses 3 FP" in View(again).headline
        again.undo(NOW)
        again.redo(NOW)
        assert again.state == before


def test_an_attack_is_a_battle_whose_result_comes_back(fftt: System) -> None:
    """Figures keep army, experience and ability; survivors, kills and the dead commander come back as an event."""
    setup = map_of("red-river")
    setup["players"][1]["ability"] = "berserk"
    setup["armies"]["Swarm"]["units"].append({"unit": "drone", "count": 1, "xp": 3})
    attack: list[dict[str, Any]] = [
        {"do": "order", "dice": [6, 1]},
        {"do": "move", "army": "Lantern", "path": ["Long-Bridge", "Thornfield"]},
    ]
    state = played(fftt, setup, *attack)
    assert fftt.game.linked(state) is None
    state = played(fftt, setup, *attack, {"do": "respond", "by": "teo", "action": "fight"})
    linked = fftt.game.linked(state)
    assert linked is not None and (linked.kind, linked.name) == ("battle", "week1-Lantern-Thornfield")
    assert (linked.setup["sides"], linked.setup["alliances"]) == (["nadia", "teo"], [])
    figures: Any = linked.setup["figures"]
    assert Counter(one["side"] for one in figures.values()) == {"nadia": 9, "teo": 10}
    assert figures["Swarm-5"] == {"side": "teo", "unit": "drone", "xp": 3}
    queen = next(name for name, one in figures.items() if one["unit"] == "queen")
    assert figures[queen]["abilities"] == ["berserk"]
    view = {
        name: {
            "side": one["side"],
            "unit": one["unit"],
            "xp": one["xp"],
            "state": "fit",
            "abilities": one.get("abilities", []),
        }
        for name, one in figures.items()
    }
    for name in (queen, "Swarm-1", "Lantern-1"):
        view[name]["state"] = "dead"
    view["Lantern-3"] |= {"xp": 5, "state": "wounded"}
    view["Swarm-2"] |= {"xp": 3, "state": "gone"}
    view["d1"] = {"side": "teo", "unit": "bomb-bug", "xp": 0, "state": "fit", "abilities": []}
    event: Any = linked.result({"figures": view, "over": {"winner": "nadia", "by": "last-standing"}})
    assert event["fp_killed"] == {"nadia": 5, "teo": 3}
    assert event["commanders_killed"] == {"teo": "nadia", "nadia": "teo"}
    assert event["to"] == {"Swarm": "Deep-Nest"}
    after, result = fftt.game.play(state, event, Given(()))
    assert (result["taken"], result["vp"]) == ("Thornfield", {"nadia": 8, "teo": 6})
    assert {"unit": "bomb-bug", "count": 1} in fftt.game.view(after)["armies"]["Swarm"]["units"]
    given_up: Any = linked.result({"figures": view, "over": {"winner": "nadia", "by": "surrender"}})
    assert "Swarm" not in given_up["survivors"] and given_up["to"] == {}
    assert given_up["commanders_killed"] == event["commanders_killed"], "who was dead before is dead"


def test_who_helps_is_an_ally_in_the_battle(fftt: System) -> None:
    attack: list[dict[str, Any]] = [
        {"do": "order", "dice": [6, 1, 2]},
        {"do": "move", "army": "Lantern", "path": ["Thornfield"]},
    ]
    setup = map_of("three-craters")
    setup["routes"].append({"between": ["Fairway", "Thornfield"]})
    fights = {"do": "respond", "by": "teo", "action": "fight"}
    helper = {"do": "detach", "army": "Column", "units": [{"unit": "sentinel", "count": 2}], "helps": "teo"}
    linked = fftt.game.linked(played(fftt, setup, *attack, fights, helper))
    assert linked is not None
    assert (linked.setup["sides"], linked.setup["alliances"]) == (["nadia", "teo", "unit-9"], [["teo", "unit-9"]])


def test_the_scripted_week_is_played_to_its_end() -> None:
    script = read_script(ARMIES / "red-river.script.json")
    results = [scene.result for scene in play_scenes(script)]
    assert all(result["ok"] for result in results), json.dumps([one for one in results if not one["ok"]])[:400]
    assert {event["do"] for event in script.events if isinstance(event, dict)} >= {
        "order",
        "move",
        "battle",
        "end-week",
    }
    assert [result["week"] for result in results if "week" in result] == [2]


def test_who_is_too_poor_for_a_minefield_hears_it_when_asked_where(fftt: System) -> None:
    setup = map_of("red-river")
    for place in setup["places"].values():
        place["saved"] = 3
    state = played(fftt, setup, {"do": "order", "dice": [6, 1]})
    where = Making(fftt, fftt.game, state).full_question(Progress("minefield", {"by": "nadia"}))
    barred = {"-".join(answer.value): answer.barred for answer in where.answers}
    assert "It takes 10 FP; 9 are saved" in barred["Lowgate-Millside"]


def test_a_new_army_gets_a_name_of_its_own(fftt: System, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setup = map_of("red-river")
    setup["armies"]["Lantern"]["units"] = [{"unit": "hq", "count": 2}, {"unit": "grunt", "count": 3}]
    with Store(tmp_path / "battles.sqlite") as store:
        battle = Battle.create(store, fftt, "river", setup, NOW)
        battle.play_event({"do": "order"}, [6, 1], NOW)
        AtTable(
            battle, Lines(StringIO("p\n\nSwarm\n\nq\n"), sys.stdout), Session(plain=True), TableSettings("full")
        ).play()
        asked = capsys.readouterr().out.partition("What is the new army called?")[2]
        assert "there is an army Swarm" in asked.partition("splits off")[0]
        assert battle.state.armies["nadia-1"].units == UnitsKind().read(
            [{"unit": "hq", "count": 1}, {"unit": "grunt", "count": 1}], ""
        )
