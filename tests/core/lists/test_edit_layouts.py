"""Layouts of TOML files, each changed in one place: what becomes of the lines around it, letter by letter."""

from __future__ import annotations

import tomllib

import pytest

from tabletop_cli.core.lists.change import Change, Drop, Insert, Put, Shift, apply_changes
from tabletop_cli.core.lists.edit import edit_text

LAYOUTS: dict[str, tuple[str, Change, str]] = {
    "a comment above a key stays when the key goes": (
        "a = 1\n# mine\nb = 2\n\n[house]\nx = 1\n",
        Drop(("b",)),
        "a = 1\n# mine\n\n[house]\nx = 1\n",
    ),
    "and does not become one of what follows": (
        "a = 1\n# mine\nb = 2\n# tail\n\n[house]\nx = 1\n",
        Drop(("b",)),
        "a = 1\n# mine\n\n# tail\n\n[house]\nx = 1\n",
    ),
    "a comment above the last key of a table": (
        "a = 1\n\n# house\n[house]\nx = 1\n# of y\ny = 2\n",
        Drop(("house", "y")),
        "a = 1\n\n# house\n[house]\nx = 1\n# of y\n",
    ),
    "a table that is left empty goes with its comment": (
        "a = 1\n\n# house\n[house]\nx = 1\n",
        Drop(("house", "x")),
        "a = 1\n",
    ),
    "what stands behind a table stays": (
        "a = 1\n\n[house]\nx = 1\n\n# later\n",
        Drop(("house",)),
        "a = 1\n\n# later\n",
    ),
    "and so it does between two tables": (
        "a = 1\n\n[house]\nx = 1\n\n# later\n\n[other]\ny = 1\n",
        Drop(("house",)),
        "a = 1\n\n# later\n\n[other]\ny = 1\n",
    ),
    "an entry in the middle": (
        "[[units]]\nn = 1\n\n[[units]]\nn = 2\n\n[[units]]\nn = 3\n",
        Drop(("units", 1)),
        "[[units]]\nn = 1\n\n[[units]]\nn = 3\n",
    ),
    "the last entry and the lines before it": (
        "[[units]]\nn = 1\n\n\n[[units]]\nn = 2\n\n\n[[units]]\nn = 3\n",
        Drop(("units", 2)),
        "[[units]]\nn = 1\n\n\n[[units]]\nn = 2\n",
    ),
    "entries close to each other": (
        "[[units]]\nn = 1\n[[units]]\nn = 2\n[[units]]\nn = 3\n",
        Drop(("units", 0)),
        "[[units]]\nn = 2\n[[units]]\nn = 3\n",
    ),
    "a new one between close entries": (
        "[[units]]\nn = 1\n[[units]]\nn = 2\n",
        Insert(("units", 1), {"n": 9}),
        "[[units]]\nn = 1\n[[units]]\nn = 9\n[[units]]\nn = 2\n",
    ),
    "behind the only one": (
        "[[units]]\nn = 1\n",
        Insert(("units", 1), {"n": 9}),
        "[[units]]\nn = 1\n\n[[units]]\nn = 9\n",
    ),
    "before the only one": (
        "[[units]]\nn = 1\n",
        Insert(("units", 0), {"n": 9}),
        "[[units]]\nn = 9\n\n[[units]]\nn = 1\n",
    ),
    "before the first and behind the keys": (
        "a = 1\n[[units]]\nn = 1\n",
        Insert(("units", 0), {"n": 9}),
        "a = 1\n\n[[units]]\nn = 9\n\n[[units]]\nn = 1\n",
    ),
    "before entries that stand apart": (
        "a = 1\n\n[[units]]\nn = 1\n\n[[units]]\nn = 2\n",
        Insert(("units", 0), {"n": 9}),
        "a = 1\n\n[[units]]\nn = 9\n\n[[units]]\nn = 1\n\n[[units]]\nn = 2\n",
    ),
    "as far in as the others, tables in braces": (
        "a = 1\n\n  [[units]]\n  n = 1\n\n  [[units]]\n  n = 2\n",
        Insert(("units", 2), {"n": 9, "m": {"x": 1}}),
        "a = 1\n\n  [[units]]\n  n = 1\n\n  [[units]]\n  n = 2\n\n  [[units]]\n  n = 9\n  m = { x = 1 }\n",
    ),
    "an entry moves with its tables": (
        "[[units]]\nn = 1\n[units.extra]\nx = 1\n\n[[units]]\nn = 2\n",
        Shift(("units", 0), 1),
        "[[units]]\nn = 2\n\n[[units]]\nn = 1\n[units.extra]\nx = 1\n",
    ),
    "an entry without a table gets one in braces": (
        "[[units]]\nn = 1\n[units.extra]\nx = 1\n\n[[units]]\nn = 2\n",
        Put(("units", 1, "extra", "y"), 2),
        "[[units]]\nn = 1\n[units.extra]\nx = 1\n\n[[units]]\nn = 2\nextra = { y = 2 }\n",
    ),
    "an entry with one gets a line there": (
        "[[units]]\nn = 1\n[units.extra]\nx = 1\n\n[[units]]\nn = 2\n",
        Put(("units", 0, "extra", "y"), 2),
        "[[units]]\nn = 1\n[units.extra]\nx = 1\ny = 2\n\n[[units]]\nn = 2\n",
    ),
    "a table of an entry that is left empty": (
        "[[units]]\nn = 1\n[units.extra]\nx = 1\n\n[[units]]\nn = 2\n",
        Drop(("units", 0, "extra", "x")),
        "[[units]]\nn = 1\n\n[[units]]\nn = 2\n",
    ),
    "an entry that is written anew keeps what is alike": (
        "[[units]]\nn = 1\n[units.extra]\nx = 1\n\n[[units]]\nn = 2\n",
        Put(("units", 0), {"n": 1, "k": 3}),
        "[[units]]\nn = 1\nk = 3\n\n[[units]]\nn = 2\n",
    ),
    "a key that goes takes its line, one that stays keeps its comment": (
        "[[units]]\nn = 1 # one\n# of k\nk = 2\n",
        Put(("units", 0), {"k": 3}),
        "[[units]]\n# of k\nk = 3\n",
    ),
    "entries in brackets change places": (
        "units = [{ n = 1 }, { n = 2 }]\n",
        Shift(("units", 0), 1),
        "units = [{ n = 2 }, { n = 1 }]\n",
    ),
    "entries in brackets, one a line": (
        "units = [\n  { n = 1 }, # one\n  { n = 2 },\n]\n",
        Drop(("units", 0)),
        "units = [\n  { n = 2 },\n]\n",
    ),
    "a table in an entry in braces": (
        "units = [\n  { n = 1 }, # one\n  { n = 2 },\n]\n",
        Put(("units", 1, "m"), {"a": 1}),
        "units = [\n  { n = 1 }, # one\n  { n = 2, m = { a = 1 }},\n]\n",
    ),
    "a new entry in brackets, one a line": (
        "units = [\n  { n = 1 }, # one\n  { n = 2 },\n]\n",
        Insert(("units", 2), {"n": 3}),
        "units = [\n  { n = 1 }, # one\n  { n = 2 },\n  { n = 3 },\n]\n",
    ),
    "dotted keys go on as dotted keys": (
        "house.a = 1\nhouse.b = 2\n",
        Put(("house", "c"), 3),
        "house.a = 1\nhouse.b = 2\nhouse.c = 3\n",
    ),
    "as far in as they are": (
        "  house.a = 1\n\nz = 1\n",
        Put(("house", "c"), 3),
        "  house.a = 1\n  house.c = 3\n\nz = 1\n",
    ),
    "and so deeper down": (
        "house.guns.a = 1\n",
        Put(("house", "guns", "b"), {"x": 1}),
        "house.guns.a = 1\nhouse.guns.b = { x = 1 }\n",
    ),
    "a table in braces that is left empty": (
        "house = { a = 1, b = { c = 2 } }\n",
        Drop(("house", "b", "c")),
        "house = { a = 1  }\n",
    ),
    "a table in braces gets one": (
        "house = { a = 1 }\n",
        Put(("house", "b", "c"), 2),
        "house = { a = 1, b = { c = 2 }}\n",
    ),
    "a table gets one inside, behind it": (
        "[house]\na = 1\n",
        Put(("house", "b", "c"), 2),
        "[house]\na = 1\n\n[house.b]\nc = 2\n",
    ),
    "a table inside another gets a line": (
        "[house]\na = 1\n\n# g\n[house.b]\nd = 1\n",
        Put(("house", "b", "c"), 2),
        "[house]\na = 1\n\n# g\n[house.b]\nd = 1\nc = 2\n",
    ),
    "the table around one comes before it": (
        "[house.b]\nd = 1\n",
        Put(("house", "c"), 2),
        "[house]\nc = 2\n\n[house.b]\nd = 1\n",
    ),
    "a schema line stays the first": ("#:schema x.json\n", Put(("name",), "X"), '#:schema x.json\nname = "X"\n'),
    "and has no line between": (
        "# words\n\n#:schema x.json\n\n[[units]]\nn = 1\n",
        Put(("name",), "X"),
        '# words\n\n#:schema x.json\nname = "X"\n\n[[units]]\nn = 1\n',
    ),
    "words above the first entry stay with it": (
        "# words\n[[units]]\nn = 1\n",
        Put(("name",), "X"),
        'name = "X"\n\n# words\n[[units]]\nn = 1\n',
    ),
    "an item out of a list": ("a = [1, 2, 3]\n", Put(("a",), [1, 3]), "a = [1, 3]\n"),
    "an item into a list": ("a = [1, 2, 3]\n", Put(("a",), [1, 5, 2, 3]), "a = [1, 5, 2, 3]\n"),
    "an item with its comment": ("a = [\n  1, # one\n  2, # two\n]\n", Put(("a",), [2]), "a = [\n  2, # two\n]\n"),
    "a list that is emptied": ("a = [1, 2]\n", Put(("a",), []), "a = []\n"),
    "a list that is filled": ("a = []\n", Put(("a",), [1]), "a = [1]\n"),
    "a value becomes a table": ("a = 1 # x\n", Put(("a",), {"b": 1}), "a = { b = 1 } # x\n"),
    "a table becomes a value": ("[a]\nb = 1 # x\n", Put(("a",), 1), "a = 1\n"),
    "a list of tables at the end": (
        'name = "a"\n',
        Put(("list",), [{"a": 1}, {"b": 2}]),
        'name = "a"\n\n[[list]]\na = 1\n\n[[list]]\nb = 2\n',
    ),
    "a list of tables before the tables": (
        'name = "a"\n[house]\nx = 1\n',
        Put(("list",), [{"a": 1}, {"b": 2}]),
        'name = "a"\n\n[[list]]\na = 1\n\n[[list]]\nb = 2\n\n[house]\nx = 1\n',
    ),
    "a table at the end": (
        'name = "a"\n[house]\nx = 1\n',
        Put(("deep", "er"), 5),
        'name = "a"\n[house]\nx = 1\n\n[deep]\ner = 5\n',
    ),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_change_touches_its_own_lines(name: str) -> None:
    text, change, wanted = LAYOUTS[name]
    after = edit_text(text, ".toml", change)
    assert after == wanted
    assert tomllib.loads(after) == apply_changes(tomllib.loads(text), change)


@pytest.mark.parametrize("name", LAYOUTS)
def test_it_is_the_same_with_the_line_ends_of_windows(name: str) -> None:
    text, change, wanted = LAYOUTS[name]
    assert edit_text(text.replace("\n", "\r\n"), ".toml", change) == wanted.replace("\n", "\r\n")


def test_a_list_too_long_for_a_line_has_an_item_a_line() -> None:
    items = ["x" * 20, "y" * 20, "z" * 20]
    for name, wanted in (
        ("n" * 24, f'{"n" * 24} = ["{items[0]}", "{items[1]}", "{items[2]}"]\n'),  # 99 characters and the line end
        ("n" * 25, f'{"n" * 25} = [\n  "{items[0]}",\n  "{items[1]}",\n  "{items[2]}",\n]\n'),
    ):
        assert edit_text("", ".toml", Put((name,), items)) == wanted
    assert edit_text("", ".toml", Put(("name",), "x" * 200)) == f'name = "{"x" * 200}"\n'
