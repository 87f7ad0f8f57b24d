"""What people say about a set-up before the battle begins: who starts aboard a transport, and who in reserve."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....api import (
    Answer,
    House,
    JsonMapping,
    ListOf,
    Malformed,
    Nullable,
    Question,
    System,
    Text,
    YesNo,
    at_path,
    dataclass,
    read_record,
)
from ..declared import COMMON, SIDES, SetupUnit, SideFacts
from ..profiles import Profile, can_carry, make_profile
from .state import Side


@dataclass(frozen=True)
class Waiting:
    """A unit that will be deployed; `said` are the facts about it that somebody has given."""

    facts: SetupUnit
    profile: Profile
    said: JsonMapping

    @property
    def name(self) -> str:
        return f"{self.facts.id} {self.facts.name or self.profile.title}"

    @property
    def answer(self) -> Answer:
        return Answer(self.facts.id, self.name, self.facts.id)


def setup_question(setup: JsonMapping, system: System) -> Question | None:
    """The next thing to ask about a set-up; None where nothing is open, and for a set-up that is none."""
    try:
        return next(_open_questions(setup, system.read_common(setup, "setup")["house"]), None)
    except Malformed:
        return None  # the beginning of the battle says what is wrong


def _open_questions(setup: JsonMapping, house: House) -> Iterator[Question]:
    for side in SIDES:
        units = _read_units(at_path(setup, f"sides.{side}"), house, f"setup.sides.{side}")
        if house["ambush-deploy"] == "choice":
            yield from _reserve_questions(units, side)
        if house["deploy-loaded"] != "no":
            yield from _aboard_questions(units, side, at_path(setup, f"_aboard.{side}"))


def _read_units(raw: Any, house: House, where: str) -> list[Waiting]:
    """The units of a side. Errors: `Malformed`."""
    if not isinstance(raw, Mapping) or not isinstance(raw.get("units"), list):
        return []
    listed = [one for one in raw["units"] if isinstance(one, Mapping)]
    said = [{key: value for key, value in one.items() if value is not None} for one in listed]
    side = read_record(SideFacts, {**{key: raw[key] for key in raw if key not in COMMON}, "units": said}, where)
    return [
        Waiting(one, make_profile(house, one.unit, side.faction, one.options, where), facts)
        for one, facts in zip(side.units, listed, strict=True)
    ]


def _reserve_questions(units: Sequence[Waiting], side: Side) -> Iterator[Question]:
    """Units with Ambush may start off the table (TT-SETUP-3, TT-R11)."""
    for one in units:
        if one.profile.has_special("ambush") and "reserve" not in one.said:
            field = f"sides.{side}.units.{one.facts.id}.reserve"
            yield Question(field, f"Does {one.name} start in reserve?", YesNo(), default=True, side=side, rules=_RULES)


def _aboard_questions(units: Sequence[Waiting], side: Side, chosen: Any) -> Iterator[Question]:
    """Infantry may start in a transport of its side (TT-SETUP-3, TT-R35)."""
    here = [one for one in units if not (one.facts.reserve or one.profile.is_aircraft)]
    transports = [one for one in here if one.profile.transport]
    riders = [one for one in here if any(can_carry(other.profile, one.profile) for other in transports)]
    if chosen is None and riders and not any("loaded_in" in one.said for one in units):
        answers = tuple(one.answer for one in riders)
        kind = ListOf(Text(), maximum=len(answers))
        text = "Who starts aboard a transport?"
        yield Question(f"_aboard.{side}", text, kind, answers, many=True, default=(), side=side, rules=_RULES)
    for one in riders:
        if one.facts.id in (chosen or ()) and "loaded_in" not in one.said:
            yield _transport_question(one, transports, units, side)


def _transport_question(
    rider: Waiting, transports: Sequence[Waiting], units: Sequence[Waiting], side: Side
) -> Question:
    """In which transport a unit starts; full ones cannot be chosen (TT-TRANS-1)."""
    answers = []
    for one in transports:
        if one is rider or one.profile.transport is None or not can_carry(one.profile, rider.profile):
            continue
        left = one.profile.transport.capacity - sum(other.facts.loaded_in == one.facts.id for other in units)
        seats = f"{left} {'seat' if left == 1 else 'seats'} left"
        answers.append(Answer(one.facts.id, one.name, one.facts.id, seats, "full [TT-TRANS-1]" if left < 1 else ""))
    answers.append(Answer(None, "on the table after all", "t"))
    field = f"sides.{side}.units.{rider.facts.id}.loaded_in"
    text = f"In which transport does {rider.name} start?"
    return Question(field, text, Nullable(Text()), tuple(answers), side=side, rules=_RULES)


_RULES = ("TT-SETUP-3", "TT-R11", "TT-R35")
