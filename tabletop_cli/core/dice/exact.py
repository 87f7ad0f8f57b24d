"""The exact handler: it runs a rule along every branch of its dice and adds up exact integer weights.

A rule is run once per leaf. On its first visit to a request the handler takes the first answer and notes the others as
scripts to run later; on the next runs it follows the script. `repeat` and `repeat_until` are single branchings: their
whole distribution is worked out with equal states merged, so that long chains do not multiply.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Generic, TypeVar

from ..errors import TooBig, too_much_error
from ..records import dataclass
from .absorbing import shares_at_ends
from .handlers import Dice
from .requests import Request, check_few_enough

A = TypeVar("A", bound=Hashable)
S = TypeVar("S", bound=Hashable)
I = TypeVar("I")  # noqa: E741 - an item of a repetition
R = TypeVar("R", bound=Hashable)

BRANCHES = 500_000  # runs of rules for one table of odds
WORK = 25_000_000  # millionths of a second for one table of odds, as far as a rule can tell beforehand: it errs upwards
LIST_BRANCHES, LIST_WORK = 200_000, WORK  # the same for all tables of odds that tell what an army list can do
LIST_SHARE = 8  # no single one of them takes more than this part of what all of them may


@dataclass(frozen=True)
class Weights(Generic[A]):
    """Outcomes with integer weights over a common total."""

    counts: dict[A, int]
    total: int

    def as_fractions(self) -> dict[A, Fraction]:
        """The probabilities; they sum to exactly 1."""
        return {outcome: Fraction(count, self.total) for outcome, count in self.counts.items()}


class Budget:
    """Counts runs of rules and stops a calculation that would not end in this life."""

    def __init__(self, most: int = BRANCHES, work: int = WORK) -> None:
        self.most = most
        self.work = work
        self.spent = 0
        self.reckoned = 0
        self.parts: dict[Hashable, Weights[Any]] = {}  # of a rule, that were worked out, see `Dice.roll_part`

    def check_work(self, work: int) -> None:
        """Refuse work that is known to be too much before it begins."""
        if work > self.work:
            raise too_much_error("exact odds of this", work, self.work)
        self.reckoned = max(self.reckoned, work)  # a rule says it again in each of its branches

    def spend(self) -> None:
        self.spent += 1
        if self.spent > self.most:
            raise TooBig(
                f"exact odds need more than {self.most:,} branches here", hint="ask for fewer dice, shots or attempts"
            )


class Purse:
    """What many tables of odds may take together; each gets a share, so that a long one leaves enough for others."""

    def __init__(self, branches: int = LIST_BRANCHES, work: int = LIST_WORK, share: int = LIST_SHARE) -> None:
        self._left, self._work = branches, work
        self._most = Budget(branches // share, work // share)

    def next_budget(self) -> Budget:
        """The budget of the next table."""
        return Budget(min(self._most.most, self._left), max(1, min(self._most.work, self._work)))

    def pay(self, used: Budget) -> None:
        """Take off what a table has used up."""
        self._left = max(0, self._left - used.spent)
        self._work = max(0, self._work - used.reckoned)


Script = tuple[tuple[Hashable, int, int], ...]  # answers taken so far: (answer, weight, total)


class Exact(Dice):
    """One run of a rule along a script of answers; see `exact_distribution`."""

    def __init__(self, script: Script, budget: Budget) -> None:
        self._script = script
        self._at = 0
        self._budget = budget
        self.later: list[Script] = []

    @property
    def weight(self) -> tuple[int, int]:
        """Weight and total of the branch that was followed."""
        count = whole = 1
        for _, weight, of in self._script:
            count, whole = count * weight, whole * of
        return count, whole

    def _take_branch(self, weights: Callable[[], Weights[A]]) -> A:
        if self._at == len(self._script):
            dist = weights()
            first, *others = [(*self._script, (answer, n, dist.total)) for answer, n in dist.counts.items()]
            self._script = first
            self.later += others
        taken = self._script[self._at][0]
        self._at += 1
        return taken  # type: ignore[return-value]  # a script holds answers of the requests it was made from

    def ask(self, request: Request[A]) -> A:
        def weigh_answers() -> Weights[A]:
            check_few_enough(request)
            return Weights(dict(request.weights()), request.total())

        return self._take_branch(weigh_answers)

    def announce_work(self, work: int) -> None:
        self._budget.check_work(work)

    def repeat(self, step: Callable[[S, I, Dice], S], state: S, items: Iterable[I]) -> S:
        def weigh_items() -> Weights[S]:
            dist, after, last = Weights({state: 1}, 1), dict[S, Weights[S]](), object()
            for item in items:
                if item is not last:  # the same again leads from each state where it led before
                    after, last = {}, item
                for before in dist.counts:
                    if before not in after:
                        after[before] = self._weigh_step(before, item, step)
                dist = _combine_weights(dist, after)
            return dist

        return self._take_branch(weigh_items)

    def roll_part(self, key: Hashable, part: Callable[[Dice], S]) -> S:
        def weigh_part() -> Weights[S]:
            if key not in self._budget.parts:
                self._budget.parts[key] = _run_rule(part, self._budget)
            return self._budget.parts[key]

        return self._take_branch(weigh_part)

    def _weigh_step(self, before: S, item: I, step: Callable[[S, I, Dice], S]) -> Weights[S]:
        return _run_rule(lambda dice: step(before, item, dice), self._budget)

    def repeat_until(self, step: Callable[[S, Dice], S], state: S, done: Callable[[S], bool]) -> S:
        def weigh_ends() -> Weights[S]:
            def weights_after(before: S) -> dict[S, int]:
                return _run_rule(lambda dice: step(before, dice), self._budget).counts

            return Weights(*shares_at_ends(state, weights_after, done))

        return self._take_branch(weigh_ends)


def _combine_weights(dist: Weights[S], after: Mapping[S, Weights[S]]) -> Weights[S]:
    """What becomes of a distribution whose every state leads to another one; long numbers are only multiplied."""
    whole = lcm(*{after[before].total for before in dist.counts})
    counts: dict[S, int] = {}
    for before, count in dist.counts.items():
        share = count * (whole // after[before].total)
        for state, n in after[before].counts.items():
            counts[state] = counts.get(state, 0) + share * n
    return Weights(counts, dist.total * whole)


def _run_rule(rule: Callable[[Dice], R], budget: Budget) -> Weights[R]:
    """Every outcome of a rule with its exact weight."""
    leaves: list[tuple[R, int, int]] = []
    scripts: list[Script] = [()]
    while scripts:
        budget.spend()
        dice = Exact(scripts.pop(), budget)
        outcome = rule(dice)
        leaves.append((outcome, *dice.weight))
        scripts.extend(dice.later)
    return _collect_leaves(leaves)


def _collect_leaves(leaves: list[tuple[R, int, int]]) -> Weights[R]:
    whole = lcm(*{of for _, _, of in leaves})
    counts: dict[R, int] = {}
    for outcome, count, of in leaves:
        counts[outcome] = counts.get(outcome, 0) + count * (whole // of)
    shared = gcd(whole, *counts.values())
    return Weights({outcome: count // shared for outcome, count in counts.items()}, whole // shared)


def exact_distribution(rule: Callable[[Dice], R], budget: Budget | None = None) -> dict[R, Fraction]:
    """The exact distribution of the outcomes of `rule(dice)`; the fractions sum to exactly 1.

    Errors: `TooBig` past the budget; `chain.NeverEnds` for an `repeat_until` without an end.
    """
    return _run_rule(rule, budget or Budget()).as_fractions()
