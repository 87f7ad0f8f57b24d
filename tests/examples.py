"""How much a test looks at that could look at any number of things: all of it, or some while somebody works.

`make test-fast` runs with a profile of Hypothesis that has fewer examples than the usual one; both functions follow it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from hypothesis import settings

T = TypeVar("T")

USUAL = 100  # examples of the usual profile


def examples(most: int, **more: Any) -> settings:
    """So many invented examples; fewer in a profile that has fewer than the usual ones. `more` are other settings."""
    return settings(max_examples=max(most * settings.default.max_examples // USUAL, 1), **more)


def some(things: Iterable[T]) -> list[T]:
    """All of them; in a profile with a tenth of the usual examples every tenth, and always the first."""
    return list(things)[:: USUAL // settings.default.max_examples]
