"""What all fire has in common: which weapon reaches, spotting beyond 60 cm, RC, and saves (topic Fire)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import Dice, House, Illegal, Malformed, counted
from .command import ld_roll
from .d20 import or_less, successes
from .profiles import BANDS, Weapon, band, band_words, catalogue, level, number, weapon
from .soldiers import AimFacts, SoldierFacts
from .terms import Effect, Sum, Term, effect_of, hit_terms, in_words, target_number
from .words import cm, unique


def table_ban(row: Weapon) -> Illegal | None:
    """Why a weapon cannot be used at all: neither the text nor the players gave its table (TGF-FIRE-1, TGF-R9)."""
    if row.has_table:
        return None
    text = f"The text prints no table for the {row.name.lower()}; agree on weapons.{row.id} in the house rules."
    return Illegal("no-table", "TGF-FIRE-1", text=text, also=(row.ruling,))


def range_ban(row: Weapon, aim: AimFacts, house: House) -> Illegal | None:
    """Why a weapon does not reach so far (TGF-RANGE-1, TGF-FIRE-1)."""
    found = band(aim.distance, house)
    if found is None:
        most = catalogue("tables")["bands"][BANDS[-1]]["to"]
        text = f"{cm(aim.distance)}: beyond {most} cm nothing can be hit."
        return Illegal("out-of-range", "TGF-RANGE-1", text=text)
    if found not in row.cells:
        reach = ", ".join(band_words(one) for one in row.cells)
        text = f"{cm(aim.distance)} is {band_words(found)}; the {row.name.lower()} can be used at {reach}."
        return Illegal("weapon-not-at-range", "TGF-FIRE-1", text=text, also=("TGF-RANGE-1", *band_rulings(aim)))
    return None


def band_rulings(aim: AimFacts) -> tuple[str, ...]:
    """The ruling on distances that stand in two bands (TGF-R2)."""
    *shared, _ = (row["to"] for row in catalogue("tables")["bands"].values() if "to" in row)
    return ("TGF-R2",) if aim.distance in shared else ()


@dataclass(frozen=True)
class Laid:
    """A weapon that is laid on its target: what it does there, and the RC to hit."""

    row: Weapon
    effect: Effect
    rc: Sum

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of weapon and cell."""
        supplied = (self.row.ruling,) if self.row.ruling else ()
        return unique(*self.effect.rules, *supplied)


def lay(soldier: SoldierFacts, aim: AimFacts, house: House) -> Laid:
    """The RC of a weapon that reaches (TGF-HIT-1, TGF-RANGE-1, TGF-STAT-1)."""
    row, name = weapon(house, soldier.weapon), band(aim.distance, house)
    assert name is not None  # see `range_ban`
    effect = effect_of(row.cells[name], house)
    at = Term(effect.hit, f"{row.name} at {band_words(name)}", ("TGF-HIT-1", "TGF-RANGE-1", *band_rulings(aim)))
    return Laid(row, effect, target_number(level(soldier.level).rc, soldier, [at, *hit_terms(aim, house)], house))


def spots(aim: AimFacts, house: House, dice: Dice, *, due: bool = True) -> bool:
    """The LD roll beyond 60 cm, once for each fire action (TGF-FIRE-4, TGF-R27, TGF-R54).

    Errors: `Malformed` where the LD is needed and not given.
    """
    most = number("sight")
    if aim.distance <= most:
        return True
    if not due:
        dice.explain(f"{cm(aim.distance)}: the observer sees the target, no LD roll", "TGF-FIRE-4", "TGF-R54")
        return True
    if aim.ld is None:
        raise Malformed(
            f"situation.ld is missing: {cm(aim.distance)} is beyond {most} cm",
            hint="ld is the LD of the one who fires",
            code="bad-situation",
            where="situation.ld",
        )
    if ld_roll(aim.ld, f"{cm(aim.distance)}, more than {most}", house, dice, "TGF-FIRE-4", "TGF-R27"):
        return True
    dice.explain("not spotted: the action is lost, nothing more is rolled", "TGF-FIRE-4", "TGF-DICE-2")
    return False


def roll_to_hit(n: int, target: Sum, rules: tuple[str, ...], house: House, dice: Dice) -> int:
    """How many of `n` shots or blows hit (TGF-HIT-1, TGF-CC-2)."""
    words, cited = in_words(target, house)
    hit = successes(n, target.value, f"to hit, {or_less(target.value, house)}", house, dice)
    dice.explain(f"{words}, {counted(n, 'die', 'dice')}: {counted(hit, 'hit')}", *unique(*cited, *rules))
    return hit


def roll_saves(hits: int, save: Sum, rules: tuple[str, ...], house: House, dice: Dice) -> bool:
    """Whether a miniature is killed by hits, all of which are rolled for (TGF-DAM-2, TGF-DAM-3, TGF-R31)."""
    if not hits:
        return False
    words, cited = in_words(save, house)
    saved = successes(hits, save.value, f"saves, {or_less(save.value, house)}", house, dice)
    killed = saved < hits
    end = "killed" if killed else "alive"
    several = ("TGF-DICE-2",) if hits > 1 else ()
    dice.explain(
        f"{words}, {saved} of {counted(hits, 'save')}: {end}", *unique(*cited, *rules, "TGF-DAM-3", "TGF-R31", *several)
    )
    return killed
