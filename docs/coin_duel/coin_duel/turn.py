"""The duel: whose shot it is, and what a shot does (COIN-2)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tabletop_cli.api import (
    Answer,
    Armies,
    Dice,
    Event,
    EventKind,
    Facts,
    Game,
    House,
    JsonMapping,
    JsonObject,
    Nullable,
    OneOf,
    Page,
    Place,
    Raw,
    Refused,
    ShapedMapping,
    ShapedObject,
    System,
    Whole,
    count_text,
    fact,
    named_side,
    read_record,
)

from .muster import kinds
from .shooting import SHOOT, Shot, turn_wind, wind_deck

ARMIES = Armies(("a", "b"), spare=("c",), path="{}")
SIDES = ("a", "b", "c")


@dataclass(frozen=True, kw_only=True)
class SetUp:
    """A duel of two, or of three, and the house rules of the day."""

    a: JsonObject = fact(Raw(), help="a duellist")
    b: JsonObject = fact(Raw(), help="a duellist")
    c: JsonObject | None = fact(Nullable(Raw()), None, help="a third duellist")
    house: JsonObject = fact(Raw(), {})


@dataclass(frozen=True)
class State:
    """A duel: coins and names by side, the wind cards that are left, who has fallen, whose shot it is."""

    house: House
    coins: Mapping[str, int]
    names: Mapping[str, str]
    wind: Mapping[str, int]
    fallen: frozenset[str] = frozenset()
    next: str = "a"

    @property
    def standing(self) -> tuple[str, ...]:
        return tuple(side for side in self.coins if side not in self.fallen)

    @property
    def winner(self) -> str | None:
        return self.standing[0] if len(self.standing) == 1 else None


def begin(set_up: JsonMapping, system: System) -> State:
    """The first state. Errors: `Malformed` for what cannot duel."""
    read_record(SetUp, set_up, "setup")
    seated = ARMIES.read_seats(set_up, system)
    coins = {side: kinds()[duellist.kind]["coins"] for side, duellist in seated.lists.items()}
    return State(seated.house, coins, seated.names, wind_deck())


def side_name(state: State, side: str) -> str:
    """A duellist as people know it, in questions and explanations: ``A (Ada)``."""
    return named_side(side, state.names)


def duellists(place: Place[State]) -> Iterator[Answer]:
    """Whom one might shoot at: all of them, for `play_shoot` says who is out of the question, and why."""
    for side in place.state.coins:
        yield Answer(side, side_name(place.state, side), side)


@dataclass(frozen=True, kw_only=True)
class Shoot(Event):
    by: str = fact(OneOf(SIDES), known=lambda place: place.state.next)
    at: str = fact(OneOf(SIDES), ask="At whom?", among=duellists, rules=("COIN-2",))
    coins: int | None = fact(
        Nullable(Whole(1, 10)),
        None,
        ask="How many coins does {by} throw at {at}?",
        usual=lambda place: place.state.coins[place.event.by],
    )


def play_shoot(state: State, event: Shoot, dice: Dice) -> tuple[State, ShapedObject]:
    """Shoot at another, who falls if that was a hit; then it is the next one's shot (COIN-1, COIN-2, COIN-3)."""
    if state.winner:
        raise Refused("The duel is over.", reason="over", rule="COIN-2")
    if event.by != state.next:
        raise Refused(f"It is the shot of {side_name(state, state.next)}.", reason="not-your-turn", rule="COIN-2")
    if event.at == event.by or event.at not in state.standing:
        others = " or ".join(side_name(state, side) for side in state.standing if side != event.by)
        raise Refused(f"The shot can be at {others} only.", reason="no-target", rule="COIN-2")
    has = state.coins[event.by]
    coins = has if event.coins is None else event.coins
    if coins > has:
        raise Refused(f"{count_text(coins, 'coin')}, {has} at most.", reason="too-many", rule="COIN-1")
    card, left = turn_wind(state.wind, dice)
    flipped = dice.settle(SHOOT, Shot(house=state.house, coins=coins, gust=card == "gust"))
    fallen = state.fallen | {event.at} if flipped.hit else state.fallen
    after = replace(state, wind=left, fallen=fallen, next=following(state, event.by, fallen))
    return after, {"wind": card, "heads": flipped.heads, "hit": flipped.hit}


def following(state: State, side: str, fallen: frozenset[str]) -> str:
    """Whose shot comes after a side's: the next in turn who stands (COIN-2)."""
    turn = tuple(state.coins)
    after = turn.index(side) + 1
    return next(one for one in (*turn[after:], *turn[:after]) if one not in fallen)


def at_most(state: State) -> str:
    """A few words beside the entry of the menu."""
    return f"{side_name(state, state.next)}, {count_text(state.coins[state.next], 'coin')} at most"


def story(state: State, event: Shoot, result: ShapedMapping) -> str:
    """A sentence for the log; `state` is the one before the event."""
    did = "hits" if result["hit"] else "misses"
    return f"{side_name(state, event.by)} {did} {side_name(state, event.at)}"


EVENTS = (
    EventKind(
        id="shoot",
        title="Fire",
        key="f",
        detail=at_most,
        cls=Shoot,
        play=play_shoot,
        rules=("COIN-1", "COIN-2", "COIN-3"),
        story=story,
    ),
)


def view(state: State) -> ShapedObject:
    return {"coins": dict(state.coins), "standing": list(state.standing), "next": state.next, "winner": state.winner}


def headline(state: State) -> str:
    return f"{side_name(state, state.winner)} has won." if state.winner else f"{side_name(state, state.next)} shoots."


def board(state: State, side: str | None) -> Page:
    """All of them at dawn; nothing is hidden from any side."""
    has = {one: "fallen" if one in state.fallen else count_text(n, "coin") for one, n in state.coins.items()}
    rows = ((side_name(state, one), words) for one, words in has.items())
    return Page("Dawn", (Facts((*rows, ("wind cards left", str(sum(state.wind.values()))))),))


GAME = Game(
    events={kind.id: kind for kind in EVENTS},
    state=State,
    begin=begin,
    view=view,
    over=lambda state: state.winner is not None,
    board=board,
    headline=headline,
    set_up=SetUp,
    seats=ARMIES.seats,
    side_name=side_name,
    name=side_name,
)
