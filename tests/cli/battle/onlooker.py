"""Somebody at the table who does what can be done there, and never looks where the owner of a secret looks alone."""

from __future__ import annotations

import random
from io import StringIO

from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.session import Session
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.log import LogEntry
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.prompts.asker import Cancelled, Stopped
from tabletop_cli.prompts.lines import Lines, rows_of
from tabletop_cli.prompts.screen import View

ALWAYS = (
    "?",
    "s",
    "l",
    "%",
    "w",
    "+",
    "",
    "x",
    "b",
    "zz",
    "? move",
    "1",
    "2",
    "9",
    "3",
    "a",
    "sa",
    "?1",
    "h",
    "5",
    "11",
)


class Onlooker(Lines):
    """Types `lines` lines at random; what it sees is in `seen`, and nothing is played in the end."""

    def __init__(self, owner: str, chance: random.Random, lines: int) -> None:
        self.seen = StringIO()
        super().__init__(StringIO(), self.seen)
        self._owner, self._chance, self._left = owner, chance, lines
        self._keys = list(ALWAYS)

    def hand_to(self, side: str, name: str) -> None:
        self.tell(f"the screen is for {side} ({name})")
        self.show_to_all()
        if side == self._owner:
            self._count()
            raise Cancelled
        self.handed_to = side or name

    def show_to_all(self, *, when_seen: bool = False) -> None:
        self.handed_to = ""

    def show_and_read(self, view: View) -> str:
        for row in rows_of(view):
            self.tell(row)
        for token, answer in zip(view.tokens, view.answers, strict=True):
            chances = {name: str(chance) for name, chance in answer.chances.items()}
            self.tell(f"{token} {answer.label} {answer.detail} {answer.barred} {answer.help} {answer.like} {chances}")
        self._count()
        free = [token for token, answer in zip(view.tokens, view.answers, strict=True) if not answer.barred]
        typed = self._typed(free, list(view.tokens), many=view.many)
        self.tell(f"types {typed}")
        return typed

    def _count(self) -> None:
        self._left -= 1
        if not self._left:
            raise Stopped

    def _typed(self, free: list[str], tokens: list[str], *, many: bool) -> str:
        chance, at = self._chance, self._chance.random()
        if free and at < 0.65:
            return ",".join(chance.sample(free, chance.randint(1, min(3, len(free))))) if many else chance.choice(free)
        if at < 0.75 and tokens:
            return chance.choice(("", "?", "%")) + chance.choice(tokens)
        return chance.choice(self._keys)

    def knows(self, keys: list[str]) -> None:
        """Keys that may be typed at the main prompt, also those of what is barred."""
        self._keys += keys


def look_on(battle: Battle, onlooker: Onlooker) -> None:
    """Play as far as to the dice or the end of each event, and give up there."""

    laid = battle.under_way is not None

    def give_up(*args: object, **kwargs: object) -> LogEntry:
        raise Stopped if laid else Cancelled  # what lies on the table would be finished again and again

    def give_up_dice(progress: Progress) -> None:
        raise Stopped if laid else Cancelled

    battle.finish_event = give_up  # type: ignore[method-assign]
    battle.keep_under_way = give_up_dice  # type: ignore[method-assign]
    onlooker.knows([kind.key for kind in battle.game.events.values() if kind.key] + list(battle.game.events))
    AtTable(battle, onlooker, Session(plain=True)).play()
