"""Which action a model may take, and what a group action costs (TD-ACT, TD-LEAD, TD-GROUP, TD-FIRE-1, TD-FIRE-2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ...api import Dice, Illegal, Malformed, Nullable, OneOf, Record, Resolver, Situation, Whole, YesNo, fact, judged
from .tables import ACTIONS, GUNS, MANEUVERABILITY, STATUSES, WEAPONS, catalogue, infantry

ROLES = ("trooper", "leader", "hmg", "attached-hmg", "spotter", "atg", "vehicle")
SINGLE_ONLY = ("hmg", "atg", "spotter", "vehicle")
FIRE = ("direct-fire", "reactive-fire")


@dataclass(frozen=True, kw_only=True)
class Actor:
    """The model that wants to act."""

    role: str = fact(OneOf(ROLES), "trooper", ask="What is the model?")
    type: str | None = fact(OneOf(("infantry", "vehicle")), None, help="follows from the role")
    maneuverability: str = fact(OneOf(MANEUVERABILITY), "autonomous", ask="Maneuverability of its unit?")
    status: str = fact(OneOf(STATUSES), "none", ask="What is its status?")
    tokens: int = fact(Whole(), 0, ask="How many reload markers does it have?")
    weapon: str | None = fact(Nullable(OneOf(WEAPONS)), None, ask="Its weapon?")
    armour_piercing: bool = fact(YesNo(), False, ask="Does it carry the armour-piercing weapon of its unit?")
    close_combat_only: bool = fact(YesNo(), False, ask="Is its unit for close combat only?")
    towed: bool = fact(YesNo(), False, ask="Is the gun towed?", when=lambda given: given.get("role") == "atg")
    missions: int = fact(
        Whole(), 1, ask="How many fire missions are left?", when=lambda given: given.get("role") == "spotter"
    )

    def __post_init__(self) -> None:
        expected = "vehicle" if self.role == "vehicle" else "infantry"
        if self.type not in (None, expected):
            raise Malformed(f"model: a {self.role} is {expected}, not {self.type}")

    @property
    def penetrates(self) -> bool:
        """Whether it can fire at vehicles at all, blank values or not."""
        return self.armour_piercing or self.weapon in GUNS


@dataclass(frozen=True, kw_only=True)
class View:
    """Who sees whom."""

    los: bool = fact(YesNo(), True, ask="Is there line of sight to the target?")
    in_arc: bool = fact(YesNo(), True, ask="Is the target in its arc?")
    los_to_leader: bool = fact(YesNo(), True, ask="Does the model have line of sight to its leader?")
    leader_los: bool = fact(YesNo(), True, ask="Does the leader have line of sight to the designation?")


@dataclass(frozen=True, kw_only=True)
class ActFacts(View):
    """What the players see on the table."""

    target: str = fact(OneOf(("infantry", "vehicle")), "infantry", ask="Infantry or a vehicle as target?")
    group: bool = fact(YesNo(), False, ask="Is it part of a group action?")
    leader_status: str = fact(OneOf(STATUSES), "none", ask="What is the leader's status?")


@dataclass(frozen=True, kw_only=True)
class Act(Situation):
    model: Actor = fact(Record(Actor))
    action: str = fact(OneOf(ACTIONS), ask="Which action?")
    facts: ActFacts = fact(Record(ActFacts), ActFacts())


@dataclass(frozen=True)
class Allowed:
    allowed: bool
    blocked_by: tuple[str, ...]


def _act_1(s: Act) -> bool:
    """Pinned: no move, pivot, prepare (reload is not banned: TD-R30)."""
    banned = ("move", "pivot", "prepare") + (() if s.house["pinned_reload"] else ("reload",))
    return s.model.status == "pinned" and s.action in banned


def _act_2(s: Act) -> bool:
    """Suppressed: rally only."""
    return s.model.status == "suppressed" and s.action != "rally"


def _act_3(s: Act) -> bool:
    """Reload needs a marker, rally a status."""
    nothing_to_reload = s.action == "reload" and s.model.tokens == 0
    return nothing_to_reload or (s.action == "rally" and s.model.status == "none")


def _act_4(s: Act) -> bool:
    """Reload markers bar all fire (indirect: TD-R41)."""
    return s.model.tokens > 0 and s.action in (*FIRE, "indirect-fire")


def _act_5(s: Act) -> bool:
    """Anti-tank gun: no fire while towed, no move while set up."""
    return s.model.role == "atg" and (s.action in FIRE if s.model.towed else s.action == "move")


def _act_6(s: Act) -> bool:
    """Indirect fire by a spotter with missions; no group action for models that act alone."""
    calls = s.model.role == "spotter" and s.model.missions > 0
    alone = s.facts.group and s.model.role in SINGLE_ONLY
    return alone or (s.action == "indirect-fire" and not calls)


def _fire_1(s: Act) -> bool:
    """Direct and reactive fire: line of sight and arc; indirect fire: the spotter's line of sight (TD-R37)."""
    if s.action in FIRE:
        return not (s.facts.los and s.facts.in_arc)
    return s.action == "indirect-fire" and bool(s.house["spotter_los"]) and not s.facts.los


def _fire_2(s: Act) -> bool:
    """The wrong model or weapon for this target."""
    if s.action not in FIRE:
        return False
    if s.facts.target == "infantry":
        wrong = s.model.armour_piercing or s.model.weapon == "hand-held-gun"
    else:
        wrong = not s.model.penetrates
    spots = s.action == "direct-fire" and s.model.role == "spotter"
    return wrong or s.model.close_combat_only or spots


def _react_2(s: Act) -> bool:
    """No reactive fire by off-table artillery."""
    return s.action == "reactive-fire" and s.model.role == "spotter"


def _ind_6(s: Act) -> bool:
    """No barrage at a vehicle."""
    return s.action == "indirect-fire" and s.facts.target == "vehicle"


def _led(s: Act, maneuverability: str) -> bool:
    """A single or reactive action of a unit's member with this maneuverability."""
    return not s.facts.group and s.model.role not in SINGLE_ONLY and s.model.maneuverability == maneuverability


def _lead_1(s: Act) -> bool:
    """Lead: line of sight to the leader for every action, rally included (TD-R44)."""
    return _led(s, "lead") and s.model.role != "leader" and not s.facts.los_to_leader


def _lead_2(s: Act) -> bool:
    """Lead: the leader sees the designation of a move or shot, its own too."""
    return _led(s, "lead") and s.action in ("move", *FIRE) and not s.facts.leader_los


def _lead_3(s: Act) -> bool:
    """Semi-lead: line of sight to the leader for every action."""
    return _led(s, "semi-lead") and s.model.role != "leader" and not s.facts.los_to_leader


def _group_1(s: Act) -> bool:
    """Only move and direct fire can be group actions."""
    return s.facts.group and not catalogue("tables")["actions"][s.action]["group"]


def _group_2(s: Act) -> bool:
    """In a group the model sees its leader, and the leader every designation."""
    if not s.facts.group:
        return False
    return (s.model.role != "leader" and not s.facts.los_to_leader) or not s.facts.leader_los


def _group_4(s: Act) -> bool:
    """A suppressed leader starts no group action (TD-R24)."""
    leader = s.model.status if s.model.role == "leader" else s.facts.leader_status
    suppressed = "suppressed" in (leader, s.facts.leader_status)
    return s.facts.group and suppressed and not s.house["suppressed_leader_initiates"]


BANS: dict[str, tuple[Callable[[Act], bool], str]] = {
    "TD-ACT-1": (_act_1, "pinned"),
    "TD-ACT-2": (_act_2, "suppressed"),
    "TD-ACT-3": (_act_3, "nothing-to-remove"),
    "TD-ACT-4": (_act_4, "reload-markers"),
    "TD-ACT-5": (_act_5, "atg-towed-or-set-up"),
    "TD-ACT-6": (_act_6, "not-for-this-model"),
    "TD-FIRE-1": (_fire_1, "no-los-or-arc"),
    "TD-FIRE-2": (_fire_2, "wrong-weapon"),
    "TD-GROUP-1": (_group_1, "no-group-access"),
    "TD-GROUP-2": (_group_2, "not-led"),
    "TD-GROUP-4": (_group_4, "leader-suppressed"),
    "TD-IND-6": (_ind_6, "vehicle-target"),
    "TD-LEAD-1": (_lead_1, "no-los-to-leader"),
    "TD-LEAD-2": (_lead_2, "leader-cannot-see"),
    "TD-LEAD-3": (_lead_3, "no-los-to-leader"),
    "TD-REACT-2": (_react_2, "no-reactive-fire"),
}
"""Every ban by rule id, in the order of ids, with the word that refuses an event."""


def _ban(rule: str, s: Act) -> str | None:
    """The rule, where it bans the action."""
    return rule if BANS[rule][0](s) else None


def can_act(s: Act, dice: Dice) -> Allowed:
    """May this model take this action now? All the rules that say no (TD-ACT, TD-LEAD, TD-GROUP, TD-FIRE, TD-IND)."""
    blocked = tuple(judged([partial(_ban, rule, s) for rule in BANS]))
    for rule in blocked:
        dice.explain(BANS[rule][1].replace("-", " "), rule)
    return Allowed(not blocked, blocked)


@dataclass(frozen=True, kw_only=True)
class GroupUnit:
    """The unit whose leader starts a group action; `alive` are its models now (default: all)."""

    size: int = fact(Whole(1, 1000), ask="How many models has the unit, without an attached machine gun?")
    attached_hmg: bool = fact(YesNo(), False, ask="Does it have an attached machine gun?")
    pairs: bool = fact(YesNo(), False, ask="Does it move in pairs?")
    alive: int | None = fact(Whole(), None, ask="How many models are left?", help="default: all of them")

    def __post_init__(self) -> None:
        if self.alive is not None and self.alive > self.full:
            raise Malformed(f"unit: {self.alive} alive of {self.full} models")

    @property
    def full(self) -> int:
        return self.size + self.attached_hmg

    @property
    def left(self) -> int:
        return self.full if self.alive is None else self.alive


@dataclass(frozen=True, kw_only=True)
class GroupAction(Situation):
    unit: GroupUnit = fact(Record(GroupUnit))
    action: str = fact(OneOf(ACTIONS), ask="Which action?")
    participants: int = fact(Whole(), ask="How many models take part?")


@dataclass(frozen=True)
class Cost:
    cost: int


def group_cost(s: GroupAction, dice: Dice) -> Cost | Illegal:
    """What a group action adds to the counter: one per model, for pairs one per two (TD-GROUP-1, TD-GROUP-3)."""
    pairs = s.unit.pairs
    if not catalogue("tables")["actions"][s.action]["group"] or (pairs and s.action == "direct-fire"):
        return Illegal("no-group-access", "TD-GROUP-1")
    cost = (s.participants + 1) // 2 if pairs else s.participants
    least, most = (1, int(infantry()["notes"]["pairs"]["group_move"])) if pairs else (2, s.unit.full)
    if not least <= cost <= most or s.participants > s.unit.left:
        return Illegal("group-size", "TD-GROUP-3")
    dice.explain(f"{s.participants} models take part: {cost} actions", "TD-GROUP-3")
    return Cost(cost)


RESOLVERS = (
    Resolver(
        id="can-act",
        title="May this model take this action?",
        situation=Act,
        rule=can_act,
        rules=tuple(BANS),
        example={"model": {"role": "trooper", "status": "pinned"}, "action": "move"},
    ),
    Resolver(
        id="group-cost",
        title="What does a group action cost?",
        situation=GroupAction,
        rule=group_cost,
        rules=("TD-GROUP-1", "TD-GROUP-3"),
        example={"unit": {"size": 5}, "action": "move", "participants": 4},
    ),
)
