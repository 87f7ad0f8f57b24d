"""Rows of dice on the table: what a side brings to a column-by-column comparison, and who wins which column.

Each side has a `DiceRow`: dice that fight, armour dice that protect them, tokens that weaken the armour opposite.
`compare_sides` decides a comparison whose dice lie there, and `duel_winner` says how a leader fares against armour.
Columns count
from 1.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import field
from typing import Literal, NamedTuple

from ...records import dataclass

Winner = Literal["a", "b", "draw"]
Duel = Literal["leader", "armour", "draw"]


@dataclass(frozen=True)
class DiceRow:
    """What one side brings to a comparison, or loses in it. Errors: ValueError for negative numbers."""

    dice: int
    armour: int = 0
    tokens: int = 0

    def __post_init__(self) -> None:
        if min(self.dice, self.armour, self.tokens) < 0:
            raise ValueError(f"a row cannot have a negative number of anything: {self}")


@dataclass(frozen=True)
class Compared:
    """The answer of a comparison: what each side loses. The rest is for drawing only.

    `columns` names who wins each column; `rows` holds the faces of a's dice, a's armour, b's dice, b's armour by
    column, where 0 marks a column left free.
    """

    a_lost: DiceRow
    b_lost: DiceRow
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

    def losses_in(self, columns: Sequence[int]) -> DiceRow:
        """What stands in these columns: one die each, and the armour dice and tokens there are."""
        armour = sum(column in self.armour for column in columns)
        return DiceRow(len(columns), armour, sum(column in self.tokens for column in columns))

    def face_rows(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        width = max(self.armour, default=0)
        armour = tuple(self.armour.get(column, 0) for column in range(1, width + 1))
        return tuple(sorted(self.dice, reverse=True)), armour


def duel_winner(die: int, token: bool, armour: int | None, saves: bool) -> Duel:
    """The leader's die against the armour die opposite, if there is one; the leader's token lowers it by one.

    With `saves` armour that is higher only saves its side: nobody wins the column.
    """
    if armour is None:
        return "leader"
    left = armour - 1 if token else armour
    if die > left:
        return "leader"
    return "draw" if die == left or saves else "armour"


def _column_winner(column: int, a: Placed, a_die: int, b: Placed, b_die: int, saves: bool) -> Winner:
    if a_die == b_die:
        return "draw"
    if a_die > b_die:
        won = duel_winner(a_die, column in a.tokens, b.armour.get(column), saves)
        return "a" if won == "leader" else "b" if won == "armour" else "draw"
    won = duel_winner(b_die, column in b.tokens, a.armour.get(column), saves)
    return "b" if won == "leader" else "a" if won == "armour" else "draw"


def compare_sides(a: Placed, b: Placed, saves: bool = False) -> Compared:
    """Compare two sides column by column; only columns where both sides have a die count.

    Armour dice and tokens may stand in any column: where they are placed by players, or `Placed.in_order`.
    """
    a_rows, b_rows = a.face_rows(), b.face_rows()
    pairs = enumerate(zip(a_rows[0], b_rows[0], strict=False), 1)
    winners = tuple(_column_winner(column, a, a_die, b, b_die, saves) for column, (a_die, b_die) in pairs)
    a_lost = [column for column, winner in enumerate(winners, 1) if winner == "b"]
    b_lost = [column for column, winner in enumerate(winners, 1) if winner == "a"]
    return Compared(a.losses_in(a_lost), b.losses_in(b_lost), winners, (*a_rows, *b_rows))


Losses = dict[tuple[DiceRow, DiceRow], int]  # what a and b lose, with integer weights
