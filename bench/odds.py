"""Exact close combat against icepool, a general library of exact dice. Both start with empty caches."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import icepool  # type: ignore[import-untyped]

from tabletop_cli.core import registry
from tabletop_cli.core.dice.columns.dice_rows import DiceRow
from tabletop_cli.core.dice.columns.sweep import Columns
from tabletop_cli.core.rule import resolve as rulings

from .measure import cold, fastest, ms, show, times

ROUNDS = ((6, 5), (10, 10))
FIGHTS = ((6, 5), (10, 10))


class ColumnsWon(icepool.MultisetEvaluator[int, Any]):  # type: ignore[misc]
    """Columns won by each of two pools, as one would write it with icepool."""

    def initial_state(self, order: Any, outcomes: Any, *sizes: Any) -> Any:
        if order != icepool.Order.Descending:
            raise icepool.UnsupportedOrder
        return (0, 0, 0)

    def next_state(self, state: Any, order: Any, face: int, a: int, b: int) -> Any:
        ahead, won_a, won_b = state  # ahead: how many more dice a has shown than b
        if ahead > 0:
            met = min(ahead, b)
            return (ahead - met + a) - (b - met), won_a + met, won_b
        met = min(-ahead, a)
        return (a - met) - (-ahead - met + b), won_a, won_b + met

    def final_outcome(self, final_state: Any, order: Any, outcomes: Any, *sizes: Any) -> Any:
        return final_state[1:]


def run() -> None:
    rows = []
    for a, b in ROUNDS:
        theirs = cold(partial(_icepool_round, a, b), partial(_icepool_round, 2, 1))
        ours = cold(Columns(DiceRow(a), DiceRow(b)).weights, Columns(DiceRow(2), DiceRow(1)).weights)
        rows.append((f"one round, {a} v {b}", f"{ms(ours)} against {ms(theirs)}", f"{theirs / ours:,.0f} x faster"))
    registry.load("td").find_resolver("cc-fight")
    for a, b in FIGHTS:
        theirs = cold(partial(_icepool_fight, a, b), partial(_icepool_fight, 2, 1), rounds=2)
        ours = cold(partial(_our_fight, a, b), partial(_our_fight, 2, 1))
        rows.append(
            (f"the fight to the end, {a} v {b}", f"{ms(ours)} against {ms(theirs)}", f"{theirs / ours:,.0f} x faster")
        )
    assert _our_fight(6, 5) == _icepool_fight(6, 5)
    _our_fight(10, 10)
    again = fastest(lambda: _our_fight(10, 10))
    rows.append(("the 10 v 10 fight, asked again", ms(again), times(again / ours)))
    show("Exact odds of close combat", rows, "icepool; for the last line, the fight asked for the first time")


def _our_fight(a: int, b: int) -> Fraction:
    """The attacker's chance, through the door that everybody uses."""
    facts = {"attacker": {"cc": a}, "defender": {"cc": b}}
    return rulings.exact_odds(registry.load("td"), "cc-fight", facts)["attacker"]


def _icepool_round(a: int, b: int) -> Any:
    return ColumnsWon().evaluate(icepool.d6.pool(a), icepool.d6.pool(b))


def _icepool_fight(a: int, b: int) -> Fraction:
    """The attacker's chance: from the smallest fights up, with rounds that change nothing left out."""
    wins: dict[tuple[int, int], Fraction] = {}
    for x in range(a + 1):
        for y in range(b + 1):
            if x and y:
                ends = [(won, n) for won, n in _icepool_round(x, y).items() if won != (0, 0)]
                whole = sum(n for _, n in ends)
                wins[x, y] = sum((wins[x - lost, y - won] * Fraction(n, whole) for (won, lost), n in ends), Fraction())
            else:
                wins[x, y] = Fraction(x > 0)
    return wins[a, b]
