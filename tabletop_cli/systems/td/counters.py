"""The two action counters: who acts, how, and how often the other side may react."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Literal

from ...api import (
    Dice,
    Finding,
    House,
    ListOf,
    Malformed,
    Nullable,
    OneOf,
    Situation,
    Whole,
    YesNo,
    count_text,
    dataclass,
    fact,
)
from .titles import TITLES

Side = Literal["a", "b"]
SIDES: tuple[Side, ...] = ("a", "b")
ANY = ("group", "single")
SINGLE = ("single",)


def opponent_of(side: str) -> Side:
    return "b" if side == "a" else "a"


@dataclass(frozen=True)
class Turn:
    """Who acts next, in which ways, which catch-up is running, and whether nobody can act any more."""

    next: Side | None
    may: tuple[str, ...]
    catch_up: Side | None
    over: bool


def idle_sides(
    used: Mapping[Side, int], limits: Mapping[Side, int], eliminated: Callable[[], Collection[Side]]
) -> dict[Side, str]:
    """Return the sides that cannot act any more, each with what it lacks (TD-TURN-5, TD-TURN-7).

    `eliminated` reads which sides have no model left, as long as one of them has actions.
    """
    idle = {side: f"all {limits[side]} actions used" for side in SIDES if used[side] >= limits[side]}
    return idle if len(idle) == len(SIDES) else {**idle, **dict.fromkeys(eliminated(), "no model left")}


def turn_of(used: Mapping[Side, int], catch_up: Side | None, idle: Mapping[Side, str], house: House) -> Turn:
    """Return who acts next, without the words of `turn_findings`."""
    return next(turn_findings(used, catch_up, idle, house)).value


def turn_findings(
    used: Mapping[Side, int], catch_up: Side | None, idle: Mapping[Side, str], house: House
) -> Iterator[Finding[Turn]]:
    """Yield what the counters mean, step by step, once an action and all reactive fire at it are finished.

    The value of each is who acts next, and has to: there is no passing (TD-TURN-8, TD-R23). `used` are the actions
    used, `idle` the sides that cannot act, `catch_up` the one that was running.
    Rules: TD-TURN-3, TD-TURN-4, TD-TURN-6, TD-TURN-7, TD-R18, TD-R19, TD-R22.
    """
    d, stand = used["a"] - used["b"], f"A has used {used['a']}, B {used['b']}"
    if len(idle) == len(SIDES):
        text = f"{stand}: nobody can act any more"
        yield Finding(Turn(None, (), None, True), text, "TD-TURN-6", "TD-TURN-5")
        return
    running = _running_after(d, catch_up, house)
    due: Side = running or ("b" if d == 1 else "a")
    if due in idle:
        text = (
            f"{due.upper()} would be next but is skipped, {idle[due]}: {opponent_of(due).upper()} acts, single or group"
        )
        yield Finding(Turn(opponent_of(due), ANY, None, False), text, "TD-TURN-3", "TD-TURN-7", "TD-R22")
        return
    now = Turn(due, SINGLE if running else ANY, running, False)
    if catch_up is not None and running != catch_up:
        yield Finding(now, f"{stand}: {_end_text(d, catch_up)}", "TD-TURN-4", "TD-R19")
    acts = f"{stand}, difference {d}: {due.upper()}"
    if running is None:
        yield Finding(now, f"{acts} acts, single or group", "TD-TURN-3", d == -1 and "TD-R18")
        return
    switched, goal = house["catch_up_end"] == "difference", _GOALS[running]
    text = f"{acts} catches up with single actions {'as long as the difference is such' if switched else goal}"
    rulings = (switched or catch_up == running) and "TD-R19", d == -1 and catch_up != "a" and "TD-R18"
    yield Finding(now, text, "TD-TURN-3", "TD-TURN-4", *rulings)


def _running_after(d: int, catch_up: Side | None, house: House) -> Side | None:
    """Return whose catch-up runs for d = a - b, if `catch_up` was running (TD-TURN-3, TD-TURN-4, TD-R18, TD-R19)."""
    if catch_up is not None and house["catch_up_end"] != "difference" and not has_ended(d, catch_up):
        return catch_up
    if d >= 2:
        return "b"
    return "a" if d <= -2 or (d == -1 and house["gap"] == "catch-up") else None


def has_ended(d: int, catch_up: Side) -> bool:
    """Whether a catch-up has reached its end for d = a - b: A one ahead, B level (TD-TURN-4)."""
    return d >= 1 if catch_up == "a" else d <= 0


def _end_text(d: int, catch_up: Side) -> str:
    """Return why a catch-up ends: as the rulebook says, or by the house rules before that."""
    mark = "one ahead" if catch_up == "a" else "level"
    stated = f"the catch-up of {catch_up.upper()} ends {mark}"
    return stated if has_ended(d, catch_up) else "by the house rules only the difference counts"


_GOALS: Mapping[Side, str] = {"a": "until one ahead of B", "b": "until level with A"}


@dataclass(frozen=True, kw_only=True)
class Counters(Situation):
    a: int = fact(Whole(), ask="How many actions has player A used?")
    b: int = fact(Whole(), ask="How many actions has player B used?")
    limit_a: int = fact(Whole(1), ask="How many actions does player A have in all?")
    limit_b: int = fact(Whole(1), ask="How many actions does player B have in all?")

    def __post_init__(self) -> None:
        if self.a > self.limit_a or self.b > self.limit_b:
            raise Malformed("counters: nobody uses more actions than the limit (TD-TURN-5)")

    @property
    def used(self) -> dict[Side, int]:
        return {"a": self.a, "b": self.b}

    @property
    def limits(self) -> dict[Side, int]:
        return {"a": self.limit_a, "b": self.limit_b}


@dataclass(frozen=True, kw_only=True)
class WhoActs(Counters):
    catch_up: Side | None = fact(Nullable(OneOf(SIDES)), None, ask="Whose catch-up is running (a, b or none)?")
    eliminated: tuple[Side, ...] = fact(ListOf(OneOf(SIDES)), (), ask="Which sides have no models left?")


def who_acts(s: WhoActs, dice: Dice) -> Turn:
    """Who acts next, and may it be a group action?

    Rules: TD-TURN-3, TD-TURN-4, TD-TURN-5, TD-TURN-6, TD-TURN-7.
    """
    idle = idle_sides(s.used, s.limits, lambda: s.eliminated)
    for finding in turn_findings(s.used, s.catch_up, idle, s.house):
        now = dice.report(finding)
    return now


@dataclass(frozen=True, kw_only=True)
class Reactions(Counters):
    active: Side = fact(OneOf(SIDES), ask="Who is moving (a or b)?")
    in_catch_up: bool = fact(YesNo(), False, ask="Is that move part of a catch-up?")


@dataclass(frozen=True)
class ReactionsLeft:
    by: Side
    left: int


def reactive_left(s: Reactions, dice: Dice) -> ReactionsLeft:
    """How many reactive shots the other side may still fire (TD-REACT-5, TD-TURN-5)."""
    active = s.active
    for finding in shot_findings(s.used, s.limits, active, s.in_catch_up, s.house):
        left = dice.report(finding)
    return ReactionsLeft(opponent_of(active), left)


def shots_left(
    used: Mapping[Side, int], limits: Mapping[Side, int], active: Side, in_catch_up: bool, house: House
) -> int:
    """Return how many reactive shots are left, without the words of `shot_findings`."""
    return next(shot_findings(used, limits, active, in_catch_up, house)).value


def shot_findings(
    used: Mapping[Side, int], limits: Mapping[Side, int], active: Side, in_catch_up: bool, house: House
) -> Iterator[Finding[int]]:
    """Yield what limits reactive fire by the side that is not active: the catch-up, the actions left, the balance.

    The value of each is the number of shots left. Rules: TD-REACT-1, TD-REACT-5, TD-TURN-5, TD-R20, TD-R21.
    """
    by, who = opponent_of(active), active.upper()
    if in_catch_up and house["reactive_in_catch_up"] == "forbidden":
        yield Finding(0, f"{who} is catching up: by the house rules nobody reacts", "TD-REACT-5", "TD-R21")
        return
    actions = limits[by] - used[by]
    left, bound = max(0, actions), "as long as actions are left"
    if house["reactive_fire"] == "balance":
        most = max(0, to_balance(used, by))
        left, bound = min(left, most), f"until level, {most} at most"
    if in_catch_up:
        yield Finding(left, f"{who} is catching up, but the other side may react", "TD-REACT-1", "TD-R21")
    stand = f"{by.upper()} has used {used[by]} of {limits[by]} actions, {who} {used[active]}"
    yield Finding(left, f"{stand}: {count_text(actions, 'action')} left", "TD-TURN-5")
    yield Finding(left, f"{by.upper()} may react {bound}: {count_text(left, 'shot')} left", "TD-REACT-5", "TD-R20")


def to_balance(used: Mapping[Side, int], by: Side) -> int:
    """Actions that a side may use until it is level: B as many as A, A one more than B (TD-REACT-5, TD-R20)."""
    d = used["a"] - used["b"]
    return d if by == "b" else 1 - d


WHO_ACTS = TITLES.make_resolver(
    "who-acts", WhoActs, who_acts, rules=("TD-TURN-3", "TD-TURN-4", "TD-TURN-5", "TD-TURN-6", "TD-TURN-7")
)

REACTIVE_LEFT = TITLES.make_resolver("reactive-left", Reactions, reactive_left, rules=("TD-REACT-5", "TD-TURN-5"))
