"""Command radius, effective CC and RC, and LD rolls (topic Statistics, command and LD)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from ...api import Dice, Finding, House, Nullable, Number, Odds, OneOf, Situation, Whole, YesNo, dataclass, fact
from .d20 import or_less, roll_rules, roll_successes
from .profiles import co_bonus, rule_number
from .row_types import LEVEL, Level
from .terms import format_cm, halve
from .texts import TITLES

LEADERS = ("original", "replacement")


@dataclass(frozen=True, kw_only=True)
class InCommand(Situation):
    """A soldier and his squad leader."""

    distance: Fraction = fact(Number(0), ask="How far is the soldier from the squad leader, in cm?")
    section_distance: Fraction | None = fact(
        Nullable(Number(0)), None, ask="How far is the soldier from the section leader, in cm?", rules=("TGF-R25",)
    )


@dataclass(frozen=True, kw_only=True)
class LedFacts:
    """A unit and its leader, as far as they decide an LD value."""

    level: Level = fact(LEVEL, ask="How well is the unit trained?")
    leader: str = fact(OneOf(LEADERS), "original", ask="Is its leader the original sergeant or a replacement?")
    suppression: int = fact(Whole(), 0, ask="How strong is the suppression?", rules=("TGF-SUP-8",))


@dataclass(frozen=True, kw_only=True)
class LdValue(Situation, LedFacts):
    """Somebody has to roll on LD."""

    in_command: bool = fact(YesNo(), True, ask="Is the soldier in command?", rules=("TGF-CMD-1",))
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
    radius, section = rule_number("command_radius"), rule_number("section_radius")
    near = s.distance <= radius
    dice.explain(f"{format_cm(s.distance)} from the leader, up to {radius} are in command", "TGF-CMD-1")
    if not near and s.house["section-leader"] == "on" and s.section_distance is not None:
        near = s.section_distance <= section
        text = f"{format_cm(s.section_distance)} from the section leader, up to {section} are in command"
        dice.explain(text, "TGF-CMD-1", "TGF-R25")
    return Commanded(near)


@dataclass(frozen=True)
class Ld:
    ld: int


def ld_loss(strength: int) -> int:
    """What suppression of some strength takes off LD (TGF-SUP-8)."""
    return max(0, strength - rule_number("free_suppression"))


def find_ld(s: LedFacts, in_command: bool, penalty: int, cause: str = "when recovering") -> Finding[int]:
    """Return the leader's LD in command, else half one's own, less what is lost; `cause` says why the penalty is.

    (TGF-LD-2, TGF-LD-3, TGF-CMD-2, TGF-R18)
    """
    level, suppression = s.level, s.suppression
    loss, bonus = ld_loss(suppression), co_bonus("ld") if in_command and s.leader == "original" else 0
    base = level.ld + bonus if in_command else halve(level.ld)

    def ld_text() -> str:
        own = "" if in_command else f", own LD halved to {base}"
        more = f" +{bonus} of the original sergeant" if bonus else ""
        less = f" -{loss} for suppression {suppression}" if suppression else ""
        less += f" -{penalty} {cause}" if penalty else ""
        return f"LD {level.ld} {level}{own}{more}{less}: {base - loss - penalty}"

    rules = ["TGF-LD-2", "TGF-R1"] if in_command else ["TGF-CMD-2", "TGF-R14"]
    rules += ["TGF-LD-3", "TGF-SUP-8"] if suppression else []
    rules += ["TGF-LD-3", "TGF-PANIC-6"] if penalty else []
    return Finding(base - loss - penalty, ld_text, *rules, "TGF-R18")


def ld_value(s: LdValue, dice: Dice) -> Ld:
    """What does he roll on? (TGF-LD-2, TGF-LD-3, TGF-CMD-2)"""
    return Ld(dice.report(find_ld(s, s.in_command, s.penalty)))


def ld_roll(ld: int, why: str, house: House, dice: Dice, *rules: str, tell: Literal["", "reason"] = "reason") -> bool:
    """An LD roll, test or check: one die at or under LD (TGF-LD-1, TGF-R17)."""
    passed = roll_successes(1, ld, "LD", house, dice) == 1

    def roll_text() -> str:
        return f"{why}: LD {or_less(ld, house)}, {'passed' if passed else 'failed'}"

    found = Finding(passed, roll_text, "TGF-LD-1", "TGF-R17", *roll_rules(ld, house), *rules)
    return dice.report(found, tell=tell)


def ld_check(s: LdCheck, dice: Dice) -> dict[str, bool]:
    """An LD roll (TGF-LD-1). The outcome is a table, because ``pass`` is a word of Python."""
    return {"pass": ld_roll(s.ld, "LD check", s.house, dice)}


IN_COMMAND = TITLES.make_resolver("in-command", InCommand, in_command, says_legal=False)
LD_VALUE = TITLES.make_resolver("ld-value", LdValue, ld_value, says_legal=False)
LD_CHECK = TITLES.make_resolver(
    "ld-check", LdCheck, ld_check, odds=Odds(lambda s, found: "pass" if found["pass"] else "fail"), says_legal=False
)
