"""What a change of an army would cost, break and mend: tried on the data, judged by the system's own checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from ..data import JsonMapping
from ..errors import TabletopError
from ..records import dataclass
from ..system import System
from .army import Report, check_army
from .change import Change, apply_changes
from .problems import Problem


@dataclass(frozen=True)
class Trial:
    """A change that was tried: the data and the report after it, or why the data could not even be read.

    cost    points that it adds, below 0 for what it saves; 0 in a system without points
    broken  errors that were not there before
    mended  errors that are gone
    """

    data: JsonMapping
    report: Report | None
    cost: Fraction
    broken: tuple[Problem, ...]
    mended: tuple[Problem, ...]
    refused: TabletopError | None = None

    @property
    def fine(self) -> bool:
        """Whether nothing gets worse by it."""
        return self.refused is None and not self.broken


def try_changes(system: System, data: JsonMapping, before: Report, *changes: Change) -> Trial:
    """Try changes on the data of an army, of which `before` is the report; files that it names stand in it as tables.

    Errors: `TabletopError` for a place that is not there.
    """
    after = apply_changes(data, *changes)
    try:
        report = check_army(system, after)
    except TabletopError as wrong:
        return Trial(after, None, Fraction(0), (), (), wrong)
    cost = report.sum - before.sum
    return Trial(after, report, cost, tuple(_new_errors(report, before)), tuple(_new_errors(before, report)))


def errors_of(report: Report) -> list[Problem]:
    """The problems that make a list illegal."""
    return [problem for problem in report.problems if problem.is_error]


def _new_errors(one: Report, other: Report) -> Iterator[Problem]:
    """The errors of one report that are more than in the other, by their codes."""
    left = Counter(problem.code for problem in errors_of(other))
    for problem in errors_of(one):
        if left[problem.code] > 0:
            left[problem.code] -= 1
        else:
            yield problem
