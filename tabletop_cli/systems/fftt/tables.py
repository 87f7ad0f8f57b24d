"""The tables of play, typed: bursts, modifiers, blows, actions and their costs, deployment, arrival, eggs.

Every number comes from ``catalogue/tables.toml`` and from the house rules. Distances are in cm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import TypeVar

from ...api import ShapedMapping, ShapedObject, dataclass
from . import REFERENCE

Distance = Fraction | int
Row = TypeVar("Row")


def table_of(name: str, file: str = "tables") -> ShapedObject:
    """One table of a file of the catalogue."""
    found: ShapedObject = REFERENCE.file_data(f"catalogue/{file}")[name]
    return found


def row_names(name: str, file: str = "tables") -> dict[str, str]:
    """What the rows of a table are called, by id."""
    return {one: row["name"] for one, row in table_of(name, file).items()}


def rule_number(name: str) -> int:
    """A number of the rules by its name in the catalogue, such as ``scanner``."""
    found: int = table_of("numbers")[name]
    return found


def read_rows(cls: Callable[..., Row], rows: ShapedMapping) -> dict[str, Row]:
    """The rows of a table as records, by id; lists in them as tuples."""
    plain = {
        name: {key: tuple(one) if isinstance(one, list) else one for key, one in row.items()}
        for name, row in rows.items()
    }
    return {name: cls(id=name, **row) for name, row in plain.items()}


# --- Blasts and modifiers


@dataclass(frozen=True)
class Blast:
    """A kind of burst: within so many cm of its centre so many wounds, nearest first. Goo has an area and no wounds."""

    id: str
    name: str
    circles: tuple[tuple[Fraction, int], ...]
    clears_goo: bool
    summary: str

    def wounds_at(self, distance: Distance) -> int:
        """The wounds of a figure so far from the centre; 0 beyond the last circle (FFTT-BLAST-2)."""
        return next((wounds for reach, wounds in self.circles if distance <= reach), 0)

    @property
    def reach(self) -> Fraction:
        """How far the outer circle goes."""
        return max(reach for reach, _ in self.circles)

    def can_reach(self, distance: Distance) -> bool:
        """Whether a figure so far from the centre is in the burst, or in the goo that it leaves (FFTT-BUG-4)."""
        return distance <= self.reach


@cache
def blasts() -> Mapping[str, Blast]:
    """The bursts by id: grenade, missile, goo."""
    found = {}
    for name, row in table_of("blasts").items():
        circles = tuple((Fraction(str(reach)), wounds) for reach, wounds in row["circles"])
        found[name] = Blast(name, row["name"], circles, row["clears_goo"], row["summary"])
    return found


@dataclass(frozen=True)
class Modifier:
    """A row of the to-hit or hand-to-hand table; `blasts` says whether it counts where a burst is aimed."""

    id: str
    name: str
    value: int
    blasts: bool = True


@cache
def to_hit() -> Mapping[str, Modifier]:
    """The modifiers to hit: long, cover, chameleon, wounded, indirect, small, elite, crack-shooter, experience."""
    return read_rows(Modifier, table_of("to_hit"))


@cache
def hand_to_hand() -> Mapping[str, Modifier]:
    """Those of hand to hand: extra (combatant), elite, veteran, wounded, berserk."""
    return read_rows(Modifier, table_of("hand_to_hand"))


@dataclass(frozen=True)
class Blow:
    """From so many times the loser's total on: so many wounds."""

    id: str
    name: str
    times: int
    wounds: int


@cache
def blows() -> tuple[Blow, ...]:
    """What wins of hand to hand are worth, the greatest first (FFTT-CC-2)."""
    return tuple(read_rows(Blow, table_of("blows")).values())


# --- Actions


@dataclass(frozen=True)
class Action:
    """An action: what one of it costs, in which steps (``own`` and ``enemy`` movement steps), who may, and when never.

    The last two are in words.
    """

    id: str
    name: str
    ap: int
    steps: tuple[str, ...]
    who: str
    never: str = ""


@cache
def actions() -> Mapping[str, Action]:
    """The actions by id, with their costs (FFTT-AP-1)."""
    return read_rows(Action, table_of("actions"))


def action_cost(action: str) -> int:
    """The action points of one action, by its id."""
    return actions()[action].ap


# --- Deployment, flanks, eggs


def arrival_need(turn: int) -> int | None:
    """The lowest 1D6 with which a hidden force comes in a turn: 1 where it comes by itself, None where it cannot.

    (FFTT-FLANK-2)
    """
    row = table_of("arrival")
    if turn >= row["automatic"]:
        return 1
    found: int | None = row["needs"].get(str(turn))
    return found


def zone_depth(depth: int) -> int:
    """How deep the deployment zones are on a table of a depth (FFTT-SETUP-7)."""
    return rule_number("zone_shallow" if depth == rule_number("shallow") else "zone")


def table_sizes() -> tuple[int, ...]:
    """What each side of the table may measure (FFTT-SETUP-3)."""
    return tuple(table_of("budgets")["sizes"])


def flank_limit(strength: int) -> int:
    """The most FP of one flanking force, of its army's FP, or figures of figures (FFTT-FLANK-1, FFTT-R17)."""
    return strength // rule_number("quarter")
