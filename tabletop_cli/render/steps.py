"""Explanations as page blocks: each step with the ids of the rules that say so, and its drawing of dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..core.data import Json, JsonMapping
from ..core.dice.handlers import Step
from ..core.page import Block, Drawing, Facts, Para


def step_blocks(steps: Iterable[Step]) -> tuple[Block, ...]:
    """The steps in order: a line each, and the dice below where they were drawn."""
    return tuple(block for step in steps for block in _blocks_of_step(step))


def _blocks_of_step(step: Step) -> Iterator[Block]:
    yield Para(step_line(step))
    if step.drawing:
        yield Drawing(step.drawing)


def step_line(step: Step) -> str:
    """The words of a step with its rules: ``hit: pinned [TD-FIRE-4]``."""
    return f"{step.text} [{', '.join(step.rules)}]" if step.rules else step.text


def outcome_facts(outcome: JsonMapping) -> Facts:
    """The outcome of a resolver by dotted names; that it is legal goes without saying."""
    return Facts(tuple((name, value) for name, value in flatten_value(outcome) if name != "legal"))


def flatten_value(value: Json, name: str = "") -> Iterator[tuple[str, str]]:
    """A JSON value as names and words; short lists stay on one line."""
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from flatten_value(inner, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        for at, item in enumerate(value, 1):
            yield from flatten_value(item, f"{name} {at}")
    else:
        yield name.replace("_", " "), value_text(value)


def value_text(value: Json) -> str:
    """A single value for people."""
    if value is None or value == [] or value == {}:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {value_text(one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(map(value_text, value))
    return str(value)
