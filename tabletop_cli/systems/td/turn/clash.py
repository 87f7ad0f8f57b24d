"""The aside `clash`: the odds of a close combat that a move would begin, before anybody moves."""

from __future__ import annotations

from dataclasses import replace

from ....api import Dice, ListOf, OneOf, Ref, Stage, dataclass, fact, plays
from ..counters import SIDES, Side
from ..fighting import CC_FIGHT, CombatFight
from . import contact
from .candidates import enemy_models, own_models, side_answers
from .gate import check_phase
from .state import Moving, Played, State


@dataclass(frozen=True, kw_only=True)
class Clash(contact.Contact):
    by: Side = fact(
        OneOf(SIDES),
        ask="Which side would move in?",
        among=side_answers,
        usual=lambda place: place.state.expected,
        says="{} would move in",
    )
    models: tuple[str, ...] = fact(
        ListOf(Ref("models"), distinct=True),
        stages=(
            Stage("Which models would move in?", own_models),
            Stage("Which enemy models would they be in base contact with?", enemy_models),
        ),
        rules=("TD-CC-1", "TD-CC-2"),
    )


@plays("clash", Clash, rules=("TD-CC-1", "TD-CC-2", "TD-CC-8", "TD-CC-11"))
def clash(state: State, event: Clash, dice: Dice) -> Played:
    """The fight as it would be, had these models moved in; nothing of it happens."""
    check_phase(state)
    by = event.by
    movers = tuple(one for one in event.models if state.models[one].side == by)
    moved = replace(state, moving=Moving("move", by, movers, in_catch_up=False))
    met, _ = contact.contact.play(moved, event, dice)
    if met.combat is not None:
        attacker, defender = met.combat.pools
        dice.settle(CC_FIGHT, CombatFight(house=state.house, attacker=attacker, defender=defender))
    return state, {}
