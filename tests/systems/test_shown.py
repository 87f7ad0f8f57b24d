"""What people look up and choose from, as they see it: every line of it stands in a golden file.

`lookup.<system>.txt` the tables for a game, with what other house rules change in them, and the catalogue;
`form.<system>.txt`   what may be written into army files, as builder and one-line commands offer it;
`sheets.<system>.txt` the example armies and the wrong ones as rosters, each kind of line once.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry, testing
from tabletop_cli.core.declare.house import House
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.lists.form import Pick, Setting, Shelf, Ware
from tabletop_cli.core.lists.references import resolve_references
from tabletop_cli.core.lists.sheet import Card, Sheet, Source
from tabletop_cli.core.page import Boxes
from tabletop_cli.core.system import System
from tabletop_cli.render import render_pages
from tabletop_cli.render.roster import Options, render_roster
from tests.conftest import Golden

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SYSTEMS = registry.system_ids()


def armies(system: System) -> Iterator[tuple[str, dict[str, Any]]]:
    """The example armies and the wrong ones by the names of their files, with the files that they name in place."""
    paths = [*(ROOT / "armies" / system.id).glob("*.toml"), *(HERE / system.id / "illegal").glob("*.toml")]
    for path in sorted(paths, key=lambda one: one.name):
        if not path.name.endswith(".catalogue.toml"):
            yield path.stem, resolve_references(system, load_file(path))


# --- Tables


def quick(system: System, house: House) -> list[str]:
    return render_pages(system.make_quick_pages(house), "text").splitlines()


def changed(system: System, house: Mapping[str, Any], usual: list[str]) -> Iterator[str]:
    """What a house rule changes in the tables."""
    other = quick(system, system.reference.house.read(house))
    lines = [one for one in difflib.ndiff(usual, other) if one.startswith(("- ", "+ "))]
    if lines:
        yield from ("", "== " + " ".join(f"{key} = {json.dumps(value)}" for key, value in house.items()), *lines)


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_looked_up(name: str, golden: Golden) -> None:
    system = registry.load(name)
    house = system.reference.house
    usual = quick(system, house.read({}))
    lines = ["== during a game", *usual]
    for switch, one in house.switches.items():
        for value in one.values[1:]:
            lines += changed(system, {switch: value}, usual)
    lines += ["", "== the catalogue", *render_pages(system.make_catalogue_pages(), "text").splitlines()]
    golden(f"lookup.{name}.txt", "".join(f"{line}\n" for line in lines))


# --- Forms


def pick_words(pick: Pick) -> str:
    return " | ".join(filter(None, ["        ", json.dumps(pick.value), pick.title, pick.help, " ".join(pick.rules)]))


def setting_words(setting: Setting) -> str:
    """A setting with all that is said of it and its values, on lines of its own."""
    flags = [one for one in ("needed", "follows", "asked", "repeat", "short") if getattr(setting, one)]
    default = "" if setting.default is None else f"default {json.dumps(setting.default)}"
    words = [".".join(map(str, setting.key)), setting.title, setting.kind.words, default, " ".join(flags)]
    first = " | ".join(filter(None, [*words, setting.help, " ".join(setting.rules)]))
    return "\n".join([f"    {first}", *map(pick_words, setting.values)])


def ware_words(ware: Ware) -> str:
    words = [ware.id, ware.title, ware.group, json.dumps(ware.entry), ware.help, " ".join(ware.rules)]
    return "  " + " | ".join(filter(None, words))


def shelf_words(shelf: Shelf, entries: Iterable[Any]) -> Iterator[str]:
    """A list: what can be put into it, and what can be chosen about what stands there; lists inside, too."""
    where = ".".join(map(str, shelf.place))
    yield f"{where} | {shelf.title} | {shelf.one}"
    yield from map(ware_words, shelf.wares)
    for entry in entries:
        if isinstance(entry, dict):
            of = f"  {where}: {shelf.ware(entry)}"
            yield from (f"{of}\n{setting_words(setting)}" for setting in shelf.settings(entry))
            for inner in shelf.inside(entry):
                yield from shelf_words(inner, inside(entry, inner.place))


def inside(table: Any, place: Iterable[str | int]) -> list[Any]:
    """The list at a place in a table, none where there is something else."""
    for step in place:
        table = table.get(step) if isinstance(table, dict) else None
    return table if isinstance(table, list) else []


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_may_be_chosen_in_army_files(name: str, golden: Golden) -> None:
    system = registry.load(name)
    lines: dict[str, None] = {}
    for _, army in armies(system):
        form = system.muster.form(army, system)
        lines |= dict.fromkeys(map(setting_words, form.settings))
        for shelf in form.shelves:
            lines |= dict.fromkeys(shelf_words(shelf, inside(army, shelf.place)))
    golden(f"form.{name}.txt", "".join(f"{line}\n" for line in lines))


# --- Rosters


def boxes_words(row: Boxes) -> str:
    """Boxes to tick off, which stand on paper alone."""
    labels = " ".join(row.labels)
    more = ["each turn" if row.turn else "", row.agreed and f"by {row.agreed}", f"{row.marked} marked"]
    return " | ".join(filter(None, [f"boxes {row.name}", str(row.whole), labels, *more]))


def card_words(card: Card) -> str:
    """An entry as the file has it, where cards show its copies apart."""
    where = ".".join(map(str, card.place))
    return f"whole {where} | {card.count} {card.title} | {card.each} each | {card.points} | {' | '.join(card.options)}"


def data_words(sheet: Sheet) -> Iterator[str]:
    """What machines get besides: a line for each value, and for each entry of a list."""
    for key, value in sheet.data.items():
        for one in value if isinstance(value, list) else [value]:
            yield f"data {key}: {json.dumps(one, default=str)}"


def sheet_words(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The lines of a roster, each with that by which it is known again."""
    made = render_roster(sheet, Source(), Options(form="text"))
    for line in map(str.strip, "".join(map(str, made)).splitlines()):
        yield re.sub(r"[\d/.,]+", "#", line), line
    ticked = [*sheet.tracks, *(row for card in sheet.cards for row in card.boxes)]
    for line in [*map(boxes_words, ticked), *map(card_words, sheet.whole)]:
        yield line, line
    for line in data_words(sheet):
        yield re.sub(r"\d+", "#", line), line


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_stands_on_rosters(name: str, golden: Golden) -> None:
    system = registry.load(name)
    seen: dict[str, str] = {}
    for stem, army in armies(system):
        for known, line in sheet_words(testing.check_sheet(system, army)):
            seen.setdefault(known, f"{stem}: {line}\n")
    golden(f"sheets.{name}.txt", "".join(seen.values()))
