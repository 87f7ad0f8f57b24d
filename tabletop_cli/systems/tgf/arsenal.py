"""What an army can do: which shots soldiers and pieces put to the resolvers, for the block of rosters that tells it.

Fire only: in close combat everybody who is in contact strikes, and how many come into contact nobody knows before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from ...api import Arsenal, Attacker, Case, Foe, Means, ShapedMapping
from .profiles import printed_table
from .row_types import LEVELS, Arm, Level, Weapon, arm_of
from .units import Army, Unit


def sample_foes(army: Army) -> Iterator[Foe]:
    """A soldier of each printed level, by A, which is what saves depend on (TGF-DAM-2)."""
    for name, level in LEVELS.printed.items():
        yield Foe(name, level.name.lower(), f"A {level.a}", {"armor": level.a})


def army_attackers(army: Army) -> Iterator[tuple[Attacker, ...]]:
    """Who fires in each unit: a line of soldiers who carry the same, and each kind of piece."""
    return (tuple(_unit_attackers(unit)) for unit in army.units if unit.fields)


def _unit_attackers(unit: Unit) -> Iterator[Attacker]:
    there: Counter[tuple[Level, Weapon]] = Counter()
    for line in unit.members:
        if not (unit.legal_pieces and (line.role.serves or line.role.observes)):
            there[line.level, line.weapon] += line.count
    pieces = Counter((unit.levels[0], piece) for piece in unit.legal_pieces if unit.levels)
    for (level, row), count in (there + pieces).items():
        yield Attacker((Means(row.name, partial(_shot_case, arm_of(unit.house, row), level)),), count)


def _shot_case(arm: Arm, level: Level, foe: Foe) -> Case:
    """A shot at one soldier in the open; a template lies over him alone (TGF-FIRE-1, TGF-TPL-1)."""
    who: ShapedMapping = {"level": level.id, "weapon": arm.row.id, "distance": short_range_middle()}
    if arm.template:
        return Case("template-fire", {**who, "indirect": arm.indirect, "targets": [dict(foe.facts)]})
    return Case("fire", {**who, **foe.facts})


def short_range_middle() -> int:
    """The middle of short range, in cm (TGF-RANGE-1)."""
    row = printed_table("bands")["sr"]
    return int(row["from"] + row["to"]) // 2


ARSENAL = Arsenal(
    conditions="The chance that one fire action of a soldier or piece kills a soldier: at short range, in the open, "
    "standing, in command, not aimed. Crews serve their pieces, whose observer has done his part.",
    removes={"fire": ("killed",), "template-fire": ("killed-1",)},
    ways={"fire": "all fire once"},
    foes=sample_foes,
    attackers=army_attackers,
    to_agree=("no-table",),
)
