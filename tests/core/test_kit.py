"""The conformance kit finds what it is there to find."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.declare.composed import ListOf, Nullable
from tabletop_cli.core.declare.kinds import Kind, OneOf, Whole
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.lists.army import Muster
from tabletop_cli.core.system import System
from tabletop_cli.core.testing import check_house_of_armies, check_kind
from tabletop_cli.core.testing.samples import schema_samples


@dataclass(frozen=True)
class Pair(Kind):
    """Two whole numbers; its plain form is what a test says."""

    form: Any

    def read(self, value: Any, where: str) -> frozenset[int]:
        return frozenset(ListOf(Whole(), 2, 2).read(value, where))

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "integer", "minimum": 3}, "minItems": 2}

    @property
    def words(self) -> str:
        return "two numbers"

    def plain(self, value: frozenset[int]) -> Any:
        return self.form(value)


def test_a_kind_that_writes_what_it_reads_is_fine() -> None:
    check_kind(Pair(lambda value: [min(value), max(value)]), "pair")


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (lambda value: value, "no JSON of it"),
        (sorted, "no JSON of it"),  # one number where both are the same
        (lambda value: [4, 5], "from its plain form"),
    ],
)
def test_a_kind_that_does_not_is_found(form: Any, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_kind(Pair(form), "pair")


def test_samples_try_every_word_and_branch() -> None:
    assert schema_samples(Nullable(OneOf(("a", 1))).schema()) == ["a", 1, None]
    acts = {
        "type": "object",
        "properties": {"do": {"enum": ["go", "stay"]}},
        "required": ["do"],
        "allOf": [
            {
                "if": {"properties": {"do": {"const": "go"}}},
                "then": {"type": "object", "properties": {"cm": {"type": "number"}}, "required": ["cm"]},
            },
            {"if": {"properties": {"do": {"const": "stay"}}}, "then": {"type": "object"}},
        ],
    }
    assert schema_samples(acts) == [{"do": "go", "cm": 0}, {"do": "stay"}]


TD = registry.load("td")


def with_muster(**changes: Any) -> System:
    muster: Muster = replace(TD.muster, **changes)
    return replace(TD, muster_from=lambda: muster)


def test_lists_that_read_house_rules_without_a_word_are_found() -> None:
    check_house_of_armies(TD)
    with pytest.raises(AssertionError, match="say so with Muster"):
        check_house_of_armies(with_muster(house=False))


def test_a_schema_of_armies_without_house_rules_is_found() -> None:
    schema = TD.muster.schema(TD)
    properties = {key: one for key, one in schema["properties"].items() if key != "house"}
    with pytest.raises(AssertionError, match="schema of armies refuses the house rule"):
        check_house_of_armies(with_muster(schema=lambda system: {**schema, "properties": properties}))


@pytest.mark.parametrize("system", ["td", "du"])
def test_a_house_rule_that_does_not_exist_is_refused_or_is_a_problem_of_the_list(system: str) -> None:
    """Either will do: a list that cannot be read, or one with an error more."""
    check_house_of_armies(registry.load(system))


def test_lists_that_take_any_house_rule_are_found() -> None:
    def read(army: Any, budget: Any, system: System) -> Any:
        return TD.muster.read({key: value for key, value in army.items() if key != "house"}, budget, system)

    with pytest.raises(AssertionError, match="an army may have any house rule"):
        check_house_of_armies(with_muster(read=read))


def test_lists_that_do_not_take_house_rules_are_found() -> None:
    def read(army: Any, budget: Any, system: System) -> Any:
        if "house" in army:
            raise Malformed("no house here")
        return TD.muster.read(army, budget, system)

    with pytest.raises(AssertionError, match="is not read: no house here"):
        check_house_of_armies(with_muster(read=read))
