"""Questions as numbered plain lines: for screen readers, pipes, tests, and whoever likes it plain."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import replace
from io import UnsupportedOperation
from typing import TextIO

from ..render.folded import fold_text
from ..render.safe import clean, one_line
from .asker import CLEARED, Asker, Stopped
from .match import details_of
from .screen import View, label_beside

MANY = 12  # answers that are not said again in one line
LONG = 300  # characters of answers said again; of longer ones, only what to type


class Lines(Asker):
    """Asks on a pair of text streams, one line a question and one a possible answer."""

    scrolls = True

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        super().__init__()
        self._source = source or sys.stdin
        self._sink = sink or sys.stdout
        if hasattr(self._source, "reconfigure"):
            with suppress(UnsupportedOperation):  # it has been read from, by another asker that did this
                self._source.reconfigure(errors="replace")  # bytes that are no text are a wrong answer, not a crash

    def echo_answer(self, text: str, word: str, words: str) -> None:
        """What was typed stands beside its question; only what it stands for is said."""
        if word and words and not words.startswith(word):
            self.tell(f"  {words}")

    def tell(self, text: str) -> None:
        print(fold_text(clean(text), self._sink), file=self._sink, flush=True)

    def clear(self) -> bool:
        is_screen = self._sink.isatty()
        if is_screen:
            print(CLEARED, end="", file=self._sink, flush=True)
        return is_screen

    def show_and_read(self, view: View) -> str:
        stood = view.stood if self._is_terminal() and one_line(view.stood) == view.stood else ""
        *rows, prompt = rows_of(replace(view, default=None) if stood else view)
        *above, last = fold_text(prompt, self._sink).split("\n")
        rows, prompt = [*rows, *above], f"{last.rstrip()} "
        for line in rows:
            self.tell(line)
        return self._read_line(prompt, stood)

    def _is_terminal(self) -> bool:
        return self._source is sys.stdin and self._source.isatty() and self._sink is sys.stdout

    def _read_line(self, prompt: str, stood: str = "") -> str:
        if self._is_terminal():
            try:
                return edit_line(prompt, stood) if stood else input(prompt)
            except EOFError:
                self.tell("")
                raise Stopped from None
        print(prompt, end="", file=self._sink, flush=True)
        line = self._source.readline()
        self.tell("" if self.handed_to else line.rstrip("\n"))  # what came through a pipe stands beside its question
        if not line:
            raise Stopped
        return line


def edit_line(prompt: str, stood: str) -> str:
    """A line typed on a terminal, on which `stood` stands already; where lines cannot be edited, Enter keeps it."""
    try:
        import readline
    except ImportError:
        return input(f"{prompt}[Enter: {stood}] ") or stood
    readline.set_auto_history(False)  # what somebody typed is nothing for whoever types next
    readline.set_startup_hook(lambda: readline.insert_text(stood))
    try:
        return input(prompt)
    finally:
        readline.set_startup_hook()


def rows_of(view: View) -> list[str]:
    """The question, its answers with what to type for each, and the prompt; all on one line if there is no list."""
    hint = f" ({view.hint})" if view.hint and not (view.brief and view.answers) else ""
    question = f"{view.text}{hint}"
    if view.bar:
        return [f"{view.text} {'; '.join(view.bar)}", f"{_enter_hint(view)}> "]
    if not view.answers:
        return [f"{one_line(question)} {_enter_hint(view)}> "]
    if view.brief and len(view.answers) > MANY:
        return [f"{one_line(question)} {_enter_hint(view)}> "]
    if view.brief:
        again = "; ".join(_answer_lines(view, " "))
        return [
            f"{question} {again if len(again) <= LONG else ', '.join(_shown_tokens(view))}",
            f"{_enter_hint(view)}> ",
        ]
    wide = max(map(len, view.tokens)) + 2
    return [question, *(f"  {row}" for row in _answer_lines(view, " " * wide)), f"{_enter_hint(view)}> "]


def _shown_tokens(view: View) -> list[str]:
    """What may be typed, without what is not shown."""
    shown = zip(view.tokens, view.answers, strict=True)
    return [token for token, answer in shown if not (answer.barred and view.hides_barred)]


def _answer_lines(view: View, gap: str) -> list[str]:
    """Every answer: what to type, then, after at least a gap's width, what it means."""
    rows = []
    for token, answer in zip(view.tokens, view.answers, strict=True):
        if answer.barred and view.hides_barred:
            continue
        label = label_beside(token, answer)
        told = label if view.brief else ", ".join(part for part in (label, details_of(answer)) if part)
        barred = f" [not possible now: {answer.barred}]" if answer.barred else ""
        rows.append(
            f"{token:<{len(gap)}}{told}{barred}".rstrip() if len(gap) > 1 else f"{token} {told}{barred}".rstrip()
        )
    return rows


def _enter_hint(view: View) -> str:
    return "" if view.default is None else f"[Enter: {one_line(view.default)}] "
