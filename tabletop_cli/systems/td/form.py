"""What may be written into an army file of td: the settings of the list, the wares, the settings of each entry.

What is allowed and what it costs is not said here: the checks decide, see `muster`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ...api import (
    Form,
    House,
    Malformed,
    Setting,
    ShapedMapping,
    Shelf,
    System,
    Ware,
    brief_text,
    catalogue_key,
    offered_settings,
    stray_setting,
)
from .keys import ARMY, COMMON, COUNT, NAME, keys_of
from .profiles import NOT, dice_at_infantry, leader_bonus, notes_of, profiles_of
from .tables import BATTERIES, ENTRIES, EXPERIENCE, MANEUVERABILITY, REFERENCE, VEHICLES, choice_rows, infantry, words
from .warband import ListEntry

BATTERY = "-artillery"  # light-artillery: what people type for a battery


def army_form(army: ShapedMapping, system: System) -> Form:
    """What may be written into an army file; never raises, whatever is written there already."""
    fields: ShapedMapping = army if isinstance(army, Mapping) else {}
    house = system.house
    with suppress(Malformed):
        house = system.read_common(fields, "")["house"]
    shelf = Shelf(
        wares=house_wares(house),
        settings=lambda entry: tuple(_entry_settings(_read_entry(entry, house))),
        ware=lambda entry: ware_id(entry, house),
    )
    settings = tuple(offered_settings(ARMY, fields, _misplaced_setting, "system", "catalogue", "units", "house"))
    return Form(settings=settings, shelves=(shelf,))


# --- What there is to buy


@lru_cache(maxsize=8)
def house_wares(house: House) -> tuple[Ware, ...]:
    """Everything that can be put into a list, told under some house rules."""
    return tuple(_list_wares(house))


def _list_wares(house: House) -> Iterator[Ware]:
    for maneuverability in MANEUVERABILITY:
        for experience in EXPERIENCE:
            entry = {"type": "infantry-unit", "experience": experience, "maneuverability": maneuverability}
            yield _make_ware(f"{experience}-{maneuverability}", "Infantry", entry, house)
    yield _make_ware("hmg", "Support weapons", {"type": "hmg"}, house)
    yield _make_ware("atg", "Support weapons", {"type": "atg"}, house)
    for name, row in VEHICLES.all_rows(house.catalogue).items():
        yield _make_ware(name, "Vehicles", {"type": row.entry, "variant": name}, house)
    for size in BATTERIES.all_rows(house.catalogue):
        yield _make_ware(size + BATTERY, "Off-table artillery", {"type": "off-table-artillery", "size": size}, house)


def _make_ware(word: str, group: str, fields: ShapedMapping, house: House) -> Ware:
    entry = ListEntry(0, fields, house)
    title = kind_text(entry)
    numbers = "; ".join(part for part in (_numbers_text(entry), _options_words(entry)) if part)
    return Ware(
        id=word,
        title=title[:1].upper() + title[1:],
        entry=dict(fields),
        group=group,
        help=f"{numbers}. {_summary_text(entry)}",
        rules=_rule_ids(entry),
    )


def ware_id(entry: ShapedMapping, house: House | None = None) -> str | None:
    """The ware that an entry is, None for one that is none of them or not yet."""
    written = _read_entry(entry, house)
    if written.type == "infantry-unit":
        return f"{written.quality.experience}-{written.quality.maneuverability}" if written.quality else None
    if written.type in ("tank", "mech"):
        return written.vehicle or None
    if written.type == "off-table-artillery":
        return written.battery + BATTERY if written.battery else None
    return written.type


def kind_text(entry: ListEntry) -> str:
    """What an entry is, in words; ``?`` for what is not said or not known."""
    fields = entry.fields
    if entry.type is None:
        return f"unknown type {brief_text(fields['type'])}" if "type" in fields else "no type stated"
    if entry.type == "infantry-unit" and not entry.quality:
        return f"{_known_word(fields, 'experience')} {_known_word(fields, 'maneuverability')} infantry"
    if entry.type == "off-table-artillery" and not entry.battery:
        return f"{_written_word(fields, 'size')} {entry.word}"
    if entry.type in ("tank", "mech") and not entry.vehicle:
        return f"{entry.word} {_written_word(fields, 'variant')}"
    return entry.word


def _known_word(fields: ShapedMapping, topic: str) -> str:
    value = fields.get(topic)
    known = words(topic)
    return (
        str(known[value]["name"]).lower() if isinstance(value, str) and value in known else _written_word(fields, topic)
    )


def _written_word(fields: ShapedMapping, key: str) -> str:
    """A word that is not known, as it is written; ``?`` for one that is missing."""
    return brief_text(fields[key]) if key in fields else "?"


def _numbers_text(entry: ListEntry) -> str:
    """The numbers by which people choose: models, dice, armour, missions."""
    if entry.battery:
        row = entry.battery_row
        assert row is not None
        return f"{row.dice} dice, kill potential {row.kill_potential}, {row.missions} missions"
    found = profiles_of(entry)
    plain = found[min(1, len(found) - 1)]  # a trooper, where there is a leader
    dice = dice_at_infantry(plain.weapon, entry.house) if plain.fires else NOT
    fire = "no fire" if dice == NOT else f"fire {dice}"
    parts = [f"{entry.models} models"] if entry.type == "infantry-unit" else []
    parts += [f"armour {plain.armour}"] if plain.armour is not None else []
    parts += [f"close combat {plain.close_combat}", fire]
    parts += [f"arc {plain.arc}"] if entry.type != "infantry-unit" else []
    parts += [trait.lower() for trait in trait_names(entry)]
    parts += [f"leader +{leader_bonus(entry)}"] if leader_bonus(entry) else []
    return ", ".join(parts)


def trait_names(entry: ListEntry) -> tuple[str, ...]:
    """Names of what an entry always is: fast, large."""
    both = entry.is_fast_large(entry.house)
    return tuple(str(data["name"]) for key, data in words("traits").items() if both or getattr(entry.row, key, False))


def _options_words(entry: ListEntry) -> str:
    if entry.type != "infantry-unit":
        return ""
    names = [str(row["name"]).lower() for key, row in infantry()["options"].items() if entry.can_take(key)]
    return f"may take: {', '.join(names)}" if names else ""


def _summary_text(entry: ListEntry) -> str:
    if entry.quality:
        return str(words("maneuverability")[entry.quality.maneuverability]["summary"])
    return entry.row.summary if entry.row else ""


def _rule_ids(entry: ListEntry) -> tuple[str, ...]:
    """What tells more: of infantry how it is led and what it always is, of the others their rows in the catalogue."""
    if entry.quality:
        notes = [rule for row in notes_of(entry) for rule in row["rules"]]
        return tuple(dict.fromkeys([*words("maneuverability")[entry.quality.maneuverability]["rules"], *notes]))
    own = [*(entry.entry.rules if entry.entry else ()), *(entry.vehicle_row.rules if entry.vehicle_row else ())]
    return tuple(dict.fromkeys(own))


# --- What is chosen about an entry


def _read_entry(fields: Any, house: House | None) -> ListEntry:
    """An entry as written, of whatever shape."""
    return ListEntry(0, fields if isinstance(fields, Mapping) else {}, house or REFERENCE.house.printed)


def _entry_settings(entry: ListEntry) -> Iterator[Setting]:
    """Everything that may be chosen; fields that are better left out only where they are written."""
    if entry.type is None:
        yield catalogue_key("type", "Type", choice_rows(ENTRIES.printed), "TD-A2", short=False)
    yield from (COUNT, NAME)
    if entry.type is not None:
        own = (
            replace(key, default=entry.grid_models) if key.name == "models" else key
            for key in keys_of(entry.type, entry.house.catalogue)
        )
        yield from offered_settings(own, entry.fields, _misplaced_setting, *COMMON)


def _misplaced_setting(key: str, value: Any) -> Setting:
    """A field that does not belong where it is written (TD-A10)."""
    return stray_setting((key,), f"{key}, which does not belong here", "TD-A10", f"It says {brief_text(value)}.")
