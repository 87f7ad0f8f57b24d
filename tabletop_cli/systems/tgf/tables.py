"""The tables of the rulebook as people read them: for the catalogue, the quick reference and rosters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...api import BLANK, Facts, House, ShapedMapping, Table, counted
from .profiles import DRILL, GROUND, bands, co, table
from .rows import LEVELS, WEAPONS, Arm, Cell, Level, arm

NOT = "-"
PROFILE = ("CC", "RC", "LD", "AC", "ST", "MV", "A", "S", "Pts")
BAND_COLUMNS = tuple(f"+{name}" for name in bands())
CELL_WORDS = "+2x3/9x2 is +2 to hit, 3 shots, damage 9, 2 hits to save"


def profile(level: Level) -> tuple[str, ...]:
    """The numbers of a level, as many as `PROFILE` has names."""
    return tuple(str(getattr(level, name.lower())) for name in PROFILE)


def cell_words(cell: Cell | None) -> str:
    """A cell of the armoury: ``+2x2/8``, ``0/10x2``, ``-``."""
    if cell is None:
        return NOT
    shots = f"x{cell.shots}" if cell.shots > 1 else ""
    hits = f"x{cell.hits}" if cell.hits > 1 else ""
    return _signed(cell.hit) + shots + ("" if cell.dam is None else f"/{cell.dam}{hits}")


def cells(weapon: Arm) -> tuple[str, ...]:
    """What a weapon does in each band; of one that has no table, that it is blank."""
    return tuple(cell_words(weapon.cells.get(name)) if weapon.has_table else BLANK for name in bands())


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def profiles_table() -> Table:
    rows = [(level.name, *profile(level)) for level in LEVELS.printed.values()]
    rows.append(("CO", NOT, NOT, _signed(co("ld")), *[NOT] * 5, _signed(co("pts"))))
    return Table(("level", *PROFILE), tuple(rows), "Profiles", frozenset(PROFILE))


def armed(house: House) -> tuple[Arm, ...]:
    """The weapons as they are played under some house rules, printed and home-made."""
    return tuple(arm(house, row) for row in WEAPONS.of(house.catalogue).values())


def armoury(shown: Iterable[Arm]) -> Table:
    """What weapons do in each range."""
    rows = tuple((one.name, *cells(one)) for one in shown)
    return Table(("weapon", *BAND_COLUMNS), rows, f"Armoury: {CELL_WORDS}", frozenset(BAND_COLUMNS))


def modifiers(name: str) -> Table:
    """One of the tables of modifiers: to_hit, damage, close_combat."""
    rows = ((key == "height_step", row) for key, row in table(name).items())
    return _headed(name, ((row["name"], _values(row["value"], both)) for both, row in rows))


def _values(value: int | Mapping[str, int], both: bool = False) -> str:
    """``-1``, ``-1 / -2``; of what counts both ways ``+1 / -1``."""
    several = value.values() if isinstance(value, Mapping) else [value, -value] if both else [value]
    return " / ".join(_signed(one) for one in several if one)


def _headed(name: str, rows: Iterable[tuple[str, ...]], more: str = "", right: str = "") -> Table:
    """A table with the head that the catalogue has for it; `right` is a column of numbers."""
    title, *columns = table("heads")[name]
    return Table(tuple(columns), tuple(rows), title + more, frozenset({right} - {""}))


def ranges(house: House) -> Table:
    rows = [table("bands")[name] for name in bands()[1:]]
    far = house["band-edge"] == "far"
    words = ((row["name"], f"{row['from']}-{row['to']} cm") for row in rows)
    return _headed("bands", words, f"; a shared bound belongs to the {'farther' if far else 'nearer'}")


def movement() -> Table:
    costs = ((row, counted(row.actions, "action") if row.actions else "climb it") for row in GROUND.printed.values())
    return _headed("movement", ((row.name, f"x {row.share}" if row.share else cost) for row, cost in costs))


def falls(house: House) -> Table:
    rows = [(f"{row['from']}-{row['to']} cm", row["dam"], row["hits"]) for row in table("falls")["rows"]]
    beyond = house.value("fall-over-54") or {"dam": BLANK, "hits": BLANK}
    told = (beyond, NOT) if isinstance(beyond, str) else (beyond["dam"], beyond["hits"])
    return _headed("falls", (tuple(map(str, row)) for row in [*rows, ("higher", *told)]), right="damage")


def gun_drill() -> Table:
    return _headed("gun_drill", ((row.name, str(row.crew), str(row.actions)) for row in DRILL.printed.values()))


def actions() -> Table:
    def who(row: ShapedMapping) -> str:
        return f"{'whole unit' if 'whole_unit' in row else 'one soldier'}{', last' if row.get('last') else ''}"

    rows = table("actions").values()
    return _headed("actions", ((row["name"], str(row["cost"]), who(row), row.get("summary", "")) for row in rows))


def ideas() -> Table:
    return _headed("ideas", ((row["name"], row["summary"]) for row in table("ideas").values()))


def reminders(topic: str) -> Facts:
    """What people look up beside the tables: seeing, support, nerve."""
    numbers = table("numbers")
    rows = table("reminders")[topic].items()
    return Facts(tuple((name, " ".join(text.format(**numbers).split())) for name, text in rows))
