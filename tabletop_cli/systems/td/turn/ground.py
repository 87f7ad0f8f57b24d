"""Asking for the ground that a target stands on, once, with what it means for its cover."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....api import Answer, Draft, Question, asked, one_of, put_at
from ..tables import gives_cover
from .gate import is_large
from .state import State


def with_ground(draft: Draft, known: Mapping[str, Any], where: str = "facts") -> Draft:
    """Ground that was described before, and still holds, is taken over."""
    for key in ("terrain", "next_to_linear", "line_crosses_it"):
        if key in known:
            draft = put_at(draft, f"{where}.{key}", known[key])
    return draft


GROUND = (
    Answer(("open", False), "open ground", "o", "no cover"),
    Answer(("open", True), "open, next to a hedge, wall or fence", "h", "cover"),
    Answer(("rough", False), "rough ground", "r", "cover"),
    Answer(("forest", False), "forest", "f", "cover"),
    Answer(("ruin", False), "ruin", "u", "cover"),
    Answer(("depression", False), "depression (trench, crater)", "d", "cover"),
)


def ask_ground(
    fire: str, state: State, draft: Draft, where: str = "facts", target: str | None = None
) -> Question | None:
    """What the target stands on, unless it is large, or known (TD-COVER-1 to 3)."""
    one = target or draft.get("target")
    if asked(draft, f"{where}.terrain") or (one is not None and is_large(state, state.models[one])):
        return None
    answers = [answer for answer in GROUND if fire == "direct" or not answer.value[1]]
    answers = [Answer(a.value, a.label, a.key, _cover(a.value, fire)) for a in answers]
    text = f"What does {one or 'the spot'} stand on?" if one else "What ground is the spot?"

    def put(before: Draft, ground: Any) -> Draft:
        return with_ground(before, {"terrain": ground[0], "next_to_linear": ground[1]}, where)

    return one_of(f"{where}.terrain", text, answers, draft["by"], "TD-COVER-1", default=("open", False), put=put)


def _cover(ground: tuple[str, bool], fire: str) -> str:
    return "cover" if gives_cover(ground[0], fire) or (fire == "direct" and ground[1]) else "no cover"
