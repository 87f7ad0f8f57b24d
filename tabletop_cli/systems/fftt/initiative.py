"""Who goes first: initiative, the attacker, the order of a week (FFTT-TURN-1, FFTT-SETUP-2, FFTT-CAMP-2)."""

from __future__ import annotations

from collections.abc import Sequence

from ...api import Dice, Finding, Odds, Situation, Whole, dataclass, fact
from .throws import roll_off
from .titles import TITLES


@dataclass(frozen=True, kw_only=True)
class Initiative(Situation):
    """Who has the initiative of a turn."""

    players: int = fact(Whole(2, 4), 2, ask="How many players roll?", rules=("FFTT-TURN-1", "FFTT-R61"))

    @property
    def throwers(self) -> Sequence[str]:
        """Who throws: letters where nobody has a name."""
        return PLAYERS[: self.players]


@dataclass(frozen=True, kw_only=True)
class Attacker(Situation):
    """Who of two is the attacker."""

    @property
    def throwers(self) -> Sequence[str]:
        """Who throws: letters where nobody has a name."""
        return PLAYERS[:2]


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


PLAYERS = "abcdefghijkl"


def find_winner(names: Sequence[str], each: int, why: str, rules: tuple[str, ...], dice: Dice) -> Won:
    """Who of these throws the highest total; those who share it throw again."""
    found = roll_off(names, each, why, dice)
    totals = {names[player]: total for player, total in found.totals.items()}
    (first,) = found.left
    winner = names[first]
    shown = ", ".join(f"{player} {total}" for player, total in totals.items())
    ties = find_ties(found.throws)
    dice.explain(f"{shown}: {winner} has it{ties.text}", *rules, *ties.rules, tell="reason")
    return Won(winner, found.throws, totals)


def find_ties(throws: int) -> Finding[int]:
    """Return after how many throws somebody has won, told where there were ties (FFTT-R9)."""
    return Finding(throws, f", in roll {throws}", "FFTT-R9") if throws > 1 else Finding(throws)


def roll_initiative(s: Initiative, dice: Dice) -> Won:
    """2D6 each, the highest has the initiative, ties again (FFTT-TURN-1, FFTT-R9, FFTT-R61)."""
    rules = ("FFTT-TURN-1", "FFTT-R61") if len(s.throwers) > 2 else ("FFTT-TURN-1",)
    return find_winner(s.throwers, 2, "initiative", rules, dice)


def roll_attacker(s: Attacker, dice: Dice) -> Won:
    """Dice for attacker, ties again (FFTT-SETUP-2, FFTT-R9, FFTT-R10)."""
    each = 1 if s.house["attacker-roll"] == "1d6" else 2
    return find_winner(s.throwers, each, "attacker", ("FFTT-SETUP-2", "FFTT-R10"), dice)


def turn_order(s: TurnOrder, dice: Dice) -> Ordered:
    """1D6 each, the highest is first, then clockwise; ties again (FFTT-CAMP-2, FFTT-R9)."""
    found = roll_off([f"player {at}" for at in range(1, s.players + 1)], 1, "order of the week", dice)
    (first,) = found.left
    order = tuple((first + step) % s.players for step in range(s.players))
    who, ties = f"player {first + 1} of {s.players}", find_ties(found.throws)
    text = f"{who} is first with {found.totals.get(first)}{ties.text}; then clockwise"
    dice.explain(text, "FFTT-CAMP-2", *ties.rules, tell="reason")
    return Ordered(order, found.throws)


def turn_order_odds(s: TurnOrder, dice: Dice) -> Ordered:
    """All throw alike and ties are thrown again, so each is first as often as any other (FFTT-CAMP-2, FFTT-R9)."""
    return Ordered((dice.roll_die("who is first", s.players) - 1,), 1)


INITIATIVE = TITLES.make_resolver(
    "initiative", Initiative, roll_initiative, odds=Odds(lambda s, found: found.winner, order=tuple(PLAYERS))
)
ATTACKER = TITLES.make_resolver(
    "attacker", Attacker, roll_attacker, odds=Odds(lambda s, found: found.winner, order=tuple(PLAYERS))
)
TURN_ORDER = TITLES.make_resolver(
    "turn-order", TurnOrder, turn_order, odds=Odds(lambda s, found: f"first-{found.order[0]}", rule=turn_order_odds)
)
