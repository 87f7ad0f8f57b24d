"""The reference of a rulebook: rule texts and rulings by id, house-rule switches, and sentences for refusals.

Read from two files beside a system: ``house.toml`` (small, needed for every situation) and ``reference.toml`` (the
texts, read only when somebody wants to read them).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..errors import Refused
from .house import HouseRules


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


class Reference:
    """The texts of one system, read when first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _load(self, name: str) -> dict[str, Any]:
        return tomllib.loads((self.folder / name).read_text(encoding="utf-8"))

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
        return HouseRules.load(self._load("house.toml"))

    @cached_property
    def _texts(self) -> dict[str, Any]:
        return self._load("reference.toml")

    @cached_property
    def about(self) -> Mapping[str, Any]:
        """Name, authors, licence, credits and summary of the rulebook."""
        found: Mapping[str, Any] = self._texts["system"]
        return found

    @cached_property
    def rules(self) -> dict[str, Rule]:
        return {data["id"]: Rule(**data) for data in self._texts["rule"]}

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        found = (
            Ruling(d["id"], d["title"], d["question"], d["text"], tuple(d.get("rules", ())))
            for d in self._texts.get("ruling", ())
        )
        return {ruling.id: ruling for ruling in found}

    @cached_property
    def reasons(self) -> Mapping[str, str]:
        """Why something is refused, in a sentence, by the reason's word."""
        found: Mapping[str, str] = self._texts.get("reasons", {})
        return found

    def sentence(self, reason: str) -> str:
        """The sentence of a reason; the word itself where none is written."""
        return self.reasons.get(reason, reason.replace("-", " "))

    def refusal(self, no: Refused) -> str:
        """Why something is refused, in a sentence: with the numbers, and whom it concerns."""
        text = no.message if no.message != no.reason.replace("-", " ") else ""
        words = (text or self.sentence(no.reason)).rstrip(".")
        about = [str(no.extra[key]) for key in ("model", "unit") if isinstance(no.extra.get(key), str)]
        whom = ", ".join(one for one in about if one not in words)
        return f"{whom}: {words}." if whom else f"{words}."

    def knows(self, rule_id: str) -> bool:
        return rule_id in self.rules or rule_id in self.rulings
