"""What is asked once for all units of an activation, where they do the same: how, how far, over what, who threatens.

Whoever wants to say it of each unit by itself does so, at the first question for everything, at later ones for that
fact alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....api import AGAIN, Answer, Json, Place, item_keys
from ..profiles import can_carry
from .state import State

SHARED = ("move", "run")  # acts of which all units say the same; a charge, or a transport, is one unit's own matter
# What follows from another fact: where each unit has its own of that, it has its own of this.
FOLLOWS = {"end_distance": "threats", "goes_behind": "threats", "distance": "difficult_ground"}


def is_shared(place: Place[State]) -> bool:
    """Whether an answer of an act holds for all units of the activation that it is asked of."""
    if place.path[0] != "acts" or _note_of("do") in place.notes or not _are_alike(place):
        return False
    name = place.fact.name
    noted = {_note_of(one) for one in (name, FOLLOWS.get(name, name))} & place.notes
    return name == "do" or (place.get("do") in SHARED and not noted)


def _are_alike(place: Place[State]) -> bool:
    """Whether several units act, of which none sits in another or could get into it."""
    units = [place.state.units[one] for one in item_keys(place.event.acts)]
    profiles = [place.state.profile_of(unit) for unit in units]
    fits = any(can_carry(one, other) for one in profiles if one.transport for other in profiles)
    return len(units) > 1 and not fits


def _note_of(name: str) -> str:
    """What is noted when each unit has an answer of its own."""
    return f"each {name}"


def said_before(place: Place[State]) -> Json:
    """What was said of all units when the first of them was asked about; None where each has its own answer."""
    if not is_shared(place):
        return None
    acts = place.reader.answers["acts"][: int(place.path[1])]
    return next((act[place.fact.name] for act in acts if place.fact.name in act), None)


def said_ids(place: Place[State]) -> Json:
    """The same of a list of records: what tells its items apart."""
    said = said_before(place)
    return [one["by"] for one in said] if isinstance(said, list) else None


def ask_all(one: str, several: str) -> Callable[[Place[State]], str]:
    """A question with other words where the answer holds for all units of the activation."""
    return lambda place: several if is_shared(place) else one


def each_answer(place: Place[State], detail: str = "") -> Iterator[Answer]:
    """The answer that each unit is asked about by itself, while nothing was said of the first of them."""
    if is_shared(place) and place.path[1] == 0:
        yield Answer(AGAIN, "not the same for all: each by itself", "e", detail, note=_note_of(place.fact.name))
