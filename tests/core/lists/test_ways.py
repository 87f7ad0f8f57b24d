"""Ways to spend points, word for word: what is said, what is written, and where it is too much to judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest

from tabletop_cli.core.declare.kinds import YesNo
from tabletop_cli.core.errors import TooBig
from tabletop_cli.core.lists.advice import nested_steps as within
from tabletop_cli.core.lists.advice import purchases, spending, upgrades
from tabletop_cli.core.lists.advice.goods import goods_of
from tabletop_cli.core.lists.advice.spending import Spending
from tabletop_cli.core.lists.army import check_army
from tabletop_cli.core.lists.change import apply_changes
from tabletop_cli.core.lists.form import Setting
from tabletop_cli.core.lists.problems import Problem
from tabletop_cli.core.system import System
from tests import squads
from tests.core.lists.market import Market, Stall
from tests.core.lists.test_nested_steps import member, squad

Army = Mapping[str, Any]
KING = Stall(Fraction(2), {"whip": Fraction(1), "flag": Fraction(0)}, colours=True, captain=True)
KINGS = ("more King", "x King (flag)", "x King (blue)", "x King (flag, blue)")
COURT = Market({"ape": Stall(Fraction(1)), "king": KING}, captains=frozenset({1, 2}))


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> System:
    return squads.build(tmp_path_factory.mktemp("squads"))


def spent(system: System, *units: Army, budget: float, **filters: Any) -> Spending:
    army = {"budget": budget, "units": list(units)}
    report = check_army(system, army)
    found = goods_of(system, army, report)
    assert found is not None and report.budget is not None
    return Spending(found, report.budget - report.sum, **filters)


def said(found: Spending, most: int = 30) -> list[tuple[str, Fraction, int]]:
    return [(way.words, way.left, way.variants) for way in islice(found.list_ways(), most)]


def units_after(found: Spending) -> list[Any]:
    return [apply_changes(found.goods.data, *found.way_changes(way))["units"] for way in found.list_ways()]


# --- what is said and written ---


def test_choices_that_cost_nothing_are_variants_of_one_way() -> None:
    found = spent(COURT.system, budget=4)
    assert said(found) == [
        ("1 x Ape, 1 x King (whip)", 0, 4),
        ("2 x King", 0, 10),
        ("2 x Ape, 1 x King", 0, 4),
        ("1 x King (whip)", 1, 4),
        ("1 x Ape, 1 x King", 1, 4),
        ("1 x King", 2, 4),
    ]
    assert (found.ways, found.variants, found.best) == (6, 30, (4, 3))
    assert [way.words for way in found.list_variants()][:6] == [
        "1 x Ape, 1 x King (whip)",
        "1 x Ape, 1 x King (whip, flag)",
        "1 x Ape, 1 x King (whip, blue)",
        "1 x Ape, 1 x King (whip, flag, blue)",
        "2 x King",
        "1 x King, 1 x King (flag)",
    ]
    assert found.varied is not None and found.varied.words == "1 x Ape, 1 x King (whip)"


def test_what_is_there_gets_more_copies_and_what_changes_stays_apart() -> None:
    found = spent(COURT.system, {"kind": "king"}, budget=5)
    written = dict(zip([way.words for way in found.list_ways()], units_after(found), strict=True))
    assert written["1 x Ape, 1 x King"] == [{"kind": "king", "count": 2}, {"kind": "ape"}]
    assert written["1 x King, whip for entry 1 (King)"] == [{"kind": "king", "extras": ["whip"]}, {"kind": "king"}]
    assert written["3 x Ape"] == [{"kind": "king"}, {"kind": "ape", "count": 3}]
    assert [way.words for way in found.list_variants() if "Ape" not in way.words] == [
        *(f"1 x King (whip{more})" for more in ("", ", flag", ", blue", ", flag, blue")),
        *(f"1 {words}, whip for entry 1 (King)" for words in KINGS),
        *(f"1 {words}" for words in KINGS),
        "whip for entry 1 (King)",
    ]


def one_king_an_entry(army: Army) -> Iterator[Problem]:
    for at, unit in enumerate(army["units"]):
        if unit["kind"] == "king" and unit.get("count", 1) > 1:
            yield Problem("M5", "one king an entry", "", ("units", at, "count"))


def test_who_must_stand_alone_is_written_as_an_entry_each() -> None:
    market = Market({"king": Stall(Fraction(2), captain=True)}, finds=one_king_an_entry)
    found = spent(market.system, budget=4)
    assert units_after(found) == [[{"kind": "king"}, {"kind": "king"}], [{"kind": "king"}]]
    there = spent(market.system, {"kind": "king"}, budget=8)
    assert units_after(there) == [[{"kind": "king"}] * copies for copies in (4, 3, 2)]


def test_more_than_two_who_stand_alone_are_several_anyhow() -> None:
    found = spent(COURT.system, budget=8, only=("king",))
    assert ("4 x King", 0, 35) in said(found)
    assert [{"kind": "king", "count": 4}] in units_after(found)


def test_prices_in_fractions_are_added_up_exactly() -> None:
    market = Market({"ape": Stall(Fraction(2, 3)), "bear": Stall(Fraction(1, 2))})
    found = spent(market.system, budget=2)
    assert [(way.words, way.cost) for way in found.list_ways()] == [
        ("3 x Ape", 2),
        ("4 x Bear", 2),
        ("2 x Ape, 1 x Bear", Fraction(11, 6)),
        ("1 x Ape, 2 x Bear", Fraction(5, 3)),
        ("3 x Bear", Fraction(3, 2)),
        ("2 x Ape", Fraction(4, 3)),
        ("1 x Ape, 1 x Bear", Fraction(7, 6)),
        ("2 x Bear", 1),
        ("1 x Ape", Fraction(2, 3)),
        ("1 x Bear", Fraction(1, 2)),
    ]
    assert found.best == (2, 2)
    assert [way.words for way in spent(market.system, budget=0.5).list_ways()] == ["1 x Bear"]
    assert [way.words for way in spent(market.system, budget=1).list_ways()] == ["2 x Bear", "1 x Ape", "1 x Bear"]


@pytest.mark.parametrize(("price", "bear", "only_free"), [(0, 0, True), (0, 2, False), (1, 2, False), (4, 9, False)])
def test_whether_all_there_is_costs_nothing(price: int, bear: int, only_free: bool) -> None:
    market = Market({"ape": Stall(Fraction(price)), "bear": Stall(Fraction(bear))})
    assert spent(market.system, budget=3).only_free is only_free


def test_nothing_is_spent_where_nothing_is_left() -> None:
    found = spent(COURT.system, {"kind": "king"}, budget=2)
    assert (said(found), found.ways, found.variants, found.best, found.varied) == ([], 0, 0, (0, 0), None)
    over = spent(COURT.system, {"kind": "king"}, budget=1)
    assert (said(over), over.ways) == ([], 0)


# --- squads and who is in them ---


def test_a_squad_is_filled_up_or_bought_again(system: System) -> None:
    found = spent(system, squad(member("soldier")), budget=79, without=("section",))
    assert said(found) == [
        ("2 x Gunner for entry 1 (Squad)", 0, 3),
        ("1 more Squad (like entry 1)", 1, 1),
        ("1 more Soldier, 1 x Gunner for entry 1 (Squad)", 3, 4),
        ("1 x Gunner, 1 x Medic for entry 1 (Squad)", 3, 4),
        ("2 more Soldier for entry 1 (Squad)", 6, 3),
        ("1 more Soldier, 1 x Medic for entry 1 (Squad)", 6, 4),
        ("veteran for 1/1 (Sergeant), veteran for 1/2 (Soldier), 1 x Gunner (veteran) for entry 1 (Squad)", 11, 2),
        ("veteran for 1/1 (Sergeant), veteran for 1/2 (Soldier), 1 x Soldier (veteran) for entry 1 (Squad)", 14, 2),
        ("1 x Gunner for entry 1 (Squad)", 20, 2),
        ("1 more Soldier for entry 1 (Squad)", 23, 2),
        ("veteran for 1/1 (Sergeant), veteran for 1/2 (Soldier) for entry 1 (Squad)", 34, 1),
    ]
    every = [way.words for way in found.list_variants()]
    assert every[:4] == [
        "2 x Gunner for entry 1 (Squad)",
        "1 x Gunner, 1 x Gunner (Commanding officer) for entry 1 (Squad)",
        "2 x Gunner (Commanding officer) for entry 1 (Squad)",
        "1 more Squad (like entry 1)",
    ]
    assert "1 x Gunner (Commanding officer) for entry 1 (Squad)" in every


def test_what_is_bought_in_a_squad_is_written_there(system: System) -> None:
    found = spent(system, squad(member("soldier")), budget=79, without=("section", "medic"))
    members = [units[0]["members"] for units in units_after(found) if len(units) == 1]
    first, second = {"role": "sergeant"}, {"role": "soldier"}
    trained = [{**one, "level": "veteran"} for one in (first, second)]
    assert members[0] == [first, second, {"role": "gunner", "count": 2}]
    assert members[1] == [first, {**second, "count": 2}, {"role": "gunner"}]
    assert members[3] == [*trained, {"role": "gunner", "level": "veteran"}]
    assert members[4] == [*trained, {"role": "soldier", "level": "veteran"}]
    assert members[-1] == trained


def test_only_some_of_those_who_are_there_are_trained_and_joined(system: System) -> None:
    found = spent(system, squad(member("soldier")), budget=80, only=("soldier",))
    assert [words for words, _, _ in said(found)] == [
        "2 more Soldier for entry 1 (Squad)",
        "1 more Soldier for entry 1 (Squad)",
    ]
    nobody = spent(system, squad(member("soldier")), budget=80, without=("squad", "section"))
    assert not said(nobody)


# --- where it is too much ---


def test_too_many_sums_and_kinds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Market({"ape": Stall(Fraction(1))}).system
    monkeypatch.setattr(spending, "MOST_CHECKS", 10)
    assert spent(plain, budget=9).ways == 9
    with pytest.raises(TooBig, match="10 points can be spent in more than 10 ways"):
        _ = spent(plain, budget=10).ways
    assert spent(COURT.system, budget=2).ways == 1  # sums from 0 to 2, with no captain, one, or several
    with pytest.raises(TooBig, match="3 points"):
        _ = spent(COURT.system, budget=3).ways


def test_long_lists_get_no_suggestions(system: System) -> None:
    report = check_army(system, {"units": []})
    assert goods_of(system, {"units": [squad()] * 100}, report) is not None
    with pytest.raises(TooBig, match="101 entries; suggestions only work for lists of up to 100"):
        goods_of(system, {"units": [squad()] * 101}, report)
    crowd = [squad(*[member("soldier")] * 98)] * 10  # each a squad, its sergeant and 98 others: a thousand
    assert goods_of(system, {"units": crowd}, report) is not None
    with pytest.raises(TooBig, match="1,001 entries; suggestions only work for lists of up to 1000"):
        goods_of(system, {"units": [*crowd[:9], squad(*[member("soldier")] * 99)]}, report)


def test_too_many_units_to_choose_from_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    market = Market({f"unit-{number}": Stall(Fraction(1)) for number in range(4)})
    monkeypatch.setattr(purchases, "MOST_WARES", 4)
    assert spent(market.system, budget=1).ways == 4
    monkeypatch.setattr(purchases, "MOST_WARES", 3)
    with pytest.raises(TooBig, match="4 units to choose from; suggestions only work with up to 3"):
        spent(market.system, budget=1)


def test_of_one_unit_only_so_many_configurations_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    market = Market({"ape": Stall(Fraction(1), {flag: Fraction(0) for flag in ("f", "g")})})
    for most, variants, trimmed in ((8, 4, []), (7, 4, ["Ape"]), (3, 3, ["Ape"])):  # four of them in blue: not legal
        monkeypatch.setattr(purchases, "MOST_CONFIGURATIONS", most)
        found = spent(market.system, budget=1)
        assert (found.variants, found.trimmed) == (variants, trimmed)


def test_of_one_entry_only_so_many_upgrades_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    market = Market({"ape": Stall(Fraction(1), {flag: Fraction(1) for flag in ("f", "g")})})
    three = ["f, g for entry 1 (Ape)", "f for entry 1 (Ape)", "g for entry 1 (Ape)"]
    for most, upgraded, trimmed in (
        (3, three, []),
        (2, three[1:], ["entry 1 (Ape)"]),
        (1, three[1:2], ["entry 1 (Ape)"]),
    ):
        monkeypatch.setattr(upgrades, "MOST_UPGRADES", most)
        found = spent(market.system, {"kind": "ape"}, budget=3)
        assert [way.words for way in found.list_variants() if not way.words[0].isdigit()] == upgraded
        assert found.trimmed == trimmed


def test_of_one_squad_only_so_much_is_added(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> Spending:
        return spent(system, squad(member("soldier")), budget=22 + 17 + 17, without=("section", "squad-2", "gunner"))

    every = found()
    assert every.trimmed == [] and every.variants == 3  # a soldier, an officer, or both trained
    for bound in ("MOST_ADDITIONS", "MOST_PIECES"):
        with monkeypatch.context() as patched:
            patched.setattr(within, bound, 1)
            some = found()
            assert some.trimmed == ["entry 1 (Squad)"]
            assert some.variants < every.variants


def test_what_is_cheaper_by_a_choice_costs_more_without_it() -> None:
    class Poor(Market):
        def cost(self, entry: Army) -> Fraction:
            return super().cost(entry) - (1 if entry.get("poor") else 0)

    poor = Setting(key=("poor",), title="Poor", kind=YesNo(), default=False)
    market = Poor({"ape": Stall(Fraction(3))}, asks_entries=(poor,))
    found = spent(market.system, {"kind": "ape", "poor": True}, budget=3)
    assert [way.words for way in found.list_ways()] == ["no for entry 1 (Ape)"]
    assert units_after(found) == [[{"kind": "ape"}]]


def test_a_captain_who_must_have_another_beside_is_bought_with_one() -> None:
    two = Market({"ape": Stall(Fraction(1)), "king": Stall(Fraction(2), captain=True)}, captains=frozenset({2}))
    assert said(spent(two.system, budget=5)) == [("1 x Ape, 2 x King", 0, 1), ("2 x King", 1, 1)]
    one = spent(two.system, {"kind": "king", "name": "Arthur"}, budget=5)
    assert said(one) == [("1 x Ape, 1 x King", 0, 1), ("1 x King", 1, 1)]


def test_how_much_was_tried_is_counted() -> None:
    plain = Market({"ape": Stall(Fraction(1))})
    found = spent(plain.system, budget=3)
    assert found.goods.memory.tries == 2  # the ape, and a blue one
    assert found.ways == 3
    assert found.goods.memory.tries == 5  # and a list of each price
