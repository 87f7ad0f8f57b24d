"""Target numbers as sums: what is printed, what halves it, and what is added (TGF-STAT-1, TGF-HIT-1, TGF-DAM-1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ...api import Finding, House, Term, cite, dataclass, format_fraction, peek, rules_of, sum_terms, terms_text
from .d20 import or_less, roll_rules
from .profiles import cover_modifier, damage, rule_number, to_hit
from .row_types import Cell
from .soldiers import AimFacts, Shelter, SoldierFacts


def format_cm(distance: Fraction | int) -> str:
    """A distance for people: ``7 1/2 cm``."""
    return f"{format_fraction(Fraction(distance))} cm"


# --- CC and RC


def halve(value: int, times: int = 1) -> int:
    """A value halved so many times, always rounded down (TGF-R14)."""
    return value >> times


def target_number(printed: int, who: SoldierFacts, terms: Sequence[Term], house: House) -> Finding[int]:
    """Return the effective CC or RC with all that is added to it: ``8 veteran +2 point blank: 10 or less``.

    (TGF-STAT-1, TGF-PANIC-1, TGF-CMD-2, TGF-R15, TGF-R16)
    """
    causes = cite(who.panicked and "TGF-PANIC-1", who.out_of_command and "TGF-CMD-2")
    times = min(len(causes), 1) if house["halving-stack"] == "once" else len(causes)
    base = halve(printed, times) if house["halving-apply"] == "base" else printed
    whole, halves_last, level = base + sum_terms(terms), bool(times) and house["halving-apply"] == "final", who.level
    value = halve(whole, times) if halves_last else whole

    def target_text() -> str:
        often = "halved twice" if times > 1 else "halved"
        first = f" {often} to {base}" if base != printed else ""
        last = f" is {whole}, {often}" if halves_last else ""
        return f"{printed} {level}{first}{terms_text(terms)}{last}: {or_less(value, house)}"

    halving = causes and ("TGF-R14", "TGF-R16", *(("TGF-R15",) if causes[1:] else ()))
    return Finding(value, target_text, "TGF-STAT-1", *causes, *halving, *rules_of(terms), *roll_rules(value, house))


def hit_terms(aim: AimFacts, house: House) -> Iterator[Term]:
    """The rows of the to-hit table that count (TGF-HIT-1, TGF-HIT-2, TGF-HIT-3, TGF-HIT-4, TGF-AIM-1)."""
    if aim.aimed:
        yield Term(to_hit("aimed"), "aimed", ("TGF-AIM-1",))
    steps = height_steps(aim.height_cm)
    if steps:
        yield Term(steps * to_hit("height_step"), f"for {format_cm(aim.height_cm)} of height", ("TGF-HIT-3",))
    if steps > 0:  # prone makes no difference, and people are not asked
        if peek(lambda: aim.prone, False):
            yield Term(0, "prone, seen from above", ("TGF-HIT-3", "TGF-R30"))
    elif aim.prone:
        yield Term(to_hit("prone"), "prone", ("TGF-HIT-1",))
    if share := aim.cover_pct:
        words = "firing slit" if share == "slit" else f"cover {format_fraction(share)} %"
        yield Term(cover_modifier(share, house), words, cite("TGF-HIT-2", share in (50, 75) and "TGF-R2"))
    for key, depth in (("forest", aim.forest), ("crest", aim.crest)):
        if depth != "none":
            yield Term(to_hit(key, depth), f"{key}, {depth}", ("TGF-HIT-1",))
    if aim.night:
        yield Term(to_hit("night"), "night", ("TGF-HIT-1",))
    if aim.tracer if aim.night else peek(lambda: aim.tracer, False):
        yield Term(to_hit("tracer") if aim.night else 0, "tracer", ("TGF-HIT-4",))


def height_steps(height: Fraction) -> int:
    """Full steps of height, 3 at most, below 0 where the firer is lower (TGF-HIT-3)."""
    most, steps = rule_number("height_steps"), int(height / rule_number("height_step"))
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


def save_number(armor: int, dam: int, house: House, terms: Sequence[Term] = ()) -> Finding[int]:
    """Return the save against a hit of so much damage: ``20 + 6 - (8 -2 soft cover): 20 or less`` (TGF-DAM-2)."""
    base = rule_number("save_base")
    value = base + armor - dam - sum_terms(terms)

    def save_text() -> str:
        return f"{base} + {armor} - {f'({dam}{terms_text(terms)})' if terms else dam}: {or_less(value, house)}"

    return Finding(value, save_text, "TGF-DAM-2", *rules_of(terms), *roll_rules(value, house))


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
    rules = cite(shots > 1 and "TGF-R5", hits > 1 and ("TGF-R6", "TGF-DAM-3"), cell.ruling)
    if house["damage-multiplier"] == "times" and dam is not None:
        dam, hits = dam * hits, 1
    if house["hit-multiplier"] == "hits":
        shots, hits = 1, hits * shots
    return Effect(cell.hit, shots, hits, dam, rules)
