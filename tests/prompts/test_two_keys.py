"""A key that is made of an event's letter and an answer's key may be typed in two words."""

from __future__ import annotations

from io import StringIO

import pytest

from tabletop_cli.core.play.question import Answer
from tabletop_cli.prompts.lines import Lines

FIGHTS = (Answer("b3", "against b3", "kb3"), Answer("b9", "against b9", "kb9"))


@pytest.mark.parametrize(("typed", "rest"), [("kb9", ""), ("k b9", ""), ("k b9 a1 .", "a1 ."), ("kb9 a1 .", "a1 .")])
def test_a_key_may_be_typed_in_two_words(typed: str, rest: str) -> None:
    chosen = Lines(StringIO(f"{typed}\n"), StringIO()).ask_command("What now?", FIGHTS)
    assert (chosen.value, chosen.rest) == ("b9", rest)
