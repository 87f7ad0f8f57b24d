"""The printed tables, read once from ``catalogue/*.toml``. Every number of the rulebook comes from here."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from ...api import House, Reference, ShapedMapping, ShapedObject

REFERENCE = Reference(Path(__file__).parent)

CLASSES = ("infantry", "vehicle", "light-vehicle", "monster", "bike", "aircraft")
SPECIALS = (
    "fast",
    "slow",
    "jump",
    "all-terrain",
    "hit-and-run",
    "ambush",
    "difficult",
    "tough",
    "all-around",
    "cloaked",
    "invulnerable",
    "fearless",
    "may-return",
    "charges-aircraft",
)
TRAITS = ("power-weapon", "heavy", "turret", "barrage", "lance", "ignore-cover")
FACTION_RULES = ("for-the-emperor", "far-sight")
ASSAULT = "assault"  # id of every Assault weapon

Chosen = ShapedMapping


def catalogue_file(name: str) -> ShapedObject:
    """One file of the catalogue, by its name without ending."""
    return REFERENCE.file_data(f"catalogue/{name}")


def printed_table(name: str) -> ShapedObject:
    """One table of the numbers of the rules."""
    found: ShapedObject = catalogue_file("tables")[name]
    return found


def rule_distance(name: str) -> int:
    """A distance in cm."""
    found: int = printed_table("distances")[name]
    return found


def point_cost(name: str) -> int:
    """A number of command points."""
    found: int = printed_table("costs")[name]
    return found


def points_step() -> Fraction:
    """The step of all points and budgets (TT-A6)."""
    return Fraction(printed_table("army")["budget_step"])


def is_in_force(when: Chosen, house: House) -> bool:
    """Whether something exists under these house rules."""
    return all(house[switch] == value for switch, value in when.items())


def class_row(name: str, house: House) -> ShapedObject:
    """A class of units with what house rules change in it (*Classes*, TT-R28, TT-R29)."""
    row = dict(printed_table("classes")[name])
    for change in catalogue_file("tables")["class_changes"]:
        if name in change["classes"] and is_in_force(change["when"], house):
            row.update({key: value for key, value in change.items() if key not in ("when", "classes")})
    return row


def class_name(one: str) -> str:
    """The name of a class of units, as people read it."""
    return str(printed_table("classes")[one]["name"])


def name_of(kind: str, one: str) -> str:
    """The name of a special, a trait, a faction rule or the like."""
    return str(printed_table(kind)[one]["name"])


def name_and_summary(kind: str, one: str) -> tuple[str, str]:
    """Its name, and what it does."""
    return name_of(kind, one), str(printed_table(kind)[one]["summary"])


def fill_text(text: str, house: House) -> str:
    """Return a text of the tables with the numbers that it quotes, and how switches are played at this table."""
    or_fire = " or fire a barrage" if house["barrage-surcharge"] == "yes" else ""
    numbers = {"cm": printed_table("distances"), "cost": printed_table("costs"), "armor": printed_table("armor")}
    return text.format(**numbers, said=house.said, or_fire=or_fire)


def is_modifier_of_kind(modifier: str, kind: str) -> bool:
    """Whether a modifier counts in this kind of attack (TT-MOD-10)."""
    return kind in printed_table("modifiers")[modifier]["kinds"]


def modifier_amount(modifier: str) -> int:
    """What a modifier adds to a total."""
    row = printed_table("modifiers")[modifier]
    found: int = row.get("attack", row.get("defence"))
    return found
