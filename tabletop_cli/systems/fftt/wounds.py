"""What wounds do to a figure, and who takes them away (FFTT-WOUND-1, FFTT-HEAL-2)."""

from __future__ import annotations

from ...api import Dice, Finding, House, Situation, Whole, dataclass, fact
from .figures import FIGURE, Figure
from .profiles import Profile
from .titles import TITLES
from .units import Unit


@dataclass(frozen=True, kw_only=True)
class WoundState(Situation):
    """A figure that has suffered wounds; those in `figure` do not count."""

    figure: Figure = fact(FIGURE, ask="Which figure?")
    suffered: int = fact(Whole(), ask="How many wounds has it suffered?", rules=("FFTT-WOUND-1",))


@dataclass(frozen=True)
class Wounded:
    """All wounds of a figure, from how many on it is wounded, and its state: fit, wounded or dead."""

    total: int
    threshold: int
    state: str


def find_state(figure: Profile, suffered: int) -> Finding[str]:
    """Return what wounds make of a figure: fit, wounded from half of all on, rounded up, or dead.

    (FFTT-WOUND-1, FFTT-R35)
    """
    state = "dead" if suffered >= figure.wounds else "wounded" if suffered >= figure.threshold else "fit"
    has, headquarters = figure.find_number("wounds"), figure.unit.headquarters and "FFTT-HQ-1"
    text = f"wounded from {figure.threshold} on: {state}"
    return Finding(state, lambda: f"{suffered} of {has.text}, {text}", "FFTT-WOUND-1", "FFTT-R35", has, headquarters)


def wound_state(s: WoundState, dice: Dice) -> Wounded:
    """Fit, wounded or dead (FFTT-WOUND-1, FFTT-R35)."""
    figure = s.figure.profile
    return Wounded(figure.wounds, figure.threshold, dice.report(find_state(figure, s.suffered)))


def is_healer(figure: Profile) -> bool:
    """Whether a figure takes wounds away: medic, tank, or doc (FFTT-HEAL-2)."""
    return figure.unit.heals or figure.has_ability("doc")


def can_heal(healer: Profile, patient: Unit, house: House) -> bool:
    """Whether a healer can help a friend of this unit, who is another figure (FFTT-HEAL-2, FFTT-R37).

    Medics, and docs of their kind, heal living creatures; tanks, and docs of theirs, what is mechanical.
    """
    if not is_healer(healer):
        return False
    if patient.headquarters:
        return bool(house["heal-hq"] == "yes")
    return healer.unit.mechanical == patient.mechanical


WOUND_STATE = TITLES.make_resolver("wound-state", WoundState, wound_state)
