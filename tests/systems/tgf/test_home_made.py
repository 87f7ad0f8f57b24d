"""Levels, roles and weapons of one's own: in lists, in odds and at the table."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.declare.plain import pack_state, unpack_state
from tests.cli.conftest import Tabletop
from tests.cli.conftest import tabletop as tabletop
from tests.own_raiders import CREW, OWN, SQUAD, TEAM, TGF, TWELVE_LINES, line, points, problems, unit, write_raiders


@pytest.fixture
def raiders(tmp_path: Path) -> Path:
    """Two lists that play by one file."""
    return write_raiders(tmp_path)


# --- from twelve lines to the table


@pytest.mark.medium
def test_twelve_lines_are_enough_for_lists_and_rosters(raiders: Path, tabletop: Tabletop) -> None:
    assert len(TWELVE_LINES.splitlines()) == 12
    ran = tabletop("validate", raiders / "red.toml")
    assert (ran.code, "legal, 128 points" in ran.out) == (0, True), ran.out + ran.err
    roster = tabletop("roster", raiders / "red.toml").out
    assert "raider squad" in roster and "1 marksman, long rifle: Pts 23" in roster and "Long rifle: 4" in roster
    for ending, begin in (("html", b"<!doctype html>"), ("pdf", b"%PDF")):
        path = raiders / f"red.{ending}"
        assert tabletop("roster", raiders / "red.toml", "-o", path).code == 0
        assert path.read_bytes()[: len(begin)].lower() == begin.lower()


def test_odds_know_rows_of_ones_own() -> None:
    shot = {"level": "raider", "weapon": "long-rifle", "distance": 30, "armor": 7}
    asked = {"do": "odds", "system": "tgf", "resolver": "fire"}
    own = reply_to_request({**asked, "situation": {**shot, "catalogue": OWN}})
    printed = reply_to_request({**asked, "situation": {**shot, "level": "veteran", "weapon": "sniper-rifle"}})
    assert own["ok"] and own["outcomes"] == printed["outcomes"]


def begun(tabletop: Tabletop, folder: Path) -> None:
    ran = tabletop("battle", "new", "tgf", folder / "red.toml", folder / "blue.toml", "--name", "raid")
    assert ran.code == 0, ran.err
    done(tabletop, {"do": "initiative"}, 15, 4)
    done(tabletop, {"do": "choose-first", "by": "a", "first": "a"})
    done(tabletop, {"do": "activate", "squad": "r1"})


def done(tabletop: Tabletop, event: dict[str, Any], *dice: int) -> str:
    more = ["--dice", ",".join(map(str, dice))] if dice else []
    ran = tabletop("battle", "do", "raid", json.dumps(event), *more)
    assert ran.code == 0, ran.out + ran.err
    return ran.out


SHOT = {"do": "act", "mini": "r1-5", "action": "fire", "target": "b1-5", "shot": {"distance": 30}}
TOLD_SHOT = "8 raider +1 Long rifle at short: 9 or less"


def test_a_unit_of_ones_own_shoots_and_is_shot_at(raiders: Path, tabletop: Tabletop) -> None:
    begun(tabletop, raiders)
    told = done(tabletop, SHOT, 9, 9, 8)
    assert TOLD_SHOT in told and "10 + 8 - 10: 8 or less, 1 of 2 saves: killed" in told
    assert tabletop("battle", "undo", "raid").code == 0
    assert "b1-5" in json.loads(tabletop("battle", "status", "raid", "-f", "json").out)["state"]["actions"]
    assert tabletop("battle", "verify", "raid").code == 0


def test_a_battle_keeps_the_rows_that_it_began_with(raiders: Path, tabletop: Tabletop) -> None:
    begun(tabletop, raiders)
    changed = TWELVE_LINES.replace('like = "veteran"', 'like = "untrained"')
    (raiders / "raiders.catalogue.toml").write_text(changed, encoding="utf-8")
    assert TOLD_SHOT in done(tabletop, SHOT, 9, 8, 8)
    before = tabletop("battle", "export", "raid").out
    (raiders / "raiders.catalogue.toml").unlink()
    assert tabletop("battle", "export", "raid").out == before and tabletop("battle", "verify", "raid").code == 0
    assert tabletop("battle", "undo", "raid").code == tabletop("battle", "redo", "raid").code == 0
    done(tabletop, {"do": "end-activation"})
    (raiders / "raid.jsonl").write_text(before, encoding="utf-8")
    other = ("--home", raiders / "other")
    assert tabletop(*other, "battle", "import", raiders / "raid.jsonl").code == 0
    assert tabletop(*other, "battle", "verify", "raid").code == 0


def test_rows_of_one_id_that_differ_cannot_fight_each_other(raiders: Path, tabletop: Tabletop) -> None:
    unlike = TWELVE_LINES.replace('like = "veteran"', 'like = "green"')
    (raiders / "other.catalogue.toml").write_text(unlike, encoding="utf-8")
    blue = raiders / "blue.toml"
    blue.write_text(blue.read_text(encoding="utf-8").replace("raiders.cat", "other.cat"), encoding="utf-8")
    ran = tabletop("battle", "new", "tgf", raiders / "red.toml", blue, "--name", "raid")
    assert ran.code == 2 and 'two different levels "raider"' in ran.err


# --- the same constraints as for printed rows


@pytest.mark.parametrize(
    ("one", "codes"),
    [
        (SQUAD, []),
        (TEAM, []),
        (CREW, []),
        (unit(line("soldier", 2), line("marksman", 2)), ["TGF-A9", "TGF-A9"]),
        (unit(line("soldier", 4), line("feeder", 2)), ["TGF-A9"]),
        (unit(line("soldier", 4), line("spotter")), ["TGF-A10"]),
        ({**TEAM, "pieces": ["field-mortar"] * 3}, ["TGF-A11"]),
        ({**CREW, "members": [line("sergeant"), line("soldier", 3)]}, ["TGF-A13"]),
        ({**CREW, "pieces": ["trench-gun"] * 2}, ["TGF-A14"]),
        ({**CREW, "pieces": ["field-mortar"]}, ["TGF-A14", "TGF-A15"]),
        (unit(line("loader", 4)), ["TGF-A15"]),
        (unit(line("soldier", 4), line("soldier", level="green")), ["TGF-A16"]),
        (unit(line("soldier", 4, weapon="long-rifle")), ["TGF-A17"]),
        (unit(line("soldier", 4), line("marksman", weapon="belt-gun")), ["TGF-A17", "TGF-A18"]),
        (unit(line("soldier", 4, weapon="field-mortar")), ["TGF-A3"]),
        (unit(line("soldier", 4), line("marksmen")), ["TGF-A3"]),
    ],
)
def test_an_own_row_breaks_the_same_constraints_as_a_printed_one(one: dict[str, Any], codes: list[str]) -> None:
    assert problems(one) == codes


def test_the_price_of_an_own_weapon_or_piece_is_added() -> None:
    assert points(SQUAD) == 6 * 30 + 5 + 3
    assert points(TEAM) == 5 * 30 + 5 + Fraction(5, 2)


def test_without_their_catalogue_own_rows_are_unknown() -> None:
    assert problems(SQUAD, catalogue={}) == [*["TGF-A3"] * 4, "TGF-A4", "TGF-A5"]


# --- the same ids in one stream


def test_each_request_plays_by_its_own_catalogue() -> None:
    army = {"units": [SQUAD]}
    cheap = deepcopy(OWN)
    cheap["levels"]["raider"]["pts"] = 10
    asked = [{**army, "catalogue": OWN}, {**army, "catalogue": cheap}, army, {**army, "catalogue": OWN}]
    told = [reply_to_request({"do": "validate", "system": "tgf", "army": one}) for one in asked]
    assert [one["points"] for one in told] == ["188/1", "68/1", "0/1", "188/1"]
    alone = [reply_to_request({"do": "validate", "system": "tgf", "army": one}) for one in reversed(asked)]
    assert told == alone[::-1]


# --- at the table


def battle(*events: dict[str, Any], **setup: Any) -> Any:
    """The results and the state of a battle of raiders against a squad of regulars."""
    regulars = {"id": "b1", "kind": "squad", "members": [line("sergeant", level="regular")]}
    regulars["members"] = [*regulars["members"], line("soldier", 4, "regular")]
    mine = {"units": [{**TEAM, "id": "t1"}, {**SQUAD, "id": "s1"}, {**CREW, "id": "c1"}, FEEDERS]}
    players = [{"id": "a", "army": mine}, {"id": "b", "army": {"units": [regulars]}}]
    opening = [{"do": "initiative", "dice": [20, 1]}, {"do": "choose-first", "by": "a", "first": "a"}]
    told = reply_to_request(
        {
            "do": "battle",
            "system": "tgf",
            "setup": {"players": players, "loaded": ["c1"], "catalogue": OWN, **setup},
            "events": [*opening, *events],
        }
    )
    assert told["ok"], told
    return told["results"][2:], told["state"]


FEEDERS = {**unit(line("soldier", 2), line("feeder")), "id": "f1"}


def act(mini: str, action: str, **more: Any) -> dict[str, Any]:
    return {"do": "act", "mini": mini, "action": action, **more}


def activate(squad: str) -> dict[str, Any]:
    return {"do": "activate", "squad": squad}


def test_an_own_observer_calls_for_an_own_mortar() -> None:
    fire = {"do": "mortar-fire", "mini": "t1-2", "piece": 0, "target": "b1-1"}
    under = {"distance": 50, "targets": [{"mini": "b1-1"}]}
    results, _ = battle(
        activate("t1"),
        {"do": "fo", "mini": "t1-2", "pieces": [0]},
        {"do": "fo", "mini": "t1-1", "pieces": [0], "dice": [1]},
        {**fire, "shot": under, "dice": [1, 1, 20]},
    )
    assert results[1]["reason"] == "not-an-fo", "a loader is none"
    assert results[2]["firing_actions"] == 3
    assert results[3]["outcome"]["killed"] == [0]


def test_an_own_gun_is_loaded_and_fired_by_an_own_crew() -> None:
    fire = {"do": "gun-act", "squad": "c1", "action": "fire", "minis": ["c1-1"], "target": "b1-1"}
    results, state = battle(activate("c1"), {**fire, "shot": {"distance": 10}, "dice": [10, 20]})
    assert results[1]["outcome"]["killed"] and state["dead"] == ["b1-1"]


def test_only_gunners_fire_what_gunners_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    shot = {"target": "b1-1", "shot": {"distance": 10}}
    events = [
        activate("f1"),
        act("f1-1", "fire", weapon="belt-gun", **shot),
        act("f1-3", "fire", **shot, dice=[20, 20, 20]),
    ]
    results, _ = battle(*events)
    assert results[1] == {"ok": False, "rule": "TGF-FIRE-3", "reason": "hmg-only", **_more(results[1])}
    assert results[2]["outcome"]["shots"] == 3


def _more(result: dict[str, Any]) -> dict[str, Any]:
    """What a refusal tells besides rule and reason."""
    return {key: value for key, value in result.items() if key not in ("ok", "rule", "reason")}


def test_a_state_is_kept_and_found_again() -> None:
    players = [{"id": one, "army": {"units": [{**SQUAD, "id": f"{one}1"}]}} for one in "ab"]
    state = TGF.game.start({"players": players, "catalogue": OWN}, TGF)
    kept = json.loads(json.dumps(pack_state(state, TGF.pack_hooks())))
    assert kept["minis"]["a1-5"]["weapon"] == {
        "table": "tgf/weapons",
        "id": "long-rifle",
        "home": state.house.catalogue.hash,
    }
    assert unpack_state(TGF.game.state, kept, TGF.unpack_hooks()) == state


# --- special rules


BARB = "Whoever is hit and saves cannot move in his next activation"
WARDENS = "armies/tgf/reed-wardens.toml"


@pytest.mark.parametrize("format", ["text", "markdown", "discord", "bbcode", "json", "html"])
def test_a_special_rule_stands_on_every_roster(format: str, tabletop: Tabletop) -> None:
    ran = tabletop("roster", WARDENS, "-f", format)
    assert ran.code == 0
    told = " ".join(ran.out.split())
    assert "Line and barb" in told and "Home water" in told
    assert BARB in told


def test_a_special_rule_is_told_at_the_table(tabletop: Tabletop) -> None:
    ran = tabletop("battle", "new", "tgf", WARDENS, "armies/tgf/salt-levy.toml", "--name", "raid", "--set", "loaded=")
    assert ran.code == 0, ran.err
    status = tabletop("battle", "status", "raid").out
    assert f"Line and barb (after a hit): rw1-5, rw1-6: {BARB}" in status
    assert "Home water: A (The Reed Wardens)" in status
    done(tabletop, {"do": "initiative"}, 20, 1)
    done(tabletop, {"do": "choose-first", "by": "a", "first": "a"})
    done(tabletop, {"do": "activate", "squad": "rw1"})
    shot = {"do": "act", "action": "fire", "shot": {"distance": 15}}
    first = done(tabletop, {**shot, "mini": "rw1-5", "target": "sl1-1"}, 20)
    assert f"Special rule of rw1-5: Line and barb (after a hit): {BARB}" in first
    assert "Special rule" not in done(tabletop, {**shot, "mini": "rw1-1", "target": "sl1-1"}, 20)
