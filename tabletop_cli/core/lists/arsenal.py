"""What a list can do, as a system declares it: against whom, with what, and which cases its resolvers are asked.

A system knows which weapons an entry has and which classes of enemies its rulebook tells apart. It says no chance:
every one is the exact odds of a case, settled by the system's own resolver (`prospects`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any, Generic, TypeAlias, TypeVar

from ..data import JsonMapping, ShapedObject
from ..records import dataclass

L = TypeVar("L")  # a list that is read


@dataclass(frozen=True)
class Foe:
    """A class of enemies: its id, what stands above its column, and which those are, empty where that says it.

    `facts` are the system's own, from which it makes cases.
    """

    id: str
    name: str
    told: str = ""
    facts: JsonMapping = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Case:
    """What a resolver is asked: its id, and the facts as `tabletop odds` takes them, house rules left out."""

    resolver: str
    facts: JsonMapping


@dataclass(frozen=True)
class Means:
    """A way to attack, in a word or two: a weapon, a volley. `against` gives the case; None: it is no use there."""

    words: str
    against: Callable[[Foe], Case | None]


@dataclass(frozen=True)
class Attacker:
    """Somebody who attacks once, by the best of some means; `times`: how many of these one copy of an entry has.

    `way` is a key of `Arsenal.ways`.
    """

    means: tuple[Means, ...]
    times: int = 1
    way: str = "fire"


def _house_key(roster: Any) -> ShapedObject:
    house = getattr(roster, "house", None)
    return {} if house is None else {"house": house}


@dataclass(frozen=True, kw_only=True)
class Arsenal(Generic[L]):
    """How it is reckoned what the lists of a system can do.

    conditions       the plain conditions under which the chances hold, in a sentence
    removes          by resolver the outcomes that take the target from the table
    ways             what the row of the whole list says of each way of attacking, in order: ``all fire once``
    foes(list)       the classes of enemies, at most `MOST_FOES` of them
    attackers(list)  for each card of the list's sheet, in order, those who attack
    together(list)   where attacks cannot be added up, who attacks for the whole list; None: they are added up
    to_agree         reasons of refusals that mean: the rulebook leaves a number open, and nobody has agreed on it
    common(list)     the keys that every situation has, see `System.common_keys`, as the list has them; by default the
                     list's own ``house``. What is not in it is as in the army file, or as printed
    """

    conditions: str
    removes: Mapping[str, tuple[str, ...]]
    ways: Mapping[str, str]
    foes: Callable[[L], Iterable[Foe]]
    attackers: Callable[[L], Iterable[tuple[Attacker, ...]]]
    together: Callable[[L], Attacker | None] = lambda roster: None
    to_agree: tuple[str, ...] = ()
    common: Callable[[L], ShapedObject] = _house_key


MOST_FOES = 6  # columns: more do not stand beside each other on paper

AnyArsenal: TypeAlias = Arsenal[Any]  # of whatever lists
