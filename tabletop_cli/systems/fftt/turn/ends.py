"""The end of a turn and of the game: eggs, who has lost, surrender, agreed ends; and what campaigns add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from ....api import Answer, Dice, Id, ListOf, Malformed, Nullable, Ref, Text, Union, dataclass, fact, plays, refuse
from ..insectoids import HATCH, Hatch
from .gate import check_campaign, check_over, check_running
from .harm import leave_table, take_effect
from .kills import Leaving, credit_kills
from .naming import by_number, end_words, side_name, won_words
from .phase_steps import hatching_eggs, refill_action_points
from .questions import At, side_answers
from .state import Over, Piece, Played, State, join_sides
from .stories import end_text, grant_reloads_story, hatch_story, surrender_story

# --- eggs


@dataclass(frozen=True, kw_only=True)
class HatchEvent:
    egg: str = fact(
        Ref("eggs"),
        ask="Which egg hatches?",
        among=lambda place: (
            Answer(egg, side_name(place.state, place.state.eggs[egg].side))
            for egg in by_number(hatching_eggs(place.state))
        ),
        rules=("FFTT-BUG-2",),
    )
    as_: str | None = fact(Id("a12"), None, help="the id of what hatches; by default that of the egg")


def check_new_id(state: State, event: HatchEvent) -> None:
    """What hatches has an id of its own. Errors: `Malformed`."""
    if (event.as_ or event.egg) in state.figures:
        raise Malformed(f"as: there is a figure {event.as_ or event.egg}")


@plays(
    "hatch", HatchEvent, rules=("FFTT-BUG-2", "FFTT-R46", "FFTT-R47"), story=hatch_story, meant=check_new_id, due=True
)
def hatch(state: State, event: HatchEvent, dice: Dice) -> Played:
    """An egg hatches; the creature acts from the next turn on, and costs nothing."""
    check_running(state, "end-of-turn")
    egg = event.egg
    if egg not in hatching_eggs(state):
        raise refuse("FFTT-BUG-2", "no-egg", f"{egg} hatches at the end of turn {state.eggs[egg].laid + 1}.")
    found = dice.settle(HATCH, Hatch(house=state.house))
    assert found.creature is not None, "an egg is rolled for until something hatches"
    figure = event.as_ or egg
    born = Piece(id=figure, side=state.eggs[egg].side, unit=found.creature)
    words = f"put {figure} on the table, a {found.creature.name.lower()}; it acts from the next turn on"
    dice.explain(words, "FFTT-BUG-2", "FFTT-R47", tell="now")
    left = {name: one for name, one in state.eggs.items() if name != egg}
    state = replace(state.with_figures(replace(born, ap=born.profile.ap)), eggs=left)
    return state, {"creature": found.creature.id, "throws": found.throws, "figure": figure}


# --- who has lost


def _is_counted(state: State, one: Piece) -> bool:
    """Whether a figure keeps its side in the game (FFTT-END-1, FFTT-AMMO-3, FFTT-R55)."""
    return one.kind.counts and not one.out and (not one.flank or state.house["off-table-counts"] == "yes")


def _has_nobody(state: State, side: str) -> bool:
    return side in state.given_up or not any(_is_counted(state, one) for one in state.figures_of(side))


def _lost_a_third(state: State, side: str) -> bool:
    return state.ends.third and bool(state.strength[side]) and 3 * state.lost_fp(side) >= state.strength[side]


def _lost_its_hqs(state: State, side: str) -> bool:
    return state.ends.hqs and side in state.had_hq and not any(one.unit.headquarters for one in state.figures_of(side))


_LOST: tuple[tuple[str, Callable[[State, str], bool], str], ...] = (
    ("last-standing", _has_nobody, "FFTT-END-1"),
    ("third", _lost_a_third, "FFTT-END-3"),
    ("hqs", _lost_its_hqs, "FFTT-END-3"),
)


def winner_of(state: State, left: list[str]) -> str | None:
    """The sides that are left, if all of them are allied: ``a``, ``a+c``, ``draw``; None while enemies are left."""
    if any(not state.is_allied(one, other) for one in left for other in left):
        return None
    return join_sides(left) or "draw"


def check_game_over(state: State, dice: Dice) -> Over | None:
    """Whether the game is over at the end of this turn (FFTT-END-1, FFTT-END-3)."""
    lost: set[str] = set()
    for word, test, rule in _LOST:
        found = {side for side in state.sides if test(state, side)} - lost
        lost |= found
        winner = winner_of(state, [side for side in state.sides if side not in lost]) if found else None
        if winner is not None:
            beaten = ", ".join(side_name(state, side) for side in sorted(found))
            more = ("FFTT-R55", *_out_of_ammo(state, found)) if word == "last-standing" else ()
            dice.explain(f"{beaten}: {end_words(word)['lost']}", rule, *more, tell="reason")
            return Over(winner, word)
    if state.ends.turns is not None and state.turn >= state.ends.turns:
        dice.explain(f"turn {state.turn} of {state.ends.turns} is over", "FFTT-END-3", tell="reason")
        return Over(None, "turns")
    hidden = (
        ("FFTT-R55",) if state.eggs or any(one.flank for side in state.sides for one in state.figures_of(side)) else ()
    )
    dice.explain("enemies that count are still alive", "FFTT-END-1", *hidden, *_out_of_ammo(state, state.sides))
    return None


def _out_of_ammo(state: State, sides: Iterable[str]) -> tuple[str, ...]:
    """The rule that figures out of ammo do not count, where a side has some (FFTT-AMMO-3)."""
    return ("FFTT-AMMO-3",) if any(one.out for side in sides for one in state.figures_of(side)) else ()


def _end_game(state: State, over: Over) -> Played:
    found = {"game_over": True, "winner": over.winner, "by": over.by}
    return replace(state, over=over, step="over"), found


@plays(
    "end-turn",
    Leaving,
    rules=("FFTT-TURN-9", "FFTT-END-1", "FFTT-END-3", "FFTT-BUG-2"),
    story=lambda s, e, r: f"turn {s.turn} is over{end_text(s, r)}",
    due=lambda state: not hatching_eggs(state),
)
def end_turn(state: State, event: Leaving, dice: Dice) -> Played:
    """The turn is over, and perhaps the game."""
    check_running(state, "end-of-turn")
    if eggs := hatching_eggs(state):
        raise refuse("FFTT-BUG-2", "egg-due", f"First hatch: {', '.join(by_number(eggs))}.", eggs=eggs)
    state = credit_kills(state, event.credits, dice)
    if (over := check_game_over(state, dice)) is not None:
        return _end_game(state, over)
    words = f"turn {state.turn + 1} begins, with all action points"
    dice.explain(words, "FFTT-TURN-9", "FFTT-TURN-1", "FFTT-AP-1", "FFTT-R1", tell="now")
    state = state.with_figures(*(replace(one, reserved=False) for one in state.figures.values()))
    state = replace(
        refill_action_points(state),
        turn=state.turn + 1,
        phase=1,
        step="initiative",
        initiative=None,
        first=None,
        order=(),
        rolled=frozenset(),
        goo_had=frozenset(),
        shot_engaged=frozenset(),
        heals=(),
        moved=frozenset(),
    )
    return state, {"game_over": False, "turn": state.turn, "step": state.step}


@dataclass(frozen=True, kw_only=True)
class Surrender(Leaving):
    side: str = fact(Ref("sides"), ask="Who surrenders?", among=side_answers)


@plays("surrender", Surrender, rules=("FFTT-END-2", "FFTT-TURN-7"), story=surrender_story)
def surrender(state: State, event: Surrender, dice: Dice) -> Played:
    """A side gives up, at any time; pending wounds count first. Where others fight on, its figures leave the table."""
    check_over(state)
    if event.side in state.given_up:
        raise refuse("FFTT-END-2", "game-over", f"{side_name(state, event.side)} has surrendered.")
    dice.explain(f"{side_name(state, event.side)} surrenders", "FFTT-END-2")
    state, _ = take_effect(state, dice)
    state = credit_kills(state, event.credits, dice)
    state = replace(state, given_up=state.given_up | {event.side})
    winner = winner_of(state, [side for side in state.sides if side not in state.given_up])
    if winner is not None:
        return _end_game(state, Over(winner, "surrender"))
    gone = [replace(one, gone=True) for one in state.figures_of(event.side)]
    dice.explain(f"off the table: all of {side_name(state, event.side)}", "FFTT-END-2", tell="now")
    state = leave_table(state.with_figures(*gone), *(one.id for one in gone))
    return state, {"game_over": False, "winner": None, "by": None}


def possible_winners(place: At) -> Iterator[Answer]:
    """Who may have won: each side, allies together, both or nobody."""
    state = place.state
    yield from side_answers(place)
    for band in state.alliances:
        yield Answer(join_sides(band), " and ".join(side_name(state, side) for side in band))
    yield Answer("draw", "a draw", "d")
    yield Answer(None, "nobody", "n")


@dataclass(frozen=True, kw_only=True)
class End(Leaving):
    winner: str | None = fact(Nullable(Text()), ask="Who has won?", among=possible_winners, rules=("FFTT-END-3",))


def check_winner(state: State, event: End) -> None:
    """A side, allied sides joined, a draw or nobody. Errors: `Malformed`."""
    parts = event.winner.split("+") if event.winner and event.winner != "draw" else []
    known = all(one in state.sides for one in parts) and event.winner in (None, "draw", join_sides(set(parts)) or None)
    if not known or winner_of(state, parts) is None:
        raise Malformed(f"winner: {event.winner} is no side, and no allied sides", hint="such as a, a+c, draw")


@plays(
    "end", End, rules=("FFTT-END-3",), story=lambda s, e, r: f"the players agree{end_text(s, r)}", meant=check_winner
)
def end(state: State, event: End, dice: Dice) -> Played:
    """The players agree that it is over, such as for a key position."""
    check_running(state)
    if not state.ends.other:
        raise refuse("FFTT-END-3", "not-agreed", "No other end was agreed on before the battle.")
    state = credit_kills(state, event.credits, dice)
    winner = event.winner
    dice.explain(f"the players agree: {won_words(state, winner)}", "FFTT-END-3")
    return _end_game(state, Over(winner, "agreed"))


# --- campaigns


@dataclass(frozen=True, kw_only=True)
class Grant:
    by: str = fact(Ref("sides"), ask="Who lets others reload?", among=side_answers)
    to: str | tuple[str, ...] = fact(
        Union[str | tuple[str, ...]]((Ref("sides"), ListOf(Ref("sides"), 1, distinct=True))),
        ask="Who may reload from {by}?",
        among=side_answers,
        rules=("FFTT-CAMP-8",),
    )

    @property
    def others(self) -> tuple[str, ...]:
        """Who may reload: one side, or several."""
        return (self.to,) if isinstance(self.to, str) else tuple(self.to)


def check_granted_sides(state: State, event: Grant) -> None:
    """All of them are sides of the battle. Errors: `Malformed`."""
    for one in event.others:
        Ref("sides").check(one, state, "grant-reloads.to")


@plays("grant-reloads", Grant, rules=("FFTT-CAMP-8",), story=grant_reloads_story, meant=check_granted_sides)
def grant(state: State, event: Grant, dice: Dice) -> Played:
    """A main player lets detachments reload from its HQs."""
    check_running(state)
    check_campaign(state)
    by = event.by
    pairs = {(by, side) for side in event.others if side != by}
    state = replace(state, reloads=tuple(sorted({*state.reloads, *pairs})))
    served = [to for giver, to in state.reloads if giver == by]
    names = ", ".join(side_name(state, one) for one in served)
    dice.explain(f"may reload from {side_name(state, by)}: {names}", "FFTT-CAMP-8", tell="now")
    return state, {"reloads": served}
