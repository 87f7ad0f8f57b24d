"""What tt shows of its lists and tables, as pages: rosters and the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from ...core.house import House
from ...core.page import Block, Boxes, Heading, Page, Para, Table
from ...core.problems import Problem
from .model import Faction, Option, UnitType, Weapon, under
from .muster import ArmyList, Entry
from .points import in_words
from .profiles import Profile, faults, profile
from .reading import printed
from .tables import REFERENCE, table

NUMBERS = frozenset({"copies", "Armor", "points", "move", "range", "AP", "AT"})
WEAPON_COLUMNS = ("unit", "weapon", "range", "AP", "AT", "traits")


# --- words ---


def reach_words(weapon: Weapon) -> str:
    """The reach of a weapon in cm: ``20-60``, or ``contact``."""
    if weapon.range is None:
        return "contact"
    least = f"{_cm(weapon.min_range)}-" if weapon.min_range else ""
    return f"{least}{_cm(weapon.range)}"


def _cm(number: Fraction) -> str:
    return f"{float(number):g}"


def marks(weapon: Weapon, house: House) -> tuple[str, str]:
    """What a weapon adds against infantry and against vehicles, ``-`` where it has no value (TT-R3)."""
    ap, at = weapon.ap, weapon.at
    if weapon.value is not None:
        ap, at = weapon.value, weapon.value if house["unmarked-assault"] == "both" else None
    return _plus(ap), _plus(at)


def _plus(number: int | None) -> str:
    return "-" if number is None else f"+{number}"


def names_of(kind: str, ids: Sequence[str]) -> str:
    """Specials, traits or faction rules by their names, ``-`` for none."""
    rows = table(kind)
    return ", ".join(str(rows[one]["name"]) for one in ids) or "-"


def special_words(kind: UnitType, more: Sequence[str] = ()) -> str:
    """The special rules of a unit, with what it may be and carry."""
    words = ["Commander"] if kind.commander else []
    words += [str(table("specials")[one]["name"]) for one in (*kind.specials, *more)]
    words += [f"Transport {kind.transport.capacity}"] if kind.transport else []
    return ", ".join(words) or "-"


def weapon_row(unit: str, weapon: Weapon, house: House) -> tuple[str, ...]:
    traits = names_of("traits", weapon.traits)
    return unit, weapon.title, reach_words(weapon), *marks(weapon, house), traits


# --- rosters ---


def roster(army: ArmyList, problems: Sequence[Problem]) -> Page:
    """A list as a page: units, profiles, special rules, what is ticked off, and what is wrong with it."""
    name = army.facts.name or "Unnamed army"
    faction = army.faction.title if army.faction else army.facts.faction
    copies = sum(entry.count for entry in army.sound)
    blocks: list[Block] = [*_wrong(problems), _units(army)]
    profiles = _profiles(army)
    blocks += [_weapons(army, profiles), *_rules(army, profiles), *_tracked(army)]
    sums = f"{in_words(army.points)} of {in_words(army.budget)} points"
    subtitle = f"Tenebrae Terribles - {faction} - {sums} - {copies} {'unit' if copies == 1 else 'units'}"
    return Page(name, tuple(blocks), subtitle, _data(army, name, problems))


def _data(army: ArmyList, name: str, problems: Sequence[Problem]) -> dict[str, Any]:
    return {
        "system": "tt",
        "name": name,
        "faction": army.facts.faction,
        "points": _ratio(army.points),
        "budget": _ratio(army.budget),
        "legal": not any(problem.severity == "error" for problem in problems),
        "units": [_entry_data(entry) for entry in army.entries],
        "house": army.house.as_dict(),
        "problems": [problem.as_dict() for problem in problems],
    }


def _ratio(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"


def _entry_data(entry: Entry) -> dict[str, Any]:
    plain = {"unit": entry.facts.unit, "count": entry.count, "points": _ratio(entry.points)}
    named = {"name": entry.facts.name} if entry.facts.name else {}
    return {**plain, **named, "options": dict(entry.facts.options)}


def _wrong(problems: Sequence[Problem]) -> Iterator[Block]:
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        yield Para(f"This list is not legal: {len(errors)} {'problem' if len(errors) == 1 else 'problems'}.", "bad")
    for problem in problems:
        yield Para(f"{problem.code}: {problem.message}", "bad" if problem.severity == "error" else "warn")


def _units(army: ArmyList) -> Table:
    rows: list[tuple[str, ...]] = []
    for entry in army.entries:
        kind = entry.kind
        what = kind.title if kind else f"unknown ({entry.facts.unit})"
        rows.append((
            str(entry.count), entry.title if entry.facts.name else what, what,
            str(table("classes")[kind.class_]["name"]) if kind else "-", f"+{kind.armor}" if kind else "-",
            option_words(entry), in_words(entry.points),
        ))  # fmt: skip
    columns: tuple[str, ...] = ("copies", "unit", "kind", "class", "Armor", "options", "points")
    if not any(entry.facts.name for entry in army.entries):
        rows, columns = [(*row[:2], *row[3:]) for row in rows], (*columns[:2], *columns[3:])
    return Table(columns, tuple(rows), right=NUMBERS)


def option_words(entry: Entry) -> str:
    """The options that an entry names, in words."""
    options = {option.id: option for option in entry.kind.options} if entry.kind else {}
    parts = [_chosen(options.get(key), key, value) for key, value in entry.facts.options.items()]
    return ", ".join(part for part in parts if part) or "-"


def _chosen(option: Option | None, key: str, value: Any) -> str:
    if isinstance(value, bool):
        return (option.title if option else key) if value else ""
    names = {choice.id: choice.name or choice.id for choice in (option.choices or ())} if option else {}
    values = value if isinstance(value, list | tuple) else [value]
    return " and ".join(names.get(str(one), str(one)) for one in values)


def _profiles(army: ArmyList) -> dict[str, Profile]:
    """Every different unit of the list by a title; those with illegal options are left out."""
    found: dict[str, Profile] = {}
    for entry in army.sound:
        assert entry.kind is not None and army.faction is not None
        if not any(faults(entry.kind, entry.facts.options, army.house)):
            words = option_words(entry)
            title = entry.kind.title if words == "-" else f"{entry.kind.title} ({words})"
            options = entry.facts.options
            found[title] = profile(army.catalogue, army.house, entry.kind.id, army.faction.id, options, "army")
    return found


def _weapons(army: ArmyList, profiles: Mapping[str, Profile]) -> Table:
    rows = []
    for title, one in profiles.items():
        for at, weapon in enumerate(one.weapons.values()):
            rows.append(weapon_row("" if at else title, weapon, army.house))
    return Table(WEAPON_COLUMNS, tuple(rows), "Weapons", NUMBERS)


def _rules(army: ArmyList, profiles: Mapping[str, Profile]) -> Iterator[Block]:
    """What the special rules of these units mean, each once."""
    specials = {one for unit in profiles.values() for one in unit.specials}
    traits = {one for unit in profiles.values() for weapon in unit.weapons.values() for one in weapon.traits}
    faction = army.faction.rules if army.faction else ()
    words = [
        f"{row['name']}: {row['summary']}"
        for kind, ids in (("faction_rules", faction), ("specials", specials), ("traits", traits))
        for one, row in table(kind).items()
        if one in ids
    ]
    if words:
        yield Heading("Special rules")
        yield from (Para(line) for line in words)


def _tracked(army: ArmyList) -> Iterator[Block]:
    """Boxes to tick off: every unit that may fall; half of them is defeat (TT-WIN-1)."""
    whole = sum(entry.count for entry in army.sound)
    if not whole:
        return
    yield Heading("To tick off")
    for entry in army.sound:
        yield Boxes(entry.title, 0, entry.count)
    half = ceil(Fraction(whole, int(table("victory")["half_times"])))
    yield Para(f"Lost when {half} of {whole} units are destroyed, or the Commander's unit.", "note")


# --- the catalogue ---


def catalogue_pages() -> tuple[Page, ...]:
    """Everything that the rulebook prints in tables: a page for each faction, and the words and numbers of play."""
    return (*(faction_page(faction, REFERENCE.house.printed) for faction in printed()), _words_page(), _numbers_page())


def faction_page(faction: Faction, house: House) -> Page:
    """The units, weapons and options of a faction, printed or home-made, under some house rules."""
    units = under(house, faction.units)
    rules = [table("faction_rules")[one] for one in faction.rules]
    blocks: list[Block] = [*(Para(f"{rule['name']}: {rule['summary']}") for rule in rules), _unit_table(units)]
    weapons = [weapon_row("" if at else kind.id, weapon, house)
               for kind in units for at, weapon in enumerate(under(house, kind.weapons))]  # fmt: skip
    blocks.append(Table(WEAPON_COLUMNS, tuple(weapons), "Weapons", NUMBERS))
    options = [row for kind in units for row in _option_rows(kind, house)]
    if options:
        columns = ("unit", "option", "value", "points", "what it changes")
        blocks.append(Table(columns, tuple(options), "Options", NUMBERS))
    return Page(faction.title, tuple(blocks), f'faction = "{faction.id}"')


def _unit_table(units: Sequence[UnitType]) -> Table:
    rows = tuple(
        (
            kind.id, kind.title, str(table("classes")[kind.class_]["name"]), f"+{kind.armor}",
            _cm(Fraction(table("classes")[kind.class_]["move"]) if kind.move is None else kind.move),
            special_words(kind), in_words(kind.points),
        )
        for kind in units
    )  # fmt: skip
    return Table(("unit", "name", "class", "Armor", "move", "special rules", "points"), rows, right=NUMBERS)


def _option_rows(kind: UnitType, house: House) -> Iterator[tuple[str, ...]]:
    for option in under(house, kind.options):
        if option.kind == "flag":
            what = _effect_words(option.effect, house) if option.effect else "-"
            yield kind.id, option.id, "true", in_words(option.points), what
        for choice in under(house, option.choices or ()):
            points = option.points if choice.points is None else choice.points
            named = f"{choice.id} (printed)" if choice.id == option.default else choice.id
            yield kind.id, option.id, named, in_words(points), _effect_words(choice, house)


def _effect_words(effect: Any, house: House) -> str:
    parts = []
    for weapon in under(house, effect.add_weapons):
        ap, at = marks(weapon, house)
        traits = f", {names_of('traits', weapon.traits)}" if weapon.traits else ""
        parts.append(f"{weapon.title} {reach_words(weapon)} AP {ap} AT {at}{traits}")
    parts += [str(table("specials")[one]["name"]) for one in effect.add_specials]
    gone = [one for one in effect.remove_weapons if one not in {weapon.id for weapon in effect.add_weapons}]
    parts += [f"without {one}" for one in gone]
    return "; ".join(parts) or "as printed"


def _words_page() -> Page:
    """Classes, specials, traits and faction rules: the words that catalogue files may use."""
    classes = tuple(
        (
            one, str(row["move"]), ", ".join(row["charges"]) or "nobody", " or ".join(row["attacked_as"]),
            "yes" if row["cover"] else "no", row["summary"],
        )
        for one, row in table("classes").items()
    )  # fmt: skip
    blocks: list[Block] = [
        Table(("class", "move", "charges", "attacked as", "cover", "in short"), classes, "Classes", NUMBERS)
    ]
    for kind, title in (("specials", "Specials of units"), ("traits", "Traits of weapons"),
                        ("faction_rules", "Rules of factions")):  # fmt: skip
        rows = tuple((one, row["name"], row["summary"], ", ".join(row["rules"])) for one, row in table(kind).items())
        blocks.append(Table(("id", "name", "what it does", "rules"), rows, title))
    return Page("Classes and special rules", tuple(blocks), "the words that catalogue files may use")


def _numbers_page() -> Page:
    distances = tuple((key.replace("_", " "), str(value)) for key, value in table("distances").items())
    costs = tuple((key.replace("_", " "), str(value)) for key, value in table("costs").items())
    added = tuple(
        (key.replace("_", " "), "attack" if "attack" in row else "defence",
         f"{row.get('attack', row.get('defence')):+d}", ", ".join(row["kinds"]))
        for key, row in table("modifiers").items()
    )  # fmt: skip
    blocks: tuple[Block, ...] = (
        Table(("distance", "cm"), distances, "Distances", frozenset({"cm"})),
        Table(("what", "command points"), costs, "Command points", frozenset({"command points"})),
        Table(("modifier", "of the", "adds", "in"), added, "Modifiers", frozenset({"adds"})),
    )
    return Page("Numbers of play", blocks)
