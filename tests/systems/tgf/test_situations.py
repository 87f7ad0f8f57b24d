"""The conformance kit on situations of tgf beside the examples: odds against rolled dice, under other house rules."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core import registry, testing
from tabletop_cli.core.batch import reply_to_request

SHOT: dict[str, Any] = {"level": "veteran", "weapon": "assault-rifle", "distance": 35, "armor": 6}
BLOW: dict[str, Any] = {"level": "green", "weapon": "machine-pistol", "armor": 7}
KNIFE: dict[str, Any] = {**BLOW, "weapon": "assault-rifle"}
SUPPLIED = {"pb": {"hit": 1, "dam": 9}, "template": True, "indirect": True}

SITUATIONS: list[tuple[str, dict[str, Any]]] = [
    ("fire", {**SHOT, "panicked": True, "out_of_command": True, "house": {"halving-apply": "final"}}),
    ("fire", {**SHOT, "weapon": "sniper-rifle", "distance": 71, "ld": 11, "house": {"naturals": "auto"}}),
    ("fire", {**SHOT, "weapon": "mortar-50mm"}),
    ("volley", {"start": 2, "actions": [{**SHOT, "weapon": "lmg", "distance": 45}]}),
    ("volley", {"start": 5, "actions": [{**SHOT, "distance": 45}], "house": {"naturals": "auto"}}),
    (
        "template-fire",
        {
            "level": "regular",
            "weapon": "offboard",
            "distance": 15,
            "indirect": True,
            "targets": [{"armor": 5}, {"armor": 9, "forest": "deep"}],
            "house": {"weapons": {"offboard": SUPPLIED}},
        },
    ),
    ("close-combat", {**KNIFE, "back": {**KNIFE, "weapon": "lmg"}, "house": {"cc": "simultaneous"}}),
    ("close-combat", {**BLOW, "weapon": "mortar-80mm"}),
    ("suppression-move", {"strength": 3, "ld": 9, "armor": 5, "house": {"suppression-hit": "count"}}),
    ("recover", {"level": "untrained", "out_of_command": 4, "house": {"recovery-cost": "strict-three"}}),
    ("recover", {"level": "elite", "leader": "replacement", "enemy_in_los": True, "out_of_command": 1}),
    ("jump", {"height": 60, "armor": 8, "house": {"fall-over-54": {"dam": 15, "hits": 2}}}),
    ("climb", {"height": 9, "armor": 4, "house": {"damage-multiplier": "times"}}),
    ("fo", {"ld": 7, "actions": 4, "crew_actions": 2, "house": {"fo-cap": "crew-actions"}}),
    ("initiative", {"players": [{"id": "a", "ld": 9}, {"id": "b", "ld": 12}]}),
    ("initiative", {"players": [{"id": "a", "ld": 9}]}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("resolver", "facts"), SITUATIONS, ids=lambda value: value if isinstance(value, str) else "")
def test_situations_beside_the_examples(resolver: str, facts: dict[str, Any]) -> None:
    tgf = registry.load("tgf")
    testing.check_situation(tgf, tgf.find_resolver(resolver), facts, rolls=9_000)


@pytest.mark.parametrize(
    ("share", "meet"), [(49, False), (50, True), (51, False), (74, False), (75, True), (76, False)]
)
def test_where_two_rows_of_cover_meet_a_ruling_says_which_counts(share: int, meet: bool) -> None:
    request = {"do": "resolve", "system": "tgf", "resolver": "fire", "situation": {**SHOT, "cover_pct": share}}
    found = reply_to_request({**request, "dice": [20]})
    assert any("TGF-R2" in step["rules"] for step in found["steps"] if "cover" in step["text"]) == (share in (50, 75))
