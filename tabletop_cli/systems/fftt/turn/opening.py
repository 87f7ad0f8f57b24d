"""Before the first shot: attacker, table, scenery, edges, abilities, initiative, deployment, who moves first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from ....api import (
    Answer,
    Dice,
    ListOf,
    Malformed,
    Nullable,
    Number,
    Odds,
    OneOf,
    Ref,
    Text,
    Whole,
    count_text,
    dataclass,
    fact,
    for_people,
    plays,
    refusal_of,
    refuse,
)
from ..deployment import DEPLOYMENT, Deployment
from ..general import GENERAL_ABILITY, GeneralAbility
from ..initiative import ATTACKER, INITIATIVE, Attacker, Initiative
from ..profiles import has_earned
from ..tables import table_sizes
from ..terms import format_cm
from .gate import check_alive, check_running
from .harm import with_gained_ap
from .hiding import with_hidden_flanks
from .naming import figure_title, shown_name, side_name
from .phase_steps import enter_step, find_opening
from .questions import At, Nothing, side_answers
from .state import Piece, Played, Result, State
from .stories import ability_story, edges_story, scenery_story, story_of, table_story

EDGES = ("north", "south")
SECTORS = 6
LEAST, MOST = 5, 25  # cm of a piece of scenery (FFTT-SETUP-4)


@dataclass(frozen=True, kw_only=True)
class InitiativeSeen(Initiative):
    """Who has the initiative, by the sides that throw."""

    sides: tuple[str, ...] = fact(ListOf(Text()))

    @property
    def throwers(self) -> Sequence[str]:
        return self.sides


@dataclass(frozen=True, kw_only=True)
class AttackerSeen(Attacker):
    """Who of two is the attacker, by the sides that throw."""

    sides: tuple[str, ...] = fact(ListOf(Text()))

    @property
    def throwers(self) -> Sequence[str]:
        return self.sides


BY_WINNER = Odds(lambda s, found: found.winner)
INITIATIVE_SEEN = replace(INITIATIVE, situation=InitiativeSeen, odds=BY_WINNER)
ATTACKER_SEEN = replace(ATTACKER, situation=AttackerSeen, odds=BY_WINNER)


@plays("attacker", Nothing, rules=("FFTT-SETUP-2", "FFTT-R10"), story=story_of("{winner} attacks"), due=True)
def attacker(state: State, event: Nothing, dice: Dice) -> Played:
    """Dice for attacker."""
    check_running(state, "attacker")
    dice.assign_dice(**{side: side for side in state.sides})
    won = dice.settle(ATTACKER_SEEN, AttackerSeen(house=state.house, sides=state.sides))
    return replace(state, attacker=won.winner, step="table"), {**vars(won), "step": "table"}


def _is_attacker(state: State, side: str) -> None:
    if side != state.attacker:
        raise refuse("FFTT-SETUP-3", "not-the-attacker", f"{side_name(state, state.attacker or '')} is the attacker.")


def _defending_side(state: State) -> str:
    return next(side for side in state.sides if side != state.attacker)


def _measure_fact(side: int, ask: str, *rules: str) -> int:
    """A fact: a side of the table, by default that of the set-up, where it has one."""
    return fact(
        Whole(),
        ask=ask,
        among=lambda place: (Answer(size, f"{size} cm", str(size)) for size in table_sizes()),
        usual=lambda place: place.state.agreed[side] if place.state.agreed else None,
        rules=rules,
    )


@dataclass(frozen=True, kw_only=True)
class Table:
    by: str = fact(Ref("sides"), known=lambda place: place.state.attacker)
    width: int = _measure_fact(0, "How wide is the table, in cm?")
    depth: int = _measure_fact(1, "How many cm lie between the two deployment edges?", "FFTT-SETUP-3", "FFTT-R11")


@plays("table", Table, rules=("FFTT-SETUP-3", "FFTT-SETUP-7"), story=table_story, due=True)
def table(state: State, event: Table, dice: Dice) -> Played:
    """The attacker picks the table."""
    check_running(state, "table")
    _is_attacker(state, event.by)
    situation = Deployment(house=state.house, width=event.width, depth=event.depth)
    zone = dice.settle(DEPLOYMENT, situation).zone
    words = f"{event.width} cm wide, {event.depth} cm between the deployment edges"
    dice.explain(words, "FFTT-SETUP-3", "FFTT-SETUP-7", "FFTT-R11")
    return replace(state, zone=zone, step="scenery"), {"zone": zone, "step": "scenery"}


@dataclass(frozen=True, kw_only=True)
class Scenery:
    by: str = fact(Ref("sides"), known=lambda place: _defending_side(place.state))
    pieces: tuple[int, ...] = fact(
        ListOf(Whole(), SECTORS, SECTORS),
        ask="How many pieces of scenery are in each of the six sectors?",
        usual=lambda place: [1] * SECTORS,
        rules=("FFTT-SETUP-4", "FFTT-R12"),
    )
    sizes: tuple[tuple[Fraction, ...], ...] = fact(
        ListOf(ListOf(Number(0), 2, 2)), (), help="width and depth of pieces, in cm, to be checked"
    )


@plays("scenery", Scenery, rules=("FFTT-SETUP-4",), story=scenery_story, due=True)
def scenery(state: State, event: Scenery, dice: Dice) -> Played:
    """The defender places scenery."""
    check_running(state, "scenery")
    if event.by != _defending_side(state):
        raise refuse("FFTT-SETUP-4", "not-the-defender", f"{side_name(state, _defending_side(state))} is the defender.")
    if not all(event.pieces):
        raise refuse("FFTT-SETUP-4", "empty-sector", f"Sector {event.pieces.index(0) + 1} is empty, 1 piece at least.")
    for size in event.sizes:
        if not all(LEAST <= side <= MOST for side in size):
            text = f"A piece measures {format_cm(size[0])} by {format_cm(size[1])}; each side is {LEAST} to {MOST} cm."
            raise refuse("FFTT-SETUP-4", "piece-size", text)
    found = sum(event.pieces)
    dice.explain(f"{count_text(found, 'piece')} of scenery, at least one in each sector", "FFTT-SETUP-4")
    return replace(state, step="edges"), {"pieces": found, "step": "edges"}


@dataclass(frozen=True, kw_only=True)
class Edges:
    by: str = fact(Ref("sides"), known=lambda place: place.state.attacker)
    edge: str = fact(OneOf(EDGES), ask="Which edge does {by} take?", rules=("FFTT-SETUP-5",))


@plays("edges", Edges, rules=("FFTT-SETUP-5",), story=edges_story, due=True)
def edges(state: State, event: Edges, dice: Dice) -> Played:
    """The attacker chooses his edge."""
    check_running(state, "edges")
    _is_attacker(state, event.by)
    other = next(edge for edge in EDGES if edge != event.edge)
    taken = {side: event.edge if side == event.by else other for side in state.sides}
    words = f"{side_name(state, event.by)} deploys in the {event.edge}, the other side opposite"
    dice.explain(words, "FFTT-SETUP-5", "FFTT-SETUP-8")
    return replace(state, edges=taken, step="initiative"), {"edges": taken, "step": "initiative"}


# --- generals


def may_be_gifted(place: At) -> Iterator[Answer]:
    """Who may get an ability: all that live, whoever has enough experience first, then the general of the list.

    Its owner looks alone where others may not know its figures, and so all of them have their names.
    """
    living = [one for one in place.state.figures.values() if one.lives and one.side == (place.event.side or one.side)]
    for one in sorted(living, key=lambda one: (not _is_ability_due(one), not one.general)):
        named = ", general of the list" if one.general else ""
        yield Answer(
            one.id, figure_title(one) + named, like=f"{one.side} {_is_ability_due(one)} {one.unit.headquarters}"
        )


def _is_ability_due(one: Piece) -> bool:
    """Whether its experience gives it a throw that it has not had (FFTT-XP-1)."""
    return has_earned("chart", one.xp) and not one.gifted


@dataclass(frozen=True, kw_only=True)
class Ability:
    side: str | None = fact(
        Nullable(Ref("sides")), None, ask="Whose ability?", among=side_answers, help="the side of the figure"
    )
    figure: str = fact(
        Ref("figures"),
        ask=lambda place: (
            "Which figure is the general?" if place.state.before_the_first_throw else "Who rolls for an ability?"
        ),
        among=may_be_gifted,
        usual=lambda place: next((one.id for one in place.state.figures_of(place.event.side) if one.general), None),
        alone=lambda place: any(map(place.state.is_hidden, place.state.figures_of(place.event.side))),
        rules=("FFTT-GEN-1",),
    )


def check_own_side(state: State, event: Ability) -> None:
    """The figure is of the side that is named. Errors: `Malformed`."""
    if event.side not in (None, state.figures[event.figure].side):
        raise Malformed(f"side: {event.figure} is of {state.figures[event.figure].side}")


def check_ability(state: State, one: Piece) -> None:
    """Who may throw for an ability, and when (FFTT-GEN-1, FFTT-XP-1)."""
    if not state.before_the_first_throw and not _is_ability_due(one):
        if one.gifted:
            text = f"{shown_name(state, one.id)} has had its roll for 32 FP."
            raise refuse("FFTT-GEN-1", "not-eligible", text, "FFTT-XP-1")
        raise refuse("FFTT-TURN-3", "wrong-step", "Generals get their ability before the first initiative.")
    if one.unit.headquarters:
        raise refuse("FFTT-GEN-1", "not-eligible", "An HQ cannot be a general.")
    if not _is_ability_due(one) and _has_general(state, one.side):
        raise refuse("FFTT-GEN-1", "one-general", f"{side_name(state, one.side)} has a general with an ability.")


def check_side(state: State, side: str) -> None:
    """A side has a figure that may throw; else why its first, an HQ only for want of others, may not (FFTT-GEN-1).

    Whether one that hides may is for its owner alone: a side that hides any is not refused (FFTT-SETUP-6).
    """
    own = sorted(state.figures_of(side), key=lambda one: one.unit.headquarters)
    if any(map(state.is_hidden, own)) and (state.experience or state.before_the_first_throw):
        return
    bans = [ban for one in own if (ban := refusal_of(partial(check_ability, state, one)))]
    if bans and len(bans) == len(own):
        raise bans[0]


def veiled_figure(state: State, event: Ability, result: Result, side: str | None) -> tuple[str, ...]:
    """Which figure has an ability is not told while it hides, that some figure has it is (FFTT-SETUP-6)."""
    return ("figure",) if event.figure in state.hidden_from(side) else ()


@plays(
    "ability",
    Ability,
    rules=("FFTT-GEN-1", "FFTT-GEN-2", "FFTT-XP-1"),
    story=ability_story,
    meant=check_own_side,
    veils=veiled_figure,
)
def ability(state: State, event: Ability, dice: Dice) -> Played:
    """A general, or a figure with enough experience, gets an ability."""
    check_running(state)
    if side := for_people(lambda: event.side):  # the figure says it to machines, and so no dice depend on it
        check_side(state, side)
    one = state.figures[event.figure]
    check_alive(state, one, anywhere=True)
    check_ability(state, one)
    found = dice.settle(GENERAL_ABILITY, GeneralAbility(house=state.house)).ability
    general = state.before_the_first_throw and not _has_general(state, one.side)
    if not general:
        dice.explain(f"the roll for {count_text(one.xp, 'FP').replace('FPs', 'FP')} of experience", "FFTT-XP-1")
    elif found in one.abilities:
        dice.explain("it has that already", "FFTT-R33", tell="reason")
    after = replace(one, abilities=(*one.abilities, found), gifted=one.gifted or not general)
    return state.with_figures(with_gained_ap(one, after)), {"ability": found}


def _has_general(state: State, side: str) -> bool:
    return any(one.abilities for one in state.figures.values() if one.side == side)


# --- a turn begins


@plays(
    "initiative",
    Nothing,
    rules=("FFTT-TURN-1", "FFTT-R9", "FFTT-R61"),
    story=lambda s, e, r: f"turn {s.turn}: {side_name(s, r['winner'])} has the initiative",
    due=lambda state: not state.before_the_first_throw,
    usual=lambda state: {} if state.step == "initiative" else None,
)
def initiative(state: State, event: Nothing, dice: Dice) -> Played:
    """Who has the initiative of this turn."""
    check_running(state, "initiative")
    dice.assign_dice(**{side: side for side in state.sides})
    won = dice.settle(INITIATIVE_SEEN, InitiativeSeen(house=state.house, sides=state.sides))
    step = "deployment" if state.secret and state.turn == 1 else "choose-first"
    state = with_hidden_flanks(state) if state.before_the_first_throw else state
    if step == "deployment":
        dice.explain("this roll counts for turn 1; deployment is next", "FFTT-SETUP-8", "FFTT-R10", tell="now")
    return replace(state, initiative=won.winner, step=step), {**vars(won), "step": step}


@dataclass(frozen=True, kw_only=True)
class Deploy:
    by: str = fact(Ref("sides"), ask="Who has deployed?", among=side_answers, menu=True)


@plays("deploy", Deploy, rules=("FFTT-SETUP-6", "FFTT-SETUP-7", "FFTT-SETUP-8"), story=story_of("{by} has deployed"))
def deploy(state: State, event: Deploy, dice: Dice) -> Played:
    """A side stands in its zone; its list is secret no longer, but for hidden forces."""
    check_running(state, "deployment")
    if event.by in state.deployed:
        raise refuse("FFTT-SETUP-8", "already-deployed", f"{side_name(state, event.by)} has deployed.")
    words = f"{side_name(state, event.by)} deploys within {state.zone} cm of its edge"
    dice.explain(words, "FFTT-SETUP-6", "FFTT-SETUP-7", tell="now")
    state = replace(state, deployed=state.deployed | {event.by})
    if state.deployed == set(state.sides):
        state = replace(state, step="choose-first", secret=False)
    return state, {"step": state.step}


@dataclass(frozen=True, kw_only=True)
class ChooseFirst:
    by: str = fact(Ref("sides"), known=lambda place: place.state.initiative)
    first: str = fact(Ref("sides"), ask="Who moves first?", among=side_answers, rules=("FFTT-TURN-2", "FFTT-R61"))


@plays(
    "choose-first",
    ChooseFirst,
    rules=("FFTT-TURN-2", "FFTT-R8", "FFTT-R61"),
    story=story_of("{first} moves first"),
    due=True,
)
def choose_first(state: State, event: ChooseFirst, dice: Dice) -> Played:
    """The winner decides who moves first; the others follow clockwise."""
    check_running(state, "choose-first")
    if event.by != state.initiative:
        raise refuse("FFTT-TURN-2", "not-the-winner", f"{side_name(state, state.initiative or '')} has the initiative.")
    at = state.sides.index(event.first)
    order = (*state.sides[at:], *state.sides[:at])
    several = ("FFTT-R61",) if len(order) > 2 else ()
    names = ", ".join(side_name(state, one) for one in order)
    dice.explain(f"order of movement: {names}", "FFTT-TURN-2", "FFTT-R8", *several, tell="reason" if several else "")
    state = enter_step(replace(state, first=event.first, order=order), dice.report(find_opening(state)))
    return state, {"step": state.step, "phase": state.phase, "order": list(order)}
