"""Fire of weapons with a template: everybody under it is hit (TGF-TPL-1)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import Dice, Illegal, ListOf, Odds, Record, Resolver, Situation, Whole, YesNo, counted, fact
from .d20 import Losses, Saves, highest
from .firing import lay, range_ban, roll_to_hit, spots, table_ban
from .profiles import weapon
from .soldiers import AimFacts, Shelter, SoldierFacts
from .terms import in_words, save_number, shelter_terms
from .words import unique


@dataclass(frozen=True, kw_only=True)
class UnderTemplate(Shelter):
    """A miniature under the template."""

    armor: int = fact(Whole(), ask="What is its A?", rules=("TGF-DAM-2",))


@dataclass(frozen=True, kw_only=True)
class TemplateFire(Situation, SoldierFacts, AimFacts):
    """A weapon with a template fires at a point or a miniature."""

    indirect: bool = fact(YesNo(), False, ask="Is it fired indirectly, for an observer?", rules=("TGF-FO-2",))
    targets: tuple[UnderTemplate, ...] = fact(
        ListOf(Record(UnderTemplate)), ask="Which miniatures are under the template?", rules=("TGF-TPL-1",)
    )


@dataclass(frozen=True)
class Burst:
    """RC as a target number, whether the target was spotted and hit; hits to save of each miniature, the saves as
    target numbers, and the places of those who are killed."""

    rc: int
    spotted: bool
    hit: bool
    hits: int
    saves: tuple[int, ...]
    killed: tuple[int, ...]


def template_ban(s: TemplateFire) -> Illegal | None:
    """Why it cannot be fired like this, in the order of the reasons (TGF-FIRE-1, TGF-TPL-1, TGF-RANGE-1)."""
    row = weapon(s.house, s.weapon)
    if ban := table_ban(row):
        return ban
    if not row.template:
        text = f"The {row.name.lower()} has no template: it fires at a single miniature."
        return Illegal("not-a-template-weapon", "TGF-TPL-1", text=text)
    if not row.indirect and s.indirect:
        text = f"The {row.name.lower()} fires directly only."
        return Illegal("not-indirect", "TGF-TPL-1", text=text)
    return range_ban(row, s, s.house)


def _burst(s: TemplateFire, dice: Dice, request: type[Saves]) -> Burst | Illegal:
    """One roll to hit, then the saves of all that lie under the template; a miss has no effect (TGF-TPL-1)."""
    if ban := template_ban(s):
        return ban
    laid = lay(s, s, s.house)
    rc = laid.rc
    due = s.house["indirect-far-roll"] == "yes" or not (laid.row.indirect and s.indirect)
    if not spots(s, s.house, dice, due=due):
        return Burst(rc.value, False, False, 0, (), ())
    if not roll_to_hit(1, rc, ("TGF-TPL-1", *laid.rules), s.house, dice):
        dice.explain("a miss: no effect", "TGF-TPL-1", "TGF-R12")
        return Burst(rc.value, True, False, 0, (), ())
    worth, dam = laid.effect.worth, laid.effect.dam
    assert dam is not None  # only the flare gun has none
    saves = [save_number(one.armor, dam, shelter_terms(one, s.house)) for one in s.targets]
    killed = dice.ask(request(tuple((worth, highest(save.value, s.house)) for save in saves), "saves of target"))
    dead = killed if isinstance(killed, tuple) else tuple(range(killed))
    for at, save in enumerate(saves, 1):
        words, rules = in_words(save, s.house)
        end = "killed" if at - 1 in dead else "alive"
        text = f"target {at}: {words}, {counted(worth, 'hit')}: {end}"
        dice.explain(text, *unique("TGF-TPL-1", *rules, "TGF-DAM-3", "TGF-R31", *laid.effect.rules, "TGF-DICE-2"))
    return Burst(rc.value, True, True, worth, tuple(save.value for save in saves), dead)


def template_fire(s: TemplateFire, dice: Dice) -> Burst | Illegal:
    """A weapon with a template fires (TGF-TPL-1, TGF-FIRE-4, TGF-HIT-1, TGF-DAM-2, TGF-DAM-3)."""
    return _burst(s, dice, Saves)


def template_odds(s: TemplateFire, dice: Dice) -> Burst | Illegal:
    """The same for odds, which tell only how many are killed."""
    return _burst(s, dice, Losses)


def burst_name(s: TemplateFire, found: Burst) -> str:
    """The name of an outcome in odds."""
    if not found.spotted:
        return "not-spotted"
    return f"killed-{len(found.killed)}" if found.hit else "miss"


TEMPLATE_FIRE = Resolver(
    id="template-fire",
    title="Fire with a template",
    situation=TemplateFire,
    rule=template_fire,
    rules=("TGF-TPL-1", "TGF-FIRE-1", "TGF-FIRE-4", "TGF-HIT-1", "TGF-DAM-1", "TGF-DAM-2", "TGF-DAM-3"),
    odds=Odds(burst_name, rule=template_odds, order=("not-spotted", "miss")),
    example={"level": "regular", "weapon": "mortar-50mm", "distance": 40, "targets": [{"armor": 7}]},
)
RESOLVERS = (TEMPLATE_FIRE,)
