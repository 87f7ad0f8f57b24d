"""What comes with the program is listed and copied, and a path to it that is not there says how to get it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tabletop_cli.core import examples as shipped

from .conftest import ROOT, Tabletop


@pytest.fixture
def folder(tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the commands run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_file_that_comes_along_is_listed_with_a_sentence(tabletop: Tabletop) -> None:
    listed = json.loads(tabletop("examples", "-f", "json").out)["examples"]
    real = {path.relative_to(ROOT).as_posix() for path in (ROOT / "armies").rglob("*") if path.is_file()}
    assert {one["file"] for one in listed} == real
    assert {one["kind"] for one in listed} == {"list", "scenario", "map", "catalogue", "script"}
    assert [one["file"] for one in listed if not re.fullmatch(r"[A-Z0-9].{20,}[.!?]", one["about"])] == []
    horde = next(one for one in listed if one["file"] == "armies/td/green-horde.toml")
    assert horde["about"].startswith("8 points. Three swarms that cannot shoot and do not need to")


def test_those_of_one_system(tabletop: Tabletop) -> None:
    ran = tabletop("examples", "fftt")
    assert "fftt: maps\narmies/fftt/maps/four-gates.setup.toml: A map for four players" in ran.out
    assert "armies/td" not in ran.out and "tabletop examples fftt --to ." in ran.out
    assert tabletop("examples", "nosuch").code == 2


def test_copies_find_each_other(tabletop: Tabletop, folder: Path) -> None:
    ran = tabletop("examples", "--to", ".")
    assert (ran.code, ran.out) == (0, "")
    assert re.fullmatch(r"copied: \d+ files to \.\n", ran.err)
    for copied in (folder / "armies").rglob("*.toml"):
        assert copied.read_bytes() == (ROOT / copied.relative_to(folder)).read_bytes()
        if named := re.match(r"#:schema (\S+)", copied.read_text(encoding="utf-8")):
            assert (copied.parent / named[1]).is_file(), "an editor finds the schema, too"
    assert tabletop("validate", "armies").code == 0
    assert tabletop("battle", "run", "armies/du/weir.script.json").code == 0


def test_what_is_there_stays(tabletop: Tabletop, folder: Path) -> None:
    assert tabletop("examples", "td", "--to", "mine").code == 0
    assert not (folder / "mine/armies/tt").exists()
    changed, gone = folder / "mine/armies/td/cavalry.toml", folder / "mine/armies/td/tank-platoon.toml"
    changed.write_text("mine")
    gone.unlink()
    ran = tabletop("examples", "td", "--to", "mine")
    assert (ran.code, changed.read_text(), gone.is_file()) == (0, "mine", True)
    assert "copied: 1 file to mine; 11 already there" in ran.err
    assert f"not replaced: {Path('mine/armies/td/cavalry.toml')} (--force replaces it)" in ran.err
    assert tabletop("examples", "td", "--to", "mine", "--force").code == 0
    assert changed.read_bytes() == (ROOT / "armies/td/cavalry.toml").read_bytes()


def test_where_nothing_can_be_copied(tabletop: Tabletop, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "file").write_text("")
    assert tabletop("examples", "--to", "file").err == "error: file is not a folder\n  name a folder, such as --to .\n"
    assert "--force only works with --to" in tabletop("examples", "--force").err
    monkeypatch.setattr(shipped, "examples_folder", lambda: None)
    ran = tabletop("examples")
    assert (ran.code, ran.err.splitlines()[0]) == (2, "error: this installation has no examples")
    assert tabletop("roster", "armies/td/cavalry.toml").err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("roster", "armies/td/green-horde.toml"), "tabletop examples td --to ."),
        (("lists", "armies"), "tabletop examples --to ."),
        (("validate", "armies/tt"), "tabletop examples tt --to ."),
        (("roster", "there/armies/td/cavalry.toml"), "tabletop examples td --to there"),
        (
            ("roster", "cavalry.toml"),
            "armies/td/cavalry.toml is one of the examples; to copy it: tabletop examples td --to .",
        ),
        (("battle", "run", "armies/td/skirmish.script.json"), "tabletop examples td --to ."),
        (("battle", "new", "td", "armies/td/cavalry.toml", "a.toml"), "tabletop examples td --to ."),
        (("battle", "new", "du", "--setup", "scenarios/weir.scenario.toml"), "tabletop examples du --to ."),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else "",
)
def test_a_path_that_is_an_example_says_how_to_get_it(
    tabletop: Tabletop, folder: Path, words: tuple[str, ...], hint: str
) -> None:
    ran = tabletop(*words)
    assert ran.code == 2
    assert hint in ran.out + ran.err


GREEN = "did you mean armies/td/green-horde.toml?"
COPY_TD = "It is one of the examples; to copy it: tabletop examples td --to ."


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("roster", "armies/td/green-hord.toml"), f"{GREEN} {COPY_TD}"),
        (("validate", "armies/dt/green-hord.toml"), f"{GREEN} {COPY_TD}"),
        (("roster", "Green-Horde"), f"{GREEN} {COPY_TD}"),
        (("edit", "green-hord.toml"), f"{COPY_TD}; or begin one with: tabletop new SYSTEM green-hord.toml"),
        (("roster", "there/armies/td/calvary.toml"), "did you mean there/armies/td/cavalry.toml? It is one"),
        (("battle", "run", "skirmsh.script.json"), "did you mean armies/td/skirmish.script.json?"),
        (("battle", "new", "td", "armies/td/calvary.toml", "a.toml"), "did you mean armies/td/cavalry.toml?"),
        (
            ("battle", "new", "du", "--setup", "wier.scenario.toml"),
            "did you mean armies/du/scenarios/weir.scenario.toml?",
        ),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else "",
)
def test_a_path_that_is_nearly_an_example_says_which(
    tabletop: Tabletop, folder: Path, words: tuple[str, ...], hint: str
) -> None:
    ran = tabletop(*words)
    assert ran.code == 2
    assert hint in ran.out + ran.err


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("roster", "armies/td/green-hord.toml"), GREEN),
        (("roster", "green-hord"), GREEN),
        (("roster", "mine-too.toml"), "did you mean mine-two.toml?"),
        (("validate", "armie"), "did you mean armies?"),
        (("lists", "armie"), "did you mean armies?"),
        (("roster", "it's mine-to.toml"), "did you mean"),
    ],
)
def test_a_path_that_is_nearly_one_that_is_there_says_which(
    tabletop: Tabletop, folder: Path, words: tuple[str, ...], hint: str
) -> None:
    assert tabletop("examples", "td", "--to", ".").code == 0
    for name in ("mine-two.toml", "it's mine-two.toml"):
        (folder / name).write_text("")
    ran = tabletop(*words)
    assert ran.code == 2
    assert hint in ran.out + ran.err
    assert "tabletop examples" not in ran.out + ran.err


@pytest.mark.parametrize("path", ["nosuch.toml", "armies/td/nosuch.toml", "armies/../../secret", "td"])
def test_any_other_path_says_nothing_of_examples(tabletop: Tabletop, folder: Path, path: str) -> None:
    assert "examples" not in tabletop("roster", path).err
