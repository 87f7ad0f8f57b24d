"""Who goes first: initiative, the attacker, the order of a week (FFTT-TURN-1, FFTT-SETUP-2, FFTT-CAMP-2)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import Situation, Whole, fact


@dataclass(frozen=True, kw_only=True)
class Initiative(Situation):
    """Who has the initiative of a turn."""

    players: int = fact(Whole(2, 4), 2, ask="How many players throw?", rules=("FFTT-TURN-1", "FFTT-R61"))


@dataclass(frozen=True, kw_only=True)
class Attacker(Situation):
    """Who of two is the attacker."""


@dataclass(frozen=True, kw_only=True)
class TurnOrder(Situation):
    """In which order the players of a campaign have their week."""

    players: int = fact(Whole(2, 12), ask="How many players has the campaign?", rules=("FFTT-CAMP-2",))


@dataclass(frozen=True)
class Won:
    """Who has won a throw, after how many throws, and the totals of the last of them by player."""

    winner: str
    throws: int
    totals: dict[str, int]


@dataclass(frozen=True)
class Ordered:
    """Players by number, from 0, in their order, after how many throws."""

    order: tuple[int, ...]
    throws: int
