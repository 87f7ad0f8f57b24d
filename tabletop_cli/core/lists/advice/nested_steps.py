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
from .goods import COUNT, COUNT_KEY, Goods, copies_of, error_codes, key_of
from .purchases import (
    MOST_CONFIGURATIONS,
    MOST_REPEATED,
    Move,
    Upgrade,
    canonical_entry,
    picked_words,
    plain_of,
    possible_entries,
    possible_moves,
    without_count,
)
from .upgrades import changes_of

MOST_ADDITIONS = 1_500  # to one entry that are tried
MOST_PIECES = 100  # different things that may be added to one entry
MOST_COPIES = 40  # of a new entry
MOST_BESIDE = 3  # of another thing, beside which one is tried that is wrong alone
MOST_KNOWN = 60  # sets that are right, beside which one is tried
FAULTY = " faulty"  # the mark of an entry in which something is wrong; no system has a mark with a space in front


def faulty_mark(goods: Goods, at: int) -> dict[str, int]:
    """The mark of an entry with lists inside in which something is wrong; nothing for any other."""
    return {FAULTY: 1} if goods.lists_inside(at) and error_codes(goods.report, goods.entry_place(at)) else {}


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


def find_additions(
    goods: Goods, at: int, left: Fraction, wanted: Callable[[str], bool], *, itself: bool
) -> tuple[list[Upgrade], bool]:
    """What may be added to an entry at once for up to so many points; whether there may be more.

    Each piece costs something by itself; together they make nothing wrong in the entry that was right. A piece that
    is right in no company (`Possible`) is never added. `wanted` says of which wares new entries may be, and whether
    those that are there may have more; `itself`, whether the entry itself may.
    """
    if not copies_of(goods.entries[at]):
        return [], False
    found = list(islice(_affordable_pieces(goods, at, left, wanted, itself), MOST_PIECES + 1))
    most = min(MOST_ADDITIONS, goods.trials // len(goods.entries))
    pieces = _with_kinds(Possible(goods, at, found[:MOST_PIECES], left, most).possible_pieces())
    tried = list(islice(_affordable_sets(pieces, left), most + 1))
    upgrades = (_try_upgrade(goods, at, chosen, left) for chosen in tried[:most])
    return [one for one in upgrades if one is not None], len(tried) > most or len(found) > MOST_PIECES


# --- single pieces


def _affordable_pieces(
    goods: Goods, at: int, left: Fraction, wanted: Callable[[str], bool], itself: bool
) -> Iterator[Piece]:
    """Everything that may be added and costs something, but no more than is left."""
    own = _move_pieces(goods, at) if itself else ()
    for piece in (*own, *(one for inner in goods.lists_below(at) for one in _pieces_of_list(inner, wanted))):
        tried = goods.try_out(*_piece_changes(((piece, 1),)))
        if tried.report is not None and 0 < tried.cost <= left:
            yield replace(piece, cost=tried.cost)


def _pieces_of_list(goods: Goods, wanted: Callable[[str], bool]) -> Iterator[Piece]:
    """What may be added to the entries of a list, and to the list."""
    for at, entry in enumerate(goods.entries):
        ware = goods.ware_of(entry)
        if ware is not None and wanted(ware.id) and copies_of(entry):
            yield from _move_pieces(goods, at)
    for ware in goods.shelf.wares:
        if wanted(ware.id):
            looked = (entry for entry, _ in islice(possible_entries(goods, ware), MOST_CONFIGURATIONS))
            there = (plain_of(goods, one) for one in goods.entries if goods.ware_of(one) == ware)
            for entry in {key_of(one): one for one in (*looked, *there)}.values():
                yield _new_entry_piece(goods, ware, entry)


def _move_pieces(goods: Goods, at: int) -> Iterator[Piece]:
    entry = goods.entries[at]
    for move in possible_moves(goods, entry):
        setting, most = move.setting, 1
        if setting.repeat and isinstance(setting.kind, ListOf):
            held = value_at(entry, setting.key, setting.default)
            most = min(MOST_REPEATED, setting.kind.maximum - len(held if is_list(held) else ()))
        yield Piece(goods, at, most, setting.title, move.words, move=move)


def _new_entry_piece(goods: Goods, ware: Ware, entry: Written) -> Piece:
    """One more of an entry."""
    equal = None
    if goods.count_setting(entry) is not None:
        keys = (key_of(canonical_entry(goods, without_count(one))) if copies_of(one) else "" for one in goods.entries)
        equal = next((at for at, key in enumerate(keys) if key == key_of(entry)), None)
    picks = tuple(picked_words(goods, ware, entry))
    return Piece(goods, equal, MOST_COPIES, goods.shelf.title, ware.title, entry=entry, picks=picks)


def _with_kinds(pieces: Sequence[Piece]) -> list[Piece]:
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

    def possible_pieces(self) -> list[Piece]:
        for piece in self._pieces:
            self._try_set(((piece, 1),))
        for alike in self._sets_alike():
            self._try_set(alike)
        for piece in self._doubtful_pieces():
            any(self._try_set(pair) for pair in self._pairs_with(piece))
        while any(self._try_set(beside) for piece in self._doubtful_pieces() for beside in self._sets_beside(piece)):
            pass
        return [piece for piece in self._pieces if piece in self._fine]

    def _doubtful_pieces(self) -> list[Piece]:
        return [piece for piece in self._pieces if piece not in self._fine]

    def _try_set(self, chosen: Chosen) -> bool:
        """Whether a set is right; then its pieces are fine."""
        within = sum(piece.cost * copies for piece, copies in chosen) <= self._left
        self._tries -= within and len(chosen) > 1
        right = (
            within
            and self._tries >= 0
            and _is_right(self._goods, self._at, self._goods.try_out(*_piece_changes(chosen)))
        )
        if right:
            self._known.append(chosen)
            self._fine |= {piece for piece, _ in chosen}
        return right

    def _sets_alike(self) -> Iterator[Chosen]:
        """For each value of a setting, all entries of a list that can be changed to it."""
        groups: dict[str, list[Piece]] = {}
        for piece in self._pieces:
            if piece.move is not None:
                key = (piece.goods.listed, piece.move.setting.key, piece.move.value)
                groups.setdefault(key_of(key), []).append(piece)
        yield from (tuple((piece, 1) for piece in group) for group in groups.values() if len(group) > 1)

    def _pairs_with(self, piece: Piece) -> Iterator[Chosen]:
        for other in self._pieces:
            if other is not piece and not other.excludes(piece):
                yield from (((piece, 1), (other, n)) for n in range(1, min(MOST_BESIDE, other.most) + 1))

    def _sets_beside(self, piece: Piece) -> Iterator[Chosen]:
        for known in self._known[:MOST_KNOWN]:
            if not any(one.excludes(piece) for one, _ in known):
                yield (*known, (piece, 1))


# --- several at once


def _affordable_sets(pieces: Sequence[Piece], left: Fraction) -> Iterator[Chosen]:
    """All sets of pieces that cost no more than is left, those of few first. Each part of a set is one, too."""
    size, found = 0, True
    while found:
        size, found = size + 1, False
        for chosen in _sets_of_size(pieces, size, left):
            found = True
            yield chosen


def _sets_of_size(pieces: Sequence[Piece], size: int, left: Fraction) -> Iterator[Chosen]:
    if not size:
        yield ()
        return
    for at, piece in enumerate(pieces):
        rest = [one for one in pieces[at + 1 :] if not one.excludes(piece)]
        for copies in range(min(piece.most, size, int(left / piece.cost)), 0, -1):
            for others in _sets_of_size(rest, size - copies, left - copies * piece.cost):
                yield ((piece, copies), *others)


def _is_right(goods: Goods, at: int, tried: Trial) -> bool:
    """Whether nothing became wrong in the entry by what was tried."""
    place = goods.entry_place(at)
    return tried.report is not None and not error_codes(tried.report, place) - error_codes(goods.report, place)


def _try_upgrade(goods: Goods, at: int, chosen: Chosen, left: Fraction) -> Upgrade | None:
    """Pieces as an upgrade with what it costs, None where it is not allowed."""
    changes, place = tuple(_piece_changes(chosen)), goods.entry_place(at)
    tried = goods.try_out(*changes)
    if tried.report is None or not 0 < tried.cost <= left or not _is_right(goods, at, tried):
        return None
    after = value_at(tried.data, place)
    marks = Counter({name: number * copies_of(after) for name, number in goods.marks_of(after).items()})
    marks += Counter({FAULTY: 1} if error_codes(tried.report, place) else {})
    titles = tuple(dict.fromkeys(piece.what for piece, _ in chosen))
    words = tuple(_piece_text(goods, at, piece, copies, piece.full) for piece, copies in chosen)
    kinds = tuple(_piece_text(goods, at, piece, copies, piece.kind) for piece, copies in _merge_kinds(chosen))
    return Upgrade(place, goods.entry_label(at), changes, titles, words, tried.cost, marks, kinds)


def _merge_kinds(chosen: Chosen) -> Chosen:
    """Pieces of the same kind as one."""
    found: dict[tuple[Where, str], tuple[Piece, int]] = {}
    for at, (piece, copies) in enumerate(chosen):
        key = (piece.goods.listed, piece.kind if piece.move is None else f"{at}")
        first, so_far = found.get(key, (piece, 0))
        found[key] = (first if first.at == piece.at else replace(first, at=None), so_far + copies)
    return tuple(found.values())


def _piece_text(goods: Goods, at: int, piece: Piece, copies: int, what: str) -> str:
    """``2 more Soldier``, ``1 x Medic in 1/2 (Section)``, ``Veteran for 1/2 (Soldier)``."""
    held = piece.goods.entries_holding(piece.goods.table)
    where = "" if piece.goods.table in ((), goods.entry_place(at)) else f" in {_short_label(*held[-1])}"
    if piece.move is None:
        return f"{copies} {'x' if piece.at is None else 'more'} {what}{where}"
    many = f"{copies} x {what}" if copies > 1 else what
    assert piece.at is not None
    itself = piece.goods.entry_place(piece.at) == goods.entry_place(at)
    return many if itself else f"{many} for {_short_label(piece.goods, piece.at)}"


def _short_label(goods: Goods, at: int) -> str:
    return goods.entry_label(at).removeprefix("entry ")


# --- changes of the file


def _piece_changes(chosen: Chosen) -> Iterator[Change]:
    """The changes that make pieces: first those of entries that are there, then new ones at the ends of their lists."""
    moved: dict[Where, list[tuple[Piece, int]]] = {}
    for piece, copies in chosen:
        if piece.move is not None and piece.at is not None:
            moved.setdefault(piece.goods.entry_place(piece.at), []).append((piece, copies))
    for place, pieces in moved.items():
        yield from _move_changes(place, pieces)
    added: dict[Where, list[Written]] = {}
    for piece, copies in chosen:
        if piece.entry is not None:
            yield from _addition_changes(piece, copies, added.setdefault(piece.goods.listed, []), set(moved))


def _move_changes(place: Where, pieces: Sequence[tuple[Piece, int]]) -> Iterator[Change]:
    goods, chosen = pieces[0][0].goods, []
    before: Written = value_at(goods.data, place)
    entry = before
    for piece, copies in pieces:
        assert piece.move is not None
        for _ in range(copies):
            entry = piece.move.entry_after(entry)
        chosen.append(piece.move)
    yield from changes_of(before, entry, chosen, place)


def _addition_changes(piece: Piece, copies: int, added: list[Written], moved: set[Where]) -> Iterator[Change]:
    """More copies of an equal entry that stays as it is, else new entries after those that were `added` before."""
    goods, entry = piece.goods, dict(piece.entry or {})
    if piece.at is not None and goods.entry_place(piece.at) not in moved:
        yield Put((*goods.entry_place(piece.at), *COUNT), copies_of(goods.entries[piece.at]) + copies)
        return
    counted = goods.count_setting(entry) is not None
    for _ in range(1 if counted else copies):
        new = goods.new_entry({**entry, COUNT_KEY: copies} if counted and copies > 1 else entry, added)
        yield Insert(goods.entry_place(len(goods.entries) + len(added)), new)
        added.append(new)
