"""Who goes first (TGF-TURN-1, TGF-TURN-2)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import ListOf, Record, Situation, Whole, fact
from .kinds import KebabId


@dataclass(frozen=True, kw_only=True)
class Player:
    """A player, and the highest LD of his living."""

    id: str = fact(KebabId(), ask="Which player?")
    ld: int = fact(Whole(None), ask="What is the highest LD in his army?", rules=("TGF-R20",))


@dataclass(frozen=True, kw_only=True)
class Initiative(Situation):
    """The players roll for initiative."""

    players: tuple[Player, ...] = fact(ListOf(Record(Player), 1, distinct=True), ask="Who rolls?")
