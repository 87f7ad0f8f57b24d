"""Of whom it is said what people say of the table: of two miniatures, or of a soldier and his leader."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....api import Place, of_each, of_one, of_pair, replace
from .state import Mini, State


def firing_mini(place: Place[State]) -> Mini:
    """Who fires: the miniature of this record, or the first of the crew."""
    return place.state.minis[place.get("mini") or next(iter(place.event.minis))]


def _one_end(place: Place[State]) -> str | None:
    """Who fires, or whose blow comes back."""
    return place.get("target") if "back" in place.path else firing_mini(place).id


def _other_end(place: Place[State]) -> str | None:
    return firing_mini(place).id if "back" in place.path else place.get("target")


def _piece_word(place: Place[State]) -> str:
    """Pieces of a team are in different places, whoever fires them."""
    piece = place.get("piece")
    return "" if piece is None else f"piece {piece}"


LINE = of_pair(_one_end, _other_end, apart=_piece_word)


def cover_words(words: str) -> str:
    """How much of a target is covered, in a line of facts."""
    label, _, _ = words.partition(":")
    return "no cover" if label in ("0", "nothing") else label if "slit" in label else f"{label} covered"


def shelter_words(name: str) -> Callable[[str], str]:
    """Return the words of what shelters a target, in a line of facts."""
    return lambda words: f"no {name}" if words.startswith("no") else f"{words} {name}"


def commanded_mini(place: Place[State]) -> Mini:
    """Whom a question of command is about."""
    mini = place.path[1] if place.path[0] == "going" else place.get("mini") or next(iter(place.event.minis))
    return place.state.minis[str(mini)]


def _commanded_id(place: Place[State]) -> str | None:
    """Who is in command or not; nobody of whom it is known any more, where he or his leader has moved in this event."""
    mini = commanded_mini(place)
    moved = {deed["mini"] for deed in place.items_before() if deed.get("action") == "move"}
    return None if moved & {mini.id, place.state.squads[mini.squad].leader} else mini.id


def _members_led(place: Place[State]) -> Iterator[str]:
    """The soldiers of the squad that was named, without its leader."""
    living = place.state.living_minis(place.event.squad)
    return (mini.id for mini in living if mini.id != place.state.squads[mini.squad].leader)


COMMAND = of_one(_commanded_id, follows=lambda place: place.state.squads[commanded_mini(place).squad].leader)
STRAGGLERS = of_each(_members_led, follows=lambda place: place.state.squads[place.event.squad].leader)


def last_target(state: State, squad: str) -> str | None:
    """At whom a squad fired last, while he lives."""
    found = state.targets.get(squad)
    return None if found is None or state.minis[found].dead else found


def forget_views(state: State, *minis: Mini) -> State:
    """Miniatures have moved: what is known of each with somebody else has to be asked again, and who sees whom."""
    return replace(state, kept=state.kept.with_moved(*(mini.id for mini in minis)))
