"""What people look up: the catalogue as pages, and a page for the table under their house rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...api import PRINTED, Block, House, Page, Para, Table
from . import SYSTEM, tables
from .rows import KINDS, ROLES, Arm, Weapon


def catalogue_pages() -> tuple[Page, ...]:
    """Everything that the rulebook prints in tables, a page for each topic."""
    house = SYSTEM.house
    shooting = (tables.ranges(house), *map(tables.modifiers, ("to_hit", "damage", "close_combat")))
    text = "The rulebook lists these as things to come. They are no rules, and no house rule turns them on (TGF-R63)."
    return (
        Page("Soldiers and units", tuple(_units()), "the CO row is added to the level of a sergeant"),
        Page("Armoury", tuple(_armoury())),
        Page("Seeing, shooting and close combat", (*shooting, tables.reminders("seeing"))),
        Page("Actions and movement", (tables.actions(), tables.movement(), tables.falls(house))),
        Page("Guns, mortars and nerve", (tables.gun_drill(), *map(tables.reminders, ("support", "nerve")))),
        Page("Ideas", (Para(text, "note"), tables.ideas())),
    )


def _units() -> Iterator[Table]:
    shares = {(True, False): "normal", (False, True): "specialist"}
    who = tuple(
        (name, row.name, row.weapon.id, shares.get((row.normal, row.specialist), "-"), row.summary)
        for name, row in ROLES.printed.items()
    )
    what = tuple((name, _ids(row.armed(PRINTED)) or "-", row.summary) for name, row in KINDS.printed.items())
    yield tables.profiles_table()
    yield Table(("role", "name", "weapon", "counts as", "what it is"), who, "Roles")
    yield Table(("kind", "pieces", "what it is"), what, "Units")


def _ids(rows: Iterable[Weapon]) -> str:
    return ", ".join(row.id for row in rows)


def _armoury() -> Iterator[Table | Para]:
    shown = tables.armed(SYSTEM.house)
    rows = tuple((one.row.id, one.row.piece or "carried", _remarks(one)) for one in shown)
    yield tables.armoury(shown)
    yield Table(("weapon", "what it is", "remarks"), rows, "Remarks")
    yield Para("What is to agree is left open by the rulebook; write it under [house.weapons.<weapon>].", "note")


def _remarks(one: Arm) -> str:
    row, gunners = one.row, [role.id for role in ROLES.printed.values() if role.gunner]
    found = [f"{one.template} template"] if one.template else []
    found += ["indirect"] if one.indirect else []
    found += [f"fired by the role {' or '.join(gunners)} only"] if row.gunner else []
    found += [f"printed: {row.printed}"] if row.printed else []
    odd = dict.fromkeys([row.ruling, *(cell.ruling for cell in one.cells.values())])
    return ", ".join([*found, *filter(None, odd)]) or "-"


def quick(house: House) -> tuple[Page, ...]:
    """What people look up during a game, as short as it can be."""
    blocks: list[Block] = [
        tables.armoury(one for one in tables.armed(house) if one.has_table),
        tables.ranges(house),
        *map(tables.modifiers, ("to_hit", "damage", "close_combat")),
        tables.movement(),
        tables.falls(house),
        tables.gun_drill(),
        *map(tables.reminders, ("seeing", "support", "nerve")),
    ]
    if differing := house.decided():
        blocks.append(Table(("house rule", "as you play it"), differing, "Your house rules"))
    return (Page("The Grunt Factor at a glance", tuple(blocks)),)
