"""How repairs are looked for: how many steps there must be at least, which come first, and where the search ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

from tabletop_cli.core.lists.advice import repair
from tabletop_cli.core.lists.advice.goods import key_of
from tabletop_cli.core.lists.advice.repair import Repairs, find_repairs
from tabletop_cli.core.lists.army import check_army
from tabletop_cli.core.system import System
from tests import squads
from tests.core.lists.market import Market, Stall
from tests.core.lists.test_nested_steps import member, single, squad
from tests.core.lists.test_repair import edits

Army = Mapping[str, Any]
ONE, TWO, THREE, FIVE = map(Fraction, (1, 2, 3, 5))
STALLS = {"ape": Stall(ONE), "bear": Stall(THREE, {"drum": TWO}), "cow": Stall(FIVE)}
ROYAL = {**STALLS, "king": Stall(TWO, captain=True), "queen": Stall(THREE, {"whip": ONE}, captain=True)}
ZOO = Market(STALLS).system
EXACT = Market(STALLS, exact=True).system
COURT = Market(ROYAL, captains=frozenset({1})).system
NOBODY = Market({"ape": Stall(ONE)}, captains=frozenset({1})).system  # who would be a captain?


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> System:
    return squads.build(tmp_path_factory.mktemp("squads"))


def words(found: Repairs) -> list[list[str]]:
    return [[step.words for step in one.steps] for one in found.found]


def of(system: System, *units: Mapping[str, Any], **army: Any) -> list[list[str]]:
    return words(find_repairs(system, {**army, "units": list(units)}))


def soldiers(count: int, **more: Any) -> dict[str, Any]:
    return squad(member("soldier", count), **more)


# --- which come first ---


def test_a_captain_is_added_the_cheapest_first() -> None:
    assert of(COURT, {"kind": "ape"}, budget=12) == [["add 1 x King"], ["add 1 x Queen"]]
    assert of(COURT, {"kind": "ape"}, budget=3) == [["add 1 x King"]]


def test_of_too_many_captains_those_are_kept_who_leave_one() -> None:
    assert of(COURT, {"kind": "king"}, {"kind": "queen", "count": 2}, budget=12) == [
        ["take all 2 Queen away (entry 2)"]  # one of two queens would still be one too many
    ]
    assert of(COURT, {"kind": "king"}, {"kind": "queen"}, budget=12) == [
        ["take King away (entry 1)"],
        ["take Queen away (entry 2)"],
    ]


def test_one_step_may_mend_two_things() -> None:
    assert of(COURT, {"kind": "king"}, {"kind": "queen", "extras": ["hat"]}, budget=12) == [
        ["take Queen away (entry 2)"]
    ]


def test_what_loses_fewer_points_comes_first_then_what_takes_nobody_away() -> None:
    units = [{"kind": "baer"}, {"kind": "ape", "extras": ["hat"]}]
    assert of(ZOO, *units, budget=4) == [
        ['write kind = "bear" at entry 1 (baer)', "leave extras out at entry 2 (Ape)"],
        ['write kind = "bear" at entry 1 (baer)', "take Ape away (entry 2)"],
        ["take baer away (entry 1)", "leave extras out at entry 2 (Ape)"],
        ["take baer away (entry 1)", "take Ape away (entry 2)"],
    ]


def test_an_exact_budget_is_met_by_less_and_more() -> None:
    assert of(EXACT, {"kind": "bear"}, {"kind": "bear"}, budget=4) == [["take Bear away (entry 1)", "add 1 x Ape"]]
    assert of(EXACT, {"kind": "bear"}, budget=9) == [
        ["add 1 x Ape, 1 x Bear (drum)"],
        ["add 1 x Ape, 1 x Cow"],
        ["add 2 more Bear"],
    ]


def test_half_a_point_is_filled_up_and_taken_off() -> None:
    halves = Market({"ape": Stall(ONE / 2), "bear": Stall(ONE)}, exact=True).system
    assert of(halves, {"kind": "bear"}, budget=1.5) == [["add 1 x Ape"]]
    assert of(halves, {"kind": "bear"}, {"kind": "ape"}, budget=1) == [["take Ape away (entry 2)"]]


def test_points_come_down_without_the_captain_who_must_stay() -> None:
    units = [{"kind": "king"}, {"kind": "bear", "extras": ["drum"]}, {"kind": "ape", "count": 2}]
    assert of(COURT, *units, budget=4) == [["take Bear away (entry 2)"]]
    assert of(COURT, *units, budget=7) == [
        ["leave extras out at entry 2 (Bear)"],
        ["take all 2 Ape away (entry 3)"],
        ["take Bear away (entry 2)"],
    ]


# --- how many steps at least ---


@pytest.mark.parametrize(
    ("budget", "least"), [(117, 0), (116, 1), (61, 1), (60, 2), (56, 2), (22, 2), (21, 3), (0, 3), (None, 0)]
)
def test_every_step_saves_no_more_than_the_dearest_squad(system: System, budget: int | None, least: int) -> None:
    units = [soldiers(2), soldiers(1), squad()]  # 56, 39 and 22 points
    army = {"units": units} if budget is None else {"budget": budget, "units": units}
    assert find_repairs(system, army, tries=0).at_least == least


@pytest.mark.parametrize(("budget", "least"), [(78, 1), (77, 2), (22, 2), (21, 3)])
def test_what_is_wrong_in_a_squad_is_one_step_and_may_save_it_whole(system: System, budget: int, least: int) -> None:
    leaderless = {"kind": "squad", "members": [member("soldier")]}
    assert (
        find_repairs(system, {"budget": budget, "units": [soldiers(2), leaderless, squad()]}, tries=0).at_least == least
    )


def test_of_plain_entries_nothing_is_reckoned() -> None:
    cows = [{"kind": "cow"}] * 3
    assert find_repairs(ZOO, {"budget": 0, "units": cows}, tries=0).at_least == 1
    assert find_repairs(ZOO, {"budget": 15, "units": cows}, tries=0).at_least == 0
    assert find_repairs(ZOO, {"budget": 0, "units": [*cows, {"kind": "x"}, {"kind": "y"}]}, tries=0).at_least == 2


def test_the_fewest_squads_that_save_enough_go(system: System) -> None:
    units = [soldiers(2), soldiers(1), squad()]
    assert of(system, *units, budget=60) == [
        ["take Squad away (entry 3)", "take Squad away (entry 2)"],
        ["take Soldier away (entry 2/2)", "take Squad away (entry 1)"],
        ["take Squad away (entry 3)", "take Squad away (entry 1)"],
        ["take Squad away (entry 2)", "take Squad away (entry 1)"],
    ]
    assert of(system, *units, budget=21) == [[f"take Squad away (entry {at})" for at in (3, 2, 1)]]


def test_two_squads_that_are_wrong_are_mended_each_by_itself(system: System) -> None:
    leaderless = {"kind": "squad", "members": [member("soldier")]}
    found = find_repairs(system, {"units": [leaderless, leaderless]})
    assert words(found) == [
        ["add 1 x Sergeant to entry 1 (Squad)", "add 1 x Sergeant to entry 2 (Squad)"],
        ["add 1 x Sergeant to entry 1 (Squad)", "take Squad away (entry 2)"],
        ["take Squad away (entry 1)", "take Squad away (entry 2)"],
    ]
    assert [[step.saved for step in one.steps] for one in found.found] == [[-22, -22], [-22, 17], [17, 17]]


def test_up_to_a_dozen_are_added_at_once_but_no_more_than_may_stand_there(system: System) -> None:
    found = find_repairs(system, {"units": [squad(member("medic", 5))]})  # eleven of a kind at most
    assert words(found) == [
        *([f"add {count} x {role} to entry 1 (Squad)"] for role in ("Soldier", "Gunner") for count in (10, 11)),
        ["take all 5 Medic away (entry 1/2)"],
        ["take Squad away (entry 1)"],
    ]
    assert found.found[0].data["units"][0]["members"][-1] == {"role": "soldier", "count": 10}
    assert not any("add" in steps[0] for steps in of(system, squad(member("medic", 6))))
    more = of(system, squad(member("soldier", 5), member("medic", 5)))
    assert more[:2] == [["add 5 more Soldier (entry 1/2)"], ["add 6 more Soldier (entry 1/2)"]]
    assert ["add 7 more Soldier (entry 1/2)"] not in more
    assert not any("x Soldier" in steps[0] for steps in more)  # more of those that are there are the same


def test_a_single_new_member_is_written_without_a_count(system: System) -> None:
    found = find_repairs(system, {"units": [{"kind": "squad"}]})
    assert words(found) == [["add 1 x Sergeant to entry 1 (Squad)"], ["take Squad away (entry 1)"]]
    assert found.found[0].data["units"] == [{"kind": "squad", "members": [{"role": "sergeant"}]}]


def test_a_new_member_may_be_as_it_comes_or_like_all_the_others(system: System) -> None:
    officers = [{**member("soldier", 2), "co": True}, {**member("medic", 2), "co": True}]
    found = of(system, squad(*officers), budget=22 + 34 + 34 + 34)
    assert found == [
        ["add 2 more Soldier (entry 1/2)"],
        ["add 2 x Soldier to entry 1 (Squad)"],
        ["take 1 of 2 Medic away (entry 1/3)"],
        ["take all 2 Medic away (entry 1/3)"],
        ["take Squad away (entry 1)"],
    ]
    everybody = squad(*({**member(role), "co": True} for role in ("medic", "hmg")))
    everybody["members"][0]["co"] = True
    words_of = of(system, everybody)
    assert ["add 4 x Soldier to entry 1 (Squad)"] in words_of
    assert ["add 4 x Soldier (Commanding officer) to entry 1 (Squad)"] in words_of


def test_a_flank_counts_as_an_entry(system: System) -> None:
    flank = {"side": "left", "units": [soldiers(2), squad()]}
    assert of(system, soldiers(2), flanks=[flank], budget=60) == [["take Left away (entry flanks/1)"]]


# --- where it ends ---


def test_a_legal_list_is_its_own_repair() -> None:
    found = find_repairs(ZOO, {"budget": 3, "units": []})
    assert (words(found), found.tries, found.exhausted, found.at_least, found.too_many) == ([[]], 0, False, 0, False)


def test_whether_all_was_tried_is_said() -> None:
    army = {"budget": 3, "units": [{"kind": "ape"}]}
    every = find_repairs(NOBODY, army)
    assert (every.found, every.exhausted) == ((), False)
    few = find_repairs(NOBODY, army, tries=every.tries // 2)
    assert (few.found, few.exhausted) == ((), True)
    assert few.tries < every.tries
    none = find_repairs(NOBODY, army, tries=0)
    assert (none.found, none.tries, none.exhausted) == ((), 0, True)


def test_after_the_first_repair_only_some_more_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    army = {"budget": 20, "units": [{"kind": "baer"}, {"kind": "baer"}, {"kind": "ape", "extras": ["hat"]}]}
    every = find_repairs(ZOO, army)
    assert len(every.found) == 6 and not every.exhausted
    monkeypatch.setattr(repair, "MOST_MORE_TRIES", 0)
    one = find_repairs(ZOO, army)
    assert words(one) == words(every)[:1]
    assert one.exhausted and one.tries < every.tries


def test_no_more_repairs_are_listed_than_anybody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    army = {"budget": 20, "units": [{"kind": "baer"}, {"kind": "baer"}, {"kind": "ape", "extras": ["hat"]}]}
    monkeypatch.setattr(repair, "MOST_REPAIRS", 3)
    found = find_repairs(ZOO, army)
    assert len(found.found) == 3 and not found.exhausted


@pytest.mark.parametrize(("wrong", "found"), [(12, True), (13, False)])
def test_a_dozen_mistakes_are_mended_and_no_more(wrong: int, found: bool) -> None:
    answer = find_repairs(ZOO, {"budget": 0, "units": [{"kind": "xyz"}] * wrong})
    assert [len(one.steps) for one in answer.found] == [12] * found
    assert (answer.at_least, answer.too_many, answer.tries > 0) == (wrong, not found, found)


@pytest.mark.parametrize(("wrong", "share"), [(9, 1), (10, 2), (19, 2), (20, 3)])
def test_a_list_with_many_problems_is_tried_less_often(wrong: int, share: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check takes as long as what it has to say."""
    monkeypatch.setattr(repair, "MOST_CHANGES", 100)
    units = [{"kind": "bear", "extras": ["hat"], "colour": "blue"}] * (wrong // 2) + [{"kind": "x"}] * (wrong % 2)
    found = find_repairs(COURT, {"units": [*units, {"kind": "king"}]}, tries=40)
    allowed = 40 * 8 // (8 + len(units) + 1) // share
    assert (found.exhausted, found.tries) == (True, allowed)


# --- points, judged by everything that a person might do ---


def by_steps(start: Army, every: Callable[[Army], Iterator[Army]], most: int) -> Iterator[list[Army]]:
    """The lists that 0, 1, 2 ... single things lead to, each with the fewest."""
    lists, seen = [start], {key_of(start)}
    for _ in range(most + 1):
        yield lists
        fresh = {key_of(found): found for one in lists for found in every(one)}
        lists = [found for key, found in fresh.items() if key not in seen]
        seen |= fresh.keys()


def fewer(market: Market, army: Army) -> Iterator[Army]:
    """Everything that a person might do to come down."""
    return (one for one in edits(market, army) if market.points(one) < market.points(army))


HERD = [{"kind": "ape", "count": 3}, {"kind": "bear", "extras": ["drum"]}, {"kind": "cow"}, {"kind": "cow", "count": 2}]


def test_points_come_down_in_the_fewest_steps_that_lose_the_least() -> None:
    market = Market(STALLS)
    levels = list(by_steps({"units": HERD}, lambda army: fewer(market, army), 3))
    for budget in range(3, 23):
        cheap = ([one for one in level if market.points(one) <= budget] for level in levels)
        steps, some = next((at, some) for at, some in enumerate(cheap) if some)
        found = find_repairs(ZOO, {"budget": budget, "units": HERD}).found
        assert {len(one.steps) for one in found} == {steps}
        assert found[0].report.points == max(map(market.points, some))
        assert all(one.report.points <= budget for one in found)
        assert len({key_of(one.data) for one in found}) == len(found)


def test_points_come_down_inside_squads_in_the_fewest_steps(system: System) -> None:
    units = [soldiers(2), squad(member("soldier", 3), member("medic")), squad(member("gunner", 2))]  # 56, 90, 62
    reports = [check_army(system, one) for one in single({"units": units})]
    sums = sorted({report.sum for report in reports if report.legal})
    for budget in (207, 191, 174, 152, 118, 117):
        found = find_repairs(system, {"budget": budget, "units": units}).found[0]
        cheap = [points for points in sums if points <= budget]
        assert (len(found.steps) == 1) == bool(cheap)
        assert not cheap or found.report.sum == cheap[-1]


@pytest.mark.parametrize(
    ("budget", "steps"),
    [
        (5 * 70, ["write count = 50 at entry 1 (Cow)"]),
        (5 * 69 + 4, ["write count = 49 at entry 1 (Cow)"]),
        (5 * 20, ["take all Cow away (entry 1)"]),
        (5 * 20 - 1, ["write count = 1 at entry 1 (Cow)", "take 2 of 20 Cow away (entry 2)"]),
    ],
)
def test_of_many_copies_as_many_stay_as_can(budget: int, steps: list[str]) -> None:
    units = [{"kind": "cow", "count": 120, "name": "Cow"}, {"kind": "cow", "count": 20}]
    found = find_repairs(ZOO, {"budget": budget, "units": units}).found[0]
    assert sorted(step.words for step in found.steps) == sorted(steps)
