"""The shortest legal repairs of an illegal list: few changes, and of these the ones that keep most of it.

A repair is a few steps, each of which a person would make at once. The search takes one problem at a time, tries what
may mend it near its place, and lets the system's own checks judge. What the players agreed on (the budget, the house
rules, files that they named) is never touched, unless the problem is that very key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from math import inf

from ...data import Json, JsonMapping
from ...errors import TabletopError
from ...records import dataclass
from ...system import System
from ..army import Report, check_army
from ..change import Change, Drop, Insert, Put, apply_changes, is_list, origin_of, same_value, value_at
from ..problems import Order, Problem, Where
from ..shelves import path_words
from ..trial import errors_of
from .goods import Goods, goods_of, key_of
from .neighbour_steps import steps_around, steps_inside
from .purchases import Configuration
from .remedies import (
    BUDGET,
    RemedyStep,
    add_wares,
    budget_steps,
    is_agreed,
    plainest_configurations,
    reduction_steps,
    settings_steps,
    steps_for_army,
    steps_for_entry,
)
from .savings import saving_steps, spending_steps

MOST_TRIES = 6_000  # lists that are checked, fewer of long ones; a few seconds
MOST_MORE_TRIES = 500  # after the first repair was found
FEWEST_TRIES = 2
MANY_PROBLEMS = 10
VERY_MANY = 200
MOST_CHANGES = 12
MOST_REPAIRS = 200

Sold = tuple[Where, tuple[str, ...]]  # a list, and the ids of what can be put into it


@dataclass(frozen=True)
class Repair:
    """Steps that make a list legal, the list after them, and its report."""

    steps: tuple[RemedyStep, ...]
    data: JsonMapping
    report: Report

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes of the file, in the order in which they must be made."""
        return tuple(change for step in self.steps for change in step.changes)


@dataclass(frozen=True)
class Repairs:
    """What was found: repairs of the same number of steps, the best first; how much was tried; whether all was;
    how many changes it takes at least."""

    found: tuple[Repair, ...]
    tries: int
    exhausted: bool
    most_changes: int = MOST_CHANGES
    at_least: int = 0

    @property
    def too_many(self) -> bool:
        """Whether there are more entries and keys to mend than changes that are tried."""
        return self.at_least > self.most_changes


@dataclass(frozen=True)
class Node:
    """A list on the way to a legal one."""

    data: JsonMapping
    report: Report
    goods: Goods | None
    steps: tuple[RemedyStep, ...] = ()

    @property
    def changes(self) -> list[Change]:
        """All changes that lead to it from the list that is repaired."""
        return [change for step in self.steps for change in step.changes]


def find_repairs(system: System, data: JsonMapping, budget: Json = None, *, tries: int = MOST_TRIES) -> Repairs:
    """The shortest repairs of an illegal list. Errors: of reading it."""
    return Search(system, data, budget, tries).run()


@dataclass
class Search:
    """Best first, by the number of steps that there are and that there must be at least."""

    system: System
    data: JsonMapping
    budget: Json
    most: int
    tries: int = 0
    _seen: dict[str, int] = field(default_factory=dict)  # in how many steps a list was met
    _queue: list[tuple[tuple[Fraction | int, ...], int, Node]] = field(default_factory=list)
    _number: Iterator[int] = field(default_factory=count)
    _wares: dict[Sold, tuple[Configuration, ...]] = field(default_factory=dict)  # when something is first needed

    def run(self) -> Repairs:
        report = check_army(self.system, self.data, self.budget)
        self._start = report
        goods = goods_of(self.system, self.data, report)
        self.system = goods.system if goods else self.system  # which reads only once what stays the same
        start = Node(self.data, report, goods)
        self._push_node(start)
        self.most = goods.scale_tries(self.most) if goods else self.most
        many = len(report.problems)  # a check takes as long as what it has to say, and each problem is looked up, too
        fewer = self.most // (1 + many // MANY_PROBLEMS) // (1 + many // VERY_MANY)
        self.most = min(self.most, max(fewer, FEWEST_TRIES))
        found: list[Repair] = []
        while self._queue and self.tries < self.most and len(found) < MOST_REPAIRS:
            rank, _, node = heappop(self._queue)
            if found and rank[0] > len(found[0].steps):
                break
            if node.report.legal:
                if not found:
                    self.most = min(self.most, self.tries + MOST_MORE_TRIES)
                found.append(self._make_repair(node))
            elif rank[0] <= MOST_CHANGES:
                self._expand_node(node)
        found.sort(key=lambda one: self._loss_of(one.steps, one.report))
        out_of_tries = bool(self._queue) and self.tries >= self.most
        return Repairs(tuple(found), self.tries, out_of_tries, at_least=self._steps_ahead(start))

    def _count_tries(self, goods: Goods | None) -> None:
        """Count what was tried to find candidates, too."""
        if goods is not None:
            self.tries, goods.memory.tries = self.tries + goods.memory.tries, 0

    # --- the order ---

    def _push_node(self, node: Node) -> None:
        """Keep a list for later, unless it was met before in as few steps."""
        key, size = key_of(_without_defaults(node)), len(node.steps)
        if size < self._seen.get(key, inf):
            self._seen[key] = size
            rank = (len(node.steps) + self._steps_ahead(node), *self._loss_of(node.steps, node.report))
            heappush(self._queue, (rank, next(self._number), node))

    def _loss_of(self, steps: Sequence[RemedyStep], report: Report) -> tuple[Fraction | int, ...]:
        """How much of the list is lost or changed: points, entries, then how far the steps are fetched."""
        lost = self._start.sum - report.sum
        entries = {step.origin for step in steps if step.origin is not None}
        removed = sum(step.removes for step in steps)
        return max(lost, Fraction(0)), removed, len(entries), sum(step.far for step in steps), max(-lost, Fraction(0))

    def _steps_ahead(self, node: Node) -> int:
        """How many steps it takes at least: one for each entry and key that is wrong by itself."""
        wheres = {problem.where for problem in errors_of(node.report)}
        judged: dict[tuple[Where, int], bool] = {}
        places = {self._place_of(where, node.goods, judged) for where in wheres} - {()}
        steps = len(places) if node.goods is None else self._steps_to_save(node.goods, places)
        return max(steps, 1) if wheres else 0

    def _steps_to_save(self, goods: Goods, places: set[Where]) -> int:
        """How many steps it takes at least to mend some entries and to come down to the budget.

        A step saves no more than a whole entry. Entries without lists inside are few steps from being tried out, so
        for lists of these nothing is reckoned.
        """
        entries = [(outer, at) for outer in goods.outer for at in range(len(outer.entries))]
        report, steps = goods.report, len(places)
        if report.budget is None or report.sum <= report.budget or not any(one.lists_inside(at) for one, at in entries):
            return steps
        prices = {outer.entry_place(at): outer.entry_price(at) for outer, at in entries}
        over = report.sum - report.budget - sum(prices.pop(place, Fraction(0)) for place in places)
        for price in sorted(prices.values(), reverse=True):
            if over > 0:
                steps, over = steps + 1, over - price
        return steps

    def _place_of(self, where: Where, goods: Goods | None, judged: dict[tuple[Where, int], bool]) -> Where:
        """The entry or key that a problem at a place is about; () for what is about the list as a whole.

        A problem inside an entry is one of the entry, which may be taken away; what is wrong in the further lists of
        an army may be mended in the first one. `judged` remembers of which entries the rest has to do with them.
        """
        held = goods.entries_holding(where) if goods else []
        if held and goods is not None:
            outer, at = held[0]
            if (outer.listed, at) not in judged:
                judged[outer.listed, at] = _is_judged(outer, at)
            return () if judged[outer.listed, at] else outer.entry_place(at)
        if where == BUDGET or (goods and _is_in_lists(goods, where)):
            return ()
        return where[:1]

    # --- what may be tried ---

    def _expand_node(self, node: Node) -> None:
        judged: dict[tuple[Where, int], bool] = {}
        problem = min(errors_of(node.report), key=lambda one: self._urgency_of(one, node.goods, judged))
        for steps in self._candidate_steps(node, problem, node.goods):
            self._count_tries(node.goods)
            if self.tries >= self.most:
                return
            if (after := self._node_after(node, steps)) is not None:
                self._push_node(after)
        for step in steps_around(node.goods.entries_holding(problem.where)) if node.goods else ():
            if self.tries >= self.most:
                return
            after = self._node_after(node, [step])
            if after is not None and not _is_there(problem, after.report):  # not even its numbers have changed
                self._push_node(after)

    def _urgency_of(
        self, problem: Problem, goods: Goods | None, judged: dict[tuple[Where, int], bool]
    ) -> tuple[bool, bool, Order]:
        """What is mended first: entries, then the list as a whole, and points when all else is what it will be."""
        return self._place_of(problem.where, goods, judged) == (), problem.where == BUDGET, problem.order

    def _candidate_steps(self, node: Node, problem: Problem, goods: Goods | None) -> Iterator[list[RemedyStep]]:
        """Steps, or several at once, that may mend a problem."""
        held = goods.entries_holding(problem.where) if goods else []
        if goods is None:
            yield from ([step] for step in steps_for_army(self.system, node.data, problem))
        elif held:
            yield from ([step] for step in steps_for_entry(*held[-1], problem))
            if _is_judged(*held[0]):
                yield from ([step] for step in self._mark_steps(goods, problem.where, held[0]))
        else:
            yield from self._general_steps(node, problem, goods)

    def _general_steps(self, node: Node, problem: Problem, goods: Goods) -> Iterator[list[RemedyStep]]:
        """For a problem of the army or of the list as a whole."""
        report = node.report
        if is_agreed(self.system, problem.where) and problem.where and self._is_of_the_key(node, problem, goods):
            steps = budget_steps(self.system, node.data, report.budget, report.sum) if problem.where == BUDGET else ()
            yield from ([step] for step in steps)
            return
        if not is_agreed(self.system, problem.where):
            yield from ([step] for step in steps_for_army(self.system, node.data, problem))
        about_points = problem.where in ((), BUDGET) and report.points is not None
        left = None if report.budget is None or not about_points else report.budget - report.sum
        if left is not None:
            yield from saving_steps(goods, -left) if left < 0 else spending_steps(goods, left, self.budget)
        if not problem.where or _is_in_lists(goods, problem.where):
            yield from ([step] for step in self._mark_steps(goods, problem.where, None))

    def _mark_steps(self, goods: Goods, where: Where, but: tuple[Goods, int] | None) -> Iterator[RemedyStep]:
        """For what the whole army is judged by: more of it, less of it, or another choice about it."""
        spared = but[0].entry_place(but[1]) if but else None
        for outer in goods.outer:
            meant = where[: len(outer.listed)] == outer.listed
            if outer.listed == goods.listed or meant:
                yield from add_wares(outer, self._plainest_of(outer))
            for at, entry in enumerate(outer.entries):
                if outer.entry_place(at) != spared and (outer.marks_of(entry) or (meant and _is_judged(outer, at))):
                    yield from reduction_steps(outer, at)
                    yield from settings_steps(outer, at, ())
                    yield from steps_inside(outer, at)

    def _plainest_of(self, goods: Goods) -> tuple[Configuration, ...]:
        sold = goods.listed, tuple(ware.id for ware in goods.shelf.wares)  # another faction sells something else
        if sold not in self._wares:
            self._wares[sold] = plainest_configurations(goods)
        return self._wares[sold]

    def _is_of_the_key(self, node: Node, problem: Problem, goods: Goods) -> bool:
        """Whether a problem at a key is the same with any list, so that it is about the key and nothing else."""
        report = self._try_data(
            apply_changes(node.data, *(Put(outer.listed, []) for outer in goods.outer if outer.entries))
        )
        return report is not None and any(
            (one.code, one.message) == (problem.code, problem.message) for one in errors_of(report)
        )

    # --- trying ---

    def _node_after(self, node: Node, steps: Sequence[RemedyStep]) -> Node | None:
        """The list after some steps, None where it cannot be read then."""
        try:
            data = apply_changes(node.data, *(change for step in steps for change in step.changes))
        except TabletopError:
            return None
        report = self._try_data(data)
        if report is None:
            return None
        done = (*node.steps, *(self._with_origin(step, node) for step in steps))  # in the order of `remedies.merged`
        return Node(data, report, self._goods_after(node, data, report, steps), done)

    def _with_origin(self, step: RemedyStep, node: Node) -> RemedyStep:
        """A step with the place that its entry has in the list that is repaired, before all changes made so far."""
        origin = None if step.entry is None else origin_of(step.entry, node.changes)
        if origin is None:
            return step
        assert node.goods is not None, "only lists have entries"
        return replace(step, origin=origin, label=f"entry {path_words(node.goods.shelves, self.data, origin)}")

    def _goods_after(self, node: Node, data: JsonMapping, report: Report, steps: Sequence[RemedyStep]) -> Goods | None:
        """What can be bought after some steps: the same as before, unless they were about more than entries."""
        goods = node.goods
        places = [change.place for step in steps for change in step.changes]
        if goods is None or not all(_is_in_lists(goods, place) for place in places):
            return goods_of(self.system, data, report)
        return goods.with_data(data, report)

    def _make_repair(self, node: Node) -> Repair:
        """A legal list as a repair, with what each step saves."""
        data, points, steps = self.data, self._start.sum, []
        for step in node.steps:
            data = apply_changes(data, *step.changes)
            report = self._try_data(data)
            steps.append(replace(step, saved=points - report.sum) if report else step)
            points = report.sum if report else points
        return Repair(tuple(steps), node.data, node.report)

    def _try_data(self, data: JsonMapping) -> Report | None:
        self.tries += 1
        try:
            return check_army(self.system, data, self.budget)
        except TabletopError:
            return None


def _without_defaults(node: Node) -> JsonMapping:
    """The list without what only writes a default, several new entries in any order: the same repair."""
    if node.goods is None:
        return node.data
    drops = []
    for goods, at in node.goods.everywhere:
        entry = goods.entries[at]
        if isinstance(entry, Mapping):
            settings = [
                one
                for one in goods.shelf.settings(entry)
                if one.default is not None and not (one.needed or one.follows)
            ]
            idle = [one.key for one in settings if same_value(value_at(entry, one.key), one.default)]
            drops += [Drop((*goods.entry_place(at), *key)) for key in idle]
    plain = apply_changes(node.data, *drops)
    if sum(isinstance(change, Insert) for change in node.changes) < 2:
        return plain
    lists = [(goods.listed, value_at(plain, goods.listed, ())) for goods in node.goods.outer]
    return apply_changes(
        plain, *(Put(place, sorted(entries, key=key_of)) for place, entries in lists if is_list(entries))
    )


def _is_there(problem: Problem, report: Report) -> bool:
    """Whether a problem stands in a report, word for word."""
    known = (problem.code, problem.message, problem.where)
    return any((one.code, one.message, one.where) == known for one in errors_of(report))


def _is_in_lists(goods: Goods, where: Where) -> bool:
    """Whether a place is one of the lists at the top of an army, or inside of one."""
    return any(where[: len(one.listed)] == one.listed for one in goods.outer)


def _is_judged(goods: Goods, at: int) -> bool:
    """Whether the rest of the army may have to do with what is wrong about an entry at the top."""
    return bool(goods.marks_of(goods.entries[at])) or goods.shelf is not goods.shelves[0]
