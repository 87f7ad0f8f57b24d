"""Suppressed areas: how strong they are, and what they do to those who move in them (topic Suppression)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import Situation, Whole, YesNo, fact
from .soldiers import Shelter


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
