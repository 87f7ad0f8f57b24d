"""Target numbers as sums: what is printed, what halves it, and what is added (TGF-STAT-1, TGF-HIT-1, TGF-DAM-1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ...api import House, dataclass, if_answered, mixed
from .d20 import or_less, roll_rules
from .profiles import cover, damage, number, to_hit
from .rows import Cell
from .soldiers import AimFacts, Shelter, SoldierFacts


@dataclass(frozen=True)
class Term:
    """Something that is added, its words, and the rules that say so."""

    value: int
    words: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sum(Term):
    """A finished number, how it came about in words, and the rules that say so."""

    def against(self, house: House) -> tuple[str, tuple[str, ...]]:
        """It as a target number, with the rules of both: ``8 veteran +2 point blank: 10 or less``."""
        return f"{self.words}: {or_less(self.value, house)}", unique(self.rules, roll_rules(self.value, house))


def plus(terms: Sequence[Term]) -> str:
    """What is added, in words: `` +2 point blank -1 prone``."""
    return "".join(f" {'-' if term.value < 0 else '+'}{abs(term.value)} {term.words}" for term in terms)


def unique(*rules: Sequence[str]) -> tuple[str, ...]:
    """All these rule ids, each once."""
    return tuple(dict.fromkeys(rule for some in rules for rule in some))


def rules_of(terms: Sequence[Term]) -> tuple[str, ...]:
    return unique(*(term.rules for term in terms))


def cm(distance: Fraction | int) -> str:
    """A distance for people: ``7 1/2 cm``."""
    return f"{mixed(Fraction(distance))} cm"


# --- CC and RC


def halved(value: int, times: int = 1) -> int:
    """A value halved so many times, always rounded down (TGF-R14)."""
    return value >> times


def target_number(printed: int, who: SoldierFacts, terms: Sequence[Term], house: House) -> Sum:
    """An effective CC or RC with all that is added to it (TGF-STAT-1, TGF-PANIC-1, TGF-CMD-2, TGF-R15, TGF-R16)."""
    causes = [*(["TGF-PANIC-1"] if who.panicked else []), *(["TGF-CMD-2"] if who.out_of_command else [])]
    times = min(len(causes), 1) if house["halving-stack"] == "once" else len(causes)
    rules = ["TGF-STAT-1", *causes, *(["TGF-R14", "TGF-R16"] if causes else []), *(["TGF-R15"] if causes[1:] else [])]
    base = halved(printed, times) if house["halving-apply"] == "base" else printed
    value = base + sum(term.value for term in terms)
    often = "halved twice" if times > 1 else "halved"
    words = f"{printed} {who.level}{f' {often} to {base}' if base != printed else ''}{plus(terms)}"
    if times and house["halving-apply"] == "final":
        words, value = f"{words} is {value}, {often}", halved(value, times)
    return Sum(value, words, unique(rules, rules_of(terms)))


def hit_terms(aim: AimFacts, house: House) -> Iterator[Term]:
    """The rows of the to-hit table that count (TGF-HIT-1, TGF-HIT-2, TGF-HIT-3, TGF-HIT-4, TGF-AIM-1)."""
    if aim.aimed:
        yield Term(to_hit("aimed"), "aimed", ("TGF-AIM-1",))
    steps = height_steps(aim.height_cm)
    if steps:
        yield Term(steps * to_hit("height_step"), f"for {cm(aim.height_cm)} of height", ("TGF-HIT-3",))
    if steps > 0:  # prone makes no difference, and people are not asked
        if if_answered(lambda: aim.prone, False):
            yield Term(0, "prone, seen from above", ("TGF-HIT-3", "TGF-R30"))
    elif aim.prone:
        yield Term(to_hit("prone"), "prone", ("TGF-HIT-1",))
    if share := aim.cover_pct:
        words = "firing slit" if share == "slit" else f"cover {mixed(share)} %"
        yield Term(cover(share, house), words, ("TGF-HIT-2", *(["TGF-R2"] if share in (50, 75) else [])))
    for key, depth in (("forest", aim.forest), ("crest", aim.crest)):
        if depth != "none":
            yield Term(to_hit(key, depth), f"{key}, {depth}", ("TGF-HIT-1",))
    if aim.night:
        yield Term(to_hit("night"), "night", ("TGF-HIT-1",))
    if aim.tracer if aim.night else if_answered(lambda: aim.tracer, False):
        yield Term(to_hit("tracer") if aim.night else 0, "tracer", ("TGF-HIT-4",))


def height_steps(height: Fraction) -> int:
    """Full steps of height, 3 at most, below 0 where the firer is lower (TGF-HIT-3)."""
    most, steps = number("height_steps"), int(height / number("height_step"))
    return max(-most, min(steps, most))


# --- Damage and saves


def shelter_terms(target: Shelter, house: House) -> list[Term]:
    """The rows of the damage table that count (TGF-DAM-1, TGF-R29)."""
    rows = (("cover_type", target.cover_type), ("forest", target.forest), ("crest", target.crest))
    several = sum(value != "none" for _, value in rows) > 1
    rules = ("TGF-DAM-1", "TGF-R29") if several else ("TGF-DAM-1",)
    found = [
        Term(damage(key, value), f"{value} cover" if key == "cover_type" else f"{key}, {value}", rules)
        for key, value in rows
        if value != "none"
    ]
    strongest = several and house["cover-stacking"] == "strongest"
    return [min(found, key=lambda term: term.value)] if strongest else found


def save_number(armor: int, dam: int, terms: Sequence[Term] = ()) -> Sum:
    """The save against a hit of so much damage (TGF-DAM-2)."""
    value = number("save_base") + armor - dam - sum(term.value for term in terms)
    harm = f"({dam}{plus(terms)})" if terms else str(dam)
    return Sum(value, f"{number('save_base')} + {armor} - {harm}", unique(["TGF-DAM-2"], rules_of(terms)))


@dataclass(frozen=True)
class Effect:
    """A cell of the armoury as it is played: dice to hit, hits to save of each that hits, and their damage."""

    hit: int
    dice: int
    worth: int
    dam: int | None
    rules: tuple[str, ...]


def effect_of(cell: Cell, house: House) -> Effect:
    """What a weapon does at a range (TGF-R5, TGF-R6, TGF-DAM-3)."""
    shots, hits, dam = cell.shots, cell.hits, cell.dam
    rules = [*(["TGF-R5"] if shots > 1 else []), *(["TGF-R6", "TGF-DAM-3"] if hits > 1 else [])]
    if house["damage-multiplier"] == "times" and dam is not None:
        dam, hits = dam * hits, 1
    if house["hit-multiplier"] == "hits":
        shots, hits = 1, hits * shots
    return Effect(cell.hit, shots, hits, dam, (*rules, *([cell.ruling] if cell.ruling else [])))
