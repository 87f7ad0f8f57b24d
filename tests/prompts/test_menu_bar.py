"""The main prompt on a terminal: a bar of keys instead of rows, which arrows, + and Escape open and close."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tabletop_cli.core.play.question import Answer
from tabletop_cli.prompts.menus import PAGE, Menu, Menus
from tabletop_cli.prompts.screen import View
from tests.prompts.test_menu_keys import BACKSPACE, DOWN, ENTER, ESCAPE, pressed

ACTIONS = (Answer("fire", "Fire", "f"), Answer("move", "Move", "m"), Answer("goal", "Goal reached", "G"))
ABOVE = ("ford  A acts", "The bridge.")
BAR = View(
    "What now?",
    ACTIONS,
    ("f", "m", "G"),
    bar=("f fire", "m move", "+ more", "? help"),
    rare=("G",),
    above=ABOVE,
    hides_barred=True,
)
USUAL = replace(BAR, default="m")


def heading(menu: Menu) -> list[str]:
    return "".join(text for _, text, *_ in menu._heading_text()).splitlines()


def rows(menu: Menu) -> list[str]:
    return "".join(text for _, text, *_ in menu._menu_text()).splitlines() if menu.listed else []


def test_the_keys_stand_below_whose_turn_it_is_and_no_row_is_in_sight() -> None:
    menu = Menu(BAR)
    assert heading(menu) == [*ABOVE, "f fire  m move  + more  ? help"]
    assert rows(menu) == []
    assert menu._prompt_text() == "What now? > "
    assert Menu(USUAL)._prompt_text() == "What now? [Enter: m] > "


@pytest.mark.parametrize(
    ("asked", "keys", "taken"),
    [
        (BAR, ENTER, ""),
        (USUAL, ENTER, "m"),
        (USUAL, "f 1 2" + ENTER, "f 1 2"),
        (BAR, DOWN + ENTER, "f"),
        (USUAL, DOWN + ENTER, "m"),
        (USUAL, DOWN * 2 + ENTER, "G"),
        (USUAL, "+" + ENTER, "G"),
        (USUAL, "+" + ESCAPE + ENTER, "m"),
        (USUAL, "+f" + ENTER, "f"),
        (USUAL, "zz" + BACKSPACE * 2 + ENTER, "m"),
        (replace(BAR, rare=()), "+" + ENTER, "+"),
    ],
)
def test_keys_open_the_list_and_letters_need_none(asked: View, keys: str, taken: str) -> None:
    assert pressed(asked, keys) == taken


def test_plus_lists_only_what_is_rare_and_escape_nothing() -> None:
    menu = Menu(USUAL)
    menu._list_rare()
    assert rows(menu) == ["> G  Goal reached"]
    menu._close_list()
    assert rows(menu) == []
    assert menu.enter_result() == "m"


def test_an_arrow_lists_everything_and_points_at_what_enter_does() -> None:
    menu = Menu(USUAL)
    menu.move(1)
    assert rows(menu) == ["  f  Fire", "> m  Move", "  G  Goal reached"]


def test_the_odds_of_a_row_come_before_its_name_and_are_never_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    odds = {"dead": Fraction(1, 4), "wounded": Fraction(3, 4)}
    targets = (Answer("b1", "a grunt with a very long name", chances=odds), Answer("b2", "another grunt", chances=odds))
    menu = Menu(View("At whom?", targets, ("b1", "b2"), default="b2"))
    assert rows(menu)[0] == "  b1  wounded 75%, dead 25%  a grunt..."


def test_a_long_page_comes_in_parts(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", "50")
    asked: list[str] = []

    class Reading(Menus):
        def read(self, view: View) -> str:
            asked.append(view.text)
            return "" if len(asked) < 2 else "x"

    Reading().show_pages("\n".join(f"line {n}" for n in range(1, 51)))
    assert capsys.readouterr().out.splitlines() == [f"line {n}" for n in range(1, 2 * PAGE + 1)]
    assert asked == ["30 more lines: press Enter.", "10 more lines: press Enter."]
