"""Many army files at a glance: a line or two each in a terminal, a line of facts each in plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from .number_text import format_spent, in_points
from .safe import one_line

if TYPE_CHECKING:
    from .problems import Checked

SHORT = 12  # hex digits of a SHA-256 that people compare
GAP = "  "
PASSED_OVER = "not looked at"


def summary_lines(files: Sequence[Checked], passed: Sequence[Path] = ()) -> Iterator[str]:
    """A line of facts a file, for pipes and screen readers; then those that were not looked at."""
    yield "SUMMARY"
    for one in files:
        points = in_points(one.report.points, one.report.budget) if one.report else ""
        digest = f"SHA-256 {one.sha256[:SHORT]}" if one.sha256 else ""
        facts = (one.verdict, points, _army_text(one), digest, *_home_made_lines(one))
        yield one_line(f"{one.path}: {'; '.join(part for part in facts if part)}")
    yield from (one_line(f"{path}: {PASSED_OVER}") for path in passed)


def summary_table(files: Sequence[Checked], passed: Sequence[Path] = ()) -> Iterator[str]:
    """Columns, with the army beside its file where there is room, else below; then those that were not looked at."""
    rows = [(one.verdict, _spent_text(one), one.sha256[:SHORT]) for one in files]
    rows += [(PASSED_OVER, "", "") for _ in passed]
    heads = ("result", "points" if any(points for _, points, _ in rows) else "", "SHA-256")
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    names = [(one_line(str(one.path)), one_line(_army_text(one))) for one in files]
    names += [(one_line(str(path)), "") for path in passed]
    longest = max(len(name) for name, _ in names)
    taken = sum(widths) + len(GAP) * len(widths)
    room = get_terminal_size().columns
    beside = taken + longest + len(GAP) + max(len(army) for _, army in names) <= room
    yield "Summary"
    yield _table_line(heads, widths) + (f"{'file':{longest}}{GAP}army" if beside else "file, army")
    made = [*map(_home_made_lines, files), *([] for _ in passed)]
    for row, (name, army), own in zip(rows, names, made, strict=True):
        yield (_table_line(row, widths) + (f"{name:{longest}}{GAP}{army}" if beside else name)).rstrip()
        for below in [*([army] if army and not beside else []), *map(one_line, own)]:
            yield " " * max(len(GAP), min(taken, room - len(below))) + below


def _table_line(cells: Sequence[str], widths: Sequence[int]) -> str:
    result, points, digest = (
        f"{cell:>{wide}}" if at == 1 else f"{cell:{wide}}"
        for at, (cell, wide) in enumerate(zip(cells, widths, strict=True))
    )
    return f"{result}{GAP}{points}{GAP}{digest}{GAP}"


def _spent_text(one: Checked) -> str:
    """What a list costs; nothing for what cannot be read, or has no points."""
    return format_spent(one.report.points, one.report.budget) if one.report else ""


def _army_text(one: Checked) -> str:
    return ", ".join(part for part in (one.name, one.heading.player, one.system, one.faction) if part)


def _home_made_lines(one: Checked) -> list[str]:
    """What it plays by that no rulebook prints."""
    return [f"home-made: {made.file or 'its own catalogue'} {made.sha256[:SHORT]}" for made in one.home_made]
