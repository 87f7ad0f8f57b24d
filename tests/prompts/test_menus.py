"""A menu without its screen: which rows it shows, what is marked in which order, what Enter gives."""

from __future__ import annotations

from dataclasses import replace

from tabletop_cli.core.play.question import Answer
from tabletop_cli.prompts.match import tokens
from tabletop_cli.prompts.menus import Menu
from tabletop_cli.prompts.view import View

TROOP = tuple(Answer(f"a1-{n}", f"trooper {n}", barred="It is pinned" if n == 3 else "") for n in range(1, 6))


def menu(*, many: bool = False, default: str | None = None, standing: bool = False) -> Menu:
    return Menu(View("Which?", TROOP, tuple(tokens(TROOP)), default, many=many, standing=standing, hides_barred=True))


def rows(one: Menu) -> list[str]:
    return "".join(text for _, text in one._menu_text()).splitlines()


def test_barred_rows_are_not_shown() -> None:
    assert [row.split()[-1] for row in rows(menu())] == ["1", "2", "4", "5"]


def test_the_order_of_marking_is_shown_and_kept() -> None:
    one = menu(many=True)
    for typed in ("4", "12", "11"):
        one.buffer.text = typed
        one._space()
    assert [row.strip("> ")[:9] for row in rows(one)] == ["[3] a1-1 ", "[2] a1-2 ", "[1] a1-4 ", "[ ] a1-5 "]
    assert one.result() == "a1-4,a1-2,a1-1"
    one.pointed = 1
    one.mark()
    assert one.result() == "a1-4,a1-1"


def test_marks_that_were_all_taken_away_are_none() -> None:
    one = menu(many=True, default="a1-1, a1-2", standing=True)
    assert one.result() == "", "Enter gives what stands"
    for typed in ("1", "2"):
        one.buffer.text = typed
        one._space()
    assert one.result() == "-"


def test_digits_narrow_to_ids_and_never_to_places() -> None:
    one = menu()
    one.buffer.text = "4"
    assert [TROOP[at].value for at in one.rows] == ["a1-4"]
    one.buffer.text = "14"
    assert [TROOP[at].value for at in one.rows] == ["a1-4"]
    one.buffer.text = "6"
    assert one._strange(), "nothing begins so"


def test_what_may_be_typed_besides_the_answers_is_not_strange() -> None:
    one = Menu(replace(menu().view, typed=True))
    one.buffer.text = "b1 1.5"
    assert not one._strange()
    one = Menu(replace(menu().view, many=False, dice=True))
    for typed, strange in (("66", False), ("6 6", False), ("zz", True)):
        one.buffer.text = typed
        assert one._strange() is strange
