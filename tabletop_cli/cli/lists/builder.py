"""The army builder: one loop over what may be written into a list. It warns and never blocks; every step is saved.

It knows no game: what there is to choose comes from the system's `Form`, what a choice costs and breaks is tried with
the system's own checks (`Draft.try_out`), and how an entry looks comes from the system's `Sheet`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from ...core.data import Shaped
from ...core.declare.kinds import Text
from ...core.errors import TabletopError
from ...core.lists.change import Note, value_at
from ...core.lists.draft import Changed, Draft
from ...core.lists.form import Shelf, Ware
from ...core.lists.problems import SUMS, Where
from ...core.page import Block, Page, Para
from ...core.play.question import Answer, Question
from ...core.shell import quote
from ...prompts.asker import Asker, Back, Cancelled, Stopped
from ...prompts.match import find_answers
from ...prompts.screen import View
from ..lookup.search import look_up
from ..session import Session
from . import builder_words as words
from .builder_add import add_entry
from .builder_entry import EntryMenu
from .builder_file import look_at_file, undo_step, wait_until_readable
from .builder_hints import problem_blocks
from .builder_house import choose_house_rule
from .builder_settings import Settings

MOST_TOLD = 3  # things to take that one question tells about


class Done(Exception):
    """Whoever builds has finished for now."""


class Builder:
    """An army that is being built, who builds it (`asker`), and what they see (`session`)."""

    def __init__(self, draft: Draft, asker: Asker, session: Session) -> None:
        self._draft = draft
        self._asker = asker
        self._session = session
        self._settings = Settings(draft, asker)
        draft.tell = asker.tell
        self._told: str | None = None  # the text whose headline stands on the screen
        self._warned: set[tuple[str, str]] = set()  # warnings by code and hint, which hold no numbers of entries

    def run(self) -> None:
        """Build until somebody leaves. KeyboardInterrupt goes through: everything is saved."""
        self._asker.tell(f"{self._draft.path} is saved at every step. In the menu: ? for help, u to undo, q to quit.")
        try:
            while True:
                self._prompt_once()
        except (Done, Stopped):
            pass
        finally:
            self._warned.clear()
            self._asker.tell("")
            self._show_state()
            self._farewell()

    def _farewell(self) -> None:
        path = self._draft.path
        try:
            look_at_file(self._draft, self._asker)
        except TabletopError as wrong:
            self.show([Para(f"NOT SAVED: {wrong.message}", "bad"), Para(self._draft.now.file.text)])
            return
        self._asker.tell(f"Saved: {path}. To see it: tabletop roster {quote(str(path))}")

    def show(self, blocks: list[Block]) -> None:
        if blocks:
            self._session.show(Page("", tuple(blocks)))

    # --- one turn ---

    def _prompt_once(self) -> None:
        """One choice at the main prompt, and what follows from it. Errors: `Done`, `Stopped`."""
        if not wait_until_readable(self._draft, self._asker):
            raise Done
        first = self._told is None
        anew = self._draft.now.file.text != self._told
        if anew:
            self._told = self._draft.now.file.text
            self._asker.tell("")
            self._show_state()
        rows, also, hint = self._entry_rows(), [*self._command_rows(), Answer("help", "help", "?")], ""
        said = self._asker.scrolls or (anew and self._asker.has_room(len(rows) + len(also)))
        sums = "" if said else words.totals_text(self._draft.now.report)
        text = f"{sums}. What next?" if sums else "What next?"
        if first or not self._asker.scrolls:
            rows, also = [*rows, *also[:-1]], also[-1:]
        else:
            hint = "  ".join(f"{one.key} {one.label.partition(':')[0]}" for one in also)
        due = "add" if self._something_left() else "done"
        top = [Answer("top", "top", "b"), Answer("top", "top", "x")]
        one = self._draft.now.form.shelves[0].one if self._draft.now.form.shelves else "row"
        chosen = self._asker.ask_command(text, rows, also=[*also, *top], default=due, hint=hint, counted=one)
        self._run_guarded(lambda: self._follow_choice(chosen.value, chosen.rest))

    def _show_state(self) -> None:
        """Sums and problems as they are now; a warning is told once, one about the sums not at all: they say it.

        Above a menu name and sums stand last, where many problems do not push them off the screen.
        """
        now = self._draft.now
        told = self._warned
        warned = [one for one in now.report.problems if one.is_error or one.where not in SUMS]
        problems = [one for one in warned if one.is_error or (one.code, one.hint) not in told]
        self._warned = told | {(one.code, one.hint) for one in problems}
        head, wrong = Para(words.headline_text(now)), problem_blocks(now, problems)
        self.show([head, *wrong] if self._asker.scrolls else [*wrong, head])

    def _something_left(self) -> bool:
        report = self._draft.now.report
        shelves = self._draft.now.form.shelves
        if not shelves or not self._entry_rows():
            return bool(shelves)
        if report.points is None:  # nobody knows when such a list is full: when nothing is wrong with it
            return not report.legal
        return report.budget is None or report.points < report.budget

    def _run_guarded(self, act: Callable[[], None]) -> None:
        """Do something that may not work; then say why and go on: nothing has changed."""
        before = self._draft.now.file.text
        try:
            act()
        except Changed as wrong:
            self._asker.drop_ahead()
            self._asker.forget_listed()
            self.show([Para(f"{wrong.message[0].upper()}{wrong.message[1:]}. This is what it says now.", "bad")])
        except TabletopError as wrong:
            self._asker.drop_ahead()
            self.show([Para(f"Not possible: {wrong.message.rstrip('.')}. {wrong.hint}".strip(), "bad")])
        except (Cancelled, Back):
            same = self._draft.now.file.text == before
            self._asker.tell("Cancelled; nothing has changed." if same else "Back at the list; your changes are saved.")
        self._asker.say_unused()

    def _entry_rows(self) -> list[Answer]:
        """The entries of the army's lists, numbered."""
        now = self._draft.now
        answers = []
        for shelf in now.form.shelves[:1]:
            for card in now.sheet.cards:
                row = words.entry_row(card.place, "", card.place, now) if card.place[:-1] == shelf.place else None
                answers += [row] if row else []
        return answers

    def _command_rows(self) -> list[Answer]:
        now, (undo, redo) = self._draft.now, self._draft.steps
        shelves = now.form.shelves
        found = [Answer("add", f"add a {shelves[0].one}", "a")] if shelves else []
        for shelf in shelves[1:]:
            held = value_at(now.data, shelf.place, ())
            found.append(Answer(shelf, f"{shelf.title.lower()} ({len(held)})", str(shelf.place[-1])))
        settings = ", ".join(one.title.lower() for one in now.form.settings)
        found.append(Answer("army", f"the army itself: {settings}", "e"))
        suggest = "suggest: how to spend what is left" if now.report.legal else "suggest: repairs"
        found += [
            *([Answer("suggest", suggest, "s")] if now.report.points is not None or not now.report.legal else []),
            Answer("house", "house rules", "h"),
            Answer("note", "a note about the army", "t"),
            Answer("roster", "show the roster", "p"),
            *([Answer("can", "what the list can do", "c")] if now.system.muster.arsenal_from else []),
            Answer("look", "look up a rule", "l"),
        ]
        found += [Answer("undo", "undo", "u")] if undo else []
        found += [Answer("redo", "redo", "r")] if redo else []
        return [*found, Answer("done", "quit; everything is saved", "q")]

    def _follow_choice(self, chosen: Shaped, rest: str) -> None:
        """Do what was chosen from the list that was shown. Errors: `Changed` where the file says another one now."""
        if chosen != "done":
            self._draft.require_seen()
        if chosen == "look":
            self._look_up(rest)
            return
        self._asker.type_ahead(rest.split())
        if isinstance(chosen, tuple):
            EntryMenu(self._draft, self._asker, self._settings, chosen).run()
        elif isinstance(chosen, Shelf):
            self._open_shelf(chosen)
        else:
            self._run_command(chosen, rest)

    def _run_command(self, name: str, rest: str) -> None:
        match name:
            case "add":
                add_entry(self._draft, self._asker, self._draft.now.form.shelves[0], ())
            case "army":
                self._settings.choose("What about the army?", lambda: self._draft.now.form.settings, ())
            case "suggest":
                self._suggest()
            case "house":
                choose_house_rule(self._draft, self._asker)
            case "note":
                self._write_note(rest)
            case "roster":
                self._show_roster()
            case "can":
                self._show_prospects()
            case "undo":
                self._asker.tell(undo_step(self._draft, self._asker))
            case "redo":
                self._asker.tell(f"Redone: {self._draft.redo()}")
            case "done":
                raise Done
            case "top":
                self._asker.tell("You are at the top of the list; q to quit.")
            case "help" if rest:
                self._asker.drop_ahead()
                self._tell_about(rest)
            case _:
                self._show_help()

    def _open_shelf(self, shelf: Shelf) -> None:
        """Another list of the army: its entries, and what can be added to it."""
        held = value_at(self._draft.data, shelf.place, ())
        answers = [
            Answer(
                at, shelf.title_of(entry), str(at + 1), help=words.all_about(self._draft.now, shelf, (*shelf.place, at))
            )
            for at, entry in enumerate(held)
        ]
        chosen = self._asker.choose(shelf.title, [*answers, Answer("add", f"add a {shelf.one}", "a")], "add")
        if chosen == "add":
            add_entry(self._draft, self._asker, shelf, ())
        else:
            EntryMenu(self._draft, self._asker, self._settings, (*shelf.place, chosen)).run()

    # --- commands ---

    def _write_note(self, text: str) -> None:
        self._asker.drop_ahead()
        text = text or str(self._asker.ask(Question("note", "Note (- removes it):", Text())))
        self._draft.change("the note about the army", Note((), "" if text.strip() == "-" else text))

    def _look_up(self, asked: str) -> None:
        asked = asked or str(self._asker.ask(Question("rule", "Which rule (its id, or words to look for)?", Text())))
        self._session.show(look_up(self._draft.now.system, asked))

    def _tell_about(self, asked: str) -> None:
        """What ``?`` and a word tell: about an entry, by its number or name; a thing to take; else a rule."""
        now, shelves = self._draft.now, self._draft.now.form.shelves
        entries = self._entry_rows()
        found = find_answers(asked, entries)
        if len(found) == 1 and shelves:
            self._explain(words.all_about(now, shelves[0], cast(Where, found[0].value)))
        elif asked.isdecimal():
            self._asker.tell(f"No {shelves[0].one if shelves else 'row'} {asked}.")
        elif wares := [ware for shelf in shelves for ware in _match_wares(shelf, asked)]:
            told = [f"{ware.title}\n{words.ware_help(now.system, ware)}" for ware in wares[:MOST_TOLD]]
            more = [f"and {len(wares) - MOST_TOLD} more"] if len(wares) > MOST_TOLD else []
            self._explain("\n\n".join([*told, *more]))
        else:
            self._look_up(asked)

    def _explain(self, text: str) -> None:
        self._asker.explain(text, View("", (*self._entry_rows(), *self._command_rows())))

    def _show_roster(self) -> None:
        from ...render.roster import page_of

        self._session.show(page_of(self._draft.now.sheet))

    def _show_prospects(self) -> None:
        """What the list can do; in lines to those who hear them one after the other."""
        from ...render.odds_table import odds_blocks

        found = odds_blocks(self._draft.now.prospects, in_words=self._asker.scrolls)
        self.show(list(found) or [Para("No unit in this list has an attack yet.")])

    def _suggest(self) -> None:
        from .suggest import suggest_in

        suggest_in(self._draft, self._asker, self._session)

    def _show_help(self) -> None:
        self.show(
            [
                Para("Type the key or number of a row, or the start of its words, and press Enter."),
                Para("Words after it answer the next questions: a hmg 2 adds two of them. A dot is Enter."),
                Para("? and a row, or a thing to add, explains it: ? 2, ? hmg. b goes back, x cancels."),
                Para("Illegal choices are marked, but you may make them: you decide when the list has to be legal."),
                Para("A number opens an entry: count, name, options, note, copy, move, remove."),
            ]
        )


def _match_wares(shelf: Shelf, word: str) -> list[Ware]:
    """The wares that a word means: one by its id or title, else those whose ids or titles begin with it."""
    found = {one.value for one in find_answers(word, [Answer(ware.id, ware.title, ware.id) for ware in shelf.wares])}
    return [ware for ware in shelf.wares if ware.id in found]
