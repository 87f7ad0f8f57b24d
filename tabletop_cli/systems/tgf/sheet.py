"""An army on paper: a card for each unit as the rulebook prints its roster cards, with what is ticked off.

It works for every list that can be read, however wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...api import (
    Boxes,
    Card,
    House,
    Json,
    Problem,
    Row,
    ShapedObject,
    Sheet,
    Table,
    format_fraction,
    format_ratio,
    plain_data,
)
from .form import unit_ware
from .profiles import firing_actions, rule_number
from .reminders import house_rows, house_text
from .row_types import Weapon, arm_of
from .tables import BAND_COLUMNS, CELL_WORDS, NOT, PROFILE, level_numbers, weapon_cells
from .units import Army, Member, Unit

MOST_BOXES = 24  # miniatures of one line that get a box each
STATES = {"A": "activated", "P": "panicked", "O": "on overwatch", "H": "hidden", "S": "suppressed", "F": "under fire"}
TURN_STATES = ("A",)  # those that a new turn clears (TGF-TURN-6)
LASTING = tuple(letter for letter in STATES if letter not in TURN_STATES)
GUN_STATES = ("loaded", "aimed", "fired")
OWN = ("CC", "RC", "LD", "AC", "A")  # numbers of a miniature, told where those of a unit differ
COLUMNS = ("who", *OWN, "Pts", *BAND_COLUMNS)


def army_sheet(army: Army, problems: Sequence[Problem]) -> Sheet:
    """A list as people want it on paper."""
    from . import SYSTEM

    units = [unit for unit in army.units if unit.fields]
    best = max((line.ld for unit in units for line in unit.members), default=None)
    initiative = () if best is None else (("initiative", f"d20 + {best}, the best LD"),)
    return Sheet(
        system=SYSTEM.id,
        system_name=SYSTEM.name,
        name=_text_or_empty(army.fields.get("name")),
        points=army.points,
        budget=army.budget,
        cards=tuple(map(_unit_card, units)),
        rules=tuple(dict(rule for unit in units for rule in _unit_rules(unit)).items()),
        facts=(*initiative, *MEANT, ("weapons", house_text(CELL_WORDS, army.house))),
        house=house_rows(army.house),
        legend=tuple(STATES.items()) if units else (),
        problems=tuple(problems),
        data={"units": list(map(_unit_data, units))},
    )


def _catalogue_rows(unit: Unit) -> Iterator[Row]:
    """The rows of the catalogue that a unit is and has: its kind, its roles, levels and weapons, its pieces."""
    if unit.kind:
        yield unit.kind
    yield from (line.role for line in unit.members)
    yield from unit.levels
    yield from (line.weapon for line in unit.members)
    yield from unit.pieces


def _text_or_empty(value: Json) -> str:
    return value.strip() if isinstance(value, str) else ""


def _unit_title(unit: Unit) -> str:
    return _text_or_empty(unit.fields.get("name")) or unit.id


def _unit_card(unit: Unit) -> Card:
    named = () if _unit_title(unit) == unit.id else (f"id {unit.id}",)
    return Card(
        place=unit.place,
        id=unit_ware(unit.fields, unit.house) or _text_or_empty(unit.fields.get("kind")),
        title=_unit_title(unit),
        kind=" ".join([*(one.id for one in unit.levels[:1]), unit.title]),
        each=unit.points,
        points=unit.points,
        options=(*named, *(one.name for one in unit.pieces)),
        stats=tuple(_stat_line(unit)),
        table=_unit_table(unit),
        rules=tuple(dict(_unit_rules(unit))),
        rows=tuple(_catalogue_rows(unit)),
        boxes=tuple(_unit_boxes(unit)),
    )


def _stat_line(unit: Unit) -> Iterator[tuple[str, str]]:
    """The profile of the leader's level as on the printed card, and when the unit is put to the test."""
    if not unit.levels:
        return
    own = unit.levels[0]
    more = max((line.ld - own.ld for line in unit.members if line.role.leads), default=0)
    known = dict(zip(PROFILE, level_numbers(own), strict=True))
    yield from {**known, "LD": f"{own.ld}+{more}" if more else str(own.ld)}.items()
    yield "men", str(unit.count_soldiers())
    yield "half", str(unit.count_soldiers() // rule_number("half") + 1)
    if unit.kind and unit.kind.id == "squad" and not own.steadfast:
        yield "third", str(unit.count_soldiers() // rule_number("crippled"))


MEANT = (
    ("LD", "9+1 is 9, with +1 while the first leader lives"),
    ("half", "LD check when so many are lost for the first time"),
    ("third", "with so many or fewer left, never again nearer to a visible enemy"),
)


def _unit_table(unit: Unit) -> Table | None:
    """A row for each line of members and each piece; columns without any value are left out."""
    several = len(unit.levels) > 1
    rows = [_weapon_row(unit, line.weapon, line, several) for line in unit.members]
    rows += [_weapon_row(unit, piece) for piece in dict.fromkeys(unit.pieces)]
    used = [at for at in range(len(COLUMNS)) if any(row[at] != NOT for row in rows)]
    names = tuple(COLUMNS[at] for at in used)
    shown = tuple(tuple(row[at] for at in used) for row in rows)
    return Table(names, shown, _unit_title(unit), frozenset(names[1:])) if rows else None


def _weapon_row(unit: Unit, row: Weapon, line: Member | None = None, several: bool = False) -> tuple[str, ...]:
    """A weapon in each range and who carries it, of several levels with his numbers; of a piece the weapon alone."""
    one = arm_of(unit.house, row)
    if line is None:
        return (one.name, *[NOT] * len(OWN), NOT, *weapon_cells(one))
    own = line.level
    numbers = map(str, (own.cc, own.rc, line.ld, own.ac, own.a)) if several else [NOT] * len(OWN)
    points = format_fraction(line.points_each) if several or line.price else NOT
    who = f"{line.role.quantity_text(line.count)}, {f'{own.id}, ' if several else ''}{one.name.lower()}"
    return (who, *numbers, points, *weapon_cells(one))


def _unit_boxes(unit: Unit) -> Iterator[Boxes]:
    """A box for every miniature by its number at the table, the actions of the one who acts, states of the unit."""
    first = 0
    for line in unit.members:
        whole, name = min(line.count, MOST_BOXES), line.role.name
        more = f" ({line.count} in all)" if line.count > whole else ""
        yield Boxes(f"{name}{more}", 0, whole, tuple(str(first + at) for at in range(whole)))
        first += line.count
    if unit.levels:
        yield replace(_numbered_boxes("actions", max(one.ac for one in unit.levels)), turn=True)
        yield Boxes("this turn", 0, len(TURN_STATES), TURN_STATES, turn=True)
        yield Boxes("unit", 0, len(LASTING), LASTING)
    for row in unit.pieces[:MOST_BOXES]:
        gun = Boxes(row.name, 0, len(GUN_STATES), GUN_STATES)
        yield gun if row.piece == "gun" else _numbered_boxes(f"{row.name}: firing actions", len(firing_actions()))


def _numbered_boxes(name: str, most: int) -> Boxes:
    return Boxes(name, 0, most, tuple(str(at + 1) for at in range(most)))


def _unit_rules(unit: Unit) -> Iterator[tuple[str, str]]:
    """What belongs to the kind, the roles, the weapons and pieces of a unit: title and text of the rule."""
    from . import SYSTEM

    arms = (arm_of(unit.house, row) for row in [*(line.weapon for line in unit.members), *unit.pieces])
    told = [one.row for one in arms if not (one.row.is_supplied and one.has_table)]
    rows = [*([unit.kind] if unit.kind else []), *(line.role for line in unit.members), *unit.levels, *told]
    for one in dict.fromkeys(rule for row in rows for rule in row.rules):
        rule = SYSTEM.reference.find_entry(one)
        yield rule.title, " ".join([*rule.text.split(), *_changes(one, unit.house)])


def _changes(rule: str, house: House) -> Iterator[str]:
    """What the house rules change of a rule: those of the rulings on it, in words."""
    from . import SYSTEM

    for name, value in house.switches.items():
        switch = house.rules.switches[name]
        if value != switch.default and rule in SYSTEM.reference.rulings[switch.ruling].rules:
            yield f"House rule: {switch.meaning_of(value)}"


def _unit_data(unit: Unit) -> ShapedObject:
    keys = ("role", "level", "count", "weapon")
    return {
        "id": unit.id,
        "kind": unit.kind.id if unit.kind else None,
        "members": [{key: plain_data(getattr(line, key)) for key in keys} for line in unit.members],
        "pieces": plain_data(unit.pieces),
        "points": format_ratio(unit.points),
    }
