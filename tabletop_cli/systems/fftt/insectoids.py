"""Goo and eggs (FFTT-BUG-2, FFTT-BUG-4, FFTT-BUG-5)."""

from __future__ import annotations

from dataclasses import field

from ...api import Dice, House, Odds, Situation, Whole, count_text, dataclass, fact
from .figures import FIGURE, Figure
from .tables import row_names, rule_number
from .throws import ToHit
from .titles import TITLES
from .units import UNITS, Unit, hatchling_of


@dataclass(frozen=True, kw_only=True)
class Acid(Situation):
    """A figure in goo."""

    figure: Figure = fact(FIGURE, ask="Who is in the goo?")
    rolls: int = fact(Whole(1, 12), 1, ask="How many general fires begin with it in the goo?", rules=("FFTT-BUG-5",))


@dataclass(frozen=True, kw_only=True)
class Hatch(Situation):
    """An egg that is due."""


@dataclass(frozen=True)
class Burnt:
    """Wounds from goo, and whether it may move all the same."""

    wounds: int
    may_move: bool


@dataclass(frozen=True)
class Hatched:
    """The unit that hatches, after how many throws; None while there is none."""

    creature: Unit | None
    throws: int = field(compare=False)


def is_immune(kind: Unit, house: House) -> bool:
    """Whether goo does nothing at all to a unit, which is so by house rule only (FFTT-BUG-4, FFTT-R50)."""
    return bool(kind.unheld and house["goo-exception"] == "immune")


def can_be_eaten(kind: Unit, house: House) -> bool:
    """Whether a queen may eat the corpse of a unit; by house rule of machines, too (FFTT-BUG-1, FFTT-R47)."""
    return not (kind.mechanical or kind.headquarters) or house["corpses"] != "bio-forms"


def roll_acid(s: Acid, dice: Dice) -> Burnt:
    """2D6 for each general fire that begins in goo, without modifiers (FFTT-BUG-4, FFTT-BUG-5, FFTT-R50, FFTT-R51)."""
    kind = s.figure.kind
    held = "is not held" if kind.unheld else "may only shoot"
    if is_immune(kind, s.house):
        dice.explain(f"goo does nothing to the {kind.name.lower()}", "FFTT-BUG-4", "FFTT-R50")
        return Burnt(0, True)
    most = rule_number("goo")

    def add_burn(wounds: int, _: int, dice: Dice) -> int:
        burnt = dice.ask(ToHit(most, why="goo"))
        text = "a wound" if burnt.hit else "nothing"
        words = f"{burnt.roll}, a wound on {most} or less, unmodified: {text}"
        dice.explain(words, "FFTT-BUG-5", "FFTT-R35", "FFTT-R50", "FFTT-R51", tell="reason")
        return wounds + burnt.hit

    wounds = dice.repeat(add_burn, 0, range(s.rolls))
    dice.explain(f"the {kind.name.lower()} {held}; {count_text(wounds, 'wound')}", "FFTT-BUG-4", "FFTT-R50")
    return Burnt(wounds, kind.unheld)


def hatch_egg(s: Hatch, dice: Dice) -> Hatched:
    """1D6 on the egg table until something hatches (FFTT-BUG-2, FFTT-R46)."""

    def roll_egg(before: Hatched, dice: Dice) -> Hatched:
        face = dice.roll_die("egg")
        found = hatchling_of(face)
        text = f"{found.name.lower()} hatches" if found else "roll again"
        dice.explain(f"{face}: {text}", "FFTT-BUG-2", "FFTT-R46", tell="reason")
        return Hatched(found, before.throws + 1)

    return dice.repeat_until(roll_egg, Hatched(None, 0), lambda found: found.creature is not None)


def burnt_words(name: str) -> str:
    """An outcome of goo for people: ``wounds-1`` as ``1 wound``."""
    wounds = int(name.removeprefix("wounds-"))
    return count_text(wounds, "wound") if wounds else "no wound"


ACID = TITLES.make_resolver(
    "acid", Acid, roll_acid, odds=Odds(lambda s, found: f"wounds-{found.wounds}", words=burnt_words)
)
HATCH = TITLES.make_resolver(
    "hatch",
    Hatch,
    hatch_egg,
    odds=Odds(lambda s, found: str(found.creature), order=tuple(UNITS.printed), titles=row_names("units", "units")),
)
