"""An army on paper: a card for each unit as the rulebook prints its roster cards, with what is ticked off.

It works for every list that can be read, however wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...api import Boxes, Card, Problem, Sheet, Table, brief, mixed, ratio
from .form import unit_ware
from .profiles import catalogue, level, number, roles, weapons
from .tables import BAND_COLUMNS, CELL_WORDS, NOT, PROFILE, cells, profile
from .units import Army, Member, Unit

MOST_BOXES = 24  # miniatures of one line that get a box each
STATES = {"A": "activated", "P": "panicked", "O": "in overwatch", "H": "hidden", "S": "suppressed", "F": "under fire"}
GUN_STATES = {"L": "loaded", "A": "aimed", "F": "fired this turn"}


def sheet(army: Army, problems: Sequence[Problem]) -> Sheet:
    """A list as people want it on paper."""
    from . import SYSTEM

    units = [unit for unit in army.units if unit.fields]
    best = max((line.ld for unit in units for line in unit.members), default=None)
    facts = () if best is None else (("initiative", f"d20 + {best}, the best LD"),)
    return Sheet(
        system=SYSTEM.id,
        system_name=SYSTEM.name,
        name=_text(army.fields.get("name")) or "Unnamed army",
        points=army.points,
        budget=army.budget,
        cards=tuple(map(_card, units)),
        rules=tuple(dict(rule for unit in units for rule in _rules(unit)).items()),
        facts=(*facts, ("weapons", CELL_WORDS)),
        house=army.house.decided(),
        legend=tuple(STATES.items()) if units else (),
        problems=tuple(problems),
        data=_data(army, problems),
    )


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _card(unit: Unit) -> Card:
    title = _text(unit.fields.get("name")) or unit.id
    named = () if title == unit.id else (f"id {unit.id}",)
    return Card(
        place=unit.place,
        id=unit_ware(unit.fields) or _text(unit.fields.get("kind")),
        title=title,
        kind=unit_words(unit),
        each=unit.points,
        points=unit.points,
        options=(*named, *(weapons(unit.house)[one].name for one in unit.pieces)),
        stats=tuple(_stats(unit)),
        table=_table(unit),
        rules=tuple(dict(_rules(unit))),
        boxes=tuple(_boxes(unit)),
    )


# --- Numbers


def _stats(unit: Unit) -> Iterator[tuple[str, str]]:
    """The profile of the leader's level as on the printed card, and when the unit is put to the test."""
    if not unit.levels:
        return
    yield from zip(PROFILE, profile(level(unit.levels[0])), strict=True)
    if unit.leader:
        yield "leader's LD", str(unit.leader.ld)
    yield "miniatures", str(unit.size)
    yield "LD check from", f"{unit.size // number('half') + 1} lost"
    if "elite" not in unit.levels[:1] and unit.kind and unit.kind.id == "squad":
        yield "crippled at", f"{unit.size // number('crippled')} left"


def _table(unit: Unit) -> Table | None:
    """A row for each line of members and each piece: the weapon in each range; with mixed levels their numbers too."""
    mixed_levels = len(unit.levels) > 1
    rows = [
        (
            roles()[line.role].many(line.count) + (f", {line.level}" if mixed_levels else ""),
            *_numbers(line, mixed_levels),
            *_armed(unit, line.weapon),
        )
        for line in unit.members
    ]
    rows += [(NOT, *_blank(mixed_levels), *_armed(unit, piece)) for piece in dict.fromkeys(unit.pieces)]
    if not rows:
        return None
    numbers = ("CC", "RC", "LD", "AC", "A") if mixed_levels else ()
    columns = ("who", *numbers, "Pts", "weapon", *BAND_COLUMNS)
    used = [at for at, name in enumerate(columns) if name not in BAND_COLUMNS or any(row[at] != NOT for row in rows)]
    shown = tuple(tuple(row[at] for at in used) for row in rows)
    names = tuple(columns[at] for at in used)
    return Table(names, shown, right=frozenset(names) - {"who", "weapon"})


def unit_words(unit: Unit) -> str:
    """What a unit is, in words: ``veteran gun crew``; of what is not known, what the file says."""
    kind = unit.kind.name.lower() if unit.kind else f"unknown kind {brief(unit.fields.get('kind'))}"
    return f"{unit.levels[0]} {kind}" if unit.levels else kind


def _numbers(line: Member, mixed_levels: bool) -> tuple[str, ...]:
    own = level(line.level)
    found = (own.cc, own.rc, line.ld, own.ac, own.a) if mixed_levels else ()
    return (*map(str, found), mixed(line.points_each))


def _blank(mixed_levels: bool) -> tuple[str, ...]:
    return (NOT,) * (6 if mixed_levels else 1)


def _armed(unit: Unit, name: str) -> tuple[str, ...]:
    one = weapons(unit.house)[name]
    return (one.name, *(cells(one) if one.has_table else ["blank"] * len(BAND_COLUMNS)))


# --- What is ticked off


def _boxes(unit: Unit) -> Iterator[Boxes]:
    """A box for every miniature by its number at the table, the actions of the one who acts, states of the unit."""
    first = 0
    for line in unit.members:
        whole, name = min(line.count, MOST_BOXES), roles()[line.role].name
        more = f" ({line.count} in all)" if line.count > whole else ""
        yield Boxes(f"{name}{more}", 0, whole, tuple(str(first + at) for at in range(whole)))
        first += line.count
    if unit.levels:
        most = max(level(one).ac for one in unit.levels)
        yield Boxes("actions", 0, most, tuple(str(at + 1) for at in range(most)))
        yield Boxes("unit", 0, len(STATES), tuple(STATES))
    for piece in unit.pieces[:MOST_BOXES]:
        row = weapons(unit.house)[piece]
        if row.piece == "gun":
            yield Boxes(row.name, 0, len(GUN_STATES), tuple(GUN_STATES.values()))
        else:
            most = len(catalogue("tables")["mortars"]["firing_actions"])
            yield Boxes(f"{row.name}: firing actions", 0, most, tuple(str(at + 1) for at in range(most)))


# --- Words


def _rules(unit: Unit) -> Iterator[tuple[str, str]]:
    """What belongs to the roles, the weapons and the kind of a unit: title and text of the rule."""
    from . import SYSTEM

    reminders = catalogue("armies")["reminders"]
    keys = [unit.kind.id if unit.kind else "", *(line.role for line in unit.members)]
    keys += [*(line.weapon for line in unit.members), *unit.pieces]
    for key in dict.fromkeys(keys):
        for one in reminders.get(key, ()):
            rule = SYSTEM.reference.rules.get(one) or SYSTEM.reference.rulings[one]
            yield rule.title, " ".join(rule.text.split())


# --- For machines


def _data(army: Army, problems: Sequence[Problem]) -> dict[str, Any]:
    return {
        "system": "tgf",
        "name": _text(army.fields.get("name")) or "Unnamed army",
        "points": ratio(army.points),
        "budget": None if army.budget is None else ratio(army.budget),
        "legal": not any(problem.is_error for problem in problems),
        "units": [_unit_data(unit) for unit in army.units if unit.fields],
        "house": army.house.as_dict(),
        "problems": [problem.as_dict() for problem in problems],
    }


def _unit_data(unit: Unit) -> dict[str, Any]:
    keys = ("role", "level", "count", "weapon")
    return {
        "id": unit.id,
        "name": _text(unit.fields.get("name")),
        "kind": unit.kind.id if unit.kind else None,
        "members": [{key: getattr(line, key) for key in keys} for line in unit.members],
        "pieces": list(unit.pieces),
        "miniatures": unit.size,
        "points": ratio(unit.points),
    }
