"""The conformance kit on situations of du beside the examples: the odds of cards against hands that are dealt."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core import registry, testing

DECK = [{"attack": 3, "count": 1}, {"attack": 1, "count": 2}, {"attack": 0, "count": 3}]
SIDE = {
    "deck": [{"initiative": 4, "count": 2}],
    "discard": [{"initiative": 1, "count": 3}, {"initiative": 6, "count": 1}],
}

SITUATIONS: list[tuple[str, dict[str, Any]]] = [
    ("draw-odds", {"deck": {"a": 2, "b": 1, "o": 3}, "need": {"a": 1, "b": 1}, "hand": 4}),
    ("draw-odds", {"deck": {"a": 1, "o": 2}, "discard": {"a": 2, "o": 4}, "count_of": ["a"]}),
    ("kill-odds", {"deck": DECK, "defense": 5, "crossfire": True, "hand": 3}),
    ("kill-odds", {"deck": DECK[:1], "discard": DECK, "defense": 5, "suppress_marked": 1, "effective_distance": 2}),
    ("initiative-best", {"side": SIDE}),
    ("initiative-odds", {"a": SIDE, "b": SIDE, "hand": 4, "holder": "b", "house": {"initiative_tie": "other"}}),
    ("sequence", {"target": {"class": "plane", "defense": 2}, "hits": [{"kind": "lethal", "value": 2}]}),
    ("aerial-attack", {"value": 2, "effective_distance": 4, "vision": 3, "target": {"defense": 2}}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("resolver", "facts"), SITUATIONS, ids=lambda value: value if isinstance(value, str) else "")
def test_situations_beside_the_examples(resolver: str, facts: dict[str, Any]) -> None:
    du = registry.load("du")
    testing.check_situation(du, du.find_resolver(resolver), facts, rolls=9_000)
