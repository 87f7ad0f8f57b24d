"""The tables of the rulebook as people read them: for the catalogue, the quick reference and rosters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...api import BLANK, Facts, House, ShapedMapping, Table, count_text
from .profiles import DRILL, GROUND, band_names, co_bonus, printed_table
from .reminders import house_text
from .row_types import LEVELS, WEAPONS, Arm, Cell, Level, arm_of

NOT = "-"
PROFILE = ("CC", "RC", "LD", "AC", "ST", "MV", "A", "S", "Pts")
BAND_COLUMNS = tuple(f"+{name}" for name in band_names())
CELL_WORDS = "+2x3/9x2 is +2 to hit, {hit_words}, {damage_words}"  # of the house rules, see `house_text`


def level_numbers(level: Level) -> tuple[str, ...]:
    """The numbers of a level, as many as `PROFILE` has names."""
    return tuple(str(getattr(level, name.lower())) for name in PROFILE)


def cell_words(cell: Cell | None) -> str:
    """A cell of the armoury: ``+2x2/8``, ``0/10x2``, ``-``."""
    if cell is None:
        return NOT
    shots = f"x{cell.shots}" if cell.shots > 1 else ""
    hits = f"x{cell.hits}" if cell.hits > 1 else ""
    return _format_signed(cell.hit) + shots + ("" if cell.dam is None else f"/{cell.dam}{hits}")


def weapon_cells(weapon: Arm) -> tuple[str, ...]:
    """What a weapon does in each band; of one that has no table, that it is blank."""
    return tuple(cell_words(weapon.cells.get(name)) if weapon.has_table else BLANK for name in band_names())


def _format_signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def profiles_table() -> Table:
    rows = [(level.name, *level_numbers(level)) for level in LEVELS.printed.values()]
    rows.append(("CO", NOT, NOT, _format_signed(co_bonus("ld")), *[NOT] * 5, _format_signed(co_bonus("pts"))))
    return Table(("level", *PROFILE), tuple(rows), "Profiles", frozenset(PROFILE))


def arms_under_house(house: House) -> tuple[Arm, ...]:
    """The weapons as they are played under some house rules, printed and home-made."""
    return tuple(arm_of(house, row) for row in WEAPONS.all_rows(house.catalogue).values())


def armoury_table(shown: Iterable[Arm], house: House) -> Table:
    """What weapons do in each range."""
    rows = tuple((one.name, *weapon_cells(one)) for one in shown)
    return Table(("weapon", *BAND_COLUMNS), rows, f"Armoury: {house_text(CELL_WORDS, house)}", frozenset(BAND_COLUMNS))


def modifier_table(name: str, house: House) -> Table:
    """One of the tables of modifiers: to_hit, damage, close_combat."""
    rows = ((key == "height_step", row) for key, row in printed_table(name).items())
    return _table_with_head(
        name, ((house_text(row["name"], house), _values_text(row["value"], both)) for both, row in rows), house
    )


def _values_text(value: int | Mapping[str, int], both: bool = False) -> str:
    """``-1``, ``-1 / -2``; of what counts both ways ``+1 / -1``."""
    several = value.values() if isinstance(value, Mapping) else [value, -value] if both else [value]
    return " / ".join(_format_signed(one) for one in several if one)


def _table_with_head(name: str, rows: Iterable[tuple[str, ...]], house: House, right: str = "") -> Table:
    """A table with the head that the catalogue has for it; `right` is a column of numbers."""
    title, *columns = (house_text(text, house) for text in printed_table("heads")[name])
    return Table(tuple(columns), tuple(rows), title, frozenset({right} - {""}))


def range_table(house: House) -> Table:
    rows = [printed_table("bands")[name] for name in band_names()[1:]]
    words = ((row["name"], f"{row['from']}-{row['to']} cm") for row in rows)
    return _table_with_head("bands", words, house)


def movement_table(house: House) -> Table:
    costs = ((row, count_text(row.actions, "action") if row.actions else "climb it") for row in GROUND.printed.values())
    return _table_with_head(
        "movement", ((row.name, f"x {row.share}" if row.share else cost) for row, cost in costs), house
    )


def fall_table(house: House) -> Table:
    rows = [(f"{row['from']}-{row['to']} cm", *_fall(row, house)) for row in printed_table("falls")["rows"]]
    beyond = house.supplied_value("fall-over-54")
    told = (BLANK, BLANK) if beyond is None else (beyond, NOT) if isinstance(beyond, str) else _fall(beyond, house)
    return _table_with_head(
        "falls", (tuple(map(str, row)) for row in [*rows, ("higher", *told)]), house, right="damage"
    )


def _fall(row: ShapedMapping, house: House) -> tuple[int, int]:
    """Damage and hits of a fall as they are played (TGF-R6)."""
    dam, hits = row["dam"], row["hits"]
    return (dam * hits, 1) if house["damage-multiplier"] == "times" else (dam, hits)


def gun_drill_table(house: House) -> Table:
    return _table_with_head(
        "gun_drill", ((row.name, str(row.crew), str(row.actions)) for row in DRILL.printed.values()), house
    )


def action_table(house: House) -> Table:
    def action_cost(row: ShapedMapping) -> str:
        return f"{row['cost']}{' each, all' if 'whole_unit' in row else ''}{' (last)' if row.get('last') else ''}"

    def row_text(row: ShapedMapping) -> str:
        return house_text(row.get("summary", ""), house)

    rows = printed_table("actions").values()
    return _table_with_head("actions", ((row["name"], action_cost(row), row_text(row)) for row in rows), house)


def idea_table(house: House) -> Table:
    return _table_with_head("ideas", ((row["name"], row["summary"]) for row in printed_table("ideas").values()), house)


def reminder_facts(topic: str, house: House) -> Facts:
    """What people look up beside the tables, under their house rules: turn, seeing, support, nerve."""
    return Facts(tuple((name, house_text(text, house)) for name, text in printed_table("reminders")[topic].items()))
