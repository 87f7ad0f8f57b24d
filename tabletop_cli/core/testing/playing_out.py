"""Battles at random, every step checked. Part of the conformance kit, see `testing`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from ..declare.kinds import ListOf
from ..declare.plain import pack, unpack
from ..dice.brute_force import check_distribution, require
from ..dice.handlers import Given, Replay, Step, Typed
from ..dice.requests import sides_of
from ..errors import TabletopError
from ..play.foresee import event_odds, first_roll
from ..play.game import NO_DEFAULT, Draft, Offer, Question, RollAhead, event_of
from ..system import System

QUICK = 200_000  # millionths of a second for the odds of an event
TRIES = 60  # of random choices, where several things may be picked together


def play_out(
    system: System, setup: Mapping[str, Any], *, seed: int, events: int = 60, avoid: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Play what is offered, with random answers, and check every step; gives the events that were played.

    Nothing that is offered may be refused; the recorded dice and the same dice typed lead to the same state; the state
    survives a snapshot; odds shown beforehand add up. Kinds of events in `avoid` are played only for want of others.
    """
    chance = random.Random(seed)
    state = system.game.begin(setup, system)
    played: list[dict[str, Any]] = []
    while len(played) < events:
        where = f"seed {seed}, event {len(played) + 1}"
        if (found := any_event(system, state, chance, avoid, where)) is None:
            break
        event, ahead = found
        state = _step(system, state, event, ahead, chance, f"{where}, {event}")
        played.append(event)
    return played


def any_event(
    system: System, state: Any, chance: random.Random, avoid: Sequence[str] = (), where: str = "now"
) -> tuple[dict[str, Any], tuple[int, ...]] | None:
    """An event that is offered and accepted, with dice that were rolled for its questions; None where nothing is.

    A single answer that is not barred is always right; of several that may be picked together not every choice is.
    """
    offers = system.game.offers(state)
    if not offers:
        return None
    offer = _picked(offers, avoid, chance)
    for _ in range(TRIES):
        draft, ahead, several = _filled(system, state, offer, chance)
        event = event_of(draft)
        try:
            first_roll(system, state, event)
        except TabletopError as wrong:
            require(several, f"{where}, {event}: offered, but refused: {wrong.as_dict()}")
        else:
            return event, ahead
    raise AssertionError(f"{where}, {dict(offer)}: offered, but refused with {TRIES} different choices")


def _picked(offers: Sequence[Offer], avoid: Sequence[str], chance: random.Random) -> Draft:
    """An offer: first a kind of event, so that rare ones are played as often as others."""
    kinds = list(dict.fromkeys(str(offer.event["do"]) for offer in offers))
    wanted = chance.choice([kind for kind in kinds if kind not in avoid] or kinds)
    return chance.choice([offer.event for offer in offers if offer.event["do"] == wanted])


def _filled(system: System, state: Any, draft: Draft, chance: random.Random) -> tuple[Draft, tuple[int, ...], bool]:
    """The draft with all questions answered, dice that were rolled for them, and whether several could be picked."""
    ahead: tuple[int, ...] = ()
    several = False
    for _ in range(200):
        wanted = system.game.question(state, draft)
        if wanted is None:
            return draft, ahead, several
        if isinstance(wanted, RollAhead):
            ahead = tuple(chance.randint(1, sides) for sides in sides_of(wanted.request))
            draft = {**draft, "_dice": list(ahead)}
        else:
            several = several or wanted.many
            draft = wanted.answered(draft, _answer(wanted, chance))
    raise AssertionError(f"the questions about {event_of(draft)} never end; the last is {wanted}")


def _answer(asked: Question, chance: random.Random) -> Any:
    """One of the answers that are not barred, or the default, or something that fits."""
    free = [answer.value for answer in asked.answers if not answer.barred]
    if asked.many and asked.answers:
        least, most = (asked.kind.minimum, asked.kind.maximum) if isinstance(asked.kind, ListOf) else (0, len(free))
        require(least <= len(free), f"{asked.text} wants {least} answers, {len(free)} are possible")
        return tuple(chance.sample(free, chance.randint(least, min(most, len(free)))))
    if asked.answers:
        require(free, f"{asked.text} has no possible answer")
        return chance.choice(free)
    if asked.default is not NO_DEFAULT:
        return asked.default
    raise AssertionError(f"{asked.text} has neither answers nor a default")


def _step(
    system: System, state: Any, event: dict[str, Any], ahead: tuple[int, ...], chance: random.Random, where: str
) -> Any:
    """Play one event, then again from its rolls and with the same dice typed: the next state."""
    left = [ahead] if ahead else []
    dice = Typed(lambda request: left.pop() if left else None, lambda sides: chance.randint(1, sides))
    try:
        odds = event_odds(system, state, event, QUICK)
    except TabletopError as none:
        require(none.code in ("too-big", "illegal-situation"), f"{where}: no odds: {none.message}")
        odds = None
    if odds is not None:
        check_distribution(odds, where)
    try:
        after, result = system.game.play(state, event, dice)
    except TabletopError as wrong:
        raise AssertionError(f"{where}: offered, but refused: {wrong.message} {wrong.as_dict()}") from None
    for step in dice.steps:
        require_known(system, step, where)
    replay = Replay(dice.rolls)
    again, same = system.game.play(state, event, replay)
    used_up(replay, where)
    faces = [face for roll in dice.rolls for face in roll.faces]
    typed, told = system.game.play(state, event, Given(faces))
    view = system.game.view(after)
    require(same == result == told, f"{where}: the same dice {faces} give another result: {same}, {told}, {result}")
    require(system.game.view(again) == view == system.game.view(typed), f"{where}: the same dice lead elsewhere")
    _check_snapshot(system, after, where)
    system.game.board(after)
    require(system.game.headline(after).strip(), f"{where}: no headline")
    return after


def _check_snapshot(system: System, state: Any, where: str) -> None:
    thawed = unpack(system.game.state, as_json(pack(state, system.freezers())), system.thawers())
    require(thawed == state, f"{where}: the state does not survive a snapshot")
    require(system.game.view(thawed) == system.game.view(state), f"{where}: a snapshot looks otherwise")


def require_known(system: System, step: Step, where: str) -> None:
    for rule in step.rules:
        require(system.reference.knows(rule), f"{where}: the step {step.text!r} cites {rule}, which does not exist")


def used_up(replay: Replay, where: str) -> None:
    try:
        replay.finish()
    except TabletopError as left:
        raise AssertionError(f"{where}: {left.message}") from None


def as_json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: as_json(item) for key, item in value.items()}
    return [as_json(item) for item in value] if isinstance(value, list | tuple) else value
