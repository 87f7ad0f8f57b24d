"""Fire of weapons with a template: everybody under it is hit (TGF-TPL-1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ...api import (
    Dice,
    Finding,
    Group,
    ListOf,
    Odds,
    Record,
    Share,
    Situation,
    Together,
    Whole,
    YesNo,
    count_text,
    dataclass,
    fact,
    refuse,
)
from .d20 import SIDES, highest_face, pick_by_lot
from .firing import band_in_reach, check_table, find_effect_and_rc, roll_to_hit, roll_to_spot
from .profiles import rule_number
from .row_types import arm_of
from .soldiers import AimFacts, Shelter, SoldierFacts
from .terms import Effect, format_cm, save_number, shelter_terms
from .texts import TITLES


@dataclass(frozen=True, kw_only=True)
class UnderTemplate(Shelter):
    """A miniature under the template."""

    armor: int = fact(Whole(), ask="What is its A?", rules=("TGF-DAM-2",))


@dataclass(frozen=True, kw_only=True)
class TemplateFire(Situation, SoldierFacts, AimFacts):
    """A weapon with a template fires at a point or a miniature."""

    indirect: bool = fact(YesNo(), False, ask="Is it indirect fire, for an observer?", rules=("TGF-FO-2",))
    targets: tuple[UnderTemplate, ...] = fact(
        ListOf(Record(UnderTemplate)), ask="Which miniatures are under the template?", rules=("TGF-TPL-1",)
    )


@dataclass(frozen=True)
class Burst:
    """What came of it: hits to save of each miniature, their saves as target numbers, places of those killed."""

    rc: int
    spotted: bool
    hit: bool
    hits: int = 0
    saves: tuple[int, ...] = ()
    killed: tuple[int, ...] = ()


def check_template_fire(s: TemplateFire) -> None:
    """Check that a weapon can be fired with a template like this (TGF-FIRE-1, TGF-TPL-1, TGF-RANGE-1)."""
    row = arm_of(s.house, s.weapon)
    check_table(row)
    if not row.template:
        text = f"The {row.name} has no template: it fires at a single miniature."
        raise refuse("TGF-TPL-1", "not-a-template-weapon", text, row.rulings)
    if not row.indirect and s.indirect:
        raise refuse("TGF-TPL-1", "not-indirect", f"The {row.name} fires directly only.", row.rulings)
    band_in_reach(row, s, s.house)


def _roll_deaths(n: int, saves: Sequence[int], dice: Dice) -> tuple[int, ...]:
    """The places of those killed; each rolls `n` dice that all must show no more than the highest face that saves."""
    groups = tuple(Group(f"saves of target {at}", n, SIDES) for at in range(1, len(saves) + 1))
    dice.share_dice(*(Share(n, group.label, f"{most} or less") for group, most in zip(groups, saves, strict=True)))
    faces = dice.ask(Together(groups, "saves of target"))
    return tuple(at for at, most in enumerate(saves) if any(face > most for face in faces[at * n : at * n + n]))


def _roll_death_count(n: int, saves: Sequence[int], dice: Dice) -> tuple[int, ...]:
    """The same for odds, which tell how many are killed and not who: the places are the first."""

    def death_ways() -> dict[int, int]:
        found = [1]
        for most in saves:
            alive = most**n
            dead = SIDES**n - alive
            found = [one * alive + less * dead for one, less in zip([*found, 0], [0, *found], strict=True)]
        return dict(enumerate(found))

    return tuple(range(pick_by_lot(death_ways, 0, dice)))


def template_fire(s: TemplateFire, dice: Dice, rolled: Callable[..., tuple[int, ...]] = _roll_deaths) -> Burst:
    """One roll to hit, then the saves of all that lie under the template (TGF-TPL-1, TGF-HIT-1, TGF-DAM-2, TGF-DAM-3).

    A miss has no effect. `rolled` gives the places of those whose saves fail: for odds, `_roll_death_count`.
    """
    check_template_fire(s)
    effect, rc = find_effect_and_rc(s, s, s.house)
    if not _roll_to_spot(s, dice):
        return Burst(rc.value, False, False)
    if not roll_to_hit(1, rc, ("TGF-TPL-1",), s.house, dice):
        dice.explain("a miss: no effect", "TGF-TPL-1", "TGF-R12")
        return Burst(rc.value, True, False)
    assert effect.dam is not None  # only the flare gun has none
    saves = [save_number(one.armor, effect.dam, s.house, shelter_terms(one, s.house)) for one in s.targets]
    dice.announce_work(100 * (effect.worth * len(saves)) ** 2)
    dead = rolled(effect.worth, [highest_face(save.value, s.house) for save in saves], dice)
    for at, save in enumerate(saves):
        dice.report(_find_death(at, save, effect, at in dead), tell="reason")
    return Burst(rc.value, True, True, effect.worth, tuple(save.value for save in saves), dead)


def _find_death(at: int, save: Finding[int], effect: Effect, dead: bool) -> Finding[bool]:
    """Return whether the hits kill the miniature at this place (TGF-TPL-1, TGF-DAM-3, TGF-R31, TGF-DICE-2)."""

    def death_text() -> str:
        return f"target {at + 1}: {save.text}, {count_text(effect.worth, 'hit')}: {'killed' if dead else 'alive'}"

    return Finding(dead, death_text, save, *effect.rules, "TGF-TPL-1", "TGF-DAM-3", "TGF-R31", "TGF-DICE-2")


def _roll_to_spot(s: TemplateFire, dice: Dice) -> bool:
    """Return whether the LD roll beyond 60 cm succeeds; an observer has made his (TGF-FIRE-4, TGF-R54)."""
    if s.distance > rule_number("sight") and arm_of(s.house, s.weapon).indirect and s.indirect:
        again = s.house["indirect-far-roll"] == "yes"
        text = f"{format_cm(s.distance)}, for an observer: {'one more' if again else 'no'} LD roll"
        dice.explain(text, "TGF-FIRE-4", "TGF-R54")
        return not again or roll_to_spot(s, s.house, dice)
    return roll_to_spot(s, s.house, dice)


def burst_name(s: TemplateFire, found: Burst) -> str:
    """The name of an outcome in odds."""
    if not found.spotted:
        return "not-spotted"
    return f"killed-{len(found.killed)}" if found.hit else "miss"


def burst_words(name: str) -> str:
    """The name of an outcome for people: ``hit, 2 killed``."""
    return name.replace("killed-", "hit, ") + " killed" if name.startswith("killed-") else name


TEMPLATE_FIRE = TITLES.make_resolver(
    "template-fire",
    TemplateFire,
    template_fire,
    odds=Odds(burst_name, rule=partial(template_fire, rolled=_roll_death_count), words=burst_words),
)
