"""The catalogue of tt as pages, and its words for weapons and units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ...api import Block, House, Page, Para, Shaped, ShapedObject, Shown, Table, brief_text, format_fraction
from .model import FACTIONS, Effect, Faction, Option, UnitType, Weapon, records_under_house
from .profiles import Profile, can_carry_kind
from .tables import REFERENCE, class_name, fill_text, name_of, printed_table

NUMBERS = frozenset({"copies", "Armor", "points", "move", "range", "AP", "AT"})
CLASSES: dict[str, Shown[ShapedObject]] = {
    "move": "move",
    "charges": lambda row: row["charges"] or "nobody",
    "attacked as": lambda row: " or ".join(row["attacked_as"]),
    "cover": "cover",
    "in short": "summary",
}
WORDS: dict[str, Shown[ShapedObject]] = {
    "name": "name",
    "what it does": lambda row: fill_text(row["summary"], REFERENCE.house.printed),
    "rules": "rules",
}
DISTANCES: dict[str, Shown[tuple[int, str]]] = {"cm": lambda row: str(row[0]), "what it limits": lambda row: row[1]}
MODIFIERS: dict[str, Shown[ShapedObject]] = {
    "of the": lambda row: "attack" if "attack" in row else "defence",
    "adds": lambda row: f"{row.get('attack', row.get('defence')):+d}",
    "in": "kinds",
}
UNITS: dict[str, Shown[UnitType]] = {
    "name": lambda kind: kind.title,
    "class": lambda kind: class_name(kind.class_),
    "Armor": lambda kind: f"+{kind.armor}",
    "move": lambda kind: format_distance(normal_move(kind)),
    "special rules": lambda kind: special_words(kind),
    "points": lambda kind: format_fraction(kind.points),
}
WEAPON_COLUMNS = ("unit", "weapon", "range", "AP", "AT", "traits")


# --- words ---


def reach_words(weapon: Weapon) -> str:
    """The reach of a weapon in cm: ``20-60``, or ``contact``."""
    if weapon.range is None:
        return "contact"
    least = f"{format_distance(weapon.min_range)}-" if weapon.min_range else ""
    return f"{least}{format_distance(weapon.range)}"


def format_distance(number: Fraction) -> str:
    """A distance: ``5``, ``7.5``."""
    return f"{float(number):g}"


def weapon_strengths(weapon: Weapon, house: House) -> tuple[str, str]:
    """What a weapon adds against infantry and against vehicles, ``-`` where it has no value (TT-R3)."""
    ap, at = weapon.ap, weapon.at
    if weapon.value is not None:
        ap, at = weapon.value, weapon.value if house["unmarked-assault"] == "both" else None
    return _format_strength(ap), _format_strength(at)


def _format_strength(number: int | None) -> str:
    return "-" if number is None else f"+{number}"


def names_of(kind: str, ids: Sequence[str]) -> str:
    """Specials, traits or faction rules by their names, ``-`` for none."""
    return ", ".join(name_of(kind, one) for one in ids) or "-"


def special_words(kind: UnitType, more: Sequence[str] = ()) -> str:
    """The special rules of a unit, with what it may be and carry."""
    words = ["Commander"] if kind.commander else []
    words += [name_of("specials", one) for one in (*kind.specials, *more)]
    words += [f"Transport {kind.transport.capacity}"] if kind.transport else []
    return ", ".join(words) or "-"


def weapon_words(weapon: Weapon, house: House) -> str:
    """A weapon on one line: ``Missile Launcher 30 AP +2 AT +1 Heavy``."""
    reach = [] if weapon.range is None else [reach_words(weapon)]
    values = [
        f"{mark} {value}"
        for mark, value in zip(("AP", "AT"), weapon_strengths(weapon, house), strict=True)
        if value != "-"
    ]
    traits = [name_of("traits", one) for one in weapon.traits]
    return " ".join([weapon.title, *reach, *values, *traits])


def unit_words(unit: Profile, house: House) -> str:
    """A unit on one line: class, Armor, move, special rules, weapons."""
    special = special_words(unit.kind)
    words = [class_name(unit.unit_class), f"Armor +{unit.armor}", f"move {format_distance(unit.move)}"]
    weapons = ", ".join(weapon_words(weapon, house) for weapon in unit.weapons.values())
    words += [special] if special != "-" else []
    words += [rule.name for rule in house.catalogue.rules_of(unit.kind)]
    return "; ".join([", ".join(words), *([weapons] if weapons else [])])


def normal_move(kind: UnitType) -> Fraction:
    """The normal move of a unit in cm: its own, or that of its class (TT-MOVE-1)."""
    return Fraction(printed_table("classes")[kind.class_]["move"]) if kind.move is None else kind.move


def weapon_row(unit: str, weapon: Weapon, house: House) -> tuple[str, ...]:
    traits = names_of("traits", weapon.traits)
    return unit, weapon.title, reach_words(weapon), *weapon_strengths(weapon, house), traits


# --- the catalogue ---


def catalogue_pages() -> tuple[Page, ...]:
    """Everything that the rulebook prints in tables: a page for each faction, and the words and numbers of play."""
    return (
        *(faction_page(faction, REFERENCE.house.printed) for faction in FACTIONS.printed.values()),
        _words_page(),
        _numbers_page(),
    )


def faction_page(faction: Faction, house: House) -> Page:
    """The units, weapons and options of a faction, printed or home-made, under some house rules."""
    units = records_under_house(house, faction.units)
    rules = [printed_table("faction_rules")[one] for one in faction.rules]
    blocks: list[Block] = [
        *(Para(f"{rule['name']}: {fill_text(rule['summary'], house)}") for rule in rules),
        *([Para(f"It has all units of {faction.includes.title}, too.")] if faction.includes else []),
        Table.from_rows("unit", {kind.id: kind for kind in units}, UNITS, right=NUMBERS),
        *(Para(carried_text(kind, units)) for kind in units if kind.transport),
    ]
    weapons = [
        weapon_row("" if at else kind.id, weapon, house)
        for kind in units
        for at, weapon in enumerate(records_under_house(house, kind.weapons))
    ]
    blocks.append(Table(WEAPON_COLUMNS, tuple(weapons), "Weapons", NUMBERS))
    options = [row for kind in units for row in _option_rows(kind, house)]
    if options:
        columns = ("unit", "option", "value", "points", "what it changes")
        blocks.append(Table(columns, tuple(options), "Options", NUMBERS))
    return Page(faction.title, tuple(blocks), f'faction = "{faction.id}"')


def carried_text(transport: UnitType, units: Sequence[UnitType]) -> str:
    """Which units of its faction a transport carries, and how many (TT-TRANS-1)."""
    assert transport.transport is not None  # only transports are asked
    names = ", ".join(one.title for one in units if can_carry_kind(transport, one)) or "nobody"
    return f"{transport.title} carries {transport.transport.capacity} of: {names}."


def option_value_text(option: Option, value: Shaped) -> str:
    """A value that an option has, in words, an unknown one as it is written; empty for a flag that is not set."""
    if isinstance(value, bool):
        return option.title if value else ""
    names = {choice.id: choice.name or choice.id for choice in option.choices or ()}
    values = value if isinstance(value, list | tuple) else [value]
    return " and ".join(names[one] if isinstance(one, str) and one in names else brief_text(one) for one in values)


def _option_rows(kind: UnitType, house: House) -> Iterator[tuple[str, ...]]:
    for option in records_under_house(house, kind.options):
        if option.kind == "flag":
            what = effect_words(option.effect, house) if option.effect else "-"
            yield kind.id, option.id, "true", format_fraction(option.points), what
        for choice in records_under_house(house, option.choices or ()):
            points = option.points if choice.points is None else choice.points
            named = f"{choice.id} (printed)" if choice.id == option.default else choice.id
            yield kind.id, option.id, named, format_fraction(points), effect_words(choice, house)


def effect_words(effect: Effect, house: House) -> str:
    """What an option changes in a unit."""
    parts = []
    for weapon in records_under_house(house, effect.add_weapons):
        ap, at = weapon_strengths(weapon, house)
        traits = f", {names_of('traits', weapon.traits)}" if weapon.traits else ""
        parts.append(f"{weapon.title} {reach_words(weapon)} AP {ap} AT {at}{traits}")
    parts += [name_of("specials", one) for one in effect.add_specials]
    gone = [one for one in effect.remove_weapons if one not in {weapon.id for weapon in effect.add_weapons}]
    parts += [f"without {one}" for one in gone]
    return "; ".join(parts) or "as printed"


def _words_page() -> Page:
    """Classes, specials, traits and faction rules: the words that catalogue files may use."""
    others = {"specials": "Specials of units", "traits": "Traits of weapons", "faction_rules": "Rules of factions"}
    blocks = [Table.from_rows("class", printed_table("classes"), CLASSES, "Classes", NUMBERS)]
    blocks += [Table.from_rows("id", printed_table(kind), WORDS, title) for kind, title in others.items()]
    return Page("Classes and special rules", tuple(blocks), "the words that catalogue files may use")


def _numbers_page() -> Page:
    distances = {
        key.replace("_", " "): (cm, printed_table("distance_words")[key])
        for key, cm in printed_table("distances").items()
    }
    costs, modifiers = (
        {key.replace("_", " "): row for key, row in printed_table(name).items()} for name in ("costs", "modifiers")
    )
    blocks = (
        Table.from_rows("distance", distances, DISTANCES, "Distances", frozenset({"cm"})),
        Table.from_rows("what", costs, {"command points": str}, "Command points", frozenset({"command points"})),
        Table.from_rows("modifier", modifiers, MODIFIERS, "Modifiers", frozenset({"adds"})),
    )
    return Page("Numbers of play", blocks)
