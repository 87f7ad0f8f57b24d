"""What stands before people while a line is typed: the question, its answers, what Enter gives, and what ? tells."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from ..core.data import Json
from ..core.play.question import NO_DEFAULT, Answer, Question
from ..core.records import dataclass
from .match import answer_tokens, find_answers, full_label, is_id, why_barred


@dataclass(frozen=True)
class View:
    """What is on the screen while a line is typed.

    `tokens` are what to type for each of `answers`; `default` is the token (or text) that Enter gives, None without.
    `hint` says in a few words what else is possible. A `brief` view lists nothing that was listed just before. With
    `many`, a default that is `standing` is marked already. With `dice`, faces alone are those of what Enter does;
    where it is `typed`, other words than those of the answers may be typed.

    With a `bar` of keys the answers are listed only for those who ask, all of them or the `rare` ones, by their tokens;
    `above` are lines that stand above it.
    """

    text: str
    answers: tuple[Answer, ...] = ()
    tokens: tuple[str, ...] = ()
    default: str | None = None
    many: bool = False
    hint: str = ""
    brief: bool = False
    standing: bool = False
    hides_barred: bool = False
    pointed: str = ""  # the token of the row that a menu points at in the beginning, where it is not the default
    stood: str = ""  # the text that stands on the line in the beginning, to be changed
    marked: Callable[[Sequence[Answer]], Sequence[Answer]] | None = None  # the answers anew, beside marked ones
    dice: bool = False
    typed: bool = False
    bar: tuple[str, ...] = ()
    rare: tuple[str, ...] = ()
    above: tuple[str, ...] = ()


GAP = "  "  # between the items of a bar
LATER = "type several, and the others are for the next times"  # of a secret list whose answers everybody sees
LONG = 40  # characters of what Enter gives, beside the prompt


def address_question(side: str, text: str) -> str:
    """A question, and before it whose it is, unless it says so itself; a side that is only a letter is a capital."""
    name = side.upper() if len(side) == 1 else side
    if not name or (len(name) > 1 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)):
        return text
    return f"{name}: {text}"


def label_beside(token: str, answer: Answer) -> str:
    """The label of an answer where its token stands before it: an id is not told once more."""
    rest = answer.label.removeprefix(token)
    again = not rest or (rest != answer.label and rest[0] in " ," and is_id(token) and not token.isdecimal())
    return rest.lstrip(" ,") if again else answer.label


def bar_lines(items: Sequence[str], width: int) -> list[str]:
    """The items of a bar in lines; none is broken."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(GAP) + len(item) <= width:
            lines[-1] += GAP + item
        else:
            lines.append(item)
    return lines


def view_of(question: Question, answers: tuple[Answer, ...]) -> View:
    """What is shown of a question."""
    typed = answer_tokens(answers)
    own = "" if question.default is NO_DEFAULT or answers else question.kind.to_words(question.default)
    default = own or token_of(question.default, answers, typed)
    hint = _answer_hint(question, answers)
    text = address_question(question.side, question.text)
    if len(own) > LONG and not question.standing:
        text, default = f"{text} Default: {own}", "default"
    stood = default or "" if question.standing and not answers else ""
    hides = sum(not answer.barred for answer in answers) > 0 and question.hides_barred
    view = View(text, answers, tuple(typed), default, question.many, hint, standing=question.standing)
    return replace(view, hides_barred=hides, stood=stood, typed=question.typed)


def token_of(default: Json, answers: Sequence[Answer], typed: Sequence[str]) -> str | None:
    """What Enter stands for, as it would be typed."""
    if default is NO_DEFAULT:
        return None
    for answer, token in zip(answers, typed, strict=False):
        if answer.value == default and type(answer.value) is type(default):
            return token
    if isinstance(default, list | tuple):
        return ", ".join(str(token_of(one, answers, typed)) for one in default) or "none"
    return "none" if default in (None, {}) else str(default)


def _answer_hint(question: Question, answers: Sequence[Answer]) -> str:
    if not answers:
        return question.kind.words
    free = [at for at, answer in enumerate(answers) if not answer.barred]
    if len(free) == 1 and len(answers) == 2 and question.default is NO_DEFAULT and not question.many:
        return _only_text(answers[free[0]], answers[1 - free[0]], answer_tokens(answers)[free[0]])
    barred = sum(bool(answer.barred) for answer in answers)
    hints = [
        "several with commas" if question.many else LATER if question.openly else "",
        f"{barred} not possible now, ? says why" if barred else "",
    ]
    return "; ".join(filter(None, hints))


def _only_text(free: Answer, other: Answer, token: str) -> str:
    """The one answer that is possible, which people must see on the table, and why the other is not."""
    why = re.sub(r" \[[A-Z][A-Z0-9, -]+\]", "", other.barred).rstrip(".")
    return f"only {free.label} is possible: {why}. Say {token}, or x"


def explain_question(question: Question, answers: Sequence[Answer], rules: str) -> str:
    """What may be typed, after the texts of the rules that the question is about."""
    how = "one or more of these, with commas; 11-15 for some in a row, - for none, * for all" if question.many else ""
    enter = "" if question.default is NO_DEFAULT else " Enter takes the default."
    named = next((answer.value for answer in answers if is_id(answer.value)), "")
    ids = f"{''.join(filter(str.isdecimal, named))} for {named}, " if named else ""
    wanted = f"Type {how or 'one of these'}: its key, {ids}or the start of a word."
    wanted = wanted if answers else f"Type {question.kind.words}."
    barred = [f"Not possible now: {why_barred(answer)}" for answer in answers if answer.barred]
    wanted = "\n".join([*barred, wanted])
    wanted += " Type ? and one of them to read more about it." if any(answer.help for answer in answers) else ""
    return "\n".join(part for part in (rules, f"{wanted}{enter} b goes back, x cancels.") if part)


def answer_help(word: str, answers: Sequence[Answer]) -> str:
    """What there is to know of one answer, named behind a question mark; empty where that is none."""
    found = find_answers(word.removeprefix("?").strip(), answers)
    if not found:
        return ""
    barred = f"Not possible now: {found[0].barred}" if found[0].barred else ""
    return "\n".join(part for part in (full_label(found[0]), found[0].help or found[0].detail, barred) if part)


def filter_rows(text: str, view: View) -> list[int]:
    """Which rows of a view a text may mean, for menus that show only those; all of them for an empty text."""
    word = text.replace(",", " ").split()[-1] if view.many and text.strip() else text.partition(" ")[0]
    if not word:
        return list(range(len(view.answers)))
    found = find_answers(word, view.answers)
    return [at for at, answer in enumerate(view.answers) if answer in found]
