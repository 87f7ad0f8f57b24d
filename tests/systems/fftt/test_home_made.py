"""Home-made factions and units of FFTT: twelve lines, and lists, odds, battles and campaigns know them."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry, testing
from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.declare.catalogue import PRINTED
from tabletop_cli.core.declare.plain import pack_state, unpack_state
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.systems.fftt import units
from tabletop_cli.systems.fftt.units import BASES, FACTIONS, TABLES, UNITS, all_hatchlings, can_supply
from tests.cli.battle.terminal import tabletop

ROOT = Path(__file__).parents[3]
FFTT = registry.load("fftt")
SOURCES = Path(units.__file__).parent
CONVOY = tomllib.loads((ROOT / "armies/fftt/rust-convoy.catalogue.toml").read_text(encoding="utf-8"))
OWN = TABLES.read(CONVOY)
OUTRIDER = """\
system = "fftt"
[units.outrider]
name = "Outrider"
like = "grunt"
fp = 2
move = 16
ws = 8
special = ["never-stops"]
[rules.never-stops]
name = "Never stops"
text = "It pays no action point to get on or off its bike."
"""
LIST = """\
system = "fftt"
name = "Dust"
catalogue = "dust.catalogue.toml"
faction = "marines"
budget = 15
[[units]]
unit = "hq"
count = 1
[[units]]
unit = "outrider"
count = 7
"""


# --- a unit in twelve lines


@pytest.fixture
def dust(tmp_path: Path) -> Path:
    """An army with a unit that twelve lines beside it declare."""
    assert len(OUTRIDER.splitlines()) <= 12
    (tmp_path / "dust.catalogue.toml").write_text(OUTRIDER, encoding="utf-8")
    (tmp_path / "dust.toml").write_text(LIST, encoding="utf-8")
    return tmp_path / "dust.toml"


def do(event: dict[str, Any]) -> str:
    return tabletop("battle", "do", "x", json.dumps(event))


def test_a_list_with_a_unit_of_twelve_lines(dust: Path) -> None:
    said = tabletop("validate", str(dust))
    assert "(Dust): legal, 15 of 15 points" in said and "dust.catalogue.toml" in said
    shown = tabletop("roster", str(dust), "--format", "text")
    assert "7x Outrider [14 points]" in shown and "move 16 cm" in shown and "8 or less, 20/30 cm" in shown
    assert "7x Outrider [2]: direct, 3 shots" in shown, "what the list can do"
    tabletop("roster", str(dust), "-o", str(dust.with_suffix(".html")))
    assert "Outrider" in dust.with_suffix(".html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_pdf_of_a_list_with_a_unit_of_twelve_lines(dust: Path) -> None:
    pytest.importorskip("typst", reason="the extra pdf is not installed")
    tabletop("roster", str(dust), "-o", str(dust.with_suffix(".pdf")))
    assert dust.with_suffix(".pdf").read_bytes().startswith(b"%PDF")


def test_odds_of_a_unit_of_twelve_lines(dust: Path) -> None:
    own = str(dust.with_name("dust.catalogue.toml"))
    asked = ("odds", "fftt", "shot", "--shooter.unit", "outrider", "--target", "drone", "--distance", "10")
    assert "1 wound on the target   58.33%  7/12" in tabletop(*asked, "--catalogue", own)


@pytest.mark.slow
def test_a_battle_of_a_unit_of_twelve_lines(dust: Path) -> None:
    """It shoots and is shot at; what was undone, exported, taken in and verified is the same without its file."""
    tabletop("battle", "new", "fftt", str(dust), str(ROOT / "armies/fftt/fort-amaranth.toml"), "--name", "x")
    do({"do": "initiative", "dice": [6, 6, 1, 1]})
    do({"do": "choose-first", "by": "a", "first": "a"})
    for path in dust.parent.glob("*.catalogue.toml"):
        path.unlink()
    shot = {"do": "fire", "figure": "a2", "target": "b2", "distance": 10, "dice": [4, 4]}
    assert "8 or less to hit: weapon skill 8" in do(shot)
    assert "a2 Outrider: 0 of 2 wounds" in do({**shot, "figure": "b11", "target": "a2", "dice": [1, 2]})
    tabletop("battle", "undo", "x")
    out = tabletop("battle", "export", "x")
    (dust.parent / "x.jsonl").write_text(out, encoding="utf-8")
    tabletop("battle", "import", str(dust.parent / "x.jsonl"), "--name", "y")
    assert "Everything fits" in tabletop("battle", "verify", "y")
    assert "Outrider" in tabletop("battle", "status", "y")


def test_two_armies_with_unlike_rows_of_one_id_are_refused(dust: Path) -> None:
    other = dust.with_name("other.toml")
    other.write_text(LIST.replace("dust.catalogue", "other.catalogue"), encoding="utf-8")
    other.with_name("other.catalogue.toml").write_text(OUTRIDER.replace("ws = 8", "ws = 9"), encoding="utf-8")
    assert tabletop("battle", "new", "fftt", str(dust), str(other), "--name", "x", code=2) == ""


# --- no rule knows an id


def test_no_module_names_a_unit_or_a_faction() -> None:
    """But for a module of that name, and for `scanner`, a number of the rules and a reason of the contract."""
    book, found = {*UNITS.printed, *FACTIONS.printed}, set()
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in book:
                found.add((path.name, node.value))
    assert found == {("__init__.py", "insectoids"), ("flanking.py", "scanner")}


ONE_MORE = """
from tabletop_cli.systems.fftt import REFERENCE
rows = REFERENCE.file_data("catalogue/units")["units"]
rows["ranger"] = {**rows["grunt"], "name": "Ranger", "ws": 10}
import json
from tabletop_cli.core.batch import reply_to_request
army = {"faction": "marines", "units": [{"unit": "hq", "count": 1}, {"unit": "ranger", "count": 14}]}
asked = {"system": "fftt", "resolver": "shot", "situation": {"shooter": "ranger", "target": "drone", "distance": 5}}
fire = {"do": "fire", "figure": "a2", "target": "b2", "distance": 5, "dice": [5, 5]}
start = [{"do": "initiative", "dice": [6, 6, 1, 1]}, {"do": "choose-first", "by": "a", "first": "a"}]
setup = {"armies": {side: {**army, "budget": 15} for side in "ab"}}
print(json.dumps([
    reply_to_request({"do": "validate", "system": "fftt", "army": army, "budget": 15}),
    reply_to_request({"do": "odds", **asked}),
    reply_to_request({"do": "battle", "system": "fftt", "setup": setup, "events": [*start, fire]})["results"][-1],
]))
"""


def test_a_row_that_is_added_to_the_printed_file_is_all_that_a_unit_takes() -> None:
    ran = subprocess.run([sys.executable, "-c", ONE_MORE], capture_output=True, text=True, check=True)
    list_, odds, shot = json.loads(ran.stdout)
    assert (list_["legal"], list_["points"]) == (True, "15/1")
    assert odds["outcomes"] == {"target-0-opponent-0": "1/6", "target-1-opponent-0": "5/6"}
    assert shot["ok"] and shot["need"] == 10 and shot["wounds"] == {"b2": 1}


# --- factions


def test_the_bases_are_the_printed_hq_and_queen() -> None:
    assert BASES == ("hq", "queen", "none")


def faction(**more: object) -> Any:
    table = {"factions": {"own": {"name": "Own", **more}}, "units": {"mule": {**PACK, "factions": ["own"]}}}
    return TABLES.read(table)


PACK = {"name": "Mule", "fp": 1, "ap": 2, "wounds": 2, "weapon": "none", "move": 10, "hth": 0}


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        ({}, ["hq", "mule"]),
        ({"base": "queen", "borrows": ["grunt", "medic"]}, ["grunt", "medic", "queen", "mule"]),
        ({"base": "none"}, ["mule"]),
    ],
)
def test_who_serves_a_faction(more: dict[str, object], wanted: list[str]) -> None:
    own = faction(**more)
    assert [one.id for one in units.units_of(own.rows["factions"]["own"], own)] == wanted


def test_figures_reload_from_what_serves_with_them() -> None:
    own = faction(base="queen", borrows=["grunt"])
    hq, queen, grunt, stinger = (UNITS.printed[one] for one in ("hq", "queen", "grunt", "stinger"))
    mule = own.rows["units"]["mule"]
    assert [can_supply(queen, one, own) for one in (mule, grunt, stinger, hq)] == [True, True, True, False]
    assert [can_supply(queen, one, PRINTED) for one in (mule, grunt, stinger)] == [False, False, True]
    assert [can_supply(hq, one, own) for one in (grunt, stinger, mule)] == [True, False, False]
    assert not can_supply(grunt, grunt, own)


@pytest.mark.parametrize(
    ("base", "mode", "entries", "codes"),
    [
        ("hq", "battle", {"mule": 15}, ["FFTT-A6"]),
        ("hq", "battle", {"hq": 1, "mule": 14}, []),
        ("queen", "campaign", {"spine": 3}, ["FFTT-A8"]),
        ("queen", "campaign", {"queen": 1, "spine": 3}, []),
        ("none", "battle", {"mule": 15}, []),
        ("none", "battle", {"mule": 14, "hq": 1}, ["FFTT-A4"]),
        ("none", "campaign", {"spine": 3}, []),
    ],
)
def test_constraints_of_a_home_made_faction(base: str, mode: str, entries: dict[str, int], codes: list[str]) -> None:
    spine = {"name": "Spine", "like": "stinger", "factions": ["own"]}
    made = {
        "factions": {"own": {"name": "Own", "base": base}},
        "units": {"mule": {**PACK, "factions": ["own"]}, "spine": spine},
    }
    army = {"faction": "own", "mode": mode, "units": [{"unit": one, "count": n} for one, n in entries.items()]}
    asked = {"do": "validate", "system": "fftt", "army": {**army, "catalogue": made}, "budget": 15}
    assert [one["code"] for one in reply_to_request(asked)["problems"] if one["severity"] == "error"] == codes


def test_a_faction_of_headquarters_alone_has_a_form_and_a_sheet() -> None:
    army = {"system": "fftt", "faction": "own", "units": [{"unit": "hq", "count": 1}]}
    made = {"factions": {"own": {"name": "Own"}}}
    form = FFTT.muster.form({**army, "catalogue": made}, FFTT)
    assert [shelf.title for shelf in form.shelves] == ["Units"]
    assert [one.id for one in form.shelves[0].wares] == ["hq"]


# --- battles and campaigns


ENDS = ("surrender", "end", "retreat")


def convoy_on(*sides: str) -> dict[str, Any]:
    """A battle of the convoy on some sides, against marines on the others."""
    convoy = tomllib.loads((ROOT / "armies/fftt/rust-convoy.toml").read_text(encoding="utf-8"))
    marines = tomllib.loads((ROOT / "armies/fftt/fort-amaranth.toml").read_text(encoding="utf-8"))
    del convoy["catalogue"]
    return {"catalogue": CONVOY, "armies": {side: convoy if side in sides else marines for side in "ab"}}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_battle_of_a_home_made_faction_at_random_tells_nothing_that_is_hidden(seed: int) -> None:
    more = {"start": "attacker"} if seed else {"campaign": True}
    assert len(testing.play_out(FFTT, {**convoy_on("ab"[seed % 2]), **more}, seed=seed, events=60, avoid=ENDS)) == 60


def test_a_state_survives_with_the_rows_of_its_catalogue() -> None:
    state = FFTT.game.start(convoy_on("a"), FFTT)
    kept = json.loads(json.dumps(pack_state(state, FFTT.pack_hooks())))
    assert kept["figures"]["a1"]["unit"] == {"table": "fftt/units", "id": "hauler", "home": OWN.hash}
    assert unpack_state(type(state), kept, FFTT.unpack_hooks()) == state


def some(**counts: int) -> list[dict[str, object]]:
    """Figures of a campaign: ``powder_cart=2``."""
    return [{"unit": one.replace("_", "-"), "count": n} for one, n in counts.items()]


LEFT = [*some(hauler=1), {"unit": "rust-crawler", "count": 1, "commander": True}]
MAP = {
    "catalogue": CONVOY,
    "players": [{"id": "ann", "faction": "rust-convoy"}, {"id": "bob", "faction": "insectoids"}],
    "places": {"x": {"owner": "ann", "saved": 12}, "y": {}, "z": {"owner": "bob"}},
    "routes": [{"between": ["x", "y"]}, {"between": ["y", "z"], "hazard": True}],
    "armies": {
        "A": {"player": "ann", "place": "x", "units": some(hauler=1, rust_crawler=2, grunt=3)},
        "Z": {"player": "bob", "place": "z", "units": some(queen=1, drone=2)},
    },
    "week": 4,
}


def test_a_home_made_faction_plays_a_week_of_a_campaign() -> None:
    """It buys, names its commander, marches, loses figures to a hazard, attacks without an HQ, and fights."""
    events = [
        {"do": "order", "dice": [6, 1]},
        {"do": "buy", "by": "ann", "place": "x", "army": "A", "units": some(powder_cart=2)},
        {"do": "buy", "by": "ann", "place": "x", "army": "A", "units": some(pathfinder=1)},
        {"do": "commander", "by": "ann", "army": "A", "unit": "rust-crawler", "dice": [3, 4]},
        {"do": "move", "army": "A", "path": ["y", "z"], "dice": [1, 1]},
        {"do": "losses", "army": "A", "units": some(powder_cart=2)},
        {"do": "respond", "by": "bob", "action": "fight"},
        {"do": "battle", "winner": "ann", "survivors": {"A": LEFT}, "fp_killed": {"ann": 6}},
        {"do": "done", "by": "ann"},
        {"do": "done", "by": "bob"},
        {"do": "end-week"},
    ]
    played = reply_to_request({"do": "campaign", "system": "fftt", "setup": MAP, "events": events})
    told = [one.get("reason", one["ok"]) for one in played["results"]]
    assert told == [True, True, "wrong-faction", *([True] * 8)], played["results"]
    assert (played["results"][4]["lost"], played["results"][4]["destroyed"]) == (2, False)
    assert played["results"][7]["taken"] == "z" and played["results"][-1]["month"] == 2
    assert played["state"]["armies"]["A"]["units"] == LEFT


def test_a_battle_of_a_campaign_has_the_catalogue_of_the_campaign() -> None:
    campaign = FFTT.games["campaign"]
    state = campaign.start(MAP, FFTT)
    for event in (
        {"do": "order", "dice": [6, 1]},
        {"do": "move", "army": "A", "path": ["y", "z"], "dice": [1, 1]},
        {"do": "losses", "army": "A", "units": some(grunt=2)},
        {"do": "respond", "by": "bob", "action": "fight"},
    ):
        plain = {key: one for key, one in event.items() if key != "dice"}
        state, _ = campaign.play(state, plain, Given(event.get("dice", ())))
    linked = campaign.linked(state)
    assert linked is not None
    inside = FFTT.game.start(json.loads(json.dumps(linked.setup)), FFTT)
    assert {one.unit.id: one.unit for one in inside.figures.values()}["hauler"] is OWN.rows["units"]["hauler"]
    surrendered, _ = FFTT.game.play(inside, {"do": "surrender", "side": "bob"}, Given(()))
    event = linked.result(FFTT.game.view(surrendered))
    after, result = campaign.play(state, dict(event), Given(()))
    assert result["taken"] == "z" and {one.unit.home for one in after.armies["A"].units} == {OWN.hash, ""}


def test_what_hatches_is_printed() -> None:
    assert {one.home for one in all_hatchlings()} == {""}


# --- special rules of one's own


def test_a_special_rule_stands_on_every_roster(dust: Path) -> None:
    for form in ("text", "markdown", "bbcode", "json"):
        assert "It pays no action point to get on" in tabletop("roster", str(dust), "--format", form).replace("\n", " ")
    cards = dust.with_suffix(".html")
    tabletop("roster", str(dust), "--cards", "-o", str(cards))
    assert "Never stops" in cards.read_text(encoding="utf-8")


def test_a_special_rule_is_told_in_full_at_its_first_action_and_below_the_board(dust: Path) -> None:
    tabletop("battle", "new", "fftt", str(dust), str(ROOT / "armies/fftt/fort-amaranth.toml"), "--name", "x")
    do({"do": "initiative", "dice": [6, 6, 1, 1]})
    do({"do": "choose-first", "by": "a", "first": "a"})
    shot = {"do": "fire", "figure": "a2", "target": "b2", "distance": 10, "dice": [4, 4]}
    assert "Never stops: It pays no action point" in do(shot)
    again = do({**shot, "figure": "a3"})
    assert "Special rule of a3: Never stops" in again and "It pays no action point" not in again
    shown = tabletop("battle", "status", "x")
    assert "SPECIAL RULES" in shown and "Never stops: a2 to a8" in shown
    view = json.loads(tabletop("battle", "status", "x", "--format", "json"))
    assert "never-stops" in json.dumps(view)


# --- machines


def test_requests_with_unlike_catalogues_and_without_one_know_nothing_of_each_other() -> None:
    def chance(skill: int | None) -> object:
        row = {"name": "Outrider", "like": "grunt", "ws": skill}
        made = {} if skill is None else {"catalogue": {"units": {"outrider": row}}}
        asked = {"shooter": "outrider", "target": "grunt", "distance": 5}
        found = reply_to_request({"do": "odds", "system": "fftt", "resolver": "shot", "situation": asked, **made})
        return found.get("outcomes", {}).get("target-1-opponent-0") or found["error"]["code"]

    assert [chance(one) for one in (8, None, 6, 8)] == ["13/18", "bad-situation", "5/12", "13/18"]
