"""When a squad is tested, and how it recovers from panic (topic Morale, panic, leaders)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import (
    Dice,
    House,
    Illegal,
    Malformed,
    Nullable,
    Odds,
    OneOf,
    Resolver,
    Situation,
    Whole,
    YesNo,
    counted,
    fact,
    hidden,
)
from .command import LEADERS, explained_ld, ld_roll
from .profiles import KINDS, LEVELS, catalogue, level, number


@dataclass(frozen=True, kw_only=True)
class MoraleTriggers(Situation):
    """A squad was shot at, or lost people otherwise."""

    original: int = fact(Whole(1), ask="How many miniatures had the squad at first?")
    start: int = fact(Whole(), ask="How many had it when the enemy squad's activation began?", rules=("TGF-R42",))
    killed_before: int = fact(Whole(), 0, ask="How many had that enemy squad killed before, in this activation?")
    killed_now: int = fact(Whole(), 0, ask="How many are killed now?")
    alive_before: int | None = fact(Nullable(Whole()), None, help="living before; null: start - killed_before")
    leader_killed: bool = fact(YesNo(), False, ask="Is the leader among them?", rules=("TGF-MORALE-3",))
    witness_size: int | None = fact(
        Nullable(Whole()),
        None,
        ask="How many miniatures had a friendly squad at first that was annihilated in sight?",
        rules=("TGF-MORALE-4",),
    )
    hits_before: int = fact(Whole(), 0, ask="How many hits had it taken from that squad before?")
    hits_now: int = fact(Whole(), 0, ask="How many hits does it take now?", rules=("TGF-MORALE-6",))
    panicked: bool = fact(YesNo(), False, ask="Is it panicked?")
    accident: bool = fact(YesNo(), False, ask="Was it an accident, and no enemy's fire?")
    level: str = fact(OneOf(LEVELS), ask="How well is its leader trained?", rules=("TGF-PERM-1", "TGF-R57"))
    kind: str = fact(OneOf(KINDS), "squad", ask="What kind of unit is it?")

    def __post_init__(self) -> None:
        """Errors: `Malformed` for numbers that cannot be together."""
        most = self.start - self.killed_before
        alive = most if self.alive_before is None else self.alive_before
        if self.start > self.original:
            raise Malformed(f"situation.start: {self.start}, but the squad had {self.original} at first")
        if most < 0:
            raise Malformed(f"situation.killed_before: {self.killed_before} of {self.start}")
        if alive > most:
            raise Malformed(f"situation.alive_before: {alive}, at most {most} of {self.start} can live")
        if self.killed_now > alive:
            raise Malformed(f"situation.killed_now: {self.killed_now}, {alive} lived")


@dataclass(frozen=True, kw_only=True)
class Recover(Situation):
    """A panicked unit tries to recover."""

    level: str = fact(OneOf(LEVELS), ask="How well is the unit trained?")
    leader: str = fact(OneOf(LEADERS), "original", ask="Is its leader the original sergeant or a replacement?")
    under_fire: bool = fact(YesNo(), False, ask="Is it under fire?", rules=("TGF-R67",))
    enemy_in_los: bool = fact(YesNo(), False, ask="Is an enemy in line of sight?", rules=("TGF-PANIC-6",))
    suppression: int = fact(Whole(), 0, ask="How strong is the suppression on it?", rules=("TGF-SUP-8",))
    out_of_command: int = fact(Whole(0, 200), 0, ask="How many members are out of command?", rules=("TGF-CMD-1",))


# --- When a squad is tested


def is_quarter(kills: int, size: int) -> bool:
    """Whether so many kills of a squad of this size are more than a quarter (TGF-MORALE-1)."""
    return kills * number("quarter") > size


def is_half(original: int, alive: int) -> bool:
    """Whether more than half of a squad are lost (TGF-MORALE-2)."""
    return (original - alive) * number("half") > original


def is_special(hits: int) -> bool:
    """Whether so many hits in one activation ask for the special check (TGF-MORALE-6, TGF-R47)."""
    return hits > number("special_hits")


def is_witness(size: int, house: House) -> bool:
    """Whether an annihilated squad, of so many miniatures at first, is large enough (TGF-MORALE-4, TGF-R45)."""
    return size - int(house["witness-size"] == "soldiers-only") >= number("witness")


def is_crippled(original: int, alive: int, name: str, kind: str) -> bool:
    """Whether a unit may never again move nearer to a visible enemy (TGF-PERM-1, TGF-R68).

    `name` is the level of its leader (TGF-R57).
    """
    return name != "elite" and kind == "squad" and alive * number("crippled") <= original


@dataclass(frozen=True)
class Triggered:
    """What a squad is tested for, the morale dice that are due, and what has become of it."""

    triggers: tuple[str, ...]
    morale_rolls: int
    special_roll: bool
    crippled: bool
    annihilated: bool


def morale_triggers(s: MoraleTriggers, dice: Dice) -> Triggered:
    """Which tests are due? (TGF-MORALE-1, TGF-MORALE-2, TGF-MORALE-3, TGF-MORALE-4, TGF-MORALE-5, TGF-MORALE-6)"""
    before = s.start - s.killed_before if s.alive_before is None else s.alive_before
    alive = before - s.killed_now
    crippled = is_crippled(s.original, alive, s.level, s.kind)
    third = f"{alive} of {s.original} live, {s.level} {s.kind}: {'' if crippled else 'not '}crippled"
    dice.explain(third, "TGF-PERM-1", *(["TGF-R68"] if s.kind != "squad" else []))
    if not alive:
        dice.explain("nobody is left to be tested", "TGF-MORALE-5")
        return Triggered((), 0, False, crippled, True)
    triggers = tuple(_triggers(s, before, alive, dice))
    rolls = _morale_rolls(s, triggers, dice)
    special = not s.accident and _crosses_special(s, dice)
    return Triggered(triggers, rolls, special, crippled, False)


def _triggers(s: MoraleTriggers, before: int, alive: int, dice: Dice) -> list[str]:
    found = []
    if not s.accident and _crosses_quarter(s, dice):
        found.append("quarter")
    half = is_half(s.original, alive)
    if half and not is_half(s.original, before):
        found.append("half")
    known = " already before" if half and "half" not in found else ""
    words = f"{s.original - alive} of {s.original} lost, {'more' if half else 'not more'} than half{known}"
    dice.explain(words, "TGF-MORALE-2", *(["TGF-R43"] if half else []))
    if s.leader_killed:
        found.append("leader")
        dice.explain("the leader is killed; another takes over before the check", "TGF-MORALE-3", "TGF-R44")
    if s.witness_size is not None:
        seen = is_witness(s.witness_size, s.house)
        found += ["witness"] if seen else []
        words = f"a squad of {s.witness_size} is annihilated in sight, {number('witness')} count"
        dice.explain(words, "TGF-MORALE-4", "TGF-R45")
    return found


def _crosses_quarter(s: MoraleTriggers, dice: Dice) -> bool:
    """More than a quarter killed by one enemy squad, on crossing (TGF-MORALE-1, TGF-R42)."""
    size = s.original if s.house["quarter-base"] == "original" else s.start
    kills = s.killed_before + s.killed_now
    over, known = is_quarter(kills, size), is_quarter(s.killed_before, size)
    words = f"{kills} of {size} killed by one squad, {'more' if over else 'not more'} than a quarter"
    dice.explain(words + (" already before" if known else ""), "TGF-MORALE-1", "TGF-R42")
    return over and not known


def _crosses_special(s: MoraleTriggers, dice: Dice) -> bool:
    """More than 10 hits from one enemy squad, on crossing (TGF-MORALE-6, TGF-R47)."""
    hits = s.hits_before + s.hits_now
    over, known = is_special(hits), is_special(s.hits_before)
    words = f"{counted(hits, 'hit')} from one squad, {'more' if over else 'not more'} than {number('special_hits')}"
    dice.explain(words + (" already before" if known else ""), "TGF-MORALE-6", "TGF-R47")
    return over and not known


def _morale_rolls(s: MoraleTriggers, triggers: tuple[str, ...], dice: Dice) -> int:
    """The morale dice that are due: one, or with ``morale-multiple = each`` one for each (TGF-MORALE-5, TGF-R44)."""
    if not triggers:
        return 0
    if s.panicked:
        dice.explain(f"{' and '.join(triggers)}, but it is panicked already: no roll", "TGF-MORALE-5", "TGF-R44")
        return 0
    rolls = len(triggers) if s.house["morale-multiple"] == "each" else 1
    several = ("TGF-R44",) if len(triggers) > 1 or s.leader_killed else ()
    dice.explain(f"{' and '.join(triggers)}: {counted(rolls, 'morale roll')}", "TGF-MORALE-5", *several)
    return rolls


# --- Recovery


@dataclass(frozen=True)
class Stragglers:
    """How those out of command fared, one after the other; to odds it matters only whether all or any did well."""

    any: bool = False
    all: bool = True
    each: tuple[bool, ...] = hidden(())

    def and_then(self, passed: bool) -> Stragglers:
        return Stragglers(self.any or passed, self.all and passed, (*self.each, passed))


@dataclass(frozen=True)
class Recovered:
    """The cost in actions, the LD of leader and stragglers, and who has recovered."""

    actions: int
    ld: int
    own_ld: int
    leader_group: bool
    others: tuple[bool, ...]


def recovery_actions() -> int:
    """The actions of an attempt to recover, as printed (TGF-ACT-2)."""
    return int(catalogue("tables")["actions"]["recover"]["cost"])


def recovery_cost(name: str, house: House) -> int:
    """The actions that recovering takes a soldier of some level (TGF-PANIC-5, TGF-R46)."""
    cost = recovery_actions()
    return cost if house["recovery-cost"] == "strict-three" else min(cost, level(name).ac)


def recovery_penalty(under_fire: bool, enemy_in_los: bool) -> int:
    """What recovering takes off LD: under fire, or else with an enemy in sight (TGF-PANIC-6)."""
    return number("under_fire") if under_fire else number("enemy_in_sight") if enemy_in_los else 0


def group_check(ld: int, own_ld: int, stragglers: int, house: House, dice: Dice) -> tuple[bool, Stragglers]:
    """The leader's die for all in command, and one for each straggler (TGF-LD-4, TGF-DICE-2)."""
    led = ld_roll(ld, "the leader, for all in command", house, dice, "TGF-LD-4", "TGF-R18")

    def roll(before: Stragglers, at: int, dice: Dice) -> Stragglers:
        why = f"straggler {at + 1}, for himself"
        return before.and_then(ld_roll(own_ld, why, house, dice, "TGF-LD-4", "TGF-CMD-2", "TGF-DICE-2"))

    return led, dice.repeat(roll, Stragglers(), range(stragglers))


def recover(s: Recover, dice: Dice) -> Recovered | Illegal:
    """A unit tries to recover from panic (TGF-PANIC-5, TGF-PANIC-6, TGF-PANIC-7, TGF-LD-4)."""
    cost, has = recovery_cost(s.level, s.house), level(s.level).ac
    if cost > has:
        text = f"Recovering takes {cost} actions, {s.level} soldiers have {has}."
        return Illegal("too-few-actions", "TGF-PANIC-5", text=text, also=("TGF-R46", "TGF-ACT-3"))
    dice.explain(f"{cost} actions of {has}", "TGF-PANIC-5", *(["TGF-R46"] if has <= recovery_actions() else []))
    penalty = recovery_penalty(s.under_fire, not s.under_fire and s.enemy_in_los)
    ld = explained_ld(s.level, s.leader, True, s.suppression, penalty, dice)
    own = explained_ld(s.level, s.leader, False, s.suppression, penalty, dice)
    led, others = group_check(ld, own, s.out_of_command, s.house, dice)
    return Recovered(cost, ld, own, led, others.each)


def recovered_name(s: Recover, found: Recovered) -> str:
    """The name of an outcome in odds, over the leader's and the stragglers' dice."""
    each = (found.leader_group, *found.others)
    return "all" if all(each) else "some" if any(each) else "none"


MORALE_TRIGGERS = Resolver(
    id="morale-triggers",
    title="Is a squad tested?",
    situation=MoraleTriggers,
    rule=morale_triggers,
    rules=(
        "TGF-MORALE-1",
        "TGF-MORALE-2",
        "TGF-MORALE-3",
        "TGF-MORALE-4",
        "TGF-MORALE-5",
        "TGF-MORALE-6",
        "TGF-PERM-1",
    ),
    says_legal=False,
    example={"original": 12, "start": 12, "killed_now": 4, "level": "regular"},
)
RECOVER = Resolver(
    id="recover",
    title="Recovery from panic",
    situation=Recover,
    rule=recover,
    rules=("TGF-PANIC-5", "TGF-PANIC-6", "TGF-LD-4", "TGF-R46"),
    odds=Odds(recovered_name, order=("all", "some", "none")),
    example={"level": "regular", "under_fire": True, "out_of_command": 2},
)
RESOLVERS = (MORALE_TRIGGERS, RECOVER)
