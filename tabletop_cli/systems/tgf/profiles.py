"""The printed tables, typed: levels, roles, weapons and what they do at each range, modifiers, falls, ground, drill.

Every number comes from ``catalogue/*.toml`` and from the house rules. Distances are in cm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Final, Literal, TypeVar

from ...api import House, Shaped, ShapedMapping, ShapedObject, counted, dataclass
from .texts import REFERENCE

BANDS = ("cc", "pb", "sr", "mr", "lr", "er")
LEVELS = ("untrained", "green", "regular", "veteran", "elite")
ROLES = ("sergeant", "soldier", "crew", "hmg", "gl", "rl", "fo", "medic", "sniper")
NORMAL = ("soldier", "crew")
SPECIALISTS = ("hmg", "gl", "rl", "fo", "medic", "sniper")
KINDS = ("squad", "artillery-team", "gun-crew")
MORTARS = ("mortar-50mm", "mortar-80mm", "mortar-120mm")
GUNS = ("infantry-gun-75", "anti-tank-gun")
PIECES = (*MORTARS, "offboard", *GUNS)
SUPPLIED = ("grenade-launcher", "rocket-launcher", "offboard")  # no table is printed (TGF-R9, TGF-R12)
CONTACT: Final = "CC"  # a distance: base contact
Distance = Fraction | int | Literal["CC"]
Row = TypeVar("Row")


def catalogue(name: str) -> ShapedObject:
    """One file of the catalogue, by its name without ending: armies, weapons or tables."""
    return REFERENCE.data(f"catalogue/{name}")


def table(name: str) -> ShapedObject:
    """A table of play: its rows by their ids."""
    found: ShapedObject = catalogue("tables")[name]
    return found


def number(key: str) -> int:
    """A number of the rules by its name in the catalogue, such as ``command_radius``."""
    return int(table("numbers")[key])


def _records(cls: Callable[..., Row], file: str, table: str, **made: Callable[[Shaped], object]) -> dict[str, Row]:
    """The rows of a table as records, by id: lists in them as tuples, and by their keys what is `made` of others."""

    def field_of(key: str, value: Shaped) -> object:
        return made[key](value) if key in made else tuple(value) if isinstance(value, list) else value

    rows = catalogue(file)[table].items()
    return {name: cls(id=name, **{key: field_of(key, one) for key, one in row.items()}) for name, row in rows}


def printed_house() -> House:
    """The house rules as printed."""
    return REFERENCE.house.printed


# --- Soldiers and units


@dataclass(frozen=True)
class Named:
    """A row of the catalogue, and what people call it."""

    id: str
    name: str
    summary: str


@dataclass(frozen=True)
class Level(Named):
    """A row of the profile table. `st` and `s` are printed and used by no rule (TGF-R31)."""

    cc: int
    rc: int
    ld: int
    ac: int
    st: int
    mv: int
    a: int
    s: int
    pts: int


levels = cache(partial(_records, Level, "armies", "levels"))  # the levels of training, by id, worst first


def level(name: str) -> Level:
    return levels()[name]


def co(key: Literal["ld", "pts"]) -> int:
    """What the CO row adds to LD and to the points of a leader (TGF-R1)."""
    return int(catalogue("armies")["co"][key])


@dataclass(frozen=True)
class Role(Named):
    """What a soldier is in his unit: the weapon that he has, and how many of him there may be (0: no limit)."""

    weapon: str
    normal: bool = False
    specialist: bool = False
    extra: bool = False  # printed as a heading only (TGF-R59)
    most: int = 0

    @property
    def word(self) -> str:
        """Inside a sentence: ``soldier``, ``HMG gunner``."""
        return self.name if self.name[:2].isupper() else self.name.lower()

    def many(self, number: int) -> str:
        """``4 soldiers``, ``1 crew``, ``2 HMG gunners``: so many of them, in words."""
        return counted(number, self.word, self.word if self.id == "crew" else "")


roles = cache(partial(_records, Role, "armies", "roles"))  # the roles by id, the sergeant first


@dataclass(frozen=True)
class UnitKind(Named):
    """A kind of unit: the pieces that it may have, how many soldiers beside the sergeant, how many of them crew.

    `size` is the fewest and the most, None where `crew` says who there is; `begun` is with whom a new one begins.
    """

    pieces: tuple[str, ...]
    begun: Mapping[str, int]
    size: tuple[int, int] | None = None
    crew: int = 0


kinds = cache(partial(_records, UnitKind, "armies", "kinds"))  # squad, artillery-team, gun-crew


# --- Weapons


@dataclass(frozen=True)
class Cell:
    """What a weapon does at a range: added to RC or CC, its shots, the damage (None: it has none), the hits to save."""

    hit: int
    dam: int | None = None
    shots: int = 1
    hits: int = 1
    ruling: str = ""


@dataclass(frozen=True)
class Weapon:
    """A row of the armoury; `cells` by band, none where no table is printed or supplied (TGF-R9, TGF-R12)."""

    id: str
    name: str
    cells: Mapping[str, Cell] = field(default_factory=dict)
    carried: bool = False  # personal; else it is a piece
    piece: str = ""  # mortar, gun or offboard
    gunner: bool = False  # only the role `hmg` fires it (TGF-FIRE-3)
    template: str = ""  # small, large, or supplied: everybody under it is hit
    indirect: bool = False
    printed: str = ""  # as printed: a name, or words that no rule explains
    ruling: str = ""

    @property
    def rulings(self) -> tuple[str, ...]:
        """The ruling on the whole row, if there is one."""
        return (self.ruling,) if self.ruling else ()

    @property
    def has_table(self) -> bool:
        return bool(self.cells)

    @property
    def has_damage(self) -> bool:
        """Whether a hit does something; the flare gun only has a table to hit (TGF-R10)."""
        return any(cell.dam is not None for cell in self.cells.values())


def _cells(bands: ShapedMapping) -> Mapping[str, Cell]:
    return {name: Cell(**cell) for name, cell in bands.items()}


_printed = cache(partial(_records, Weapon, "weapons", "weapons", cells=_cells))  # the armoury as it is printed


@lru_cache(maxsize=8)
def weapons(house: House) -> Mapping[str, Weapon]:
    """The armoury by id, under some house rules: with what players supply, and as TGF-R7 is played."""
    rows = dict(_printed())
    rifle = rows["assault-rifle"]
    long = replace(rifle.cells["lr"], dam=house["ar-long-damage"])
    rows["assault-rifle"] = replace(rifle, cells={**rifle.cells, "lr": long})
    return {name: _supplied(house, row) if name in SUPPLIED else row for name, row in rows.items()}


def weapon(house: House, name: str) -> Weapon:
    """One weapon of the armoury."""
    return weapons(house)[name]


def _supplied(house: House, row: Weapon) -> Weapon:
    told = {name: house.value("weapons", row.id, name) for name in ("template", "indirect", *BANDS)}
    cells = _cells({name: told[name] for name in BANDS if told[name] is not None})
    return replace(row, cells=cells, template="supplied" if told["template"] else "", indirect=bool(told["indirect"]))


@cache
def carried() -> tuple[str, ...]:
    """The personal weapons, in the order of the armoury."""
    return tuple(name for name, row in _printed().items() if row.carried)


# --- Ranges, modifiers


def _in_row(value: Fraction | int, rows: Sequence[ShapedMapping], house: House) -> ShapedMapping | None:
    """The row from `from` to `to` in which a value lies; None below the first and above the last.

    A bound that two rows share belongs to the lower of them, or with ``band-edge = far`` to the upper (TGF-R2).
    """
    found = [row for row in rows if row["from"] <= value <= row["to"]]
    return found[-1 if house["band-edge"] == "far" else 0] if found else None


def band(distance: Distance, house: House) -> str | None:
    """The band of a distance, None beyond the last (TGF-RANGE-1, TGF-R2)."""
    if isinstance(distance, str):
        return "cc"
    rows = table("bands")
    found = _in_row(distance, [rows[name] for name in BANDS[1:]], house)
    return next((name for name in BANDS if rows[name] is found), None)


def band_words(name: str) -> str:
    """``point blank``."""
    return str(table("bands")[name]["name"]).lower()


def modifier(table_name: str, key: str, value: str = "") -> int:
    """A row of a table of modifiers; `value` where it has several: ``to_hit("forest", "edge")``."""
    found = table(table_name)[key]["value"]
    return int(found[value] if value else found)


to_hit = partial(modifier, "to_hit")  # what is added to RC (TGF-HIT-1)
damage = partial(modifier, "damage")  # to the damage (TGF-DAM-1)
close_combat = partial(modifier, "close_combat")  # to CC (TGF-CC-2)


def cover(share: Fraction | int | Literal["slit"], house: House) -> int:
    """What is added to RC where so many per cent of the target are covered (TGF-HIT-2, TGF-R2).

    Exactly 75 belongs to the lower row under every house rule, because the table itself says "more than".
    """
    if isinstance(share, str):
        return to_hit("slit")
    rows = [row for row in table("to_hit").values() if "from" in row]
    found = rows[1] if share == rows[1]["to"] else _in_row(share, rows, house)
    return int(found["value"]) if found else 0


# --- Falls, ground, suppression, drill


@dataclass(frozen=True)
class Fall:
    """What a fall does: damage, and hits to save."""

    dam: int
    hits: int


def fall(height: Fraction | int, house: House) -> Fall | Literal["fatal"] | None:
    """What a fall from a height does; None where nobody has said (TGF-JUMP-1, TGF-R2, TGF-R52).

    That a jump from below `number("jump_from")` does nothing is not in this table.
    """
    found = _in_row(height, table("falls")["rows"], house) or house.value("fall-over-54")
    if found is None or found == "fatal":
        return None if found is None else "fatal"
    return Fall(found["dam"], found["hits"])


@dataclass(frozen=True)
class Ground:
    """A row of the movement table: the share of a move that is left, or the actions that it costs.

    `posture` is for the whole way. A row with neither share nor actions has to be climbed.
    """

    id: str
    name: str
    share: Fraction | None = None
    actions: int = 0
    posture: bool = False


ground = cache(partial(_records, Ground, "tables", "movement", share=Fraction))  # the rows by key (TGF-MOVE-2)


def firing_actions() -> tuple[int, ...]:
    """Firing actions of each mortar when its observer succeeds on his first, second, third action (TGF-FO-1)."""
    return tuple(table("mortars")["firing_actions"])


@cache
def suppression(key: Literal["trooper", "machine_gun", "mounted"]) -> Fraction:
    """The suppression points of one soldier (TGF-SUP-2, TGF-R37)."""
    return Fraction(table("suppression")[key])


@dataclass(frozen=True)
class Drill:
    """What the crew of a gun does together: how many of them, and the actions of each (TGF-GUN-1)."""

    id: str
    name: str
    crew: int
    actions: int


drill = cache(partial(_records, Drill, "tables", "gun_drill"))  # the gun drill table: turn, aim, load, fire, move
