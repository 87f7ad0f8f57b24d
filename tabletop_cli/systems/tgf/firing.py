"""What all fire has in common: which weapon reaches, spotting beyond 60 cm, RC, and saves (topic Fire)."""

from __future__ import annotations

from collections.abc import Sequence

from ...api import Dice, Finding, House, Malformed, Term, cite, count_text, refuse
from .command import ld_roll
from .d20 import roll_successes
from .profiles import band_names, band_words, find_band, printed_table, rule_number
from .row_types import Arm, arm_of
from .soldiers import AimFacts, SoldierFacts
from .terms import Effect, effect_of, format_cm, hit_terms, target_number


def check_table(row: Arm) -> None:
    """Check that the text or the players gave the table of a weapon (TGF-FIRE-1, TGF-R9)."""
    if not row.has_table:
        text = f"The book prints no table for the {row.name}; agree on weapons.{row.row.id} in the house rules."
        raise refuse("TGF-FIRE-1", "no-table", text, row.rulings)


def band_in_reach(row: Arm, aim: AimFacts, house: House) -> str:
    """Return the band of a target. Errors: `Refused` where a weapon does not reach so far (TGF-RANGE-1, TGF-FIRE-1)."""
    found = find_band(aim.distance, house)
    if found is None:
        most = printed_table("bands")[band_names()[-1]]["to"]
        raise refuse("TGF-RANGE-1", "out-of-range", f"{format_cm(aim.distance)}: nothing can be hit beyond {most} cm.")
    if found not in row.cells:
        reach = ", ".join(band_words(one) for one in row.cells)
        text = f"{format_cm(aim.distance)} is {band_words(found)}; the {row.name} can be used at {reach}."
        raise refuse("TGF-FIRE-1", "weapon-not-at-range", text, "TGF-RANGE-1", edge_rulings(aim), row.rulings)
    return found


def edge_rulings(aim: AimFacts) -> tuple[str, ...]:
    """The ruling on distances that stand in two bands (TGF-R2)."""
    *shared, _ = (row["to"] for row in printed_table("bands").values() if "to" in row)
    return ("TGF-R2",) if aim.distance in shared else ()


def find_effect_and_rc(soldier: SoldierFacts, aim: AimFacts, house: House) -> tuple[Effect, Finding[int]]:
    """Return what a weapon does there, and the RC to hit (TGF-HIT-1, TGF-RANGE-1, TGF-STAT-1).

    Errors: `Refused` where it does not reach.
    """
    row = arm_of(house, soldier.weapon)
    name = band_in_reach(row, aim, house)
    effect = effect_of(row.cells[name], house)
    rules = cite("TGF-HIT-1", "TGF-RANGE-1", edge_rulings(aim), effect.rules, row.rulings)
    terms = [Term(effect.hit, f"{row.name} at {band_words(name)}", rules), *hit_terms(aim, house)]
    return effect, target_number(soldier.level.rc, soldier, terms, house)


def ld_to_spot(aim: AimFacts, where: str = "situation") -> int | None:
    """The LD to roll on before a target beyond 60 cm is fired at; None for a nearer one (TGF-FIRE-4).

    Errors: `Malformed` where it is needed and not given, by its place.
    """
    most = rule_number("sight")
    if aim.distance <= most:
        return None
    if aim.ld is None:
        text = f"{where}.ld is missing: {format_cm(aim.distance)} is beyond {most} cm"
        raise Malformed(text, hint="ld is the firer's", code="bad-situation", where=f"{where}.ld")
    return aim.ld


def roll_to_spot(aim: AimFacts, house: House, dice: Dice) -> bool:
    """The LD roll beyond 60 cm, once for each fire action (TGF-FIRE-4, TGF-R27). Errors: as `ld_to_spot`."""
    ld, most = ld_to_spot(aim), rule_number("sight")
    if ld is None:
        return True
    if ld_roll(ld, f"{format_cm(aim.distance)}, more than {most}", house, dice, "TGF-FIRE-4", "TGF-R27"):
        return True
    text = "not spotted: the action is lost, nothing more is rolled"
    return dice.report(Finding(False, text, "TGF-FIRE-4", "TGF-DICE-2"))


def roll_to_hit(n: int, target: Finding[int], rules: Sequence[str], house: House, dice: Dice, label: str = "") -> int:
    """Return how many of `n` shots or blows hit (TGF-HIT-1, TGF-CC-2)."""
    hit = roll_successes(n, target.value, "to hit", house, dice, label)

    def hits_text() -> str:
        return f"{target.text}, {count_text(n, 'die', 'dice')}: {count_text(hit, 'hit')}"

    return dice.report(Finding(hit, hits_text, target, *rules), tell="reason")


def roll_saves(hits: int, save: Finding[int], rules: Sequence[str], house: House, dice: Dice, label: str = "") -> bool:
    """Return whether hits kill a miniature; all of them are rolled for (TGF-DAM-2, TGF-DAM-3, TGF-R31)."""
    if not hits:
        return False
    saved = roll_successes(hits, save.value, "saves", house, dice, label)
    killed = saved < hits

    def saves_text() -> str:
        return f"{save.text}, {saved} of {count_text(hits, 'save')}: {'killed' if killed else 'alive'}"

    found = Finding(killed, saves_text, save, *rules, "TGF-DAM-3", "TGF-R31", "TGF-DICE-2")
    return dice.report(found, tell="reason")
