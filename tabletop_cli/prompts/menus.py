"""Questions as menus on a terminal. Arrow keys point, but everything can be typed: the same words as in `lines`.

Typing narrows the list; Enter takes what is pointed at, or what was typed. With several to choose, space marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import wrap

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.data_structures import Point
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import BufferControl, ConditionalContainer, Dimension, FormattedTextControl, HSplit, Layout
from prompt_toolkit.layout.containers import ScrollOffsets, Window
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.styles import Style

from ..core.play.question import Answer
from ..render.safe import one_line
from .asker import BACK, CANCEL, CLEARED, MORE, Asker, Stopped
from .bound import ENTER
from .match import likely_of
from .screen import View, address_question, bar_lines, filter_rows, label_beside
from .wrapping import TYPING, cut_words, fit_line, wrap_text, wrap_words

STYLE = Style.from_dict({"ask": "bold", "pointed": "reverse", "token": "bold", "barred": "italic", "hint": ""})
AROUND = 4  # lines of a menu beside its rows: question, prompt, and an empty one each
FEWEST = 5  # rows of a menu that leave the screen for no message
PAGE = 20  # lines of a long text that are shown at once
_WORDS_ALONE = ("?", "b", "x", "<", ".", "-", "*")  # typed with these, nothing is narrowed


class Menus(Asker):
    """Asks on a terminal with a list to point at and a line to type on."""

    _told = 0  # lines that were told last
    _kept = 0  # of them, those that must stay in sight above the next menu

    def tell(self, text: str) -> None:
        lines = wrap_text(text)
        for line in lines:
            print(line, flush=True)  # noqa: T201 - a prompt speaks on the terminal
        self._told = len(lines)

    def say_wrong(self, message: str) -> None:
        super().say_wrong(message)
        self._kept = self._told

    def has_room(self, lines: int) -> bool:
        return lines + AROUND <= get_terminal_size().lines

    def explain(self, text: str, view: View) -> None:
        """A screenful at a time, where a menu below would push it off the screen."""
        lines, height = wrap_text(text), max(8, get_terminal_size().lines)
        if self.has_ahead or self.has_room(len(lines) + len(view.answers)):
            self.tell(text)
            return
        if self._turn_pages(lines, height - 2):
            self._reads_on("Press Enter to go on.")

    def show_pages(self, text: str) -> None:
        """A screenful at a time, none of more than `PAGE` lines."""
        lines = text.rstrip().splitlines()
        room = min(PAGE, max(8, get_terminal_size().lines) - AROUND)
        self._turn_pages(lines, len(lines) if self.has_ahead else room)

    def _turn_pages(self, lines: Sequence[str], page: int) -> bool:
        """Put some lines on the screen page by page; whether somebody wanted to see all of them."""
        for at in range(0, len(lines), page):
            print("\n".join(lines[at : at + page]), flush=True)  # noqa: T201 - a prompt speaks on the terminal
            rest = len(lines) - at - page
            if rest > 0 and not self._reads_on(f"{rest} more lines: press Enter."):
                return False
        return True

    def _reads_on(self, text: str) -> bool:
        """Whether somebody wants to go on reading."""
        return self.read(View(text)) not in (*CANCEL, *BACK)

    def clear(self) -> bool:
        print(CLEARED, end="", flush=True)  # noqa: T201 - a prompt speaks on the terminal
        return True

    def show_and_read(self, view: View) -> str:
        kept, self._kept = self._kept, 0
        text = Menu(view, kept, at_table=self.at_table).run()
        if not view.answers and not self.handed_to:
            self.tell(f"{view.text} {text or view.default or ''}".rstrip())
        return text

    def ask_path(self, text: str, side: str = "") -> str:
        """The path of a file, completed with Tab."""
        import questionary

        if self.has_ahead:
            return super().ask_path(text, side)
        try:
            return str(questionary.path(address_question(side, text), qmark="").unsafe_ask())
        except EOFError:
            raise Stopped from None


def _first_of(answer: Answer) -> str:
    """What people compare of an answer: what it says itself, and the likeliest of what it leads to."""
    return ", ".join(filter(None, (one_line(answer.first), one_line(likely_of(answer)))))


class Menu:
    """One question on the screen: its rows, what is typed so far, which row is pointed at, which are marked."""

    def __init__(self, view: View, kept: int = 0, *, at_table: bool = True) -> None:
        """`kept` lines above stay in sight, as far as some rows have room; see `Asker.at_table`."""
        self.at_table = at_table
        self.view = view
        self.kept = kept
        self.everything = [at for at, answer in enumerate(view.answers) if not answer.barred or not view.hides_barred]
        self.listed = not view.bar  # whether the rows are in sight
        self.answers = view.answers  # with the words that fit what is marked
        self.rows = list(self.everything)
        self.marked = self._standing_rows()
        self.touched = False  # whether the marks are somebody's own
        self.pointed = self._first_row()
        stood = Document(view.stood)
        self.untouched = bool(view.stood)  # the text that stands there: the first letter typed takes its place
        self.buffer = Buffer(
            document=stood, multiline=False, on_text_changed=self._narrow_rows, on_cursor_position_changed=self._touch
        )

    def run(self) -> str:
        """What was chosen, as it would be typed. Errors: `Stopped` for Ctrl-D, KeyboardInterrupt for Ctrl-C."""
        application: Application[str | None] = Application(
            layout=Layout(self._build_layout()), key_bindings=self._key_bindings(), style=STYLE, erase_when_done=True
        )
        chosen = application.run()
        if chosen is None:
            raise Stopped
        return chosen

    # --- what is chosen ---

    def _first_row(self) -> int:
        """The row that Enter takes at first: the default; without one -1, or away from the table the first."""
        view = self.view
        first = view.pointed if view.pointed in view.tokens else view.default
        if first in view.tokens:
            return view.tokens.index(first)
        free = [at for at in self.rows if not view.answers[at].barred]
        return free[0] if free and first is None and not (view.many or self.at_table) else -1

    def _standing_rows(self) -> list[int]:
        """The rows that are marked before anybody does anything: what stands already."""
        held = (self.view.default or "").split(", ") if self.view.many and self.view.standing else []
        return [at for at, token in enumerate(self.view.tokens) if token in held]

    def _narrow_rows(self, _: Buffer) -> None:
        text = self.buffer.text
        everything = list(self.everything)
        alone = text.strip() in ("", *_WORDS_ALONE)
        self.rows = everything if alone else (filter_rows(text, self.view) or everything)
        if not text.strip():
            self.pointed = self._first_row()
        elif not alone and self.rows and self.pointed not in self.rows:
            self.pointed = self.rows[0]

    def _touch(self, _: Buffer) -> None:
        self.untouched = False

    def enter_result(self) -> str:
        """What Enter gives: the marked rows and the words typed; else the row pointed at; else the default."""
        view, text = self.view, self.buffer.text.strip()
        text = "" if text == ENTER else text
        marked = ",".join(view.tokens[at] for at in self.marked) if self.touched else ""
        if text == "?" and self.pointed >= 0 and view.answers[self.pointed].help:
            return f"? {view.tokens[self.pointed]}"
        if text and marked and text not in _WORDS_ALONE and not text.startswith("?"):
            return f"{marked},{text}"
        if text or not view.answers:
            return text
        if self.touched:
            return marked or "-"
        if view.many or self.pointed < 0:
            return ""
        return view.tokens[self.pointed]

    def move(self, by: int) -> None:
        """Point at another row; a text half typed gives way."""
        if not self.rows:
            return
        at = self.rows.index(self.pointed) + by if self.pointed in self.rows else (0 if by > 0 else -1)
        pointed = self.rows[at % len(self.rows)]
        if not self.listed:
            pointed, self.listed = self.pointed if self.pointed in self.rows else pointed, True
        self.buffer.reset()
        self.rows = list(self.everything)
        self.pointed = pointed

    def _list_rare(self) -> None:
        """Show the rows that the bar leaves out, and point at the first of them."""
        self.listed = True
        self.rows = [at for at, token in enumerate(self.view.tokens) if token in self.view.rare]
        self.pointed = self.rows[0]

    def _close_list(self) -> None:
        """Show the bar alone again, and point where Enter goes."""
        self.listed = False
        self.rows = list(self.everything)
        self.pointed = self._first_row()

    def toggle_mark(self) -> None:
        """Mark the row pointed at, the first where none is, or take the mark away."""
        if self.pointed < 0 and self.rows:
            self.pointed = self.rows[0]
        self.touched = True
        if self.pointed in self.marked:
            self.marked.remove(self.pointed)
        elif self.pointed >= 0 and not self.view.answers[self.pointed].barred:
            self.marked.append(self.pointed)
        if self.view.marked is not None:
            self.answers = tuple(self.view.marked([self.view.answers[at] for at in self.marked]))

    # --- the screen ---

    def _build_layout(self) -> HSplit:
        rows = Window(
            FormattedTextControl(self._menu_text, get_cursor_position=self._cursor_point, show_cursor=False),
            height=lambda: Dimension(max=self._rows_room()),
            dont_extend_height=True,
            scroll_offsets=ScrollOffsets(bottom=self._lines_below),
        )
        line = BufferControl(self.buffer, input_processors=[BeforeInput(self._prompt_text, style="class:ask")])
        return HSplit(
            [
                Window(
                    FormattedTextControl(self._heading_text), Dimension(min=1), dont_extend_height=True, wrap_lines=True
                ),
                ConditionalContainer(rows, filter=Condition(lambda: bool(self.view.answers) and self.listed)),
                Window(line, height=1, dont_extend_height=True),
            ]
        )

    def _rows_room(self) -> int:
        """Lines for rows: the screen has the question and the prompt too."""
        above = sum(text.count("\n") for _, text, *_ in self._bar_text()) if self.view.bar else 0
        whole = max(1, get_terminal_size().lines - AROUND - above)
        return max(whole - self.kept, min(FEWEST, whole))

    def _bar_text(self) -> StyleAndTextTuples:
        """What stands above the prompt's line instead of a list: the table, and the keys that may be pressed."""
        width = max(20, get_terminal_size().columns - 1)
        first, *others = [part for line in self.view.above for part in fit_line(line, width)] or [""]
        below = [*others, *bar_lines(self.view.bar, width)]
        return [("class:ask", first), ("", "".join(f"\n{line}" for line in below))]

    def _heading_text(self) -> StyleAndTextTuples:
        if self.view.bar:
            return self._bar_text()
        more = len(self.rows) > self._rows_room()
        how = "Space marks, Enter confirms" if self.view.many else self.view.hint
        how = f"{how}; arrows or Backspace edit the text" if self.view.stood else how
        hints = [how, f"{len(self.rows)} rows: arrows or letters show the rest" if more else ""]
        hint = f"  ({one_line('; '.join(filter(None, hints)))})" if any(hints) else ""
        asked = one_line(self.view.text)
        lines = wrap(asked + hint, max(20, get_terminal_size().columns - 1))
        whole = "\n".join(lines)
        cut = len(asked) if whole.startswith(asked) else len(whole)
        return [("class:ask", whole[:cut]), ("class:hint", whole[cut:])]

    def _prompt_text(self) -> str:
        enter = self.view.default
        marker = "> " if self.view.bar else "key: " if self.view.answers else "> "
        if self._is_strange():
            return "nothing begins like that; press Backspace: "
        told = enter is not None and (self.pointed < 0 or not self.listed) and not self.view.stood
        marker = f"{one_line(self.view.text)} {marker}" if self.view.bar and not told else marker
        room = get_terminal_size().columns - len(f"[Enter: ] {marker}") - TYPING
        asked = f"{one_line(self.view.text)} " if self.view.bar else ""
        return f"{asked}[Enter: {cut_words([one_line(enter or '')], room)}] {marker}" if told else marker

    def _is_strange(self) -> bool:
        """Whether what is typed is the beginning of no row."""
        text = self.buffer.text.strip()
        known = text in _WORDS_ALONE or text.startswith("?") or self.view.many or self.view.typed or not self.listed
        known = known or (self.view.dice and text.replace(" ", "").isdecimal())
        return bool(self.view.answers and text and not known and not filter_rows(text, self.view))

    def _cursor_point(self) -> Point:
        """The first line of the row pointed at; the rows before it have one each."""
        return Point(0, self.rows.index(self.pointed) if self.pointed in self.rows else 0)

    def _lines_below(self) -> int:
        """How many further lines the row pointed at has, which must be in sight, too."""
        lines = sum(text.count("\n") for _, text, *_ in self._menu_text()) + 1
        return min(lines - len(self.rows), self._rows_room() - 1) if self.rows else 0

    def _menu_text(self) -> StyleAndTextTuples:
        fragments: StyleAndTextTuples = []
        wide = max((len(self.view.tokens[at]) for at in self.rows), default=0)
        firsts = max((len(_first_of(self.answers[at])) for at in self.rows), default=0)
        for at in self.rows:
            fragments += [*self._row_fragments(at, wide, firsts), ("", "\n")]
        return fragments[:-1]

    def _row_fragments(self, at: int, wide: int, firsts: int) -> StyleAndTextTuples:
        """A row; what people compare has a column, before the names, which are cut where there is no room.

        The row pointed at is told in full, on as many lines as that takes; of the others three dots stand for what does
        not fit.
        """
        answer, token = self.answers[at], self.view.tokens[at]
        pointed = at == self.pointed
        mark = f"[{self.marked.index(at) + 1 if at in self.marked else ' '}] " if self.view.many else ""
        words = [one_line(word) for word in (label_beside(token, answer), answer.detail) if word]
        if answer.barred:
            words.append(f"[not possible now: {one_line(answer.barred)}]")
        style = "class:barred" if answer.barred else "class:pointed" if pointed else ""
        head = f"{one_line(token):<{wide}}  "
        first = f"{compared:<{firsts}}  " if (compared := _first_of(answer)) else ""
        before = len("> ") + len(mark) + len(head) + len(first)
        row = [("", "> " if pointed else "  "), ("", mark), ("class:token", head)]
        if not pointed:
            return [*row, (style, first + cut_words(words, get_terminal_size().columns - 1 - before))]
        (told, *more), indent = wrap_words(words, before)
        further = [part for line in more for part in (("", f"\n{indent}"), (style, line))]
        return [*row, (style, first + told), *further]

    # --- the keys ---

    def _key_bindings(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("enter")
        def _(event: KeyPressEvent) -> None:
            event.app.exit(result=self.enter_result())

        @keys.add("c-c")
        def _(event: KeyPressEvent) -> None:
            event.app.exit(exception=KeyboardInterrupt())

        @keys.add("c-d")
        def _(event: KeyPressEvent) -> None:
            event.app.exit(result=None)

        @keys.add("escape", eager=True)  # no waiting for what else might follow
        def _(event: KeyPressEvent) -> None:
            if self.buffer.text:
                self.buffer.reset()
                self._narrow_rows(self.buffer)
            elif self.view.bar:
                self._close_list()
            else:
                event.app.exit(result="x")

        @keys.add("up")
        def _(event: KeyPressEvent) -> None:
            self.move(-1)

        @keys.add("down")
        def _(event: KeyPressEvent) -> None:
            self.move(1)

        @keys.add(Keys.Any, filter=Condition(lambda: self.untouched))
        def _(event: KeyPressEvent) -> None:
            self.untouched = False
            self.buffer.document = Document(event.data)

        @keys.add("end", filter=Condition(lambda: self.untouched))
        @keys.add("right", filter=Condition(lambda: self.untouched))
        def _(event: KeyPressEvent) -> None:
            self.untouched = False  # the cursor is at the end already

        @keys.add(MORE, filter=Condition(lambda: bool(self.view.rare) and not self.buffer.text))
        def _(event: KeyPressEvent) -> None:
            self._list_rare()

        @keys.add(" ")
        def _(event: KeyPressEvent) -> None:
            self._press_space()

        return keys

    def _press_space(self) -> None:
        """Space marks among several; elsewhere it is a letter."""
        if not self.view.many or (self.buffer.text and len(self.rows) != 1):
            self.buffer.insert_text(" ")
            return
        if self.buffer.text:
            self.pointed = self.rows[0]
            self.buffer.reset()
            self.rows = list(self.everything)
        self.toggle_mark()
