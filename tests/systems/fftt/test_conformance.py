"""FFTT keeps what every game system promises: the conformance kit on its declarations and examples."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core import registry, testing

# Where the example rolls more dice than brute force can, a smaller situation has the odds judged.
SMALLER: dict[str, dict[str, Any]] = {
    "initiative": {"players": 2},
    "volley": {
        "target": {"unit": "tank", "suffered": 1},
        "shots": [{"shooter": "grunt", "distance": 15}, {"shooter": "engineer", "distance": 15}],
    },
    "melee": {"lone": {"unit": "engineer"}, "group": ["grunt", "grunt"]},
    "melee-deaths": {"lone": {"unit": "grunt", "ap": 1}, "group": [{"unit": "razor-dog", "ap": 2}]},
}
ENDLESS = {"initiative", "attacker", "hatch"}  # who ties throws again, and so does who throws a 6 for an egg


@pytest.mark.slow
def test_the_conformance_kit() -> None:
    """And the odds of every resolver that has some are judged by brute force: all faces, but of endless throws."""
    fftt = registry.load("fftt")
    judged = testing.check_system(fftt, rolls=8_000, smaller=SMALLER)
    assert judged.keys() == {one.id for one in fftt.resolvers.values() if one.odds is not None}
    assert {name for name, share in judged.items() if share < 1} == ENDLESS
