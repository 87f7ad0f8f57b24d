"""What a weapon can be used for: its value against a target, and the kinds of attack (TT-SHOOT-8, TT-R3, TT-R19)."""

from __future__ import annotations

from collections.abc import Iterator

from ...api import House, Illegal
from .judging import Looked, in_order
from .model import Weapon
from .profiles import Profile
from .tables import ASSAULT

KINDS = ("shooting", "close-combat", "barrage")


MARKS = {"infantry": ("AP", "as infantry"), "vehicle": ("AT", "as a vehicle")}  # value needed, and what for


def _values(weapon: Weapon, target: Profile, house: House) -> list[tuple[int, str]]:
    """The values of a weapon that count against a target, each with the mark for which it counts (TT-R3)."""
    marks = {"infantry": weapon.ap, "vehicle": weapon.at}
    if weapon.value is not None:
        marks = {"infantry": weapon.value, "vehicle": weapon.value if house["unmarked-assault"] == "both" else None}
    return [(value, mark) for mark in target.attacked_as if (value := marks[mark]) is not None]


def value_against(weapon: Weapon, target: Profile, house: House) -> int | None:
    """The strength of a weapon against a target: AP or AT by its class, the better of two (TT-SHOOT-8, TT-R57).

    An unmarked value counts as both, or as AP only by house rule (TT-R3). None: it cannot be used against it.
    """
    return max((value for value, _ in _values(weapon, target, house)), default=None)


def value_words(weapon: Weapon, target: Profile, house: House) -> str:
    """Which value of a weapon counts against a target, or that it has none such."""
    attacked = f"{target.title} is attacked {' or '.join(MARKS[mark][1] for mark in target.attacked_as)}"
    values = _values(weapon, target, house)
    if not values:
        return f"{weapon.title} has no {' or '.join(MARKS[mark][0] for mark in target.attacked_as)}, {attacked}"
    value, mark = max(values, key=lambda one: one[0])
    unmarked = " (printed without a mark)" if weapon.value is not None else ""
    return f"{weapon.title}: {MARKS[mark][0]} +{value}{unmarked}, {attacked}"


def value_rules(weapon: Weapon, target: Profile, kind: str) -> tuple[str, ...]:
    """The rules that say which value counts (TT-SHOOT-8, in close combat TT-CHARGE-9; TT-R57, TT-R3, TT-AIR-3)."""
    rules = ["TT-CHARGE-9" if kind == "close-combat" else "TT-SHOOT-8"]
    rules += ["TT-R57"] if len(target.attacked_as) > 1 else []
    rules += ["TT-R3"] if weapon.value is not None else []
    return (*rules, *(["TT-AIR-3"] if target.is_aircraft else []))


def fits(weapon: Weapon, kind: str) -> bool:
    """Whether a weapon is made for this kind of attack."""
    if kind == "close-combat" or weapon.is_assault:
        return kind == "close-combat" and weapon.is_assault
    return ("barrage" in weapon.traits) == (kind == "barrage")


def can_support(unit: Profile, weapon: Weapon, target: Profile, kind: str, house: House) -> bool:
    """Whether a supporting weapon adds its +1: it has a value, or by house rule its unit has one (TT-R19)."""
    if value_against(weapon, target, house) is not None:
        return True
    others = [one for one in unit.weapons.values() if fits(one, kind)] if house["mark-check"] == "unit" else []
    return any(value_against(one, target, house) is not None for one in others)


def kind_bans(unit: Profile, weapon: str, kind: str) -> Iterator[Illegal]:
    """Why a weapon is not one for this kind of attack, in the order of the reasons."""
    if weapon not in unit.weapons:
        text = f"{unit.title} has no Assault weapon; its weapons: {_names(unit) or 'none'}"
        yield Illegal("no-assault-weapon", "TT-CHARGE-9", text=text, also=("TT-R6",))
        return
    one = unit.weapons[weapon]
    if kind == "close-combat" and not one.is_assault:
        text = f"{one.title} is no Assault weapon, and in close combat nothing else is used"
        yield Illegal("not-an-assault-weapon", "TT-CC-2", text=text)
    if kind != "close-combat" and one.is_assault:
        yield assault_ban(unit)
    if kind == "shooting" and "barrage" in one.traits:
        yield barrage_ban(one)
    if kind == "barrage" and "barrage" not in one.traits:
        text = f"{one.title} is no Barrage weapon, and only those take part in a barrage"
        yield Illegal("not-a-barrage-weapon", "TT-BAR-1", text=text)


def _names(unit: Profile) -> str:
    return ", ".join(weapon.title for weapon in unit.weapons.values())


def assault_ban(unit: Profile) -> Illegal:
    """An Assault weapon in shooting or in a barrage (TT-CC-2)."""
    text = f"the Assault weapon of {unit.title} is for close combat only"
    return Illegal("assault-weapon", "TT-CC-2", text=text)


def barrage_ban(weapon: Weapon) -> Illegal:
    """A Barrage weapon in the shooting phase (TT-BAR-7)."""
    text = f"{weapon.title} is a Barrage weapon: it fires in the movement phase, never in the shooting phase"
    return Illegal("barrage-weapon", "TT-BAR-7", text=text)


def is_assault(weapon: str) -> bool:
    """Whether an id is that of the Assault weapon, there or not."""
    return weapon == ASSAULT


def look_at_value(unit: Profile, weapon: str, target: Profile, kind: str, house: House, *, supports: bool) -> Looked:
    """A value against what the target is attacked as (TT-SHOOT-8, TT-R19; in close combat TT-CHARGE-9)."""
    one = unit.weapons[weapon]
    text, (rule, *also) = value_words(one, target, house), value_rules(one, target, kind)
    also += [*(["TT-R19"] if supports else []), *unit.sources.get(weapon, ())]
    if value_against(one, target, house) is not None:
        yield in_order(text, rule, *also)
    elif supports and can_support(unit, one, target, kind, house):
        yield in_order(f"{text}, but another weapon of {unit.title} has such a value", rule, *also)
    else:
        yield Illegal("no-value", rule, text=text, also=tuple(also))
