"""Questions of close combat: who is in contact, where dice are placed, who falls, who leads now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ....api import (
    NO_DEFAULT,
    Answer,
    Draft,
    Given,
    Illegal,
    Question,
    RollAhead,
    Together,
    Whole,
    asked,
    one_of,
    put_at,
)
from ..casualties import Losses, casualties
from ..counters import SIDES, other
from ..melee import PlacedColumns, Placement
from ..tables import GUNS
from .able import there
from .asking import many, models
from .combat import casualties_situation
from .state import Combat, State

Step = Callable[[State, Draft], Question | RollAhead | None]
_MOST_LISTED = 60  # choices of casualties in one menu


def _own_in_contact(state: State, draft: Draft) -> Question | None:
    if "_own" in draft:
        return None
    moving = state.moving.models if state.moving else ()
    text = "Which of the moving side's models are in base contact?"
    own = sorted(there(state, draft["by"]), key=lambda model: model.id not in moving)  # those that moved come first
    return many(state, "_own", text, own, draft["by"], "TD-CC-1", default=tuple(moving), least=1)


def _enemies_in_contact(state: State, draft: Draft) -> Question | None:
    if asked(draft, "models"):
        return None

    def put(before: Draft, ids: Any) -> Draft:
        return {**before, "models": [*before["_own"], *ids]}

    enemies = list(there(state, other(draft["by"])))
    default = (enemies[0].id,) if len(enemies) == 1 else NO_DEFAULT
    return many(
        state,
        "models",
        "Which enemy models are in base contact?",
        enemies,
        draft["by"],
        "TD-CC-1",
        default=default,
        put=put,
        least=1,
    )


def _tokens(state: State, draft: Draft) -> Question | None:
    """Armour-piercing tokens: printed nowhere, asked where a gun is there and the house table is silent (TD-CC-3)."""
    fighters = [state.models[one] for one in draft["models"]]
    if not any(model.armour for model in fighters):
        return None
    for side in SIDES:
        guns = [gun for model in fighters if model.side == side for gun in model.weapons if gun in GUNS]
        blank = any(state.house.number("guns", gun, "ap_tokens") is None for gun in guns)
        if blank and not asked(draft, f"tokens.{side}"):
            text = f"How many armour-piercing tokens has {side.upper()}?"
            return Question(f"tokens.{side}", text, Whole(0, 500), default=0, side=side, rules=("TD-CC-3",))
    return None


def _combat(state: State) -> Combat:
    assert state.combat is not None
    return state.combat


def _placing(state: State) -> bool:
    """Whether dice are placed by hand: variant 2, and there is armour."""
    return state.house["close_combat"] == "variant-2" and any(pool.armour for pool in _combat(state).pools)


def _roll_first(state: State, draft: Draft) -> RollAhead | None:
    if not _placing(state) or "_dice" in draft:
        return None
    attacker, defender = _combat(state).pools
    placed = PlacedColumns(attacker.row, defender.row, Placement(), saves=False, why="close combat")
    return RollAhead(Together(placed.groups, placed.why))


_ROLES = ("defender", "attacker")  # the defender begins (TD-CC-10)


def _armour_faces(state: State, draft: Draft) -> dict[str, list[int]]:
    """The armour dice on the table, by role, in rolled order."""
    attacker, defender = _combat(state).pools
    faces = list(draft["_dice"])
    first = attacker.cc + attacker.armour
    return {"attacker": faces[attacker.cc : first], "defender": faces[first + defender.cc :]}


def _place_armour(state: State, draft: Draft) -> Question | None:
    """One armour die after the other, the players in turn, each in a free column (TD-CC-10)."""
    if not _placing(state):
        return None
    faces = _armour_faces(state, draft)
    placed: Mapping[str, Mapping[int, int]] = draft.get("_armour", {"attacker": {}, "defender": {}})
    counts = {role: len(placed[role]) for role in _ROLES}
    waiting = [role for role in _ROLES if counts[role] < len(faces[role])]
    if not waiting:
        return None
    role = min(waiting, key=lambda role: (counts[role], _ROLES.index(role)))
    die = max((at for at in range(len(faces[role])) if at not in placed[role]), key=lambda at: faces[role][at])
    columns = [c for c in range(1, _width(state) + 1) if c not in placed[role].values()]
    side = _combat(state).attacker if role == "attacker" else _combat(state).defender
    text = f"{role} ({side.upper()}): in which column does the armour die {faces[role][die]} go?"
    put = partial(_put_armour, role, die, faces)
    return one_of(
        "_armour",
        text,
        [Answer(c, f"column {c}", str(c)) for c in columns],
        side,
        "TD-CC-10",
        default=columns[0],
        put=put,
    )


def _width(state: State) -> int:
    """Columns on offer: every pair, and room for all armour beyond them."""
    pools = _combat(state).pools
    return max(*(pool.cc for pool in pools), *(pool.armour for pool in pools))


def _put_armour(role: str, die: int, faces: Mapping[str, list[int]], before: Draft, column: Any) -> Draft:
    placed = before.get("_armour", {"attacker": {}, "defender": {}})
    placed = {**placed, role: {**placed[role], die: column}}
    draft: Draft = {**before, "_armour": placed}
    if len(placed[role]) == len(faces[role]):
        columns = [placed[role][at] for at in range(len(faces[role]))]
        draft = put_at(draft, f"placement.{role}.armour", columns)
    return draft


def _place_tokens(state: State, draft: Draft) -> Question | None:
    """Then the tokens, in turn and of one's own free will (TD-CC-10)."""
    if not _placing(state):
        return None
    done: Mapping[str, Any] = draft.get("_tokens", {})
    placed = {role: list((draft.get("placement") or {}).get(role, {}).get("tokens", [])) for role in _ROLES}
    for role in sorted(_ROLES, key=lambda role: (len(placed[role]), _ROLES.index(role))):
        pool = _combat(state).pools[0 if role == "attacker" else 1]
        if role in done or len(placed[role]) >= pool.tokens:
            continue
        side = _combat(state).attacker if role == "attacker" else _combat(state).defender
        free = [c for c in range(1, _width(state) + 1) if c not in placed[role]]
        answers = [Answer(0, "no more", "n"), *(Answer(c, f"column {c}", str(c)) for c in free)]
        text = f"{role} ({side.upper()}): a token in which column? ({pool.tokens - len(placed[role])} left)"
        put = partial(_put_token, role, placed[role])
        return one_of("_tokens", text, answers, side, "TD-CC-10", default=0, put=put)
    return None


def _put_token(role: str, placed: list[int], before: Draft, column: Any) -> Draft:
    if not column:
        return {**before, "_tokens": {**before.get("_tokens", {}), role: True}}
    return put_at(before, f"placement.{role}.tokens", [*placed, column])


def _allot(state: State, draft: Draft) -> Question | None:
    """How much armour each vehicle loses, where there are several (TD-CC-9)."""
    plain = casualties_situation(state, None)
    vehicles = [model for model in plain.models if model.armour is not None]
    if not plain.pot.armour or len(vehicles) < 2:
        return None
    allotted: Mapping[str, int] = draft.get("allot", {})
    left = plain.pot.armour - sum(allotted.values())
    waiting = [model for model in vehicles if model.id not in allotted]
    if not waiting:
        return None
    vehicle, *others = waiting
    room = sum(model.armour or 0 for model in others)
    least, most = max(0, left - room), min(left, vehicle.armour or 0)
    text = f"How much armour does {vehicle.id} lose? ({left} in all, it has {vehicle.armour})"

    def put(before: Draft, lost: Any) -> Draft:
        return {**before, "allot": {**before.get("allot", {}), vehicle.id: lost}}

    return Question("allot", text, Whole(least, most), default=most, side=draft["by"], rules=("TD-CC-9",), put=put)


def _losses(state: State, draft: Draft) -> Losses | None:
    losses = casualties(casualties_situation(state, draft.get("allot")), Given(()))
    return None if isinstance(losses, Illegal) else losses


def _fallen(state: State, draft: Draft) -> Question | None:
    """Which models fall: one of the legal choices (TD-CC-9, TD-R51)."""
    if asked(draft, "remove"):
        return None
    losses = _losses(state, draft)
    if losses is None or losses.options == ((),):
        return None
    options = losses.options[:_MOST_LISTED]
    answers = [Answer(option, ", ".join(option)) for option in options]
    text = f"Which models fall? (worth {losses.removed_dice} dice)"
    default = options[0] if len(options) == 1 else NO_DEFAULT

    def put(before: Draft, option: Any) -> Draft:
        return {**before, "remove": list(option)}

    return one_of("remove", text, answers, draft["by"], "TD-CC-9", default=default, put=put)


def _leader(state: State, draft: Draft) -> Question | None:
    if asked(draft, "model"):
        return None
    return models(state, "model", f"Who leads {draft['unit']} now?", state.members(draft["unit"]), draft["by"])


STEPS: dict[str, tuple[Step, ...]] = {
    "contact": (_own_in_contact, _enemies_in_contact, _tokens),
    "cc-round": (_roll_first, _place_armour, _place_tokens),
    "casualties": (_allot, _fallen),
    "new-leader": (_leader,),
    "goal": (),
}
