"""The battle commands with a real system: begin, do, look, undo, run."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.cli.battle.setup import SetupDraft
from tabletop_cli.core import registry
from tabletop_cli.core.play.game import Question
from tests.cli.conftest import Tabletop as Run
from tests.conftest import Golden

ROOT = Path(__file__).parents[3]
HORDE, RAIDERS = (str(ROOT / "armies/td" / f"{name}.toml") for name in ("green-horde", "veteran-raiders"))


def timeless(text: str) -> str:
    text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "2026-05-01 14:03", text)
    return re.sub(r"to note: [0-9a-f-]{19}", "to note: a1b2-c3d4-e5f6-0718", text)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("battle-status.txt", ("status",)),
        ("battle-log.txt", ("log", "friday")),
        ("battle-log-verbose.txt", ("log", "-v", "--last", "1")),
        ("battle-log.md", ("log", "--format", "markdown")),
        ("battle-stats.txt", ("stats",)),
    ],
)
def test_golden(friday: Run, golden: Golden, name: str, words: tuple[str, ...]) -> None:
    ran = friday("battle", *words)
    assert (ran.code, ran.err) == (0, "")
    golden(name, timeless(ran.out), words=False)


def test_json_of_everything(friday: Run) -> None:
    log = json.loads(friday("battle", "log", "-f", "json").out)
    assert [entry["undone"] for entry in log["entries"]] == [False, True, False, False, False]
    roll = log["entries"][1]["rolls"][0]
    assert (roll["faces"], roll["by"]) == ([5, 1, 2], "player")
    status = json.loads(friday("battle", "status", "-f", "json").out)
    assert status["state"]["models"]["a1-2"]["status"] == "pinned"
    stats = json.loads(friday("battle", "stats", "-f", "json").out)
    assert stats["luck"][0]["typed"] == 3
    assert stats["outcomes"][0]["outcome"] == "stopped-pinned"
    assert [battle["name"] for battle in json.loads(friday("battle", "list", "-f", "json").out)["battles"]] == [
        "friday"
    ]


# --- battle new ---


def test_commitment_is_shown_and_the_seed_is_not(run: Run) -> None:
    ran = run("battle", "new", "td", HORDE, RAIDERS, "--a.actions", "9", "--b.actions=7", "-n", "x")
    assert re.search(r"dice sealed as: [0-9a-f]{64}\n", ran.out)
    assert "A 0/9   B 0/7" in ran.out
    assert "seed" not in json.loads(run("battle", "log", "-f", "json").out)


def test_a_fact_of_one_side_goes_before_that_of_every_side(run: Run) -> None:
    ran = run("battle", "new", "td", HORDE, RAIDERS, "--a.actions", "9", "--actions", "7", "scenario=Oak")
    assert "A 0/9   B 0/7" in ran.out


def test_who_is_asked_may_leave_a_rider_on_the_table(tmp_path: Path) -> None:
    tt = registry.load("tt")
    draft = SetupDraft(tt, tt.game)
    draft.seat_armies([ROOT / f"armies/tt/{name}.toml" for name in ("marines-column", "marines-riders")])
    answers = {"_aboard.a": ["a2-tactical-squad"], "_aboard.b": []}
    asked = []

    def ask(question: Question, explain: Callable[[], str]) -> Any:
        asked.append(question.field)
        assert "[TT-SETUP-3]" in explain()
        return answers.get(question.field)

    draft.complete(ask, lambda side: tmp_path)
    assert asked == ["_aboard.a", "sides.a.units.a2-tactical-squad.loaded_in", "_aboard.b"]
    setup = draft.final_setup()
    assert setup.keys() == {"sides"}
    assert tt.game.begin(setup, tt).units["a2-tactical-squad"].status == "table"


def test_names_are_made_from_the_army_files(run: Run) -> None:
    for _ in range(2):
        assert run("battle", "new", "td", HORDE, RAIDERS, "--actions", "5").code == 0
    names = {battle["name"] for battle in json.loads(run("battle", "list", "-f", "json").out)["battles"]}
    assert names == {"green-horde-v-veteran-raiders", "green-horde-v-veteran-raiders-2"}


def test_house_rules_of_an_army_do_not_count_unless_adopted(run: Run, tmp_path: Path) -> None:
    army = tmp_path / "own.toml"
    army.write_text(Path(HORDE).read_text() + '\n[house]\ngap = "normal-turn"\n')
    ran = run("battle", "new", "td", army, RAIDERS, "--actions", "5", "-n", "one")
    assert ran.code == 0
    assert 'gap = "normal-turn"' in ran.err
    assert f"--house {army}" in ran.err
    ran = run("battle", "new", "td", army, RAIDERS, "--actions", "5", "-n", "two", "--house", army)
    assert (ran.code, "house rules" in ran.err) == (0, False)
    ran = run(
        "battle",
        "new",
        "td",
        army,
        RAIDERS,
        "--set",
        "a.actions=5",
        "--set",
        "sides.b.actions=6",
        "--house",
        "gap=normal-turn",
        "--house",
        "guns.light-gun.reload=2",
        "--scenario",
        "Oak",
    )
    assert (ran.code, "house rules" in ran.err) == (0, False)


def test_a_set_up_from_a_file(run: Run, tmp_path: Path) -> None:
    setup = tmp_path / "setup.json"
    setup.write_text(json.dumps({"sides": {"a": {"actions": 4}, "b": {"actions": 5}}, "house": {"gap": "normal-turn"}}))
    assert "A 0/4   B 0/5" in run("battle", "new", "td", HORDE, RAIDERS, "--setup", setup).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("td", HORDE, RAIDERS), "still needs: sides.a.actions"),
        (("td", HORDE, "--actions", "5"), "still needs: sides.b.army (an army file)"),
        (("td", HORDE, RAIDERS, HORDE, "--actions", "5"), "3 army files for 2 sides"),
        (("xx", HORDE, RAIDERS), "unknown game system"),
        ((), "which game system?"),
        (("td", HORDE, "/nowhere.toml", "--actions", "5"), "/nowhere.toml: there is no such file"),
        (("td", HORDE, RAIDERS, "--actions", "0"), "out of range"),
        (("td", HORDE, RAIDERS, "--actions", "5", "--house", "gap=banana"), "this switch has no value"),
        (("td", HORDE, RAIDERS, "--actions", "5", "--house", HORDE), ": no house rules found"),
        (("td", HORDE, RAIDERS, "--set", "acts=5"), "is not a fact of the set-up"),
        (("td", HORDE, RAIDERS, "--set", "actions"), "has no ="),
        (("td", HORDE, RAIDERS, "--acton", "5"), "did you mean actions"),
        (("td", HORDE, RAIDERS, "--actions"), "--actions needs a value"),
        (("tt", HORDE, RAIDERS, "--actions", "5"), 'an army of "td", not of tt'),
        (("td", HORDE, RAIDERS, "--actions", "5", "--name", "a\x1b[2Jb"), "cannot be printed"),
        (("td", HORDE, RAIDERS, "--actions", "5", "--name", " "), "1 to 100 characters"),
    ],
)
def test_set_ups_that_do_not_work(run: Run, words: tuple[str, ...], said: str) -> None:
    ran = run("battle", "new", *words)
    assert ran.code == 2
    assert said in ran.err
    assert "\x1b" not in ran.err
    assert run("battle", "list", "-f", "json").out.strip() == '{"battles": []}'


def test_hostile_names_are_harmless(run: Run, tmp_path: Path) -> None:
    army = tmp_path / "evil.toml"
    army.write_text(Path(HORDE).read_text().replace("First Swarm", "\\u001b[2J[bold red]\\u202eFirst"))
    assert run("battle", "new", "td", army, RAIDERS, "--actions", "5", "-n", "[/bold] ünïcödé").code == 0
    for words in (("status",), ("list",), ("log", "-v"), ("status", "-f", "markdown"), ("status", "-f", "json")):
        ran = run("battle", *words)
        assert ran.code == 0
        assert "\x1b" not in ran.out
        assert "\u202e" not in ran.out
    shown = run("battle", "play", typed="m\n\x1b[A\n\udcff\nx\nq\n")
    assert shown.code == 0
    assert "\x1b" not in shown.out


# --- battle do ---


def test_do_takes_json_and_words(friday: Run) -> None:
    ran = friday(
        "battle", "do", "friday", '{"do":"direct-fire","by":"a","model":"a4-1","target":"b1-1","dice":[1,2,3,4]}'
    )
    assert (ran.code, ran.err) == (0, "")
    reply = json.loads(friday("battle", "do", "friday", "rally", "by=b", "model=b1-2", "-f", "json").out)
    assert reply["ok"] is False


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("move", "by=b", "model=b1-1"), 1, "[TD-TURN-3]"),
        (("move", "by=a", "model=a9-9"), 2, "no model"),
        (("mvoe", "by=a"), 2, "did you mean move?"),
        (("move", "by=a", "modl=a1-1"), 2, "did you mean model?"),
        (("move", "by=a", "a1-1"), 2, "not KEY=VALUE"),
        (("{broken",), 2, "not JSON"),
        (("direct-fire", "by=a", "model=a4-1", "target=b1-1", "--dice", "51"), 2, "2 dice given, at least 4 needed"),
        (("direct-fire", "by=a", "model=a4-1", "target=b1-1", "--dice", "51111"), 2, "5 dice given, 4 needed"),
        (("direct-fire", "by=a", "model=a4-1", "target=b1-1", "--dice", "5191"), 2, "die 3 shows 9"),
        (("direct-fire", "by=a", "model=a4-1", "target=b1-1", "--dice", "5x1"), 2, "not a die"),
    ],
)
def test_events_that_do_not_work_change_nothing(friday: Run, words: tuple[str, ...], code: int, said: str) -> None:
    before = friday("battle", "export", "friday").out
    ran = friday("battle", "do", "friday", *words)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert friday("battle", "export", "friday").out == before


def test_undo_says_aloud_that_dice_had_fallen(friday: Run) -> None:
    assert "asking for a new roll" in friday("battle", "undo", "friday").out
    assert "116" not in friday("battle", "redo", "friday").err
    assert friday("battle", "redo", "friday").code == 1


def test_house_rules_in_force_are_shown(run: Run) -> None:
    words = ("--actions", "5", "--house", "gap=normal-turn", "--house.guns.light-gun.reload", "2")
    assert run("battle", "new", "td", HORDE, RAIDERS, *words).code == 0
    assert "house rules: gap = normal-turn, guns.light-gun.reload = 2\n" in run("battle", "status").out


def test_armies_are_judged_by_the_house_rules_of_the_battle(run: Run) -> None:
    gunners = ROOT / "armies/td/battle-group.toml"
    blank = run("battle", "new", "td", gunners, HORDE, "--actions", "5")
    assert "TD-R12" in blank.err
    values = [f"--house.guns.light-gun.{key}=2" for key in ("direct_fire_dice", "kill_potential", "armour_penetration")]
    ruled = run("battle", "new", "td", gunners, HORDE, "--actions", "5", *values, "--house.guns.light-gun.reload=1")
    assert "light gun: still to be agreed: dice at infantry, kill potential, penetration" in blank.err
    assert "light gun: still" not in ruled.err and "heavy gun: still" in ruled.err


@pytest.mark.parametrize(
    "words",
    [
        ("play",),
        ("status",),
        ("log", "nobody"),
        ("undo",),
        ("verify", "nobody"),
        ("export", "x"),
        ("delete", "x", "-y"),
    ],
)
def test_battles_that_are_not_there(run: Run, words: tuple[str, ...]) -> None:
    ran = run("battle", *words)
    assert ran.code == 2
    assert "no battle " in ran.err


def test_a_set_up_may_be_changed_inside_an_army(run: Run) -> None:
    armies = [str(ROOT / f"armies/tt/{name}.toml") for name in ("marines-column", "marines-riders")]
    aboard = "sides.a.units.a2-tactical-squad.loaded_in=a6-rhino"
    assert run("battle", "new", "tt", *armies, "-n", "aboard", "--set", aboard).code == 0
    units = json.loads(run("battle", "status", "aboard", "-f", "json").out)
    assert '"status": "loaded"' in json.dumps(units)
    short = aboard.replace("sides.", "--").split("=")
    assert run("battle", "new", "tt", *armies, "-n", "short", *short).code == 0
    assert '"status": "loaded"' in run("battle", "status", "short", "-f", "json").out
    wrong = run("battle", "new", "tt", *armies, "--set", aboard.replace("-squad.", "."))
    assert wrong.code == 2
    assert "did you mean a2-tactical-squad" in wrong.err
    full = run("battle", "new", "tt", *armies, "--set", aboard.replace("a2-tactical-squad", "a12-dreadnought"))
    assert full.code == 2
    assert "cannot carry a12-dreadnought" in full.err
