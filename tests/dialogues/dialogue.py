"""A dialogue at the table as data: what is typed, what is asked, what is told, and the event that must be stored.

A file `<system>.txt` beside this module holds the dialogues of one system. Each begins with `== ` and its name, and
goes on with lines that tell by their first character what they are:

    case: FILE: NAME      the set-up, and what was played before, are those of this public case ...
    after: N              ... up to its event N; refused ones among them change nothing
    set-up: {...}         or they stand here, as JSON;
    lists: SCENARIO LIST...   or they are those of example files of the system;
    game: NAME            of a game that is no battle;
    played: {...}         one event, with its dice
    > WORDS               what people type; `>` alone is Enter
    ? QUESTION            what they are asked: the question, what may be typed for it, `[what Enter gives]`
    | WORDS               a part of a line that is told to them before what follows
    = {...}               an event of the log, as it is kept; its `dice` are the faces on the table

Everything that is asked and typed stands in the dialogue, in its order, but for the main menu, which is no question;
of what is told only what matters. The first events after those that were played are those with `=`.

Explanations, rolls and requests are compared in shorthand (`tests/shorthand.py`), and may be written so or in words.
`pytest --golden` writes every line with `?` or `|` again as it is said now, and of a `|` the part that was written.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.battle.table_settings import TableSettings
from tabletop_cli.cli.session import Session
from tabletop_cli.core import registry
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.page import Page
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.log import LogEntry
from tabletop_cli.core.play.question import Answer, Question
from tabletop_cli.prompts.lines import Lines
from tabletop_cli.prompts.screen import View
from tabletop_cli.render import render_pages
from tests.cli.battle.terminal import ROOT
from tests.seated import seat_armies
from tests.shorthand import shorten
from tests.systems.test_cases import CASES, Case

HERE = Path(__file__).parent
NOW = "2026-05-01T12:00:00Z"
MANY = 12  # answers; of more, only their number is told
BY_NAME = {(case.system, case.file, case.name): case for case in CASES}


@dataclass
class Dialogue:
    """One dialogue: where it begins, what is said in order (`>`, `?`, `|`), and the events that come of it."""

    system: str
    name: str
    game: str = "battle"
    setup: dict[str, Any] = field(default_factory=dict)
    played: list[dict[str, Any]] = field(default_factory=list)
    said: list[tuple[str, str]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)

    @property
    def typed(self) -> list[str]:
        return [words for mark, words in self.said if mark == ">"]

    def begin_like(self, case: Case) -> None:
        self.game = case.request["do"]
        self.setup = case.request["setup"]
        self.played = case.request["events"]

    def begin_with(self, scenario: str, *lists: str) -> None:
        """A scenario and its lists, by their paths in the folder of the system's examples."""
        system, folder = registry.load(self.system), ROOT / "armies" / self.system
        there, *armies = (tomllib.loads((folder / one).read_text(encoding="utf-8")) for one in (scenario, *lists))
        assert system.scenarios is not None
        self.setup = seat_armies(system.game, system.scenarios.set_up(there), armies)

    def take(self, line: str) -> None:
        """One line of a file. Errors: `ValueError` for one that is nothing of all this."""
        mark, _, rest = line.partition(" ")
        match mark:
            case ">" | "?" | "|":
                self.said.append((mark, rest))
            case "=":
                self.events.append(json.loads(rest))
            case "case:":
                file, _, name = rest.partition(": ")
                self.begin_like(BY_NAME[self.system, file, name])
            case "after:":
                self.played = self.played[: int(rest)]
            case "game:":
                self.game = rest
            case "set-up:":
                self.setup = json.loads(rest)
            case "lists:":
                self.begin_with(*rest.split())
            case "played:":
                self.played = [*self.played, json.loads(rest)]
            case _:
                raise ValueError(f"{self.system}: {self.name}: what is {line!r}?")


def read(path: Path) -> Iterator[Dialogue]:
    """The dialogues of a file, in order."""
    found: Dialogue | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("== "):
            if found is not None:
                yield found
            found = Dialogue(path.stem, line.removeprefix("== "))
        else:
            assert found is not None, f"{path.name} begins with {line!r}"
            found.take(line)
    if found is not None:
        yield found


DIALOGUES = [dialogue for path in sorted(HERE.glob("*.txt")) for dialogue in read(path)]


class Listening(Lines):
    """Plain lines, and somebody who writes down what is asked, told and typed; the main menu is not written down."""

    def __init__(self, typed: list[str]) -> None:
        super().__init__(StringIO("".join(f"{line}\n" for line in typed)), StringIO())
        self.heard: list[tuple[str, str]] = []
        self._hands = False  # whether the screen goes from hand to hand

    def _next_word(self, question: Question, answers: Sequence[Answer], view: View) -> tuple[str, bool]:
        self.heard.append(("?", asked(view)))
        return super()._next_word(question, answers, view)

    def read_dice(self, view: View) -> str:
        self.heard.append(("?", asked(view)))
        return super().read_dice(view)

    def hand_to(self, side: str, name: str) -> None:
        self._hands = True
        try:
            super().hand_to(side, name)
        finally:
            self._hands = False

    def show_to_all(self, *, when_seen: bool = False) -> None:
        before, self._hands = self._hands, True
        try:
            super().show_to_all(when_seen=when_seen)
        finally:
            self._hands = before

    def read(self, view: View) -> str:
        if self._hands:
            self.heard.append(("?", asked(view)))
        return super().read(view)

    def show_and_read(self, view: View) -> str:
        line = super().show_and_read(view)
        self.heard.append((">", line.strip()))
        return line

    def tell(self, text: str) -> None:
        self.heard.append(("|", text))


def asked(view: View) -> str:
    """A question as it is written down: its words, what may be typed for it, what Enter gives."""
    free = [token for token, answer in zip(view.tokens, view.answers, strict=True) if not answer.barred]
    words = f" {' '.join(free)}" if len(free) <= MANY else f" {len(free)} answers"
    enter = "" if view.default is None else f" [{view.default}]"
    return " ".join(f"{view.text}{words if free else ''}{enter}".split())


@dataclass(frozen=True)
class Telling(Session):
    """A session whose pages are told to somebody."""

    plain: bool = True
    asker: Lines = field(default_factory=Lines)

    def show(self, pages: Page | Sequence[Page], form: str | None = None) -> None:
        for line in render_pages(pages, "text").splitlines():
            self.asker.tell(line)


def opened(store: Store, dialogue: Dialogue, name: str) -> Battle:
    """The battle as it is before anything is typed."""
    system = registry.load(dialogue.system)
    battle = Battle.create(store, system, name, dialogue.setup, NOW, dialogue.game)
    for event in dialogue.played:
        try:
            battle.play_event(battle.game.without_dice(event), battle.game.dice_of(event) or [], NOW)
        except TabletopError:
            continue
    return battle


def kept(battle: Battle, after: int) -> list[dict[str, Any]]:
    """The events of the log after an entry, each with the faces of its dice."""
    return [as_kept(entry) for entry in list(battle.entries())[after:] if entry.event is not None]


def as_kept(entry: LogEntry) -> dict[str, Any]:
    faces = [face for roll in entry.rolls for face in roll.faces]
    return {**dict(entry.event or {}), **({"dice": faces} if faces else {})}


def held(battle: Battle, typed: list[str]) -> list[tuple[str, str]]:
    """What was asked, told and typed at the table, in order, up to the next question after the last typed line."""
    asker = Listening(typed)
    AtTable(battle, asker, Telling(asker=asker), TableSettings("full")).play()
    left = len(typed)
    for at, (mark, _) in enumerate(asker.heard):
        if left == 0 and mark == "?":
            return asker.heard[:at]
        left -= mark == ">"
    return asker.heard


def difference(said: list[tuple[str, str]], heard: list[tuple[str, str]]) -> str:
    """Where a dialogue went another way than it should; empty where it did not."""
    rest = iter(heard)
    for mark, words in said:
        for other, found in rest:
            if mark == other == "|" and (words in found or shorten(words) in shorten(found)):
                break
            if other != "|":
                if (mark, shorten(words)) == (other, shorten(found)):
                    break
                return f"wanted  {mark} {words}\nbut was {other} {found}"
        else:
            return f"wanted  {mark} {words}\nbut nothing followed"
    return next((f"not wanted: {mark} {words}" for mark, words in rest if mark != "|"), "")
