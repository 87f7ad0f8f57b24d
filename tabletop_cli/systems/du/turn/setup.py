"""From a set-up, with or without lists, to the first state of a battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from ....api import (
    House,
    Id,
    Json,
    JsonMapping,
    ListOf,
    Malformed,
    MapOf,
    Nullable,
    OneOf,
    Raw,
    Record,
    Seat,
    System,
    Text,
    Whole,
    YesNo,
    at_path,
    brief_text,
    dataclass,
    fact,
    malformed_value,
    read_record,
)
from ..pieces import INFANTRY, SIDES, Off, opponent_of
from ..tiles import AT, At, Ground, Tile
from .seating import Seated, seat_armies
from .state import ZONES, BattleToken, State, Zones, is_waiting_plane

SIDE = OneOf(SIDES)
_ZONES = MapOf(MapOf(MapOf(Whole(), Id("rifleman-a")), OneOf(ZONES)), SIDE)
_OWN = {  # facts that only tokens of some classes have
    "crew": ("vehicle",),
    "cardless": ("vehicle",),
    "supports": ("vehicle",),
    "light": ("vehicle",),
    "structure": ("objective",),
    "expert": ("crew",),
    "initiative": ("crew",),
    "card_actions": ("crew",),
}


@dataclass(frozen=True, kw_only=True)
class Controlled:
    """Who controls a tile."""

    at: At = fact(AT)
    side: str = fact(SIDE)


@dataclass(frozen=True, kw_only=True)
class Setup:
    """A battle: the lists of both sides, or their cards and tokens one by one; the map; where the battle stands."""

    armies: Mapping[str, JsonMapping] = fact(MapOf(Raw(), SIDE), {}, help="lists by side")
    air_armies: Mapping[str, JsonMapping] = fact(MapOf(Raw(), SIDE), {}, help="aerial lists, in combined warfare")
    sides: Mapping[str, Zones] = fact(_ZONES, {}, help="cards by side and zone")
    air_sides: Mapping[str, Zones] = fact(_ZONES, {}, help="the same of the aerial lists, in combined warfare")
    cards: Mapping[str, int] = fact(MapOf(Whole(), Id("rifleman-a")), {}, help="initiative values (DU-R56)")
    tokens: Mapping[str, BattleToken] = fact(MapOf(Record(BattleToken), Id("rifleman-a")), {})
    off_map: Mapping[str, Off] = fact(MapOf(Record(Off), Id("mortar")), {}, help="off-map types by their cards")
    tiles: tuple[Tile, ...] = fact(ListOf(Record(Tile), distinct=True), (), help="the map; without it you are asked")
    tile_names: Mapping[str, At] = fact(MapOf(AT), {}, help="what tiles are called, such as C2, for people")
    grounds: Mapping[str, tuple[At, ...]] = fact(MapOf(ListOf(AT)), {}, help="what tiles are, such as mill, for people")
    told: tuple[str, ...] = fact(ListOf(Text()), (), help="what the battle is about, for people")
    objective: tuple[str, ...] = fact(ListOf(Text()), (), help="how to win, for people, who judge it (DU-TURN-9)")
    factions: Mapping[str, str] = fact(MapOf(Text(), SIDE), {}, help="whose list each side brings, as a scenario says")
    control: tuple[Controlled, ...] = fact(ListOf(Record(Controlled), distinct=True), ())
    combined: bool = fact(YesNo(), False, help="combined warfare: ground and aerial turns by turns")
    bob: bool = fact(YesNo(), True, help="Battle of Britain rules are in use")
    theatre: str = fact(Text(), "", help="only north-africa changes a rule")
    turn: int = fact(Whole(1), 1)
    kind: str | None = fact(OneOf(("ground", "aerial")), None, help="the kind of the turn")
    phase: str | None = fact(OneOf(("placement", "deal", "bid", "play", "end")), None)
    holder: str = fact(SIDE, "a", help="who has the initiative marker")
    active: str | None = fact(Nullable(SIDE), None, help="whose turn it is, in the phase play")
    done: tuple[str, ...] = fact(ListOf(SIDE, distinct=True), ())
    house: JsonMapping = fact(Raw(), {}, help="house rules of this battle")


SUITS: Mapping[str, Callable[[JsonMapping], bool]] = {  # a list of one's own kind, in combined warfare
    "armies": lambda army: True,
    "air_armies": lambda army: army.get("mode") == "aerial",
}
WHICH = {"armies": "Which army?", "air_armies": "Which aerial list?"}


def battle_seats(setup: JsonMapping) -> tuple[Seat, ...]:
    """A list for each side, in combined warfare two; a set-up that names cards itself needs none."""
    bare = "armies" not in setup and any(setup.get(key) for key in ("sides", "cards"))
    needed = {"armies": not bare, "air_armies": not bare and setup.get("combined") is True}
    return tuple(
        Seat(side, f"{table}.{side}", needed[table], at_path(setup, f"{table}.{side}"), WHICH[table], SUITS[table])
        for table in needed
        for side in SIDES
    )


def begin_battle(raw: Json, system: System) -> State:
    """The first state. Errors: `Malformed` with code ``bad-setup``."""
    try:
        lists = seat_armies(raw, system)
        setup = read_record(Setup, lists.setup, "setup")
        return _first_state(setup, system.read_house(setup.house, "setup.house"), lists)
    except Malformed as wrong:
        wrong.code = "bad-setup"
        raise


def _first_state(setup: Setup, house: House, lists: Seated) -> State:
    if setup.air_sides and not setup.combined:
        raise malformed_value(
            "setup.air_sides", "aerial lists of their own belong to combined warfare", "combined = true"
        )
    ground = Ground.from_tiles(setup.tiles)
    tokens = {name: _complete_token(name, one, setup, house, ground) for name, one in setup.tokens.items()}
    tokens.update(_place_crews(tokens))
    for name, off in setup.off_map.items():
        if off.kind == "plane" and setup.bob:
            raise malformed_value(
                f"setup.off_map.{name}", "with Battle of Britain rules a plane is a token", "bob = false"
            )
    for one in setup.control:
        _check_on_map(one.at, setup, ground, "setup.control")
    first = "aerial" if setup.combined and house["combined_first"] == "aerial" else "ground"
    state = State(
        house=house,
        sides=_all_zones(setup.sides),
        air_sides=_all_zones(setup.air_sides),
        cards=setup.cards,
        tokens=tokens,
        off_map=setup.off_map,
        tiles=setup.tiles,
        called={tuple(at): name for name, at in setup.tile_names.items()},
        control=tuple((one.at, one.side) for one in setup.control),
        combined=setup.combined,
        bob=setup.bob,
        theatre=setup.theatre,
        turn=setup.turn,
        kind=setup.kind or first,
        phase=setup.phase or "deal",
        holder=setup.holder,
        active=setup.active,
        done=setup.done,
        names=lists.names,
        printed=lists.printed,
        grounds={tuple(at): name for name, held in setup.grounds.items() for at in held},
        told=setup.told,
        objective=setup.objective,
    )
    return _with_phase(state, setup)


def _with_phase(state: State, setup: Setup) -> State:
    """The state in the phase in which it begins (DU-COMB-1). Errors: `Malformed`."""
    if setup.phase is None and state.combined and any(map(is_waiting_plane, state.tokens.values())):
        state = replace(state, phase="placement")
    if state.phase == "placement" and not state.combined:
        raise malformed_value("setup.phase", "planes are placed in combined warfare only", "combined = true")
    if state.phase == "play" and state.active is None:
        raise malformed_value("setup.active", "whose turn is it, in the phase play?", 'active = "a"')
    if state.phase == "placement" and state.active is None:
        first = state.waiting_planes(state.holder) and state.holder not in state.done
        return replace(state, active=state.holder if first else opponent_of(state.holder))
    return state


def _all_zones(sides: Mapping[str, Zones]) -> dict[str, Zones]:
    """All zones of both sides, without cards of which there are none."""
    return {
        side: {zone: {card: n for card, n in sides.get(side, {}).get(zone, {}).items() if n} for zone in ZONES}
        for side in SIDES
    }


def _check_on_map(at: At, setup: Setup, ground: Ground, where: str) -> None:
    if setup.tiles:
        ground.check_tile(at, where)


def _complete_token(name: str, one: BattleToken, setup: Setup, house: House, ground: Ground) -> BattleToken:
    """A token with its id, and with what follows from its class. Errors: `Malformed`."""
    where = f"setup.tokens.{name}"
    one.check_numbers(house, where)
    if one.side is None and not one.is_structure:
        raise malformed_value(where, f"whose {one.class_} is it?", 'side = "a"')
    for key, classes in _OWN.items():
        if getattr(one, key) and one.class_ not in classes:
            raise malformed_value(f"{where}.{key}", f"{one.class_} has no {key}", f"only {classes[0]} has it")
    if one.force == "air" and not setup.combined:
        raise malformed_value(f"{where}.force", "aerial cards belong to combined warfare", "combined = true")
    if one.at is not None:
        _check_on_map(one.at, setup, ground, where)
    air = one.class_ == "plane" and setup.combined
    unit = one.unit if one.unit or one.is_structure else name
    return replace(one, id=name, unit=unit, force=one.force or ("air" if air else "ground"))


def _place_crews(tokens: Mapping[str, BattleToken]) -> Iterator[tuple[str, BattleToken]]:
    """Who is aboard a vehicle is where it is (DU-CREW-1). Errors: `Malformed`."""
    taken: dict[str, str] = {}
    for vehicle in tokens.values():
        for name in vehicle.crew:
            where, member = f"setup.tokens.{vehicle.id}.crew", tokens.get(name)
            if member is None or member.class_ not in INFANTRY or member.side != vehicle.side:
                raise malformed_value(where, f"{brief_text(name)} is not infantry or crew of its side")
            if name in taken or member.removed:
                raise malformed_value(
                    where, f"{brief_text(name)} is {'removed' if member.removed else f'in {taken[name]}, too'}"
                )
            taken[name] = vehicle.id
            yield name, replace(member, at=vehicle.at, aboard=vehicle.id)
