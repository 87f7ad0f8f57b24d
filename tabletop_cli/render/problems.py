"""What checking army files found: as text, JSON, CSV, and as annotations for GitHub."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from ..core.data import JsonObject
from ..core.declare.catalogue import CATALOGUE
from ..core.errors import TabletopError
from ..core.lists.army import LARGEST_FILE, Report, sha256_of
from ..core.lists.heading import Heading
from ..core.lists.problems import Problem
from ..core.lists.references import HomeMade
from ..core.quantities import format_ratio
from ..core.records import dataclass
from . import summary
from .number_text import format_spent, in_points
from .safe import one_line
from .summary import PASSED_OVER
from .table import as_csv as as_rows

COLUMNS = (
    "file",
    "sha256",
    "system",
    "name",
    "faction",
    "player",
    "opponent",
    "event",
    "result",
    "points",
    "budget",
    "code",
    "severity",
    "line",
    "message",
    "hint",
    "data",
    "home-made",
    "home-made sha256",
)
FAULTY, CLOSED = "faulty", "unreadable"  # what people read for a result of "unreadable"
VERDICTS = ("legal", "illegal", FAULTY, CLOSED)
MOST_PASSED = 20  # files that were not looked at and are named in a text


@dataclass(frozen=True)
class Checked:
    """One file: what checking found, or why it could not be read.

    `data` tells what version of it was used; `digest` is the SHA-256 of what was checked, where it is known already.
    """

    path: Path
    system: str = ""
    name: str = ""
    report: Report | None = None
    error: TabletopError | None = None
    faction: str = ""
    heading: Heading = Heading()
    contents: str = ""  # of a file that is no army: what it holds, in a few words
    home_made: tuple[HomeMade, ...] = ()
    data: Callable[[], str] = str
    digest: str | None = None

    @property
    def result(self) -> str:
        if self.report is None:
            return "unreadable"
        return "legal" if self.report.legal else "illegal"

    @property
    def verdict(self) -> str:
        """The result in the words of people: a file with faults can be read, but no list comes of it."""
        if self.error is None:
            return self.result
        return CLOSED if self.error.code == self.result else FAULTY

    @cached_property
    def sha256(self) -> str:
        """Of the file's bytes; empty where it cannot be opened, is no file, or is larger than an army may be."""
        if self.digest is not None:
            return self.digest
        try:
            if not self.path.is_file():
                return ""
            with self.path.open("rb") as file:
                raw = file.read(LARGEST_FILE + 1)
        except OSError:
            return ""
        return sha256_of(raw) if len(raw) <= LARGEST_FILE else ""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems found; being unreadable is one, too, and may have several reasons."""
        if self.report is not None:
            return self.report.problems
        assert self.error is not None
        line, also = self.error.extra.get("line"), self.error.extra.get("also", ())
        first = Problem(self.error.code, self._error_text, self.error.hint, line=line)
        others = (
            Problem(first.code, self._without_place(o["message"], o["line"]), o["hint"], line=o["line"]) for o in also
        )
        return (first, *others)

    def _without_place(self, message: str, line: int | None) -> str:
        """A message without the path and line in front, which stand there anyway."""
        return message.removeprefix(str(self.path)).removeprefix(f":{line}").removeprefix(":").strip()

    @property
    def _error_text(self) -> str:
        """The error without the path in front, which stands there anyway."""
        assert self.error is not None
        text = self.error.message.removeprefix(str(self.path))
        line, column = self.error.extra.get("line"), self.error.extra.get("column")
        text = text.removeprefix(f":{line}:{column}" if column else f":{line}").removeprefix(":").strip()
        return f"{text} (column {column})" if column else text


@dataclass(frozen=True)
class Findings:
    """All files of one run.

    required  what every list had to keep to, as typed
    quiet     show only files with something wrong
    plain     no boxes and no colour
    passed    files in the folders that were not looked at, for their names are not those of armies
    """

    files: Sequence[Checked]
    required: tuple[str, ...] = ()
    quiet: bool = False
    plain: bool = True
    passed: Sequence[Path] = ()

    @property
    def listed(self) -> Sequence[Checked]:
        return [one for one in self.files if one.result != "legal"] if self.quiet else self.files

    @cached_property
    def copies(self) -> list[list[Checked]]:
        """Lists that are the same, byte for byte, and what they name is, too: perhaps one was handed in twice."""
        lists = [one for one in self.files if not one.contents]  # many hand in the catalogue that all play by
        return _group_alike(lists, lambda one: (one.sha256 or f"{one.path}", *(made.sha256 for made in one.home_made)))

    @cached_property
    def same_but_home_made(self) -> list[list[Checked]]:
        """Files that are the same, byte for byte, and play by different home-made catalogues."""
        alike = _group_alike(self.files, lambda one: (one.sha256 or f"{one.path}",))
        return [group for group in alike if len({tuple(made.sha256 for made in one.home_made) for one in group}) > 1]


def _group_alike(files: Sequence[Checked], key: Callable[[Checked], tuple[str, ...]]) -> list[list[Checked]]:
    """Groups of several files with the same key."""
    same: dict[tuple[str, ...], list[Checked]] = {}
    for one in files if len(files) > 1 else ():
        same.setdefault(key(one), []).append(one)
    return [group for group in same.values() if len(group) > 1]


def count_results(files: Sequence[Checked]) -> dict[str, int]:
    """How many files are legal, illegal and unreadable."""
    return {word: sum(one.result == word for one in files) for word in ("legal", "illegal", "unreadable")}


def as_text(found: Findings) -> str:
    """A paragraph a file, every problem with its place and a hint; of several files a summary, and a line that counts.

    Nothing where there is nothing to show.
    """
    lines = [line for one in found.listed for line in _file_lines(one)]
    if len(found.files) != 1 or found.passed:
        lines += [*_summary_lines(found), *_remark_lines(found), _count_line(found)]
    return "".join(f"{line}\n" for line in lines)


def _summary_lines(found: Findings) -> Iterator[str]:
    if found.files and not found.quiet:
        yield ""
        passed = found.passed[:MOST_PASSED]
        yield from (
            summary.summary_lines(found.files, passed) if found.plain else summary.summary_table(found.files, passed)
        )
        if len(found.passed) > len(passed):
            yield f"and {len(found.passed) - len(passed):,} more that were {PASSED_OVER}"
        yield ""


def _count_line(found: Findings) -> str:
    verdicts = [one.verdict for one in found.files]
    counts = [f"{verdicts.count(word)} {word}" for word in VERDICTS if word in verdicts]
    many = f"{len(found.files)} file{'' if len(found.files) == 1 else 's'}"
    passed = f"; {len(found.passed)} {PASSED_OVER}" if found.passed else ""
    return f"{many}: {', '.join(counts) or 'nothing to check'}{passed}"


def _remark_lines(found: Findings) -> Iterator[str]:
    if found.required:
        yield f"required: {one_line(', '.join(found.required))}"
    for group in found.copies:
        first, *others = (one_line(str(one.path)) for one in group)
        yield f"identical files (handed in twice?): {', '.join(others)} and {first}"
    for group in found.same_but_home_made:
        first, *others = (one_line(str(one.path)) for one in group)
        yield f"identical files, but with different home-made catalogues: {', '.join(others)} and {first}"


def _file_lines(one: Checked) -> Iterator[str]:
    named = ", ".join(one_line(part) for part in (one.name, one.heading.player) if part)
    name = f" ({named})" if named else ""
    if one.error is not None and one.verdict == CLOSED:  # it cannot be opened at all: said once
        yield f"{one_line(str(one.path))}{name}: {one_line(one.problems[0].message)}"
        if one.error.hint:
            yield f"    hint: {one_line(one.error.hint)}"
        return
    contents = f", {one.contents}" if one.contents else _spent_text(one.report)
    yield f"{one_line(str(one.path))}{name}: {one.verdict}{contents}"
    for made in one.home_made:
        yield f"  home-made {CATALOGUE}: {_home_made_place(made)}, SHA-256 {made.sha256}"
    for problem in one.problems:
        place = f"{one.path}:{problem.line}" if problem.line else str(one.path)
        label = "" if problem.is_error else f"{problem.severity}: "
        yield f"  {one_line(place)}: {label}{one_line(problem.code)}: {one_line(problem.message)}"
        if problem.hint:
            yield f"    hint: {one_line(problem.hint)}"


def _home_made_place(made: HomeMade) -> str:
    return one_line(str(made.path)) if made.path else "in the list itself"


def _spent_text(report: Report | None) -> str:
    points = (in_points(report.points, report.budget) or report.gist) if report else ""
    return f", {points}" if points else ""


def as_json(found: Findings) -> str:
    """Everything, with the SHA-256 of each file."""
    from .jsonout import dump

    return dump(
        {
            "files": [_file_data(one) for one in found.listed],
            "summary": {"files": len(found.files), **count_results(found.files)},
            "required": list(found.required),
            "copies": [[str(one.path) for one in group] for group in found.copies],
            "not_looked_at": [str(path) for path in found.passed],
        }
    )


def _file_data(one: Checked) -> JsonObject:
    known: JsonObject = {"path": str(one.path), "sha256": one.sha256, "system": one.system, "result": one.result}
    known |= {"name": one.name, "faction": one.faction, **one.heading.as_dict(), "data": one.data()}
    made = [{"key": CATALOGUE, "file": made.path and str(made.path), "sha256": made.sha256} for made in one.home_made]
    known["home_made"] = made
    if one.report is not None:
        known |= {"points": _ratio_or_none(one.report.points), "budget": _ratio_or_none(one.report.budget)}
    return {**known, "problems": [problem.as_dict() for problem in one.problems]}


def _ratio_or_none(number: Fraction | None) -> str | None:
    return None if number is None else format_ratio(number)


def as_csv(found: Findings) -> str:
    """A row a problem, and one for each file without any; then those that were not looked at."""
    passed = [(path, *[""] * 7, PASSED_OVER, *[""] * (len(COLUMNS) - 9)) for path in found.passed]
    return as_rows(COLUMNS, [*(row for one in found.listed for row in _problem_rows(one)), *passed])


def _problem_rows(one: Checked) -> Iterator[tuple[object, ...]]:
    points, budget = (format_spent(one.report.points), format_spent(one.report.budget)) if one.report else ("", "")
    who = (one.name, one.faction, one.heading.player, one.heading.opponent, one.heading.event)
    known = (one.path, one.sha256, one.system, *who, one.result, points, budget)
    made = ("; ".join(map(_home_made_place, one.home_made)), "; ".join(made.sha256 for made in one.home_made))
    data = one.data()
    for p in one.problems or (Problem("", "", severity=""),):
        yield (*known, p.code, p.severity, "" if p.line is None else p.line, p.message, p.hint, data, *made)


def as_github(found: Findings) -> str:
    """Workflow commands: GitHub shows them beside the lines of the files."""
    lines = [_annotation_line(one, problem) for one in found.listed for problem in one.problems]
    for one in found.listed:
        for made in one.home_made:
            lines.append(
                _notice_line(one.path, f"home-made {CATALOGUE}", f"{_home_made_place(made)}, SHA-256 {made.sha256}")
            )
    lines += [_notice_line(path, PASSED_OVER, "its name is not the name of an army file") for path in found.passed]
    return "".join(f"{line}\n" for line in lines)


def _notice_line(path: Path, title: str, text: str) -> str:
    place = f"file={_escape_field(one_line(str(path)), ',:')},line=1,title={_escape_field(one_line(title), ',:')}"
    return f"::notice {place}::{_escape_field(one_line(text))}"


def _annotation_line(one: Checked, problem: Problem) -> str:
    kind = "error" if problem.is_error else "warning"
    place = {"file": str(one.path), "line": str(problem.line or 1), "title": problem.code}
    fields = ",".join(f"{key}={_escape_field(one_line(value), ',:')}" for key, value in place.items())
    hint = f"\n{one_line(problem.hint)}" if problem.hint else ""
    return f"::{kind} {fields}::{_escape_field(one_line(problem.message) + hint)}"


def _escape_field(text: str, more: str = "") -> str:
    for letter in "%\r\n" + more:
        text = text.replace(letter, f"%{ord(letter):02X}")
    return text


FORMATS = {"text": as_text, "json": as_json, "csv": as_csv, "github": as_github}
