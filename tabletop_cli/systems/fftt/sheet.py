"""An army on paper: a card for each line of figures, for the general, and, secret, for who waits on a flank.

Figures that wait on a flank are not counted on the line of the army. As at the table, the first figures of a unit are
those that hide, and the general is the first who does not. It works for every list that can be read, however wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from ...api import Boxes, Card, JsonMapping, Problem, ShapedObject, Sheet, Where, dataclass
from .army import Army, Line, text_of
from .profiles import Profile, abilities, decision_texts_of, make_profile, throws_per_shot
from .quick import range_words
from .units import is_ai, units_of

MOST_TRACK = 60  # boxes for FP lost
MOST_NUMBERED = 500  # figures: nobody plays with more
LEGEND = {"W": "wounded, -1", "X": "dead", "A": "out of ammo"}
MODES = {"campaign": "a campaign", "detachment": "a detachment"}


@dataclass(frozen=True)
class Part:
    """Figures of a line that stand together, with their FP: on the table or on a flank, with the general or without."""

    line: Line
    count: int
    fp: Fraction
    place: Where
    flank: str = ""
    general: JsonMapping | None = None

    @property
    def ability(self) -> str:
        """The general's; empty for who has none that is known."""
        word = text_of((self.general or {}).get("ability"))
        return word if word in abilities() else ""

    @property
    def profile(self) -> Profile | None:
        """What each of them has; None of an unknown unit."""
        known = (self.ability,) if self.ability else ()
        return make_profile(self.line.unit, known, self.line.xp) if self.line.unit else None


def army_sheet(army: Army, problems: Sequence[Problem]) -> Sheet:
    """A list as people want it on paper."""
    from . import SYSTEM

    found = army_parts(army)
    numbers = part_numbers(army, found)
    boxes = [box for part in found for box in _part_boxes(part)]
    lost = min(army.points, MOST_TRACK)
    return Sheet(
        system=SYSTEM.id,
        system_name=SYSTEM.name,
        name=text_of(army.fields.get("name")).strip(),
        faction=army.faction.name if army.faction else "",
        points=Fraction(army.points),
        budget=army.limit,
        unit="figure",
        cards=tuple(replace(_part_card(part), numbers=numbers[at]) for at, part in enumerate(found)),
        rules=tuple(dict(rule for part in found for rule in _part_rules(part)).items()),
        tracks=(Boxes("FP lost", 0, lost),) if lost else (),
        facts=((("for", MODES[army.mode]),) if army.mode in MODES else ()) + (("reloads", _reloads_text(army)),),
        house=decision_texts_of(army.house),
        legend=tuple((letter, words) for letter, words in LEGEND.items() if any(letter in box.labels for box in boxes)),
        problems=tuple(problems),
        whole=tuple(_file_cards(army)),
        data={
            "mode": army.mode or None,
            "faction": army.faction.id if army.faction else None,
            "figures": list(map(_part_data, found)),
        },
    )


def _reloads_text(army: Army) -> str:
    """While whom the army reloads (FFTT-AMMO-1)."""
    if army.faction is None or army.faction.needs_hq:
        return "while an HQ lives"
    if army.faction.has_queen:
        return "while a queen lives"
    sources = [one.word for one in units_of(army.faction, army.house.catalogue) if one.source]
    return f"while one lives: {', '.join(sources)}" if sources else "never"


# --- Who stands where


def army_parts(army: Army) -> tuple[Part, ...]:
    """All figures: those of the army in the order of the file, then those of the flanks; the general by himself."""
    left = {line.place: line.count for line in army.lines}
    hidden = [_hidden_part(army, flank.side, line, left) for flank in army.flanks for line in flank.lines]
    shown = [line for line in army.lines if left[line.place] or not line.count]
    there = [Part(line, left[line.place], Fraction(left[line.place] * line.each), line.place) for line in shown]
    return tuple(_with_general(army, [*there, *hidden]))


def part_numbers(army: Army, parts: Sequence[Part]) -> list[tuple[int, ...]]:
    """The numbers of the figures of each part, as a battle counts them: through the lines of the list, from 1."""
    found: list[tuple[int, ...]] = [()] * len(parts)
    if sum(line.count for line in army.lines) > MOST_NUMBERED:
        return found
    free = dict(enumerate((line for line in army.lines if line.unit for _ in range(line.count)), 1))
    chosen = sorted(range(len(parts)), key=lambda at: (not parts[at].flank, parts[at].general is None))
    for at in chosen:  # flanks take the first figures of a unit, then the general is the first of its own
        part = parts[at]
        loose = part.flank or part.general is not None
        fits = [n for n, line in free.items() if (line.word == part.line.word if loose else line is part.line)]
        found[at] = tuple(fits[: part.count])
        for n in found[at]:
            del free[n]
    return found


def _file_cards(army: Army) -> Iterator[Card]:
    """The lines as the file has them, with what a general costs on one of his unit; those of flanks cost nothing more.

    It does not depend on the order of the lines.
    """
    word = text_of(next(iter(army.generals), {}).get("unit"))
    his = min((line for line in army.lines if line.word == word and line.count), key=_sort_key, default=None)
    for line in army.lines:
        fp = line.points + (army.replaced if line is his else 0)
        yield _part_card(Part(line, line.count, Fraction(fp), line.place))
    for line in army.hidden:
        yield replace(_part_card(Part(line, line.count, Fraction(0), line.place)), each=None, points=None)
    if his is None and army.replaced:
        yield _part_card(Part(Line((), {}, army.house), 1, Fraction(army.replaced), ()))


def _sort_key(line: Line) -> str:
    return repr(sorted(map(repr, line.fields.items())))


def _hidden_part(army: Army, side: str, line: Line, left: dict[Where, int]) -> Part:
    """The figures of the army that a line of a flank means; what the army does not have costs nothing (FFTT-A13)."""
    needed, fp, source = line.count, 0, line
    for one in army.lines:
        if one.word == line.word and (taken := min(needed, left[one.place])):
            source = one if source is line else source
            needed, fp = needed - taken, fp + taken * one.each
            left[one.place] -= taken
    return Part(source, line.count, Fraction(fp), line.place, side or "?")


def _with_general(army: Army, there: list[Part]) -> Iterator[Part]:
    """The same, with the general and what he costs: the first figure of his unit that does not hide, else the first."""
    general = next(iter(army.generals), None)
    word = text_of(general.get("unit")) if general else ""
    meant = [part for part in there if word and part.line.word == word and part.count]
    chosen = next((part for part in meant if not part.flank), meant[0] if meant else None)
    if chosen is None and army.replaced:
        yield Part(Line((), {}, army.house), 1, Fraction(army.replaced), (), "", general)
    for part in there:
        if part is not chosen:
            yield part
            continue
        each, extra = part.fp / part.count, army.replaced
        if part.count == 1:
            yield replace(part, fp=each + extra, general=general)
        else:
            yield replace(part, count=1, fp=each + extra, place=(), general=general)
            yield replace(part, count=part.count - 1, fp=part.fp - each)


# --- Cards


def _part_card(part: Part) -> Card:
    line, general = part.line, part.general
    kind = line.unit.word if line.unit and not line.is_hq else line.title
    own = text_of((general or {}).get("name")).strip() or ("General" if general is not None else "")
    return Card(
        place=part.place,
        id=line.word if part.place else "general",
        title=own or line.title,
        kind=(kind if line.fields else "no unit") + (", general" if general is not None else ""),
        count=part.count,
        each=part.fp / part.count if part.count else Fraction(0),
        points=part.fp,
        options=tuple(_option_words(part)),
        stats=tuple(_part_stats(part)),
        rules=tuple(dict(_part_rules(part))),
        rows=(line.unit,) if line.unit else (),
        boxes=tuple(_part_boxes(part)),
        secret=bool(part.flank),
    )


def _option_words(part: Part) -> Iterator[str]:
    if part.flank:
        yield f"{part.flank} flank"
    if part.ability:
        yield abilities()[part.ability].name
    if part.general and part.general.get("replacement") is True:
        yield "replacement"
    if part.line.elite:
        yield "elite"
    if part.line.xp:
        yield f"{part.line.xp} FP of experience"


def _part_stats(part: Part) -> Iterator[tuple[str, str]]:
    if not (found := part.profile):
        return
    yield "AP", str(found.ap)
    yield "wounds", str(found.wounds) + (f", hindered from {found.threshold}" if found.threshold < found.wounds else "")
    yield "move", f"{found.move} cm" if found.move else "-"
    yield "hand to hand", f"{found.hth:+d}"
    if found.ws is not None:
        throws = throws_per_shot(found, part.line.house)
        often = f"{throws} x " if throws > 1 else ""
        yield found.unit.weapon, f"{often}{found.ws} or less, {range_words(found.unit)}"


def _part_boxes(part: Part) -> Iterator[Boxes]:
    """Wounds, from which on they hinder and kill; action points; a marker for who may run out of ammo."""
    if not (found := part.profile):
        return
    marks = ["" if at < found.threshold else "W" for at in range(1, found.wounds)]
    yield Boxes("wounds", 0, found.wounds, (*marks, "X"))
    if found.ap:
        yield Boxes("AP", 0, found.ap, turn=True)
    lasting = found.unit.spent or is_ai(found.unit, part.line.house) or found.has_ability("happy-trigger")
    if found.unit.shoots and not lasting:
        yield Boxes("ammo", 0, 1, ("A",))


def _part_rules(part: Part) -> Iterator[tuple[str, str]]:
    """What belongs to the unit and to the general's ability: title and text of the rule."""
    from . import SYSTEM

    ability = abilities()[part.ability] if part.ability else None
    for one in (*(part.line.unit.rules if part.line.unit else ()), *(ability.rules if ability else ())):
        rule = SYSTEM.reference.find_entry(one)
        yield rule.title, " ".join(rule.text.split())
    if ability:
        yield ability.name, ability.summary_text(part.line.house)


def _part_data(part: Part) -> ShapedObject:
    own = {"unit": part.line.word, "count": part.count, "flank": part.flank or None, "elite": part.line.elite}
    return {**own, "xp": part.line.xp, "general": part.general is not None, "ability": part.ability or None}
