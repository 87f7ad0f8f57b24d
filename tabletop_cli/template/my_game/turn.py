"""What players do: draw their hands, shoot, dodge, patch (MG-1 to MG-5)."""

from collections import Counter
from collections.abc import Iterator

from tabletop_cli.api import (
    Answer,
    ArmySetUp,
    Dice,
    Draw,
    Event,
    EventKind,
    Game,
    OneOf,
    Place,
    Ref,
    Refused,
    ShapedObject,
    YesNo,
    dataclass,
    fact,
    replace,
)

from .shooting import SHOOT, Shot
from .table import ARMIES, HAND, State, begin, name, seen_by, side_name
from .tables import CARDS

Played = tuple[State, ShapedObject]


def acting(state: State, side: str) -> None:
    """Check that a side may act now. Errors: `Refused`."""
    if state.winner:
        raise Refused("The battle is over.", reason="over", rule="MG-1")
    if state.undrawn:
        raise Refused(f"{side_name(state, state.undrawn)} has no hand yet.", reason="hands-first", rule="MG-3")
    if side != state.next:
        raise Refused(f"It is the turn of {side_name(state, state.next)}.", reason="not-yours", rule="MG-1")


def check_unit(state: State, unit: str, side: str, reason: str, rule: str) -> None:
    """Check that a unit stands and is of a side. Errors: `Refused`."""
    if state.units[unit].side != side or not state.units[unit].stands:
        text = f"{name(state, unit)} is no standing unit of {side_name(state, side)}."
        raise Refused(text, reason=reason, rule=rule)


def check_card(state: State, side: str, card: str, rule: str) -> None:
    """Check that a side holds a card. Errors: `Refused`."""
    if card not in (state.hands[side] or ()):
        raise Refused(f"There is no {CARDS.printed[card].name} in that hand.", reason="no-card", rule=rule)


def all_units(place: Place[State]) -> Iterator[Answer]:
    """All units: `play` says which are out of the question, and why."""
    for one in place.state.units:
        yield Answer(one, name(place.state, one), one)


def in_hand(place: Place[State]) -> Iterator[Answer]:
    """The cards of the side whose turn it is."""
    for card in dict.fromkeys(place.state.hands[place.state.next] or ()):
        yield Answer(card, CARDS.printed[card].name, detail=CARDS.printed[card].summary)


@dataclass(frozen=True, kw_only=True)
class DrawHand(Event):
    by: str = fact(OneOf(ARMIES.sides), known=lambda place: place.state.undrawn)


def draw(state: State, event: DrawHand, dice: Dice) -> Played:
    """Draw a hand (MG-3)."""
    if state.hands[event.by] is not None:
        raise Refused(f"{side_name(state, event.by)} has a hand.", reason="drawn", rule="MG-3")
    deck = {one: card.copies for one, card in CARDS.printed.items()}
    drawn = Counter(dict(dice.ask(Draw(deck, HAND, f"{side_name(state, event.by)} draws"))))
    hand = tuple(sorted(drawn.elements()))
    dice.explain(f"{side_name(state, event.by)} holds {', '.join(hand)}", "MG-3")
    return replace(state, hands={**state.hands, event.by: hand}), {"cards": len(hand)}


@dataclass(frozen=True, kw_only=True)
class Shoot(Event):
    by: str = fact(OneOf(ARMIES.sides), known=lambda place: place.state.next)
    unit: str = fact(Ref("units"), ask="Who shoots?", among=all_units, rules=("MG-1",))
    target: str = fact(Ref("units"), ask="At whom?", among=all_units, rules=("MG-2",))
    cover: bool = fact(YesNo(), False, ask="Is {target} in cover?", rules=("MG-2",))
    dodge: bool = fact(
        YesNo(),
        False,
        ask="Does {target} dodge?",
        whose=lambda place: place.state.other,
        alone=lambda place: True,  # whether it could would tell which cards are in hand
        rules=("MG-4",),
    )


def shoot(state: State, event: Shoot, dice: Dice) -> Played:
    """Shoot; when the shot has hit, the other side may dodge (MG-2, MG-4)."""
    acting(state, event.by)
    check_unit(state, event.unit, event.by, "not-yours", "MG-1")
    check_unit(state, event.target, state.other, "no-target", "MG-2")
    weapon = state.units[event.unit].kind.weapon
    hits = dice.settle(SHOOT, Shot(house=state.house, weapon=weapon, cover=event.cover)).hits
    after = replace(state, next=state.other)
    if hits and event.dodge:
        check_card(state, state.other, "dodge", "MG-4")
        dice.explain(f"{name(state, event.target)} dodges", "MG-4")
        return after.without_card(state.other, "dodge"), {"wounds": 0, "dodged": True}
    return after.with_wounds(event.target, hits), {"wounds": hits, "dodged": False}


@dataclass(frozen=True, kw_only=True)
class PlayCard(Event):
    by: str = fact(OneOf(ARMIES.sides), known=lambda place: place.state.next)
    card: str = fact(
        OneOf(tuple(CARDS.printed)), ask="Which card?", among=in_hand, alone=lambda place: True, rules=("MG-3",)
    )
    unit: str = fact(Ref("units"), ask="For whom?", among=all_units, rules=("MG-5",))


def play_card(state: State, event: PlayCard, dice: Dice) -> Played:
    """Play a Patch, the only card for one's own turn (MG-5)."""
    acting(state, event.by)
    if not any(unit.wounds and unit.stands for unit in state.units.values() if unit.side == event.by):
        raise Refused(f"Nobody of {side_name(state, event.by)} is wounded.", reason="no-wound", rule="MG-5")
    if not state.hands[event.by]:
        raise Refused(f"{side_name(state, event.by)} holds no card.", reason="no-card", rule="MG-3")
    check_card(state, event.by, event.card, "MG-3")
    if event.card != "patch":
        raise Refused("A Dodge is played when somebody shoots.", reason="not-now", rule="MG-4")
    check_unit(state, event.unit, event.by, "not-yours", "MG-5")
    if not state.units[event.unit].wounds:
        raise Refused(f"{name(state, event.unit)} has no wound.", reason="no-wound", rule="MG-5")
    dice.explain(f"{name(state, event.unit)} loses a wound", "MG-5")
    after = state.without_card(event.by, "patch").with_wounds(event.unit, -1)
    return replace(after, next=state.other), {"patched": event.unit}


EVENTS = (
    EventKind(
        id="draw",
        title="Draw a hand",
        key="d",
        cls=DrawHand,
        play=draw,
        rules=("MG-3",),
        due=lambda state: state.undrawn is not None,
        hides=lambda state, event, result, side: side != event.by and not state.winner,
    ),
    EventKind(id="shoot", title="Shoot", key="f", cls=Shoot, play=shoot, rules=("MG-1", "MG-2", "MG-4")),
    EventKind(
        id="card", title="Play a card", key="c", cls=PlayCard, play=play_card, rules=("MG-3", "MG-5"), rolls=False
    ),
)


def headline(state: State) -> str:
    """Whose turn it is, or who has won."""
    who = state.winner or state.undrawn or state.next
    return f"{side_name(state, who)} {'has won' if state.winner else 'draws' if state.undrawn else 'acts'}."


GAME = Game(
    events={kind.id: kind for kind in EVENTS},
    state=State,
    begin=begin,
    over=lambda state: state.winner is not None,
    headline=headline,
    seen_by=seen_by,
    set_up=ArmySetUp,
    seats=ARMIES.seats,
    side_name=side_name,
    name=name,
)
