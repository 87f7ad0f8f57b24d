"""What the builder says instead of what a hint tells people to write into a file: which keys to press."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ...core.declare.kinds import AnyKind, YesNo
from ...core.lists.change import value_at
from ...core.lists.form import Setting, Shelf
from ...core.lists.hints import Adds, HintStep, Rewrites, Says, Settles, reword_hint
from ...core.lists.open_list import Opened
from ...core.lists.problems import Problem, Where
from ...core.lists.shelves import shelf_at
from ...core.page import Block, Para
from ...core.records import dataclass
from .builder_house import titles_under
from .builder_settings import row_keys
from .builder_words import MOST_PROBLEMS

OPEN = "..."  # a value that only people know
TYPED = {"true": "y", "false": "n", "true or false": "y or n"}


def hint_words(now: Opened, problem: Problem) -> str:
    """Return the hint of a problem in the words of the builder: ``press a, then command-squad``."""
    return reword_hint(problem.hint, partial(_press_step_text, now, problem.where))


def problem_blocks(now: Opened, problems: Sequence[Problem]) -> list[Block]:
    """What is wrong and what to press to mend it; a few at once."""
    blocks: list[Block] = []
    for problem in problems[:MOST_PROBLEMS]:
        told = hint_words(now, problem)
        hint = f" ({told})" if told else ""
        tone = "bad" if problem.is_error else "warn"
        blocks.append(Para(f"{problem.code}: {problem.message}{hint}", tone))
    if len(problems) > MOST_PROBLEMS:
        blocks.append(Para(f"and {len(problems) - MOST_PROBLEMS} more", "bad"))
    return blocks


def repair_words(text: str) -> str:
    """Return a step of a repair without the signs of files: ``make models 4 at entry 3 (Militia)``."""
    return reword_hint(text, _mend_text).replace("write ", "say ")


def _mend_text(step: HintStep) -> str:
    if isinstance(step, tuple):
        return " and ".join(f"make {one.key} {one.words}" for one in step)
    return "correct it"


def _press_step_text(now: Opened, where: Where, step: HintStep) -> str:
    """What to press for a step of a hint about a place."""
    match step:
        case Adds(says, such):
            way = (*_way_to_list(now, where), "a")
            return _press_text(way if says is None else (*way, f"{says.words}{', for example' if such else ''}"))
        case Settles(table, keys):
            return _press_text(("h", titles_under(now.system, table, keys)))
        case Rewrites(key):
            found = _find_in_menus(now, where, tuple(key.split("."))) if key else _find_in_menus(now, where, where[-1:])
            return _press_text(found.way) if found else "remove it"
        case _:
            return ", and ".join(_press_for(now, where, one) for one in step).replace(", and press ", ", and ")


def _press_for(now: Opened, where: Where, says: Says) -> str:
    found = _find_in_menus(now, where, tuple(says.key.split(".")))
    if found is None:
        return f"{says.key} must be {says.words}"
    if found.below:
        return f"{_press_text(found.way)}: {'.'.join(found.below)} must be {says.words}"
    words = TYPED.get(says.words, says.words) if isinstance(found.kind, YesNo) else says.words
    return _press_text(found.way if says.words == OPEN else (*found.way, words))


def _press_text(way: Sequence[str]) -> str:
    return f"press {', then '.join(part for part in way if part)}"


# --- where a setting stands in the menus


@dataclass(frozen=True)
class Found:
    """A setting in the menus: the keys that lead to it, its kind, and what of the wanted key lies inside its value."""

    way: tuple[str, ...]
    kind: AnyKind
    below: tuple[str, ...] = ()


def _find_in_menus(now: Opened, where: Where, key: Where) -> Found | None:
    """The setting of a key at or near a place; of a key that only begins some settings, the first of these.

    The key may stand in the table of the place, or in one around it.
    """
    for table, settings in _tables_around(now, where):
        own, keys = where[len(table) :], row_keys(settings)
        near = [own] if own[-len(key) :] == key else [(*own[:-1], *key), (*own, *key), key]
        for wanted, one in ((wanted, one) for wanted in near for one in settings):
            inside = wanted is own and wanted[: len(one.key)] == one.key
            if wanted and (inside or one.key[: len(wanted)] == wanted):
                below = tuple(map(str, wanted[len(one.key) :]))
                return Found((*_way_to(now, table), keys[one.key]), one.kind, below)
    return None


def _tables_around(now: Opened, where: Where) -> Iterator[tuple[Where, tuple[Setting, ...]]]:
    """The tables with settings around a place, the innermost first, the army last."""
    for size in range(len(where), 0, -1):
        if shelf := _shelf_of(now, where[:size]):
            yield where[:size], shelf.settings(value_at(now.data, where[:size]))
    yield (), now.form.settings


def _shelf_of(now: Opened, place: Where) -> Shelf | None:
    """The list in which an entry at a place stands, None for what is no entry."""
    entry = isinstance(place[-1], int) and isinstance(value_at(now.data, place), dict)
    return shelf_at(now.form, now.data, place[:-1]) if entry else None


def _way_to(now: Opened, table: Where) -> tuple[str, ...]:
    """The keys that lead to the settings of a table: ``e`` for the army, the number of an entry, its list inside."""
    if not table:
        return ("e",)
    return (*_way_to_list(now, table[:-1]), str(int(table[-1]) + 1))


def _way_to_list(now: Opened, where: Where) -> tuple[str, ...]:
    """The keys that lead to the list of a place: none for the first one of the army."""
    place = where
    while place and (isinstance(place[-1], int) or shelf_at(now.form, now.data, place) is None):
        shelf = _shelf_of(now, place)
        if shelf and (inner := shelf.inside(value_at(now.data, place))):
            place = (*place, *inner[0].place)  # what a hint adds about an entry goes into its list
            break
        place = place[:-1]
    found: list[str] = []
    rest = place
    while rest:
        shelf = shelf_at(now.form, now.data, rest)
        size = len(shelf.place) if shelf else 1
        outer = rest[:-size]
        if outer or not (now.form.shelves and rest == now.form.shelves[0].place):
            found.insert(0, str(rest[-1]))
        if not outer:
            break
        found.insert(0, str(int(outer[-1]) + 1))
        rest = outer[:-1]
    return tuple(found)
