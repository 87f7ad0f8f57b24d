"""What all events ask: who declares them, and what players see on the table, lines of sight and ground."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....api import Answer, Event, OneOf, Place, Record, Ref, YesNo, dataclass, fact
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


def _led_known(place: Place[State]) -> bool | None:
    """In a group: what was said of all of them, which are both lines of sight at once."""
    for facts in _facts_before(place):
        for key in ("los_to_leader", "leader_los"):
            if key in facts:
                return bool(facts[key])
    return None


def _facts_before(place: Place[State]) -> Iterator[Mapping[str, object]]:
    """What was said for this member of a group action and for those before it, the latest first."""
    if len(place.path) > 2:
        several = place.reader.answers[str(place.path[0])]
        for part in reversed(several[: len(place.items_before()) + 1]):
            yield part.get("facts", {})


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


def _ground_known(place: Place[State]) -> object:
    """The ground of a target, said before in this action, or earlier while it has not moved."""
    name, target = place.fact.name, place.get("target")
    for part in reversed(place.items_before()):
        if part.get("target") == target and name in part.get("facts", {}):
            return part["facts"][name]
    return place.state.ground_of(target).get(name) if target else None


def _view_known(place: Place[State]) -> object:
    """What was said of the line from one model to another, while neither has moved."""
    return place.state.view_of(place.get("model"), place.get("target")).get(place.fact.name)


@dataclass(frozen=True, kw_only=True)
class TableFacts(Standing, View):
    """What players see on the table. That the target is seen and in the arc is asked with the target itself."""

    los: bool = fact(YesNo(), True, help="the firer sees the target")
    in_arc: bool = fact(YesNo(), True, help="the target is in the firer's arc")
    los_to_leader: bool = fact(
        YesNo(), True, ask=_led_text, known=_led_known, rules=("TD-LEAD-1", "TD-LEAD-3", "TD-GROUP-2")
    )
    leader_los: bool = fact(
        YesNo(), True, ask=_leader_text, known=_led_known, when=_not_itself, rules=("TD-LEAD-2", "TD-GROUP-2")
    )
    terrain: str = fact(
        OneOf(TERRAIN),
        "open",
        ask=_ground_text,
        among=ground_answers,
        known=_ground_known,
        rules=("TD-COVER-1", "TD-COVER-2"),
    )
    next_to_linear: bool = fact(YesNo(), False, help="next to a hedge, wall or fence", known=_ground_known)
    line_crosses_it: bool = fact(
        YesNo(),
        False,
        ask="Does the line of fire from {model} to {target} cross the hedge, wall or fence?",
        known=_view_known,
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
