"""What a verification of a log found, and what it does not hold against a log that other versions have written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from ..records import dataclass
from ..versions import version_words
from .log import LogEntry

MOST_NAMED = 8  # events in one remark


@dataclass(frozen=True)
class Verdict:
    """What does not fit (`problems`), and what only differs (`remarks`), in words; a log without problems fits."""

    problems: list[str]
    remarks: list[str]


@dataclass(frozen=True)
class Reworded:
    """The events that other versions of the program, or of the `system`, explained in other words, by version.

    Words are no result: a version may say the same thing better. `begun` is the version that began the battle, which
    wrote every entry that names none; `present` is the one that verifies.
    """

    begun: str
    present: str
    system: str = ""
    found: dict[str, list[int]] = field(default_factory=dict)

    def note_if_reworded(self, entry: LogEntry) -> bool:
        """Whether another version wrote this entry; then it is remembered, to be remarked on."""
        version = entry.version or self.begun
        if version == self.present:
            return False
        self.found.setdefault(version, []).append(entry.n)
        return True

    def version_remarks(self) -> list[str]:
        """A sentence for each version."""
        return [self._version_remark(version, numbers) for version, numbers in self.found.items()]

    def _version_remark(self, version: str, numbers: list[int]) -> str:
        verb = "was" if len(numbers) == 1 else "were"
        return (
            f"{name_events(numbers)} {verb} explained in the words of version {version_words(version, self.system)}; "
            f"the log is shown in those of {version_words(self.present, self.system)}"
        )


def name_events(numbers: Sequence[int]) -> str:
    """Return the numbers of events as people read them: ``event 3``, ``events 3, 5, 8 and 12 more``."""
    named = ", ".join(map(str, numbers[:MOST_NAMED]))
    more = f" and {len(numbers) - MOST_NAMED} more" if len(numbers) > MOST_NAMED else ""
    return f"event {named}" if len(numbers) == 1 else f"events {named}{more}"
