"""How the dice fell in a battle, and how likely what came of them was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from ..dice.exact import Budget
from ..dice.handlers import Replay, Roll
from ..errors import TabletopError
from ..records import dataclass
from ..rule.resolve import odds_of, outcome_name, situation_for_odds
from ..rule.resolver import AnyResolver, Resolver
from ..rule.situation import Situation
from ..system import System
from .battle import Battle
from .log import LogEntry

X = TypeVar("X", bound=Situation)
R = TypeVar("R")

QUICK = 2_000_000  # millionths of a second for the odds of one roll


@dataclass(frozen=True)
class Luck:
    """The dice of one side: how many, what they showed in all, and what fair dice show on average."""

    side: str
    dice: int
    shown: int
    expected: Fraction
    typed: int


@dataclass(frozen=True)
class Chance:
    """An event whose odds are known: what happened, and how likely that was."""

    n: int
    title: str
    outcome: str
    chance: Fraction


def luck_of(
    battle: Battle, hidden: Callable[[LogEntry], bool] = lambda entry: False
) -> tuple[list[Luck], list[Chance]]:
    """How the dice fell for each side, and how likely every outcome with known odds was; not of `hidden` events."""
    sums: dict[str, Luck] = {}
    chances: list[Chance] = []
    game, state = battle.game, battle.game.start(battle.setup, battle.system)
    for number in battle.fold.in_force:
        entry = battle.entry(number)
        assert entry.event is not None
        event, dice = game.read_event(state, entry.event), _Settling(entry.rolls)
        side = game.doer(state, event)
        before, (state, _) = state, game.play(state, entry.event, dice)
        if hidden(entry):
            continue
        for roll, owners in zip(dice.rolls, dice.owners, strict=True):
            for owner in dict.fromkeys(owners):
                whose = game.side_name(before, owner or side) if owner or side else ""
                luck = sums.get(whose, Luck(whose, 0, 0, Fraction(0), 0))
                sums[whose] = _add_dice(luck, roll, [one == owner for one in owners])
        title = game.events[str(entry.event["do"])].title
        found = (_chance_of_outcome(battle.system, entry.n, title, *settled) for settled in dice.settled)
        chances += [chance for chance in found if chance is not None]
    return [sums[side] for side in sorted(sums) if sums[side].dice], chances


def _chance_of_outcome(
    system: System, n: int, title: str, resolver: AnyResolver, situation: Situation, rolls: Sequence[Roll]
) -> Chance | None:
    """How likely the outcome of a rule was that was settled with these rolls; None where that is not known."""
    if resolver.odds is None or not rolls:
        return None
    asked = situation_for_odds(resolver, situation)
    try:
        outcome = outcome_name(resolver, asked, Replay(rolls))
        chance = odds_of(system, resolver, asked, Budget(work=QUICK)).get(outcome)
    except TabletopError:
        return None
    return None if chance is None else Chance(n, title, outcome, chance)


class _Settling(Replay):
    """The dice of the log, with what they settled: resolver, situation, and the rolls that were made for it."""

    def __init__(self, rolls: Sequence[Roll]) -> None:
        super().__init__(rolls)
        self.settled: list[tuple[AnyResolver, Situation, tuple[Roll, ...]]] = []

    def settle(
        self, resolver: Resolver[X, R], situation: X, *, foresee: tuple[AnyResolver, Situation] | None = None
    ) -> R:
        before = len(self.rolls)
        outcome = super().settle(resolver, situation, foresee=foresee)
        if foresee is None:  # a round of a longer fight is told with the fight, which is not settled at once
            self.settled.append((resolver, situation, tuple(self.rolls[before:])))
        return outcome


def _add_dice(luck: Luck, roll: Roll, owned: Sequence[bool]) -> Luck:
    """The luck with those dice of a roll that are `owned`."""
    fallen = [
        (face, sides)
        for face, sides, own in zip(roll.faces, roll.sides, owned, strict=True)
        if own and isinstance(face, int)  # of cards there is no average
    ]
    return Luck(
        luck.side,
        luck.dice + len(fallen),
        luck.shown + sum(face for face, _ in fallen),
        luck.expected + sum((Fraction(sides + 1, 2) for _, sides in fallen), Fraction(0)),
        luck.typed + (len(fallen) if roll.by == "player" else 0),
    )
