"""An event in the making as plain data: the answers so far and the dice that have fallen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from ..data import Json, JsonObject, Shaped, ShapedMapping
from ..dice.handlers import Roll
from ..records import dataclass, replace
from .place import Path


@dataclass(frozen=True)
class Progress:
    """An event as far as it is answered: its kind, the answers in JSON form, the dice that have fallen.

    `still_open` are the lists to which more may be added; `notes` what answers noted that is no part of the event.
    """

    do: str
    answers: ShapedMapping = field(default_factory=dict)
    rolls: tuple[Roll, ...] = ()
    still_open: frozenset[Path] = frozenset()
    notes: frozenset[str] = frozenset()

    def with_answer_at(self, path: Path, value: Json, *, still_open: bool | None = None) -> Progress:
        """The same with an answer at a path; `still_open`: whether more may be added to the list that it is."""
        lists = self.still_open if still_open is None else self.still_open - {path}
        if still_open:
            lists |= {path}
        return replace(self, answers=with_value_at(self.answers, path, value), still_open=lists)

    def answer_at(self, path: Path) -> Shaped:
        """The answer at a path, in JSON form; None where there is none."""
        found: Shaped = self.answers
        for step in path:
            if isinstance(step, int):
                found = found[step] if isinstance(found, list) and step < len(found) else None
            else:
                found = found.get(step) if isinstance(found, Mapping) else None
        return found

    def without_answers(self, paths: Sequence[Path]) -> Progress:
        """The same without the answers at some paths, as if nobody had been asked; all others stay."""
        answers = self.answers
        for path in paths:
            answers = without_value_at(answers, path)
        return replace(self, answers=answers, still_open=self.still_open - frozenset(paths))

    def with_note(self, note: str) -> Progress:
        return replace(self, notes=self.notes | {note})

    def with_rolls(self, rolls: Sequence[Roll]) -> Progress:
        """The same with dice that have fallen now."""
        return replace(self, rolls=(*self.rolls, *rolls))

    def as_dict(self) -> JsonObject:
        """For the store."""
        return {
            "do": self.do,
            "answers": dict(self.answers),
            "rolls": [roll.as_dict() for roll in self.rolls],
            "open": [list(path) for path in sorted(self.still_open, key=str)],
            "notes": sorted(self.notes),
        }

    @classmethod
    def from_dict(cls, data: ShapedMapping) -> Progress:
        """The inverse of `as_dict`."""
        rolls = tuple(map(Roll.from_dict, data["rolls"]))
        still_open = frozenset(tuple(path) for path in data["open"])
        return cls(str(data["do"]), data["answers"], rolls, still_open, frozenset(data["notes"]))


def with_value_at(data: Shaped, path: Path, value: Json) -> Shaped:
    """JSON data with a value at a path; tables on the way are made."""
    first, *rest = path
    if isinstance(first, int):
        items = list(data)
        items[first] = with_value_at(items[first], tuple(rest), value) if rest else value
        return items
    return {**data, first: with_value_at(data.get(first, {}), tuple(rest), value) if rest else value}


def without_value_at(data: Shaped, path: Path) -> Shaped:
    """JSON data without what is at a path; a table that is empty then goes with it, an item of a list stays."""
    first, *rest = path
    if isinstance(data, list):
        if not rest or not isinstance(first, int) or first >= len(data):
            return data
        return [without_value_at(one, tuple(rest)) if at == first else one for at, one in enumerate(data)]
    if not isinstance(data, Mapping) or first not in data:
        return data
    inner = without_value_at(data[first], tuple(rest)) if rest else {}
    gone = inner == {} and (not rest or isinstance(data[first], Mapping))
    return {key: inner if key == first else value for key, value in data.items() if not (gone and key == first)}
