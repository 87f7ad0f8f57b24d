"""Rally: shaking off pinned and suppressed."""

from __future__ import annotations

from ...api import Dice, ListOf, Odds, OneOf, Situation, Whole, YesNo, cite, count_text, dataclass, fact
from .tables import EXPERIENCE, rally_value, status_name
from .titles import TITLES


@dataclass(frozen=True, kw_only=True)
class Rally(Situation):
    experience: str = fact(OneOf(EXPERIENCE), ask="How experienced is the unit?")
    status: str = fact(OneOf(("pinned", "suppressed")), ask="What is its status?")
    bonuses: tuple[int, ...] = fact(
        ListOf(Whole(0, 1)),
        (),
        ask="Bonuses of friendly leaders within one standard base (0 or 1 each)?",
        help="the highest counts; bonuses do not add up",
    )
    fast: bool = fact(YesNo(), False, ask="Is the model fast?")


@dataclass(frozen=True)
class Rallied:
    """The lowest face that works (not clamped to 1-6), whether it did, the status afterwards."""

    needed: int
    success: bool
    status: str


def rally_model(s: Rally, dice: Dice) -> Rallied:
    """One model tries to get rid of its status (TD-RALLY-1, TD-RALLY-2, TD-RALLY-3, TD-R42, TD-R43)."""
    value = rally_value(s.experience, s.status)
    bonus = max(s.bonuses, default=0)
    needed = value - bonus
    dice.explain(f"{s.experience} and {status_name(s.status)}: {value} or more", "TD-RALLY-1", "TD-RALLY-3")
    if s.bonuses:
        best = f"best bonus of {count_text(len(s.bonuses), 'leader')} within one standard base: +{bonus}"
        dice.explain(f"{best}, so {needed} or more", "TD-RALLY-2", "TD-UNIT-3", "TD-R43", tell="reason")
    face = dice.roll_die(f"rally, {needed}+")
    if face < needed:
        dice.explain(f"{face}, {needed} needed: stays {status_name(s.status)}", "TD-RALLY-1", tell="reason")
        return Rallied(needed, False, s.status)
    suppressed = s.status == "suppressed"
    step_down = suppressed and s.house["rally_suppressed"] == "step-down"
    fast = step_down and s.fast  # what is fast is never pinned
    status = "pinned" if step_down and not fast else "none"
    rules = cite("TD-RALLY-1", suppressed and "TD-R42", fast and "TD-R33")
    dice.explain(f"{face}, {needed} needed: rallied, now {status_name(status)}", *rules, tell="reason")
    return Rallied(needed, True, status)


@dataclass(frozen=True, kw_only=True)
class RallyAttempts(Rally):
    attempts: int = fact(Whole(1, 1000), 1, help="for odds: how many times it is tried")


def rally_in(s: RallyAttempts, dice: Dice) -> bool:
    """Whether at least one of the attempts succeeds."""
    return dice.repeat(lambda done, _, dice: done or rally_model(s, dice).success, False, range(s.attempts))


RALLY = TITLES.make_resolver(
    "rally",
    Rally,
    rally_model,
    rules=("TD-RALLY-1", "TD-RALLY-2", "TD-RALLY-3"),
    odds=Odds(lambda s, done: "success" if done else "failure", RallyAttempts, rally_in, order=("success", "failure")),
)
