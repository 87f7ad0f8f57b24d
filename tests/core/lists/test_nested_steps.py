"""Advice for lists inside lists: members of squads, and squads on the flanks, judged by trying everything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, islice, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.lists.advice.goods import goods_of, key_of
from tabletop_cli.core.lists.advice.repair import find_repairs
from tabletop_cli.core.lists.advice.spending import Spending
from tabletop_cli.core.lists.army import check_army
from tabletop_cli.core.lists.change import Drop, Insert, Put, Shift, apply_changes, origin_of
from tabletop_cli.core.system import System
from tabletop_cli.core.testing.armies import check_form, check_sheet
from tests import decks, squads
from tests.examples import examples

Entry = Mapping[str, Any]
Army = Mapping[str, Any]
ROLES = ("sergeant", "soldier", "gunner", "medic", "hmg")


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> System:
    return squads.build(tmp_path_factory.mktemp("squads"))


def member(role: str, count: int = 1, level: str = "regular") -> dict[str, Any]:
    more = {"count": count} if count > 1 else {}
    return {"role": role, **more, **({"level": level} if level != "regular" else {})}


def squad(*members: Entry, **more: Any) -> dict[str, Any]:
    return {"kind": "squad", "members": [member("sergeant"), *members], **more}


def words(system: System, army: Army) -> list[list[str]]:
    return [[step.words for step in one.steps] for one in find_repairs(system, army).found]


def spending(system: System, army: Army, **filters: Any) -> Spending:
    report = check_army(system, army)
    goods = goods_of(system, army, report)
    assert goods is not None and report.budget is not None
    return Spending(goods, report.budget - report.sum, **filters)


# --- repairs


def test_one_specialist_too_many(system: System) -> None:
    army = {"units": [squad(member("soldier", 2), member("medic"), member("hmg"), name="The Mill")]}
    found = find_repairs(system, army).found
    said = [[(step.words, step.saved) for step in one.steps] for one in found]
    assert [("add 2 more Soldier (entry 1/2)", -34)] in said
    assert [("take Medic away (entry 1/3)", 17)] in said
    assert [("take Hmg away (entry 1/4)", 24)] in said
    assert said[0] == [("add 2 more Soldier (entry 1/2)", -34)]  # nothing is lost


def test_a_sergeant_is_missing(system: System) -> None:
    army = {"units": [{"kind": "squad", "members": [member("soldier", 2)]}]}
    assert ["add 1 x Sergeant to entry 1 (Squad)"] in words(system, army)


def test_a_new_member_is_trained_like_the_others(system: System) -> None:
    army = {"units": [{"kind": "squad", "members": [member("soldier", 2, "veteran")]}]}
    assert ["add 1 x Sergeant (veteran) to entry 1 (Squad)"] in words(system, army)


def test_what_is_wrong_with_a_member_is_mended_there(system: System) -> None:
    army = {"units": [squad(), squad(member("soldier", 2), member("gunner", 1, "veteran"))]}
    assert words(system, army)[0] == ['write level = "regular" at entry 2/3 (Gunner)']
    two = {"units": [squad(member("soldier", 4), member("hmg"), member("hmg"))]}
    assert ["take Hmg away (entry 1/4)"] in words(system, two)


def test_points_are_saved_inside_entries(system: System) -> None:
    army = {"budget": 80, "units": [squad(member("soldier", 2), member("medic")), squad()]}  # 95
    found = words(system, army)
    assert found[0] == ["take Medic away (entry 1/3)"]
    assert ["take Squad away (entry 2)"] in found


def test_steps_inside_what_is_taken_away_are_no_repair(system: System) -> None:
    """The squad with its soldiers would save more than it costs."""
    army = {"budget": 40, "units": [squad(member("soldier", 2)), squad(), squad()]}
    assert words(system, army)
    for steps in words(system, army):
        gone = [step.partition("entry ")[2].rstrip(")") for step in steps]
        assert not any(one != other and one.startswith(f"{other}/") for one in gone for other in gone)


def test_squads_on_a_flank_are_mended_where_they_stand(system: System) -> None:
    flank = {"side": "left", "units": [squad(), squad(member("soldier", 3), member("medic"), member("hmg"))]}
    army = {"units": [squad()], "flanks": [{"side": "right"}, flank]}
    found = words(system, army)
    assert ["add 1 more Soldier (entry flanks/2/2/2)"] in found
    assert ["take Medic away (entry flanks/2/2/3)"] in found


def test_entries_keep_their_places_while_others_go() -> None:
    place = ("units", 1, "members", 2)
    changes = [Drop(("units", 0)), Drop(("units", 0, "members", 0)), Insert(("units", 0), {})]
    assert origin_of(place, changes) == ("units", 1, "members", 3)
    assert origin_of(("units", 0, "members", 2), changes) is None
    assert origin_of(place, [Put(("units", 1, "members", 2, "count"), 3)]) == place
    assert origin_of(("units", 2), [Shift(("units", 0), 2)]) == ("units", 0)
    assert origin_of(("units", 1), [Shift(("units", 0), 2)]) == ("units", 2)


MEMBERS = st.builds(
    member, st.sampled_from(["soldier", "medic", "hmg"]), st.integers(1, 3), st.sampled_from(["regular", "veteran"])
)
SQUADS = st.builds(
    lambda first, others: {"kind": "squad", "members": [*first, *others]},
    st.sampled_from([[], [member("sergeant")], [member("sergeant", 2)]]),
    st.lists(MEMBERS, max_size=2),
)


def single(army: Army) -> Iterator[dict[str, Any]]:
    """The army after each single thing that a person might do about its squads and their members."""
    for at, unit in enumerate(army["units"]):
        yield apply_changes(army, Drop(("units", at)))
        for number, one in enumerate(unit["members"]):
            place = ("units", at, "members", number)
            yield apply_changes(army, Drop(place))
            for count in range(1, 8):
                yield apply_changes(army, Put((*place, "count"), count))
            if one.get("level"):
                yield apply_changes(army, Drop((*place, "level")))
            yield apply_changes(army, Put((*place, "level"), "veteran"))
        for role, level, count in product(ROLES, {one.get("level", "regular") for one in unit["members"]}, (1, 2, 4)):
            yield apply_changes(
                army, Insert(("units", at, "members", len(unit["members"])), member(role, count, level))
            )


def shortest(system: System, army: Army, most: int) -> int | None:
    lists, seen = [army], {key_of(army)}
    for steps in range(most + 1):
        if any(check_army(system, one).legal for one in lists):
            return steps
        fresh = {key_of(found): found for one in lists for found in single(one)} if steps < most else {}
        lists = [found for key, found in fresh.items() if key not in seen]
        seen |= fresh.keys()
    return None


@pytest.mark.slow
@examples(40)
@given(units=st.lists(SQUADS, min_size=1, max_size=2), budget=st.sampled_from([40, 80, 1_000]))
def test_no_repair_is_longer_than_it_must_be(system: System, units: list[dict[str, Any]], budget: int) -> None:
    army = {"budget": budget, "units": units}
    if check_army(system, army).legal:
        return
    least = shortest(system, army, 2)
    found = find_repairs(system, army).found
    for repair in found:
        assert check_army(system, apply_changes(army, *repair.changes)).legal
    if least is not None:
        assert found and len(found[0].steps) <= least


# --- ways to spend


def test_soldiers_are_added_to_a_squad_that_is_there(system: System) -> None:
    army = {"budget": 80, "units": [squad(member("soldier"), name="The Mill")]}
    ways = list(spending(system, army, only=("soldier",)).list_ways())
    assert [(way.words, way.left) for way in ways] == [
        ("2 more Soldier for entry 1 (The Mill)", 7),
        ("1 more Soldier for entry 1 (The Mill)", 24),
    ]


def test_whom_a_squad_cannot_have_alone_it_may_have_beside_others(system: System) -> None:
    army = {"budget": 22 + 34 + 17, "units": [squad()]}
    ways = [way.words for way in spending(system, army, only=("soldier", "medic")).list_ways()]
    assert "1 x Medic for entry 1 (Squad)" not in ways
    found = spending(system, army, only=("soldier", "medic"))
    assert {"2 x Soldier, 1 x Medic for entry 1 (Squad)"} <= {way.words for way in found.list_variants()}


def test_a_whole_squad_is_trained_better(system: System) -> None:
    army = {"budget": 22 + 17 + 40 + 12, "units": [squad(member("soldier"), member("gunner", 2))]}
    said = {way.words for way in spending(system, army, only=("sergeant", "soldier", "gunner")).list_ways()}
    assert said == {
        "veteran for 1/1 (Sergeant), veteran for 1/2 (Soldier), veteran for 1/3 (Gunner) for entry 1 (Squad)"
    }


def test_what_is_bought_inside_is_written_there(system: System) -> None:
    flanks = [{"side": "left", "units": [squad()]}]
    army = {"budget": 134, "units": [squad(), squad(member("soldier", 2))], "flanks": flanks}
    found, before = spending(system, army, without=("section", "hmg")), check_army(system, army).sum
    ways = list(islice(found.list_ways(), 300))
    assert {"1 x Soldier in flanks/1/1 (Squad) for entry flanks/1 (Left)"} <= {way.words for way in ways}
    for way in ways:
        report = check_army(system, apply_changes(army, *found.way_changes(way)))
        assert report.legal and report.sum == before + way.cost


def test_units_inside_are_chosen_and_left_out_by_their_words(system: System) -> None:
    army = {"budget": 100, "units": [squad(member("soldier"))]}
    said = " ".join(way.words for way in spending(system, army, without=("hmg", "section")).list_variants())
    assert "Gunner" in said and "Hmg" not in said and "Section" not in said
    assert not list(spending(system, army, without=("squad", "section")).list_ways())


# The judge: all members that may be added to each squad, lines that are trained better, copies of squads.

EXTRA = [
    {**member(role, 1, level), **officer} for role, level, officer in product(ROLES, squads.LEVELS, ({}, {"co": True}))
]


def grown(unit: Entry, left: Fraction) -> Iterator[dict[str, Any]]:
    """A squad with every multiset of more members, and with some of its lines trained."""
    lines = unit["members"]
    trained = product(*([one, {**one, "level": "veteran"}] if "level" not in one else [one] for one in lines))
    for base in trained:
        there = squads.price({"members": list(base)}) - squads.price(unit)
        most = max(0, int((left - there) / 17))
        for size in range(most + 1):
            for more in combinations_with_replacement(EXTRA, size):
                yield {**unit, "members": [*base, *more]}


def counted_by_hand(system: System, army: Army) -> list[Fraction]:
    """The cost of every legal way."""
    start = check_army(system, army)
    assert start.budget is not None
    left = start.budget - start.sum
    costs: list[Fraction] = []
    choices = [list(_fine(system, grown(unit, left))) for unit in army["units"]]
    copied = {key_of(unit): unit for unit in army["units"]}.values()
    for units in product(*choices):
        spent = sum(map(squads.price, units), Fraction(0)) - start.sum
        for new in bought([(unit, squads.price(unit)) for unit in copied], left - spent):
            report = check_army(system, {**army, "units": [*units, *new]})
            if report.legal and report.sum > start.sum:
                costs.append(report.sum - start.sum)
    return costs


def bought(priced: Sequence[tuple[Entry, Fraction]], left: Fraction) -> Iterator[list[Entry]]:
    """All multisets of entries that cost at most so much."""
    if left < 0:
        return
    yield []
    for at, (entry, price) in enumerate(priced):
        yield from ([entry, *others] for others in bought(priced[at:], left - price))


def _fine(system: System, units: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for unit in units:
        if check_army(system, {"units": [unit]}).legal:
            yield unit


@pytest.mark.slow
@examples(40)
@given(
    numbers=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1)), min_size=1, max_size=2),
    left=st.sampled_from([0, 16, 17, 20, 37, 41, 44]),
)
def test_every_way_is_counted(system: System, numbers: Sequence[tuple[int, int]], left: int) -> None:
    units = []
    for soldiers, medics in numbers:
        some = [member("soldier", soldiers)] if soldiers else []
        units.append(squad(*some, *([member("medic")] if medics and soldiers > 1 else [])))
    army = {"units": units}
    army = {**army, "budget": int(check_army(system, army).sum) + left}
    ways = spending(system, army, without=("section",))
    judged = counted_by_hand(system, army)
    assert not ways.trimmed
    assert ways.variants == len(judged)
    listed = list(ways.list_variants())
    assert sorted(way.cost for way in listed) == sorted(judged)
    assert len({way.words for way in listed}) == len(listed)


def test_a_list_that_is_not_legal_is_completed_by_what_makes_it_so(system: System) -> None:
    army = {"budget": 22 + 17 + 40, "units": [squad(member("medic"))]}
    found = spending(system, army)
    assert [way.words for way in found.list_ways()] == [
        "2 x Gunner for entry 1 (Squad)",
        "1 x Soldier, 1 x Gunner for entry 1 (Squad)",
        "2 x Soldier for entry 1 (Squad)",
    ]


# --- the conformance kit


def test_the_kit_takes_lists_inside_lists_and_lists_without_points(system: System, tmp_path: Path) -> None:
    flank = {"side": "left", "units": [squad()]}
    check_form(system)
    check_sheet(system, {"units": [squad(member("soldier", 2))], "flanks": []})
    check_form(decks.build(tmp_path))
    check_sheet(decks.build(tmp_path), {"units": [{"kind": "rifles", "deck": 5}]})
    goods = goods_of(system, {"flanks": [flank]}, check_army(system, {"flanks": [flank]}))
    assert goods is not None
    assert [(one.entry_number(at), one.table) for one, at in goods.everywhere] == [
        ("flanks/1", ()),
        ("flanks/1/1", ("flanks", 0)),
        ("flanks/1/1/1", ("flanks", 0, "units", 0)),
    ]
