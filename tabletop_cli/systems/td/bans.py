"""What bars a model from an action, rule by rule, and what speaks for an action that nothing bars.

A ban knows when it holds, the word that refuses an event, the sentence with the fact behind it, and further rules and
rulings that the sentence cites.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ...api import counted
from .tables import ACTIONS, action_name, guns, piercing_gun, status_name, suits, takes_groups, words

if TYPE_CHECKING:  # actions.py needs the bans
    from .actions import Act

SINGLE_ONLY = ("hmg", "atg", "spotter", "vehicle")
FIRE = ("direct-fire", "reactive-fire")


def _nothing(s: Act) -> tuple[str, ...]:
    return ()


class Ban(NamedTuple):
    """One rule that may say no: whether it does, the reason's word, the sentence, what else that cites."""

    bars: Callable[[Act], bool]
    reason: str
    why: Callable[[Act], str]
    also: Callable[[Act], tuple[str, ...]] = _nothing


def group_actions() -> list[str]:
    """The actions that a group may take, inside a sentence."""
    return [action_name(action) for action in ACTIONS if takes_groups(action)]


def _who(s: Act) -> str:
    """The model inside a sentence: ``a trooper``."""
    return str(words("roles")[s.model.role])


def _starting(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


# --- Status and markers


def _act_1(s: Act) -> bool:
    """Pinned: no move, pivot, prepare (reload is not banned: TD-R30)."""
    banned = ("move", "pivot", "prepare") + (() if s.house["pinned_reload"] else ("reload",))
    return s.model.status == "pinned" and s.action in banned


def _act_1_why(s: Act) -> str:
    may = "fire, rally and reload" if s.house["pinned_reload"] else "fire and rally"
    return f"It is pinned: no {action_name(s.action)}; it may {may}."


def _act_2(s: Act) -> bool:
    """Suppressed: rally only."""
    return s.model.status == "suppressed" and s.action != "rally"


def _act_2_why(s: Act) -> str:
    return f"It is suppressed: no {action_name(s.action)}; it may only rally."


def _act_3(s: Act) -> bool:
    """Reload needs a marker, rally a status."""
    nothing_to_reload = s.action == "reload" and s.model.tokens == 0
    return nothing_to_reload or (s.action == "rally" and s.model.status == "none")


def _act_3_why(s: Act) -> str:
    if s.action == "reload":
        return "It has 0 reload markers: a reload needs 1 to take off."
    if s.model.role == "vehicle":
        return "A vehicle has no status, so it never rallies."
    return "It is steady: only pinned and suppressed models rally."


def _act_4(s: Act) -> bool:
    """Reload markers bar all fire (indirect: TD-R41)."""
    return s.model.tokens > 0 and s.action in (*FIRE, "indirect-fire")


def markers_bar(tokens: int, action: str) -> str:
    """The sentence of TD-ACT-4: how many markers stand in the way, and how many reloads take them off."""
    return f"{counted(tokens, 'reload marker')}: no {action} before {counted(tokens, 'reload')}."


def markers_rulings(action: str) -> tuple[str, ...]:
    """The ruling under which markers bar an action: of the model's own fire, or of a spotter's missions."""
    return ("TD-R41",) if action == "indirect-fire" else ("TD-R29",)


def _act_5(s: Act) -> bool:
    """Anti-tank gun: no fire while towed, no move while set up."""
    return s.model.role == "atg" and (s.action in FIRE if s.model.towed else s.action == "move")


def _act_5_why(s: Act) -> str:
    if s.model.towed:
        return "The gun is towed: it fires only after it has been set up, a prepare action."
    return "The gun is set up: it moves only when it is towed, a prepare action."


def _act_6(s: Act) -> bool:
    """Indirect fire by a spotter with missions; no group action for models that act alone."""
    calls = s.model.role == "spotter" and s.model.missions > 0
    alone = s.facts.group and s.model.role in SINGLE_ONLY
    return alone or (s.action == "indirect-fire" and not calls)


NO_MISSIONS = "0 fire missions are left, 1 is needed."


def _act_6_why(s: Act) -> str:
    if s.facts.group and s.model.role in SINGLE_ONLY:
        return _starting(f"{_who(s)} takes single actions only.")
    if s.model.role != "spotter":
        return _starting(f"{_who(s)} calls no artillery: only a spotter does.")
    return NO_MISSIONS


# --- Targets and weapons


def _fire_1(s: Act) -> bool:
    """Direct and reactive fire: line of sight and arc; indirect fire: the spotter's line of sight (TD-R37)."""
    if s.action in FIRE:
        return not (s.facts.los and s.facts.in_arc)
    return s.action == "indirect-fire" and bool(s.house["spotter_los"]) and not s.facts.los


def _fire_1_why(s: Act) -> str:
    if s.action == "indirect-fire":
        return "The spotter does not see the target."
    if s.facts.los:
        return "The target is outside its arc."
    return "It does not see the target" + ("." if s.facts.in_arc else ", which is outside its arc, too.")


def _carried(s: Act) -> str:
    """The weapon that counts for the target: the armour-piercing one, the own one, else that of infantry."""
    return piercing_gun() if s.model.armour_piercing else s.model.weapon or "infantry"


def _fire_2(s: Act) -> bool:
    """The wrong model or weapon for this target."""
    if s.action not in FIRE:
        return False
    spots = s.action == "direct-fire" and s.model.role == "spotter"
    return s.model.close_combat_only or spots or not suits(_carried(s), s.facts.target == "vehicle")


def _fire_2_why(s: Act) -> str:
    if s.model.close_combat_only:
        return "Its unit is for close combat only and does not fire."
    if s.action == "direct-fire" and s.model.role == "spotter":
        return "A spotter has 0 dice of direct fire."
    return wrong_weapon(_carried(s), s.facts.target == "vehicle")


def wrong_weapon(weapon: str, at_vehicle: bool) -> str:
    """The sentence of TD-FIRE-2 for a weapon that does not suit the target."""
    name = guns()[weapon]["name"]
    return f"{name}: {'only armour-penetrating guns fire at vehicles' if at_vehicle else 'only at vehicles'}."


def weapon_rulings(weapon: str, at_vehicle: bool) -> tuple[str, ...]:
    """The ruling that gives the armour-piercing trooper its weapon, where that decided."""
    return () if at_vehicle or weapon != piercing_gun() else ("TD-R7",)


def _react_2(s: Act) -> bool:
    """No reactive fire by off-table artillery."""
    return s.action == "reactive-fire" and s.model.role == "spotter"


def _ind_6(s: Act) -> bool:
    """No barrage at a vehicle."""
    return s.action == "indirect-fire" and s.facts.target == "vehicle"


# --- Leaders and groups


def _led(s: Act, maneuverability: str) -> bool:
    """A single or reactive action of a unit's member with this maneuverability."""
    return not s.facts.group and s.model.role not in SINGLE_ONLY and s.model.maneuverability == maneuverability


def _lead_1(s: Act) -> bool:
    """Lead: line of sight to the leader for every action, rally included (TD-R44)."""
    return _led(s, "lead") and s.model.role != "leader" and not s.facts.los_to_leader


def _pointed_at(s: Act) -> str:
    """What an action is aimed at, inside a sentence."""
    return "the target" if s.action in FIRE else "where it goes"


def _lead_2(s: Act) -> bool:
    """Lead: the leader sees the designation of a move or shot, its own too."""
    return _led(s, "lead") and s.action in ("move", *FIRE) and not s.facts.leader_los


def _lead_3(s: Act) -> bool:
    """Semi-lead: line of sight to the leader for every action."""
    return _led(s, "semi-lead") and s.model.role != "leader" and not s.facts.los_to_leader


def _group_1(s: Act) -> bool:
    """Only move and direct fire can be group actions."""
    return s.facts.group and not takes_groups(s.action)


def _group_1_why(s: Act) -> str:
    return _starting(f"{action_name(s.action)} is no group action; {' and '.join(group_actions())} are.")


def _group_2(s: Act) -> bool:
    """In a group the model sees its leader, and the leader every designation."""
    return s.facts.group and (_unseen(s) or not s.facts.leader_los)


def _unseen(s: Act) -> bool:
    return s.model.role != "leader" and not s.facts.los_to_leader


def _group_2_why(s: Act) -> str:
    if not _unseen(s):
        return f"In a group action the leader must see {_pointed_at(s)}, and does not."
    also = "" if s.facts.leader_los else f", nor the leader {_pointed_at(s)}"
    return f"In a group action it must see its leader, and does not{also}."


def _group_4(s: Act) -> bool:
    """A suppressed leader starts no group action (TD-R24)."""
    leader = s.model.status if s.model.role == "leader" else s.facts.leader_status
    suppressed = "suppressed" in (leader, s.facts.leader_status)
    return s.facts.group and suppressed and not s.house["suppressed_leader_initiates"]


BANS: dict[str, Ban] = {
    "TD-ACT-1": Ban(_act_1, "pinned", _act_1_why, lambda s: ("TD-R30",) if s.action == "reload" else ()),
    "TD-ACT-2": Ban(_act_2, "suppressed", _act_2_why),
    "TD-ACT-3": Ban(
        _act_3,
        "nothing-to-remove",
        _act_3_why,
        lambda s: ("TD-UNIT-2", "TD-R9") if s.action == "rally" and s.model.role == "vehicle" else (),
    ),
    "TD-ACT-4": Ban(
        _act_4,
        "reload-markers",
        lambda s: markers_bar(s.model.tokens, action_name(s.action)),
        lambda s: markers_rulings(s.action),
    ),
    "TD-ACT-5": Ban(_act_5, "atg-towed-or-set-up", _act_5_why, lambda s: ("TD-R63",)),
    "TD-ACT-6": Ban(
        _act_6,
        "not-for-this-model",
        _act_6_why,
        lambda s: ("TD-R9",) if s.facts.group and s.model.role == "vehicle" else (),
    ),
    "TD-FIRE-1": Ban(
        _fire_1, "no-los-or-arc", _fire_1_why, lambda s: ("TD-R37",) if s.action == "indirect-fire" else ()
    ),
    "TD-FIRE-2": Ban(
        _fire_2, "wrong-weapon", _fire_2_why, lambda s: weapon_rulings(_carried(s), s.facts.target == "vehicle")
    ),
    "TD-GROUP-1": Ban(_group_1, "no-group-access", _group_1_why),
    "TD-GROUP-2": Ban(_group_2, "not-led", _group_2_why),
    "TD-GROUP-4": Ban(
        _group_4,
        "leader-suppressed",
        lambda s: "The leader is suppressed and cannot start a group action.",
        lambda s: ("TD-R24",),
    ),
    "TD-IND-6": Ban(
        _ind_6, "vehicle-target", lambda s: "Artillery cannot be aimed at a vehicle.", lambda s: ("TD-R40",)
    ),
    "TD-LEAD-1": Ban(
        _lead_1,
        "no-los-to-leader",
        lambda s: "Lead unit: it must see its leader for every action, and does not.",
        lambda s: ("TD-R44",),
    ),
    "TD-LEAD-2": Ban(
        _lead_2, "leader-cannot-see", lambda s: f"Lead unit: the leader must see {_pointed_at(s)}, and does not."
    ),
    "TD-LEAD-3": Ban(
        _lead_3, "no-los-to-leader", lambda s: "Semi-lead unit: it must see its leader for every action, and does not."
    ),
    "TD-REACT-2": Ban(_react_2, "no-reactive-fire", lambda s: "A spotter does not fire in reaction."),
}
"""Every ban by rule id, in the order of ids."""


# --- What speaks for an action


def why_allowed(s: Act) -> tuple[str, tuple[str, ...]]:
    """What was looked at when nothing bars an action: one line, and the rules that were asked."""
    parts, rules = [], []
    for part, *asked in (*_condition(s), *_aim(s), *_orders(s)):
        parts += [part] if part else []
        rules += asked
    return f"{action_name(s.action)} is open: {', '.join(parts)}", tuple(dict.fromkeys(rules))


def _condition(s: Act) -> Iterator[tuple[str, ...]]:
    """Status and reload markers, where they matter."""
    model, action = s.model, s.action
    if model.status == "none":
        yield (
            "steady" if model.role != "vehicle" else "",
            *(["TD-ACT-1"] if action in ("move", "pivot", "prepare") else []),
        )
    else:
        own = "TD-ACT-1" if model.status == "pinned" else "TD-ACT-2"
        reload = ["TD-R30"] if action == "reload" else []
        yield f"{model.status}, which does not bar it", own, *reload, *(["TD-ACT-3"] if action == "rally" else [])
    if action == "reload":
        yield f"{counted(model.tokens, 'reload marker')} to take one off", "TD-ACT-3"
    elif model.tokens:
        yield f"{counted(model.tokens, 'reload marker')} in the way of fire only", "TD-ACT-4"
    if model.role == "atg" and action in ("move", "prepare", *FIRE):
        yield "towed" if model.towed else "set up", "TD-ACT-5", *([] if action in FIRE else ["TD-R63"])


def _aim(s: Act) -> Iterator[tuple[str, ...]]:
    """Line of sight, arc and weapon of a shot; the missions of a spotter."""
    if s.action in FIRE:
        yield "target seen and in its arc", "TD-FIRE-1"
        targets = "vehicles" if s.facts.target == "vehicle" else "infantry"
        yield f"weapon fit for {targets}", "TD-FIRE-2", *(["TD-R7"] if s.model.armour_piercing else [])
        if s.action == "reactive-fire":
            yield "", "TD-REACT-2"
    if s.action == "indirect-fire":
        yield f"{counted(s.model.missions, 'fire mission')} left", "TD-ACT-6", "TD-IND-6"
        if s.house["spotter_los"]:
            yield "target seen", "TD-FIRE-1", "TD-R37"
        else:
            yield "a spotter need not see the target", "TD-R37"


def _orders(s: Act) -> Iterator[tuple[str, ...]]:
    """What the leader must see, and what must see the leader."""
    leads = s.model.role == "leader"
    if s.facts.group:
        seen = "leads and sees" if leads else "sees its leader, who sees"
        yield f"{seen} {_pointed_at(s)}", "TD-GROUP-1", "TD-GROUP-2"
        yield from _led_by(s)
        return
    if s.model.role in SINGLE_ONLY or s.model.maneuverability == "autonomous":
        yield "acts on its own judgement", "TD-LEAD-4", *(["TD-R9"] if s.model.role == "vehicle" else [])
        return
    own = "TD-LEAD-1" if s.model.maneuverability == "lead" else "TD-LEAD-3"
    yield "leads its unit" if leads else "sees its leader", own
    if own == "TD-LEAD-1" and s.action in ("move", *FIRE):
        yield f"leader sees {_pointed_at(s)}", "TD-LEAD-2"


def _led_by(s: Act) -> Iterator[tuple[str, ...]]:
    """The leader's status in a group action, and the attached machine gun as a member."""
    status = s.model.status if s.model.role == "leader" else s.facts.leader_status
    rulings = ["TD-R24"] if status != "none" else []
    yield f"leader {status_name(status)}", "TD-GROUP-4", *rulings
    if s.model.role == "attached-hmg":
        yield "counts as a model of its unit", "TD-ACT-6", "TD-R6"
