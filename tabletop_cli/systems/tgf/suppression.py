"""Suppressed areas: how strong they are, and what they do to those who move in them (topic Suppression)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from ...api import (
    Dice,
    Finding,
    House,
    Odds,
    Situation,
    Whole,
    YesNo,
    dataclass,
    fact,
    format_fraction,
    refuse,
    rules_of,
    sum_terms,
    terms_text,
)
from .command import ld_loss, ld_roll
from .firing import roll_saves
from .profiles import suppression_points as points_of
from .soldiers import Shelter
from .terms import save_number, shelter_terms
from .texts import TITLES


@dataclass(frozen=True, kw_only=True)
class Suppression(Situation, Shelter):
    """A unit suppresses an area, and a miniature is in it."""

    troopers: int = fact(Whole(), 0, ask="How many troopers with rifles, pistols and the like fire?")
    lmg_hmg: int = fact(Whole(), 0, ask="How many light and heavy machine guns fire?")
    mounted: int = fact(Whole(), 0, ask="How many mounted heavy machine guns fire?")
    others: int = fact(Whole(), 0, ask="How many launchers and sniper rifles fire?", rules=("TGF-R37",))
    hidden: bool = fact(YesNo(), False, ask="Is the miniature hidden?")


@dataclass(frozen=True, kw_only=True)
class SuppressionMove(Situation):
    """A miniature moves within a suppressed area, or into it."""

    strength: int = fact(Whole(), ask="How strong is the suppression against it?", rules=("TGF-SUP-2",))
    entering: bool = fact(YesNo(), False, ask="Does it come from outside the area?", rules=("TGF-SUP-4",))
    panicked: bool = fact(YesNo(), False, ask="Is it panicked?", rules=("TGF-SUP-5",))
    ld: int = fact(Whole(None), ask="What is its LD, without the loss to suppression?", rules=("TGF-SUP-8",))
    armor: int = fact(Whole(), ask="What is its A?", rules=("TGF-DAM-2",))


@dataclass(frozen=True)
class Suppressed:
    strength: int
    ld_loss: int


def resolve_suppression(s: Suppression, dice: Dice) -> Suppressed:
    """How strong is it against a miniature in the area? (TGF-SUP-2, TGF-SUP-8, TGF-R37, TGF-R38)

    Damage modifiers are added, then it is halved for the hidden, rounded up, and never below 0.
    """
    other = points_of("trooper") if s.house["suppression-others"] == "half" else Fraction(0)
    counts = (
        (s.troopers, points_of("trooper"), "troopers"),
        (s.lmg_hmg, points_of("machine_gun"), "machine guns"),
        (s.mounted, points_of("mounted"), "mounted"),
        (s.others, other, "others"),
    )
    terms = shelter_terms(s, s.house)
    whole, hidden = sum((n * each for n, each, _ in counts), Fraction(sum_terms(terms))), s.hidden
    strength = max(0, ceil(whole / 2 if hidden else whole))

    def strength_text() -> str:
        firing = " + ".join(f"{n} {name} x {format_fraction(each)}" for n, each, name in counts if n) or "nobody fires"
        half = ", halved for the hidden" if hidden else ""
        return f"{firing}{terms_text(terms)}: {format_fraction(whole)}{half}, strength {strength}"

    rules = ("TGF-SUP-2", "TGF-R37", "TGF-R38", hidden and "TGF-HIDE-2", *rules_of(terms))
    loss = ld_loss(dice.report(Finding(strength, strength_text, *rules), tell="reason"))
    return Suppressed(strength, dice.report(Finding(loss, f"strength {strength}: LD -{loss}", "TGF-SUP-8")))


@dataclass(frozen=True)
class AreaMove:
    """What came of a move: ``moved``, ``stuck`` or ``killed``; the save as a target number, None without a hit."""

    result: str
    save: int | None


def supplied_damage(house: House) -> int | None:
    """Return the damage that players supplied for a hit of an area; None where it is the strength (TGF-SUP-3, TGF-R36).

    Errors: `Refused` where it is needed and nobody has supplied it.
    """
    if house["suppression-hit"] != "count":
        return None
    if (damage := house.supplied_number("suppression-dam")) is None:
        missing = "The book prints no damage for suppression that counts as hits"
        text = f"{missing}; agree on suppression-dam in the house rules."
        raise refuse("TGF-SUP-3", "house-value-missing", text, "TGF-R36")
    return damage


def area_hits(strength: int, house: House) -> int:
    """Return the hits of an area: one, or as many as its strength (TGF-R36)."""
    return strength if house["suppression-hit"] == "count" else min(strength, 1)


def area_save(strength: int, armor: int, house: House) -> Finding[int] | None:
    """Return the save against a hit of a suppressed area, None where nobody is hit (TGF-SUP-3, TGF-R36)."""
    damage = supplied_damage(house)
    return save_number(armor, strength if damage is None else damage, house) if strength else None


def roll_area_save(strength: int, save: Finding[int] | None, house: House, dice: Dice) -> bool:
    """Return whether the hits of a suppressed area kill whoever moves through it (TGF-SUP-3, TGF-R36)."""
    if save is None:
        return dice.report(Finding(False, "strength 0: no hit", "TGF-SUP-3", "TGF-R36"))
    return roll_saves(area_hits(strength, house), save, ("TGF-SUP-3", "TGF-R36"), house, dice)


def suppression_move(s: SuppressionMove, dice: Dice) -> AreaMove:
    """A miniature moves in a suppressed area, or into it (TGF-SUP-3, TGF-SUP-4, TGF-SUP-5, TGF-SUP-8)."""
    supplied_damage(s.house)
    if not s.entering and s.panicked:
        raise refuse("TGF-SUP-5", "panicked", "A panicked unit does not move while it is suppressed.")
    save = area_save(s.strength, s.armor, s.house)
    needed = None if save is None else save.value
    if s.entering:
        dice.explain("comes from outside: no LD roll", "TGF-SUP-4", "TGF-R40")
    elif not roll_start(s.ld, s.strength, s.house, dice):
        return AreaMove("stuck", needed)
    return AreaMove("killed" if roll_area_save(s.strength, save, s.house, dice) else "moved", needed)


def roll_start(ld: int, strength: int, house: House, dice: Dice) -> bool:
    """Roll for a move that starts in a suppressed area (TGF-SUP-4, TGF-SUP-8, TGF-LD-3, TGF-R40)."""
    lost = ld_loss(strength)
    why = f"a move inside the area, LD {ld} -{lost} for strength {strength}"
    if ld_roll(ld - lost, why, house, dice, "TGF-SUP-4", "TGF-SUP-8", "TGF-LD-3", "TGF-R40"):
        return True
    found = Finding(False, "the action is lost: no move, no hit", "TGF-SUP-4", "TGF-R40")
    return dice.report(found, tell="now")


SUPPRESSION = TITLES.make_resolver("suppression", Suppression, resolve_suppression, says_legal=False)
SUPPRESSION_MOVE = TITLES.make_resolver(
    "suppression-move", SuppressionMove, suppression_move, odds=Odds(lambda s, found: str(found.result))
)
