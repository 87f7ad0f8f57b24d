"""Close combat: an attack on an enemy in base contact (TGF-CC-1, TGF-CC-2, TGF-CC-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...api import (
    Malformed,
    Nullable,
    Odds,
    OneOf,
    Record,
    Refused,
    Situation,
    Term,
    Whole,
    YesNo,
    cite,
    count_text,
    dataclass,
    fact,
    flat_field,
    refuse,
)
from . import profiles
from .firing import check_table, roll_saves, roll_to_hit
from .profiles import rule_number
from .row_types import Arm, arm_of
from .soldiers import Shelter, SoldierFacts
from .terms import Effect, effect_of, save_number, shelter_terms, target_number
from .texts import TITLES

if TYPE_CHECKING:
    from ...api import Dice, House

HEIGHTS = ("same", "higher", "lower")


@dataclass(frozen=True, kw_only=True)
class Blow(SoldierFacts, Shelter):
    """One attacks another in base contact; the shelter counts with ``cc-cover-damage = yes`` only."""

    armor: int = fact(Whole(), ask="What is the A of the target?", rules=("TGF-DAM-2",))
    target_height: str = fact(OneOf(HEIGHTS), "same", ask="Is the target as high as the attacker, higher or lower?")
    prone: bool = fact(YesNo(), False, ask="Is the target prone?")
    behind_cover: bool = fact(YesNo(), False, ask="Is the target behind cover?")
    friends: int = fact(Whole(), 0, ask="How many other friends are in contact with the target?", rules=("TGF-R34",))


@dataclass(frozen=True, kw_only=True)
class CloseCombat(Situation, Blow):
    """An attack, and with ``cc = simultaneous`` perhaps a blow back."""

    back: Blow | None = fact(
        Nullable(Record(Blow)), None, ask="Does the target strike back?", help="the target's blow", rules=("TGF-R32",)
    )

    def __post_init__(self) -> None:
        """Errors: `Malformed` for a blow back that nobody may strike."""
        if self.back is not None and self.house["cc"] != "simultaneous":
            raise Malformed("situation.back: the target strikes back only with the house rule cc = simultaneous")


@dataclass(frozen=True)
class Struck:
    """What came of a blow; `cc` and `save` are target numbers."""

    shots: int
    cc: int
    save: int
    hits: int
    killed: bool


@dataclass(frozen=True)
class StruckBack:
    """The target's own blow."""

    legal: bool
    struck: Struck = flat_field()


@dataclass(frozen=True)
class NotBack:
    """The target has no weapon for close combat."""

    legal: bool
    reason: str


@dataclass(frozen=True)
class Exchange:
    """A blow and the target's own."""

    back: StruckBack | NotBack
    struck: Struck = flat_field()


def blow_terms(s: Blow, row: Arm, effect: Effect) -> Iterator[Term]:
    """Return what is added to CC (TGF-CC-2, TGF-R33, TGF-R34)."""
    table = profiles.close_combat
    yield Term(effect.hit, f"{row.name} in close combat", cite("TGF-CC-2", "TGF-R33", effect.rules, row.rulings))
    if s.target_height != "same":
        yield Term(table("target_height", s.target_height), f"target {s.target_height}", ("TGF-CC-2",))
    if s.prone:
        yield Term(table("prone"), "prone", ("TGF-CC-2",))
    if s.behind_cover:
        yield Term(table("behind_cover"), "behind cover", ("TGF-CC-2",))
    if s.friends:
        words, most = count_text(s.friends, "friend"), rule_number("most_friends")
        yield Term(table("friend") * min(s.friends, most), f"{words}, +{most} at most", ("TGF-CC-2", "TGF-R34"))


def roll_blow(s: Blow, house: House, dice: Dice, labels: tuple[str, str] = ("", "")) -> Struck:
    """One blow: the attacker rolls, the target saves (TGF-CC-2, TGF-CC-3, TGF-R32, TGF-R35).

    `labels` are those of both rolls, where it is the blow back.
    """
    row = arm_of(house, s.weapon)
    check_table(row)
    if "cc" not in row.cells:
        text = f"The {row.name} cannot be used in close combat."
        raise refuse("TGF-CC-2", "weapon-not-at-range", text, row.rulings)
    effect = effect_of(row.cells["cc"], house)
    cc = target_number(s.level.cc, s, tuple(blow_terms(s, row, effect)), house)
    assert effect.dam is not None  # only the flare gun has none, and it has no cell here
    cover = shelter_terms(s, house) if house["cc-cover-damage"] == "yes" else []
    save = save_number(s.armor, effect.dam, house, cover)
    rules = cite("TGF-CC-2", "TGF-R32", s.panicked and "TGF-R55")
    hits = effect.worth * roll_to_hit(effect.dice, cc, rules, house, dice, labels[0])
    killed = roll_saves(hits, save, ("TGF-CC-3", "TGF-R35", *effect.rules), house, dice, labels[1])
    return Struck(effect.dice, cc.value, save.value, hits, killed)


BACK = ("blow back", "saves from the blow back")  # labels of the dice of a blow that comes back


def close_combat(s: CloseCombat, dice: Dice) -> Struck | Exchange:
    """An attack in base contact; with ``cc = simultaneous`` the target strikes back, and both count (TGF-R32)."""
    own = roll_blow(s, s.house, dice)
    if s.house["cc"] != "simultaneous" or s.back is None:
        return own
    dice.explain("the target strikes back at once, both blows count", "TGF-R32")
    try:
        return Exchange(StruckBack(True, roll_blow(s.back, s.house, dice, BACK)), own)
    except Refused as no:
        dice.explain(f"No blow back. {no.message}", *no.rules, "TGF-R32")
        return Exchange(NotBack(False, no.reason), own)


def struck_name(found: Struck | Exchange | StruckBack | NotBack) -> str:
    """The name of an outcome in odds."""
    if isinstance(found, Exchange):
        return f"{struck_name(found.struck)}-and-{struck_name(found.back)}"
    if isinstance(found, NotBack):
        return "illegal"
    one = found.struck if isinstance(found, StruckBack) else found
    return "killed" if one.killed else "saved" if one.hits else "no-hit"


CLOSE_COMBAT = TITLES.make_resolver(
    "close-combat", CloseCombat, close_combat, odds=Odds(lambda s, found: struck_name(found))
)
