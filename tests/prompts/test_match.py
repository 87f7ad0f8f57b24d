"""What somebody types is one of the answers, several, or none: and then it says what is possible."""

from __future__ import annotations

import pytest

from tabletop_cli.core.play.question import Answer
from tabletop_cli.prompts.match import NoMatch, answer_tokens, match_answer

MODELS = (
    Answer("a1-1", "First Swarm, leader", "a1-1"),
    Answer("a1-2", "First Swarm, trooper", "a1-2"),
    Answer("a2-1", "Second Swarm", "a2-1", barred="pinned"),
)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("a1-2", "a1-2"),
        ("A1-2", "a1-2"),
        ("a12", "a1-2"),
        ("12", "a1-2"),
        ("2", "a1-2"),
        ("1", "a1-1"),  # a2-1 ends so, too, but cannot be chosen
        ("first swarm, t", "a1-2"),
    ],
)
def test_id_key_and_start_of_a_word(typed: str, value: str) -> None:
    assert match_answer(typed, MODELS).value == value


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("first", "could be a1-1 First Swarm, leader or a1-2 First Swarm, trooper"),
        ("a3", "'a3' is not possible here. Possible: a1-1, a1-2."),
        ("a2-1", "a2-1 Second Swarm: pinned."),
        ("21", "a2-1 Second Swarm: pinned."),
        ("3", "'3' is not possible here"),  # the third row, which shows no number
        ("0", "not possible"),
        ("99999999999", "not possible"),
        ("\x1b[2J" * 30, "not possible"),
    ],
)
def test_anything_else_says_what_is_possible(typed: str, said: str) -> None:
    with pytest.raises(NoMatch) as wrong:
        match_answer(typed, MODELS)
    assert said in str(wrong.value)
    assert "\x1b" not in str(wrong.value)


def test_several_that_are_all_barred_are_no_choice() -> None:
    models = (*MODELS, Answer("a2-2", "Second Swarm, trooper", barred="pinned"))
    with pytest.raises(NoMatch, match=r"'second' is not possible here\. Possible: a1-1, a1-2\."):
        match_answer("second", models)


def test_a_digit_is_no_row() -> None:
    models = (Answer("b1-1", "one"), Answer("b1-3", "three"), Answer("b1-4", "four"))
    assert match_answer("3", models).value == "b1-3"
    with pytest.raises(NoMatch, match=r"'2' is not possible here\. Possible: b1-1, b1-3, b1-4\."):
        match_answer("2", models)


def test_an_ending_that_several_have_names_them_all() -> None:
    models = (Answer("b1-2", "one"), Answer("b2-2", "two"), Answer("b3-2", "three", barred="pinned"))
    with pytest.raises(NoMatch, match=r"could be b1-2 one or b2-2 two\. Type more of it\."):
        match_answer("2", models)
    assert match_answer("12", models).value == "b1-2"


def test_a_whole_label_is_no_beginning_of_another() -> None:
    ground = (Answer("rough", "open ground, rough", "r"), Answer("open", "open ground", "o"))
    assert match_answer("Open ground", ground).value == "open"
    with pytest.raises(NoMatch, match="could be"):
        match_answer("open g", ground)


def test_ids_that_end_in_a_name_are_called_by_their_number() -> None:
    units = (Answer("a3-vyper", "Vyper"), Answer("a13-falcon", "Falcon"))
    assert match_answer("3", units).value == "a3-vyper"
    assert match_answer("13", units).value == "a13-falcon"


def test_numbers_that_are_answers_mean_themselves() -> None:
    answers = (Answer(0, "no more"), Answer(1, "column 1"), Answer(2, "column 2"))
    assert answer_tokens(answers) == ["0", "1", "2"]
    assert match_answer("1", answers).value == 1


def test_no_token_stands_twice() -> None:
    answers = (Answer("x", "one", "k"), Answer("y", "other", "k"), Answer("z", "third", "2"))
    assert len(set(answer_tokens(answers))) == 3
    assert match_answer("k", answers).value == "x"


def test_small_and_capital_keys_are_told_apart() -> None:
    answers = (Answer("smoke", "smoke", "S"), Answer("board", "board", "s"))
    assert match_answer("S", answers).value == "smoke"
    assert match_answer("s", answers).value == "board"


def test_ids_are_called_by_letters_that_begin_them_and_all_digits() -> None:
    squads = (Answer("rf1-4", "rifleman"), Answer("bh1-4", "hunter"), Answer("rf2-4", "rifleman"))
    assert match_answer("r14", squads).value == "rf1-4"
    assert match_answer("b14", squads).value == "bh1-4"
    with pytest.raises(NoMatch, match="could be rf1-4 rifleman or bh1-4 hunter"):
        match_answer("14", squads)


def test_names_are_called_by_the_first_letters_of_their_parts() -> None:
    tokens = (Answer("guard-gun", "Guard Gun"), Answer("guard-b", "Guard B"), Answer("column-b", "Column B"))
    assert match_answer("gg", tokens).value == "guard-gun"
    assert match_answer("cb", tokens).value == "column-b"


def test_two_letters_are_no_id_that_has_a_number() -> None:
    with pytest.raises(NoMatch, match="'go' is not possible here"):
        match_answer("go", (Answer("goo-1", "goo-1"), Answer("fen-1", "fen-1")))
    assert match_answer("goo", (Answer("goo-1", "goo-1"), Answer("fen-1", "fen-1"))).value == "goo-1"
