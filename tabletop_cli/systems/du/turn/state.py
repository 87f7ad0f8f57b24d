"""The state of a battle: cards in their zones, tokens with their marks, off-map types, and whose turn it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

from ....api import (
    NOTHING_SAID,
    House,
    Id,
    ListOf,
    Memory,
    Nullable,
    OneOf,
    ShapedMapping,
    ShapedObject,
    Whole,
    YesNo,
    dataclass,
    fact,
    plain_record,
    replace,
)
from ..crossfire import Mark
from ..fog import vision_of
from ..pieces import SIDES, Off, Piece
from ..tiles import AT, At, Ground, Tile

ZONES = ("deck", "discard", "play", "hand", "supply", "exile", "casualties")
HIDDEN = ("deck", "discard", "hand")  # zones whose cards only their owner knows
ORIENTATIONS = ("e", "se", "sw", "w", "nw", "ne")
FOG = {"own": "fog-own", "opponent": "fog-opponent"}
EXPERTS = ("crewman", "driver", "gunner")

Cards = Mapping[str, int]  # how many there are of each card
Zones = Mapping[str, Cards]


@dataclass(frozen=True, kw_only=True)
class BattleToken(Piece):
    """A token of a battle. Who is `aboard` a vehicle, named by its id, is on the tile of that vehicle."""

    unit: str | None = fact(Nullable(Id()), None, help="whose cards it has; by default the id of the token")
    side: str | None = fact(Nullable(OneOf(SIDES)), None, help="null: nobody's structure")
    at: At | None = fact(Nullable(AT), None, help="its tile; null: not on the map")
    orientation: str | None = fact(Nullable(OneOf(ORIENTATIONS)), None)
    removed: bool = fact(YesNo(), False)
    destroyed: bool = fact(YesNo(), False)
    crew: tuple[str, ...] = fact(ListOf(Id(), distinct=True), (), help="who is aboard, of vehicles")
    cardless: bool = fact(YesNo(), False, help="a vehicle without cards of its own")
    supports: tuple[str, ...] = fact(ListOf(Id(), distinct=True), (), help="actions of experts, of vehicles")
    light: bool = fact(YesNo(), False, help="a light vehicle")
    structure: bool = fact(YesNo(), False, help="an objective that is a structure")
    expert: str | None = fact(Nullable(OneOf(EXPERTS)), None)
    initiative: int | None = fact(Nullable(Whole()), None)
    card_actions: tuple[str, ...] = fact(ListOf(Id(), distinct=True), (), help="what is printed on its card, of crew")
    force: str = fact(OneOf(("ground", "air", "")), "", help="whose cards pay for it")
    id: str = ""
    aboard: str | None = None
    marks: tuple[Mark, ...] = ()

    @property
    def stands(self) -> bool:
        """On a tile, and not aboard a vehicle; maybe destroyed."""
        return self.at is not None and not (self.removed or self.aboard)

    @property
    def there(self) -> bool:
        """On the map, and a target of its own."""
        return self.stands and not self.destroyed


@dataclass(frozen=True)
class State:
    """Everything about a battle. `ask` has what the players have to settle: tokens with the reason (DU-R50, DU-R15).

    `names` and `printed` are what lists tell of sides and of their cards, `last` the last card that each has played,
    `unspent` those for which nobody has acted yet, `called` what tiles are called and `grounds` what they are,
    `told` what it is about, and `objective` how to win.
    """

    house: House
    sides: Mapping[str, Zones]
    air_sides: Mapping[str, Zones]
    cards: Cards  # initiative values
    tokens: Mapping[str, BattleToken]
    off_map: Mapping[str, Off]
    tiles: tuple[Tile, ...]
    control: tuple[tuple[At, str], ...]
    combined: bool
    bob: bool
    theatre: str
    turn: int
    kind: str
    phase: str
    holder: str
    active: str | None
    done: tuple[str, ...]
    winner: str | None = None
    ask: tuple[tuple[str, str], ...] = ()
    called: Mapping[At, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    printed: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    last: Mapping[str, str] = field(default_factory=dict)
    unspent: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    grounds: Mapping[At, str] = field(default_factory=dict)
    told: tuple[str, ...] = ()
    objective: tuple[str, ...] = ()
    kept: Memory = NOTHING_SAID

    @cached_property
    def ground(self) -> Ground:
        """The map."""
        return Ground.from_tiles(self.tiles)

    # --- cards ---

    @property
    def air(self) -> bool:
        """Whether cards are those of the aerial lists now (DU-COMB-4)."""
        return self.combined and self.kind == "aerial"

    def zones_of(self, side: str, air: bool | None = None) -> Zones:
        """The cards of a side: those of the turn's kind, or those that are named."""
        return (self.air_sides if (self.air if air is None else air) else self.sides)[side]

    def count_cards(self, side: str, *zones: str) -> int:
        return sum(sum(self.zones_of(side)[zone].values()) for zone in zones)

    def has_card(self, side: str, zone: str, card: str) -> bool:
        return card in self.zones_of(side)[zone]

    def with_zones(self, side: str, zones: Mapping[str, Cards], air: bool | None = None) -> State:
        """The same with other cards in some zones of a side, without those of which there are none."""
        air = self.air if air is None else air
        clean = {zone: {card: n for card, n in cards.items() if n} for zone, cards in zones.items()}
        both = self.air_sides if air else self.sides
        changed = {**both, side: {**both[side], **clean}}
        return replace(self, air_sides=changed) if air else replace(self, sides=changed)

    def with_shifted_card(self, side: str, card: str, start: str, end: str, air: bool | None = None) -> State:
        """The same with one card of a side in another zone."""
        zones = {name: Counter(cards) for name, cards in self.zones_of(side, air).items()}
        zones[start][card] -= 1
        zones[end][card] += 1
        return self.with_zones(side, zones, air)

    def with_emptied_zone(self, side: str, start: str, end: str) -> State:
        """The same with all cards of a zone of a side in another one."""
        zones = self.zones_of(side)
        return self.with_zones(side, {start: {}, end: Counter(zones[end]) + Counter(zones[start])})

    def vision_of_side(self, side: str, air: bool | None = None) -> int:
        """How far a side sees now (DU-VISION-1, DU-VISION-2)."""
        supply, exile = (Counter(self.zones_of(side, air)[zone]) for zone in ("supply", "exile"))
        return vision_of(supply[FOG["own"]], exile[FOG["own"]], exile[FOG["opponent"]], self.house)

    # --- tokens ---

    def with_tokens(self, *tokens: BattleToken) -> State:
        return replace(self, tokens={**self.tokens, **{one.id: one for one in tokens}})

    def with_changed_token(self, token: str, **changes: Any) -> State:
        return self.with_tokens(replace(self.tokens[token], **changes))

    def with_moved_token(self, token: str, at: At, orientation: str | None = None) -> State:
        """A token on another tile, and its crew with it."""
        one = self.tokens[token]
        crew = (replace(self.tokens[member], at=at) for member in one.crew)
        state = replace(self, kept=self.kept.with_moved(token, *one.crew))
        return state.with_tokens(replace(one, at=at, orientation=orientation or one.orientation), *crew)

    def waiting_planes(self, side: str) -> list[str]:
        """The planes of a side that wait for their placement (DU-COMB-1)."""
        return [one.id for one in self.tokens.values() if one.side == side and is_waiting_plane(one)]

    def units_of(self, one: BattleToken) -> tuple[str, ...]:
        """The units whose cards let a token act: its own, and those of its crew."""
        return tuple(unit for unit in (one.unit, *(self.tokens[member].unit for member in one.crew)) if unit)

    def with_played_card(self, side: str, card: str) -> State:
        """A side has played a card, for which somebody may act now."""
        unspent = {**self.unspent, side: (*self.unspent.get(side, ()), card)}
        return replace(self, last={**self.last, side: card}, unspent=unspent)

    def with_spent_card(self, side: str, units: Sequence[str]) -> State:
        """Somebody has acted: the first of these units of which a card was played has used it."""
        left = list(self.unspent.get(side, ()))
        unit = next((unit for unit in units if unit in left), None)
        if unit is None:
            return self
        left.remove(unit)
        return replace(self, unspent={**self.unspent, side: tuple(left)})

    def put_off(self, type_: str, **changes: Any) -> State:
        return replace(self, off_map={**self.off_map, type_: replace(self.off_map[type_], **changes)})


def is_waiting_plane(one: BattleToken) -> bool:
    """Whether a token is a plane that waits to be placed (DU-COMB-1)."""
    return one.class_ == "plane" and one.at is None and not one.removed


Played = tuple[State, ShapedObject]


# --- for machines ---


def view(state: State) -> ShapedObject:
    """The whole state for machines, as the contract has it."""
    air: ShapedObject = {}
    if state.combined:
        air = {
            "air_sides": _zones_data(state.air_sides),
            "air_vision": {side: state.vision_of_side(side, True) for side in SIDES},
        }
    return {
        "turn": state.turn,
        "kind": state.kind,
        "phase": state.phase,
        "holder": state.holder,
        "active": state.active,
        "done": list(state.done),
        "winner": state.winner,
        "combined": state.combined,
        "bob": state.bob,
        "theatre": state.theatre,
        "cards": dict(state.cards),
        "sides": _zones_data(state.sides),
        "vision": {side: state.vision_of_side(side, False) for side in SIDES},
        **air,
        "off_map": {name: plain_record(one) for name, one in state.off_map.items()},
        "control": [{"at": list(at), "side": side} for at, side in sorted(state.control)],
        "ask": [{"token": token, "reason": reason} for token, reason in state.ask],
        "tokens": {name: _token_data(one) for name, one in state.tokens.items()},
    }


def _zones_data(sides: Mapping[str, Zones]) -> ShapedObject:
    return {side: {zone: dict(cards) for zone, cards in zones.items()} for side, zones in sides.items()}


def _token_data(one: BattleToken) -> ShapedMapping:
    return {**plain_record(one), "aboard": one.aboard, "marks": [plain_record(mark) for mark in one.marks]}
