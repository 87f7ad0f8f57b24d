"""Attacks of tokens, and damage that comes from no token (DU-TARGET-1, DU-DMG-1, DU-XFIRE-1, DU-AIR-1, DU-AIR-3)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ....api import (
    Answer,
    Dice,
    Given,
    Malformed,
    OneOf,
    Place,
    Ref,
    Refused,
    ShapedMapping,
    Whole,
    YesNo,
    dataclass,
    fact,
    facts_of,
    given_facts,
    of_pair,
    plays,
    refuse,
)
from ..aircraft import AERIAL_ATTACK, AIRCRAFT_ATTACK, AerialAttack, AircraftAttack, PlanePiece, ground_value
from ..damage import DAMAGE, Damaged, DamageSituation, check_kind, deal_damage
from ..pieces import Piece, Token
from ..targeting import Target, aim_rules, check_air, check_reach, check_seen, report_aim
from ..texts import rule_number
from ..tiles import Bonuses, tile_names_in_force
from . import stories
from .cards import told_vision
from .crewing import crew_fact, traded_value
from .doubts import ask_once_more, no_card_played, own_target
from .gate import ByToken, acting_token, affected_token, anybody, check_given_fields, check_phase
from .harm import apply_damage, explain_no_token, has_crossfire, mark_of, visible_losses
from .naming import spot_label
from .state import BattleToken, Played, State

ACTIONS = ("attack", "suppress", "antitank")
PIECE = tuple(one.attribute for one in facts_of(Piece))  # the facts of a token that damage needs
ASKED = ("observes", "directed", "effective_distance", "cover")  # without a map


def kind_of(action: str) -> str:
    """The kind of damage of an action (DU-DMG-1, DU-R30)."""
    return "suppress" if action == "suppress" else "lethal"


@dataclass(frozen=True, kw_only=True)
class Attack(ByToken):
    action: str = fact(OneOf(ACTIONS), "attack", ask="Which action?", rules=("DU-DMG-1", "DU-R30"))
    crew: str | None = crew_fact("Which expert aboard {by} trades an attack for it?")
    value: int | None = fact(
        Whole(1),
        None,
        ask="What is its value?",
        among=lambda place: value_answers(_own_value(place)),
        typed=True,
        when=lambda place: place.event.crew is None,
        usual=lambda place: _own_value(place),
        presumed=lambda place: _own_value(place) is not None,
        help="the number of the action; not with crew, whose value is that of the expert",
    )
    target: str = fact(
        Ref("tokens"),
        ask="At which token?",
        among=lambda place: with_effect(place),
        typed=True,
        rules=("DU-TARGET-1", "DU-XFIRE-1"),
    )
    permitted: bool = fact(
        YesNo(),
        True,
        ask="Do your base rules allow it (arc of fire, kind of target)?",
        when=lambda place: needs_base_rules(place.state, place.event),
        rules=("DU-AIR-1", "DU-R30"),
    )
    observes: bool = fact(
        YesNo(), True, ask="Does {by} observe {target}?", when=lambda place: has_no_map(place), rules=("DU-OBS-1",)
    )
    directed: bool = fact(
        YesNo(),
        False,
        ask="Does a token of its side direct {by} to {target}?",
        when=lambda place: has_no_map(place) and not place.event.observes,
        rules=("DU-DIRECT-1",),
    )
    effective_distance: int | None = fact(
        Whole(),
        None,
        ask="What is the effective distance?",
        when=lambda place: has_no_map(place),
        holds=of_pair("by", "target"),
        says="effective distance {}",
        rules=("DU-DIST-1",),
    )
    cover: int = fact(
        Whole(),
        0,
        ask="What is the cover bonus of the tile?",
        when=lambda place: has_no_map(place),
        rules=("DU-AIR-3",),
    )


def has_no_map(place: Place[State]) -> bool:
    return not place.state.tiles


def printed_value(state: State, side: str | None, unit: str | None, action: str) -> int | None:
    """The value of an action on the cards of a unit, as far as the list of its side tells."""
    card = state.printed.get(side or "", {}).get(unit or "", {})
    value: int | None = card.get("actions", {}).get(action)
    return value


def _own_value(place: Place[State]) -> int | None:
    """The value on the card of the token that attacks, if that was played for it; else nothing is proposed."""
    by = place.state.tokens[place.event.by]
    if by.unit not in place.state.unspent.get(by.side or "", ()):
        return None
    return printed_value(place.state, by.side, by.unit, place.event.action)


def value_answers(known: int | None) -> Iterator[Answer]:
    """What stands on most cards, and on the one that is known."""
    for value in sorted({*range(1, 6), known or 1}):
        yield Answer(value, str(value), str(value), like="a value")


def needs_base_rules(state: State, event: Attack) -> bool:
    """Whether the base game has a say: an arc of fire, or what antitank can hurt (DU-AIR-1, DU-R30)."""
    planes = state.tokens[event.by].flies and state.tokens[event.target].flies
    return planes or event.action == "antitank"


def attack_is_meant(state: State, event: Attack) -> None:
    """Either a value or an expert, at another token, and no answers about what the map tells. Errors: `Malformed`."""
    check_given_fields(event, ("crew",) if event.crew else ("value",), of=("crew", "value"), when="this attack")
    if event.by == event.target:
        raise Malformed("a token cannot attack itself")
    for name in ASKED if state.tiles else ():
        if name in given_facts(event):
            raise Malformed(f"{name} is computed from the map", hint="leave it out")


AIR_RULES = ("DU-AIR-1", "DU-AIR-2", "DU-AIR-3", "DU-AIR-4")


@plays(
    "attack",
    Attack,
    rules=("DU-TARGET-1", "DU-TARGET-2", "DU-DMG-1", "DU-DMG-2", "DU-XFIRE-1", *AIR_RULES),
    meant=attack_is_meant,
    shows=visible_losses,
    rolls=False,
    doubt=ask_once_more(own_target, no_card_played),
    story=stories.attack_story,
)
def attack(state: State, event: Attack, dice: Dice) -> Played:
    """A token attacks another, or suppresses it (DU-TARGET-1, DU-DMG-1)."""
    check_phase(state, "play")
    by = acting_token(state, event.by)
    action, crew = event.action, event.crew
    value = event.value if crew is None else None
    target = affected_token(state, event.target)
    if crew is not None:
        value = traded_value(state, by, crew, "attack", action, dice)
    check_action(state, by, target, event)
    aim = line_to_target(state, by, target, event, dice)
    if by.flies and target.flies and aim.distance is None:
        text = "Damage in the air depends on the effective distance: say what it is."
        raise refuse("DU-AIR-2", "distance-needed", text)
    if action == "antitank":
        dice.explain("antitank deals lethal damage like an attack; your base rules say at which targets", "DU-R30")
    crosses = has_crossfire(state, by, aim.observes, target, dice)
    assert value is not None, "it is said, or stands on the card of the expert"
    found = resolve_attack(state, by, target, Blow(kind_of(action), value, crosses), aim, dice)
    left = (found.lethal, found.suppress, found.suppressed)
    state, toll = apply_damage(state, target, found.dealt, left, found.result, mark_of(by, aim.observes), dice)
    told = {"dealt": found.dealt, "total": found.total, "result": found.result}
    return state, {"effective_distance": aim.distance, "crossfire": crosses, **told, **toll.told}


def check_action(state: State, by: BattleToken, target: BattleToken, event: Attack) -> None:
    """The action can be done to that target at all (DU-DMG-6, DU-AIR-1, DU-R30, DU-TARGET-1, DU-AIR-3)."""
    check_kind(target, kind_of(event.action), state.house)
    if not event.permitted:
        planes = by.flies and target.flies
        rule = "DU-AIR-1" if planes else "DU-R30" if event.action == "antitank" else "DU-TARGET-1"
        raise refuse(rule, "not-permitted", "Your base rules do not allow it, as you have said.")
    if by.flies and not target.flies and event.action != "attack":
        text = f"Aircraft can use only attack against the ground, not {event.action}."
        raise refuse("DU-AIR-3", "attack-only", text, "DU-R46")


# --- sight and distance ---


@dataclass(frozen=True)
class Aim:
    """What is known of the line to a target: seen with own eyes, how far it is, how far one sees, the tile there."""

    observes: bool
    distance: int | None
    vision: int
    tile: Bonuses


def line_to_target(state: State, by: BattleToken, target: BattleToken, event: Attack, dice: Dice) -> Aim:
    """The line to a target: computed from the map, or as people say (DU-TARGET-1, DU-TARGET-2). Errors: `Refused`."""
    vision = told_vision(state, by.side or "", dice)
    return (_line_on_map if state.tiles else _line_as_told)(state, by, target, event, vision, dice)


def _line_on_map(state: State, by: BattleToken, target: BattleToken, event: Attack, vision: int, dice: Dice) -> Aim:
    tokens = sight_tokens(state)
    case = Target(house=state.house, tiles=state.tiles, tokens=tokens, attacker=by.id, target=target.id, vision=vision)
    found = report_aim(case, dice)
    if found.ban is not None:
        raise found.ban
    assert by.at is not None and target.at is not None, "both are on the map"
    observes = case.field.can_observe(case.field.tokens[by.id], target.at)
    return Aim(observes, found.distance, vision, state.ground[target.at])


def sight_tokens(state: State) -> tuple[Token, ...]:
    """The tokens on the map as far as seeing goes; what is destroyed stands in its tile until the players settle it."""
    return tuple(
        Token(id=one.id, side=one.side or "", at=one.at, class_=one.class_, suppressed=one.suppressed)
        for one in state.tokens.values()
        if one.stands and one.at is not None
    )


def _line_as_told(state: State, by: BattleToken, target: BattleToken, event: Attack, vision: int, dice: Dice) -> Aim:
    """What people say of a table without a map; they are asked for it in the order in which it matters."""
    check_air(by, target, by.at == target.at, lambda: event.cover, state.house)
    inside = by.flies and not target.flies  # what is in the own tile is observed
    observes = inside or event.observes
    directed = not observes and not by.flies and event.directed
    check_seen(observes or directed, *aim_rules(by, target))
    distance = event.effective_distance
    if distance is not None:
        check_reach(distance, vision, *aim_rules(by, target))
    how = "observed" if observes else "directed"
    known = "" if distance is None else f", effective distance {distance} of vision {vision}"
    limits = () if distance is None or by.flies else ("DU-TARGET-3",)
    seen = ("DU-DIRECT-1", "DU-R1") if directed else ("DU-AIR-5",) if inside else ("DU-OBS-1",)
    words = f"{target.id}: {how}{known}, as you say"
    dice.explain(words, *aim_rules(by, target), "DU-TARGET-2", "DU-VISION-2", *limits, *seen, tell="reason")
    return Aim(observes, distance, vision, Bonuses())


# --- the blow ---


@dataclass(frozen=True)
class Blow:
    """What is dealt: its kind, its value, and whether there is cross-fire."""

    kind: str
    value: int
    crossfire: bool


def resolve_attack(state: State, by: BattleToken, target: BattleToken, blow: Blow, aim: Aim, dice: Dice) -> Damaged:
    """The damage of an attack: on the ground, in the air, from the air (DU-DMG-1, DU-AIR-2, DU-AIR-3)."""
    piece = piece_of(target)
    house, kind, value, crossfire = state.house, blow.kind, blow.value, blow.crossfire
    if not by.flies:
        case = DamageSituation(house=house, target=piece, kind=kind, value=value, crossfire=crossfire)
        return dice.settle(DAMAGE, case)
    if target.flies:
        plane = PlanePiece(**vars(piece))
        air = AerialAttack(
            house=house,
            kind=kind,
            value=value,
            effective_distance=aim.distance or 0,
            vision=aim.vision,
            crossfire=crossfire,
            target=plane,
        )
        return dice.settle(AERIAL_ATTACK, air)
    if not state.tiles:
        worth = ground_value(value, aim.distance or 0, house, dice)
        return deal_damage(piece, kind, worth, crossfire, house, dice)
    ground = AircraftAttack(
        house=house, value=value, tile=aim.tile, vision=aim.vision, crossfire=crossfire, target=piece
    )
    return dice.settle(AIRCRAFT_ATTACK, ground).damaged


def piece_of(one: BattleToken) -> Piece:
    """A token as far as damage goes."""
    return Piece(**{name: getattr(one, name) for name in PIECE})


def with_effect(place: Place[State]) -> Iterator[Answer]:
    """Enemies and nobody's structures on the map, with what this attack would do to each, and why (DU-TARGET-4)."""
    state, event = place.state, place.event
    by, crew = state.tokens[event.by], event.crew
    for one in (one for one in state.tokens.values() if one.there and one.side != by.side):
        value = event.value if crew is None else None
        tried = Attack(by=by.id, action=event.action, crew=crew, value=value, target=one.id)
        dice, outcome, detail = Given(()), "", ""
        with suppress(Refused), tile_names_in_force(state.called):  # whoever asks hears why
            outcome, detail = _effect_words(one, attack.play(state, tried, dice)[1])
        why = "\n".join(step.text for step in dice.steps)
        yield Answer(one.id, spot_label(state, one), one.id, detail, first=outcome, help=why)


def _effect_words(target: BattleToken, result: ShapedMapping) -> tuple[str, str]:
    """What people compare, ``casualty: 6 of 4``, and how it comes about: ``3 damage, 1 by cross-fire; ED 2``."""
    outcome = "" if result["result"] == "none" else f"{result['result']}: "
    cross = f", {rule_number('crossfire')} by cross-fire" if result["crossfire"] else ""
    far = "" if result["effective_distance"] is None else f"; ED {result['effective_distance']}"
    return f"{outcome}{result['total']} of {target.limit}", f"{result['dealt']} damage{cross}{far}"


# --- damage from anything else ---


@dataclass(frozen=True, kw_only=True)
class Damage:
    target: str = fact(Ref("tokens"), ask="Which token is hit?", among=anybody)
    kind: str = fact(OneOf(("lethal", "suppress")), ask="Is the damage lethal or suppress?", rules=("DU-DMG-1",))
    value: int = fact(Whole(1), ask="How much damage is it?")


@plays(
    "damage",
    Damage,
    rules=("DU-DMG-1", "DU-DMG-2", "DU-XFIRE-3"),
    shows=visible_losses,
    rolls=False,
    story=stories.damage_story,
)
def damage(state: State, event: Damage, dice: Dice) -> Played:
    """Damage from something that is no token; never cross-fire (DU-DMG-1, DU-XFIRE-3)."""
    check_phase(state, "play")
    target = affected_token(state, event.target)
    check_kind(target, event.kind, state.house)  # before anybody is asked for its value
    case = DamageSituation(house=state.house, target=piece_of(target), kind=event.kind, value=event.value)
    found = dice.settle(DAMAGE, case)
    explain_no_token(dice)
    left = (found.lethal, found.suppress, found.suppressed)
    state, toll = apply_damage(state, target, found.dealt, left, found.result, mark_of(None, False), dice)
    return state, {"dealt": found.dealt, "total": found.total, "result": found.result, **toll.told}
