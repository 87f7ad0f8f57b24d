"""Who goes first (TGF-TURN-1, TGF-TURN-2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from ...api import ByLot, Dice, Group, ListOf, Odds, Record, Resolver, Situation, Whole, fact, hidden
from .d20 import SIDES
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


MOST_PLAYERS = 6  # with exact odds: seven can come out in 47,293 ways, with equals

Groups = tuple[tuple[int, ...], ...]  # players by number, the best first; those who are equal together


@dataclass(frozen=True)
class Ranking:
    """How players come out of a roll-off, and their totals for people."""

    groups: Groups
    totals: tuple[int, ...] = hidden(())


@dataclass(frozen=True)
class RollOff(ByLot):
    """A die for each of several players, to which his LD is added; the answer is who is equal to whom (TGF-TURN-1)."""

    lds: tuple[int, ...]
    why: str = ""

    @property
    def groups(self) -> tuple[Group, ...]:
        return (Group(self.why, len(self.lds), SIDES),)

    def read(self, faces: tuple[int, ...]) -> Ranking:
        totals = tuple(face + ld for face, ld in zip(faces, self.lds, strict=True))
        players = range(len(totals))
        groups = (tuple(one for one in players if totals[one] == total) for total in sorted({*totals}, reverse=True))
        return Ranking(tuple(groups), totals)

    def weights(self) -> Mapping[Ranking, int]:
        return _weights(self.lds)


@lru_cache(maxsize=256)
def _weights(lds: tuple[int, ...]) -> Mapping[Ranking, int]:
    """In how many ways each ranking falls: equals have a total that all of them can have."""
    found = {}
    for groups in _rankings(tuple(range(len(lds)))):
        each = [[lds[one] for one in group] for group in groups]
        windows = tuple((max(group) + 1, min(group) + SIDES) for group in each)
        if ways := _descending(windows, max(high for _, high in windows)):
            found[Ranking(groups)] = ways
    return found


@lru_cache(maxsize=100_000)
def _descending(windows: tuple[tuple[int, int], ...], most: int) -> int:
    """In how many ways totals fall, one from each window, each lower than the one before, the first at most `most`."""
    if not windows:
        return 1
    (low, high), *rest = windows
    return sum(_descending(tuple(rest), total - 1) for total in range(low, min(high, most) + 1))


def _rankings(players: tuple[int, ...]) -> Iterator[Groups]:
    """Every way in which players can come out, equals together."""
    if not players:
        yield ()
    for size in range(1, len(players) + 1):
        for best in combinations(players, size):
            rest = tuple(one for one in players if one not in best)
            yield from ((best, *others) for others in _rankings(rest))


@dataclass(frozen=True)
class Rolled:
    """The order of the players, best first, and who may choose who starts, if anybody."""

    order: tuple[str, ...]
    chooser: str | None


def initiative(s: Initiative, dice: Dice) -> Rolled:
    """Each rolls and adds LD; those who are equal roll again (TGF-TURN-1, TGF-TURN-2, TGF-R20, TGF-R21, TGF-R22)."""
    names, lds = [player.id for player in s.players], [player.ld for player in s.players]
    everybody = tuple(range(len(names)))

    if len(names) > MOST_PLAYERS:
        dice.reckon(20 ** len(names))

    def roll(groups: Groups, dice: Dice) -> Groups:
        """All roll, then the best of those who are equal, until they are settled (TGF-DICE-2)."""
        equal = next((group for group in groups if len(group) > 1), everybody)
        ranking = dice.ask(RollOff(tuple(lds[one] for one in equal), "initiative"))
        totals = ", ".join(f"{names[one]} {total}" for one, total in zip(equal, ranking.totals, strict=False))
        tie = ["TGF-R20"] if len(ranking.groups) < len(equal) else []
        dice.explain(f"with LD: {totals}", "TGF-TURN-1", "TGF-R22", "TGF-DICE-2", *tie)
        split = tuple(tuple(equal[one] for one in group) for group in ranking.groups)
        at = groups.index(equal) if groups else 0
        return (*groups[:at], *split, *groups[at + 1 :])

    start: Groups = ()
    groups = dice.until(roll, start, lambda groups: bool(groups) and all(len(group) == 1 for group in groups))
    order = tuple(names[group[0]] for group in groups)
    chooses = len(order) == 2 or (len(order) > 2 and s.house["initiative-multi"] == "winner-chooses")
    text = f"{order[0]} chooses who starts" if chooses else f"in this order: {', '.join(order)}"
    dice.explain(text, "TGF-TURN-2", "TGF-R21")
    return Rolled(order, order[0] if chooses else None)


INITIATIVE = Resolver(
    id="initiative",
    title="Initiative",
    situation=Initiative,
    rule=initiative,
    rules=("TGF-TURN-1", "TGF-TURN-2", "TGF-R20", "TGF-R21", "TGF-R22"),
    odds=Odds(lambda s, found: "-then-".join(found.order)),
    says_legal=False,
    example={"players": [{"id": "a", "ld": 11}, {"id": "b", "ld": 9}]},
)
RESOLVERS = (INITIATIVE,)
