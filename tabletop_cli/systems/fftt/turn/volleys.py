"""Several shots at one figure, whose odds people want to know together (FFTT-SHOOT-7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from ....api import Answer, Dice, ListOf, Number, Record, Ref, YesNo, dataclass, derive_situation, fact, plays, refuse
from ..volleys import VOLLEY, Volley, VolleyShot
from .aiming import is_cover_relevant, range_answers
from .gate import check_running
from .naming import shown_name
from .questions import At, a_figure, figure_answers
from .state import Played, State


def possible_shooters(place: At) -> Iterator[Answer]:
    """The enemies of the target who shoot."""
    state, target = place.state, place.event.target
    return figure_answers(state, (one for one in state.there if one.kind.shoots and state.is_enemy(one.id, target)))


@dataclass(frozen=True, kw_only=True)
class Shooter:
    """One of those who shoot, in general fire."""

    figure: str = fact(Ref("figures"))
    distance: Fraction = fact(Number(0), ask="How far is {target} from {figure}?", among=range_answers, typed=True)
    cover: bool = fact(YesNo(), False, ask="Is {target} in cover from {figure}?", when=is_cover_relevant)
    indirect: bool = fact(YesNo(), False)
    both_inside: bool = fact(YesNo(), False)


@dataclass(frozen=True, kw_only=True)
class Together:
    target: str = a_figure("Who is shot at?", lambda place: figure_answers(place.state, place.state.there))
    shots: tuple[Shooter, ...] = fact(
        ListOf(Record(Shooter), 1, distinct=True), ask="Who shoots at {target}?", among=possible_shooters
    )


@plays("volley", Together, rules=("FFTT-SHOOT-7", "FFTT-WOUND-1"))
def volley(state: State, event: Together, dice: Dice) -> Played:
    """The sum of several shots at one target, what is pending counted."""
    check_running(state)
    target = state.figures[event.target]
    if not target.left:
        raise refuse(
            "FFTT-SHOOT-1", "bad-target", f"{shown_name(state, target.id)} is dead already when wounds take effect."
        )
    shots = tuple(
        derive_situation(VolleyShot, one, shooter=state.figures[one.figure].figure, mode="general", count=1)
        for one in event.shots
    )
    worn = replace(target, suffered=target.suffered + target.pending)
    situation = Volley(house=state.house, shots=shots, target=worn.figure)
    return state, {"state": dice.settle(VOLLEY, situation).state}
