"""What bars a model from an action, rule by rule, and what speaks for an action that nothing bars.

A ban knows the word that refuses an event, the sentence with the fact behind it where it holds, and further rules and
rulings that the sentence cites.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ...api import counted, if_answered
from .tables import ACTIONS, Gun, action_name, kind, piercing_gun, status_name, takes_groups, words

if TYPE_CHECKING:  # actions.py needs the bans
    from .actions import Act

SINGLE_ONLY = ("hmg", "atg", "spotter", "vehicle")
FIRE = ("direct-fire", "reactive-fire")
Rulings = Callable[["Act"], tuple[str, ...]]


class Ban(NamedTuple):
    """One rule that may say no: the reason's word, the sentence where it does (else empty), what else that cites."""

    rule: str
    reason: str
    why: Callable[[Act], str]
    also: Rulings

    def bars(self, s: Act) -> str | None:
        """Its rule, where it says no."""
        return self.rule if self.why(s) else None


def ban(rule: str, reason: str, also: Rulings = lambda s: ()) -> Callable[[Callable[[Act], str]], Ban]:
    """Makes a ban of the function that tells its sentence."""
    return lambda why: Ban(rule, reason, why, also)


def group_actions() -> list[str]:
    """The actions that a group may take, inside a sentence."""
    return [action_name(action) for action in ACTIONS if takes_groups(action)]


def _who(s: Act) -> str:
    """The model inside a sentence: ``a trooper``."""
    return str(words("roles")[s.model.role])


def _starting(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


# --- Status and markers


@ban("TD-ACT-1", "pinned", lambda s: ("TD-R30",) if s.action == "reload" else ())
def pinned(s: Act) -> str:
    """Pinned: no move, pivot, prepare (reload is not banned: TD-R30)."""
    reload_too = not s.house["pinned_reload"]
    banned = ("move", "pivot", "prepare", *(["reload"] if reload_too else []))
    if s.model.status != "pinned" or s.action not in banned:
        return ""
    may = "fire and rally" if reload_too else "fire, rally and reload"
    return f"It is pinned: no {action_name(s.action)}; it may {may}."


@ban("TD-ACT-2", "suppressed")
def suppressed(s: Act) -> str:
    """Suppressed: rally only."""
    if s.model.status != "suppressed" or s.action == "rally":
        return ""
    return f"It is suppressed: no {action_name(s.action)}; it may only rally."


def _vehicle_rallies(s: Act) -> tuple[str, ...]:
    return ("TD-UNIT-2", "TD-R9") if s.action == "rally" and s.model.role == "vehicle" else ()


@ban("TD-ACT-3", "nothing-to-remove", _vehicle_rallies)
def nothing_to_remove(s: Act) -> str:
    """Reload needs a marker, rally a status."""
    if s.action == "reload" and s.model.tokens == 0:
        return "It has 0 reload markers: a reload needs 1 to take off."
    if s.action != "rally" or s.model.status != "none":
        return ""
    if s.model.role == "vehicle":
        return "A vehicle has no status, so it never rallies."
    return "It is steady: only pinned and suppressed models rally."


def markers_bar(tokens: int, action: str) -> str:
    """The sentence of TD-ACT-4: how many markers stand in the way, and how many reloads take them off."""
    return f"{counted(tokens, 'reload marker')}: no {action} before {counted(tokens, 'reload')}."


@ban("TD-ACT-4", "reload-markers", lambda s: ("TD-R41",) if s.action == "indirect-fire" else ("TD-R29",))
def reload_markers(s: Act) -> str:
    """Reload markers bar a model's own fire (TD-R29), and a spotter's missions (TD-R41)."""
    bars = s.model.tokens > 0 and s.action in (*FIRE, "indirect-fire")
    return markers_bar(s.model.tokens, action_name(s.action)) if bars else ""


@ban("TD-ACT-5", "atg-towed-or-set-up", lambda s: ("TD-R63",))
def towed_or_set_up(s: Act) -> str:
    """Anti-tank gun: no fire while towed, no move while set up."""
    if s.model.role == "atg" and s.model.towed and s.action in FIRE:
        return "The gun is towed: it fires only after it has been set up, a prepare action."
    if s.model.role == "atg" and not s.model.towed and s.action == "move":
        return "The gun is set up: it moves only when it is towed, a prepare action."
    return ""


NO_MISSIONS = "0 fire missions are left, 1 is needed."


@ban("TD-ACT-6", "not-for-this-model", lambda s: ("TD-R9",) if s.facts.group and s.model.role == "vehicle" else ())
def not_for_this_model(s: Act) -> str:
    """Indirect fire by a spotter with missions; no group action for models that act alone."""
    if s.facts.group and s.model.role in SINGLE_ONLY:
        return _starting(f"{_who(s)} takes single actions only.")
    if s.action != "indirect-fire":
        return ""
    if s.model.role != "spotter":
        return _starting(f"{_who(s)} calls no artillery: only a spotter does.")
    return "" if s.model.missions else NO_MISSIONS


# --- Targets and weapons


@ban("TD-FIRE-1", "no-los-or-arc", lambda s: ("TD-R37",) if s.action == "indirect-fire" else ())
def unseen_target(s: Act) -> str:
    """Direct and reactive fire: line of sight and arc; indirect fire: the spotter's line of sight (TD-R37)."""
    if s.action == "indirect-fire":
        return "The spotter does not see the target." if s.house["spotter_los"] and not s.facts.los else ""
    if s.action not in FIRE:
        return ""
    if s.facts.los:
        return "" if s.facts.in_arc else "The target is outside its arc."
    outside = not if_answered(lambda: s.facts.in_arc, True)
    return "It does not see the target" + (", which is outside its arc, too." if outside else ".")


def _carried(s: Act) -> Gun:
    """The weapon that counts for the target: the armour-piercing one, the own one, else that of infantry."""
    own = piercing_gun() if s.model.armour_piercing else s.model.weapon or kind("infantry").gun
    assert own is not None, "infantry is printed with its weapon"
    return own


def wrong_weapon(weapon: Gun, at_vehicle: bool) -> str:
    """The sentence of TD-FIRE-2 for a weapon that does not suit the target."""
    return f"{weapon.name}: {'only armour-penetrating guns fire at vehicles' if at_vehicle else 'only at vehicles'}."


def weapon_rulings(weapon: Gun, at_vehicle: bool) -> tuple[str, ...]:
    """The ruling that gives the armour-piercing trooper its weapon, where that decided."""
    return () if at_vehicle or weapon is not piercing_gun() else ("TD-R7",)


@ban("TD-FIRE-2", "wrong-weapon", lambda s: weapon_rulings(_carried(s), s.facts.target == "vehicle"))
def unfit_weapon(s: Act) -> str:
    """The wrong model or weapon for this target."""
    if s.action not in FIRE:
        return ""
    if s.model.close_combat_only:
        return "Its unit is for close combat only and does not fire."
    if s.action == "direct-fire" and s.model.role == "spotter":
        return "A spotter has 0 dice of direct fire."
    at_vehicle = s.facts.target == "vehicle"
    return "" if _carried(s).suits(at_vehicle) else wrong_weapon(_carried(s), at_vehicle)


# --- Groups


@ban("TD-GROUP-1", "no-group-access")
def no_group_access(s: Act) -> str:
    """Only move and direct fire can be group actions."""
    if not s.facts.group or takes_groups(s.action):
        return ""
    return _starting(f"{action_name(s.action)} is no group action; {' and '.join(group_actions())} are.")


def _pointed_at(s: Act) -> str:
    """What an action is aimed at, inside a sentence."""
    return "the target" if s.action in FIRE else "where it goes"


@ban("TD-GROUP-2", "not-led")
def not_led(s: Act) -> str:
    """In a group the model sees its leader, and the leader every designation."""
    if not s.facts.group:
        return ""
    if s.model.role != "leader" and not s.facts.los_to_leader:
        nor = "" if if_answered(lambda: s.facts.leader_los, True) else f", nor the leader {_pointed_at(s)}"
        return f"In a group action it must see its leader, and does not{nor}."
    return "" if s.facts.leader_los else f"In a group action the leader must see {_pointed_at(s)}, and does not."


@ban("TD-GROUP-4", "leader-suppressed", lambda s: ("TD-R24",))
def leader_suppressed(s: Act) -> str:
    """A suppressed leader starts no group action (TD-R24)."""
    if not s.facts.group or s.house["suppressed_leader_initiates"]:
        return ""
    leads_itself = s.model.role == "leader" and s.model.status == "suppressed"
    bars = leads_itself or s.facts.leader_status == "suppressed"
    return "The leader is suppressed and cannot start a group action." if bars else ""


@ban("TD-IND-6", "vehicle-target", lambda s: ("TD-R40",))
def vehicle_target(s: Act) -> str:
    """No barrage at a vehicle."""
    at_vehicle = s.action == "indirect-fire" and s.facts.target == "vehicle"
    return "Artillery cannot be aimed at a vehicle." if at_vehicle else ""


# --- Leaders


def _led(s: Act, maneuverability: str) -> bool:
    """A single or reactive action of a unit's member with this maneuverability."""
    return not s.facts.group and s.model.role not in SINGLE_ONLY and s.model.maneuverability == maneuverability


@ban("TD-LEAD-1", "no-los-to-leader", lambda s: ("TD-R44",))
def lead(s: Act) -> str:
    """Lead: line of sight to the leader for every action, rally included (TD-R44)."""
    bars = _led(s, "lead") and s.model.role != "leader" and not s.facts.los_to_leader
    return "Lead unit: it must see its leader for every action, and does not." if bars else ""


@ban("TD-LEAD-2", "leader-cannot-see")
def lead_aim(s: Act) -> str:
    """Lead: the leader sees the designation of a move or shot, its own too."""
    bars = _led(s, "lead") and s.action in ("move", *FIRE) and not s.facts.leader_los
    return f"Lead unit: the leader must see {_pointed_at(s)}, and does not." if bars else ""


@ban("TD-LEAD-3", "no-los-to-leader")
def semi_lead(s: Act) -> str:
    """Semi-lead: line of sight to the leader for every action."""
    bars = _led(s, "semi-lead") and s.model.role != "leader" and not s.facts.los_to_leader
    return "Semi-lead unit: it must see its leader for every action, and does not." if bars else ""


@ban("TD-REACT-2", "no-reactive-fire")
def no_reaction(s: Act) -> str:
    """No reactive fire by off-table artillery."""
    bars = s.action == "reactive-fire" and s.model.role == "spotter"
    return "A spotter does not fire in reaction." if bars else ""


BANS: dict[str, Ban] = {one.rule: one for one in list(globals().values()) if isinstance(one, Ban)}
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
