"""What can be bought for a list: new entries in every configuration, and upgrades of the entries that are there.

What is allowed and what it costs is tried with the system's own checks, each thing by itself in the list as it is.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from ...data import Json, JsonObject
from ...declare.composed import ListOf
from ...declare.kinds import YesNo
from ...errors import TooBig
from ...records import dataclass
from ..change import Change, Drop, Insert, Put, apply_changes, is_list, same_value, value_at
from ..choices import change_of
from ..form import Setting, Ware, Written
from ..problems import Where
from .goods import COUNT, COUNT_KEY, Goods, error_codes, key_of
from .spending_limit import share_out

NAME: Where = ("name",)
MOST_CONFIGURATIONS = 500  # of one ware, legal or not, that are looked at
MOST_WARES = 500
MOST_BESIDE = 20  # wares with marks beside which an entry is tried
MOST_REPEATED = 6  # times that a pick is taken where nothing says how often it may be


@dataclass(frozen=True)
class Configuration:
    """A ware as it can be bought for a list at a place: the entry as it is written, what was picked beyond the ware,
    points, marks."""

    listed: Where
    ware: Ware
    entry: Written
    picks: tuple[str, ...]
    cost: Fraction
    marks: Counter[str]

    @property
    def words(self) -> str:
        return f"{self.ware.title} ({', '.join(self.picks)})" if self.picks else self.ware.title


@dataclass(frozen=True)
class Upgrade:
    """An entry that is there, with more: its place and its words, the changes, what was picked, points of all its
    copies, the marks that it has then.

    kinds  what was picked but for free choices, where lists are inside; upgrades of other kinds are other purchases
    """

    place: Where
    label: str
    changes: tuple[Change, ...]
    settings: tuple[str, ...]
    picks: tuple[str, ...]
    cost: Fraction
    marks: Counter[str]
    kinds: tuple[str, ...] = ()


Variant = TypeVar("Variant", Configuration, Upgrade)


# --- what may be chosen about an entry ---


def choosable_settings(goods: Goods, entry: Written) -> list[Setting]:
    """The settings that are chosen when something is bought: options, and flags by which the whole list is judged."""
    settings = (one for one in goods.shelf.settings(entry) if one.values and one.key not in (COUNT, NAME))
    return [one for one in settings if one.short or _is_judged(goods, entry, one)]


def _is_judged(goods: Goods, entry: Written, flag: Setting) -> bool:
    if not isinstance(flag.kind, YesNo):
        return False
    return goods.marks_of(with_setting(entry, flag, True)) != goods.marks_of(with_setting(entry, flag, False))


def _default_of(setting: Setting) -> Json:
    """What holds where nothing is written: of a yes or no that need not be answered, no."""
    if setting.default is None and isinstance(setting.kind, YesNo) and not setting.needed:
        return False
    return in_order(setting, setting.default) if is_list(setting.default) else setting.default


def canonical_entry(goods: Goods, entry: Written) -> JsonObject:
    """An entry without what only writes a default, its lists in the order of the picks."""
    for setting in choosable_settings(goods, entry):
        value = value_at(entry, setting.key)
        if value is None:
            continue
        ordered = in_order(setting, value) if is_list(value) else value
        idle = same_value(ordered, _default_of(setting))
        entry = apply_changes(entry, change_of(setting, (), setting.default if idle else ordered))
    return dict(entry)


def without_count(entry: Written) -> JsonObject:
    """An entry without its number of copies."""
    return {key: value for key, value in entry.items() if key != COUNT_KEY}


def in_order(setting: Setting, values: Sequence[Json]) -> list[Json]:
    """The items of a list in the order in which they can be picked; what cannot comes last."""
    places = {json.dumps(pick.value): at for at, pick in enumerate(setting.values)}
    return sorted(values, key=lambda one: places.get(json.dumps(one, default=str), len(places)))


@dataclass(frozen=True)
class Move:
    """A single change of a setting of an entry: to a value, in words."""

    setting: Setting
    value: Json
    words: str

    def entry_after(self, entry: Written) -> JsonObject:
        """The entry after it; one more pick goes to those that are there."""
        value = self.value
        if self.setting.many:
            there = value_at(entry, self.setting.key, self.setting.default)
            value = in_order(self.setting, [*(there if is_list(there) else ()), self.value])
        return with_setting(entry, self.setting, value)


def with_setting(entry: Written, setting: Setting, value: Json) -> JsonObject:
    """An entry with a value of a setting."""
    change = change_of(setting, (), value)
    missing = object()
    if isinstance(change, Drop) and value_at(entry, setting.key, missing) is missing:
        return dict(entry)
    return apply_changes(entry, change)


def possible_moves(goods: Goods, entry: Written) -> Iterator[Move]:
    """Every single change: another pick of a setting, one more pick of a list."""
    for setting in choosable_settings(goods, entry):
        there = value_at(entry, setting.key, setting.default)
        held = there if is_list(there) else [there]
        for pick in setting.values:
            if setting.repeat or not any(same_value(pick.value, one) for one in held):
                yield Move(setting, pick.value, setting.title if pick.value is True else pick.words)


def _neighbour_entries(goods: Goods, entry: Written) -> Iterator[tuple[JsonObject, bool]]:
    """Entries that are one choice away; whether one is at the edge of how often a pick may be repeated."""
    for setting in choosable_settings(goods, entry):
        if not setting.many:
            values = (
                setting.default if same_value(pick.value, _default_of(setting)) else pick.value
                for pick in setting.values
            )
            yield from ((with_setting(entry, setting, value), False) for value in values)
            continue
        there = value_at(entry, setting.key, ())
        for items in _longer_lists(setting, list(there) if is_list(there) else []):
            edge = len(items) >= MOST_REPEATED and setting.repeat
            yield with_setting(entry, setting, items), edge


def _longer_lists(setting: Setting, items: list[Json]) -> Iterator[list[Json]]:
    """A list with one pick more."""
    most = setting.kind.maximum if isinstance(setting.kind, ListOf) else len(setting.values)
    if len(items) >= min(most, MOST_REPEATED if setting.repeat else len(setting.values)):
        return
    for pick in setting.values:
        if setting.repeat or not any(same_value(pick.value, one) for one in items):
            yield in_order(setting, [*items, pick.value])


# --- new entries ---


def find_configurations(
    goods: Goods, wares: Sequence[Ware], trials: int | None = None
) -> list[tuple[Ware, list[Configuration], bool]]:
    """Of each ware the configurations that may be bought; whether there may be more of them.

    Where there are points, each costs some. They come in the order of how much was chosen, the plain one first; those
    of entries that are there are among them. No more than so many are tried, by default as many as the list allows.
    Errors: `TooBig` for too many wares.
    """
    if len(wares) > MOST_WARES:
        text = f"{len(wares):,} units to choose from; suggestions only work with up to {MOST_WARES}"
        raise TooBig(text, hint="choose from fewer units: --only UNIT")
    looked = share_out([possible_entries(goods, ware) for ware in wares], trials or goods.trials, MOST_CONFIGURATIONS)
    found = []
    for ware, (candidates, more) in zip(wares, looked, strict=True):
        sold = _sold_configurations(goods, ware, [entry for entry, _ in candidates])
        edges = (entry for entry, edge in candidates if edge)
        found.append((ware, sold, more or any(_try_configuration(goods, ware, entry) for entry in edges)))
    return found


def possible_entries(goods: Goods, ware: Ware) -> Iterator[tuple[JsonObject, bool]]:
    """Every entry that choices make of a ware, those of few choices first; whether it is at the edge of repeating."""
    plain = canonical_entry(goods, ware.entry)
    fresh, seen = [plain], {key_of(plain)}
    yield plain, False
    while fresh:
        earlier, fresh = fresh, []
        for entry, edge in (near for one in earlier for near in _neighbour_entries(goods, one)):
            key = key_of(entry)
            if key not in seen and goods.shelf.ware(entry) in (ware.id, None):
                seen.add(key)
                fresh.append(entry)
                yield entry, edge


def _sold_configurations(goods: Goods, ware: Ware, entries: list[JsonObject]) -> list[Configuration]:
    there = [plain_of(goods, one) for one in goods.entries if goods.ware_of(one) == ware]
    candidates = {key_of(one): one for one in (*entries, *there)}
    found = (_try_configuration(goods, ware, entry) for entry in candidates.values())
    free = not goods.system.muster.has_points
    return [one for one in found if one is not None and (free or one.cost > 0)]


def plain_of(goods: Goods, entry: Written) -> JsonObject:
    """An entry that is there as a new one would be written: without its count and name, and what is typed."""
    chosen = {one.key for one in choosable_settings(goods, entry)}
    others = [one.key for one in goods.shelf.settings(entry) if one.key not in chosen]
    missing = object()
    drops = [Drop(key) for key in others if value_at(entry, key, missing) is not missing]
    return canonical_entry(goods, apply_changes(entry, *drops))


def _try_configuration(goods: Goods, ware: Ware, entry: Written) -> Configuration | None:
    """A configuration with what it costs, None where it is not allowed."""
    if goods.shelf.ware(entry) not in (ware.id, None):
        return None
    tried = goods.try_out(Insert(goods.end, goods.new_entry(entry)))
    marks = goods.marks_of(entry)
    if tried.report is None or (error_codes(tried.report, goods.end) and not (marks and _can_fit(goods, entry))):
        return None
    return Configuration(goods.listed, ware, entry, tuple(picked_words(goods, ware, entry)), tried.cost, marks)


def _can_fit(goods: Goods, entry: Written) -> bool:
    """Whether an entry by which the whole list is judged is right somewhere: alone, or beside one that has marks."""
    place = goods.listed
    beside = [ware.entry for ware in goods.shelf.wares if goods.marks_of(ware.entry)][:MOST_BESIDE]
    contexts = [[], *([*goods.entries, one] for one in beside), beside]
    for others in contexts:
        tried = goods.try_out(Put(place, [*others, goods.shelf.fresh(entry, others)]))
        if tried.report is not None and not error_codes(tried.report, (*place, len(others))):
            return True
    return False


def picked_words(goods: Goods, ware: Ware, entry: Written) -> Iterator[str]:
    """What was picked beyond the ware, in words."""
    for setting in choosable_settings(goods, entry):
        value = value_at(entry, setting.key)
        if value is None or same_value(value, value_at(ware.entry, setting.key)):
            continue
        picks = {json.dumps(pick.value): pick.words for pick in setting.values}
        if value is True:
            yield setting.title
        else:
            values = value if is_list(value) else [value]
            yield from _counted_words([picks.get(json.dumps(one, default=str), str(one)) for one in values])
    yield from _like_words(goods, ware, entry)


def _like_words(goods: Goods, ware: Ware, entry: Written) -> Iterator[str]:
    """Of an entry with other lists inside than its ware brings: which one that is there has the same."""
    inner = [one.place for one in goods.shelf.inside(entry)]
    if any(not same_value(value_at(entry, place), value_at(ware.entry, place)) for place in inner):
        for at, one in enumerate(goods.entries):
            if isinstance(one, Mapping) and all(
                same_value(value_at(entry, place), value_at(one, place)) for place in inner
            ):
                yield f"like entry {goods.entry_number(at)}"
                return


def _counted_words(words: list[str]) -> Iterator[str]:
    """Words, those that stand several times once."""
    for word, times in Counter(words).items():
        yield f"{times} x {word}" if times > 1 else word
