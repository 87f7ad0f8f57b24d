"""Suggestions for catalogues of any size: how much is tried, and that what is left out is said."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.declare.composed import ListOf
from tabletop_cli.core.declare.kinds import OneOf
from tabletop_cli.core.errors import TooBig
from tabletop_cli.core.lists.advice import goods
from tabletop_cli.core.lists.advice.purchases import Move
from tabletop_cli.core.lists.advice.spending_limit import share_out
from tabletop_cli.core.lists.advice.upgrades import _move_sets
from tabletop_cli.core.lists.form import Setting
from tests.core.lists.market import Market, Stall
from tests.core.lists.test_spending import agree, enumerated, spending

PENNY = Fraction(1, 2)


def barracks(wares: int, extras: int) -> Market:
    """Many kinds of unit with many extras that all cost the same."""
    flags = {f"flag-{number}": PENNY for number in range(extras)}
    return Market({f"unit-{number}": Stall(PENNY, flags) for number in range(wares)})


def test_many_units_with_many_extras_share_the_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goods, "MOST_TRIALS", 200)
    ways = spending(barracks(20, 6).system, {"budget": 12, "units": []})
    assert ways.trimmed == [f"Unit-{number}" for number in range(20)]
    assert 20 < ways.goods.memory.tries <= 200
    assert ways.ways > 10**6
    small = spending(barracks(3, 4).system, {"budget": 3, "units": []})
    assert not small.trimmed  # 48 configurations


def test_what_one_unit_does_not_need_the_others_get(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goods, "MOST_TRIALS", 80)
    stalls = {**barracks(1, 5).stalls, **{kind: Stall(Fraction(1)) for kind in ("ape", "bear", "cat")}}
    assert not spending(Market(stalls).system, {"budget": 2, "units": []}).trimmed  # 70 of 80
    found = share_out([iter("abcdef"), iter("g"), iter("hijkl")], 10, 5)
    assert [("".join(items), more) for items, more in found] == [("abcde", True), ("g", False), ("hijk", True)]


def test_a_little_goes_to_the_first_ones_one_by_one() -> None:
    found = share_out([iter("ab"), iter("cd"), iter("ef")], 2, 5)
    assert [("".join(items), more) for items, more in found] == [("a", True), ("c", True), ("", True)]
    found = share_out([iter("ab"), iter("cd")], 100, 1)
    assert [("".join(items), more) for items, more in found] == [("a", True), ("c", True)]


@pytest.mark.medium
def test_upgrades_of_many_entries_are_tried_within_bounds() -> None:
    market = barracks(1, 30)
    units = [{"kind": "unit-0", "name": str(number)} for number in range(40)]
    ways = spending(market.system, {"budget": 21, "units": units}, trials=10)
    assert ways.goods.memory.tries < 2 * goods.MOST_TRIALS
    assert ways.goods.entry_label(0) in ways.trimmed


def test_choices_that_exclude_each_other_are_not_put_together() -> None:
    colours = Setting(key=("colour",), title="Colour", kind=OneOf(tuple(map(str, range(60)))))
    extras = Setting(key=("extras",), title="Extras", kind=ListOf(OneOf(("whip",))))
    dear = [Move(colours, str(number), "") for number in range(60)] + [Move(extras, "whip", "")]
    assert [len(list(_move_sets(dear, size))) for size in (1, 2, 3, 61)] == [61, 60, 0, 0]


def test_too_many_units_are_refused_with_a_way_out() -> None:
    with pytest.raises(TooBig, match="600 units") as refused:
        spending(barracks(600, 0).system, {"budget": 3, "units": []})
    assert "--only" in refused.value.hint


def home_made(units: int, options: int) -> dict[str, Any]:
    """A list of tt with a catalogue of its own: units with flags of half a point."""
    flag = {"kind": "flag", "points": 0.5, "effect": {"add_specials": ["fast"]}}
    flags = [{"id": f"o{n}", **flag} for n in range(options)]
    plain = {"class": "infantry", "armor": 1, "points": 0.5, "options": flags}
    kinds = [{"id": f"u{n}", "commander": n == 0, **plain} for n in range(units)]
    catalogue = {"factions": [{"id": "evil", "units": kinds}]}
    return {"faction": "evil", "budget": 3, "catalogue": catalogue, "units": [{"unit": "u0"}]}


def test_a_flag_that_is_false_is_no_other_choice() -> None:
    army, system = home_made(2, 2), registry.load("tt")
    some = [{}, {"o0": True}, {"o1": True}, {"o0": True, "o1": True}]
    written = [{"options": one} if one else {} for one in some]
    configurations = [{"unit": "u1", **one} for one in written]
    heroes = [{"unit": "u0", **one} for one in written]
    agree(spending(system, army), enumerated(system, army, configurations, [heroes]))


def test_a_home_made_catalogue_is_read_once_for_all_that_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    army, printed = home_made(6, 3), registry.load("tt")
    assert printed.own_tables is not None
    read, times = printed.own_tables.read, []

    def counted(value: Any, where: str) -> Any:
        times.append(where)
        return read(value, where)

    system = replace(printed, own_tables=replace(printed.own_tables, read=counted))
    ways = spending(system, army)
    assert ways.ways and ways.goods.memory.tries > 50
    assert len(times) <= 2  # once to check the list, once for all that is tried
