"""Who is credited with a kill where several killed together (FFTT-XP-1, FFTT-R54)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ....api import Dice, ListOf, Record, Ref, dataclass, fact, plays, refuse
from .gate import check_campaign, check_running
from .harm import add_experience, dying_figures, ends_with_wounds, killers_of
from .naming import shown_name
from .questions import At, a_figure, by_unit
from .state import Played, State
from .stories import story_of


def due_at(place: At) -> Mapping[str, tuple[str, ...]]:
    """Who may have killed whom, once an event is over that leaves a step or ends the battle."""
    state, event = place.state, place.event_kind
    settles = state.campaign and (event == "surrender" or (event == "next" and ends_with_wounds(state)))
    fallen = {one.id: killers_of(one) for one in dying_figures(state)} if settles else {}
    return {**state.credit, **{one: by for one, by in fallen.items() if len(by) > 1}}


def may_have_killed(place: At) -> tuple[str, ...]:
    """Who of several may have killed the figure that is asked about."""
    return due_at(place).get(place.get("victim"), ())


def killing_side(place: At) -> str:
    """The side whose figures killed; empty where those of several sides did."""
    sides = {place.state.figures[one].side for one in may_have_killed(place)}
    return sides.pop() if len(sides) == 1 else ""


@dataclass(frozen=True, kw_only=True)
class Kill:
    """A figure that several killed together, and who is credited with it."""

    victim: str = fact(Ref("figures"))
    figure: str = fact(
        Ref("figures"),
        ask="Who has killed {victim}?",
        among=by_unit(may_have_killed),
        whose=killing_side,
        rules=("FFTT-XP-1", "FFTT-R54"),
    )


@dataclass(frozen=True, kw_only=True)
class Leaving:
    """What leaves a step or ends the battle; before that, people say whose kills they are."""

    credits: tuple[Kill, ...] = fact(
        ListOf(Record(Kill), distinct=True),
        (),
        known=lambda place: [{"victim": one} for one in due_at(place)] or None,
        help="who is credited with whom several killed",
    )


def credit_kills(state: State, kills: Iterable[Kill], dice: Dice) -> State:
    """Figures are credited with kills that are due to one of several. Errors: `Refused`."""
    for kill in kills:
        victim, figure = kill.victim, kill.figure
        if figure not in state.credit.get(victim, ()):
            raise refuse(
                "FFTT-XP-1", "no-credit", f"{shown_name(state, figure)} has not killed {shown_name(state, victim)}."
            )
        left = {one: by for one, by in state.credit.items() if one != victim}
        state = add_experience(replace(state, credit=left), figure, state.figures[victim].kind.fp, dice)
    return state


@dataclass(frozen=True, kw_only=True)
class Credit(Kill):
    victim: str = a_figure("Whose killer?", by_unit(due_at), "FFTT-XP-1", "FFTT-R54")


@plays("credit", Credit, rules=("FFTT-XP-1", "FFTT-R54"), story=story_of("{figure} has killed {victim}"), due=True)
def credit(state: State, event: Credit, dice: Dice) -> Played:
    """Of several that killed together, the killing side says who gets the experience."""
    check_running(state)
    check_campaign(state)
    state = credit_kills(state, (event,), dice)
    return state, {"xp": state.figures[event.figure].xp}
