"""Odds of very many attacks: told beforehand that they are too much, and quick as long as they are not."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.errors import TooBig
from tabletop_cli.core.rule.resolve import exact_odds
from tabletop_cli.systems.tt import resolution

TT = registry.load("tt")
WHIRLWIND = {"unit": "whirlwind", "weapon": "whirlwind", "distance": 40}
SHARED = {"barrage-dice": "shared-attack"}


def barrage(units: int, unit: str, house: dict[str, str]) -> dict[str, Any]:
    return {"attacker": WHIRLWIND, "targets": [{"unit": unit}] * units, "house": house}


def shots(n: int) -> dict[str, Any]:
    reaper = {"unit": "dark-reapers", "weapon": "reaper-launchers"}
    return {"attacks": [{"kind": "shooting", "attacker": reaper, "target": {"unit": "tactical-squad"}}] * n}


@pytest.fixture
def rolled(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often an attack was settled."""
    counted = [0]
    settle = resolution._settle_totals

    def counting(*given: Any) -> Any:
        counted[0] += 1
        return settle(*given)

    monkeypatch.setattr(resolution, "_settle_totals", counting)
    return counted


@pytest.mark.parametrize(
    ("resolver", "asked"),
    [
        ("barrage", barrage(80, "dark-reapers", {})),
        ("barrage", barrage(60, "tactical-squad", {})),
        ("barrage", barrage(40, "dark-reapers", SHARED)),
        ("barrage", barrage(1_000, "dark-reapers", SHARED)),
        ("attack-sequence", shots(70)),
        ("attack-sequence", shots(1_000)),
    ],
)
def test_too_many_attacks_are_refused_before_the_first_is_settled(
    resolver: str, asked: dict[str, Any], rolled: list[int]
) -> None:
    with pytest.raises(TooBig, match="times as long as is allowed"):
        exact_odds(TT, resolver, asked)
    assert rolled == [0]


def test_an_attack_of_a_series_is_worked_out_once_with_the_emperor_and_once_without(rolled: list[int]) -> None:
    found = exact_odds(TT, "attack-sequence", shots(12))
    assert sum(found.values()) == 1
    assert rolled[0] <= 12 * 2 * 36


def test_a_large_barrage_is_answered() -> None:
    assert sum(exact_odds(TT, "barrage", barrage(20, "dark-reapers", {})).values()) == 1
