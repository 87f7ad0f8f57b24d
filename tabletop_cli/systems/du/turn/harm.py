"""What damage does to a token: marks, casualties and the cards that pay for them, what has to be settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ....api import Dice, ShapedMapping, ShapedObject
from ..casualties import CASUALTY, ORDER, CardZones, Casualty, Lost
from ..crossfire import CROSSFIRE, Crossfire, Firing, Mark
from .state import BattleToken, State


def shown(result: ShapedMapping) -> object:
    """What everybody sees of hidden cards: from which pile one was lost (DU-CAS-1)."""
    return result.get("cards_removed")


CARDLESS, DESTROYED = "cardless-casualty", "destroyed"  # why something is to be settled (DU-R50, DU-R15)


@dataclass(frozen=True)
class Toll:
    """Cards that were lost, and tokens that left the map."""

    cards: tuple[Lost, ...] = ()
    tokens: tuple[str, ...] = ()

    def __add__(self, other: Toll) -> Toll:
        return Toll(self.cards + other.cards, self.tokens + other.tokens)

    @property
    def told(self) -> ShapedObject:
        """The losses of a result."""
        cards = [{"unit": one.unit, "from": one.from_} for one in self.cards]
        return {"cards_removed": cards, "tokens_removed": list(self.tokens)}


def has_crossfire(state: State, by: BattleToken, observes: bool, target: BattleToken, dice: Dice) -> bool:
    """Whether a token has cross-fire at a target (DU-XFIRE-1, DU-XFIRE-2)."""
    assert by.at is not None, "it is on the map"
    firing = Firing(id=by.id, at=by.at, observes=observes, side=by.side)
    return dice.settle(CROSSFIRE, Crossfire(house=state.house, attacker=firing, marks=target.marks)).bonus > 0


def mark_of(by: BattleToken | None, observed: bool) -> Mark:
    """The mark that damage by a token leaves; None: by no token (DU-XFIRE-2, DU-XFIRE-3)."""
    if by is None:
        return Mark(by=None, at=None, side=None, observed=False)
    return Mark(by=by.id, at=by.at, side=by.side, observed=observed)


def hurt(
    state: State, target: BattleToken, dealt: int, left: tuple[int, int, bool], result: str, mark: Mark, dice: Dice
) -> tuple[State, Toll]:
    """Damage was dealt to a token: what is `left` on it (lethal, suppress, suppressed), and what comes of it."""
    lethal, suppress, suppressed = left
    marks = (*target.marks, replace(mark, amount=dealt)) if dealt else target.marks
    changed = replace(target, lethal=lethal, suppress=suppress, suppressed=suppressed, marks=marks)
    state = state.put(changed)
    if result == "casualty":
        return suffer(state, changed, dice)
    if result == "destroyed":
        dice.explain(f"{target.id} is destroyed: the players apply what the scenario says", "DU-R15", "DU-DMG-6")
        state = state.changed(target.id, destroyed=True)
        return replace(state, ask=(*state.ask, (target.id, DESTROYED))), Toll()
    return state, Toll()


def suffer(state: State, token: BattleToken, dice: Dice) -> tuple[State, Toll]:
    """A casualty of a token and its crew: a card of each, or the token leaves (DU-CAS-1, DU-CAS-2, DU-CAS-3)."""
    those = (token, *(state.tokens[one] for one in token.crew))
    side, air = token.side or "", token.force == "air"
    zones = CardZones(**{zone: dict(state.zones(side, air)[zone]) for zone in ORDER})
    crew = tuple(one.unit or "" for one in those[1:])
    case = Casualty(house=state.house, unit=token.unit or "", zones=zones, crew=crew, cardless=token.cardless)
    found = dice.settle(CASUALTY, case)
    casualties = Counter(state.zones(side, air)["casualties"])
    casualties.update(one.unit for one in found.removed if one.from_ in ORDER)
    state = state.with_zones(side, {**found.zones, "casualties": casualties}, air)
    if token.cardless:
        state = replace(state, ask=(*state.ask, (token.id, CARDLESS)))
    gone = tuple(_tokens(those, found.tokens_removed))
    for one in gone:
        state = leave_map(state, one, dice)
    return state, Toll(found.removed, gone)


def _tokens(those: Iterable[BattleToken], units: Iterable[str]) -> list[str]:
    """The tokens of units that leave the map, among those that suffered; of one unit the last."""
    left, found = Counter(units), list[str]()
    for one in reversed(tuple(those)):
        if one.unit and left[one.unit]:
            left[one.unit] -= 1
            found.insert(0, one.id)
    return found


def leave_map(state: State, token: str, dice: Dice) -> State:
    """A token leaves the map; the crew of a vehicle is on foot in its tile then (DU-CAS-2)."""
    one = state.tokens[token]
    for member in one.crew:
        if not state.tokens[member].removed:
            dice.explain(f"{member} is on foot now, in the tile of {token}", "DU-CAS-2", "DU-CREW-1")
        state = state.changed(member, aboard=None)
    if one.aboard:
        state = without(state, one)
    return state.changed(token, removed=True, crew=(), aboard=None)


def without(state: State, member: BattleToken) -> State:
    """The same, where somebody is not aboard any more; still in the tile of the vehicle."""
    vehicle = state.tokens[member.aboard or ""]
    left = tuple(one for one in vehicle.crew if one != member.id)
    return state.put(replace(vehicle, crew=left), replace(member, aboard=None))
