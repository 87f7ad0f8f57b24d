"""The kinds of a value that comes from outside: each reads, parses, describes and schematises one sort of value."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from math import log10
from typing import Any, Generic, TypeAlias, TypeVar

from ..data import Json, JsonObject, Schema, Shaped
from ..errors import Malformed
from ..records import dataclass
from .matching_words import fraction_of, json_or_text, match_words

V = TypeVar("V", covariant=True)  # what a kind reads

LONGEST = 200  # letters of a name or word that comes from outside; a mark that is set on a letter counts as one
UNUSABLE = 10**15  # numbers from here on; a file that holds one is refused as a whole


def malformed_value(where: str, message: str, hint: str = "") -> Malformed:
    """A wrong value at `where`, a dotted path like ``situation.target.terrain``."""
    return Malformed(f"{where}: {message}" if where else message, hint=hint, where=where)


def unknown_field(where: str, key: str, known: Sequence[str]) -> Malformed:
    """A field at `where` that nothing has; the error knows its `key`, so that its own line can be found."""
    wrong = malformed_value(where, f"unknown field {brief_text(key)}", did_you_mean(key, known))
    wrong.key = key
    return wrong


def brief_text(value: object) -> str:
    """A value from outside, short and harmless, for a message."""
    if isinstance(value, int) and abs(value) >= 10**LONGEST:
        return f"a number of {digits_of(value):,} digits"
    try:
        text = json.dumps(value, default=str, ensure_ascii=True)
    except ValueError:  # Python writes no number of thousands of digits, which may stand inside
        return f"a {type(value).__name__} with numbers that are too long"
    return text if len(text) <= 60 else text[:57] + "..."


def digits_of(number: int) -> int:
    """How many digits a whole number has, without writing it out: Python refuses that where there are thousands."""
    least = int((abs(number).bit_length() - 1) * log10(2)) + 1 if number else 1
    return least + 1 if abs(number) >= 10**least else least


def did_you_mean(word: object, known: Sequence[str]) -> str:
    """A hint with the nearest known words, or the whole list where it is short."""
    close = get_close_matches(str(word)[:LONGEST], known, n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"known: {', '.join(known)}" if 0 < len(known) <= 16 else ""


def too_long_text(value: Json) -> str:
    """Return what is said of a text with more letters than a name may have; empty for every other value."""
    if not isinstance(value, str) or len(value) <= LONGEST:
        return ""
    return f"{len(value):,} letters, at most {LONGEST} allowed"


class Kind(ABC, Generic[V]):
    """The type of a value: reads it, takes it from what people type, describes it, gives its JSON Schema."""

    @abstractmethod
    def read(self, value: Json, where: str) -> V:
        """The value for the program. Errors: `Malformed` naming `where`."""

    @abstractmethod
    def schema(self) -> Schema:
        """Draft-07 JSON Schema of the value."""

    @property
    @abstractmethod
    def words(self) -> str:
        """What to give, for help and messages: ``a whole number from 0``."""

    @property
    def data_words(self) -> str:
        """The same for whoever writes JSON, where a list is one: ``a list of: a whole number from 0``."""
        return self.words

    def list_key(self, value: Any) -> object:
        """What tells a value from others in a list: of a table, its first required field."""
        return value

    @abstractmethod
    def plain(self, value: Any) -> Json:
        """The JSON form of a value that was read; read again, it is the same."""

    @property
    def typed_as_json(self) -> bool:
        """Whether a value is too deep for words, so that people type it as JSON: a table, or a list of lists."""
        return self.schema().get("type") in ("object", "array")

    def from_words(self, text: str, where: str) -> Json:
        """The JSON form of what a person typed. Errors: `Malformed`.

        A table is taken as it stands and judged by whoever reads it: more of it may be given beside it.
        """
        value = json_or_text(text)
        if not self.typed_as_json:
            return self.plain(self.read(value, where))
        if isinstance(value, str):
            raise malformed_value(where, f"{brief_text(text)} is not JSON", f"give {self.words}")
        return value

    def to_words(self, value: Shaped) -> str:
        """A JSON form as people type it, where the kind has words of its own for it; empty: as it stands."""
        return ""

    @property
    def choices(self) -> tuple[Any, ...]:
        """The values that there are, where they are few enough to choose from; else none."""
        return ()

    def from_one_word(self, word: str, where: str) -> Json:
        """The JSON form of a table of which a word says all that must be said; None for all other kinds."""
        return None

    def parse(self, text: str, where: str) -> V:
        """The value from what a person typed. Errors: `Malformed`."""
        return self.read(self.from_words(text, where), where)


AnyKind: TypeAlias = Kind[Any]  # whatever its values are


class Simple(Kind[V]):
    """A kind whose values are JSON themselves."""

    def plain(self, value: Any) -> Json:
        return value


@dataclass(frozen=True)
class Whole(Simple[int]):
    """A whole number in a range; true and 1.0 are none."""

    minimum: int | None = 0
    maximum: int | None = 1_000_000

    def read(self, value: Json, where: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise malformed_value(where, f"{brief_text(value)} is not a whole number", f"give {self.words}")
        if (self.minimum is not None and value < self.minimum) or (self.maximum is not None and value > self.maximum):
            most = f" to {self.maximum:,}" if self.maximum == 1_000_000 and value > 0 else ""
            raise malformed_value(where, f"{brief_text(value)} is out of range", f"give {self.words}{most}")
        return value

    def schema(self) -> Schema:
        plain: Schema = {"type": "integer"}
        if self.minimum is not None:
            plain["minimum"] = self.minimum
        if self.maximum is not None and self.maximum != 1_000_000:
            plain["maximum"] = self.maximum
        return plain

    @property
    def words(self) -> str:
        low = "" if self.minimum is None else f" from {self.minimum}"
        high = "" if self.maximum in (None, 1_000_000) else f" to {self.maximum}"
        return f"a whole number{low}{high}"


@dataclass(frozen=True)
class Number(Kind[Fraction]):
    """Any finite number, kept exact: whole numbers and decimals become fractions."""

    minimum: Fraction | int | None = None

    def read(self, value: Json, where: str) -> Fraction:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise malformed_value(where, f"{brief_text(value)} is not a number", f"give {self.words}")
        if value != value or abs(value) >= UNUSABLE:
            raise malformed_value(where, f"{brief_text(value)} is not a usable number", f"give {self.words}")
        exact = Fraction(str(value)) if isinstance(value, float) else Fraction(value)
        if self.minimum is not None and exact < self.minimum:
            raise malformed_value(where, f"{brief_text(value)} is below {self.minimum}", f"give {self.words}")
        return exact

    def schema(self) -> Schema:
        return {"type": "number"} | ({} if self.minimum is None else {"minimum": float(self.minimum)})

    @property
    def words(self) -> str:
        return "a number" if self.minimum is None else f"a number from {self.minimum}"

    def plain(self, value: Fraction | None) -> int | float | None:
        if value is None:
            return None
        return value.numerator if value.denominator == 1 else float(value)

    def from_words(self, text: str, where: str) -> Json:
        exact = fraction_of(text)
        if exact is None or Fraction(str(self.plain(exact))) != exact:  # 1/3 has no end in digits
            return super().from_words(text, where)
        return self.plain(self.read(self.plain(exact), where))


@dataclass(frozen=True)
class YesNo(Simple[bool]):
    """True or false, nothing that merely looks like it."""

    def read(self, value: Json, where: str) -> bool:
        if not isinstance(value, bool):
            raise malformed_value(where, f"{brief_text(value)} is not true or false", "write true or false")
        return value

    def from_words(self, text: str, where: str) -> bool:
        word = text.strip().lower()
        if word in ("y", "yes", "true"):
            return True
        if word in ("n", "no", "false"):
            return False
        raise malformed_value(where, f"{brief_text(text)} is not yes or no", "type y or n")

    def schema(self) -> Schema:
        return {"type": "boolean"}

    @property
    def words(self) -> str:
        return "yes or no"


@dataclass(frozen=True)
class OneOf(Simple[V]):
    """One of a few words or numbers. People may type the beginning of a word, where that is clear."""

    values: tuple[V, ...]

    def read(self, value: Json, where: str) -> V:
        for known in self.values:
            if value == known and type(value) is type(known):
                return known
        raise malformed_value(
            where, f"{brief_text(value)} is not known", did_you_mean(value, [str(v) for v in self.values])
        )

    def from_words(self, text: str, where: str) -> Json:
        for known in self.values:
            if text.strip() == str(known):
                return known
        begun = match_words(text, [known for known in self.values if isinstance(known, str)])
        if len(begun) > 1:
            raise malformed_value(where, f"{brief_text(text)} could be {' or '.join(begun)}", "type more of it")
        return begun[0] if begun else self.read(json_or_text(text), where)

    def schema(self) -> Schema:
        return {"enum": list(self.values)}

    @property
    def words(self) -> str:
        return " | ".join(map(str, self.values))

    @property
    def choices(self) -> tuple[Any, ...]:
        return self.values


@dataclass(frozen=True)
class Text(Simple[str]):
    """A name or an id of at most 200 letters."""

    def read(self, value: Json, where: str) -> str:
        if not isinstance(value, str):
            raise malformed_value(where, f"{brief_text(value)} is not text")
        if said := too_long_text(value):
            raise malformed_value(where, said, "give a shorter one")
        return value

    def from_words(self, text: str, where: str) -> str:
        return self.read(text, where)

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": LONGEST}

    @property
    def words(self) -> str:
        return "text"


@dataclass(frozen=True)
class Ref(Kind[str]):
    """The id of something that a battle has: a key of the table `table` of its state. `noun` says what it is."""

    table: str
    noun: str = ""

    def read(self, value: Json, where: str) -> str:
        return Text().read(value, where)

    def schema(self) -> Schema:
        return Text().schema()

    @property
    def words(self) -> str:
        return f"the id of a {self.noun or self.table.removesuffix('s')}"

    def plain(self, value: Any) -> Json:
        return value

    def check(self, value: str, state: object, where: str) -> None:
        """Errors: `Malformed` for an id that the battle does not know, with near ones."""
        known = getattr(state, self.table)
        if value not in known:
            noun = self.noun or self.table.removesuffix("s")
            raise malformed_value(
                where, f"no {noun} {brief_text(value)} in this battle", did_you_mean(value, list(known))
            )


@dataclass(frozen=True)
class Raw(Simple[JsonObject]):
    """A table that somebody else reads (an army inside a set-up)."""

    def read(self, value: Json, where: str) -> JsonObject:
        if not isinstance(value, Mapping):
            raise malformed_value(where, f"{brief_text(value)} is not a table")
        return dict(value)

    def schema(self) -> Schema:
        return {"type": "object"}

    @property
    def words(self) -> str:
        return "a table"
