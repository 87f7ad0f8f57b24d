"""From army lists, or from single figures, to the first state of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ....api import (
    Id,
    JsonMapping,
    JsonObject,
    ListOf,
    Malformed,
    MapOf,
    OneOf,
    Raw,
    Record,
    Seat,
    System,
    YesNo,
    at_path,
    brief_text,
    check_army,
    count_text,
    dataclass,
    fact,
    malformed_value,
    read_army,
    read_record,
)
from ..army import Army, text_of
from ..tables import table_sizes
from .state import Ends, Piece, State, in_order

SEATS = ("a", "b", "c", "d")
STARTS = ("initiative", "attacker")


@dataclass(frozen=True, kw_only=True)
class Measures:
    width: int = fact(OneOf(table_sizes()))
    depth: int = fact(OneOf(table_sizes()))


@dataclass(frozen=True, kw_only=True)
class Setup:
    """A battle: army lists or single figures, who is allied, how it begins, which ends are agreed on, house rules."""

    figures: Mapping[str, Piece] | None = fact(MapOf(Record(Piece), Id("a1")), None)
    armies: Mapping[str, JsonObject] | None = fact(MapOf(Raw(), Id("a")), None, help="army lists by side")
    sides: tuple[str, ...] | None = fact(ListOf(Id("a"), 2, 4, distinct=True), None, help="the sides, clockwise")
    alliances: tuple[tuple[str, ...], ...] = fact(ListOf(ListOf(Id("a"), distinct=True)), ())
    campaign: bool = fact(YesNo(), False, help="whether it is a battle of a campaign")
    start: str = fact(OneOf(STARTS), "initiative", help="attacker: the set-up of the table is played, too")
    table: Measures | None = fact(Record(Measures), None, help="the table that there is; the attacker may pick another")
    ends: Ends = fact(Record(Ends), Ends())
    house: JsonObject = fact(Raw(), {}, help="house rules of this battle; the armies' own do not count")


def battle_seats(setup: JsonMapping) -> tuple[Seat, ...]:
    """A seat for each army; the third and the fourth may stay empty. Single figures need none."""
    named = setup.get("armies") if isinstance(setup.get("armies"), Mapping) else setup.get("sides")
    listed = tuple(map(str, named)) if isinstance(named, Mapping | list | tuple) else ()
    if "figures" in setup:
        return tuple(Seat(side, required=False) for side in listed or SEATS[:2])
    sides = (*listed, *(side for side in SEATS if side not in listed))[: max(len(listed), len(SEATS))]
    return tuple(
        Seat(side, f"armies.{side}", at < 2, at_path(setup, f"armies.{side}")) for at, side in enumerate(sides)
    )


def begin_battle(raw: JsonMapping, system: System) -> State:
    """The first state. Errors: `Malformed` with code ``bad-setup``."""
    try:
        return _first_state(read_record(Setup, raw, "setup"), system)
    except Malformed as wrong:
        wrong.code = "bad-setup"
        raise


def _first_state(setup: Setup, system: System) -> State:
    if (setup.figures is None) == (setup.armies is None):
        raise Malformed("setup: give either figures or armies")
    sides = setup.sides or tuple(setup.armies or SEATS[:2])
    _check_sides(setup, sides)
    if setup.armies is None:
        pieces = [_single_figure(name, one, sides) for name, one in (setup.figures or {}).items()]
    else:
        pieces = [one for side in sides for one in _muster_figures(side, setup.armies[side], system)]
    full = [replace(one, ap=one.profile.ap) for one in pieces]
    lists = [{"mode": ""}] if setup.armies is None else setup.armies.values()  # of single figures anything may be said
    return State(
        house=system.reference.house.read(setup.house, "setup.house"),
        sides=sides,
        names={side: str(army.get("name", "")) for side, army in (setup.armies or {}).items()},
        alliances=setup.alliances,
        campaign=setup.campaign,
        ends=setup.ends,
        figures=in_order({one.id: one for one in full}),
        strength={side: sum(one.kind.fp for one in full if one.side == side) for side in sides},
        step=setup.start,
        experience=setup.campaign or any(one.get("mode") not in (None, "battle") for one in lists),
        secret=setup.start == "attacker",
        listed=setup.armies is not None,
        agreed=None if setup.table is None else (setup.table.width, setup.table.depth),
        had_hq=frozenset(one.side for one in full if one.unit.headquarters),
    )


def _check_sides(setup: Setup, sides: tuple[str, ...]) -> None:
    """Two to four sides, of which alliances are made, and an army for each. Errors: `Malformed`."""
    if not 2 <= len(sides) <= len(SEATS):
        raise malformed_value("setup", f"{count_text(len(sides), 'side')}; 2 to {len(SEATS)} are needed")
    if setup.armies is not None and set(setup.armies) != set(sides):
        raise malformed_value("setup.armies", f"armies of {', '.join(setup.armies)}, sides {', '.join(sides)}")
    for one in (side for band in setup.alliances for side in band):
        if one not in sides:
            raise malformed_value("setup.alliances", f"no side {brief_text(one)}", f"sides: {', '.join(sides)}")
    if setup.start == "attacker" and len(sides) != 2:
        raise malformed_value("setup.start", f"{count_text(len(sides), 'side')}; 2 sides roll for the attacker")


def _single_figure(name: str, one: Piece, sides: tuple[str, ...]) -> Piece:
    """A figure of the set-up. Errors: `Malformed` for one without side, or with as many wounds as kill it."""
    if one.side not in sides:
        raise malformed_value(
            f"setup.figures.{name}.side", f"no side {brief_text(one.side)}", f"sides: {', '.join(sides)}"
        )
    piece = replace(one, id=name)
    if not piece.left:
        raise malformed_value(
            f"setup.figures.{name}.suffered", f"{one.suffered} of {piece.profile.wounds} wounds kill it"
        )
    return piece


# --- army lists


def _muster_figures(side: str, army: JsonMapping, system: System) -> list[Piece]:
    """The figures of a list: ``a1``, ``a2``, ... through its entries. Errors: `Malformed` for an illegal one."""
    wrong = next((one for one in check_army(system, army).problems if one.severity == "error"), None)
    if wrong is not None:
        where = f"setup.armies.{side}"
        raise Malformed(f"{where}: {wrong.code}: {wrong.message}", hint=wrong.hint, where=where)
    written: Army = read_army(system, army)
    lines = [(line, line.unit) for line in written.lines if line.unit for _ in range(line.count)]
    pieces = [
        Piece(id=f"{side}{n}", side=side, unit=unit, name=line.name, elite=line.elite, xp=line.xp)
        for n, (line, unit) in enumerate(lines, 1)
    ]
    return _with_general(_with_flanks(pieces, written), written)


def _with_flanks(pieces: list[Piece], army: Army) -> list[Piece]:
    """The first figures of a unit go to the flanks, force by force."""
    for force in army.flanks:
        for word in [line.word for line in force.lines for _ in range(line.count)]:
            at = next(n for n, one in enumerate(pieces) if one.unit.id == word and not one.flank)
            pieces[at] = replace(pieces[at], flank=force.side)
    return pieces


def _with_general(pieces: list[Piece], army: Army) -> list[Piece]:
    """The general is the first of his unit that is on no flank, else the first (FFTT-GEN-1)."""
    for general in army.generals[:1]:
        own = [at for at, one in enumerate(pieces) if one.unit.id == general["unit"]]
        at = next((at for at in own if not pieces[at].flank), own[0])
        ability, name = text_of(general.get("ability")), text_of(general.get("name"))
        known = (ability,) if ability else ()
        pieces[at] = replace(pieces[at], name=name or pieces[at].name, abilities=known, general=not ability)
    return pieces
