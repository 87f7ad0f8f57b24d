"""Exact amounts: numbers that people and files write as 1.5 or as "3/2"."""

from __future__ import annotations

import re
from fractions import Fraction

from ..data import Json, Schema
from ..quantities import format_ratio
from ..records import dataclass
from .kinds import Kind, Number, brief_text, malformed_value
from .matching_words import fraction_of, json_or_text

_RATIO = re.compile(r"-?[0-9]{1,30}/0*[1-9][0-9]{0,29}")


@dataclass(frozen=True)
class Fractional(Kind[Fraction]):
    """An exact number. `step`: it must be a multiple of this; `negative`: it may be below 0."""

    step: Fraction | None = None
    negative: bool = False

    def read(self, value: Json, where: str) -> Fraction:
        if isinstance(value, str):
            if not _RATIO.fullmatch(value.strip()):
                raise malformed_value(where, f"{brief_text(value)} is {self._none}", f"give {self.words}")
            number = Fraction(value.strip())
        else:
            number = Number().read(value, where)
        if number < 0 and not self.negative:
            raise malformed_value(where, f"{brief_text(value)} is below 0", f"give {self.words}")
        if self.step and number % self.step:
            raise malformed_value(where, f"{brief_text(value)} is not a multiple of {self.step}", f"give {self.words}")
        return number

    def from_words(self, text: str, where: str) -> str:
        exact = fraction_of(text)
        return self.plain(self.read(json_or_text(text) if exact is None else format_ratio(exact), where))

    def schema(self) -> Schema:
        number: Schema = {"type": "number"} | ({} if self.negative else {"minimum": 0})
        if self.step:
            number["multipleOf"] = float(self.step)
        return {"anyOf": [number, {"type": "string", "pattern": r"^-?[0-9]+/[0-9]+$"}]}

    @property
    def words(self) -> str:
        return 'a number, such as 1.5 or "3/2"'

    def plain(self, value: Fraction) -> str:
        return format_ratio(value)

    @property
    def _none(self) -> str:
        return "not a number"


@dataclass(frozen=True)
class Points(Fractional):
    """A number of points."""

    @property
    def words(self) -> str:
        return 'a number of points, such as 1.5 or "3/2"'

    @property
    def _none(self) -> str:
        return "not a number of points"
