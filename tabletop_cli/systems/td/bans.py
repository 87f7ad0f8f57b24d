"""What bars a model from an action, rule by rule, and what speaks for an action that nothing bars.

A ban is a refusal with the fact behind it, and with the further rules and rulings that its sentence cites.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from ...api import Finding, Refused, Term, cite, count_text, peek, refuse, rules_of
from .tables import ACTIONS, Gun, action_name, piercing_gun, printed_kind, status_name, takes_groups, words

if TYPE_CHECKING:  # actions.py needs the bans
    from .actions import Act

SINGLE_ONLY = ("hmg", "atg", "spotter", "vehicle")
FIRE = ("direct-fire", "reactive-fire")


def group_actions() -> list[str]:
    """The actions that a group may take, inside a sentence."""
    return [action_name(action) for action in ACTIONS if takes_groups(action)]


def _actor_text(s: Act) -> str:
    """The model inside a sentence: ``a trooper``."""
    return str(words("roles")[s.model.role])


def _with_capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


# --- Status and markers


def pinned_ban(s: Act) -> Refused | None:
    """Pinned: no move, pivot, prepare (reload is not banned: TD-R30)."""
    reload_too = not s.house["pinned_reload"]
    banned = ("move", "pivot", "prepare", *(["reload"] if reload_too else []))
    if s.model.status != "pinned" or s.action not in banned:
        return None
    may = "fire and rally" if reload_too else "fire, rally and reload"
    text = f"It is pinned: no {action_name(s.action)}; it may {may}."
    return refuse("TD-ACT-1", "pinned", text, s.action == "reload" and "TD-R30")


def suppressed_ban(s: Act) -> Refused | None:
    """Suppressed: rally only."""
    if s.model.status != "suppressed" or s.action == "rally":
        return None
    text = f"It is suppressed: no {action_name(s.action)}; it may only rally."
    return refuse("TD-ACT-2", "suppressed", text)


def nothing_to_remove_ban(s: Act) -> Refused | None:
    """Reload needs a marker, rally a status."""
    if s.action == "reload" and s.model.tokens == 0:
        text = "It has 0 reload markers: a reload needs 1 to take off."
        return refuse("TD-ACT-3", "nothing-to-remove", text)
    if s.action != "rally" or s.model.status != "none":
        return None
    if s.model.role == "vehicle":
        text = "A vehicle has no status, so it never rallies."
        return refuse("TD-ACT-3", "nothing-to-remove", text, "TD-UNIT-2", "TD-R9")
    return refuse("TD-ACT-3", "nothing-to-remove", "It is steady: only pinned and suppressed models rally.")


def markers_bar(tokens: int, action: str) -> str:
    """The sentence of TD-ACT-4: how many markers stand in the way, and how many reloads take them off."""
    return f"{count_text(tokens, 'reload marker')}: no {action} before {count_text(tokens, 'reload')}."


def reload_markers_ban(s: Act) -> Refused | None:
    """Reload markers bar a model's own fire (TD-R29), and a spotter's missions (TD-R41)."""
    if s.model.tokens <= 0 or s.action not in (*FIRE, "indirect-fire"):
        return None
    text = markers_bar(s.model.tokens, action_name(s.action))
    return refuse("TD-ACT-4", "reload-markers", text, "TD-R41" if s.action == "indirect-fire" else "TD-R29")


def towed_or_set_up_ban(s: Act) -> Refused | None:
    """Anti-tank gun: no fire while towed, no move while set up."""
    if s.model.role == "atg" and s.model.towed and s.action in FIRE:
        text = "The gun is towed: set it up with a prepare action before it fires."
    elif s.model.role == "atg" and not s.model.towed and s.action == "move":
        text = "The gun is set up: tow it with a prepare action before it moves."
    else:
        return None
    return refuse("TD-ACT-5", "atg-towed-or-set-up", text, "TD-R63")


NO_MISSIONS = "It has 0 fire missions left and needs 1."


def not_for_this_model_ban(s: Act) -> Refused | None:
    """Indirect fire by a spotter with missions; no group action for models that act alone."""
    if s.facts.group and s.model.role in SINGLE_ONLY:
        text = _with_capital(f"{_actor_text(s)} takes single actions only.")
        return refuse("TD-ACT-6", "not-for-this-model", text, s.model.role == "vehicle" and "TD-R9")
    if s.action != "indirect-fire":
        return None
    if s.model.role != "spotter":
        text = _with_capital(f"{_actor_text(s)} cannot call artillery: only a spotter can.")
        return refuse("TD-ACT-6", "not-for-this-model", text)
    return None if s.model.missions else refuse("TD-ACT-6", "not-for-this-model", NO_MISSIONS)


# --- Targets and weapons


def unseen_target_ban(s: Act) -> Refused | None:
    """Direct and reactive fire: line of sight and arc; indirect fire: the spotter's line of sight (TD-R37)."""
    if s.action == "indirect-fire":
        if not s.house["spotter_los"] or s.facts.los:
            return None
        return refuse("TD-FIRE-1", "no-los-or-arc", "The spotter does not see the target.", "TD-R37")
    if s.action not in FIRE:
        return None
    if s.facts.los:
        return None if s.facts.in_arc else refuse("TD-FIRE-1", "no-los-or-arc", "The target is outside its arc.")
    outside = not peek(lambda: s.facts.in_arc, True)
    text = "It does not see the target" + (", which is outside its arc too." if outside else ".")
    return refuse("TD-FIRE-1", "no-los-or-arc", text)


def carried_weapon(s: Act) -> Gun:
    """The weapon that counts for the target: the armour-piercing one, the own one, else that of infantry."""
    own = piercing_gun() if s.model.armour_piercing else s.model.weapon or printed_kind("infantry").gun
    assert own is not None, "infantry is printed with its weapon"
    return own


def wrong_weapon(weapon: Gun, at_vehicle: bool) -> str:
    """The sentence of TD-FIRE-2 for a weapon that does not suit the target."""
    return f"{weapon.name}: {'only armour-penetrating guns fire at vehicles' if at_vehicle else 'only at vehicles'}."


def weapon_rulings(weapon: Gun, at_vehicle: bool) -> tuple[str, ...]:
    """The ruling that gives the armour-piercing trooper its weapon, where that decided."""
    return () if at_vehicle or weapon is not piercing_gun() else ("TD-R7",)


def unfit_weapon_ban(s: Act) -> Refused | None:
    """The wrong model or weapon for this target."""
    if s.action not in FIRE:
        return None
    if s.model.close_combat_only:
        return refuse("TD-FIRE-2", "wrong-weapon", "Its unit is for close combat only and does not fire.")
    if s.action == "direct-fire" and s.model.role == "spotter":
        return refuse("TD-FIRE-2", "wrong-weapon", "A spotter has 0 dice of direct fire.")
    at_vehicle = s.facts.target == "vehicle"
    if carried_weapon(s).can_fire(at_vehicle):
        return None
    return refuse("TD-FIRE-2", "wrong-weapon", wrong_weapon(carried_weapon(s), at_vehicle))


# --- Groups


def no_group_access_ban(s: Act) -> Refused | None:
    """Only move and direct fire can be group actions."""
    if not s.facts.group or takes_groups(s.action):
        return None
    text = _with_capital(f"{action_name(s.action)} is not a group action; only {' and '.join(group_actions())} are.")
    return refuse("TD-GROUP-1", "no-group-access", text)


def _pointed_at(s: Act) -> str:
    """What an action is aimed at, inside a sentence."""
    return "the target" if s.action in FIRE else "where it goes"


def not_led_ban(s: Act) -> Refused | None:
    """In a group the model sees its leader, and the leader every designation."""
    if not s.facts.group:
        return None
    if s.model.role != "leader" and not s.facts.los_to_leader:
        nor = "" if peek(lambda: s.facts.leader_los, True) else f", and the leader does not see {_pointed_at(s)}"
        return refuse("TD-GROUP-2", "not-led", f"In a group action it must see its leader, but does not{nor}.")
    if s.facts.leader_los:
        return None
    text = f"In a group action the leader must see {_pointed_at(s)}, but does not."
    return refuse("TD-GROUP-2", "not-led", text)


def leader_suppressed_ban(s: Act) -> Refused | None:
    """A suppressed leader starts no group action (TD-R24)."""
    if not s.facts.group or s.house["suppressed_leader_initiates"]:
        return None
    leads_itself = s.model.role == "leader" and s.model.status == "suppressed"
    if not leads_itself and s.facts.leader_status != "suppressed":
        return None
    text = "The leader is suppressed and cannot start a group action."
    return refuse("TD-GROUP-4", "leader-suppressed", text, "TD-R24")


def vehicle_target_ban(s: Act) -> Refused | None:
    """No barrage at a vehicle."""
    if s.action != "indirect-fire" or s.facts.target != "vehicle":
        return None
    return refuse("TD-IND-6", "vehicle-target", "You cannot aim artillery at a vehicle.", "TD-R40")


# --- Leaders


def _is_act_of_member(s: Act, maneuverability: str) -> bool:
    """Whether it is a single or reactive action of a unit's member with this maneuverability."""
    return not s.facts.group and s.model.role not in SINGLE_ONLY and s.model.maneuverability == maneuverability


def lead_ban(s: Act) -> Refused | None:
    """Lead: line of sight to the leader for every action, rally included (TD-R44)."""
    if not _is_act_of_member(s, "lead") or s.model.role == "leader" or s.facts.los_to_leader:
        return None
    text = "Lead unit: it must see its leader for every action, but does not."
    return refuse("TD-LEAD-1", "no-los-to-leader", text, "TD-R44")


def lead_aim_ban(s: Act) -> Refused | None:
    """Lead: the leader sees the designation of a move or shot, its own too."""
    if not _is_act_of_member(s, "lead") or s.action not in ("move", *FIRE) or s.facts.leader_los:
        return None
    text = f"Lead unit: the leader must see {_pointed_at(s)}, but does not."
    return refuse("TD-LEAD-2", "leader-cannot-see", text)


def semi_lead_ban(s: Act) -> Refused | None:
    """Semi-lead: line of sight to the leader for every action."""
    if not _is_act_of_member(s, "semi-lead") or s.model.role == "leader" or s.facts.los_to_leader:
        return None
    text = "Semi-lead unit: it must see its leader for every action, but does not."
    return refuse("TD-LEAD-3", "no-los-to-leader", text)


def no_reaction_ban(s: Act) -> Refused | None:
    """No reactive fire by off-table artillery."""
    if s.action != "reactive-fire" or s.model.role != "spotter":
        return None
    return refuse("TD-REACT-2", "no-reactive-fire", "A spotter does not fire in reaction.")


BANS: Mapping[str, Callable[[Act], Refused | None]] = {
    "TD-ACT-1": pinned_ban,
    "TD-ACT-2": suppressed_ban,
    "TD-ACT-3": nothing_to_remove_ban,
    "TD-ACT-4": reload_markers_ban,
    "TD-ACT-5": towed_or_set_up_ban,
    "TD-ACT-6": not_for_this_model_ban,
    "TD-FIRE-1": unseen_target_ban,
    "TD-FIRE-2": unfit_weapon_ban,
    "TD-GROUP-1": no_group_access_ban,
    "TD-GROUP-2": not_led_ban,
    "TD-GROUP-4": leader_suppressed_ban,
    "TD-IND-6": vehicle_target_ban,
    "TD-LEAD-1": lead_ban,
    "TD-LEAD-2": lead_aim_ban,
    "TD-LEAD-3": semi_lead_ban,
    "TD-REACT-2": no_reaction_ban,
}
"""Every ban by rule id, in the order of ids."""


# --- What speaks for an action


def find_permission(s: Act) -> Finding[bool]:
    """Return that an action is open when nothing bars it, with what was looked at and the rules that were asked."""
    terms = (*_condition_terms(s), *_aim_terms(s), *_order_terms(s))
    text = f"{action_name(s.action)} is allowed: {', '.join(term.name for term in terms if term.name)}"
    return Finding(True, text, rules_of(terms))


def _condition_terms(s: Act) -> Iterator[Term]:
    """Status and reload markers, where they matter."""
    model, action = s.model, s.action
    if model.status == "none":
        steady = "" if model.role == "vehicle" else "steady"
        yield Term(0, steady, cite(action in ("move", "pivot", "prepare") and "TD-ACT-1"))
    else:
        own = "TD-ACT-1" if model.status == "pinned" else "TD-ACT-2"
        rules = cite(own, action == "reload" and "TD-R30", action == "rally" and "TD-ACT-3")
        yield Term(0, f"{model.status}, which does not bar it", rules)
    if action == "reload":
        yield Term(0, f"{count_text(model.tokens, 'reload marker')} to take one off", ("TD-ACT-3",))
    elif model.tokens:
        yield Term(0, f"{count_text(model.tokens, 'reload marker')}, which only stops fire", ("TD-ACT-4",))
    if model.role == "atg" and action in ("move", "prepare", *FIRE):
        yield Term(0, "towed" if model.towed else "set up", cite("TD-ACT-5", action not in FIRE and "TD-R63"))


def _aim_terms(s: Act) -> Iterator[Term]:
    """Line of sight, arc and weapon of a shot; the missions of a spotter."""
    if s.action in FIRE:
        yield Term(0, "target seen and in its arc", ("TD-FIRE-1",))
        targets = "vehicles" if s.facts.target == "vehicle" else "infantry"
        yield Term(0, f"weapon fit for {targets}", cite("TD-FIRE-2", s.model.armour_piercing and "TD-R7"))
        if s.action == "reactive-fire":
            yield Term(0, "", ("TD-REACT-2",))
    if s.action == "indirect-fire":
        yield Term(0, f"{count_text(s.model.missions, 'fire mission')} left", ("TD-ACT-6", "TD-IND-6"))
        if s.house["spotter_los"]:
            yield Term(0, "target seen", ("TD-FIRE-1", "TD-R37"))
        else:
            yield Term(0, "a spotter need not see the target", ("TD-R37",))


def _order_terms(s: Act) -> Iterator[Term]:
    """What the leader must see, and what must see the leader."""
    leads = s.model.role == "leader"
    if s.facts.group:
        seen = "leads and sees" if leads else "sees its leader, who sees"
        yield Term(0, f"{seen} {_pointed_at(s)}", ("TD-GROUP-1", "TD-GROUP-2"))
        status = s.model.status if leads else s.facts.leader_status
        yield Term(0, f"leader {status_name(status)}", cite("TD-GROUP-4", status != "none" and "TD-R24"))
        if s.model.role == "attached-hmg":
            yield Term(0, "counts as a model of its unit", ("TD-ACT-6", "TD-R6"))
        return
    if s.model.role in SINGLE_ONLY or s.model.maneuverability == "autonomous":
        yield Term(0, "needs no leader", cite("TD-LEAD-4", s.model.role == "vehicle" and "TD-R9"))
        return
    own = "TD-LEAD-1" if s.model.maneuverability == "lead" else "TD-LEAD-3"
    yield Term(0, "leads its unit" if leads else "sees its leader", (own,))
    if own == "TD-LEAD-1" and s.action in ("move", *FIRE):
        yield Term(0, f"leader sees {_pointed_at(s)}", ("TD-LEAD-2",))
