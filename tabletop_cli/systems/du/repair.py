"""Repair removes damage from what is no infantry (DU-REPAIR-1, DU-REPAIR-2)."""

from __future__ import annotations

from ...api import Dice, Record, Situation, YesNo, dataclass, fact, refuse
from .crews import EXPERT
from .pieces import INFANTRY, OFF_MAP_ARTILLERY, Classed, Harmed
from .texts import TITLES


@dataclass(frozen=True, kw_only=True)
class Repairable(Harmed):
    """What is to be repaired."""


@dataclass(frozen=True, kw_only=True)
class Repairer:
    """Who repairs."""

    aboard: bool = fact(YesNo(), False, ask="Is the repairer inside the vehicle that is repaired?")
    expert: str | None = fact(EXPERT, None, ask="Which expert is it (crewman, driver, gunner, or none)?")


@dataclass(frozen=True, kw_only=True)
class Repair(Situation):
    """Somebody repairs something."""

    target: Repairable = fact(Record(Repairable), ask="What is repaired?")
    repairer: Repairer = fact(Record(Repairer), ask="Who repairs it?")


@dataclass(frozen=True)
class Repaired:
    lethal: int
    suppress: int


def check_repairable(target: Classed) -> None:
    """Check that something can be repaired at all (DU-REPAIR-1, DU-R37, DU-R55)."""
    if target.class_ in INFANTRY:
        raise refuse("DU-REPAIR-1", "not-repairable", "", "DU-R55")
    if target.class_ == OFF_MAP_ARTILLERY:
        raise refuse("DU-REPAIR-1", "not-repairable", "", "DU-R37")


def check_inside(expert: str | None) -> None:
    """Check that somebody can repair the vehicle from inside (DU-REPAIR-2)."""
    if expert != "crewman":
        raise refuse("DU-REPAIR-2", "must-be-outside", "", "DU-CREW-2")


def repair_piece(s: Repair, dice: Dice) -> Repaired:
    """What does a repair remove? (DU-REPAIR-1, DU-REPAIR-2, DU-R37, DU-R55, DU-R59)"""
    check_repairable(s.target)
    if s.repairer.aboard:
        check_inside(s.repairer.expert)
        dice.explain("the crewman repairs from inside", "DU-REPAIR-2", "DU-CREW-2", "DU-R59")
    else:
        dice.explain("the repairer is outside", "DU-REPAIR-2")
    stayed = ["DU-R12"] if s.target.suppress and not s.target.is_structure else []  # until this repair
    dice.explain(f"{s.target.lethal} lethal and {s.target.suppress} suppress damage removed", "DU-REPAIR-1", *stayed)
    return Repaired(0, 0)


REPAIR = TITLES.make_resolver("repair", Repair, repair_piece)
