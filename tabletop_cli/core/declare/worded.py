"""Kinds that a data file declares in words: ``kind = "whole"``, ``{ kind = "table", fields = { dam = "whole" } }``.

whole        a whole number; `minimum` (0 unless told; false: none) and `maximum`
number       any number from `minimum` (0 unless told; false: none)
fraction     an exact number, also as "3/2"; `negative = true` lets it be below 0
yes-or-no    true or false
word         one of `values`
text         a line of text
list         a list of one kind, `item`
map          a table of any names to one kind, `item`
table        a table of `fields`, each a kind; one with a `default` may be left out
either       one of several `kinds`
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from ..data import Json, JsonMapping, JsonObject, Schema, ShapedMapping
from ..records import dataclass
from .amounts import Fractional
from .composed import ListOf, MapOf
from .either import Union
from .kinds import (
    AnyKind,
    Kind,
    Number,
    OneOf,
    Text,
    Whole,
    YesNo,
    brief_text,
    did_you_mean,
    malformed_value,
    unknown_field,
)

Spec = str | JsonMapping


@dataclass(frozen=True)
class Fields(Kind[JsonObject]):
    """A table of named fields, each of its own kind; those with a default may be left out."""

    kinds: Mapping[str, AnyKind]
    defaults: ShapedMapping = field(default_factory=dict)

    def read(self, value: Json, where: str) -> JsonObject:
        if not isinstance(value, Mapping):
            raise malformed_value(where, f"{brief_text(value)} is not a table", f"give {self.words}")
        for key in value:
            if key not in self.kinds:
                raise unknown_field(where, key, list(self.kinds))
        found = {}
        for name, kind in self.kinds.items():
            if name in value:
                found[name] = kind.read(value[name], f"{where}.{name}" if where else name)
            elif name in self.defaults:
                found[name] = self.defaults[name]
            else:
                raise malformed_value(where, f"{name} is missing", f"{name} is {kind.data_words}")
        return found

    def schema(self) -> Schema:
        plain: Schema = {
            "type": "object",
            "properties": {name: kind.schema() for name, kind in self.kinds.items()},
            "additionalProperties": False,
        }
        required = [name for name in self.kinds if name not in self.defaults]
        return plain | ({"required": required} if required else {})

    @property
    def words(self) -> str:
        return "a table with " + ", ".join(f"{name} ({kind.words})" for name, kind in self.kinds.items())

    def plain(self, value: ShapedMapping) -> JsonObject:
        """What differs from the defaults, as people would write it."""
        said = {name: one for name, one in value.items() if name not in self.defaults or one != self.defaults[name]}
        return {name: self.kinds[name].plain(one) for name, one in said.items()}


def kind_of(spec: Spec) -> AnyKind:
    """The kind that is declared. Errors: ValueError for words that declare none."""
    told: ShapedMapping = {"kind": spec} if isinstance(spec, str) else spec
    name = told.get("kind", "whole")
    if name not in _KINDS:
        raise ValueError(f"unknown kind {brief_text(name)}; {did_you_mean(name, list(_KINDS))}")
    try:
        return _KINDS[name](told)
    except KeyError as missing:
        raise ValueError(f"a kind {brief_text(name)} needs {missing.args[0]}") from None


def _whole_kind(told: ShapedMapping) -> AnyKind:
    low = told.get("minimum", 0)
    return Whole(None if low is False else low, told.get("maximum", Whole().maximum))


def _number_kind(told: ShapedMapping) -> AnyKind:
    low = told.get("minimum", 0)
    return Number(None if low is False else low)


def _table_kind(told: ShapedMapping) -> AnyKind:
    specs: Mapping[str, Spec] = told["fields"]
    kinds = {name: kind_of(spec) for name, spec in specs.items()}
    defaults = {
        name: kinds[name].read(spec["default"], name)
        for name, spec in specs.items()
        if not isinstance(spec, str) and "default" in spec
    }
    return Fields(kinds, defaults)


_KINDS: Mapping[str, Callable[[ShapedMapping], AnyKind]] = {
    "whole": _whole_kind,
    "number": _number_kind,
    "fraction": lambda told: Fractional(negative=told.get("negative", False)),
    "yes-or-no": lambda told: YesNo(),
    "word": lambda told: OneOf(tuple(told["values"])),
    "text": lambda told: Text(),
    "list": lambda told: ListOf(kind_of(told["item"])),
    "map": lambda told: MapOf(kind_of(told["item"])),
    "table": _table_kind,
    "either": lambda told: Union(tuple(map(kind_of, told["kinds"]))),
}
