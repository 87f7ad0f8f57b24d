"""One action at the table: its questions, its exact odds, its dice, its result; the same for every game system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...core.dice.requests import Face, Request, sides_of
from ...core.errors import TabletopError
from ...core.page import Bars, Block, Para
from ...core.play.battle import Battle
from ...core.play.foresee import event_odds, first_roll, on_a_scale
from ...core.play.game import Draft, Question, RollAhead, event_of
from ...core.play.log import LogEntry
from ...prompts.asker import Asker, Back, Cancelled
from ...prompts.dice import DicePrompt
from ...render.steps import step_blocks
from .store import now

Show = Callable[[Sequence[Block]], None]


class Action:
    """An event on its way from a choice in the menu to an entry of the log."""

    def __init__(self, battle: Battle, asker: Asker, show: Show) -> None:
        self._battle = battle
        self._system = battle.system
        self._asker = asker
        self._show = show
        self._prompt = DicePrompt(asker)
        self._ahead: Sequence[Face | None] | None = None  # rolled before the last questions; None: by the program

    def play(self, draft: Draft) -> LogEntry:
        """Ask, show the odds, take the dice, play. Errors: `Cancelled`, `Refused` ...; nothing has happened."""
        draft = self.fill(draft)
        event = event_of(draft)
        first_roll(self._system, self._battle.state, event)  # what is refused is refused before any odds and dice
        if self._ahead is None:
            self._show_odds(event)
        return self._battle.do(event, self._dice, now())

    def look(self, draft: Draft) -> None:
        """Ask, and show the odds only; questions about dice on the table are left out."""
        draft = self.fill(draft, look=True)
        event = event_of(draft)
        if "_dice" not in draft and first_roll(self._system, self._battle.state, event) is None:
            self._show([Para("This needs no dice.")])
        elif not self._show_odds(event):
            self._show([Para("No exact odds are known for this.")])

    # --- questions ---

    def fill(self, draft: Draft, *, look: bool = False) -> Draft:
        """Put every question until the event is complete. Errors: `Cancelled`."""
        before: list[Draft] = []
        while (wanted := self._system.game.question(self._battle.state, draft)) is not None:
            if isinstance(wanted, RollAhead):
                if look:
                    return {**draft, "_dice": ()}
                draft = self._roll_ahead(draft, wanted.request)
                before.clear()
                continue
            try:
                answer = self._asker.ask(wanted, lambda asked=wanted: self._explained(asked))  # type: ignore[misc]
            except Back:
                draft = self._step_back(draft, before)
            except Cancelled:
                self._stay_at_dice()
            else:
                before.append(draft)
                draft = wanted.answered(draft, answer)
        return draft

    def _step_back(self, draft: Draft, before: list[Draft]) -> Draft:
        """The draft before the last answer; before the first question there is only the menu."""
        if before:
            return before.pop()
        self._stay_at_dice()
        return draft

    def _stay_at_dice(self) -> None:
        """Give up, unless dice are on the table. Errors: `Cancelled`."""
        if self._ahead is None:
            raise Cancelled
        self._asker.wrong("The dice are on the table: they count. u undoes it afterwards.")

    def _explained(self, question: Question) -> str:
        """The rules that a question is about, as far as the reference has them."""
        rules = self._system.reference.rules
        known = [rules[one] for one in question.rules if one in rules]
        return "\n".join(f"{rule.id} {rule.title}: {rule.text.strip()}" for rule in known)

    # --- dice ---

    def _roll_ahead(self, draft: Draft, request: Request[Any]) -> Draft:
        """Dice that later questions are about: they fall now, and count."""
        self._show_odds(event_of(draft))
        self._ahead = self._prompt(request) or (None,) * len(sides_of(request))
        faces = self._battle.roll_ahead(request, self._ahead)
        self._show([Para(_on_table(request, faces))])
        return {**draft, "_dice": list(faces)}

    def _dice(self, request: Request[Any]) -> Sequence[Face | None] | None:
        if self._ahead is None:
            return self._prompt(request)
        faces, self._ahead = self._ahead, None
        return faces  # the battle's stream gives the program's faces once more

    def _show_odds(self, event: Draft) -> bool:
        """The exact chances as bars, where there are some."""
        try:
            chances = event_odds(self._system, self._battle.state, event)
        except TabletopError as none:
            if none.code == "too-big":
                self._show([Para(f"No exact odds: {none.message}", "note")])
            return False
        if chances:
            rising = on_a_scale(self._system, self._battle.state, event)
            self._show([Bars(tuple(chances.items()), "Chances", rising)])
        return bool(chances)


def _on_table(request: Request[Any], faces: Sequence[Face]) -> str:
    """The faces by group: ``On the table: attacker 5 3, defender 6``."""
    entry_blocks, at = [], 0
    for group in request.groups:
        if group.n:
            entry_blocks.append(f"{group.label} {' '.join(map(str, faces[at : at + group.n]))}".strip())
        at += group.n
    return f"On the table: {', '.join(entry_blocks)}"


def entry_blocks(battle: Battle, entry: LogEntry, reminded: set[str]) -> list[Block]:
    """An entry that has just been played: its explanation, and what is easily forgotten about it, once."""
    blocks: list[Block] = list(step_blocks(entry.steps))
    rules = battle.system.reference.rules
    for one in dict.fromkeys(rule for step in entry.steps for rule in step.rules):
        if one in rules and rules[one].remember and one not in reminded:
            reminded.add(one)
            blocks.append(Para(f"{rules[one].remember.strip()} [{one}]", "note"))
    return blocks
