"""The words of prompts at their bounds: how long, how many, from when on; and what stands when nothing does."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest

from tabletop_cli.core.declare.composed import ListOf
from tabletop_cli.core.declare.kinds import OneOf, Text, Whole, YesNo
from tabletop_cli.core.dice.cards import Cards
from tabletop_cli.core.dice.requests import Faces, Group
from tabletop_cli.core.errors import BadDice, Malformed
from tabletop_cli.core.play.question import NO_DEFAULT, Answer, Question
from tabletop_cli.prompts.asker import Back, Cancelled, Stopped, mistake_words
from tabletop_cli.prompts.faces import dice_text, faces_alone, parse_faces
from tabletop_cli.prompts.lines import Lines, rows_of
from tabletop_cli.prompts.match import (
    NoMatch,
    answer_tokens,
    details_of,
    find_answers,
    match_answer,
    possible_text,
    why_barred,
)
from tabletop_cli.prompts.meant import answers_of, taken_words
from tabletop_cli.prompts.screen import View, answer_help, explain_question, token_of, view_of


def answers(n: int, *, barred: int = 0) -> tuple[Answer, ...]:
    return tuple(
        Answer(f"w{'abcdefghijklmnopqrstuvwxyz'[at]}", f"word {at}", barred="" if at >= barred else "no")
        for at in range(n)
    )


def asker(*typed: str) -> tuple[Lines, StringIO]:
    sink = StringIO()
    return Lines(StringIO("".join(f"{line}\n" for line in typed)), sink), sink


# --- what is possible ---


def test_of_many_answers_the_first_are_named() -> None:
    assert possible_text(answers(24)).endswith(", 24.")
    assert possible_text(answers(25)).endswith(", 24, ...")
    assert possible_text(answers(2, barred=2)) == "Nothing can be chosen now."
    assert possible_text(answers(2, barred=1)) == "Possible: 2."


def test_of_what_could_be_meant_four_are_named() -> None:
    many = tuple(Answer(n, f"x{n}") for n in range(5))
    for n, said in ((4, "'x' could be x0, x1, x2 or x3. T"), (5, "'x' could be x0, x1, x2 or x3, or others. T")):
        with pytest.raises(NoMatch) as wrong:
            match_answer("x", many[:n])
        assert str(wrong.value).startswith(said)


@pytest.mark.parametrize(("size", "cut"), [(40, False), (41, True)])
def test_a_long_word_is_told_by_its_beginning(size: int, cut: bool) -> None:
    with pytest.raises(NoMatch) as wrong:
        match_answer("z" * size, answers(2))
    assert str(wrong.value).startswith(f"'{'z' * 37}...'" if cut else f"'{'z' * 40}' ")


def test_a_name_of_forty_letters_is_told_whole() -> None:
    two = (Answer(1, "y" * 40), Answer(2, "y" * 41))
    with pytest.raises(NoMatch) as wrong:
        match_answer("y", two)
    assert str(wrong.value) == f"'y' could be {'y' * 40} or {'y' * 37}.... Type more of it."


def test_tokens() -> None:
    assert answer_tokens(answers(3)) == ["1", "2", "3"]
    assert answer_tokens((Answer(2, "two"), Answer("x", "some"), Answer("y", "other"), Answer("z", "third"))) == [
        "2",
        "1",
        "3",
        "4",
    ]
    assert answer_tokens((Answer(True, "yes"), Answer(None, "none"), Answer("a1", "model"), Answer(1.5, "half"))) == [
        "1",
        "2",
        "a1",
        "3",
    ]
    assert answer_tokens(()) == []


def test_candidates() -> None:
    assert find_answers("", answers(3)) == []
    assert [one.value for one in find_answers("wo", answers(2))] == ["wa", "wb"]
    assert [one.value for one in find_answers("wo", answers(3, barred=1))] == ["wb", "wc"]
    assert [one.value for one in find_answers("wa", answers(3, barred=3))] == ["wa"]
    assert find_answers("7", answers(3)) == []
    assert [one.value for one in find_answers("WB", answers(3))] == ["wb"]


def test_reasons_and_details() -> None:
    assert why_barred(Answer("a1-2", "trooper", barred="a1-2: pinned")) == "a1-2: pinned"
    assert why_barred(Answer("a1-2", "trooper", barred="pinned")) == "a1-2 trooper: pinned"
    assert why_barred(Answer(3, "three", barred="3 is too many")) == "three: 3 is too many"
    likely = Answer(
        "x", "shot", "", "far", first="2 AP", chances={name: Fraction(n, 20) for n, name in enumerate("abcdef")}
    )
    assert details_of(likely) == "2 AP, far, f 25%, e 20%, d 15%"


# --- questions ---


def question(*, text: str = "Which?", kind: Any = None, **more: Any) -> Question:
    return Question("one", text, kind or Text(), **more)


def test_hints() -> None:
    two = answers(2)
    assert view_of(question(), ()).hint == "text"
    assert view_of(question(answers=two), two).hint == ""
    assert view_of(question(answers=two, many=True), two).hint == "several with commas"
    barred = answers(3, barred=2)
    assert view_of(question(answers=barred), barred).hint == "2 not possible now, ? says why"
    assert (
        view_of(question(answers=barred, many=True), barred).hint
        == "several with commas; 2 not possible now, ? says why"
    )


def test_barred_answers_are_hidden_where_one_is_left() -> None:
    for barred, hides in ((0, True), (1, True), (2, False)):
        two = answers(2, barred=barred)
        assert view_of(question(answers=two, hides_barred=True), two).hides_barred is hides
        assert view_of(question(answers=two, hides_barred=False), two).hides_barred is False


class Said(Text):
    """A text that is proposed as it is."""

    def to_words(self, value: str) -> str:
        return value


@pytest.mark.parametrize(("size", "apart"), [(40, False), (41, True)])
def test_a_long_proposal_stands_in_the_question(size: int, apart: bool) -> None:
    found = view_of(question(kind=Said(), default="d" * size), ())
    assert found.default == ("default" if apart else "d" * size)
    assert found.text == (f"Which? Default: {'d' * size}" if apart else "Which?")


def test_what_stands_on_the_line() -> None:
    two = answers(2)
    assert view_of(question(default="old", standing=True), ()).stood == "old"
    assert view_of(question(default="old"), ()).stood == ""
    assert view_of(question(standing=True), ()).stood == ""
    assert view_of(question(answers=two, default="wa", standing=True), two).stood == ""
    assert view_of(question(default=None), ()).default == "none"
    assert view_of(question(), ()).default is None


def test_tokens_of_defaults() -> None:
    two = (Answer(True, "yes", "y"), Answer(1, "one", "o"))
    typed = answer_tokens(two)
    assert token_of(NO_DEFAULT, two, typed) is None
    assert (token_of(1, two, typed), token_of(True, two, typed)) == ("o", "y")
    assert token_of([1, True], two, typed) == "o, y"
    assert (token_of([], two, typed), token_of({}, two, typed), token_of(None, two, typed)) == ("none",) * 3
    assert token_of(7, two, typed) == "7"


def test_what_a_question_mark_tells() -> None:
    two = (Answer("a1-2", "trooper", help="A man."), Answer("x", "nobody", barred="there is one"))
    told = explain_question(question(answers=two, default="x"), two, "RULE-1: so.")
    assert told == (
        "RULE-1: so.\nNot possible now: nobody: there is one\n"
        "Type one of these: its key, 12 for a1-2, or the start of a word."
        " Type ? and one of them to read more about it. Enter takes the default. b goes back, x cancels."
    )
    plain = (Answer("x", "nobody"),)
    assert explain_question(question(answers=plain), plain, "") == (
        "Type one of these: its key, or the start of a word. b goes back, x cancels."
    )
    assert explain_question(question(answers=plain, many=True), plain, "").startswith(
        "Type one or more of these, with commas; 11-15 for some in a row, - for none, * for all: its"
    )
    assert (
        explain_question(question(kind=Whole(1, 6)), (), "")
        == "Type a whole number from 1 to 6. b goes back, x cancels."
    )
    assert answer_help("? a1-2", two) == "a1-2 trooper\nA man."
    assert answer_help("? nobody", two) == "nobody\nNot possible now: there is one"
    assert answer_help("? zzz", two) == ""
    assert answer_help("?", two) == ""


def test_answers_that_a_kind_implies() -> None:
    assert [one.value for one in answers_of(question(kind=YesNo()))] == [True, False]
    assert [one.value for one in answers_of(question(kind=OneOf(("a", "b"))))] == ["a", "b"]
    assert [one.value for one in answers_of(question(kind=ListOf(OneOf(("a", "b"))), many=True))] == ["a", "b"]
    assert answers_of(question(kind=ListOf(OneOf(("a", "b"))))) == ()
    assert answers_of(question()) == ()
    assert [one.value for one in answers_of(question(kind=YesNo(), answers=answers(1)))] == ["wa"]


def test_what_was_taken() -> None:
    two = (Answer("a1-2", "trooper"), Answer(True, "yes"), Answer(None, "nobody"))
    assert taken_words(["a1-2", True], two) == "a1-2, yes"
    assert taken_words([], two) == "none"
    assert taken_words(None, two) == "nobody"
    assert taken_words(None, two[:2]) == "none"
    assert taken_words(1, two) == "1", "a number is no yes"
    assert taken_words(two[0], two) == "a1-2 trooper"


def test_mistakes_are_sentences() -> None:
    assert mistake_words(NoMatch("No such.")) == "No such."
    assert mistake_words(Malformed("this is wrong", hint="try that")) == "this is wrong. Try that."
    assert mistake_words(Malformed("this is wrong.", hint="did you mean that?")) == "this is wrong. Did you mean that?"
    assert mistake_words(Malformed("this is wrong")) == "this is wrong."


# --- lines ---


@pytest.mark.parametrize(("n", "listed"), [(12, True), (13, False)])
def test_a_brief_view_says_up_to_twelve_answers_again(n: int, listed: bool) -> None:
    some = answers(n)
    rows = rows_of(View("Which?", some, tuple(answer_tokens(some)), "1", hint="unsaid", brief=True))
    assert rows[0].startswith("Which? 1 word 0; 2 word 1; " if listed else "Which? [Enter: 1] > ")
    assert len(rows) == (2 if listed else 1)


def test_rows() -> None:
    some = (Answer("a1-2", "trooper", detail="far"), Answer("4", "4"), Answer("x", "nobody", barred="no"))
    full = View("Which?", some, tuple(answer_tokens(some)), hint="1 not possible")
    assert rows_of(full) == [
        "Which? (1 not possible)",
        "  a1-2  trooper, far",
        "  4",
        "  1     nobody [not possible now: no]",
        "> ",
    ]
    assert rows_of(replace(full, hides_barred=True, brief=True)) == ["Which? a1-2 trooper; 4", "> "]
    named = (Answer("a1-2", "a1-2 trooper"), Answer("a1", "a1, a squad"), Answer("80", "80 cm"))
    shown = rows_of(View("Which?", named, tuple(answer_tokens(named))))
    assert shown[1:4] == ["  a1-2  trooper", "  a1    a squad", "  80    80 cm"]
    assert rows_of(View("Which?", hint="text", default="x")) == ["Which? (text) [Enter: x] > "]
    assert rows_of(View("Which?", hint="text", brief=True)) == ["Which? (text) > "]


def test_the_end_of_the_input() -> None:
    lines, sink = asker()
    with pytest.raises(Stopped):
        lines.ask(question())
    assert sink.getvalue() == "Which? (text) > \n"


def test_bytes_that_are_no_text_are_a_wrong_answer(tmp_path: Any) -> None:
    path = tmp_path / "typed"
    path.write_bytes(b"\xff\nwb\n")
    with path.open(encoding="utf-8") as source:
        sink = StringIO()
        assert Lines(source, sink).ask(question(answers=answers(2))) == "wb"
    assert "is not possible here" in sink.getvalue()


# --- words typed ahead, and the screen in one hand ---


def test_words_typed_ahead() -> None:
    lines, sink = asker()
    lines.type_ahead(["1", "2", "x", "3"])
    assert lines.has_ahead
    assert lines.ahead.take_while(str.isdecimal) == ["1", "2"]
    lines.ahead.put_back(["8", "9"])
    assert lines.drop_ahead() == ["8", "9", "x", "3"]
    assert not lines.has_ahead
    lines.type_ahead(["."])
    assert lines.ask(question(default="old")) == "old"
    assert sink.getvalue() == "Which? old\n"


def test_a_word_for_what_was_settled_is_used_up() -> None:
    lines, _ = asker()
    two = answers(2)
    for default, many, word, left in (
        ("wa", False, "wa", []),
        ("wa", False, "wb", ["wb"]),
        (["wa", "wb"], True, "wb", []),
        ("wa", False, "zz", ["zz"]),
        ("wa", True, "wa", []),
        (["wa"], False, "wa", ["wa"]),
    ):
        lines.type_ahead([word])
        lines.ahead.use_up(question(answers=two, default=default, many=many))
        assert lines.drop_ahead() == left, (default, many, word)
    lines.ahead.use_up(question(answers=two, default="wa"))


def test_the_screen_goes_from_hand_to_hand() -> None:
    lines, sink = asker("", "", "", "x", "")
    lines.type_ahead(["early"])
    lines.hand_to("a", "A (Ada)")
    lines.hand_to("a", "A (Ada)")
    assert lines.handed_to == "a"
    lines.hand_to("", "")
    assert lines.handed_to == "the player who answers"
    lines.show_to_all(when_seen=True)
    lines.show_to_all(when_seen=True)
    with pytest.raises(Cancelled):
        lines.hand_to("b", "B")
    assert lines.handed_to == ""
    assert sink.getvalue().splitlines() == [
        "Answers typed ahead were dropped, because everybody could see them.",
        "Hand the screen to A (Ada). Press Enter when nobody else can see it. > ",
        "Everybody may look again.",
        "Hand the screen to the player who answers. Press Enter when nobody else can see it. > ",
        "Press Enter to clear the screen. > ",
        "Everybody may look again.",
        "Hand the screen to B. Press Enter when nobody else can see it. > x",
    ]


def test_what_is_typed_alone_is_neither_echoed_nor_told() -> None:
    lines, sink = asker("", "secret", "wb")
    lines.hand_to("a", "A")
    assert lines.ask(question(text="Secret?")) == "secret"
    assert lines.ask(question(answers=answers(2), secret=True)) == "wb"
    lines.type_ahead(["ahead"])
    assert lines.ask(question(text="Next?")) == "ahead"
    assert not {"secret", "wb", "ahead", "word 1\n"} & set(sink.getvalue().split())


@pytest.mark.parametrize(
    ("word", "way"), [("b", Back), ("<", Back), ("back", Back), ("x", Cancelled), ("cancel", Cancelled)]
)
def test_ways_out_forget_what_was_typed_ahead(word: str, way: type[Exception]) -> None:
    lines, _ = asker(word)
    with pytest.raises(way):
        lines.ask(question(answers=answers(2)))
    lines.type_ahead([word, "more"])
    with pytest.raises(way):
        lines.ask(question(answers=answers(2)))
    assert not lines.has_ahead


def test_several_and_ranges() -> None:
    some = tuple(Answer(f"a1-{n}", f"trooper {n}", barred="no" if n == 3 else "") for n in range(1, 6))

    def chosen(word: str) -> Any:
        lines, sink = asker(word, "y", "-")
        value = lines.ask(question(kind=ListOf(Text(), 0, 3), answers=some, many=True))
        return value or sink.getvalue()

    assert chosen("1,2") == ["a1-1", "a1-2"]
    assert chosen("1 5") == ["a1-1", "a1-5"]
    assert chosen("2-5") == ["a1-2", "a1-4", "a1-5"]
    assert chosen("5-2") != ["a1-2", "a1-4", "a1-5"]
    assert "is there twice" in chosen("1,1")
    assert "a1-3 trooper 3: no" in chosen("3")
    assert "at most 3" in chosen("*") or "3" in chosen("*")


# --- dice ---


def test_faces_of_groups() -> None:
    groups = [Group("attacker", 2, 6), Group("defender", 1, 6), Group("", 0, 6)]
    assert dice_text(groups) == "attacker 2d6, defender 1d6"
    assert dice_text(groups[:1]) == "2d6"
    assert dice_text(groups[2:]) == "no dice"
    assert parse_faces("12 3", groups) == (1, 2, 3)
    for text, said in (("1", "1 die typed, 3 needed"), ("", "0 dice typed"), ("1234", "4 dice typed, 3 needed")):
        with pytest.raises(BadDice, match=said):
            parse_faces(text, groups)


@pytest.mark.parametrize(
    ("sides", "typed", "taken"), [(9, "1 2", "12"), (9, "12", "12"), (10, "1 2", "1 2"), (10, "12", "")]
)
def test_dice_of_up_to_nine_sides_need_no_spaces(sides: int, typed: str, taken: str) -> None:
    assert faces_alone(typed, Faces(2, sides)) == taken


def test_cards_are_called_cards() -> None:
    deck = [Cards("the deck", 2, 3, (("gust", 1), ("lull", 1), ("storm", 1)))]
    for text, said in (("gust", "1 card typed, 2 needed"), ("gust lull storm", "3 cards typed")):
        with pytest.raises(BadDice, match=said):
            parse_faces(text, deck)


def test_an_open_answer_needs_no_hand_over() -> None:
    """A word that everybody may know answers a secret question; what else is in the list is told to nobody."""
    cards = (Answer("ace", "ace", "ace"), Answer("king", "king", "king"))
    hand = question(text="Which card?", answers=(cards[0],), secret=True, whose="a", openly=cards)
    lines, sink = asker("", "ace king", "")
    assert not lines.has_open_answer(hand), "nothing was typed"
    for word, is_open in ((".", False), ("x", False), ("?", False), ("ki", True)):
        lines.type_ahead([word])
        assert lines.has_open_answer(hand) is is_open
        lines.drop_ahead()
    lines.type_ahead(["king"])
    assert lines.take_open_answer(hand) == "king"
    assert sink.getvalue() == "Which card? king\n"
    lines.type_ahead(["queen"])
    with pytest.raises(NoMatch, match="Possible: ace, king"):
        lines.take_open_answer(hand)
    lines.hand_to("a", "A")
    assert not lines.has_open_answer(hand), "its side looks alone anyway"
    assert lines.ask(hand) == "ace"
    lines.show_to_all()
    assert lines.has_open_answer(hand), "it named another one while it was alone"
    assert lines.take_open_answer(hand) == "king"
    assert not lines.has_open_answer(hand)


def test_what_was_planned_alone_is_forgotten_at_the_next_hand_over() -> None:
    cards = (Answer("ace", "ace", "ace"), Answer("king", "king", "king"))
    hand = question(text="Which card?", answers=cards, secret=True, whose="a", openly=cards)
    lines, _ = asker("", "ace king", "")
    lines.hand_to("a", "A")
    lines.ask(hand)
    lines.show_to_all()
    lines.hand_to("b", "B")
    lines.show_to_all()
    assert not lines.has_open_answer(hand)


def test_after_the_screen_was_cleared_the_last_result_is_shown_again() -> None:
    """Only where something was cleared: on a pipe everything stays."""
    lines, sink = asker("", "")
    lines.after_clear = lambda: lines.tell("Last: a king.")
    lines.hand_to("a", "A")
    lines.show_to_all()
    assert "Last" not in sink.getvalue()
    lines.clear = lambda: True  # type: ignore[method-assign] # as on a terminal
    lines.hand_to("a", "A")
    lines.show_to_all()
    assert sink.getvalue().endswith("Everybody may look again.\nLast: a king.\n")
