"""What all fire has in common: which weapon reaches, spotting beyond 60 cm, RC, and saves (topic Fire)."""

from __future__ import annotations

from collections.abc import Sequence

from ...api import Dice, House, Illegal, Malformed, counted
from .command import ld_roll
from .d20 import successes
from .profiles import band, band_words, bands, number, table
from .rows import Arm, arm
from .soldiers import AimFacts, SoldierFacts
from .terms import Effect, Sum, Term, cm, effect_of, hit_terms, target_number, unique


def table_ban(row: Arm) -> Illegal | None:
    """Why a weapon cannot be used at all: neither the text nor the players gave its table (TGF-FIRE-1, TGF-R9)."""
    if row.has_table:
        return None
    text = f"The text prints no table for the {row.name}; agree on weapons.{row.row.id} in the house rules."
    return Illegal("no-table", "TGF-FIRE-1", text=text, also=row.rulings)


def range_ban(row: Arm, aim: AimFacts, house: House) -> Illegal | None:
    """Why a weapon does not reach so far (TGF-RANGE-1, TGF-FIRE-1)."""
    found = band(aim.distance, house)
    if found is None:
        most = table("bands")[bands()[-1]]["to"]
        return Illegal("out-of-range", "TGF-RANGE-1", text=f"{cm(aim.distance)}: beyond {most} cm nothing can be hit.")
    if found in row.cells:
        return None
    reach = ", ".join(band_words(one) for one in row.cells)
    text = f"{cm(aim.distance)} is {band_words(found)}; the {row.name} can be used at {reach}."
    also = ("TGF-RANGE-1", *edge_rulings(aim), *row.rulings)
    return Illegal("weapon-not-at-range", "TGF-FIRE-1", text=text, also=also)


def edge_rulings(aim: AimFacts) -> tuple[str, ...]:
    """The ruling on distances that stand in two bands (TGF-R2)."""
    *shared, _ = (row["to"] for row in table("bands").values() if "to" in row)
    return ("TGF-R2",) if aim.distance in shared else ()


def lay(soldier: SoldierFacts, aim: AimFacts, house: House) -> tuple[Effect, Sum]:
    """What a weapon that reaches does there, and the RC to hit (TGF-HIT-1, TGF-RANGE-1, TGF-STAT-1)."""
    row, name = arm(house, soldier.weapon), band(aim.distance, house)
    assert name is not None  # see `range_ban`
    effect = effect_of(row.cells[name], house)
    rules = unique(["TGF-HIT-1", "TGF-RANGE-1"], edge_rulings(aim), effect.rules, row.rulings)
    terms = [Term(effect.hit, f"{row.name} at {band_words(name)}", rules), *hit_terms(aim, house)]
    return effect, target_number(soldier.level.rc, soldier, terms, house)


def ld_to_spot(aim: AimFacts, where: str = "situation") -> int | None:
    """The LD to roll on before a target beyond 60 cm is fired at; None for a nearer one (TGF-FIRE-4).

    Errors: `Malformed` where it is needed and not given, by its place.
    """
    most = number("sight")
    if aim.distance <= most:
        return None
    if aim.ld is None:
        text = f"{where}.ld is missing: {cm(aim.distance)} is beyond {most} cm"
        raise Malformed(text, hint="ld is that of the one who fires", code="bad-situation", where=f"{where}.ld")
    return aim.ld


def spots(aim: AimFacts, house: House, dice: Dice) -> bool:
    """The LD roll beyond 60 cm, once for each fire action (TGF-FIRE-4, TGF-R27). Errors: as `ld_to_spot`."""
    ld, most = ld_to_spot(aim), number("sight")
    if ld is None:
        return True
    if ld_roll(ld, f"{cm(aim.distance)}, more than {most}", house, dice, "TGF-FIRE-4", "TGF-R27"):
        return True
    dice.explain("not spotted: the action is lost, nothing more is rolled", "TGF-FIRE-4", "TGF-DICE-2")
    return False


def roll_to_hit(n: int, target: Sum, rules: Sequence[str], house: House, dice: Dice) -> int:
    """How many of `n` shots or blows hit (TGF-HIT-1, TGF-CC-2)."""
    words, cited = target.against(house)
    hit = successes(n, target.value, "to hit", house, dice)
    dice.explain(f"{words}, {counted(n, 'die', 'dice')}: {counted(hit, 'hit')}", *unique(cited, rules))
    return hit


def roll_saves(hits: int, save: Sum, rules: Sequence[str], house: House, dice: Dice) -> bool:
    """Whether a miniature is killed by hits, all of which are rolled for (TGF-DAM-2, TGF-DAM-3, TGF-R31)."""
    if not hits:
        return False
    words, cited = save.against(house)
    saved = successes(hits, save.value, "saves", house, dice)
    end = "killed" if saved < hits else "alive"
    rules = unique(cited, rules, ["TGF-DAM-3", "TGF-R31", "TGF-DICE-2"])
    dice.explain(f"{words}, {saved} of {counted(hits, 'save')}: {end}", *rules)
    return saved < hits
