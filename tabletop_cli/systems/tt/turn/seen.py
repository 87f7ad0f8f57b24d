"""What several events ask people for: weapons, what is seen from them, cover, retreats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....api import Answer, Place
from ..tables import distance
from ..weapons import fits
from .gate import like, own
from .state import State
from .words import brief_name, short, unit_name, weapon_words

LETTERS = "abcdefghijklmnopqrstuvwxyz"  # tell the weapons of a unit apart: a3b


def weapon_answers(state: State, kind: str, used: Sequence[Mapping[str, Any]]) -> Iterator[Answer]:
    """The weapons of own units on the table for a kind of attack, but for those that take part already."""
    taken = {(one.get("unit"), one.get("weapon")) for one in used}
    known = {one.get("unit") for one in used}  # of these something has been said: they are like no other
    for unit in own(state, "table"):
        found = [one for one, weapon in state.profile(unit).weapons.items() if fits(weapon, kind)]
        for weapon, letter in zip(found, LETTERS, strict=False):
            if (unit.id, weapon) not in taken:
                words = f"{unit_name(state, unit)}: {weapon_words(state, unit, weapon)}"
                same = f"{like(state, unit)} {weapon} {unit.id if unit.id in known else ''}"
                key = short(unit.id) + (letter if len(found) > 1 else "")
                yield Answer({"unit": unit.id, "weapon": weapon}, words, key, like=same)


def said(name: str, place: Place[State]) -> Any:
    """What was said of the same unit for another of its weapons in this event."""
    if place.path[0] != "supporters":
        return None
    earlier = [place.reader.answers.get("attacker", {}), *place.before()]
    return next((one[name] for one in earlier if one.get("unit") == place.record.unit and name in one), None)


def retreat_text(place: Place[State], one: str) -> str:
    """What a unit that retreats has to do (TT-RET-1)."""
    least, friend, enemy = (distance(key) for key in ("retreat", "retreat_from_friend", "retreat_from_enemy"))
    return (
        f"{brief_name(place.state, one)} retreats: straight away, at least {least} cm, to more than {friend} cm from "
        f"friends and {enemy} cm from enemies. Can it?"
    )


def in_cover_or_not(place: Place[State]) -> Iterator[Answer]:
    """Cover changes a total, never what is allowed."""
    yield Answer(False, "no", "n", like="cover")
    yield Answer(True, "yes", "y", like="cover")
