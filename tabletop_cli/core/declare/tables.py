"""The tables of a system's catalogue, and files of one's own beside them: reading, faults, schema, merging.

A home-made file has the open tables of its system, special rules as text, and what it is: ``system``, ``name``,
``author``, ``version``. Rows are read in the order of the tables, so that a row may name rows of tables before its own.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any

from ..data import Json, JsonObject, Schema, Shaped, ShapedMapping, ShapedObject, texts_in
from ..errors import Malformed
from ..quantities import count_text
from ..records import dataclass
from .catalogue import CATALOGUE, PRINTED, WHOLE_ARMY, Catalogue, catalogue_in_force
from .facts import read_record, record_schema
from .ids import KEBAB
from .kinds import Text, brief_text, did_you_mean, malformed_value
from .rows import OwnRule, Placed, Row, Rows, Ruled, placed_rows, read_catalogues

ABOUT = ("system", "name", "author", "version")  # what a file says of itself
OWN_RULES = "rules"
MOST_READ = 200  # catalogues that are remembered though nobody has them: `batch` may be sent any number
_latest: deque[Catalogue] = deque(maxlen=MOST_READ)


@dataclass(frozen=True)
class Tables:
    """The tables of a system.

    tables      in an order in which rows name only rows of tables before their own
    named       the keys of an army's entries that name rows
    rules       the ids of the rulebook, which rows may cite
    check       further faults of rows that can be read, each with its place
    check_data  the same of data as they are written, whether they can be read or not
    slips       what harms nothing else in such data, and was not meant: faults in files, and nowhere else
    remarks     what is allowed and hardly meant, each with its place
    signed      a file says of which system it is; of others the shape tells
    """

    system: str
    tables: tuple[Rows[Any], ...]
    named: tuple[str, ...] = ()
    rules: Callable[[], Container[str]] = tuple
    check: Callable[[Catalogue, str], Iterator[Malformed]] = lambda catalogue, where: iter(())
    check_data: Callable[[Json, str], Iterator[Malformed]] = lambda data, where: iter(())
    slips: Callable[[Json, str], Iterator[Malformed]] = lambda data, where: iter(())
    remarks: Callable[[Catalogue, str], Iterator[Malformed]] = lambda catalogue, where: iter(())
    signed: bool = True

    @cached_property
    def open(self) -> Mapping[str, Rows[Any]]:
        """The tables that a home-made file may have, by name."""
        return {one.name: one for one in self.tables if one.home}

    @property
    def writable(self) -> list[str]:
        """What a home-made file may have: its tables, and special rules."""
        return [*self.open, OWN_RULES]

    # --- reading

    def read(self, data: Json, where: str = "catalogue") -> Catalogue:
        """Return the catalogue that players wrote. Errors: `Malformed` bad-catalogue, its first fault but slips."""
        if data is None:
            return PRINTED
        from hashlib import sha256  # few armies have one

        hash = sha256(json.dumps([self.system, data], sort_keys=True, default=str).encode()).hexdigest()
        if (found := read_catalogues.get(hash)) is None:
            for wrong in self.find_faults(data, where, slips=False):
                raise wrong
            assert isinstance(data, Mapping)
            found = self._read_sound_file(data, hash, where) if data else PRINTED
            read_catalogues[hash] = found
            _latest.append(found)
        return found

    def _read_sound_file(self, data: ShapedMapping, hash: str, where: str) -> Catalogue:
        """Return the catalogue of a file without faults."""
        rules = {
            one: replace(read_record(OwnRule, rule, f"{where}.{OWN_RULES}.{one}"), id=one)
            for one, rule in data.get(OWN_RULES, {}).items()
        }
        rows: dict[str, dict[str, Any]] = {}
        made = Catalogue(dict(data), rows, rules, hash)
        with catalogue_in_force(made):
            for name, table in self.open.items():
                own = self._rows_by_id(name, data)
                for spot, one, row in table.rows_with_places(data.get(name), f"{where}.{name}"):
                    rows.setdefault(name, {})[one] = table.read_row(table.written_out(row, own, spot), one, spot, hash)
        return made

    # --- faults

    def find_faults(self, data: Json, where: str = "catalogue", *, slips: bool = True) -> Iterator[Malformed]:
        """Return all that is wrong with a file, each fault with its place, in the order of the tables.

        Without `slips`, what makes a catalogue unusable, wherever it comes from.
        """
        found = chain(
            self._faults_of_tables(data, where), self.check_data(data, where), self.slips(data, where) if slips else ()
        )
        for wrong in found:
            wrong.code = "bad-catalogue"
            yield wrong

    def _faults_of_tables(self, data: Json, where: str) -> Iterator[Malformed]:
        if not isinstance(data, Mapping):
            hint = "only an army file can name a catalogue by its path; give the catalogue itself" if data else ""
            yield malformed_value(where, f"{brief_text(data)} is not a table", hint if isinstance(data, str) else "")
            return
        yield from self._faults_of_keys(data, where)
        rows: dict[str, dict[str, Any]] = {}
        sketch = Catalogue(dict(data), rows, {}, "sketch")
        parts: list[tuple[str, Ruled]] = []
        broken: set[str] = set()
        with catalogue_in_force(sketch):
            for name, table in self.open.items():
                own, seen = self._rows_by_id(name, data), set[str]()
                for spot, one, row in table.rows_with_places(data.get(name), f"{where}.{name}"):
                    found = list(self._faults_of_row(table, (spot, one, row), own, seen))
                    yield from (wrong for wrong in found if not _names_any(wrong, spot, row, broken))
                    if (sound := _sketch_row(table, one, row, own, spot)) is not None:
                        rows.setdefault(name, {})[one] = sound
                        parts += table.ruled_parts(sound, spot)
                    if found:
                        broken.add(one)
        yield from self._faults_of_rules(data, parts, where)
        if not broken:
            yield from self.check(sketch, where)

    def _faults_of_keys(self, data: ShapedMapping, where: str) -> Iterator[Malformed]:
        known = [*self.open, OWN_RULES, *ABOUT]
        for key, value in data.items():
            if key not in known:
                closed = next((one for one in self.tables if one.name == key), None)
                what = "table" if isinstance(value, Mapping | list | tuple) else "field"
                text = f"{brief_text(key)} cannot be home-made" if closed else f"unknown {what} {brief_text(key)}"
                yield malformed_value(f"{where}.{key}", text, did_you_mean(key, known))
            elif key in ABOUT:
                yield from _faults_of_text(value, f"{where}.{key}")
            elif key in self.open and self.open[key].listed:
                if not isinstance(value, list | tuple):
                    yield malformed_value(
                        f"{where}.{key}", f"{brief_text(value)} is not a list", f"write [[{key}]] above each table"
                    )
            elif not isinstance(value, Mapping):
                yield malformed_value(f"{where}.{key}", f"{brief_text(value)} is not a table", f"write [{key}.my-own]")
        if data.get("system", self.system) != self.system and isinstance(data["system"], str):
            text = f"this file is for {brief_text(data['system'])}, but the army is for {self.system}"
            yield malformed_value(f"{where}.system", text, f'write system = "{self.system}"')

    def _faults_of_row(
        self, table: Rows[Any], placed: Placed, own: ShapedMapping, seen: set[str]
    ) -> Iterator[Malformed]:
        spot, one, row = placed
        place = f"{spot}.id" if table.listed else spot
        if one or not table.listed:
            yield from faults_of_id(one, place)
        if one in table.printed or any(one == printed.key for printed in table.printed.values()):
            hint = "choose an id of your own"
            if one in table.printed and isinstance(row, Mapping) and not table.listed:
                hint += f"; with like = {brief_text(one)}, what you leave out comes from the printed row"
                row = {"like": one, **row}  # so that nobody is told besides what such a row would lack
            yield malformed_value(place, f"{brief_text(one)} is printed in the book", hint)
        if one and one in seen:
            yield malformed_value(place, f"a second {brief_text(one)}", "give each an id of its own")
        seen.add(one)
        yield from table.faults_of_like(row, own, spot)
        try:
            whole = table.written_out(row, own, spot)
        except Malformed:
            return
        yield from _record_complaints(table.cls, whole, spot)

    def _faults_of_rules(
        self, data: ShapedMapping, parts: Iterable[tuple[str, Ruled]], where: str
    ) -> Iterator[Malformed]:
        """Return the faults of special rules, and of rows that name rules which nobody wrote."""
        own = _table_under(data, OWN_RULES)
        printed = [
            part.id for table in self.tables for row in table.printed.values() for _, part in table.ruled_parts(row, "")
        ]
        for one, rule in own.items():
            spot = f"{where}.{OWN_RULES}.{one}"
            yield from faults_of_id(one, spot)
            yield from _record_complaints(OwnRule, rule, spot)
            for at, meant in enumerate(_words_under(rule, "for")):
                if meant not in (WHOLE_ARMY, *printed):
                    hint = did_you_mean(meant, [WHOLE_ARMY, *printed])
                    yield malformed_value(f"{spot}.for[{at}]", f"the book has no row {brief_text(meant)}", hint)
        for spot, part in parts:
            yield from self._faults_of_names(part, own, spot)

    def _faults_of_names(self, row: Ruled, own: ShapedMapping, spot: str) -> Iterator[Malformed]:
        """Return the faults of a row that names rules which nobody wrote."""
        for at, rule in enumerate(row.special):
            if rule not in own:
                hint = did_you_mean(rule, list(own)) if own else f"write it: [rules.{rule}]"
                yield malformed_value(f"{spot}.special[{at}]", f"there is no special rule {brief_text(rule)}", hint)
        known = self.rules()
        for at, rule in enumerate(row.rules if isinstance(row, Row) else ()):
            if rule not in known:
                hint = "special rules of your own go into `special`"
                yield malformed_value(f"{spot}.rules[{at}]", f"the book has no rule {brief_text(rule)}", hint)

    # --- a file as a whole

    def contents_text(self, catalogue: Catalogue) -> str:
        """Return what a catalogue holds in a few words: ``2 vehicles, 1 gun, 1 special rule``."""
        said = [self.open[name].contents_text(rows.values()) for name, rows in catalogue.rows.items()]
        return ", ".join([*said, *([count_text(len(catalogue.rules), "special rule")] if catalogue.rules else [])])

    def unprinted_ids(self, army: ShapedMapping) -> set[str]:
        """Return the words of an army's entries that may be ids of home-made rows: the book has none of them.

        They stand under the keys `named`, alone or in a list, in the entries or in tables inside of these.
        """
        words: list[Json] = [army.get("faction")] if "factions" in self.open else []
        inside: list[Shaped] = [{"units": army.get("units")}]
        while inside:
            one = inside.pop()
            if isinstance(one, Mapping):
                words += [word for key in self.named for word in _as_list(one.get(key))]
            values = one.values() if isinstance(one, Mapping) else one
            inside += [value for value in values if isinstance(value, Mapping | list | tuple)]
        known = {row.key for table in self.tables for row in table.printed.values()}
        return {word for word in words if isinstance(word, str)} - known

    def can_serve(self, army: ShapedMapping, data: ShapedMapping) -> bool:
        """Check whether a file has all that an army needs and the book lacks."""
        if data.get("system", self.system) != self.system:
            return False
        return self.unprinted_ids(army) <= self.row_ids(data)

    def merge_catalogues(self, one: ShapedMapping, other: ShapedMapping) -> JsonObject:
        """Return the rows and rules of two files together; what both have alike stands once.

        Errors: `Malformed` bad-catalogue for rows of one id that differ.
        """
        found: ShapedObject = dict(one)
        for name in other:
            if name in self.open or name == OWN_RULES:
                found[name] = self._merge_rows(name, one, other)
            else:
                found.setdefault(name, other[name])
        return found

    def _merge_rows(self, name: str, one: ShapedMapping, other: ShapedMapping) -> Json:
        """Return the rows of two files together, in the form in which files have this table."""
        found, there = self._rows_by_id(name, one), self._rows_by_id(name, other)
        for key, row in there.items():
            if key in found and self._whole_row(name, key, one) != self._whole_row(name, key, other):
                what = f"two different {name.removesuffix('s')}s {brief_text(key)}"
                hint = "choose one, or rename one of them"
                raise Malformed(f"catalogue: {what}", hint=hint, code="bad-catalogue")
            found.setdefault(key, row)
        return self._in_form(name, found)

    def _rows_by_id(self, name: str, data: ShapedMapping) -> dict[str, Json]:
        """Return the rows, or the special rules, that a file has under a name, by id."""
        return {one: row for _, one, row in placed_rows(data.get(name), "", self._is_listed(name))}

    def _in_form(self, name: str, rows: Mapping[str, Json]) -> Json:
        """Return rows by id in the form in which files have this table."""
        return list(rows.values()) if self._is_listed(name) else dict(rows)

    def _is_listed(self, name: str) -> bool:
        return name in self.open and self.open[name].listed

    def _whole_row(self, name: str, one: str, data: ShapedMapping) -> Json:
        """Return a row or a rule of a sound file, with what it is `like` written out."""
        own = self._rows_by_id(name, data)
        if name not in self.open:
            return own[one]
        row = self.open[name].written_out(own[one], own)
        return {"name": row["name"], **row} if isinstance(row, Mapping) and "name" in row else row

    def row_ids(self, data: ShapedMapping) -> set[str]:
        """Return the ids of the rows in a file."""
        return {one for name in self.open for one in self._rows_by_id(name, data)}

    def needed_data(self, army: ShapedMapping, data: ShapedMapping) -> JsonObject:
        """Return what a list needs of a sound file: the rows that it names, what these name, and their special rules.

        What a row is `like` is written out. Special rules for printed rows and for the whole list are needed, too.
        """
        named = set(texts_in({key: one for key, one in army.items() if key != CATALOGUE}))
        kept: dict[str, dict[str, Json]] = {}
        left = [(name, one) for name in self.open for one in self._rows_by_id(name, data)]
        while reached := [place for place in left if place[1] in named]:
            left = [place for place in left if place not in reached]
            for name, one in reached:
                kept.setdefault(name, {})[one] = row = self._whole_row(name, one, data)
                named |= set(texts_in(row))
        found: JsonObject = {key: data[key] for key in ABOUT if key in data}
        for name in self.open:
            rows = kept.get(name, {})
            own = {one: rows[one] for one in self._rows_by_id(name, data) if one in rows}
            found |= {name: self._in_form(name, own)} if own else {}
        rules = {
            one: rule
            for one, rule in _table_under(data, OWN_RULES).items()
            if one in named or _words_under(rule, "for")
        }
        return {**found, OWN_RULES: rules} if rules else found

    def find_remarks(self, catalogue: Catalogue, where: str = "catalogue") -> Iterator[Malformed]:
        """Return what is allowed in a file and hardly meant, each with its place: rules that nothing has, and more."""
        made = ((self.open[name], row) for name, rows in catalogue.rows.items() for row in rows.values())
        named = {rule for table, row in made for _, part in table.ruled_parts(row, "") for rule in part.special}
        for one, rule in catalogue.rules.items():
            if one not in named and not rule.for_:
                hint = f'name it in a row: special = ["{one}"]; or write for = ["{WHOLE_ARMY}"]'
                yield malformed_value(f"{where}.{OWN_RULES}.{one}", "no row uses this special rule", hint)
        yield from self.remarks(catalogue, where)

    def is_catalogue_file(self, data: ShapedMapping) -> bool:
        """Check whether data look like a file of these tables, whatever it is called, and not like an army."""
        entries = data.get("units")  # of an army, unless they are rows
        rows = isinstance(entries, Mapping) and entries and all(isinstance(one, Mapping) for one in entries.values())
        if "units" in data and not rows:
            return False
        own = [one for name, one in self.open.items() if isinstance(data.get(name), list if one.listed else Mapping)]
        tables = [key for key, one in data.items() if isinstance(one, Mapping | list)]
        return bool(own) or tables == [OWN_RULES]

    def schema(self) -> Schema:
        """Return the draft-07 JSON Schema of all tables, the printed file's and a home-made one's."""
        tables = {one.name: one.schema() for one in self.tables}
        rules = {"type": "object", "additionalProperties": record_schema(OwnRule)}
        about = {one: {"type": "string"} for one in ABOUT}
        return {"type": "object", "properties": {**tables, OWN_RULES: rules, **about}, "additionalProperties": False}


def faults_of_id(one: str, where: str) -> Iterator[Malformed]:
    """Return what is wrong with an id that players chose, with an id that is like it."""
    if not KEBAB.fullmatch(one):
        plain = "-".join(re.findall(r"[a-z0-9]+", one.lower()))
        written = f"id = {brief_text(plain)}" if where.endswith(".id") else brief_text(plain)
        hint = f"write {written}; people read its `name`" if plain else ""
        yield malformed_value(
            where, f"{brief_text(one)} is not an id: use small letters, digits and single hyphens", hint
        )


def _record_complaints(cls: type[object], data: Json, where: str) -> Iterator[Malformed]:
    from .complaints import record_complaints  # the printed book needs none

    return record_complaints(cls, data, where)


def _faults_of_text(value: Json, where: str) -> Iterator[Malformed]:
    try:
        Text().read(value, where)
    except Malformed as wrong:
        yield wrong


def _sketch_row(table: Rows[Any], one: str, row: Json, own: ShapedMapping, spot: str) -> Row | None:
    """Return a row of a file that is being judged, so that others may name it; None where it cannot be read."""
    try:
        found: Row = table.read_row(table.written_out(row, own, spot), one, spot, "sketch")
    except Malformed:
        return None
    return found


def _names_any(wrong: Malformed, spot: str, row: Json, broken: set[str]) -> bool:
    """Check whether a fault of a row is only that it names a row which is broken itself."""
    named: Shaped = row
    for part in re.findall(r"[^.\[\]]+", str(wrong.where).removeprefix(spot)):
        if isinstance(named, Mapping):
            named = named.get(part)
        elif isinstance(named, list | tuple) and part.isdigit() and int(part) < len(named):
            named = named[int(part)]
        else:
            return False
    return isinstance(named, str) and named in broken


def _table_under(data: ShapedMapping, name: str) -> ShapedMapping:
    found = data.get(name, {})
    return {str(key): one for key, one in found.items()} if isinstance(found, Mapping) else {}


def _as_list(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list | tuple) else (value,)


def _words_under(table: Json, key: str) -> tuple[str, ...]:
    found = table.get(key, ()) if isinstance(table, Mapping) else ()
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list | tuple) else ()
