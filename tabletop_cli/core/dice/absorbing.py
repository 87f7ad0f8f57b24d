"""Exact absorbing chains: where a repeated random step ends at last, as fractions.

A step gives integer weights of the states that follow. States that can come back to each other (re-rolled ties, a
tug of war) form a knot; knots are solved exactly as linear equations, and everything else is one pass from knot to
knot in the order of play. Probabilities stay integers over one common denominator until the end.

`absorb` follows one start to all its ends; `means_by_state` gives the chance (or mean) of something for every state at
once.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Generic, TypeVar

S = TypeVar("S", bound=Hashable)


class NeverEnds(ArithmeticError):
    """The chain can reach states from which no end can be reached."""


def absorb(start: S, step: Callable[[S], Mapping[S, int]], done: Callable[[S], bool]) -> dict[S, Fraction]:
    """The exact distribution over the states where `done` holds, from `start`; the fractions sum to 1.

    `step(state)` gives integer weights of the next states, with any positive total; it is called once per state.
    Errors: `NeverEnds` where some way leads to no end.
    """
    shares, whole = shares_at_ends(start, step, done)
    return {state: Fraction(share, whole) for state, share in shares.items()}


def shares_at_ends(
    start: S, step: Callable[[S], Mapping[S, int]], done: Callable[[S], bool]
) -> tuple[dict[S, int], int]:
    """The same as integers over one denominator: lowest terms of hundreds of very long fractions would cost more."""
    chain = _Chain(step, done)
    first = chain.number_state(start)
    share, whole, levels, ends = {first: 1}, 1, chain.knot_levels(), set(chain.ends)
    ended: list[tuple[int, dict[int, int]]] = [(1, share)] if first in ends else []  # by level, with its denominator
    for level in levels:
        left = [(knot, *knot.solve_visits([share.pop(place, 0) for place in knot.places])) for knot in level]
        common = lcm(*(denominator for _, _, denominator in left))
        whole *= common
        if common > 1:
            share = {place: n * common for place, n in share.items()}
        reached: dict[int, int] = {}
        for knot, visits, denominator in left:
            for visit, ways in zip(visits, knot.ways_out, strict=True):
                scaled = visit * (common // denominator)
                for target, weight in ways.items():
                    places = reached if target in ends else share
                    places[target] = places.get(target, 0) + scaled * weight
        ended.append((common, reached))
    return {chain.states[place]: n for place, n in _sum_shares(ended).items()}, whole


def _sum_shares(ended: list[tuple[int, dict[int, int]]]) -> dict[int, int]:
    """Shares that ended level by level, each over the product of the denominators so far, over that of all."""
    found: dict[int, int] = {}
    later = 1
    for denominator, shares in reversed(ended):
        for place, n in shares.items():
            found[place] = found.get(place, 0) + n * later
        later *= denominator
    return found


def means_by_state(
    starts: Iterable[S], step: Callable[[S], Mapping[S, int]], end: Callable[[S], Fraction | int | None]
) -> dict[S, Fraction]:
    """The exact mean of `end` at the end of the chain, for each start and for every state on the way.

    `end(state)` is None where the chain goes on; with 1 and 0 as values the mean is the chance to win.
    Errors: `NeverEnds` where some way leads to no end.
    """
    chain = _Chain(step, lambda state: end(state) is not None)
    for start in starts:
        chain.number_state(start)
    levels = chain.knot_levels()
    values = {place: Fraction(end(chain.states[place]) or 0) for place in chain.ends}
    whole = lcm(*(value.denominator for value in values.values()))
    known = {place: value.numerator * (whole // value.denominator) for place, value in values.items()}
    for level in reversed(levels):
        solved = [(knot, *knot.solve_means(known)) for knot in level]
        common = lcm(*(denominator for _, _, denominator in solved))
        whole *= common
        if common > 1:
            known = {place: n * common for place, n in known.items()}
        for knot, means, denominator in solved:
            for place, mean in zip(knot.places, means, strict=True):
                known[place] = mean * (common // denominator)
                values[place] = Fraction(known[place], whole)
    return {chain.states[place]: value for place, value in values.items()}


class _Knot:
    """States that can all come back to each other; mostly a single one, with or without a loop on itself."""

    def __init__(self, places: list[int], ways: Mapping[int, dict[int, int]]) -> None:
        self.places = places
        inside = set(places)
        self.ways_out = [{t: n for t, n in ways[place].items() if t not in inside} for place in places]
        self._bound = [[(sum(ways[s].values()) if s == t else 0) - ways[s].get(t, 0) for t in places] for s in places]

    def solve_visits(self, arrivals: list[int]) -> tuple[list[int], int]:
        """Expected visits of each state, divided by the total of its weights: integers over one denominator."""
        return _solve_equations([list(column) for column in zip(*self._bound, strict=True)], arrivals)

    def solve_means(self, known: Mapping[int, int]) -> tuple[list[int], int]:
        """The values of the states, from known values outside: integers over one denominator."""
        return _solve_equations(self._bound, [sum(n * known[t] for t, n in ways.items()) for ways in self.ways_out])


class _Chain(Generic[S]):
    """All states that can be reached, each with a number, its place; hashing a state once keeps long chains fast."""

    def __init__(self, step: Callable[[S], Mapping[S, int]], done: Callable[[S], bool]) -> None:
        self._step = step
        self._done = done
        self._places: dict[S, int] = {}
        self.states: list[S] = []
        self.ends: list[int] = []
        self._ways: dict[int, dict[int, int]] = {}

    def number_state(self, state: S) -> int:
        """The number of a state, a new one for a new state."""
        place = self._places.setdefault(state, len(self.states))
        if place == len(self.states):
            self.states.append(state)
        return place

    def _explore(self) -> None:
        """Follow every way, first come, first served."""
        for place, state in enumerate(self.states):  # the list grows on the way
            if self._done(state):
                self.ends.append(place)
            else:
                weights = _reduce_weights(state, self._step(state))
                self._ways[place] = {self.number_state(target): n for target, n in weights.items()}

    def knot_levels(self) -> list[list[_Knot]]:
        """The knots by the length of the longest way to them: none leads to one of its own or an earlier level."""
        self._explore()
        knots = [_Knot(places, self._ways) for places in _find_components(self._ways)]
        home = {place: at for at, knot in enumerate(knots) for place in knot.places}
        depth = [0] * len(knots)
        for at in range(len(knots) - 1, -1, -1):
            targets = {target for ways in knots[at].ways_out for target in ways}
            if not targets:
                raise NeverEnds(f"no end can be reached from {self.states[knots[at].places[0]]!r}")
            for later in {home[target] for target in targets if target in home}:
                depth[later] = max(depth[later], depth[at] + 1)
        levels: list[list[_Knot]] = [[] for _ in range(max(depth, default=-1) + 1)]
        for at, knot in enumerate(knots):
            levels[depth[at]].append(knot)
        return levels


def _reduce_weights(state: S, weights: Mapping[S, int]) -> dict[S, int]:
    """Weights without zeros and without common factors, which would only make the numbers longer."""
    if min(weights.values(), default=0) < 0:
        raise ValueError(f"a negative weight after {state!r}")
    if not (shared := gcd(*weights.values())):
        raise NeverEnds(f"nothing follows {state!r}, and it is no end")
    return {target: weight // shared for target, weight in weights.items() if weight}


def _find_components(ways: Mapping[int, Mapping[int, int]]) -> Iterator[list[int]]:
    """Strongly connected components, last ones first (Tarjan's algorithm with a path of its own, not recursion)."""
    order: dict[int, int] = {}
    lowest: dict[int, int] = {}  # only of places that have no component yet
    waiting: list[int] = []

    def enter_state(place: int) -> tuple[int, Iterator[int]]:
        order[place] = lowest[place] = len(order)
        waiting.append(place)
        return place, iter(ways[place])

    for root in ways:
        path = [] if root in order else [enter_state(root)]
        while path:
            place, targets = path[-1]
            for target in targets:
                if target not in order and target in ways:
                    path.append(enter_state(target))
                    break
                if target in lowest:
                    lowest[place] = min(lowest[place], lowest[target])
            else:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[place])
                if lowest[place] == order[place]:
                    members = [waiting.pop()]
                    while members[-1] != place:
                        members.append(waiting.pop())
                    for member in members:
                        del lowest[member]
                    yield members


def _solve_equations(matrix: list[list[int]], right: list[int]) -> tuple[list[int], int]:
    """The solution of integer equations as integers over one positive denominator.

    Bareiss' elimination: every division is exact. The matrices of knots always have a solution.
    """
    size, last = len(right), 1
    rows = [[*row, n] for row, n in zip(matrix, right, strict=True)]
    for at in range(size):
        pivot = next(k for k in range(at, size) if rows[k][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        top, lead = rows[at], rows[at][at]
        for k in range(size):
            if k != at:
                factor = rows[k][at]
                rows[k] = [(lead * n - factor * m) // last for n, m in zip(rows[k], top, strict=True)]
        last = lead
    solution = [row[-1] for row in rows]
    shared = gcd(last, *solution) if last > 0 else -gcd(last, *solution)
    return [n // shared for n in solution], last // shared
