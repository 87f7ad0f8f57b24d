"""What the log of a game says of another one that is played inside it, such as the battle of an attack.

It says so twice: in an entry of its own when that game begins, is taken up or comes back, and beside the event that
takes its result. So nobody can put another game in its place unseen, see `linked.py` and `insides.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeGuard

from ..data import Json, JsonObject, ShapedMapping
from ..quantities import count_text
from ..records import dataclass
from .lots import Lots


@dataclass(frozen=True)
class Inside:
    """A game that is played inside another one, as it was when the log told of it.

    name        what it was called
    commitment  what its dice are sealed as
    created     when it began, see `BattleHeader`
    entries     how many entries it had
    unchecked   whether it was imported without a look at its log
    noted       with a result: the first letters of its hash, see `chain.py`; None while something in it is hidden
    said        with a result: the fields that players have said themselves
    """

    name: str
    commitment: str
    created: str
    entries: int
    unchecked: bool = False
    noted: str | None = None
    said: tuple[str, ...] = ()

    def as_dict(self) -> JsonObject:
        """Return it as it stands in a line of the log."""
        return {**{key: getattr(self, key) for key in _FIELDS}, "said": list(self.said)}

    @classmethod
    def from_dict(cls, data: ShapedMapping) -> Inside:
        """The inverse of `as_dict`, for what `is_inside` has judged."""
        return cls(**{**data, "said": tuple(data["said"])})

    def same_as(self, other: Inside) -> bool:
        """Whether both tell of one game, however many entries it had."""
        return all(getattr(self, key) == getattr(other, key) for key in ("commitment", "created", "unchecked"))

    def beginning_words(self, lots: Lots) -> str:
        """Say that it begins, or that it is there already and is taken up."""
        marked = ", imported unchecked," if self.unchecked else ""
        if not self.entries:
            return f"{self.name}{marked} begins; its {lots.all} are sealed as {self.commitment}"
        entries = count_text(self.entries, "entry", "entries")
        return f"{self.name}{marked} is already here with {entries}; its {lots.all} are sealed as {self.commitment}"

    def result_words(self) -> str:
        """Say that an event is its result, and what in that is only said by players."""
        noted = f", with the code {self.noted} to note" if self.noted else ""
        said = f"; decided by the players: {', '.join(self.said)}" if self.said else ""
        return f"the result of {self.name} after {count_text(self.entries, 'entry', 'entries')}{noted}{said}"


def is_inside(value: Json) -> TypeGuard[ShapedMapping]:
    """Whether a line of a log tells so of a game inside its own."""
    return (
        isinstance(value, Mapping)
        and value.keys() == _FIELDS.keys()
        and all(fits(value[key]) for key, fits in _FIELDS.items())
    )


def _is_text(value: Json) -> bool:
    return isinstance(value, str)


_FIELDS: dict[str, Callable[[Json], bool]] = {
    "name": _is_text,
    "commitment": _is_text,
    "created": _is_text,
    "entries": lambda value: type(value) is int and value >= 0,
    "unchecked": lambda value: isinstance(value, bool),
    "noted": lambda value: value is None or _is_text(value),
    "said": lambda value: isinstance(value, list) and all(map(_is_text, value)),
}
