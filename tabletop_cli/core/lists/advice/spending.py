"""Every legal way to spend the points that are left: counted exactly, the best fits listed, none enumerated.

A way is some new entries, each in some configuration, and for each entry that is there at most one upgrade; it costs
something, and the whole list is legal afterwards. Of an entry with lists inside, an upgrade is whatever is added in it
at once, at any depth. What is the same purchase but for free choices is one way with several variants. Whether ways
are legal is judged once for all that have the same points and marks (`Muster.marks_of`): one list that has them is made
and checked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations_with_replacement, groupby
from math import comb, gcd, lcm

from ...data import Json
from ...errors import TabletopError, TooBig
from ..army import Report, check_army
from ..change import Change, Insert, Put, apply_changes
from ..problems import Where
from .bought import Bought, Purchase, Way, group_alike, new_of, upgrade_of
from .combine import Choice, Combination, Combinations, Counts, Part, add_counts
from .goods import COUNT, COUNT_KEY, Goods, copies_of, key_of
from .nested_steps import FAULTY, faulty_mark, find_additions
from .purchases import Configuration, Upgrade, canonical_entry, find_configurations, without_count
from .upgrades import find_upgrades
from .variety import most_varied

MOST_CHECKS = 3_000  # lists that are judged


class Spending:
    """The ways to spend up to `left` points on a list.

    `only` and `without` are ids of wares to choose from or to leave out, those inside entries, too; `trials` is how
    many configurations are tried. Errors: `TooBig`.
    """

    def __init__(
        self,
        goods: Goods,
        left: Fraction,
        *,
        budget: Json = None,
        only: Collection[str] = (),
        without: Collection[str] = (),
        trials: int | None = None,
    ) -> None:
        self.goods, self.left, self._budget, self._trials = goods, left, budget, trials
        self._lists = {one.listed: one for one in goods.outer}
        self._wanted: Callable[[str], bool] = lambda word: word not in without and (not only or word in only)
        self._left_out = without
        self.trimmed: list[str] = []  # titles of wares and entries that have more to choose from than was looked at
        self.new = self._new_entries()
        self.upgrades = self._upgrade_groups()

    # --- what there is to buy ---

    def _new_entries(self) -> tuple[Purchase, ...]:
        return tuple(purchase for goods in self._lists.values() for purchase in self._new_of(goods))

    def _new_of(self, goods: Goods) -> Iterator[Purchase]:
        seen = set[str]()
        there = self._keys_in_list(goods.listed)
        wares = [ware for ware in goods.shelf.wares if self._wanted(ware.id)]
        for ware, all_of_it, trimmed in find_configurations(goods, wares, self._trials):
            self.trimmed += [ware.title] if trimmed else []
            fresh = [one for one in all_of_it if key_of(one.entry) not in seen]
            seen |= {key_of(one.entry) for one in fresh}
            yield from (new_of(group, there) for group in group_alike(fresh))

    def _upgrade_groups(self) -> tuple[tuple[Purchase, ...], ...]:
        """For each entry that can have more, what it can have."""
        found = []
        for goods in self._lists.values():
            for at in range(len(goods.entries)):
                all_of_it, trimmed = self._upgrades_of(goods, at)
                self.trimmed += [goods.entry_label(at)] if trimmed else []
                found.append(tuple(upgrade_of(group) for group in group_alike(all_of_it)))
        return tuple(group for group in found if group)

    def _upgrades_of(self, goods: Goods, at: int) -> tuple[list[Upgrade], bool]:
        ware = goods.ware_of(goods.entries[at])
        if ware is None or ware.id in self._left_out:
            return [], False
        if goods.lists_inside(at):
            wanted = (lambda word: word not in self._left_out) if self._wanted(ware.id) else self._wanted
            return find_additions(goods, at, self.left, wanted, itself=self._wanted(ware.id))
        return find_upgrades(goods, at) if self._wanted(ware.id) else ([], False)

    @property
    def only_free(self) -> bool:
        """Whether there are things to add, but none that costs anything."""
        wares = ((goods, ware) for goods in self._lists.values() for ware in goods.shelf.wares)
        free = (goods.try_out(Insert(goods.end, goods.new_entry(ware.entry))) for goods, ware in wares)
        return not self.purchases and any(one.report is not None and not one.cost for one in free)

    @property
    def purchases(self) -> tuple[Purchase, ...]:
        """Everything that can be bought, in the order in which ways are listed."""
        return (*self.new, *chain.from_iterable(self.upgrades))

    # --- the table ---

    @cached_property
    def _step(self) -> Fraction:
        """The largest number of points of which everything costs a multiple."""
        costs = [one.cost for one in self.purchases]
        whole = lcm(*(cost.denominator for cost in costs))
        return Fraction(gcd(*(int(cost * whole) for cost in costs)), whole)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The marks that something to buy has, or takes away; whatever else is counted stays as it is."""
        wrong = any(faulty_mark(goods, at) for goods, at in self._entries)
        return tuple(sorted({name for one in self.purchases for name, _ in one.marks} | ({FAULTY} if wrong else set())))

    @property
    def _entries(self) -> list[tuple[Goods, int]]:
        """All entries of the lists at the top."""
        return [(goods, at) for goods in self._lists.values() for at in range(len(goods.entries))]

    @cached_property
    def _rows(self) -> list[tuple[Purchase, ...]]:
        return [*((one,) for one in self.new), *self.upgrades]

    @cached_property
    def _table(self) -> Combinations:
        rows = [Choice((self._part_of(one),), self._nothing, many=True) for one in self.new]
        rows += [
            Choice(tuple(map(self._part_of, group)), self._counts_of_entry(*self._upgraded_entry(group)))
            for group in self.upgrades
        ]
        most = max(0, int(self.left / self._step))
        states = (most + 1) * int(3 ** len(self._names))
        if states > MOST_CHECKS:
            text = f"{self.left} points can be spent in more than {MOST_CHECKS:,} ways: too many to check"
            raise TooBig(text, hint="spend fewer at once: --for POINTS")
        return Combinations(tuple(rows), self._start, most)

    @property
    def _nothing(self) -> Counts:
        return (0,) * len(self._names)

    def _part_of(self, purchase: Purchase) -> Part:
        return Part(int(purchase.cost / self._step), self._counts_of(dict(purchase.marks)), len(purchase.variants))

    def _counts_of(self, marks: dict[str, int]) -> Counts:
        return tuple(min(2, marks.get(name, 0)) for name in self._names)

    def _upgraded_entry(self, group: Sequence[Purchase]) -> tuple[Goods, int]:
        """The entry that upgrades are of."""
        place = _upgraded_place(group)
        return self._lists[place[:-1]], int(place[-1])

    def _counts_of_entry(self, goods: Goods, at: int) -> Counts:
        """What an entry that is there counts."""
        entry = goods.entries[at]
        found = add_counts(self._nothing, self._counts_of(goods.marks_of(entry)), copies_of(entry))
        return add_counts(found, self._counts_of(faulty_mark(goods, at)))

    @cached_property
    def _start(self) -> Counts:
        """What the entries count that stay as they are in any case."""
        changing = {_upgraded_place(group) for group in self.upgrades}
        found = self._nothing
        for goods, at in self._entries:
            found = found if goods.entry_place(at) in changing else add_counts(found, self._counts_of_entry(goods, at))
        return found

    # --- what is legal ---

    @cached_property
    def _legal(self) -> tuple[frozenset[Counts], ...]:
        """For each price in steps, with which counts the list is legal."""
        if not self.purchases:
            return ()
        levels = enumerate(self._table.ways)
        return tuple(frozenset(c for c in level if price and self._is_legal(price, c)) for price, level in levels)

    def _is_legal(self, price: int, counts: Counts) -> bool:
        way = self._table.find_example(price, counts)
        report = self._try_changes(self._combination_changes(way, apart=True))
        predicted = self.goods.report.sum + price * self._step
        if report is not None and report.sum != predicted:
            text = f"what things cost here depends on the rest of the list ({report.sum} points, not {predicted})"
            raise TabletopError(f"{text}: so ways to spend points cannot be counted", code="prices-depend")
        return report is not None and report.legal

    def _try_changes(self, changes: Sequence[Change]) -> Report | None:
        self.goods.memory.tries += 1
        try:
            return check_army(self.goods.system, apply_changes(self.goods.data, *changes), self._budget)
        except TabletopError:
            return None

    # --- the answers ---

    @cached_property
    def ways(self) -> int:
        """How many there are."""
        return sum(self._sum_legal(self._table.ways, price) for price in range(len(self._legal)))

    @cached_property
    def variants(self) -> int:
        """How many there are with every free choice for itself."""
        return sum(self._sum_legal(self._table.variants, price) for price in range(len(self._legal)))

    @cached_property
    def best(self) -> tuple[Fraction, int]:
        """The most points that can be spent, and in how many ways; nothing in none where nothing can."""
        most = self._most
        return (Fraction(0), 0) if most is None else (most * self._step, self._sum_legal(self._table.ways, most))

    @property
    def _most(self) -> int | None:
        """The most that can be spent, in steps."""
        return max((price for price, legal in enumerate(self._legal) if legal), default=None)

    def _sum_legal(self, levels: list[dict[Counts, int]], price: int) -> int:
        return sum(levels[price][counts] for counts in self._legal[price])

    @property
    def varied(self) -> Way | None:
        """Of the ways that spend most, one with the most different new entries; None where none is varied."""
        if (most := self._most) is None:
            return None
        found = most_varied(self._table, most, self._legal[most])
        return None if found is None else self._make_way(found, most * self._step)

    def list_ways(self) -> Iterator[Way]:
        """All ways, one at a time: those that leave least first, of these those with the fewest purchases, of these
        in the order of the catalogue."""
        for price, legal in reversed(list(enumerate(self._legal))):
            if legal:
                cost = price * self._step
                for combination in self._table.list_combinations(price, legal):
                    yield self._make_way(combination, cost)

    def list_variants(self) -> Iterator[Way]:
        """The same with every free choice for itself."""
        for way in self.list_ways():
            for bought in self._choose_variants(way.bought):
                yield Way(bought, way.cost, way.left, 1)

    def _choose_variants(self, bought: Sequence[Bought]) -> Iterator[tuple[Bought, ...]]:
        """Every choice of variants, one at a time: there may be far too many to hold."""
        if not bought:
            yield ()
            return
        variants: tuple[Configuration | Upgrade, ...] = bought[0].purchase.variants
        for chosen in combinations_with_replacement(variants, bought[0].copies):
            for others in self._choose_variants(bought[1:]):
                yield (*self._single_purchases(chosen), *others)

    def _single_purchases(self, chosen: tuple[Configuration | Upgrade, ...]) -> Iterator[Bought]:
        """Variants that were chosen, each as a purchase of its own."""
        for _, same in groupby(chosen, key=id):
            first, *others = same
            if isinstance(first, Configuration):
                purchase = new_of([first], self._keys_in_list(first.listed))
            else:
                purchase = upgrade_of([first])
            yield Bought(purchase, 1 + len(others))

    def _make_way(self, combination: Combination, cost: Fraction) -> Way:
        bought = tuple(Bought(self._rows[one.row][one.part], one.copies) for one in combination)
        variants = 1
        for one in bought:
            variants *= comb(len(one.purchase.variants) + one.copies - 1, one.copies)
        return Way(bought, cost, self.left - cost, variants)

    # --- changes of the file ---

    def way_changes(self, way: Way) -> tuple[Change, ...]:
        """The changes of the file that make a way, in its first variant."""
        together = tuple(self._bought_changes(way.bought, apart=False))
        report = self._try_changes(together)
        return together if report is not None and report.legal else tuple(self._bought_changes(way.bought, apart=True))

    def _combination_changes(self, combination: Combination, *, apart: bool) -> tuple[Change, ...]:
        bought = [Bought(self._rows[one.row][one.part], one.copies) for one in combination]
        return tuple(self._bought_changes(bought, apart=apart))

    def _bought_changes(self, bought: Sequence[Bought], *, apart: bool) -> Iterator[Change]:
        """Upgrades first, for they may change what an entry is; then new entries. What the whole list is judged by
        stands `apart`, an entry a copy."""
        new = [one for one in bought if one.purchase.is_new]
        for one in bought:
            if isinstance(upgrade := one.purchase.variants[0], Upgrade):
                yield from upgrade.changes
        upgraded = {_upgraded_place((one.purchase,)) for one in bought if not one.purchase.is_new}
        added: dict[Where, list[Json]] = {listed: [] for listed in self._lists}
        for one in new:
            for change in self._addition_changes(one, added, upgraded, apart and bool(one.purchase.marks)):
                yield change
                if isinstance(change, Insert):
                    added[change.place[:-1]].append(change.value)

    def _addition_changes(
        self, bought: Bought, added: Mapping[Where, list[Json]], upgraded: set[Where], apart: bool
    ) -> Iterator[Change]:
        configuration = bought.purchase.variants[0]
        assert isinstance(configuration, Configuration)
        goods = self._lists[configuration.listed]
        others = (one for one in range(len(goods.entries)) if goods.entry_place(one) not in upgraded and not apart)
        equal = next((one for one in others if self._is_equal(configuration, one)), None)
        if equal is not None:
            yield Put((*goods.entry_place(equal), *COUNT), copies_of(goods.entries[equal]) + bought.copies)
            return
        for copies in self._copies_per_entry(configuration, bought.copies, apart):
            counted = {} if copies == 1 else {COUNT_KEY: copies}
            before = added[goods.listed]
            entry = goods.new_entry({**configuration.entry, **counted}, before)
            yield Insert(goods.entry_place(len(goods.entries) + len(before)), entry)

    def _copies_per_entry(self, configuration: Configuration, copies: int, apart: bool) -> list[int]:
        """How many copies stand in which entry; of those that stand apart, more than two are several anyhow."""
        if not self._takes_count(configuration):
            return [1] * copies
        return [copies] if not apart or copies == 1 else [1, 1, copies - 2] if copies > 2 else [1, 1]

    def _takes_count(self, configuration: Configuration) -> bool:
        return self._lists[configuration.listed].count_setting(configuration.entry) is not None

    def _is_equal(self, configuration: Configuration, at: int) -> bool:
        """Whether an entry that is there is the same but for its number of copies."""
        goods = self._lists[configuration.listed]
        entry = goods.entries[at]
        if not copies_of(entry) or goods.ware_of(entry) != configuration.ware or not self._takes_count(configuration):
            return False
        return self._keys[goods.entry_place(at)] == key_of(configuration.entry)

    def _keys_in_list(self, listed: Where) -> set[str]:
        """What the entries of a list are but for their numbers of copies."""
        return {key for place, key in self._keys.items() if place[:-1] == listed and key}

    @cached_property
    def _keys(self) -> dict[Where, str]:
        """What the entries are but for their numbers of copies."""
        known = [(goods, at, goods.entries[at]) for goods, at in self._entries]
        return {
            goods.entry_place(at): key_of(canonical_entry(goods, without_count(entry))) if goods.ware_of(entry) else ""
            for goods, at, entry in known
        }


def _upgraded_place(group: Sequence[Purchase]) -> Where:
    """The place of the entry that upgrades are of."""
    first = group[0].variants[0]
    assert isinstance(first, Upgrade)
    return first.place
