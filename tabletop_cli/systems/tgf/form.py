"""What may be written into an army file: the settings of the list, of units and members, and what there is to add.

What is allowed and what it costs is not said here: the checks decide, see `muster`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import count
from typing import TYPE_CHECKING, Any

from ...api import (
    PRINTED,
    Catalogue,
    Form,
    Key,
    ListOf,
    Malformed,
    Nullable,
    Number,
    OneOf,
    Pick,
    Row,
    Shelf,
    Ware,
    Whole,
    brief_text,
    facts_of,
    stray_setting,
)
from .profiles import band_names, catalogue_file, co_bonus, printed_house
from .row_types import KINDS, LEVELS, ROLES, SORTS, WEAPONS, Level, Role, UnitKind, Weapon, arm_of
from .tables import PROFILE, level_numbers, weapon_cells
from .units import READ_BEFORE, ArmyFacts, MemberFacts, Unit, UnitFacts, can_be_co, keys_of, line_of, table_of

if TYPE_CHECKING:
    from ...api import House, Json, Setting, Shaped, ShapedMapping, ShapedObject, System


def army_form(army: ShapedMapping, system: System) -> Form:
    """What may be written into an army file; never raises, whatever is written there already."""
    fields = table_of(army)
    house = system.house
    with suppress(Malformed):
        house = system.read_common(fields, "")["house"]
    agreed = "The points that the players agreed on; without it there is no limit."
    settings = (
        _key_of_fact(ArmyFacts, "name", help="What the army is called."),
        Key.from_name("budget", "Budget", Nullable(Number(0)), "TGF-A1", help=agreed),
        *_stray_settings(fields, (*keys_of(ArmyFacts), *READ_BEFORE)),
    )
    shelf = Shelf(
        wares=catalogue_wares(house.catalogue),
        settings=lambda entry: tuple(_unit_settings(entry, house)),
        ware=lambda entry: unit_ware(entry, house),
        inside=lambda entry: (member_shelf(entry, house),),
        fresh=partial(_with_id, army_initials(fields.get("name"))),
    )
    return Form(settings=settings, shelves=(shelf,))


# --- Units


@lru_cache(maxsize=16)
def catalogue_wares(found: Catalogue = PRINTED) -> tuple[Ware, ...]:
    """Every kind of unit at every level, and gun crews for each gun, with the members and the piece that they need."""
    ways = [(row, row.allowed_pieces(found)[:1]) for row in KINDS.printed.values() if not row.crew]
    ways += [(row, (gun,)) for row in KINDS.printed.values() if row.crew for gun in row.allowed_pieces(found)]
    return tuple(_make_ware(row, level, pieces) for row, pieces in ways for level in LEVELS.all_rows(found).values())


def _make_ware(row: UnitKind, level: Level, pieces: Sequence[Weapon]) -> Ware:
    members = [{"role": role, "level": level.id, "count": count} for role, count in row.begun.items()]
    entry = {"kind": row.id, "members": members, **({"pieces": [one.id for one in pieces]} if pieces else {})}
    there = ", ".join(ROLES.printed[role].quantity_text(count) for role, count in row.begun.items())
    return Ware(
        id=_ware_id(row, level, pieces),
        title=f"{level.name} {(pieces[0] if row.crew else row).name.lower()}",
        entry=entry,
        group=row.name,
        help=f"{_numbers_text(level)}. Starts with {there}. {row.summary} {level.summary}",
        rules=("TGF-A4", "TGF-A13" if row.crew else "TGF-A5"),
    )


def _numbers_text(level: Level) -> str:
    """The profile of a level, by which one chooses: ``CC 8, RC 8``; what it costs is told beside it."""
    known = zip(PROFILE, level_numbers(level), strict=True)
    return ", ".join(f"{name} {number}" for name, number in known if name != "Pts")


def unit_ware(entry: ShapedMapping, house: House | None = None) -> str | None:
    """The word of what a unit is: its leader's level and its kind, or its gun; None where they are not known."""
    unit = Unit(0, entry, house or printed_house())
    if not unit.kind or not unit.levels or (unit.kind.crew and not unit.legal_pieces):
        return None
    return _ware_id(unit.kind, unit.levels[0], unit.legal_pieces)


def _ware_id(row: UnitKind, level: Level, pieces: Sequence[Weapon]) -> str:
    return f"{level.id}-{pieces[0].id if row.crew else row.id}"


def army_initials(name: Json) -> str:
    """What the ids of an army's units begin with: two armies that fight each other may share none."""
    words = re.findall("[a-z]+", name.lower()) if isinstance(name, str) else []
    return "".join(word[0] for word in words if word not in ("the", "of", "and"))[:3] or "u"


def _with_id(begin: str, entry: ShapedMapping, beside: Sequence[Json]) -> ShapedObject:
    """A new unit with its id, or where it has none that is free, with the initials and the first free number."""
    taken = [table_of(one).get("id") for one in beside]
    if isinstance(entry.get("id"), str) and entry["id"] not in taken:
        return dict(entry)
    free = next(name for number in count(1) if (name := f"{begin}{number}") not in taken)
    return {"id": free, **{key: value for key, value in entry.items() if key != "id"}}


def _unit_settings(entry: ShapedMapping, house: House) -> Iterator[Setting]:
    told = "Its name at the table: small letters, digits and hyphens, different from every other unit."
    yield _key_of_fact(UnitFacts, "id", "TGF-A3", needed=True, help=told)
    yield _key_of_fact(UnitFacts, "name", help="A name of its own.")
    unit = Unit(0, entry, house)
    if not unit.kind:
        yield _key_of_rows("kind", KINDS.printed)
    known = [row for sort in SORTS for row in WEAPONS.all_rows(house.catalogue).values() if row.piece == sort]
    allowed = unit.kind.allowed_pieces(house.catalogue) if unit.kind else ()
    if pieces := allowed or unit.pieces or ("pieces" in entry and known):
        more: ShapedObject = {"picks": _weapon_picks(pieces, house), "default": (), "repeat": True}
        kind = ListOf(OneOf(tuple(row.id for row in known)))
        yield Key.from_name("pieces", "Pieces", kind, "TGF-A11", "TGF-A14", "TGF-A15", **more)
    yield from _stray_settings(entry, keys_of(UnitFacts))


# --- Members


def member_shelf(unit: ShapedMapping, house: House) -> Shelf:
    """The members of a unit; new ones are of its level, one unless told."""
    level = next((one.id for one in Unit(0, unit, house).levels), catalogue_file("armies")["new"]["level"])
    return Shelf(
        place=("members",),
        title="Members",
        one="member",
        wares=tuple(
            Ware(id=name, title=row.name, entry={"role": name, "level": level}, help=row.summary)
            for name, row in ROLES.all_rows(house.catalogue).items()
        ),
        settings=lambda entry: tuple(_member_settings(entry, house)),
        ware=lambda entry: _role_id(line_of(entry, house).role),
        detail=lambda entry: _member_text(entry, house),
        fresh=lambda entry, beside: {**entry, "count": entry.get("count", 1)},
    )


def _role_id(role: Role | None) -> str | None:
    return role.id if role else None


def _member_text(entry: ShapedMapping, house: House) -> str:
    """The level and the weapon of a line of members, and whether it is of commanding officers."""
    line = line_of(entry, house)
    named = (line.level.name.lower(),) if line.level else ()
    armed = (line.weapon.name.lower(),) if line.weapon else ()
    return ", ".join((*named, *armed, *(("CO",) if entry.get("co") is True else ())))


def _member_settings(entry: ShapedMapping, house: House) -> Iterator[Setting]:
    found, role = house.catalogue, line_of(entry, house).role
    yield Key.from_name("count", "Count", Whole(1), "TGF-A5", needed=True, short=True)
    yield _key_of_rows("role", ROLES.all_rows(found), short=not role)
    yield _key_of_rows("level", LEVELS.all_rows(found), "TGF-A16")
    if house["equipment"] == "armory" or "weapon" in entry:
        carried = [row for row in WEAPONS.all_rows(found).values() if row.carried]
        more: ShapedObject = {"picks": _weapon_picks(carried, house), "default": role.weapon.id if role else None}
        kind = OneOf(tuple(row.id for row in carried))
        yield Key.from_name("weapon", "Weapon", kind, "TGF-A17", "TGF-A18", "TGF-R61", **more)
    if can_be_co(role, house):
        words = f"A commanding officer: LD {co_bonus('ld'):+d} for {co_bonus('pts')} points."
        yield _key_of_fact(MemberFacts, "co", "TGF-R1", title="CO", default=False, help=words)
    yield from _stray_settings(entry, [key for key in keys_of(MemberFacts) if key != "co" or can_be_co(role, house)])


# --- Single settings


def _key_of_fact(facts: type[object], name: str, *rules: str, **more: Shaped) -> Key:
    """A key of one of the tables, as its facts declare it; `more` as in `Key`."""
    kind = next(one.kind for one in facts_of(facts) if one.name == name)
    return Key.from_name(name, more.pop("title", name.capitalize()), kind, *rules, **more)


def _key_of_rows(name: str, rows: Mapping[str, Row], *rules: str, **more: Any) -> Key:
    """One of the rows of a table, which must be said; `more` as in `Key`."""
    picks = tuple(Pick(one, row.name, row.summary) for one, row in rows.items())
    return Key.from_name(name, name.capitalize(), OneOf(tuple(rows)), *rules, picks=picks, needed=True, **more)


def _weapon_picks(rows: Sequence[Weapon], house: House) -> tuple[Pick, ...]:
    """Weapons as choices, with what they do in each range."""
    found = []
    for one in (arm_of(house, row) for row in rows):
        told = (f"{name.upper()} {cell}" for name, cell in zip(band_names(), weapon_cells(one), strict=True))
        found.append(Pick(one.row.id, one.name, ", ".join(told) if one.has_table else "No table is printed."))
    return tuple(found)


def _stray_settings(fields: ShapedMapping, known: Sequence[str]) -> Iterator[Setting]:
    """Keys that do not belong where they are written: they can only be taken away (TGF-A3)."""
    for key in [key for key in fields if key not in known]:
        yield stray_setting(
            (key,), f"{key}, which does not belong here", "TGF-A3", f"It says {brief_text(fields[key])}."
        )
