"""Events of close combat and its aftermath: contact, cc-round, casualties, new-leader, goal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ....api import Dice, EventKind, Illegal, ListOf, MapOf, Record, Situation, Text, Whole, fact
from ..casualties import Casualties, Survivor, WinnersPot, casualties
from ..counters import SIDES, Side, other
from ..melee import CombatFight, CombatRound, Fighter, Fighters, Placement, Pool, RoundResult, cc_pool, cc_round
from ..tables import GUNS
from .gate import SideEvent, all_different, check_phase, known_model, known_unit
from .state import Combat, Model, State, new_leader, refuse, remove, settle_leader

Played = tuple[State, dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class SideTokens:
    a: int | None = fact(Whole(0, 500), None)
    b: int | None = fact(Whole(0, 500), None)


@dataclass(frozen=True, kw_only=True)
class Contact(SideEvent):
    models: tuple[str, ...] = fact(ListOf(Text()), ask="Which models are in base contact, on both sides?")
    tokens: SideTokens = fact(Record(SideTokens), SideTokens(), ask="How many armour-piercing tokens has each side?")


def play_contact(state: State, event: Contact, dice: Dice) -> Played:
    """A move ends in base contact: close combat begins at once (TD-MOVE-6, TD-CC-1 to 4)."""
    fighters = [known_model(state, one) for one in event.models]
    all_different(event.models)
    check_phase(state)
    if state.moving is None or state.moving.kind == "pivot":
        raise refuse("TD-CC-1", "no-move")
    for model in fighters:
        if model.out:
            raise refuse("TD-UNIT-1", "model-out", model=model.id)
    if {model.side for model in fighters} != set(SIDES):
        raise refuse("TD-CC-1", "one-side-only")
    if not set(event.models) & set(state.moving.models):
        raise refuse("TD-CC-1", "no-mover")
    attacker = state.moving.by
    state = replace(state, moving=None)
    pools = tuple(_pool(state, fighters, side, event.tokens, dice) for side in (attacker, other(attacker)))
    dice_of = {model.id: _fighter(state, model).dice for model in fighters}
    state = replace(state, combat=Combat(attacker, 0, (pools[0], pools[1]), (pools[0], pools[1]), dice_of))
    return _settle(state, {"attacker": pools[0], "defender": pools[1], "cc_dice": dict(dice_of)}, dice)


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
    own = tuple(_fighter(state, model) for model in fighters if model.side == side)
    dice.explain(f"side {side}:")
    pool = cc_pool(Fighters(house=state.house, models=own), dice)
    stated = tokens.a if side == "a" else tokens.b
    return pool if stated is None else replace(pool, tokens=stated)


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
    dice.explain(f"{winner.upper()} wins the close combat; removed: {', '.join(lost)}", "TD-CC-8")
    state = remove(replace(state, combat=combat if pot["cc"] else None), lost)
    return state, {**result, "winner": winner, "removed": list(lost), "pot": pot}


@dataclass(frozen=True, kw_only=True)
class Round(SideEvent):
    placement: Placement | None = fact(Record(Placement), None, help="variant 2: where armour dice and tokens go")


def round_situation(state: State, event: Round) -> CombatRound:
    """The situation that a round stands for."""
    assert state.combat is not None
    attacker, defender = state.combat.pools
    return CombatRound(house=state.house, attacker=attacker, defender=defender, placement=event.placement)


def play_round(state: State, event: Round, dice: Dice) -> Played:
    """One round of the close combat (TD-CC-5 to 8, TD-CC-10)."""
    if event.placement is not None:
        CombatRound(house=state.house, attacker=_ANY, defender=_ANY, placement=event.placement)
    check_phase(state, "close-combat")
    outcome = cc_round(round_situation(state, event), dice)
    if isinstance(outcome, Illegal):
        raise refuse(outcome.rule, outcome.reason)
    assert isinstance(outcome, RoundResult) and state.combat is not None
    combat = replace(state.combat, rounds=state.combat.rounds + 1, pools=(outcome.attacker, outcome.defender))
    state, result = _settle(replace(state, combat=combat), {}, dice)
    told = {
        "round": combat.rounds,
        "columns": list(outcome.columns),
        "attacker": outcome.attacker,
        "defender": outcome.defender,
        "pots": outcome.pots,
    }
    return state, {**told, **result}


_ANY = Pool(cc=1)


def round_odds(state: State, event: Round) -> tuple[str, Situation] | None:
    """Before a round people want to know who will win the whole fight."""
    assert state.combat is not None
    attacker, defender = state.combat.pools
    if state.house["close_combat"] == "variant-2" and (attacker.armour or defender.armour):
        return None
    return "cc-fight", CombatFight(house=state.house, attacker=attacker, defender=defender)


@dataclass(frozen=True, kw_only=True)
class CasualtiesEvent(SideEvent):
    allot: Mapping[str, int] | None = fact(MapOf(Whole()), None, ask="How much armour does each vehicle lose?")
    remove: tuple[str, ...] = fact(ListOf(Text()), (), ask="Which models are removed?")


def casualties_situation(state: State, allot: Mapping[str, int] | None) -> Casualties:
    """What the winner of the combat has to lose."""
    combat = state.combat
    assert combat is not None and combat.winner is not None and combat.pot is not None
    own = [state.models[one] for one in combat.cc_dice if state.models[one].side == combat.winner]
    survivors = tuple(Survivor(id=one.id, dice=combat.cc_dice[one.id], armour=one.armour) for one in own)
    return Casualties(house=state.house, pot=WinnersPot(**combat.pot), models=survivors, allot=allot)


def play_casualties(state: State, event: CasualtiesEvent, dice: Dice) -> Played:
    """The winner pays for its victory: armour first, then models (TD-CC-9)."""
    for one in (*(event.allot or {}), *event.remove):
        known_model(state, one)
    all_different(event.remove)
    check_phase(state, "casualties")
    assert state.combat is not None
    if event.by != state.combat.winner:
        raise refuse("TD-CC-9", "not-the-winner")
    losses = casualties(_allotted(state, event), dice)
    if isinstance(losses, Illegal):
        raise refuse(losses.rule, losses.reason)
    if tuple(sorted(event.remove)) not in losses.options:
        raise refuse("TD-CC-9", "bad-choice", options=[list(option) for option in losses.options])
    state = replace(state, combat=None)
    state = state.put(*(replace(state.models[one], armour=left) for one, left in losses.armour.items()))
    removed = tuple(sorted((*losses.vehicles_removed, *event.remove)))
    return remove(state, removed), {"armour": dict(losses.armour), "removed": list(removed)}


def _allotted(state: State, event: CasualtiesEvent) -> Casualties:
    plain = casualties_situation(state, None)
    vehicles = [model.id for model in plain.models if model.armour is not None]
    if event.allot is not None and not set(event.allot) <= set(vehicles):
        raise refuse("TD-CC-9", "bad-allotment")
    return replace(plain, allot=event.allot)


@dataclass(frozen=True, kw_only=True)
class NewLeader(SideEvent):
    unit: str = fact(Text(), ask="Which unit?")
    model: str = fact(Text(), ask="Which model leads it now?")


def play_new_leader(state: State, event: NewLeader, dice: Dice) -> Played:
    """The owner names another member as leader, with bonus 0 (TD-UNIT-4)."""
    unit, model = known_unit(state, event.unit), known_model(state, event.model)
    check_phase(state, "leader")
    if unit.id not in state.leaderless:
        raise refuse("TD-UNIT-4", "leader-alive")
    if unit.side != event.by:
        raise refuse("TD-UNIT-1", "not-your-model", model=event.model)
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
    dice.explain(f"{event.by.upper()} has reached the goal of the scenario", "TD-TURN-6")
    return replace(state, goal=event.by), {"winner": event.by}


EVENTS = (
    EventKind(
        id="contact",
        title="Base contact",
        cls=Contact,
        play=play_contact,
        rules=("TD-CC-1", "TD-CC-2", "TD-CC-3", "TD-CC-4", "TD-MOVE-6"),
    ),
    EventKind(
        id="cc-round",
        title="A round of close combat",
        cls=Round,
        play=play_round,
        odds=round_odds,
        rules=("TD-CC-5", "TD-CC-6", "TD-CC-7", "TD-CC-8", "TD-CC-10"),
    ),
    EventKind(
        id="casualties", title="Casualties of the winner", cls=CasualtiesEvent, play=play_casualties, rules=("TD-CC-9",)
    ),
    EventKind(id="new-leader", title="A new leader", cls=NewLeader, play=play_new_leader, rules=("TD-UNIT-4",)),
    EventKind(id="goal", title="The goal is reached", cls=SideEvent, play=play_goal, rules=("TD-TURN-6", "TD-SCEN-1")),
)
