"""What damage does to a token: marks, casualties and the cards that pay for them, what has to be settled."""

from __future__ import annotations

from collections import Counter

from ....api import Dice, ShapedMapping, ShapedObject, dataclass, replace
from ..casualties import CASUALTY, ORDER, CardZones, Casualty, Lost
from ..crossfire import CROSSFIRE, Crossfire, Firing, Mark
from .state import BattleToken, State


def visible_losses(result: ShapedMapping) -> object:
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


def explain_no_token(dice: Dice) -> None:
    """Damage without a firing tile is left out of cross-fire (DU-XFIRE-3, DU-R20)."""
    dice.explain("damage by no token gets no cross-fire and gives none", "DU-XFIRE-3", "DU-R20")


def mark_of(by: BattleToken | None, observed: bool) -> Mark:
    """The mark that damage by a token leaves; None: by no token (DU-XFIRE-2, DU-XFIRE-3)."""
    if by is None:
        return Mark(by=None, at=None, side=None, observed=False)
    return Mark(by=by.id, at=by.at, side=by.side, observed=observed)


def apply_damage(
    state: State, target: BattleToken, dealt: int, left: tuple[int, int, bool], result: str, mark: Mark, dice: Dice
) -> tuple[State, Toll]:
    """Damage was dealt to a token: what is `left` on it (lethal, suppress, suppressed), and what comes of it."""
    lethal, suppress, suppressed = left
    marks = (*target.marks, replace(mark, amount=dealt)) if dealt else target.marks
    changed = replace(target, lethal=lethal, suppress=suppress, suppressed=suppressed, marks=marks)
    state = state.with_tokens(changed)
    if result == "casualty":
        return apply_casualty(state, changed, dice)
    if result == "destroyed":
        dice.explain(
            f"{target.id} is destroyed: {' '.join(state.objective) or 'do what the scenario says'}",
            "DU-R15",
            "DU-DMG-6",
            tell="now",
        )
        state = state.with_changed_token(target.id, destroyed=True)
        return replace(state, ask=(*state.ask, (target.id, DESTROYED))), Toll()
    return state, Toll()


def apply_casualty(state: State, token: BattleToken, dice: Dice) -> tuple[State, Toll]:
    """A casualty of a token and its crew: a card of each, or the token leaves (DU-CAS-1, DU-CAS-2, DU-CAS-3)."""
    if token.class_ == "vehicle":
        those = ", ".join((token.id, *token.crew))
        dice.explain(f"the vehicle and everyone aboard suffer a casualty: {those}", "DU-CAS-3")
    toll = Toll()
    for one in (token, *(state.tokens[member] for member in token.crew)):
        state, more = _lose_card_of(state, one, dice)
        toll += more
    if token.cardless:
        state = replace(state, ask=(*state.ask, (token.id, CARDLESS)))
    for gone in toll.tokens:
        state = leave_map(state, gone, dice)
    return state, toll


def _lose_card_of(state: State, token: BattleToken, dice: Dice) -> tuple[State, Toll]:
    """The card of one token, out of the cards of its own force; it leaves later, when all have paid."""
    side, air, unit = token.side or "", token.force == "air", token.unit or ""
    zones = CardZones(**{zone: dict(state.zones_of(side, air)[zone]) for zone in ORDER})
    found = dice.settle(CASUALTY, Casualty(house=state.house, unit=unit, zones=zones, cardless=token.cardless))
    casualties = Counter(state.zones_of(side, air)["casualties"])
    casualties.update(one.unit for one in found.removed if one.from_ in ORDER)
    state = state.with_zones(side, {**found.zones, "casualties": casualties}, air)
    return state, Toll(found.removed, (token.id,) if found.tokens_removed else ())


def leave_map(state: State, token: str, dice: Dice) -> State:
    """A token leaves the map; the crew of a vehicle is on foot in its tile then (DU-CAS-2)."""
    one = state.tokens[token]
    for member in one.crew:
        if not state.tokens[member].removed:
            dice.explain(f"{member} is on foot now, in the tile of {token}", "DU-CAS-2", "DU-CREW-1", tell="now")
        state = state.with_changed_token(member, aboard=None)
    if one.aboard:
        state = without_crew_member(state, one)
    return state.with_changed_token(token, removed=True, crew=(), aboard=None)


def without_crew_member(state: State, member: BattleToken) -> State:
    """The same, where somebody is not aboard any more; still in the tile of the vehicle."""
    vehicle = state.tokens[member.aboard or ""]
    left = tuple(one for one in vehicle.crew if one != member.id)
    return state.with_tokens(replace(vehicle, crew=left), replace(member, aboard=None))
