"""Whoever builds a list has no file before them: no screen of the builder speaks of one, whatever the list says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop_cli.cli.lists.builder_settings import row_keys
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists.change import value_at
from tabletop_cli.core.lists.form import Setting, Shelf
from tabletop_cli.core.lists.open_list import Opened, open_army
from tabletop_cli.core.lists.problems import Where
from tabletop_cli.core.registry import system_ids

from ...examples import some
from ..conftest import ROOT, Tabletop

FILE_WORDS = re.compile(r'\[\[| = "|--set|\[house|\bwrite ')
LIST = re.compile(r"^(?!.*\.(catalogue|setup|scenario)\.toml$).*\.toml$")
MOST_ENTRIES = 3  # of a list that are opened


def lists(system: str) -> list[Path]:
    """Return the example lists of a system, and those with mistakes."""
    found = [*(ROOT / "armies" / system).glob("*.toml"), *(ROOT / "tests/systems" / system / "illegal").glob("*.toml")]
    return sorted(path for path in found if LIST.match(path.name))


def walk(now: Opened, suggests: bool) -> Iterator[str]:
    """Return what is typed to see every screen of a list; x leaves each question again."""
    yield from ("?", "h", "?", "x", "a", "?", "x", *(("s", "n") if suggests else ()))
    yield from of_settings("e", now.form.settings)
    for shelf in now.form.shelves:
        yield from of_list(now, shelf, shelf.place, "" if shelf is now.form.shelves[0] else str(shelf.place[-1]))


def of_list(now: Opened, shelf: Shelf, place: Where, way: str) -> Iterator[str]:
    yield from (f"{way} a", "x") if way else ()
    for at in range(len(value_at(now.data, place, ())[:MOST_ENTRIES])):
        yield from of_entry(now, shelf, (*place, at), f"{way} {at + 1}".strip())


def of_entry(now: Opened, shelf: Shelf, place: Where, way: str) -> Iterator[str]:
    yield from (way, "?", "x")
    yield from of_settings(way, shelf.settings(value_at(now.data, place)))
    for inner in shelf.inside(value_at(now.data, place)):
        yield from of_list(now, inner, (*place, *inner.place), f"{way} {inner.place[-1]}")


def of_settings(way: str, settings: tuple[Setting, ...]) -> Iterator[str]:
    for key in row_keys(settings).values():
        yield from (f"{way} {key}", "?", "x")


@pytest.mark.medium
@pytest.mark.parametrize("system", system_ids())
def test_no_screen_speaks_of_files(system: str, tabletop: Tabletop, tmp_path: Path) -> None:
    at = tmp_path / "list.toml"
    for number, path in enumerate(some(lists(system))):
        text = path.read_text(encoding="utf-8")
        at.write_text(text if "system =" in text else f'system = "{system}"\n{text}', encoding="utf-8")
        try:
            now = open_army(at)
        except TabletopError:
            continue  # nothing can be built on what cannot be read
        typed = [*walk(now, suggests=number % 3 == 0 and now.report.points is not None), "q"]
        ran = tabletop("edit", at, typed="".join(f"{line}\n" for line in typed))
        assert ran.code == 0, f"{path}: {ran.err}"
        found = [line for line in ran.out.splitlines() if FILE_WORDS.search(line)]
        assert not found, f"{path}: {found}"
        assert "Not used" not in ran.out, f"{path}: the walk has lost its way:\n{ran.out}"


@pytest.mark.parametrize("system", system_ids())
def test_no_question_of_a_new_list_speaks_of_files(system: str, tabletop: Tabletop, tmp_path: Path) -> None:
    typed = "".join(f"?\n{answer}\n" for answer in ("", "6", "zzz", "-", "marines", "eldar", "") * 3)
    ran = tabletop("new", system, tmp_path / "new.toml", typed=typed)
    assert not [line for line in ran.out.splitlines() if FILE_WORDS.search(line)]
    assert "[Enter: none]" not in "".join(re.findall(r"(?:Faction|Opponent|line of the map)\?.*", ran.out))
