"""From army lists to the first state of a battle: players in their order, their squads, their miniatures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....api import (
    Answer,
    ListOf,
    Malformed,
    Question,
    Raw,
    Record,
    Seat,
    ShapedMapping,
    System,
    at_path,
    brief_text,
    check_list,
    dataclass,
    fact,
    malformed_value,
    put_inside,
    read_army,
    read_record,
)
from ..kinds import KebabId
from ..units import Unit
from .state import Mini, Squad, State

LOADED = "loaded"
SEATS = "abcdefgh"
NOT_HERE = ("budget", "catalogue")  # keys of armies: nobody counts points here, and all play by one catalogue


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """A player with an army."""

    id: str = fact(KebabId())
    army: ShapedMapping = fact(Raw(), help="an army list that is legal under the house rules, without a budget")


@dataclass(frozen=True, kw_only=True)
class Setup:
    """A battle: two players or more, which guns are loaded when it begins, house rules."""

    players: tuple[Sitting, ...] = fact(ListOf(Record(Sitting), 2, 50, distinct=True))
    loaded: tuple[str, ...] = fact(
        ListOf(KebabId(), distinct=True), (), help="gun crews whose gun is loaded at the start (TGF-R51)"
    )
    house: ShapedMapping = fact(Raw(), {}, help="house rules of this battle; armies have none of their own here")


def battle_seats(setup: ShapedMapping) -> tuple[Seat, ...]:
    """Whoever is listed, and free seats up to the eighth; two have to be taken."""
    there = [str(one.get("id")) for one in _listed_players(setup)]
    sides = (*there, *(side for side in SEATS if side not in there))[: max(len(SEATS), len(there))]
    paths = {side: f"players.{side}.army" for side in sides}
    return tuple(Seat(side, path, at < 2, at_path(setup, path)) for at, (side, path) in enumerate(paths.items()))


def seat_army(setup: ShapedMapping, seat: Seat, army: ShapedMapping) -> ShapedMapping:
    """The set-up with an army list at a seat: a unit whose id is taken gets that of the player in front.

    House rules of the list are those of the whole battle and stand there.
    """
    listed = _listed_players(setup)
    taken = {unit["id"] for one in listed for unit in _listed_units(one.get("army")) if one.get("id") != seat.id}
    units = [{**unit, "id": f"{seat.id}-{unit['id']}"} if unit["id"] in taken else unit for unit in _listed_units(army)]
    bare = {key: value for key, value in army.items() if key != "house"} | ({"units": units} if units else {})
    if all(one.get("id") != seat.id for one in listed):
        there = setup.get("players", [])
        return {**setup, "players": [*there, {"id": seat.id, "army": bare}]} if isinstance(there, list) else setup
    found: ShapedMapping = put_inside(setup, seat.path.split("."), bare)
    return found


def _listed_players(setup: ShapedMapping) -> list[ShapedMapping]:
    """Whoever is listed in a set-up that may be wrong."""
    found = setup.get("players")
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def _listed_units(army: object) -> list[ShapedMapping]:
    """The units of a list that may be wrong, as far as they have ids."""
    found = army.get("units") if isinstance(army, Mapping) else None
    units = found if isinstance(found, list) else []
    return [one for one in units if isinstance(one, Mapping) and isinstance(one.get("id"), str)]


def setup_question(setup: ShapedMapping, system: System) -> Question | None:
    """Which guns are loaded when it begins, where there are guns (TGF-R51)."""
    crews = [
        unit
        for one in _listed_players(setup)
        for unit in _listed_units(one.get("army"))
        if unit.get("kind") == "gun-crew"
    ]
    if LOADED in setup or not crews:
        return None
    answers = tuple(Answer(unit["id"], str(unit.get("name", unit["id"]))) for unit in crews)
    kind = ListOf(KebabId(), distinct=True)
    return Question(LOADED, "Which guns are loaded at the start?", kind, answers, many=True, default=[])


def begin_battle(raw: ShapedMapping, system: System) -> State:
    """The first state. Errors: `Malformed` with code ``bad-setup``."""
    try:
        setup = read_record(Setup, raw, "setup")
        return _first_state(setup, system)
    except Malformed as wrong:
        wrong.code = "bad-setup"
        raise


def _first_state(setup: Setup, system: System) -> State:
    house = system.reference.house.read(setup.house, "setup.house")
    squads: dict[str, Squad] = {}
    minis: dict[str, Mini] = {}
    for player in setup.players:
        where = f"setup.players.{player.id}.army"
        for unit in _read_legal_units(player.army, setup.house, where, system):
            if unit.id in squads:
                raise malformed_value(where, f"several units {brief_text(unit.id)}", "ids are unique in a battle")
            members = tuple(_make_minis(unit))
            squads[unit.id] = _make_squad(unit, player.id, members, setup.loaded)
            minis.update({mini.id: mini for mini in members})
    for one in setup.loaded:
        if one not in squads or squads[one].gun is None:
            raise malformed_value("setup.loaded", f"{brief_text(one)} has no gun")
    names = {player.id: str(player.army.get("name", "")) for player in setup.players}
    return State(house, names, squads, minis)


def _read_legal_units(army: ShapedMapping, house: ShapedMapping, where: str, system: System) -> tuple[Unit, ...]:
    """The units of an army that is legal under the battle's house rules. Errors: `Malformed`."""
    if "house" in army:
        raise malformed_value(where, "an army has no house rules of its own here", "they stand in setup.house")
    listed = read_army(system, {key: value for key, value in army.items() if key not in NOT_HERE} | {"house": house})
    wrong = next((one for one in check_list(system, listed).problems if one.severity == "error"), None)
    if wrong is not None:
        raise Malformed(f"{where}: {wrong.code}: {wrong.message}", hint=wrong.hint, where=where)
    units: tuple[Unit, ...] = listed.units
    return units


def _make_squad(unit: Unit, side: str, members: tuple[Mini, ...], loaded: tuple[str, ...]) -> Squad:
    leader = next(mini.id for mini in members if mini.role.leads)
    assert unit.kind is not None  # the list is legal
    name = str(unit.fields.get("name", ""))
    return Squad(unit.id, side, unit.kind, name, len(members), leader, unit.pieces, loaded=unit.id in loaded)


def _make_minis(unit: Unit) -> Iterator[Mini]:
    """The miniatures of a unit, through its lines in order, numbered from 0."""
    for number, line in enumerate(unit.soldiers):
        mini = f"{unit.id}-{number}"
        yield Mini(mini, unit.id, line.role, line.level, line.weapon, line.level.ac, line.co)
