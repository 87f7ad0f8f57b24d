"""Problems: what is wrong with a file that a person wrote, where, and what would mend it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

Where = tuple[str | int, ...]  # path in the data: ("units", 2, "models")


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
    def order(self) -> tuple[Any, ...]:
        """Errors first, then by number of the constraint, then by place: never by chance."""
        letters = self.code.rstrip("0123456789")
        digits = self.code[len(letters) :]
        return (self.severity != "error", letters, int(digits or 0), [str(part).rjust(6) for part in self.where])

    def as_dict(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "severity": self.severity,
            "line": self.line,
            "message": self.message,
            "hint": self.hint,
        }
