"""The duel: whose shot it is, and what a shot does (COIN-2)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tabletop_cli.api import (
    Answer,
    Dice,
    Event,
    EventKind,
    Facts,
    Game,
    House,
    Malformed,
    Nullable,
    OneOf,
    Page,
    Place,
    Raw,
    Refused,
    Seat,
    System,
    Whole,
    check_army,
    fact,
    read_record,
    seats_at,
)

from .muster import kinds
from .shooting import SHOOT, Shot

SIDES = ("a", "b")


@dataclass(frozen=True, kw_only=True)
class SetUp:
    """A duel: two duellists, and the house rules of the day."""

    a: dict[str, Any] = fact(Raw(), help="a duellist")
    b: dict[str, Any] = fact(Raw(), help="a duellist")
    house: dict[str, Any] = fact(Raw(), {})


def seats(set_up: Mapping[str, Any]) -> tuple[Seat, ...]:
    """Who duels, and where the duellists stand in a set-up."""
    return seats_at(set_up, {side: side for side in SIDES})


@dataclass(frozen=True)
class State:
    house: House
    coins: Mapping[str, int]
    next: str = "a"
    winner: str | None = None


def begin(raw: Any, system: System) -> State:
    """The first state. Errors: `Malformed` with code ``bad-setup`` for what cannot duel."""
    set_up: SetUp = read_record(SetUp, raw, "setup")
    for side in SIDES:
        for problem in check_army(system, getattr(set_up, side)).problems:
            raise Malformed(f"setup.{side}: {problem.message}", hint=problem.hint, code="bad-setup")
    house = system.reference.house.read(set_up.house, "setup.house")
    return State(house, {side: kinds()[getattr(set_up, side)["kind"]]["coins"] for side in SIDES})


def sides(place: Place[State]) -> Iterator[Answer]:
    """Who may be asked whether it is their shot."""
    for side in SIDES:
        yield Answer(side, side.upper(), side)


def all_coins(place: Place[State]) -> int:
    """What Enter gives: whoever shoots throws all they have."""
    return place.state.coins[place.event.by]


@dataclass(frozen=True, kw_only=True)
class Shoot(Event):
    by: str = fact(OneOf(SIDES), among=sides)
    coins: int | None = fact(Nullable(Whole(1, 10)), None, ask="How many coins does {by} throw?", usual=all_coins)


def play_shoot(state: State, event: Shoot, dice: Dice) -> tuple[State, dict[str, Any]]:
    """Shoot, and let the other one shoot back unless that was a hit (COIN-1, COIN-2)."""
    if state.winner:
        raise Refused("The duel is over.", reason="over", rule="COIN-2")
    if event.by != state.next:
        raise Refused(f"It is {state.next.upper()}'s shot.", reason="not-your-turn", rule="COIN-2")
    has = state.coins[event.by]
    coins = has if event.coins is None else event.coins
    if coins > has:
        raise Refused(f"{coins} coins, {has} is all there are.", reason="too-many", rule="COIN-1")
    flipped = dice.settle(SHOOT, Shot(house=state.house, coins=coins))
    other = SIDES[event.by == "a"]
    after = replace(state, winner=event.by) if flipped.hit else replace(state, next=other)
    return after, {"heads": flipped.heads, "hit": flipped.hit}


def coins_left(state: State) -> str:
    """A few words beside the entry of the menu."""
    return f"{state.coins[state.next]} coins at most"


EVENTS = (
    EventKind(
        id="shoot",
        title="Shoot",
        key="s",
        detail=coins_left,
        cls=Shoot,
        play=play_shoot,
        rules=("COIN-1", "COIN-2"),
        story=lambda state, event, result: f"{event.by.upper()} {'hits' if result['hit'] else 'misses'}",
    ),
)


def common(state: State) -> dict[str, Any]:
    return {"next": state.next}


def view(state: State) -> dict[str, Any]:
    return {"coins": dict(state.coins), "next": state.next, "winner": state.winner}


def headline(state: State) -> str:
    return f"{state.winner.upper()} has won." if state.winner else f"{state.next.upper()} shoots."


def board(state: State, side: str | None) -> Page:
    """The two of them at dawn; nothing is hidden from either side."""
    return Page("Dawn", (Facts(tuple((side.upper(), f"{coins} coins") for side, coins in state.coins.items())),))


GAME = Game(
    events={kind.id: kind for kind in EVENTS},
    state=State,
    begin=begin,
    common=common,
    view=view,
    over=lambda state: state.winner is not None,
    board=board,
    headline=headline,
    set_up=SetUp,
    seats=seats,
    side_name=lambda state, side: side.upper(),
)
