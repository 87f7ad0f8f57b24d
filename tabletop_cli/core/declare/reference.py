"""The reference of a rulebook: rule texts and rulings by id, house-rule switches, and sentences for refusals.

Read from two files beside a system: ``house.toml`` (small, needed for every situation) and ``reference.toml`` (the
texts, read only when somebody wants to read them).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from ..data import ShapedMapping, ShapedObject
from ..errors import Refused, TabletopError
from ..records import dataclass
from .house import HouseRules

R = TypeVar("R")


@dataclass(frozen=True)
class Rule:
    """One rule in our own words. `kind`: army, compute, track, ask or tell."""

    id: str
    title: str
    topic: str
    kind: str
    text: str
    ask: str = ""
    remember: str = ""


@dataclass(frozen=True)
class Ruling:
    """A passage that the book leaves open, and how it is played here."""

    id: str
    title: str
    question: str
    text: str
    rules: tuple[str, ...] = ()


def _broken_file_error(path: Path, what: str) -> TabletopError:
    """A file of a system that its authors have to mend."""
    return TabletopError(
        f"{path}: {what}", hint="this file belongs to a game system", where=str(path), code="broken-system"
    )


class Reference:
    """The texts of one system, read when first asked for. Errors, of all: `TabletopError` with code broken-system."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._data: dict[str, ShapedObject] = {}

    def _load_file(self, name: str) -> ShapedObject:
        text = self._read_file(name)
        try:
            return tomllib.loads(text)
        except ValueError as broken:
            raise _broken_file_error(self.folder / name, str(broken)) from None

    def _read_file(self, name: str) -> str:
        path = self.folder / name
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, ValueError) as broken:
            raise _broken_file_error(path, str(broken)) from None

    def file_data(self, place: str) -> ShapedObject:
        """One of its other files, by its place without ending, read once: ``catalogue/guns``."""
        if place not in self._data:
            self._data[place] = self._load_file(f"{place}.toml")
        return self._data[place]

    @cached_property
    def data_version(self) -> str:
        """What tells one state of the data from another: the beginning of a SHA-256 over catalogue and house rules."""
        from hashlib import sha256

        found = sha256()
        for path in sorted([*(self.folder / "catalogue").glob("*.toml"), self.folder / "house.toml"]):
            lines = path.read_bytes().replace(b"\r\n", b"\n")
            found.update(f"{path.name} {len(lines)}\n".encode() + lines)
        return found.hexdigest()[:12]

    @cached_property
    def house(self) -> HouseRules:
        data = self._load_file("house.toml")
        try:
            return HouseRules.from_data(data)
        except KeyError as missing:
            raise _broken_file_error(
                self.folder / "house.toml", f"a switch or value has no {missing.args[0]}"
            ) from None
        except ValueError as wrong:
            raise _broken_file_error(self.folder / "house.toml", str(wrong)) from None

    @cached_property
    def _texts(self) -> ShapedObject:
        return self._load_file("reference.toml")

    @cached_property
    def _pieces(self) -> list[str]:
        """The texts, not parsed: a piece for each table and entry."""
        return re.split(r"^(?=\[)", self._read_file("reference.toml"), flags=re.MULTILINE)

    def _parse_alone(self, beginning: str) -> ShapedObject:
        """The table or entry that begins so, without the others: to parse them all takes as long as a short command.

        Empty where none begins so, and where it cannot be parsed alone: a line in the middle of a text has a bracket.
        """
        piece = next((one for one in self._pieces if one.startswith(beginning)), "")
        try:
            return tomllib.loads(piece)
        except ValueError:
            return {}

    @cached_property
    def about(self) -> ShapedMapping:
        """Name, authors, licence, credits and summary of the rulebook."""
        found: ShapedMapping = (self._parse_alone("[system]") or self._texts).get("system", {})
        if not isinstance(found, Mapping) or not found:
            raise _broken_file_error(self._path, "there is no table [system]")
        return found

    @cached_property
    def rules(self) -> dict[str, Rule]:
        return {rule.id: rule for rule in self._read_records("rule", Rule, self._texts)}

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        return {ruling.id: ruling for ruling in self._read_records("ruling", Ruling, self._texts)}

    def find_entry(self, wanted: str) -> Rule | Ruling:
        """The rule or ruling of an id; whoever wants many has `rules` and `rulings`. Errors: KeyError."""
        kinds: tuple[tuple[str, type[Rule | Ruling]], ...] = (("rule", Rule), ("ruling", Ruling))
        for table, cls in kinds:
            if alone := self._parse_alone(f'[[{table}]]\nid = "{wanted}"\n'):
                return next(self._read_records(table, cls, alone))
        return self.rules.get(wanted) or self.rulings[wanted]

    @property
    def _path(self) -> Path:
        return self.folder / "reference.toml"

    def _read_records(self, table: str, cls: type[R], texts: ShapedMapping) -> Iterator[R]:
        """The records of the ``[[table]]`` entries. Errors: `TabletopError` naming the file, the entry and the key."""
        declared = {one.name: one.default is MISSING for one in fields(cls)}  # type: ignore[arg-type]
        for number, data in enumerate(texts.get(table, ()), 1):
            entry = f"[[{table}]] {data.get('id') or f'number {number}'}"
            for key in [one for one, needed in declared.items() if needed and one not in data]:
                raise _broken_file_error(self._path, f"{entry} has no {key}")
            for key in [one for one in data if one not in declared]:
                raise _broken_file_error(self._path, f"{entry} has an unknown key {key}; known: {', '.join(declared)}")
            yield cls(**{key: tuple(one) if isinstance(one, list) else one for key, one in data.items()})

    @cached_property
    def reasons(self) -> Mapping[str, str]:
        """Why something is refused, in a sentence, by the reason's word."""
        found: Mapping[str, str] = (self._parse_alone("[reasons]") or self._texts).get("reasons", {})
        return found

    def reason_text(self, reason: str) -> str:
        """The sentence of a reason; the word itself where none is written."""
        return self.reasons.get(reason, reason.replace("-", " "))

    def refusal_text(self, no: Refused, named: Callable[[str], str] = str) -> str:
        """Why something is refused, in a sentence: with the numbers, and whom it concerns, `named` for those who read.

        Machines read ids.
        """
        text = no.message if no.message != no.reason.replace("-", " ") else ""
        words = (text or self.reason_text(no.reason)).rstrip(".")
        about = [str(no.extra[key]) for key in ("model", "unit") if isinstance(no.extra.get(key), str)]
        whom = ", ".join(named(one) for one in about if one not in words and named(one) not in words)
        return f"{whom}: {words}." if whom else f"{words}."

    def has_entry(self, rule_id: str) -> bool:
        return rule_id in self.rules or rule_id in self.rulings
