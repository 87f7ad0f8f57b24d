"""The words of a line find the questions that they fit; what fits none waits, and dice follow a colon."""

from __future__ import annotations

from io import StringIO
from itertools import permutations
from typing import Any

import pytest

from tabletop_cli.core.declare.amounts import Number
from tabletop_cli.core.declare.composed import ListOf
from tabletop_cli.core.declare.kinds import Text, YesNo
from tabletop_cli.core.dice.requests import Pool
from tabletop_cli.core.play.question import NO_DEFAULT, Answer, Question
from tabletop_cli.prompts.bound import split_line
from tabletop_cli.prompts.dice import DicePrompt
from tabletop_cli.prompts.lines import Lines

WHO = Question("model", "Which model?", Text(), tuple(Answer(f"a1-{n}", f"trooper {n}") for n in (1, 2, 3)))
WHOM = Question("target", "At which enemy?", Text(), tuple(Answer(f"b1-{n}", f"raider {n}") for n in (1, 2, 3)))
FAR = Question("distance", "How far, in cm?", Number(0))
SEES = Question(
    "sees", "Does it see its leader?", YesNo(), (Answer(True, "yes", "y"), Answer(False, "no", "n")), default=True
)
GROUND = Question(
    "ground",
    "What ground?",
    Text(),
    (Answer("open", "open ground", "o"), Answer("forest", "forest", "f")),
    default="open",
)
ALL = (WHO, WHOM, FAR, SEES, GROUND)


def table(*typed: str) -> tuple[Lines, StringIO]:
    sink = StringIO()
    lines = Lines(StringIO("".join(f"{line}\n" for line in typed)), sink)
    lines.at_table = True
    return lines, sink


def answered(line: str, *typed: str, asked: tuple[Question, ...] = ALL) -> list[Any]:
    lines, _ = table(*typed)
    lines.type_ahead(line.split())
    return [lines.ask(question) for question in asked]


@pytest.mark.parametrize("words", list(permutations(["a1-3", "b1-2", "18cm", "forest"])))
def test_words_of_a_kind_find_their_question_in_any_order(words: tuple[str, ...]) -> None:
    assert answered(" ".join((*words, ".."))) == ["a1-3", "b1-2", 18, True, "forest"]


@pytest.mark.parametrize("line", ["13 12 18 . f", "13 12 18 y f", "13 forest 12 18 ."])
def test_short_words_answer_in_order(line: str) -> None:
    assert answered(line) == ["a1-3", "b1-2", 18, True, "forest"]


def test_a_dot_is_no_distance() -> None:
    """There is no default to take, so people are asked, and what follows it waits."""
    assert answered("forest 13 12 . 18", "9", ".") == ["a1-3", "b1-2", 9, True, "forest"]


def test_a_number_waits_for_the_question_that_wants_one() -> None:
    assert answered("13 12 18 ..", asked=(WHO, WHOM, SEES, GROUND, FAR)) == ["a1-3", "b1-2", True, "open", 18]


def test_what_is_missing_is_asked_and_the_rest_is_kept() -> None:
    lines, sink = table("12")
    lines.type_ahead(["a1-3", "forest", "18cm", ".."])
    assert [lines.ask(question) for question in ALL] == ["a1-3", "b1-2", 18, True, "forest"]
    assert "Kept for a later question: forest 18cm" in sink.getvalue()


def test_two_dots_answer_no_question_without_a_default() -> None:
    assert answered("..", "13", "12", "18") == ["a1-3", "b1-2", 18, True, "open"]


@pytest.mark.parametrize("enter", ["", "."])
def test_enter_answers_nothing_without_a_default(enter: str) -> None:
    lines, sink = table(enter, "13")
    assert lines.ask(WHO) == "a1-3"
    assert "Please answer" in sink.getvalue()
    assert answered(".", "13", asked=(WHO,)) == ["a1-3"]


def test_a_number_that_calls_nobody_is_wrong_and_no_later_target() -> None:
    lines, sink = table("11")
    lines.type_ahead(["19", "12"])
    assert lines.ask(WHO) == "a1-1"
    assert "'19' is not possible here" in sink.getvalue() and "Not used either: 12" in sink.getvalue()


def test_a_line_at_a_question_answers_those_that_follow() -> None:
    lines, _ = table("13 forest 12 18 ..")
    assert [lines.ask(question) for question in ALL] == ["a1-3", "b1-2", 18, True, "forest"]
    lines, _ = table("18 n")
    assert [lines.ask(question) for question in (FAR, SEES)] == [18, False]


def test_some_of_several_and_words_after_them() -> None:
    some = Question("models", "Who?", ListOf(Text(), 1), WHO.answers, True)
    assert answered("11,13 ..", asked=(some, SEES)) == [["a1-1", "a1-3"], True]
    lines, _ = table("11 13 n")
    assert [lines.ask(question) for question in (some, SEES)] == [["a1-1", "a1-3"], False]


def test_the_parts_of_a_line() -> None:
    line = split_line(["13", "forest", "..", ":", "5", "5"])
    assert (line.words, line.dice, line.enters_rest) == (("13", "forest"), ("5", "5"), True)
    assert split_line(["13:55"]).dice == ("55",)


# --- dice ---


def rolled(line: str, *typed: str, own: bool = False) -> tuple[Any, str]:
    lines, sink = table(*typed)
    lines.own_dice = own
    lines.type_ahead(line.split())
    lines.ask(SEES)
    return DicePrompt(lines)(Pool(2, (5,), "to hit")), sink.getvalue()


@pytest.mark.parametrize(
    ("line", "faces"), [("y : 55", (5, 5)), ("y : 5 5", (5, 5)), (".. : 55", (5, 5)), ("y .", None), ("..", None)]
)
def test_dice_follow_a_colon(line: str, faces: object) -> None:
    assert rolled(line)[0] == faces


def test_what_no_question_asked_for_is_no_dice_and_rolls_none() -> None:
    faces, shown = rolled("y 55 .", "66")
    assert faces == (6, 6)
    assert "Not used: 55" in shown


@pytest.mark.parametrize("line", ["y .", "..", "y : r"])
def test_own_dice_are_never_rolled_by_what_was_typed_ahead(line: str) -> None:
    faces, shown = rolled(line, "", "55", own=True)
    assert faces == (5, 5)
    assert "You roll your own dice: type their faces, or r and the program rolls." in shown
    assert "[Enter" not in shown.rpartition("to hit")[2]
    assert rolled(line, "r", own=True)[0] is None


def test_nothing_waits_away_from_the_table() -> None:
    lines = Lines(StringIO("13\n"), StringIO())
    lines.type_ahead(["forest"])
    assert lines.ask(WHO) == "a1-3"
    assert NO_DEFAULT is WHO.default
