"""Jumping down, climbing up, and falling (TGF-JUMP-1, TGF-CLIMB-1, TGF-CLIMB-2)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from ...api import (
    Dice,
    Finding,
    House,
    Number,
    Odds,
    Shaped,
    Situation,
    Whole,
    count_text,
    dataclass,
    fact,
    flat_field,
    refuse,
)
from .d20 import SIDES
from .firing import roll_saves
from .profiles import Fall, fall_effect, printed_table, rule_number
from .terms import format_cm, save_number
from .texts import TITLES


@dataclass(frozen=True, kw_only=True)
class Jump(Situation):
    """Somebody jumps down."""

    height: Fraction = fact(Number(0), ask="How high is the jump, in cm?")
    armor: int = fact(Whole(), ask="What is the soldier's A?", rules=("TGF-DAM-2",))


@dataclass(frozen=True, kw_only=True)
class Climb(Jump):
    """Somebody climbs up, as far as he gets."""

    height: Fraction = fact(Number(0), ask="How high is the whole climb, in cm?")


@dataclass(frozen=True)
class Landing:
    """What a fall did; damage and save are None without hits: of a harmless jump, and of one fatal by itself."""

    dam: int | None = None
    hits: int = 0
    save: int | None = None
    killed: bool = False


def fall_from(height: Fraction, rule: str, house: House, **more: Shaped) -> Fall | Literal["fatal"]:
    """Return what a fall does; `rule` says why somebody falls.

    Errors: `Refused` where nobody has said what it does, with what machines are told besides (TGF-R52).
    """
    if (found := fall_effect(height, house)) is None:
        most = printed_table("falls")["rows"][-1]["to"]
        text = f"{format_cm(height)}: the table of falls ends at {most} cm; agree on fall-over-54 in the house rules."
        raise refuse(rule, "house-value-missing", text, "TGF-R52", **more)
    return found


def find_fall(height: Fraction, rule: str, house: House) -> Finding[Fall | Literal["fatal"]]:
    """Return what a fall does, as it is played (TGF-JUMP-1, TGF-R2, TGF-R6, TGF-R52). Errors: as of `fall_from`."""
    found = fall_from(height, rule, house)
    *shared, last = (row["to"] for row in printed_table("falls")["rows"])
    ruling = "TGF-R2" if height in shared else height > last and "TGF-R52"
    if found == "fatal":
        return Finding(found, lambda: f"a fall of {format_cm(height)} is fatal", rule, ruling)
    times = house["damage-multiplier"] == "times"
    dam, hits = (found.dam * found.hits, 1) if times else (found.dam, found.hits)
    rules = (rule, ruling, found.hits > 1 and "TGF-R6")
    return Finding(Fall(dam, hits), lambda: f"{format_cm(height)}: Dam {dam}, {count_text(hits, 'hit')}", *rules)


def roll_landing(height: Fraction, armor: int, rule: str, house: House, dice: Dice) -> Landing:
    """Saves after a fall, without cover (TGF-DAM-2). Errors: as of `fall_from`."""
    fall = dice.report(find_fall(height, rule, house), tell="reason")
    if fall == "fatal":
        return Landing(killed=True)
    save = save_number(armor, fall.dam, house)
    return Landing(fall.dam, fall.hits, save.value, roll_saves(fall.hits, save, (rule,), house, dice))


def resolve_jump(s: Jump, dice: Dice) -> Landing:
    """Somebody jumps down (TGF-JUMP-1, TGF-R2, TGF-R52)."""
    fall_from(s.height, "TGF-JUMP-1", s.house)
    if s.height < rule_number("jump_from"):
        dice.explain(f"{format_cm(s.height)}: below {rule_number('jump_from')} cm nothing happens", "TGF-JUMP-1")
        return Landing()
    return roll_landing(s.height, s.armor, "TGF-JUMP-1", s.house, dice)


@dataclass(frozen=True)
class Climbed:
    """How a climb went: ``top``, ``fell`` or ``killed``, after so many actions, and what a fall did."""

    result: str
    actions: int
    fall_height: int | float | None
    fall: Landing = flat_field()


@dataclass(frozen=True)
class Climbing:
    """Somebody under way, after so many actions; `fall` is None as long as he holds."""

    actions: int = 0
    height: Fraction = Fraction(0)
    fall: Landing | None = None


def climb_roll(height: Fraction, armor: int, house: House, dice: Dice) -> Landing | None:
    """The die after a climb action that reached some height: 19 and 20 fall; None where he holds (TGF-CLIMB-1)."""
    first = rule_number("climb_falls_on")
    falls = dice.count_hits(1, first, f"climbing, {first} or more falls", SIDES)
    text = f"{'falls from' if falls else 'holds at'} {format_cm(height)}, {first} or more falls"
    dice.explain(text, *(("TGF-CLIMB-1", "TGF-DICE-2") if falls else ("TGF-CLIMB-1",)), tell="reason")
    return roll_landing(height, armor, "TGF-CLIMB-1", house, dice) if falls else None


def resolve_climb(s: Climb, dice: Dice) -> Climbed:
    """Somebody climbs until he is up or falls (TGF-CLIMB-1, TGF-CLIMB-2)."""
    fall_from(s.height, "TGF-CLIMB-1", s.house)
    step, armor = rule_number("climb_cm"), s.armor
    dice.announce_work(10 * int(s.height) ** 2)

    def go_on(now: Climbing, dice: Dice) -> Climbing:
        height = min(now.height + step, s.height)
        return Climbing(now.actions + 1, height, climb_roll(height, armor, s.house, dice))

    done = dice.repeat_until(go_on, Climbing(), lambda now: now.fall is not None or now.height == s.height)
    after, rules = f"after {count_text(done.actions, 'action')}", ("TGF-CLIMB-1", "TGF-CLIMB-2")
    if done.fall is None:
        dice.explain(f"{format_cm(s.height)}: up, {after}", *rules)
        return Climbed("top", done.actions, None, Landing())
    killed = done.fall.killed
    dice.explain(f"down, {after}: {'killed' if killed else 'on the ground, and can go on'}", *rules)
    return Climbed("killed" if killed else "fell", done.actions, Number().plain(done.height), done.fall)


JUMP = TITLES.make_resolver(
    "jump", Jump, resolve_jump, odds=Odds(lambda s, found: "killed" if found.killed else "survives")
)
CLIMB = TITLES.make_resolver("climb", Climb, resolve_climb, odds=Odds(lambda s, found: str(found.result)))
