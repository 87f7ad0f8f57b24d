"""What is added inside an entry, where everything about it has a price: judged by trying all of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from tabletop_cli.core.declare.kinds import OneOf, Whole
from tabletop_cli.core.lists.advice.repair import find_repairs
from tabletop_cli.core.lists.army import check_army
from tabletop_cli.core.lists.change import apply_changes
from tabletop_cli.core.lists.form import Form, Setting, Shelf, Ware
from tabletop_cli.core.lists.problems import Problem
from tests.core.lists.market import Market, Stall
from tests.core.lists.test_ways import spent

Entry = Mapping[str, Any]
CREW = {"ann": Fraction(1), "bob": Fraction(2), "cat": Fraction(1)}
RANKS = {"hand": Fraction(0), "mate": Fraction(1), "master": Fraction(2)}


def price(one: Entry) -> Fraction:
    return (CREW[one["kind"]] + RANKS[one.get("rank", "hand")]) * int(one.get("count", 1))


@dataclass(frozen=True)
class Harbour(Market):
    """A market whose entries have crews: a Bob sails only with an Ann, and of a crew one is master at most."""

    ranked: bool = False
    counted: bool = True

    def cost(self, entry: Entry) -> Fraction:
        return super().cost(entry) + sum(map(price, entry.get("crew", ())), Fraction(0))

    def kinds(self, army: Entry) -> Iterator[Problem]:
        yield from super().kinds(army)
        for at, entry in enumerate(self.entries(army)):
            crew = [one["kind"] for one in entry.get("crew", ())]
            if "bob" in crew and "ann" not in crew:
                yield Problem("M1", "a Bob without an Ann", "", ("units", at, "crew"))
            if [one.get("rank") for one in entry.get("crew", ())].count("master") > 1:
                yield Problem("M1", "two masters", "", ("units", at, "crew"))

    def form(self, army: Entry, system: Any) -> Form:
        found = super().form(army, system)
        rank = Setting(key=("rank",), title="Rank", kind=OneOf(tuple(RANKS)), default="hand")
        count = Setting(key=("count",), title="Count", kind=Whole(1, 9), default=1, short=False)
        crew = Shelf(
            place=("crew",),
            title="Crew",
            one="hand",
            wares=tuple(Ware(id=name, title=name.capitalize(), entry={"kind": name}) for name in CREW),
            settings=lambda entry: (*((count,) if self.counted else ()), *((rank,) if self.ranked else ())),
            ware=lambda entry: entry.get("kind"),
        )
        return replace(found, shelves=(replace(found.shelves[0], inside=lambda entry: (crew,)),))


SHIP = {"kind": "ship"}
PORT = Harbour({"ship": Stall(Fraction(99), {"sail": Fraction(1), "flag": Fraction(2), "lamp": Fraction(0)})})


def grown(unit: Entry, left: int) -> Iterator[Entry]:
    """An entry with extras that cost something, and with more hands."""
    there = unit.get("extras", [])
    more = [one for one in ("sail", "flag") if one not in there]
    extras = [list(some) for size in range(len(more) + 1) for some in combinations(more, size)]
    for added, numbers in product(extras, product(range(left + 1), repeat=len(CREW))):
        crew = [{"kind": name, "count": number} for name, number in zip(CREW, numbers, strict=True) if number]
        yield {**unit, "extras": [*there, *added], "crew": [*unit.get("crew", ()), *crew]}


@pytest.mark.parametrize("left", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "unit", [SHIP, {**SHIP, "extras": ["sail"], "crew": [{"kind": "ann"}]}], ids=["bare", "manned"]
)
def test_every_way_to_fill_a_ship_is_counted(unit: Entry, left: int) -> None:
    start = PORT.cost(unit)
    budget = int(start) + left
    reports = [check_army(PORT.system, {"budget": budget, "units": [one]}) for one in grown(unit, left)]
    wanted = sorted(one.sum - start for one in reports if one.legal and one.sum > start)
    found = spent(PORT.system, unit, budget=budget)
    assert (found.variants, found.trimmed) == (len(wanted), [])
    assert sorted(way.cost for way in found.list_variants()) == wanted
    for way in found.list_ways():
        after = check_army(PORT.system, apply_changes(found.goods.data, *found.way_changes(way)))
        assert after.legal and after.sum == start + way.cost


def test_what_is_added_is_said_in_full_words() -> None:
    found = spent(PORT.system, {**SHIP, "crew": [{"kind": "ann", "count": 2}]}, budget=99 + 2 + 2)
    assert [way.words for way in found.list_variants()] == [
        "flag for entry 1 (Ship)",
        "1 x Bob for entry 1 (Ship)",
        "sail, 1 more Ann for entry 1 (Ship)",
        "sail, 1 x Cat for entry 1 (Ship)",
        "2 more Ann for entry 1 (Ship)",
        "1 more Ann, 1 x Cat for entry 1 (Ship)",
        "2 x Cat for entry 1 (Ship)",
        "sail for entry 1 (Ship)",
        "1 more Ann for entry 1 (Ship)",
        "1 x Cat for entry 1 (Ship)",
    ]


def test_of_several_ranks_one_is_given() -> None:
    port = replace(PORT, ranked=True)
    found = spent(port.system, {**SHIP, "crew": [{"kind": "ann"}]}, budget=99 + 1 + 2, only=("ann",))
    words = [way.words for way in found.list_variants()]
    assert "master for 1/1 (Ann) for entry 1 (Ship)" in words
    assert "mate for 1/1 (Ann) for entry 1 (Ship)" in words
    assert "mate for 1/1 (Ann), 1 more Ann for entry 1 (Ship)" in words
    assert "1 x Ann (mate) for entry 1 (Ship)" in words
    assert not any("mate for 1/1 (Ann), master" in one for one in words)


def test_a_ship_that_is_wrong_is_completed_by_what_makes_it_right() -> None:
    found = spent(PORT.system, {**SHIP, "crew": [{"kind": "bob"}]}, budget=99 + 2 + 2)
    assert [way.words for way in found.list_ways()] == [
        "sail, 1 x Ann for entry 1 (Ship)",
        "2 x Ann for entry 1 (Ship)",
        "1 x Ann, 1 x Cat for entry 1 (Ship)",
        "1 x Ann for entry 1 (Ship)",
    ]


def test_a_crew_that_is_wrong_is_mended_in_its_list() -> None:
    found = find_repairs(PORT.system, {"units": [{**SHIP, "crew": [{"kind": "bob"}, {"kind": "cat"}]}]})
    assert [[step.words for step in one.steps] for one in found.found] == [
        *([f"add {number} x Ann to entry 1 (Ship)"] for number in range(1, 10)),
        ["take Bob away (entry 1/1)"],
        ["take Ship away (entry 1)"],
    ]


def test_hands_that_are_not_counted_stand_each_by_themselves_in_their_order() -> None:
    port = replace(PORT, counted=False)
    found = spent(port.system, {**SHIP, "crew": [{"kind": "cat"}]}, budget=99 + 1 + 4)
    written = {
        way.words: apply_changes(found.goods.data, *found.way_changes(way))["units"] for way in found.list_variants()
    }
    crew = [one["kind"] for one in written["1 x Ann, 1 x Bob, 1 x Cat for entry 1 (Ship)"][0]["crew"]]
    assert crew == ["cat", "ann", "bob", "cat"]
    assert [one["kind"] for one in written["2 x Ann, 1 x Bob for entry 1 (Ship)"][0]["crew"]] == [
        "cat",
        "ann",
        "ann",
        "bob",
    ]
