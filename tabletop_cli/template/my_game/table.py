"""What stands on the table: units, whose hands hold what, whose turn it is (MG-1, MG-3)."""

from collections.abc import Mapping

from tabletop_cli.api import Armies, ArmySetUp, House, JsonMapping, System, dataclass, named_side, read_record, replace

from .tables import Kind

ARMIES = Armies(("a", "b"))
HAND = 3
UNSEEN = "?"


@dataclass(frozen=True)
class Unit:
    """A unit and the wounds that it has."""

    side: str
    kind: Kind
    wounds: int = 0

    @property
    def stands(self) -> bool:
        return self.wounds < self.kind.wounds


@dataclass(frozen=True)
class State:
    """A battle. `hands` are the cards of each side, None before it has drawn; `next` is the side whose turn it is."""

    house: House
    names: Mapping[str, str]
    units: Mapping[str, Unit]
    hands: Mapping[str, tuple[str, ...] | None]
    next: str = "a"

    @property
    def other(self) -> str:
        """The side that waits."""
        return "b" if self.next == "a" else "a"

    @property
    def undrawn(self) -> str | None:
        """The first side that has no hand yet."""
        return next((side for side, hand in self.hands.items() if hand is None), None)

    @property
    def winner(self) -> str | None:
        standing = {unit.side for unit in self.units.values() if unit.stands}
        return standing.pop() if len(standing) == 1 else None

    def without_card(self, side: str, card: str) -> "State":
        """The state after a side has played a card."""
        left = list(self.hands[side] or ())
        left.remove(card)
        return replace(self, hands={**self.hands, side: tuple(left)})

    def with_wounds(self, unit: str, wounds: int) -> "State":
        """The state in which a unit has so many wounds more, or fewer."""
        one = self.units[unit]
        return replace(self, units={**self.units, unit: replace(one, wounds=max(0, one.wounds + wounds))})


def begin(set_up: JsonMapping, system: System) -> State:
    """The first state. Errors: `Malformed` for armies that may not play."""
    read_record(ArmySetUp, set_up, "setup")
    seated, units = ARMIES.read_seats(set_up, system), dict[str, Unit]()
    for side, army in seated.lists.items():
        kinds = [unit.row for unit in army.units for _ in range(unit.count)]
        units |= {f"{side}{number}": Unit(side, kind) for number, kind in enumerate(kinds, 1)}
    return State(seated.house, seated.names, units, dict.fromkeys(seated.lists))


def seen_by(state: State, side: str | None) -> State:
    """The state as a side knows it: the cards of the other are turned down until all is over (MG-3)."""
    if state.winner:
        return state
    hands = {one: hand if one == side or hand is None else (UNSEEN,) * len(hand) for one, hand in state.hands.items()}
    return replace(state, hands=hands)


def side_name(state: State, side: str) -> str:
    """A side as people know it: ``A (Lanterns)``."""
    return named_side(side, state.names)


def name(state: State, one: str) -> str:
    """A unit as people know it, ``a1 Scouts``, or a side."""
    return f"{one} {state.units[one].kind.name}" if one in state.units else side_name(state, one)
