"""Who runs out of ammunition (FFTT-AMMO-1, FFTT-AMMO-2, FFTT-AMMO-4)."""

from __future__ import annotations

from ...api import Dice, House, Situation, Whole, YesNo, cite, count_text, dataclass, fact
from .figures import FIGURE, Figure
from .profiles import Profile
from .titles import TITLES
from .units import is_ai


@dataclass(frozen=True, kw_only=True)
class Ammo(Situation):
    """A figure that has shot. `sources_left` are the living HQs (insectoids: queens) when the step began."""

    figure: Figure = fact(FIGURE, ask="Who has shot?")
    sources_left: int = fact(
        Whole(),
        ask="How many HQs (insectoids: queens) of its side lived when the step began?",
        rules=("FFTT-AMMO-1", "FFTT-R48"),
    )
    missed: bool = fact(YesNo(), ask="Has any of its rolls missed?", rules=("FFTT-R48",))


@dataclass(frozen=True)
class Supply:
    """`ammo`: ok, out or dead."""

    ammo: str


def exemption_rules(figure: Profile, house: House) -> tuple[str, ...]:
    """Return why a figure cannot run out: all but shooters, AIs and trigger-happy generals; empty if it can.

    (FFTT-AMMO-1, FFTT-AMMO-2, FFTT-GEN-2, FFTT-R15, FFTT-R55)
    """
    if not figure.unit.shoots:
        return ("FFTT-AMMO-1", "FFTT-R55")
    machine = is_ai(figure.unit, house) and ("FFTT-AMMO-2", "FFTT-R15")
    return cite(machine, figure.has_ability("happy-trigger") and ("FFTT-AMMO-2", "FFTT-GEN-2"))


def ammo_supply(s: Ammo, dice: Dice) -> Supply:
    """What a miss without anybody to reload means (FFTT-AMMO-1, FFTT-AMMO-2, FFTT-AMMO-4, FFTT-R48)."""
    kind = s.figure.unit
    queens = ("FFTT-R44",) if kind.of_queen else ()
    if s.sources_left:
        dice.explain(f"{count_text(s.sources_left, kind.source_word)} left: all reload freely", "FFTT-AMMO-1", *queens)
        return Supply("ok")
    if not s.missed:
        dice.explain("no reloads are left, but it has not missed", "FFTT-AMMO-1", "FFTT-R48", *queens)
        return Supply("ok")
    if why := exemption_rules(s.figure.profile, s.house):
        dice.explain(f"the {kind.name.lower()} never runs out of ammo", *why)
        return Supply("ok")
    if kind.spent:
        dice.explain(
            f"the {kind.name.lower()} dies of its miss", "FFTT-AMMO-1", "FFTT-AMMO-4", "FFTT-R48", *queens, tell="now"
        )
        return Supply("dead")
    machine = ("FFTT-AMMO-2", "FFTT-R15") if kind.mechanical else ()
    text = "a miss, and no reloads are left: out of ammo"
    dice.explain(text, "FFTT-AMMO-1", "FFTT-AMMO-3", "FFTT-R48", *machine, tell="now")
    return Supply("out")


AMMO = TITLES.make_resolver("ammo", Ammo, ammo_supply)
