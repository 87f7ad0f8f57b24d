"""What a weapon can be used for: its value against a target, and the kinds of attack (TT-SHOOT-8, TT-R3, TT-R19)."""

from __future__ import annotations

from ...api import Finding, House, Refused, refuse
from .model import Weapon
from .profiles import Profile
from .tables import ASSAULT

KINDS = ("shooting", "close-combat", "barrage")


MARKS = {"infantry": ("AP", "as infantry"), "vehicle": ("AT", "as a vehicle")}  # value needed, and what for


def find_value(weapon: Weapon, target: Profile, house: House, kind: str = "shooting") -> Finding[int | None]:
    """Return the strength of a weapon against a target: AP or AT by its class, the better of two (TT-SHOOT-8, TT-R57).

    An unmarked value counts as both, or as AP only by house rule (TT-R3). None: it cannot be used against it. In close
    combat TT-CHARGE-9 says so.
    """
    marks = {"infantry": weapon.ap, "vehicle": weapon.at}
    if weapon.value is not None:
        marks = {"infantry": weapon.value, "vehicle": weapon.value if house["unmarked-assault"] == "both" else None}
    values = [(value, mark) for mark in target.attacked_as if (value := marks[mark]) is not None]
    best = max(values, key=lambda one: one[0], default=None)

    def value_text() -> str:
        attacked = f"{target.title} is attacked {' or '.join(MARKS[mark][1] for mark in target.attacked_as)}"
        if best is None:
            return f"{weapon.title}: no {' or '.join(MARKS[mark][0] for mark in target.attacked_as)}, {attacked}"
        unmarked = " (printed without a mark)" if weapon.value is not None else ""
        return f"{weapon.title}: {MARKS[best[1]][0]} +{best[0]}{unmarked}, {attacked}"

    return Finding(
        None if best is None else best[0],
        value_text,
        "TT-CHARGE-9" if kind == "close-combat" else "TT-SHOOT-8",
        len(target.attacked_as) > 1 and "TT-R57",
        weapon.value is not None and "TT-R3",
        target.is_aircraft and "TT-AIR-3",
    )


def is_made_for(weapon: Weapon, kind: str) -> bool:
    """Whether a weapon is made for this kind of attack."""
    if kind == "close-combat" or weapon.is_assault:
        return kind == "close-combat" and weapon.is_assault
    return ("barrage" in weapon.traits) == (kind == "barrage")


def can_support(unit: Profile, weapon: Weapon, target: Profile, kind: str, house: House) -> bool:
    """Whether a supporting weapon adds its +1: it has a value, or by house rule its unit has one (TT-R19)."""
    if find_value(weapon, target, house).value is not None:
        return True
    others = [one for one in unit.weapons.values() if is_made_for(one, kind)] if house["mark-check"] == "unit" else []
    return any(find_value(one, target, house).value is not None for one in others)


def check_kind(unit: Profile, weapon: str, kind: str) -> None:
    """Check that a weapon is one for this kind of attack. Errors: `Refused`."""
    if weapon not in unit.weapons:
        weapons = ", ".join(one.title for one in unit.weapons.values()) or "none"
        text = f"{unit.title} has no Assault weapon; its weapons: {weapons}"
        raise refuse("TT-CHARGE-9", "no-assault-weapon", text, "TT-R6")
    one = unit.weapons[weapon]
    if kind == "close-combat" and not one.is_assault:
        text = f"{one.title} is not an Assault weapon, and in close combat you can use only that"
        raise refuse("TT-CC-2", "not-an-assault-weapon", text)
    if kind != "close-combat" and one.is_assault:
        raise refuse_assault(unit)
    if kind == "shooting" and "barrage" in one.traits:
        raise refuse_barrage(one)
    if kind == "barrage" and "barrage" not in one.traits:
        text = f"{one.title} is not a Barrage weapon, so it cannot fire or support a barrage"
        raise refuse("TT-BAR-1", "not-a-barrage-weapon", text)


def refuse_assault(unit: Profile) -> Refused:
    """Return the refusal of an Assault weapon in shooting or in a barrage (TT-CC-2)."""
    return refuse("TT-CC-2", "assault-weapon", f"the Assault weapon of {unit.title} is for close combat only")


def refuse_barrage(weapon: Weapon) -> Refused:
    """Return the refusal of a Barrage weapon in the shooting phase (TT-BAR-7)."""
    text = f"{weapon.title} is a Barrage weapon: it fires in the movement phase, never in the shooting phase"
    return refuse("TT-BAR-7", "barrage-weapon", text)


def is_assault(weapon: str) -> bool:
    """Whether an id is that of the Assault weapon, there or not."""
    return weapon == ASSAULT


def find_use(unit: Profile, weapon: str, target: Profile, kind: str, house: House, *, supports: bool) -> Finding[int]:
    """Return the value with which a weapon takes part in an attack, 0 if it only `supports` beside another.

    (TT-SHOOT-8, TT-R19; in close combat TT-CHARGE-9) Errors: `Refused` if it has none against the target.
    """
    one = unit.weapons[weapon]
    found = find_value(one, target, house, kind)
    rules = (found, supports and "TT-R19", unit.sources.get(weapon))
    if found.value is not None:
        return Finding(found.value, lambda: found.text, *rules)
    if supports and can_support(unit, one, target, kind, house):
        text = f"{found.text}, but another weapon of {unit.title} has such a value"
        return Finding(0, text, *rules)
    raise refuse(found.rules[0], "no-value", found.text, *rules, house["mark-check"] == "unit" and "TT-R19")
