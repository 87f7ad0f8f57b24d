"""A menu under somebody's fingers: keys in, the word that is taken out; and what stands on the screen meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from tabletop_cli.core.play.question import Answer
from tabletop_cli.prompts.asker import Stopped
from tabletop_cli.prompts.match import answer_tokens
from tabletop_cli.prompts.menus import Menu, Menus
from tabletop_cli.prompts.screen import View, filter_rows

DOWN, UP, ENTER, ESCAPE, CTRL_C, CTRL_D, BACKSPACE = "\x1b[B", "\x1b[A", "\r", "\x1b", "\x03", "\x04", "\x7f"
RIGHT = "\x1b[C"
GROUND = (
    Answer("open", "open ground", "o", "no cover", help="Nothing stands here."),
    Answer("rough", "rough ground", "r", "cover"),
    Answer("forest", "forest", "f", barred="it burns"),
    Answer("ruin", "ruin", "u", "cover"),
)


def view(*, hides: bool = True, **more: object) -> View:
    found = View("What ground?", GROUND, tuple(answer_tokens(GROUND)), hides_barred=hides)
    return replace(found, **more)  # type: ignore[arg-type] # of fields of a view


MANY = replace(view(), many=True)
FREE = View("How far?", default="9")


@contextmanager
def keyboard() -> Iterator[PipeInput]:
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


def pressed(asked: View, *keys: str) -> str:
    """What comes of these keys."""
    with keyboard() as pipe:
        pipe.send_text("".join(keys))
        menus = Menus()
        menus.at_table = True
        return menus.show_and_read(asked)


@pytest.mark.parametrize(
    ("asked", "keys", "taken"),
    [
        (view(), ENTER, ""),
        (view(), DOWN + ENTER, "o"),
        (view(), DOWN * 2 + ENTER, "r"),
        (view(), DOWN * 3 + ENTER, "u"),
        (view(), DOWN * 4 + ENTER, "o"),
        (view(), UP + ENTER, "u"),
        (view(), UP * 2 + ENTER, "r"),
        (view(hides=False), DOWN * 3 + ENTER, "f"),
        (view(default="r"), ENTER, "r"),
        (view(default="r"), UP + ENTER, "o"),
        (view(pointed="u", default="r"), ENTER, "u"),
        (view(default="none"), ENTER, ""),
        (view(default="none"), DOWN + ENTER, "o"),
        (view(default="none"), UP + ENTER, "u"),
        (view(), "ru" + ENTER, "ru"),
        (view(), "ru" + DOWN + ENTER, "u"),
        (view(), "r" + DOWN * 2 + ENTER, "u"),
        (view(), "ro" + BACKSPACE * 2 + ENTER, ""),
        (view(default="o"), "ro" + BACKSPACE * 2 + ENTER, "o"),
        (view(), "zz" + ENTER, "zz"),
        (view(), "zz" + ESCAPE + ENTER, ""),
        (view(), "?" + ENTER, "?"),
        (view(), DOWN + "?" + ENTER, "? o"),
        (view(), DOWN * 2 + "?" + ENTER, "?"),
        (view(), "o 3" + ENTER, "o 3"),
        (MANY, ENTER, ""),
        (MANY, " " + ENTER, "o"),
        (MANY, DOWN + " " + DOWN + " " + ENTER, "o,r"),
        (MANY, " " + DOWN * 2 + " " + ENTER, "o,u"),
        (MANY, " " + " " + ENTER, "-"),
        (MANY, "ru " + ENTER, "u"),
        (MANY, "r " + ENTER, "r"),
        (MANY, "o u" + ENTER, "o,u"),
        (MANY, "o,u" + ENTER, "o,u"),
        (MANY, "o -" + ENTER, "-"),
        (MANY, "o ?" + ENTER, "? o"),
        (MANY, "o ? u" + ENTER, "? u"),
        (MANY, "  u" + ENTER, "u"),
        (replace(MANY, default="r, u", standing=True), ENTER, ""),
        (replace(MANY, default="r, u", standing=True), " " + ENTER, "r,u,o"),
        (replace(MANY, default="r, u", standing=True), DOWN * 2 + " " + ENTER, "u"),
        (replace(MANY, default="r, u"), DOWN + " " + ENTER, "o"),
        (FREE, ENTER, ""),
        (FREE, "12 5" + ENTER, "12 5"),
        (replace(FREE, stood="9"), "0" + ENTER, "0"),
        (replace(FREE, stood="9"), "12" + ENTER, "12"),
        (replace(FREE, stood="9"), RIGHT + "0" + ENTER, "90"),
        (replace(FREE, stood="95"), BACKSPACE + "0" + ENTER, "90"),
        (replace(FREE, stood="9"), ENTER, "9"),
    ],
)
def test_keys(asked: View, keys: str, taken: str) -> None:
    assert pressed(asked, keys) == taken


def test_escape_gives_up_and_before_it_clears_the_line() -> None:
    assert pressed(view(), ESCAPE) == "x"
    assert pressed(view(), "ru", ESCAPE, ESCAPE) == "x"


def test_nobody_answers_any_more() -> None:
    with pytest.raises(Stopped):
        pressed(view(), CTRL_D)
    with pytest.raises(KeyboardInterrupt):
        pressed(view(), "ru", CTRL_C)


def test_what_was_typed_stays_on_the_screen_and_what_was_chosen_is_told_by_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pressed(FREE, "12", ENTER)
    pressed(FREE, ENTER)
    pressed(replace(FREE, default=None), ENTER)
    pressed(view(), ENTER)
    assert capsys.readouterr().out == "How far? 12\nHow far? 9\nHow far?\n"


def test_what_is_answered_alone_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    menus = Menus()
    menus.handed_to = "a"
    with keyboard() as pipe:
        pipe.send_text("12" + ENTER)
        assert menus.show_and_read(FREE) == "12"
    assert capsys.readouterr().out == ""


def test_a_path_is_typed_or_was_typed_ahead(capsys: pytest.CaptureFixture[str]) -> None:
    menus = Menus()
    with keyboard() as pipe:
        pipe.send_text("armies/x.toml" + ENTER)
        assert menus.ask_path("Which file?", "a") == "armies/x.toml"
    menus.type_ahead(["y.toml"])
    assert menus.ask_path("Which file?") == "y.toml"
    with keyboard() as pipe, pytest.raises(Stopped):
        pipe.send_text(CTRL_D)
        menus.ask_path("Which file?")


# --- the screen ---


def rows(one: Menu) -> list[str]:
    return "".join(text for _, text in one._menu_text()).splitlines()


def heading(one: Menu) -> list[tuple[str, str]]:
    return [(style, text) for style, text, *_ in one._heading_text()]


def test_the_screen_as_it_is_drawn() -> None:
    assert rows(Menu(view())) == ["  o  open ground, no cover", "  r  rough ground, cover", "  u  ruin, cover"]
    pointed = Menu(view(default="o"))
    assert rows(pointed) == ["> o  open ground, no cover", "  r  rough ground, cover", "  u  ruin, cover"]
    assert rows(Menu(view(hides=False)))[2] == "  f  forest, [not possible now: it burns]"
    one = Menu(MANY)
    one.move(1)
    one.toggle_mark()
    assert rows(one) == ["> [1] o  open ground, no cover", "  [ ] r  rough ground, cover", "  [ ] u  ruin, cover"]
    one.move(-1)
    assert [row[0] for row in rows(one)] == [" ", " ", ">"]


def test_styles_of_rows() -> None:
    one = Menu(view(hides=False, pointed="r"))
    assert [style for style, text in one._row_fragments(1, 1, 0)] == ["", "", "class:token", "class:pointed"]
    assert [style for style, text in one._row_fragments(2, 1, 0)][-1] == "class:barred"
    assert [style for style, text in one._row_fragments(3, 1, 0)][-1] == ""
    assert one._row_fragments(1, 4, 0)[2][1] == "r     "


def test_a_token_that_is_its_own_label_is_said_once() -> None:
    answers = (Answer("4", "4"), Answer("none", "nobody", first="free"))
    assert rows(Menu(View("Which?", answers, ("4", "none")))) == ["  4     ", "  none  free  nobody"]


def test_what_is_too_long_ends_with_three_dots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    fits = Answer("a", "seventeen letters")  # and three before them, and the pointer, and a column to spare
    long = Answer("b", "seventeen letters, too")
    exact, cut = rows(Menu(View("Which?", (fits, long), ("a", "b"))))
    assert exact == "  a  seventeen letters"
    assert cut == "  b  seventeen lette..."
    assert len(cut) <= 23


def test_the_pointer_follows_what_is_typed() -> None:
    one = Menu(view())
    assert (one.pointed, one._cursor_point().y) == (-1, 0), "nothing is pointed at that nobody has chosen"
    one.buffer.text = "u"
    assert (one.rows, one.pointed, one._cursor_point().y) == ([3], 3, 0)
    one.buffer.text = ""
    assert (one.rows, one.pointed, one._cursor_point().y) == ([0, 1, 3], -1, 0)
    one.buffer.text = "zz"
    assert one.rows == [0, 1, 3], "nothing begins so: all are shown again"
    for word in ("?", "b", "x", "<", ".", "-", "*", " * "):
        one.buffer.text = word
        assert one.rows == [0, 1, 3], word


@pytest.mark.parametrize(
    ("asked", "typed", "prompt"),
    [
        (view(), "", "key: "),
        (view(), "u", "key: "),
        (view(), "zz", "nothing begins like that; press Backspace: "),
        (view(), "?zz", "key: "),
        (view(), "*", "key: "),
        (view(default="none"), "", "[Enter: none] key: "),
        (view(default="r"), "", "key: "),
        (MANY, "zz", "key: "),
        (replace(MANY, default="r"), "", "key: "),
        (view(typed=True), "zz", "key: "),
        (view(dice=True), "51 2", "key: "),
        (view(dice=True), "51x", "nothing begins like that; press Backspace: "),
        (FREE, "", "[Enter: 9] > "),
        (FREE, "zz", "[Enter: 9] > "),
        (replace(FREE, default=None), "", "> "),
        (replace(FREE, stood="9"), "", "> "),
    ],
)
def test_what_stands_before_the_line(asked: View, typed: str, prompt: str) -> None:
    one = Menu(asked)
    one.buffer.text = typed
    assert one._prompt_text() == prompt


def test_the_heading_tells_what_is_asked_and_what_else_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heading(Menu(view())) == [("class:ask", "What ground?"), ("class:hint", "")]
    assert heading(Menu(view(hint="1 not possible")))[1][1] == "  (1 not possible)"
    assert heading(Menu(replace(MANY, hint="unsaid")))[1][1] == "  (Space marks, Enter confirms)"
    monkeypatch.setenv("LINES", "7")
    assert heading(Menu(view()))[1][1] == ""
    monkeypatch.setenv("LINES", "6")
    assert heading(Menu(view()))[1][1] == "  (3 rows: arrows or letters show the rest)"
    assert heading(Menu(view(hint="so")))[1][1] == "  (so; 3 rows: arrows or letters show the rest)"
    monkeypatch.setenv("COLUMNS", "25")
    asked, hint = heading(Menu(view(text="At which enemy that a5-1 sees?")))
    assert (asked[1], hint[1]) == ("At which enemy that a5-1\nsees?  (3 rows: arrows\nor letters show the\nrest)", "")


def test_a_heading_has_at_least_twenty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "9")
    assert heading(Menu(view(text="At which enemy here?")))[0][1] == "At which enemy here?"
    assert heading(Menu(view(text="At which enemy there?")))[0][1] == "At which enemy\nthere?"


def test_the_first_word_narrows_and_of_several_the_last() -> None:
    assert filter_rows("ruin open", view()) == [3]
    assert filter_rows("ruin open", MANY) == [0]
    assert filter_rows("ruin, open,", MANY) == [0]
    assert filter_rows("  ", MANY) == filter_rows("", view()) == [0, 1, 2, 3]


def test_nothing_to_point_at() -> None:
    barred = (Answer("1", "one", barred="no"),)
    one = Menu(View("Which?", barred, ("1",)))
    assert (one.pointed, one.enter_result()) == (-1, "")
    one.move(1)
    assert one.pointed == 0
    one.toggle_mark()
    assert one.marked == [], "what is barred is not marked"
    empty = Menu(View("Which?", barred, ("1",), hides_barred=True))
    empty.move(1)
    empty.toggle_mark()
    assert (empty.pointed, empty.marked, empty.touched) == (-1, [], True)


# --- what is told beside a menu ---


def told(menus: Menus, capsys: pytest.CaptureFixture[str], text: str, asked: View) -> list[str]:
    menus.explain(text, asked)
    return capsys.readouterr().out.splitlines()


def test_texts_are_broken_between_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    Menus().tell("a well-known-and-long-one armies/td/green-horde.toml\n\nend\n")
    assert capsys.readouterr().out.splitlines() == [
        "a",
        "well-known-and-long-one",
        "armies/td/green-horde.toml",
        "",
        "end",
    ]
    Menus().tell("")
    assert capsys.readouterr().out == "\n"
    monkeypatch.setenv("COLUMNS", "5")
    Menus().tell("twenty columns, least")
    assert capsys.readouterr().out.splitlines() == ["twenty columns,", "least"]
    Menus().tell("twenty columns, so..")
    assert capsys.readouterr().out.splitlines() == ["twenty columns, so.."]


def test_what_has_room_is_told_at_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LINES", "12")
    menus = Menus()
    assert (menus.has_room(8), menus.has_room(9)) == (True, False)
    assert told(menus, capsys, "1\n2\n3\n4", view()) == ["1", "2", "3", "4"]


def test_what_has_none_comes_by_screens(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LINES", "12")
    asked: list[str] = []

    class Reading(Menus):
        def read(self, view: View) -> str:
            asked.append(view.text)
            return words.pop(0)

    words = ["", ""]
    lines = [str(n) for n in range(15)]
    assert told(Reading(), capsys, "\n".join(lines), view()) == lines
    assert asked == ["5 more lines: press Enter.", "Press Enter to go on."]
    words = ["x"]
    assert told(Reading(), capsys, "\n".join(lines), view()) == lines[:10]
    words = [""]
    assert told(Reading(), capsys, "\n".join(lines[:5]), view()) == lines[:5], "there is room for four beside the menu"
    assert asked[3:] == ["Press Enter to go on."]
    monkeypatch.setenv("LINES", "3")
    words = ["", ""]
    assert told(Reading(), capsys, "\n".join(lines[:7]), view()) == lines[:7], "of at least six lines"
    assert asked[4:] == ["1 more lines: press Enter.", "Press Enter to go on."]


def test_nobody_waits_who_has_typed_ahead(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LINES", "8")
    menus = Menus()
    menus.type_ahead(["word"])
    lines = [str(n) for n in range(30)]
    assert told(menus, capsys, "\n".join(lines), view()) == lines
    assert menus.drop_ahead() == ["word"]
    menus.clear()
    assert capsys.readouterr().out == "\x1b[H\x1b[2J\x1b[3J"
