"""A unit as it fights: its list entry with the options that were chosen, under the house rules of the table."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from ...api import House, Json, Ruled, ShapedMapping, ShapedObject, brief_text, dataclass, did_you_mean, malformed_value
from .catalogue_faults import wrong_value
from .model import FACTIONS, Choice, Effect, Faction, Option, Transport, UnitType, Weapon, records_under_house
from .tables import ASSAULT, REFERENCE, class_row, printed_table


@dataclass(frozen=True, eq=False)
class Profile:
    """A unit with its options: what every rule looks at."""

    kind: UnitType
    faction: Faction
    specials: frozenset[str]
    weapons: Mapping[str, Weapon]
    points: Fraction
    attacked_as: tuple[str, ...]
    charges: tuple[str, ...]
    cover: bool
    move: Fraction
    sources: Mapping[str, tuple[str, ...]]  # weapons that options or house rules brought, and the rules that say so
    rows: tuple[Ruled, ...]  # of the catalogue, under the ids that they have there: its faction, itself, its weapons

    @property
    def id(self) -> str:
        return self.kind.id

    @property
    def title(self) -> str:
        return self.kind.title

    @property
    def unit_class(self) -> str:
        return self.kind.class_

    @property
    def armor(self) -> int:
        return self.kind.armor

    @property
    def transport(self) -> Transport | None:
        return self.kind.transport

    @property
    def is_aircraft(self) -> bool:
        return self.unit_class == "aircraft"

    @property
    def may_wait(self) -> bool:
        """Whether it starts off the table, or may do so by house rule: Ambush and aircraft (TT-SETUP-3)."""
        return self.has_special("ambush") or self.is_aircraft

    @property
    def assault(self) -> Weapon | None:
        return self.weapons.get(ASSAULT)

    def has_special(self, special: str) -> bool:
        return special in self.specials


@dataclass(frozen=True)
class Fault:
    """Something wrong with an option of a unit: the constraint, the option's key, what and how to mend it."""

    code: str
    key: str
    text: str
    hint: str = ""


def options_of(kind: UnitType, house: House) -> dict[str, Option]:
    """The options that a unit has under these house rules, by key."""
    return {option.id: option for option in records_under_house(house, kind.options)}


def choice_ids(option: Option, house: House) -> list[str]:
    return [choice.id for choice in records_under_house(house, option.choices or ())]


def faults_of_options(kind: UnitType, options: ShapedMapping, house: House) -> Iterator[Fault]:
    """What is wrong with the options that are named (TT-A7, and the `code` of each option), key by key."""
    known = options_of(kind, house)
    for key, value in options.items():
        if key not in known:
            has = f"its options: {', '.join(known)}" if known else f"{kind.title} has no options"
            yield Fault(
                "TT-A7", key, f"{kind.title} has no option {brief_text(key)}", did_you_mean(key, list(known)) or has
            )
            continue
        option = known[key]
        ids = choice_ids(option, house)
        if why := wrong_value(option, ids, value):
            yield Fault(option.code, key, f"{option.title}: {why}", _example_hint(option, ids))
        elif option.needs is not None and not _is_flag_set(known, options, option.needs):
            needed = known[option.needs].title if option.needs in known else option.needs
            text = f"{option.title} is only for a {kind.title} with {needed}"
            yield Fault(option.code, key, text, f"write {option.needs} = true, or leave {key} out")


# The constraints about options; TT-A14 is that of home-made units.
OPTION_CODES = ("TT-A7", "TT-A8", "TT-A9", "TT-A10", "TT-A11", "TT-A12", "TT-A13", "TT-A14")


def constraint_of(code: str) -> str:
    """The constraint that says what an option may be, by the option's code: one of a player's own stands for TT-A14."""
    return code if code in OPTION_CODES else "TT-A14"


def missing_options(kind: UnitType, options: ShapedMapping, house: House) -> Iterator[Fault]:
    """Options that must be named and are not (TT-A9)."""
    for key, option in options_of(kind, house).items():
        if option.required and key not in options:
            ids = choice_ids(option, house)
            yield Fault(option.code, key, f"{option.title}: none is named", _example_hint(option, ids))


def _example_hint(option: Option, ids: Sequence[str]) -> str:
    if option.kind == "flag":
        return f"write {option.id} = true or false"
    if option.kind == "one":
        return f"choose from {', '.join(ids)}"
    different = "" if option.repeat else " different ones"
    return f"name {option.pick}{different} of {', '.join(ids)}"


def _is_flag_set(known: Mapping[str, Option], options: ShapedMapping, key: str) -> bool:
    return key in known and options.get(key, known[key].default) is True


def option_points(kind: UnitType, options: ShapedMapping, house: House) -> Fraction:
    """What the named options cost, legal or not: each value named that the option knows."""
    known = options_of(kind, house)
    return sum((_option_price(known[key], value, house) for key, value in options.items() if key in known), Fraction(0))


def _option_price(option: Option, value: Json, house: House) -> Fraction:
    if option.kind == "flag":
        return option.points if value is True else Fraction(0)
    named = value if isinstance(value, list | tuple) else [value]
    prices = {
        one.id: option.points if one.points is None else one.points
        for one in records_under_house(house, option.choices or ())
    }
    return sum((prices[one] for one in named if isinstance(one, str) and one in prices), Fraction(0))


def factions_of(house: House) -> list[Faction]:
    """All factions of a table: home-made ones first, then the printed ones."""
    return sorted(FACTIONS.all_rows(house.catalogue).values(), key=lambda one: not one.home)


def find_unit(house: House, unit: str, faction: str | None, where: str) -> tuple[Faction, UnitType]:
    """A unit in the named faction, else in the home-made ones, else in the printed ones.

    Errors: `Malformed` for an unknown faction or unit, and for a unit that two factions have.
    """
    factions = factions_of(house)
    if faction is not None:
        named = FACTIONS.all_rows(house.catalogue).get(faction)
        if named is None:
            hint = did_you_mean(faction, [one.id for one in factions])
            raise malformed_value(f"{where}.faction", f"unknown faction {brief_text(faction)}", hint)
        if (kind := named.find_unit(unit, house)) is not None:
            return named, kind
        known = [one.id for one in named.all_units]
        raise malformed_value(f"{where}.unit", f"unknown unit {brief_text(unit)}", did_you_mean(unit, known))
    for home_made in (True, False):
        pool = [one for one in factions if bool(one.home) is home_made]
        found = [(one, kind) for one in pool if (kind := one.find_own_unit(unit, house))]
        if len(found) > 1:
            names = " and ".join(one.id for one, _ in found)
            raise malformed_value(
                f"{where}.unit", f"{names} both have a unit {brief_text(unit)}", "name the faction too"
            )
        if found:
            return found[0]
    known = [kind.id for one in factions for kind in one.units]
    raise malformed_value(f"{where}.unit", f"unknown unit {brief_text(unit)}", did_you_mean(unit, known))


def make_profile(house: House, unit: str, faction: str | None, options: ShapedMapping, where: str) -> Profile:
    """A unit with its options. Errors: `Malformed` for an unknown unit and for options that it cannot have.

    An omitted option has its default; an omitted required one adds nothing.
    """
    if not options:
        return _profile_as_printed(house, unit, faction, where)
    found, kind = find_unit(house, unit, faction, where)
    for fault in faults_of_options(kind, options, house):
        raise malformed_value(f"{where}.options.{fault.key}", fault.text, fault.hint)
    return _build_profile(found, kind, house, json.dumps(options, sort_keys=True))


_NUMBERED = re.compile(r"(.+)-[0-9]+")
Brought = tuple[Weapon, tuple[str, ...]]  # a weapon, and the rules of the option or house rule that brought it


@lru_cache(maxsize=4096)
def _profile_as_printed(house: House, unit: str, faction: str | None, where: str) -> Profile:
    """A unit without options, as most are: whoever weighs the answers of a menu asks for the same ones all the time."""
    found, kind = find_unit(house, unit, faction, where)
    return _build_profile(found, kind, house, "{}")


@lru_cache(maxsize=4096)
def _build_profile(faction: Faction, kind: UnitType, house: House, options: str) -> Profile:
    named: ShapedObject = json.loads(options)
    row = class_row(kind.class_, house)
    weapons: list[Brought] = [
        (weapon, tuple(_rulings_of(weapon))) for weapon in records_under_house(house, kind.weapons)
    ]
    specials = set(kind.specials)
    for option, effects in _chosen_effects(kind, named, house):
        removed = {one for effect in effects for one in effect.remove_weapons}
        weapons = [one for one in weapons if one[0].id not in removed]
        for effect in effects:
            of_choice = _rulings_of(effect) if isinstance(effect, Choice) else ()
            ruled = printed_table("option_rulings").get(option.code, ())
            brought = tuple(dict.fromkeys((constraint_of(option.code), *ruled, *_rulings_of(option), *of_choice)))
            weapons += [(one, (*brought, *_rulings_of(one))) for one in records_under_house(house, effect.add_weapons)]
        specials |= {special for effect in effects for special in effect.add_specials}
    if not any(weapon.is_assault for weapon, _ in weapons) and house["no-assault-line"] == "zero":
        weapons.append((Weapon(id=ASSAULT, name="Assault", value=0), ("TT-R6",)))
    found = _weapons_by_id(weapons)
    return Profile(
        kind,
        faction,
        frozenset(specials),
        {one: weapon for one, (weapon, _) in found.items()},
        kind.points + option_points(kind, named, house),
        tuple(row["attacked_as"]),
        tuple(row["charges"]),
        bool(row["cover"]),
        Fraction(row["move"]) if kind.move is None else kind.move,
        {one: rules for one, (_, rules) in found.items() if rules},
        (faction, kind, *_as_catalogued(weapon for weapon, _ in weapons)),
    )


def _rulings_of(record: Option | Choice | Weapon) -> list[str]:
    """The rulings behind the house rules under which something exists."""
    return [REFERENCE.house.switches[switch].ruling for switch in record.when]


def _chosen_effects(kind: UnitType, named: ShapedMapping, house: House) -> Iterator[tuple[Option, list[Effect]]]:
    """Each option that is named or has a default, with its effects."""
    known = options_of(kind, house)
    for key, option in known.items():
        if option.needs is not None and not _is_flag_set(known, named, option.needs):
            continue
        value = named.get(key, option.default)
        if option.kind == "flag":
            yield option, [option.effect] if value is True and option.effect else []
        elif value is not None:
            picked = [value] if option.kind == "one" else value
            choices = {choice.id: choice for choice in records_under_house(house, option.choices or ())}
            yield option, [choices[one] for one in picked if one in choices]


def _weapons_by_id(weapons: Sequence[Brought]) -> dict[str, Brought]:
    """Weapons by id; one that a unit has twice gets ``-1`` and ``-2`` behind its id (TT-R37)."""
    times = Counter(weapon.id for weapon, _ in weapons)
    seen: Counter[str] = Counter()
    found: dict[str, Brought] = {}
    for weapon, rules in weapons:
        seen[weapon.id] += 1
        doubled = times[weapon.id] > 1 and not weapon.is_assault
        one = f"{weapon.id}-{seen[weapon.id]}" if doubled else weapon.id
        found[one] = (replace(weapon, id=one) if doubled else weapon, rules)
    return found


def _as_catalogued(weapons: Iterable[Weapon]) -> Iterator[Weapon]:
    """The weapons by their ids in the catalogue; one that is printed as two (TT-R58) also by what both are called."""
    for weapon in weapons:
        yield weapon
        if numbered := _NUMBERED.fullmatch(weapon.id):
            yield replace(weapon, id=numbered[1])


def can_carry(transport: Profile, passenger: Profile) -> bool:
    """Whether a transport is made for such a passenger (TT-TRANS-1)."""
    return can_carry_kind(transport.kind, passenger.kind)


def can_carry_kind(transport: UnitType, passenger: UnitType) -> bool:
    """Whether a unit carries another: infantry that its list names (TT-TRANS-1)."""
    seats = transport.transport
    if seats is None or passenger.class_ != "infantry":
        return False
    return passenger.id in seats.units or (seats.any_infantry and passenger.id not in seats.except_)
