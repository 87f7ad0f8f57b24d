"""What all events ask: who declares them, and what players see on the table, lines of sight and ground."""

from __future__ import annotations

from collections.abc import Iterator

from ....api import (
    Answer,
    Event,
    OneOf,
    Place,
    Record,
    Ref,
    YesNo,
    dataclass,
    fact,
    of_ground,
    of_one,
    of_pair,
    yes_or_no,
)
from ..actions import View
from ..counters import SIDES, Side
from ..sighting import Ground, Standing, find_cover
from ..tables import LINEAR, TERRAIN, terrain_name
from .candidates import own_models, own_units, side_answers
from .state import State


def designation_text(place: Place[State]) -> str:
    """What a leader has to see: where a model goes, or its target (TD-LEAD-2, TD-GROUP-2)."""
    if place.path[0] == "movers":
        return "where they go"
    if place.path[0] == "shots":
        return "every target"
    return "the target" if hasattr(type(place.event), "target") else "where it goes"


def _led_text(place: Place[State]) -> str:
    """All of a group are asked about at once."""
    if place.path[0] in ("movers", "shots"):
        return f"Do all of them see their leader, and does it see {designation_text(place)}?"
    return "Does {model} see its leader?"


def _leader_text(place: Place[State]) -> str:
    return _led_text(place) if len(place.path) > 2 else f"Does the leader see {designation_text(place)}?"


def _not_itself(place: Place[State]) -> bool:
    """A leader that fires sees its own target: that was asked with the target."""
    model = place.state.models.get(place.get("model") or "")
    fires = len(place.path) == 2 and hasattr(type(place.event), "target")
    return not (fires and model is not None and model.leader)


def _led_word(place: Place[State]) -> str:
    """In a group both lines of sight are one question, about all of them."""
    return "led" if place.path[0] in ("movers", "shots") else ""


def _leader_id(place: Place[State]) -> str | None:
    leader = place.state.leader_of(place.state.models[place.get("model")].unit)
    return None if leader is None else leader.id


def _smoke_word(place: Place[State]) -> str:
    """The smoke on the table, which changes who sees whom (TD-LOS-6)."""
    return ",".join(str(screen.ends_at) for screen in place.state.smoke_now())


def ground_answers(place: Place[State]) -> Iterator[Answer]:
    """Where the target may stand, with what it is worth against this kind of fire (TD-COVER-1, TD-COVER-2)."""
    direct = place.event_kind != "indirect-fire"
    for terrain in TERRAIN:
        for beside_linear in (False, True) if terrain == "open" and direct else (False,):
            ground = Ground(terrain=terrain, next_to_linear=beside_linear)
            crossed = beside_linear and place.state.house["linear_cover"] == "crossed"
            covered = find_cover(ground, "direct" if direct else "indirect", place.state.house).value
            beside = f", next to a {', '.join(LINEAR[:-1])} or {LINEAR[-1]}" if beside_linear else ""
            name = terrain_name(terrain) + beside
            worth = "cover if the line of fire crosses it" if crossed else "cover" if covered else "no cover"
            yield Answer(
                terrain, name, _ground_key(terrain, beside_linear), worth, also={"next_to_linear": beside_linear}
            )


def _ground_key(terrain: str, beside_linear: bool) -> str:
    """The letter for a ground: its first, but `h` for a hedge and `u` for a ruin, which comes after rough ground."""
    return "h" if beside_linear else {"ruin": "u"}.get(terrain, terrain[0])


def _ground_text(place: Place[State]) -> str:
    return "What does {target} stand on?" if place.get("target") else "What ground is the spot?"


@dataclass(frozen=True, kw_only=True)
class TableFacts(Standing, View):
    """What players see on the table. That the target is seen and in the arc is asked with the target itself."""

    los: bool = fact(YesNo(), True, help="the firer sees the target")
    in_arc: bool = fact(YesNo(), True, help="the target is in the firer's arc")
    los_to_leader: bool = fact(
        YesNo(),
        True,
        ask=_led_text,
        holds=of_one("model", follows=_leader_id, apart=_smoke_word, together=_led_word),
        says=yes_or_no("sees its leader", "does not see its leader"),
        rules=("TD-LEAD-1", "TD-LEAD-3", "TD-GROUP-2"),
    )
    leader_los: bool = fact(
        YesNo(),
        True,
        ask=_leader_text,
        holds=of_one("target", follows=_leader_id, apart=_smoke_word, together=_led_word),
        says=yes_or_no("the leader sees it", "the leader does not see it"),
        when=_not_itself,
        rules=("TD-LEAD-2", "TD-GROUP-2"),
    )
    terrain: str = fact(
        OneOf(TERRAIN),
        "open",
        ask=_ground_text,
        among=ground_answers,
        holds=of_ground("target"),
        says="{}",
        rules=("TD-COVER-1", "TD-COVER-2"),
    )
    next_to_linear: bool = fact(YesNo(), False, help="next to a hedge, wall or fence", holds=of_ground("target"))
    line_crosses_it: bool = fact(
        YesNo(),
        False,
        ask="Does the line of fire from {model} to {target} cross the hedge, wall or fence?",
        holds=of_pair("model", "target"),
        says=yes_or_no("the line of fire crosses it", "the line of fire does not cross it"),
        rules=("TD-COVER-1",),
    )


@dataclass(frozen=True, kw_only=True)
class SideEvent(Event):
    """An event of one side."""

    by: Side = fact(OneOf(SIDES), among=side_answers, ask="Which side?", help="the side that declares it", menu=True)


@dataclass(frozen=True, kw_only=True)
class ActionEvent(SideEvent):
    """An action or reactive shot, with what players see on the table."""

    facts: TableFacts = fact(Record(TableFacts), TableFacts())


@dataclass(frozen=True, kw_only=True)
class SingleEvent(ActionEvent):
    """An action of one model."""

    model: str = fact(Ref("models"), ask="Which model?", among=own_models)


@dataclass(frozen=True, kw_only=True)
class GroupEvent(SideEvent):
    """A group action of one unit."""

    unit: str = fact(Ref("units"), ask="Which unit?", among=own_units)
