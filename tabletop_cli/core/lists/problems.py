"""Problems: what is wrong with a file that a person wrote, where, and what would mend it."""

from __future__ import annotations

from dataclasses import replace

from ..data import JsonObject
from ..errors import TabletopError
from ..records import dataclass

Where = tuple[str | int, ...]  # path in the data: ("units", 2, "models")
SUMS: tuple[Where, ...] = ((), ("budget",))  # where problems about the points of the whole list are placed
Order = tuple[bool, str, int, list[str]]  # of problems: see `Problem.order`


def place_of(where: str, of: str = "army") -> Where:
    """``army.units[2].models`` as a place in the data; the word in front stands for the file itself."""
    parts = where.replace("[", ".").replace("]", "").split(".")
    inside = parts[1:] if parts[0] == of else parts
    return tuple(int(part) if part.isdecimal() else part for part in inside if part)


def key_place(wrong: TabletopError) -> Where:
    """The place that an error is about; of an unknown field its own, and not that of the table around it."""
    place = place_of(wrong.where)
    return (*place, wrong.key) if wrong.key else place


@dataclass(frozen=True)
class Problem:
    """One finding. `code` is a constraint's id; `severity` is ``error`` (illegal) or ``warning``."""

    code: str
    message: str
    hint: str = ""
    where: Where = ()
    severity: str = "error"
    line: int | None = None

    def at_line(self, line: int | None) -> Problem:
        return replace(self, line=line)

    @property
    def is_error(self) -> bool:
        """Whether it makes the list illegal."""
        return self.severity == "error"

    @property
    def order(self) -> Order:
        """Errors first, then by number of the constraint, then by place: never by chance."""
        letters = self.code.rstrip("0123456789")
        digits = self.code[len(letters) :]
        return (not self.is_error, letters, int(digits or 0), [str(part).rjust(6) for part in self.where])

    def as_dict(self) -> JsonObject:
        return {
            "code": self.code,
            "severity": self.severity,
            "line": self.line,
            "message": self.message,
            "hint": self.hint,
        }
