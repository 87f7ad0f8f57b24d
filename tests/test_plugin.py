"""The worked example of docs/dev/games.md: a game system in a package of its own, found and played like any other."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tabletop_cli import __version__

ROOT = Path(__file__).parents[1]
PLUGIN = ROOT / "docs" / "coin_duel"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plugin as an installer leaves it: the package, and its entry points beside it."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(PLUGIN / "coin_duel", folder / "coin_duel", ignore=shutil.ignore_patterns("__pycache__"))
    project = tomllib.loads((PLUGIN / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [f"{name} = {value}" for name, value in project["entry-points"]["tabletop.systems"].items()]
    info = folder / "coin_duel-1.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("\n".join(["[tabletop.systems]", *lines, ""]), encoding="utf-8")
    return folder


def tabletop(installed: Path, *words: str, stdin: str = "", code: int = 0, cwd: Path = PLUGIN) -> str:
    """A command where the plugin is installed; Python finds first what is in `cwd`."""
    done = subprocess.run(
        [sys.executable, "-m", "tabletop_cli", *words],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(installed), str(ROOT)))},
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + (done.stderr if code else "")


def test_it_is_listed_beside_the_others(installed: Path) -> None:
    listed = tabletop(installed, "systems")
    assert "Coin Duel" in listed
    assert "Truffles & Dermaphytes" in listed


def test_its_armies_are_checked(installed: Path, tmp_path: Path) -> None:
    assert "legal" in tabletop(installed, "validate", "armies")
    poor = tmp_path / "poor.toml"
    poor.write_text('system = "coin"\nkind = "marksman"\nbudget = 1\n', encoding="utf-8")
    assert "2 of 1 points, 1 over" in tabletop(installed, "validate", str(poor), code=1)


def test_its_rules_are_rolled_and_weighed(installed: Path) -> None:
    requests = [
        {"do": "odds", "system": "coin", "resolver": "shoot", "situation": {"coins": 3}},
        {"do": "odds", "system": "coin", "resolver": "shoot", "situation": {"coins": 1, "house": {"heads_needed": 2}}},
        {"do": "resolve", "system": "coin", "resolver": "shoot", "situation": {"coins": 3}, "dice": [1, 2, 1]},
    ]
    lines = tabletop(installed, "batch", stdin="\n".join(map(json.dumps, requests))).splitlines()
    three, one, rolled = map(json.loads, lines)
    assert three["outcomes"] == {"hit": "7/8", "miss": "1/8"}
    assert one["outcomes"] == {"miss": "1/1"}
    assert rolled["outcome"] == {"legal": True, "heads": 1, "hit": True}


@pytest.mark.medium
def test_its_battles_are_kept_and_verified(installed: Path) -> None:
    tabletop(installed, "battle", "new", "coin", "armies/ada.toml", "armies/bob.toml", "--name", "dawn")
    shoot = ("battle", "do", "dawn", "shoot")
    tabletop(installed, *shoot, "by=a", "at=b", "--dice", "calm 111")
    tabletop(installed, *shoot, "by=a", "at=b", "--dice", "calm 111", code=1)
    tabletop(installed, *shoot, "by=b", "at=a", "--dice", "calm 2")
    assert "B (Bob) has won." in tabletop(installed, "battle", "status")
    tabletop(installed, "battle", "verify")


def updated(installed: Path, folder: Path, old: str, new: str) -> Path:
    """Version 2 of the plugin, whose battles say or allow something else."""
    shutil.copytree(installed, folder)
    for name, before, after in (("__init__.py", 'version="1"', 'version="2"'), ("turn.py", old, new)):
        path = folder / "coin_duel" / name
        text = path.read_text(encoding="utf-8")
        assert before in text
        path.write_text(text.replace(before, after), encoding="utf-8")
    return folder


@pytest.fixture
def eve(installed: Path) -> str:
    """A battle that was begun with version 1, after a shot that missed."""
    tabletop(installed, "battle", "new", "coin", "armies/ada.toml", "armies/bob.toml", "--name", "eve")
    tabletop(installed, "battle", "do", "eve", "shoot", "by=a", "at=b", "--dice", "calm 111")
    return "eve"


@pytest.mark.medium
def test_its_version_is_told_and_kept_in_battles(installed: Path, eve: str) -> None:
    listed = json.loads(tabletop(installed, "systems", "-f", "json"))
    assert {one["id"]: one.get("version") for one in listed}["coin"] == "1"
    assert {one["id"]: one.get("version") for one in listed}["td"] is None
    header = json.loads(tabletop(installed, "battle", "export", eve).splitlines()[0])
    assert header["version"] == f"{__version__}+1"
    assert "Remark" not in tabletop(installed, "battle", "verify", eve)


@pytest.mark.medium
def test_a_battle_goes_on_with_other_words_of_the_next_version(installed: Path, eve: str, tmp_path: Path) -> None:
    later = updated(installed, tmp_path / "2", '"misses"', '"shoots past"')
    assert "A (Ada) shoots past B (Bob)" in tabletop(later, "battle", "log", eve, cwd=later)
    told = tabletop(later, "battle", "verify", eve, cwd=later)
    assert f"event 1 was explained in the words of version 1 of Coin Duel (tabletop {__version__})" in told
    tabletop(later, "battle", "do", eve, "shoot", "by=b", "at=a", "--dice", "calm 1", cwd=later)
    refused = tabletop(installed, "battle", "verify", eve, code=1)
    assert (
        "event 2: it was written by version 2 of Coin Duel" in refused
        and ", which is newer than this one, 1 of Coin Duel" in refused
    )


@pytest.mark.medium
def test_a_log_that_the_next_version_does_not_allow_names_both(installed: Path, eve: str, tmp_path: Path) -> None:
    later = updated(installed, tmp_path / "2", "if coins > has:", "if coins >= has:")
    told = " ".join(tabletop(later, "battle", "status", eve, code=1, cwd=later).split())
    assert "event 1 of the log: 3 coins, 3 at most" in told
    both = (
        f"the battle was begun with version 1 of Coin Duel (tabletop {__version__}); this is 2 of Coin Duel (tabletop"
    )
    assert both in told


@pytest.mark.medium
def test_it_conforms(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tabletop_cli.core.testing import check_armies, check_system, play_evening, play_out

    monkeypatch.syspath_prepend(str(installed))
    from coin_duel import SYSTEM  # type: ignore[import-not-found]

    check_system(SYSTEM)
    check_armies(SYSTEM, [{"kind": "marksman", "budget": 1}, {"kind": "jester"}])
    play_out(SYSTEM, {"a": {"kind": "marksman"}, "b": {"kind": "novice"}}, seed=1)
    play_out(SYSTEM, {side: {"kind": "marksman"} for side in "abc"}, seed=2)
    evening = play_evening(SYSTEM, {side: {"kind": "novice"} for side in "abc"}, seed=3)
    assert evening.events


@pytest.mark.medium
def test_three_may_duel_and_are_asked_at_whom(installed: Path, tmp_path: Path) -> None:
    """Names of sides, answers that are barred, cards before coins: all from one event."""
    cyd = tmp_path / "cyd.toml"
    cyd.write_text('system = "coin"\nname = "Cyd"\nkind = "novice"\n', encoding="utf-8")
    tabletop(installed, "battle", "new", "coin", "armies/ada.toml", "armies/bob.toml", str(cyd), "--name", "dusk")
    said = tabletop(installed, "battle", "play", "dusk", stdin="full\nf\na\nc 3 : gust 12\nf\n2\n1\nq\n")
    assert "A (Ada): The shot can be at B (Bob) or C (Cyd) only [COIN-2]" in said
    assert "How many coins does A (Ada) throw at C (Cyd)?" in said
    assert said.index("a gust takes one of 3 coins [COIN-3]") < said.index("75.00%")
    assert "At whom? A (Ada) (the only choice)" in said, "C has fallen"
    assert "2 coins, 1 at most [COIN-1]" in said
    assert "A (Ada) hits C (Cyd); dice gust (typed), 1 2 (typed)" in tabletop(installed, "battle", "log", "dusk")


@pytest.mark.medium
def test_its_armies_take_house_rules(installed: Path, tmp_path: Path) -> None:
    """Though the record of a duellist has no field for them."""
    ada = Path(shutil.copy(PLUGIN / "armies" / "ada.toml", tmp_path))
    said = tabletop(installed, "house", str(ada), "heads-needed=2")
    assert "heads_needed" in said
    assert "leaves blank" not in said, "no heading above nothing"
    assert "heads_needed = 2" in ada.read_text(encoding="utf-8")
    assert "legal" in tabletop(installed, "validate", str(ada), "--with-schema")
    assert "legal" in tabletop(installed, "validate", str(ada), "--require", "house.heads_needed=2")
    tabletop(installed, "validate", str(ada), "--require", "house.heads_needed=1", code=1)
    tabletop(installed, "edit", str(ada), stdin="h\n1\n1\nq\n")
    assert "heads_needed" not in ada.read_text(encoding="utf-8"), "as printed again"
    ada.write_text(ada.read_text(encoding="utf-8") + "[house]\nheads_nedded = 2\n", encoding="utf-8")
    tabletop(installed, "validate", str(ada), code=2)


def test_its_house_rules_count_in_battles(installed: Path) -> None:
    new = ("battle", "new", "coin", "armies/ada.toml", "armies/bob.toml", "--name", "noon")
    tabletop(installed, *new, "--house", "heads_needed=2")
    assert '"hit":true' not in tabletop(
        installed, "battle", "do", "noon", "shoot", "by=a", "at=b", "--dice", "calm 112", "-f", "json"
    )


BROKEN = {
    "goat": "def oops(:\n",
    "hen": "SYSTEM = 'a hen'\n",
    "fox": "import sys\nsys.exit(7)\n",
    "mule": """
from dataclasses import replace
from coin_duel import SYSTEM as COIN

def kick():
    return no_such_name

SYSTEM = replace(COIN, id="mule", name="Mule Race", muster_from=kick)
""",
}


@pytest.fixture
def with_broken(installed: Path, tmp_path: Path) -> Path:
    """The plugin, and beside it three that do not load and one that fails when it is used."""
    folder = Path(shutil.copytree(installed, tmp_path / "site"))
    for name, code in BROKEN.items():
        (folder / f"{name}_race.py").write_text(code, encoding="utf-8")
        info = folder / f"{name}_race-1.dist-info"
        info.mkdir()
        points = f"[tabletop.systems]\n{name} = {name}_race:SYSTEM\n"
        (info / "entry_points.txt").write_text(points, encoding="utf-8")
    return folder


@pytest.mark.medium
def test_a_broken_plugin_is_named_and_harms_no_other(with_broken: Path) -> None:
    listed = tabletop(with_broken, "systems")
    assert "Coin Duel" in listed and "Truffles & Dermaphytes" in listed and "Mule Race" in listed
    assert "the game system goat cannot be loaded: SyntaxError" in listed
    assert "the game system hen cannot be loaded: TypeError: hen_race:SYSTEM is a str, not a System" in listed
    assert "the game system fox cannot be loaded: SystemExit: 7" in listed
    found = {one["id"]: one for one in json.loads(tabletop(with_broken, "systems", "-f", "json"))}
    assert found["goat"]["error"]["code"] == "broken-system"
    assert "authors" in found["coin"]
    assert "legal" in tabletop(with_broken, "validate", "armies")
    tabletop(with_broken, "schema", "--write", str(with_broken / "schemas"))
    written = {path.name.partition(".")[0] for path in (with_broken / "schemas").iterdir()}
    assert {"coin", "td"} <= written and not written & BROKEN.keys()


def test_a_fault_in_the_code_of_a_plugin_names_the_plugin(with_broken: Path) -> None:
    requests = [
        {"do": "validate", "system": "mule", "army": {}},
        {"do": "validate", "system": "goat", "army": {}},
        {"do": "odds", "system": "coin", "resolver": "shoot", "situation": {"coins": 3}},
    ]
    lines = tabletop(with_broken, "batch", stdin="\n".join(map(json.dumps, requests))).splitlines()
    mule, goat, coin = map(json.loads, lines)
    assert mule["error"]["code"] == goat["error"]["code"] == "broken-system"
    assert "fault in the game system mule: NameError" in mule["error"]["message"]
    assert coin["ok"]
    army = with_broken / "mule.toml"
    army.write_text('system = "mule"\nkind = "novice"\n', encoding="utf-8")
    shutil.copy(PLUGIN / "armies" / "ada.toml", with_broken / "ada.toml")
    judged = tabletop(with_broken, "validate", str(army), str(with_broken / "ada.toml"), code=2)
    assert "fault in the game system mule: NameError" in judged
    assert "1 legal" in judged


def test_all_that_is_made_from_its_form_and_sheet(installed: Path, tmp_path: Path) -> None:
    """A system of a card and three settings has rosters, as every other has."""
    shown = tabletop(installed, "roster", "armies/ada.toml")
    assert "Ada" in shown and "marksman" in shown
