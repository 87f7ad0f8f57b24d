"""du keeps what every game system promises: the conformance kit on its declarations and examples."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core import registry, testing

# Hands of five from ten cards have too many orders for brute force: smaller ones have the odds judged.
SMALLER: dict[str, dict[str, Any]] = {
    "draw-odds": {"deck": {"rifleman-a": 2, "other": 4}, "count_of": ["rifleman-a"], "hand": 3},
    "kill-odds": {"deck": [{"attack": 2, "count": 3}, {"attack": 0, "count": 3}], "defense": 4, "hand": 3},
}


@pytest.mark.slow
def test_the_conformance_kit() -> None:
    """And the odds of every resolver that has some are judged by brute force, hand by hand."""
    du = registry.load("du")
    judged = testing.check_system(du, rolls=8_000, smaller=SMALLER)
    assert judged == {one.id: 1 for one in du.resolvers.values() if one.odds is not None}
