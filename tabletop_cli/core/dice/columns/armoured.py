"""The exact losses of column-by-column comparisons with armour dice and tokens, without enumerating dice.

One sweep over the faces serves every two sides with the same armour, tokens and pairs. `columns` uses this where there
is armour or a token, and a faster sweep for dice alone; both give the same, and tests judge them by brute force.
"""

from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import accumulate, pairwise, product
from math import comb, prod
from operator import mul
from typing import TypeVar

from .dice_rows import DiceRow, Losses, duel_winner

BYTES = 100  # of memory that weigh as much as a millionth of a second

K = TypeVar("K")
State = tuple[int, int]  # dice shown of two rows; or of one row of armour, one face ago and now
Matrix = list[list[int]]  # packed counts by state of a's armour, then of b's
Moves = list[tuple[int, int, int]]  # next state, ways, shift of the packed counts
_OTHER = {"a": "b", "b": "a"}


class _Armour:
    """Armour dice of one side on their way down the faces: only the highest ones, one per column, matter."""

    def __init__(self, n: int, pairs: int, foe_tokens: int) -> None:
        self.n = n
        self.most = min(n, pairs)
        self.foe_tokens = foe_tokens
        counts = range(self.most + 1)
        self.states = [(older, newer) for newer in counts for older in range(min(newer, foe_tokens) + 1)]
        self.index = {state: at for at, state in enumerate(self.states)}

    def shown_ways(self, shown: int, face: int) -> tuple[tuple[int, int], ...]:
        """Numbers shown after this face, each with its ways; at `most` the dice left may show anything."""
        return _armour_shown(self.n - shown, self.most - shown, shown, face)

    def rest_ways(self, shown: int, face: int) -> int:
        """The ways of the dice that have not shown yet, when only faces up to `face` are left."""
        return 1 if shown == self.most else int(face ** (self.n - shown))


@lru_cache(maxsize=4096)
def _armour_shown(left: int, wanted: int, shown: int, face: int) -> tuple[tuple[int, int], ...]:
    if not wanted:
        return ((shown, 1),)
    few = ((shown + more, comb(left, more)) for more in range(wanted))
    return (*few, (shown + wanted, _enough_ways(left, wanted, face)))


@lru_cache(maxsize=4096)
def _enough_ways(dice: int, wanted: int, face: int) -> int:
    """The ways of dice up to `face` of which at least so many show it."""
    return sum(comb(dice, k) * (face - 1) ** (dice - k) for k in range(wanted, dice + 1))


class _Toll:
    """What columns cost the side that loses them, and how losses stand in packed counts.

    Neighbouring columns that cost the same form a part; a loss is a number of columns from each part.
    """

    def __init__(self, pairs: int, row: DiceRow) -> None:
        edges = sorted({0, pairs, min(row.armour, pairs), min(row.tokens, pairs)})
        self._parts = [
            (high - low, DiceRow(1, int(low < row.armour), int(low < row.tokens))) for low, high in pairwise(edges)
        ]
        self.size = prod(columns + 1 for columns, _ in self._parts)

    def loss_distances(self) -> list[int]:
        """For each column, how far apart the counts with and without its loss are."""
        sizes = accumulate((columns + 1 for columns, _ in self._parts), mul, initial=1)
        return [size for size, (columns, _) in zip(sizes, self._parts, strict=False) for _ in range(columns)]

    def loss_at(self, place: int) -> DiceRow:
        """The loss that stands at a place."""
        dice = armour = tokens = 0
        for columns, cost in self._parts:
            place, lost = divmod(place, columns + 1)
            dice, armour, tokens = dice + lost, armour + lost * cost.armour, tokens + lost * cost.tokens
        return DiceRow(dice, armour, tokens)


class _Fight:
    """The exact losses of two sides with armour or tokens, for all numbers of dice that make so many pairs.

    A column is decided at the face where its higher die shows, by the armour opposite at this face and at the two
    above: so a state needs only how many dice of each row have shown, and for tokens how much armour had before.

    A state counts in how many ways the dice that have shown share out the faces. Which dice of the side they are, and
    what the others show, is multiplied in at the end (`losses_for_dice`): so the sweep knows no numbers of dice beyond
    the     pairs. Where a side's last pair gets its die, i or j is pairs + k: "full at this face, k had shown before".
    """

    def __init__(self, pairs: int, a: DiceRow, b: DiceRow, saves: bool, sides: int, room: int) -> None:
        self.pairs = pairs
        self.saves = saves
        self.armour = {"a": _Armour(a.armour, pairs, b.tokens), "b": _Armour(b.armour, pairs, a.tokens)}
        self.tolls = _Toll(pairs, a), _Toll(pairs, b)
        self.width = int(sides ** (room + a.armour + b.armour)).bit_length()
        for_a = [self.width * far for far in self.tolls[0].loss_distances()]
        for_b = [self.width * self.tolls[0].size * far for far in self.tolls[1].loss_distances()]
        self.prices = {"a": self._column_prices("b", for_b, for_a), "b": self._column_prices("a", for_a, for_b)}
        self._known: dict[tuple[str, int, int, int], list[Moves]] = {}
        self._last: dict[tuple[str, int, int], list[int]] = {}
        self.ended: dict[tuple[int, int, int], int] = {}
        table = {(0, 0): [[int(p == q == 0) for q in self._state_places("b")] for p in self._state_places("a")]}
        for face in range(sides, 0, -1):
            table = self._sweep_face(table, face)
        self._known.clear()
        self._last.clear()
        self.bytes = sum(packed.bit_length() for packed in self.ended.values()) // 8

    def _state_places(self, side: str) -> range:
        return range(len(self.armour[side].states))

    def losses_for_dice(self, a: int, b: int) -> Losses:
        """The distribution of what sides with these numbers of dice lose."""
        packed = 0
        for (face, i, j), ended in self.ended.items():
            if ways := self._dice_ways(a, i, face) * self._dice_ways(b, j, face):
                packed += ended * ways
        return dict(self._unpack_losses(packed))

    def _dice_ways(self, dice: int, shown: int, face: int) -> int:
        """Which dice have shown, and what those show that had not when the last column was decided."""
        if shown < self.pairs:
            return comb(dice, shown) * int((face - 1) ** (dice - shown))
        before = shown - self.pairs
        return comb(dice, before) * _enough_ways(dice - before, self.pairs - before, face)

    def _unpack_losses(self, packed: int) -> Iterator[tuple[tuple[DiceRow, DiceRow], int]]:
        toll_a, toll_b = self.tolls
        losses_a = [toll_a.loss_at(place) for place in range(toll_a.size)]
        for b_lost in map(toll_b.loss_at, range(toll_b.size)):
            for place, a_lost in enumerate(losses_a):
                if weight := (packed >> self.width * place) & ((1 << self.width) - 1):
                    yield (a_lost, b_lost), weight
            packed >>= self.width * toll_a.size

    def _column_prices(self, foe: str, won: list[int], lost: list[int]) -> dict[tuple[State, int], list[int]]:
        """What columns that are led shift the counts by, summed from the first column on.

        By the foe's armour before this face and after it. Armour counts from the leader's die: 2, 1, 0 above.
        """
        prices, armour = {}, self.armour[foe]
        for (older, newer), now in product(armour.states, range(armour.most + 1)):
            sums = [0]
            for column in range(1, self.pairs + 1):
                above = 2 if column <= older else 1 if column <= newer else 0 if column <= now else None
                result = duel_winner(0, column <= armour.foe_tokens, above, self.saves)
                price = {"leader": won, "armour": lost}.get(result)
                sums.append(sums[-1] + (price[column - 1] if price else 0))
            prices[(older, newer), now] = sums
        return prices

    def _sweep_face(self, table: dict[State, Matrix], face: int) -> dict[State, Matrix]:
        """All four rows show their dice of this face; fights with all columns decided leave the table."""
        led: dict[tuple[str, int, int], Matrix] = {}
        for (leader, low, i, j), matrix in self._find_leads(table, face).items():
            own_first = matrix if leader == "a" else _mirror_matrix(matrix)
            if max(i, j) >= self.pairs:
                count = self._count_ended(leader, low, own_first, face)
                self.ended[face, i, j] = self.ended.get((face, i, j), 0) + count
            else:
                moves = self._armour_moves(_OTHER[leader], face, low, max(i, j))
                _add_to_pile(led, (leader, i, j), 1, _armour_moved(own_first, moves))
        after = {}
        for (leader, i, j), matrix in led.items():
            moved = _armour_moved(_mirror_matrix(matrix), self._armour_moves(leader, face, max(i, j), max(i, j)))
            after[i, j] = _mirror_matrix(moved) if leader == "a" else moved
        return after

    def _find_leads(self, table: dict[State, Matrix], face: int) -> dict[tuple[str, int, int, int], Matrix]:
        """Both sides' dice of this face: (who leads the columns it decides, the last one before them, i, j).

        Who is behind moves first (b where nobody is): then the columns that are led follow from the state.
        """
        halfway: dict[tuple[str, int, int], Matrix] = {}
        for (i, j), matrix in table.items():
            for moved, ways in self._dice_moves(min(i, j), face):
                _add_to_pile(halfway, ("a", i, moved) if i >= j else ("b", moved, j), ways, matrix)
        led: dict[tuple[str, int, int, int], Matrix] = {}
        for (mover, i, j), matrix in halfway.items():
            for moved, ways in self._dice_moves(i if mover == "a" else j, face):
                new_i, new_j = (moved, j) if mover == "a" else (i, moved)
                leader = "a" if min(new_i, self.pairs) >= min(new_j, self.pairs) else "b"
                low = min(max(i, j) if leader == mover else moved, self.pairs)
                _add_to_pile(led, (leader, low, new_i, new_j), ways, matrix)
        return led

    def _dice_moves(self, shown: int, face: int) -> Iterator[tuple[int, int]]:
        if face > 1:
            for now in range(shown, self.pairs):
                yield now, comb(now, shown)
        yield self.pairs + shown, 1

    def _armour_moves(self, side: str, face: int, low: int, high: int) -> list[Moves]:
        """What a side's armour does at this face when the other leads columns low + 1 to high."""
        if (moves := self._known.get((side, face, low, high))) is None:
            moves = self._known[side, face, low, high] = list(self._moves_of(side, face, low, high))
        return moves

    def _moves_of(self, side: str, face: int, low: int, high: int) -> Iterator[Moves]:
        armour, prices = self.armour[side], self.prices[_OTHER[side]]
        for state in armour.states:
            asked = min(state[1], armour.foe_tokens)
            older = asked if asked > high else 0  # only columns that are still open will ask for it
            yield [
                (armour.index[older, now], ways, prices[state, now][high] - prices[state, now][low])
                for now, ways in armour.shown_ways(state[1], face)
            ]

    def _count_ended(self, leader: str, low: int, matrix: Matrix, face: int) -> int:
        """Count fights whose last columns are decided at this face; armour that is left may show anything."""
        own = self.armour[leader]
        rests = [own.rest_ways(newer, face) for _, newer in own.states]
        if (last := self._last.get((leader, low, face))) is None:
            last = self._last[leader, low, face] = list(self._last_columns(leader, low, face))
        counts = (sum(map(mul, rests, column)) for column in zip(*matrix, strict=True))
        return sum(map(mul, counts, last))

    def _last_columns(self, leader: str, low: int, face: int) -> Iterator[int]:
        """By state of the foe's armour: the packed ways of the columns from low + 1 on, all led at this face."""
        foe, prices = self.armour[_OTHER[leader]], self.prices[leader]
        for state in foe.states:
            ways = 0
            for now, moved in foe.shown_ways(state[1], face):
                sums = prices[state, now]
                ways += moved * foe.rest_ways(now, face - 1) << sums[-1] - sums[low]
            yield ways


def count_states(row: DiceRow) -> int:
    """How many different rows may be left of one after losing columns, again and again."""
    return _Toll(row.dice, row).size


def sweep_work(pairs: int, a: DiceRow, b: DiceRow, sides: int) -> int:
    """How long a sweep takes, in millionths of a second, good to a factor of three; or more, where it fills memory."""
    most_a, most_b = min(a.armour, pairs), min(b.armour, pairs)
    states = _armour_states(most_a, b.tokens) * _armour_states(most_b, a.tokens)
    bits = (a.dice + b.dice + a.armour + b.armour) * sides.bit_length()
    half = _Toll(pairs, a).size * _Toll(pairs, b).size * bits // 16 + 40  # bytes; early counts are short
    counts = (pairs + 1) ** 3 * states // 6
    taken = counts * sides * (6 + most_a + most_b) * (500 + half) // 2_400
    return max(taken, 4 * counts * half // BYTES)


def _armour_states(most: int, foe_tokens: int) -> int:
    """How many states armour dice may be in on their way down."""
    asked = min(most, foe_tokens)
    return (asked + 1) * (asked + 2) // 2 + (most - asked) * (asked + 1)


class _Fights:
    """The last sweeps with armour, up to some memory: later rounds of a fight find them again."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._kept: dict[Hashable, _Fight] = {}

    def get_fight(self, pairs: int, a: DiceRow, b: DiceRow, saves: bool, sides: int, room: int) -> _Fight:
        key = (pairs, a.armour, a.tokens, b.armour, b.tokens, saves, sides, room)
        fight = self._kept.pop(key, None) or _Fight(pairs, a, b, saves, sides, room)
        self._kept[key] = fight  # at the end: the first ones have not been asked for longest
        while len(self._kept) > 1 and sum(kept.bytes for kept in self._kept.values()) > self._most:
            del self._kept[next(iter(self._kept))]
        return fight


fights = _Fights(most_bytes=64_000_000)


def _mirror_matrix(matrix: Matrix) -> Matrix:
    return [list(column) for column in zip(*matrix, strict=True)]


def _add_to_pile(piles: dict[K, Matrix], key: K, ways: int, matrix: Matrix) -> None:
    """Add `ways` times a matrix to the pile of a key. Matrices are never changed but replaced."""
    if (pile := piles.get(key)) is None:
        piles[key] = matrix if ways == 1 else [[ways * n for n in row] for row in matrix]
    else:
        both = zip(pile, matrix, strict=True)
        piles[key] = [[m + ways * n for m, n in zip(row, more, strict=True)] for row, more in both]


def _armour_moved(matrix: Matrix, moves: list[Moves]) -> Matrix:
    """The armour of the second index moves on: a row of counts for every row of the matrix."""
    after = []
    for row in matrix:
        new = [0] * len(row)
        for n, targets in zip(row, moves, strict=True):
            if n:
                for at, ways, shift in targets:
                    new[at] += n * ways << shift
        after.append(new)
    return after
