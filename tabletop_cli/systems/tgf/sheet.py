"""An army on paper: a card for each unit as the rulebook prints its roster cards, with what is ticked off.

It works for every list that can be read, however wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...api import Boxes, Card, Json, Problem, ShapedObject, Sheet, Table, mixed, ratio
from .form import unit_ware
from .profiles import SUPPLIED, catalogue, firing_actions, level, number, roles, weapon
from .tables import BAND_COLUMNS, CELL_WORDS, NOT, PROFILE, cells, profile
from .units import SERGEANT, Army, Member, Unit

MOST_BOXES = 24  # miniatures of one line that get a box each
STATES = {"A": "activated", "P": "panicked", "O": "in overwatch", "H": "hidden", "S": "suppressed", "F": "under fire"}
GUN_STATES = ("loaded", "aimed", "fired")
COLUMNS = ("who", "level", "CC", "RC", "LD", "AC", "A", "Pts", "weapon", *BAND_COLUMNS)


def sheet(army: Army, problems: Sequence[Problem]) -> Sheet:
    """A list as people want it on paper."""
    from . import SYSTEM

    units = [unit for unit in army.units if unit.fields]
    best = max((line.ld for unit in units for line in unit.members), default=None)
    initiative = () if best is None else (("initiative", f"d20 + {best}, the best LD"),)
    return Sheet(
        system=SYSTEM.id,
        system_name=SYSTEM.name,
        name=_text(army.fields.get("name")) or "Unnamed army",
        points=army.points,
        budget=army.budget,
        cards=tuple(map(_card, units)),
        rules=tuple(dict(rule for unit in units for rule in _rules(unit)).items()),
        facts=(*initiative, ("weapons", CELL_WORDS)),
        house=army.house.decided(),
        legend=tuple(STATES.items()) if units else (),
        problems=tuple(problems),
        data={"units": list(map(_data, units))},
    )


def _text(value: Json) -> str:
    return value.strip() if isinstance(value, str) else ""


def _card(unit: Unit) -> Card:
    title = _text(unit.fields.get("name")) or unit.id
    named = () if title == unit.id else (f"id {unit.id}",)
    return Card(
        place=unit.place,
        id=unit_ware(unit.fields) or _text(unit.fields.get("kind")),
        title=title,
        kind=" ".join([*unit.levels[:1], unit.title]),
        each=unit.points,
        points=unit.points,
        options=(*named, *(weapon(unit.house, one).name for one in unit.pieces)),
        stats=tuple(_stats(unit)),
        table=_table(unit),
        rules=tuple(dict(_rules(unit))),
        boxes=tuple(_boxes(unit)),
    )


def _stats(unit: Unit) -> Iterator[tuple[str, str]]:
    """The profile of the leader's level as on the printed card, and when the unit is put to the test."""
    if not unit.levels:
        return
    yield from zip(PROFILE, profile(level(unit.levels[0])), strict=True)
    yield from (("leader's LD", str(line.ld)) for line in unit.members if line.role == SERGEANT)
    yield "miniatures", str(unit.number())
    yield "LD check from", f"{unit.number() // number('half') + 1} lost"
    if unit.kind and unit.kind.id == "squad" and unit.levels[0] != "elite":
        yield "crippled at", f"{unit.number() // number('crippled')} left"


def _table(unit: Unit) -> Table | None:
    """A row for each line of members and each piece; columns without any value are left out."""
    several = len(unit.levels) > 1
    rows = [_row(unit, line.weapon, line, several) for line in unit.members]
    rows += [_row(unit, piece) for piece in dict.fromkeys(unit.pieces)]
    used = [at for at in range(len(COLUMNS)) if any(row[at] != NOT for row in rows)]
    names = tuple(COLUMNS[at] for at in used)
    shown = tuple(tuple(row[at] for at in used) for row in rows)
    return Table(names, shown, right=frozenset(names) - {"who", "level", "weapon"}) if rows else None


def _row(unit: Unit, name: str, line: Member | None = None, several: bool = False) -> tuple[str, ...]:
    """A weapon in each range and who carries it, of several levels with his numbers; of a piece the weapon alone."""
    one = weapon(unit.house, name)
    if line is None:
        return (one.name, *[NOT] * 8, *cells(one))
    own = {**dict(zip(PROFILE, profile(level(line.level)), strict=True)), "LD": str(line.ld), "level": line.level}
    numbers = (own[key] if several else NOT for key in COLUMNS[1:7])
    return (roles()[line.role].many(line.count), *numbers, mixed(line.points_each), one.name, *cells(one))


def _boxes(unit: Unit) -> Iterator[Boxes]:
    """A box for every miniature by its number at the table, the actions of the one who acts, states of the unit."""
    first = 0
    for line in unit.members:
        whole, name = min(line.count, MOST_BOXES), roles()[line.role].name
        more = f" ({line.count} in all)" if line.count > whole else ""
        yield Boxes(f"{name}{more}", 0, whole, tuple(str(first + at) for at in range(whole)))
        first += line.count
    if unit.levels:
        yield _numbered("actions", max(level(one).ac for one in unit.levels))
        yield Boxes("unit", 0, len(STATES), tuple(STATES))
    for row in (weapon(unit.house, piece) for piece in unit.pieces[:MOST_BOXES]):
        gun = Boxes(row.name, 0, len(GUN_STATES), GUN_STATES)
        yield gun if row.piece == "gun" else _numbered(f"{row.name}: firing actions", len(firing_actions()))


def _numbered(name: str, most: int) -> Boxes:
    return Boxes(name, 0, most, tuple(str(at + 1) for at in range(most)))


def _rules(unit: Unit) -> Iterator[tuple[str, str]]:
    """What belongs to the kind, the roles, the weapons and pieces of a unit: title and text of the rule."""
    from . import SYSTEM

    arms = (weapon(unit.house, name) for name in [*(line.weapon for line in unit.members), *unit.pieces])
    told = [one.id for one in arms if one.id not in SUPPLIED or not one.has_table]
    keys = [unit.kind.id if unit.kind else "", *(line.role for line in unit.members), *told]
    for key in dict.fromkeys(keys):
        for one in catalogue("armies")["reminders"].get(key, ()):
            rule = SYSTEM.reference.rules.get(one) or SYSTEM.reference.rulings[one]
            yield rule.title, " ".join(rule.text.split())


def _data(unit: Unit) -> ShapedObject:
    keys = ("role", "level", "count", "weapon")
    return {
        "id": unit.id,
        "kind": unit.kind.id if unit.kind else None,
        "members": [{key: getattr(line, key) for key in keys} for line in unit.members],
        "pieces": list(unit.pieces),
        "points": ratio(unit.points),
    }
