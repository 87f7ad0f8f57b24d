"""When a squad is tested, and how it recovers from panic (topic Morale, panic, leaders)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import Malformed, Nullable, OneOf, Situation, Whole, YesNo, fact
from .command import LEADERS
from .profiles import KINDS, LEVELS


@dataclass(frozen=True, kw_only=True)
class MoraleTriggers(Situation):
    """A squad was shot at, or lost people otherwise."""

    original: int = fact(Whole(1), ask="How many miniatures had the squad at first?")
    start: int = fact(Whole(), ask="How many had it when the enemy squad's activation began?", rules=("TGF-R42",))
    killed_before: int = fact(Whole(), 0, ask="How many had that enemy squad killed before, in this activation?")
    killed_now: int = fact(Whole(), 0, ask="How many are killed now?")
    alive_before: int | None = fact(Nullable(Whole()), None, help="living before; null: start - killed_before")
    leader_killed: bool = fact(YesNo(), False, ask="Is the leader among them?", rules=("TGF-MORALE-3",))
    witness_size: int | None = fact(
        Nullable(Whole()),
        None,
        ask="How many miniatures had a friendly squad at first that was annihilated in sight?",
        rules=("TGF-MORALE-4",),
    )
    hits_before: int = fact(Whole(), 0, ask="How many hits had it taken from that squad before?")
    hits_now: int = fact(Whole(), 0, ask="How many hits does it take now?", rules=("TGF-MORALE-6",))
    panicked: bool = fact(YesNo(), False, ask="Is it panicked?")
    accident: bool = fact(YesNo(), False, ask="Was it an accident, and no enemy's fire?")
    level: str = fact(OneOf(LEVELS), ask="How well is its leader trained?", rules=("TGF-PERM-1", "TGF-R57"))
    kind: str = fact(OneOf(KINDS), "squad", ask="What kind of unit is it?")

    def __post_init__(self) -> None:
        """Errors: `Malformed` for numbers that cannot be together."""
        most = self.start - self.killed_before
        alive = most if self.alive_before is None else self.alive_before
        if self.start > self.original:
            raise Malformed(f"situation.start: {self.start}, but the squad had {self.original} at first")
        if most < 0:
            raise Malformed(f"situation.killed_before: {self.killed_before} of {self.start}")
        if alive > most:
            raise Malformed(f"situation.alive_before: {alive}, at most {most} of {self.start} can live")
        if self.killed_now > alive:
            raise Malformed(f"situation.killed_now: {self.killed_now}, {alive} lived")


@dataclass(frozen=True, kw_only=True)
class Recover(Situation):
    """A panicked unit tries to recover."""

    level: str = fact(OneOf(LEVELS), ask="How well is the unit trained?")
    leader: str = fact(OneOf(LEADERS), "original", ask="Is its leader the original sergeant or a replacement?")
    under_fire: bool = fact(YesNo(), False, ask="Is it under fire?", rules=("TGF-R67",))
    enemy_in_los: bool = fact(YesNo(), False, ask="Is an enemy in line of sight?", rules=("TGF-PANIC-6",))
    suppression: int = fact(Whole(), 0, ask="How strong is the suppression on it?", rules=("TGF-SUP-8",))
    out_of_command: int = fact(Whole(0, 200), 0, ask="How many members are out of command?", rules=("TGF-CMD-1",))
