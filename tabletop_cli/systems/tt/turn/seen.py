"""What several events ask people for: weapons, what is seen from them, cover, retreats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from ....api import Answer, JsonMapping, Number, Place, YesNo, fact, of_ground, of_pair, yes_or_no
from ..model import Weapon
from ..movement import plain_cm
from ..retreat import retreat_words
from ..shooting import range_words
from ..weapons import is_made_for
from .gate import own_units, unit_signature
from .naming import brief_name, short_id, unit_name, weapon_words
from .state import State

LETTERS = "abcdefghijklmnopqrstuvwxyz"  # tell the weapons of a unit apart: a3b


def weapons_for(kind: str) -> Callable[[Place[State]], Iterator[Answer]]:
    """The weapons of own units on the table for a kind of attack, but for those that take part already."""

    def usable_weapons(place: Place[State]) -> Iterator[Answer]:
        used = [place.reader.answers.get("attacker", {}), *place.items] if place.fact.name == "supporters" else []
        return _weapon_answers(place.state, kind, used)

    return usable_weapons


def _weapon_answers(state: State, kind: str, used: Sequence[JsonMapping]) -> Iterator[Answer]:
    taken = {(one.get("unit"), one.get("weapon")) for one in used}
    known = {one.get("unit") for one in used}  # of these something has been said: they are like no other
    for unit in own_units(state, "table"):
        found = [one for one, weapon in state.profile_of(unit).weapons.items() if is_made_for(weapon, kind)]
        for weapon, letter in zip(found, LETTERS, strict=False):
            if (unit.id, weapon) not in taken:
                words = f"{unit_name(state, unit)}: {weapon_words(state, unit, weapon)}"
                same = f"{unit_signature(state, unit)} {weapon} {unit.id if unit.id in known else ''}"
                key = short_id(unit.id) + (letter if len(found) > 1 else "")
                yield Answer({"unit": unit.id, "weapon": weapon}, words, key, like=same)


def weapon_of(place: Place[State]) -> Weapon:
    """The weapon that a gun, the record of this place, fires."""
    return place.state.profile_of(place.state.units[place.record.unit]).weapons[place.record.weapon]


def gun_distance(aim: Callable[[Place[State]], str], rule: str, help: str) -> Fraction:
    """The question how far a gun is from what it aims at; for another weapon of the same unit it is not asked again."""
    return fact(
        Number(0),
        ask=lambda place: (
            f"How far is {brief_name(place.state, aim(place))} from {{unit}}, in cm? ({range_words(weapon_of(place))})"
        ),
        usual=lambda place: plain_cm(weapon_of(place).range or Fraction(0)),
        holds=of_pair("unit", aim),
        says="{} cm",
        help=help,
        rules=(rule,),
    )


def cover_fact(whom: str, when: Callable[[Place[State]], bool], *rules: str) -> bool:
    """The question whether somebody, a field of the record, is in cover."""
    return fact(
        YesNo(),
        False,
        ask=f"Is {{{whom}}} in cover, or partly?",
        among=_cover_answers,
        when=when,
        holds=of_ground(whom),
        says=yes_or_no("in cover", "not in cover"),
        rules=rules,
    )


def _cover_answers(place: Place[State]) -> Iterator[Answer]:
    """Cover changes a total, never what is allowed."""
    yield Answer(False, "no", "n", like="cover")
    yield Answer(True, "yes", "y", like="cover")


def retreat_fact(whom: str) -> bool:
    """The question whether somebody, a field of the record, can retreat, put to its owner (TT-RET-1, TT-RET-3)."""

    def retreat_question(place: Place[State]) -> str:
        unit = place.state.units[getattr(place.record, whom)]
        way = retreat_words(place.state.profile_of(unit).has_special("slow"), place.state.house)
        return f"{brief_name(place.state, unit.id)} must retreat straight away, {way}. Can it?"

    return fact(
        YesNo(),
        True,
        ask=retreat_question,
        whose=lambda place: place.state.units[getattr(place.record, whom)].side,
        rules=("TT-RET-1", "TT-RET-3"),
    )
