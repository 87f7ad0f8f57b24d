"""What checking army files found: as text, JSON, CSV, and as annotations for GitHub."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..core.army import Report
from ..core.errors import TabletopError
from ..core.problems import Problem
from .numbers import mixed
from .safe import one_line
from .table import as_csv as as_rows

COLUMNS = ("file", "sha256", "system", "result", "points", "budget", "code", "severity", "line", "message", "hint")


@dataclass(frozen=True)
class Checked:
    """One file: what checking found, or why it could not be read."""

    path: Path
    system: str = ""
    name: str = ""
    report: Report | None = None
    error: TabletopError | None = None

    @property
    def result(self) -> str:
        if self.report is None:
            return "unreadable"
        return "legal" if self.report.legal else "illegal"

    @cached_property
    def sha256(self) -> str:
        """Of the file's bytes; empty where it cannot be opened."""
        try:
            return sha256(self.path.read_bytes()).hexdigest()
        except OSError:
            return ""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems found; being unreadable is one, too."""
        if self.report is not None:
            return self.report.problems
        assert self.error is not None
        line = self.error.extra.get("line")
        return (Problem(self.error.code, self._error_text, self.error.hint, line=line),)

    @property
    def _error_text(self) -> str:
        """The error without the path in front, which stands there anyway."""
        assert self.error is not None
        text = self.error.message.removeprefix(str(self.path))
        line, column = self.error.extra.get("line"), self.error.extra.get("column")
        text = text.removeprefix(f":{line}:{column}" if column else f":{line}").removeprefix(":").strip()
        return f"{text} (column {column})" if column else text


def tally(files: Sequence[Checked]) -> dict[str, int]:
    """How many files are legal, illegal and unreadable."""
    return {word: sum(one.result == word for one in files) for word in ("legal", "illegal", "unreadable")}


def as_text(files: Sequence[Checked]) -> str:
    """A paragraph a file, every problem with its place and a hint, and a last line that counts."""
    lines = [line for one in files for line in _paragraph(one)]
    counts = [f"{count} {word}" for word, count in tally(files).items() if count]
    if len(files) != 1:
        lines.append(f"{len(files)} files: {', '.join(counts) or 'nothing to check'}")
    return "\n".join(lines) + "\n"


def _paragraph(one: Checked) -> Iterator[str]:
    name = f" ({one_line(one.name)})" if one.name else ""
    yield f"{one_line(str(one.path))}{name}: {one.result}{_spent(one.report)}"
    for problem in one.problems:
        place = f"{one.path}:{problem.line}" if problem.line else str(one.path)
        label = "" if problem.severity == "error" else f"{problem.severity}: "
        yield f"  {one_line(place)}: {label}{one_line(problem.code)}: {one_line(problem.message)}"
        if problem.hint:
            yield f"    hint: {one_line(problem.hint)}"


def _spent(report: Report | None) -> str:
    if report is None:
        return ""
    of = f" of {mixed(report.budget)}" if report.budget is not None else ""
    return f", {mixed(report.points)}{of} point{'' if not of and report.points == 1 else 's'}"


def as_json(files: Sequence[Checked]) -> str:
    """Everything, with the SHA-256 of each file."""
    from .jsonout import dump

    return dump({"files": [_data(one) for one in files], "summary": {"files": len(files), **tally(files)}})


def _data(one: Checked) -> dict[str, Any]:
    known: dict[str, Any] = {"path": str(one.path), "sha256": one.sha256, "system": one.system, "result": one.result}
    if one.report is not None:
        known |= {"points": _exact(one.report.points), "budget": _exact(one.report.budget)}
    return {**known, "problems": [problem.as_dict() for problem in one.problems]}


def _exact(number: Fraction | None) -> str | None:
    return None if number is None else f"{number.numerator}/{number.denominator}"


def as_csv(files: Sequence[Checked]) -> str:
    """A row a problem, and one for each file without any."""
    return as_rows(COLUMNS, (row for one in files for row in _rows(one)))


def _rows(one: Checked) -> Iterator[tuple[object, ...]]:
    points = mixed(one.report.points) if one.report else ""
    budget = mixed(one.report.budget) if one.report and one.report.budget is not None else ""
    known = (one.path, one.sha256, one.system, one.result, points, budget)
    for p in one.problems or (Problem("", "", severity=""),):
        yield (*known, p.code, p.severity, "" if p.line is None else p.line, p.message, p.hint)


def as_github(files: Sequence[Checked]) -> str:
    """Workflow commands: GitHub shows them beside the lines of the files."""
    return "".join(f"{_annotation(one, problem)}\n" for one in files for problem in one.problems)


def _annotation(one: Checked, problem: Problem) -> str:
    kind = "error" if problem.severity == "error" else "warning"
    place = {"file": str(one.path), "line": str(problem.line or 1), "title": problem.code}
    fields = ",".join(f"{key}={_escaped(one_line(value), ',:')}" for key, value in place.items())
    hint = f"\n{one_line(problem.hint)}" if problem.hint else ""
    return f"::{kind} {fields}::{_escaped(one_line(problem.message) + hint)}"


def _escaped(text: str, more: str = "") -> str:
    for letter in "%\r\n" + more:
        text = text.replace(letter, f"%{ord(letter):02X}")
    return text


FORMATS = {"text": as_text, "json": as_json, "csv": as_csv, "github": as_github}
