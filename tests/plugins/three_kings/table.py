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
    MapOf,
    OneOf,
    Page,
    Raw,
    Record,
    Seat,
    System,
    Text,
    Whole,
    count_text,
    fact,
    read_record,
)

from .decks import LEAST, names, usual_deck

UNSEEN = "a card"


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """A player of a set-up, with the usual deck or another."""

    id: str = fact(Text())
    deck: Mapping[str, int] = fact(MapOf(Whole(0, 20), OneOf(names())), usual_deck(), rules=("KINGS-7",))


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
        share: Fraction | None = self.house.supplied_value("winning", "share")
        won = (side for side, one in self.players.items() if share and one.taken >= share * self.tricks)
        return next(won, None)

    def with_player(self, side: str, **changed: Any) -> "State":
        return replace(self, players={**self.players, side: replace(self.players[side], **changed)})


def seats(set_up: Mapping[str, Any]) -> Iterator[Seat]:
    """Whoever is listed; nobody brings a list."""
    listed = set_up.get("players")
    for one in listed if isinstance(listed, list) else ():
        if isinstance(one, Mapping):
            yield Seat(str(one.get("id")), required=False)


def begin(raw: Any, system: System) -> State:
    """The first state. Errors: `Malformed` with code ``bad-setup`` for what cannot be played."""
    set_up: SetUp = read_record(SetUp, raw, "setup")
    for one in set_up.players:
        if (found := sum(one.deck.values())) < LEAST:
            text = f"setup.players.{one.id}: {count_text(found, 'card')}, {LEAST} are needed [KINGS-7]"
            raise Malformed(text, hint="add some", code="bad-setup")
    players = {one.id: Player(one.deck) for one in set_up.players}
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
        return f"It is over: {' and '.join(best)} with {count_text(most, 'trick')}."
    if waiting := [side for side, one in state.players.items() if not one.dealt]:
        return f"Still to draw: {', '.join(waiting)}."
    waiting = [side for side, one in state.players.items() if one.bid is None]
    return f"Trick {state.trick} of {state.tricks}; still to decide: {', '.join(waiting) or 'nobody'}."


def board(state: State, side: str | None) -> Page:
    """What lies before everybody."""
    rows = tuple(
        (
            one,
            f"{count_text(player.taken, 'trick')}; hand: {', '.join(player.hand) or 'empty'};"
            f" pile: {', '.join(player.pile) or 'none'}; {_decided(player)}",
        )
        for one, player in state.players.items()
    )
    return Page(f"Trick {min(state.trick, state.tricks)}", (Facts(rows),))


def _decided(player: Player) -> str:
    return "undecided" if player.bid is None else f"bids {player.bid}" if player.bid else "passes"
