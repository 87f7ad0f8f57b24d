"""What the events of a campaign ask alike: players, armies, places and units as answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from ....api import Answer, Place, Ref, Refused, dataclass, fact, refusal_of
from .forces import Units, units_text
from .state import State

At = Place[State]


def first_that(candidates: Iterable[Units], test: Callable[[Units], object]) -> Units:
    """The first of some units that a rule does not refuse. Errors: the last refusal, where it refuses all."""
    no = Refused("there is nothing to choose from", reason="nothing", rule="")
    for units in candidates:
        if (ban := refusal_of(partial(test, units))) is None:
            return units
        no = ban
    raise no


def army_answers(state: State, names: Iterable[str]) -> Iterator[Answer]:
    """Armies as answers: ``ann, at x: 1 HQ, 9 grunts``."""
    for name in names:
        one = state.armies[name]
        yield Answer(name, name, name, f"{one.player}, at {one.place}: {units_text(one.units)}")


def own_armies(place: At) -> Iterator[Answer]:
    """The armies of the player whose turn it is."""
    now = place.state
    return army_answers(now, sorted(name for name, one in now.armies.items() if one.player == now.player))


def armies_alongside(place: At) -> Iterator[Answer]:
    """The armies that stand where this one does."""
    first = place.event.army
    return army_answers(
        place.state, (name for name in place.state.armies_at(place.state.armies[first].place) if name != first)
    )


def place_answers(state: State, names: Iterable[str]) -> Iterator[Answer]:
    for name in names:
        yield Answer(name, name, name, place_words(state, name))


def place_words(state: State, name: str) -> str:
    """``bob, 4 FP saved, B``: whose it is, what is saved there, who stands there."""
    one = state.places[name]
    return ", ".join([one.owner or "free", *([f"{one.saved} FP saved"] * bool(one.saved)), *state.armies_at(name)])


def own_places(place: At) -> Iterator[Answer]:
    now = place.state
    return place_answers(now, now.places_of(now.player) if now.player else ())


@dataclass(frozen=True, kw_only=True)
class OfPlayer:
    """What the player does whose turn it is."""

    by: str = fact(Ref("players"), known=lambda place: place.state.player)


def fresh_id(state: State, player: str) -> str:
    """An id for a new army: the next free number behind the player's name."""
    numbers = (f"{player}-{n}" for n in range(1, len(state.armies) + 2))
    return next(name for name in numbers if name not in state.armies)
