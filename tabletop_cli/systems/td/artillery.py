"""Off-table artillery: barrages and smoke (TD-IND)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...api import Dice, Illegal, Odds, OneOf, Record, Resolver, Situation, Whole, fact
from .shooting import Shot, caught_beside, fire_pool, hit_infantry, strikes_beside
from .sighting import Target
from .tables import RESULTS, SIZES, artillery, catalogue, number


@dataclass(frozen=True, kw_only=True)
class Mission(Situation):
    """A spotter calls the guns. `missions` and `tokens` are the spotter's before the call."""

    size: str = fact(OneOf(SIZES), ask="What size are the guns?")
    missions: int | None = fact(Whole(), None, ask="How many fire missions are left?", help="default: by the table")
    tokens: int = fact(Whole(), 0, ask="How many reload markers does the spotter have?")

    @property
    def left(self) -> int:
        """Fire missions before this one."""
        return int(artillery()[self.size]["missions"]) if self.missions is None else self.missions

    def ban(self) -> Illegal | None:
        """Why no mission can be called: markers on the spotter (TD-R41), or none left (TD-ACT-6)."""
        if self.tokens:
            return Illegal("reload-markers", "TD-ACT-4")
        return None if self.left else Illegal("no-missions", "TD-ACT-6")

    def spent(self, dice: Dice) -> tuple[int, int]:
        """Missions and markers afterwards, whatever came of it (TD-IND-1)."""
        tokens = self.tokens + int(catalogue("artillery")["spotter_tokens"])
        dice.explain(f"one mission ticked off, {self.left - 1} left; {tokens} markers on the spotter", "TD-IND-1")
        return self.left - 1, tokens


@dataclass(frozen=True, kw_only=True)
class Barrage(Mission):
    aim: str = fact(OneOf(("model", "spot")), "model", ask="At a model, or at a spot?")
    target: Target = fact(Record(Target), Target())
    nearby: int = fact(Whole(), 0, ask="How many infantry models stand within one standard base of it?")


@dataclass(frozen=True)
class Bombardment:
    """A barrage: dice, hits, new status (None at a spot), models suppressed, the spotter's missions and markers."""

    pool: int
    hits: int
    status: str | None
    suppressed_nearby: int
    missions: int
    tokens: int


def barrage(s: Barrage, dice: Dice) -> Bombardment | Illegal:
    """Off-table guns fire at a model or at a spot (TD-IND-1 to 4, TD-COVER-2)."""
    if ban := s.ban():
        return ban
    size = artillery()[s.size]
    dice.explain(f"{size['name']}: {size['dice']} dice", "TD-IND-2" if s.aim == "model" else "TD-IND-3")
    pool = fire_pool(size["dice"], s.target, "indirect", s.house, dice)
    if s.aim == "model":
        shot = hit_infantry(pool, s.target, size["kill_potential"], s.nearby, dice, "TD-IND-2")
    else:
        shot = _at_a_spot(pool, size["kill_potential"], s.nearby, dice)
    missions, tokens = s.spent(dice)
    status = shot.status if s.aim == "model" else None
    return Bombardment(shot.pool, shot.hits, status, shot.suppressed_nearby, missions, tokens)


def _at_a_spot(pool: int, kill_potential: int, nearby: int, dice: Dice) -> Shot:
    """Nobody is hit; three hits bring the kill potential to bear (TD-IND-3, TD-IND-4)."""
    need = number("hit")
    hits = dice.hits(pool, need, f"{pool} dice at the spot, {need}+ hits")
    suppressed = caught_beside(hits, kill_potential, nearby)
    if strikes_beside(hits):
        dice.explain(f"{hits} hits, kill potential {kill_potential}: {suppressed} suppressed", "TD-IND-4")
    else:
        dice.explain(f"{hits} hits: nothing happens below three", "TD-IND-3")
    return Shot(pool, hits, "none", suppressed)


def _barrage_name(s: Any, result: Bombardment) -> str:
    big = strikes_beside(result.hits)
    if result.status is None:
        return "kill-potential" if big else "nothing"
    return f"{result.status}-kill-potential" if big else result.status


@dataclass(frozen=True)
class SmokeScreen:
    """Whether it came down as wanted, its length and width in cm, the spotter's missions and markers."""

    lands: bool
    cm: tuple[int, int]
    missions: int
    tokens: int


def smoke(s: Mission, dice: Dice) -> SmokeScreen | Illegal:
    """Off-table guns lay a smoke screen (TD-IND-5)."""
    if ban := s.ban():
        return ban
    need = number("smoke_lands")
    face = dice.one(f"smoke, {need}+ lands")
    lands = face >= need
    dice.explain("the smoke lands as intended" if lands else "the smoke comes down off the table", "TD-IND-5")
    length, width = artillery()[s.size]["smoke_cm"]
    return SmokeScreen(lands, (length, width), *s.spent(dice))


RESOLVERS = (
    Resolver(
        id="barrage",
        title="A barrage of off-table artillery",
        situation=Barrage,
        rule=barrage,
        rules=("TD-IND-1", "TD-IND-2", "TD-IND-3", "TD-IND-4", "TD-COVER-2"),
        odds=Odds(_barrage_name, order=(*RESULTS, "nothing", "suppressed-kill-potential", "out-kill-potential")),
        example={"size": "heavy", "nearby": 2},
    ),
    Resolver(
        id="smoke",
        title="A smoke screen of off-table artillery",
        situation=Mission,
        rule=smoke,
        rules=("TD-IND-1", "TD-IND-5"),
        odds=Odds(lambda s, result: "lands" if result.lands else "off-table", order=("lands", "off-table")),
        example={"size": "light"},
    ),
)
BARRAGE, SMOKE = RESOLVERS
