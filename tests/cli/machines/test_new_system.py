"""`new-system` writes a package that already plays: installed as it is, kit, lists and a battle are green."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tabletop_cli.core.errors import Malformed, TabletopError
from tabletop_cli.core.template import FOLDER, files_of, names_of
from tests.cli.conftest import Tabletop

ROOT = Path(__file__).parents[3]
Run = Callable[..., str]


@pytest.fixture(scope="module")
def lantern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new system, with its entry point beside the package, as an installer leaves it."""
    folder = tmp_path_factory.mktemp("games")
    done = subprocess.run(
        [sys.executable, "-m", "tabletop_cli", "new-system", "lantern-row", "--to", str(folder)],
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    assert done.stderr.startswith("saved: 17 files in ") and "battle new lantern-row armies/lanterns" in done.stderr
    info = folder / "lantern-row" / "lantern_row-0.1.0.dist-info"
    info.mkdir()
    points = "[tabletop.systems]\nlantern-row = lantern_row:SYSTEM\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    return folder / "lantern-row"


@pytest.fixture
def run(lantern: Path) -> Run:
    """Runs a Python module where the new system is installed; what it prints."""

    def run(*words: str, code: int = 0, typed: str = "") -> str:
        path = os.pathsep.join((str(lantern), str(ROOT)))
        done = subprocess.run(
            [sys.executable, "-m", *words],
            capture_output=True, text=True, check=False, cwd=lantern, input=typed,
            env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    return run


def test_nothing_of_the_template_but_its_names_is_other(lantern: Path) -> None:
    written = {path.relative_to(lantern).as_posix() for path in lantern.rglob("*.*") if "dist-info" not in str(path)}
    assert written >= {"pyproject.toml", "lantern_row/__init__.py", "armies/lanterns.toml", "tests/test_kit.py"}
    for name in written - {"tests", "armies"}:
        if (lantern / name).is_file():
            text = (lantern / name).read_text(encoding="utf-8")
            assert not {"my-game", "my_game", "My Game", "MG-"} & set(text.split()), name
    assert "LR-A1" in (lantern / "lantern_row" / "reference.toml").read_text(encoding="utf-8")


@pytest.mark.medium
def test_it_is_listed_and_its_lists_are_legal(run: Run) -> None:
    assert "Lantern Row" in run("tabletop_cli", "systems")
    assert "3 legal" in run("tabletop_cli", "validate", "armies", "--with-schema")
    roster = run("tabletop_cli", "roster", "armies/wardens.toml")
    assert "The Old Watch (Marksmen)" in roster and "They never open fire first." in roster
    assert "75.00%" in run("tabletop_cli", "odds", "lantern-row", "shoot", "--weapon", "rifle")


WRONG = """
system = "lantern-row"
bugdet = 3
budget = 4

[[units]]
type = "riflmen"
count = 0

[[units]]
type = "riflemen"
speed = 4
"""


def test_what_is_wrong_with_a_list_is_said_with_its_line(run: Run, lantern: Path) -> None:
    (lantern / "wrong.toml").write_text(WRONG, encoding="utf-8")
    told = run("tabletop_cli", "validate", "wrong.toml", code=1)
    for line, message, hint in (
        (3, 'an army has no "bugdet"', "did you mean budget?"),
        (4, "5 of 4 points, 1 over", "take units away, or agree on more"),
        (7, 'entry 1 (riflmen): unknown type "riflmen"', "choose from scouts, riflemen, gunners"),
        (8, "entry 1 (riflmen): count is 0", "write count = 1"),
        (12, 'entry 2 (Riflemen): no field "speed" here', ""),
    ):
        assert f"wrong.toml:{line}: " in told and message in told and hint in told, message


@pytest.mark.medium
def test_the_builder_offers_printed_and_home_made_units(run: Run, lantern: Path) -> None:
    new = ("tabletop_cli", "new", "lantern-row", "new.toml", "--name", "Eve", "--empty")
    run(*new)
    assert "one costs: 3 points" in run("tabletop_cli", "add", "new.toml")
    run("tabletop_cli", "add", "new.toml", "gunners", "--count", "2")
    assert "16 points" in run("tabletop_cli", "roster", "new.toml")
    assert "marksmen" in run("tabletop_cli", "add", "armies/wardens.toml")
    run("tabletop_cli", "set", "new.toml", "budget=20")
    assert "scouts" in run("tabletop_cli", "suggest", "new.toml").lower()


@pytest.mark.medium
def test_a_battle_with_a_shot_a_dodge_and_a_card(run: Run) -> None:
    def do(*words: str, dice: str = "", code: int = 0) -> str:
        return run("tabletop_cli", "battle", "do", "first", *words, *(["--dice", dice] if dice else []), code=code)

    run(
        "tabletop_cli", "battle", "new", "lantern-row", "armies/lanterns.toml", "armies/wardens.toml", "--name", "first"
    )
    assert "A (Lanterns) has no hand yet" in do("shoot", "by=a", "unit=a1", "target=b1", code=1)
    do("draw", "by=a", dice="patch patch dodge")
    do("draw", "by=b", dice="patch dodge dodge")
    assert "b2 Scouts dodges [LR-4]" in do("shoot", "by=a", "unit=a1", "target=b2", "dodge=yes", dice="66")
    assert "2 hits of 2 [LR-2]" in do("shoot", "by=b", "unit=b1", "target=a3", "cover=no", dice="36")
    assert "a3" not in do("card", "by=a", "card=patch", "unit=a3", code=1), "two wounds are its end"
    do("shoot", "by=a", "unit=a2", "target=b1", dice="16")
    do("shoot", "by=b", "unit=b3", "target=a1", dice="16")
    assert "a1 Riflemen loses a wound [LR-5]" in do("card", "by=a", "card=patch", "unit=a1")
    log = run("tabletop_cli", "battle", "log", "first", "-v")
    assert "dodge, patch, patch" not in log, "hands are nobody's business"
    assert "Marksmen" in run("tabletop_cli", "battle", "status", "first")
    run("tabletop_cli", "battle", "verify", "first")


def test_a_battle_at_the_table(run: Run) -> None:
    """The first screen that a newcomer sees: hands, a shot, and the question for the other side alone."""
    run(
        "tabletop_cli", "battle", "new", "lantern-row", "armies/lanterns.toml", "armies/wardens.toml", "--name", "night"
    )
    typed = "\n".join(
        ["", "patch patch dodge", "", "", "dodge patch patch", "", "f", "a1", "b1", "n", "66", "", "y", "w", "q"]
    )
    said = run("tabletop_cli", "battle", "play", "night", typed=typed + "\n")
    assert said.index("Hand the screen to A (Lanterns)") < said.index("Hand the screen to B (Wardens)")
    asked, _, why = said.partition("> w")
    assert "Is b1 Marksmen in cover?" in asked and "  2 hits of 2.\n" in asked.partition("Does b1 Marksmen dodge?")[0]
    assert "2 hits of 2 [LR-2]" in why and "b1 Marksmen dodges [LR-4]" in why


@pytest.mark.slow
def test_its_tests_are_green(run: Run) -> None:
    assert "6 passed" in run("pytest", "-q", "-p", "no:cacheprovider", "tests")


@pytest.mark.slow
def test_its_types_are_strict(run: Run) -> None:
    assert "Success" in run("mypy", "--strict", "--cache-dir", os.devnull, "lantern_row")


# --- names ---


@pytest.mark.parametrize(
    ("name", "id", "package", "title", "prefix"),
    [
        ("lantern-row", "lantern-row", "lantern_row", "Lantern Row", "LR"),
        ("lantern_row", "lantern-row", "lantern_row", "Lantern Row", "LR"),
        ("skirmishers", "skirmishers", "skirmishers", "Skirmishers", "SKIRMI"),
        ("war-of-7-seas", "war-of-7-seas", "war_of_7_seas", "War Of 7 Seas", "WO7S"),
    ],
)
def test_a_name_is_a_word_of_commands_of_python_and_of_people(
    name: str, id: str, package: str, title: str, prefix: str
) -> None:
    found = names_of(name)
    assert (found.id, found.package, found.title, found.prefix) == (id, package, title, prefix)


@pytest.mark.parametrize(
    ("name", "told", "hint"),
    [
        ("Lantern Row", "is not a name for a game system", "did you mean lantern-row?"),
        ("9-lives", "is not a name for a game system", ""),
        ("x" * 31, "30 at most", f"did you mean {'x' * 30}?"),
        ("../up", "is not a name for a game system", "did you mean up?"),
        ("td", "there is already a game system td", "choose another name"),
        ("class", "Python already uses the name", "such as class-battle"),
        ("random", "Python already uses the name", "such as random-battle"),
        ("\x1b[31m", "is not a name", ""),
    ],
)
def test_a_name_that_cannot_be_used_says_why(name: str, told: str, hint: str) -> None:
    with pytest.raises(Malformed, match=told) as wrong:
        names_of(name)
    assert wrong.value.hint.startswith(hint) or hint in wrong.value.hint


def test_no_folder_is_written_over(tabletop: Tabletop, tmp_path: Path) -> None:
    (tmp_path / "lantern").mkdir()
    ran = tabletop("new-system", "lantern", "--to", tmp_path)
    assert (ran.code, ran.err.split()[-6:]) == (2, ["choose", "another", "name,", "or", "--to", "DIR"])
    assert "already exists" in ran.err and not any((tmp_path / "lantern").iterdir())


def test_an_installation_without_the_template_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tabletop_cli.core.template.FOLDER", tmp_path)
    with pytest.raises(TabletopError, match="no template"):
        files_of(names_of("lantern"))


def test_the_template_stays_short() -> None:
    """It is read before it is changed."""
    files = [path for path in FOLDER.rglob("*") if path.suffix in (".py", ".toml")]
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) < 500
