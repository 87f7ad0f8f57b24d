"""Who sits at the table, what lies on it, and what each of them knows of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from tabletop_cli.api import (
    Facts,
    House,
    ListOf,
    Malformed,
    Nullable,
    Page,
    Raw,
    Record,
    Seat,
    System,
    Text,
    Whole,
    at_path,
    check_army,
    counted,
    fact,
    put_inside,
    read_record,
)

from .decks import usual_deck

NAMES = ("ann", "bob", "cyd", "dan", "eve", "fay")
UNSEEN = "a card"


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """A player of a set-up, with a deck or without."""

    id: str = fact(Text())
    army: Mapping[str, Any] | None = fact(Nullable(Raw()), None, help="a deck; without one, the usual")


@dataclass(frozen=True, kw_only=True)
class SetUp:
    """A game: who plays, and the size of a hand."""

    players: tuple[Sitting, ...] = fact(ListOf(Record(Sitting), 3, 6, distinct=True), ask="Who plays?")
    hand: int = fact(Whole(1, 6), 3, help="cards in a first hand, and tricks to be played")
    house: Mapping[str, Any] = fact(Raw(), {})


@dataclass(frozen=True)
class Player:
    """What lies before a player. `bid` is None before the player has decided, and empty after a pass."""

    deck: Mapping[str, int]
    hand: tuple[str, ...] = ()
    pile: tuple[str, ...] = ()
    bid: str | None = None
    dealt: bool = False
    put_away: bool = False
    taken: int = 0


@dataclass(frozen=True)
class State:
    house: House
    players: Mapping[str, Player]
    tricks: int
    trick: int = 1

    @property
    def over(self) -> bool:
        return self.trick > self.tricks or self.winner is not None

    @property
    def winner(self) -> str | None:
        """Who has won before all tricks are played (KINGS-R2)."""
        share: Fraction | None = self.house.value("winning", "share")
        won = (side for side, one in self.players.items() if share and one.taken >= share * self.tricks)
        return next(won, None)

    def with_player(self, side: str, **changed: Any) -> "State":
        return replace(self, players={**self.players, side: replace(self.players[side], **changed)})


def seats(set_up: Mapping[str, Any]) -> Iterator[Seat]:
    """Whoever is listed; three of the usual names where there are fewer, and the others for more decks."""
    listed = set_up.get("players")
    there = [str(one.get("id")) for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    for side in (*there, *(one for one in NAMES if one not in there))[: max(len(NAMES), len(there))]:
        path = f"players.{side}.army"
        yield Seat(side, path, required=False, army=at_path(set_up, path))


def seated(set_up: Mapping[str, Any], seat: Seat, army: Mapping[str, Any]) -> Mapping[str, Any]:
    """The set-up with a deck at a seat; whoever is not listed yet sits down."""
    listed = list(set_up.get("players", ()))
    if all(one.get("id") != seat.id for one in listed):
        return {**set_up, "players": [*listed, {"id": seat.id, "army": army}]}
    found: Mapping[str, Any] = put_inside(set_up, seat.path.split("."), army)
    return found


def begin(raw: Any, system: System) -> State:
    """The first state. Errors: `Malformed` with code ``bad-setup`` for what cannot be played."""
    set_up: SetUp = read_record(SetUp, raw, "setup")
    players = {}
    for one in set_up.players:
        if one.army is not None:
            for problem in check_army(system, one.army).problems:
                raise Malformed(f"setup.players.{one.id}: {problem.message}", hint=problem.hint, code="bad-setup")
        deck = usual_deck() if one.army is None else dict(one.army["deck"])
        players[one.id] = Player(deck)
    return State(system.reference.house.read(set_up.house, "setup.house"), players, set_up.hand)


def common(state: State) -> dict[str, Any]:
    return {"trick": state.trick}


def view(state: State) -> dict[str, Any]:
    """The state for machines."""
    players = {
        side: {
            "deck": dict(one.deck),
            "hand": list(one.hand),
            "pile": list(one.pile),
            "bid": one.bid,
            "taken": one.taken,
        }
        for side, one in state.players.items()
    }
    return {"trick": state.trick, "tricks": state.tricks, "over": state.over, "players": players}


def headline(state: State) -> str:
    if state.over:
        most = max(one.taken for one in state.players.values())
        best = [side for side, one in state.players.items() if one.taken == most]
        return f"It is over: {' and '.join(best)} with {counted(most, 'trick')}."
    if waiting := [side for side, one in state.players.items() if not one.dealt]:
        return f"Still to draw: {', '.join(waiting)}."
    waiting = [side for side, one in state.players.items() if one.bid is None]
    return f"Trick {state.trick} of {state.tricks}; still to decide: {', '.join(waiting) or 'nobody'}."


def board(state: State, side: str | None) -> Page:
    """What lies before everybody."""
    rows = tuple(
        (
            one,
            f"{counted(player.taken, 'trick')}; hand: {', '.join(player.hand) or 'empty'};"
            f" pile: {', '.join(player.pile) or 'none'}; {_decided(player)}",
        )
        for one, player in state.players.items()
    )
    return Page(f"Trick {min(state.trick, state.tricks)}", (Facts(rows),))


def _decided(player: Player) -> str:
    return "undecided" if player.bid is None else f"bids {player.bid}" if player.bid else "passes"
