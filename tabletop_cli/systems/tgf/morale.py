"""When a squad is tested, and how it recovers from panic (topic Morale, panic, leaders)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...api import (
    Malformed,
    Nullable,
    Odds,
    Situation,
    Whole,
    YesNo,
    cite,
    count_text,
    dataclass,
    fact,
    hidden_field,
    refuse,
)
from .command import LedFacts, find_ld, ld_roll
from .profiles import printed_table, rule_number
from .row_types import KIND, KINDS, LEVEL, Level, UnitKind
from .texts import TITLES

if TYPE_CHECKING:
    from ...api import Dice, House


@dataclass(frozen=True, kw_only=True)
class MoraleTriggers(Situation):
    """A squad was shot at, or lost people otherwise."""

    original: int = fact(Whole(1), ask="How many miniatures did the squad have at first?")
    start: int = fact(Whole(), ask="How many were alive when the enemy squad's activation began?", rules=("TGF-R42",))
    killed_before: int = fact(Whole(), 0, ask="How many had that enemy squad already killed in this activation?")
    killed_now: int = fact(Whole(), 0, ask="How many are killed now?")
    alive_before: int | None = fact(Nullable(Whole()), None, help="living before; null: start - killed_before")
    leader_killed: bool = fact(YesNo(), False, ask="Is the leader among them?", rules=("TGF-MORALE-3",))
    witness_size: int | None = fact(
        Nullable(Whole()),
        None,
        ask="How many miniatures did the friendly squad annihilated in sight have at first?",
        rules=("TGF-MORALE-4",),
    )
    hits_before: int = fact(Whole(), 0, ask="How many hits had it already taken from that enemy squad?")
    hits_now: int = fact(Whole(), 0, ask="How many hits does it take now?", rules=("TGF-MORALE-6",))
    panicked: bool = fact(YesNo(), False, ask="Is it panicked?")
    accident: bool = fact(YesNo(), False, ask="Was it an accident, not enemy fire?")
    level: Level = fact(LEVEL, ask="How well is its leader trained?", rules=("TGF-PERM-1", "TGF-R57"))
    kind: UnitKind = fact(KIND, KINDS.printed["squad"], ask="What kind of unit is it?")

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
class Recover(Situation, LedFacts):
    """A panicked unit tries to recover."""

    under_fire: bool = fact(YesNo(), False, ask="Is it under fire?", rules=("TGF-R67",))
    enemy_in_los: bool = fact(YesNo(), False, ask="Is an enemy in line of sight?", rules=("TGF-PANIC-6",))
    out_of_command: int = fact(Whole(0, 200), 0, ask="How many members are out of command?", rules=("TGF-CMD-1",))


# --- When a squad is tested


def is_quarter(kills: int, size: int) -> bool:
    """Whether so many kills of a squad of this size are more than a quarter (TGF-MORALE-1)."""
    return kills * rule_number("quarter") > size


def is_half(original: int, alive: int) -> bool:
    """Whether more than half of a squad are lost (TGF-MORALE-2)."""
    return (original - alive) * rule_number("half") > original


def is_special(hits: int) -> bool:
    """Whether so many hits in one activation ask for the special check (TGF-MORALE-6, TGF-R47)."""
    return hits > rule_number("special_hits")


def is_witness(size: int, house: House) -> bool:
    """Whether an annihilated squad, of so many miniatures at first, is large enough (TGF-MORALE-4, TGF-R45)."""
    return size - int(house["witness-size"] == "soldiers-only") >= rule_number("witness")


def is_crippled(original: int, alive: int, level: Level, kind: UnitKind) -> bool:
    """Whether a unit may never again move nearer to a visible enemy (TGF-PERM-1, TGF-R68).

    `level` is that of its leader (TGF-R57).
    """
    return not level.steadfast and kind.id == "squad" and alive * rule_number("crippled") <= original


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
    _explain_crippled(s, before, alive, dice)
    if not alive:
        dice.explain("nobody is left to be tested", "TGF-MORALE-5")
        return Triggered((), 0, False, crippled, True)
    tests = {"quarter": _has_crossed_quarter(s, dice), "half": _has_crossed_half(s, before, alive, dice)}
    tests |= {"leader": _has_lost_leader(s, dice), "witness": _has_seen_annihilation(s, dice)}
    triggers = tuple(name for name, due in tests.items() if due)
    return Triggered(triggers, _morale_rolls(s, triggers, dice), _has_crossed_special(s, dice), crippled, False)


def _explain_crippled(s: MoraleTriggers, before: int, alive: int, dice: Dice) -> None:
    """Say whether so few live that they may never again go nearer to an enemy (TGF-PERM-1, TGF-R68, TGF-R57)."""
    now, earlier = (is_crippled(s.original, living, s.level, s.kind) for living in (alive, before))
    means = ", no move nearer to a visible enemy from now on" if now and alive else ""
    text = f"{alive} of {s.original} live, {s.level} {s.kind}: {'' if now else 'not '}crippled{means}"
    rules = cite("TGF-PERM-1", "TGF-R68", s.house["mixed-levels"] == "yes" and "TGF-R57")
    dice.explain(text, *rules, tell="now" if now and alive and not earlier else "")


def _has_crossed_quarter(s: MoraleTriggers, dice: Dice) -> bool:
    """More than a quarter killed by one enemy squad, once on crossing (TGF-MORALE-1, TGF-R42)."""
    if s.accident:
        what = "an accident" if s.witness_size is None else "seen, not shot at"
        dice.explain(f"{what}: no enemy squad's kills, no special check", "TGF-MORALE-1", "TGF-MORALE-6")
        return False
    size, kills = (s.original if s.house["quarter-base"] == "original" else s.start), s.killed_before + s.killed_now
    text, rules = f"{kills} of {size} killed by one squad", ("TGF-MORALE-1", "TGF-R42")
    return _has_crossed(is_quarter(s.killed_before, size), is_quarter(kills, size), text, "a quarter", rules, dice)


def _has_crossed_half(s: MoraleTriggers, before: int, alive: int, dice: Dice) -> bool:
    """More than half of all lost, once on crossing (TGF-MORALE-2, TGF-R43)."""
    over, text = is_half(s.original, alive), f"{s.original - alive} of {s.original} lost"
    rules = cite("TGF-MORALE-2", over and "TGF-R43")
    return _has_crossed(is_half(s.original, before), over, text, "half", rules, dice)


def _has_crossed_special(s: MoraleTriggers, dice: Dice) -> bool:
    """More than 10 hits from one enemy squad, once on crossing (TGF-MORALE-6, TGF-R47)."""
    if s.accident:
        return False
    hits, most, rules = s.hits_before + s.hits_now, rule_number("special_hits"), ("TGF-MORALE-6", "TGF-R47")
    text = f"{count_text(hits, 'hit')} from one squad"
    return _has_crossed(is_special(s.hits_before), is_special(hits), text, str(most), rules, dice)


def _has_crossed(known: bool, over: bool, text: str, than: str, rules: tuple[str, ...], dice: Dice) -> bool:
    """Whether something is more than a bound now, and was not before."""
    more = "before already more" if known else "more" if over else "not more"
    dice.explain(f"{text}, {more} than {than}", *rules)
    return over and not known


def _has_lost_leader(s: MoraleTriggers, dice: Dice) -> bool:
    """The present leader is killed (TGF-MORALE-3, TGF-R44)."""
    if s.leader_killed:
        dice.explain("the leader is killed; another takes over before the check", "TGF-MORALE-3", "TGF-R44")
    return s.leader_killed


def _has_seen_annihilation(s: MoraleTriggers, dice: Dice) -> bool:
    """A friendly squad that is large enough is annihilated in sight (TGF-MORALE-4, TGF-R45)."""
    if s.witness_size is None:
        return False
    text = f"a squad of {s.witness_size} is annihilated in sight, {rule_number('witness')} or more count"
    dice.explain(text, "TGF-MORALE-4", "TGF-R45")
    return is_witness(s.witness_size, s.house)


def _morale_rolls(s: MoraleTriggers, triggers: tuple[str, ...], dice: Dice) -> int:
    """The morale dice that are due: one, or with ``morale-multiple = each`` one for each (TGF-MORALE-5, TGF-R44)."""
    if not triggers:
        return 0
    rolls = 0 if s.panicked else len(triggers) if s.house["morale-multiple"] == "each" else 1
    text = f"{' and '.join(triggers)}: {count_text(rolls, 'morale roll')}{', panicked already' if s.panicked else ''}"
    dice.explain(text, *cite("TGF-MORALE-5", (s.panicked or len(triggers) > 1) and "TGF-R44"))
    return rolls


# --- Recovery


@dataclass(frozen=True)
class Stragglers:
    """How those out of command fared, one after the other; to odds it matters only whether all or any did well."""

    any: bool = False
    all: bool = True
    each: tuple[bool, ...] = hidden_field(())

    def with_roll(self, passed: bool) -> Stragglers:
        return Stragglers(self.any or passed, self.all and passed, (*self.each, passed))


@dataclass(frozen=True)
class Recovered:
    """The cost in actions, the LD of leader and stragglers, and who has recovered."""

    actions: int
    ld: int
    own_ld: int
    leader_group: bool
    others: tuple[bool, ...]


def recovery_cost(level: Level, house: House) -> int:
    """The actions that recovering takes a soldier of some level (TGF-PANIC-5, TGF-ACT-2, TGF-R46)."""
    cost = int(printed_table("actions")["recover"]["cost"])
    return cost if house["recovery-cost"] == "strict-three" else min(cost, level.ac)


def recovery_penalty(under_fire: bool, enemy_in_los: bool) -> int:
    """What recovering takes off LD: under fire, or else with an enemy in sight (TGF-PANIC-6)."""
    return rule_number("under_fire") if under_fire else rule_number("enemy_in_sight") if enemy_in_los else 0


def recovery_cause(under_fire: bool) -> str:
    """Why recovering takes something off LD (TGF-PANIC-6)."""
    return "under fire" if under_fire else "with an enemy in sight"


def resolve_recovery(s: Recover, dice: Dice) -> Recovered:
    """A unit tries to recover from panic (TGF-PANIC-5, TGF-PANIC-6, TGF-PANIC-7, TGF-LD-4).

    The leader's die counts for all in command, and each straggler rolls one for himself.
    """
    cost, has = recovery_cost(s.level, s.house), s.level.ac
    if cost > has:
        text = f"Recovering takes {cost} actions, {s.level} soldiers have only {has}."
        raise refuse("TGF-PANIC-5", "too-few-actions", text, "TGF-R46", "TGF-ACT-3")
    dice.explain(f"{cost} actions of {has}", "TGF-PANIC-5", "TGF-R46")
    penalty, cause = recovery_penalty(s.under_fire, not s.under_fire and s.enemy_in_los), recovery_cause(s.under_fire)
    ld, own = (dice.report(find_ld(s, led, penalty, cause)) for led in (True, False))
    rules = cite("TGF-LD-4", "TGF-R18", s.under_fire and "TGF-R67")
    led = ld_roll(ld, "the leader, for all in command", s.house, dice, *rules)

    def roll_straggler(before: Stragglers, at: int, dice: Dice) -> Stragglers:
        rules = ("TGF-LD-4", "TGF-CMD-2", "TGF-PANIC-7", "TGF-DICE-2")
        return before.with_roll(ld_roll(own, f"straggler {at + 1}, for himself", s.house, dice, *rules))

    return Recovered(cost, ld, own, led, dice.repeat(roll_straggler, Stragglers(), range(s.out_of_command)).each)


def recovered_name(s: Recover, found: Recovered) -> str:
    """The name of an outcome in odds, over the leader's and the stragglers' dice."""
    each = (found.leader_group, *found.others)
    return "all" if all(each) else "some" if any(each) else "none"


MORALE_TRIGGERS = TITLES.make_resolver("morale-triggers", MoraleTriggers, morale_triggers, says_legal=False)
RECOVER = TITLES.make_resolver("recover", Recover, resolve_recovery, odds=Odds(recovered_name))
