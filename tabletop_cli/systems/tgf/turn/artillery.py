"""Observers, mortars, and squads that come by parachute (TGF-FO-1, TGF-FO-2, TGF-PARA-1, TGF-PARA-2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ....api import (
    Answer,
    Dice,
    ListOf,
    Malformed,
    Nullable,
    Number,
    Place,
    Ref,
    ShapedMapping,
    ShapedObject,
    Whole,
    YesNo,
    count_text,
    dataclass,
    fact,
    plain_data,
    plays,
    refuse,
)
from ..artillery import PARACHUTE, Parachute, granted_shots
from ..profiles import co_bonus, rule_number
from . import effects, memory, stories
from .effects import Strikes
from .gate import (
    Commanded,
    OfSquad,
    Played,
    acting_mini,
    check_actions,
    check_active,
    check_fields,
    check_straggler,
    enemy_mini_answers,
    leads_as,
    named_squad,
    own_mini_answers,
    owner_of,
    roll_ld_check,
    running_activation,
    tell_own_ld,
    usual_target,
    with_acting_mini,
)
from .naming import piece_name
from .shots import Firing, Piece, aim_bonus, check_point, check_shot_fields, play_shot
from .squads import end_with_last_action
from .state import Mini, Observed, State, reveal_squad

# --- observers ---


def _observer_answers(place: Place[State]) -> Iterator[Answer]:
    return (answer for answer in own_mini_answers(place) if place.state.minis[str(answer.value)].role.observes)


def _mortar_answers(place: Place[State]) -> Iterator[Answer]:
    """The mortars of the team, by their place in its list."""
    left = running_activation(place.state).firing
    for at, piece in enumerate(place.state.squad_of(place.state.minis[place.event.mini]).pieces):
        if piece.piece != "gun":
            yield Answer(at, piece.name.lower(), str(at), f"{left.get(str(at), 0)} to fire")


@dataclass(frozen=True, kw_only=True)
class Observe(Commanded):
    """A forward observer tries to call mortars in."""

    mini: str = fact(Ref("minis"), ask="Which observer?", among=_observer_answers)
    pieces: tuple[int, ...] = fact(
        ListOf(Whole(), 1, distinct=True),
        ask="For which mortars does {mini} observe?",
        among=_mortar_answers,
        most=True,
        known=lambda place: _observed_pieces(place.state, place.event.mini) or None,
        rules=("TGF-FO-2",),
    )
    target_in_los: bool = fact(YesNo(), True, help="the observer sees the target", rules=("TGF-FO-1",))


def _observed_pieces(state: State, mini: str) -> list[int]:
    return list(running_activation(state).observed.get(mini, Observed()).pieces)


def check_observe_fields(state: State, event: Observe) -> None:
    """Errors: `Malformed`."""
    for at in event.pieces:
        _check_piece(state, event.mini, at)


def _check_piece(state: State, mini: str, at: int) -> None:
    pieces = state.squad_of(state.minis[mini]).pieces
    if at >= len(pieces):
        raise Malformed(f"{state.minis[mini].squad} has no piece {at}", hint=f"it has {len(pieces)}, from 0")


@plays(
    "fo",
    Observe,
    rules=("TGF-FO-1", "TGF-FO-2", "TGF-R19", "TGF-R53"),
    meant=check_observe_fields,
    story=stories.fo_story,
)
def play_fo(state: State, event: Observe, dice: Dice) -> Played:
    """One attempt of an observer: success gives his mortars firing actions (TGF-FO-1, TGF-FO-2, TGF-R19, TGF-R53)."""
    mini = acting_mini(state, event)
    check_actions(mini, 1)
    if not mini.role.observes:
        raise refuse("TGF-FO-1", "not-an-fo", mini=mini.id)
    active, pieces = running_activation(state), tuple(event.pieces)
    before = active.observed.get(mini.id, Observed())
    handled = tuple(sorted({*before.pieces, *pieces}))
    if len(handled) > rule_number("pieces_per_fo"):
        raise refuse(
            "TGF-FO-2", "too-many-pieces", f"{len(handled)} pieces; an observer handles at most 2.", mini=mini.id
        )
    if not event.target_in_los:
        raise refuse("TGF-FO-1", "target-not-in-sight", mini=mini.id)
    if before.done or before.attempts >= rule_number("attempts"):
        raise refuse("TGF-FO-1", "no-attempt-left", mini=mini.id)
    others = {at for one, seen in active.observed.items() if one != mini.id for at in seen.pieces}
    if others & set(pieces):
        raise refuse("TGF-FO-2", "piece-taken", mini=mini.id)
    out = check_straggler(state, mini, event)
    ld = _observer_ld(state, mini, out, dice)
    state = with_acting_mini(state, mini).spend_actions([mini])
    passed, attempt = roll_ld_check(state, mini, ld, dice), before.attempts + 1
    crew = state.leader_of(mini.squad).level.ac
    firing = granted_shots(attempt, crew, state.house) if passed else 0
    dice.explain(f"attempt {attempt}: {count_text(firing, 'firing action')} for each mortar", "TGF-FO-1", "TGF-R53")
    observed = {**running_activation(state).observed, mini.id: Observed(attempt, passed, handled)}
    won = {str(at): firing for at in pieces} if passed else {}
    state = state.with_activation(observed=observed, firing={**running_activation(state).firing, **won})
    return state, {"actions": state.minis[mini.id].actions, "passed": passed, "firing_actions": firing}


def _observer_ld(state: State, mini: Mini, out: bool, dice: Dice) -> int:
    """On what an observer rolls: as everybody, or with ``fo-ld = own`` on his own level, never halved (TGF-R19)."""
    own = state.house["fo-ld"] == "own"
    dice.explain(f"{mini.id} observes on {'the LD of its own level' if own else 'the LD of its command'}", "TGF-R19")
    found = state.with_squad(mini.squad, leader=mini.id) if own else state
    return tell_own_ld(found, mini, out and not own, dice)


# --- mortars ---


def _mortar_targets(place: Place[State]) -> Iterator[Answer]:
    yield from enemy_mini_answers(place)
    yield Answer(None, "a point on the table", "s")


def _usual_gunner(place: Place[State]) -> str | None:
    """The one at it, if he is of the crew, else the first of the crew."""
    active = running_activation(place.state)
    crew = [one.id for one in place.state.living_minis(active.squad) if one.role.serves and one.id not in active.passed]
    return active.mini if active.mini in crew else next(iter(crew), None)


def _usual_piece(place: Place[State]) -> int | None:
    """The first that an observer has given firing actions."""
    return next((int(at) for at, left in running_activation(place.state).firing.items() if left), None)


@dataclass(frozen=True, kw_only=True)
class MortarFire(Piece):
    """A mortar, or another piece of an artillery team, fires."""

    mini: str = fact(Ref("minis"), ask="Who fires?", among=own_mini_answers, usual=_usual_gunner)
    piece: int = fact(Whole(), ask="Which piece fires?", among=_mortar_answers, usual=_usual_piece)
    indirect: bool = fact(YesNo(), True, ask="Indirectly, at what the observer sees?", rules=("TGF-FO-2",))
    target: str | None = fact(Nullable(Ref("minis")), None, ask="At what?", among=_mortar_targets, usual=usual_target)


def check_mortar_fire_fields(state: State, event: MortarFire) -> None:
    """Errors: `Malformed`."""
    _check_piece(state, event.mini, event.piece)
    check_shot_fields(state, event.shot, state.squad_of(state.minis[event.mini]).pieces[event.piece])


@plays(
    "mortar-fire",
    MortarFire,
    rules=("TGF-FO-2", "TGF-TPL-1", "TGF-R53"),
    meant=check_mortar_fire_fields,
    story=stories.mortar_fire_story,
)
def play_mortar_fire(state: State, event: MortarFire, dice: Dice) -> Played:
    """One shot of a piece: indirectly with a firing action, directly with one's own (TGF-FO-2, TGF-R53)."""
    mini = acting_mini(state, event)
    squad = state.squad_of(mini)
    if not squad.pieces:
        raise refuse("TGF-FIRE-1", "no-table", f"{squad.id} has no piece.", mini=mini.id)
    piece, left = squad.pieces[event.piece], running_activation(state).firing.get(str(event.piece), 0)
    if not state.arm_of(piece).has_table:
        raise refuse("TGF-FIRE-1", "no-table", "", "TGF-R12")
    target = check_point(state, squad.side, event, piece)
    if event.indirect:
        if not any(one.role.observes for one in state.living_minis(squad.id)):
            raise refuse("TGF-FO-2", "no-living-fo", mini=mini.id)
        if not left:
            raise refuse("TGF-FO-2", "no-firing-action", mini=mini.id)
    cost = 1 if not event.indirect or state.house["fo-actions"] == "paid" else 0
    check_actions(mini, cost)
    aimed = target is not None and mini.aim == target.id
    state = reveal_squad(with_acting_mini(state, mini), squad.id, dice)
    state = state.spend_actions([state.minis[mini.id]], cost, aim=mini.aim if aimed else None)
    left -= event.indirect
    state = state.with_activation(trigger="fire", firing={**running_activation(state).firing, str(event.piece): left})
    strikes = Strikes()
    at = target.id if target else "a point on the table"
    dice.explain(f"{mini.id} fires the {piece.name.lower()} at {at}", "TGF-FO-2", "TGF-TPL-1")
    state, told = play_shot(state, Firing(mini, piece, target, aimed, event.indirect), event, strikes, dice)
    state, found = effects.apply_strikes_and_end(state, strikes, event, dice)
    result = {"actions": state.minis[mini.id].actions, "firing_actions": left, "aim": aim_bonus(aimed)}
    return state, {**result, **told, **found}


def next_offers(state: State, event: ShapedMapping) -> Iterator[tuple[ShapedMapping, str]]:
    """What a crew or a team usually does next: load, aim, fire; observe, and then fire its mortars."""
    firing = state.active.firing if state.active else {}
    if event["do"] == "gun-act":
        after = {"load": "aim", "aim": "fire"}.get(str(event["action"]), "load")
        yield {"do": "gun-act", "squad": event["squad"], "action": after}, f"{event['squad']}: {after} the gun"
    elif event["do"] == "mortar-fire" and firing.get(str(event["piece"])):
        told = {key: event[key] for key in ("do", "mini", "piece", "target", "indirect") if key in event}
        yield told, f"{event['mini']} fires the mortar again"
    elif event["do"] == "fo":
        ready = [at for at in event["pieces"] if firing.get(str(at))]
        for at in ready:
            yield {"do": "mortar-fire", "piece": at}, f"fire {piece_name(state, str(event['mini']), at)}"
        if not ready:
            yield {"do": "fo", "mini": event["mini"]}, f"{event['mini']} observes again"


# --- parachutes ---


def _drop_answers(place: Place[State]) -> Iterator[Answer]:
    yield Answer(1, "land near the table's edge", "1")
    yield Answer(2, "drop at a point", "2")


@dataclass(frozen=True, kw_only=True)
class Drop(OfSquad):
    """A squad comes by parachute."""

    option: int = fact(
        Whole(1, 2), ask="How does {squad} land?", among=_drop_answers, rules=("TGF-PARA-1", "TGF-PARA-2")
    )
    edge_cm: Fraction = fact(Number(0), Fraction(0), ask="How far from the table's edge, in cm?", rules=("TGF-PARA-1",))
    enemy_cm: Fraction | None = fact(
        Nullable(Number(0)),
        None,
        ask="How far from the nearest known enemy, in cm (nothing: none is known)?",
        rules=("TGF-PARA-1",),
    )


def check_drop_fields(state: State, event: Drop) -> None:
    """Errors: `Malformed`."""
    if event.option == 1:
        check_fields(event, ("squad", "option", "edge_cm", "enemy_cm"), ("edge_cm",), "option 1")
    else:
        check_fields(event, ("squad", "option"), (), "option 2")


@plays("drop", Drop, rules=("TGF-PARA-1", "TGF-PARA-2", "TGF-R65"), meant=check_drop_fields, story=stories.drop_story)
def play_drop(state: State, event: Drop, dice: Dice) -> Played:
    """A squad lands, and has no actions left in this turn (TGF-PARA-1, TGF-PARA-2)."""
    one = named_squad(state, event)
    check_active(state, one)
    if running_activation(state).spent:
        raise refuse("TGF-PARA-2", "after-action")
    told: ShapedObject = {}
    if event.option == 1:
        _check_landing(event)
        dice.explain(f"{one} lands near the edge, with no actions left", "TGF-PARA-1")
    else:
        dice.explain(f"{one} drops, with no actions left", "TGF-PARA-2")
        told["landings"] = [_resolve_landing(state, mini, dice) for mini in state.living_minis(one)]
        for text in landing_lines(told["landings"]):
            dice.explain(text, "TGF-PARA-2", "TGF-R65", tell="now")
    state = end_with_last_action(memory.forget_views(state, *state.living_minis(one)), one, dice)
    return state, {**told, "next": state.current}


def landing_lines(landings: Sequence[ShapedMapping]) -> Iterator[str]:
    """Who lands where, in a line for all at the point and one for all others (TGF-PARA-2)."""
    near = [str(one["mini"]) for one in landings if one["on_point"]]
    off = [f"{one['mini']} {one['offset_cm']} cm" for one in landings if not one["on_point"]]
    if near:
        yield f"within {rule_number('drop_within')} cm of the point: {', '.join(near)}"
    if off:
        yield f"off the point, in a direction that you agree on: {', '.join(off)}"


def _check_landing(event: Drop) -> None:
    """Not far from the edge, and not near a known enemy (TGF-PARA-1)."""
    edge, enemy = rule_number("drop_edge"), rule_number("drop_enemy")
    if event.edge_cm > edge:
        raise refuse("TGF-PARA-1", "too-far-from-edge", f"{event.edge_cm} cm from the edge, {edge} at most.")
    if event.enemy_cm is not None and event.enemy_cm < enemy:
        raise refuse("TGF-PARA-1", "too-near-enemy", f"{event.enemy_cm} cm from an enemy, {enemy} at least.")


def _resolve_landing(state: State, mini: Mini, dice: Dice) -> ShapedObject:
    """A soldier lands, on the LD of his own level (TGF-PARA-2)."""
    ld = mini.level.ld + (co_bonus("ld") if leads_as(mini) == "original" else 0)
    dice.explain(f"{mini.id} drops: LD {ld}", "TGF-PARA-2")
    dice.assign_dice(LD=owner_of(state, mini))
    return {"mini": mini.id, **plain_data(dice.settle(PARACHUTE, Parachute(house=state.house, ld=ld)))}
