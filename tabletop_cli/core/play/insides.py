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
from ..keep.export import BattleHeader, canonical_json
from ..quantities import count_text
from .battle import Battle
from .fold import Fold
from .hash_chain import find_noted_entry, parse_noted
from .inside import Inside
from .linked import DIGITS, Linked, id_of, kept_inner_game, mismatch_findings, seal_of, told_by_note
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

    def take_entry(self, entry: LogEntry, before: Fold, after: Fold) -> None:
        """Take an entry and the folds around it."""
        own = self._wanted_id(before)
        if entry.inside is not None:
            self._check_told(entry, entry.inside, own)
        if own is None:
            return
        if entry.inside is not None and entry.event is None:
            self._told.setdefault(own, []).append(entry)
        elif entry.event is not None and self._wanted_id(after) != own and (own in self._told or entry.inside):
            self._ends.append((own, entry))

    def _wanted_id(self, fold: Fold) -> str | None:
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
            self.findings.append(f"entry {entry.n} mentions {told.name}, but no battle was due then")
        elif told.commitment != self._games[own].seal and self._is_old(told.commitment):
            self.remarks.append(_own_seed_remark(told.name))
        elif told.commitment != self._games[own].seal:
            wrong = f"whose {around.game.lots.all} do not come from those of {around.header.name}"
            self.findings.append(f"entry {entry.n} mentions {told.name}, {wrong}")

    def _is_old(self, commitment: str) -> bool:
        """Whether a note tells of a battle as earlier versions did."""
        return any(told_by_note(entry, commitment) for entry in self._around.entries())

    # --- the verdict ---

    def problems_and_remarks(self, last: Fold) -> tuple[list[str], list[str]]:
        """What does not fit in a log that was seen to its end, and what is to be remarked."""
        self._wanted_id(last)
        problems, remarks = [*self.findings], [*self.remarks]
        for told in self._told.values():
            remarks += self._beginning_remarks(told)
        for own, game in self._games.items():
            if kept := kept_inner_game(self._around.store, self._around.header, game.linked):
                problems += self._kept_problems(kept, game)
                remarks += self._kept_remarks(kept, game, self._told.get(own, []))
        for own, entry in self._ends:
            if entry.n in last.in_force:
                found, said = self._judge_result(entry, own)
                problems += found
                remarks += said
        return problems, list(dict.fromkeys(remarks))

    def _beginning_remarks(self, told: list[LogEntry]) -> Iterator[str]:
        """What is to be remarked on how a game inside began, by the log alone."""
        seen: list[Inside] = []
        for entry in told:
            inside = entry.inside
            assert inside is not None, "else it tells of none"
            if inside.unchecked:
                yield f"{inside.name} was imported unchecked, see entry {entry.n}"
            elif seen:
                yield f"{inside.name} began more than once, see entry {entry.n}: the players already knew its dice"
            elif inside.entries:
                entries = count_text(inside.entries, "entry", "entries")
                yield f"{inside.name} had {entries} when it was begun, see entry {entry.n}"
            seen.append(inside)

    def _kept_problems(self, kept: BattleHeader, game: Fought) -> Iterator[str]:
        around, wrong = self._around, ""
        for wrong in mismatch_findings(kept, around, game.linked, game.seal, around.entries()):
            yield f"{kept.name} does not fit {around.header.name}: {wrong}"
        for first in Battle.open_unread(around.store, kept.id).verify().problems[: not wrong]:
            yield f"{kept.name} does not match what was played: {first}"

    def _kept_remarks(self, kept: BattleHeader, game: Fought, told: list[LogEntry]) -> Iterator[str]:
        known = [one.inside for one in told if one.inside is not None]
        if kept.commitment != game.seal and self._is_old(kept.commitment):
            yield _own_seed_remark(kept.name)
        if self._around.store.is_unchecked(kept.id) and not any(one.unchecked for one in known):
            yield f"{kept.name} was imported unchecked"
        if known and not any(one.created == kept.created for one in known):
            yield f"{kept.name} is not the one that began with entry {told[-1].n}: it began at {kept.created}"

    def _judge_result(self, entry: LogEntry, own_id: str) -> tuple[list[str], list[str]]:
        """What does not fit in an event that ends what was waiting for a game inside, and what is to be remarked."""
        around, linked = self._around, self._games[own_id].linked
        kept = kept_inner_game(around.store, around.header, linked)
        told = entry.inside
        name = next(one.name for one in (told, *(one.inside for one in self._told.get(own_id, ()))) if one)
        try:
            own = _own_result(around, kept, told, linked) if kept else None
        except TabletopError as broken:
            return [f"{name}, which entry {entry.n} is about: {broken.message}"], []
        if own is None:
            return [], list(_unproved_remarks(entry, name, here=kept is not None))
        event = entry.event or {}
        others = [key for key, value in own.items() if canonical_json(event.get(key)) != canonical_json(value)]
        false = [key for key in others if told and key not in told.said]
        said = [key for key in others if key not in false]
        return (
            [f"entry {entry.n} is not the result of {name}: {_keys_text(false)}"] if false else [],
            [f"in entry {entry.n} the players changed the result of {name}: {_keys_text(said)}"] if said else [],
        )


def _own_seed_remark(name: str) -> str:
    return f"{name} has a seed of its own, as in earlier versions: so nobody can prove that it was not chosen"


def _unproved_remarks(entry: LogEntry, name: str, *, here: bool) -> Iterator[str]:
    """What is to be remarked on a result with which no game that is over can be compared."""
    told = entry.inside
    if told is None:
        yield f"the players decided entry {entry.n} themselves, although {name} had begun for it"
    elif here:
        yield f"entry {entry.n} is a result that {name} does not have here: that battle was changed, or is not over"
    elif told.said:
        yield f"in entry {entry.n} the players decided a part of the result of {name}: {_keys_text(told.said)}"


def _keys_text(keys: Iterable[str]) -> str:
    return ", ".join(key.replace("_", " ") for key in keys)


def _own_result(around: Battle, kept: BattleHeader, told: Inside | None, linked: Linked) -> JsonMapping | None:
    """The result of the game that is kept, as the log around it says that it was; None where it was none then.

    It lacks what the game cannot tell. Errors: `TabletopError` where its log does not fit the rules.
    """
    inside = Battle.open_unread(around.store, kept.id)
    lines = inside.store.event_lines(kept.id)
    if told and told.noted and find_noted_entry(kept, lines, parse_noted(told.noted) or "none") != told.entries:
        return None
    fold = Fold(inside.game.start(inside.setup, inside.system))
    for line in lines[: told.entries if told else None]:
        fold = inside.fold_entry(fold, LogEntry.from_line(line))
    if not inside.game.over(fold.state):
        return None
    view = inside.game.view(fold.state)
    return {key: value for key, value in linked.result(view).items() if key not in linked.unsure(view)}


def problems_around(inside: Battle) -> Iterator[str]:
    """In what a game inside another one that is kept here, and waits for it, is not what that one leads to."""
    if len(inside.header.id) != DIGITS:
        return
    for one in inside.store.list_battles():
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
            for wrong in mismatch_findings(inside.header, around, linked, seal, around.entries()):
                yield f"this does not fit {header.name}: {wrong}"
