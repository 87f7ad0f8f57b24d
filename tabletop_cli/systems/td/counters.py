"""The two action counters: who acts, how, and how often the other side may react."""

from __future__ import annotations

from typing import Literal

from ...api import Dice, House, ListOf, Malformed, Nullable, OneOf, Situation, Whole, YesNo, counted, dataclass, fact
from .titles import TITLES

Side = Literal["a", "b"]
SIDES: tuple[Side, ...] = ("a", "b")
ANY = ("group", "single")
SINGLE = ("single",)


def other(side: str) -> Side:
    return "b" if side == "a" else "a"


@dataclass(frozen=True)
class Turn:
    """Who acts next, in which ways, which catch-up is running, and whether nobody can act any more."""

    next: Side | None
    may: tuple[str, ...]
    catch_up: Side | None
    over: bool


def turn(used: dict[Side, int], catch_up: Side | None, able: frozenset[Side], house: House) -> Turn:
    """The balance of the counters, once an action and all reactive fire at it are finished.

    `used` are the actions used, `able` the sides with actions and models left, `catch_up` the one that was running.
    Whoever is next has to act: there is no passing (TD-TURN-8, TD-R23).
    Rules: TD-TURN-3, TD-TURN-4, TD-TURN-6, TD-TURN-7.
    """
    if not able:
        return Turn(None, (), None, True)
    due, may, running = _due(used["a"] - used["b"], catch_up, house)
    if due not in able:
        return Turn(other(due), ANY, None, False)
    return Turn(due, may, running, False)


def _due(d: int, catch_up: Side | None, house: House) -> tuple[Side, tuple[str, ...], Side | None]:
    """The table of TD-TURN-3 for d = a - b, with the switches of TD-R18 and TD-R19."""
    if house["catch_up_end"] == "difference" or (catch_up is not None and ended(d, catch_up)):
        catch_up = None
    if catch_up is None:
        if d >= 2:
            catch_up = "b"
        elif d <= -2 or (d == -1 and house["gap"] == "catch-up"):
            catch_up = "a"
    if catch_up is not None:
        return catch_up, SINGLE, catch_up
    return ("b" if d == 1 else "a"), ANY, None


def ended(d: int, catch_up: Side) -> bool:
    """Whether a catch-up has reached its end for d = a - b: A one ahead, B level (TD-TURN-4)."""
    return d >= 1 if catch_up == "a" else d <= 0


@dataclass(frozen=True, kw_only=True)
class Counters(Situation):
    a: int = fact(Whole(), ask="How many actions has player A used?")
    b: int = fact(Whole(), ask="How many actions has player B used?")
    limit_a: int = fact(Whole(1), ask="How many actions has player A in all?")
    limit_b: int = fact(Whole(1), ask="How many actions has player B in all?")

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
    able = frozenset(side for side in SIDES if s.used[side] < s.limits[side] and side not in s.eliminated)
    now = turn(s.used, s.catch_up, able, s.house)
    explain_next(now, s, dice)
    return now


def explain_next(now: Turn, s: WhoActs, dice: Dice) -> None:
    """Say who acts next and why; and who is skipped (TD-TURN-3, TD-TURN-7, TD-R22)."""
    due = _due(s.a - s.b, s.catch_up, s.house)[0]
    if now.next in (None, due):
        explain_turn(now, s.used, s.catch_up, dice, s.house)
        return
    why = "no model left" if due in s.eliminated else f"all {s.limits[due]} actions used"
    text = f"{due.upper()} would be next and is skipped, {why}: {other(due).upper()} goes on, single or group"
    dice.explain(text, "TD-TURN-3", "TD-TURN-7", "TD-R22")


def explain_turn(now: Turn, used: dict[Side, int], catch_up: Side | None, dice: Dice, house: House) -> None:
    """Say in words what the counters mean; `catch_up` is the one that was running before."""
    stand = f"A has used {used['a']}, B {used['b']}"
    d = used["a"] - used["b"]
    if now.next is None:
        dice.explain(f"{stand}: nobody can act any more", "TD-TURN-6", "TD-TURN-5")
        return
    if catch_up is not None and now.catch_up != catch_up:
        if ended(d, catch_up):
            mark = "one ahead" if catch_up == "a" else "level"
            dice.explain(f"{stand}: the catch-up of {catch_up.upper()} ends {mark}", "TD-TURN-4", "TD-R19")
        elif house["catch_up_end"] == "difference":
            dice.explain(f"{stand}: by the house rules only the difference counts", "TD-TURN-4", "TD-R19")
    who = now.next.upper()
    if now.catch_up is None:
        gap = ("TD-R18",) if d == -1 and house["gap"] != "catch-up" else ()
        dice.explain(f"{stand}, difference {d}: {who} acts, single or group", "TD-TURN-3", *gap)
        return
    goal = "until one ahead of B" if now.catch_up == "a" else "until level with A"
    if house["catch_up_end"] == "difference":
        goal = "while the difference is so"
    rulings = ["TD-R19"] if catch_up == now.catch_up or house["catch_up_end"] == "difference" else []
    rulings += ["TD-R18"] if d == -1 and catch_up != "a" else []
    text = f"{stand}, difference {d}: {who} catches up with single actions {goal}"
    dice.explain(text, "TD-TURN-3", "TD-TURN-4", *rulings)


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
    by = other(s.active)
    left = shots_left(s.used, s.limits, s.active, s.in_catch_up, s.house)
    explain_shots_left(s, left, dice)
    return ReactionsLeft(by, left)


def shots_left(used: dict[Side, int], limits: dict[Side, int], active: Side, in_catch_up: bool, house: House) -> int:
    """Reactive shots left to the side that is not active: actions left, within the balance where that is played.

    Rules: TD-REACT-5, TD-TURN-5, TD-R20, TD-R21.
    """
    by = other(active)
    if in_catch_up and house["reactive_in_catch_up"] == "forbidden":
        return 0
    left = limits[by] - used[by]
    if house["reactive_fire"] == "balance":
        left = min(left, to_balance(used, by))
    return max(0, left)


def to_balance(used: dict[Side, int], by: Side) -> int:
    """Actions that a side may use until it is level: B as many as A, A one more than B (TD-REACT-5, TD-R20)."""
    d = used["a"] - used["b"]
    return d if by == "b" else 1 - d


def explain_shots_left(s: Reactions, left: int, dice: Dice) -> None:
    """Say what limits reactive fire: the catch-up, the actions left, the balance of the counters."""
    by = other(s.active)
    if s.in_catch_up and s.house["reactive_in_catch_up"] == "forbidden":
        dice.explain(f"{s.active.upper()} is catching up: by the house rules nobody reacts", "TD-REACT-5", "TD-R21")
        return
    if s.in_catch_up:
        dice.explain(f"{s.active.upper()} is catching up, which leaves reactive fire alone", "TD-REACT-1", "TD-R21")
    actions = s.limits[by] - s.used[by]
    dice.explain(
        f"{by.upper()} has used {s.used[by]} of {s.limits[by]} actions, {s.active.upper()} {s.used[s.active]}: "
        f"{counted(actions, 'action')} left",
        "TD-TURN-5",
    )
    if s.house["reactive_fire"] == "balance":
        bound = f"until level, {max(0, to_balance(s.used, by))} at most"
    else:
        bound = "as long as actions are left"
    dice.explain(f"{by.upper()} may react {bound}: {counted(left, 'shot')} left", "TD-REACT-5", "TD-R20")


WHO_ACTS = TITLES.resolver(
    "who-acts", WhoActs, who_acts, rules=("TD-TURN-3", "TD-TURN-4", "TD-TURN-5", "TD-TURN-6", "TD-TURN-7")
)

REACTIVE_LEFT = TITLES.resolver("reactive-left", Reactions, reactive_left, rules=("TD-REACT-5", "TD-TURN-5"))
