"""House rules: the switches of a rulebook's rulings, and the values that its authors left blank.

Both are declared in a system's ``house.toml``; the first value of a switch is its default. A blank has no default: a
rule that needs one asks `House.supplied_value` and refuses when it is None. What a blank may hold is declared in words,
see `worded`; it is a whole number from 0 unless told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from itertools import product

from ..data import Json, JsonObject, Schema, Shaped, ShapedMapping, ShapedObject
from ..errors import Malformed
from ..page import BLANK
from ..quantities import format_fraction
from ..records import dataclass
from .catalogue import PRINTED, Catalogue, in_force
from .kinds import AnyKind, Whole, YesNo, brief_text, did_you_mean
from .matching_words import json_or_text, match_words
from .plain import as_typed, in_words
from .worded import kind_of

Path = tuple[str, ...]
Decision = bool | int | str  # the value of a switch


@dataclass(frozen=True)
class Switch:
    """A ruling that players may decide otherwise."""

    name: str
    ruling: str
    values: tuple[Decision, ...]  # first is the default
    open: bool = False  # any whole number from 0 is allowed too
    means: Mapping[str, str] = field(default_factory=dict, compare=False)
    game: str = ""  # counts only where such a game begins, as with ``campaign``; empty: in army files, too

    @property
    def default(self) -> Decision:
        return self.values[0]

    def value_words(self, value: Json) -> str:
        """A value with what it means: ``literal: Up to 1 cm to form a group.``"""
        meaning = self.meaning_of(value)
        return f"{as_typed(value)}: {meaning}" if meaning else as_typed(value)

    def meaning_of(self, value: Json) -> str:
        """How it is played with a value; empty where ``house.toml`` does not say."""
        return " ".join(self.means.get(as_typed(value), "").split())

    def read(self, value: Json, where: str) -> Decision:
        for known in self.values:
            if value == known and type(value) is type(known):
                return known
        if self.open:
            return Whole().read(value, where)
        raise Malformed(
            f"{where}: this switch has no value {brief_text(value)}",
            hint=f"choose from {', '.join(map(as_typed, self.values))}",
            where=where,
        )

    def from_words(self, text: str) -> Json:
        """The value that a typed word means, by its clear beginning too; not checked, see `read`."""
        word = text.strip()
        for value in self.values:
            if word == as_typed(value):
                return value
        if all(isinstance(value, bool) for value in self.values):
            return YesNo().from_words(word, self.name)
        begun = match_words(word, [value for value in self.values if isinstance(value, str)])
        return begun[0] if len(begun) == 1 else json_or_text(word)

    def schema(self) -> Schema:
        text = "; ".join(f"{value}: {words}" for value, words in self.means.items())
        kind = {"type": "integer", "minimum": 0} if self.open else {"enum": list(self.values)}
        return {**kind, "default": self.default, "description": f"{self.ruling}. {text}"}


@dataclass(frozen=True)
class Blank:
    """A value that the rulebook leaves blank: a dotted key with any number of ``<placeholder>``, and its kind.

    `names` says what each placeholder stands for.
    """

    key: str
    names: Mapping[str, tuple[str, ...]]
    ruling: str
    summary: str = field(default="", compare=False)
    kind: AnyKind = field(default=Whole(), compare=False)

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """Every concrete path that this key stands for."""
        steps = [self.names[step[1:-1]] if _is_placeholder(step) else (step,) for step in self.key.split(".")]
        return tuple(product(*steps))

    def value_words(self, value: Shaped) -> str:
        """A value that players supplied, as it was read, for people: ``1 1/2``, ``hit -2, dam 12``; None is a blank."""
        if value is None:
            return BLANK
        return format_fraction(value) if isinstance(value, Fraction) else in_words(self.kind.plain(value))

    @classmethod
    def from_data(cls, data: ShapedMapping) -> Blank:
        """From a ``[[value]]`` table. Errors: ValueError for a kind that is none, or a placeholder without names."""
        names = {placeholder: tuple(those) for placeholder, those in data.get("names", {}).items()}
        wanted = [step[1:-1] for step in data["key"].split(".") if _is_placeholder(step)]
        if sorted(wanted) != sorted(names):
            raise ValueError(f"value {data['key']}: its names are for {sorted(names)}, its key has {sorted(wanted)}")
        try:
            kind = kind_of(data)
        except ValueError as wrong:
            raise ValueError(f"value {data['key']}: {wrong}") from None
        return cls(data["key"], names, data.get("ruling", ""), data.get("summary", ""), kind)


def _is_placeholder(step: str) -> bool:
    return step.startswith("<") and step.endswith(">")


@dataclass(frozen=True)
class House:
    """One table's house rules: decided switches and supplied values. Immutable and comparable."""

    rules: HouseRules = field(repr=False, compare=False)
    switches: ShapedMapping = field(default_factory=dict)
    values: Mapping[Path, Shaped] = field(default_factory=dict)
    catalogue: Catalogue = PRINTED  # what the players made beside the rulebook

    def __getitem__(self, switch: str) -> Shaped:
        """The value of a switch, decided or default."""
        return self.switches[switch] if switch in self.switches else self.rules.switches[switch].default

    @cached_property
    def said(self) -> Mapping[str, str]:
        """How each switch is played at this table, in words, for texts that quote it: ``{said[slow-retreat]}``."""
        return {name: switch.meaning_of(self[name]) for name, switch in self.rules.switches.items()}

    def supplied_value(self, *path: str) -> Shaped:
        """What players supplied, as its kind reads it, or None where it is still blank."""
        if path not in self.rules.blank_of:
            raise KeyError(".".join(path))
        return self.values.get(path)

    def supplied_number(self, *path: str) -> int | None:
        """The same of a blank that holds a whole number."""
        found: int | None = self.supplied_value(*path)
        return found

    def as_dict(self) -> JsonObject:
        """The same table as players wrote it."""
        plain: ShapedObject = dict(self.switches)
        for path, value in self.values.items():
            at = plain
            for key in path[:-1]:
                at = at.setdefault(key, {})
            at[path[-1]] = self.rules.blank_of[path].kind.plain(value)
        return plain

    def decision_texts(self) -> tuple[tuple[str, str], ...]:
        """What the players decided otherwise than the ruling, in words, and the values that they supplied."""
        switches = (
            (name, self.rules.switches[name].value_words(value))
            for name, value in self.switches.items()
            if value != self.rules.switches[name].default
        )
        supplied = ((".".join(path), self.rules.blank_of[path].value_words(one)) for path, one in self.values.items())
        return (*switches, *supplied)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Values may be tables, which have no hash of their own; who merges equal situations asks often."""
        return hash((json.dumps(self.as_dict(), sort_keys=True), self.catalogue))


@dataclass(frozen=True)
class HouseRules:
    """What may stand in a ``house`` table of one system."""

    switches: Mapping[str, Switch]
    blanks: tuple[Blank, ...]

    @classmethod
    def from_data(cls, data: ShapedMapping) -> HouseRules:
        """From the ``[[switch]]`` and ``[[value]]`` tables of ``house.toml``. Errors: ValueError, KeyError."""
        switches = {
            s["name"]: Switch(
                name=s["name"],
                ruling=s["ruling"],
                values=tuple(s["values"]),
                open=s.get("open", False),
                means=s.get("means", {}),
                game=s.get("game", ""),
            )
            for s in data.get("switch", ())
        }
        rules = cls(switches, tuple(map(Blank.from_data, data.get("value", ()))))
        for path in rules.paths:
            if any(rules._is_known(path[:at]) for at in range(1, len(path))) or path[0] in switches:
                raise ValueError(f"value {'.'.join(path)}: its path leads through another house rule")
        return rules

    @cached_property
    def blank_of(self) -> Mapping[Path, Blank]:
        """Every path that may be supplied, and the blank that it belongs to."""
        return {path: blank for blank in self.blanks for path in blank.paths}

    @cached_property
    def paths(self) -> frozenset[Path]:
        return frozenset(self.blank_of)

    @property
    def keys(self) -> list[str]:
        """Everything that may be set, as it is typed."""
        return [*self.switches, *(".".join(path) for path in sorted(self.paths))]

    @cached_property
    def printed(self) -> House:
        """The defaults, with every blank still blank."""
        return House(self)

    def read(self, data: Json, where: str = "house") -> House:
        """A house table from outside. Errors: `Malformed` with code ``bad-house``."""
        if data is None or (isinstance(data, Mapping) and not data):
            return self.printed if in_force() is PRINTED else House(self, catalogue=in_force())
        try:
            return self._read_table(data, where)
        except Malformed as wrong:
            wrong.code = "bad-house"
            raise

    def _read_table(self, data: Json, where: str) -> House:
        if not isinstance(data, Mapping):
            raise Malformed(f"{where}: house rules must be a table, not {brief_text(data)}", where=where)
        switches: ShapedObject = {}
        values: dict[Path, Shaped] = {}
        for key, value in data.items():
            if key in self.switches:
                switches[key] = self.switches[key].read(value, f"{where}.{key}")
            else:
                values.update(self._read_values((key,), value, where))
        return House(self, switches, values, in_force())

    def _read_values(self, path: Path, value: Json, where: str) -> Iterator[tuple[Path, Shaped]]:
        spot = f"{where}.{'.'.join(path)}"
        if path in self.blank_of:
            yield path, self.blank_of[path].kind.read(value, spot)
            return
        inside = sorted({known[len(path)] for known in self.paths if known[: len(path)] == path})
        if not inside:
            known_here = sorted({p[len(path) - 1] for p in self.paths if p[: len(path) - 1] == path[:-1]})
            known_here += sorted(self.switches) if len(path) == 1 else []
            raise Malformed(f"{spot}: unknown house rule", hint=did_you_mean(path[-1], known_here), where=spot)
        if not isinstance(value, Mapping):
            raise Malformed(
                f"{spot}: {brief_text(value)} is not a table",
                hint=f"write a table with {', '.join(inside)}",
                where=spot,
            )
        for key, deeper in value.items():
            yield from self._read_values((*path, str(key)), deeper, where)

    # --- as people type them ---

    def path_of(self, key: str) -> Path:
        """The path of a key as it is typed; hyphens may stand for underscores."""
        path = tuple(key.split("."))
        folded = tuple(step.replace("-", "_") for step in path)
        return folded if self._is_known(folded) and not self._is_known(path) else path

    def _is_known(self, path: Path) -> bool:
        return path in self.blank_of or (len(path) == 1 and path[0] in self.switches)

    def parse(self, key: str, text: str) -> Json:
        """The JSON form of what a person typed for a switch or a blank. Errors: `Malformed`, where its kind says so.

        Not checked, see `read`: `key` may lead to no rule, or to a table of several, which is typed as JSON.
        """
        path = self.path_of(key)
        try:
            if path in self.blank_of:
                return self.blank_of[path].kind.from_words(text, f"house.{key}")
            return self.switches[path[0]].from_words(text) if self._is_known(path) else json_or_text(text)
        except Malformed as wrong:
            wrong.code = "bad-house"
            raise

    def parse_table(self, key: str, text: str) -> JsonObject:
        """The house table of one key as it is typed, checked. Errors: `Malformed` with code ``bad-house``."""
        first, *rest = self.path_of(key)
        inside = self.parse(key, text)
        for step in reversed(rest):
            inside = {step: inside}
        table = {first: inside}
        self.read(table)
        return table

    def schema(self) -> Schema:
        """Draft-07 JSON Schema of a house table."""
        root: Schema = {"type": "object", "additionalProperties": False, "properties": {}}
        root["properties"].update({name: switch.schema() for name, switch in self.switches.items()})
        for path, blank in self.blank_of.items():
            at = root["properties"]
            for key in path[:-1]:
                table = {"type": "object", "additionalProperties": False, "properties": {}}
                at = at.setdefault(key, table)["properties"]
            at[path[-1]] = {**blank.kind.schema(), "description": blank.summary}
        return root
