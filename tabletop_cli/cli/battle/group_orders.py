"""One line for several: each who is named does what it says, and what it does not say is asked once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...core.data import Json
from ...core.errors import TabletopError
from ...core.play.battle import Battle
from ...core.play.log import LogEntry
from ...core.play.progress import Progress
from ...prompts.asker import Asker
from ...prompts.bound import COLON, ENTER_ALL, Line, split_line
from .orders import Order, begin_order

PlayOne = Callable[[Progress, Progress | None], LogEntry]


class GroupOrder:
    """A line such as ``9-12 m 2``: one event each, in the order in which they are named.

    `play_one` plays an event that is begun, with the answers of the one before where people said that they are the
    same; `let_react` asks the others before the next event. Dice that follow the colon go from event to event.
    """

    def __init__(self, battle: Battle, asker: Asker, play_one: PlayOne, let_react: Callable[[], None]) -> None:
        self._battle, self._asker, self._play_one, self._let_react = battle, asker, play_one, let_react

    def follow(self, order: Order, actors: Sequence[Json]) -> None:
        """Play the events one after the other; the first that is refused ends the line. Errors: as `play_one`."""
        line = split_line(order.rest.split())
        dice, like = line.dice, None
        for at, actor in enumerate(actors):
            if at:
                self._let_react()
            progress = self._begin(order, actor, first=not at)
            self._asker.type_ahead(_words_for(line, dice))
            asked = self._asker.questions_put
            entry = self._play_one(progress, like)
            dice = tuple(word for word in self._asker.drop_ahead() if word.isdecimal())
            if at == 0 and self._asker.questions_put > asked:
                like = self._like_first(entry, actors)

    def _begin(self, order: Order, actor: Json, *, first: bool) -> Progress:
        """The event of one of them, as far as the line names who does it. Errors: as `begin_order`."""
        try:
            progress, question, value = begin_order(self._battle, order.offer, str(actor))
        except TabletopError:
            if not first:
                self._asker.tell(f"The line stops before {actor}.")
            raise
        self._asker.note_taken(question, value)
        return progress

    def _like_first(self, entry: LogEntry, actors: Sequence[Json]) -> Progress | None:
        """The answers of the first, where people say that they hold for the others, too. Errors: as `Asker.confirm`."""
        others = ", ".join(map(str, actors[1:]))
        event = dict(entry.event or {})
        same = self._asker.confirm(f"Is all that was asked of {actors[0]} the same for {others}?")
        return Progress(str(event.pop("do")), event) if same else None


def _words_for(line: Line, dice: Sequence[str]) -> list[str]:
    """What a line says of one of several, with the dice that are left."""
    return [*line.words, *([ENTER_ALL] if line.enters_rest else []), *([COLON, *dice] if dice else [])]
