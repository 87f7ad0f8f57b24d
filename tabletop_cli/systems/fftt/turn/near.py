"""Numbers for several figures, as people type them: how far they are from a burst, what they commit."""

from __future__ import annotations

from typing import TypeVar

from ....api import Json, ListOf, MapOf, Number, Ref, dataclass, malformed_value

V = TypeVar("V", covariant=True)


@dataclass(frozen=True)
class Each(MapOf[V]):
    """A number for each of some figures, typed as pairs: ``b1 1.5 b2 3``, ``b1:1.5,b2:3``."""

    what: str = "cm"

    @property
    def words(self) -> str:
        return f"figures with their {self.what}, such as b1 1 b2 3; - for none"

    def from_words(self, text: str, where: str) -> Json:
        words = [] if text.strip() == "-" else text.translate(str.maketrans(",:=", "   ")).split()
        if len(words) % 2:
            raise malformed_value(where, f"{words[-1]} stands alone", f"give {self.words}")
        pairs = zip(words[::2], words[1::2], strict=True)
        return {one: self.item.from_words(number, where) for one, number in pairs}


@dataclass(frozen=True)
class EachBurst(ListOf[V]):
    """The same for each burst of a shot; people type a semicolon between them."""

    @property
    def typed_as_json(self) -> bool:
        return False

    @property
    def words(self) -> str:
        return f"{self.item.words}; with a semicolon before the next burst"

    def from_words(self, text: str, where: str) -> Json:
        return [self.item.from_words(part, where) for part in text.split(";")]


CM = Each(Number(0), Ref("figures"))
BURSTS = EachBurst(CM)
