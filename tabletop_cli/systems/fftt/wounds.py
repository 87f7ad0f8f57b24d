"""What wounds do to a figure, and who takes them away (FFTT-WOUND-1, FFTT-HEAL-2)."""

from __future__ import annotations

from ...api import Dice, House, Situation, Whole, dataclass, fact
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


def state_of(figure: Profile, suffered: int) -> str:
    """What so many wounds make of a figure: fit, wounded or dead (FFTT-WOUND-1, FFTT-R35)."""
    return "dead" if suffered >= figure.wounds else "wounded" if suffered >= figure.threshold else "fit"


def explain_state(figure: Profile, suffered: int, dice: Dice) -> str:
    """The same, with the numbers: wounded from half of all wounds on, rounded up."""
    state, (has, more) = state_of(figure, suffered), figure.told("wounds")
    headquarters = ("FFTT-HQ-1",) if figure.unit.headquarters else ()
    text = f"{suffered} of {has}, wounded from {figure.threshold} on: {state}"
    dice.explain(text, "FFTT-WOUND-1", "FFTT-R35", *more, *headquarters)
    return state


def wound_state(s: WoundState, dice: Dice) -> Wounded:
    """Fit, wounded or dead (FFTT-WOUND-1, FFTT-R35)."""
    figure = s.figure.profile
    return Wounded(figure.wounds, figure.threshold, explain_state(figure, s.suffered, dice))


def is_healer(figure: Profile) -> bool:
    """Whether a figure takes wounds away: medic, tank, or doc (FFTT-HEAL-2)."""
    return figure.unit.heals or figure.has("doc")


def mends(healer: Profile, patient: Unit, house: House) -> bool:
    """Whether a healer can help a friend of this unit, who is another figure (FFTT-HEAL-2, FFTT-R37).

    Medics, and docs of their kind, heal living creatures; tanks, and docs of theirs, what is mechanical.
    """
    if not is_healer(healer):
        return False
    if patient.headquarters:
        return bool(house["heal-hq"] == "yes")
    return healer.unit.mechanical == patient.mechanical


WOUND_STATE = TITLES.resolver("wound-state", WoundState, wound_state)
