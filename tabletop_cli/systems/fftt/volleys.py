"""Many shots at one figure (FFTT-SHOOT-7)."""

from __future__ import annotations

from dataclasses import field

from ...api import (
    Dice,
    ListOf,
    Odds,
    Record,
    Refused,
    Situation,
    Whole,
    count_text,
    dataclass,
    derive_situation,
    fact,
    refuse,
)
from .blasts import BlastShot, blast_shot
from .figures import FIGURE, Figure
from .shooting import Shot, ShotFacts, check_shot, direct_shot
from .titles import TITLES
from .wounds import find_state


@dataclass(frozen=True, kw_only=True)
class VolleyShot(ShotFacts):
    """Some that shoot alike."""

    count: int = fact(Whole(1, 99), 1, ask="How many shoot like this?")


@dataclass(frozen=True, kw_only=True)
class Volley(Situation):
    """Several shoot at one figure."""

    shots: tuple[VolleyShot, ...] = fact(ListOf(Record(VolleyShot)), ask="Who shoots?", help="shots, in order")
    target: Figure = fact(FIGURE, ask="Who is shot at?")


@dataclass(frozen=True)
class Volleyed:
    """All wounds of a volley, and what they make of the target: fit, wounded or dead."""

    wounds: int
    state: str


def entry_shot(s: Volley, entry: VolleyShot) -> Shot | BlastShot:
    """One shot of an entry."""
    if entry.shooter.kind.blast:
        return derive_situation(BlastShot, entry, house=s.house, target=s.target, into_melee=False)
    return derive_situation(Shot, entry, house=s.house, target=s.target, into_melee=False)


def check_volley(s: Volley) -> None:
    """Everybody may shoot. Errors: `Refused` for the first entry that may not, with its number from 0."""
    for index, entry in enumerate(s.shots):
        try:
            check_shot(entry, s.house)
        except Refused as refusal:
            raise refuse(refusal.rule, refusal.reason, refusal.message, refusal.rules, index=index) from None


@dataclass(frozen=True)
class Struck:
    """The wounds so far; to odds those alone matter that the target can take."""

    taken: int = 0
    wounds: int = field(default=0, compare=False)


def roll_volley(s: Volley, dice: Dice) -> Volleyed:
    """Each shot of each entry in turn, then what they add up to (FFTT-SHOOT-7, FFTT-WOUND-1)."""

    def add_shot(before: Struck, one: Shot | BlastShot, dice: Dice) -> Struck:
        found = blast_shot(one, dice) if isinstance(one, BlastShot) else direct_shot(one, dice)
        wounds = before.wounds + found.target_wounds
        return Struck(min(before.taken + found.target_wounds, s.target.left), wounds)

    check_volley(s)
    alike = ((entry_shot(s, entry), entry.count) for entry in s.shots)
    wounds = dice.repeat(add_shot, Struck(), (one for one, count in alike for _ in range(count))).wounds
    dice.explain(f"{count_text(wounds, 'wound')} by the volley", "FFTT-SHOOT-7")
    return Volleyed(wounds, dice.report(find_state(s.target.profile, s.target.suffered + wounds)))


VOLLEY = TITLES.make_resolver(
    "volley", Volley, roll_volley, odds=Odds(lambda s, found: found.state, order=("fit", "wounded", "dead"))
)
