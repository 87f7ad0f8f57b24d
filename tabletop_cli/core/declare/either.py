"""Values that may be of several kinds, or of any."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from ..data import Json, JsonMapping, Schema
from ..errors import Malformed
from ..records import dataclass
from .kinds import AnyKind, Kind, Simple, brief_text, malformed_value

T = TypeVar("T")
V = TypeVar("V", covariant=True)


@dataclass(frozen=True)
class Union(Kind[V]):
    """A value of one of several kinds, such as a number or a word; the first that reads it counts."""

    kinds: tuple[Kind[V], ...]

    def read(self, value: Json, where: str) -> V:
        return self._try_kinds(self.kinds, value, where, lambda kind: kind.read(value, where))

    def from_words(self, text: str, where: str) -> Json:
        def parse_as(kind: Kind[V]) -> Json:
            found = kind.from_words(text, where)
            kind.read(found, where)  # a table, too, must fit here: else another kind may be meant
            return found

        # What looks like a table is no word, though a text could be just that.
        deep = text.lstrip().startswith(("{", "["))
        return self._try_kinds(
            sorted(self.kinds, key=lambda kind: deep and not kind.typed_as_json), text, where, parse_as
        )

    def _try_kinds(self, kinds: Iterable[Kind[V]], given: Json, where: str, attempt: Callable[[Kind[V]], T]) -> T:
        """What the first kind makes of a value; where all refuse it, one that looked inside knows best."""
        wrong: list[Malformed] = []
        for kind in kinds:
            try:
                return attempt(kind)
            except Malformed as no:
                wrong.append(no)
        inside = [no for no in wrong if len(no.where) > len(where)]
        raise inside[0] if inside else malformed_value(where, f"{brief_text(given)} does not fit", f"give {self.words}")

    def schema(self) -> Schema:
        return {"anyOf": [kind.schema() for kind in self.kinds]}

    @property
    def words(self) -> str:
        return ", or ".join(kind.words for kind in self.kinds)

    @property
    def data_words(self) -> str:
        return ", or ".join(kind.data_words for kind in self.kinds)

    @property
    def typed_as_json(self) -> bool:
        return all(kind.typed_as_json for kind in self.kinds)

    def plain(self, value: Any) -> Json:
        return next(found for kind in self.kinds for found in _plain_forms(kind, value))


def _plain_forms(kind: AnyKind, value: Any) -> list[Json]:
    """The JSON form that a kind gives to a value, none where the value is not one of its own."""
    try:
        found = kind.plain(value)
        return [found] if kind.read(found, "") == value else []
    except (Malformed, AttributeError, TypeError, ValueError):  # what a kind does with values of another is its own
        return []


@dataclass(frozen=True)
class Anything(Simple[Json]):
    """A value that somebody else judges, such as a constraint; people are told what it should be.

    `says` is what to give; `valid` the schema for editors. Lists are kept as tuples.
    """

    says: str
    valid: JsonMapping

    def read(self, value: Json, where: str) -> Json:
        return tuple(value) if isinstance(value, list) else value

    def schema(self) -> Schema:
        return dict(self.valid)

    @property
    def words(self) -> str:
        return self.says

    @property
    def typed_as_json(self) -> bool:
        return False

    def plain(self, value: Any) -> Json:
        return list(value) if isinstance(value, tuple) else value
