"""Variant 2 of close combat: players place armour dice and tokens in the columns (TD-CC-10)."""

from __future__ import annotations

from collections.abc import Mapping

from ...api import (
    ByLot,
    Columns,
    Compared,
    DiceRow,
    Group,
    House,
    ListOf,
    Malformed,
    Placed,
    Record,
    Whole,
    compare_sides,
    count_text,
    dataclass,
    enumerate_weights,
    fact,
    has_at_least,
)
from .melee import NAMES, Pool


@dataclass(frozen=True, kw_only=True)
class SidePlacement:
    """Variant 2: the column of each armour die in rolled order, and the columns that get a token."""

    armour: tuple[int, ...] = fact(ListOf(Whole(1)), ())
    tokens: tuple[int, ...] = fact(ListOf(Whole(1)), ())

    def token_columns(self, tokens: int) -> frozenset[int]:
        """The columns that get a token; nobody without tokens places any."""
        return frozenset(self.tokens if tokens else ())

    def misfit_text(self, pool: Pool) -> str:
        """What is wrong with it, with both numbers; empty if it fits (TD-CC-10).

        Every armour die is placed, no column twice, and no more tokens than there are.
        """
        if len(self.armour) != pool.armour:
            return f"{count_text(pool.armour, 'armour die', 'armour dice')} to place, {len(self.armour)} placed"
        if len(self.tokens) > pool.tokens:
            return f"{count_text(pool.tokens, 'token')} to place at most, {len(self.tokens)} placed"
        for what, columns in (("armour dice", self.armour), ("tokens", self.tokens)):
            if twice := next((at for at in columns if columns.count(at) > 1), None):
                return f"{columns.count(twice)} {what} in column {twice}, 1 allowed"
        return ""


@dataclass(frozen=True, kw_only=True)
class Placement:
    attacker: SidePlacement = fact(Record(SidePlacement), SidePlacement())
    defender: SidePlacement = fact(Record(SidePlacement), SidePlacement())


def check_placement(placement: Placement | None, house: House) -> None:
    """Dice are placed under variant 2 only. Errors: `Malformed`."""
    if placement is not None and house["close_combat"] != "variant-2":
        raise Malformed("placement: dice and tokens are placed only under the house rule close_combat = variant-2")


@dataclass(frozen=True)
class PlacedColumns(ByLot):
    """A round of variant 2: all dice are rolled, armour dice and tokens stand where the players put them."""

    a: DiceRow
    b: DiceRow
    placement: Placement
    saves: bool
    why: str = ""
    tokens: tuple[int, int] = (0, 0)  # that each side may place

    @property
    def groups(self) -> tuple[Group, ...]:
        return Columns(self.a, self.b, names=NAMES).groups

    def read(self, faces: tuple[int, ...]) -> Compared:
        middle, (a_tokens, b_tokens) = self.a.dice + self.a.armour, self.tokens
        self._in_turn()
        a = _place_dice(faces[:middle], self.a.dice, self.placement.attacker, a_tokens)
        b = _place_dice(faces[middle:], self.b.dice, self.placement.defender, b_tokens)
        return compare_sides(a, b, self.saves)

    def _in_turn(self) -> None:
        """One armour die after the other, the defender first; then the tokens in the same way (TD-CC-10)."""
        dice = (self.placement.defender, self.b.armour), (self.placement.attacker, self.a.armour)
        for n in range(max(self.a.armour, self.b.armour)):
            for side, armour in dice:
                _ = n < armour and has_at_least(side.armour, n + 1)
        a_tokens, b_tokens = self.tokens
        hands = (self.placement.defender, b_tokens), (self.placement.attacker, a_tokens)
        for n in range(max(self.tokens)):
            for side, tokens in hands:
                _ = n < tokens and has_at_least(side.tokens, n + 1)

    def weights(self) -> Mapping[Compared, int]:
        return enumerate_weights(self)


def _place_dice(faces: tuple[int, ...], cc: int, side: SidePlacement, tokens: int) -> Placed:
    armour = dict(zip(side.armour, faces[cc:], strict=True)) if faces[cc:] else {}
    return Placed(faces[:cc], armour, side.token_columns(tokens))
