"""The event cc-round: a round of close combat, and where people put armour dice and tokens (variant 2, TD-CC-10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ....api import Answer, Dice, ListOf, Place, Record, Whole, count_text, dataclass, fact, plays
from ..counters import Side
from ..fighting import CC_FIGHT, CC_ROUND, CombatFight, CombatRound, RoundResult
from ..placement import Placement, SidePlacement, check_placement
from . import stories
from .contact import settle_combat
from .gate import check_phase
from .questions import SideEvent
from .state import Played, State


def _placing_role(place: Place[State]) -> str:
    """Attacker or defender: the side whose placement it is."""
    return str(place.path[1])


def _placing_side(place: Place[State]) -> Side:
    combat = place.state.combat
    assert combat is not None
    return combat.attacker if _placing_role(place) == "attacker" else combat.defender


def armour_faces(place: Place[State]) -> list[int]:
    """The armour dice of the side on the table, in rolled order."""
    assert place.state.combat is not None
    attacker, defender = place.state.combat.pools
    mine = place.faces[: attacker.cc + attacker.armour][attacker.cc :]
    theirs = place.faces[attacker.cc + attacker.armour :][defender.cc :]
    return mine if _placing_role(place) == "attacker" else theirs


def _column_range(place: Place[State]) -> range:
    """Columns on offer: every pair, and room for all armour beyond them."""
    assert place.state.combat is not None
    pools = place.state.combat.pools
    return range(1, max(*(pool.cc for pool in pools), *(pool.armour for pool in pools)) + 1)


def _placed_columns(place: Place[State], items: Sequence[int | None]) -> list[int | None]:
    """The columns of the armour dice in rolled order, holes for those that are not placed yet."""
    return list(items) or [None] * len(armour_faces(place))


def armour_places(place: Place[State]) -> Iterator[Answer]:
    """Every armour die that is not placed, in every free column: which one goes first is the player's (TD-CC-10)."""
    faces, taken = armour_faces(place), _placed_columns(place, place.items)
    waiting = {face: at for at, face in enumerate(faces) if taken[at] is None}
    for face in sorted(waiting, reverse=True):
        for column in _column_range(place):
            if column not in taken:
                yield Answer([waiting[face], column], f"the {face} in column {column}", f"{face}{column}")


def put_armour(place: Place[State], items: Sequence[int | None], value: tuple[int, int]) -> list[int | None]:
    """The columns with one more armour die in its place."""
    die, column = value
    columns = _placed_columns(place, items)
    columns[die] = column
    return columns


def _place_text(place: Place[State]) -> str:
    """The pairs as they lie, so that one sees what an armour die is good for."""
    assert place.state.combat is not None
    attacker, defender = place.state.combat.pools
    start = attacker.cc + attacker.armour
    ours = sorted(place.faces[: attacker.cc], reverse=True)
    theirs = sorted(place.faces[start : start + defender.cc], reverse=True)
    pairs = ", ".join(f"{n}: {a}-{b}" for n, (a, b) in enumerate(zip(ours, theirs, strict=False), 1))
    what = "armour die" if place.fact.name == "armour" else "token"
    return f"{_placing_role(place)}: which {what} goes where? (pairs, attacker first: {pairs})"


def token_places(place: Place[State]) -> Iterator[Answer]:
    """The columns that have no token of this side yet, while it has tokens left (TD-CC-10)."""
    assert place.state.combat is not None
    attacker, defender = place.state.combat.pools
    pool = attacker if _placing_role(place) == "attacker" else defender
    if len(place.items) < pool.tokens:
        free = (column for column in _column_range(place) if column not in place.items)
        yield from (Answer(column, f"column {column}", str(column)) for column in free)


@dataclass(frozen=True, kw_only=True)
class TableSide(SidePlacement):
    armour: tuple[int, ...] = fact(
        ListOf(Whole(1)),
        (),
        ask=_place_text,
        among=armour_places,
        one_by_one=True,
        put=put_armour,
        whose=_placing_side,
        rules=("TD-CC-10",),
    )
    tokens: tuple[int, ...] = fact(
        ListOf(Whole(1)),
        (),
        ask=_place_text,
        among=token_places,
        one_by_one=True,
        whose=_placing_side,
        rules=("TD-CC-10",),
    )


@dataclass(frozen=True, kw_only=True)
class TablePlacement(Placement):
    attacker: TableSide = fact(Record(TableSide), TableSide())
    defender: TableSide = fact(Record(TableSide), TableSide())


@dataclass(frozen=True, kw_only=True)
class Round(SideEvent):
    placement: TablePlacement | None = fact(
        Record(TablePlacement),
        None,
        ask="Where do armour dice and tokens go?",
        help="variant 2: where armour dice and tokens go",
    )


def placement_is_meant(state: State, event: Round) -> None:
    """Dice are placed under variant 2 only. Errors: `Malformed`."""
    check_placement(event.placement, state.house)


def round_words(state: State) -> str:
    """What the next round is, for the menu."""
    combat = state.combat
    if combat is None:
        return ""
    mine, theirs = combat.pools
    return f"round {combat.rounds + 1}: {count_text(mine.cc, 'die', 'dice')} against {theirs.cc}"


@plays(
    "cc-round",
    Round,
    rules=("TD-CC-5", "TD-CC-6", "TD-CC-7", "TD-CC-8", "TD-CC-10"),
    story=stories.round_story,
    detail=round_words,
    meant=placement_is_meant,
    due=True,
)
def cc_round(state: State, event: Round, dice: Dice) -> Played:
    """One round of the close combat."""
    check_phase(state, "close-combat")
    assert state.combat is not None
    attacker, defender = state.combat.pools
    placement = event.placement if state.house["close_combat"] == "variant-2" else None
    fight = CombatFight(house=state.house, attacker=attacker, defender=defender)
    situation = CombatRound(house=state.house, attacker=attacker, defender=defender, placement=placement)
    dice.assign_dice(attacker=state.combat.attacker, defender=state.combat.defender)
    outcome: RoundResult = dice.settle(CC_ROUND, situation, foresee=(CC_FIGHT, fight))
    combat = replace(state.combat, rounds=state.combat.rounds + 1, pools=(outcome.attacker, outcome.defender))
    state, result = settle_combat(replace(state, combat=combat), {}, dice)
    return state, {
        "round": combat.rounds,
        "columns": list(outcome.columns),
        "attacker": outcome.attacker,
        "defender": outcome.defender,
        "pots": outcome.pots,
        **result,
    }
