"""Help at the table: the keys and the words that can be typed."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.page import Block, Facts, Para
from ...core.play.question import Answer

KEYS = (
    Answer("board", "the whole table", "s"),
    Answer("log", "the last lines of the log; l 20 shows twenty", "l"),
    Answer("house", "the house rules in force", "h"),
    Answer("undo", "take the last event back", "u"),
    Answer("redo", "bring it back", "y"),
    Answer("odds", "chances of an action without playing it: this and the action's key", "o"),
    Answer("note", "keep a remark: n and the words", "n"),
    Answer("help", "this help; ? and a rule or words looks it up", "?"),
    Answer("leave", "leave; the battle stays as it is", "q"),
)


def keys_help(offers: Sequence[Answer], commands: Sequence[Answer], lots: str) -> list[Block]:
    """What can be typed at the main prompt, and within questions; `lots` is how dice or cards are given."""
    now = [(answer.key, ", ".join(part for part in (answer.label, answer.detail) if part)) for answer in offers]
    always = [(answer.key, answer.label) for answer in commands]
    words = (
        "In questions: what stands in front of an answer, its start, or the numbers of an id (12 is a1-2, 2 what ends"
        " in -2); 11-15 for some in a row. Enter takes what is proposed; b goes back, x gives up, ? explains and"
        " tells what is not possible now, and why; s, l, h and ? with a rule work there, too. "
        f"{lots} Answers can be typed ahead after the key, like: f 11 12 r, with . for Enter."
    )
    return [*([Facts(tuple(now))] if now else []), Facts(tuple(always)), Para(words)]
