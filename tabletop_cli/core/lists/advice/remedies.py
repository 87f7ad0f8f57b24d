"""What may be tried to mend a problem of a list: steps near its place, each a thing that a person does at once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from math import ceil, floor

from ...data import Json, JsonMapping, JsonObject
from ...declare.kinds import LONGEST, brief_text
from ...errors import TabletopError
from ...records import dataclass
from ...system import System
from ..change import Change, Drop, Insert, Put, is_list, same_value, value_at
from ..choices import change_of
from ..edit.fresh import format_value
from ..form import Setting
from ..hints import advised_values
from ..problems import Problem, Where
from .goods import COUNT, Goods, copies_of
from .purchases import NAME, Configuration, find_configurations

BUDGET: Where = ("budget",)
AGREED = ("system", "budget", "house")  # keys that players settle with each other
MOST_PLAIN = 1_000  # configurations that are tried where any of a kind will do
NEAR = 0.6  # how alike words are that may be meant
MOST_ALIKE = 6  # words that are looked at
MANY_COPIES = 100
RENAMED, LEFT_OUT, CHOSEN, CHOSEN_BESIDE, FEWER, AWAY, ADDED, ANY = range(1, 9)  # how far a step is fetched
MOST_ITEMS = 12  # of a list in which each is tried in the place of each
_missing = object()


@dataclass(frozen=True)
class RemedyStep:
    """One step of a repair.

    changes  of the data, in the order in which they are made
    what     what to do, in words; between them stands the entry's number
    entry    the place of the entry that it is about, before this step; None for the army or a new entry
    removes  whether it takes an entry away
    far      how far it is from what was written: the nearest first
    saved    points that it saves, below 0 for what it costs; known when it was tried
    origin   the place of the entry in the list that is repaired, None for one that a step before has added
    label    the same in words: ``entry 2``, ``entry 2/1``
    """

    changes: tuple[Change, ...]
    what: tuple[str, ...]
    entry: Where | None = None
    removes: bool = False
    far: int = 0
    saved: Fraction = Fraction(0)
    origin: Where | None = None
    label: str = "new"

    @property
    def words(self) -> str:
        """What to do; entries have the numbers that they have in the list that is repaired."""
        return self.label.join(self.what)


def is_agreed(system: System, where: Where) -> bool:
    """Whether a key is what the players agreed on."""
    return bool(where) and (where[0] in AGREED or where[0] in system.common_keys)


# --- an entry ---


def steps_for_entry(goods: Goods, at: int, problem: Problem) -> Iterator[RemedyStep]:
    """Steps for a problem of an entry, the nearest first."""
    place, where = goods.entry_place(at), problem.where
    if isinstance(goods.entries[at], Mapping):
        for changes in _advised_changes(problem, place):
            yield _change_step(goods, at, *changes)
        for far, change in enumerate(_meant_wares(goods, problem, at)):
            yield _change_step(goods, at, change, far=far)
        yield from _rename_steps(goods, at, where)
        counted = where == (*place, *COUNT) and copies_of(goods.entries[at])
        listed = any(where[: len(one.listed)] == one.listed for one in goods.lists_inside(at))
        is_key = len(where) > len(place) and not counted and not listed
        if is_key and value_at(goods.data, where, _missing) is not _missing:
            yield _change_step(goods, at, Drop(where), far=LEFT_OUT)
        yield from settings_steps(goods, at, where)
    yield from reduction_steps(goods, at)


def reduction_steps(goods: Goods, at: int, most: int = 30) -> Iterator[RemedyStep]:
    """Fewer copies of an entry, or none."""
    entry, title = goods.entries[at], goods.shelf.title_of(goods.entries[at])
    copies = copies_of(entry)
    for fewer in range(1, min(copies, most + 1)):
        yield fewer_copies(goods, at, fewer)
    if copies - 1 > most > 0:
        yield fewer_copies(goods, at, copies - 1)
    many = "" if copies < 2 else "all " if copies > MANY_COPIES else f"all {copies} "
    place = goods.entry_place(at)
    yield RemedyStep((Drop(place),), (f"take {many}{title} away (", ")"), place, removes=True, far=AWAY)


def fewer_copies(goods: Goods, at: int, fewer: int) -> RemedyStep:
    """Some copies of an entry away, but not all."""
    copies, title = copies_of(goods.entries[at]), goods.shelf.title_of(goods.entries[at])
    left = copies - fewer
    what = (f"take {fewer} of {copies} {title} away (", ")")
    if copies > MANY_COPIES:  # nobody counts them by taking them away
        what = (f"write count = {left} at ", f" ({title})")
    return RemedyStep((Put((*goods.entry_place(at), *COUNT), left),), what, goods.entry_place(at), far=FEWER)


def settings_steps(goods: Goods, at: int, where: Where) -> Iterator[RemedyStep]:
    """Other choices about an entry; those of the setting at a place are nearer than the others."""
    entry, place = goods.entries[at], goods.entry_place(at)
    if not isinstance(entry, Mapping):
        return
    for setting in goods.shelf.settings(entry):
        if setting.key == NAME or (setting.key == COUNT and copies_of(entry)):
            continue
        near = where[len(place) :][: len(setting.key)] == setting.key
        for value in _other_values(setting, value_at(entry, setting.key, _missing)):
            change = change_of(setting, place, value)
            if isinstance(change, Put) or value_at(entry, setting.key, _missing) is not _missing:
                yield _change_step(goods, at, change, far=CHOSEN if near else CHOSEN_BESIDE)


def _change_step(goods: Goods, at: int, *changes: Put | Drop, far: int = 0) -> RemedyStep:
    """Changes of an entry that belong together as a step."""
    title = goods.shelf.title_of(goods.entries[at])
    place = goods.entry_place(at)
    words = " and ".join(_change_text(change, len(place)) for change in changes)
    return RemedyStep(changes, (f"{words} at ", f" ({title})"), place, far=far)


def _other_values(setting: Setting, there: Json) -> Iterator[Json]:
    """Values that a setting may have instead of what is there; its default first."""
    if setting.default is not None if setting.follows else there is not _missing and not setting.needed:
        yield setting.default
    if not setting.many:
        yield from (pick.value for pick in setting.values if not same_value(pick.value, there))
        return
    items = list(there) if is_list(there) else list(setting.default) if is_list(setting.default) else []
    picks = [pick.value for pick in setting.values]
    for at in range(len(items[:MOST_ITEMS])):
        yield [*items[:at], *items[at + 1 :]]
    yield from ([*items, pick] for pick in picks)
    for at in range(len(items[:MOST_ITEMS])):
        yield from ([*items[:at], pick, *items[at + 1 :]] for pick in picks)


def _advised_changes(problem: Problem, table: Where) -> Iterator[tuple[Put, ...]]:
    """What a hint says in so many words: ``write models = 4``, or ``write deck = 3, supply = 0`` for two at once.

    The keys stand in the entry, or beside the problem.
    """
    for said in advised_values(problem.hint):
        pairs = [_meant_by(problem, table, key, text) for key, text in said]
        if all(pairs):
            yield from zip(*pairs, strict=False)


def _meant_by(problem: Problem, table: Where, key: str, text: str) -> list[Put]:
    """The places at which a hint may want a value, the likeliest first; none where it is no value."""
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except ValueError:
        return []
    parts = tuple(key.split("."))
    if problem.where[-len(parts) :] == parts:
        return [Put(problem.where, value)]
    beside = problem.where[:-1] if len(problem.where) > len(table) else table
    return [Put((*one, *parts), value) for one in dict.fromkeys((beside, table))]


def _meant_wares(goods: Goods, problem: Problem, at: int) -> Iterator[Put]:
    """The wares that an unknown word may mean."""
    key = problem.where[len(goods.entry_place(at)) :]
    word = value_at(goods.data, problem.where)
    if not key or not isinstance(word, str):
        return
    known: JsonObject = {}
    for ware in goods.shelf.wares:
        value = value_at(ware.entry, key)
        if isinstance(value, str):
            known |= {ware.title.lower(): value, value: value}
    near = (
        [word.lower()]
        if word.lower() in known
        else get_close_matches(word.lower()[:LONGEST], list(known), MOST_ALIKE, NEAR)
    )
    yield from (Put(problem.where, value) for value in list(dict.fromkeys(known[one] for one in near))[:3])


def _rename_steps(goods: Goods, at: int, where: Where) -> Iterator[RemedyStep]:
    """A key that is nearly one that is known: the same value under that key."""
    place, entry = goods.entry_place(at), goods.entries[at]
    value = value_at(goods.data, where, _missing)
    if len(where) <= len(place) or value is _missing or not isinstance(where[-1], str):
        return
    known = {str(one.key[-1]): one.key for one in goods.shelf.settings(entry) if one.key != where[len(place) :]}
    for word in get_close_matches(where[-1], list(known), n=2, cutoff=NEAR):
        changes = (Drop(where), Put((*place, *known[word]), value))
        title = goods.shelf.title_of(entry)
        yield RemedyStep(changes, (f"write {word} instead of {where[-1]} at ", f" ({title})"), place, far=RENAMED)


# --- the army ---


def steps_for_army(system: System, data: JsonMapping, problem: Problem) -> Iterator[RemedyStep]:
    """Steps for a problem at a key of the army."""
    where = problem.where
    if not where:
        return
    for changes in _advised_changes(problem, ()):
        if not any(is_agreed(system, change.place) for change in changes):
            yield RemedyStep(changes, (" and ".join(_change_text(change, 0) for change in changes),))
    settings = system.muster.form(data, system).settings
    for setting in settings:
        if setting.key == where[: len(setting.key)] and setting.key != NAME:
            yield from _army_values(setting, data)
    there = value_at(data, where, _missing)
    if there is not _missing and isinstance(where[-1], str):
        known = [str(key) for key, *deeper in (one.key for one in settings) if not deeper and key not in data]
        for word in get_close_matches(where[-1], known, n=2, cutoff=NEAR):
            if not is_agreed(system, (word,)):
                what = (f"write {word} instead of {where[-1]}",)
                yield RemedyStep((Drop(where), Put((word,), there)), what, far=RENAMED)
        yield RemedyStep((Drop(where),), (f"leave {_key_text(where)} out",), far=LEFT_OUT)


def _army_values(setting: Setting, data: JsonMapping) -> Iterator[RemedyStep]:
    """Other values of a setting of the army: those that look like what is written first."""
    there = value_at(data, setting.key, _missing)
    near = {pick.words.lower(): pick.value for pick in setting.values} | {
        str(pick.value): pick.value for pick in setting.values
    }
    words = get_close_matches(str(there).lower()[:LONGEST], list(near), n=MOST_ALIKE, cutoff=NEAR)
    close = [near[word] for word in words]
    for value in _other_values(setting, there):
        change = change_of(setting, (), value)
        if isinstance(change, Put) or there is not _missing:
            far = close.index(value) if value in close else ANY if isinstance(change, Put) else LEFT_OUT
            yield RemedyStep((change,), (_change_text(change, 0),), far=far)


def budget_steps(system: System, data: JsonMapping, budget: Fraction | None, points: Fraction) -> Iterator[RemedyStep]:
    """A budget that can be one, near one that cannot: the nearest whole numbers and fives, or the usual one.

    Where none is agreed, the next fives from what the list costs.
    """
    near = points if budget is None else budget
    wholes = {floor(near), ceil(near)} if budget is not None else set()
    steps = range(4) if budget is None else (-1, 0)
    fives = {5 * (ceil(near / 5) + step) for step in steps} - wholes
    for far, some in enumerate((wholes, fives)):
        for whole in sorted((one for one in some if one > 0), key=lambda one: abs(one - near)):
            yield RemedyStep((Put(BUDGET, whole),), (f"write budget = {whole}",), far=far)
    if value_at(data, BUDGET, _missing) is not _missing:
        yield RemedyStep((Drop(BUDGET),), ("leave budget out",), far=LEFT_OUT)


# --- new entries ---


def plainest_configurations(goods: Goods) -> tuple[Configuration, ...]:
    """Of each ware the plainest configuration that is allowed, and of each other marks that it may have.

    What costs nothing is offered for the further lists of an army alone: there it may be just what is missing.
    """
    found: dict[object, Configuration] = {}
    for ware, sold, _ in find_configurations(goods, goods.shelf.wares, goods.scale_tries(MOST_PLAIN)):
        for one in sold:
            found.setdefault((ware.id, tuple(sorted(one.marks.items()))), one)
    free = [] if goods.shelf is goods.shelves[0] else [(ware, ware.entry) for ware in goods.shelf.wares]
    for ware, entry in free:
        found.setdefault(
            (ware.id, ()), Configuration(goods.listed, ware, entry, (), Fraction(0), goods.marks_of(entry))
        )
    return tuple(found.values())


def add_wares(goods: Goods, wares: Sequence[Configuration]) -> Iterator[RemedyStep]:
    """One more of each of some wares."""
    to = "" if goods.shelf is goods.shelves[0] else f" to {goods.shelf.title.lower()}"
    for one in wares:
        yield RemedyStep((Insert(goods.end, goods.new_entry(one.entry)),), (f"add 1 x {one.words}{to}",), far=ADDED)


# --- words ---


def _change_text(change: Change, depth: int) -> str:
    """A change of a table in words; `depth` is the length of the table's own place."""
    where = _key_text(change.place[depth:])
    return f"write {where} = {in_toml(change.value)}" if isinstance(change, Put) else f"leave {where} out"


def _key_text(where: Where) -> str:
    return ".".join(map(str, where))


def in_toml(value: Json) -> str:
    """A value as it stands in an army file."""
    try:
        return format_value(value)
    except TabletopError:
        return brief_text(value)


def merge_steps(steps: Sequence[RemedyStep]) -> list[RemedyStep]:
    """Steps of different entries in an order in which all their places are right: what goes away last, from the end."""
    gone = sorted((one for one in steps if one.removes), key=lambda one: place_order(one.entry), reverse=True)
    return [*(one for one in steps if not one.removes), *gone]


def place_order(place: Where | None) -> tuple[Json, ...]:
    """For sorting by places: numbers before words."""
    return tuple((isinstance(step, str), step) for step in place or ())
