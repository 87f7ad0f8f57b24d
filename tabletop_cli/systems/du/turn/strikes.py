"""Bombs, antiair, and what off-map types do to each other (DU-BOMB-1, DU-AA-1, DU-OFFMAP-3, DU-OFFMAP-4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ....api import (
    Answer,
    Dice,
    Malformed,
    Nullable,
    OneOf,
    Place,
    Ref,
    Text,
    Whole,
    YesNo,
    brief_text,
    dataclass,
    did_you_mean,
    fact,
    given_facts,
    plays,
    refuse,
)
from ..bombs import BOMB, Bomb, Bombed
from ..observation import field_of
from ..off_map import ANTIAIR, OFF_MAP_ACTION, AirTarget, Antiair, OffMapAction, check_piece, compromise_type
from ..tiles import At
from . import stories
from .attacks import PIECE, has_no_map, printed_value, sight_tokens, value_answers
from .doubts import ask_once_more, no_card_played, own_target
from .gate import BySide, acting_token, affected_token, check_active, check_given_fields, check_phase, own
from .harm import Toll, apply_damage, explain_no_token, has_crossfire, mark_of, visible_losses
from .moves import tile_fact
from .naming import side_name, token_label
from .state import BattleToken, Played, State

# --- off-map types ---


def types_of(own_side: bool) -> Callable[[Place[State]], Iterator[Answer]]:
    """The off-map types of whoever does it, or else the opponent's."""

    def type_answers(place: Place[State]) -> Iterator[Answer]:
        for name, off in place.state.off_map.items():
            if (off.side == place.event.by) is own_side:
                yield Answer(name, type_label(place.state, name), name)

    return type_answers


def type_label(state: State, name: str) -> str:
    off = state.off_map[name]
    marks = [word for word in ("compromised", "targeted", "destroyed") if getattr(off, word)]
    marks += [f"{off.lethal} damage"] if off.lethal else []
    return f"{name}, {off.kind} of {side_name(state, off.side)}" + (f" [{', '.join(marks)}]" if marks else "")


def launch_strike(state: State, by: str, name: str, dice: Dice) -> State:
    """An off-map type of a side acts, and is compromised (DU-OFFMAP-2, DU-OFFMAP-3, DU-OFFMAP-5). Errors: `Refused`."""
    off = state.off_map[name]
    judged = off if state.bob else replace(off, kind="artillery")  # then planes off the map act in the same way
    check_piece(judged, "bomb", by)
    return replace(state, off_map={**state.off_map, name: compromise_type(off, dice)})


def value_of(action: str) -> int:
    """A fact: the value of an action, usually what the card of the token or off-map type says that acts."""

    def own_value(place: Place[State]) -> int | None:
        token = place.get("token")
        unit = place.state.tokens[token].unit if token else place.get("piece")
        return printed_value(place.state, place.event.by, unit, action)

    found: int = fact(
        Whole(1),
        ask="What is its value?",
        among=lambda place: value_answers(own_value(place)),
        typed=True,
        usual=own_value,
    )
    return found


# --- bombs ---


def bomb_targets(place: Place[State]) -> Iterator[Answer]:
    """What is in the tile."""
    for one in place.state.tokens.values():
        if one.at == tuple(place.event.at) and not one.removed:
            yield Answer(one.id, token_label(place.state, one), one.id)


def bomber_answers(place: Place[State]) -> Iterator[Answer]:
    """No token, or one of the side."""
    yield Answer(None, "no token: an off-map type, or something else", "-")
    yield from own(place)


def launcher_answers(place: Place[State]) -> Iterator[Answer]:
    """No off-map type, or one of the side."""
    yield Answer(None, "something else", "-")
    yield from types_of(True)(place)


def off_type(ask: str) -> str | None:
    """A fact: the off-map type of the side that does it, if it is one."""
    found: str | None = fact(
        Nullable(Ref("off_map", "off-map type")),
        None,
        ask=ask,
        among=launcher_answers,
        when=lambda place: any(off.side == place.event.by for off in place.state.off_map.values()),
        usual=lambda place: _last_type(place),
        rules=("DU-OFFMAP-2", "DU-OFFMAP-3"),
    )
    return found


def _last_type(place: Place[State]) -> str | None:
    last = place.state.last.get(place.event.by)
    return last if last in place.state.off_map else None


@dataclass(frozen=True, kw_only=True)
class BombEvent(BySide):
    token: str | None = fact(
        Nullable(Ref("tokens")), None, ask="Which token drops it?", among=bomber_answers, rules=("DU-BOMB-1", "DU-R20")
    )
    piece: str | None = off_type("Which off-map type fires it?")
    at: At = tile_fact("Into which tile?", "DU-BOMB-4")
    mode: str = fact(OneOf(("target", "area")), ask="At one target, or at the area?", rules=("DU-BOMB-1", "DU-BOMB-2"))
    x: int = value_of("bomb")
    target: str | None = fact(
        Nullable(Ref("tokens")),
        None,
        ask="At which piece in the tile?",
        among=bomb_targets,
        when=lambda place: place.event.mode == "target",
        rules=("DU-BOMB-1", "DU-BOMB-3"),
    )
    permitted: bool = fact(
        YesNo(), True, ask="Do your base rules allow it (target marker)?", rules=("DU-BOMB-4", "DU-R34")
    )
    observes: bool = fact(
        YesNo(), True, ask="Does {token} observe the tile?", when=has_no_map, rules=("DU-R20", "DU-OBS-1")
    )


def bomb_is_meant(state: State, event: BombEvent) -> None:
    """A target where one is aimed at, one bomber at most, no answers about what the map tells. Errors: `Malformed`."""
    check_given_fields(
        event, ("target",) if event.mode == "target" else (), of=("target",), when=f"the mode {event.mode}"
    )
    if event.token and event.piece:
        raise Malformed("token and piece: a bomb comes from only one of them")
    if "observes" in given_facts(event) and (state.tiles or not event.token):
        raise Malformed("observes is only for a token without a map", hint="leave it out")


@plays(
    "bomb",
    BombEvent,
    rules=("DU-BOMB-1", "DU-BOMB-2", "DU-BOMB-3", "DU-BOMB-4", "DU-OFFMAP-2"),
    meant=bomb_is_meant,
    shows=visible_losses,
    rolls=False,
    doubt=ask_once_more(own_target, no_card_played),
    story=stories.bomb_story,
)
def bomb(state: State, event: BombEvent, dice: Dice) -> Played:
    """A bomb falls into a tile (DU-BOMB-1, DU-BOMB-2)."""
    check_phase(state, "play")
    check_active(state, event.by)
    by = None if event.token is None else acting_token(state, event.token)
    if by is None and event.piece is not None:
        state = launch_strike(state, event.by, event.piece, dice)
    at, mode, x = tuple(event.at), event.mode, event.x
    target = event.target if mode == "target" else None
    if not event.permitted:
        raise refuse("DU-BOMB-4", "not-permitted", "Your base rules do not allow it, as you have said.", "DU-R34")
    chosen = state.tokens.get(target or "")
    there = [one for one in state.tokens.values() if one.at == at and not (one.removed or one.destroyed)]
    observes, crosses = False, False
    if by is not None:
        dice.explain("a token's bomb gets cross-fire only against its chosen target", "DU-R20", "DU-XFIRE-3")
        observes = can_observe(state, by, at, event, dice)
        crosses = chosen in there and chosen is not None and has_crossfire(state, by, observes, chosen, dice)
    else:
        explain_no_token(dice)
    case = Bomb(
        house=state.house,
        x=x,
        mode=mode,
        bomber=event.by,
        target=target,
        pieces=_bombed_pieces(there),
        crossfire=crosses,
    )
    found = dice.settle(BOMB, case)
    toll = Toll()
    for name, left in sorted(found.left):
        marks = (left.lethal, left.suppress, left.suppressed)
        mark = mark_of(by, observes)
        state, more = apply_damage(state, state.tokens[name], left.dealt, marks, left.result, mark, dice)
        toll += more
    extra = crosses and chosen is not None and found.dealt[chosen.id] > x + 1
    return state, {"crossfire": extra, "dealt": found.dealt, "results": found.results, **toll.told}


def can_observe(state: State, by: BattleToken, at: At, event: BombEvent, dice: Dice) -> bool:
    """Whether the bomber observes the tile: by the map, or as people say (DU-OBS-1, DU-R20)."""
    if not state.tiles:
        return event.observes
    field = field_of(state.ground, sight_tokens(state), state.house)
    return field.report_eyes(field.tokens[by.id], at, dice)


def _bombed_pieces(there: list[BattleToken]) -> tuple[Bombed, ...]:
    """What is in the tile, as far as bombs go."""
    return tuple(
        Bombed(
            **{name: getattr(one, name) for name in ("id", "side", "structure", *PIECE)}, aboard=one.aboard is not None
        )
        for one in there
    )


# --- antiair ---


def antiair_targets(place: Place[State]) -> Iterator[Answer]:
    """Planes on the map; without Battle of Britain rules off-map types of planes, too."""
    for one in place.state.tokens.values():
        if one.flies and not one.removed:
            yield Answer(one.id, token_label(place.state, one), one.id)
    for name, off in place.state.off_map.items() if not place.state.bob else ():
        if off.kind == "plane":
            yield Answer(name, type_label(place.state, name), name)


@dataclass(frozen=True, kw_only=True)
class AntiairEvent(BySide):
    piece: str | None = off_type("Which off-map type fires?")
    x: int = value_of("antiair")
    target: str = fact(Text(), ask="At which plane?", among=antiair_targets, rules=("DU-AA-1", "DU-AA-2"))


def antiair_is_meant(state: State, event: AntiairEvent) -> None:
    """The target is a token, or without Battle of Britain rules an off-map type. Errors: `Malformed`."""
    known = [*state.tokens, *(() if state.bob else state.off_map)]
    if event.target not in known:
        raise Malformed(f"target: no plane {brief_text(event.target)}", hint=did_you_mean(event.target, known))


@plays(
    "antiair",
    AntiairEvent,
    rules=("DU-AA-1", "DU-AA-2", "DU-OFFMAP-2"),
    meant=antiair_is_meant,
    shows=visible_losses,
    rolls=False,
    doubt=ask_once_more(own_target),
    story=stories.antiair_story,
)
def antiair(state: State, event: AntiairEvent, dice: Dice) -> Played:
    """Antiair fires at a plane (DU-AA-1, DU-AA-2)."""
    check_phase(state, "play")
    check_active(state, event.by)
    if event.piece is not None:
        state = launch_strike(state, event.by, event.piece, dice)
    x, name = event.x, event.target
    if name in state.off_map and not state.bob:
        return _fire_at_type(state, name, x, dice)
    target = affected_token(state, name)
    if not target.flies:
        raise refuse("DU-AA-1", "not-a-plane", f"{name} is {target.class_}, not a plane.")
    plane = AirTarget(defense=target.limit, lethal=target.lethal, suppress=target.suppress)
    found = dice.settle(ANTIAIR, Antiair(house=state.house, x=x, plane=plane))
    explain_no_token(dice)
    left = (found.lethal, found.suppress, target.suppressed or found.suppressed)
    state, toll = apply_damage(state, target, found.dealt, left, found.result, mark_of(None, False), dice)
    return state, {"dealt": found.dealt, "result": found.result, **toll.told}


def _fire_at_type(state: State, name: str, x: int, dice: Dice) -> Played:
    """Antiair at an off-map type of planes, without Battle of Britain rules (DU-AA-2)."""
    off = state.off_map[name]
    if off.kind != "plane":
        raise refuse("DU-AA-2", "not-a-plane", f"{name} is artillery, not a plane.", "DU-R42")
    plane = AirTarget(compromised=off.compromised, lethal=off.lethal, destroyed=off.destroyed)
    found = dice.settle(ANTIAIR, Antiair(house=state.house, x=x, bob=False, plane=plane))
    state = state.put_off(name, lethal=found.lethal, destroyed=found.result == "destroyed")
    return state, {"dealt": found.dealt, "result": found.result, **Toll().told}


# --- off-map types against each other ---

NEEDED = {"bomb": ("piece", "target", "x"), "target": ("target",), "conceal": ("piece",)}


@dataclass(frozen=True, kw_only=True)
class OffMapEvent(BySide):
    action: str = fact(OneOf(tuple(NEEDED)), ask="What is done?", rules=("DU-OFFMAP-3", "DU-OFFMAP-4"))
    piece: str | None = fact(
        Nullable(Ref("off_map", "off-map type")),
        None,
        ask="With which of your off-map types?",
        among=types_of(True),
        when=lambda place: "piece" in NEEDED[place.event.action],
    )
    target: str | None = fact(
        Nullable(Ref("off_map", "off-map type")),
        None,
        ask="Against which off-map type?",
        among=types_of(False),
        when=lambda place: "target" in NEEDED[place.event.action],
    )
    x: int | None = fact(
        Whole(1),
        None,
        ask="What is the value of the bomb?",
        among=lambda place: value_answers(printed_value(place.state, place.event.by, place.event.piece, "bomb")),
        typed=True,
        when=lambda place: "x" in NEEDED[place.event.action],
        usual=lambda place: printed_value(place.state, place.event.by, place.event.piece, "bomb"),
    )


def off_map_is_meant(state: State, event: OffMapEvent) -> None:
    """Each action has its own fields. Errors: `Malformed`."""
    check_given_fields(event, NEEDED[event.action], of=("piece", "target", "x"), when=f"the action {event.action}")


@plays(
    "off-map-action",
    OffMapEvent,
    rules=("DU-OFFMAP-3", "DU-OFFMAP-4", "DU-OFFMAP-5"),
    meant=off_map_is_meant,
    rolls=False,
    story=stories.off_map_story,
)
def off_map_action(state: State, event: OffMapEvent, dice: Dice) -> Played:
    """Off-map types bomb and target each other, or are concealed (DU-OFFMAP-3, DU-OFFMAP-4)."""
    check_phase(state, "play")
    check_active(state, event.by)
    action = event.action
    wanted = NEEDED[action]
    piece = event.piece if "piece" in wanted else None
    target = event.target if "target" in wanted else None
    x = event.x if "x" in wanted else None
    ends = {"piece": piece, "target": target}
    types = {word: None if name is None else state.off_map[name] for word, name in ends.items()}
    case = OffMapAction(house=state.house, action=action, by=event.by, x=x, **types)
    found = dice.settle(OFF_MAP_ACTION, case)
    for word, name in ends.items():
        if name is not None:
            state = state.put_off(name, **vars(getattr(found, word)))
    return state, {"piece": found.piece, "target": found.target, "dealt": found.dealt}
