"""What may be written into an army list of tt: its faction, its units and their options, as the catalogues have them.

Nothing here says what is legal or what it costs: that is tried with the checks of `muster`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...api import (
    PRINTED,
    AnyKind,
    Catalogue,
    Form,
    House,
    Key,
    ListOf,
    Number,
    OneOf,
    Pick,
    Points,
    Setting,
    ShapedMapping,
    ShapedObject,
    Shelf,
    System,
    TabletopError,
    Text,
    Ware,
    Whole,
    YesNo,
    brief_text,
    dataclass,
    remember_last,
    stray_setting,
)
from .model import FACTIONS, Choice, Faction, Option, UnitType, Weapon, records_under_house
from .pages import effect_words, names_of, unit_words
from .profiles import choice_ids, factions_of, make_profile, options_of
from .reading import TABLES
from .tables import CLASSES, REFERENCE, class_name, points_step, printed_table

SEVERAL = "at-least-one"  # the value of `command-squads` under which one of several Commander units is named


@dataclass(frozen=True)
class Budget(Points):
    """Points to spend, written as people write them: 12, 4.5."""

    def plain(self, value: Any) -> Any:
        return None if value is None else Number().plain(Fraction(value))


COUNT = Key.from_name("count", "Count", Whole(1), "TT-A3", default=1)
NAME = Key.from_name("name", "Name", Text(), help="a name of your own")
WHOSE = "with several command units, one of them is the Commander's"
COMMANDER = Key.from_name("commander", "Commander", YesNo(), "TT-A4", "TT-R36", default=False, short=False, help=WHOSE)

_read = remember_last(TABLES.read)  # of thousands of lists that are tried, all have the same one


@dataclass(frozen=True)
class Ground:
    """What raw data of an army say, as far as it can be read: the house rules with the catalogue, the faction."""

    data: ShapedMapping

    @cached_property
    def house(self) -> House:
        """The house rules; a switch that cannot be read stays as printed."""
        written = self.data.get("house")
        found: ShapedObject = {}
        for name, switch in REFERENCE.house.switches.items():
            if isinstance(written, Mapping) and name in written:
                with suppress(TabletopError):
                    found[name] = switch.read(written[name], name)
        return House(REFERENCE.house, found, catalogue=self._catalogue)

    @cached_property
    def _catalogue(self) -> Catalogue:
        """The home-made factions; none where no catalogue can be read."""
        if isinstance(self.data.get("catalogue"), Mapping):
            with suppress(TabletopError):
                return _read(self.data["catalogue"], "catalogue")
        return PRINTED

    @cached_property
    def faction(self) -> Faction | None:
        named = self.data.get("faction")
        return FACTIONS.all_rows(self.house.catalogue).get(named) if isinstance(named, str) else None

    def unit_type_of(self, entry: Any) -> UnitType | None:
        """The unit that an entry is, None for one that the faction does not have."""
        named = entry.get("unit") if isinstance(entry, Mapping) else None
        return self.faction.find_unit(named, self.house) if self.faction and isinstance(named, str) else None


def army_form(data: ShapedMapping, system: System) -> Form:
    """What may be written into an army, given what is there: whatever it is, it is read as far as possible."""
    ground = Ground(data)
    shelf = Shelf(
        wares=tuple(_faction_wares(ground)),
        settings=lambda entry: tuple(_entry_settings(entry, ground)),
        ware=lambda entry: kind.id if (kind := ground.unit_type_of(entry)) else None,
    )
    return Form(settings=tuple(_army_settings(ground)), shelves=(shelf,))


# --- the army ---


def _army_settings(ground: Ground) -> Iterator[Setting]:
    factions, standard = factions_of(ground.house), printed_table("army")["budget"]
    yield Key.from_name("name", "Name", Text(), help="what the army is called")
    kind = OneOf(tuple(faction.id for faction in factions))
    picks = tuple(_faction_pick(faction, ground.house) for faction in factions)
    yield Key.from_name("faction", "Faction", kind, "TT-A1", picks=picks, needed=True)
    told = f"points to spend at most; the standard army has {standard}"
    yield Key.from_name(
        "budget", "Budget", Budget(points_step()), "TT-A5", "TT-A6", default=standard, needed=True, help=told
    )


def _faction_pick(faction: Faction, house: House) -> Pick:
    units = len(records_under_house(house, faction.all_units))
    counted = f"{units} {'unit' if units == 1 else 'units'} to choose from"
    rules = tuple(rule for one in faction.rules for rule in printed_table("faction_rules")[one]["rules"])
    words = f"{counted}; {names_of('faction_rules', faction.rules)}" if faction.rules else counted
    return Pick(faction.id, faction.title, words, rules)


# --- its units ---


def _faction_wares(ground: Ground) -> Iterator[Ware]:
    """The units of the faction, class by class, and in a class as the catalogue has them."""
    if ground.faction is None:
        return
    units: list[UnitType] = records_under_house(ground.house, ground.faction.all_units)
    for kind in sorted(units, key=lambda one: CLASSES.index(one.class_)):
        unit = make_profile(ground.house, kind.id, ground.faction.id, {}, "form")
        yield Ware(
            id=kind.id,
            title=kind.title,
            entry={"unit": kind.id},
            group=class_name(kind.class_),
            help=unit_words(unit, ground.house),
            rules=tuple(_unit_rules(kind, ground.house)),
        )


def _unit_rules(kind: UnitType, house: House) -> dict[str, None]:
    """The rules that tell more of a unit: of its standing, its special rules and weapons, its class; each once."""
    standing = [one for one, there in (("commander", kind.commander), ("transport", kind.transport)) if there]
    weapons: list[Weapon] = records_under_house(house, kind.weapons)
    found = [rule for one in standing for rule in printed_table("unit_rules")[one]["rules"]]
    found += _rules_of("specials", kind.specials)
    found += _rules_of("traits", tuple(trait for weapon in weapons for trait in weapon.traits))
    found += _rules_of("classes", (kind.class_,))
    return dict.fromkeys(found)


def _rules_of(kind: str, ids: tuple[str, ...]) -> list[str]:
    return [rule for one in ids for rule in printed_table(kind)[one]["rules"]]


# --- an entry ---


def _entry_settings(entry: Any, ground: Ground) -> Iterator[Setting]:
    """Count and name, and what the unit offers; for what is no unit of the faction, which unit it is."""
    kind = ground.unit_type_of(entry)
    if kind is None and ground.faction is not None:
        picks = tuple(Pick(ware.id, ware.title, ware.help, ware.rules) for ware in _faction_wares(ground))
        units = OneOf(tuple(pick.value for pick in picks))
        yield Key.from_name("unit", "Unit", units, "TT-A2", picks=picks, needed=True, short=False)
    yield from (COUNT, NAME)
    if kind is None:
        return
    options = options_of(kind, ground.house)
    yield from (_option_setting(option, options, ground.house) for option in options.values())
    written = entry.get("options")
    if isinstance(written, Mapping):
        yield from (_stray_option(str(key), value) for key, value in written.items() if key not in options)
    if kind.commander and (ground.house["command-squads"] == SEVERAL or "commander" in entry):
        yield COMMANDER


def _stray_option(key: str, value: Any) -> Setting:
    """An option that the unit does not have (TT-A7)."""
    return stray_setting(
        ("options", key), f"{key}, which this unit does not have", "TT-A7", f"it says {brief_text(value)}"
    )


def _kind_of_option(option: Option, choice: OneOf[str]) -> AnyKind:
    """What an option says: yes or no, one of its choices, or as many as are to be picked."""
    if option.kind == "some":
        assert option.pick is not None  # a catalogue without it is refused
        return ListOf(choice, option.pick, option.pick)
    return choice if option.kind == "one" else YesNo()


def _option_setting(option: Option, options: Mapping[str, Option], house: House) -> Setting:
    return Setting(
        key=("options", option.id),
        title=option.title,
        kind=_kind_of_option(option, OneOf(tuple(choice_ids(option, house)))),
        picks=tuple(_option_picks(option, house)),
        default=list(option.default) if isinstance(option.default, tuple) else option.default,
        needed=option.required,
        repeat=option.repeat,
        help=_option_words(option, options, house),
        rules=tuple(one for one in (option.code,) if REFERENCE.has_entry(one)),
    )


def _option_picks(option: Option, house: House) -> Iterator[Pick]:
    choices: list[Choice] = records_under_house(house, option.choices or ())
    for choice in choices:
        traits = [trait for weapon in records_under_house(house, choice.add_weapons) for trait in weapon.traits]
        rules = [*_rules_of("specials", choice.add_specials), *_rules_of("traits", tuple(traits))]
        yield Pick(choice.id, choice.name, effect_words(choice, house), tuple(dict.fromkeys(rules)))


def _option_words(option: Option, options: Mapping[str, Option], house: House) -> str:
    """How an option is chosen, and what a flag changes."""
    parts = [effect_words(option.effect, house)] if option.effect else []
    if option.kind == "some":
        parts.append(f"{option.pick} of them" + ("" if option.repeat else ", all different"))
    if option.needs is not None:
        parts.append(f"only with {options[option.needs].title if option.needs in options else option.needs}")
    return "; ".join(parts)


# --- what the whole list is judged by ---


def constraint_marks(entry: ShapedMapping, army: ShapedMapping) -> dict[str, int]:
    """What one copy of an entry adds to the counts of TT-A4, the only constraint across entries but the points.

    With several Commander units by house rule, it also counts which are named (TT-R36).
    """
    ground = Ground(army)
    kind = ground.unit_type_of(entry)
    if kind is None or not kind.commander:
        return {}
    named = ground.house["command-squads"] == SEVERAL and entry.get("commander") is True
    return {"commander": 1, **({"named": 1} if named else {})}
