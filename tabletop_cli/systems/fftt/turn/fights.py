"""Hand to hand: who fights whom with how many action points, and on whom the blows fall (FFTT-CC-4, FFTT-CC-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from ....api import (
    Answer,
    Dice,
    Json,
    ListOf,
    Malformed,
    Odds,
    Owner,
    Ref,
    Text,
    Whole,
    count_text,
    dataclass,
    fact,
    has_at_least,
    plays,
    read_or_judge,
)
from ..figures import Fighter
from ..melee import MELEE, Combat, Fought, Melee, Round, fight_round, find_combat, find_excesses
from .gate import check_alive, check_running, check_step, refuse_for
from .harm import hurt_figures
from .naming import by_number, shown_name
from .near import Each
from .phase_steps import may_strike, must_fight
from .questions import At, figure_answers
from .state import Played, State
from .stories import melee_story

MOST = 12  # in a group


def possible_fighters(place: At) -> Iterator[Answer]:
    """Who touches an enemy: first those whom several touch, for they fight alone, then those who may strike."""
    state = place.state
    found = [one for one in state.there if state.touched_by(one.id)]
    found.sort(key=lambda one: (-len(state.touched_by(one.id)), not may_strike(state, one)))
    return figure_answers(state, iter(found))


def _fighters_text(place: At) -> str:
    """Who fights; where somebody is touched by several, who fights alone."""
    state = place.state
    several = any(len(state.touched_by(one.id)) > 1 for one in state.there)
    return "Who fights alone against the others?" if several else "Who fights?"


def _next_fighter(place: At) -> Json:
    """The first who has not fought, in a fight in which somebody may strike."""
    state = place.state
    for one in possible_fighters(place):
        foes = set(state.touched_by(str(one.value))) - state.fought
        if one.value in state.fought or not foes:
            continue
        if any(may_strike(state, state.figures[who]) for who in (str(one.value), *foes)):
            return one.value
    return None


def touched_opponents(place: At) -> Iterator[Answer]:
    """Whom the lone figure touches."""
    state = place.state
    return figure_answers(state, (state.figures[one] for one in by_number(state.touched_by(place.event.lone))))


def _most_points(place: At) -> int:
    """The most action points that an insectoid in this fight may commit, which others may answer (FFTT-CC-6)."""
    state, event = place.state, place.event
    who = [state.figures[one] for one in (event.lone, *event.group)]
    return max((one.ap for one in who if one.kind.insectoid and may_strike(state, one)), default=0)


def point_answers(place: At) -> Iterator[Answer]:
    """The same number for each that may strike, as far as it has that many; any others may be typed."""
    state, event = place.state, place.event
    who = [state.figures[one] for one in (event.lone, *event.group) if may_strike(state, state.figures[one])]
    for n in range(1, _most_points(place) + 1):
        said = {one.id: min(n, one.ap) for one in who}
        words = ", ".join(f"{one} {ap} AP" for one, ap in said.items())
        yield Answer({one: ap for one, ap in said.items() if ap != 1}, words, str(n))


def _last_round(place: At) -> int:
    """The round whose dice have fallen last, counted from 1."""
    return len(place.faces) // (len(place.event.group) + 1)


def _put_victim(place: At, items: Sequence[Json], value: Json) -> list[Json]:
    """The blow of this round beside those before; rounds without one have somebody, for order tells the rounds."""
    kept = [one for one in items if one is not None]
    without = _last_round(place) - 1 - len(kept)
    return [*kept, *[place.event.group[0]] * without, value, None]


@dataclass(frozen=True, kw_only=True)
class Fight:
    lone: str = fact(
        Ref("figures"),
        ask=_fighters_text,
        help="who fights, alone against all of the group",
        among=possible_fighters,
        usual=_next_fighter,
        rules=("FFTT-CC-4", "FFTT-CC-5"),
    )
    group: tuple[str, ...] = fact(
        ListOf(Ref("figures"), 1, MOST, distinct=True),
        ask="Who fights against {lone}?",
        among=touched_opponents,
        usual=lambda place: by_number(set(place.state.touched_by(place.event.lone)) - place.state.fought),
        rules=("FFTT-CC-5", "FFTT-R42", "FFTT-R43"),
    )
    aps: Mapping[str, int] = fact(
        Each(Whole(), Ref("figures"), "action points"),
        {},
        ask="How many action points does each commit? (or type such as b1 2 b2 1)",
        among=point_answers,
        typed=True,
        when=lambda place: _most_points(place) > 1,
        rules=("FFTT-CC-6", "FFTT-CC-7"),
    )
    victims: tuple[str, ...] = fact(
        ListOf(Ref("figures")),
        (),
        ask=lambda place: f"On whom does the blow of {{lone}} in round {_last_round(place)} fall?",
        among=lambda place: figure_answers(place.state, (place.state.figures[one] for one in place.event.group)),
        one_by_one=True,
        put=_put_victim,
        usual=lambda place: place.event.group[0],
        whose=lambda place: place.state.figures[place.event.lone].side,
        rules=("FFTT-CC-4", "FFTT-R41"),
    )


def fight_is_meant(state: State, event: Fight) -> None:
    """A figure against living enemies on the table, and points and blows of these. Errors: `Malformed`."""
    for one in event.group:
        if not state.figures[one].there or not state.is_enemy(event.lone, one):
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
    touched = state.touched_by(lone)
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
    words = "Fired in contact, so they make no attack in this phase"
    refuse_for(state, shot, "FFTT-SHOOT-6", "fired-while-engaged", words, "FFTT-R31")
    over = [tuple(points)[place] for place, _, _ in find_excesses(situation)]
    refuse_for(state, over, "FFTT-CC-6", "too-many-aps", "More action points than they may commit", "FFTT-CC-7")
    idle = [one for one, ap in points.items() if not ap and must_fight(state, figures[one])]
    refuse_for(state, idle, "FFTT-CC-7", "first-round-compulsory", "Have to commit at least 1 action point")
    poor = [one for one, ap in points.items() if ap > figures[one].ap]
    words = ", ".join(f"{figures[one].ap} of {points[one]}" for one in by_number(poor))
    refuse_for(state, poor, "FFTT-AP-1", "no-ap", f"Only {words} action points left")


def _begin_fight(state: State, event: Fight) -> tuple[Melee, dict[str, int]]:
    """The fight, and what each commits, by default 1 where it may, once nothing forbids it (FFTT-CC-7)."""
    check_running(state)
    lone = read_or_judge(lambda: event.lone, lambda: check_step(state, "hand-to-hand"))
    check_alive(state, state.figures[lone], figures=[lone])
    check_step(state, "hand-to-hand")
    group = read_or_judge(lambda: tuple(event.group), lambda: _check_touch(state, lone, ()))
    _check_touch(state, lone, group)
    said = read_or_judge(lambda: event.aps, lambda: _check_fresh(state, (lone, *group)))
    held = [one for one, ap in said.items() if ap and state.is_held(state.figures[one])]
    refuse_for(state, held, "FFTT-BUG-4", "in-goo", "Held in goo, so they only defend", "FFTT-R50")
    _check_fresh(state, (lone, *group))
    figures = state.figures
    points = {one: said.get(one, int(may_strike(state, figures[one]))) for one in (lone, *group)}
    situation = Melee(
        house=state.house,
        lone=Fighter(**figures[lone].rule_facts(), ap=points[lone]),
        group=tuple(Fighter(**figures[one].rule_facts(), ap=points[one]) for one in group),
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


def _fate_text(wounds: int, left: int | None) -> str:
    """What so many wounds come to: ``1 wound``, ``dies``."""
    return "dies" if left is not None and wounds >= left else count_text(wounds, "wound") if wounds else "no wound"


def _fight_name(s: FightSeen, found: Fought) -> str:
    """``a1 dies, b1 1 wound``."""
    wounds = (found.wounds_on_lone, sum(found.blows))
    fates = (_fate_text(n, s.left[at] if at < len(s.left) else None) for at, n in enumerate(wounds))
    return ", ".join(f"{name} {fate}" for name, fate in zip(s.names, fates, strict=True))


FIGHT_SEEN = replace(MELEE, title="All rounds of this fight", situation=FightSeen, odds=Odds(_fight_name))


def _foresee_fight(state: State, event: Fight, situation: Melee, dice: Dice) -> None:
    """Wounds and deaths on both sides, together, before the dice (FFTT-CC-9)."""
    named = (event.lone, *event.group) if len(event.group) == 1 else (event.lone,)
    names = named if len(named) > 1 else (event.lone, "its blows")
    left = tuple(state.figures[one].left for one in named)
    dice.announce_odds(FIGHT_SEEN, FightSeen(**vars(situation), names=names, left=left))


# --- the rounds


def _blow_victim(state: State, event: Fight, at: int, fought: Round, group: Sequence[str]) -> str:
    """On whom a blow falls: any opponent, or by house rule one that was beaten (FFTT-CC-4, FFTT-R41)."""
    beaten = [group[place] for place in fought.beaten]
    only_beaten = state.house["lone-victim"] == "beaten-opponent" and bool(beaten)
    chosen = event.victims[at] if len(group) > 1 and has_at_least(event.victims, at + 1) else ""
    if chosen and only_beaten and chosen not in beaten:
        raise Malformed(f"victims: {chosen} was not beaten in round {at + 1}")
    return chosen or (beaten if only_beaten else group)[0]


def _fight_rounds(state: State, event: Fight, now: Combat, dice: Dice) -> tuple[list[Round], Counter[str]]:
    """All rounds; after the dice of each its blow falls."""
    group, wounds, rounds = tuple(event.group), Counter[str](), list[Round]()
    for number in now.rounds:
        found = fight_round(now, number, dice)
        rounds.append(found)
        wounds[event.lone] += found.on_lone
        if found.blow:
            victim = _blow_victim(state, event, number - 1, found, group)
            wounds[victim] += found.blow
            tell: Literal["", "now"] = "now" if len(group) > 1 else ""
            dice.explain(f"the blow falls on {shown_name(state, victim)}", "FFTT-CC-4", "FFTT-R41", tell=tell)
    return rounds, wounds


def _tell_who(state: State, event: Fight, points: Mapping[str, int], dice: Dice) -> None:
    """Who fights whom, and who only defends (FFTT-CC-1, FFTT-CC-5, FFTT-CC-7, FFTT-SHOOT-6, FFTT-BUG-4)."""
    who = (event.lone, *event.group)
    fresh = any(state.touched_by(one, fresh=True) for one in who)
    words = f"{shown_name(state, event.lone)} against {', '.join(shown_name(state, one) for one in event.group)}"
    dice.explain(words, "FFTT-CC-1", "FFTT-CC-5", "FFTT-R42", *(("FFTT-CC-7",) if fresh else ()))
    paid = ", ".join(f"{one} {ap} of {state.figures[one].ap}" for one, ap in points.items() if ap)
    dice.explain(f"action points: {paid or 'none'}", "FFTT-AP-1", "FFTT-CC-6")
    for one in who:
        if one in state.shot_engaged:
            dice.explain(f"{shown_name(state, one)} has fired, so it only defends", "FFTT-SHOOT-6", "FFTT-R31")
        elif state.is_held(state.figures[one]):
            dice.explain(f"{shown_name(state, one)} is held in goo, so it only defends", "FFTT-BUG-4", "FFTT-R50")


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
    situation, points = _begin_fight(state, event)
    _tell_who(state, event, points, dice)
    lone, group = state.figures[event.lone], state.figures[event.group[0]]
    dice.assign_dice(**{"lone figure": Owner(lone.side, lone.id), "group": Owner(group.side, ", ".join(event.group))})
    _foresee_fight(state, event, situation, dice)
    now = find_combat(situation, dice)
    rounds, wounds = _fight_rounds(state, event, now, dice)
    who = (event.lone, *event.group)
    for one in who:
        state = state.pay_ap(one, points[one])
    state = replace(state, fought=state.fought | set(who))
    struck = {one: n for one, n in wounds.items() if n}
    winners = {event.group[place] for one in rounds for place in one.winners}
    state = _hurt_both(state, event, struck, [one for one in event.group if one in winners], dice)
    return state, {
        "rounds": rounds,
        "wounds_on_lone": sum(one.on_lone for one in rounds),
        "blows": [one.blow for one in rounds],
        "wounds": struck,
        "ap": {one: state.figures[one].ap for one in who},
    }


def _hurt_both(state: State, event: Fight, struck: Mapping[str, int], strikers: Sequence[str], dice: Dice) -> State:
    """The wounds on both sides, by who inflicted them (FFTT-R54)."""
    on_lone = {one: n for one, n in struck.items() if one == event.lone}
    state, _ = hurt_figures(state, on_lone, strikers, dice)
    return hurt_figures(state, {one: n for one, n in struck.items() if one != event.lone}, (event.lone,), dice)[0]
