"""The tables of the rulebook as people read them: for the catalogue, the quick reference and rosters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...api import BLANK, Facts, House, ShapedMapping, Table, count_text
from .profiles import DRILL, GROUND, band_names, co_bonus, printed_table
from .row_types import LEVELS, WEAPONS, Arm, Cell, Level, arm_of

NOT = "-"
PROFILE = ("CC", "RC", "LD", "AC", "ST", "MV", "A", "S", "Pts")
BAND_COLUMNS = tuple(f"+{name}" for name in band_names())
CELL_WORDS = "+2x3/9x2 is +2 to hit, 3 shots, damage 9, 2 hits to save"


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


def armoury_table(shown: Iterable[Arm]) -> Table:
    """What weapons do in each range."""
    rows = tuple((one.name, *weapon_cells(one)) for one in shown)
    return Table(("weapon", *BAND_COLUMNS), rows, f"Armoury: {CELL_WORDS}", frozenset(BAND_COLUMNS))


def modifier_table(name: str) -> Table:
    """One of the tables of modifiers: to_hit, damage, close_combat."""
    rows = ((key == "height_step", row) for key, row in printed_table(name).items())
    return _table_with_head(name, ((row["name"], _values_text(row["value"], both)) for both, row in rows))


def _values_text(value: int | Mapping[str, int], both: bool = False) -> str:
    """``-1``, ``-1 / -2``; of what counts both ways ``+1 / -1``."""
    several = value.values() if isinstance(value, Mapping) else [value, -value] if both else [value]
    return " / ".join(_format_signed(one) for one in several if one)


def _table_with_head(name: str, rows: Iterable[tuple[str, ...]], more: str = "", right: str = "") -> Table:
    """A table with the head that the catalogue has for it; `right` is a column of numbers."""
    title, *columns = printed_table("heads")[name]
    return Table(tuple(columns), tuple(rows), title + more, frozenset({right} - {""}))


def range_table(house: House) -> Table:
    rows = [printed_table("bands")[name] for name in band_names()[1:]]
    far = house["band-edge"] == "far"
    words = ((row["name"], f"{row['from']}-{row['to']} cm") for row in rows)
    return _table_with_head("bands", words, f"; a shared bound belongs to the {'farther' if far else 'nearer'}")


def movement_table() -> Table:
    costs = ((row, count_text(row.actions, "action") if row.actions else "climb it") for row in GROUND.printed.values())
    return _table_with_head("movement", ((row.name, f"x {row.share}" if row.share else cost) for row, cost in costs))


def fall_table(house: House) -> Table:
    rows = [(f"{row['from']}-{row['to']} cm", row["dam"], row["hits"]) for row in printed_table("falls")["rows"]]
    beyond = house.supplied_value("fall-over-54") or {"dam": BLANK, "hits": BLANK}
    told = (beyond, NOT) if isinstance(beyond, str) else (beyond["dam"], beyond["hits"])
    return _table_with_head("falls", (tuple(map(str, row)) for row in [*rows, ("higher", *told)]), right="damage")


def gun_drill_table() -> Table:
    return _table_with_head(
        "gun_drill", ((row.name, str(row.crew), str(row.actions)) for row in DRILL.printed.values())
    )


def action_table() -> Table:
    def actor_text(row: ShapedMapping) -> str:
        return f"{'whole unit' if 'whole_unit' in row else 'one soldier'}{', last' if row.get('last') else ''}"

    rows = printed_table("actions").values()
    return _table_with_head(
        "actions", ((row["name"], str(row["cost"]), actor_text(row), row.get("summary", "")) for row in rows)
    )


def idea_table() -> Table:
    return _table_with_head("ideas", ((row["name"], row["summary"]) for row in printed_table("ideas").values()))


def reminder_facts(topic: str) -> Facts:
    """What people look up beside the tables: seeing, support, nerve."""
    numbers = printed_table("numbers")
    rows = printed_table("reminders")[topic].items()
    return Facts(tuple((name, " ".join(text.format(**numbers).split())) for name, text in rows))
