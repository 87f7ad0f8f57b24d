"""Questions of an activation: who takes part, how far the Commander is, what each member does.

The answers of a member stand in the draft under ``_acts`` by its id; ``acts`` is made of them after every answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....api import NO_DEFAULT, Answer, Draft, Question, asked, distance, one_of, several, yes
from ..charging import permission_bans
from ..movement import plain_cm, reach, slowed
from ..tables import distance as printed_distance
from ..tables import table
from . import able
from .acts import threatens
from .moves import commander_place
from .state import State, Unit
from .words import label

Given = Mapping[str, Any]
CLEAR = 1  # cm more than the threat reaches: what Enter means for getting clear
WORDS = {
    "move": ("move", "m"),
    "run": ("run, no shooting afterwards", "r"),
    "charge": ("charge", "c"),
    "load": ("get into a transport", "l"),
    "unload": ("get out", "u"),
    "stay": ("stay put", "s"),
}


def _members(state: State, draft: Draft) -> Question | None:
    if "_members" in draft:
        return None
    movers = able.movers(state)
    answers = [Answer(unit.id, label(state, unit), unit.id) for unit in movers]

    def put(before: Draft, ids: Any) -> Draft:
        return {**before, "_members": _with_transports(state, ids), "_acts": {}}

    text = "Which units act together? (one, or a group of neighbours)"
    default: Any = (answers[0].value,) if len(answers) == 1 else NO_DEFAULT
    return several(
        "_members", text, answers, state.active or "", "TT-CMD-2", "TT-MOVE-8", default=default, put=put, least=1
    )


def _with_transports(state: State, ids: Sequence[str]) -> list[str]:
    """The members, with the transports of those who are aboard: these act first."""
    carriers = [carrier for one in ids if (carrier := state.units[one].carrier)]
    return list(dict.fromkeys([*carriers, *ids]))


def _commander(state: State, draft: Draft) -> Question | None:
    if asked(draft, "commander_distance") or commander_place(state, draft["_members"]) != "apart":
        return None
    near = printed_distance("command")
    text = f"Distance in cm from the Commander to the nearest of them? (more than {near} costs a point more)"
    return distance("commander_distance", text, state.active or "", "TT-CMD-3", default=near)


def _group(state: State, draft: Draft) -> Question | None:
    """Whether it is one group, before; units aboard are left out (TT-MOVE-8)."""
    if asked(draft, "group_before") or not _several_bases(state, draft):
        return None
    return yes("group_before", "Is each within 1 cm of another, all connected?", state.active or "", "TT-MOVE-8")


def _group_after(state: State, draft: Draft) -> Question | None:
    if asked(draft, "group_after") or not _several_bases(state, draft):
        return None
    text = "Is it still one group afterwards, with gaps of less than 1 cm?"
    return yes("group_after", text, state.active or "", "TT-MOVE-8")


def _several_bases(state: State, draft: Draft) -> bool:
    return sum(not state.units[one].loaded for one in draft["_members"]) > 1


def _put_act(one: str, field: str, before: Draft, value: Any) -> Draft:
    acts = {**before["_acts"], one: {**before["_acts"].get(one, {}), field: value}}
    told = [{"unit": unit, **_told(act)} for unit, act in acts.items()]
    return {**before, "_acts": acts, "acts": told}


def _told(act: Given) -> Given:
    """An act as the event has it: without notes, with every threat."""
    plain = {key: value for key, value in act.items() if not key.startswith("_")}
    threats = [{"by": one, "end_distance": act["_end"]} for one in act.get("_threats", ())] if "_end" in act else []
    return {**plain, **({"threats": threats} if threats else {})}


def _act_questions(state: State, draft: Draft) -> Question | None:
    """The questions of one member after the other."""
    for one in draft["_members"]:
        unit, act = state.units[one], draft["_acts"].get(one, {})
        for field, found in _asked_of(state, unit, act, draft):
            if field not in act:

                def put(before: Draft, value: Any, one: str = one, field: str = field) -> Draft:
                    return _put_act(one, field, before, value)

                return Question(
                    f"_acts.{one}",
                    found.text,
                    found.kind,
                    found.answers,
                    found.many,
                    found.default,
                    unit.side,
                    found.rules,
                    put,
                )
    return None


Asked = Iterator[tuple[str, Question]]


def _asked_of(state: State, unit: Unit, act: Given, draft: Draft) -> Asked:
    """What is asked about one member: the field of its act, and the question."""
    yield "do", _what(state, unit, draft)
    kind = act.get("do")
    if kind in ("move", "run"):
        yield from _move(state, unit, act)
    elif kind == "charge":
        yield from _charge(state, unit, act, draft)
    elif kind in ("load", "unload"):
        yield from _transfer(state, unit, act, draft)
    if kind in ("move", "run", "load", "unload"):
        yield from _threats(state, unit, act)


def _what(state: State, unit: Unit, draft: Draft) -> Question:
    kinds = [kind for kind in WORDS if _possible(state, unit, kind, draft)]
    answers = [Answer(kind, *WORDS[kind], _reach_words(state, unit, kind)) for kind in kinds]
    usual = kinds[0] if len(kinds) == 1 or kinds[0] == "move" else NO_DEFAULT
    return one_of("do", f"What does {unit.id} do? ({label(state, unit)})", answers, unit.side, default=usual)


def _reach_words(state: State, unit: Unit, kind: str) -> str:
    if kind not in table("moves"):
        return ""
    return f"up to {plain_cm(reach(state.profile(unit), kind, False, state.house).allowance)} cm"


def _possible(state: State, unit: Unit, kind: str, draft: Draft) -> bool:
    """Whether a member could do this, after what the members before it do."""
    if unit.loaded:
        return kind == "unload"
    transfers = [one for one, act in draft["_acts"].items() if act.get("transport") == unit.id]
    aboard = [one for one in draft["_members"] if state.units[one].carrier == unit.id]
    if kind == "run":
        return not transfers and not aboard
    if kind == "charge":
        return bool(_charge_targets(state, unit, draft))
    if kind == "load":
        return bool(_free_transports(state, unit, draft))
    return kind in ("move", "stay")


def _free_transports(state: State, unit: Unit, draft: Draft) -> list[Unit]:
    """Members with a seat left, that do not run (TT-TRANS-1, TT-TRANS-4)."""
    found = []
    for one in able.transports_for(state, unit, draft["_members"]):
        acts = draft["_acts"]
        seats = state.profile(one).transport
        coming = [act for act in acts.values() if act.get("transport") == one.id and act["do"] == "load"]
        leaving = [act for act in acts.values() if act.get("transport") == one.id and act["do"] == "unload"]
        inside = len(state.aboard(one.id)) + len(coming) - len(leaving)
        if seats and inside < seats.capacity and acts.get(one.id, {}).get("do") != "run" and not one.activated:
            found.append(one)
    return found


def _charge_targets(state: State, unit: Unit, draft: Draft) -> list[Unit]:
    """Enemies that this unit may charge and that have room for another charger."""
    room = table("chargers")
    found = []
    for foe in able.enemies(state):
        hidden = state.profile(foe).has("cloaked") and not foe.cloak_cancelled
        banned = next(permission_bans(state.profile(unit), state.profile(foe), state.house), None)
        if not hidden and banned is None and any(_chargers(state, foe, side, draft) < room[side] for side in room):
            found.append(foe)
    return found


def _chargers(state: State, foe: Unit, side: str, draft: Draft) -> int:
    """How many charge this side of an enemy, with those of this activation."""
    there = sum(unit.charge_side == side for unit in state.chargers(foe.id))
    coming = [act for act in draft["_acts"].values() if act.get("target") == foe.id]
    return there + len([act for act in coming if act.get("side", "front") == side])


# --- moves ---


def _ground(state: State, unit: Unit) -> Asked:
    """Difficult ground, for units that it slows (TT-MOVE-4 to 6)."""
    if slowed(state.profile(unit)):
        text = "Any difficult ground on the way or at the end?"
        yield "difficult_ground", yes("", text, unit.side, "TT-MOVE-4", default=False)


def _how_far(state: State, unit: Unit, act: Given, text: str) -> Asked:
    allowed = reach(state.profile(unit), act["do"], bool(act.get("difficult_ground")), state.house)
    most = plain_cm(allowed.allowance)
    yield "distance", distance("", f"{text} (up to {most})", unit.side, "TT-MOVE-1", "TT-MOVE-2", default=most)
    if allowed.inside is not None:
        inside = plain_cm(allowed.inside)
        words = f"How many cm of that in difficult ground? (up to {inside})"
        yield "difficult_cm", distance("", words, unit.side, "TT-R13", default=inside)


def _move(state: State, unit: Unit, act: Given) -> Asked:
    yield from _ground(state, unit)
    yield from _how_far(state, unit, act, f"How far does {unit.id} go, in cm?")
    yield "clear_of_enemies", _clear(unit)


def _clear(unit: Unit) -> Question:
    return yes("", "Did the move stay more than 1 cm from every enemy?", unit.side, "TT-MOVE-7")


# --- charges ---


def _charge(state: State, unit: Unit, act: Given, draft: Draft) -> Asked:
    foes = _charge_targets(state, unit, _without(draft, unit.id))
    answers = [Answer(foe.id, label(state, foe), foe.id) for foe in foes]
    only = answers[0].value if len(answers) == 1 else NO_DEFAULT
    yield "target", one_of("", f"Whom does {unit.id} charge?", answers, unit.side, "TT-CHARGE-2", default=only)
    if "target" not in act:
        return
    text = f"Is {act['target']} visible to it and in front of it?"
    yield "visible", yes("", text, unit.side, "TT-CHARGE-2")
    yield from _ground(state, unit)
    yield from _how_far(state, unit, act, f"Distance to {act['target']}, cm?")
    yield from _charge_side(state, unit, act, draft)


def _without(draft: Draft, one: str) -> Draft:
    return {**draft, "_acts": {unit: act for unit, act in draft["_acts"].items() if unit != one}}


def _charge_side(state: State, unit: Unit, act: Given, draft: Draft) -> Asked:
    """Front or flank; the flank only for those that started behind (TT-CHARGE-3, TT-CHARGE-4)."""
    foe, room, others = state.units[act["target"]], table("chargers"), _without(draft, unit.id)
    full = _chargers(state, foe, "front", others) >= room["front"]
    text = f"Did it start entirely behind {foe.id}?"
    yield "started_behind", yes("", text, unit.side, "TT-CHARGE-3", default=full)
    if not act.get("started_behind"):
        return
    free = [side for side in room if _chargers(state, foe, side, others) < room[side]]
    answers = [
        Answer(side, f"the {side}", side[1], f"{_chargers(state, foe, side, others)} of {room[side]} there")
        for side in sorted(free)
    ]
    yield "side", one_of("", "Which side does it reach?", answers, unit.side, "TT-CHARGE-4", default=answers[0].value)


# --- transports ---


def _transfer(state: State, unit: Unit, act: Given, draft: Draft) -> Asked:
    if act["do"] == "load":
        free = _free_transports(state, unit, _without(draft, unit.id))
        answers = [Answer(one.id, label(state, one), one.id) for one in free]
        text = f"Which transport, within 1 cm, does {unit.id} get into?"
        only = answers[0].value if len(answers) == 1 else NO_DEFAULT
        yield "transport", one_of("", text, answers, unit.side, "TT-TRANS-1", default=only)
    else:
        answers = [Answer(str(unit.carrier), str(unit.carrier))]
        text = f"{unit.id} gets out within 1 cm of"
        yield "transport", one_of("", text, answers, unit.side, "TT-TRANS-1", default=answers[0].value)
        yield "clear_of_enemies", _clear(unit)


# --- threats ---


def _threats(state: State, unit: Unit, act: Given) -> Asked:
    """Enemies close by that have it in front of them; those that cannot harm it are not offered (TT-THREAT)."""
    foes = [foe for foe in able.enemies(state) if threatens(state, foe.id, unit.id)]
    if not foes:
        return
    reach_of_threat = printed_distance("threat")
    text = f"Was an enemy within {reach_of_threat} cm at the start, with {unit.id} in front of it?"
    yield "_threatened", yes("", text, unit.side, "TT-THREAT-1", default=False)
    if not act.get("_threatened"):
        return
    answers = [Answer(foe.id, label(state, foe), foe.id) for foe in foes]
    yield "_threats", several("", "Which?", answers, unit.side, "TT-THREAT-1", "TT-THREAT-3", least=1)
    if not act.get("_threats"):
        return
    words = f"How far is it at the end from the nearest of them, in cm? (more than {reach_of_threat} is needed)"
    yield "_end", distance("", words, unit.side, "TT-THREAT-3", default=reach_of_threat + CLEAR)
    yield "goes_behind", yes("", "Does the move go behind one of them?", unit.side, "TT-THREAT-4", default=False)


STEPS = (_members, _commander, _group, _act_questions, _group_after)
