"""Suppressed areas: how strong they are, and what they do to those who move in them (topic Suppression)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from ...api import Dice, House, Illegal, Odds, Situation, Whole, YesNo, dataclass, fact, mixed
from .command import ld_loss, ld_roll
from .firing import roll_saves
from .profiles import suppression as points_of
from .soldiers import Shelter
from .terms import Sum, plus, rules_of, save_number, shelter_terms, unique
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


def suppression(s: Suppression, dice: Dice) -> Suppressed:
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
    whole = sum((n * each for n, each, _ in counts), Fraction(sum(term.value for term in terms)))
    found = max(0, ceil(whole / 2 if s.hidden else whole))
    words = " + ".join(f"{n} {name} x {mixed(each)}" for n, each, name in counts if n) or "nobody fires"
    words += f"{plus(terms)}: {mixed(whole)}{', halved for the hidden' if s.hidden else ''}"
    hides = ["TGF-HIDE-2"] if s.hidden else []
    dice.explain(f"{words}, strength {found}", *unique(["TGF-SUP-2", "TGF-R37", "TGF-R38", *hides], rules_of(terms)))
    dice.explain(f"strength {found}: LD -{ld_loss(found)}", "TGF-SUP-8")
    return Suppressed(found, ld_loss(found))


@dataclass(frozen=True)
class AreaMove:
    """What came of a move: ``moved``, ``stuck`` or ``killed``; the save as a target number, None without a hit."""

    result: str
    save: int | None


def count_ban(house: House) -> Illegal | None:
    """Why the hits of a suppressed area cannot be saved: players gave no damage (TGF-R36)."""
    if house["suppression-hit"] != "count" or house.number("suppression-dam") is not None:
        return None
    text = "The text prints no damage for suppression that counts as hits; agree on suppression-dam in the house rules."
    return Illegal("house-value-missing", "TGF-SUP-3", text=text, also=("TGF-R36",))


def _area_save(strength: int, armor: int, house: House) -> Sum:
    """The damage of a hit is the strength, or what players supplied (TGF-R36). `count_ban` is settled before."""
    supplied = house.number("suppression-dam")
    counts = house["suppression-hit"] == "count" and supplied is not None
    return save_number(armor, supplied if counts and supplied is not None else strength)


def area_save(strength: int, armor: int, house: House) -> int | None:
    """The save against a hit of a suppressed area as a target number, None where nobody is hit (TGF-SUP-3)."""
    return _area_save(strength, armor, house).value if strength else None


def area_kills(strength: int, armor: int, house: House, dice: Dice) -> bool:
    """Whether a move through a suppressed area kills: one hit, or as many as the strength (TGF-SUP-3, TGF-R36)."""
    if not strength:
        dice.explain("strength 0: no hit", "TGF-SUP-3", "TGF-R36")
        return False
    hits = strength if house["suppression-hit"] == "count" else 1
    return roll_saves(hits, _area_save(strength, armor, house), ("TGF-SUP-3", "TGF-R36"), house, dice)


def suppression_move(s: SuppressionMove, dice: Dice) -> AreaMove | Illegal:
    """A miniature moves in a suppressed area, or into it (TGF-SUP-3, TGF-SUP-4, TGF-SUP-5, TGF-SUP-8)."""
    if ban := count_ban(s.house):
        return ban
    if not s.entering and s.panicked:
        return Illegal("panicked", "TGF-SUP-5", text="It is panicked and suppressed: it does not move.")
    save = area_save(s.strength, s.armor, s.house)
    if s.entering:
        dice.explain("it comes from outside: no LD roll", "TGF-SUP-4", "TGF-R40")
    elif not starts(s.ld, s.strength, s.house, dice):
        return AreaMove("stuck", save)
    return AreaMove("killed" if area_kills(s.strength, s.armor, s.house, dice) else "moved", save)


def starts(ld: int, strength: int, house: House, dice: Dice) -> bool:
    """The LD roll of a move that starts in a suppressed area (TGF-SUP-4, TGF-SUP-8, TGF-LD-3, TGF-R40)."""
    lost = ld_loss(strength)
    why = f"a move inside the area, LD {ld} -{lost} for strength {strength}"
    if ld_roll(ld - lost, why, house, dice, "TGF-SUP-4", "TGF-SUP-8", "TGF-LD-3", "TGF-R40"):
        return True
    dice.explain("the action is lost: no move, no hit", "TGF-SUP-4", "TGF-R40")
    return False


SUPPRESSION = TITLES.resolver("suppression", Suppression, suppression, says_legal=False)
SUPPRESSION_MOVE = TITLES.resolver(
    "suppression-move", SuppressionMove, suppression_move, odds=Odds(lambda s, found: str(found.result))
)
