"""One entry in the builder: its settings, the lists inside it, its note, copies, order and end."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.data import JsonMapping
from ...core.declare.kinds import Text
from ...core.lists.change import Drop, Insert, Note, Shift, value_at
from ...core.lists.draft import Draft
from ...core.lists.form import Setting, Shelf
from ...core.lists.problems import Where
from ...core.lists.shelves import copies_in, format_place, shelf_at
from ...core.play.question import NO_DEFAULT, Answer, Question
from ...prompts.asker import Asker, Back
from ...render.number_text import in_points
from . import builder_words as words
from .builder_add import add_entry
from .builder_settings import Settings


class EntryMenu:
    """An entry of a list at a place of the file: ``("units", 2)``."""

    def __init__(self, draft: Draft, asker: Asker, settings: Settings, place: Where) -> None:
        self._draft = draft
        self._asker = asker
        self._settings = settings
        self._place = place
        self._quick = asker.has_ahead  # whoever types ahead wants one thing done, and is back at the list

    def run(self) -> None:
        """One thing after the other, until whoever builds goes back or the entry is gone."""
        while self._prompt_once() and (not self._quick or self._asker.has_ahead):
            pass

    @property
    def _entry(self) -> JsonMapping:
        found: JsonMapping = value_at(self._draft.data, self._place, {})
        return found

    @property
    def _at(self) -> int:
        return int(self._place[-1])

    def _prompt_once(self) -> bool:
        """One choice; whether the entry stays open."""
        shelf = shelf_at(self._draft.now.form, self._draft.data, self._place[:-1])
        if shelf is None or not isinstance(value_at(self._draft.data, self._place), Mapping):
            return False
        answers = [*self._setting_rows(shelf), *self._command_rows(shelf)]
        question = Question("", self._menu_title(shelf), answers=tuple(answers), default="back")
        chosen = self._asker.ask(question, lambda: self._entry_help(shelf))
        if isinstance(chosen, Setting):
            self._settings.ask_and_write(chosen, self._place)
        elif isinstance(chosen, Shelf):
            self._open_inner_list(chosen)
        else:
            return self._run_command(chosen, shelf)
        return True

    def _menu_title(self, shelf: Shelf) -> str:
        if row := words.entry_row("", "", self._place, self._draft.now):
            told = ", ".join(part for part in (row.first, row.detail) if part)
            return f"{row.label}: {told}" if told else row.label
        wrong = ", NOT LEGAL" if words.is_wrong(self._draft.now.report, self._place) else ""
        number = format_place(self._draft.now.form, self._draft.data, self._place)
        return f"{shelf.one} {number}: {self._entry_name(shelf, self._entry)}{wrong}"

    def _entry_help(self, shelf: Shelf) -> str:
        return words.all_about(self._draft.now, shelf, self._place)

    def _setting_rows(self, shelf: Shelf) -> list[Answer]:
        """The settings and the lists inside, by their keys: a number is always an entry."""
        rows = self._settings.setting_rows(shelf.settings(self._entry), self._place)
        for inner in shelf.inside(self._entry):
            held = value_at(self._entry, inner.place, ())
            rows.append(Answer(inner, inner.title, str(inner.place[-1]), f"{copies_in(held)}"))
        return rows

    def _command_rows(self, shelf: Shelf) -> list[Answer]:
        """What else can be done; not beside the last row, which Enter takes, what a slip of the finger would undo."""
        last = len(value_at(self._draft.data, self._place[:-1], ())) - 1
        found = [Answer("remove", "remove", "del")]
        found += [Answer("up", "move up", "up")] if self._at else []
        found += [Answer("down", "move down", "down")] if self._at < last else []
        found.append(Answer("copy", f"another {shelf.one} like it", "y"))
        found.append(Answer("note", "note", "t", self._note_now()))
        return [*found, Answer("back", "back to the list", "b")]

    def _note_now(self) -> str:
        return words.note_of(self._draft.now, self._place)

    def _run_command(self, name: str, shelf: Shelf) -> bool:
        """Do it; whether the entry stays open."""
        title = self._entry_name(shelf, self._entry)
        match name:
            case "note":
                self._write_note(title)
            case "copy":
                self._copy_entry(shelf, title)
            case "up" | "down":
                to = self._at - 1 if name == "up" else self._at + 1
                self._draft.change(f"{title} moved {name}", Shift(self._place, to))
                self._place = (*self._place[:-1], to)
                self._asker.tell(f"Moved {name}: {title} is {shelf.one} {to + 1} now.")
            case "remove":
                change = Drop(self._place)
                tried = self._draft.try_out(change)
                self._draft.change(f"{title} removed", change)
                cost = words.cost_with_marks(tried, self._draft.now.report.budget)
                self._asker.tell(f"{words.sentence_with_note(f'Removed: {title}', cost)}. u to undo.")
                return False
            case _:
                return False
        return True

    def _copy_entry(self, shelf: Shelf, title: str) -> None:
        listed = self._place[:-1]
        unnamed = {key: value for key, value in self._entry.items() if key != "name"}  # a name is of one alone
        copy = shelf.fresh(unnamed, value_at(self._draft.data, listed, ()))
        change = Insert((*listed, self._at + 1), dict(copy))
        tried = self._draft.try_out(change)
        self._draft.change(f"a copy of {title}", change)
        cost = words.cost_with_marks(tried, self._draft.now.report.budget)
        self._asker.tell(words.sentence_with_note(f"Copied: {title} is now below it, too", cost))

    def _write_note(self, title: str) -> None:
        now = self._note_now()
        question = Question("note", "Note (- removes it):", Text(), default=now or NO_DEFAULT, standing=bool(now))
        if self._asker.has_ahead:
            self._asker.type_ahead([" ".join(self._asker.drop_ahead())])  # a note has several words
        text = str(self._asker.ask(question))
        away = text.strip() == "-"
        self._draft.change(f"the note of {title}", Note(self._place, "" if away else text))
        self._asker.tell("Note removed." if away else "Noted.")

    def _open_inner_list(self, shelf: Shelf) -> None:
        """A list inside the entry: open one of its entries, or add one."""
        held = value_at(self._entry, shelf.place, ())
        place = (*self._place, *shelf.place)
        answers = [self._row_inside(shelf, (*place, at), one) for at, one in enumerate(held)]
        chosen = self._asker.choose(f"{shelf.title}:", [*answers, Answer("add", f"add a {shelf.one}", "a")], "add")
        if chosen == "add":
            add_entry(self._draft, self._asker, shelf, self._place)
            return
        try:
            EntryMenu(self._draft, self._asker, self._settings, (*self._place, *shelf.place, chosen)).run()
        except Back:
            return

    def _row_inside(self, shelf: Shelf, place: Where, entry: JsonMapping) -> Answer:
        """An entry of a list inside: how many, what it costs, and what its system says of it."""
        saved = -self._draft.try_out(Drop(place)).cost
        help_text = words.all_about(self._draft.now, shelf, place)
        points = in_points(saved) if saved else ""
        told = shelf.detail(entry)
        return Answer(
            place[-1], self._entry_name(shelf, entry), str(int(place[-1]) + 1), told, help=help_text, first=points
        )

    def _entry_name(self, shelf: Shelf, entry: JsonMapping) -> str:
        title, count = shelf.title_of(entry), entry.get("count", 1)
        return f"{count} x {title}" if count != 1 else title
