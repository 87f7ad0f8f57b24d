"""What may be written into an army file of td: the settings of the list, the wares, the settings of each entry.

What is allowed and what it costs is not said here: the checks decide, see `muster`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from ...api import (
    Form,
    House,
    ListOf,
    Malformed,
    Nullable,
    Number,
    OneOf,
    Pick,
    Setting,
    Shelf,
    System,
    Text,
    Ware,
    Whole,
    brief,
)
from .profiles import NOT, battery_of, dice_at_infantry, leader_bonus, notes_of, profiles, vehicle_of
from .tables import EXPERIENCE, MANEUVERABILITY, artillery, entries, infantry, vehicles, words
from .warband import ARMY_FIELDS, COMMON_FIELDS, ENTRY_FIELDS, FIXED_QUALITY, ListEntry, variants

BATTERY = "-artillery"  # light-artillery: what people type for a battery


def form(army: Mapping[str, Any], system: System) -> Form:
    """What may be written into an army file; never raises, whatever is written there already."""
    fields: Mapping[str, Any] = army if isinstance(army, Mapping) else {}
    house = system.house
    with suppress(Malformed):
        house = system.read_house(fields.get("house", {}), "house")
    stray = tuple(_stray(key, fields[key]) for key in fields if key not in ARMY_FIELDS)
    shelf = Shelf(wares=wares(house), settings=lambda entry: tuple(_settings(_entry(entry, house))), ware=ware_id)
    return Form(settings=(*_army_settings(), *stray), shelves=(shelf,))


def _army_settings() -> tuple[Setting, ...]:
    agreed = "What both players agreed on, or what the scenario says; without it nothing is compared."
    return (
        Setting(key=("name",), title="Name", kind=Text(), short=False, help="What the warband is called."),
        Setting(key=("budget",), title="Budget", kind=Nullable(Number(0)), short=False, help=agreed, rules=("TD-A15",)),
    )


# --- What there is to buy


@lru_cache(maxsize=8)
def wares(house: House) -> tuple[Ware, ...]:
    """Everything that can be put into a list, told under some house rules."""
    return tuple(_wares(house))


def _wares(house: House) -> Iterator[Ware]:
    for maneuverability in MANEUVERABILITY:
        for experience in EXPERIENCE:
            entry = {"type": "infantry-unit", "experience": experience, "maneuverability": maneuverability}
            yield _ware(f"{experience}-{maneuverability}", "Infantry", entry, house)
    yield _ware("hmg", "Support weapons", {"type": "hmg"}, house)
    yield _ware("atg", "Support weapons", {"type": "atg"}, house)
    for name, row in vehicles().items():
        yield _ware(name, "Vehicles", {"type": row["entry"], "variant": name}, house)
    for size in artillery():
        yield _ware(size + BATTERY, "Off-table artillery", {"type": "off-table-artillery", "size": size}, house)


def _ware(word: str, group: str, fields: Mapping[str, Any], house: House) -> Ware:
    entry = ListEntry(0, fields, house)
    title = kind(entry)
    numbers = "; ".join(part for part in (_numbers(entry), _options_words(entry)) if part)
    return Ware(
        id=word,
        title=title[:1].upper() + title[1:],
        entry=dict(fields),
        group=group,
        help=f"{numbers}. {_summary(entry)}",
        rules=_rules(entry),
    )


def ware_id(entry: Mapping[str, Any]) -> str | None:
    """The ware that an entry is, None for one that is none of them or not yet."""
    written = _entry(entry, None)
    if written.type == "infantry-unit":
        return f"{written.quality[1]}-{written.quality[0]}" if written.quality else None
    if written.type in ("tank", "mech"):
        return vehicle_of(written) or None
    if written.type == "off-table-artillery":
        return battery_of(written) + BATTERY if battery_of(written) else None
    return written.type


def kind(entry: ListEntry) -> str:
    """What an entry is, in words; ``?`` for what is not said or not known."""
    fields = entry.fields
    if entry.type is None:
        return f"unknown type {brief(fields['type'])}" if "type" in fields else "no type stated"
    if entry.type == "infantry-unit":
        return f"{_known(fields, 'experience')} {_known(fields, 'maneuverability')} infantry"
    name = str(entries()[entry.type]["name"]).lower()
    if entry.type == "off-table-artillery":
        return f"{battery_of(entry) or _word(fields, 'size')} {name}"
    if entry.type in ("tank", "mech"):
        vehicle = vehicle_of(entry)
        return str(vehicles()[vehicle]["name"]).lower() if vehicle else f"{name} {_word(fields, 'variant')}"
    return name


def _known(fields: Mapping[str, Any], topic: str) -> str:
    value = fields.get(topic)
    known = words(topic)
    return str(known[value]["name"]).lower() if isinstance(value, str) and value in known else _word(fields, topic)


def _word(fields: Mapping[str, Any], key: str) -> str:
    """A word that is not known, as it is written; ``?`` for one that is missing."""
    return brief(fields[key]) if key in fields else "?"


def _numbers(entry: ListEntry) -> str:
    """The numbers by which people choose: models, dice, armour, missions."""
    if size := battery_of(entry):
        row = artillery()[size]
        return f"{row['dice']} dice, kill potential {row['kill_potential']}, {row['missions']} missions"
    found = profiles(entry)
    plain = found[min(1, len(found) - 1)]  # a trooper, where there is a leader
    dice = dice_at_infantry(plain.weapon, entry.house) if plain.fires else NOT
    fire = "no fire" if dice == NOT else f"fire {dice}"
    parts = [f"{entry.models} models"] if entry.type == "infantry-unit" else []
    parts += [f"armour {plain.armour}"] if plain.armour is not None else []
    parts += [f"close combat {plain.close_combat}", fire]
    parts += [f"arc {plain.arc}"] if entry.type != "infantry-unit" else []
    parts += [trait.lower() for trait in traits(entry)]
    parts += [f"leader +{leader_bonus(entry)}"] if leader_bonus(entry) else []
    return ", ".join(parts)


def traits(entry: ListEntry) -> tuple[str, ...]:
    """Names of what an entry always is: fast, large."""
    row = vehicles()[vehicle_of(entry)] if vehicle_of(entry) else {}
    both = entry.is_fast_large(entry.house)
    return tuple(str(data["name"]) for key, data in words("traits").items() if both or row.get(key))


def _options_words(entry: ListEntry) -> str:
    if entry.type != "infantry-unit":
        return ""
    names = [str(row["name"]).lower() for key, row in infantry()["options"].items() if entry.can_take(key)]
    return f"may take: {', '.join(names)}" if names else ""


def _summary(entry: ListEntry) -> str:
    if entry.quality:
        return str(words("maneuverability")[entry.quality[0]]["summary"])
    row = artillery()[battery_of(entry)] if battery_of(entry) else vehicles().get(vehicle_of(entry))
    return str((row or entries()[str(entry.type)])["summary"])


def _rules(entry: ListEntry) -> tuple[str, ...]:
    """What tells more: of infantry how it is led and what it always is, of the others their rows in the catalogue."""
    if entry.quality:
        notes = [rule for row in notes_of(entry) for rule in row["rules"]]
        return tuple(dict.fromkeys([*words("maneuverability")[entry.quality[0]]["rules"], *notes]))
    own = [*entries()[str(entry.type)]["rules"], *vehicles().get(vehicle_of(entry), {}).get("rules", ())]
    return tuple(dict.fromkeys(own))


# --- What is chosen about an entry


def _entry(fields: Any, house: House | None) -> ListEntry:
    """An entry as written, of whatever shape."""
    from . import SYSTEM

    return ListEntry(0, fields if isinstance(fields, Mapping) else {}, house or SYSTEM.house)


def _settings(entry: ListEntry) -> Iterator[Setting]:
    """Everything that may be chosen; fields that are better left out only where they are written."""
    if entry.type is None:
        yield _chosen("type", "Type", _picks({name: entries()[name] for name in ENTRY_FIELDS}), rules=("TD-A2",))
    yield Setting(
        key=("count",),
        title="Count",
        kind=Whole(1),
        default=1,
        short=False,
        help="How many identical ones.",
        rules=("TD-A3",),
    )
    yield Setting(key=("name",), title="Name", kind=Text(), short=False, help="A name of your own.")
    if entry.type is None:
        return
    yield from _of_type(entry)
    allowed = COMMON_FIELDS + ENTRY_FIELDS[entry.type]
    yield from (_stray(key, entry.fields[key]) for key in entry.fields if key not in allowed)


def _of_type(entry: ListEntry) -> Iterator[Setting]:
    if entry.type == "infantry-unit":
        yield _chosen("experience", "Experience", _picks(words("experience")), rules=("TD-A4",))
        yield _chosen("maneuverability", "Maneuverability", _picks(words("maneuverability")), rules=("TD-A4",))
        yield _options()
        yield from _counted(entry)
    if entry.type == "off-table-artillery":
        yield _chosen("size", "Size", _picks(artillery()), rules=("TD-A12",))
        yield from _written(entry, "spotters", "Spotters", 1, "TD-A12")
    if entry.type in ("tank", "mech"):
        rows = {name: vehicles()[name] for name in variants(entry.type)}
        yield _chosen("variant", "Variant", _picks(rows), rules=("TD-A14",))
    if entry.type == "atg":
        starts = _picks(words("starts"))
        yield _chosen("start", "Start", starts, default=starts[0].value, rules=("TD-A13",))
    if entry.type in FIXED_QUALITY:
        for key in ("experience", "maneuverability"):
            if key in entry.fields:
                own = str(entries()[entry.type][key])
                yield _chosen(key, key.capitalize(), (_pick(own, words(key)[own]),), default=own, rules=("TD-A11",))


def _counted(entry: ListEntry) -> Iterator[Setting]:
    """Numbers of an infantry unit that the grid gives; where they are written they may be wrong."""
    yield from _written(entry, "models", "Models", entry.grid_models, "TD-A5")
    yield from _written(entry, "leaders", "Leaders", 1, "TD-A6")
    if "armour_piercing_on" in entry.fields:
        carriers = _picks(words("carriers"))
        yield _chosen(
            "armour_piercing_on",
            "Who carries the armour-piercing weapon",
            carriers,
            default=carriers[0].value,
            rules=("TD-A7",),
        )


def _options() -> Setting:
    rows = infantry()["options"]
    return Setting(
        key=("options",),
        title="Options",
        kind=ListOf(OneOf(tuple(rows))),
        picks=_picks(rows),
        default=(),
        rules=("TD-A7", "TD-A8", "TD-A9", "TD-A10"),
    )


def _written(entry: ListEntry, key: str, title: str, default: int | None, rule: str) -> Iterator[Setting]:
    """A number that is better left out, where it is written."""
    if key in entry.fields:
        yield Setting(
            key=(key,),
            title=title,
            kind=Whole(0),
            default=default,
            short=False,
            rules=(rule,),
            help="Better left out: then it is what the book says.",
        )


def _stray(key: str, value: Any) -> Setting:
    """A field that does not belong where it is written: it can only be taken away (TD-A10)."""
    return Setting(
        key=(key,),
        title=f"{key}, which does not belong here",
        kind=OneOf((None,)),
        short=False,
        picks=(Pick(None, "take it away"),),
        help=f"It says {brief(value)}.",
        rules=("TD-A10",),
    )


def _chosen(
    key: str, title: str, picks: tuple[Pick, ...], *, default: Any = None, rules: tuple[str, ...] = ()
) -> Setting:
    """One of a few words; without a default one of them must be written."""
    kind = OneOf(tuple(pick.value for pick in picks))
    short = key not in ("type", "armour_piercing_on")
    return Setting(
        key=(key,),
        title=title,
        kind=kind,
        picks=picks,
        default=default,
        needed=default is None,
        short=short,
        rules=rules,
    )


def _picks(rows: Mapping[str, Mapping[str, Any]]) -> tuple[Pick, ...]:
    """Rows of the catalogue as choices."""
    return tuple(_pick(key, row) for key, row in rows.items())


def _pick(value: str, row: Mapping[str, Any]) -> Pick:
    return Pick(value, str(row["name"]), str(row.get("summary", "")), tuple(row.get("rules", ())))
