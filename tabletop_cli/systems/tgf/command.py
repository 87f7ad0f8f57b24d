"""Command radius, effective CC and RC, and LD rolls (topic Statistics, command and LD)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...api import Nullable, Number, OneOf, Situation, Whole, YesNo, fact
from .profiles import LEVELS

LEADERS = ("original", "replacement")


@dataclass(frozen=True, kw_only=True)
class InCommand(Situation):
    """A soldier and his squad leader."""

    distance: Fraction = fact(Number(0), ask="How far is the soldier from the squad leader, in cm?")
    section_distance: Fraction | None = fact(
        Nullable(Number(0)), None, ask="How far is he from the section leader, in cm?", rules=("TGF-R25",)
    )


@dataclass(frozen=True, kw_only=True)
class LdValue(Situation):
    """Somebody has to roll on LD."""

    level: str = fact(OneOf(LEVELS), ask="How well is the unit trained?")
    in_command: bool = fact(YesNo(), True, ask="Is the soldier in command?", rules=("TGF-CMD-1",))
    leader: str = fact(OneOf(LEADERS), "original", ask="Is its leader the original sergeant or a replacement?")
    suppression: int = fact(Whole(), 0, ask="How strong is the suppression on him?", rules=("TGF-SUP-8",))
    penalty: int = fact(Whole(), 0, ask="What is the penalty for recovering from panic?", rules=("TGF-PANIC-6",))


@dataclass(frozen=True, kw_only=True)
class LdCheck(Situation):
    """An LD roll."""

    ld: int = fact(Whole(None), ask="What is the LD?")
