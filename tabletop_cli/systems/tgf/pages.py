"""What people look up: the catalogue as pages, and a page for the table under their house rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...api import PRINTED, Block, House, Page, Para, Table
from . import SYSTEM, tables
from .row_types import KINDS, ROLES, Arm, Weapon


def catalogue_pages() -> tuple[Page, ...]:
    """Everything that the rulebook prints in tables, a page for each topic."""
    house = SYSTEM.house
    shooting = (tables.range_table(house), *map(tables.modifier_table, ("to_hit", "damage", "close_combat")))
    text = "The rulebook lists these as things to come. They are no rules, and no house rule turns them on (TGF-R63)."
    return (
        Page("Soldiers and units", tuple(_unit_tables()), "the CO row is added to the level of a sergeant"),
        Page("Armoury", tuple(_armoury_blocks())),
        Page("Seeing, shooting and close combat", (*shooting, tables.reminder_facts("seeing"))),
        Page("Actions and movement", (tables.action_table(), tables.movement_table(), tables.fall_table(house))),
        Page("Guns, mortars and nerve", (tables.gun_drill_table(), *map(tables.reminder_facts, ("support", "nerve")))),
        Page("Ideas", (Para(text, "note"), tables.idea_table())),
    )


def _unit_tables() -> Iterator[Table]:
    shares = {(True, False): "normal", (False, True): "specialist"}
    who = tuple(
        (name, row.name, row.weapon.id, shares.get((row.normal, row.specialist), "-"), row.summary)
        for name, row in ROLES.printed.items()
    )
    what = tuple(
        (name, _ids_text(row.allowed_pieces(PRINTED)) or "-", row.summary) for name, row in KINDS.printed.items()
    )
    yield tables.profiles_table()
    yield Table(("role", "name", "weapon", "counts as", "what it is"), who, "Roles")
    yield Table(("kind", "pieces", "what it is"), what, "Units")


def _ids_text(rows: Iterable[Weapon]) -> str:
    return ", ".join(row.id for row in rows)


def _armoury_blocks() -> Iterator[Table | Para]:
    shown = tables.arms_under_house(SYSTEM.house)
    rows = tuple((one.row.id, one.row.piece or "carried", _remarks_text(one)) for one in shown)
    yield tables.armoury_table(shown)
    yield Table(("weapon", "what it is", "remarks"), rows, "Remarks")
    yield Para("What is to agree is left open by the rulebook; write it under [house.weapons.<weapon>].", "note")


def _remarks_text(one: Arm) -> str:
    row, gunners = one.row, [role.id for role in ROLES.printed.values() if role.gunner]
    found = [f"{one.template} template"] if one.template else []
    found += ["indirect"] if one.indirect else []
    found += [f"fired by the role {' or '.join(gunners)} only"] if row.gunner else []
    found += [f"printed: {row.printed}"] if row.printed else []
    odd = dict.fromkeys([row.ruling, *(cell.ruling for cell in one.cells.values())])
    return ", ".join([*found, *filter(None, odd)]) or "-"


def quick_pages(house: House) -> tuple[Page, ...]:
    """What people look up during a game, as short as it can be."""
    blocks: list[Block] = [
        tables.armoury_table(one for one in tables.arms_under_house(house) if one.has_table),
        tables.range_table(house),
        *map(tables.modifier_table, ("to_hit", "damage", "close_combat")),
        tables.movement_table(),
        tables.fall_table(house),
        tables.gun_drill_table(),
        *map(tables.reminder_facts, ("seeing", "support", "nerve")),
    ]
    if differing := house.decision_texts():
        blocks.append(Table(("house rule", "as you play it"), differing, "Your house rules"))
    return (Page("The Grunt Factor at a glance", tuple(blocks)),)
