"""Command radius, effective CC and RC, and LD rolls (topic Statistics, command and LD)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...api import Dice, House, Nullable, Number, Odds, OneOf, Resolver, Situation, Whole, YesNo, fact
from .d20 import or_less, passes, roll_rules
from .profiles import LEVELS, co, level, number
from .words import cm, halved

LEADERS = ("original", "replacement")


@dataclass(frozen=True, kw_only=True)
class InCommand(Situation):
    """A soldier and his squad leader."""

    distance: Fraction = fact(Number(0), ask="How far is the soldier from the squad leader, in cm?")
    section_distance: Fraction | None = fact(
        Nullable(Number(0)), None, ask="How far is he from the section leader, in cm?", rules=("TGF-R25",)
    )


@dataclass(frozen=True, kw_only=True)
class LdValue(Situation):
    """Somebody has to roll on LD."""

    level: str = fact(OneOf(LEVELS), ask="How well is the unit trained?")
    in_command: bool = fact(YesNo(), True, ask="Is the soldier in command?", rules=("TGF-CMD-1",))
    leader: str = fact(OneOf(LEADERS), "original", ask="Is its leader the original sergeant or a replacement?")
    suppression: int = fact(Whole(), 0, ask="How strong is the suppression on him?", rules=("TGF-SUP-8",))
    penalty: int = fact(Whole(), 0, ask="What is the penalty for recovering from panic?", rules=("TGF-PANIC-6",))


@dataclass(frozen=True, kw_only=True)
class LdCheck(Situation):
    """An LD roll."""

    ld: int = fact(Whole(None), ask="What is the LD?")


@dataclass(frozen=True)
class Commanded:
    in_command: bool


def in_command(s: InCommand, dice: Dice) -> Commanded:
    """Is a soldier in command? (TGF-CMD-1, TGF-R25)"""
    near = s.distance <= number("command_radius")
    dice.explain(f"{cm(s.distance)} from the leader, {number('command_radius')} are in command", "TGF-CMD-1")
    if not near and s.house["section-leader"] == "on" and s.section_distance is not None:
        near = s.section_distance <= number("section_radius")
        text = f"{cm(s.section_distance)} from the section leader, {number('section_radius')} are in command"
        dice.explain(text, "TGF-CMD-1", "TGF-R25")
    return Commanded(near)


def ld_of(name: str, *, leader: str, in_command: bool) -> int:
    """LD before suppression and penalties: the leader's in command, else half one's own (TGF-LD-2, TGF-CMD-2).

    `leader` is ``original``, who has 1 more, or ``replacement`` (TGF-R1, TGF-R18).
    """
    own = level(name).ld
    return own + leader_bonus(leader) if in_command else halved(own, 1)


def leader_bonus(leader: str) -> int:
    """What a leader adds to the LD of his level (TGF-LD-2, TGF-R1)."""
    return co("ld") if leader == "original" else 0


def ld_loss(strength: int) -> int:
    """What suppression of some strength takes off LD (TGF-SUP-8)."""
    return max(0, strength - number("free_suppression"))


def explained_ld(name: str, leader: str, in_command: bool, strength: int, penalty: int, dice: Dice) -> int:
    """An LD value, with its sum in words (TGF-LD-2, TGF-LD-3, TGF-CMD-2, TGF-SUP-8)."""
    ld, loss = ld_of(name, leader=leader, in_command=in_command), ld_loss(strength)
    bonus = f" +{leader_bonus(leader)} of the original sergeant" if in_command and leader == "original" else ""
    words = f"LD {level(name).ld} {name}{bonus}" + ("" if in_command else f", his own, halved to {ld}")
    rules = ["TGF-LD-2", "TGF-R18"] if in_command else ["TGF-CMD-2", "TGF-R14", "TGF-R18"]
    rules += ["TGF-R1"] if in_command else []
    if strength:
        words, rules = f"{words} -{loss} for suppression {strength}", [*rules, "TGF-SUP-8", "TGF-LD-3"]
    if penalty:
        words, rules = f"{words} -{penalty}", [*rules, "TGF-LD-3", "TGF-PANIC-6"]
    dice.explain(f"{words}: {ld - loss - penalty}", *dict.fromkeys(rules))
    return ld - loss - penalty


@dataclass(frozen=True)
class Ld:
    ld: int


def ld_value(s: LdValue, dice: Dice) -> Ld:
    """What does he roll on? (TGF-LD-2, TGF-LD-3, TGF-CMD-2)"""
    leader = s.leader if s.in_command else "replacement"
    return Ld(explained_ld(s.level, leader, s.in_command, s.suppression, s.penalty, dice))


def ld_roll(ld: int, why: str, house: House, dice: Dice, *rules: str) -> bool:
    """An LD roll, test or check: one die at or under LD (TGF-LD-1, TGF-R17)."""
    passed = passes(ld, f"LD, {or_less(ld, house)}", house, dice)
    said = f"{why}: LD {or_less(ld, house)}, {'passed' if passed else 'failed'}"
    dice.explain(said, "TGF-LD-1", "TGF-R17", *roll_rules(ld, house), *rules)
    return passed


def ld_check(s: LdCheck, dice: Dice) -> dict[str, bool]:
    """An LD roll (TGF-LD-1). The outcome is a table, because ``pass`` is a word of Python."""
    return {"pass": ld_roll(s.ld, "LD check", s.house, dice)}


IN_COMMAND = Resolver(
    id="in-command",
    title="Is he in command?",
    situation=InCommand,
    rule=in_command,
    rules=("TGF-CMD-1", "TGF-R25"),
    says_legal=False,
    example={"distance": 18},
)
LD_VALUE = Resolver(
    id="ld-value",
    title="What LD does he roll on?",
    situation=LdValue,
    rule=ld_value,
    rules=("TGF-LD-2", "TGF-LD-3", "TGF-CMD-2", "TGF-SUP-8"),
    says_legal=False,
    example={"level": "regular", "suppression": 5},
)
LD_CHECK = Resolver(
    id="ld-check",
    title="An LD roll",
    situation=LdCheck,
    rule=ld_check,
    rules=("TGF-LD-1", "TGF-R17"),
    odds=Odds(lambda s, found: "pass" if found["pass"] else "fail", order=("pass", "fail")),
    says_legal=False,
    example={"ld": 10},
)
RESOLVERS = (IN_COMMAND, LD_VALUE, LD_CHECK)
