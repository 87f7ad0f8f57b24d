"""Fire at a single miniature, and a volley of many at one squad (topics Fire, To hit and damage)."""

from __future__ import annotations

from math import comb, lcm

from ...api import (
    Dice,
    House,
    ListOf,
    Odds,
    Record,
    Situation,
    Whole,
    count_text,
    dataclass,
    derive_situation,
    exact_distribution,
    fact,
    refuse,
)
from .d20 import pick_by_lot
from .firing import band_in_reach, check_table, find_effect_and_rc, ld_to_spot, roll_saves, roll_to_hit, roll_to_spot
from .morale import is_quarter, is_special
from .profiles import rule_number
from .row_types import arm_of
from .soldiers import FireFacts
from .terms import save_number, shelter_terms
from .texts import TITLES


@dataclass(frozen=True, kw_only=True)
class Fire(Situation, FireFacts):
    """One soldier fires at one miniature."""


@dataclass(frozen=True, kw_only=True)
class VolleyFire(FireFacts):
    """Some that fire alike."""

    count: int = fact(Whole(1, 1000), 1, ask="How many fire like this?")


@dataclass(frozen=True, kw_only=True)
class Volley(Situation):
    """Many fire at the living miniatures of one squad."""

    start: int = fact(Whole(1), ask="How many miniatures does the squad have?")
    actions: tuple[VolleyFire, ...] = fact(ListOf(Record(VolleyFire)), ask="Who fires?", help="fire, in order")


@dataclass(frozen=True)
class Fired:
    """What came of it; `save` is None for a weapon without damage, of which `hits` are successes."""

    shots: int
    rc: int
    save: int | None
    spotted: bool
    hits: int
    killed: bool


def check_fire(s: FireFacts, house: House) -> None:
    """Check that a soldier can fire like this (TGF-FIRE-1, TGF-TPL-1, TGF-RANGE-1)."""
    row = arm_of(house, s.weapon)
    if row.has_table and row.template:
        text = f"The {row.name} hits everybody under its template: use template-fire."
        raise refuse("TGF-TPL-1", "template-weapon", text, row.rulings)
    check_table(row)
    band_in_reach(row, s, house)


def resolve_fire(s: Fire, dice: Dice) -> Fired:
    """One soldier fires all his shots at one miniature (TGF-FIRE-1, TGF-FIRE-4, TGF-HIT-1, TGF-DAM-2, TGF-DAM-3)."""
    check_fire(s, s.house)
    effect, rc = find_effect_and_rc(s, s, s.house)
    save = None if effect.dam is None else save_number(s.armor, effect.dam, s.house, shelter_terms(s, s.house))
    needed = None if save is None else save.value
    if not roll_to_spot(s, s.house, dice):
        return Fired(effect.dice, rc.value, needed, False, 0, False)
    hits = effect.worth * roll_to_hit(effect.dice, rc, (), s.house, dice)
    killed = save is not None and roll_saves(hits, save, effect.rules, s.house, dice)
    return Fired(effect.dice, rc.value, needed, True, hits, killed)


def fired_name(s: Fire, found: Fired) -> str:
    """The name of an outcome in odds."""
    if not found.spotted:
        return "not-spotted"
    if found.killed:
        return "killed"
    return "no-hit" if not found.hits else "hit" if found.save is None else "saved"


# --- Volleys


@dataclass(frozen=True)
class Volleyed:
    """Hits to save and kills of a volley, and what they lead to (TGF-MORALE-1, TGF-MORALE-6)."""

    hits: int
    kills: int
    annihilated: bool
    quarter: bool
    special: bool


def resolve_volley(s: Volley, dice: Dice) -> Volleyed:
    """Each fires in turn at a living miniature of the squad, as `resolve_fire` (TGF-MORALE-1, TGF-MORALE-6)."""

    def add_shot(before: tuple[int, int], shot: Fire, dice: Dice) -> tuple[int, int]:
        hits, killed = hits_of(shot, dice)
        return before[0] + hits, before[1] + killed

    check_volley(s)
    shots = (derive_situation(Fire, action, house=s.house) for action in s.actions for _ in range(action.count))
    return volley_result(s.start, *dice.repeat(add_shot, (0, 0), shots), dice)


def check_volley(s: Volley) -> None:
    """Check that everybody in a volley can fire. Errors: `Malformed` for an LD that somebody needs."""
    for action in s.actions:
        check_fire(action, s.house)
    for at, action in enumerate(s.actions):
        ld_to_spot(action, f"situation.actions[{at}]")


def hits_of(s: Fire, dice: Dice) -> tuple[int, bool]:
    """Hits due for a save, and whether one killed; what has no damage leaves nothing to save (TGF-R47, TGF-R10)."""
    found = resolve_fire(s, dice)
    return (0 if found.save is None else found.hits), found.killed


def volley_result(start: int, hits: int, kills: int, dice: Dice) -> Volleyed:
    """What so many hits and kills lead to (TGF-MORALE-1, TGF-MORALE-6, TGF-R42, TGF-R47)."""
    kills = min(kills, start)
    few, many, alive = is_quarter(kills, start), is_special(hits), kills < start
    more = "more" if few else "not more"
    dice.explain(f"{kills} of {start} killed, {more} than a quarter", "TGF-MORALE-1", "TGF-R42")
    dice.explain(
        f"{count_text(hits, 'hit')}, more than {rule_number('special_hits')} needed", "TGF-MORALE-6", "TGF-R47"
    )
    return Volleyed(hits, kills, not alive, few and alive, many and alive)


Counts = dict[tuple[int, int], int]  # in how many ways so many hits and kills come


def volley_odds(s: Volley, dice: Dice) -> Volleyed:
    """The same for odds: those who fire alike are worked out at once, and no more is counted than the names tell."""
    check_volley(s)
    most, each = rule_number("special_hits") + 1, [min(action.count, s.start) for action in s.actions]
    before = [min(sum(each[:at]), s.start) for at in range(len(each))]
    dice.announce_work(5 * sum((most**2 + one) * (most**2 + many) for one, many in zip(each, before, strict=True)))

    def volley_ways() -> Counts:
        found: Counts = {(0, 0): 1}
        for action in s.actions:
            alike = _repeated_counts(derive_situation(Fire, action, house=s.house), action.count, most, s.start)
            found = _combine_counts(found, alike, most, s.start)
        return found

    return volley_result(s.start, *pick_by_lot(volley_ways, (0, 0), dice), dice)


def _combine_counts(one: Counts, other: Counts, most: int, start: int) -> Counts:
    """Both, one after the other. Hits from `most` on are as good as that; a squad without living has no others."""
    found: Counts = {}
    for (hits, kills), count in one.items():
        for (more, killed), ways in other.items():
            after = (min(hits + more, most), kills + killed) if kills + killed < start else (0, start)
            found[after] = found.get(after, 0) + count * ways
    return found


def _repeated_counts(s: Fire, n: int, most: int, start: int) -> Counts:
    """What `n` such shots come to, in powers of the exact odds of one.

    Few shots can hit where there are fewer hits than `most`; with more than that it only matters how many kill.
    """
    chances = exact_distribution(lambda dice: hits_of(s, dice))
    whole = lcm(*(chance.denominator for chance in chances.values()))
    ways = {(hits, int(killed)): int(chance * whole) for (hits, killed), chance in chances.items() if hits or killed}
    miss, kill = whole - sum(ways.values()), sum(count for (_, killed), count in ways.items() if killed)
    found: Counts = {}
    some: Counts = {(0, 0): 1}  # what comes of as many shots as hit
    for hitting in range(min(n, most - 1) + 1):
        for (hits, kills), count in some.items():
            if hits < most and kills < start:
                found[hits, kills] = found.get((hits, kills), 0) + count * comb(n, hitting) * miss ** (n - hitting)
        some = _combine_counts(some, ways, most, start)
    for kills in range(min(n, start - 1) + 1):
        few = sum(count for (_, killed), count in found.items() if killed == kills)
        found[most, kills] = comb(n, kills) * kill**kills * (whole - kill) ** (n - kills) - few
    found[0, start] = whole**n - sum(found.values())
    return found


def volley_name(s: Volley, found: Volleyed) -> str:
    """The name of an outcome in odds."""
    if found.annihilated:
        return "annihilated"
    return "-".join(name for name in ("quarter", "special") if getattr(found, name)) or "none"


FIRE = TITLES.make_resolver("fire", Fire, resolve_fire, odds=Odds(fired_name))
VOLLEY = TITLES.make_resolver("volley", Volley, resolve_volley, odds=Odds(volley_name, rule=volley_odds))
