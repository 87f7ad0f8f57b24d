"""Tables that follow from the rows of a catalogue."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core.page import Shown, Table, cell_text


@pytest.mark.parametrize(
    ("value", "shown"),
    [(True, "yes"), (False, "no"), (None, "-"), (0, "0"), ("", ""), ([], "-"), (["a", 2], "a, 2"), (("x",), "x")],
)
def test_cells(value: Any, shown: str) -> None:
    assert cell_text(value) == shown


def test_a_line_for_each_row_of_a_catalogue() -> None:
    rows = {"tank": {"armour": 3, "fast": True}, "mech": {"armour": 2, "guns": ["a", "b"]}}
    columns: dict[str, Shown] = {"armour": "armour", "fast": "fast", "guns": lambda row: len(row.get("guns", ()))}
    table = Table.from_rows("vehicle", rows, columns, "Vehicles", frozenset({"armour"}))
    assert table.columns == ("vehicle", "armour", "fast", "guns")
    assert table.rows == (("tank", "3", "yes", "0"), ("mech", "2", "-", "2"))
    assert (table.title, table.right) == ("Vehicles", frozenset({"armour"}))
