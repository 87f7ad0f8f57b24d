"""Repairs of illegal lists: every illegal army of the tests gets one, and none is longer than it must be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from time import process_time
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tabletop_cli.core.lists.advice.goods import key_of
from tabletop_cli.core.lists.advice.repair import find_repairs
from tabletop_cli.core.lists.army import check_army, load_file
from tabletop_cli.core.lists.change import Drop, Put, apply_changes
from tabletop_cli.core.registry import load
from tests.core.lists.market import Market, Stall
from tests.examples import examples
from tests.systems.test_armies import ILLEGAL, named, system_of, whole

# --- every illegal army ---


PLAYERS_KNOW = (  # names, and numbers that stand on the players' own cards: nothing that could be tried
    "a01-against-itself",
    "a08-a14-nobody",
    "a09-no-defense",
    "a12-no-initiative",
)


@pytest.mark.slow
@pytest.mark.parametrize("path", ILLEGAL, ids=named)
def test_every_illegal_army_can_be_repaired(path: Any) -> None:
    army = load_file(path)
    system, data = system_of(army), whole(army)
    found = find_repairs(system, data)
    assert bool(found.found) == (system.id != "du" or path.stem not in PLAYERS_KNOW)
    agreed = {key: data.get(key) for key in ("system", "budget", "house", "catalogue")}
    for repair in found.found:
        after = apply_changes(data, *repair.changes)
        assert check_army(system, after).legal
        assert after == repair.data
        if not {"TT-A6", "FFTT-A1"} & set(army.text.splitlines()[0].split()):  # what was agreed is itself illegal
            assert {key: after.get(key) for key in agreed} == agreed


def sentences(name: str, at: int = 0) -> list[str]:
    path = next(path for path in ILLEGAL if path.stem == name)
    army = load_file(path)
    return [step.words for step in find_repairs(system_of(army), whole(army)).found[at].steps]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("a05-five-green-models", ["write models = 6 at entry 1 (Green lead infantry)"]),
        ("a10-faction", ["leave faction out"]),
        ("a15-one-point-over", ["take Heavy machine gun away (entry 3)"]),
        ("a02-a-name-for-an-id", ['write unit = "terminator-squad" at entry 2 (Terminator Squad)']),
        ("a04-nobody-commands", ["add 1 x Command Squad"]),
        ("a04-two-councils", ["take 1 of 2 Seer Council away (entry 1)"]),
        ("a05-half-a-point-over", ["take 1 of 3 Guardian Defenders away (entry 3)"]),
        ("a05-the-hero-is-too-much", ["leave options.hero out at entry 1 (Command Squad)"]),
        ("a06-a-quarter", ["write budget = 12"]),
        ("a13-fist-and-gun", ["write options.no-power-fist = true at entry 2 (Dreadnought)"]),
    ],
)
def test_the_best_repair_is_what_a_person_would_do(name: str, wanted: list[str]) -> None:
    assert sentences(name) == wanted


def test_entries_keep_the_numbers_of_the_file() -> None:
    words = sentences("a03-a06-a07-a10-a11-a12-a15-everything-at-once")
    assert sorted(word.partition("entry ")[2][0] for word in words) == ["1", "2", "3", "4"]


# --- as short as can be: every list that few edits lead to ---

EXTRAS = st.dictionaries(st.sampled_from(["whip", "drum"]), st.sampled_from([Fraction(0), Fraction(1)]), max_size=2)
STALLS = st.builds(Stall, st.sampled_from([Fraction(1), Fraction(2)]), EXTRAS, st.booleans(), st.booleans())
MARKETS = st.builds(
    Market,
    st.dictionaries(st.sampled_from(["ape", "bear", "cat"]), STALLS, min_size=1, max_size=3),
    st.sampled_from([frozenset({0, 1, 2}), frozenset({1}), frozenset({0, 1})]),
)
ENTRIES = st.fixed_dictionaries(
    {"kind": st.sampled_from(["ape", "bear", "cat", "bera"])},
    optional={
        "count": st.integers(1, 3),
        "extras": st.lists(st.sampled_from(["whip", "drum", "hat"]), max_size=2),
        "colour": st.sampled_from(["red", "blue", "green"]),
    },
)


def edits(market: Market, army: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The army after each single thing that a person might do about its entries."""
    for at, entry in enumerate(army["units"]):
        place = ("units", at)
        yield apply_changes(army, Drop(place))
        extras = entry.get("extras", [])
        stall = market.stalls.get(entry["kind"], Stall(Fraction(1)))
        fewer = [list(some) for some in combinations(extras, len(extras) - 1)] if extras else []
        more = [[*extras, one] for one in stall.extras]
        for value in (*fewer, *more, []):
            yield apply_changes(army, Put((*place, "extras"), value))
        for colour in ("red", "blue"):
            yield apply_changes(army, Put((*place, "colour"), colour))
        for count in range(1, entry.get("count", 1)):
            yield apply_changes(army, Put((*place, "count"), count))
    for kind in market.stalls:
        yield {**army, "units": [*army["units"], {"kind": kind}]}


def shortest(market: Market, army: Mapping[str, Any], most: int) -> int | None:
    """The least number of edits after which the army is legal, None for more than `most`."""
    lists, seen = [army], {key_of(army)}
    for steps in range(most + 1):
        if any(check_army(market.system, one).legal for one in lists):
            return steps
        fresh = [found for one in lists for found in edits(market, one)]
        lists = []
        for one in fresh:
            if key_of(one) not in seen:
                seen.add(key_of(one))
                lists.append(one)
    return None


APES: list[dict[str, Any]] = [{"kind": "ape"}, {"kind": "ape"}, {"kind": "ape", "extras": ["whip"]}]


@pytest.mark.slow
@examples(60)
@given(market=MARKETS, units=st.lists(ENTRIES, max_size=3), budget=st.integers(1, 6))
@example(market=Market({"ape": Stall(Fraction(1))}), units=APES, budget=1)  # a long way is met before the short one
def test_no_repair_is_longer_than_it_must_be(market: Market, units: list[dict[str, Any]], budget: int) -> None:
    army = {"budget": budget, "units": units}
    if check_army(market.system, army).legal:
        return
    least = shortest(market, army, 2)
    found = find_repairs(market.system, army).found
    for repair in found:
        assert check_army(market.system, apply_changes(army, *repair.changes)).legal
        assert repair.data["budget"] == budget
    if least is not None:
        assert found and len(found[0].steps) <= least


# --- points ---

ZOO = Market({"ape": Stall(Fraction(1)), "bear": Stall(Fraction(3), {"drum": Fraction(2)}), "cow": Stall(Fraction(5))})


def zoo(**army: Any) -> list[list[str]]:
    return [[step.words for step in one.steps] for one in find_repairs(ZOO.system, army).found]


def test_the_fewest_steps_come_before_the_fewest_points() -> None:
    units = [{"kind": "ape", "count": 2}, {"kind": "bear", "extras": ["drum"]}, {"kind": "cow"}]
    assert zoo(budget=10, units=units)[:3] == [
        ["leave extras out at entry 2 (Bear)"],
        ["take all 2 Ape away (entry 1)"],
        ["take Bear away (entry 2)"],
    ]
    best = find_repairs(ZOO.system, {"budget": 4, "units": units}).found[0]
    assert [step.words for step in best.steps] == ["take Bear away (entry 2)", "take Cow away (entry 3)"][::-1]
    assert best.report.points == 2


def test_a_hundred_units_too_many_are_found_without_trying_all() -> None:
    units = [{"kind": kind, "count": 9} for kind in ("ape", "bear", "cow") for _ in range(6)]
    found = find_repairs(ZOO.system, {"budget": 60, "units": units})
    assert found.found and found.tries < 1_000
    assert found.found[0].report.legal


def test_an_exact_budget_is_filled_up() -> None:
    exact = Market(ZOO.stalls, exact=True)
    found = find_repairs(exact.system, {"budget": 9, "units": [{"kind": "ape"}]}).found
    assert [step.words for step in found[0].steps] == ["add 1 x Bear, 1 x Bear (drum)"]


def test_nothing_is_found_where_nothing_helps() -> None:
    nobody = Market({"ape": Stall(Fraction(1))}, captains=frozenset({1}))
    found = find_repairs(nobody.system, {"budget": 3, "units": [{"kind": "ape"}]}, tries=500)
    assert not found.found


def test_a_legal_list_needs_nothing() -> None:
    assert find_repairs(ZOO.system, {"budget": 3, "units": []}).found[0].steps == ()


# --- how much is tried ---


@pytest.mark.parametrize("count", [10**12, 2**63])
def test_copies_without_number_are_reckoned_not_tried(count: int) -> None:
    ruled = Market({**ZOO.stalls, "king": Stall(Fraction(1), captain=True)}, captains=frozenset({1}))
    found = find_repairs(ruled.system, {"budget": 12, "units": [{"kind": "bear", "count": count}]})
    assert found.tries < 200
    assert {step.words for step in found.found[0].steps} == {"write count = 3 at entry 1 (Bear)", "add 1 x King"}
    assert found.found[0].report.points == 10


def test_of_two_such_entries_one_goes_and_one_stays_as_large_as_it_can() -> None:
    units = [{"kind": "bear", "count": 10**12}, {"kind": "cow", "count": 10**12}]
    found = find_repairs(ZOO.system, {"budget": 12, "units": units})
    words = [{step.words for step in one.steps} for one in found.found]
    assert words[0] == {"write count = 4 at entry 1 (Bear)", "take all Cow away (entry 2)"}
    assert {"write count = 2 at entry 2 (Cow)", "take all Bear away (entry 1)"} in words
    assert found.tries < 500


def test_a_list_with_more_mistakes_than_changes_is_not_tried_at_all() -> None:
    found = find_repairs(ZOO.system, {"budget": 12, "units": [{"kind": "apple"}] * 30})
    assert (found.found, found.tries, found.at_least, found.too_many) == ((), 0, 30, True)
    few = find_repairs(ZOO.system, {"budget": 12, "units": [{"kind": "apple"}] * 3})
    assert few.found and not few.too_many


@pytest.mark.medium
def test_a_long_list_is_tried_less_often() -> None:
    nobody = Market(ZOO.stalls, captains=frozenset({1}))
    found = find_repairs(nobody.system, {"budget": 300, "units": [{"kind": "ape"}] * 92})
    assert not found.found and found.tries <= 500


@pytest.mark.slow
def test_an_entry_with_much_that_is_wrong_is_tried_less_often() -> None:
    """What a check has to say takes its time: 2,000 strange keys kept the search busy for minutes."""
    strange = {f"key-{number}": number for number in range(200)}
    found = find_repairs(load("td"), {"system": "td", "budget": 16, "units": [{"type": "hmg"} | strange]})
    assert found.tries < 400


@pytest.mark.medium
@pytest.mark.parametrize("strange", [100, 2_000])
def test_an_entry_full_of_strange_keys_is_given_up_soon(strange: int) -> None:
    entry = {str(number): number for number in range(strange)} | {"type": "hmg"}
    began = process_time()
    found = find_repairs(load("td"), {"system": "td", "name": "x", "budget": 16, "units": [entry]})
    assert process_time() - began < 5
    assert not found.found and found.tries
