"""Whether a retreat can be completed (topic Retreat)."""

from __future__ import annotations

from fractions import Fraction

from ...api import Dice, Finding, House, Id, Nullable, Number, YesNo, dataclass, fact, refuse
from .judging import Findings, Legal, report_all
from .movement import plain_cm
from .situation import TITLES, TtSituation, UnitFacts, check_unit
from .tables import rule_distance


@dataclass(frozen=True, kw_only=True)
class RetreatCheck(TtSituation):
    """The end of a retreat. The unit itself matters only under ``slow-retreat = capped``."""

    moved: Fraction = fact(Number(0), ask="How far does it go, in cm?")
    nearest_friend: Fraction | None = fact(Nullable(Number(0)), None, ask="How far is the nearest friend at the end?")
    nearest_enemy: Fraction | None = fact(Nullable(Number(0)), None, ask="How far is the nearest enemy at the end?")
    on_field: bool = fact(YesNo(), True, ask="Is it still on the field?")
    unit: str | None = fact(Id(), None, help="the unit, for the house rule slow-retreat = capped")
    faction: str | None = fact(Id(), None, help="only to tell two factions apart")
    options: dict[str, object] = fact(UnitFacts.__dataclass_fields__["options"].metadata["kind"], {})

    def __post_init__(self) -> None:
        if self.unit is not None:
            check_unit(self.facts, self.house, "situation")

    @property
    def facts(self) -> UnitFacts:
        return UnitFacts(unit=self.unit or "", faction=self.faction, options=self.options)


def gives_way(house: House) -> bool:
    """Whether friends and enemies make room for a retreat, so that the least distance is enough (TT-R15)."""
    return bool(house["retreat-push"] == "others")


def retreat_words(slow: bool, house: House) -> str:
    """What a retreat needs, in words, of a `slow` unit or another (TT-RET-1, TT-R14, TT-R15)."""
    least, friend, enemy = (rule_distance(key) for key in ("retreat", "retreat_from_friend", "retreat_from_enemy"))
    if gives_way(house):
        return f"{least} cm; units that are too near give way"
    most = f" and at most {rule_distance('slow')} cm" if slow and house["slow-retreat"] == "capped" else ""
    return f"at least {least} cm{most}, to more than {friend} cm from friends and {enemy} cm from enemies"


def look_at_retreat(s: RetreatCheck) -> Findings:
    """All that decides whether a retreat can end there, in the order of the reasons (TT-RET-1, TT-RET-3)."""
    if not s.on_field:
        raise refuse("TT-RET-3", "off-field", f"after {plain_cm(s.moved)} cm it leaves the field")
    moved, least = f"{plain_cm(s.moved)} cm", rule_distance("retreat")
    if s.moved < least:
        raise refuse("TT-RET-1", "too-short", f"{moved}, at least {least} are needed")
    text = f"{moved} straight away from the attacker, at least {least}, and still on the field"
    yield Finding(None, text, "TT-RET-1", "TT-RET-3")
    yield from _look_at_slow(s)
    if gives_way(s.house):
        yield Finding(None, "friends and enemies that are too near give way", "TT-R15")
        return
    for who, near in (("friend", s.nearest_friend), ("enemy", s.nearest_enemy)):
        limit = rule_distance(f"retreat_from_{who}")
        if near is None:
            yield Finding(None, f"there is no {who} to stay clear of", "TT-RET-1", "TT-R15")
            continue
        text = f"the nearest {who} is {plain_cm(near)} cm away at the end, more than {limit} cm are needed"
        if near <= limit:
            raise refuse("TT-RET-1", f"too-near-{who}", f"{text}, so it must go on", "TT-R15")
        yield Finding(None, text, "TT-RET-1", "TT-R15")
    yield Finding(None, "it ends facing away from the attacker", "TT-RET-2")


def _look_at_slow(s: RetreatCheck) -> Findings:
    """A Slow unit retreats as far as it must, or 5 cm by house rule (TT-MOVE-3, TT-R14)."""
    if s.unit is None:
        return
    limit, unit = rule_distance("slow"), s.profile_of(s.facts)
    if not unit.has_special("slow"):
        if s.house["slow-retreat"] == "capped":
            yield Finding(None, f"{unit.title} is not Slow, so {limit} cm is no limit for it", "TT-R14")
        return
    if s.house["slow-retreat"] == "capped":
        text = f"a Slow unit, {plain_cm(s.moved)} cm, {limit} allowed"
        if s.moved > limit:
            raise refuse("TT-MOVE-3", "too-far", text, "TT-R14")
    else:
        text = f"a Slow unit may retreat farther than {limit} cm"
    yield Finding(None, text, "TT-MOVE-3", "TT-R14")


def retreat_check(s: RetreatCheck, dice: Dice) -> Legal:
    """Is the retreat complete? (TT-RET-1, TT-RET-3)"""
    return report_all(look_at_retreat(s), dice)


RETREAT_CHECK = TITLES.make_resolver("retreat-check", RetreatCheck, retreat_check)
