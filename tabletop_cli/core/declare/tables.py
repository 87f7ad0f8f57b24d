"""The tables of a system's catalogue, and files of one's own beside them: reading, faults, schema, merging.

A home-made file has the open tables of its system, special rules as text, and what it is: ``system``, ``name``,
``author``, ``version``. Rows are read in the order of the tables, so that a row may name rows of tables before its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from ..data import Json, JsonObject, Schema, ShapedMapping, ShapedObject
from ..errors import Malformed
from ..numbers import counted
from ..records import dataclass
from .catalogue import PRINTED, WHOLE_ARMY, Catalogue, reading
from .complaints import complaints
from .facts import read_record, record_schema
from .ids import KEBAB
from .kinds import Text, brief, did_you_mean, malformed
from .rows import OwnRule, Row, Rows, read_catalogues

ABOUT = ("system", "name", "author", "version")  # what a file says of itself
OWN_RULES = "rules"
MOST_READ = 200  # catalogues that are remembered, for `batch` may be sent one after the other without end


@dataclass(frozen=True)
class Tables:
    """The tables of a system.

    tables    in an order in which rows name only rows of tables before their own
    named     the keys of an army's entries that name rows
    rules     the ids of the rulebook, which rows may cite
    check     further faults of rows that can be read, each with its place
    remarks   what is allowed and hardly meant, each with its place
    """

    system: str
    tables: tuple[Rows[Any], ...]
    named: tuple[str, ...] = ()
    rules: Callable[[], Container[str]] = tuple
    check: Callable[[Catalogue, str], Iterator[Malformed]] = lambda catalogue, where: iter(())
    remarks: Callable[[Catalogue, str], Iterator[Malformed]] = lambda catalogue, where: iter(())

    @cached_property
    def open(self) -> Mapping[str, Rows[Any]]:
        """The tables that a home-made file may have, by name."""
        return {one.name: one for one in self.tables if one.home}

    # --- reading

    def read(self, data: Json, where: str = "catalogue") -> Catalogue:
        """Return the catalogue that players wrote. Errors: `Malformed` bad-catalogue, the first of `faults`."""
        if data is None or data == {}:
            return PRINTED
        from hashlib import sha256  # few armies have one

        hash = sha256(json.dumps([self.system, data], sort_keys=True, default=str).encode()).hexdigest()
        if hash not in read_catalogues:
            for wrong in self.faults(data, where):
                raise wrong
            assert isinstance(data, Mapping)
            found = self._read(data, hash, where)
            while len(read_catalogues) >= MOST_READ:  # the oldest goes
                del read_catalogues[next(iter(read_catalogues))]
            read_catalogues[hash] = found
        return read_catalogues[hash]

    def _read(self, data: ShapedMapping, hash: str, where: str) -> Catalogue:
        """Return the catalogue of a file without faults."""
        rules = {
            one: replace(read_record(OwnRule, rule, f"{where}.{OWN_RULES}.{one}"), id=one)
            for one, rule in data.get(OWN_RULES, {}).items()
        }
        rows: dict[str, dict[str, Any]] = {}
        made = Catalogue(dict(data), rows, rules, hash)
        with reading(made):
            for name, table in self.open.items():
                own = data.get(name, {})
                for one, row in own.items():
                    spot = f"{where}.{name}.{one}"
                    rows.setdefault(name, {})[one] = table.read_row(table.written_out(row, own, spot), one, spot, hash)
        return made

    # --- faults

    def faults(self, data: Json, where: str = "catalogue") -> Iterator[Malformed]:
        """Return all that makes a file unusable, each fault with its place, in the order of the tables."""
        for wrong in self._faults(data, where):
            wrong.code = "bad-catalogue"
            yield wrong

    def _faults(self, data: Json, where: str) -> Iterator[Malformed]:
        if not isinstance(data, Mapping):
            yield malformed(where, f"{brief(data)} is not a table")
            return
        yield from self._faults_of_keys(data, where)
        rows: dict[str, dict[str, Any]] = {}
        sketch = Catalogue(dict(data), rows, {}, "sketch")
        broken: set[str] = set()
        with reading(sketch):
            for name, table in self.open.items():
                own = _table(data, name)
                for one, row in own.items():
                    spot = f"{where}.{name}.{one}"
                    found = list(self._faults_of_row(table, one, row, own, spot))
                    yield from (wrong for wrong in found if not _names_any(wrong, spot, row, broken))
                    if (sound := _sketched(table, one, row, own, spot)) is not None:
                        rows.setdefault(name, {})[one] = sound
                    if found:
                        broken.add(one)
        yield from self._faults_of_rules(data, rows, where)
        if not broken:
            yield from self.check(sketch, where)

    def _faults_of_keys(self, data: ShapedMapping, where: str) -> Iterator[Malformed]:
        known = [*self.open, OWN_RULES, *ABOUT]
        for key, value in data.items():
            if key not in known:
                closed = next((one for one in self.tables if one.name == key), None)
                text = f"{brief(key)} cannot be home-made" if closed else f"unknown table {brief(key)}"
                yield malformed(f"{where}.{key}", text, did_you_mean(key, known))
            elif key in ABOUT:
                yield from _faults_of_text(value, f"{where}.{key}")
            elif not isinstance(value, Mapping):
                yield malformed(f"{where}.{key}", f"{brief(value)} is not a table", f"write [{key}.my-own]")
        if data.get("system", self.system) != self.system and isinstance(data["system"], str):
            text = f"this file is for {brief(data['system'])}, the army is of {self.system}"
            yield malformed(f"{where}.system", text, f'write system = "{self.system}"')

    def _faults_of_row(
        self, table: Rows[Any], one: str, row: Json, own: ShapedMapping, spot: str
    ) -> Iterator[Malformed]:
        yield from faults_of_id(one, spot)
        if one in table.printed or any(one == printed.key for printed in table.printed.values()):
            yield malformed(spot, f"{brief(one)} is printed in the book", "choose an id of your own")
        try:
            whole = table.written_out(row, own, spot)
        except Malformed as wrong:
            yield wrong
            return
        yield from complaints(table.cls, whole, spot)

    def _faults_of_rules(
        self, data: ShapedMapping, rows: Mapping[str, Mapping[str, Row]], where: str
    ) -> Iterator[Malformed]:
        """Return the faults of special rules, and of rows that name rules which nobody wrote."""
        own = _table(data, OWN_RULES)
        printed = [row.id for table in self.tables for row in table.printed.values()]
        for one, rule in own.items():
            spot = f"{where}.{OWN_RULES}.{one}"
            yield from faults_of_id(one, spot)
            yield from complaints(OwnRule, rule, spot)
            for at, meant in enumerate(_words(rule, "for")):
                if meant not in (WHOLE_ARMY, *printed):
                    hint = did_you_mean(meant, [WHOLE_ARMY, *printed])
                    yield malformed(f"{spot}.for[{at}]", f"{brief(meant)} is no row of the book", hint)
        for name, made in rows.items():
            for one, row in made.items():
                yield from self._faults_of_names(row, own, f"{where}.{name}.{one}")

    def _faults_of_names(self, row: Row, own: ShapedMapping, spot: str) -> Iterator[Malformed]:
        """Return the faults of a row that names rules which nobody wrote."""
        for at, rule in enumerate(row.special):
            if rule not in own:
                hint = did_you_mean(rule, list(own)) if own else f"write it: [rules.{rule}]"
                yield malformed(f"{spot}.special[{at}]", f"there is no special rule {brief(rule)}", hint)
        known = self.rules()
        for at, rule in enumerate(row.rules):
            if rule not in known:
                hint = "special rules of your own go into `special`"
                yield malformed(f"{spot}.rules[{at}]", f"the book has no rule {brief(rule)}", hint)

    # --- a file as a whole

    def contents(self, catalogue: Catalogue) -> str:
        """Return what a catalogue holds in a few words: ``2 vehicles, 1 gun, 1 special rule``."""
        said = [counted(len(rows), name.removesuffix("s")) for name, rows in catalogue.rows.items()]
        return ", ".join([*said, *([counted(len(catalogue.rules), "special rule")] if catalogue.rules else [])])

    def strangers(self, army: ShapedMapping) -> set[str]:
        """Return the words of an army's entries that may be ids of home-made rows: the book has none of them."""
        entries = army.get("units", ())
        found = {army.get("faction")} if "factions" in self.open else set()
        for entry in entries if isinstance(entries, list | tuple) else ():
            found |= {entry.get(key) for key in self.named} if isinstance(entry, Mapping) else set()
        known = {row.key for table in self.tables for row in table.printed.values()}
        return {one for one in found if isinstance(one, str)} - known

    def serves(self, army: ShapedMapping, data: ShapedMapping) -> bool:
        """Check whether a file has all that an army needs and the book lacks."""
        if data.get("system", self.system) != self.system:
            return False
        return self.strangers(army) <= {one for name in self.open for one in _table(data, name)}

    def merge(self, one: ShapedMapping, other: ShapedMapping) -> JsonObject:
        """Return the rows and rules of two files together; what both have alike stands once.

        Errors: `Malformed` bad-catalogue for rows of one id that differ.
        """
        found: ShapedObject = {key: dict(own) if isinstance(own, Mapping) else own for key, own in one.items()}
        for name, rows in other.items():
            if not isinstance(rows, Mapping):
                found.setdefault(name, rows)
                continue
            there = found.setdefault(name, {})
            for key, row in rows.items():
                if key in there and self._whole(name, key, one) != self._whole(name, key, other):
                    what = f"two different {name.removesuffix('s')}s {brief(key)}"
                    hint = "agree on one, or rename one of them"
                    raise Malformed(f"catalogue: {what}", hint=hint, code="bad-catalogue")
                there.setdefault(key, row)
        return found

    def _whole(self, name: str, one: str, data: ShapedMapping) -> Json:
        """Return a row or a rule of a sound file, with what it is `like` written out."""
        own = _table(data, name)
        if name not in self.open:
            return own[one]
        row = self.open[name].written_out(own[one], own)
        return {"name": row["name"], **row} if isinstance(row, Mapping) and "name" in row else row

    def ids(self, data: ShapedMapping) -> set[str]:
        """Return the ids of the rows in a file."""
        return {one for name in self.open for one in _table(data, name)}

    def needed(self, army: ShapedMapping, data: ShapedMapping) -> JsonObject:
        """Return what a list needs of a sound file: the rows that it names, what these name, and their special rules.

        What a row is `like` is written out. Special rules for printed rows and for the whole list are needed, too.
        """
        named = set(_all_words({key: one for key, one in army.items() if key != "catalogue"}))
        kept: dict[str, dict[str, Json]] = {}
        left = [(name, one) for name in self.open for one in _table(data, name)]
        while reached := [place for place in left if place[1] in named]:
            left = [place for place in left if place not in reached]
            for name, one in reached:
                kept.setdefault(name, {})[one] = row = self._whole(name, one, data)
                named |= set(_all_words(row))
        found: JsonObject = {key: data[key] for key in ABOUT if key in data}
        for name in self.open:
            rows = kept.get(name, {})
            found |= {name: {one: rows[one] for one in _table(data, name) if one in rows}} if rows else {}
        own = _table(data, OWN_RULES)
        rules = {one: rule for one, rule in own.items() if one in named or _words(rule, "for")}
        return {**found, OWN_RULES: rules} if rules else found

    def care(self, catalogue: Catalogue, where: str = "catalogue") -> Iterator[Malformed]:
        """Return what is allowed in a file and hardly meant, each with its place: rules that nothing has, and more."""
        named = {rule for rows in catalogue.rows.values() for row in rows.values() for rule in row.special}
        for one, rule in catalogue.rules.items():
            if one not in named and not rule.for_:
                hint = f'name it in a row: special = ["{one}"]; or write for = ["{WHOLE_ARMY}"]'
                yield malformed(f"{where}.{OWN_RULES}.{one}", "nothing has this special rule", hint)
        yield from self.remarks(catalogue, where)

    def recognises(self, data: ShapedMapping) -> bool:
        """Check whether data look like a file of these tables, whatever it is called, and not like an army."""
        tables = [key for key, one in data.items() if isinstance(one, Mapping)]
        return "units" not in data and (tables == [OWN_RULES] or not self.open.keys().isdisjoint(tables))

    def schema(self) -> Schema:
        """Return the draft-07 JSON Schema of all tables, the printed file's and a home-made one's."""
        tables = {one.name: one.schema() for one in self.tables}
        rules = {"type": "object", "additionalProperties": record_schema(OwnRule)}
        about = {one: {"type": "string"} for one in ABOUT}
        return {"type": "object", "properties": {**tables, OWN_RULES: rules, **about}, "additionalProperties": False}


def faults_of_id(one: str, where: str) -> Iterator[Malformed]:
    """Return what is wrong with an id that players chose."""
    if not KEBAB.fullmatch(one):
        yield malformed(where, f"{brief(one)} is no id: small letters, digits and single hyphens")


def _faults_of_text(value: Json, where: str) -> Iterator[Malformed]:
    try:
        Text().read(value, where)
    except Malformed as wrong:
        yield wrong


def _sketched(table: Rows[Any], one: str, row: Json, own: ShapedMapping, spot: str) -> Row | None:
    """Return a row of a file that is being judged, so that others may name it; None where it cannot be read."""
    try:
        found: Row = table.read_row(table.written_out(row, own, spot), one, spot, "sketch")
    except Malformed:
        return None
    return found


def _names_any(wrong: Malformed, spot: str, row: Json, broken: set[str]) -> bool:
    """Check whether a fault of a row is only that it names a row which is broken itself."""
    key = str(wrong.where).removeprefix(f"{spot}.")
    named = row.get(key) if isinstance(row, Mapping) else None
    return isinstance(named, str) and named in broken


def _table(data: ShapedMapping, name: str) -> ShapedMapping:
    found = data.get(name, {})
    return {str(key): one for key, one in found.items()} if isinstance(found, Mapping) else {}


def _all_words(value: Json) -> Iterator[str]:
    """Return every text in data, at any depth, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield str(key)
            yield from _all_words(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _all_words(one)


def _words(table: Json, key: str) -> tuple[str, ...]:
    found = table.get(key, ()) if isinstance(table, Mapping) else ()
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list | tuple) else ()
