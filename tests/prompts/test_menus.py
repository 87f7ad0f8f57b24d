"""A menu without its screen: which rows it shows, what is marked in which order, what Enter gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tabletop_cli.core.play.question import Answer
from tabletop_cli.prompts.match import answer_tokens
from tabletop_cli.prompts.menus import Menu, Menus
from tabletop_cli.prompts.screen import View

TROOP = tuple(Answer(f"a1-{n}", f"trooper {n}", barred="It is pinned" if n == 3 else "") for n in range(1, 6))


def menu(*, many: bool = False, default: str | None = None, standing: bool = False) -> Menu:
    return Menu(
        View("Which?", TROOP, tuple(answer_tokens(TROOP)), default, many=many, standing=standing, hides_barred=True)
    )


def rows(one: Menu) -> list[str]:
    return "".join(text for _, text in one._menu_text()).splitlines()


def test_barred_rows_are_not_shown() -> None:
    assert [row.split()[-1] for row in rows(menu())] == ["1", "2", "4", "5"]


def test_the_order_of_marking_is_shown_and_kept() -> None:
    one = menu(many=True)
    for typed in ("4", "12", "11"):
        one.buffer.text = typed
        one._press_space()
    assert [row.strip("> ")[:9] for row in rows(one)] == ["[3] a1-1 ", "[2] a1-2 ", "[1] a1-4 ", "[ ] a1-5 "]
    assert one.enter_result() == "a1-4,a1-2,a1-1"
    one.pointed = 1
    one.toggle_mark()
    assert one.enter_result() == "a1-4,a1-1"


def test_marks_that_were_all_taken_away_are_none() -> None:
    one = menu(many=True, default="a1-1, a1-2", standing=True)
    assert one.enter_result() == "", "Enter gives what stands"
    for typed in ("1", "2"):
        one.buffer.text = typed
        one._press_space()
    assert one.enter_result() == "-"


@pytest.mark.parametrize(("default", "taken"), [("a1-2", "a1-2"), (None, "")])
def test_a_dot_takes_the_default_as_enter_does(default: str | None, taken: str) -> None:
    one = menu(default=default)
    one.buffer.text = "."
    assert one.enter_result() == menu(default=default).enter_result() == taken


def test_words_follow_what_is_marked() -> None:
    """A row may say something else beside others that are marked."""
    rows_ = (Answer("fist", "Without the fist", first="free"), Answer("gun", "A gun", detail="NOT LEGAL", first="free"))

    def beside(chosen: Sequence[Answer]) -> list[Answer]:
        return [rows_[0], replace(rows_[1], detail="" if rows_[0] in chosen else "NOT LEGAL")]

    one = Menu(View("Which?", rows_, ("fist", "gun"), many=True, marked=beside))
    assert rows(one)[1] == "  [ ] gun   free  A gun, NOT LEGAL"
    one.pointed = 0
    one.toggle_mark()
    assert rows(one) == ["> [1] fist  free  Without the fist", "  [ ] gun   free  A gun"]
    one.toggle_mark()
    assert rows(one)[1].endswith("NOT LEGAL")


def test_what_comes_first_is_never_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    long = Answer("1", "Röhrer & Söhne, of the Upper Bridge", first="12 points, NOT LEGAL", detail="options")
    short = Answer("a", "add a unit")
    (first, second) = rows(Menu(View("What next?", (long, short), ("1", "a"), default="a")))
    assert first == "  1  12 points, NOT LEGAL  Röhrer &..."
    assert second == "> a  add a unit"


def test_the_row_pointed_at_is_told_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    why = "NOT LEGAL: 2 Commander units, exactly 1 is needed"
    answers = (Answer("squad", "Squad", first="1 point", detail=why), Answer("rhino", "Rhino", detail=why))
    one = Menu(View("Which unit?", answers, ("squad", "rhino"), default="squad"))
    assert rows(one) == [
        "> squad  1 point  Squad, NOT LEGAL: 2",
        "                  Commander units,",
        "                  exactly 1 is needed",
        "  rhino  Rhino, NOT LEGAL: 2 Command...",
    ]
    assert (one._cursor_point().y, one._lines_below()) == (0, 2)
    one.move(1)
    assert rows(one)[:2] == ["  squad  1 point  Squad, NOT LEGAL:...", "> rhino  Rhino, NOT LEGAL: 2 Commander"]
    assert (one._cursor_point().y, one._lines_below()) == (1, 1)


def test_a_row_with_a_long_beginning_goes_on_further_to_the_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    one = Menu(
        View("Which?", (Answer("s", "Squad", first="1 point, over, NOT LEGAL", detail="a b " * 8),), ("s",), "s")
    )
    assert rows(one) == ["> s  1 point, over, NOT LEGAL  Squad, a", "      " + "b a b a b a b a b a b a b a b"]


def test_a_text_that_stands_is_edited() -> None:
    assert Menu(View("Name?", default="Old", stood="Old")).buffer.text == "Old"
    assert Menu(View("Name?", default="Old")).buffer.text == ""


def test_digits_narrow_to_ids_and_never_to_places() -> None:
    one = menu()
    one.buffer.text = "4"
    assert [TROOP[at].value for at in one.rows] == ["a1-4"]
    one.buffer.text = "14"
    assert [TROOP[at].value for at in one.rows] == ["a1-4"]
    one.buffer.text = "6"
    assert one._is_strange(), "nothing begins like"


def test_what_may_be_typed_besides_the_answers_is_not_strange() -> None:
    one = Menu(replace(menu().view, typed=True))
    one.buffer.text = "b1 1.5"
    assert not one._is_strange()
    one = Menu(replace(menu().view, many=False, dice=True))
    for typed, strange in (("66", False), ("6 6", False), ("zz", True)):
        one.buffer.text = typed
        assert one._is_strange() is strange


def test_a_long_proposal_leaves_room_for_typing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wider than the screen would scroll, and begin with half a word."""
    monkeypatch.setenv("COLUMNS", "40")
    one = menu(many=True, default="a1-1, a1-2, a1-4, a1-5")
    assert one._prompt_text() == "[Enter: a1-1, a1-2...] key: "
    monkeypatch.setenv("COLUMNS", "80")
    assert one._prompt_text() == "[Enter: a1-1, a1-2, a1-4, a1-5] key: "


def test_what_was_said_to_be_wrong_stays_above_a_menu_that_fills_the_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LINES", "24")
    shown: list[Menu] = []

    def chosen(one: Menu) -> str:
        shown.append(one)
        return "zz" if len(shown) == 1 else "7"

    monkeypatch.setattr(Menu, "run", chosen)
    many = tuple(Answer(str(at), f"trooper {at}") for at in range(40))
    assert Menus().choose("Which?", many) == "7"
    said = capsys.readouterr().out.splitlines()
    assert [one._rows_room() for one in shown] == [20, 20 - len(said[:-1])]
    assert said[-1] == "Which? trooper 7"
    shown[1].kept = 30
    assert shown[1]._rows_room() == 5, "some rows are always to be seen"


def test_away_from_the_table_the_first_row_is_pointed_at() -> None:
    """Whoever builds a list with arrows and Enter alone finds a way; nothing of a battle is stated by it."""
    asked = View("What next?", TROOP, tuple(answer_tokens(TROOP)))
    assert Menu(asked, at_table=False).enter_result() == "a1-1"
    assert Menu(replace(asked, default="none"), at_table=False).enter_result() == ""
    assert Menu(replace(asked, many=True), at_table=False).enter_result() == ""
