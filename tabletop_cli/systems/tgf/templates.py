"""Fire of weapons with a template: everybody under it is hit (TGF-TPL-1)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import ListOf, Record, Situation, Whole, YesNo, fact
from .soldiers import AimFacts, Shelter, SoldierFacts


@dataclass(frozen=True, kw_only=True)
class UnderTemplate(Shelter):
    """A miniature under the template."""

    armor: int = fact(Whole(), ask="What is its A?", rules=("TGF-DAM-2",))


@dataclass(frozen=True, kw_only=True)
class TemplateFire(Situation, SoldierFacts, AimFacts):
    """A weapon with a template fires at a point or a miniature."""

    indirect: bool = fact(YesNo(), False, ask="Is it fired indirectly, for an observer?", rules=("TGF-FO-2",))
    targets: tuple[UnderTemplate, ...] = fact(
        ListOf(Record(UnderTemplate)), ask="Which miniatures are under the template?", rules=("TGF-TPL-1",)
    )
