"""A finding is a value, its sentence and its rules: read once, told to whoever reads, and nothing else."""

from __future__ import annotations

import gc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.dice.exact import exact_distribution
from tabletop_cli.core.dice.handlers import Dice, Given, Step
from tabletop_cli.core.errors import Malformed, Refused
from tabletop_cli.core.rule.finding import Finding, Sum, Term, cite, refusal_of, refuse, rules_of, sum_terms, terms_text

TERMS = (Term(8, "veteran", ("D-1",)), Term(2, "point blank", ("D-2", "D-1")), Term(-1, "prone", ("D-3",)))


def test_rules_are_cited_once_in_order_and_under_a_condition() -> None:
    hedge, night = True, False
    cover = Finding(2, "", "D-2", "D-7")
    assert cite("D-1", hedge and "D-2", night and "D-3", None, "", ("D-1", ["D-4"]), cover) == (
        "D-1",
        "D-2",
        "D-4",
        "D-7",
    )


def test_a_condition_without_its_rule_is_a_slip() -> None:
    with pytest.raises(TypeError, match="condition and rule"):
        cite("D-1", True)


def test_a_report_gives_the_value_and_explains_what_has_a_text() -> None:
    dice = Given(())
    assert dice.report(Finding(3, lambda: "3 cm of hedge", "D-2", ("D-1", "D-2"))) == 3
    assert dice.report(Finding("open")) == "open"
    assert dice.steps == [Step("3 cm of hedge", ("D-2", "D-1"))]


def test_a_report_may_be_for_one_side_alone() -> None:
    dice = Given(())
    dice.report(Finding(1, "the heir is Ann", "D-4"), whose="red")
    assert dice.private == {0: "red"}


def test_odds_read_no_sentence() -> None:
    def never() -> str:
        raise AssertionError("nobody reads this")

    def rule(dice: Dice) -> int:
        return dice.report(Finding(5, never, "D-1"))

    assert exact_distribution(rule) == {5: 1}


def test_a_finding_is_neither_true_nor_part_of_a_state() -> None:
    with pytest.raises(TypeError, match="read its value"):
        bool(Finding(0))
    with pytest.raises(TypeError, match="unhashable"):
        hash(Finding(0))
    assert repr(Finding(2, "two", "D-1")) == "Finding(2, 'two', ('D-1',))"


def test_a_sum_adds_its_terms_and_cites_them_after_its_own_rules() -> None:
    found = Sum(TERMS, lambda found: f"{terms_text(found.terms)} = {found.value}", "D-9")
    assert (found.value, found.text) == (9, " +8 veteran +2 point blank -1 prone = 9")
    assert found.rules == ("D-9", "D-1", "D-2", "D-3")
    assert terms_text(TERMS[1:], ", {sign}{size} for {name}") == ", +2 for point blank, -1 for prone"


@given(st.lists(st.tuples(st.integers(), st.sampled_from(["D-1", "D-2", "D-3"]))))
def test_a_total_does_not_depend_on_the_order_of_terms(rows: list[tuple[int, str]]) -> None:
    terms = [Term(value, "", (rule,)) for value, rule in rows]
    assert sum_terms(terms) == sum_terms(reversed(terms)) == sum(value for value, _ in rows)
    assert set(rules_of(terms)) == {rule for _, rule in rows}


def test_a_sum_leaves_nothing_to_the_garbage_collector() -> None:
    gc.collect()
    gc.disable()
    try:
        assert Sum(TERMS, lambda found: f"8{terms_text(found.terms[1:])}", "D-9").text == "8 +2 point blank -1 prone"
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_a_refusal_names_its_rules_once_and_tells_machines_more() -> None:
    refusal = refuse("D-1", "too-far", "3 cm, 2 allowed", "D-2", ("D-1",), index=4)
    assert refusal.rules == ("D-1", "D-2")
    assert refusal.as_dict()["index"] == 4


def test_only_a_refusal_is_taken_for_a_no() -> None:
    def jump(width: int) -> int:
        if width > 2:
            raise refuse("D-1", "too-far")
        if width < 0:
            raise Malformed("a width is 0 or more", code="bad-situation")
        return width

    assert refusal_of(lambda: jump(2)) is None
    refusal = refusal_of(lambda: jump(3))
    assert isinstance(refusal, Refused)
    assert refusal.reason == "too-far"
    with pytest.raises(Malformed):
        refusal_of(lambda: jump(-1))
