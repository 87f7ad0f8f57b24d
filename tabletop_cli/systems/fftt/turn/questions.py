"""What events have in common: whom they are about, and the answers that the table has for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from ....api import Answer, Json, ListOf, Place, Ref, dataclass, fact
from .naming import by_number, figure_label, full_name, side_name
from .state import MOVES, Piece, State

At = Place[State]
Among = Callable[[At], Iterator[Answer]]


def figure_answers(state: State, which: Iterator[Piece]) -> Iterator[Answer]:
    """Figures as answers."""
    for one in which:
        yield Answer(one.id, figure_label(state, one))


def by_unit(which: Callable[[At], Iterable[str]]) -> Among:
    """Some figures as answers, by their units alone: for what has nothing to do with their condition."""
    return lambda place: (Answer(one, place.state.figures[one].kind.name) for one in by_number(which(place)))


def possible_actors(place: At) -> Iterator[Answer]:
    """Who may be meant to act: in a movement step its owner's figures, for opportunity fire the others."""
    state, mover = place.state, place.state.mover
    if mover is None:
        return figure_answers(state, state.there)
    enemy = place.event_kind == "opportunity-fire"
    return figure_answers(state, (one for one in state.there if (one.side == mover) is not enemy))


def actors_who(fits: Callable[[Piece], object]) -> Among:
    """Those of them who fit, such as queens; all where nobody does, for then it is said why not."""

    def fitting_actors(place: At) -> Iterator[Answer]:
        answers = list(possible_actors(place))
        found = [one for one in answers if fits(place.state.figures[str(one.value)])]
        return iter(found or answers)

    return fitting_actors


def enemies_of_actor(place: At) -> Iterator[Answer]:
    """The enemies of the acting figure; in opportunity fire those who have moved or stand before it come first."""
    state, who = place.state, place.event.figure
    near = state.moved | set(state.touched_by(who)) if state.step in MOVES else frozenset[str]()
    found = [one for one in state.there if state.is_enemy(who, one.id)]
    return figure_answers(state, iter(sorted(found, key=lambda one: one.id not in near)))


def friends_of_actor(place: At) -> Iterator[Answer]:
    """The others of the acting figure's side and of its allies."""
    state, who = place.state, place.event.figure
    return figure_answers(state, (one for one in state.there if one.id != who and not state.is_enemy(who, one.id)))


def side_answers(place: At) -> Iterator[Answer]:
    """All sides."""
    for side in place.state.sides:
        yield Answer(side, side_name(place.state, side), side)


def goo_areas(place: At) -> Iterator[Answer]:
    """The areas of goo."""
    for name, area in place.state.goo.items():
        yield Answer(name, f"goo of turn {area.laid}")


def nobody_there(place: At, near: Json) -> str:
    """Why nobody can be near a burst who is named: it is dead, or not on the table; of one that hides, as of nobody."""
    state = place.state
    for one in near if isinstance(near, Mapping) else ():
        figure = state.figures[one]
        if state.is_hidden(figure):
            return f'no figure "{one}" in this battle'
        if not figure.there:
            return f"{full_name(figure)} is {figure.state if not figure.lives else 'still off the table'}"
    return ""


def a_figure(ask: str, among: Among, *rules: str) -> str:
    """A fact: a figure of the battle."""
    return fact(Ref("figures"), ask=ask, among=among, rules=rules)


@dataclass(frozen=True, kw_only=True)
class FigureEvent:
    """An event of one figure."""

    figure: str = a_figure("Which figure?", possible_actors)


@dataclass(frozen=True, kw_only=True)
class OfMover:
    """What the side does whose movement step it is."""

    side: str = fact(Ref("sides"), known=lambda place: place.state.mover)


@dataclass(frozen=True, kw_only=True)
class Nothing:
    """An event without choices."""


def some_areas(ask: str, *rules: str, presumed: Callable[[At], bool] = lambda place: False) -> tuple[str, ...]:
    """A fact: areas of goo, asked for only where there are some."""
    kind = ListOf(Ref("goo", "goo area"), distinct=True)
    return fact(
        kind, (), ask=ask, among=goo_areas, when=lambda place: bool(place.state.goo), presumed=presumed, rules=rules
    )
