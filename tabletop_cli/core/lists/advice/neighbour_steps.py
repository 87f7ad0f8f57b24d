"""Steps of a repair for an entry that has lists inside: what stands in them, what could, and the entries around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...data import JsonObject
from ...declare.kinds import Whole
from ..change import Insert, Put, apply_changes, same_value, value_at
from ..choices import change_of
from ..form import Setting, Ware
from .goods import COUNT, COUNT_KEY, Goods, copies_of, key_of
from .purchases import canonical_entry, choosable_settings, picked_words, without_count
from .remedies import ADDED, FEWER, RemedyStep, reduction_steps, settings_steps

MOST_MORE = 12  # copies that are added at once

Held = Sequence[tuple[Goods, int]]  # entries, each inside the one before


def steps_around(held: Held) -> Iterator[RemedyStep]:
    """Steps for a problem of the last of some entries: at the entries around it, and anywhere inside the first.

    Those at the entry itself are left out (`remedies.of_entry`); there are none for an entry without lists inside.
    """
    if not held:
        return
    (outer, at), (last, number) = held[0], held[-1]
    for goods, above in held[:-1]:
        yield from settings_steps(goods, above, ())
        yield from reduction_steps(goods, above)
    yield from steps_inside(outer, at, but=(last, number))


def steps_inside(goods: Goods, at: int, but: tuple[Goods, int] | None = None) -> Iterator[RemedyStep]:
    """Fewer and more of whatever stands in the lists inside an entry, other choices about it, and new entries."""
    spared = but[0].entry_place(but[1]) if but else None
    for inner in goods.lists_below(at):
        for number in range(len(inner.entries)):
            if inner.entry_place(number) != spared:
                yield from settings_steps(inner, number, ())
                yield from reduction_steps(inner, number)
            yield from more_copies(inner, number)
        yield from new_entry_steps(inner)


def more_copies(goods: Goods, at: int) -> Iterator[RemedyStep]:
    """More copies of an entry, where it may have some."""
    entry = goods.entries[at]
    setting = goods.count_setting(entry) if isinstance(entry, Mapping) else None
    copies = copies_of(entry)
    if setting is None or not copies:
        return
    title, place = goods.shelf.title_of(entry), goods.entry_place(at)
    for extra in range(1, _room_for_copies(setting, copies) + 1):
        what = (f"add {extra} more {title} (", ")")
        yield RemedyStep((Put((*place, *COUNT), copies + extra),), what, place, far=FEWER)


def _room_for_copies(count: Setting, copies: int) -> int:
    """How many copies may come to some that are there."""
    limit = count.kind.maximum if isinstance(count.kind, Whole) else None
    return MOST_MORE if limit is None else min(MOST_MORE, limit - copies)


def new_entry_steps(goods: Goods) -> Iterator[RemedyStep]:
    """New entries for a list inside an entry, one or several copies, like the others that stand in it."""
    ((above, at),) = goods.entries_holding(goods.table)[-1:]
    there = {key_of(canonical_entry(goods, without_count(one))) for one in goods.entries if isinstance(one, Mapping)}
    for ware in goods.shelf.wares:
        for entry in _likely_entries(goods, ware):
            count = goods.count_setting(entry)
            if count is not None and key_of(entry) in there:
                continue  # more copies of that one are the same
            picks = ", ".join(picked_words(goods, ware, entry))
            words = f"{ware.title} ({picks})" if picks else ware.title
            for copies in range(1, 1 + (1 if count is None else _room_for_copies(count, 0))):
                written = goods.new_entry({**entry, COUNT_KEY: copies} if copies > 1 else entry)
                what = (f"add {copies} x {words} to ", f" ({above.shelf.title_of(above.entries[at])})")
                yield RemedyStep((Insert(goods.end, written),), what, goods.table, far=ADDED)


def _likely_entries(goods: Goods, ware: Ware) -> Iterator[JsonObject]:
    """A ware as it comes, and with what all others of the list have in common."""
    plain = canonical_entry(goods, ware.entry)
    alike = plain
    for setting in choosable_settings(goods, plain):
        values = [value_at(entry, setting.key, setting.default) for entry in goods.entries]
        if values and value_at(ware.entry, setting.key) is None and all(same_value(one, values[0]) for one in values):
            change = change_of(setting, (), values[0])
            alike = apply_changes(alike, change) if isinstance(change, Put) else alike
    yield plain
    if key_of(alike) != key_of(plain):
        yield alike
