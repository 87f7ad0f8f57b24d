"""What advice is given for: one list of an army with its entries, and the way to all its other lists."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction

from ...data import Json, JsonMapping, JsonObject, Shaped
from ...errors import TooBig
from ...records import dataclass
from ...system import System
from ..army import Report
from ..change import Change, Drop, is_list, value_at
from ..form import Form, Setting, Shelf, Ware
from ..problems import Where
from ..shelves import path_words
from ..trial import Trial, errors_of, try_changes
from .spending_limit import Memory, with_remembered_tables

COUNT_KEY = "count"
COUNT: Where = (COUNT_KEY,)
MOST_TRIALS = 6_000  # configurations of all wares, and upgrades of all entries; as many as take a few seconds
LARGE = 8  # entries that a list has when a trial takes twice as long as with none
MOST_ENTRIES = 100  # of a list for which anything is suggested; each is tried in many ways
MOST_INSIDE = 1_000  # entries of all lists, those inside others, too


@dataclass(frozen=True)
class Goods:
    """One list of an army, for which things are bought: the system, the data and report of the army, its shelf.

    shelves  the lists at the top of the army
    table    the place of the entry that this list is inside of; ``()`` for a list at the top
    """

    system: System
    data: JsonMapping
    report: Report
    shelf: Shelf
    memory: Memory = field(default_factory=Memory, compare=False, repr=False)
    shelves: tuple[Shelf, ...] = ()
    table: Where = ()

    @property
    def listed(self) -> Where:
        """The place of the list."""
        return (*self.table, *self.shelf.place)

    @property
    def entries(self) -> Sequence[Shaped]:
        """The entries that are there, as written."""
        found = value_at(self.data, self.listed, ())
        return found if is_list(found) else ()

    def entry_place(self, at: int) -> Where:
        return (*self.listed, at)

    @property
    def end(self) -> Where:
        """Where a new entry goes."""
        return self.entry_place(len(self.entries))

    def new_entry(self, entry: JsonMapping, beside: Sequence[Json] = ()) -> JsonObject:
        """An entry as it is written as a new one, beside others that are new, too."""
        return dict(self.shelf.fresh(entry, (*self.entries, *beside)))

    def ware_of(self, entry: Json) -> Ware | None:
        """What an entry is."""
        return self.shelf.ware_of(entry)

    def count_setting(self, entry: JsonMapping) -> Setting | None:
        """The setting of how many copies there are, None where each copy is an entry of its own."""
        return next((one for one in self.shelf.settings(entry) if one.key == COUNT), None)

    def entry_label(self, at: int) -> str:
        """An entry in words: ``entry 2 (The Mill)``, ``entry 1/2 (Soldier)``."""
        return f"entry {self.entry_number(at)} ({self.shelf.title_of(self.entries[at])})"

    def entry_number(self, at: int) -> str:
        """The number of an entry as people type it: ``2``, ``1/2``."""
        return path_words(self.shelves, self.data, self.entry_place(at))

    # --- the other lists ---

    @property
    def outer(self) -> tuple[Goods, ...]:
        """The lists at the top of the army."""
        return tuple(replace(self, shelf=shelf, table=()) for shelf in self.shelves)

    def lists_inside(self, at: int) -> tuple[Goods, ...]:
        """The lists inside an entry."""
        entry = self.entries[at]
        shelves = self.shelf.inside(entry) if isinstance(entry, Mapping) else ()
        return tuple(replace(self, shelf=shelf, table=self.entry_place(at)) for shelf in shelves)

    def lists_below(self, at: int) -> Iterator[Goods]:
        """The lists inside an entry, and those inside their entries."""
        for goods in self.lists_inside(at):
            yield goods
            for number in range(len(goods.entries)):
                yield from goods.lists_below(number)

    @property
    def wares(self) -> list[str]:
        """The ids of all wares of the army: of the lists at the top, and of those inside the entries that are there."""
        lists = [*self.outer, *(inner for one, at in self.everywhere for inner in one.lists_inside(at))]
        return list(dict.fromkeys(ware.id for one in lists for ware in one.shelf.wares))

    @property
    def everywhere(self) -> Iterator[tuple[Goods, int]]:
        """All entries of the army, each as its list and number: an entry, then those inside of it."""
        for outer in self.outer:
            for at in range(len(outer.entries)):
                yield outer, at
                for inner in outer.lists_below(at):
                    yield from ((inner, number) for number in range(len(inner.entries)))

    def entries_holding(self, where: Where) -> list[tuple[Goods, int]]:
        """The entries that hold a place, each as its list and number: the one at the top first."""
        found: list[tuple[Goods, int]] = []
        lists = self.outer
        while lists:
            goods = next((one for one in lists if where[: len(one.listed)] == one.listed), None)
            at = where[len(goods.listed)] if goods and len(where) > len(goods.listed) else None
            if goods is None or not isinstance(at, int) or not 0 <= at < len(goods.entries):
                break
            found.append((goods, at))
            lists = goods.lists_inside(at)
        return found

    # --- trying ---

    def entry_price(self, at: int) -> Fraction:
        """What an entry costs with all that is inside of it: what its removal saves."""
        key = key_of([self.listed, self.entries[at]])
        if key not in self.memory.prices:
            self.memory.prices[key] = -self.try_out(Drop(self.entry_place(at))).cost
        return self.memory.prices[key]

    def try_out(self, *changes: Change) -> Trial:
        self.memory.tries += 1
        return try_changes(self.system, self.data, self.report, *changes)

    def with_data(self, data: JsonMapping, report: Report) -> Goods:
        """The same for an army that differs in nothing but its entries: what there is to buy stays the same."""
        return replace(self, data=data, report=report)

    @property
    def trials(self) -> int:
        """How many configurations and upgrades may be tried."""
        return self.scale_tries(MOST_TRIALS)

    def scale_tries(self, tries: int) -> int:
        """So many tries, or for a long list as many as take about as long."""
        return tries * LARGE // (LARGE + len(self.entries))

    def marks_of(self, entry: Json) -> Counter[str]:
        """What one copy of an entry adds to the counts by which the whole army is judged.

        What is inside an entry counts with it, and never by itself.
        """
        if not isinstance(entry, Mapping) or self.table:
            return Counter()
        key = key_of(entry)
        if key not in self.memory.marks:
            self.memory.marks[key] = +Counter(self.system.muster.marks(entry, self.data))
        return self.memory.marks[key]


def goods_of(system: System, data: JsonMapping, report: Report, form: Form | None = None) -> Goods | None:
    """The first list of an army, None where there is nothing to buy. Errors: `TooBig`."""
    shelves = (form or system.muster.form(data, system)).shelves
    if not shelves:
        return None
    goods = Goods(with_remembered_tables(system), data, report, shelves[0], shelves=shelves)
    longest = max(len(one.entries) for one in goods.outer)
    everywhere = sum(1 for _ in goods.everywhere)
    for there, most in ((longest, MOST_ENTRIES), (everywhere, MOST_INSIDE)):
        if there > most:
            text = f"{there:,} entries; suggestions only work for lists of up to {most}"
            raise TooBig(text, hint="write equal entries as one, with a count")
    return goods


def copies_of(entry: Json) -> int:
    """How many of an entry there are; 0 where the number is broken, and of what is no entry."""
    count = value_at(entry, COUNT, 1) if isinstance(entry, Mapping) else 0
    return count if isinstance(count, int) and not isinstance(count, bool) and count > 0 else 0


def key_of(entry: Json) -> str:
    """Two entries with the same content have the same key."""
    return json.dumps(entry, sort_keys=True, default=str)


def error_codes(report: Report, place: Where) -> Counter[str]:
    """The errors of an entry, by their codes."""
    return Counter(problem.code for problem in errors_of(report) if problem.where[: len(place)] == place)
