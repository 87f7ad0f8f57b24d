"""Close combat: an attack on an enemy in base contact (TGF-CC-1, TGF-CC-2, TGF-CC-3)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import (
    Dice,
    House,
    Illegal,
    Malformed,
    Nullable,
    Odds,
    OneOf,
    Record,
    Resolver,
    Situation,
    Whole,
    YesNo,
    counted,
    fact,
    flat,
)
from . import profiles
from .firing import roll_saves, roll_to_hit, table_ban
from .profiles import level, number, weapon
from .soldiers import Shelter, SoldierFacts
from .terms import Term, effect_of, save_number, shelter_terms, target_number
from .words import unique

HEIGHTS = ("same", "higher", "lower")


@dataclass(frozen=True, kw_only=True)
class Blow(SoldierFacts, Shelter):
    """One attacks another in base contact; the shelter counts with ``cc-cover-damage = yes`` only."""

    armor: int = fact(Whole(), ask="What is the A of the target?", rules=("TGF-DAM-2",))
    target_height: str = fact(OneOf(HEIGHTS), "same", ask="How high does the target stand: same, higher or lower?")
    prone: bool = fact(YesNo(), False, ask="Is the target prone?")
    behind_cover: bool = fact(YesNo(), False, ask="Is the target behind cover?")
    friends: int = fact(Whole(), 0, ask="How many friends of the attacker take part?", rules=("TGF-R34",))


@dataclass(frozen=True, kw_only=True)
class CloseCombat(Situation, Blow):
    """An attack, and with ``cc = simultaneous`` perhaps a blow back."""

    back: Blow | None = fact(
        Nullable(Record(Blow)), None, ask="Does the target strike back?", help="the target's blow", rules=("TGF-R32",)
    )

    def __post_init__(self) -> None:
        """Errors: `Malformed` for a blow back that nobody may strike."""
        if self.back is not None and self.house["cc"] != "simultaneous":
            raise Malformed("situation.back: only with the house rule cc = simultaneous does the target strike back")


@dataclass(frozen=True)
class Struck:
    """Dice to hit, CC and save as target numbers, hits to save, and whether one got through."""

    shots: int
    cc: int
    save: int
    hits: int
    killed: bool


@dataclass(frozen=True)
class StruckBack:
    """The target's own blow."""

    legal: bool
    struck: Struck = flat()


@dataclass(frozen=True)
class NotBack:
    """The target has no weapon for close combat."""

    legal: bool
    reason: str


@dataclass(frozen=True)
class Exchange:
    """A blow and the target's own."""

    back: StruckBack | NotBack
    struck: Struck = flat()


def blow_ban(s: Blow, house: House) -> Illegal | None:
    """Why a weapon cannot be used in close combat, in the order of the reasons (TGF-CC-2)."""
    row = weapon(house, s.weapon)
    if ban := table_ban(row):
        return ban
    if "cc" in row.cells:
        return None
    return Illegal("weapon-not-at-range", "TGF-CC-2", text=f"A {row.name} cannot be used in close combat.")


def close_combat_terms(s: Blow, house: House) -> list[Term]:
    """The rows of the close combat table that count (TGF-CC-2, TGF-R34)."""
    found = []
    if s.target_height != "same":
        value = profiles.close_combat("target_height", s.target_height)
        found.append(Term(value, f"target {s.target_height}", ("TGF-CC-2",)))
    if s.prone:
        found.append(Term(profiles.close_combat("prone"), "prone", ("TGF-CC-2",)))
    if s.behind_cover:
        found.append(Term(profiles.close_combat("behind_cover"), "behind cover", ("TGF-CC-2",)))
    if s.friends:
        value = profiles.close_combat("friend") * min(s.friends, number("most_friends"))
        words = f"{counted(s.friends, 'friend')}, at most +{number('most_friends')}"
        found.append(Term(value, words, ("TGF-CC-2", "TGF-R34")))
    return found


def strike(s: Blow, house: House, dice: Dice) -> Struck | Illegal:
    """One blow: the attacker rolls, the target saves (TGF-CC-2, TGF-CC-3, TGF-R32, TGF-R33)."""
    if ban := blow_ban(s, house):
        return ban
    row = weapon(house, s.weapon)
    effect = effect_of(row.cells["cc"], house)
    terms = [Term(effect.hit, f"{row.name} in close combat", ("TGF-CC-2", "TGF-R33")), *close_combat_terms(s, house)]
    cc = target_number(level(s.level).cc, s, terms, house)
    cover = shelter_terms(s, house) if house["cc-cover-damage"] == "yes" else []
    assert effect.dam is not None  # only the flare gun has none, and it has no cell here
    save = save_number(s.armor, effect.dam, cover)
    rules = unique("TGF-CC-2", "TGF-R32", *effect.rules, *([row.ruling] if row.ruling else []))
    hit = roll_to_hit(effect.dice, cc, rules, house, dice)
    killed = roll_saves(hit * effect.worth, save, ("TGF-CC-3", "TGF-R35", *effect.rules), house, dice)
    return Struck(effect.dice, cc.value, save.value, hit * effect.worth, killed)


def close_combat(s: CloseCombat, dice: Dice) -> Struck | Exchange | Illegal:
    """An attack in base contact; with ``cc = simultaneous`` the target strikes back, and both count (TGF-R32)."""
    own = strike(s, s.house, dice)
    if isinstance(own, Illegal) or s.house["cc"] != "simultaneous" or s.back is None:
        return own
    dice.explain("the target strikes back at once, both blows count", "TGF-R32")
    back = strike(s.back, s.house, dice)
    if isinstance(back, Illegal):
        dice.explain(f"No blow back. {back.text}", back.rule, *back.also, "TGF-R32")
        return Exchange(NotBack(False, back.reason), own)
    return Exchange(StruckBack(True, back), own)


def struck_name(found: Struck | Exchange | StruckBack | NotBack) -> str:
    """The name of an outcome in odds."""
    if isinstance(found, Exchange):
        return f"{struck_name(found.struck)}-and-{struck_name(found.back)}"
    if isinstance(found, NotBack):
        return "illegal"
    one = found.struck if isinstance(found, StruckBack) else found
    return "killed" if one.killed else "saved" if one.hits else "no-hit"


CLOSE_COMBAT = Resolver(
    id="close-combat",
    title="Close combat",
    situation=CloseCombat,
    rule=close_combat,
    rules=("TGF-CC-2", "TGF-CC-3", "TGF-R32", "TGF-R33"),
    odds=Odds(lambda s, found: struck_name(found), order=("no-hit", "saved", "killed")),
    example={"level": "regular", "weapon": "assault-rifle", "armor": 6, "target_height": "lower", "friends": 4},
)
RESOLVERS = (CLOSE_COMBAT,)
