"""Army files that somebody has changed anywhere: a value replaced, taken out, or put where none belongs."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists.army import check_army
from tabletop_cli.core.system import System

Path = tuple[Any, ...]


def places(data: Any, path: Path = ()) -> list[Path]:
    """Every place where something can be changed."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    found = [place for key, value in inner for place in places(value, (*path, key))]
    return [path, *found] if path else found


def changed(
    data: st.DataObject,
    armies: Sequence[Any],
    values: st.SearchStrategy[Any],
    keys: st.SearchStrategy[str],
    most: int = 3,
) -> Any:
    """One of some armies with a few changes, `most` at most: `values` instead of what stands there, or under `keys`."""
    army = copy.deepcopy(data.draw(st.sampled_from(armies)))
    for _ in range(data.draw(st.integers(1, most))):
        *above, last = data.draw(st.sampled_from(places(army)))
        table: Any = army
        for key in above:
            table = table[key]
        change = data.draw(st.sampled_from(["replace", "remove", "add"]))
        if change == "replace":
            table[last] = copy.deepcopy(data.draw(values))
        elif change == "remove":
            del table[last]
        elif isinstance(table, dict):
            table[data.draw(keys)] = copy.deepcopy(data.draw(values))
        if not places(army):
            break
    return army


def rejected(system: System, army: Any) -> bool:
    """Whether `validate` rejects an army: as illegal, or as no army at all."""
    try:
        return not check_army(system, army).legal
    except TabletopError:
        return True
