"""How far a unit may go, and whether units form a group (topic Movement)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from ...api import (
    Dice,
    Finding,
    House,
    Kind,
    ListOf,
    Malformed,
    Number,
    OneOf,
    Whole,
    YesNo,
    brief_text,
    dataclass,
    fact,
    hidden_field,
    malformed_value,
    refuse,
)
from .profiles import Profile
from .situation import TITLES, TtSituation, UnitFacts
from .tables import printed_table, rule_distance

MOVES = ("move", "run", "charge", "load", "unload", "stay", "enter", "barrage", "free-move", "hit-and-run")


@dataclass(frozen=True)
class Reach:
    """How far a unit may go, in cm; `inside`: how much of that in difficult ground, None where that is no limit."""

    allowance: Fraction
    inside: Fraction | None = None

    def too_far(self, moved: Fraction, difficult: Callable[[], Fraction]) -> str:
        """Why a way is too long, with both numbers: "11 cm, 10 allowed"; empty where it is not.

        How much of it lies in difficult ground is read only where that is a limit.
        """
        if moved > self.allowance:
            return f"{plain_cm(moved)} cm, {plain_cm(self.allowance)} allowed"
        if self.inside is None or (inside := difficult()) <= self.inside:
            return ""
        return f"{plain_cm(inside)} cm of it in difficult ground, {plain_cm(self.inside)} allowed"


STILL = {
    "load": ("getting in is its whole move", ("TT-TRANS-2",)),
    "unload": ("getting out is its whole move", ("TT-TRANS-2",)),
    "stay": ("a unit that stays put does not move", ("TT-R52",)),
    "enter": ("coming in from the reserve is its move", ("TT-CMD-6",)),
    "barrage": ("its activation is for firing, not for moving", ("TT-BAR-1", "TT-CMD-2")),
}
SMALL = {
    "free-move": ("free_move", "a free move", "TT-CC-4"),
    "hit-and-run": ("hit_and_run", "Hit & Run", "TT-SHOOT-13"),
}


def is_slowed(unit: Profile) -> bool:
    """Whether difficult ground slows a unit (TT-MOVE-4, TT-MOVE-5, TT-MOVE-6)."""
    return not (unit.has_special("jump") or unit.has_special("all-terrain"))


def unit_reach(unit: Profile, kind: str, difficult: bool, house: House) -> Reach:
    """The allowance of a move, run or charge, of a free move and of Hit & Run; 0 for what moves nobody."""
    *_, last = reach_findings(unit, kind, difficult, house)
    return last.value


def reach_findings(unit: Profile, kind: str, difficult: bool, house: House) -> Iterator[Finding[Reach]]:
    """Yield an allowance as it comes about, step by step; the last one counts."""
    if kind in SMALL:
        key, what, rule = SMALL[kind]
        limit = Fraction(rule_distance(key))
        yield Finding(Reach(limit), lambda: f"{what}: up to {plain_cm(limit)} cm", rule)
    elif kind in STILL:
        text, rules = STILL[kind]
        part = difficult and is_slowed(unit) and house["bad-terrain"] == "part-inside"
        inside = Fraction(0) if part else None
        yield Finding(Reach(Fraction(0), inside), lambda: f"{unit.title}: {text}", rules, part and "TT-R13")
    else:
        yield from _full_findings(unit, kind, difficult, house)


def _full_findings(unit: Profile, kind: str, difficult: bool, house: House) -> Iterator[Finding[Reach]]:
    """Yield the normal move, what the kind of move makes of it, and what holds a unit back.

    (TT-MOVE-1, TT-MOVE-2, TT-MOVE-3, TT-MOVE-4)
    """
    normal, row = unit.move, printed_table("moves")[kind]
    text = f"{unit.title}: a normal move is {plain_cm(normal)} cm"
    yield Finding(Reach(normal), text, "TT-MOVE-1", unit.is_aircraft and "TT-R46")
    fast = unit.has_special("fast") and row["fast"] != row["times"]
    if fast and difficult and is_slowed(unit):
        yield Finding(Reach(normal), "Fast does not help in difficult ground", "TT-MOVE-4")
        fast = False
    allowed: Fraction = normal * (times := row["fast"] if fast else row["times"])
    if times != 1:
        text = f"a {'Fast ' if fast else ''}{kind} is {times} times that: {plain_cm(allowed)} cm"
        yield Finding(Reach(allowed), text, "TT-MOVE-2")
    if unit.has_special("slow"):
        allowed = min(allowed, Fraction(rule_distance("slow")))
        yield Finding(Reach(allowed), lambda: f"Slow: never more than {rule_distance('slow')} cm", "TT-MOVE-3")
    if difficult:
        yield _find_difficult_reach(unit, allowed, house)


def _find_difficult_reach(unit: Profile, allowed: Fraction, house: House) -> Finding[Reach]:
    """Return what difficult ground leaves of an allowance (TT-MOVE-4, TT-MOVE-5, TT-MOVE-6, TT-R13)."""
    ruled = house["bad-terrain"] == "part-inside" and "TT-R13"
    if unit.has_special("jump"):
        return Finding(Reach(allowed), "Jump: difficult ground does not slow it", "TT-MOVE-6", "TT-R45", ruled)
    if unit.has_special("all-terrain"):
        return Finding(Reach(allowed), "All-Terrain: difficult ground does not slow it", "TT-MOVE-5", ruled)
    limit = Fraction(rule_distance("difficult_ground"))
    if house["bad-terrain"] == "part-inside":
        found, text = Reach(allowed, limit if limit < allowed else None), "at most {} cm of it in difficult ground"
    else:
        found, text = Reach(min(allowed, limit)), "difficult ground on the way: at most {} cm in all"
    return Finding(found, text.format(plain_cm(limit)), "TT-MOVE-4", "TT-R13")


def too_far_rule(unit: Profile, kind: str, difficult: bool) -> str:
    """The rule that a move beyond its allowance breaks."""
    if difficult and is_slowed(unit):
        return "TT-MOVE-4"
    if unit.has_special("slow"):
        return "TT-MOVE-3"
    return "TT-MOVE-1" if kind == "move" else "TT-MOVE-2"


@dataclass(frozen=True, kw_only=True)
class AllowanceFacts(TtSituation, UnitFacts):
    kind: str = fact(OneOf(MOVES), ask="What does it do?")
    difficult_ground: bool = fact(YesNo(), False, ask="Does any part of the way lie in difficult ground?")
    transferring: bool = fact(YesNo(), False, ask="Does it load or unload somebody?")


@dataclass(frozen=True)
class Allowance:
    """An allowance in cm, whole where it is whole."""

    allowance: int | float
    reach: Reach = hidden_field(None)


@dataclass(frozen=True)
class PartInside(Allowance):
    """The same with how much of it may lie in difficult ground (TT-R13)."""

    inside: int | float = 0


def resolve_allowance(s: AllowanceFacts, dice: Dice) -> Allowance:
    """How far may it go? (TT-MOVE-1, TT-MOVE-2, TT-MOVE-3, TT-MOVE-4, TT-MOVE-5, TT-MOVE-6, TT-TRANS-4, TT-SHOOT-13)"""
    unit = s.profile_of(s)
    if s.kind == "run" and s.transferring:
        most = plain_cm(unit_reach(unit, "move", s.difficult_ground, s.house).allowance)
        text = f"{unit.title} loads or unloads this turn, so it does not run; it may move {most} cm in all"
        raise refuse("TT-TRANS-4", "transport-ran", text)
    if s.kind == "hit-and-run" and not unit.has_special("hit-and-run"):
        text = f"{unit.title} has no Hit & Run, so it may go 0 cm after shooting"
        raise refuse("TT-SHOOT-13", "no-hit-and-run", text)
    steps = list(reach_findings(unit, s.kind, s.difficult_ground, s.house))
    found = steps[-1].value
    if s.transferring and s.kind in ("move", "charge"):
        text = "it loads or unloads: no run, but this way as usual"
        steps.append(Finding(found, text, "TT-TRANS-4", "TT-R35"))
    for step in steps:
        dice.report(step)
    dice.explain(f"{s.kind}: up to {plain_cm(found.allowance)} cm", *steps[-1].rules)
    if found.inside is None:
        return Allowance(plain_cm(found.allowance), found)
    return PartInside(plain_cm(found.allowance), found, plain_cm(found.inside))


def plain_cm(number: Fraction) -> int | float:
    """A distance for JSON: a whole number where it is one."""
    return number.numerator if number.denominator == 1 else float(number)


@dataclass(frozen=True)
class Gap(Kind[tuple[int, int, Fraction]]):
    """Two units of a group and the gap between their bases in cm: ``[0, 1, 0.5]``."""

    def read(self, value: object, where: str) -> tuple[int, int, Fraction]:
        if not isinstance(value, list | tuple) or len(value) != 3:
            raise malformed_value(where, f"{brief_text(value)} is not [unit, unit, cm]", f"give {self.words}")
        one, other = (Whole().read(value[at], f"{where}[{at}]") for at in (0, 1))
        return one, other, Number(0).read(value[2], f"{where}[2]")

    def schema(self) -> dict[str, object]:
        return {"type": "array", "items": {"type": "number", "minimum": 0}, "minItems": 3, "maxItems": 3}

    @property
    def words(self) -> str:
        return "two units, numbered from 0, and the gap in cm: [0, 1, 0.5]"

    def plain(self, value: tuple[int, int, Fraction]) -> list[int | float]:
        one, other, gap = value
        return [one, other, plain_cm(gap)]


@dataclass(frozen=True, kw_only=True)
class UnitGroup(TtSituation):
    n: int = fact(Whole(1, 1000), ask="How many units?")
    gaps: tuple[tuple[int, int, Fraction], ...] = fact(ListOf(Gap()), help="[unit, unit, cm]; others are too far")
    when: str = fact(OneOf(("form", "end")), ask="To form the group, or at the end of its move?")

    def __post_init__(self) -> None:
        for one, other, _ in self.gaps:
            if max(one, other) >= self.n:
                raise Malformed(f"situation.gaps: unit {max(one, other)} of {self.n}, numbered from 0")
            if one == other:
                hint = "name two different units, or leave this gap out"
                raise Malformed(f"situation.gaps: a gap from unit {one} to itself", hint=hint)


@dataclass(frozen=True)
class Contiguous:
    contiguous: bool


def is_close_enough(gap: Fraction, when: str, house: House) -> bool:
    """Whether a gap keeps two units together: up to 1 cm to form, below at the end (TT-MOVE-8, TT-R2)."""
    return gap < rule_distance("cohesion") if _is_cohesion_strict(when, house) else gap <= rule_distance("cohesion")


def _is_cohesion_strict(when: str, house: House) -> bool:
    """Whether a gap of exactly 1 cm parts two units (TT-R2)."""
    return house["cohesion"] == "strict" or (house["cohesion"] == "literal" and when == "end")


def gap_words(when: str, house: House) -> str:
    """Which gaps connect two units: ``at most 1`` or ``less than 1``, in cm (TT-MOVE-8, TT-R2)."""
    return f"{'less than' if _is_cohesion_strict(when, house) else 'at most'} {rule_distance('cohesion')}"


def is_connected(n: int, links: Iterable[tuple[int, int]]) -> bool:
    """Whether all of `n` units hang together."""
    near: dict[int, set[int]] = {one: set() for one in range(n)}
    for one, other in links:
        near[one].add(other)
        near[other].add(one)
    reached, edge = {0}, {0}
    while edge:
        edge = {other for one in edge for other in near[one]} - reached
        reached |= edge
    return len(reached) == n


def resolve_group(s: UnitGroup, dice: Dice) -> Contiguous:
    """Is this one group? (TT-MOVE-8, TT-R2)"""
    links = [(one, other) for one, other, gap in s.gaps if is_close_enough(gap, s.when, s.house)]
    limit = f"{gap_words(s.when, s.house)} cm"
    when = "to form the group" if s.when == "form" else "at the end of its move"
    for one, other, gap in s.gaps:
        verdict = "linked" if is_close_enough(gap, s.when, s.house) else "too far"
        dice.explain(f"units {one} and {other}: {plain_cm(gap)} cm, {limit} {when}: {verdict}", "TT-MOVE-8", "TT-R2")
    found = is_connected(s.n, links)
    are = "1 unit is" if s.n == 1 else f"{s.n} units {'are' if found else 'are not'}"
    dice.explain(f"{are} one group", "TT-MOVE-8")
    return Contiguous(found)


ALLOWANCE = TITLES.make_resolver("allowance", AllowanceFacts, resolve_allowance)
GROUP = TITLES.make_resolver("group", UnitGroup, resolve_group, says_legal=False)
