"""How many examples a test with invented data looks at: all of them, or some while somebody works."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

USUAL = 100  # of the profile that all tests run with; `make test-fast` has another one


def examples(most: int, **more: Any) -> settings:
    """So many examples; fewer in a profile that has fewer than the usual ones. `more` are other settings."""
    return settings(max_examples=max(most * settings.default.max_examples // USUAL, 1), **more)
