"""Hand to hand: who fights whom with how many action points, and on whom the blows fall (FFTT-CC-4, FFTT-CC-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ....api import (
    Answer,
    Dice,
    Json,
    ListOf,
    Malformed,
    Odds,
    Ref,
    Text,
    Whole,
    counted,
    dataclass,
    fact,
    has,
    judged_first,
    plays,
)
from ..figures import Fighter
from ..melee import MELEE, Combat, Fought, Melee, Round, fight, find_combat, find_excesses
from .asked import At, answers
from .gate import check_alive, check_step, refuse_for, running
from .harm import hurt
from .near import Each
from .state import Played, State
from .steps import may_strike, must_fight
from .stories import melee_story
from .words import by_number, name

MOST = 12  # in a group


def fighters(place: At) -> Iterator[Answer]:
    """Who touches an enemy; whoever is touched by several stands in front, for it fights alone."""
    state = place.state
    found = [one for one in state.there if state.touches(one.id)]
    return answers(state, iter(sorted(found, key=lambda one: -len(state.touches(one.id)))))


def opponents(place: At) -> Iterator[Answer]:
    """Whom the lone figure touches."""
    state = place.state
    return answers(state, (state.figures[one] for one in by_number(state.touches(place.event.lone))))


def _asks_points(place: At) -> bool:
    """Whether somebody may commit more than one action point: an insectoid, or who answers it (FFTT-CC-6)."""
    state, event = place.state, place.event
    who = [state.figures[one] for one in (event.lone, *event.group)]
    return any(one.kind.insectoid and may_strike(state, one) and one.ap > 1 for one in who)


def _round(place: At) -> int:
    """The round whose dice have fallen last, counted from 1."""
    return len(place.faces) // (len(place.event.group) + 1)


def _put_victim(place: At, items: Sequence[Json], value: Json) -> list[Json]:
    """The blow of this round beside those before; rounds without one have somebody, for order tells the rounds."""
    kept = [one for one in items if one is not None]
    without = _round(place) - 1 - len(kept)
    return [*kept, *[place.event.group[0]] * without, value, None]


@dataclass(frozen=True, kw_only=True)
class Fight:
    lone: str = fact(
        Ref("figures"),
        ask="Who fights alone?",
        among=fighters,
        usual=lambda place: next((one.value for one in fighters(place) if one.value not in place.state.fought), None),
        rules=("FFTT-CC-4", "FFTT-CC-5"),
    )
    group: tuple[str, ...] = fact(
        ListOf(Ref("figures"), 1, MOST, distinct=True),
        ask="Who fights against {lone}?",
        among=opponents,
        usual=lambda place: by_number(set(place.state.touches(place.event.lone)) - place.state.fought),
        rules=("FFTT-CC-5", "FFTT-R42", "FFTT-R43"),
    )
    aps: Mapping[str, int] = fact(
        Each(Whole(), Ref("figures"), "action points"),
        {},
        ask="Who commits another number of action points than 1?",
        when=_asks_points,
        rules=("FFTT-CC-6", "FFTT-CC-7"),
    )
    victims: tuple[str, ...] = fact(
        ListOf(Ref("figures")),
        (),
        ask=lambda place: f"On whom does the blow of {{lone}} in round {_round(place)} fall?",
        among=lambda place: answers(place.state, (place.state.figures[one] for one in place.event.group)),
        one_by_one=True,
        put=_put_victim,
        usual=lambda place: place.event.group[0],
        whose=lambda place: place.state.figures[place.event.lone].side,
        rules=("FFTT-CC-4", "FFTT-R41"),
    )


def fight_is_meant(state: State, event: Fight) -> None:
    """A figure against living enemies on the table, and points and blows of these. Errors: `Malformed`."""
    for one in event.group:
        if not state.figures[one].there or not state.enemies(event.lone, one):
            raise Malformed(f"group: {one} is no living enemy on the table")
    for one in event.aps:
        if one not in (event.lone, *event.group):
            raise Malformed(f"aps: {one} is not in this fight")
    for one in event.victims:
        if one not in event.group:
            raise Malformed(f"victims: {one} is not in the group")


# --- whether they may fight so


def _check_touch(state: State, lone: str, group: Sequence[str]) -> None:
    """Each of the group touches the lone figure (FFTT-CC-1)."""
    touched = state.touches(lone)
    apart = set(group) - set(touched) if touched else {lone}
    refuse_for(state, apart, "FFTT-CC-1", "not-engaged", "Not in contact")


def _check_fresh(state: State, who: Sequence[str]) -> None:
    """Each figure is in one group of a phase (FFTT-CC-5)."""
    fought = state.fought & set(who)
    refuse_for(state, fought, "FFTT-CC-5", "already-fought", "Fought already in this phase", "FFTT-R42")


def _check_points(state: State, points: Mapping[str, int], situation: Melee) -> None:
    """What each commits is allowed, is enough, and is there (FFTT-SHOOT-6, FFTT-CC-6, FFTT-CC-7, FFTT-AP-1)."""
    figures = state.figures
    shot = [one for one, ap in points.items() if ap and one in state.shot_engaged]
    words = "Fired while engaged, and make no attack in this phase"
    refuse_for(state, shot, "FFTT-SHOOT-6", "fired-while-engaged", words, "FFTT-R31")
    over = [tuple(points)[place] for place, _, _ in find_excesses(situation)]
    refuse_for(state, over, "FFTT-CC-6", "too-many-aps", "More action points than they may commit", "FFTT-CC-7")
    idle = [one for one, ap in points.items() if not ap and must_fight(state, figures[one])]
    refuse_for(state, idle, "FFTT-CC-7", "first-round-compulsory", "Have to commit 1 action point at least")
    poor = [one for one, ap in points.items() if ap > figures[one].ap]
    words = ", ".join(f"{figures[one].ap} of {points[one]}" for one in by_number(poor))
    refuse_for(state, poor, "FFTT-AP-1", "no-ap", f"Only {words} action points left")


def _begun(state: State, event: Fight) -> tuple[Melee, dict[str, int]]:
    """The fight, and what each commits, by default 1 where it may, once nothing forbids it (FFTT-CC-7)."""
    running(state)
    lone = judged_first(lambda: event.lone, lambda: check_step(state, "hand-to-hand"))
    check_alive(state, state.figures[lone], figures=[lone])
    check_step(state, "hand-to-hand")
    group = judged_first(lambda: tuple(event.group), lambda: _check_touch(state, lone, ()))
    _check_touch(state, lone, group)
    said = judged_first(lambda: event.aps, lambda: _check_fresh(state, (lone, *group)))
    held = [one for one, ap in said.items() if ap and state.held(state.figures[one])]
    refuse_for(state, held, "FFTT-BUG-4", "in-goo", "Held in goo, where one only defends", "FFTT-R50")
    _check_fresh(state, (lone, *group))
    figures = state.figures
    points = {one: said.get(one, int(may_strike(state, figures[one]))) for one in (lone, *group)}
    situation = Melee(
        house=state.house,
        lone=Fighter(**figures[lone].facts(), ap=points[lone]),
        group=tuple(Fighter(**figures[one].facts(), ap=points[one]) for one in group),
        campaign=state.campaign,
    )
    _check_points(state, points, situation)
    return situation, points


# --- the chances that people see


@dataclass(frozen=True, kw_only=True)
class FightSeen(Melee):
    """A fight, with who dies of how many wounds more, those that are pending counted; nobody of several is named."""

    names: tuple[str, ...] = fact(ListOf(Text()), ("the lone figure", "its blows"))
    left: tuple[int, ...] = fact(ListOf(Whole()), ())


def _fate(wounds: int, left: int | None) -> str:
    """What so many wounds come to: ``1 wound``, ``dies``."""
    return "dies" if left is not None and wounds >= left else counted(wounds, "wound") if wounds else "no wound"


def _fight_name(s: FightSeen, found: Fought) -> str:
    """``a1 dies, b1 1 wound``."""
    wounds = (found.wounds_on_lone, sum(found.blows))
    fates = (_fate(n, s.left[at] if at < len(s.left) else None) for at, n in enumerate(wounds))
    return ", ".join(f"{name} {fate}" for name, fate in zip(s.names, fates, strict=True))


FIGHT_SEEN = replace(MELEE, title="All rounds of this fight", situation=FightSeen, odds=Odds(_fight_name))


def _foresee(state: State, event: Fight, situation: Melee, dice: Dice) -> None:
    """Wounds and deaths on both sides, together, before the dice (FFTT-CC-9)."""
    named = (event.lone, *event.group) if len(event.group) == 1 else (event.lone,)
    names = named if len(named) > 1 else (event.lone, "its blows")
    left = tuple(state.figures[one].left for one in named)
    dice.foresee(FIGHT_SEEN, FightSeen(**vars(situation), names=names, left=left))


# --- the rounds


def _victim(state: State, event: Fight, at: int, fought: Round, group: Sequence[str]) -> str:
    """On whom a blow falls: any opponent, or by house rule one that was beaten (FFTT-CC-4, FFTT-R41)."""
    beaten = [group[place] for place in fought.beaten]
    only_beaten = state.house["lone-victim"] == "beaten-opponent" and bool(beaten)
    chosen = event.victims[at] if len(group) > 1 and has(event.victims, at + 1) else ""
    if chosen and only_beaten and chosen not in beaten:
        raise Malformed(f"victims: {chosen} was not beaten in round {at + 1}")
    return chosen or (beaten if only_beaten else group)[0]


def _fought(state: State, event: Fight, now: Combat, dice: Dice) -> tuple[list[Round], Counter[str]]:
    """All rounds; after the dice of each its blow falls."""
    group, wounds, rounds = tuple(event.group), Counter[str](), list[Round]()
    for number in now.rounds:
        found = fight(now, number, dice)
        rounds.append(found)
        wounds[event.lone] += found.on_lone
        if found.blow:
            victim = _victim(state, event, number - 1, found, group)
            wounds[victim] += found.blow
            dice.explain(f"the blow falls on {name(state, victim)}", "FFTT-CC-4", "FFTT-R41")
    return rounds, wounds


def _tell_who(state: State, event: Fight, points: Mapping[str, int], dice: Dice) -> None:
    """Who fights whom, and who only defends (FFTT-CC-1, FFTT-CC-5, FFTT-CC-7, FFTT-SHOOT-6, FFTT-BUG-4)."""
    who = (event.lone, *event.group)
    fresh = any(state.touches(one, fresh=True) for one in who)
    words = f"{name(state, event.lone)} against {', '.join(name(state, one) for one in event.group)}"
    dice.explain(words, "FFTT-CC-1", "FFTT-CC-5", "FFTT-R42", *(("FFTT-CC-7",) if fresh else ()))
    paid = ", ".join(f"{one} {ap} of {state.figures[one].ap}" for one, ap in points.items() if ap)
    dice.explain(f"action points: {paid or 'none'}", "FFTT-AP-1", "FFTT-CC-6")
    for one in who:
        if one in state.shot_engaged:
            dice.explain(f"{name(state, one)} has fired, and only defends", "FFTT-SHOOT-6", "FFTT-R31")
        elif state.held(state.figures[one]):
            dice.explain(f"{name(state, one)} is held in goo, and only defends", "FFTT-BUG-4", "FFTT-R50")


def engaged_words(state: State) -> str:
    """Who still has to fight, for the menu."""
    return ", ".join(one.id for one in state.there if must_fight(state, one))


@plays(
    "melee",
    Fight,
    rules=("FFTT-CC-1", "FFTT-CC-2", "FFTT-CC-4", "FFTT-CC-5", "FFTT-CC-6", "FFTT-CC-7", "FFTT-CC-9", "FFTT-TURN-7"),
    story=melee_story,
    meant=fight_is_meant,
    detail=engaged_words,
    usual=lambda state: {} if state.step == "hand-to-hand" and engaged_words(state) else None,
)
def melee(state: State, event: Fight, dice: Dice) -> Played:
    """One figure fights alone against those who touch it; all rounds are simultaneous."""
    situation, points = _begun(state, event)
    _tell_who(state, event, points, dice)
    dice.hands(lone=state.figures[event.lone].side, group=state.figures[event.group[0]].side)
    _foresee(state, event, situation, dice)
    now = find_combat(situation, dice)
    rounds, wounds = _fought(state, event, now, dice)
    who = (event.lone, *event.group)
    for one in who:
        state = state.pay(one, points[one])
    state = replace(state, fought=state.fought | set(who))
    struck = {one: n for one, n in wounds.items() if n}
    winners = {event.group[place] for one in rounds for place in one.winners}
    state = _hurt(state, event, struck, [one for one in event.group if one in winners], dice)
    return state, {
        "rounds": rounds,
        "wounds_on_lone": sum(one.on_lone for one in rounds),
        "blows": [one.blow for one in rounds],
        "wounds": struck,
        "ap": {one: state.figures[one].ap for one in who},
    }


def _hurt(state: State, event: Fight, struck: Mapping[str, int], strikers: Sequence[str], dice: Dice) -> State:
    """The wounds on both sides, by who inflicted them (FFTT-R54)."""
    on_lone = {one: n for one, n in struck.items() if one == event.lone}
    state, _ = hurt(state, on_lone, strikers, dice)
    return hurt(state, {one: n for one, n in struck.items() if one != event.lone}, (event.lone,), dice)[0]
