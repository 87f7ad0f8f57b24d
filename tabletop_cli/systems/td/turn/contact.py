"""The event contact: a move has reached the enemy, and what a close combat costs whom once a side has no dice left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ....api import Answer, Dice, ListOf, Place, Record, Ref, Stage, Whole, dataclass, fact, plays, refuse
from ..counters import SIDES, Side, opponent_of
from ..melee import Fighter, Fighters, Pool, cc_pool
from . import stories
from .candidates import model_answers
from .gate import check_phase
from .naming import model_label
from .questions import SideEvent
from .state import Combat, Model, Played, State, remove_models


def _tokens_matter(side: Side, place: Place[State]) -> bool:
    """Tokens are asked where a gun is there, armour faces it, and the house table is silent (TD-CC-3)."""
    fighters = [place.state.models[one] for one in place.event.models]
    guns = [gun for model in fighters if model.side == side for gun in model.weapons if gun.armour_penetrating]
    silent = any(gun.known_value("ap_tokens", place.state.house) is None for gun in guns)
    return silent and any(model.armour for model in fighters)


def _how_many_tokens(side: Side) -> int | None:
    return fact(
        Whole(0, 500),
        None,
        ask=lambda place: f"How many armour-piercing tokens does {place.state.side_name(side)} have?",
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
        side = place.state.models_there(moving.by)
        yield from model_answers(place.state, sorted(side, key=lambda model: model.id not in moving.models))


def their_enemies(place: Place[State]) -> Iterator[Answer]:
    """The other side's models; to those that move up to them, all of a kind are alike."""
    state = place.state
    for one in state.models_there(opponent_of(state.moving.by)) if state.moving else ():
        yield Answer(one.id, model_label(state, one), like="vehicle" if one.is_vehicle else "infantry")


@dataclass(frozen=True, kw_only=True)
class Contact(SideEvent):
    models: tuple[str, ...] = fact(
        ListOf(Ref("models"), distinct=True),
        ask="Which models are in base contact, on both sides?",
        stages=(
            Stage(
                "Which of the moving side's models are in base contact?",
                movers_first,
                lambda place: list(place.state.on_the_move),
            ),
            Stage("Which enemy models are in base contact with them?", their_enemies),
        ),
        rules=("TD-CC-1",),
    )
    tokens: SideTokens = fact(Record(SideTokens), SideTokens(), help="armour-piercing tokens of each side")


@plays(
    "contact",
    Contact,
    rules=("TD-CC-1", "TD-CC-2", "TD-CC-3", "TD-CC-4", "TD-MOVE-6"),
    story=stories.contact_story,
    interrupt=True,
)
def contact(state: State, event: Contact, dice: Dice) -> Played:
    """A move ends in base contact: close combat begins at once."""
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
    dice.explain("base contact after the move: all models in contact fight at once, at no cost", "TD-MOVE-6", "TD-R64")
    first, second = (
        _side_pool(state, fighters, side, event.tokens, dice) for side in (attacker, opponent_of(attacker))
    )
    dice_of = {model.id: _make_fighter(state, model).dice for model in fighters}
    state = replace(state, moving=None, combat=Combat(attacker, 0, (first, second), (first, second), dice_of))
    return settle_combat(state, {"attacker": first, "defender": second, "cc_dice": dict(dice_of)}, dice)


def _make_fighter(state: State, model: Model) -> Fighter:
    return Fighter(
        name=model.id,
        kind=model.kind,
        leader_bonus=model.bonus,
        status=model.status,
        armour=model.armour,
        ap_tokens=printed_tokens(state, model),
    )


def printed_tokens(state: State, model: Model) -> int:
    """Armour-piercing tokens that a model's gun brings by the house table, 0 where it is blank (TD-CC-3)."""
    guns = [weapon for weapon in model.weapons if weapon.armour_penetrating]
    return sum(gun.known_value("ap_tokens", state.house) or 0 for gun in guns)


def _side_pool(state: State, fighters: Sequence[Model], side: Side, tokens: SideTokens, dice: Dice) -> Pool:
    own = [model for model in fighters if model.side == side]
    dice.explain(f"{state.role_name(side)}:", "TD-CC-1")
    pool = cc_pool(Fighters(house=state.house, models=tuple(_make_fighter(state, model) for model in own)), dice)
    stated = tokens.a if side == "a" else tokens.b
    if stated is None:
        return pool
    pool = replace(pool, tokens=stated)
    dice.explain(f"with the tokens that were named: {pool.words}", "TD-CC-2", "TD-CC-3")
    return pool


def settle_combat(state: State, result: dict[str, object], dice: Dice) -> Played:
    """Has a side no close combat dice left? Then its models are removed and the winner counts its pot (TD-CC-8)."""
    combat = state.combat
    assert combat is not None
    result = {**result, "winner": None, "removed": []}
    cc = [pool.cc for pool in combat.pools]
    if all(cc):
        return state, result
    if not any(cc):
        dice.explain("both sides have no close combat dice: nothing happens", "TD-CC-4", tell="now")
        return replace(state, combat=None), result
    winner = combat.attacker if cc[0] else combat.defender
    combat = replace(combat, winner=winner)
    pot = combat.pot
    assert pot is not None
    lost = tuple(sorted(one for one in combat.cc_dice if state.models[one].side != winner))
    text = f"{state.side_name(opponent_of(winner))} has no close combat dice left: {state.side_name(winner)} wins"
    dice.explain(text, "TD-CC-8", tell="reason")
    state = remove_models(replace(state, combat=combat if pot["cc"] else None), lost, dice)
    return state, {**result, "winner": winner, "removed": list(lost), "pot": pot}
