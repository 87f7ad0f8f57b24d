"""What people are asked for an event, in order: only what the program cannot know, and nothing twice.

Each event has a tuple of steps; a step looks at state and draft and gives its question, or None when it is answered
or does not matter. The first question found is the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ....api import Answer, Draft, ListOf, OneOf, Question, RollAhead, asked, at, one_of, yes
from ..movement import CROSSINGS
from ..shooting import gun_value
from ..tables import GUNS, LINEAR, artillery, vehicles
from . import asked_in_combat as combat
from . import asked_in_groups as groups
from .able import actors, could, enemies, target_kind, targets, there, usable
from .asking import many, models
from .ground import ask_ground, with_ground
from .memory import recall
from .moves import can_help
from .state import State
from .words import label

Step = Callable[[State, Draft], Question | RollAhead | None]


def question(state: State, draft: Draft) -> Question | RollAhead | None:
    """The next thing to ask for this event, None when it is complete."""
    for step in _STEPS[str(draft["do"])]:
        if (found := step(state, draft)) is not None:
            return found
    return None


def _actor(action: str, state: State, draft: Draft) -> Question | None:
    """Which model acts? Only those that may."""
    if asked(draft, "model"):
        return None
    who = [m for m in actors(state, draft["by"], action) if action not in FIRES or targets(state, m, action)]
    return models(state, "model", f"Which model? ({action.replace('-', ' ')})", who, draft["by"])


FIRES = ("direct-fire", "reactive-fire")


def _weapon(action: str, state: State, draft: Draft) -> Question | None:
    """Which weapon? Only where there are two (TD-R11): those that may fire at the target, or have markers (TD-R29)."""
    model = state.models[draft["model"]]
    if asked(draft, "weapon") or len(model.weapons) < 2:
        return None
    kind = target_kind(state.models[draft["target"]]) if "target" in draft else "infantry"
    fits = usable(state, model, action, kind)
    answers = [Answer(weapon, str(weapon), str(weapon)) for weapon in fits]
    return one_of("weapon", "Which weapon?", answers, draft["by"], "TD-R11", default=fits[0])


def _reload_weapon(state: State, draft: Draft) -> Question | None:
    separate = state.models[draft["model"]].tokens_hmg is not None
    return _weapon("reload", state, draft) if separate else None


def _target(action: str, state: State, draft: Draft) -> Question | None:
    """Which enemy? What is still known of the shot goes into the draft with the answer."""
    if asked(draft, "target"):
        return None
    model = state.models[draft["model"]]
    found = targets(state, model, action)
    text = f"At which enemy that {model.id} sees and has in its arc?"

    def put(before: Draft, target: Any) -> Draft:
        return with_ground({**before, "target": target}, recall(state, before["model"], target))

    return models(state, "target", text, found, draft["by"], put=put)


def _leader(designation: str, state: State, draft: Draft) -> Question | None:
    """Lines of sight to the leader and from it, for units that are led (TD-LEAD-1 to 3)."""
    model = state.models[draft["model"]]
    unit = state.unit_of(model)
    if unit.type != "infantry-unit" or unit.maneuverability == "autonomous":
        return None
    side = draft["by"]
    if not model.leader and not asked(draft, "facts.los_to_leader"):
        return yes("facts.los_to_leader", f"Does {model.id} see its leader?", side, "TD-LEAD-1", "TD-LEAD-3")
    if unit.maneuverability == "lead" and designation and not asked(draft, "facts.leader_los"):
        return yes("facts.leader_los", f"Does the leader see {designation}?", side, "TD-LEAD-2")
    return None


def _crosses(state: State, draft: Draft) -> Question | None:
    """Under ``linear_cover = crossed``: does the line of fire cross the feature? (TD-R36)"""
    needed = state.house["linear_cover"] == "crossed" and at(draft, "facts.next_to_linear")
    if not needed or asked(draft, "facts.line_crosses_it"):
        return None
    return yes("facts.line_crosses_it", "Does the line of fire cross it?", draft["by"], "TD-COVER-1")


def _nearby(state: State, draft: Draft) -> Question | None:
    """Who stands beside the target, for weapons with a kill potential (TD-FIRE-7, TD-IND-4)."""
    if asked(draft, "nearby") or not _kill_potential(state, draft):
        return None
    target = draft.get("target")
    beside = [one for one in there(state) if not one.is_vehicle and one.id != target]
    text = f"Infantry within one standard base of {target or 'the spot'}, first to be suppressed first?"
    return many(state, "nearby", text, beside, draft["by"], "TD-IND-4")


def _kill_potential(state: State, draft: Draft) -> int:
    model = state.models[draft["model"]]
    if model.kind == "spotter":
        size = state.unit_of(model).guns
        return int(artillery()[size]["kill_potential"]) if size and draft.get("mission") == "barrage" else 0
    weapon = draft.get("weapon") or (model.weapons[0] if model.weapons else "")
    at_vehicle = state.models[draft["target"]].is_vehicle
    return gun_value(weapon, "kill_potential", state.house) if weapon in GUNS and not at_vehicle else 0


def _moves(state: State, draft: Draft) -> Question | None:
    """A fast vehicle: one move or two for the same action (TD-MOVE-5)."""
    model = state.models[draft["model"]]
    if asked(draft, "moves") or not (model.is_vehicle and vehicles()[model.kind]["fast"]):
        return None
    answers = [Answer(2, "two moves", "2", "counted as one action"), Answer(1, "one move", "1")]
    return one_of("moves", "One move or two?", answers, draft["by"], "TD-MOVE-5", default=2)


def _path(state: State, draft: Draft) -> Question | None:
    """What the straight path crosses (TD-MOVE-1); Enter means nothing."""
    if not asked(draft, "path"):
        kind = ListOf(OneOf(CROSSINGS))
        text = "What does the straight path cross, in order? (border, hedge, wall, fence; Enter: nothing)"
        return Question("path", text, kind, default=(), side=draft["by"], rules=("TD-MOVE-1", "TD-MOVE-2"))
    if any(one in LINEAR for one in draft["path"]):
        for field, text in (("starts_next", "start next to the first"), ("ends_next", "end next to the last")):
            if not asked(draft, field):
                return yes(field, f"Does it {text} of them?", draft["by"], "TD-MOVE-4", default=False)
    return None


def _pair(state: State, draft: Draft) -> Question | None:
    """Under ``pairs_single = two`` a second model of the unit may come along (TD-R25)."""
    model = state.models[draft["model"]]
    if asked(draft, "with") or state.house["pairs_single"] != "two" or not state.unit_of(model).pairs:
        return None
    mates = [m for m in state.members(model.unit) if m.id != model.id and could(state, m, "move")]
    answers = [Answer(m.id, label(state, m), m.id) for m in mates]
    alone = Answer(None, "nobody", "n")

    def put(before: Draft, mate: Any) -> Draft:
        return {**before, "with": mate} if mate else {**before, "_with": True}

    if "_with" in draft or not mates:
        return None
    text = "Which second model comes along?"
    return one_of("with", text, [*answers, alone], draft["by"], "TD-R25", default=None, put=put)


def _mission(state: State, draft: Draft) -> Question | None:
    if asked(draft, "mission"):
        return None
    blank = "" if state.house.number("smoke_actions") is not None else "agree on smoke_actions first (house rule)"
    answers = [Answer("barrage", "a barrage", "b"), Answer("smoke", "a smoke screen", "s", barred=blank)]
    return one_of("mission", "A barrage or smoke?", answers, draft["by"], "TD-IND-1", default="barrage")


def _aim(state: State, draft: Draft) -> Question | None:
    """At a model that the spotter sees, or at a spot (TD-IND-1 to 3)."""
    if draft["mission"] == "smoke" or asked(draft, "target"):
        return None
    seen = [one for one in enemies(state, draft["by"]) if not one.is_vehicle]
    answers = [Answer(one.id, label(state, one), one.id) for one in seen]
    answers.append(Answer(None, "a spot", "s", "nobody is hit; three hits suppress those beside it"))

    def put(before: Draft, target: Any) -> Draft:
        known = {} if target is None else recall(state, before["model"], target)
        return with_ground({**before, "target": target}, known)

    return one_of("target", f"What does {draft['model']} see and aim at?", answers, draft["by"], "TD-IND-1", put=put)


def _mission_ground(state: State, draft: Draft) -> Question | None:
    return None if draft["mission"] == "smoke" else ask_ground("indirect", state, draft)


def _mission_nearby(state: State, draft: Draft) -> Question | None:
    return None if draft["mission"] == "smoke" else _nearby(state, draft)


def _helpers(state: State, draft: Draft) -> Question | None:
    """Leaders with a bonus that could help (TD-RALLY-2)."""
    model = state.models[draft["model"]]
    leaders = [one for one in there(state, draft["by"]) if one.bonus and can_help(state, model, one)]
    if asked(draft, "leaders") or not leaders:
        return None
    text = "Which leaders are within about one standard base?"
    return many(state, "leaders", text, leaders, draft["by"], "TD-RALLY-2")


def _preparation(state: State, draft: Draft) -> Question | None:
    if asked(draft, "what"):
        return None
    model = state.models[draft["model"]]
    usual = "other" if model.towed is None else ("untow" if model.towed else "tow")
    words = {"untow": "set the gun up", "tow": "tow it", "mount": "mount", "unmount": "unmount", "other": "other work"}
    fits = [what for what in words if model.towed is not None or what not in ("tow", "untow")]
    fits = [what for what in fits if what not in ("tow", "untow") or what == usual]
    answers = [Answer(what, words[what], what[0]) for what in sorted(fits, key=lambda what: what != usual)]
    return one_of("what", "What is being prepared?", answers, draft["by"], "TD-ACT-5", default=usual)


def _steps(*steps: Step) -> tuple[Step, ...]:
    return steps


_DIRECT = partial(ask_ground, "direct")

_STEPS: dict[str, Sequence[Step]] = {
    "move": _steps(partial(_actor, "move"), _pair, _moves, _path, partial(_leader, "where it goes")),
    "pivot": _steps(partial(_actor, "pivot"), partial(_leader, "")),
    "direct-fire": _steps(
        partial(_actor, "direct-fire"),
        partial(_target, "direct-fire"),
        partial(_weapon, "direct-fire"),
        partial(_leader, "the target"),
        _DIRECT,
        _crosses,
        _nearby,
    ),
    "reactive-fire": _steps(
        partial(_actor, "reactive-fire"),
        partial(_target, "reactive-fire"),
        partial(_weapon, "reactive-fire"),
        partial(_leader, "the target"),
        _DIRECT,
        _crosses,
        _nearby,
    ),
    "indirect-fire": _steps(partial(_actor, "indirect-fire"), _mission, _aim, _mission_ground, _mission_nearby),
    "rally": _steps(partial(_actor, "rally"), _helpers, partial(_leader, "")),
    "reload": _steps(partial(_actor, "reload"), _reload_weapon, partial(_leader, "")),
    "prepare": _steps(partial(_actor, "prepare"), _preparation, partial(_leader, "")),
    **groups.STEPS,
    **combat.STEPS,
}
