"""Rows for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from .safe import one_line


def as_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """CSV with a head line; every cell on one line, and none that a spreadsheet takes for a formula."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([cell(value) for value in row] for row in rows)
    return out.getvalue()


def cell(value: object) -> str:
    """The text of a cell; numbers stay numbers, other text that begins like a formula gets an apostrophe."""
    text = one_line(str(value))
    formula = text[:1] in ("=", "+", "-", "@") and not text[1:].replace("/", "").replace(".", "").isdecimal()
    return f"'{text}" if formula else text
