"""Small helpers for questions: looking into a draft, choosing models, yes or no."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ....core.facts import ListOf, Text, YesNo
from ....core.game import NO_DEFAULT, Answer, Draft, Question
from .state import Model, State
from .words import label

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
    return Question(field, text, YesNo(), default=default, side=side, rules=rules, put=put)


def one_of(
    field: str, text: str, answers: Sequence[Answer], side: str, *rules: str,
    default: Any = NO_DEFAULT, put: Put | None = None,
) -> Question:  # fmt: skip
    """One of a few answers."""
    return Question(field, text, Text(), tuple(answers), default=default, side=side, rules=rules, put=put)


def models(state: State, field: str, text: str, who: Iterable[Model], side: str, put: Put | None = None) -> Question:
    """One of these models; the only one is the default."""
    answers = [Answer(one.id, label(state, one), one.id) for one in who]
    default = answers[0].value if len(answers) == 1 else NO_DEFAULT
    return one_of(field, text, answers, side, default=default, put=put)


def many(
    state: State, field: str, text: str, who: Iterable[Model], side: str, *rules: str,
    default: Any = (), put: Put | None = None, least: int = 0, most: int | None = None,
) -> Question:  # fmt: skip
    """From `least` to `most` of these models."""
    answers = tuple(Answer(one.id, label(state, one), one.id) for one in who)
    kind = ListOf(Text(), least, len(answers) if most is None else most)
    return Question(field, text, kind, answers, True, default, side, rules, put)
