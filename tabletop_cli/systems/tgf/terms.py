"""Target numbers as sums: what is printed, what halves it, and what is added (TGF-STAT-1, TGF-HIT-1, TGF-DAM-1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from ...api import House, if_answered, mixed
from .d20 import or_less, roll_rules
from .profiles import Cell, cover, damage, number, to_hit
from .soldiers import AimFacts, SoldierFacts
from .words import cm, halved, unique


@dataclass(frozen=True)
class Term:
    """Something that is added, its words, and the rules that say so."""

    value: int
    words: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sum:
    """A finished number, how it came about in words, and the rules that say so."""

    value: int
    words: str
    rules: tuple[str, ...]


def plus(terms: Sequence[Term]) -> str:
    """What is added, in words: `` +2 point blank -1 prone``."""
    return "".join(f" {'-' if term.value < 0 else '+'}{abs(term.value)} {term.words}" for term in terms)


# --- Halving


def halvings(panicked: bool, out_of_command: bool, house: House) -> tuple[int, tuple[str, ...]]:
    """How often a value is halved, and the rules that say so (TGF-STAT-1, TGF-PANIC-1, TGF-CMD-2, TGF-R15)."""
    causes = [*(["TGF-PANIC-1"] if panicked else []), *(["TGF-CMD-2"] if out_of_command else [])]
    times = min(len(causes), 1) if house["halving-stack"] == "once" else len(causes)
    both = ["TGF-R15"] if len(causes) > 1 else []
    return times, ("TGF-STAT-1", *causes, "TGF-R14", "TGF-R16", *both) if times else ()


def target_number(printed: int, who: SoldierFacts, terms: Sequence[Term], house: House) -> Sum:
    """An effective CC or RC with all that is added to it (TGF-STAT-1, TGF-R16)."""
    times, rules = halvings(who.panicked, who.out_of_command, house)
    often = "halved twice" if times > 1 else "halved"
    first = house["halving-apply"] == "base"
    value = (halved(printed, times) if first else printed) + sum(term.value for term in terms)
    words = f"{printed} {who.level}"
    words += f" {often} to {halved(printed, times)}" if times and first else ""
    words += plus(terms)
    if times and not first:
        words += f" is {value}, {often}"
        value = halved(value, times)
    return Sum(value, words, unique(*rules, *(rule for term in terms for rule in term.rules)))


# --- What is added to RC


def hit_terms(aim: AimFacts, house: House) -> Iterator[Term]:
    """The rows of the to-hit table that count (TGF-HIT-1, TGF-HIT-2, TGF-HIT-3, TGF-HIT-4, TGF-AIM-1)."""
    if aim.aimed:
        yield Term(to_hit("aimed"), "aimed", ("TGF-AIM-1",))
    steps = height_steps(aim.height_cm)
    if steps:
        yield Term(steps * to_hit("height_step"), f"for {cm(aim.height_cm)} of height", ("TGF-HIT-3",))
    if steps > 0:  # people need not be asked
        if if_answered(lambda: aim.prone, False):
            yield Term(0, "prone, seen from above", ("TGF-HIT-3", "TGF-R30"))
    elif aim.prone:
        yield Term(to_hit("prone"), "prone", ("TGF-HIT-1",))
    if share := aim.cover_pct:
        bounds = ("TGF-R2",) if share in (25, 50, 75) else ()
        words = "firing slit" if share == "slit" else f"cover {mixed(share)} %"
        yield Term(cover(share, house), words, ("TGF-HIT-2", *bounds))
    if aim.forest != "none":
        yield Term(to_hit("forest", aim.forest), f"forest, {aim.forest}", ("TGF-HIT-1",))
    if aim.crest != "none":
        yield Term(to_hit("crest", aim.crest), f"crest, {aim.crest}", ("TGF-HIT-1",))
    yield from _light(aim)


def _light(aim: AimFacts) -> Iterator[Term]:
    """Night, and tracer rounds, which count at night only (TGF-HIT-4)."""
    if aim.night:
        yield Term(to_hit("night"), "night", ("TGF-HIT-1",))
        if aim.tracer:
            yield Term(to_hit("tracer"), "tracer", ("TGF-HIT-4",))
    elif if_answered(lambda: aim.tracer, False):
        yield Term(0, "tracer by day", ("TGF-HIT-4",))


def height_steps(height: Fraction) -> int:
    """Full steps of height, 3 at most, below 0 where the firer is lower (TGF-HIT-3)."""
    steps = min(number("height_steps"), int(abs(height) // number("height_step")))
    return steps if height > 0 else -steps


# --- Damage and saves


class Sheltered(Protocol):
    """Whoever is behind something, as far as it counts against damage."""

    @property
    def cover_type(self) -> str: ...
    @property
    def forest(self) -> str: ...
    @property
    def crest(self) -> str: ...


def shelter_terms(target: Sheltered, house: House) -> list[Term]:
    """The rows of the damage table that count (TGF-DAM-1, TGF-R29)."""
    found = [
        Term(damage(key, value), words, ("TGF-DAM-1",))
        for key, value, words in (
            ("cover_type", target.cover_type, f"{target.cover_type} cover"),
            ("forest", target.forest, f"forest, {target.forest}"),
            ("crest", target.crest, f"crest, {target.crest}"),
        )
        if value != "none"
    ]
    if len(found) < 2:
        return found
    if house["cover-stacking"] == "strongest":
        found = [min(found, key=lambda term: term.value)]
    return [Term(term.value, term.words, ("TGF-DAM-1", "TGF-R29")) for term in found]


def save_number(armor: int, dam: int, terms: Sequence[Term] = ()) -> Sum:
    """The save against a hit of so much damage (TGF-DAM-2)."""
    value = number("save_base") + armor - dam - sum(term.value for term in terms)
    harm = f"({dam}{plus(terms)})" if terms else str(dam)
    rules = unique("TGF-DAM-2", *(rule for term in terms for rule in term.rules))
    return Sum(value, f"{number('save_base')} + {armor} - {harm}", rules)


def in_words(found: Sum, house: House) -> tuple[str, tuple[str, ...]]:
    """A target number with its sum, and the rules of both: ``8 veteran +2 point blank: 10 or less``."""
    return f"{found.words}: {or_less(found.value, house)}", unique(*found.rules, *roll_rules(found.value, house))


# --- What a weapon does


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
