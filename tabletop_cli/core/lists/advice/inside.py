"""What may be added for points to an entry that has lists inside: to itself, and in its lists at any depth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from ...declare.composed import ListOf
from ...records import dataclass
from ..change import Change, Insert, Put, is_list, value_at
from ..form import Ware, Written
from ..problems import Where
from ..trial import Trial
from .goods import COUNT, COUNT_KEY, Goods, copies_of, faults, key_of
from .purchases import (
    MOST_CONFIGURATIONS,
    MOST_REPEATED,
    Move,
    Upgrade,
    canonical,
    looked_at,
    moves,
    picked,
    plain_of,
    uncounted,
)
from .upgrades import changes_of

MOST_ADDITIONS = 1_500  # to one entry that are tried
MOST_PIECES = 100  # different things that may be added to one entry
MOST_COPIES = 40  # of a new entry
MOST_BESIDE = 3  # of another thing, beside which one is tried that is wrong alone
MOST_KNOWN = 60  # sets that are right, beside which one is tried
FAULTY = " faulty"  # the mark of an entry in which something is wrong; no system has a mark with a space in front


def faulty(goods: Goods, at: int) -> dict[str, int]:
    """The mark of an entry with lists inside in which something is wrong; nothing for any other."""
    return {FAULTY: 1} if goods.inside(at) and faults(goods.report, goods.place(at)) else {}


@dataclass(frozen=True, eq=False)
class Piece:
    """A single thing that may be added: a move of an entry that is there, or one more of a new entry.

    at    the number of the entry in its list; of a new one, of the entry that it is one more of, None for none
    most  how often it may be added
    cost  points of one, by itself
    what  what is chosen: the title of a setting, or of a list
    picks what was picked beyond the ware; `kind` the words but for those that differ at the same price
    """

    goods: Goods
    at: int | None
    most: int
    what: str
    words: str
    move: Move | None = None
    entry: Written | None = None
    picks: tuple[str, ...] = ()
    kind: str = ""
    cost: Fraction = Fraction(0)

    @property
    def full(self) -> str:
        return _with_picks(self.words, self.picks)

    def excludes(self, other: Piece) -> bool:
        """Whether two moves give one setting two values."""
        if self.move is None or other.move is None or self.move.setting.many:
            return False
        same_entry = (self.goods.listed, self.at) == (other.goods.listed, other.at)
        return same_entry and self.move.setting.key == other.move.setting.key


Chosen = tuple[tuple[Piece, int], ...]  # pieces with how many of each


def additions(
    goods: Goods, at: int, left: Fraction, wanted: Callable[[str], bool], *, itself: bool
) -> tuple[list[Upgrade], bool]:
    """What may be added to an entry at once for up to so many points; whether there may be more.

    Each piece costs something by itself; together they make nothing wrong in the entry that was right. A piece that
    is right in no company (`Possible`) is never added. `wanted` says of which wares new entries may be, and whether
    those that are there may have more; `itself`, whether the entry itself may.
    """
    if not copies_of(goods.entries[at]):
        return [], False
    found = list(islice(_pieces(goods, at, left, wanted, itself), MOST_PIECES + 1))
    most = min(MOST_ADDITIONS, goods.trials // len(goods.entries))
    pieces = _kinds(Possible(goods, at, found[:MOST_PIECES], left, most).found())
    tried = list(islice(_sets(pieces, left), most + 1))
    upgrades = (_upgrade(goods, at, chosen, left) for chosen in tried[:most])
    return [one for one in upgrades if one is not None], len(tried) > most or len(found) > MOST_PIECES


# --- single pieces


def _pieces(goods: Goods, at: int, left: Fraction, wanted: Callable[[str], bool], itself: bool) -> Iterator[Piece]:
    """Everything that may be added and costs something, but no more than is left."""
    own = _moves(goods, at) if itself else ()
    for piece in (*own, *(one for inner in goods.below(at) for one in _of_list(inner, wanted))):
        tried = goods.try_out(*_changes(((piece, 1),)))
        if tried.report is not None and 0 < tried.cost <= left:
            yield replace(piece, cost=tried.cost)


def _of_list(goods: Goods, wanted: Callable[[str], bool]) -> Iterator[Piece]:
    """What may be added to the entries of a list, and to the list."""
    for at, entry in enumerate(goods.entries):
        ware = goods.ware(entry)
        if ware is not None and wanted(ware.id) and copies_of(entry):
            yield from _moves(goods, at)
    for ware in goods.shelf.wares:
        if wanted(ware.id):
            looked = (entry for entry, _ in islice(looked_at(goods, ware), MOST_CONFIGURATIONS))
            there = (plain_of(goods, one) for one in goods.entries if goods.ware(one) == ware)
            for entry in {key_of(one): one for one in (*looked, *there)}.values():
                yield _new(goods, ware, entry)


def _moves(goods: Goods, at: int) -> Iterator[Piece]:
    entry = goods.entries[at]
    for move in moves(goods, entry):
        setting, most = move.setting, 1
        if setting.repeat and isinstance(setting.kind, ListOf):
            held = value_at(entry, setting.key, setting.default)
            most = min(MOST_REPEATED, setting.kind.maximum - len(held if is_list(held) else ()))
        yield Piece(goods, at, most, setting.title, move.words, move=move)


def _new(goods: Goods, ware: Ware, entry: Written) -> Piece:
    """One more of an entry."""
    equal = None
    if goods.count_setting(entry) is not None:
        keys = (key_of(canonical(goods, uncounted(one))) if copies_of(one) else "" for one in goods.entries)
        equal = next((at for at, key in enumerate(keys) if key == key_of(entry)), None)
    picks = tuple(picked(goods, ware, entry))
    return Piece(goods, equal, MOST_COPIES, goods.shelf.title, ware.title, entry=entry, picks=picks)


def _kinds(pieces: Sequence[Piece]) -> list[Piece]:
    """The same pieces, each with the words that it shares with the others of its ware and price."""
    groups: dict[tuple[Where, str, Fraction], list[Piece]] = {}
    for piece in pieces:
        if piece.move is None:
            groups.setdefault((piece.goods.listed, piece.words, piece.cost), []).append(piece)
    found = []
    for piece in pieces:
        alike = groups.get((piece.goods.listed, piece.words, piece.cost), []) if piece.move is None else []
        common = tuple(pick for pick in piece.picks if all(pick in one.picks for one in alike))
        found.append(replace(piece, kind=_with_picks(piece.words, common)))
    return found


def _with_picks(words: str, picks: Sequence[str]) -> str:
    return f"{words} ({', '.join(picks)})" if picks else words


class Possible:
    """Pieces that are right in some company: alone, in a pair, all entries of a list changed alike, or beside those.

    Which pieces go together only the checks know, and trying all sets of them would take for ever: no more than
    `most` sets of several are tried.
    """

    def __init__(self, goods: Goods, at: int, pieces: Sequence[Piece], left: Fraction, most: int) -> None:
        self._goods, self._at, self._pieces, self._left, self._tries = goods, at, pieces, left, most
        self._known: list[Chosen] = []  # sets that are right
        self._fine: set[Piece] = set()

    def found(self) -> list[Piece]:
        for piece in self._pieces:
            self._take(((piece, 1),))
        for alike in self._alike():
            self._take(alike)
        for piece in self._doubtful():
            any(self._take(pair) for pair in self._pairs(piece))
        while any(self._take(beside) for piece in self._doubtful() for beside in self._beside(piece)):
            pass
        return [piece for piece in self._pieces if piece in self._fine]

    def _doubtful(self) -> list[Piece]:
        return [piece for piece in self._pieces if piece not in self._fine]

    def _take(self, chosen: Chosen) -> bool:
        """Whether a set is right; then its pieces are fine."""
        within = sum(piece.cost * copies for piece, copies in chosen) <= self._left
        self._tries -= within and len(chosen) > 1
        right = within and self._tries >= 0 and _is_right(self._goods, self._at, self._goods.try_out(*_changes(chosen)))
        if right:
            self._known.append(chosen)
            self._fine |= {piece for piece, _ in chosen}
        return right

    def _alike(self) -> Iterator[Chosen]:
        """For each value of a setting, all entries of a list that can be changed to it."""
        groups: dict[str, list[Piece]] = {}
        for piece in self._pieces:
            if piece.move is not None:
                key = (piece.goods.listed, piece.move.setting.key, piece.move.value)
                groups.setdefault(key_of(key), []).append(piece)
        yield from (tuple((piece, 1) for piece in group) for group in groups.values() if len(group) > 1)

    def _pairs(self, piece: Piece) -> Iterator[Chosen]:
        for other in self._pieces:
            if other is not piece and not other.excludes(piece):
                yield from (((piece, 1), (other, n)) for n in range(1, min(MOST_BESIDE, other.most) + 1))

    def _beside(self, piece: Piece) -> Iterator[Chosen]:
        for known in self._known[:MOST_KNOWN]:
            if not any(one.excludes(piece) for one, _ in known):
                yield (*known, (piece, 1))


# --- several at once


def _sets(pieces: Sequence[Piece], left: Fraction) -> Iterator[Chosen]:
    """All sets of pieces that cost no more than is left, those of few first. Each part of a set is one, too."""
    size, found = 0, True
    while found:
        size, found = size + 1, False
        for chosen in _of_size(pieces, size, left):
            found = True
            yield chosen


def _of_size(pieces: Sequence[Piece], size: int, left: Fraction) -> Iterator[Chosen]:
    if not size:
        yield ()
        return
    for at, piece in enumerate(pieces):
        rest = [one for one in pieces[at + 1 :] if not one.excludes(piece)]
        for copies in range(min(piece.most, size, int(left / piece.cost)), 0, -1):
            for others in _of_size(rest, size - copies, left - copies * piece.cost):
                yield ((piece, copies), *others)


def _is_right(goods: Goods, at: int, tried: Trial) -> bool:
    """Whether nothing became wrong in the entry by what was tried."""
    place = goods.place(at)
    return tried.report is not None and not faults(tried.report, place) - faults(goods.report, place)


def _upgrade(goods: Goods, at: int, chosen: Chosen, left: Fraction) -> Upgrade | None:
    """Pieces as an upgrade with what it costs, None where it is not allowed."""
    changes, place = tuple(_changes(chosen)), goods.place(at)
    tried = goods.try_out(*changes)
    if tried.report is None or not 0 < tried.cost <= left or not _is_right(goods, at, tried):
        return None
    after = value_at(tried.data, place)
    marks = Counter({name: number * copies_of(after) for name, number in goods.marks(after).items()})
    marks += Counter({FAULTY: 1} if faults(tried.report, place) else {})
    titles = tuple(dict.fromkeys(piece.what for piece, _ in chosen))
    words = tuple(_words(goods, at, piece, copies, piece.full) for piece, copies in chosen)
    kinds = tuple(_words(goods, at, piece, copies, piece.kind) for piece, copies in _together(chosen))
    return Upgrade(place, goods.label(at), changes, titles, words, tried.cost, marks, kinds)


def _together(chosen: Chosen) -> Chosen:
    """Pieces of the same kind as one."""
    found: dict[tuple[Where, str], tuple[Piece, int]] = {}
    for at, (piece, copies) in enumerate(chosen):
        key = (piece.goods.listed, piece.kind if piece.move is None else f"{at}")
        first, so_far = found.get(key, (piece, 0))
        found[key] = (first if first.at == piece.at else replace(first, at=None), so_far + copies)
    return tuple(found.values())


def _words(goods: Goods, at: int, piece: Piece, copies: int, what: str) -> str:
    """``2 more Soldier``, ``1 x Medic in 1/2 (Section)``, ``Veteran for 1/2 (Soldier)``."""
    held = piece.goods.holding(piece.goods.table)
    where = "" if piece.goods.table in ((), goods.place(at)) else f" in {_named(*held[-1])}"
    if piece.move is None:
        return f"{copies} {'x' if piece.at is None else 'more'} {what}{where}"
    many = f"{copies} x {what}" if copies > 1 else what
    assert piece.at is not None
    itself = piece.goods.place(piece.at) == goods.place(at)
    return many if itself else f"{many} for {_named(piece.goods, piece.at)}"


def _named(goods: Goods, at: int) -> str:
    return goods.label(at).removeprefix("entry ")


# --- changes of the file


def _changes(chosen: Chosen) -> Iterator[Change]:
    """The changes that make pieces: first those of entries that are there, then new ones at the ends of their lists."""
    moved: dict[Where, list[tuple[Piece, int]]] = {}
    for piece, copies in chosen:
        if piece.move is not None and piece.at is not None:
            moved.setdefault(piece.goods.place(piece.at), []).append((piece, copies))
    for place, pieces in moved.items():
        yield from _moved(place, pieces)
    added: dict[Where, list[Written]] = {}
    for piece, copies in chosen:
        if piece.entry is not None:
            yield from _added(piece, copies, added.setdefault(piece.goods.listed, []), set(moved))


def _moved(place: Where, pieces: Sequence[tuple[Piece, int]]) -> Iterator[Change]:
    goods, chosen = pieces[0][0].goods, []
    before: Written = value_at(goods.data, place)
    entry = before
    for piece, copies in pieces:
        assert piece.move is not None
        for _ in range(copies):
            entry = piece.move.on(entry)
        chosen.append(piece.move)
    yield from changes_of(before, entry, chosen, place)


def _added(piece: Piece, copies: int, added: list[Written], moved: set[Where]) -> Iterator[Change]:
    """More copies of an equal entry that stays as it is, else new entries after those that were `added` before."""
    goods, entry = piece.goods, dict(piece.entry or {})
    if piece.at is not None and goods.place(piece.at) not in moved:
        yield Put((*goods.place(piece.at), *COUNT), copies_of(goods.entries[piece.at]) + copies)
        return
    counted = goods.count_setting(entry) is not None
    for _ in range(1 if counted else copies):
        new = goods.fresh({**entry, COUNT_KEY: copies} if counted and copies > 1 else entry, added)
        yield Insert(goods.place(len(goods.entries) + len(added)), new)
        added.append(new)
