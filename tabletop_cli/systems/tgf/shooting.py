"""Fire at a single miniature, and a volley of many at one squad (topics Fire, To hit and damage)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import lcm

from ...api import (
    ByLot,
    Dice,
    Group,
    House,
    Illegal,
    ListOf,
    Odds,
    Record,
    Resolver,
    Situation,
    Whole,
    counted,
    derived,
    distribution,
    fact,
)
from .firing import lay, range_ban, roll_saves, roll_to_hit, rulings_of, spots, table_ban
from .morale import is_quarter, is_special
from .profiles import number, weapon
from .soldiers import FireFacts
from .terms import save_number, shelter_terms


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

    start: int = fact(Whole(1), ask="How many miniatures has the squad?")
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


def fire_ban(s: FireFacts, house: House) -> Illegal | None:
    """Why a soldier cannot fire like this, in the order of the reasons (TGF-FIRE-1, TGF-TPL-1, TGF-RANGE-1)."""
    row = weapon(house, s.weapon)
    if row.has_table and row.template:
        text = f"The {row.name} fires at all that lies under its template: use template-fire."
        return Illegal("template-weapon", "TGF-TPL-1", text=text, also=rulings_of(row))
    return table_ban(row) or range_ban(row, s, house)


def fire(s: Fire, dice: Dice) -> Fired | Illegal:
    """One soldier fires all his shots at one miniature (TGF-FIRE-1, TGF-FIRE-4, TGF-HIT-1, TGF-DAM-2, TGF-DAM-3)."""
    if ban := fire_ban(s, s.house):
        return ban
    effect, rc = lay(s, s, s.house)
    save = None if effect.dam is None else save_number(s.armor, effect.dam, shelter_terms(s, s.house))
    needed = None if save is None else save.value
    if not spots(s, s.house, dice):
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


def volley(s: Volley, dice: Dice) -> Volleyed | Illegal:
    """Each fires in turn at a living miniature of the squad, as `fire` (TGF-MORALE-1, TGF-MORALE-6)."""

    def shoot(before: tuple[int, int], shot: Fire, dice: Dice) -> tuple[int, int]:
        hits, killed = struck_by(shot, dice)
        return before[0] + hits, before[1] + killed

    if ban := volley_ban(s):
        return ban
    shots = (derived(Fire, action, house=s.house) for action in s.actions for _ in range(action.count))
    return counted_up(s.start, *dice.repeat(shoot, (0, 0), shots), dice)


def volley_ban(s: Volley) -> Illegal | None:
    """Why somebody in a volley cannot fire: the first reason."""
    return next((ban for action in s.actions if (ban := fire_ban(action, s.house))), None)


def struck_by(s: Fire, dice: Dice) -> tuple[int, bool]:
    """Hits due for a save, and whether one killed; what has no damage leaves nothing to save (TGF-R47, TGF-R10)."""
    found = fire(s, dice)
    assert isinstance(found, Fired)  # the ban is settled before
    return (0 if found.save is None else found.hits), found.killed


def counted_up(start: int, hits: int, kills: int, dice: Dice) -> Volleyed:
    """What so many hits and kills lead to (TGF-MORALE-1, TGF-MORALE-6, TGF-R42, TGF-R47)."""
    kills = min(kills, start)
    few, many, alive = is_quarter(kills, start), is_special(hits), kills < start
    more = "more" if few else "not more"
    dice.explain(f"{kills} of {start} killed, {more} than a quarter", "TGF-MORALE-1", "TGF-R42")
    dice.explain(f"{counted(hits, 'hit')}, more than {number('special_hits')} wanted", "TGF-MORALE-6", "TGF-R47")
    return Volleyed(hits, kills, not alive, few and alive, many and alive)


@dataclass(frozen=True)
class Spread(ByLot):
    """What a shot comes to, hits and kill, as one die with a side for each way: many fire alike."""

    ways: tuple[tuple[tuple[int, bool], int], ...]
    why: str = "a shot"

    @classmethod
    def of(cls, s: Fire) -> Spread:
        """The exact odds of a shot."""
        chances = distribution(lambda dice: struck_by(s, dice))
        sides = 2 * lcm(*(chance.denominator for chance in chances.values()))  # 2 also where it is certain
        return cls(tuple((found, int(chance * sides)) for found, chance in chances.items()))

    @property
    def groups(self) -> tuple[Group, ...]:
        return (Group(self.why, 1, sum(ways for _, ways in self.ways)),)

    def read(self, faces: tuple[int, ...]) -> tuple[int, bool]:
        upto = accumulate(ways for _, ways in self.ways)
        return next(found for (found, _), last in zip(self.ways, upto, strict=True) if faces[0] <= last)

    def weights(self) -> Mapping[tuple[int, bool], int]:
        return dict(self.ways)


def volley_odds(s: Volley, dice: Dice) -> Volleyed | Illegal:
    """The same for odds: those who fire alike are worked out once, and no more is counted than the names tell."""
    most, each = number("special_hits") + 1, sum(action.count for action in s.actions)
    dice.reckon(100 * each * most * min(each, s.start))

    def shoot(before: tuple[int, int], shot: Spread, dice: Dice) -> tuple[int, int]:
        hits, killed = dice.ask(shot)
        kills = before[1] + killed
        return (min(before[0] + hits, most), kills) if kills < s.start else (0, s.start)

    if ban := volley_ban(s):
        return ban
    alike = ((Spread.of(derived(Fire, action, house=s.house)), action.count) for action in s.actions)
    shots = (shot for shot, count in alike for _ in range(count))
    return counted_up(s.start, *dice.repeat(shoot, (0, 0), shots), dice)


def volley_name(s: Volley, found: Volleyed) -> str:
    """The name of an outcome in odds."""
    if found.annihilated:
        return "annihilated"
    return "-".join(name for name in ("quarter", "special") if getattr(found, name)) or "none"


VOLLEY_NAMES = ("none", "quarter", "special", "quarter-special", "annihilated")
FIRE = Resolver(
    id="fire",
    title="Fire at a miniature",
    situation=Fire,
    rule=fire,
    rules=("TGF-FIRE-1", "TGF-FIRE-4", "TGF-RANGE-1", "TGF-HIT-1", "TGF-DAM-1", "TGF-DAM-2", "TGF-DAM-3"),
    odds=Odds(fired_name, order=("not-spotted", "no-hit", "saved", "hit", "killed")),
    example={"level": "veteran", "weapon": "sub-machine-gun", "distance": 18, "armor": 6, "cover_type": "soft"},
)
VOLLEY = Resolver(
    id="volley",
    title="A volley at a squad",
    situation=Volley,
    rule=volley,
    rules=("TGF-MORALE-1", "TGF-MORALE-6", "TGF-HIT-1", "TGF-DAM-3"),
    odds=Odds(volley_name, rule=volley_odds, order=VOLLEY_NAMES, titles={"none": "neither"}),
    example={"start": 3, "actions": [{"level": "regular", "weapon": "lmg", "distance": 30, "armor": 7, "count": 2}]},
)
RESOLVERS = (FIRE, VOLLEY)
