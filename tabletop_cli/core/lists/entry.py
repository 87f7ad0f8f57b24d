"""An entry of a list as it is written, and what is wrong with one in any system: its count, its words, its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any

from ..declare.kinds import Text, brief_text, did_you_mean, malformed_value
from ..errors import Misgiven, a_type
from ..records import dataclass
from .problems import Problem, Where


def is_whole(value: object) -> bool:
    """A whole number; true and 1.0 are none."""
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True)
class Entry:
    """One of the ``units`` of an army file: its number there from 0, and its fields, whatever their values.

    A system adds what its catalogue knows of it, and says with `word` what the catalogue calls it.
    """

    at: int
    fields: Mapping[str, Any]

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        if isinstance(vars(cls).get("word"), FunctionType):
            raise TypeError(f"{cls.__qualname__}.word must be a property: write @property above it")

    @property
    def word(self) -> str:
        """What it is, inside a sentence: in the words of the catalogue, or those of the file where it has none."""
        return "entry"

    @property
    def _word(self) -> str:
        """The `word`. Errors: `Misgiven` for what is no text."""
        if not isinstance(word := self.word, str):
            raise Misgiven(type(self), f"{type(self).__name__}.word is {a_type(word)}, but must be a text")
        return word

    @property
    def count(self) -> int:
        """Copies; 0 where the number is broken."""
        count = self.fields.get("count", 1)
        return max(count, 0) if is_whole(count) else 0

    @property
    def label(self) -> str:
        """``entry 3 (Old Guard)``: its number as people count, and its own name or `word`."""
        known = str(self.fields.get("name") or self._word)
        return f"entry {self.at + 1} ({known if len(known) <= LONGEST_LABEL else f'{known[: LONGEST_LABEL - 3]}...'})"

    def place_of_key(self, *keys: str) -> Where:
        """Where something of it stands in the file; of what is not written, the nearest place above it."""
        place: Where = ("units", self.at)
        inside: Any = self.fields
        for key in keys:
            if not isinstance(inside, Mapping) or key not in inside:
                break
            place, inside = (*place, key), inside[key]
        return place

    def make_problem(self, code: str, text: str, hint: str = "", *keys: str, severity: str = "error") -> Problem:
        """A problem of this entry, at the place of `keys`."""
        return Problem(code, f"{self.label}: {text}", hint, self.place_of_key(*keys), severity)

    def broken_count_problems(self, code: str) -> Iterator[Problem]:
        """A count that is no whole number from 1."""
        if not self.count:
            text = f"count is {brief_text(self.fields['count'])}; it must be a whole number from 1"
            yield self.make_problem(code, text, "write count = 1", "count")

    def strange_key_problems(self, code: str, allowed: Sequence[str]) -> Iterator[Problem]:
        """Keys that what it is, its `word`, does not have."""
        owner, here = (f"{self._word} has ", "") if self.fields.get("name") else ("", " here")  # the label has the word
        for key in self.fields:
            if key not in allowed:
                text = f"{owner}no field {brief_text(key)}{here}"
                yield self.make_problem(code, text, did_you_mean(key, allowed), key)

    def unknown_word_problems(
        self, code: str, key: str, known: Sequence[str], default: str | None = None
    ) -> Iterator[Problem]:
        """A key that says none of the words that it may; without a default it must be there."""
        word = self.fields.get(key, default)
        if word not in known:
            what = f"{key} is missing" if word is None else f"unknown {key} {brief_text(word)}"
            yield self.make_problem(code, what, f"choose from {', '.join(known)}", key)

    def inexact_number_problems(self, code: str, key: str, needed: int) -> Iterator[Problem]:
        """A number that is always the same, and says something else; it may be left out."""
        number = self.fields.get(key, needed)
        if not (is_whole(number) and number == needed):
            yield self.make_problem(
                code, f"{brief_text(number)} {key}, exactly {needed} needed", f"write {key} = {needed}", key
            )


LONGEST_LABEL = 80  # letters of a name in a message
MOST_UNITS = 10_000
ONE_TABLE_EACH = "begin each entry with [[units]]"


def units_of(army: Mapping[str, Any], system_id: str) -> Iterator[Mapping[str, Any]]:
    """The tables of ``units``, one by one and unread, of a list of this system.

    Errors: `Malformed` for what is no list of tables, for a ``system`` or ``name`` that is no text or has more letters
    than a name may have, and for another system's army.
    """
    units = army.get("units", [])
    if not isinstance(units, list | tuple):
        raise malformed_value("units", f"{brief_text(units)} is not a list", ONE_TABLE_EACH)
    if len(units) > MOST_UNITS:
        raise malformed_value("units", f"{len(units)} entries; at most {MOST_UNITS} are allowed")
    for key in ("system", "name"):
        Text().read(army.get(key, ""), key)
    if army.get("system", system_id) != system_id:
        raise malformed_value("system", f"this is an army for {brief_text(army['system'])}, not for {system_id}")
    for at, fields in enumerate(units):
        if not isinstance(fields, Mapping):
            raise malformed_value(f"units[{at}]", f"{brief_text(fields)} is not a table", ONE_TABLE_EACH)
        Text().read(fields.get("name", ""), f"units[{at}].name")
        yield fields
