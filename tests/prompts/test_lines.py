"""Questions as plain lines: what is shown, what is understood, what wrong input leads to."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest

from tabletop_cli.core.declare.composed import ListOf
from tabletop_cli.core.declare.kinds import OneOf, Text, Whole, YesNo
from tabletop_cli.core.dice.cards import Draw
from tabletop_cli.core.dice.requests import Faces, Group, Pool
from tabletop_cli.core.play.question import NO_DEFAULT, Answer, Question
from tabletop_cli.prompts.asker import Back, Cancelled, Stopped
from tabletop_cli.prompts.dice import DicePrompt
from tabletop_cli.prompts.lines import Lines

GROUND = Question(
    "terrain",
    "What does it stand on?",
    Text(),
    (Answer("open", "open ground", "o", "no cover"), Answer("ruin", "ruin", "u", "cover")),
    default="open",
    side="Ann",
)
MANY = Question(
    "models", "Which models?", ListOf(Text(), 1, 2), tuple(Answer(m, m, m) for m in ("m1", "m2", "m3")), True
)


def asked(question: Question, *lines: str, ahead: str = "") -> tuple[Any, str]:
    sink = StringIO()
    lines_ = Lines(StringIO("".join(f"{line}\n" for line in lines)), sink)
    lines_.type_ahead(ahead.split())
    return lines_.ask(question, lambda: "TD-COVER-1: cover."), sink.getvalue()


def test_a_question_is_a_line_and_so_is_every_answer() -> None:
    value, shown = asked(GROUND, "ruin")
    assert value == "ruin"
    assert shown == ("Ann: What does it stand on?\n  o  open ground, no cover\n  u  ruin, cover\n[Enter: o] > ruin\n")


@pytest.mark.parametrize(
    ("typed", "value"), [("", "open"), ("u", "ruin"), ("U", "ruin"), ("ru", "ruin"), ("OPEN", "open")]
)
def test_answers(typed: str, value: str) -> None:
    assert asked(GROUND, typed)[0] == value


class Shouted(Text):
    """A text that people type in capitals."""

    def from_words(self, text: str, where: str) -> str:
        return text.lower()

    def to_words(self, value: str) -> str:
        return value.upper()


def test_what_enter_gives_is_said_as_it_is_typed() -> None:
    value, shown = asked(Question("name", "Name?", Shouted(), default="ann"), "")
    assert value == "ann" and "[Enter: ANN] >" in shown
    long = "ann and " * 10
    value, shown = asked(Question("name", "Name?", Shouted(), default=long), "")
    assert value == long
    assert f"Name? Default: {long.upper()}" in shown and "[Enter: default] >" in shown


def test_a_question_that_names_its_side_is_not_addressed_to_it_as_well() -> None:
    assert asked(Question("n", "How many does Ann take?", Whole(), side="Ann"), "3")[1].startswith("How many")
    assert asked(Question("n", "How many cannons?", Whole(), side="ann"), "3")[1].startswith("ann: How many cannons")


def test_a_side_that_is_a_letter_is_addressed_by_a_capital() -> None:
    assert asked(Question("n", "How many?", Whole(), side="a"), "3")[1].startswith("A: How many?")


def test_what_was_taken_is_said_in_full_words() -> None:
    assert "> u\n  ruin\n" in asked(GROUND, "u")[1]
    models = (Answer("a1-2", "First Swarm, trooper"), Answer("a1-3", "First Swarm, leader"))
    assert "> 3\n  a1-3 First Swarm, leader\n" in asked(Question("m", "Which?", Text(), models), "3")[1]
    assert "> 13,12\n  a1-3, a1-2\n" in asked(Question("m", "Which?", ListOf(Text()), models, True), "13,12")[1]


def test_a_row_without_id_and_key_shows_the_number_that_it_is_typed_with() -> None:
    columns = tuple(Answer(word, word) for word in ("north", "south"))
    value, shown = asked(Question("where", "Where?", Text(), columns), "2")
    assert value == "south"
    assert "  1  north\n  2  south\n" in shown


TROOP = tuple(
    Answer(f"a{unit}-{n}", f"trooper {n}", barred="" if n != 3 else "It is pinned")
    for unit in (1, 2)
    for n in range(1, 7)
)
SOME = Question("models", "Which models?", ListOf(Text(), 1), TROOP, True, hides_barred=True)


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("14-16", ["a1-4", "a1-5", "a1-6"]),
        ("11-12 26", ["a1-1", "a1-2", "a2-6"]),
        ("15,11", ["a1-5", "a1-1"]),
        ("16-22", ["a1-6", "a2-1", "a2-2"]),
        ("a1-1-a1-2", None),
        ("12-11", None),
        ("13", None),
    ],
)
def test_several_in_a_row(typed: str, taken: list[str] | None) -> None:
    value, shown = asked(SOME, typed, "26")
    assert value == (taken or ["a2-6"])
    assert ("26\n" in shown) is (taken is None or "26" in typed)


def test_barred_answers_are_hidden_but_told_when_typed_and_by_a_question_mark() -> None:
    value, shown = asked(SOME, "13", "?", "26")
    assert "(several with commas; 2 not possible now, ? says why)" in shown
    assert "  a1-3" not in shown
    assert "a1-3 trooper 3: It is pinned." in shown
    assert "Not possible now: a1-3 trooper 3: It is pinned\nNot possible now: a2-3 trooper 3: It is pinned\n" in shown
    assert value == ["a2-6"]


def test_wrong_input_says_what_is_possible_and_lists_nothing_twice() -> None:
    value, shown = asked(GROUND, "swamp", "u")
    assert value == "ruin"
    assert "'swamp' is not possible here. Possible: o, u." in shown
    assert shown.count("no cover") == 1


def test_explanation_with_the_rule() -> None:
    assert "TD-COVER-1: cover." in asked(GROUND, "?", "o")[1]


@pytest.mark.parametrize(("typed", "way_out"), [("b", Back), ("<", Back), ("x", Cancelled), ("cancel", Cancelled)])
def test_ways_out(typed: str, way_out: type[Exception]) -> None:
    with pytest.raises(way_out):
        asked(GROUND, typed)


def test_an_answer_called_b_is_an_answer() -> None:
    sides = Question("side", "Which side?", Text(), (Answer("a", "A"), Answer("b", "B")))
    assert asked(sides, "b")[0] == "b"
    with pytest.raises(Back):
        asked(sides, "<")


def test_the_end_of_the_input_is_no_answer() -> None:
    with pytest.raises(Stopped):
        asked(GROUND)


@pytest.mark.parametrize(
    ("question", "typed", "value"),
    [
        (Question("q", "Sure?", YesNo()), "y", True),
        (Question("q", "Sure?", YesNo()), "NO", False),
        (Question("q", "How many?", Whole(1, 9)), "7", 7),
        (Question("q", "What?", OneOf(("hedge", "wall"))), "w", "wall"),
        (Question("q", "Path?", ListOf(OneOf(("hedge", "wall"))), default=()), "hedge, wall", ["hedge", "wall"]),
        (Question("q", "Path?", ListOf(OneOf(("hedge", "wall"))), default=()), "", ()),
        (Question("q", "Note:", Text()), "two words", "two words"),
        (MANY, "m1,m3", ["m1", "m3"]),
        (MANY, "1 2", ["m1", "m2"]),
        (MANY, "2 1", ["m2", "m1"]),
    ],
)
def test_kinds(question: Question, typed: str, value: Any) -> None:
    assert asked(question, typed)[0] == value


@pytest.mark.parametrize(
    ("question", "typed", "said"),
    [
        (Question("q", "How many?", Whole(1, 9)), "ten", "not a whole number"),
        (Question("q", "How many?", Whole(1, 9)), "12", "out of range"),
        (Question("q", "How many?", Whole(1, 9), default=NO_DEFAULT), "", "Please answer"),
        (MANY, "m1,m1", "is there twice"),
        (MANY, "*", "3 items; 1 to 2 allowed"),
        (MANY, "-", "0 items"),
    ],
)
def test_wrong_answers(question: Question, typed: str, said: str) -> None:
    assert said in asked(question, typed, "5" if question is not MANY else "m2")[1]


def test_words_typed_ahead_answer_in_order() -> None:
    sink = StringIO()
    lines = Lines(StringIO(""), sink)
    lines.type_ahead(["u", ".", "m1,m2"])
    assert [lines.ask(GROUND), lines.ask(GROUND), lines.ask(MANY)] == ["ruin", "open", ["m1", "m2"]]


def test_a_wrong_word_forgets_the_words_behind_it() -> None:
    value, shown = asked(GROUND, "o", ahead="swamp u u")
    assert value == "open"
    assert "Not used either: u u" in shown


def test_several_words_at_a_question_answer_the_next_ones() -> None:
    lines = Lines(StringIO("u o m2\n"), StringIO())
    assert [lines.ask(GROUND), lines.ask(GROUND), lines.ask(MANY)] == ["ruin", "open", ["m2"]]


def test_hostile_names_steer_no_terminal() -> None:
    evil = Question("q", "Who is \x1b[2J?", Text(), (Answer("x", "\x1b]0;owned\x07 [bold]", "k"),))
    assert "\x1b" not in asked(evil, "k")[1]


# --- dice ---

COMBAT_GROUPS = (Group("attacker dice", 2), Group("attacker armour", 0), Group("defender dice", 3))


class Combat(Faces):
    """Two groups of dice, as in a close combat."""

    @property
    def groups(self) -> tuple[Group, ...]:
        return COMBAT_GROUPS


def diced(request: Any, *lines: str) -> tuple[Any, str]:
    sink = StringIO()
    prompt = DicePrompt(Lines(StringIO("".join(f"{line}\n" for line in lines)), sink))
    return prompt(request), sink.getvalue()


@pytest.mark.parametrize("typed", ["34516", "3 4 5 1 6", "3,4,5,1,6", " 34 516 "])
def test_dice_in_one_go(typed: str) -> None:
    assert diced(Pool(5, (5,), "rifles"), typed)[0] == (3, 4, 5, 1, 6)


def test_enter_leaves_the_roll_to_the_program() -> None:
    faces, shown = diced(Pool(5, (5,), "rifles"), "")
    assert faces is None
    assert shown.startswith("rifles: 5d6 (or type your own) [Enter: the program rolls] > ")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("345", "3 dice typed, 5 needed: 5d6."),
        ("1", "1 die typed, 5 needed"),
        ("34517", "die 5 shows 7: a d6 shows 1 to 6."),
        ("3451O", "'3451O' is not a die"),
        ("٣٣٣٣٣", "not a die"),
        ("9" * 5000, "5000 dice typed, 5 needed"),
    ],
)
def test_wrong_dice_are_asked_again(typed: str, said: str) -> None:
    faces, shown = diced(Pool(5, (5,), "rifles"), typed, "11111")
    assert faces == (1, 1, 1, 1, 1)
    assert said in shown


def test_dice_with_many_sides_have_spaces_between() -> None:
    assert diced(Faces(2, 20, "d20s"), "1 20", "")[0] == (1, 20)
    assert "20 sides: put spaces between" in diced(Faces(2, 20, "d20s"), "12345678", "3 4")[1]


def test_dice_with_many_sides_are_explained_with_spaces() -> None:
    assert "like 3 14 5, with spaces." in diced(Faces(2, 20, "d20s"), "?", "")[1]
    assert "like 345 or 3 4 5." in diced(Faces(2), "?", "")[1]


def test_groups_all_at_once_or_one_after_the_other() -> None:
    assert diced(Combat(5), "11666")[0] == (1, 1, 6, 6, 6)
    faces, shown = diced(Combat(5), "11", "66", "666")
    assert faces == (1, 1, 6, 6, 6)
    assert "defender dice 3d6" in shown
    assert "2 dice typed, 3 needed" in shown


def test_each_group_may_be_typed_or_left_to_the_program() -> None:
    assert diced(Combat(5), "11", "")[0] == (1, 1, None, None, None)
    assert diced(Combat(5), "g", "", "666")[0] == (None, None, 6, 6, 6)


@pytest.mark.parametrize("word", ["b", "x"])
def test_a_group_typed_wrongly_is_taken_back_before_the_roll_counts(word: str) -> None:
    faces, shown = diced(Combat(5), "11", word, "12", "666")
    assert faces == (1, 2, 6, 6, 6)
    assert "no face" not in shown


def test_undo_typed_for_dice_tells_the_way_out() -> None:
    faces, shown = diced(Faces(1), "u", "3")
    assert faces == (3,)
    assert "Nothing is rolled yet: b goes back, x cancels." in shown


def test_no_way_back_once_dice_have_fallen() -> None:
    sink = StringIO()
    prompt = DicePrompt(Lines(StringIO("1\nx\n2\n"), sink))
    assert prompt(Faces(1)) == (1,)
    assert prompt(Faces(1)) == (2,)
    assert "they count" in sink.getvalue()
    with pytest.raises(Cancelled):
        diced(Faces(1), "x")


def test_the_program_may_roll_all_that_follows() -> None:
    prompt = DicePrompt(Lines(StringIO("!\n"), StringIO()))
    assert [prompt(Faces(1)), prompt(Faces(2)), prompt(Faces(3))] == [None, None, None]


@pytest.mark.parametrize("typed", ["20", "20cm", "20 cm", "20 CM"])
def test_a_number_may_have_the_unit_that_is_asked_for(typed: str) -> None:
    question = Question("far", "How far is it, in cm?", Whole())
    assert Lines(StringIO(f"{typed}\n"), StringIO()).ask(question) == 20


@pytest.mark.parametrize(
    ("typed", "text"), [("20 m", "How far, in cm?"), ("20 cm", "How far, in inches?"), ("20cm", "How many?")]
)
def test_a_number_with_another_unit_is_asked_again(typed: str, text: str) -> None:
    sink = StringIO()
    assert Lines(StringIO(f"{typed}\n7\n"), sink).ask(Question("far", text, Whole())) == 7
    assert "is not a whole number" in sink.getvalue()


def test_a_dot_is_enter_on_a_line_of_its_own_too() -> None:
    question = Question("n", "How many?", Whole(), default=3)
    assert Lines(StringIO(".\n"), StringIO()).ask(question) == 3


def test_a_long_list_is_not_said_again_after_a_wrong_answer() -> None:
    sink = StringIO()
    answers = tuple(Answer(f"a1-{n}", f"trooper {n}", f"a1-{n}") for n in range(1, 31))
    chosen = Lines(StringIO("zz\na1-7\n"), sink).ask(Question("model", "Which?", Text(), answers))
    assert chosen == "a1-7"
    assert sink.getvalue().count("trooper 29") == 1


def test_of_long_answers_only_what_to_type_is_said_again() -> None:
    sink = StringIO()
    guns = [Answer(f"a{at}", f"a gun of many words, number {at}, " + "with its values " * 4) for at in range(1, 6)]
    assert Lines(StringIO("zz\na2\n"), sink).choose("Which gun?", guns) == "a2"
    assert "Which gun? a1, a2, a3, a4, a5\n" in sink.getvalue()
    assert sink.getvalue().count("number 5") == 1


@pytest.mark.parametrize(("ahead", "said"), [(".", ""), ("zz .", "Not used: zz\n")])
def test_a_dot_too_many_is_nothing_unused(ahead: str, said: str) -> None:
    sink = StringIO()
    asker = Lines(StringIO(), sink)
    asker.type_ahead(ahead.split())
    asker.say_unused()
    assert sink.getvalue() == said
    assert not asker.has_ahead


def test_an_explanation_may_be_asked_with_words() -> None:
    sink = StringIO()
    Lines(StringIO("? what\n5\n"), sink).ask(Question("n", "How many?", Whole()), lambda: "The rule says so.")
    assert "The rule says so." in sink.getvalue()


@pytest.mark.parametrize("card", ["x", "b", "r", "?", "!"])
def test_the_one_card_that_is_drawn_may_be_called_as_a_way_out_is(card: str) -> None:
    prompt = DicePrompt(Lines(StringIO(f"{card}\n"), StringIO()))
    assert prompt(Draw({card: 1, "oak": 2}, 1, "the wind", ordered=True)) == (card,)


def test_of_several_cards_a_way_out_is_one() -> None:
    with pytest.raises(Cancelled):
        DicePrompt(Lines(StringIO("x\n"), StringIO()))(Draw({"x": 2, "oak": 2}, 2, "the wind"))
    prompt = DicePrompt(Lines(StringIO("x oak\n"), StringIO()))
    assert prompt(Draw({"x": 2, "oak": 2}, 2, "the wind")) == ("x", "oak")


def test_a_range_goes_by_numbers_and_not_by_places() -> None:
    movers_first = (TROOP[4], TROOP[3], *TROOP[:2])
    models = Question("models", "Who is in contact?", ListOf(Text(), 1), movers_first, True)
    assert asked(models, "11-15")[0] == ["a1-1", "a1-2", "a1-4", "a1-5"]


def test_a_range_names_who_is_left_out_and_asks_about_the_others() -> None:
    value, shown = asked(SOME, "11-15", "y")
    assert value == ["a1-1", "a1-2", "a1-4", "a1-5"]
    assert "Not a1-3 trooper 3: It is pinned. The other 4?" in shown
    assert asked(SOME, "11-15", "", "n", "26")[0] == ["a2-6"], "Enter is no answer to that"
