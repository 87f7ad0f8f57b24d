"""Of several remedies the likeliest few: words that are alike, lists with many items, places deep in a file."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tabletop_cli.core.declare.composed import ListOf
from tabletop_cli.core.declare.kinds import OneOf, Text
from tabletop_cli.core.lists.advice.repair import find_repairs
from tabletop_cli.core.lists.form import Pick, Setting
from tabletop_cli.core.system import System
from tests import squads
from tests.core.lists.market import Market, Stall
from tests.core.lists.test_nested_steps import member, squad
from tests.core.lists.test_remedies import APE, FIRST, STALLS, first, fussy, mended, words


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> System:
    return squads.build(tmp_path_factory.mktemp("squads"))


PICKS = (Pick("x"), Pick("y"), Pick("z"))


def texts(*keys: str) -> tuple[Setting, ...]:
    return tuple(Setting(key=tuple(key.split(".")), title=key, kind=Text()) for key in keys)


def test_of_three_keys_that_are_alike_two_are_offered() -> None:
    keys = texts("shield", "shields", "shielded", "side")
    of_army = fussy(lambda army: "shielf" not in army, ("shielf",), asks=keys)
    assert mended(of_army, units=[], shielf="x") == [
        "write shield instead of shielf",
        "write shields instead of shielf",
        "leave shielf out",
    ]
    of_entry = fussy(lambda army: "shielf" not in first(army), (*FIRST, "shielf"), asks_entries=keys)
    assert mended(of_entry, units=[{**APE, "shielf": "x"}]) == [
        "write shield instead of shielf at entry 1 (Ape)",
        "write shields instead of shielf at entry 1 (Ape)",
        "leave shielf out at entry 1 (Ape)",
        "take Ape away (entry 1)",
    ]


def test_a_key_inside_a_table_is_not_one_of_the_army() -> None:
    market = fussy(lambda army: "shielf" not in army, ("shielf",), asks=texts("box.shield"))
    assert mended(market, units=[], shielf="x") == ["leave shielf out"]


def test_a_key_inside_a_table_of_an_entry_is_renamed_by_its_last_word() -> None:
    market = fussy(
        lambda army: "ldi" not in first(army).get("box", {}), (*FIRST, "box", "ldi"), asks_entries=texts("box.lid")
    )
    assert mended(market, units=[{**APE, "box": {"ldi": "x", "deck": 1}}])[:2] == [
        "write lid instead of ldi at entry 1 (Ape)",
        "leave box.ldi out at entry 1 (Ape)",
    ]


def test_a_hint_about_a_key_inside_a_table_of_the_army() -> None:
    market = fussy(lambda army: army.get("fog", {}).get("deck") == 3, ("fog", "deck"), "write fog.deck = 3")
    assert mended(market, units=[], fog={"deck": 1}) == ["write fog.deck = 3"]


def test_of_three_items_any_one_may_go_or_be_another() -> None:
    flags = [f"f{number}" for number in range(4)]
    stalls = {"ape": Stall(Fraction(1), dict.fromkeys(flags, Fraction(0)))}
    market = fussy(
        lambda army: "there" in first(army) or first(army).get("extras") != flags[:3], (*FIRST, "extras"), stalls=stalls
    )
    said = mended(market, units=[{**APE, "extras": flags[:3]}])
    assert said == [
        "leave extras out at entry 1 (Ape)",
        'write extras = ["f1", "f2"] at entry 1 (Ape)',
        'write extras = ["f0", "f2"] at entry 1 (Ape)',
        'write extras = ["f0", "f1"] at entry 1 (Ape)',
        'write extras = ["f0", "f1", "f2", "f3"] at entry 1 (Ape)',
        'write extras = ["f3", "f1", "f2"] at entry 1 (Ape)',
        'write extras = ["f0", "f3", "f2"] at entry 1 (Ape)',
        'write extras = ["f0", "f1", "f3"] at entry 1 (Ape)',
        "take Ape away (entry 1)",
    ]


def test_a_list_that_is_not_written_begins_with_its_default() -> None:
    marks = Setting(key=("marks",), title="Marks", kind=ListOf(OneOf(("x", "y", "z"))), picks=PICKS, default=("x",))
    market = fussy(
        lambda army: "there" in first(army) or first(army).get("marks") == ["x", "y"], FIRST, asks_entries=(marks,)
    )
    assert mended(market, units=[APE])[0] == 'write marks = ["x", "y"] at entry 1 (Ape)'


def test_a_squad_is_mended_by_its_other_members_too(system: System) -> None:
    """Only one machine gun; which of them it is, is for the players."""
    guns = [member("hmg"), {**member("hmg"), "co": True}]
    found = words(find_repairs(system, {"units": [squad(member("soldier", 4), *guns)]}))
    assert ["take Hmg away (entry 1/4)"] in found
    assert ["take Hmg away (entry 1/3)"] in found
    assert ["take Squad away (entry 1)"] in found


def test_a_level_is_changed_at_the_others_where_one_differs(system: System) -> None:
    two = [member("soldier", 2, "veteran")]
    found = words(find_repairs(system, {"units": [squad(*two)]}))
    assert found == [
        ['write level = "veteran" at entry 1/1 (Sergeant)'],  # nothing is lost
        ['write level = "regular" at entry 1/2 (Soldier)'],
        ["take all 2 Soldier away (entry 1/2)"],
        ["take Squad away (entry 1)"],
    ]


def test_who_must_stay_is_spared_for_a_second_step() -> None:
    """The captain alone would save enough; without one the list is not legal."""
    court = Market(
        {"ape": Stall(Fraction(1)), "bear": Stall(Fraction(1)), "king": Stall(Fraction(5), captain=True)},
        captains=frozenset({1}),
    )
    found = words(
        find_repairs(court.system, {"budget": 5, "units": [{"kind": "king"}, {"kind": "ape"}, {"kind": "bear"}]})
    )
    assert found == [["take Bear away (entry 3)", "take Ape away (entry 2)"]]


def test_half_points_come_down_too() -> None:
    market = Market({"ape": Stall(Fraction(1, 2)), "bear": Stall(Fraction(1, 3))})
    assert mended(market, budget=1, units=[{"kind": "ape", "count": 3}]) == [
        "take 1 of 3 Ape away (entry 1)",
        "take all 3 Ape away (entry 1)",
    ]
    assert mended(market, budget=1, units=[{"kind": "bear", "count": 2}, {"kind": "ape"}]) == [
        "take 1 of 2 Bear away (entry 1)",
        "take Ape away (entry 2)",
        "take all 2 Bear away (entry 1)",
    ]


def test_too_many_sums_are_not_looked_at() -> None:
    """A millionth of a point is a step: there would be as many sums as nobody has time for."""
    odd = Market({"ape": Stall(Fraction(1, 1_000_003)), "bear": Stall(Fraction(1))})
    found = find_repairs(odd.system, {"budget": 1, "units": [APE, {"kind": "bear", "count": 2}]})
    assert found.found == ()


def test_the_best_of_what_can_be_chosen_is_not_more_than_is_allowed() -> None:
    """A list that takes one item is never filled with two."""
    one = Setting(key=("marks",), title="Marks", kind=ListOf(OneOf(("x", "y")), 0, 1), picks=PICKS[:2], default=())
    market = Market({"ape": Stall(Fraction(1))}, asks_entries=(one,))
    from tests.core.lists.test_ways import spent

    found = spent(market.system, budget=1)
    assert [way.words for way in found.list_variants()] == ["1 x Ape", "1 x Ape (x)", "1 x Ape (y)"]
    twice = replace(
        market, asks_entries=(replace(one, kind=ListOf(OneOf(("x",)), 0, 9), picks=PICKS[:1], repeat=True),)
    )
    words_of = [way.words for way in spent(twice.system, budget=1).list_variants()]
    assert words_of == ["1 x Ape", "1 x Ape (x)", *(f"1 x Ape ({number} x x)" for number in range(2, 7))]
    assert spent(twice.system, budget=1).trimmed == ["Ape"]


def test_nothing_to_choose_from_is_not_taken_for_free_things() -> None:
    from tests.core.lists.test_ways import spent

    nobody: Any = spent(Market(STALLS).system, budget=3, only=("nobody",))
    assert (nobody.purchases, nobody.only_free) == ((), False)


def test_of_a_setting_with_several_values_one_is_bought(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.core.lists.test_ways import spent

    monkeypatch.setitem(squads.LEVELS, "veteran", 1)
    monkeypatch.setitem(squads.LEVELS, "elite", 2)
    found = spent(system, squad(), budget=24, without=("squad", "section"))
    assert not list(found.list_ways())
    found = spent(system, squad(), budget=24, only=("sergeant",))
    assert [(way.words, way.left) for way in found.list_ways()] == [
        ("elite for 1/1 (Sergeant) for entry 1 (Squad)", 0),
        ("veteran for 1/1 (Sergeant) for entry 1 (Squad)", 1),
    ]
