"""What may be added for points to an entry that is there, tried with the system's own checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from ..change import Change, Drop, value_at
from ..choices import change_of
from ..form import Written
from ..problems import Where
from .goods import Goods, copies_of, error_codes
from .purchases import Move, Upgrade, possible_moves

MOST_UPGRADES = 200  # of one entry


def find_upgrades(goods: Goods, at: int) -> tuple[list[Upgrade], bool]:
    """What may be added to an entry for points; whether there may be more of them.

    An upgrade is one or more single changes, each of which is legal and costs something by itself.
    """
    entry = goods.entries[at]
    if not isinstance(entry, Mapping) or goods.ware_of(entry) is None or not copies_of(entry):
        return [], False
    most = min(MOST_UPGRADES, goods.trials // len(goods.entries))  # that are tried
    single = list(islice(possible_moves(goods, entry), most + 1))
    dear = [one for one in single[:most] if _try_upgrade(goods, at, (one,)) is not None]
    sets = (chosen for size in range(1, len(dear) + 1) for chosen in _move_sets(dear, size))
    tried = list(islice(sets, most + 1))
    found = (_try_upgrade(goods, at, chosen) for chosen in tried[:most])
    return [one for one in found if one is not None], len(single) > most or len(tried) > most


def _move_sets(dear: Sequence[Move], size: int) -> Iterator[tuple[Move, ...]]:
    """So many of some changes, of a setting that has one value at most one; what leads nowhere is not followed."""
    if not size:
        yield ()
        return
    for at, first in enumerate(dear):
        rest = [one for one in dear[at + 1 :] if one.setting.many or one.setting.key != first.setting.key]
        room = sum(one.setting.many for one in rest) + len({one.setting.key for one in rest if not one.setting.many})
        if room >= size - 1:
            yield from ((first, *others) for others in _move_sets(rest, size - 1))


def _try_upgrade(goods: Goods, at: int, chosen: Sequence[Move]) -> Upgrade | None:
    """An upgrade with what it costs, None where it is free or not allowed."""
    before, place = goods.entries[at], goods.entry_place(at)
    entry: Written = before
    for move in chosen:
        entry = move.entry_after(entry)
    changes = tuple(changes_of(before, entry, chosen, place))
    tried = goods.try_out(*changes)
    if tried.report is None or tried.cost <= 0 or error_codes(tried.report, place) - error_codes(goods.report, place):
        return None
    titles = tuple(dict.fromkeys(one.setting.title for one in chosen))
    words = tuple(one.words for one in chosen)
    return Upgrade(place, goods.entry_label(at), changes, titles, words, tried.cost, goods.marks_of(entry))


def changes_of(before: Written, after: Written, chosen: Sequence[Move], place: Where) -> Iterator[Change]:
    """The changes of the file that lead from an entry to what it is after some moves, a setting at a time."""
    missing = object()
    for key, setting in {move.setting.key: move.setting for move in chosen}.items():
        value = value_at(after, key, missing)
        if value is not missing:
            yield change_of(setting, place, value)
        elif value_at(before, key, missing) is not missing:
            yield Drop((*place, *key))
