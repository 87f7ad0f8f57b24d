"""Questions of shooting and close combat: the weapons with their odds side by side, the table, the retreat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ....api import (
    NO_DEFAULT,
    Answer,
    Draft,
    Given,
    Illegal,
    Question,
    RollAhead,
    asked,
    at,
    distance,
    event_of,
    one_of,
    read_record,
    yes,
)
from ..attack import Attack, Fought, attack
from ..movement import plain_cm
from ..resolution import pair_of_dice
from . import able
from .combats import CloseCombat, combat_situation
from .shots import Shoot, Shooter, attack_situation
from .state import State, Unit
from .words import label, odds_words, weapon_words, worth

FEW = 6  # enemies that are named one by one
Asked = Question | RollAhead | None


# --- the target ---


def _target(state: State, draft: Draft) -> Question | None:
    if asked(draft, "target"):
        return None
    answers = [Answer(unit.id, label(state, unit), unit.id) for unit in able.targets(state)]
    only = answers[0].value if len(answers) == 1 else NO_DEFAULT
    return one_of("target", "At which enemy?", answers, state.active or "", "TT-SHOOT-5", default=only)


def _cover(state: State, draft: Draft) -> Question | None:
    """Cover, for those that are attacked as infantry (TT-MOD-5)."""
    target = state.units[draft["target"]]
    if asked(draft, "in_cover") or not state.profile(target).cover:
        return None
    text = f"Is {target.id} in cover, or partly?"
    return yes("in_cover", text, state.active or "", "TT-MOD-5", default=False)


# --- the attacking weapon ---


def _shoot_event(draft: Draft, **changes: Any) -> Shoot:
    """The attack as far as it is known, with every distance in reach."""
    plain = {**event_of(draft), **changes}
    facts = {key: plain[key] for key in ("target", "concealed", "distraction", "in_cover") if key in plain}
    known = {key: value for key, value in facts.items() if value is not None}
    shooters = [plain["attacker"], *plain.get("supporters", ())]
    seen = [read_record(Shooter, {"distance": 0, **_bare(one)}, "shoot") for one in shooters]
    return replace(Shoot(attacker=seen[0], supporters=tuple(seen[1:]), target=""), **known)


def _bare(shooter: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in shooter.items() if not key.startswith("_")}


def _situation(state: State, draft: Draft, **changes: Any) -> Attack:
    return attack_situation(state, _shoot_event(draft, **changes))


def _attacker(state: State, draft: Draft) -> Question | None:
    """Every legal attacking weapon with its odds, the best first (TT-SHOOT-12)."""
    if asked(draft, "attacker"):
        return None
    found = []
    for unit, weapon in able.shooters(state, draft["target"]):
        shooter = {"unit": unit.id, "weapon": weapon}
        situation = _situation(state, draft, attacker=shooter)
        words = f"{unit.id}: {weapon_words(state, unit, weapon)}"
        found.append((worth(situation), Answer(shooter, words, "", odds_words(situation))))
    found.sort(key=lambda pair: pair[0], reverse=True)
    answers = [answer for _, answer in found]
    text = f"Which weapon attacks {draft['target']}? (it alone decides cover, specials and the way of a retreat)"
    return one_of("attacker", text, answers, state.active or "", "TT-SHOOT-6", "TT-SHOOT-12", default=answers[0].value)


def _seen(state: State, draft: Draft, path: str, shooter: Mapping[str, Any], put: Callable[[str], Any]) -> Asked:
    """Distance, arc, sight and side of one weapon (TT-SHOOT-2, TT-SHOOT-3, TT-MOD-2)."""
    unit = state.units[shooter["unit"]]
    weapon = state.profile(unit).weapons[shooter["weapon"]]
    who, target, side = shooter["unit"], draft["target"], unit.side
    if "distance" not in shooter:
        most = plain_cm(weapon.range or Fraction(0))
        least = f"{plain_cm(weapon.min_range)} to " if weapon.min_range else "up to "
        text = f"How far is {target} from {who}, in cm? ({least}{most})"
        return distance(path, text, side, "TT-SHOOT-2", default=most, put=put("distance"))
    if "visible" not in shooter:
        where = "" if "turret" in weapon.traits else " and in front of it"
        text = f"Is {target} visible to {who}{where}?"
        return yes(path, text, side, "TT-SHOOT-2", "TT-SHOOT-3", "TT-SHOOT-9", put=put("visible"))
    if "behind" not in shooter and not state.profile(state.units[target]).has("all-around"):
        text = f"Is {who} entirely behind {target}?"
        return yes(path, text, side, "TT-MOD-2", default=False, put=put("behind"))
    return None


def _attacker_sees(state: State, draft: Draft) -> Asked:
    def put(field: str) -> Callable[[Draft, Any], Draft]:
        return lambda before, value: {**before, "attacker": {**before["attacker"], field: value}}

    return _seen(state, draft, "attacker", draft["attacker"], put)


def _concealed(state: State, draft: Draft) -> Question | None:
    if asked(draft, "concealed"):
        return None
    text = f"Is {draft['target']} partly hidden from {draft['attacker']['unit']} (not counting its cover)?"
    return yes("concealed", text, state.active or "", "TT-MOD-3", default=False)


def _distraction(state: State, draft: Draft) -> Question | None:
    """Only where some enemy could be closer: those that are excluded are struck out (TT-MOD-4)."""
    if asked(draft, "distraction"):
        return None
    shooter = _shoot_event(draft).attacker
    near = able.distracting(state, shooter, draft["target"])
    if not near:
        return None
    names = ", ".join(unit.id for unit in near) if len(near) <= FEW else "the enemies not attacked yet"
    text = f"Is another enemy closer to {shooter.unit}, in its view and not concealed from it? ({names})"
    return yes("distraction", text, state.active or "", "TT-MOD-4", default=False)


# --- supporters ---


def _supporters(state: State, draft: Draft) -> Asked:
    """One supporting weapon after the other, each with what it makes of the odds (TT-SHOOT-5, TT-SHOOT-7)."""
    added = list(draft.get("supporters", ()))
    for number, shooter in enumerate(added):

        def put(field: str, number: int = number) -> Callable[[Draft, Any], Draft]:
            return lambda before, value: {**before, "supporters": _changed(before["supporters"], number, field, value)}

        if (found := _seen(state, draft, "supporters", shooter, put)) is not None:
            return found
    if "_complete" in draft:
        return None
    used = {(one["unit"], one["weapon"]) for one in (draft["attacker"], *added)}
    answers = [Answer(None, "nobody more", "n", odds_words(_situation(state, draft)))]
    for unit, weapon in able.shooters(state, draft["target"], supports=True):
        if (unit.id, weapon) not in used:
            one = {"unit": unit.id, "weapon": weapon}
            words = odds_words(_situation(state, draft, supporters=[*added, one]))
            answers.append(Answer(one, f"{unit.id}: {weapon_words(state, unit, weapon)}", "", words))
    if len(answers) == 1:
        return None
    return one_of(
        "supporters",
        "Which weapon supports? (+1 each)",
        answers,
        state.active or "",
        "TT-SHOOT-7",
        default=None,
        put=_add_supporter,
    )


def _changed(shooters: Any, number: int, field: str, value: Any) -> list[dict[str, Any]]:
    return [{**one, field: value} if at == number else dict(one) for at, one in enumerate(shooters)]


def _add_supporter(before: Draft, one: Any) -> Draft:
    if one is None:
        return {**before, "_complete": True}
    return {**before, "supporters": [*before.get("supporters", ()), one]}


# --- close combat ---


def _charger(state: State, draft: Draft) -> Question | None:
    """Who attacks; the others support (TT-CC-2)."""
    if asked(draft, "attacker"):
        return None
    found: list[tuple[Any, Answer]] = []
    for unit in state.chargers(draft["target"]):
        situation = combat_situation(state, CloseCombat(target=draft["target"], attacker=unit.id))
        words = odds_words(situation)
        found.append((worth(situation), Answer(unit.id, label(state, unit), unit.id, words)))
    found.sort(key=lambda pair: pair[0], reverse=True)
    answers = [answer for _, answer in found]
    text = f"Who attacks {draft['target']}? The others support."
    return one_of("attacker", text, answers, state.active or "", "TT-CC-2", default=answers[0].value)


# --- the dice, and the retreat at once ---


def _rolled(situation: Attack, faces: Any) -> str:
    """The outcome that these dice give, if the retreat can be completed."""
    struck = attack(situation, Given(faces))
    if isinstance(struck, Illegal):
        return "illegal"
    return (struck.struck if isinstance(struck, Fought) else struck).outcome


def _retreat(situation_of: Callable[[State, Draft], Attack], state: State, draft: Draft) -> Asked:
    """The dice fall; only a unit that retreats is asked about (TT-RET-3)."""
    if "_dice" not in draft:
        return RollAhead(pair_of_dice(f"attack on {state.profile(state.units[draft['target']]).title}"))
    if not draft["_dice"] or asked(draft, "can_retreat"):
        return None
    if _rolled(situation_of(state, draft), draft["_dice"]) != "retreat":
        return None
    unit: Unit = state.units[draft["target"]]
    text = (
        f"{unit.id} retreats: straight away, at least 5 cm, to more than 1 cm from friends and 5 cm from enemies. "
        "Can it?"
    )
    return yes("can_retreat", text, unit.side, "TT-RET-1", "TT-RET-3")


def _shooting_retreat(state: State, draft: Draft) -> Asked:
    return _retreat(lambda state, draft: _situation(state, draft), state, draft)


def _combat_situation(state: State, draft: Draft) -> Attack:
    return combat_situation(state, CloseCombat(target=draft["target"], attacker=str(at(draft, "attacker"))))


def _combat_retreat(state: State, draft: Draft) -> Asked:
    return _retreat(_combat_situation, state, draft)


SHOOT = (_target, _cover, _attacker, _attacker_sees, _concealed, _distraction, _supporters, _shooting_retreat)
CLOSE_COMBAT = (_charger, _combat_retreat)
