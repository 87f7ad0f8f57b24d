"""Questions about models: one of them, or several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....api import NO_DEFAULT, Answer, Put, Question, one_of, several
from .state import Model, State
from .words import label


def models(state: State, field: str, text: str, who: Iterable[Model], side: str, put: Put | None = None) -> Question:
    """One of these models; the only one is the default."""
    answers = [Answer(one.id, label(state, one), one.id) for one in who]
    default = answers[0].value if len(answers) == 1 else NO_DEFAULT
    return one_of(field, text, answers, side, default=default, put=put)


def many(
    state: State,
    field: str,
    text: str,
    who: Iterable[Model],
    side: str,
    *rules: str,
    default: Any = (),
    put: Put | None = None,
    least: int = 0,
    most: int | None = None,
) -> Question:
    """From `least` to `most` of these models."""
    answers = [Answer(one.id, label(state, one), one.id) for one in who]
    return several(field, text, answers, side, *rules, default=default, put=put, least=least, most=most)
