"""Abilities and experience, typed, and what a figure has of them and of its unit together.

Every number comes from ``catalogue/*.toml`` and from the house rules. Distances are in cm, prices in force points (FP).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Literal

from ...api import Finding, House, Term, count_text, dataclass, sum_terms, terms_text
from .tables import read_rows, rule_number, table_of
from .terms import EACH
from .units import Unit

ABILITIES = tuple(table_of("abilities"))  # by roll
MODES = ("battle", "campaign", "detachment")
FLANKS = ("left", "right")
WORDS = {"ap": ("action", ""), "wounds": ("wound", ""), "move": ("cm", "cm")}  # one, and several of another word


def decision_texts_of(house: House) -> tuple[tuple[str, str], ...]:
    """The house rules that differ from print, in words; the price of elite figures as a sentence, too."""
    cost = elite_cost(house)
    elite = "No figure is elite." if cost is None else f"An elite figure costs {cost} FP more."
    return tuple((name, elite if name == "elite-cost" else words) for name, words in house.decision_texts())


def elite_cost(house: House) -> int | None:
    """What an elite figure costs; None where nobody may be elite (FFTT-R18)."""
    cost = house.supplied_value("elite-cost")
    return None if cost is None or cost == "none" else int(cost)


# --- Abilities, experience, and what a figure has of them


@dataclass(frozen=True)
class Ability:
    """A general's ability; `effect` is what `value` is added to each time, empty where it adds to no number."""

    id: str
    roll: int
    name: str
    summary: str
    effect: str = ""
    value: int = 0
    rules: tuple[str, ...] = ()  # whose texts its figure needs besides

    def summary_text(self, house: House) -> str:
        """What it does under the house rules."""
        return " ".join(self.summary.format(said=house.said).split())


@cache
def abilities() -> Mapping[str, Ability]:
    """The abilities by id, in the order of their rolls (FFTT-GEN-1)."""
    return read_rows(Ability, table_of("abilities"))


def ability_of(roll: int) -> Ability:
    """The ability of a throw of 2D6."""
    return next(one for one in abilities().values() if one.roll == roll)


def has_earned(bonus: str, xp: int) -> bool:
    """Whether so many FP of killed enemies bring shooting, wounds, veteran, actions or chart (FFTT-XP-1, FFTT-R54)."""
    return bool(xp >= table_of("experience")[bonus]["fp"])


@dataclass(frozen=True)
class Profile:
    """What a figure has with its abilities and its experience: the unit's own numbers, and what is added for good.

    `ws` holds what the shooter's own abilities and experience add; None where it shoots nothing. `threshold` is from
    how many wounds suffered on it is wounded (FFTT-WOUND-1, FFTT-R35).
    """

    unit: Unit
    abilities: tuple[str, ...]
    xp: int
    ap: int
    wounds: int
    move: int
    ws: int | None
    hth: int

    @property
    def threshold(self) -> int:
        return (self.wounds + 1) // 2

    def find_number(self, effect: Literal["ap", "wounds", "move"]) -> Finding[int]:
        """Return a number of it, as ``3 wounds (2, +1 iron man)``; it cites the rules by which it is not the unit's."""
        value, more = getattr(self, effect), gain_terms(effect, self.abilities, self.xp)

        def number_text() -> str:
            made = f" ({getattr(self.unit, effect)}{terms_text(more, EACH)})" if more else ""
            return count_text(value, *WORDS[effect]) + made

        return Finding(value, number_text, [term.rules for term in more] if more else ())

    def has_ability(self, ability: str) -> bool:
        return ability in self.abilities

    @property
    def has_light_fire(self) -> bool:
        """Whether its Actions are enough for light fire (FFTT-TURN-4, FFTT-R3)."""
        return self.unit.shoots and self.ap >= rule_number("light_fire")


@lru_cache(maxsize=512)
def make_profile(one: Unit, abilities: tuple[str, ...] = (), xp: int = 0) -> Profile:
    """The profile of a figure of a unit (FFTT-AP-1, FFTT-MOVE-1, FFTT-WOUND-1, FFTT-GEN-2, FFTT-XP-1, FFTT-R33).

    What needs a number that the unit does not have, such as a move of an HQ, stays without it.
    """
    ap, wounds, move, ws, hth = (
        sum_terms(gain_terms(what, abilities, xp)) for what in ("ap", "wounds", "move", "ws", "hth")
    )
    return Profile(
        unit=one,
        abilities=abilities,
        xp=xp,
        ap=one.ap + ap,
        wounds=one.wounds + wounds,
        move=one.move + move if one.move else 0,
        ws=None if one.ws is None else one.ws + ws,
        hth=one.hth + hth,
    )


@lru_cache(maxsize=512)
def gain_terms(effect: str, names: tuple[str, ...], xp: int) -> tuple[Term, ...]:
    """What abilities and experience add to a number: ap, wounds, move, ws or hth.

    (FFTT-GEN-2, FFTT-R33, FFTT-XP-1, FFTT-R54)
    """
    found = []
    for row in abilities().values():
        if row.effect == effect and (times := names.count(row.id)):
            found.append(Term(row.value * times, row.name.lower(), ("FFTT-GEN-2", "FFTT-R33")))
    for step in table_of("experience").values():
        if step.get("effect") == effect and xp >= step["fp"]:
            found.append(Term(step["value"], f"for {step['fp']} FP of experience", ("FFTT-XP-1", "FFTT-R54")))
    return tuple(found)


def throws_per_shot(figure: Profile, house: House) -> int:
    """The throws of one shot (FFTT-SHOOT-4, FFTT-R33)."""
    if not figure.has_ability("full-metal-jacket"):
        return figure.unit.shots
    if figure.unit.shots > 1:
        return 2 * figure.unit.shots if house["full-metal-tank"] == "four" else figure.unit.shots
    return 2


def strikes_per_point(figure: Profile) -> int:
    """The strikes that each action point in hand to hand is worth (FFTT-CC-6, FFTT-R33)."""
    return 2 if figure.unit.bites and figure.has_ability("full-metal-jacket") else 1
