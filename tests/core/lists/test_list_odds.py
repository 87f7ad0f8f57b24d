"""What a list can do, of a system of our own making: the best means, sums, limits, and what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tabletop_cli.core import registry, testing
from tabletop_cli.core.dice.exact import Budget, Purse
from tabletop_cli.core.errors import TooBig
from tabletop_cli.core.lists.army import read_army
from tabletop_cli.core.lists.arsenal import Arsenal, Attacker, Case, Foe, Means
from tabletop_cli.core.lists.list_odds import NO_USE, TO_AGREE, TOO_MUCH, Prospects, prospects_of
from tabletop_cli.core.lists.sheet import conceal_sheet
from tabletop_cli.core.system import System

MAN, TANK = Foe("man", "man"), Foe("tank", "tank", "with plates")
RIFLE = Means("rifle", lambda foe: Case("direct-fire", {"weapon": "infantry"}) if foe is MAN else None)
HMG = Means("machine gun", lambda foe: Case("direct-fire", {"weapon": "hmg"}) if foe is MAN else None)
SHOT = Case("anti-vehicle", {"weapon": "heavy-gun", "vehicle": {"armour": 4}})
GUN = Means("gun", lambda foe: SHOT if foe is TANK else None)
BOTH = Attacker((RIFLE, HMG))
ENDLESS = Means("crowd", lambda foe: Case("cc-fight", {"attacker": {"cc": 400}, "defender": {"cc": 400}}))


def td(*attackers: Attacker, **more: Any) -> System:
    """Truffles & Dermaphytes, of which every entry has these attackers."""
    said: dict[str, Any] = {
        "conditions": "In the open.",
        "removes": {"direct-fire": ("out",), "anti-vehicle": ("destroyed",), "cc-fight": ("attacker",)},
        "ways": {"fire": "all fire", "charge": "all charge"},
        "foes": lambda army: (MAN, TANK),
        "attackers": lambda army: (attackers for _ in army.entries),
        "to_agree": ("gun-value-missing",),
    }
    arsenal = Arsenal(**{**said, **more})
    system = registry.load("td")
    muster = replace(system.muster, arsenal_from=lambda: arsenal)
    return replace(system, muster_from=lambda: muster)


def of(system: System, count: int = 1) -> Prospects:
    roster = read_army(system, {"system": "td", "units": [{"type": "hmg", "count": count}]})
    sheet = system.muster.sheet(roster, ())
    found = prospects_of(system, roster, sheet.cards, sheet.points)
    assert found is not None
    return found


def test_of_several_means_the_best_is_marked_and_counted() -> None:
    found = of(td(replace(BOTH, times=2)), count=3)
    rifle, hmg = found.entries[0].attackers[0]
    assert (rifle.chances[0].chance, hmg.chances[0].chance) == (Fraction(1, 27), Fraction(1, 9))
    assert (rifle.chances[0].best, hmg.chances[0].best) == (False, True)
    assert hmg.chances[1].why == NO_USE
    [(words, (men, tanks))] = found.sum_rows()
    assert (words, men.expected, men.whole) == ("all fire", Fraction(1, 9) * 2 * 3, True)
    assert (tanks.expected, tanks.whole) == (None, True)


def test_of_equal_means_the_first_is_taken() -> None:
    lines = of(td(Attacker((RIFLE, replace(RIFLE, words="musket"))))).entries[0].attackers[0]
    assert [line.chances[0].best for line in lines] == [True, False]


def test_ways_of_attacking_are_added_up_apart() -> None:
    sums = dict(of(td(Attacker((RIFLE,)), Attacker((HMG,), way="charge"))).sum_rows())
    assert sums["all fire"][0].expected == Fraction(1, 27)
    assert sums["all charge"][0].expected == Fraction(1, 9)


def test_a_number_that_nobody_has_agreed_on_is_said_and_its_sum_is_at_least() -> None:
    found = of(td(Attacker((GUN,)), BOTH))
    gun = found.entries[0].attackers[0][0]
    assert gun.chances[1].why == TO_AGREE
    assert gun.chances[1].told.startswith("The rulebook leaves this blank for the heavy gun")
    [(_, (men, tanks))] = found.sum_rows()
    assert (men.expected, men.whole) == (Fraction(1, 9), True)
    assert (tanks.expected, tanks.whole) == (None, False)


def test_what_takes_too_long_says_so_and_the_rest_is_reckoned() -> None:
    found = of(td(Attacker((ENDLESS,)), BOTH))
    assert {one.why for one in found.entries[0].attackers[0][0].chances} == {TOO_MUCH}
    assert found.entries[0].attackers[1][1].chances[0].chance == Fraction(1, 9)
    assert [one.whole for one in next(found.sum_rows())[1]] == [False, False]


def test_the_same_case_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(Purse, "pay", lambda self, used: asked.append(used))
    system = td(BOTH, BOTH)
    roster = read_army(system, {"units": [{"type": "hmg"}] * 30})
    sheet = system.muster.sheet(roster, ())
    found = prospects_of(system, roster, sheet.cards, sheet.points)
    assert found is not None and len(found.entries) == 30
    assert len(asked) == 2


def test_a_purse_gives_no_table_more_than_its_share() -> None:
    purse = Purse(branches=100, work=1_000, share=4)
    first = purse.next_budget()
    assert (first.most, first.work) == (25, 250)
    with pytest.raises(TooBig):
        first.check_work(251)
    spendthrift = Budget()
    spendthrift.spent, spendthrift.reckoned = 90, 900
    purse.pay(spendthrift)
    assert (purse.next_budget().most, purse.next_budget().work) == (10, 100)
    purse.pay(spendthrift)
    with pytest.raises(TooBig):
        purse.next_budget().check_work(2)
    with pytest.raises(TooBig):
        purse.next_budget().spend()


def test_the_work_of_a_table_is_that_of_its_greatest_step() -> None:
    budget = Budget(work=100)
    for work in (30, 60, 30):
        budget.check_work(work)
    assert budget.reckoned == 60


def test_what_is_hidden_tells_nothing_by_its_chances() -> None:
    system = td(BOTH)
    roster = read_army(system, {"units": [{"type": "hmg"}, {"type": "hmg", "count": 2}]})
    sheet = system.muster.sheet(roster, ())
    cards = (sheet.cards[0], replace(sheet.cards[1], secret=True))
    sheet = replace(sheet, cards=cards, prospects=prospects_of(system, roster, cards, sheet.points))
    shown = conceal_sheet(sheet).prospects
    assert shown is not None and len(shown.entries) == 1
    assert shown.points == 1
    assert next(shown.sum_rows())[1][0].expected == Fraction(1, 9)
    nothing = replace(sheet, cards=(replace(cards[0], secret=True), cards[1]))
    nothing = replace(nothing, prospects=prospects_of(system, roster, nothing.cards, sheet.points))
    assert conceal_sheet(nothing).prospects is None


def test_a_list_in_which_nobody_attacks_says_nothing() -> None:
    system = td()
    roster = read_army(system, {"units": [{"type": "hmg"}]})
    cards = system.muster.sheet(roster, ()).cards
    assert prospects_of(system, roster, cards, None) is None
    mute = replace(system.muster, arsenal_from=None)
    silent = replace(system, muster_from=lambda: mute)
    assert prospects_of(silent, roster, cards, None) is None


def test_attacks_that_cannot_be_added_up_are_asked_together() -> None:
    found = of(td(BOTH, together=lambda army: Attacker((HMG,))))
    assert list(found.sum_rows()) == []
    assert [one.chance for one in found.together] == [Fraction(1, 9), None]
    shown = replace(found, entries=(*found.entries, replace(found.entries[0], secret=True))).without_secrets(None)
    assert shown is not None and shown.together == () and list(shown.sum_rows()) == []


def test_an_arsenal_has_to_speak_of_every_card() -> None:
    def none(army: object) -> Iterator[tuple[Attacker, ...]]:
        yield from ()

    system = td()
    assert system.muster.arsenal_from is not None
    wrong = replace(system.muster.arsenal_from(), attackers=none)
    muster = replace(system.muster, arsenal_from=lambda: wrong)
    with pytest.raises(ValueError, match="shorter"):
        of(replace(system, muster_from=lambda: muster))


# The conformance kit

LIST = {"system": "td", "units": [{"type": "hmg"}]}


def test_the_kit_is_content_with_chances_that_are_odds() -> None:
    testing.check_prospects(td(BOTH, Attacker((GUN,)), Attacker((ENDLESS,))), [LIST])


def test_the_kit_finds_a_chance_that_is_not_the_odds_of_its_case(monkeypatch: pytest.MonkeyPatch) -> None:
    def better(*given: Any) -> Prospects:
        found = prospects_of(*given)
        assert found is not None
        (line,) = found.entries[0].attackers[0]
        lucky = replace(line, chances=(replace(line.chances[0], chance=Fraction(1, 2)), *line.chances[1:]))
        return replace(found, entries=(replace(found.entries[0], attackers=((lucky,),)),))

    monkeypatch.setattr("tabletop_cli.core.testing.odds_check.prospects_of", better)
    with pytest.raises(AssertionError, match="1/2, and its odds say 1/27"):
        testing.check_prospects(td(Attacker((RIFLE,))), [LIST])


def test_the_kit_finds_foes_of_one_name_and_ways_without_words() -> None:
    with pytest.raises(AssertionError, match="foes"):
        testing.check_prospects(td(BOTH, foes=lambda army: (MAN, MAN)), [LIST])
    with pytest.raises(AssertionError, match="in no way that is named"):
        testing.check_prospects(td(replace(BOTH, way="siege")), [LIST])
