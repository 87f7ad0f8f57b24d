"""Questions of a barrage: the main target, the guns, who stands beside it, groups and the Commander."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ....api import NO_DEFAULT, Answer, Draft, Question, distance, one_of, several, yes
from ..movement import plain_cm
from ..tables import distance as printed_distance
from ..weapons import value_against
from . import able
from .acts import threatens
from .moves import commander_place
from .state import State, Unit
from .words import label, weapon_words


def _target(state: State, draft: Draft) -> Question | None:
    """The main target: one that some gun has a value against."""
    if "_target" in draft:
        return None
    guns = able.gunners(state)
    targets = [foe for foe in able.blast_targets(state) if any(_harms(state, *gun, foe) for gun in guns)]
    answers = [Answer(foe.id, label(state, foe), foe.id) for foe in targets]
    only = answers[0].value if len(answers) == 1 else NO_DEFAULT

    def put(before: Draft, target: Any) -> Draft:
        return {**before, "_target": target, "targets": [{"unit": target}]}

    text = "At which enemy do they aim?"
    return one_of("_target", text, answers, state.active or "", "TT-BAR-2", default=only, put=put)


def _harms(state: State, unit: Unit, weapon: str, foe: Unit) -> bool:
    return value_against(state.profile(unit).weapons[weapon], state.profile(foe), state.house) is not None


def _guns(state: State, draft: Draft) -> list[tuple[Unit, str]]:
    """Guns that could fire at the main target and do not yet."""
    used = [(gun["unit"], gun["weapon"]) for gun in draft.get("_guns", ())]
    foe = state.units[draft["_target"]]
    return [
        (unit, weapon)
        for unit, weapon in able.gunners(state)
        if (unit.id, weapon) not in used and _harms(state, unit, weapon, foe)
    ]


def _put_guns(before: Draft, guns: list[dict[str, Any]]) -> Draft:
    """The guns as the event has them: the first attacks, the others support; each a group of its own."""
    plain = [{key: value for key, value in gun.items() if not key.startswith("_")} for gun in guns]
    groups = [{"units": [one]} for one in dict.fromkeys(gun["unit"] for gun in plain)]
    return {**before, "_guns": guns, "attacker": plain[0], "supporters": plain[1:], "groups": groups}


def _next_gun(state: State, draft: Draft) -> Question | None:
    """The attacking gun, then those that support (TT-BAR-5)."""
    guns = list(draft.get("_guns", ()))
    for number, gun in enumerate(guns):
        if (found := _aimed(state, draft, gun, number)) is not None:
            return found
    free = [] if "_complete" in draft else _guns(state, draft)
    if guns and not free:
        return None
    answers = [
        Answer({"unit": unit.id, "weapon": weapon}, f"{unit.id}: {weapon_words(state, unit, weapon)}")
        for unit, weapon in free
    ]
    if guns:
        answers = [Answer(None, "nobody more", "n"), *answers]

    def put(before: Draft, gun: Any) -> Draft:
        return {**before, "_complete": True} if gun is None else _put_guns(before, [*before.get("_guns", ()), gun])

    text = "Which gun supports? (+1)" if guns else "Which gun fires?"
    return one_of("_guns", text, answers, state.active or "", "TT-BAR-5", default=answers[0].value, put=put)


def _aimed(state: State, draft: Draft, gun: Mapping[str, Any], number: int) -> Question | None:
    """Distance, arc and threats of one gun (TT-BAR-2, TT-THREAT-5)."""
    unit = state.units[gun["unit"]]
    weapon = state.profile(unit).weapons[gun["weapon"]]

    def put(field: str) -> Callable[[Draft, Any], Draft]:
        def changed(before: Draft, value: Any) -> Draft:
            guns = [dict(one) for one in before["_guns"]]
            guns[number][field] = list(value) if isinstance(value, tuple) else value
            return _put_guns(before, guns)

        return changed

    if "distance" not in gun:
        most, least = plain_cm(weapon.range or Fraction(0)), plain_cm(weapon.min_range)
        text = f"How far is {draft['_target']} from {unit.id}, in cm? ({least} to {most})"
        return distance("_guns", text, unit.side, "TT-BAR-2", default=most, put=put("distance"))
    if "in_front" not in gun and "turret" not in weapon.traits:
        return yes("_guns", f"Is {draft['_target']} in front of {unit.id}?", unit.side, "TT-BAR-2", put=put("in_front"))
    foes = [foe for foe in able.enemies(state) if threatens(state, foe.id, unit.id)]
    if "_threatened" not in gun and foes:
        text = f"Is an enemy within 5 cm of {unit.id} that has it in front? (it cannot fire then)"
        return yes("_guns", text, unit.side, "TT-THREAT-5", default=False, put=put("_threatened"))
    if gun.get("_threatened") and "threats" not in gun:
        answers = [Answer(foe.id, label(state, foe), foe.id) for foe in foes]
        return several("_guns", "Which?", answers, unit.side, "TT-THREAT-1", put=put("threats"), least=1)
    return None


def _beside(state: State, draft: Draft) -> Question | None:
    """Who else stands under the blast, in the order of the attacks (TT-BAR-3, TT-BAR-4)."""
    if "_beside" in draft:
        return None
    others = [foe for foe in able.enemies(state) if foe.id != draft["_target"]]
    if state.house["barrage-into-close-combat"] == "yes":
        others += able.own(state, "table")
    again = "it was attacked this turn: a blast that would hit it is not allowed"
    answers = [
        Answer(one.id, label(state, one), one.id, barred=again if able.hit_before(state, one) else "") for one in others
    ]

    def put(before: Draft, ids: Any) -> Draft:
        return {**before, "_beside": list(ids), "targets": [{"unit": one} for one in (before["_target"], *ids)]}

    if not answers:
        return None
    text = f"Which units are within 1 cm of {draft['_target']}, first to be attacked first?"
    return several("_beside", text, answers, state.active or "", "TT-BAR-3", put=put)


def _marked(field: str, key: str, value: bool) -> Callable[[Draft, Any], Draft]:
    """Puts a fact at those targets that are named."""

    def put(before: Draft, ids: Any) -> Draft:
        targets = [{**one, **({key: value} if one["unit"] in ids else {})} for one in before["targets"]]
        return {**before, field: list(ids), "targets": targets}

    return put


def _covered(state: State, draft: Draft) -> Question | None:
    """Which of those attacked as infantry are in cover (TT-MOD-5)."""
    hit = [state.units[one["unit"]] for one in draft["targets"]]
    answers = [Answer(unit.id, label(state, unit), unit.id) for unit in hit if state.profile(unit).cover]
    if "_covered" in draft or not answers:
        return None
    return several(
        "_covered",
        "Which of them are in cover?",
        answers,
        state.active or "",
        "TT-MOD-5",
        put=_marked("_covered", "in_cover", True),
    )


def _stuck(state: State, draft: Draft) -> Question | None:
    """Which of them could not retreat: one question for all, before the dice (TT-RET-3)."""
    if "_stuck" in draft:
        return None
    answers = [Answer(one["unit"], label(state, state.units[one["unit"]]), one["unit"]) for one in draft["targets"]]
    text = "Which of them could not complete a retreat, straight away from the gun?"
    return several("_stuck", text, answers, state.active or "", "TT-RET-3", put=_marked("_stuck", "can_retreat", False))


def _groups(state: State, draft: Draft) -> Question | None:
    """One group or each gun for itself, and the distances to the Commander (TT-BAR-1, TT-CMD-3)."""
    firing = list(dict.fromkeys(gun["unit"] for gun in draft["_guns"]))
    side = state.active or ""
    if len(firing) > 1 and "_together" not in draft:

        def put(before: Draft, together: Any) -> Draft:
            groups = [{"units": firing}] if together else before["groups"]
            return {**before, "_together": together, "groups": groups}

        text = f"Are {', '.join(firing)} one group? (one activation, else each pays)"
        return yes("groups", text, side, "TT-BAR-1", default=True, put=put)
    near = printed_distance("command")
    for number, battery in enumerate(draft["groups"]):
        if "commander_distance" not in battery and commander_place(state, battery["units"]) == "apart":

            def put_distance(before: Draft, cm: Any, number: int = number) -> Draft:
                groups = [dict(one) for one in before["groups"]]
                groups[number]["commander_distance"] = cm
                return {**before, "groups": groups}

            text = f"Distance in cm from the Commander to the nearest of {', '.join(battery['units'])}?"
            return distance("groups", text, side, "TT-CMD-3", default=near, put=put_distance)
    return None


STEPS = (_target, _next_gun, _beside, _covered, _stuck, _groups)
