"""What the documents show is true: their commands are run, their code is code, no command is left out.

In a ```console block a line that begins with `$ ` is run by a shell, and what follows is its output, stdout and stderr
as they come. The blocks of a document are one session in one folder, in order. A line `...` stands for any lines, `...`
inside a line for any words (`dots.py`). ```toml NAME is a file that is there from then on.
`pytest tests/test_docs.py --golden` writes the output of commands that have changed, with the same dots.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tabletop_cli.__main__ import main
from tabletop_cli.cli.app import COMMANDS, load_command
from tabletop_cli.core.dice.stream import EventStream, NumberedStream
from tabletop_cli.core.registry import sound_systems
from tests.dots import fits, shown_now
from tests.needs import needs

ROOT = Path(__file__).parents[1]
PLUGIN = ROOT / "docs" / "coin_duel"
GUIDES = sorted(
    path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md") if PLUGIN not in path.parents
)
GAMES = "docs/dev/games.md"
DOCUMENTS = {
    "README.md": ROOT,
    "CONTRIBUTING.md": ROOT,
    **dict.fromkeys(GUIDES, ROOT),
    GAMES: PLUGIN,
}  # and their armies
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Command:
    """A command of a document and the output that is shown below it."""

    line: str
    output: str


def blocks(document: str, *languages: str) -> list[tuple[str, str]]:
    """The blocks in some languages: the name of the file that each is, if any, and its text."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return [(name, body) for language, name, body in BLOCK.findall(text) if language in languages]


def commands(block: str) -> Iterator[Command]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, output = part.partition("\n")
        while line.endswith("\\"):
            more, _, output = output.partition("\n")
            line = f"{line}\n{more}"
        yield Command(line, output)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the commands are run, with the plugin installed."""
    site = tmp_path / "site"
    shutil.copytree(PLUGIN / "coin_duel", site / "coin_duel", ignore=shutil.ignore_patterns("__pycache__"))
    (site / "coin_duel-1.dist-info").mkdir()
    points = "[tabletop.systems]\ncoin = coin_duel:SYSTEM\n"
    (site / "coin_duel-1.dist-info" / "entry_points.txt").write_text(points, encoding="utf-8")
    return tmp_path / "here"


def shell(line: str, folder: Path, plugin: bool) -> str:
    """What a command prints."""
    env = {**os.environ, "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))}
    if plugin:
        env["PYTHONPATH"] = os.pathsep.join((str(folder.parent / "site"), env["PYTHONPATH"]))
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=120,
    )
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS)
def test_commands_print_what_is_shown(document: str, folder: Path, request: pytest.FixtureRequest) -> None:
    shutil.copytree(DOCUMENTS[document] / "armies", folder / "armies")
    different, changes = [], []
    for name, block in blocks(document, "console", "toml"):
        told = ""
        if name:
            (folder / name).write_text(block, encoding="utf-8")
        for command in commands(block):
            real = shell(command.line, folder, plugin=document == GAMES)
            good = fits(command.output, real)
            if not good:
                different.append(f"$ {command.line}\n--- shown:\n{command.output}--- printed:\n{real}")
            told += f"$ {command.line}\n" + (command.output if good else shown_now(command.output, real))
        changes.append((block, told))
    if request.config.getoption("--golden"):
        rewrite(ROOT / document, changes)
    elif different:
        pytest.fail("\n\n".join(different), pytrace=False)


def rewrite(path: Path, changes: list[tuple[str, str]]) -> None:
    text = path.read_text(encoding="utf-8")
    for before, after in changes:
        text = text.replace(f"```console\n{before}```", f"```console\n{after}```", 1)
    path.write_text(text, encoding="utf-8", newline="\n")


def test_something_is_shown() -> None:
    for document, least in {"docs/armies.md": 15, "docs/battles.md": 8, "docs/organisers.md": 15}.items():
        assert sum(1 for _, block in blocks(document, "console") for _ in commands(block)) >= least


@pytest.mark.parametrize(
    ("shown", "real", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n", "a\nb\n", False),
        ("a\n...\n", "a\nb\nc\n", True),
        ("...\nc\n", "a\nb\nc\n", True),
        ("seed ...\n", "seed 1f\n", True),
        ("seed ... now\n", "seed 1f\n", False),
        ("2 * 3\n", "2 * 3  \n\n", True),
    ],
)
def test_what_dots_stand_for(shown: str, real: str, same: bool) -> None:
    assert fits(shown, real) is same


@pytest.mark.parametrize(
    ("shown", "real", "now"),
    [
        ("a b c\n", "a b d\nnew\n", "a b d\nnew\n"),
        (
            "...\nhits: pinned\n...\nthe end\n",
            "x\nhits: stunned\ny\nz\nthe end\n",
            "...\nhits: stunned\n...\nthe end\n",
        ),
        ("one\ntwo three\n...\n", "one\ntwo four\nfive\n", "one\ntwo four\n...\n"),
        ("legal, SHA-256 ...\nold\n", "legal, SHA-256 1f\nnew\n", "legal, SHA-256 ...\nnew\n"),
        ("seed ... is drawn now\n", "seed 1f is drawn today\n", "seed ... is drawn today\n"),
    ],
)
def test_what_is_written_again_keeps_its_dots(shown: str, real: str, now: str) -> None:
    assert shown_now(shown, real) == now
    assert fits(now, real)


# --- Code in documents for developers --------------------------------------------------------------------------------


def test_code_of_the_worked_example_is_that_of_the_example() -> None:
    folders = (PLUGIN, ROOT / "tabletop_cli" / "template", ROOT / "tests" / "plugins" / "three_kings")
    sources = [path for folder in folders for end in ("py", "toml") for path in folder.rglob(f"*.{end}")]
    sources += [ROOT / "tests" / "test_plugin.py", ROOT / "tests" / "core" / "month.py"]
    real = [path.read_text(encoding="utf-8") for path in sources]
    shown = [block for _, block in blocks(GAMES, "python", "toml")]
    strange = [block for block in shown if "hmac" not in block and not any(block in text for text in real)]
    assert strange == []


def test_dice_can_be_verified_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    now, before = [block for _, block in blocks("docs/dev/odds-and-dice.md", "python") if "hmac" in block]
    exec(now, {})
    answers = '{"by":"a","do":"fire"}'
    assert capsys.readouterr().out.strip() == str(list(EventStream(bytes(range(16)), 2).roll([6] * 10, 1, answers)))
    exec(before, {})
    stream = NumberedStream(bytes(range(16)), event=3)
    assert capsys.readouterr().out.strip() == str([stream.next_face(6) for _ in range(10)])


# --- Commands and files ---------------------------------------------------------------------------------------------


def names() -> list[tuple[str, ...]]:
    """Every command and subcommand."""
    inside = {name: getattr(load_command(name), "commands", {}) for name in COMMANDS}
    alone = [(name,) for name, inner in inside.items() if not inner]
    return [*alone, *((name, one) for name, inner in inside.items() for one in inner)]


@pytest.mark.parametrize("words", names(), ids=" ".join)
def test_every_command_is_documented(words: tuple[str, ...]) -> None:
    told = "".join((ROOT / document).read_text(encoding="utf-8") for document in DOCUMENTS)
    # The commands of a campaign are those of a battle, and are documented as such.
    name = " ".join(("battle", *words[1:]) if words[0] == "campaign" else words)
    assert words[0] != "campaign" or "`campaign`" in told
    assert f"tabletop {name}" in told or f"`{name}`" in told, f"{name} stands in no document"


@pytest.mark.parametrize("words", [*names(), ()], ids=" ".join)
def test_every_help_has_an_example(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--help"]) == 0
    _, example, lines_below = capsys.readouterr().out.partition("Example")
    assert example, "no example"
    assert "tabletop " + " ".join(words[:1]) in lines_below


def test_the_man_page_is_made_of_the_help_texts(request: pytest.FixtureRequest) -> None:
    loaded = importlib.util.spec_from_file_location("manual", ROOT / "docs" / "manual.py")
    assert loaded is not None and loaded.loader is not None
    manual = importlib.util.module_from_spec(loaded)
    loaded.loader.exec_module(manual)
    if request.config.getoption("--golden"):
        manual.PAGE.write_text(manual.page(), encoding="utf-8", newline="\n")
    assert manual.PAGE.read_text(encoding="utf-8") == manual.page(), "a help text has changed: `make manual`"


@needs("groff")
def test_the_man_page_is_set_without_a_complaint() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "docs/tabletop.1"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert "tabletop examples --to ." in done.stdout


def anchors(path: Path) -> set[str]:
    """What links to the headings of a document end in, as GitHub writes it."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}


@pytest.mark.parametrize("document", [*DOCUMENTS, "CHANGELOG.md"])
def test_links_inside_the_project_lead_somewhere(document: str) -> None:
    here = ROOT / document
    text = here.read_text(encoding="utf-8")
    found = [(path, anchor) for path, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", text) if path or anchor]
    found += [(path, "") for path in re.findall(r"src=\"([^\":]+)\"", text)]
    missing = [path for path, _ in found if not (here.parent / path).exists()]
    assert missing == []
    nowhere = [
        anchor for path, anchor in found if anchor and anchor not in anchors(here.parent / path if path else here)
    ]
    assert nowhere == []


def test_every_guide_is_named_where_its_readers_begin() -> None:
    """Those for players in the README, those for developers in CONTRIBUTING."""
    text = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")}
    begins = {guide: "CONTRIBUTING.md" if guide.startswith("docs/dev/") else "README.md" for guide in GUIDES}
    assert [guide for guide, where in begins.items() if f"]({guide})" not in text[where]] == []


def test_the_readme_says_whose_each_game_system_is() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for system in sound_systems():
        about = system.reference.about
        whose = rf"{', '.join(about['authors'])} \| {about['licence']}"
        row = rf"^\| \[{system.name}\].* \(`{system.id}`\) \| .* \| {whose} \|$"
        assert re.search(row, text, re.MULTILINE), row


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    rows = re.findall(r"^\| ([^|]+) \|", (ROOT / "docs/dev/dependencies.md").read_text(encoding="utf-8"), re.MULTILINE)
    explained = {name.strip() for row in rows for name in row.split(",")}
    assert sorted({re.split(r"[^\w-]", one)[0] for one in needed} - explained) == []


def test_targets_that_documents_name_are_in_the_makefile() -> None:
    told = "".join((ROOT / document).read_text(encoding="utf-8") for document in DOCUMENTS)
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(set(re.findall(r"`make (\w+)", told)) - set(targets)) == []
