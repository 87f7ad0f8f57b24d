"""Questions of group actions: which unit, who takes part, what they fire at, what the leader sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ....api import NO_DEFAULT, Answer, Draft, Question, RollAhead, asked, one_of, yes
from .able import could, enemies, group_members, group_sizes, group_units, target_kind, targets
from .asking import many, models
from .gate import is_large
from .ground import ask_ground
from .memory import recall
from .state import State, Unit
from .words import label, standing_on

Step = Callable[[State, Draft], Question | RollAhead | None]


def _unit(action: str, state: State, draft: Draft) -> Question | None:
    if asked(draft, "unit"):
        return None
    units = group_units(state, draft["by"], action)
    answers = [Answer(unit.id, f"{unit.name}, {unit.experience} {unit.maneuverability}", unit.id) for unit in units]
    only = units[0].id if len(units) == 1 else NO_DEFAULT
    return one_of("unit", "Which unit?", answers, draft["by"], "TD-GROUP-1", default=only)


def _bounds(state: State, unit: Unit, action: str) -> tuple[int, int]:
    """How many models may take part, at least and at most."""
    sizes = group_sizes(state, unit, action)
    return min(sizes), max(sizes)


def _movers(state: State, draft: Draft) -> Question | None:
    if asked(draft, "movers"):
        return None
    unit = state.units[draft["unit"]]
    members = group_members(state, unit, "move")
    least, most = _bounds(state, unit, "move")
    usual = tuple(one.id for one in members[:most])

    def put(before: Draft, ids: Any) -> Draft:
        return {**before, "movers": [{"model": one} for one in ids]}

    text = f"Which models move? (at most {most})"
    return many(
        state, "movers", text, members, draft["by"], "TD-GROUP-3", default=usual, put=put, least=least, most=most
    )


def _group_led(key: str, designation: str, state: State, draft: Draft) -> Question | None:
    """Everybody in a group sees the leader, and the leader sees every designation (TD-GROUP-2)."""
    if "_led" in draft:
        return None

    def put(before: Draft, led: Any) -> Draft:
        parts = (
            before[key]
            if led
            else [{**part, "facts": {**part.get("facts", {}), "los_to_leader": False}} for part in before[key]]
        )
        return {**before, key: list(parts), "_led": led}

    text = f"Do all of them see their leader, and does the leader see {designation}?"
    return yes("_led", text, draft["by"], "TD-GROUP-2", put=put)


_EACH_ITS_OWN = "each its own"


def _volley_target(state: State, draft: Draft) -> Question | None:
    """One target for the whole volley, or one for each model."""
    if "_target" in draft:
        return None
    members = group_members(state, state.units[draft["unit"]], "direct-fire")
    aims = [one.id for member in members for one in targets(state, member, "direct-fire", group=True)]
    found = dict.fromkeys(aims)
    together = [state.models[one] for one in found if aims.count(one) > 1]
    answers = [Answer(one.id, label(state, one), one.id) for one in together]
    if len(found) > 1:
        answers.append(Answer(_EACH_ITS_OWN, "each model at a target of its own", "e"))
    return one_of("_target", "At which enemy do they fire?", answers, draft["by"], "TD-FIRE-6")


def _shooters(state: State, draft: Draft) -> Question | None:
    if asked(draft, "shots"):
        return None
    unit, target = state.units[draft["unit"]], draft["_target"]
    members = group_members(state, unit, "direct-fire")
    if target != _EACH_ITS_OWN:
        kind = target_kind(state.models[target])
        members = [one for one in members if could(state, one, "direct-fire", kind, group=True)]
    least, most = _bounds(state, unit, "direct-fire")
    usual = tuple(one.id for one in members[:most])

    def put(before: Draft, ids: Any) -> Draft:
        aimed = {} if target == _EACH_ITS_OWN else {"target": target}
        return {**before, "shots": [{"model": one, **aimed} for one in ids]}

    text = f"Who fires, in this order? (at most {most})"
    return many(
        state, "shots", text, members, draft["by"], "TD-GROUP-3", default=usual, put=put, least=least, most=most
    )


def _shot_targets(state: State, draft: Draft) -> Question | None:
    for number, shot in enumerate(draft["shots"]):
        if "target" not in shot:
            found = targets(state, state.models[shot["model"]], "direct-fire", group=True)
            put = partial(_put_shot, number, "target")
            return models(state, "shots", f"At which enemy does {shot['model']} fire?", found, draft["by"], put=put)
    return None


def _put_shot(number: int, key: str, before: Draft, value: Any) -> Draft:
    shots = [{**shot, key: value} if at == number else shot for at, shot in enumerate(before["shots"])]
    return {**before, "shots": shots}


def _shot_then(state: State, draft: Draft) -> Question | None:
    """Under ``lost_shots = retarget``: what the shots go at when the target is out (TD-R34)."""
    if state.house["lost_shots"] != "retarget" or "_then" in draft or draft["_target"] == _EACH_ITS_OWN:
        return None
    kind = target_kind(state.models[draft["_target"]])
    rest = [one for one in enemies(state, draft["by"]) if one.id != draft["_target"] and target_kind(one) == kind]

    def put(before: Draft, ids: Any) -> Draft:
        return {**before, "_then": True, "shots": [{**shot, "then": list(ids)} for shot in before["shots"]]}

    return many(state, "_then", "If it is out, at whom then?", rest, draft["by"], "TD-R34", put=put)


def _shot_ground(state: State, draft: Draft) -> Question | None:
    """The ground of each target, once, unless it is still known."""
    grounds: Mapping[str, Any] = draft.get("_ground", {})
    for target in dict.fromkeys(shot["target"] for shot in draft["shots"]):
        if target in grounds or is_large(state, state.models[target]):
            continue
        known = recall(state, draft["shots"][0]["model"], target)
        found = ask_ground("direct", state, {"by": draft["by"]}, target=target)
        assert found is not None
        default = (known["terrain"], known["next_to_linear"]) if "terrain" in known else ("open", False)
        text = f"What does {target} stand on?" + (f" (before: {standing_on(known)})" if known else "")
        put = partial(_put_ground, target)
        return one_of("_ground", text, found.answers, draft["by"], "TD-COVER-1", default=default, put=put)
    return None


def _put_ground(target: str, before: Draft, ground: Any) -> Draft:
    facts = {"terrain": ground[0], "next_to_linear": ground[1]}
    shots = [
        {**shot, "facts": {**shot.get("facts", {}), **facts}} if shot["target"] == target else shot
        for shot in before["shots"]
    ]
    return {**before, "shots": shots, "_ground": {**before.get("_ground", {}), target: ground}}


STEPS: dict[str, tuple[Step, ...]] = {
    "group-move": (partial(_unit, "move"), _movers, partial(_group_led, "movers", "where they go")),
    "group-fire": (
        partial(_unit, "direct-fire"),
        _volley_target,
        _shooters,
        _shot_targets,
        _shot_then,
        _shot_ground,
        partial(_group_led, "shots", "every target"),
    ),
}
