"""A list as written: lines of figures, flanking forces and the general, raw, and what the catalogue knows of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING

from ...api import House, Json, JsonMapping, Malformed, Problem, Where, brief_text, dataclass
from .profiles import MODES, elite_cost
from .tables import rule_number
from .units import FACTIONS, UNITS, Faction, Unit

if TYPE_CHECKING:
    from ...api import System


def table_of(value: Json) -> JsonMapping:
    """A table as written; an empty one for what is none."""
    return value if isinstance(value, Mapping) else {}


def items_of(value: Json) -> Sequence[Json]:
    """A list as written; an empty one for what is none."""
    return value if isinstance(value, list | tuple) else ()


def tables_of(value: Json) -> Iterator[tuple[int, JsonMapping]]:
    """The tables of a list as written, with their numbers; what is no table is only a fault of shape."""
    return ((at, one) for at, one in enumerate(items_of(value)) if isinstance(one, Mapping))


def text_of(value: Json) -> str:
    """A text as written; empty for what is none."""
    return value if isinstance(value, str) else ""


def whole_of(value: Json, least: int) -> int | None:
    """A whole number from the least on; None for everything else, true and 1.0 too."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= least else None


@dataclass(frozen=True)
class Line:
    """Some figures of a unit, in the army or in a flanking force: the place, the raw fields, the house rules."""

    place: Where
    fields: JsonMapping
    house: House

    @property
    def word(self) -> str:
        """The unit that the file names, known or not."""
        return text_of(self.fields.get("unit"))

    @cached_property
    def unit(self) -> Unit | None:
        """None for a word that is no unit (FFTT-A4)."""
        return UNITS.all_rows(self.house.catalogue).get(self.word)

    @property
    def is_hq(self) -> bool:
        """Whether it is of HQs, which are no figures that fight (FFTT-A7)."""
        return self.unit is not None and self.unit.headquarters

    @property
    def title(self) -> str:
        """What stands there, for people: ``2nd squad``, ``Grunt``, ``unknown unit "elf"``."""
        known = self.unit.name if self.unit else f"unknown unit {brief_text(self.fields.get('unit'))}"
        return self.name.strip() or known

    @property
    def name(self) -> str:
        """What its owner calls it."""
        return text_of(self.fields.get("name"))

    @property
    def label(self) -> str:
        """Its number as people type it, and what it is: ``entry 3 (Grunt)``, ``entry flanks/1/2 (Drone)``."""
        number = "/".join(str(one + 1) for one in self.place if isinstance(one, int))
        return f"entry {'flanks/' if self.place[0] == 'flanks' else ''}{number} ({self.title})"

    @property
    def count(self) -> int:
        """Figures; 0 where the file's number is broken, or missing (FFTT-A5)."""
        return whole_of(self.fields.get("count"), 1) or 0

    @property
    def elite(self) -> bool:
        return self.fields.get("elite") is True

    @property
    def xp(self) -> int:
        """FP of experience; 0 where the file's number is broken (FFTT-A18)."""
        return whole_of(self.fields.get("xp"), 0) or 0

    @property
    def each(self) -> int:
        """FP of one figure, with what the house rules ask for an elite one; 0 of an unknown unit (FFTT-R18)."""
        extra = (elite_cost(self.house) or 0) if self.elite else 0
        return self.unit.fp + extra if self.unit else 0

    @property
    def points(self) -> int:
        return self.count * self.each

    def make_problem(self, code: str, text: str, hint: str, *keys: str) -> Problem:
        """A problem of this line, at one of its keys."""
        return Problem(code, f"{self.label}: {text}", hint, (*self.place, *keys))


@dataclass(frozen=True)
class Flank:
    """A flanking force: the side as written, and its figures."""

    at: int
    fields: JsonMapping
    lines: tuple[Line, ...]

    @property
    def place(self) -> Where:
        return ("flanks", self.at)

    @property
    def side(self) -> str:
        return text_of(self.fields.get("side"))

    @property
    def label(self) -> str:
        return f"{self.side} flank" if self.side else f"flanking force {self.at + 1}"

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines)

    @property
    def is_empty(self) -> bool:
        """Whether nobody is in it (FFTT-A11)."""
        return "units" not in self.fields or self.fields["units"] in ([], ())


def count_figures(lines: Sequence[Line]) -> int:
    """The figures of some lines, HQs not counted (FFTT-R17)."""
    return sum(line.count for line in lines if line.unit and not line.is_hq)


def counts_by_word(lines: Sequence[Line]) -> Counter[str]:
    """How many there are of each unit, by the word of the file; broken counts are none."""
    found: Counter[str] = Counter()
    for line in lines:
        found[line.word] += line.count
    return found


@dataclass(frozen=True)
class Army:
    """A list as written, with its house rules; `house_wrong` is what is wrong with these, which are then as printed.

    `budget` is as written, or as whoever asked said it; None: no budget.
    """

    fields: JsonMapping
    house: House
    house_wrong: Malformed | None
    budget: Json

    @property
    def mode(self) -> str:
        """What the list is for; empty for a word that is no mode."""
        return mode if (mode := text_of(self.fields.get("mode", MODES[0]))) in MODES else ""

    @cached_property
    def faction(self) -> Faction | None:
        """None for a word that is no faction (FFTT-A3)."""
        return FACTIONS.all_rows(self.house.catalogue).get(text_of(self.fields.get("faction")))

    @property
    def has_queen(self) -> bool:
        """Whether a queen takes the place of its HQs (FFTT-A8)."""
        return self.faction is not None and self.faction.has_queen

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return self._read_lines((), self.fields)

    @cached_property
    def flanks(self) -> tuple[Flank, ...]:
        tables = tables_of(self.fields.get("flanks"))
        return tuple(Flank(at, one, self._read_lines(("flanks", at), one)) for at, one in tables)

    @property
    def hidden(self) -> tuple[Line, ...]:
        """The lines of all flanking forces."""
        return tuple(line for flank in self.flanks for line in flank.lines)

    def _read_lines(self, where: Where, fields: JsonMapping) -> tuple[Line, ...]:
        return tuple(Line((*where, "units", at), one, self.house) for at, one in tables_of(fields.get("units")))

    @property
    def generals(self) -> tuple[JsonMapping, ...]:
        """The general, or all where the file has a list of them (FFTT-A15)."""
        written = self.fields.get("general", ())
        return (written,) if isinstance(written, Mapping) else tuple(one for _, one in tables_of(written))

    @property
    def replaced(self) -> int:
        """The FP of a commander who replaces another; 0 where he does not (FFTT-CAMP-11)."""
        is_new = any(one.get("replacement") is True for one in self.generals)
        return rule_number("replacement") if is_new and self.mode == "campaign" else 0

    @cached_property
    def points(self) -> int:
        """What the list costs (FFTT-A2)."""
        return sum(line.points for line in self.lines) + self.replaced

    @property
    def agreed(self) -> Fraction | None:
        """The budget as a number; None where there is none, or something else is written (FFTT-A1)."""
        if isinstance(self.budget, bool) or not isinstance(self.budget, int | float | Fraction):
            return None
        return Fraction(self.budget) if isfinite(self.budget) else None

    @property
    def most(self) -> int | None:
        """The most FP of a list of a campaign; None for a battle (FFTT-A9, FFTT-A10)."""
        names = {"campaign": "army_most", "detachment": "detachment_most"}
        return rule_number(names[self.mode]) if self.mode in names else None

    @property
    def limit(self) -> Fraction | None:
        """What the list may cost: the budget, or what its mode allows, whichever is less."""
        known = [Fraction(one) for one in (self.agreed, self.most) if one is not None]
        return min(known, default=None)

    def lines_where(self, wanted: Callable[[Unit], bool]) -> Iterator[Line]:
        """The lines of units of a kind whose count is legal."""
        return (line for line in self.lines if line.unit and wanted(line.unit) and line.count)


def read(army: JsonMapping, budget: Json, system: System) -> Army:
    """A list from raw data of any shape; `budget` goes before the army's."""
    house, wrong = system.house, None
    try:
        house = system.read_common({k: v for k, v in army.items() if k in ("house", "catalogue")}, "")["house"]
    except Malformed as found:
        wrong = found
    return Army(army, house, wrong, army.get("budget") if budget is None else budget)
