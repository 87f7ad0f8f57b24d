"""Help at the table: the keys and the words that can be typed."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.page import Block, Facts, Para
from ...core.play.lots import Lots
from ...core.play.question import Answer

KEYS = (
    Answer("why", "tell why: every step of the last result, with its rules", "w"),
    Answer("board", "show the whole table", "s"),
    Answer("log", "show the last lines of the log; l 20 shows twenty", "l"),
    Answer("undo", "undo the last event", "u"),
    Answer("redo", "redo it", "y"),
    Answer("odds", "odds of an action without playing it: % and the action's key", "%"),
    Answer("note", "add a note to the log: n and the words", "n"),
    Answer("help", "this help; ? and a rule or words to look it up", "?"),
    Answer("house", "show the house rules", "h"),
    Answer("quit", "quit; the battle is saved", "q"),
)
LEVELS = (
    Answer("short", "tell what happened, and what to do now", "short"),
    Answer("normal", "tell the reasons of a result, too", "normal"),
    Answer("full", "tell every step, with its rules", "full"),
)


def command_words(lots: Lots) -> tuple[Answer, ...]:
    """The commands that are words: how much is told, and whose dice or cards Enter takes."""
    whose = f"{lots.all} own: Enter never takes the program's {lots.all}; {lots.all} program: it does"
    return (*LEVELS, Answer("lots", whose, lots.all))


def keys_help(offers: Sequence[Answer], commands: Sequence[Answer], lots: str) -> list[Block]:
    """What can be typed at the main prompt, and within questions; `lots` is how dice or cards are given."""
    free = [answer for answer in offers if not answer.barred]
    now = [(answer.key, ", ".join(part for part in (answer.label, answer.detail) if part)) for answer in free]
    barred = "; ".join(f"{answer.key} {answer.label}" for answer in offers if answer.barred)
    always = [(answer.key or str(answer.value), answer.label) for answer in commands]
    words = (
        "In questions: type the key of an answer, the start of its words, or the numbers of an id (12 is a1-2, 2 is"
        " the one that ends in -2, r14 is rf1-4). 11-15 picks some in a row. Enter takes the default; b goes back, x"
        " cancels. c changes what was said, as in c distance 30. = says again what another said of the same target. ?"
        " explains the question and shows what is not possible now, and why. w, s, l and ? with a rule work, too. "
        f"{lots} One line can say it all, like: f 11 12 r, or 11 fires 12 forest .. : 551. A dot is Enter, two dots are"
        " Enter for all that has a default, and dice follow a colon."
    )
    later = [Para(f"Not possible now (type a key to read why): {barred}.")] if barred else []
    return [*([Facts(tuple(now))] if now else []), *later, Facts(tuple(always)), Para(words)]
