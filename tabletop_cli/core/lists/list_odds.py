"""What a list can do: the exact chance of each entry to remove each class of enemies, by the system's own resolvers.

Nothing is reckoned here but sums: a chance is the odds of a case that the system's `Arsenal` puts to a resolver.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ..data import ShapedMapping, ShapedObject
from ..declare.catalogue import catalogue_in_force
from ..declare.facts import read_record
from ..dice.absorbing import NeverEnds
from ..dice.exact import Purse
from ..errors import Malformed, Refused, TooBig
from ..records import dataclass
from ..rule.resolve import legal_odds
from .arsenal import AnyArsenal, Attacker, Case, Foe, Means
from .sheet import Card

if TYPE_CHECKING:
    from ..system import System

NO_USE, TO_AGREE, TOO_MUCH = "no use", "to agree", "too much to reckon"  # why there is no chance


@dataclass(frozen=True)
class Chance:
    """A chance, with the case that it is the odds of; None with the reason, such as `NO_USE`, and perhaps a sentence.

    `best`: no other means of the same attacker is better, so that it is the one to take.
    """

    chance: Fraction | None
    why: str = ""
    told: str = ""
    case: Case | None = None
    best: bool = False

    @property
    def shown(self) -> bool:
        """Whether people want to see it: the best means, and what cannot be told."""
        return self.best or self.why in (TO_AGREE, TOO_MUCH)


@dataclass(frozen=True)
class Line:
    """A means of an attacker with its chance against each foe, in their order."""

    words: str
    times: int
    way: str
    chances: tuple[Chance, ...]


@dataclass(frozen=True)
class Prospect:
    """What an entry can do, with what its card says of it: a group of lines for each of its attackers."""

    title: str
    number: int
    count: int
    each: Fraction | None
    attackers: tuple[tuple[Line, ...], ...]
    secret: bool = False


@dataclass(frozen=True)
class Sum:
    """What a whole list can be expected to remove of a class of enemies.

    None where nobody has a chance that is known; `why` says what is left out of it, `TO_AGREE` or `TOO_MUCH`.
    """

    expected: Fraction | None
    why: str = ""

    @property
    def whole(self) -> bool:
        """Whether nothing is left out."""
        return not self.why


@dataclass(frozen=True)
class Prospects:
    """What a list can do.

    conditions  under which all chances hold
    foes        the classes of enemies
    entries     what each entry can do
    ways        what the rows of the whole list are called, by way of attacking
    points      of the list, None in a system without points
    adds_up     whether the chances of several can be added up
    together    where they cannot, the chance of the whole list against each foe; empty where part of it is hidden
    """

    conditions: str
    foes: tuple[Foe, ...]
    entries: tuple[Prospect, ...]
    ways: Mapping[str, str]
    points: Fraction | None
    adds_up: bool = True
    together: tuple[Chance, ...] = ()

    def sum_rows(self, only: str = "") -> Iterator[tuple[str, tuple[Sum, ...]]]:
        """The rows of the whole list, a sum for each foe: if everybody attacks once, at enemies of their own.

        `only`: the row of this way of attacking. None where they cannot be added up.
        """
        for way, words in self.ways.items() if self.adds_up else ():
            if only not in ("", way):
                continue
            groups = [(one.count, lines) for one in self.entries for lines in one.attackers if lines[0].way == way]
            if groups:
                yield words, tuple(_sum_for_foe(groups, at) for at in range(len(self.foes)))

    def without_secrets(self, points: Fraction | None) -> Prospects | None:
        """Without secret entries, and without what is true of all together; `points` are those of what is shown.

        None where nothing is left.
        """
        shown = tuple(one for one in self.entries if not one.secret)
        if len(shown) == len(self.entries):
            return self
        return None if not shown else replace(self, entries=shown, points=points, together=())


def _sum_for_foe(groups: Iterable[tuple[int, Sequence[Line]]], at: int) -> Sum:
    total: Fraction | None = None
    missing: list[str] = []
    for count, lines in groups:
        for one in (line.chances[at] for line in lines):
            if one.best and one.chance is not None:
                total = (total or Fraction(0)) + count * lines[0].times * one.chance
            missing += [one.why] if one.why in (TO_AGREE, TOO_MUCH) else []
    return Sum(total, min(missing, default=""))


def prospects_of(
    system: System, roster: object, cards: Sequence[Card], points: Fraction | None, common: ShapedMapping | None = None
) -> Prospects | None:
    """What a list can do; `cards` are those of its sheet. None where its system, or the list, says nothing of it.

    `common` is what its file says for all situations, see `System.read_common`, for lists that do not hold it.
    """
    if system.muster.arsenal_from is None:
        return None
    arsenal = system.muster.arsenal_from()
    foes = tuple(arsenal.foes(roster))
    given = system.read_common({}, "") if common is None else common
    reckoned = _Reckoned(system, arsenal, {**given, **arsenal.common(roster)})
    entries = [
        Prospect(card.title, card.number, card.count, card.each, reckoned.line_groups(attackers, foes), card.secret)
        for card, attackers in zip(cards, arsenal.attackers(roster), strict=True)
        if card.count and attackers
    ]
    if not foes or not entries:
        return None
    own = arsenal.together(roster)
    together = reckoned.make_line(own.means[0], own, foes).chances if own else ()
    return Prospects(arsenal.conditions, foes, tuple(entries), arsenal.ways, points, own is None, together)


class _Reckoned:
    """Chances of cases, each case asked once, all of them within what one list may take."""

    def __init__(self, system: System, arsenal: AnyArsenal, common: ShapedObject) -> None:
        self._system, self._arsenal, self._common = system, arsenal, common
        self._purse = Purse()
        self._known: dict[str, Chance] = {}

    def line_groups(self, attackers: Iterable[Attacker], foes: Sequence[Foe]) -> tuple[tuple[Line, ...], ...]:
        """The lines of each attacker, the best means against each foe marked."""
        return tuple(
            _mark_best([self.make_line(one, attacker, foes) for one in attacker.means]) for attacker in attackers
        )

    def make_line(self, means: Means, attacker: Attacker, foes: Sequence[Foe]) -> Line:
        chances = tuple(self._chance_of(means.against(foe)) for foe in foes)
        return Line(means.words, attacker.times, attacker.way, chances)

    def _chance_of(self, case: Case | None) -> Chance:
        if case is None:
            return Chance(None, NO_USE)
        key = json.dumps((case.resolver, case.facts), sort_keys=True, default=str)
        if key not in self._known:
            self._known[key] = self._reckon_chance(case)
        return self._known[key]

    def _reckon_chance(self, case: Case) -> Chance:
        """The chance of a case, by the resolver's exact odds."""
        resolver, budget = self._system.find_resolver(case.resolver), self._purse.next_budget()
        try:
            with catalogue_in_force(self._common["house"].catalogue):
                situation = read_record(resolver.odds_situation(), case.facts, case.resolver, **self._common)
            odds = legal_odds(resolver, situation, budget)
        except (TooBig, NeverEnds, Malformed) as wrong:  # a wrong list may hold numbers that no rule takes
            return Chance(None, TOO_MUCH, str(wrong), case)
        except Refused as refusal:
            why = TO_AGREE if refusal.reason in self._arsenal.to_agree else NO_USE
            return Chance(None, why, refusal.message, case)
        finally:
            self._purse.pay(budget)
        removed = self._arsenal.removes[case.resolver]
        return Chance(sum((odds.get(name, Fraction(0)) for name in removed), Fraction(0)), case=case)


def _mark_best(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines of one attacker; against each foe the first of the best is marked."""
    found = [list(line.chances) for line in lines]
    for at in range(len(found[0]) if found else 0):
        known = [(one.chance, chances) for chances in found if (one := chances[at]).chance is not None]
        if known:
            _, best = max(known, key=lambda pair: pair[0] or 0)
            best[at] = replace(best[at], best=True)
    return tuple(replace(line, chances=tuple(chances)) for line, chances in zip(lines, found, strict=True))
