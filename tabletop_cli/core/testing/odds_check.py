"""What lists can do: every chance is the odds of its case, asked as anybody would; a part of the conformance kit."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from ..data import JsonMapping, JsonObject
from ..declare.plain import plain_data
from ..dice.brute_force import require
from ..errors import IllegalSituation, TabletopError
from ..lists.army import check_list, read_army
from ..lists.arsenal import MOST_FOES
from ..lists.list_odds import TOO_MUCH, Chance, Line, Prospects, prospects_of
from ..rule.resolve import exact_odds
from ..system import System

Known = dict[str, Fraction | None]  # the chances of cases that were asked already


def check_prospects(system: System, armies: Iterable[JsonMapping]) -> None:
    """What a system says of the chances of its lists is what its resolvers say, for lists as raw data, legal or not."""
    known: Known = {}
    for army in armies:
        roster = read_army(system, army)
        sheet = system.muster.sheet(roster, check_list(system, roster).problems)
        common = system.read_common(army, "")
        found = prospects_of(system, roster, sheet.cards, sheet.points, common)
        if found is not None:
            _check_army_prospects(system, army, found, known)


def _check_army_prospects(system: System, army: JsonMapping, found: Prospects, known: Known) -> None:
    ids = [foe.id for foe in found.foes]
    require(0 < len(ids) <= MOST_FOES and len(set(ids)) == len(ids), f"{system.id}: foes {ids}")
    for entry in found.entries:
        for lines in entry.attackers:
            require(lines, f"{system.id}: {entry.title} attacks with nothing")
            require(lines[0].way in found.ways, f"{system.id}: {entry.title} attacks in no way that is named")
            for at, foe in enumerate(found.foes):
                _check_best([line.chances[at] for line in lines], f"{system.id}: {entry.title} against {foe.id}")
    common = {key: army[key] for key in system.common_keys if key in army}
    for chance in _all_chances(found):
        if chance.case is not None and chance.why != TOO_MUCH:
            _check_chance(system, common, chance, known)


def _all_chances(found: Prospects) -> Iterator[Chance]:
    yield from found.together
    lines: Iterator[Line] = (line for entry in found.entries for own in entry.attackers for line in own)
    yield from (chance for line in lines for chance in line.chances)


def _check_best(chances: list[Chance], where: str) -> None:
    """The best of several means is marked, and it alone."""
    known = [one.chance for one in chances if one.chance is not None]
    best = [one.chance for one in chances if one.best]
    require(best == ([max(known)] if known else []), f"{where}: {best} is said to be the best of {known}")


def _check_chance(system: System, common: JsonMapping, chance: Chance, known: Known) -> None:
    """The case is asked from outside, house rules and all."""
    case = chance.case
    assert case is not None
    asked: JsonObject = {**common, **plain_data(dict(case.facts))}
    key = json.dumps([case.resolver, asked], sort_keys=True, default=str)
    if key not in known:
        known[key] = _removal_odds(system, case.resolver, asked)
    where = f"{system.id}: {case.resolver} {dict(case.facts)}"
    require(chance.chance == known[key], f"{where}: {chance.chance}, and its odds say {known[key]}")


def _removal_odds(system: System, resolver: str, facts: Mapping[str, object]) -> Fraction | None:
    """How likely one of the outcomes is that remove the target; None where the rules forbid it."""
    assert system.muster.arsenal_from is not None
    removes = system.muster.arsenal_from().removes[resolver]
    try:
        found = exact_odds(system, resolver, facts)
    except IllegalSituation:
        return None
    except TabletopError as wrong:
        raise AssertionError(f"{system.id}: {resolver} cannot be asked: {wrong}") from wrong
    if any(name.startswith("illegal") for name in found):
        return None
    return sum((found.get(name, Fraction(0)) for name in removes), Fraction(0))
