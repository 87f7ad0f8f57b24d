"""Help at the table: the keys and the words that can be typed."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.page import Block, Facts, Para
from ...core.play.question import Answer

KEYS = (
    Answer("board", "show the whole table", "s"),
    Answer("log", "show the last lines of the log; l 20 shows twenty", "l"),
    Answer("house", "show the house rules", "h"),
    Answer("undo", "undo the last event", "u"),
    Answer("redo", "redo it", "y"),
    Answer("odds", "odds of an action without playing it: o and the action's key", "o"),
    Answer("note", "add a note to the log: n and the words", "n"),
    Answer("help", "this help; ? and a rule or words to look it up", "?"),
    Answer("quit", "quit; the battle is saved", "q"),
)


def keys_help(offers: Sequence[Answer], commands: Sequence[Answer], lots: str) -> list[Block]:
    """What can be typed at the main prompt, and within questions; `lots` is how dice or cards are given."""
    now = [(answer.key, ", ".join(part for part in (answer.label, answer.detail) if part)) for answer in offers]
    always = [(answer.key, answer.label) for answer in commands]
    words = (
        "In questions: type the key of an answer, the start of its words, or the numbers of an id (12 is a1-2, 2 is"
        " the one that ends in -2). 11-15 picks some in a row. Enter takes the default; b goes back, x cancels. ?"
        " explains the question and shows what is not possible now, and why. s, l, h and ? with a rule work, too. "
        f"{lots} You can type answers ahead after the key, like: f 11 12 r, with . for Enter."
    )
    return [*([Facts(tuple(now))] if now else []), Facts(tuple(always)), Para(words)]
