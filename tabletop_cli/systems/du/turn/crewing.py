"""Who is aboard: experts who trade actions, getting in and out (DU-CREW-1, DU-CREW-2, DU-CREW-3)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from ....api import Answer, Dice, Given, Nullable, Place, Ref, Refused, dataclass, fact, plays, refuse
from ..crews import CREW_ACTION, SUPPORTED, CrewAction, Vehicle
from ..pieces import INFANTRY
from ..profiles import expert_rows
from . import stories
from .gate import OfToken, acting_token, check_active, check_phase, tokens_of
from .harm import without_crew_member
from .naming import spot_text, token_label
from .state import BattleToken, Played, State


def _crewed_token(place: Place[State]) -> BattleToken:
    """The token that an event with an expert is about."""
    return place.state.tokens[place.get("by") or place.event.token]


def experts_aboard(place: Place[State]) -> Iterator[Answer]:
    """Nobody, or an expert who is aboard."""
    yield Answer(None, "nobody: an action of its own card", "-")
    for one in _crewed_token(place).crew:
        member = place.state.tokens[one]
        if member.expert:
            yield Answer(one, f"{token_label(place.state, member)}, {member.expert}", one)


def expert_of_card(place: Place[State]) -> str | None:
    """The expert aboard whose card was played for this, if the vehicle itself has none; else nobody in particular."""
    one, state = _crewed_token(place), place.state
    played = state.unspent.get(one.side or "", ())
    experts = (member for member in one.crew if state.tokens[member].expert and state.tokens[member].unit in played)
    return None if one.unit in played else next(experts, None)


def drive_of(state: State, vehicle: BattleToken, who: str) -> int | None:
    """How far a vehicle goes if an expert trades his move for it; None if he may not (DU-CREW-2)."""
    with suppress(Refused):
        return traded_value(state, vehicle, who, "move", "drive", Given(()))
    return None


def crew_fact(ask: str) -> str | None:
    """A fact: the expert aboard who trades an action of his card; asked for only where there is one."""
    found: str | None = fact(
        Nullable(Ref("tokens")),
        None,
        ask=ask,
        among=experts_aboard,
        usual=expert_of_card,
        when=lambda place: any(place.state.tokens[one].expert for one in _crewed_token(place).crew),
        rules=("DU-CREW-2", "DU-CREW-3"),
    )
    return found


def traded_value(state: State, vehicle: BattleToken, who: str, using: str, want: str, dice: Dice) -> int | None:
    """The value of what an expert does for an action of his card (DU-CREW-2, DU-CREW-3). Errors: `Refused`."""
    one = state.tokens[who]
    if one.expert is None:
        text = f"{who} is not an expert: only {', '.join(expert_rows())} can trade actions."
        raise refuse("DU-CREW-2", "not-expert", text, "DU-CREW-1")
    printed = expert_rows()[one.expert].initiative
    case = CrewAction(
        house=state.house,
        expert=one.expert,
        initiative=printed if one.initiative is None else one.initiative,
        card_actions=one.card_actions,
        using=using,
        want=want,
        crewing=who in vehicle.crew,
        vehicle=Vehicle(supports=tuple(act for act in vehicle.supports if act in SUPPORTED), light=vehicle.light),
        theatre=state.theatre,
    )
    return dice.settle(CREW_ACTION, case).value


# --- in and out ---


@dataclass(frozen=True, kw_only=True)
class Board(OfToken):
    vehicle: str = fact(
        Ref("tokens"),
        ask="Which vehicle does {token} board?",
        among=tokens_of(lambda place, one: one.class_ == "vehicle" and one.side == place.state.active),
        rules=("DU-CREW-1",),
    )


@plays("board", Board, rules=("DU-CREW-1",), rolls=False, story=stories.board_story)
def board(state: State, event: Board, dice: Dice) -> Played:
    """Infantry or crew gets into a vehicle of its side (DU-CREW-1)."""
    check_phase(state, "play")
    one = acting_token(state, event.token)
    if one.class_ not in INFANTRY:
        text = f"{one.id} is {one.class_}: only {' and '.join(INFANTRY)} can board vehicles."
        raise refuse("DU-CREW-1", "cannot-board", text)
    vehicle = state.tokens[event.vehicle]
    if vehicle.class_ != "vehicle" or vehicle.side != one.side or not vehicle.there:
        text = f"{vehicle.id} is not a vehicle of its side on the map."
        raise refuse("DU-CREW-1", "cannot-board", text)
    dice.explain(f"{one.id} boards {vehicle.id}, {spot_text(state, vehicle.at)}", "DU-CREW-1")
    aboard = replace(one, at=vehicle.at, aboard=vehicle.id)
    return state.with_tokens(aboard, replace(vehicle, crew=(*vehicle.crew, one.id))), {}


@plays("leave", OfToken, rules=("DU-CREW-1",), rolls=False, story=stories.leave_story)
def leave(state: State, event: OfToken, dice: Dice) -> Played:
    """Somebody gets out, on foot in the tile of the vehicle (DU-CREW-1)."""
    check_phase(state, "play")
    one = state.tokens[event.token]
    check_active(state, one.side)
    if not one.aboard:
        raise refuse("DU-CREW-1", "not-aboard", f"{one.id} is not aboard a vehicle.")
    dice.explain(f"{one.id} leaves {one.aboard}, and is on foot in its tile", "DU-CREW-1")
    return without_crew_member(state, one), {}
