"""What the log of a game says of games inside it, judged: by what it led to, and by what is kept of them.

A game inside that is not what the log leads to is a problem. Whatever honest people may do, too, is a remark: they
begin a battle anew, take in one that came unchecked, or say a result themselves. A game that is not kept here, such as
beside an exported file, can only be compared with what the log says of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..data import JsonMapping
from ..errors import TabletopError
from ..keep.export import BattleHeader, canonical
from ..numbers import counted
from .battle import Battle
from .chain import noted_after, noted_of
from .fold import Fold
from .inside import Inside
from .linked import DIGITS, Linked, id_of, kept_for, seal_of, told_by_note, unlike
from .log import LogEntry


class Fought(NamedTuple):
    """A game inside: what the game around it gives it, and what its dice are sealed as."""

    linked: Linked
    seal: str


class Insides:
    """Goes through a log beside the verification, and remembers which games inside it began and ended."""

    def __init__(self, around: Battle) -> None:
        self._around = around
        self._games: dict[str, Fought] = {}
        self._told: dict[str, list[LogEntry]] = {}  # the entries that say that a game begins, by its id
        self._ends: list[tuple[str, LogEntry]] = []  # the events that end what was waiting for a game
        self.findings: list[str] = []
        self.remarks: list[str] = []

    def see(self, entry: LogEntry, before: Fold, after: Fold) -> None:
        """Take an entry and the folds around it."""
        own = self._wanted(before)
        if entry.inside is not None:
            self._check_told(entry, entry.inside, own)
        if own is None:
            return
        if entry.inside is not None and entry.event is None:
            self._told.setdefault(own, []).append(entry)
        elif entry.event is not None and self._wanted(after) != own and (own in self._told or entry.inside):
            self._ends.append((own, entry))

    def _wanted(self, fold: Fold) -> str | None:
        """The id of the game that is to be played inside after a fold."""
        around = self._around
        linked: Linked | None = around.game.linked(fold.state)
        if linked is None:
            return None
        own = id_of(around.header, linked)
        self._games[own] = Fought(linked, seal_of(around.key_after(fold), linked))  # a word may have come since
        return own

    def _check_told(self, entry: LogEntry, told: Inside, own: str | None) -> None:
        around = self._around
        if own is None:
            self.findings.append(f"entry {entry.n} tells of {told.name}, but no battle was to be fought then")
        elif told.commitment != self._games[own].seal and self._is_old(told.commitment):
            self.remarks.append(_own_seed(told.name))
        elif told.commitment != self._games[own].seal:
            wrong = f"whose {around.game.lots.all} are not made of those of {around.header.name}"
            self.findings.append(f"entry {entry.n} tells of {told.name}, {wrong}")

    def _is_old(self, commitment: str) -> bool:
        """Whether a note tells of a battle as earlier versions did."""
        return any(told_by_note(entry, commitment) for entry in self._around.entries())

    # --- the verdict ---

    def judged(self, last: Fold) -> tuple[list[str], list[str]]:
        """What does not fit in a log that was seen to its end, and what is to be remarked."""
        self._wanted(last)
        problems, remarks = [*self.findings], [*self.remarks]
        for told in self._told.values():
            remarks += self._beginnings(told)
        for own, game in self._games.items():
            if kept := kept_for(self._around.store, self._around.header, game.linked):
                problems += self._kept_problems(kept, game)
                remarks += self._kept_remarks(kept, game, self._told.get(own, []))
        for own, entry in self._ends:
            if entry.n in last.in_force:
                found, said = self._result(entry, own)
                problems += found
                remarks += said
        return problems, list(dict.fromkeys(remarks))

    def _beginnings(self, told: list[LogEntry]) -> Iterator[str]:
        """What is to be remarked on how a game inside began, by the log alone."""
        seen: list[Inside] = []
        for entry in told:
            inside = entry.inside
            assert inside is not None, "else it tells of none"
            if inside.unchecked:
                yield f"{inside.name} was imported unchecked, see entry {entry.n}"
            elif seen:
                yield f"{inside.name} began more than once, see entry {entry.n}: whoever played it knew its dice"
            elif inside.entries:
                entries = counted(inside.entries, "entry", "entries")
                yield f"{inside.name} had {entries} when it was begun, see entry {entry.n}"
            seen.append(inside)

    def _kept_problems(self, kept: BattleHeader, game: Fought) -> Iterator[str]:
        around, wrong = self._around, ""
        for wrong in unlike(kept, around, game.linked, game.seal, around.entries()):
            yield f"{kept.name} is not what {around.header.name} leads to: {wrong}"
        for first in Battle.unread(around.store, kept.id).verify().problems[: not wrong]:
            yield f"{kept.name} is not as it was played: {first}"

    def _kept_remarks(self, kept: BattleHeader, game: Fought, told: list[LogEntry]) -> Iterator[str]:
        known = [one.inside for one in told if one.inside is not None]
        if kept.commitment != game.seal and self._is_old(kept.commitment):
            yield _own_seed(kept.name)
        if self._around.store.unchecked(kept.id) and not any(one.unchecked for one in known):
            yield f"{kept.name} was imported unchecked"
        if known and not any(one.created == kept.created for one in known):
            yield f"{kept.name} is not the one that began with entry {told[-1].n}: it began at {kept.created}"

    def _result(self, entry: LogEntry, own_id: str) -> tuple[list[str], list[str]]:
        """What does not fit in an event that ends what was waiting for a game inside, and what is to be remarked."""
        around, linked = self._around, self._games[own_id].linked
        kept = kept_for(around.store, around.header, linked)
        told = entry.inside
        name = next(one.name for one in (told, *(one.inside for one in self._told.get(own_id, ()))) if one)
        try:
            own = _own_result(around, kept, told, linked) if kept else None
        except TabletopError as broken:
            return [f"{name}, which entry {entry.n} is about: {broken.message}"], []
        if own is None:
            return [], list(_unproved(entry, name, here=kept is not None))
        event = entry.event or {}
        others = [key for key, value in own.items() if canonical(event.get(key)) != canonical(value)]
        false = [key for key in others if told and key not in told.said]
        said = [key for key in others if key not in false]
        return (
            [f"entry {entry.n} is not the result of {name}: {_listed(false)}"] if false else [],
            [f"players said in entry {entry.n} otherwise than {name} ended: {_listed(said)}"] if said else [],
        )


def _own_seed(name: str) -> str:
    return f"{name} has a seed of its own, as in earlier versions: nothing shows that nobody chose it"


def _unproved(entry: LogEntry, name: str, *, here: bool) -> Iterator[str]:
    """What is to be remarked on a result with which no game that is over can be compared."""
    told = entry.inside
    if told is None:
        yield f"players said entry {entry.n} themselves, though {name} had begun for it"
    elif here:
        yield f"entry {entry.n} is the result of {name} as it is not kept here: that one was changed, or is not over"
    elif told.said:
        yield f"players said in entry {entry.n} some of the result of {name}: {_listed(told.said)}"


def _listed(keys: Iterable[str]) -> str:
    return ", ".join(key.replace("_", " ") for key in keys)


def _own_result(around: Battle, kept: BattleHeader, told: Inside | None, linked: Linked) -> JsonMapping | None:
    """The result of the game that is kept, as the log around it says that it was; None where it was none then.

    It lacks what the game cannot tell. Errors: `TabletopError` where its log does not fit the rules.
    """
    inside = Battle.unread(around.store, kept.id)
    lines = inside.store.events(kept.id)
    if told and told.noted and noted_after(kept, lines, noted_of(told.noted) or "none") != told.entries:
        return None
    fold = Fold(inside.game.start(inside.setup, inside.system))
    for line in lines[: told.entries if told else None]:
        fold = inside.folded(fold, LogEntry.from_line(line))
    if not inside.game.over(fold.state):
        return None
    view = inside.game.view(fold.state)
    return {key: value for key, value in linked.result(view).items() if key not in linked.unsure(view)}


def problems_around(inside: Battle) -> Iterator[str]:
    """In what a game inside another one that is kept here, and waits for it, is not what that one leads to."""
    if len(inside.header.id) != DIGITS:
        return
    for one in inside.store.battles():
        header = one.header
        if header.system != inside.header.system or header.kind == inside.header.kind:
            continue
        try:
            around = Battle.open(inside.store, header.id)
        except TabletopError:
            continue  # whoever verifies that one hears of it
        linked: Linked | None = around.game.linked(around.state)
        if linked is not None and id_of(header, linked) == inside.header.id:
            seal = seal_of(around.key_after(around.fold), linked)
            for wrong in unlike(inside.header, around, linked, seal, around.entries()):
                yield f"this is not what {header.name} leads to: {wrong}"
