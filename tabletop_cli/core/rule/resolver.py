"""What settles a situation: a resolver names its rule, the rule ids it implements, and the outcomes of its odds."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeAlias, TypeVar

from ..data import JsonMapping
from ..errors import Malformed, Misgiven
from ..records import dataclass

if TYPE_CHECKING:  # whoever checks a list needs no dice
    from ..dice.handlers import Dice
    from .situation import Situation

X = TypeVar("X", bound="Situation")
R = TypeVar("R")


@dataclass(frozen=True)
class Odds:
    """The names of a rule's outcomes; with `rule` and `situation` where odds have facts of their own.

    `name(situation, outcome)` gives the outcome's name; the names form a partition. `order` lists names in the order in
    which people think of them; where that is a scale (`rising`), "at least this" is worth knowing too. `titles` are
    names as people read them, where they need more words; `words(name)` gives them where names are made of parts.
    """

    name: Callable[[Any, Any], str]
    situation: type[Situation] | None = None
    rule: Callable[[Any, Dice], Hashable] | None = None
    order: tuple[str, ...] = ()
    rising: bool = False
    titles: Mapping[str, str] = field(default_factory=dict)
    words: Callable[[str], str] | None = None

    def sort_chances(self, chances: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """The same chances in the order of `order`, other names after it, numbers in them by value."""
        places = {name: at for at, name in enumerate(self.order)}
        last = len(places)
        names = sorted(chances, key=lambda name: (places.get(name, last), _by_number(name)))
        return {name: chances[name] for name in names}

    def with_titles(self, chances: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """The same chances by the names that people read."""
        words = self.words or (lambda name: self.titles.get(name, name))
        return {words(name): chance for name, chance in chances.items()}


def _by_number(name: str) -> list[tuple[int, str]]:
    """A name as words and numbers, so that 10 comes after 9."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name)]


def no_rule(situation: object, dice: Dice) -> NoReturn:
    """The rule of a resolver that has odds only. Errors: `Malformed` with code ``odds-only``, always."""
    raise Malformed("this has odds only", code="odds-only")


@dataclass(frozen=True, kw_only=True)
class Resolver(Generic[X, R]):
    """One ruling: a situation, the rule that settles it, the names of its outcomes, the rules it implements.

    `example` is a small situation for help texts, the conformance kit and the documentation. `says_legal` is False
    where nothing can be illegal, so that the outcome need not say that it is not. One without a rule has odds only,
    whose rule stands in `odds`. `rolls` is False where the rule never asks for dice: any that are given are refused,
    also where the situation is illegal.
    """

    id: str
    title: str
    situation: type[X]
    rule: Callable[[X, Dice], R] = no_rule
    rules: tuple[str, ...]
    odds: Odds | None = None
    example: JsonMapping = field(default_factory=dict)
    says_legal: bool = True
    rolls: bool = True

    def __post_init__(self) -> None:
        if self.odds_only and (self.odds is None or self.odds.rule is None):
            raise ValueError(f"{self.id} has neither a rule nor odds with one")

    @property
    def odds_only(self) -> bool:
        """Whether it cannot be resolved, and only its odds can be asked."""
        return self.rule is no_rule

    def odds_situation(self) -> type[Situation]:
        return (self.odds and self.odds.situation) or self.situation


AnyResolver: TypeAlias = Resolver[Any, Any]  # whatever it settles


class Topics(Mapping[str, "AnyResolver"]):
    """Resolvers by the topic that holds them: a topic's module is imported when one of its resolvers is first used.

    `topics` names modules of `package`, each with the ids of the resolvers that are constants in it.
    """

    def __init__(self, package: str, topics: Mapping[str, Sequence[str]]) -> None:
        self._package = package
        self._topic_of = {resolver: topic for topic, ids in topics.items() for resolver in ids}

    def __getitem__(self, name: str) -> AnyResolver:
        module = self._import_topic(self._topic_of[name])
        found = [one for one in vars(module).values() if isinstance(one, Resolver)]
        if (known := next((one for one in found if one.id == name), None)) is None:
            there = ", ".join(one.id for one in found) or "none"
            raise Misgiven(module.__name__, f"{module.__name__} has no resolver {name!r} as a constant, but {there}")
        return known

    def __iter__(self) -> Iterator[str]:
        return iter(self._topic_of)

    def __len__(self) -> int:
        return len(self._topic_of)

    def __contains__(self, name: object) -> bool:
        return name in self._topic_of

    def _import_topic(self, topic: str) -> ModuleType:
        from ..system import import_from_package  # which knows this module

        found: ModuleType = import_from_package(self._package, topic)
        return found
