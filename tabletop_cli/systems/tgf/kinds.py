"""Kinds of values that this system has besides those of all systems."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from ...api import Id, ListOf, Number, brief_text, dataclass, malformed_value

if TYPE_CHECKING:
    from ...api import Json, Schema

V = TypeVar("V", covariant=True)
_KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Percent(Number):
    """A number from 0 to 100."""

    minimum: Fraction | int | None = 0

    def read(self, value: Json, where: str) -> Fraction:
        share = super().read(value, where)
        if share > 100:
            raise malformed_value(where, f"{brief_text(value)} per cent are more than 100", f"give {self.words}")
        return share

    def schema(self) -> Schema:
        return {**super().schema(), "maximum": 100}

    @property
    def words(self) -> str:
        return "a number from 0 to 100"


@dataclass(frozen=True)
class KebabId(Id):
    """An id of small letters, digits and single hyphens between them."""

    def read(self, value: Json, where: str) -> str:
        word = super().read(value, where)
        if not _KEBAB.fullmatch(word):
            hint = f"small letters, digits and hyphens, such as {self.like}"
            raise malformed_value(where, f"{brief_text(word)} is no id", hint)
        return word

    def schema(self) -> Schema:
        return {**super().schema(), "pattern": f"^{_KEBAB.pattern}$"}


class ListOrNull(ListOf[V]):
    """A list that may be null, which is an empty one."""

    def read(self, value: Json, where: str) -> tuple[V, ...]:
        return () if value is None else super().read(value, where)

    def schema(self) -> Schema:
        return {"anyOf": [super().schema(), {"type": "null"}]}
