"""A figure as the rules know it: its unit, and what it has gone through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from ...api import AnyPlace, Kind, ListOf, Malformed, OneOf, Record, Term, Whole, YesNo, dataclass, fact
from .profiles import ABILITIES, Profile, has_earned, make_profile
from .tables import Modifier
from .terms import term_of
from .units import UNIT, Unit

V = TypeVar("V")


CALLED = {"lone": "lone figure", "group": "opponent"}  # where a field is no word for who stands in it


def figure_role(place: AnyPlace) -> str:
    """Whom a question about a figure is about: ``shooter``."""
    field = next(str(step) for step in reversed(place.path[:-1]) if isinstance(step, str))
    return CALLED.get(field, field)


def figure_fact(kind: Kind[V], default: V, ask: str, help: str, *rules: str) -> V:
    """A fact of a figure; ``{}`` in its question is whom it is about."""
    return fact(kind, default, ask=lambda place: ask.format(figure_role(place)), help=help, rules=rules)


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure. `wounded` and `veteran` are None where they follow from the wounds suffered and the experience."""

    unit: Unit = fact(UNIT, ask=lambda place: f"What unit is the {figure_role(place)}?", help="the unit")
    suffered: int = figure_fact(
        Whole(), 0, "How many wounds has the {} suffered?", "wounds suffered, fewer than it has", "FFTT-WOUND-1"
    )
    wounded: bool | None = fact(YesNo(), None, help="whether it is wounded; by default as its wounds say")
    elite: bool = figure_fact(YesNo(), False, "Is the {} elite?", "whether it is elite", "FFTT-R18")
    xp: int = figure_fact(
        Whole(), 0, "How many FP of enemies has the {} killed so far?", "experience in FP", "FFTT-XP-1"
    )
    veteran: bool | None = fact(YesNo(), None, help="whether it is a veteran; by default as its experience says")
    abilities: tuple[str, ...] = figure_fact(
        ListOf(OneOf(ABILITIES)), (), "What abilities has the {}?", "a general's; some add up", "FFTT-GEN-2", "FFTT-R33"
    )

    def __post_init__(self) -> None:
        """Errors: `Malformed` for as many wounds suffered as it has: it would be dead."""
        if self.suffered and self.suffered >= self.profile.wounds:
            raise Malformed(
                f"suffered: {self.suffered} wounds would have killed this {self.unit}, which has {self.profile.wounds}"
            )

    @property
    def kind(self) -> Unit:
        return self.unit

    @property
    def profile(self) -> Profile:
        """What it has with its abilities and its experience."""
        return make_profile(self.unit, tuple(self.abilities), self.xp)

    @property
    def is_wounded(self) -> bool:
        """Whether it has the modifier of a wounded figure (FFTT-WOUND-1, FFTT-R35)."""
        if self.wounded is not None:
            return self.wounded
        return self.suffered >= self.profile.threshold

    def wound_terms(self, wounded: Modifier) -> Iterator[Term]:
        """What its wounds add to a die, and why; also where it has suffered some and they add nothing.

        (FFTT-WOUND-1, FFTT-WOUND-2, FFTT-R35)
        """
        hurt, once = self.is_wounded, ("FFTT-WOUND-2", "FFTT-R35")
        if self.wounded is not None:
            yield from [term_of(wounded, *once)] if hurt else ()
        elif self.suffered:
            has = self.profile.find_number("wounds")
            rules = ("FFTT-WOUND-1", "FFTT-R35", *has.rules)
            text = f"for {self.suffered} of {has.text}, wounded from {self.profile.threshold} on"
            yield Term(wounded.value, wounded.name, (*once, *rules)) if hurt else Term(0, text, rules)

    @property
    def is_veteran(self) -> bool:
        """Whether it is a veteran (FFTT-XP-1, FFTT-R54)."""
        return has_earned("veteran", self.xp) if self.veteran is None else self.veteran

    @property
    def left(self) -> int:
        """The wounds that it can still take; the last one kills it (FFTT-WOUND-1)."""
        return self.profile.wounds - self.suffered


@dataclass(frozen=True, kw_only=True)
class Fighter(Figure):
    """A figure in hand to hand."""

    ap: int | None = figure_fact(
        Whole(), None, "How many action points does the {} commit?", "by default 1 where it has any", "FFTT-CC-6"
    )

    @property
    def committed(self) -> int:
        """The action points that it commits (FFTT-CC-6)."""
        return min(1, self.kind.ap) if self.ap is None else self.ap


FIGURE = Record(Figure, by_word=True)
FIGHTER = Record(Fighter, by_word=True)
