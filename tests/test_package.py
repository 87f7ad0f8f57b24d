"""The wheel: everything that the program needs travels inside, and it works where nothing else of the project is."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
INSIDE = "tabletop_cli"
SHARED = ("armies", "schemas")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling", reason="hatchling builds the wheel; `make test` installs it")
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder), cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the unpacked wheel, which is all that installing it does besides the console script."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked."""
    pytest.importorskip("hatchling", reason="hatchling builds the package; `make test` installs it")
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(folder), cwd=ROOT)
    (built,) = folder.glob("*.tar.gz")
    with tarfile.open(built) as archive:
        archive.extractall(folder, filter="data")
    (unpacked,) = (one for one in folder.iterdir() if one.is_dir())
    return unpacked


def run(*words: str, cwd: Path, typed: str = "", **env: str) -> str:
    done = subprocess.run(
        words, cwd=cwd, env={**os.environ, **env}, input=typed, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def tabletop(installed: Path, *words: str, cwd: Path, typed: str = "", **env: str) -> str:
    """The program from the wheel: the folder of the wheel comes before this checkout on the path."""
    env |= {"PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"}
    return run(sys.executable, "-m", INSIDE, *words, cwd=cwd, typed=typed, **env)


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def tree(folder: Path, ending: str) -> Sequence[str]:
    """The files below a folder of the checkout, with their paths from its root."""
    return [path.relative_to(ROOT).as_posix() for path in folder.rglob(f"*{ending}")]


def test_every_module_and_every_data_file_is_inside(wheel: Path) -> None:
    endings = (".py", ".toml", ".css", ".js", ".typ", "py.typed")
    wanted = {path for ending in endings for path in tree(ROOT / INSIDE, ending)}
    assert sorted(wanted - names(wheel)) == []


@pytest.mark.parametrize("folder", SHARED)
def test_armies_and_schemas_travel_along(wheel: Path, folder: str) -> None:
    wanted = {f"{INSIDE}/share/{path}" for path in (*tree(ROOT / folder, ".toml"), *tree(ROOT / folder, ".json"))}
    assert wanted
    assert sorted(wanted - names(wheel)) == []


@pytest.mark.parametrize("folder", ["docs", "tests", "armies", "schemas", "bench", INSIDE])
def test_the_source_has_what_its_tests_read(source: Path, folder: str) -> None:
    kept = {
        path for ending in (".py", ".md", ".toml", ".json", ".jsonl", ".svg") for path in tree(ROOT / folder, ending)
    }
    assert kept
    assert sorted(one for one in kept if not (source / one).exists()) == []


def test_the_source_can_be_made_and_checked(source: Path) -> None:
    for name in ("pyproject.toml", "Makefile", ".importlinter", "README.md", "CONTRIBUTING.md"):
        assert (source / name).is_file()


def test_nothing_else_is_inside(wheel: Path) -> None:
    strange = [name for name in names(wheel) if not name.startswith(f"{INSIDE}/") and ".dist-info/" not in name]
    assert [name.partition(".data/")[2] for name in strange] == ["data/share/man/man1/tabletop.1"]
    tests = [name for name in names(wheel) if "/tests/" in name]
    assert tests == [f"{INSIDE}/template/tests/test_kit.py"], "those that go with a new system"
    assert not any("__pycache__" in name for name in names(wheel))


def test_licence_script_and_systems_are_declared(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        meta = {name.partition(".dist-info/")[2]: name for name in archive.namelist() if ".dist-info/" in name}
        points = archive.read(meta["entry_points.txt"]).decode()
    assert "licenses/LICENSE" in meta
    assert "tabletop = tabletop_cli.__main__:main" in points
    assert "td = tabletop_cli.systems.td:SYSTEM" in points


def test_the_installed_program_shows_itself(installed: Path, tmp_path: Path) -> None:
    """Run from elsewhere, so that nothing can be found beside the checkout."""
    where = "import tabletop_cli; print(tabletop_cli.__file__)"
    assert str(installed) in run(
        sys.executable, "-c", where, cwd=tmp_path, PYTHONPATH=str(installed), PYTHONSAFEPATH="1"
    )
    assert "Truffles & Dermaphytes" in tabletop(installed, "systems", cwd=tmp_path)


def test_the_installed_program_finds_its_armies(installed: Path, tmp_path: Path) -> None:
    armies = installed / INSIDE / "share" / "armies"
    assert "legal" in tabletop(installed, "validate", str(armies), cwd=tmp_path)


def tour(installed: Path, folder: Path, home: Path) -> None:
    """Type the commands of the README's first minutes in a folder; a new list gets a name and a limit."""
    _, _, text = (ROOT / "README.md").read_text(encoding="utf-8").partition("## The first minutes\n")
    lines = [re.split(r" {3,}", line)[0] for line in text.split("```")[1].strip().splitlines()]
    assert len(lines) > 5 and all(line.startswith("tabletop ") for line in lines)
    for line in lines:
        typed = "The Tour\n8\nq\n" if " new td" in line and "battle" not in line else ""
        tabletop(installed, *shlex.split(line)[1:], cwd=folder, typed=typed, TABLETOP_HOME=str(home))
    assert (folder / "horde.html").is_file() and (folder / "the-tour.toml").is_file()
    assert "green-horde-v-veteran-raiders" in tabletop(installed, "battle", "list", cwd=folder, TABLETOP_HOME=str(home))


def test_the_tour_of_the_readme_works_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    tour(installed, tmp_path / "empty", tmp_path / "home")


def test_the_tour_of_the_readme_works_in_a_clone(source: Path, installed: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in (source / "armies").rglob("*") if path.is_file()}
    tour(installed, source, tmp_path / "home")
    assert {path: path.read_bytes() for path in (source / "armies").rglob("*") if path.is_file()} == before
