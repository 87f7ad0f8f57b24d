"""Dialogues that are written again: questions as they are asked now, and the part of what is told that was written."""

from __future__ import annotations

from .rewriting import rewritten

SAID = [("?", "Which model? a1 a2"), (">", "a1"), ("|", "1 hit: pinned"), ("|", "the end"), ("?", "And now?")]
HEARD = [
    ("?", "Which figure? a1 a2"),
    (">", "a1"),
    ("|", "x"),
    ("|", "so 1 hit: stunned, as ever"),
    ("|", "at the end."),
]


def test_questions_and_parts_of_what_is_told_are_those_of_now() -> None:
    assert rewritten(SAID, [*HEARD, ("?", "And then?")]) == [
        ("?", "Which figure? a1 a2"),
        (">", "a1"),
        ("|", "1 hit: stunned"),
        ("|", "the end"),
        ("?", "And then?"),
    ]


def test_what_is_said_no_more_stays_for_somebody_to_look_at() -> None:
    told = [("?", "Which model? a1 a2"), (">", "a1"), ("|", "zzz"), ("?", "And now?")]
    assert ("|", "1 hit: pinned") in rewritten(SAID, told)


def test_explanations_are_written_in_shorthand() -> None:
    told = [("|", "the target has cover: ruin [TD-COVER-1]"), ("?", "rally, 4+: 1d6 [the program rolls]")]
    assert rewritten(told, told) == [("|", "~ [TD-COVER-1]"), ("?", "~ 4 of 1d6 [the program rolls]")]


def test_a_dialogue_in_which_not_all_is_typed_is_left_alone() -> None:
    assert rewritten(SAID, SAID[:1]) == SAID
