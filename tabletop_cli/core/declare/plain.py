"""Frozen dataclasses to JSON and back: outcomes and results for machines, states for snapshots."""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping
from dataclasses import field, fields, is_dataclass
from fractions import Fraction
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from ..data import JsonObject, Shaped
from ..quantities import format_ratio
from .catalogue import Keyed

T = TypeVar("T")


def flat_field() -> Any:
    """Declare a field whose own fields stand directly in the parent's JSON object."""
    return field(metadata={"flat": True})


def hidden_field(default: object) -> Any:
    """Declare a field that only the program reads: it is not in the JSON and never tells two outcomes apart."""
    return field(default=default, compare=False, metadata={"hidden": True})


def plain_data(value: object) -> Shaped:
    """The JSON form: records as tables (flat fields merged, hidden ones left out), tuples as lists, fractions n/d.

    As of facts, the name of a field is without the underscore that keeps it from being a word of Python.
    """
    if type(value) in _SCALARS:  # most values, and all questions below are dearer than this one
        return value
    if isinstance(value, Keyed):
        return value.key
    if is_dataclass(value) and not isinstance(value, type):
        table: JsonObject = {}
        for name, is_flat in _shown_fields(type(value)):
            inner = plain_data(getattr(value, name))
            if is_flat:
                table.update(inner)
            else:
                table[name.removesuffix("_")] = inner
        return table
    if isinstance(value, Mapping):
        return {str(key): plain_data(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain_data(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(plain_data(item) for item in value)
    if isinstance(value, Fraction):
        return format_ratio(value)
    return value


_SCALARS = frozenset((str, int, bool, type(None)))
_SHOWN: dict[type, tuple[tuple[str, bool], ...]] = {}


def _shown_fields(cls: type[Any]) -> tuple[tuple[str, bool], ...]:
    """The fields that stand in the JSON, and whether they are flat."""
    if cls not in _SHOWN:
        _SHOWN[cls] = tuple((f.name, "flat" in f.metadata) for f in fields(cls) if "hidden" not in f.metadata)
    return _SHOWN[cls]


def as_typed(value: object) -> str:
    """A value in its JSON form as people type it, texts without quotes: ``true``, ``3``, ``word``."""
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    return str(value).lower() if isinstance(value, bool) else str(value)


def in_words(value: object) -> str:
    """A value in its JSON form as people read it: ``yes``, ``3``, ``hit -2, dam 12``."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {in_words(inside)}" for key, inside in value.items())
    return ("no", "yes")[value] if isinstance(value, bool) else as_typed(value)


Hooks = Mapping[type, Callable[[Any], object]]


def pack_state(value: object, hooks: Hooks) -> Shaped:
    """Everything in a state, hidden or not, as JSON; `hooks` turn values of special types into JSON."""
    if (hook := hooks.get(type(value))) is not None:
        return hook(value)
    if isinstance(value, Keyed):
        return value.to_snapshot()
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: pack_state(getattr(value, f.name), hooks) for f in fields(value)}
    if isinstance(value, Mapping):
        return _pack_table(value, hooks)
    if isinstance(value, frozenset):
        return sorted(pack_state(item, hooks) for item in value)
    if isinstance(value, tuple | list):
        return [pack_state(item, hooks) for item in value]
    return value


def _pack_table(table: Mapping[Any, object], hooks: Hooks) -> Shaped:
    """A table as JSON. Where its keys are no texts, such as tiles, it becomes a list of pairs."""
    if all(isinstance(key, str) for key in table):
        return {key: pack_state(item, hooks) for key, item in table.items()}
    return [[pack_state(key, hooks), pack_state(item, hooks)] for key, item in table.items()]


def unpack_state(kind: Any, data: Shaped, hooks: Hooks) -> Shaped:
    """The inverse of `pack_state`, led by type hints; `hooks` rebuild values of special types."""
    if kind in hooks:
        return hooks[kind](data)
    if isinstance(kind, type) and issubclass(kind, Keyed):
        return kind.from_snapshot(data)
    if is_dataclass(kind):
        hints = _type_hints(kind)
        return kind(**{name: unpack_state(hints[name], value, hooks) for name, value in data.items()})  # type: ignore[operator]
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        inner = [arg for arg in args if arg is not type(None)]
        return None if data is None else unpack_state(inner[0], data, hooks) if len(inner) == 1 else data
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(unpack_state(args[0], item, hooks) for item in data)
        return tuple(unpack_state(arg, item, hooks) for arg, item in zip(args, data, strict=True))
    if origin is frozenset:
        return frozenset(unpack_state(args[0], item, hooks) for item in data)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        pairs = data.items() if isinstance(data, Mapping) else data
        return {unpack_state(args[0], key, hooks): unpack_state(args[1], item, hooks) for key, item in pairs}
    return data


_HINTS: dict[object, dict[str, object]] = {}


def _type_hints(cls: object) -> dict[str, object]:
    if cls not in _HINTS:
        _HINTS[cls] = get_type_hints(cls)
    return _HINTS[cls]
