"""Rows for spreadsheets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from .safe import one_line


def as_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """CSV with a head line; every cell on one line, and none that a spreadsheet takes for a formula."""
    table = [columns, *([csv_cell(value) for value in row] for row in rows)]
    return "".join(",".join(map(_quote_cell, row)) + "\n" for row in table)


def _quote_cell(text: str) -> str:
    """A cell in quotes where it needs them, also for a spreadsheet that parts cells at semicolons."""
    return '"{}"'.format(text.replace('"', '""')) if set(text) & set(',;"') else text


_NUMBER = re.compile(r"[+-][0-9]+(?:[./][0-9]+)?")
_FORMULA = "=+-@＝＋－＠"  # the wide ones begin a formula, too


def csv_cell(value: object) -> str:
    """The text of a cell; numbers stay numbers, other text that begins like a formula gets an apostrophe.

    Spreadsheets overlook what cannot be seen in front: blanks of every kind, and marks of no width.
    """
    text = one_line(str(value))
    at = next((at for at, letter in enumerate(text) if unicodedata.category(letter)[0] not in "ZC"), len(text))
    formula = text[at : at + 1] in tuple(_FORMULA) and not _NUMBER.fullmatch(text.strip())
    return f"'{text}" if formula else text
