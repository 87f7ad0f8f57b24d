"""Column-by-column comparison of sorted pools: two sides roll dice, sort them, and compare them pair by pair.

Each side has a `Row`: dice that fight, armour dice that protect them, tokens that weaken the armour opposite.
`judge` decides a comparison whose armour dice and tokens already stand in columns. `Columns` is the dice request
for the usual case, where armour is sorted like the dice and tokens fill the columns from the first: rolled faces
are read through `judge`, and the exact distribution comes from `sweep` (dice alone) or from `_Fight` (anything).
How a leader fares against armour is said once, in `duel`, for both.

Columns count from 1. All weights are exact integers; nothing here enumerates dice.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import astuple, dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise, product
from math import comb, prod
from operator import add, mul
from typing import Literal, NamedTuple, TypeVar

from .dice import Group

Winner = Literal["a", "b", "draw"]
Duel = Literal["leader", "armour", "draw"]


@dataclass(frozen=True, slots=True)
class Row:
    """What one side brings to a comparison, or loses in it. Errors: ValueError for negative numbers."""

    dice: int
    armour: int = 0
    tokens: int = 0

    def __post_init__(self) -> None:
        if min(self.dice, self.armour, self.tokens) < 0:
            raise ValueError(f"a row cannot have a negative number of anything: {self}")


@dataclass(frozen=True, slots=True)
class Compared:
    """The answer of a comparison: what each side loses. The rest is for drawing only.

    `columns` names who wins each column; `rows` holds the faces of a's dice, a's armour, b's dice, b's armour by
    column, where 0 marks a column left free.
    """

    a_lost: Row
    b_lost: Row
    columns: tuple[Winner, ...] = field(default=(), compare=False)
    rows: tuple[tuple[int, ...], ...] = field(default=(), compare=False)


class Placed(NamedTuple):
    """The faces of one side: dice in any order (they get sorted), armour die by column, columns with a token."""

    dice: Sequence[int]
    armour: Mapping[int, int] = {}
    tokens: AbstractSet[int] = frozenset()

    @classmethod
    def in_order(cls, dice: Sequence[int], armour: Sequence[int], tokens: int) -> "Placed":
        """Armour from highest to lowest and tokens, both from the first column on."""
        ranked = sorted(armour, reverse=True)
        return cls(dice, dict(enumerate(ranked, 1)), frozenset(range(1, tokens + 1)))

    def lost(self, columns: Sequence[int]) -> Row:
        """What stands in these columns: one die each, and the armour dice and tokens there are."""
        armour = sum(column in self.armour for column in columns)
        return Row(len(columns), armour, sum(column in self.tokens for column in columns))

    def drawn(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        width = max(self.armour, default=0)
        armour = tuple(self.armour.get(column, 0) for column in range(1, width + 1))
        return tuple(sorted(self.dice, reverse=True)), armour


def duel(die: int, token: bool, armour: int | None, saves: bool) -> Duel:
    """The leader's die against the armour die opposite, if there is one; the leader's token lowers it by one.

    With `saves` armour that is higher only saves its side: nobody wins the column.
    """
    if armour is None:
        return "leader"
    left = armour - 1 if token else armour
    if die > left:
        return "leader"
    return "draw" if die == left or saves else "armour"


def _winner(column: int, a: Placed, a_die: int, b: Placed, b_die: int, saves: bool) -> Winner:
    if a_die == b_die:
        return "draw"
    if a_die > b_die:
        won = duel(a_die, column in a.tokens, b.armour.get(column), saves)
        return "a" if won == "leader" else "b" if won == "armour" else "draw"
    won = duel(b_die, column in b.tokens, a.armour.get(column), saves)
    return "b" if won == "leader" else "a" if won == "armour" else "draw"


def judge(a: Placed, b: Placed, saves: bool = False) -> Compared:
    """Compare two sides column by column; only columns where both sides have a die count.

    Armour dice and tokens may stand in any column: where they are placed by players, or `Placed.in_order`.
    """
    a_rows, b_rows = a.drawn(), b.drawn()
    pairs = enumerate(zip(a_rows[0], b_rows[0], strict=False), 1)
    winners = tuple(_winner(column, a, a_die, b, b_die, saves) for column, (a_die, b_die) in pairs)
    a_lost = [column for column, winner in enumerate(winners, 1) if winner == "b"]
    b_lost = [column for column, winner in enumerate(winners, 1) if winner == "a"]
    return Compared(a.lost(a_lost), b.lost(b_lost), winners, (*a_rows, *b_rows))


@dataclass(frozen=True, slots=True)
class Columns:
    """The dice request: both sides roll everything they have and compare it, sorted, column by column.

    Rolling order: a's dice, a's armour, b's dice, b's armour. Groups without dice are left out.
    """

    a: Row
    b: Row
    saves: bool = False
    sides: int = 6
    why: str = ""
    names: tuple[str, str] = ("a", "b")

    @property
    def groups(self) -> tuple[Group, ...]:
        sized = [
            (f"{name} {kind}", n)
            for name, row in zip(self.names, (self.a, self.b), strict=True)
            for kind, n in (("dice", row.dice), ("armour", row.armour))
        ]
        return tuple(Group(label, n, self.sides) for label, n in sized if n)

    def read(self, faces: tuple[int, ...]) -> Compared:
        """Decide rolled or typed faces. Raises ValueError where their number is wrong."""
        if len(faces) != (needed := sum(group.n for group in self.groups)):
            raise ValueError(f"{len(faces)} faces for {needed} dice")
        middle = self.a.dice + self.a.armour
        a_faces, b_faces = faces[:middle], faces[middle:]
        a = Placed.in_order(a_faces[: self.a.dice], a_faces[self.a.dice :], self.a.tokens)
        b = Placed.in_order(b_faces[: self.b.dice], b_faces[self.b.dice :], self.b.tokens)
        return judge(a, b, self.saves)

    def weights(self) -> dict[Compared, int]:
        """The exact distribution of the losses: integer weights that add up to sides ** dice."""
        losses = distribution(self.a, self.b, self.saves, self.sides)
        return {Compared(a_lost, b_lost): weight for (a_lost, b_lost), weight in losses.items()}


Losses = dict[tuple[Row, Row], int]


def distribution(a: Row, b: Row, saves: bool = False, sides: int = 6) -> Losses:
    """What a and b lose together, as exact integer weights that add up to sides ** dice."""
    pairs = min(a.dice, b.dice)  # tokens beyond them never count
    one, two = (Row(row.dice, row.armour, min(row.tokens, pairs)) for row in (a, b))
    if astuple(one) >= astuple(two):
        return _distribution(one, two, saves, sides)
    return {(a_lost, b_lost): n for (b_lost, a_lost), n in _distribution(two, one, saves, sides).items()}


@lru_cache(maxsize=1024)
def _distribution(a: Row, b: Row, saves: bool, sides: int) -> Losses:
    if a.armour or a.tokens or b.armour or b.tokens:
        return _armed(a, b, saves, sides)
    return _bare(a.dice, b.dice, sides)


# --- Dice alone: one sweep over the faces serves every pair of pool sizes


class _Sweep(NamedTuple):
    """Wins of every pair of pools up to the sizes a and b: wins[i][j] packs the counts of won columns.

    The count of x won by a and y by b stands at bit `width * (x + y * (b + 1))` (Kronecker substitution), and so one
    more column won is a shift.
    """

    wins: list[list[int]]
    width: int
    a: int
    b: int


def sweep(a: int, b: int, sides: int) -> _Sweep:
    """Take the faces from high to low; i and j are the numbers of a's and b's dice that have shown so far.

    A column is won when its other die arrives at a lower face, and drawn when both arrive at the same face. More dice
    of one side at a face multiply by C(new i, i): which of those shown so far were there before. No pool size enters,
    and so the last table holds the answer of every pair of sizes.
    """
    width = (sides ** (a + b)).bit_length()
    by_a, by_b = width, width * (b + 1)
    wins = [[1] * (b + 1) for _ in range(a + 1)]  # the highest face alone: every column is a draw
    for _ in range(sides - 1):
        mirrored = [list(column) for column in zip(*wins, strict=True)]
        ahead = _face(wins, by_a, strict=False)
        behind = _face(mirrored, by_b, strict=True)
        wins = [list(map(add, *rows)) for rows in zip(ahead, zip(*behind, strict=True), strict=True)]
    return _Sweep(wins, width, a, b)


def _face(table: list[list[int]], shift: int, strict: bool) -> list[list[int]]:
    """One face, from the states in which the first side is ahead (strict) or not behind.

    The other side moves first: its dice up to the leader's number lose their columns; those beyond will be drawn or
    unpaired, whatever the first side does then.
    """
    other = len(table[0])
    moved = []
    for i, row in enumerate(table):
        started = [row[j] << shift * (i - j) for j in range(min(i + (not strict), other))]
        spread = _choose(started, other)
        moved.append([n >> shift * (i - j) if j < i else n for j, n in enumerate(spread)])
    columns = [_choose(list(column), len(table)) for column in zip(*moved, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)]


def _choose(counts: list[int], size: int) -> list[int]:
    """The sums of C(k, i) * counts[i], for k below `size`: by additions only, along Pascal's triangle."""
    row = counts + [0] * (size - len(counts))
    sums = []
    while row:
        sums.append(row[0])
        row = list(map(add, row, row[1:]))
    return sums


class _Sweeps:
    """The last few sweeps: a fight asks for its largest pools first and finds the smaller ones there."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: list[tuple[int, _Sweep]] = []

    def covering(self, a: int, b: int, sides: int) -> _Sweep:
        for of_sides, kept in self._kept:
            if of_sides == sides and a <= kept.a and b <= kept.b:
                return kept
        made = sweep(a + -a % 4, b + -b % 4, sides)  # a little more: pools often come in rising order
        self._kept = [(sides, made), *self._kept][: self._most]
        return made


_sweeps = _Sweeps(most=4)


@lru_cache(maxsize=1024)
def _dice_lost(n: int) -> Row:
    return Row(n)


def _bare(a: int, b: int, sides: int) -> Losses:
    table = _sweeps.covering(a, b, sides)
    packed, width, pairs = table.wins[a][b], table.width, min(a, b)
    losses: Losses = {}
    for b_won in range(pairs + 1):
        row = packed >> width * b_won * (table.b + 1)
        for a_won in range(pairs + 1 - b_won):
            if weight := (row >> width * a_won) & ((1 << width) - 1):
                losses[_dice_lost(b_won), _dice_lost(a_won)] = weight
    return losses


# --- Armour and tokens: one sweep over the faces serves every two sides with the same armour, tokens and pairs

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

    def moves(self, shown: int, face: int) -> tuple[tuple[int, int], ...]:
        """Numbers shown after this face, each with its ways; at `most` the dice left may show anything."""
        return _armour_shown(self.n - shown, self.most - shown, shown, face)

    def rest(self, shown: int, face: int) -> int:
        """The ways of the dice that have not shown yet, when only faces up to `face` are left."""
        return 1 if shown == self.most else int(face ** (self.n - shown))


@lru_cache(maxsize=4096)
def _armour_shown(left: int, wanted: int, shown: int, face: int) -> tuple[tuple[int, int], ...]:
    if not wanted:
        return ((shown, 1),)
    few = ((shown + more, comb(left, more)) for more in range(wanted))
    return (*few, (shown + wanted, _enough(left, wanted, face)))


@lru_cache(maxsize=4096)
def _enough(dice: int, wanted: int, face: int) -> int:
    """The ways of dice up to `face` of which at least so many show it."""
    return sum(comb(dice, k) * (face - 1) ** (dice - k) for k in range(wanted, dice + 1))


class _Toll:
    """What columns cost the side that loses them, and how losses stand in packed counts.

    Neighbouring columns that cost the same form a part; a loss is a number of columns from each part.
    """

    def __init__(self, pairs: int, row: Row) -> None:
        edges = sorted({0, pairs, min(row.armour, pairs), min(row.tokens, pairs)})
        self._parts = [
            (high - low, Row(1, int(low < row.armour), int(low < row.tokens))) for low, high in pairwise(edges)
        ]
        self.size = prod(columns + 1 for columns, _ in self._parts)

    def distances(self) -> list[int]:
        """For each column, how far apart the counts with and without its loss are."""
        sizes = accumulate((columns + 1 for columns, _ in self._parts), mul, initial=1)
        return [size for size, (columns, _) in zip(sizes, self._parts, strict=False) for _ in range(columns)]

    def loss(self, place: int) -> Row:
        """The loss that stands at a place."""
        dice = armour = tokens = 0
        for columns, cost in self._parts:
            place, lost = divmod(place, columns + 1)
            dice, armour, tokens = dice + lost, armour + lost * cost.armour, tokens + lost * cost.tokens
        return Row(dice, armour, tokens)


class _Fight:
    """The exact losses of two sides with armour or tokens, for all numbers of dice that make so many pairs.

    A column is decided at the face where its higher die shows, by the armour opposite at this face and at the two
    above: so a state needs only how many dice of each row have shown, and for tokens how much armour had before.

    A state counts in how many ways the dice that have shown share out the faces. Which dice of the side they are, and
    what the others show, is multiplied in at the end (`losses`): so the sweep knows no numbers of dice beyond the
    pairs. Where a side's last pair gets its die, i or j is pairs + k: "full at this face, k had shown before".
    """

    def __init__(self, pairs: int, a: Row, b: Row, saves: bool, sides: int, room: int) -> None:
        self.pairs = pairs
        self.saves = saves
        self.armour = {"a": _Armour(a.armour, pairs, b.tokens), "b": _Armour(b.armour, pairs, a.tokens)}
        self.tolls = _Toll(pairs, a), _Toll(pairs, b)
        self.width = int(sides ** (room + a.armour + b.armour)).bit_length()
        for_a = [self.width * far for far in self.tolls[0].distances()]
        for_b = [self.width * self.tolls[0].size * far for far in self.tolls[1].distances()]
        self.prices = {"a": self._prices("b", for_b, for_a), "b": self._prices("a", for_a, for_b)}
        self._known: dict[tuple[str, int, int, int], list[Moves]] = {}
        self._last: dict[tuple[str, int, int], list[int]] = {}
        self.ended: dict[tuple[int, int, int], int] = {}
        table = {(0, 0): [[int(p == q == 0) for q in self._places("b")] for p in self._places("a")]}
        for face in range(sides, 0, -1):
            table = self._face(table, face)
        self._known.clear()
        self._last.clear()
        self.bytes = sum(packed.bit_length() for packed in self.ended.values()) // 8

    def _places(self, side: str) -> range:
        return range(len(self.armour[side].states))

    def losses(self, a: int, b: int) -> Losses:
        """The distribution of what sides with these numbers of dice lose."""
        packed = 0
        for (face, i, j), ended in self.ended.items():
            if ways := self._ways(a, i, face) * self._ways(b, j, face):
                packed += ended * ways
        return dict(self._unpacked(packed))

    def _ways(self, dice: int, shown: int, face: int) -> int:
        """Which dice have shown, and what those show that had not when the last column was decided."""
        if shown < self.pairs:
            return comb(dice, shown) * int((face - 1) ** (dice - shown))
        before = shown - self.pairs
        return comb(dice, before) * _enough(dice - before, self.pairs - before, face)

    def _unpacked(self, packed: int) -> Iterator[tuple[tuple[Row, Row], int]]:
        toll_a, toll_b = self.tolls
        losses_a = [toll_a.loss(place) for place in range(toll_a.size)]
        for b_lost in map(toll_b.loss, range(toll_b.size)):
            for place, a_lost in enumerate(losses_a):
                if weight := (packed >> self.width * place) & ((1 << self.width) - 1):
                    yield (a_lost, b_lost), weight
            packed >>= self.width * toll_a.size

    def _prices(self, foe: str, won: list[int], lost: list[int]) -> dict[tuple[State, int], list[int]]:
        """What columns that are led shift the counts by, summed from the first column on.

        By the foe's armour before this face and after it. Armour counts from the leader's die: 2, 1, 0 above.
        """
        prices, armour = {}, self.armour[foe]
        for (older, newer), now in product(armour.states, range(armour.most + 1)):
            sums = [0]
            for column in range(1, self.pairs + 1):
                above = 2 if column <= older else 1 if column <= newer else 0 if column <= now else None
                result = duel(0, column <= armour.foe_tokens, above, self.saves)
                price = {"leader": won, "armour": lost}.get(result)
                sums.append(sums[-1] + (price[column - 1] if price else 0))
            prices[(older, newer), now] = sums
        return prices

    def _face(self, table: dict[State, Matrix], face: int) -> dict[State, Matrix]:
        """All four rows show their dice of this face; fights with all columns decided leave the table."""
        led: dict[tuple[str, int, int], Matrix] = {}
        for (leader, low, i, j), matrix in self._lead(table, face).items():
            own_first = matrix if leader == "a" else _mirrored(matrix)
            if max(i, j) >= self.pairs:
                count = self._end(leader, low, own_first, face)
                self.ended[face, i, j] = self.ended.get((face, i, j), 0) + count
            else:
                moves = self._armour_moves(_OTHER[leader], face, low, max(i, j))
                _pile(led, (leader, i, j), 1, _shown(own_first, moves))
        after = {}
        for (leader, i, j), matrix in led.items():
            moved = _shown(_mirrored(matrix), self._armour_moves(leader, face, max(i, j), max(i, j)))
            after[i, j] = _mirrored(moved) if leader == "a" else moved
        return after

    def _lead(self, table: dict[State, Matrix], face: int) -> dict[tuple[str, int, int, int], Matrix]:
        """Both sides' dice of this face: (who leads the columns it decides, the last one before them, i, j).

        Who is behind moves first (b where nobody is): then the columns that are led follow from the state.
        """
        halfway: dict[tuple[str, int, int], Matrix] = {}
        for (i, j), matrix in table.items():
            for moved, ways in self._moves(min(i, j), face):
                _pile(halfway, ("a", i, moved) if i >= j else ("b", moved, j), ways, matrix)
        led: dict[tuple[str, int, int, int], Matrix] = {}
        for (mover, i, j), matrix in halfway.items():
            for moved, ways in self._moves(i if mover == "a" else j, face):
                new_i, new_j = (moved, j) if mover == "a" else (i, moved)
                leader = "a" if min(new_i, self.pairs) >= min(new_j, self.pairs) else "b"
                low = min(max(i, j) if leader == mover else moved, self.pairs)
                _pile(led, (leader, low, new_i, new_j), ways, matrix)
        return led

    def _moves(self, shown: int, face: int) -> Iterator[tuple[int, int]]:
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
                for now, ways in armour.moves(state[1], face)
            ]

    def _end(self, leader: str, low: int, matrix: Matrix, face: int) -> int:
        """Count fights whose last columns are decided at this face; armour that is left may show anything."""
        own = self.armour[leader]
        rests = [own.rest(newer, face) for _, newer in own.states]
        if (last := self._last.get((leader, low, face))) is None:
            last = self._last[leader, low, face] = list(self._last_columns(leader, low, face))
        counts = (sum(map(mul, rests, column)) for column in zip(*matrix, strict=True))
        return sum(map(mul, counts, last))

    def _last_columns(self, leader: str, low: int, face: int) -> Iterator[int]:
        """By state of the foe's armour: the packed ways of the columns from low + 1 on, all led at this face."""
        foe, prices = self.armour[_OTHER[leader]], self.prices[leader]
        for state in foe.states:
            ways = 0
            for now, moved in foe.moves(state[1], face):
                sums = prices[state, now]
                ways += moved * foe.rest(now, face - 1) << sums[-1] - sums[low]
            yield ways


class _Fights:
    """The last sweeps with armour, up to some memory: later rounds of a fight find them again."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._kept: dict[Hashable, _Fight] = {}

    def of(self, pairs: int, a: Row, b: Row, saves: bool, sides: int, room: int) -> _Fight:
        key = (pairs, a.armour, a.tokens, b.armour, b.tokens, saves, sides, room)
        fight = self._kept.pop(key, None) or _Fight(pairs, a, b, saves, sides, room)
        self._kept[key] = fight  # at the end: the first ones have not been asked for longest
        while len(self._kept) > 1 and sum(kept.bytes for kept in self._kept.values()) > self._most:
            del self._kept[next(iter(self._kept))]
        return fight


_fights = _Fights(most_bytes=64_000_000)


def _armed(a: Row, b: Row, saves: bool, sides: int) -> Losses:
    if not (pairs := min(a.dice, b.dice)):
        return {(Row(0), Row(0)): int(sides ** (a.dice + a.armour + b.dice + b.armour))}
    room = a.dice + b.dice + -(a.dice + b.dice) % 16
    return _fights.of(pairs, a, b, saves, sides, room).losses(a.dice, b.dice)


def _mirrored(matrix: Matrix) -> Matrix:
    return [list(column) for column in zip(*matrix, strict=True)]


def _pile(piles: dict[K, Matrix], key: K, ways: int, matrix: Matrix) -> None:
    """Add `ways` times a matrix to the pile of a key. Matrices are never changed but replaced."""
    if (pile := piles.get(key)) is None:
        piles[key] = matrix if ways == 1 else [[ways * n for n in row] for row in matrix]
    else:
        both = zip(pile, matrix, strict=True)
        piles[key] = [[m + ways * n for m, n in zip(row, more, strict=True)] for row, more in both]


def _shown(matrix: Matrix, moves: list[Moves]) -> Matrix:
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
