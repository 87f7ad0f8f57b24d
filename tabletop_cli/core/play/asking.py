"""Small helpers for the questions of any system: looking into a draft, one of a few answers, several, yes or no."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..declare.kinds import ListOf, Number, Text, YesNo
from .game import NO_DEFAULT, Answer, Draft, Question

Put = Callable[[Draft, Any], Draft]


def at(draft: Draft, path: str) -> Any:
    """What stands at a dotted path of a draft; None where nothing does."""
    value: Any = draft
    for key in path.split("."):
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
    return value


def asked(draft: Draft, path: str) -> bool:
    """Whether something stands at a dotted path, be it None."""
    *above, last = path.split(".")
    table = at(draft, ".".join(above)) if above else draft
    return isinstance(table, dict) and last in table


def yes(field: str, text: str, side: str, *rules: str, default: bool = True, put: Put | None = None) -> Question:
    """Yes or no."""
    return Question(field, text, YesNo(), default=default, side=side, rules=rules, put=put)


def one_of(
    field: str,
    text: str,
    answers: Sequence[Answer],
    side: str,
    *rules: str,
    default: Any = NO_DEFAULT,
    put: Put | None = None,
) -> Question:
    """One of a few answers."""
    return Question(field, text, Text(), tuple(answers), default=default, side=side, rules=rules, put=put)


def several(
    field: str,
    text: str,
    answers: Iterable[Answer],
    side: str,
    *rules: str,
    default: Any = (),
    put: Put | None = None,
    least: int = 0,
    most: int | None = None,
) -> Question:
    """From `least` to `most` of some answers."""
    given = tuple(answers)
    kind = ListOf(Text(), least, len(given) if most is None else most)
    return Question(field, text, kind, given, True, default, side, rules, put)


def distance(field: str, text: str, side: str, *rules: str, default: Any, put: Put | None = None) -> Question:
    """A number from 0, such as a distance."""
    return Question(field, text, Number(0), default=default, side=side, rules=rules, put=put)
