"""Events of close combat and its aftermath: contact, cc-round, casualties, new-leader, goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from ....api import Answer, Dice, EventKind, Given, Illegal, ListOf, MapOf, Place, Record, Ref, Stage, Whole, fact
from ..casualties import Casualties, Survivor, WinnersPot, casualties
from ..counters import SIDES, Side, other
from ..melee import (
    CC_FIGHT,
    CC_ROUND,
    CombatFight,
    CombatRound,
    Fighter,
    Fighters,
    Placement,
    Pool,
    RoundResult,
    SidePlacement,
    cc_pool,
    check_placement,
)
from ..tables import GUNS
from . import stories
from .gate import SideEvent, check_phase, models
from .state import Combat, Model, State, new_leader, refuse, remove, settle_leader
from .words import kind_of

Played = tuple[State, dict[str, Any]]


# --- base contact ---


def _tokens_matter(side: Side, place: Place[State]) -> bool:
    """Tokens are asked where a gun is there, armour faces it, and the house table is silent (TD-CC-3)."""
    fighters = [place.state.models[one] for one in place.event.models]
    guns = [gun for model in fighters if model.side == side for gun in model.weapons if gun in GUNS]
    silent = any(place.state.house.number("guns", gun, "ap_tokens") is None for gun in guns)
    return silent and any(model.armour for model in fighters)


def _how_many_tokens(side: Side) -> Any:
    return fact(
        Whole(0, 500),
        None,
        ask=lambda place: f"How many armour-piercing tokens has {place.state.side_name(side)}?",
        when=lambda place: _tokens_matter(side, place),
        usual=lambda place: 0,
        rules=("TD-CC-3",),
    )


@dataclass(frozen=True, kw_only=True)
class SideTokens:
    a: int | None = _how_many_tokens("a")
    b: int | None = _how_many_tokens("b")


def movers_first(place: Place[State]) -> Iterator[Answer]:
    """The moving side's models, those that moved first."""
    moving = place.state.moving
    if moving:
        side = place.state.there(moving.by)
        yield from models(place.state, sorted(side, key=lambda model: model.id not in moving.models))


def their_enemies(place: Place[State]) -> Iterator[Answer]:
    if place.state.moving:
        yield from models(place.state, place.state.there(other(place.state.moving.by)))


def _all_movers(place: Place[State]) -> list[str]:
    return list(place.state.moving.models) if place.state.moving else []


@dataclass(frozen=True, kw_only=True)
class Contact(SideEvent):
    models: tuple[str, ...] = fact(
        ListOf(Ref("models"), distinct=True),
        ask="Which models are in base contact, on both sides?",
        stages=(
            Stage("Which of the moving side's models are in base contact?", movers_first, _all_movers),
            Stage("Which enemy models are in base contact with them?", their_enemies),
        ),
        rules=("TD-CC-1",),
    )
    tokens: SideTokens = fact(Record(SideTokens), SideTokens(), help="armour-piercing tokens of each side")


def play_contact(state: State, event: Contact, dice: Dice) -> Played:
    """A move ends in base contact: close combat begins at once (TD-MOVE-6, TD-CC-1, TD-CC-2, TD-CC-3, TD-CC-4)."""
    check_phase(state)
    if state.moving is None or state.moving.kind == "pivot":
        raise refuse("TD-CC-1", "no-move")
    if not state.moving.models:
        raise refuse("TD-CC-1", "no-mover")
    for one in event.models:
        if state.models[one].out:
            raise refuse("TD-UNIT-1", "model-out", model=one)
    fighters = [state.models[one] for one in event.models]
    if {model.side for model in fighters} != set(SIDES):
        raise refuse("TD-CC-1", "one-side-only")
    if not set(event.models) & set(state.moving.models):
        raise refuse("TD-CC-1", "no-mover")
    attacker = state.moving.by
    first, second = (_pool(state, fighters, side, event.tokens, dice) for side in (attacker, other(attacker)))
    dice_of = {model.id: _fighter(state, model).dice for model in fighters}
    state = replace(state, moving=None, combat=Combat(attacker, 0, (first, second), (first, second), dice_of))
    return _settle(state, {"attacker": first, "defender": second, "cc_dice": dict(dice_of)}, dice)


def _fighter(state: State, model: Model) -> Fighter:
    return Fighter(
        kind=model.kind,
        leader_bonus=model.bonus,
        status=model.status,
        armour=model.armour,
        ap_tokens=printed_tokens(state, model),
    )


def printed_tokens(state: State, model: Model) -> int:
    """Armour-piercing tokens that a model's gun brings by the house table, 0 where it is blank (TD-CC-3)."""
    guns = [weapon for weapon in model.weapons if weapon in GUNS]
    return sum(state.house.number("guns", gun, "ap_tokens") or 0 for gun in guns)


def _pool(state: State, fighters: Sequence[Model], side: Side, tokens: SideTokens, dice: Dice) -> Pool:
    own = [model for model in fighters if model.side == side]
    dice.explain(f"{state.role_name(side)}: {', '.join(model.id for model in own)}", "TD-CC-1")
    pool = cc_pool(Fighters(house=state.house, models=tuple(_fighter(state, model) for model in own)), dice)
    stated = tokens.a if side == "a" else tokens.b
    pool = pool if stated is None else replace(pool, tokens=stated)
    dice.explain(f"in all {pool.words}", "TD-CC-2", *(["TD-CC-3"] if pool.armour or pool.tokens else []))
    return pool


def _settle(state: State, result: dict[str, Any], dice: Dice) -> Played:
    """Has a side no close combat dice left? Then its models are removed and the winner counts its pot (TD-CC-8)."""
    combat = state.combat
    assert combat is not None
    result = {**result, "winner": None, "removed": []}
    cc = [pool.cc for pool in combat.pools]
    if all(cc):
        return state, result
    if not any(cc):
        dice.explain("neither side has close combat dice: nothing happens", "TD-CC-4")
        return replace(state, combat=None), result
    winner = combat.attacker if cc[0] else combat.defender
    combat = replace(combat, winner=winner)
    pot = combat.pot
    assert pot is not None
    lost = tuple(sorted(one for one in combat.cc_dice if state.models[one].side != winner))
    dice.explain(f"{state.side_name(winner)} wins the close combat; removed: {', '.join(lost)}", "TD-CC-8")
    state = remove(replace(state, combat=combat if pot["cc"] else None), lost, dice)
    return state, {**result, "winner": winner, "removed": list(lost), "pot": pot}


# --- rounds ---


def _role(place: Place[State]) -> str:
    """Attacker or defender: the side whose placement it is."""
    return str(place.path[1])


def _placer(place: Place[State]) -> Side:
    combat = place.state.combat
    assert combat is not None
    return combat.attacker if _role(place) == "attacker" else combat.defender


def armour_faces(place: Place[State]) -> list[int]:
    """The armour dice of the side on the table, in rolled order."""
    assert place.state.combat is not None
    attacker, defender = place.state.combat.pools
    mine = place.faces[: attacker.cc + attacker.armour][attacker.cc :]
    theirs = place.faces[attacker.cc + attacker.armour :][defender.cc :]
    return mine if _role(place) == "attacker" else theirs


def _columns(place: Place[State]) -> range:
    """Columns on offer: every pair, and room for all armour beyond them."""
    assert place.state.combat is not None
    pools = place.state.combat.pools
    return range(1, max(*(pool.cc for pool in pools), *(pool.armour for pool in pools)) + 1)


def armour_places(place: Place[State]) -> Iterator[Answer]:
    """Every armour die that is not placed, in every free column: which one goes first is the player's (TD-CC-10)."""
    faces, taken = armour_faces(place), list(place.items)
    waiting = {face: at for at, face in enumerate(faces) if at >= len(taken) or taken[at] is None}
    for face in sorted(waiting, reverse=True):
        for column in _columns(place):
            if column not in taken:
                yield Answer([waiting[face], column], f"the {face} in column {column}", f"{face}{column}")


def put_armour(place: Place[State], items: Sequence[Any], value: Any) -> list[Any]:
    """The columns in rolled order of the dice; those not placed yet are holes."""
    die, column = value
    columns = list(items) or [None] * len(armour_faces(place))
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
    return f"{_role(place)}: which {what} goes where? (pairs, attacker first: {pairs})"


def token_places(place: Place[State]) -> Iterator[Answer]:
    """The columns that have no token of this side yet, while it has tokens left (TD-CC-10)."""
    assert place.state.combat is not None
    pool = place.state.combat.pools[0 if _role(place) == "attacker" else 1]
    if len(place.items) < pool.tokens:
        free = (column for column in _columns(place) if column not in place.items)
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
        whose=_placer,
        rules=("TD-CC-10",),
    )
    tokens: tuple[int, ...] = fact(
        ListOf(Whole(1)), (), ask=_place_text, among=token_places, one_by_one=True, whose=_placer, rules=("TD-CC-10",)
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


def play_round(state: State, event: Round, dice: Dice) -> Played:
    """One round of the close combat (TD-CC-5, TD-CC-6, TD-CC-7, TD-CC-8, TD-CC-10)."""
    check_phase(state, "close-combat")
    assert state.combat is not None
    attacker, defender = state.combat.pools
    placement = event.placement if state.house["close_combat"] == "variant-2" else None
    fight = CombatFight(house=state.house, attacker=attacker, defender=defender)
    situation = CombatRound(house=state.house, attacker=attacker, defender=defender, placement=placement)
    dice.hands(attacker=state.combat.attacker, defender=state.combat.defender)
    outcome = dice.settle(CC_ROUND, situation, foresee=(CC_FIGHT, fight))
    if isinstance(outcome, Illegal):
        raise refuse(outcome.rule, outcome.reason, outcome.text)
    assert isinstance(outcome, RoundResult)
    combat = replace(state.combat, rounds=state.combat.rounds + 1, pools=(outcome.attacker, outcome.defender))
    dice.explain(f"that was round {combat.rounds}", "TD-CC-8")
    state, result = _settle(replace(state, combat=combat), {}, dice)
    return state, {
        "round": combat.rounds,
        "columns": list(outcome.columns),
        "attacker": outcome.attacker,
        "defender": outcome.defender,
        "pots": outcome.pots,
        **result,
    }


def round_words(state: State) -> str:
    """What the next round is, for the menu."""
    combat = state.combat
    if combat is None:
        return ""
    return f"round {combat.rounds + 1}: {combat.pools[0].cc} dice against {combat.pools[1].cc}"


# --- casualties ---


def casualties_situation(state: State, allot: Mapping[str, int] | None) -> Casualties:
    """What the winner of the combat has to lose."""
    combat = state.combat
    assert combat is not None and combat.winner is not None and combat.pot is not None
    fighters = [state.models[one] for one in combat.cc_dice if state.models[one].side == combat.winner]
    survivors = tuple(Survivor(id=one.id, dice=combat.cc_dice[one.id], armour=one.armour) for one in fighters)
    return Casualties(house=state.house, pot=WinnersPot(**combat.pot), models=survivors, allot=allot)


def _several_vehicles(place: Place[State]) -> bool:
    plain = casualties_situation(place.state, None)
    return plain.pot.armour > 0 and sum(model.armour is not None for model in plain.models) > 1


def allotments(place: Place[State]) -> Iterator[Answer]:
    """Every way to spread the armour that is lost over the vehicles (TD-CC-9)."""
    plain = casualties_situation(place.state, None)
    vehicles = {model.id: model.armour for model in plain.models if model.armour is not None}
    most = min(plain.pot.armour, sum(vehicles.values()))
    for losses in product(*(range(min(armour, most), -1, -1) for armour in vehicles.values())):
        if sum(losses) == most:
            spread = dict(zip(vehicles, losses, strict=True))
            yield Answer(spread, ", ".join(f"{one} loses {lost}" for one, lost in spread.items()))


MOST_LISTED = 60  # choices of casualties in one menu


def choices_of_fallen(place: Place[State]) -> Iterator[Answer]:
    """Every choice of models that the pot allows, with what they are (TD-CC-9, TD-R51)."""
    allot = place.event.allot if _several_vehicles(place) else None
    losses = casualties(casualties_situation(place.state, allot), Given(()))
    if isinstance(losses, Illegal):
        return
    for option in losses.options[:MOST_LISTED]:
        words = ", ".join(f"{one} ({kind_of(place.state, place.state.models[one])})" for one in option)
        yield Answer(list(option), words or "nobody")


@dataclass(frozen=True, kw_only=True)
class CasualtiesEvent(SideEvent):
    allot: Mapping[str, int] | None = fact(
        MapOf(Whole(), names=Ref("models")),
        None,
        ask="How much armour does each vehicle lose?",
        among=allotments,
        when=_several_vehicles,
        rules=("TD-CC-9",),
    )
    remove: tuple[str, ...] = fact(
        ListOf(Ref("models"), distinct=True),
        (),
        ask="Which models fall?",
        among=choices_of_fallen,
        whole=True,
        rules=("TD-CC-9", "TD-R51"),
    )


def play_casualties(state: State, event: CasualtiesEvent, dice: Dice) -> Played:
    """The winner pays for its victory: armour first, then models (TD-CC-9)."""
    check_phase(state, "casualties")
    assert state.combat is not None
    if event.by != state.combat.winner:
        raise refuse("TD-CC-9", "not-the-winner")
    plain = casualties_situation(state, None)
    vehicles = [model.id for model in plain.models if model.armour is not None]
    if event.allot is not None and not set(event.allot) <= set(vehicles):
        raise refuse("TD-CC-9", "bad-allotment")
    losses = casualties(replace(plain, allot=event.allot), dice)
    if isinstance(losses, Illegal):
        raise refuse(losses.rule, losses.reason, losses.text)
    if tuple(sorted(event.remove)) not in losses.options:
        raise refuse("TD-CC-9", "bad-choice", options=[list(option) for option in losses.options])
    state = replace(state, combat=None)
    state = state.put(*(replace(state.models[one], armour=left) for one, left in losses.armour.items()))
    removed = tuple(sorted((*losses.vehicles_removed, *event.remove)))
    return remove(state, removed, dice), {"armour": dict(losses.armour), "removed": list(removed)}


def pot_words(state: State) -> str:
    """What the winner has to pay, for the menu."""
    pot = state.combat.pot if state.combat else None
    return f"{pot['cc']} close combat and {pot['armour']} armour dice in the pot" if pot else ""


# --- leaders and goals ---


def leaderless(place: Place[State]) -> Iterator[Answer]:
    """Units that wait for a new leader."""
    for unit in place.state.leaderless:
        yield Answer(unit, place.state.units[unit].name)


@dataclass(frozen=True, kw_only=True)
class NewLeader(SideEvent):
    unit: str = fact(Ref("units"), ask="Which unit?", among=leaderless, menu=True)
    model: str = fact(
        Ref("models"),
        ask="Who leads {unit} now?",
        among=lambda place: models(place.state, place.state.members(place.event.unit)),
        rules=("TD-UNIT-4",),
    )


def play_new_leader(state: State, event: NewLeader, dice: Dice) -> Played:
    """The owner names another member as leader, with bonus 0 (TD-UNIT-4)."""
    check_phase(state, "leader")
    unit = state.units[event.unit]
    if unit.id not in state.leaderless:
        raise refuse("TD-UNIT-4", "leader-alive")
    if unit.side != event.by:
        raise refuse("TD-UNIT-1", "not-your-model", model=event.model)
    model = state.models[event.model]
    if model.unit != unit.id:
        raise refuse("TD-UNIT-4", "not-a-member", model=event.model)
    if model.out:
        raise refuse("TD-UNIT-1", "model-out", model=event.model)
    dice.explain(f"{model.id} leads {unit.id} now, with bonus 0", "TD-UNIT-4")
    return settle_leader(new_leader(state, model), unit.id), {"unit": unit.id, "leader": model.id}


def play_goal(state: State, event: SideEvent, dice: Dice) -> Played:
    """A side has reached the goal of the scenario; the battle is over (TD-TURN-6)."""
    if state.goal:
        raise refuse("TD-TURN-6", "game-over")
    dice.explain(f"{state.side_name(event.by)} has reached the goal of the scenario", "TD-TURN-6")
    return replace(state, goal=event.by, moving=None), {"winner": event.by}


EVENTS = (
    EventKind(
        id="contact",
        title="Base contact",
        key="c",
        detail="a move has reached the enemy",
        interrupt=True,
        cls=Contact,
        play=play_contact,
        story=stories.met,
        rules=("TD-CC-1", "TD-CC-2", "TD-CC-3", "TD-CC-4", "TD-MOVE-6"),
    ),
    EventKind(
        id="cc-round",
        title="Close combat",
        key="c",
        detail=round_words,
        due=True,
        cls=Round,
        play=play_round,
        story=stories.fought,
        meant=placement_is_meant,
        rules=("TD-CC-5", "TD-CC-6", "TD-CC-7", "TD-CC-8", "TD-CC-10"),
    ),
    EventKind(
        id="casualties",
        title="Casualties of the winner",
        key="c",
        detail=pot_words,
        due=True,
        cls=CasualtiesEvent,
        play=play_casualties,
        story=stories.paid,
        rules=("TD-CC-9",),
    ),
    EventKind(
        id="new-leader",
        title="A new leader",
        key="e",
        due=True,
        cls=NewLeader,
        play=play_new_leader,
        story=stories.leads,
        rules=("TD-UNIT-4",),
    ),
    EventKind(
        id="goal",
        title="Goal reached",
        key="w",
        detail="that side has won",
        cls=SideEvent,
        play=play_goal,
        story=stories.reached,
        rules=("TD-TURN-6", "TD-SCEN-1"),
    ),
)
