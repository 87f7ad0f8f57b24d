"""Which action a model may take, and what a group action costs. What bars a model stands in ``bans.py``."""

from __future__ import annotations

from functools import partial

from ...api import (
    Dice,
    Malformed,
    Nullable,
    OneOf,
    Record,
    Refused,
    Situation,
    Whole,
    YesNo,
    cite,
    count_text,
    dataclass,
    fact,
    refuse,
    run_ready_tests,
)
from .bans import BANS, FIRE, SINGLE_ONLY, carried_weapon, find_permission, group_actions, weapon_rulings
from .tables import ACTIONS, MANEUVERABILITY, STATUSES, WEAPON, Gun, action_name, infantry, takes_groups
from .titles import TITLES

ROLES = ("trooper", "leader", "hmg", "attached-hmg", "spotter", "atg", "vehicle")


@dataclass(frozen=True, kw_only=True)
class Actor:
    """The model that wants to act."""

    role: str = fact(OneOf(ROLES), "trooper", ask="What is the model?")
    type: str | None = fact(OneOf(("infantry", "vehicle")), None, help="follows from the role")
    maneuverability: str = fact(OneOf(MANEUVERABILITY), "autonomous", ask="What is the maneuverability of its unit?")
    status: str = fact(OneOf(STATUSES), "none", ask="What is its status?")
    tokens: int = fact(Whole(), 0, ask="How many reload markers does it have?")
    weapon: Gun | None = fact(Nullable(WEAPON), None, ask="What is its weapon?")
    armour_piercing: bool = fact(YesNo(), False, ask="Does it carry the armour-piercing weapon of its unit?")
    close_combat_only: bool = fact(YesNo(), False, ask="Is its unit for close combat only?")
    towed: bool = fact(YesNo(), False, ask="Is the gun towed?")
    missions: int = fact(Whole(), 1, ask="How many fire missions are left?")

    def __post_init__(self) -> None:
        expected = "vehicle" if self.role == "vehicle" else "infantry"
        if self.type not in (None, expected):
            raise Malformed(f"model: a {self.role} is {expected}, not {self.type}")


@dataclass(frozen=True, kw_only=True)
class View:
    """Who sees whom."""

    los: bool = fact(YesNo(), True, ask="Is there line of sight to the target?")
    in_arc: bool = fact(YesNo(), True, ask="Is the target in its arc?")
    los_to_leader: bool = fact(YesNo(), True, ask="Does the model have line of sight to its leader?")
    leader_los: bool = fact(YesNo(), True, ask="Does the leader have line of sight to the destination or target?")


@dataclass(frozen=True, kw_only=True)
class ActFacts(View):
    """What the players see on the table."""

    target: str = fact(OneOf(("infantry", "vehicle")), "infantry", ask="Is the target infantry or a vehicle?")
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


def bans_of(s: Act) -> list[Refused]:
    """The refusals of all rules that say no, as far as the facts are there; see `can_act`."""
    return run_ready_tests([partial(ban, s) for ban in BANS.values()])


def can_act(s: Act, dice: Dice) -> Allowed:
    """May this model take this action now? All the rules that say no, each with its fact; else what speaks for it.

    Rules: TD-ACT-1, TD-ACT-2, TD-ACT-3, TD-ACT-4, TD-ACT-5, TD-ACT-6, TD-LEAD-1, TD-LEAD-2, TD-LEAD-3, TD-LEAD-4,
    TD-GROUP-1, TD-GROUP-2, TD-GROUP-4, TD-FIRE-1, TD-FIRE-2, TD-REACT-2, TD-IND-6.
    """
    bans = bans_of(s)
    for ban in bans:
        # Events leave the weapon's ruling out: they would ask for a target that their refusal does not need.
        weapon = ban.rule == "TD-FIRE-2" and weapon_rulings(carried_weapon(s), s.facts.target == "vehicle")
        alone_too = s.facts.group and not ban.rule.startswith("TD-GROUP-") and "TD-GROUP-2"
        dice.explain(ban.message, *cite(ban.rules, weapon, alone_too))
    return Allowed(not bans and dice.report(find_permission(s)), tuple(ban.rule for ban in bans))


@dataclass(frozen=True, kw_only=True)
class GroupUnit:
    """The unit whose leader starts a group action; `alive` are its models now (default: all)."""

    size: int = fact(Whole(1, 1000), ask="How many models does the unit have, without an attached machine gun?")
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


def group_cost(s: GroupAction, dice: Dice) -> Cost:
    """What a group action adds to the counter: one per model, for pairs one per two (TD-GROUP-1, TD-GROUP-3).

    Further rules: TD-TURN-2, and the rulings TD-R6, TD-R16, TD-R24, TD-R25.
    """
    pairs = s.unit.pairs
    if not takes_groups(s.action):
        text = f"{action_name(s.action).capitalize()} is not a group action; only {' and '.join(group_actions())} are."
        raise refuse("TD-GROUP-1", "no-group-access", text)
    if pairs and s.action == "direct-fire":
        text = "A unit that moves in pairs never fires as a group."
        raise refuse("TD-GROUP-1", "no-group-access", text, "TD-GROUP-3", "TD-R25")
    cost = (s.participants + 1) // 2 if pairs else s.participants
    least, most = _group_actions(s.unit)
    rulings = "TD-R16", "TD-R25" if pairs else "TD-R24", s.unit.attached_hmg and "TD-R6"
    if not least <= cost <= most or s.participants > s.unit.left:
        raise refuse("TD-GROUP-3", "group-size", _wrong_size(s, cost, least, most), rulings)
    takes = f"{count_text(s.participants, 'model')} of {s.unit.left} {'takes' if s.participants == 1 else 'take'} part"
    taking = takes + (", two to an action" if pairs else "")
    allowed = f"{least} to {_most_now(s.unit, most)} allowed"
    dice.explain(f"{taking}: {count_text(cost, 'action')}, {allowed}", *cite("TD-GROUP-3", "TD-TURN-2", rulings))
    return Cost(cost)


def _group_actions(unit: GroupUnit) -> tuple[int, int]:
    """The least and the most actions of a group action: group(x), or what the note on pairs says."""
    return (1, int(infantry()["notes"]["pairs"]["group_move"])) if unit.pairs else (2, unit.full)


def _most_now(unit: GroupUnit, most: int) -> int:
    """The most actions that the models which are left can make."""
    return min(most, (unit.left + 1) // 2 if unit.pairs else unit.left)


def _wrong_size(s: GroupAction, cost: int, least: int, most: int) -> str:
    """Both numbers of a group that is too small or too large."""
    taking = count_text(s.participants, "model")
    if s.participants > s.unit.left:
        return f"{taking} cannot take part: {s.unit.left} of {s.unit.full} are left."
    allowed = f"{least} to {_most_now(s.unit, most)} allowed"
    if s.unit.left < least:
        allowed = f"{least} are needed, and {s.unit.left} of {s.unit.full} {'is' if s.unit.left == 1 else 'are'} left"
    if s.unit.pairs:
        return f"{taking}, two to an action, would be {count_text(cost, 'action')}: {allowed}."
    return f"{taking} would take part: {allowed}."


CAN_ACT = TITLES.make_resolver("can-act", Act, can_act, rules=(*BANS, "TD-LEAD-4"))

GROUP_COST = TITLES.make_resolver(
    "group-cost", GroupAction, group_cost, rules=("TD-GROUP-1", "TD-GROUP-3", "TD-TURN-2")
)


__all__ = ["BANS", "FIRE", "SINGLE_ONLY"]
