"""What a weapon can be used for: its value against a target, and the kinds of attack (TT-SHOOT-8, TT-R3, TT-R19)."""

from __future__ import annotations

from collections.abc import Iterator

from ...api import House, Illegal
from .model import Weapon
from .profiles import Profile
from .tables import ASSAULT

KINDS = ("shooting", "close-combat", "barrage")


def value_against(weapon: Weapon, target: Profile, house: House) -> int | None:
    """The strength of a weapon against a target: AP or AT by its class, the better of two (TT-SHOOT-8, TT-R57).

    An unmarked value counts as both, or as AP only by house rule (TT-R3). None: it cannot be used against it.
    """
    marks = {"infantry": weapon.ap, "vehicle": weapon.at}
    if weapon.value is not None:
        marks = {"infantry": weapon.value, "vehicle": weapon.value if house["unmarked-assault"] == "both" else None}
    values = [value for mark in target.attacked_as if (value := marks[mark]) is not None]
    return max(values, default=None)


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
        yield Illegal("no-assault-weapon", "TT-CHARGE-9")
        return
    one = unit.weapons[weapon]
    if kind == "close-combat" and not one.is_assault:
        yield Illegal("not-an-assault-weapon", "TT-CC-2")
    if kind != "close-combat" and one.is_assault:
        yield Illegal("assault-weapon", "TT-CC-2")
    if kind == "shooting" and "barrage" in one.traits:
        yield Illegal("barrage-weapon", "TT-BAR-7")
    if kind == "barrage" and "barrage" not in one.traits:
        yield Illegal("not-a-barrage-weapon", "TT-BAR-1")


def is_assault(weapon: str) -> bool:
    """Whether an id is that of the Assault weapon, there or not."""
    return weapon == ASSAULT


def value_ban(
    unit: Profile, weapon: str, target: Profile, kind: str, house: House, *, supports: bool
) -> Illegal | None:
    """No value against what the target is attacked as (TT-SHOOT-8; in close combat TT-CHARGE-9)."""
    one = unit.weapons[weapon]
    able = can_support(unit, one, target, kind, house) if supports else value_against(one, target, house) is not None
    rule = "TT-CHARGE-9" if kind == "close-combat" else "TT-SHOOT-8"
    return None if able else Illegal("no-value", rule)
