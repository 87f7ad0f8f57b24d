"""Answers in words, as they are told without a question: what was settled, and what a line has said."""

from __future__ import annotations

import re

from ...core.play.question import Question
from ...prompts.asker import Taken
from ...prompts.match import why_barred
from ...prompts.meant import taken_words
from .facts import said_words


def line_words(taken: Taken) -> str:
    """An answer in a sentence: as its system says it, else its words; of yes and no the question, as a statement."""
    question, yes_no = taken.question, isinstance(taken.value, bool)
    words = ("no", "yes")[bool(taken.value)] if yes_no else taken.words
    if yes_no and (said := statement_text(question.text, yes=bool(taken.value))):
        return said
    if question.says:
        return said_words(question.says, str(question.path[-1]), words)
    if yes_no:
        return f"{question.text} {'yes' if taken.value else 'no'}"
    return f"{words} cm" if not question.answers and re.search(r"\bcm\b", taken.text) else words


def statement_text(asked: str, *, yes: bool) -> str:
    """A question that was answered with yes or no, as a statement: ``a1 sees its leader`` for ``Does a1 see ...?``

    Empty where the question is put otherwise.
    """
    if (does := _DOES.fullmatch(asked)) is not None:
        return f"{does[1]} {verb_of_one(does[2]) if yes else f'does not {does[2]}'} {does[3]}"
    if yes and (all_do := _ALL_DO.fullmatch(asked)) is not None:
        also = f", and it {verb_of_one(all_do[2])} {all_do[3]}" if all_do[2] else ""
        return f"all of them {all_do[1]}{also}"
    return ""


def verb_of_one(verb: str) -> str:
    """A verb of what one does: ``sees``, ``crosses``."""
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s")


_DOES = re.compile(r"Does ((?:the |its )?[\w-]+) (\w+) (.+)\?")
_ALL_DO = re.compile(r"Do all of them (.+?)(?:, and does it (\w+) (.+))?\?")


MOST_BARRED = 2  # answers of which people may have expected one, and hear why it is not possible


def barred_words(question: Question) -> str:
    """Why the one or two other answers of a question with one choice are not possible; empty for none and for many."""
    barred = [why_barred(answer) for answer in question.answers if answer.barred]
    if question.settled != "the only choice" or not 0 < len(barred) <= MOST_BARRED:
        return ""
    return f". Not possible now: {'; '.join(barred)}"


def answer_words(question: Question) -> str:
    """The default of a question in words, as it is told where it need not be asked."""
    if isinstance(question.default, bool):
        return ("no", "yes")[question.default]
    return question.words or taken_words(question.default, question.answers)
