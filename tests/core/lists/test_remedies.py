"""What a repair offers for a problem, word for word and in order: the nearest to what was written comes first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tabletop_cli.core.declare.composed import ListOf
from tabletop_cli.core.declare.kinds import OneOf, Text, Whole
from tabletop_cli.core.lists.advice.repair import Repairs, find_repairs
from tabletop_cli.core.lists.form import Form, Pick, Setting, Ware
from tabletop_cli.core.lists.problems import Problem, Where
from tabletop_cli.core.registry import load
from tests.core.lists.market import Market, Stall

Army = Mapping[str, Any]
STALLS = {"ape": Stall(Fraction(1)), "bear": Stall(Fraction(3), {"drum": Fraction(2)})}
FIRST: Where = ("units", 0)
APE = {"kind": "ape"}


def fussy(
    right: Callable[[Army], bool], where: Where = FIRST, hint: str = "", says: str = "not so", **more: Any
) -> Market:
    """A market that finds fault with an army until it is as it should be."""

    def finds(army: Army) -> Iterator[Problem]:
        if not right(army):
            yield Problem("M5", says, hint, where)

    return Market(more.pop("stalls", STALLS), finds=finds, **more)


def first(army: Army) -> Any:
    """The first entry; one that is right where there is none."""
    return army["units"][0] if army["units"] else {"there": False}


def words(found: Repairs) -> list[list[str]]:
    return [[step.words for step in one.steps] for one in found.found]


def mended(market: Market, **army: Any) -> list[str]:
    """The repairs of one step, in order."""
    return [step for (step,) in words(find_repairs(market.system, army))]


# --- what a hint says ---


def test_a_hint_that_says_what_to_write_is_followed_first() -> None:
    market = fussy(lambda army: first(army).get("there", first(army).get("deck")) in (3, False), hint="write deck = 3.")
    assert mended(market, units=[APE]) == ["write deck = 3 at entry 1 (Ape)", "take Ape away (entry 1)"]


@pytest.mark.parametrize("hint", ["write deck = 3, supply = 0", "write deck = 3 and supply = 0."])
def test_a_hint_may_want_two_keys_at_once(hint: str) -> None:
    def right(army: Army) -> bool:
        entry = first(army)
        return "there" in entry or (entry.get("deck"), entry.get("supply")) == (3, 0)

    market = fussy(right, hint=hint)
    assert mended(market, units=[APE])[0] == "write deck = 3 and write supply = 0 at entry 1 (Ape)"


def test_a_hint_is_meant_for_the_key_itself_or_for_what_stands_beside_it() -> None:
    def right(army: Army) -> bool:
        box = first(army).get("box", {"deck": 3})
        return box.get("deck") == 3

    itself = fussy(right, (*FIRST, "box", "deck"), "write box.deck = 3")
    assert mended(itself, units=[{**APE, "box": {"deck": 2}}])[0] == "write box.deck = 3 at entry 1 (Ape)"
    beside = fussy(right, (*FIRST, "box", "lid"), "write deck = 3")
    assert mended(beside, units=[{**APE, "box": {"deck": 2}}])[0] == "write box.deck = 3 at entry 1 (Ape)"


def test_a_hint_may_be_meant_for_the_entry_around_the_place() -> None:
    market = fussy(lambda army: first(army).get("deck", 2) == 3, (*FIRST, "box", "lid"), "write deck = 3")
    army = {"units": [{**APE, "deck": 2, "box": {"lid": 1}}]}
    assert "write deck = 3 at entry 1 (Ape)" in mended(market, **army)


def test_a_hint_with_what_is_no_value_is_left_alone() -> None:
    market = fussy(lambda army: "there" in first(army), hint="write deck = three")
    assert mended(market, units=[APE]) == ["take Ape away (entry 1)"]


# --- words that are nearly right ---


def test_a_word_that_nearly_is_one_gives_the_likeliest_three() -> None:
    stalls = {name: Stall(Fraction(1)) for name in ("goat", "goats", "goatee", "boat", "cow")}
    assert mended(Market(stalls), units=[{"kind": "gota"}]) == [
        'write kind = "goat" at entry 1 (gota)',
        'write kind = "goats" at entry 1 (gota)',
        'write kind = "goatee" at entry 1 (gota)',
        "take gota away (entry 1)",
    ]


def test_the_title_of_a_ware_is_as_good_as_its_word() -> None:
    assert mended(Market(STALLS), units=[{"kind": "Bear"}])[0] == 'write kind = "bear" at entry 1 (Bear)'
    assert mended(Market({"owl": Stall(Fraction(1))}), units=[{"kind": "zzz"}]) == ["take zzz away (entry 1)"]


def test_a_key_that_nearly_is_one_is_renamed_or_left_out() -> None:
    market = fussy(lambda army: "coluor" not in first(army), (*FIRST, "coluor"))
    stalls = {"ape": Stall(Fraction(1), colours=True)}
    assert mended(
        fussy(lambda army: "coluor" not in first(army), (*FIRST, "coluor"), stalls=stalls),
        units=[{**APE, "coluor": "blue"}],
    ) == [
        "write colour instead of coluor at entry 1 (Ape)",
        "leave coluor out at entry 1 (Ape)",
        "take Ape away (entry 1)",
    ]
    assert mended(market, units=[{**APE, "zzz": 1, "coluor": "blue"}]) == [
        "leave coluor out at entry 1 (Ape)",  # an ape is red here
        "take Ape away (entry 1)",
    ]


def test_a_key_that_is_right_is_not_renamed() -> None:
    market = fussy(
        lambda army: first(army).get("colour") != "blue",
        (*FIRST, "colour"),
        stalls={"ape": Stall(Fraction(1), colours=True)},
    )
    assert mended(market, units=[{**APE, "colour": "blue"}]) == [
        "leave colour out at entry 1 (Ape)",
        "take Ape away (entry 1)",
    ]


# --- how many ---


def test_fewer_copies_are_taken_away_before_all_of_them() -> None:
    market = fussy(lambda army: first(army).get("count", 1) < 3, (*FIRST, "count"))
    assert mended(market, units=[{**APE, "count": 5}]) == [
        "take 3 of 5 Ape away (entry 1)",
        "take 4 of 5 Ape away (entry 1)",
        "take all 5 Ape away (entry 1)",
    ]


@pytest.mark.parametrize("count", [0, -1, "many", True])
def test_a_count_that_is_none_is_left_out(count: Any) -> None:
    class Patient(Market):
        def cost(self, entry: Army) -> Fraction:
            return Fraction(1)

    wrong = fussy(lambda army: first(army).get("count", 1) is not count, (*FIRST, "count"))
    market = Patient(STALLS, finds=wrong.finds)
    assert mended(market, units=[{**APE, "count": count}]) == [
        "leave count out at entry 1 (Ape)",
        "take Ape away (entry 1)",
    ]


@pytest.mark.parametrize(
    ("count", "wanted"),
    [
        (31, ["take 30 of 31 Ape away (entry 1)", "take all 31 Ape away (entry 1)"]),
        (32, ["take 31 of 32 Ape away (entry 1)", "take all 32 Ape away (entry 1)"]),
        (100, ["take 99 of 100 Ape away (entry 1)", "take all 100 Ape away (entry 1)"]),
        (101, ["write count = 1 at entry 1 (Ape)", "take all Ape away (entry 1)"]),
    ],
)
def test_of_many_copies_one_may_stay(count: int, wanted: list[str]) -> None:
    market = fussy(lambda army: first(army).get("count", 1) == 1)
    assert mended(market, units=[{**APE, "count": count}]) == wanted


def test_of_many_copies_up_to_thirty_are_tried_one_by_one() -> None:
    market = fussy(lambda army: first(army).get("count", 1) <= 10)
    assert mended(market, units=[{**APE, "count": 40}])[0] == "take 30 of 40 Ape away (entry 1)"
    assert mended(market, units=[{**APE, "count": 41}])[0] == "take 40 of 41 Ape away (entry 1)"


# --- other choices ---


def test_choices_about_what_is_wrong_come_before_other_choices() -> None:
    stalls = {"ape": Stall(Fraction(1), {"whip": Fraction(0), "drum": Fraction(0)}, colours=True)}
    market = fussy(
        lambda army: first(army).get("colour", "red") == "red" or first(army).get("extras") == ["drum"],
        (*FIRST, "extras"),
        stalls=stalls,
    )
    army = {"units": [{**APE, "extras": ["whip"], "colour": "blue"}]}
    assert mended(market, **army) == [
        'write extras = ["drum"] at entry 1 (Ape)',
        "leave colour out at entry 1 (Ape)",
        "take Ape away (entry 1)",
    ]


def test_of_a_list_each_item_is_left_out_one_is_added_or_one_is_another() -> None:
    flags = [f"f{number}" for number in range(3)]
    stalls = {"ape": Stall(Fraction(1), dict.fromkeys(flags, Fraction(0)))}
    wanted = [["f0"], ["f0", "f1", "f2"], ["f0", "f2"]]
    market = fussy(
        lambda army: "there" in first(army) or first(army).get("extras") in wanted, (*FIRST, "extras"), stalls=stalls
    )
    assert mended(market, units=[{**APE, "extras": ["f0", "f1"]}]) == [
        'write extras = ["f0"] at entry 1 (Ape)',
        'write extras = ["f0", "f1", "f2"] at entry 1 (Ape)',
        'write extras = ["f0", "f2"] at entry 1 (Ape)',
        "take Ape away (entry 1)",
    ]


@pytest.mark.parametrize(("items", "found"), [(12, True), (13, False)])
def test_of_a_long_list_the_first_twelve_items_are_looked_at(items: int, found: bool) -> None:
    numbers = ListOf(OneOf(("x", "y")), 0, 30)
    setting = Setting(key=("marks",), title="Marks", kind=numbers, default=())
    good = ["x"] * (items - 1)
    market = fussy(
        lambda army: "there" in first(army) or first(army).get("marks") == good,
        (*FIRST, "marks"),
        asks_entries=(setting,),
    )
    said = mended(market, units=[{**APE, "marks": [*good, "y"]}])
    assert len(said) == 1 + found


def test_what_must_be_written_is_never_left_out() -> None:
    side = Setting(key=("side",), title="Side", kind=OneOf(("left", "right")), needed=True)
    market = fussy(
        lambda army: "there" in first(army) or first(army).get("side") in (None, "right"),
        (*FIRST, "colour"),
        asks_entries=(side,),
    )
    assert mended(market, units=[{**APE, "side": "left"}]) == [
        'write side = "right" at entry 1 (Ape)',
        "take Ape away (entry 1)",
    ]


def test_what_follows_from_the_list_is_written_as_it_follows() -> None:
    rank = Setting(key=("rank",), title="Rank", kind=Whole(0), default=4, follows=True)
    market = fussy(lambda army: first(army).get("rank", 4) == 4, (*FIRST, "rank"), asks_entries=(rank,))
    assert mended(market, units=[{**APE, "rank": 2}])[0] == "leave rank out at entry 1 (Ape)"
    strict = fussy(
        lambda army: "there" in first(army) or first(army).get("rank") == 4, (*FIRST, "rank"), asks_entries=(rank,)
    )
    assert mended(strict, units=[APE]) == ["write rank = 4 at entry 1 (Ape)", "take Ape away (entry 1)"]


# --- keys of the army ---

SIDES = (Pick("left", "Left hand"), Pick("right", "Right hand"), Pick("middle", "Middle"))


def sided(wanted: tuple[str, ...], where: Where = ("side",), **more: Any) -> Market:
    kind = OneOf(tuple(str(pick.value) for pick in SIDES))
    side = Setting(key=("side",), title="Side", kind=kind, picks=SIDES)
    return fussy(lambda army: army.get("side") in wanted, where, asks=(side,), **more)


def test_of_the_values_of_a_key_the_one_that_looks_like_it_comes_first() -> None:
    every = ("left", "right", "middle")
    assert mended(sided(every), units=[], side="right hnad")[0] == 'write side = "right"'
    assert mended(sided(every), units=[], side="mddle")[0] == 'write side = "middle"'
    assert mended(sided(every), units=[]) == ['write side = "left"', 'write side = "right"', 'write side = "middle"']
    assert mended(sided((*every, None)), units=[], side="zzz") == [  # type: ignore[arg-type]
        "leave side out",
        'write side = "left"',
        'write side = "right"',
        'write side = "middle"',
    ]


def test_a_hint_for_the_army_is_followed_unless_it_is_about_what_was_agreed() -> None:
    assert mended(sided(("left",), hint='write side = "left"'), units=[], side="x")[0] == 'write side = "left"'
    market = fussy(lambda army: army.get("budget") == 3, ("other",), "write budget = 3")
    assert not find_repairs(market.system, {"units": [], "other": 1}).found


def test_a_key_of_the_army_that_nearly_is_one_is_renamed() -> None:
    market = sided(("left",), ("sdie",))
    assert mended(market, units=[], sdie="left") == ["write side instead of sdie"]
    there = sided(("left",), ("sdie",))
    assert not find_repairs(there.system, {"units": [], "sdie": "left", "side": "right"}).found  # it is there already
    agreed = fussy(lambda army: "budgte" not in army, ("budgte",))
    assert mended(agreed, units=[], budgte=3) == ["leave budgte out"]


def test_names_are_left_as_they_are() -> None:
    named = Setting(key=("name",), title="Name", kind=OneOf(("Rome", "Gaul")))
    market = fussy(lambda army: army.get("name") == "Gaul", ("name",), asks=(named,))
    assert not find_repairs(market.system, {"units": [], "name": "Rome"}).found
    title = Setting(key=("title",), title="Title", kind=Text())
    market = fussy(lambda army: army.get("title") != "", ("title",), asks=(title,))
    assert mended(market, units=[], title="") == ["leave title out"]


# --- the budget ---


def budgets(budget: Any, units: int = 0, legal: Callable[[Fraction | None], bool] = lambda agreed: False) -> list[str]:
    market = fussy(lambda army: legal(army["agreed"]), ("budget",))
    army = {"units": [{**APE, "count": units}] if units else []}
    return mended(market, **army, **({} if budget is None else {"budget": budget}))


def test_a_budget_that_cannot_be_is_one_of_the_whole_numbers_and_fives_beside_it() -> None:
    assert budgets(7.25, legal=lambda agreed: agreed != Fraction(29, 4)) == [
        "write budget = 7",
        "write budget = 8",
        "write budget = 5",
        "write budget = 10",
        "leave budget out",
    ]
    assert budgets(11, legal=lambda agreed: agreed is not None and agreed % 5 == 0) == [
        "write budget = 10",
        "write budget = 15",
    ]
    assert budgets(0.5, legal=lambda agreed: agreed is not None and agreed >= 1) == [
        "write budget = 1",
        "write budget = 5",
    ]
    assert budgets(0.5, legal=lambda agreed: agreed != Fraction(1, 2)) == [
        "write budget = 1",
        "write budget = 5",
        "leave budget out",
    ]
    assert budgets(10, legal=lambda agreed: agreed is None) == ["leave budget out"]


def test_where_no_budget_is_agreed_it_is_one_of_the_next_fives() -> None:
    def some(agreed: Fraction | None) -> bool:
        return agreed is not None

    assert budgets(None, 12, some) == [f"write budget = {five}" for five in (15, 20, 25, 30)]
    assert budgets(None, 10, some) == [f"write budget = {five}" for five in (10, 15, 20, 25)]
    assert budgets(None, 0, some) == [f"write budget = {five}" for five in (5, 10, 15)]


# --- another faction sells other things ---


def test_what_is_added_is_of_the_faction_that_was_chosen() -> None:
    """Marines need a commander, insects do not: theirs is one step less."""
    found = find_repairs(load("fftt"), {"system": "fftt", "budget": 15, "units": []})
    assert ['write faction = "insectoids"', "add 1 x Stinger"] in words(found)
    assert not any("new" in step for steps in words(found) for step in steps)


def test_a_system_without_lists_is_mended_at_its_keys() -> None:
    class Bare(Market):
        def form(self, army: Army, system: Any) -> Form:
            return Form(settings=self.asks)

    def finds(army: Army) -> Iterator[Problem]:
        for hand in ("left", "right"):
            if army.get(hand) not in ("ring", None):
                yield Problem("M5", "no ring", "", (hand,))

    hands = tuple(Setting(key=(hand,), title=hand, kind=OneOf(("ring", "glove"))) for hand in ("left", "right"))
    found = find_repairs(Bare(STALLS, finds=finds, asks=hands).system, {"left": "rong", "right": "thumb"})
    assert words(found) == [
        ['write left = "ring"', "leave right out"],
        ["leave left out", "leave right out"],
        ['write left = "ring"', 'write right = "ring"'],
        ["leave left out", 'write right = "ring"'],
    ]
    assert (found.at_least, found.found[0].report.legal) == (2, True)


# --- an army of two lists ---


class Reserved(Market):
    """A market with a second list, the reserve, which sells the same and a free flag."""

    def entries(self, army: Army) -> list[Army]:
        return [*army.get("units", []), *army.get("reserve", [])]

    def form(self, army: Army, system: Any) -> Form:
        (units,) = super().form(army, system).shelves
        flag = Ware(id="flag", title="Flag", entry={"kind": "flag"})
        reserve = replace(units, place=("reserve",), title="Reserve", wares=(*units.wares, flag))
        return Form(settings=(), shelves=(units, reserve))


def reserved(right: Callable[[Army], bool], where: Where) -> Reserved:
    stalls = {**STALLS, "flag": Stall(Fraction(0))}
    return Reserved(stalls, finds=fussy(right, where).finds)


def test_what_is_missing_in_a_further_list_is_added_there_be_it_free() -> None:
    market = reserved(lambda army: bool(army.get("reserve")), ("reserve",))
    assert mended(market, units=[APE]) == [f"add 1 x {kind} to reserve" for kind in ("Flag", "Ape", "Bear")]


def test_what_the_army_lacks_is_added_to_the_first_list() -> None:
    market = reserved(lambda army: len(army.get("units", [])) == 2, ())
    assert mended(market, units=[APE], reserve=[APE]) == ["add 1 x Ape", "add 1 x Bear"]


def test_what_is_wrong_in_a_further_list_may_be_for_want_of_others() -> None:
    """Of two in reserve one must be a bear."""

    def right(army: Army) -> bool:
        reserve = army.get("reserve", [])
        return len(reserve) < 2 or any(one["kind"] == "bear" for one in reserve)

    market = reserved(right, ("reserve", 1))
    assert mended(market, units=[APE], reserve=[{"kind": "flag"}, APE]) == [
        "add 1 x Bear to reserve",
        "take Flag away (entry reserve/1)",
        "take Ape away (entry reserve/2)",
    ]
