"""The games of a system by name. Light, because every command about battles needs the name of theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .play.game import AnyGame

BATTLE = "battle"  # the game that every system has


class Games(Mapping[str, "AnyGame"]):
    """The games of a system by name; each is made when it is first asked for."""

    def __init__(self, makers: Mapping[str, Callable[[], AnyGame]]) -> None:
        self._makers = makers
        self._made: dict[str, AnyGame] = {}

    def __getitem__(self, name: str) -> AnyGame:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)
