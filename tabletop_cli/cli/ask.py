"""Asking a person for the facts of a situation: each declared fact becomes a question of the prompts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.declare.facts import Fact, Record, facts_of
from ..core.declare.kinds import Kind, ListOf, Nullable, OneOf, Whole
from ..core.play.question import NO_DEFAULT, Answer, Question
from ..prompts.asker import Asker
from .dice.arguments import record_of

MOST_TABLES = 100  # that anybody types one by one


def ask_facts(
    cls: type[Any],
    data: Mapping[str, Any],
    asker: Asker,
    where: str = "",
    house: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The same facts and the answers to all questions that are still open and matter; Enter takes the default.

    Whether a question matters may depend on `house`, by default the house table among the facts. Errors: those of
    `Asker.ask`.
    """
    answers = dict(data)
    house = data.get("house", {}) if house is None else house
    for one in facts_of(cls):
        name = f"{where}{one.name}"
        inner = record_of(one)
        given = answers.get(one.name)
        if inner is not None and (given is None or isinstance(given, Mapping)):
            wanted = bool(given) or one.required or one.default is not None or _wanted(name, asker)
            inside = ask_facts(inner, given or {}, asker, f"{name}.", house) if wanted else {}
            if inside or one.required:
                answers[one.name] = inside
        elif one.name not in answers and (one.required or one.ask) and one.relevant(_known(cls, answers, house)):
            answer = _ask(one, name, asker)
            if one.required or answer != one.default:
                answers[one.name] = answer if one.kind.typed_as_json else one.kind.plain(answer)
    return answers


def _known(cls: type[Any], answers: Mapping[str, Any], house: Mapping[str, Any]) -> dict[str, Any]:
    """The answers so far, the defaults that Enter has taken, and the switches as ``house.NAME``."""
    defaults = {one.name: one.default for one in facts_of(cls) if not one.required}
    return defaults | dict(answers) | {f"house.{name}": value for name, value in house.items()}


def _wanted(name: str, asker: Asker) -> bool:
    """Whether a table that may be left out is there."""
    return asker.confirm(f"Is there a {name.replace('.', ' ')}?", default=False)


def _ask(one: Fact, name: str, asker: Asker) -> Any:
    """The answer to the question of one fact, or its default."""
    text = one.ask or f"{name.replace('.', ' ').replace('_', ' ')}?"
    if isinstance(one.kind, ListOf) and isinstance(one.kind.item, Record):
        count = Whole(one.kind.minimum, min(one.kind.maximum, MOST_TABLES))
        entries = asker.ask(Question(name, f"{text} How many entries?", count))
        return [ask_facts(one.kind.item.cls, {}, asker, f"{name} {at}.") for at in range(1, entries + 1)]
    default = NO_DEFAULT if one.required else one.default
    words = f"{text} ({one.kind.words})" if isinstance(one.kind, ListOf) else text
    answer = asker.ask(Question(name, words, one.kind, _choices(one.kind), default=default))
    return answer if not one.required and answer == one.default else one.kind.read(answer, name)


def _choices(kind: Kind) -> tuple[Answer, ...]:
    inner = kind.item if isinstance(kind, Nullable) else kind
    return tuple(Answer(value, str(value)) for value in inner.values) if isinstance(inner, OneOf) else ()
