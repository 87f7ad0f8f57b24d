"""A battle as a side sees it, or as everybody does who looks at the same screen.

What a side may not see is cut here, before anything is made of it, for people and for machines alike: the state by
`Game.seen_by`, the entries of the log by `EventKind.hides` and `EventKind.veils`, refusals by both. The store keeps
everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ..data import JsonMapping, JsonObject
from ..declare.kinds import brief_text, did_you_mean
from ..dice.handlers import Given
from ..errors import Malformed, No, Refused, TabletopError
from ..page import Block, Page
from .battle import Battle
from .game import AnyGame, answers_of
from .hash_chain import to_note
from .log import LogEntry
from .progress import Progress
from .retelling import retell_entry, retell_log
from .running import run_of
from .secrecy import without_secrets
from .special import Special

UNTOLD = "Not allowed, for a reason that not everybody may know."


class View:
    """What a side sees of a battle; without a side: what everybody may see.

    Errors: `Malformed` with code ``no-such-side`` for a side that no seat is for.
    """

    def __init__(self, battle: Battle, side: str | None = None) -> None:
        self.battle = battle
        self.side = side or None
        known = [seat.id for seat in battle.game.seats(battle.setup)]
        if self.side and known and self.side not in known:
            raise Malformed(
                f"there is no side {brief_text(self.side)} in this game",
                hint=did_you_mean(self.side, known),
                code="no-such-side",
            )

    @property
    def state(self) -> object:
        """The state as far as it is known."""
        return self.battle.game.seen_by(self.battle.state, self.side)

    @property
    def board(self) -> Page:
        """The table, with the special rules of one's own below it."""
        page = self.battle.game.board(self.state, self.side)
        own = self.special.rule_blocks()
        return replace(page, blocks=(*page.blocks, *own)) if own else page

    @property
    def map(self) -> Page:
        """The map. Errors: `TabletopError` with code ``no-map`` in a game without one."""
        draw = self.battle.game.map
        if draw is None:
            header = self.battle.header
            hint = f"to see the table: tabletop {header.kind} status {header.name}"
            raise TabletopError(f"{self.battle.system.name} has no map of a {header.kind}", hint=hint, code="no-map")
        return draw(self.state, self.side)

    @property
    def paper(self) -> Sequence[Page]:
        """The sheets of paper. Errors: `TabletopError` with code ``no-paper`` in a game without them."""
        print_ = self.battle.game.paper
        if print_ is None:
            header = self.battle.header
            hint = f"to see the table: tabletop {header.kind} status {header.name}"
            text = f"{self.battle.system.name} has no sheet of a {header.kind} to print"
            raise TabletopError(text, hint=hint, code="no-paper")
        return print_(self.state, self.side)

    @property
    def headline(self) -> str:
        """Whose turn it is, in a line."""
        return self.battle.game.headline(self.state)

    @property
    def goal(self) -> str:
        """What the sides play for, in a line; empty where the battle does not say."""
        return self.battle.game.goal(self.state)

    @property
    def strip(self) -> Sequence[str]:
        """The table in a few lines; none in a game without."""
        return self.battle.game.strip(self.state, self.side)

    @property
    def data(self) -> JsonObject:
        """The state for machines."""
        return self.special.with_special_rules(self.battle.game.view(self.state))

    @property
    def special(self) -> Special:
        """The special rules of one's own, as far as they are known."""
        return Special(self.battle.game, self.battle.setup, self.state)

    def tell_special_rules(self, entries: Iterable[LogEntry]) -> Mapping[int, tuple[Block, ...]]:
        """The special rules to tell after some entries that `cut_entry` gave, by number: in full the first time."""
        special = self.special
        if not special:
            return {}
        wanted = {one.n: one for one in entries}
        known: set[str] = set()
        found: dict[int, tuple[Block, ...]] = {}
        for n in self.battle.fold.in_force:
            entry = wanted.get(n) or self.cut_entry(self.battle.entry(n))
            found[n] = () if entry.hidden else special.tell_rules(entry.event, known)
        return found

    @property
    def under_way(self) -> Progress | None:
        """The event under way; of one with secrets, whoever does it, only the answers that are none."""
        found, game = self.battle.under_way, self.battle.game
        if found is None:
            return None
        if game.events[found.do].has_secrets:
            return Progress(found.do, without_secrets(game.events[found.do].cls, found.answers))
        untold = game.veiled_answers(self.battle.state, {"do": found.do, **found.answers}, {}, self.side)
        return replace(found, answers={key: value for key, value in found.answers.items() if key not in untold})

    @property
    def to_note(self) -> str | None:
        """The first letters of the hash of the log as it is now, for people to note; see `chain.py`.

        None while anything in it is hidden from somebody, who could try out with it what that was.
        """
        game, state = self.battle.game, self.battle.state
        if game.has_secrets and any(is_entry_hidden(game, state, entry, None) for entry in self.battle.entries()):
            return None
        return to_note(self.battle.newest_link)

    def is_hidden(self, entry: LogEntry) -> bool:
        """Whether an entry is not to be seen in full."""
        return is_entry_hidden(self.battle.game, self.battle.state, entry, self.side)

    def cut_entry(self, entry: LogEntry) -> LogEntry:
        """An entry without what is hidden."""
        return cut_entry(self.battle.game, self.battle.state, entry, self.side)

    def entry(self, number: int) -> LogEntry:
        """One entry by number, in the words of this version, without what is hidden."""
        return self.cut_entry(retell_entry(self.battle, number))

    def entries(self) -> Iterator[LogEntry]:
        """The whole log in order, in the words of this version, without what is hidden."""
        return map(self.cut_entry, retell_log(self.battle))

    def cut_refusal(self, event: JsonMapping, no: TabletopError) -> TabletopError:
        """Why an event is refused, without what is hidden.

        Whoever typed an event with a card of the other side and one that is wrong for sure could else read off the
        reason whether the other side has that card.
        """
        told = cut_refusal(self.battle.game, self.battle.state, event, no, self.side)
        if told is None:
            hint = f"{self.battle.command_text('play')} asks each side alone and says why"
            return No(UNTOLD, hint=hint, code=Refused.code)
        return told


def is_entry_hidden(game: AnyGame, state: object, entry: LogEntry, side: str | None) -> bool:
    """Whether an entry is hidden from a side, None: from everybody together; `state` is the present one."""
    return entry.event is not None and game.is_hidden_from(state, entry.event, entry.result or {}, side)


def cut_entry(game: AnyGame, state: object, entry: LogEntry, side: str | None) -> LogEntry:
    """An entry as a side may see it.

    Where there are secrets, no entry tells the hash of the one before: whoever has it could try out what was hidden.
    """
    if not game.has_secrets:
        return entry
    entry = replace(entry, prev=None)
    if entry.event is None:
        return entry
    untold = game.veiled_answers(state, entry.event, entry.result or {}, side)
    event = {key: value for key, value in entry.event.items() if key not in untold}
    if not is_entry_hidden(game, state, entry, side):
        return replace(entry, event=event, untold=untold)
    kind = game.kind_of(event)
    event = {"do": kind.id, **without_secrets(kind.cls, answers_of(event, kind))}
    return replace(entry, event=event, rolls=(), result={"ok": True}, steps=(), story=None, untold=untold, hidden=True)


def cut_refusal(
    game: AnyGame, state: object, event: JsonMapping, no: TabletopError, side: str | None
) -> TabletopError | None:
    """Why an event is refused, as a side may know it; None where it may not know the reason.

    An id that a side does not know is to it as one that does not exist. Its own secret answers are judged before it;
    those of others count for no reason. What machines are told besides is what they are told of the table as the side
    sees it.
    """
    if not game.has_secrets:
        return no
    seen = game.seen_by(state, side)
    try:
        record = game.read_event(seen, event)
    except TabletopError as wrong:
        return wrong
    if not (side and side == game.doer(state, record)):
        told = _refusal_without_secrets(game, state, event, no, side)
        if told is None:
            return None
        no = told
    if no.extra and isinstance(no, Refused) and not _refused_alike(game, seen, event, no):
        no.extra = {}
    return no


def _refusal_without_secrets(
    game: AnyGame, state: object, event: JsonMapping, no: TabletopError, side: str | None
) -> TabletopError | None:
    """Why an event is refused when no answer of it is known that a side may not know; None where it is not.

    That is told whatever the answers are: whoever heard it for some of them only could tell which of them fit.
    """
    kind = game.kind_of(event)
    public = without_secrets(kind.cls, answers_of(event, kind))
    for veiled in game.veiled_answers(state, event, {}, side):
        public.pop(veiled, None)
    if not kind.has_secrets and public == answers_of(event, kind):
        return no
    try:
        run_of(game, state, Progress(kind.id, public))
    except TabletopError as other:
        return other
    return None


def _refused_alike(game: AnyGame, seen: object, event: JsonMapping, no: TabletopError) -> bool:
    """Whether machines are told the same of an event by the table as it is seen."""
    try:
        game.play(seen, event, Given(()))
    except TabletopError as same:
        return same.extra == no.extra
    return False
