"""Vision: the diameter of a map, the Fog of War cards that follow from it, and what they let one see."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from ...api import (
    Dice,
    Finding,
    House,
    ListOf,
    Malformed,
    OneOf,
    Situation,
    Whole,
    count_text,
    dataclass,
    fact,
    format_fraction,
    format_ratio,
)
from .profiles import MODES, VARIANTS
from .texts import TITLES, rule_number

# --- Diameter


@dataclass(frozen=True, kw_only=True)
class Lines(Situation):
    """The lines of a map: its rows from north to south, or its longest and its shortest line."""

    rows: tuple[int, ...] | None = fact(ListOf(Whole(1), 1), None, help="tiles in each row; it goes before the lines")
    longest: int | None = fact(
        Whole(1), None, ask="How many tiles does the longest line have (in the air, tile blocks)?", rules=("DU-FOG-2",)
    )
    shortest: int | None = fact(Whole(1), None, ask="How many does the shortest line have?", rules=("DU-FOG-2",))

    def __post_init__(self) -> None:
        if self.rows is None:
            longest, shortest = self.ends
            if longest < shortest:
                raise Malformed(f"situation: the longest line, {longest}, is shorter than {shortest}")

    @property
    def ends(self) -> tuple[int, int]:
        """The longest and the shortest line, as they are said. Errors: `Malformed` where one is missing."""
        if self.longest is None or self.shortest is None:
            raise Malformed("situation: the rows are missing, or the longest and the shortest line")
        return self.longest, self.shortest


@dataclass(frozen=True)
class Diameter:
    """The two lines of a map, and what is computed of them; `average` is written ``11/2``."""

    longest: int
    shortest: int
    difference: int
    average: str
    diameter: int


def lines_of(rows: Sequence[int], house: House) -> tuple[int, int]:
    """The longest and the shortest line of a map: its rows, and its height (DU-FOG-2, DU-R22)."""
    lines = [*rows, len(rows)] if house["diameter_lines"] == "rows-and-height" else list(rows)
    return max(lines), min(lines)


def diameter_of(longest: int, shortest: int, house: House) -> Diameter:
    """The bigger of difference and average of two lines (DU-FOG-1, DU-R23)."""
    difference, average = longest - shortest, Fraction(longest + shortest, 2)
    rounded = floor(average) if house["diameter_rounding"] == "down" else ceil(average)
    return Diameter(longest, shortest, difference, format_ratio(average), max(difference, rounded))


def measure_diameter(s: Lines, dice: Dice) -> Diameter:
    """The diameter of a map (DU-FOG-1, DU-FOG-2, DU-R22, DU-R23)."""
    if s.rows is not None:
        longest, shortest = lines_of(s.rows, s.house)
        height = s.house["diameter_lines"] == "rows-and-height"
        what = f"rows of {', '.join(map(str, s.rows))}" + (f", {count_text(len(s.rows), 'row')} high" if height else "")
        dice.explain(f"{what}: longest line {longest}, shortest {shortest}", "DU-FOG-2", "DU-R22")
    else:
        longest, shortest = s.ends
        dice.explain(f"longest line {longest}, shortest {shortest}, as you say", "DU-FOG-2")
    found = diameter_of(longest, shortest, s.house)
    average = Fraction(found.average)
    whole = average.denominator == 1
    said = format_fraction(average) if whole else f"{format_fraction(average)}, rounded {s.house['diameter_rounding']}"
    words = f"difference {found.difference}, average {said}: diameter {found.diameter}, the greater one"
    dice.explain(words, "DU-FOG-1", *(() if whole else ("DU-R23",)))
    return found


# --- The split of the Fog of War cards


@dataclass(frozen=True, kw_only=True)
class Splitting(Situation):
    """A side that makes its deck."""

    diameter: int = fact(Whole(1), ask="What is the diameter of the map?", rules=("DU-FOG-1",))
    variant: str = fact(OneOf(VARIANTS), "standard", ask="Which variant?", rules=("DU-FOG-3", "DU-FOG-4"))
    mode: str = fact(OneOf(MODES), "ground", ask="On the ground or in the air?", rules=("DU-FOG-5",))


@dataclass(frozen=True)
class Split:
    """Fog of War cards of both colours in a starting deck and supply, and the vision that they give."""

    deck_own: int
    deck_opponent: int
    supply_own: int
    supply_opponent: int
    starting_vision: int
    max_vision: int


def find_split(diameter: int, variant: str, mode: str, house: House) -> Finding[Split]:
    """Return the cards for a diameter.

    DU-FOG-3, DU-FOG-4, DU-FOG-5; DU-R24 for what is too few or too many, DU-R25, DU-R27.
    """
    deck, supply = rule_number("fog-deck"), rule_number("fog-supply")
    late = variant == "late" or (mode == "aerial" and house["aerial_start_vision"] == "example")
    most = supply if late else rule_number("fog-total")
    own = min(diameter, most)
    capped = "" if diameter <= most else f" (for diameter {diameter}, {own} at most)"
    if late:
        deck_own, supply_own = deck, own
        text = f"{deck_own} own cards in the deck, {own} in the supply{capped}"
    else:
        deck_own = 0 if own < deck and house["fog_small"] == "supply-first" else min(deck, own)
        supply_own = own - deck_own
        text = f"{count_text(own, 'own card')}{capped}: {deck_own} in the deck, {supply_own} in the supply"
    rules = ("DU-FOG-4", "DU-R25") if late else ("DU-FOG-3",)
    aerial = mode == "aerial" and ("DU-FOG-5", "DU-R27")
    odd = diameter > most or (not late and diameter < deck)
    found = split_of(deck_own, deck - deck_own, supply_own, supply - supply_own, house)
    return Finding(found, text, *rules, aerial, odd and "DU-R24")


def split_of(deck_own: int, deck_opponent: int, supply_own: int, supply_opponent: int, house: House) -> Split:
    """Any such cards with the vision that they give at the start, and when all that may be is in the exile."""
    start = vision_of(supply_own, 0, 0, house)
    most = vision_of(0, deck_own + supply_own, deck_opponent + supply_opponent, house)
    return Split(deck_own, deck_opponent, supply_own, supply_opponent, start, most)


def fog_split(s: Splitting, dice: Dice) -> Split:
    """Which Fog of War cards go where.

    DU-FOG-3, DU-FOG-4, DU-FOG-5; DU-R24, DU-R25, DU-R27; DU-VISION-1, DU-R60.
    """
    finding = find_split(s.diameter, s.variant, s.mode, s.house)
    found = dice.report(finding)
    filled = f"the opponent's colour fills up: {found.deck_opponent} in the deck, {found.supply_opponent} in the supply"
    dice.explain(filled, finding.rules[0])
    words = f"vision {found.starting_vision} at the start, {found.max_vision} at most"
    dice.explain(words, "DU-VISION-1", "DU-R60")
    return found


# --- Vision


@dataclass(frozen=True, kw_only=True)
class Seen(Situation):
    """The Fog of War cards of a side in its supply and in its exile, by colour."""

    supply_own: int = fact(Whole(), 0, ask="How many own Fog of War cards are in the supply?", rules=("DU-VISION-1",))
    supply_opponent: int = fact(Whole(), 0, help="of the opponent's colour; they never count")
    exile_own: int = fact(Whole(), 0, ask="How many own ones are in the exile?", rules=("DU-VISION-1",))
    exile_opponent: int = fact(Whole(), 0, ask="How many of the opponent's colour are there?", rules=("DU-R60",))


@dataclass(frozen=True)
class Vision:
    """How far one may target, as an effective distance."""

    vision: int


def vision_of(supply_own: int, exile_own: int, exile_opponent: int, house: House) -> int:
    """Own cards in supply and exile; by house rule any in the exile (DU-VISION-1, DU-R60)."""
    return supply_own + exile_own + (exile_opponent if house["exile_fog"] == "any" else 0)


def explain_vision(s: Seen, dice: Dice) -> Vision:
    """The vision of a side (DU-VISION-1, DU-R60)."""
    counts_any = s.house["exile_fog"] == "any"
    found = vision_of(s.supply_own, s.exile_own, s.exile_opponent if counts_any else 0, s.house)
    exiled = f"{s.exile_own} own" + (f" and {s.exile_opponent} of the opponent's colour" if counts_any else "")
    dice.explain(f"{s.supply_own} own in the supply, {exiled} in the exile: vision {found}", "DU-VISION-1", "DU-R60")
    return Vision(found)


DIAMETER = TITLES.make_resolver("diameter", Lines, measure_diameter)
FOG_SPLIT = TITLES.make_resolver("fog-split", Splitting, fog_split)
VISION = TITLES.make_resolver("vision", Seen, explain_vision)
