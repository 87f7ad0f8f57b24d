"""House rules: the switches of a rulebook's rulings, and the numbers that its authors left blank.

Both are declared in a system's ``house.toml``; the first value of a switch is its default. A blank number has no
default: a rule that needs one asks `House.number` and refuses when it is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..errors import Malformed
from .kinds import Whole, brief, did_you_mean

Path = tuple[str, ...]


@dataclass(frozen=True)
class Switch:
    """A ruling that players may decide otherwise."""

    name: str
    ruling: str
    values: tuple[Any, ...]  # first is the default
    open: bool = False  # any whole number from 0 is allowed too
    means: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def default(self) -> Any:
        return self.values[0]

    def value_words(self, value: Any) -> str:
        """A value with what it means: ``literal: Up to 1 cm to form a group.``"""
        meant = " ".join(self.means.get(_toml(value), "").split())
        return f"{_toml(value)}: {meant}" if meant else _toml(value)

    def read(self, value: Any, where: str) -> Any:
        for known in self.values:
            if value == known and type(value) is type(known):
                return known
        if self.open:
            return Whole().read(value, where)
        raise Malformed(
            f"{where}: {brief(value)} is no value of this switch",
            hint=f"choose from {', '.join(map(_toml, self.values))}",
            where=where,
        )

    def schema(self) -> dict[str, Any]:
        text = "; ".join(f"{value}: {words}" for value, words in self.means.items())
        kind = {"type": "integer", "minimum": 0} if self.open else {"enum": list(self.values)}
        return {**kind, "default": self.default, "description": f"{self.ruling}. {text}"}


@dataclass(frozen=True)
class Blank:
    """A number that the rulebook leaves blank: a key with at most one ``<placeholder>``, and what that stands for."""

    key: str
    placeholder: str
    names: tuple[str, ...]
    ruling: str
    summary: str = field(default="", compare=False)

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """Every concrete path that this key stands for."""
        if not self.names:
            return (tuple(self.key.split(".")),)
        return tuple(tuple(self.key.replace(f"<{self.placeholder}>", name).split(".")) for name in self.names)


def _names(table: Mapping[str, list[str]]) -> tuple[str, tuple[str, ...]]:
    """The one placeholder of a key with its names; empty for a key without any."""
    for placeholder, names in table.items():
        return placeholder, tuple(names)
    return "", ()


def _toml(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class House:
    """One table's house rules: decided switches and supplied numbers. Immutable and comparable."""

    rules: HouseRules = field(repr=False, compare=False)
    switches: Mapping[str, Any] = field(default_factory=dict)
    numbers: Mapping[Path, int] = field(default_factory=dict)

    def __getitem__(self, switch: str) -> Any:
        """The value of a switch, decided or default."""
        return self.switches[switch] if switch in self.switches else self.rules.switches[switch].default

    def number(self, *path: str) -> int | None:
        """A number that players supplied, or None where it is still blank."""
        if path not in self.rules.paths:
            raise KeyError(".".join(path))
        return self.numbers.get(path)

    def as_dict(self) -> dict[str, Any]:
        """The same table as players wrote it."""
        plain: dict[str, Any] = dict(self.switches)
        for path, number in self.numbers.items():
            at = plain
            for key in path[:-1]:
                at = at.setdefault(key, {})
            at[path[-1]] = number
        return plain

    def decided(self) -> tuple[tuple[str, str], ...]:
        """What the players decided otherwise than the ruling, in words, and the numbers that they supplied."""
        switches = (
            (name, self.rules.switches[name].value_words(value))
            for name, value in self.switches.items()
            if value != self.rules.switches[name].default
        )
        return (*switches, *((".".join(path), str(number)) for path, number in self.numbers.items()))

    def __hash__(self) -> int:
        return hash((tuple(sorted(self.switches.items())), tuple(sorted(self.numbers.items()))))


@dataclass(frozen=True)
class HouseRules:
    """What may stand in a ``house`` table of one system."""

    switches: Mapping[str, Switch]
    blanks: tuple[Blank, ...]

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> HouseRules:
        """From the ``[[switch]]`` and ``[[value]]`` tables of ``house.toml``."""
        switches = {
            s["name"]: Switch(s["name"], s["ruling"], tuple(s["values"]), s.get("open", False), s.get("means", {}))
            for s in data.get("switch", ())
        }
        blanks = [
            Blank(v["key"], *_names(v.get("names", {})), v.get("ruling", ""), v.get("summary", ""))
            for v in data.get("value", ())
        ]
        return cls(switches, tuple(blanks))

    @cached_property
    def paths(self) -> frozenset[Path]:
        return frozenset(path for blank in self.blanks for path in blank.paths)

    @cached_property
    def printed(self) -> House:
        """The defaults, with every blank still blank."""
        return House(self)

    def read(self, data: Any, where: str = "house") -> House:
        """A house table from outside. Errors: `Malformed` with code ``bad-house``."""
        if data is None or (isinstance(data, Mapping) and not data):
            return self.printed
        try:
            return self._read(data, where)
        except Malformed as wrong:
            wrong.code = "bad-house"
            raise

    def _read(self, data: Any, where: str) -> House:
        if not isinstance(data, Mapping):
            raise Malformed(f"{where}: {brief(data)} is not a table of house rules", where=where)
        switches, numbers = {}, {}
        for key, value in data.items():
            if key in self.switches:
                switches[key] = self.switches[key].read(value, f"{where}.{key}")
            else:
                numbers.update(self._numbers((key,), value, where))
        return House(self, switches, numbers)

    def _numbers(self, path: Path, value: Any, where: str) -> dict[Path, int]:
        spot = f"{where}.{'.'.join(path)}"
        if path in self.paths:
            return {path: Whole().read(value, spot)}
        inside = sorted({known[len(path)] for known in self.paths if known[: len(path)] == path})
        if not inside:
            known_here = sorted({p[len(path) - 1] for p in self.paths if p[: len(path) - 1] == path[:-1]})
            known_here += sorted(self.switches) if len(path) == 1 else []
            raise Malformed(f"{spot}: unknown house rule", hint=did_you_mean(path[-1], known_here), where=spot)
        if not isinstance(value, Mapping):
            raise Malformed(f"{spot}: {brief(value)} is not a table", hint=f"with {', '.join(inside)}", where=spot)
        found: dict[Path, int] = {}
        for key, deeper in value.items():
            found.update(self._numbers((*path, str(key)), deeper, where))
        return found

    def parse(self, key: str, word: str) -> Any:
        """The value that a typed word means for a switch or a blank number; not checked, see `read`."""
        known = self.switches[key].values if key in self.switches else ()
        for value in known:
            if word == _toml(value):
                return value
        return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else word

    def schema(self) -> dict[str, Any]:
        """Draft-07 JSON Schema of a house table."""
        root: dict[str, Any] = {"type": "object", "additionalProperties": False, "properties": {}}
        root["properties"].update({name: switch.schema() for name, switch in self.switches.items()})
        for blank in self.blanks:
            for path in blank.paths:
                at = root["properties"]
                for key in path[:-1]:
                    table = {"type": "object", "additionalProperties": False, "properties": {}}
                    at = at.setdefault(key, table)["properties"]
                at[path[-1]] = {"type": "integer", "minimum": 0, "description": blank.summary}
        return root
