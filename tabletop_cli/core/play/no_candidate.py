"""Why nobody may do something, where each of those who might has a reason of their own."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import Refused, TabletopError

MOST_REASONS = 3  # that are told beside each other


class Nobody(Refused):
    """An event of the main menu that nobody may do now: `each` has who it is, in words, and why not."""

    def __init__(self, usual: Refused, each: Sequence[tuple[str, TabletopError]]) -> None:
        super().__init__(usual.message, reason=usual.reason, rule=usual.rule, rules=usual.rules, **usual.extra)
        self.each = tuple(each)


def no_candidate_error(usual: TabletopError, each: Sequence[tuple[str, TabletopError]]) -> TabletopError:
    """Why nobody may do it; the usual reason alone where all share it, or where it would be too much to read."""
    reasons = {(no.message, getattr(no, "reason", ""), repr(no.extra)) for _, no in each}
    if not isinstance(usual, Refused) or not 1 < len(reasons) <= MOST_REASONS:
        return usual
    return Nobody(usual, each)
