"""Cross-fire: a target that was hit this turn from another tile takes more (DU-XFIRE-1, DU-XFIRE-2, DU-XFIRE-3)."""

from __future__ import annotations

from ...api import Dice, Finding, House, ListOf, Nullable, Record, Situation, Whole, YesNo, dataclass, fact
from .pieces import ID, SIDE, Named
from .texts import TITLES, rule_number
from .tiles import AT, At, tile_name


@dataclass(frozen=True, kw_only=True)
class Firing(Named):
    """A token that attacks: where it stands, and whether it observes its target."""

    at: At = fact(AT, ask="On which tile is it?")
    observes: bool = fact(YesNo(), True, ask="Does it observe the target itself?")
    side: str | None = fact(SIDE, None, help="Its side, if only earlier damage by its own side counts.")


@dataclass(frozen=True, kw_only=True)
class Mark:
    """Damage that a target was dealt this turn, and by whom; `by` and `at` are None where no token did it."""

    by: str | None = fact(Nullable(ID), ask="Which token dealt it?")
    at: At | None = fact(Nullable(AT), ask="On which tile was that token?")
    observed: bool = fact(YesNo(), True, ask="Did it observe the target?")
    amount: int = fact(Whole(), 1, ask="How much damage was it?")
    side: str | None = fact(Nullable(SIDE), None, help="The side of that token.")


@dataclass(frozen=True, kw_only=True)
class Crossfire(Situation):
    """A token attacks a target that has been hit before."""

    attacker: Firing = fact(Record(Firing), ask="Who attacks?")
    marks: tuple[Mark, ...] = fact(ListOf(Record(Mark)), ask="By whom was the target hit this turn?")


@dataclass(frozen=True)
class Bonus:
    bonus: int


def find_crossfire_support(attacker: Firing, mark: Mark, house: House) -> Finding[bool]:
    """Return whether earlier damage gives cross-fire (DU-XFIRE-1, DU-XFIRE-2, DU-XFIRE-3, DU-R18, DU-R19, DU-R20)."""
    who = f"{mark.by} at {tile_name(mark.at)}" if mark.by and mark.at else "something without a tile"
    same = mark.by == attacker.id and "DU-R18"
    lacks = f"damage by {who} gives no cross-fire: "
    if mark.by is None or mark.at is None:
        return Finding(False, f"{lacks}no token dealt it", "DU-XFIRE-3", "DU-R20")
    if not mark.amount:
        return Finding(False, f"{lacks}there was none", "DU-XFIRE-1")
    if not mark.observed:
        return Finding(False, f"{lacks}its token did not observe the target", "DU-XFIRE-1")
    if mark.at == attacker.at:
        return Finding(False, f"{lacks}it came from the same tile", "DU-XFIRE-1", "DU-XFIRE-2", same)
    if same and house["crossfire_same_token"] == "no":
        return Finding(False, f"{lacks}it was the same token", "DU-XFIRE-1", same)
    if house["crossfire_side"] == "own" and (mark.side is None or mark.side != attacker.side):
        return Finding(False, f"{lacks}it was not by its own side", "DU-XFIRE-3", "DU-R19")
    return Finding(True, f"damage by {who} gives cross-fire", "DU-XFIRE-1", "DU-XFIRE-2", "DU-R19", same)


def crossfire_bonus(s: Crossfire, dice: Dice) -> Bonus:
    """Does an attacker have cross-fire? (DU-XFIRE-1, DU-XFIRE-2, DU-XFIRE-3, DU-R21)"""
    if not s.attacker.observes:
        dice.explain(f"{s.attacker.id} does not observe the target itself: no cross-fire", "DU-XFIRE-1")
        return Bonus(0)
    giving = 0
    for mark in s.marks:
        giving += dice.report(find_crossfire_support(s.attacker, mark, s.house))
    bonus = rule_number("crossfire") if giving else 0
    words = f"+{bonus} damage" if giving else "nobody gives cross-fire"
    dice.explain(words, "DU-XFIRE-1", "DU-XFIRE-2", "DU-XFIRE-3", *(["DU-R21"] if giving else []))
    return Bonus(bonus)


CROSSFIRE = TITLES.make_resolver("crossfire", Crossfire, crossfire_bonus, says_legal=False)
