"""Names by which machines and people call something."""

from __future__ import annotations

import re

from ..data import Json, Schema
from ..records import dataclass
from .kinds import LONGEST, Text, malformed_value

KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")  # of names that players choose: small letters, digits, single hyphens


@dataclass(frozen=True)
class Id(Text):
    """A name by which machines and people call something: a text that is not empty. `like` is an example."""

    like: str = "alpha-1"

    def read(self, value: Json, where: str) -> str:
        word = super().read(value, where)
        if not word.strip():
            raise malformed_value(where, "an id is empty", f"give a word such as {self.like}")
        return word

    def schema(self) -> Schema:
        return {"type": "string", "minLength": 1, "maxLength": LONGEST}

    @property
    def words(self) -> str:
        return f"an id such as {self.like}"
