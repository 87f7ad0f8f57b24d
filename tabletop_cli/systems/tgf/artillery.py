"""Forward observers, and soldiers who come by parachute (TGF-FO-1, TGF-PARA-2)."""

from __future__ import annotations

from ...api import Dice, House, Nullable, Odds, Situation, Whole, count_text, dataclass, fact
from .command import ld_roll
from .d20 import SIDES
from .profiles import firing_actions, rule_number
from .texts import TITLES


@dataclass(frozen=True, kw_only=True)
class Observe(Situation):
    """A forward observer calls for fire."""

    ld: int = fact(Whole(None), ask="What is the observer's LD?", rules=("TGF-R19",))
    actions: int = fact(Whole(), ask="How many actions does the observer have?", rules=("TGF-R53",))
    crew_actions: int | None = fact(
        Nullable(Whole()), None, ask="How many actions does the mortar's crew have?", rules=("TGF-R53",)
    )


@dataclass(frozen=True, kw_only=True)
class Parachute(Situation):
    """A soldier jumps from a plane."""

    ld: int = fact(Whole(None), ask="What is the LD of the level, with +1 for a sergeant?", rules=("TGF-PARA-2",))


# --- Observers


@dataclass(frozen=True)
class Called:
    """The attempt that succeeded, None where none did, and the firing actions of each mortar."""

    success_on: int | None
    firing_actions: int


def granted_shots(attempt: int, crew_actions: int | None, house: House) -> int:
    """Firing actions of each mortar after success on an attempt, counted from 1 (TGF-FO-1, TGF-R53).

    `crew_actions` is the AC of the mortar's crew; it caps them with ``fo-cap = crew-actions``, where it is known.
    """
    found = firing_actions()[attempt - 1]
    return found if crew_actions is None or house["fo-cap"] == "none" else min(found, crew_actions)


def resolve_observing(s: Observe, dice: Dice) -> Called:
    """An observer tries until he succeeds, three times at most (TGF-FO-1, TGF-R53)."""
    attempts = min(s.actions, rule_number("attempts"))
    dice.explain(f"{count_text(s.actions, 'action')}: {count_text(attempts, 'attempt')}", "TGF-FO-1", "TGF-R53")

    def roll_attempt(before: tuple[int, bool], dice: Dice) -> tuple[int, bool]:
        at = before[0] + 1
        return at, ld_roll(s.ld, f"attempt {at}", s.house, dice, "TGF-FO-1")

    tried, success = dice.repeat_until(roll_attempt, (0, False), lambda now: now[1] or now[0] == attempts)
    if not success:
        dice.explain("no success: no firing actions", "TGF-FO-1")
        return Called(None, 0)
    crew = None if s.house["fo-cap"] == "none" else s.crew_actions
    found = granted_shots(tried, crew, s.house)
    cap = "" if crew is None else f", the crew has {crew}"
    text = f"success on attempt {tried}: {count_text(found, 'firing action')} for each mortar{cap}"
    dice.explain(text, "TGF-FO-1", "TGF-R53")
    return Called(tried, found)


# --- Parachutes


@dataclass(frozen=True)
class Dropped:
    """Whether he lands where he should, within how many cm, or how many cm off; None for the other."""

    on_point: bool
    within_cm: int | None
    offset_cm: int | None


def resolve_parachute(s: Parachute, dice: Dice) -> Dropped:
    """A soldier drops: near the point, or so many cm off (TGF-PARA-2, TGF-R65)."""
    if ld_roll(s.ld, "the drop", s.house, dice, "TGF-PARA-2", tell=""):
        near = rule_number("drop_within")
        dice.explain(f"lands within {near} cm of the point", "TGF-PARA-2")
        return Dropped(True, near, None)
    off = dice.roll_die("cm off", SIDES)
    dice.explain(f"lands {off} cm off; the players settle the direction", "TGF-PARA-2", "TGF-R65")
    return Dropped(False, None, off)


FO = TITLES.make_resolver(
    "fo",
    Observe,
    resolve_observing,
    odds=Odds(lambda s, found: f"actions-{found.firing_actions}", rising=True),
    says_legal=False,
)
PARACHUTE = TITLES.make_resolver(
    "parachute",
    Parachute,
    resolve_parachute,
    odds=Odds(lambda s, found: "on-point" if found.on_point else "off-point"),
    says_legal=False,
)
