"""The two action counters: who acts, how, and how often the other side may react (TD-TURN, TD-REACT-5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...api import Dice, House, ListOf, Malformed, Nullable, OneOf, Resolver, Situation, Whole, YesNo, fact

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
    """The balance of the counters, once an action and all reactive fire at it are finished (TD-TURN-3, 4, 6, 7).

    `used` are the actions used, `able` the sides with actions and models left, `catch_up` the one that was running.
    """
    if not able:
        return Turn(None, (), None, True)
    due, may, running = _due(used["a"] - used["b"], catch_up, house)
    if due not in able:
        return Turn(other(due), ANY, None, False)
    return Turn(due, may, running, False)


def _due(d: int, catch_up: Side | None, house: House) -> tuple[Side, tuple[str, ...], Side | None]:
    """The table of TD-TURN-3 for d = a - b, with the switches of TD-R18 and TD-R19."""
    if house["catch_up_end"] == "difference" or (catch_up == "a" and d >= 1) or (catch_up == "b" and d <= 0):
        catch_up = None
    if catch_up is None:
        if d >= 2:
            catch_up = "b"
        elif d <= -2 or (d == -1 and house["gap"] == "catch-up"):
            catch_up = "a"
    if catch_up is not None:
        return catch_up, SINGLE, catch_up
    return ("b" if d == 1 else "a"), ANY, None


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
    """Who acts next, and may it be a group action? (TD-TURN-3 to 7)"""
    able = frozenset(side for side in SIDES if s.used[side] < s.limits[side] and side not in s.eliminated)
    now = turn(s.used, s.catch_up, able, s.house)
    explain_turn(now, s.a - s.b, dice)
    return now


def explain_turn(now: Turn, d: int, dice: Dice) -> None:
    """Say in words what the counters mean."""
    if now.next is None:
        dice.explain("nobody can act any more", "TD-TURN-6")
    elif now.catch_up:
        dice.explain(f"difference {d}: {now.next.upper()} catches up with single actions", "TD-TURN-3", "TD-TURN-4")
    else:
        dice.explain(f"difference {d}: {now.next.upper()} acts, single or group", "TD-TURN-3")


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
    dice.explain(f"{by.upper()} may react {left} more {'time' if left == 1 else 'times'}", "TD-REACT-5")
    return ReactionsLeft(by, left)


def shots_left(used: dict[Side, int], limits: dict[Side, int], active: Side, in_catch_up: bool, house: House) -> int:
    """Reactive shots left to the side that is not active: actions left, within the balance where that is played."""
    by = other(active)
    if in_catch_up and house["reactive_in_catch_up"] == "forbidden":
        return 0
    left = limits[by] - used[by]
    if house["reactive_fire"] == "balance":
        d = used["a"] - used["b"]
        left = min(left, d if by == "b" else 1 - d)
    return max(0, left)


_EXAMPLE = {"a": 4, "b": 2, "limit_a": 50, "limit_b": 50}

RESOLVERS = (
    Resolver(
        id="who-acts",
        title="Who acts next?",
        situation=WhoActs,
        rule=who_acts,
        rules=("TD-TURN-3", "TD-TURN-4", "TD-TURN-5", "TD-TURN-6", "TD-TURN-7"),
        example=_EXAMPLE,
    ),
    Resolver(
        id="reactive-left",
        title="How many reactive shots are left?",
        situation=Reactions,
        rule=reactive_left,
        rules=("TD-REACT-5", "TD-TURN-5"),
        example={**_EXAMPLE, "active": "a"},
    ),
)
