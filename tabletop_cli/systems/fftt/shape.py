"""What a list may say at all: its tables and their keys. What is wrong here is reported as ``schema``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...api import AnyKind, Json, Malformed, OneOf, Problem, Text, Where, YesNo, brief_text, did_you_mean
from .army import Army, items_of, table_of
from .profiles import MODES

Keys = Mapping[str, AnyKind | None]  # what a key may say; None: a constraint judges it

ARMY_KEYS: Keys = {
    "system": OneOf(("fftt",)),
    "name": Text(),
    "catalogue": None,
    "mode": OneOf(MODES),
    **dict.fromkeys(("budget", "faction", "units", "flanks", "general", "house")),
}
LINE_KEYS: Keys = {"unit": None, "count": None, "name": Text(), "elite": YesNo(), "xp": None}
FLANK_KEYS: Keys = {"side": None, "units": None}
HIDDEN_KEYS: Keys = {"unit": None, "count": None}
GENERAL_KEYS: Keys = {"unit": None, "name": Text(), "ability": None, "replacement": YesNo()}


def shape_problems(army: Army) -> Iterator[Problem]:
    """Everything that the shape of a list forbids and no constraint is about; house rules that are none."""
    for where, text, hint in _army_wrongs(army.fields):
        place = "".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in where).removeprefix(".")
        yield Problem("schema", f"{place}: {text}" if place else text, hint, where)
    if army.house_wrong:
        yield Problem("schema", army.house_wrong.message, army.house_wrong.hint, ("house",))


Wrong = tuple[Where, str, str]


def _army_wrongs(fields: Mapping[str, Json]) -> Iterator[Wrong]:
    yield from _table_wrongs((), fields, ARMY_KEYS)
    yield from _rows_wrongs(("units",), fields, LINE_KEYS, strange=True)
    yield from _rows_wrongs(("flanks",), fields, FLANK_KEYS)
    for at, flank in enumerate(items_of(fields.get("flanks"))):
        inside = _rows_wrongs(("units",), table_of(flank), HIDDEN_KEYS)
        yield from ((("flanks", at, *where), text, hint) for where, text, hint in inside)
    general = fields.get("general", {})
    if isinstance(general, list | tuple):
        yield from _rows_wrongs(("general",), fields, GENERAL_KEYS)
    else:
        yield from _table_wrongs(("general",), general, GENERAL_KEYS)


def _rows_wrongs(place: tuple[str], fields: Mapping[str, Json], keys: Keys, strange: bool = False) -> Iterator[Wrong]:
    """A list of tables; `strange` leaves unknown keys to a constraint."""
    rows = fields.get(place[0], ())
    if not isinstance(rows, list | tuple):
        yield place, f"{brief_text(rows)} is not a list", f"begin each entry with [[{place[0]}]]"
        return
    for at, row in enumerate(rows):
        yield from _table_wrongs((*place, at), row, keys, strange)


def _table_wrongs(where: Where, value: Json, keys: Keys, strange: bool = False) -> Iterator[Wrong]:
    if not isinstance(value, Mapping):
        yield where, f"{brief_text(value)} is not a table", "write it as a table"
        return
    for key, said in value.items():
        if key not in keys and not strange:
            yield (*where, key), "there is no such key", did_you_mean(key, list(keys))
        try:
            if kind := keys.get(key):
                kind.read(said, "")
        except Malformed as wrong:
            yield (*where, key), wrong.message.removeprefix(": "), wrong.hint
