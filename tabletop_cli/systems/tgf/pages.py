"""What people look up: the catalogue as pages, and a page for the table under their house rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...api import PRINTED, Block, Facts, House, Page, Para, Table
from . import SYSTEM, tables
from .reminders import house_rows
from .row_types import KINDS, ROLES, Arm, Weapon


def catalogue_pages() -> tuple[Page, ...]:
    """Everything that the rulebook prints in tables, a page for each topic."""
    house = SYSTEM.house
    shooting = (tables.range_table(house), *_modifiers(house))
    text = "The rulebook lists these as things to come. They are no rules, and no house rule turns them on (TGF-R63)."
    return (
        Page("Soldiers and units", tuple(_unit_tables()), "add the CO row to the level of a sergeant"),
        Page("Armoury", tuple(_armoury_blocks())),
        Page("Seeing, shooting and close combat", (*shooting, *_reminders(house, "seeing", "contact"))),
        Page("Actions and movement", (tables.reminder_facts("turn", house), *_moving(house))),
        Page("Guns, mortars and nerve", (tables.gun_drill_table(house), *_reminders(house, "support", "nerve"))),
        Page("Ideas", (Para(text, "note"), tables.idea_table(house))),
    )


def _modifiers(house: House) -> Iterator[Table]:
    return (tables.modifier_table(name, house) for name in ("to_hit", "damage", "close_combat"))


def _moving(house: House) -> tuple[Table, ...]:
    return (tables.action_table(house), tables.movement_table(house), tables.fall_table(house))


def _reminders(house: House, *topics: str) -> Iterator[Facts]:
    return (tables.reminder_facts(topic, house) for topic in topics)


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
    yield tables.armoury_table(shown, SYSTEM.house)
    yield Table(("weapon", "what it is", "remarks"), rows, "Remarks")
    yield Para("For weapons to agree the book prints no table; write yours under [house.weapons.<weapon>].", "note")


def _remarks_text(one: Arm) -> str:
    row, gunners = one.row, [role.id for role in ROLES.printed.values() if role.gunner]
    found = [f"{one.template} template"] if one.template else []
    found += ["indirect"] if one.indirect else []
    found += [f"only the role {' or '.join(gunners)} fires it"] if row.gunner else []
    found += [f"printed: {row.printed}"] if row.printed else []
    odd = dict.fromkeys([row.ruling, *(cell.ruling for cell in one.cells.values())])
    return ", ".join([*found, *filter(None, odd)]) or "-"


def quick_pages(house: House) -> tuple[Page, ...]:
    """What people look up during a game, in the order of a turn, as short as it can be."""
    blocks: list[Block] = [
        tables.reminder_facts("turn", house),
        *_moving(house),
        tables.reminder_facts("seeing", house),
        tables.armoury_table((one for one in tables.arms_under_house(house) if one.has_table), house),
        tables.range_table(house),
        *_modifiers(house),
        *_reminders(house, "contact", "support"),
        tables.gun_drill_table(house),
        tables.reminder_facts("nerve", house),
    ]
    if differing := house_rows(house):
        blocks.append(Table(("house rule", "as you play it"), differing, "Your house rules"))
    return (Page("The Grunt Factor at a glance", tuple(blocks)),)
