"""The printed tables of play, typed: ranges, modifiers, falls, ground, drill; what armies consist of stands in `rows`.

Every number comes from ``catalogue/*.toml`` and from the house rules. Distances are in cm.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Final, Literal

from ...api import Fractional, House, Row, Rows, ShapedMapping, ShapedObject, Whole, YesNo, dataclass, fact
from .texts import REFERENCE

CONTACT: Final = "CC"  # a distance: base contact
Distance = Fraction | int | Literal["CC"]


def catalogue_file(name: str) -> ShapedObject:
    """One file of the catalogue, by its name without ending: armies, weapons or tables."""
    return REFERENCE.file_data(f"catalogue/{name}")


def printed_table(name: str) -> ShapedObject:
    """A table of play: its rows by their ids."""
    found: ShapedObject = catalogue_file("tables")[name]
    return found


def rule_number(key: str) -> int:
    """A number of the rules by its name in the catalogue, such as ``command_radius``."""
    return int(printed_table("numbers")[key])


def co_bonus(key: Literal["ld", "pts"]) -> int:
    """What the CO row adds to LD and to the points of a leader (TGF-R1)."""
    return int(catalogue_file("armies")["co"][key])


def printed_house() -> House:
    """The house rules as printed."""
    return REFERENCE.house.printed


# --- Ranges, modifiers


@cache
def band_names() -> tuple[str, ...]:
    """The bands of distance, base contact first (TGF-RANGE-1)."""
    return tuple(printed_table("bands"))


def _find_row_around(value: Fraction | int, rows: Sequence[ShapedMapping], house: House) -> ShapedMapping | None:
    """The row from `from` to `to` in which a value lies; None below the first and above the last.

    A bound that two rows share belongs to the lower of them, or with ``band-edge = far`` to the upper (TGF-R2).
    """
    found = [row for row in rows if row["from"] <= value <= row["to"]]
    return found[-1 if house["band-edge"] == "far" else 0] if found else None


def find_band(distance: Distance, house: House) -> str | None:
    """The band of a distance, None beyond the last (TGF-RANGE-1, TGF-R2)."""
    if isinstance(distance, str):
        return "cc"
    rows = printed_table("bands")
    found = _find_row_around(distance, [rows[name] for name in band_names()[1:]], house)
    return next((name for name in band_names() if rows[name] is found), None)


def band_words(name: str) -> str:
    """``point blank``."""
    return str(printed_table("bands")[name]["name"]).lower()


def modifier_value(table_name: str, key: str, value: str = "") -> int:
    """A row of a table of modifiers; `value` where it has several: ``to_hit("forest", "edge")``."""
    found = printed_table(table_name)[key]["value"]
    return int(found[value] if value else found)


to_hit = partial(modifier_value, "to_hit")  # what is added to RC (TGF-HIT-1)
damage = partial(modifier_value, "damage")  # to the damage (TGF-DAM-1)
close_combat = partial(modifier_value, "close_combat")  # to CC (TGF-CC-2)


def cover_modifier(share: Fraction | int | Literal["slit"], house: House) -> int:
    """What is added to RC where so many per cent of the target are covered (TGF-HIT-2, TGF-R2).

    Exactly 75 belongs to the lower row under every house rule, because the table itself says "more than".
    """
    if isinstance(share, str):
        return to_hit("slit")
    rows = [row for row in printed_table("to_hit").values() if "from" in row]
    found = rows[1] if share == rows[1]["to"] else _find_row_around(share, rows, house)
    return int(found["value"]) if found else 0


# --- Falls, ground, suppression, drill


@dataclass(frozen=True)
class Fall:
    """What a fall does: damage, and hits to save."""

    dam: int
    hits: int


def fall_effect(height: Fraction | int, house: House) -> Fall | Literal["fatal"] | None:
    """What a fall from a height does; None where nobody has said (TGF-JUMP-1, TGF-R2, TGF-R52).

    That a jump from below `number("jump_from")` does nothing is not in this table.
    """
    found = _find_row_around(height, printed_table("falls")["rows"], house) or house.supplied_value("fall-over-54")
    if found is None or found == "fatal":
        return None if found is None else "fatal"
    return Fall(found["dam"], found["hits"])


@dataclass(frozen=True, kw_only=True, eq=False)
class Ground(Row):
    """A row of the movement table: the share of a move that is left, or the actions that it costs.

    `posture` is for the whole way. A row with neither share nor actions has to be climbed.
    """

    share: Fraction | None = fact(Fractional(), None)
    actions: int = fact(Whole(), 0)
    posture: bool = fact(YesNo(), False)


GROUND = Rows("tgf", "movement", Ground, partial(printed_table, "movement"))  # by key (TGF-MOVE-2)


def firing_actions() -> tuple[int, ...]:
    """Firing actions of each mortar when its observer succeeds on his first, second, third action (TGF-FO-1)."""
    return tuple(printed_table("mortars")["firing_actions"])


@cache
def suppression_points(key: Literal["trooper", "machine_gun", "mounted"]) -> Fraction:
    """The suppression points of one soldier (TGF-SUP-2, TGF-R37)."""
    return Fraction(printed_table("suppression")[key])


@dataclass(frozen=True, kw_only=True, eq=False)
class Drill(Row):
    """What the crew of a gun does together: how many of them, and the actions of each (TGF-GUN-1)."""

    crew: int = fact(Whole(1))
    actions: int = fact(Whole(1))


DRILL = Rows("tgf", "gun_drill", Drill, partial(printed_table, "gun_drill"))  # turn, aim, load, fire, move
