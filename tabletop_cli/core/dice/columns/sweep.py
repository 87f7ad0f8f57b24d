"""Column-by-column comparison of sorted pools: two sides roll dice, sort them, and compare them pair by pair.

`Columns` is the dice request for the usual case, where armour is sorted like the dice and tokens fill the columns from
the first. Rolled faces are read through `rows.compare_sides`; the exact distribution comes from `sweep_faces` (dice
alone) or from `armoured` (anything). How a leader fares against armour is said once, in `rows.duel`, for both.

All weights are exact integers; nothing here enumerates dice.
"""

from dataclasses import astuple
from functools import lru_cache
from operator import add
from typing import NamedTuple

from ...errors import too_much_error
from ...records import dataclass
from ..requests import ByLot, Group
from . import armoured
from .dice_rows import Compared, DiceRow, Losses, Placed, compare_sides


@dataclass(frozen=True)
class Columns(ByLot):
    """The dice request: both sides roll everything they have and compare it, sorted, column by column.

    Rolling order: a's dice, a's armour, b's dice, b's armour. Groups without dice are left out.
    """

    a: DiceRow
    b: DiceRow
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
        return compare_sides(a, b, self.saves)

    def weights(self) -> dict[Compared, int]:
        """The exact distribution of the losses: integer weights that add up to sides ** dice."""
        losses = loss_weights(self.a, self.b, self.saves, self.sides)
        return {Compared(a_lost, b_lost): weight for (a_lost, b_lost), weight in losses.items()}


def loss_weights(a: DiceRow, b: DiceRow, saves: bool = False, sides: int = 6) -> Losses:
    """What a and b lose together, as exact integer weights that add up to sides ** dice."""
    pairs = min(a.dice, b.dice)  # tokens beyond them never count
    one, two = (DiceRow(row.dice, row.armour, min(row.tokens, pairs)) for row in (a, b))
    if astuple(one) >= astuple(two):
        return _cached_loss_weights(one, two, saves, sides)
    return {(a_lost, b_lost): n for (b_lost, a_lost), n in _cached_loss_weights(two, one, saves, sides).items()}


@lru_cache(maxsize=1024)
def _cached_loss_weights(a: DiceRow, b: DiceRow, saves: bool, sides: int) -> Losses:
    if (work := round_work(a, b, sides)) > ROUND_WORK:
        raise too_much_error(f"the exact odds of {_row_words(a)} against {_row_words(b)}", work, ROUND_WORK)
    if a.armour or a.tokens or b.armour or b.tokens:
        return _armoured_losses(a, b, saves, sides)
    return _bare_losses(a.dice, b.dice, sides)


# --- How long it takes, in millionths of a second: fitted to measurements, good to a factor of three

ROUND_WORK = 4_000_000  # one comparison; its memory grows alike, to some 400 MB
ERRS = 5  # times that a fight is reckoned longer than it was measured: there is more in it than is counted here
STEP = 4  # pools of a sweep are rounded up to it, because they often come in rising order


def round_work(a: DiceRow, b: DiceRow, sides: int = 6) -> int:
    """What the exact distribution of one comparison costs."""
    if a.armour or a.tokens or b.armour or b.tokens:
        return armoured.sweep_work(min(a.dice, b.dice), a, b, sides)
    rows, columns = (n + -n % STEP for n in sorted((b.dice, a.dice)))
    digits = (rows + columns) * sides.bit_length() * rows * (rows + 2) // 30
    cells = (rows + 1) * (columns + 1)
    return max(cells * (rows + columns + 2) * sides * (150 + digits) // 4_000, 7 * cells * digits // armoured.BYTES)


def fight_work(a: DiceRow, b: DiceRow, sides: int = 6) -> int:
    """What the exact odds of a fight to the end cost: all comparisons, what may follow them, and long fractions.

    With armour there is a sweep for all that may be left of pairs and armour, most of them smaller ones.
    """
    pairs, dice = min(a.dice, b.dice), a.dice + b.dice
    states = armoured.count_states(a) * armoured.count_states(b)
    follow = states * (pairs + 1) ** 2 // 10
    digits = states * (dice + a.armour + b.armour) * sides.bit_length() // 60
    ends = armoured.count_states(a) + armoured.count_states(b)
    long = (states * pairs // (4 * dice + 4) + ends) * digits**2 // 1_000
    return ERRS * (round_work(a, b, sides) * _all_sweeps(a, b, pairs) // 100 + 30 * follow + long)


def _all_sweeps(a: DiceRow, b: DiceRow, pairs: int) -> int:
    """How many times the work of its first comparison all those of a fight are, in hundredths."""
    if not (a.armour or b.armour):
        return 100
    times = (pairs + 3) * _armour_left(a, pairs) * _armour_left(b, pairs) // 600
    return times if a.armour and b.armour else 3 * times  # also when the side with armour has fewer dice


def _armour_left(row: DiceRow, pairs: int) -> int:
    """How much more work it is that a side may keep different numbers of armour dice, in hundredths."""
    if not (armour := min(row.armour, row.dice)):
        return 100
    share = 100 * armour // row.dice  # where every column has armour, the dice left tell how much of it is left
    return (100 + armour * (100 - share) // 2 + share) * row.dice // max(pairs, 1)


def _row_words(row: DiceRow) -> str:
    return f"{row.dice} dice" + (f" with {row.armour} armour dice" if row.armour else "")


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


def sweep_faces(a: int, b: int, sides: int) -> _Sweep:
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
        ahead = _sweep_face(wins, by_a, strict=False)
        behind = _sweep_face(mirrored, by_b, strict=True)
        wins = [list(map(add, *rows)) for rows in zip(ahead, zip(*behind, strict=True), strict=True)]
    return _Sweep(wins, width, a, b)


def _sweep_face(table: list[list[int]], shift: int, strict: bool) -> list[list[int]]:
    """One face, from the states in which the first side is ahead (strict) or not behind.

    The other side moves first: its dice up to the leader's number lose their columns; those beyond will be drawn or
    unpaired, whatever the first side does then.
    """
    other = len(table[0])
    moved = []
    for i, row in enumerate(table):
        started = [row[j] << shift * (i - j) for j in range(min(i + (not strict), other))]
        spread = _binomial_sums(started, other)
        moved.append([n >> shift * (i - j) if j < i else n for j, n in enumerate(spread)])
    columns = [_binomial_sums(list(column), len(table)) for column in zip(*moved, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)]


def _binomial_sums(counts: list[int], size: int) -> list[int]:
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

    def get_sweep(self, a: int, b: int, sides: int) -> _Sweep:
        for of_sides, kept in self._kept:
            if of_sides == sides and a <= kept.a and b <= kept.b:
                return kept
        made = sweep_faces(a + -a % STEP, b + -b % STEP, sides)
        self._kept = [(sides, made), *self._kept][: self._most]
        return made


_sweeps = _Sweeps(most=4)


@lru_cache(maxsize=1024)
def _dice_lost(n: int) -> DiceRow:
    return DiceRow(n)


def _bare_losses(a: int, b: int, sides: int) -> Losses:
    table = _sweeps.get_sweep(a, b, sides)
    packed, width, pairs = table.wins[a][b], table.width, min(a, b)
    losses: Losses = {}
    for b_won in range(pairs + 1):
        row = packed >> width * b_won * (table.b + 1)
        for a_won in range(pairs + 1 - b_won):
            if weight := (row >> width * a_won) & ((1 << width) - 1):
                losses[_dice_lost(b_won), _dice_lost(a_won)] = weight
    return losses


def _armoured_losses(a: DiceRow, b: DiceRow, saves: bool, sides: int) -> Losses:
    if not (pairs := min(a.dice, b.dice)):
        return {(DiceRow(0), DiceRow(0)): int(sides ** (a.dice + a.armour + b.dice + b.armour))}
    room = a.dice + b.dice + -(a.dice + b.dice) % 16
    return armoured.fights.get_fight(pairs, a, b, saves, sides, room).losses_for_dice(a.dice, b.dice)
