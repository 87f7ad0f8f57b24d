"""Marks: by what, beside points, a whole list is judged, as brute force over small lists sees it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from ..data import JsonMapping, JsonObject, ShapedMapping
from ..dice.brute_force import require
from ..lists.army import Report, check_army
from ..lists.change import Drop, Insert, apply_changes, value_at
from ..lists.choices import change_of
from ..lists.form import Shelf, Written
from ..lists.trial import errors_of
from ..system import System
from .armies import form_of, write_pick


def check_marks(
    system: System, army: JsonMapping, *, seed: int = 0, lists: int = 2_000, longest: int = 4
) -> dict[bool, int]:
    """`Muster.marks` tell everything, beside points, by which a whole list is judged. Gives how many were legal or not.

    Small lists at random, of entries that are fine by themselves: two with the same points and the same marks, counted
    up to two, are both legal or both not. `army` is one that was begun; it gets a budget that some lists keep, or all.
    """
    chance = random.Random(seed)
    shelf = form_of(system, army).shelves[0]
    fine = [entry for entry in _possible_entries(shelf, chance) if _is_fine(system, army, shelf, entry)]
    require(fine, f"no entry of {shelf.place} is fine by itself")
    dearest = max(_report_alone(system, army, shelf, entry).points or Fraction(0) for entry in fine)
    budgets = [float(dearest * times) for times in (2, 100)]
    judged: dict[object, tuple[bool, list[JsonObject]]] = {}
    seen: Counter[bool] = Counter()
    for _ in range(lists):
        chosen = [chance.choice(fine) for _ in range(chance.randint(1, longest))]
        budget = chance.choice(budgets)
        whole = {**army, "budget": budget}
        for entry in chosen:
            whole = apply_changes(
                whole, Insert((*shelf.place, 0), dict(shelf.fresh(entry, value_at(whole, shelf.place, ()))))
            )
        report = check_army(system, whole)
        key = (budget, report.points, _marks_of_list(system, army, chosen))
        legal, other = judged.setdefault(key, (report.legal, chosen))
        seen[report.legal] += 1
        codes = sorted({problem.code for problem in errors_of(report)})
        both = f"{chosen} and {other} have the same points and marks {key}"
        require(legal == report.legal, f"{both}, but only one of them is legal {codes}")
    return dict(seen)


def _marks_of_list(system: System, army: JsonMapping, chosen: Iterable[ShapedMapping]) -> tuple[tuple[str, int], ...]:
    """The marks of a list: of each only none, one or several matters."""
    whole: Counter[str] = Counter()
    for entry in chosen:
        count = entry.get("count", 1)
        for name, number in system.muster.marks(entry, army).items():
            whole[name] += number * count
    return tuple(sorted((name, min(number, 2)) for name, number in whole.items() if number))


def _possible_entries(shelf: Shelf, chance: random.Random) -> Iterator[JsonObject]:
    """Every ware as it is, and with something chosen about it."""
    for ware in shelf.wares:
        yield dict(ware.entry)
        for setting in shelf.settings(ware.entry):
            for pick in chance.sample(setting.values, min(3, len(setting.values))):
                change = change_of(setting, (), write_pick(setting, pick))
                if not isinstance(change, Drop):
                    yield apply_changes(ware.entry, change)


def _is_fine(system: System, army: JsonMapping, shelf: Shelf, entry: Written) -> bool:
    """Whether nothing is wrong with the entry itself."""
    at = (*shelf.place, 0)
    return not any(problem.where[: len(at)] == at for problem in errors_of(_report_alone(system, army, shelf, entry)))


def _report_alone(system: System, army: JsonMapping, shelf: Shelf, entry: Written) -> Report:
    return check_army(system, apply_changes(army, Insert((*shelf.place, 0), dict(shelf.fresh(entry, ())))))
