"""Ways to spend points, judged by enumerating all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core import registry
from tabletop_cli.core.errors import TabletopError, TooBig
from tabletop_cli.core.lists.advice.bought import Way
from tabletop_cli.core.lists.advice.combine import Choice, Combinations, Part
from tabletop_cli.core.lists.advice.goods import goods_of
from tabletop_cli.core.lists.advice.spending import Spending
from tabletop_cli.core.lists.army import check_army
from tabletop_cli.core.lists.change import apply_changes
from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.system import System
from tests.core.lists.market import COLOURS, Market, Stall
from tests.examples import examples, some

ROOT = Path(__file__).parents[3]
Entry = Mapping[str, Any]


def spending(system: System, army: Mapping[str, Any], budget: Any = None, **filters: Any) -> Spending:
    report = check_army(system, army, budget)
    goods = goods_of(system, army, report)
    assert goods is not None and report.budget is not None
    return Spending(goods, report.budget - report.points, budget=budget, **filters)


def after(system: System, army: Mapping[str, Any], ways: Spending, way: Way) -> Any:
    return check_army(system, apply_changes(army, *ways.way_changes(way)))


# --- the judge: every multiset of new entries with every upgrade of those that are there ---


def multisets(priced: Sequence[tuple[Entry, Fraction]], left: Fraction) -> Iterator[tuple[list[Entry], Fraction]]:
    """All multisets of entries that cost at most so much."""
    if not priced:
        yield [], Fraction(0)
        return
    (entry, price), rest = priced[0], priced[1:]
    copies = 0
    while copies * price <= left:
        for others, cost in multisets(rest, left - copies * price):
            yield [entry] * copies + others, cost + copies * price
        copies += 1


def enumerated(
    system: System, army: Mapping[str, Any], configurations: Sequence[Entry], upgraded: Sequence[Sequence[Entry]] = ()
) -> list[Fraction]:
    """The cost of every legal way; `upgraded` are the entries that the first ones may become, themselves first."""
    report = check_army(system, army)
    assert report.budget is not None

    def points(units: Sequence[Entry]) -> Fraction:
        return check_army(system, {**army, "units": list(units)}).points

    priced = [(one, points([one])) for one in configurations]
    costs = []
    for there in product(*upgraded):
        base = [*there, *army["units"][len(there) :]]
        left = report.budget - points(base)
        for new, _ in multisets(priced, left):
            found = check_army(system, {**army, "units": [*base, *new]})
            if found.legal and found.points > report.points:
                costs.append(found.points - report.points)
    return costs


def agree(ways: Spending, judged: Sequence[Fraction]) -> None:
    """The counts are those of the judge, and so is every way that is listed with its variants."""
    assert ways.variants == len(judged)
    listed = list(islice(ways.list_variants(), 3000))
    if len(judged) <= 3000:
        assert sorted(way.cost for way in listed) == sorted(judged)
        assert len({way.words for way in listed}) == len(listed)
    plain = list(islice(ways.list_ways(), 3000))
    if ways.ways <= 3000:
        assert len(plain) == ways.ways
        assert sum(way.variants for way in plain) == ways.variants
    order = [(way.left, sum(one.copies for one in way.bought)) for way in plain]
    assert order == sorted(order)


# --- td and tt ---


def td_configurations() -> Iterator[Entry]:
    """Every entry that the book of td knows, legal or not, without what only says what holds anyway."""
    system = registry.load("td")
    words = ("armour-piercing", "attached-hmg", "fast-large")
    options = [list(some) for size in range(4) for some in combinations(words, size)]
    infantry = [
        {"type": "infantry-unit", "experience": e, "maneuverability": m, **({"options": o} if o else {})}
        for e in ("green", "regular", "veteran")
        for m in ("lead", "semi-lead", "autonomous")
        for o in options
    ]
    guns = [{"type": "hmg"}, {"type": "atg"}, {"type": "atg", "start": "towed"}]
    batteries = [{"type": "off-table-artillery", "size": size} for size in ("light", "medium", "heavy")]
    vehicles = [{"type": t, "variant": f"{size}-{t}"} for t in ("tank", "mech") for size in ("light", "heavy")]
    for entry in (*infantry, *guns, *batteries, *vehicles):
        if check_army(system, {"units": [entry]}).legal:
            yield entry


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_a_warband_spends_what_is_left(left: int) -> None:
    system = registry.load("td")
    walkers = {"type": "infantry-unit", "experience": "regular", "maneuverability": "autonomous"}
    army = {"budget": 4 + left, "units": [walkers, {"type": "atg", "count": 2, "name": "Hedge Guns"}]}
    upgraded = [[walkers, {**walkers, "options": ["attached-hmg"]}]]
    agree(spending(system, army), enumerated(system, army, list(td_configurations()), upgraded))


def tt_configurations(named: bool) -> Iterator[Entry]:
    """Every Space Marine unit with every choice."""
    heroes: list[Any] = [{}, {"options": {"hero": "librarian"}}, {"options": {"hero": "chaplain"}}]
    for hero in heroes:
        yield {"unit": "command-squad", **hero}
        if named:
            yield {"unit": "command-squad", **hero, "commander": True}
    choices: dict[str, list[Any]] = {
        "tactical-squad": [None, {"heavy-weapon": "lascannon"}, {"heavy-weapon": "multimelta"}],
        "devastator-squad": [
            None,
            *(
                {"heavy-weapons": list(two)}
                for two in combinations(("lascannons", "heavy-bolters", "multimeltas", "missile-launchers"), 2)
                if two != ("lascannons", "heavy-bolters")
            ),
        ],
        "terminator-squad": [None, {"specials": "two-assault-cannons"}, {"specials": "two-h-flamers"}],
        "razorback": [{"weapon": "twin-heavy-bolters"}, {"weapon": "twin-lascannons"}],
        "dreadnought": [
            None,
            {"no-power-fist": True},
            *(
                {"no-power-fist": True, "second-gun": gun}
                for gun in ("twin-lascannons", "assault-cannon", "missile-launcher")
            ),
        ],
        **{unit: [None] for unit in ("assault-squad", "bike-squad", "rhino", "whirlwind", "land-raider")},
    }
    for unit, options in choices.items():
        yield from ({"unit": unit, **({"options": one} if one else {})} for one in options)


@pytest.mark.parametrize("rule", ["at-most", "exact"])
@pytest.mark.parametrize("commanders", ["exactly-one", "at-least-one"])
def test_marines_spend_what_is_left(rule: str, commanders: str) -> None:
    system = registry.load("tt")
    leader = {"unit": "command-squad"}
    house = {"budget-rule": rule, "command-squads": commanders}
    army = {"faction": "space-marines", "budget": 3.5, "house": house, "units": [leader, {"unit": "whirlwind"}]}
    heroes = [{**leader, "options": {"hero": hero}} for hero in ("librarian", "chaplain")]
    configurations = list(tt_configurations(named=commanders == "at-least-one"))
    agree(spending(system, army), enumerated(system, army, configurations, [[leader, *heroes]]))


def test_a_commander_who_is_missing_is_bought_with_the_rest() -> None:
    system = registry.load("tt")
    army = {"faction": "eldar", "budget": 2, "units": []}
    ways = spending(system, army)
    assert all("Seer Council" in way.words for way in ways.list_ways())
    assert all(after(system, army, ways, way).legal for way in ways.list_ways())


@pytest.mark.parametrize("path", some(sorted((ROOT / "armies").glob("t[dt]/*.toml"))), ids=lambda path: path.stem)
def test_every_example_army_with_two_more_points(path: Path) -> None:
    if path.name.endswith(".catalogue.toml"):
        return
    army = open_army(path)
    assert army.report.budget is not None
    more = {**army.data, "budget": int(army.report.budget) + 2}
    ways = spending(army.system, more)
    assert not ways.trimmed
    assert ways.best[0] == 2 and ways.ways
    for way in islice(ways.list_ways(), 40):
        report = after(army.system, more, ways, way)
        assert report.legal and report.points == army.report.points + way.cost


@pytest.mark.medium
@pytest.mark.parametrize(("path", "left"), [("td/green-horde.toml", 200), ("tt/marines-crusade.toml", 100)])
def test_many_points_are_counted_all_the_same(path: str, left: int) -> None:
    army = open_army(ROOT / "armies" / path)
    more = {**army.data, "budget": int(army.report.points) + left}
    ways = spending(army.system, more)
    assert ways.ways > 10**12 and ways.variants > 10**20
    best = next(ways.list_ways())
    assert best.left == 0 and after(army.system, more, ways, best).legal


# --- invented markets ---

PRICES = st.sampled_from([Fraction(1, 2), Fraction(2, 3), Fraction(1), Fraction(3, 2), Fraction(2)])
STALLS = st.builds(
    Stall,
    PRICES,
    st.dictionaries(
        st.sampled_from(["whip", "drum", "flag"]),
        st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)]),
        max_size=2,
    ),
    st.booleans(),
    st.booleans(),
)
MARKETS = st.builds(
    Market,
    st.dictionaries(st.sampled_from(["ape", "bear", "cat"]), STALLS, min_size=1, max_size=3),
    st.sampled_from([frozenset({0, 1, 2}), frozenset({1}), frozenset({0, 1}), frozenset({1, 2}), frozenset({2})]),
    st.booleans(),
)


def for_sale(market: Market) -> Iterator[Entry]:
    """Every configuration of a market, by its own words."""
    for kind, stall in market.stalls.items():
        for size in range(len(stall.extras) + 1):
            for extras in combinations(stall.extras, size):
                if {"whip", "drum"} <= set(extras):
                    continue
                for colour in COLOURS if stall.colours else COLOURS[:1]:
                    yield {
                        "kind": kind,
                        **({"extras": list(extras)} if extras else {}),
                        **({"colour": colour} if colour != "red" else {}),
                    }


def becomes(market: Market, entry: Entry) -> list[Entry]:
    """What an entry may become for points: itself, or with extras more, each of which is legal and dear."""
    there = list(entry.get("extras", []))
    dear = [
        extra
        for extra, price in market.stalls[entry["kind"]].extras.items()
        if price and extra not in there and not {"whip", "drum"} <= {extra, *there}
    ]
    some = [list(more) for size in range(len(dear) + 1) for more in combinations(dear, size)]
    return [{**entry, "extras": [*there, *more]} for more in some if not {"whip", "drum"} <= {*there, *more}]


@pytest.mark.slow
@examples(120)
@given(market=MARKETS, data=st.data())
def test_every_market_is_counted_right(market: Market, data: st.DataObject) -> None:
    sale = list(for_sale(market))
    held = data.draw(st.lists(st.sampled_from(sale), max_size=2))
    counts = data.draw(st.lists(st.integers(1, 3), min_size=2, max_size=2))
    units = [{**entry, "count": count} for entry, count in zip(held, counts, strict=False)]
    points = sum(map(market.cost, units), Fraction(0))
    left = data.draw(st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1), Fraction(3, 2), Fraction(5, 2)]))
    army = {"budget": float(points + left) if (points + left).denominator in (1, 2) else 0, "units": units}
    report = check_army(market.system, army)
    assert report.budget is not None
    if report.budget < points:
        return
    ways = spending(market.system, army)
    agree(ways, enumerated(market.system, army, sale, [becomes(market, one) for one in units]))
    for way in islice(ways.list_ways(), 20):
        assert after(market.system, army, ways, way).legal


# --- particular things ---

TWO = Market({"ape": Stall(Fraction(1), {"flag": Fraction(1)}, colours=True), "bear": Stall(Fraction(2))})


def test_the_best_fit_comes_first_and_the_simplest_of_the_best() -> None:
    ways = spending(TWO.system, {"budget": 3, "units": [{"kind": "bear", "count": 1, "name": "Baloo"}]}, budget=5)
    assert [(way.words, way.left, way.variants) for way in islice(ways.list_ways(), 5)] == [
        ("1 x Ape, 1 x Ape (flag)", 0, 4),
        ("1 x Ape, 1 x Bear", 0, 2),
        ("3 x Ape", 0, 4),
        ("1 x Ape (flag)", 1, 2),
        ("1 x Bear", 1, 1),
    ]


def test_an_equal_entry_gets_more_copies_but_a_named_one_does_not() -> None:
    army = {"budget": 5, "units": [{"kind": "bear"}]}
    ways = spending(TWO.system, army, only=("bear",))
    best = next(ways.list_ways())
    assert best.words == "1 more Bear"
    assert apply_changes(army, *ways.way_changes(best))["units"] == [{"kind": "bear", "count": 2}]
    named = {"budget": 5, "units": [{"kind": "bear", "name": "Baloo"}]}
    ways = spending(TWO.system, named, only=("bear",))
    assert apply_changes(named, *ways.way_changes(next(ways.list_ways())))["units"] == [
        *named["units"],
        {"kind": "bear"},
    ]


def test_an_upgrade_changes_all_copies_of_an_entry() -> None:
    army = {"budget": 4, "units": [{"kind": "ape", "count": 2}]}
    found = [way for way in spending(TWO.system, army).list_ways() if way.words.startswith("flag")]
    assert [(way.words, way.cost) for way in found] == [("flag for entry 1 (Ape)", 2)]


def test_an_upgrade_may_be_several_changes_at_once() -> None:
    market = Market({"ape": Stall(Fraction(1), {"whip": Fraction(1), "drum": Fraction(1), "flag": Fraction(2)})})
    army = {"budget": 4, "units": [{"kind": "ape"}]}
    found = [way for way in spending(market.system, army).list_ways() if way.words.endswith("for entry 1 (Ape)")]
    assert [(way.words, way.cost, way.variants) for way in found if len(way.bought) == 1] == [
        ("flag for entry 1 (Ape)", 3, 2),  # with the whip or the drum, which do not go together
        ("flag for entry 1 (Ape)", 2, 1),
        ("Extras for entry 1 (Ape)", 1, 2),
    ]
    agree(
        spending(market.system, army),
        enumerated(market.system, army, list(for_sale(market)), [becomes(market, army["units"][0])]),
    )  # type: ignore[index]


def test_of_equal_fits_the_order_of_the_catalogue_decides() -> None:
    zoo = Market({kind: Stall(Fraction(1)) for kind in ("ape", "bear", "cat")})
    ways = spending(zoo.system, {"budget": 2, "units": []})
    assert [way.words for way in ways.list_ways() if not way.left] == [
        "2 x Ape",
        "1 x Ape, 1 x Bear",
        "1 x Ape, 1 x Cat",
        "2 x Bear",
        "1 x Bear, 1 x Cat",
        "2 x Cat",
    ]


def test_units_can_be_chosen_and_left_out() -> None:
    army = {"budget": 3, "units": []}
    assert all("Bear" not in way.words for way in spending(TWO.system, army, without=("bear",)).list_ways())
    assert [way.words for way in spending(TWO.system, army, only=("bear",)).list_ways()] == ["1 x Bear"]


def test_what_costs_nothing_is_no_way_to_spend() -> None:
    free = Market({"ape": Stall(Fraction(0))})
    ways = spending(free.system, {"budget": 3, "units": []})
    assert (ways.ways, ways.best, ways.only_free) == (0, (0, 0), True)


def test_a_combination_that_is_too_big_is_refused_at_once() -> None:
    with pytest.raises(TooBig, match="too many"):
        _ = spending(TWO.system, {"budget": 10_000_000, "units": []}).ways


def test_prices_that_depend_on_the_rest_are_not_counted_wrongly() -> None:
    class Discount(Market):
        def points(self, army: Mapping[str, Any]) -> Fraction:
            return super().points(army) - (1 if len(self.entries(army)) > 1 else 0)

    market = Discount({"ape": Stall(Fraction(2)), "bear": Stall(Fraction(3))})
    with pytest.raises(TabletopError, match="depends on the rest"):
        _ = spending(market.system, {"budget": 8, "units": []}).ways


# --- the table by itself ---


def test_the_table_adds_up_what_it_lists() -> None:
    rows = (
        Choice((Part(1, (1,), 2),), (0,), many=True),
        Choice((Part(2, (0,)),), (0,), many=True),
        Choice((Part(1, (2,)), Part(3, (0,), 3)), (1,)),
    )
    table = Combinations(rows, (0,), 9)
    for price in range(10):
        for end, count in table.ways[price].items():
            listed = list(table.list_combinations(price, frozenset({end})))
            assert len(listed) == len(set(listed)) == count
            assert [sum(one.copies for one in way) for way in listed] == sorted(
                sum(one.copies for one in way) for way in listed
            )
            assert (
                sum(one.copies * rows[one.row].parts[one.part].price for one in table.find_example(price, end)) == price
            )
