"""Battles at random, every step checked. Part of the conformance kit, see `kit`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence

from ..data import Json, JsonMapping, JsonObject
from ..declare.composed import ListOf, Nullable
from ..declare.either import Union
from ..declare.kinds import AnyKind, Number, OneOf, Whole, YesNo
from ..declare.plain import pack, unpack
from ..dice.brute_force import check_distribution, require
from ..dice.handlers import Given, Replay, Step
from ..dice.requests import OneToN
from ..errors import BadDice, Malformed, Refused, TabletopError
from ..play.asking import Done, Making, Throw
from ..play.offers import Offer, offers
from ..play.progress import Progress
from ..play.question import AGAIN, NO_DEFAULT, Answer, Question
from ..play.table_dice import Source, completed
from ..system import System
from .secrets import Secrets

QUICK = 200_000  # millionths of a second for the odds of an event
TRIES = 40  # of random answers, where a number or several picks may be refused
MOST_ANSWERS = 400  # of one event
MOST_PICKS = 12  # of many things on the table


class FairSource:
    """Dice for tests: the program's, from a random source of one's own."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def draw(self, ordinal: int, reader: object) -> OneToN:
        return lambda most: self._chance.randint(1, most)


def play_out(
    system: System, setup: JsonMapping, *, seed: int, events: int = 60, avoid: Sequence[str] = ()
) -> list[JsonObject]:
    """Play what is offered, with random answers, and check every step; gives the events that were played.

    What is offered is accepted, what is barred is refused; the same event in the hands of a machine, with the same dice
    typed or replayed, leads to the same state and the same explanation; the state survives a snapshot; odds add up.
    Whatever is hidden from a side could be otherwise, and nothing that this side is shown would be, see `secrets`.
    Kinds of events in `avoid` are played only for want of others.
    """
    chance = random.Random(seed)
    state = system.game.begin(setup, system)
    played: list[JsonObject] = []
    secrets = Secrets(system, setup, random.Random(seed))
    while len(played) < events:
        where = f"seed {seed}, event {len(played) + 1}"
        if (made := any_event(system, state, chance, avoid, where)) is None:
            break
        event, progress, steps = made
        before, state = state, _step(system, state, event, progress, steps, f"{where}, {event}")
        secrets.check(before, event, progress.rolls, state, where)
        played.append(event)
    return played


def any_event(
    system: System,
    state: object,
    chance: random.Random,
    avoid: Sequence[str] = (),
    where: str = "now",
    source: Source | None = None,
) -> tuple[JsonObject, Progress, tuple[Step, ...]] | None:
    """An event that is offered, made with random answers and dice; None where nothing is offered.

    With a `source` all dice are the program's, from there.
    """
    free = [offer for offer in offers(system, system.game, state) if not offer.barred]
    if not free:
        return None
    progress = _picked(free, avoid, chance).progress
    making = Making(system, system.game, state)
    for _ in range(MOST_ANSWERS):
        progress, wanted, _settled = making.advance(progress)
        if isinstance(wanted, Done):
            return dict(wanted.event), progress, wanted.steps
        if isinstance(wanted, Throw):
            require(system.game.events[progress.do].rolls, f"{where}: {progress.do} needs dice after all")
            for foreseen in making.foreseen(progress, QUICK):
                if foreseen.chances:
                    check_distribution(dict(foreseen.chances), f"{where}, {progress.answers}")
            everything = (None,) * sum(group.n for group in wanted.request.groups)
            typed = completed(wanted.request, everything, FairSource(chance).draw(1, None))
            own = None if source or chance.random() < 0.5 else typed
            progress = making.thrown(progress, source or FairSource(chance), own)
        else:
            _check_barred(system, state, making, progress, wanted, chance, where)
            if wanted.secret and wanted.answers and all(answer.barred for answer in wanted.answers):
                return any_event(system, state, chance, (*avoid, progress.do), where, source)  # its side gives up
            progress = _answered(making, progress, wanted, chance, where)
    raise AssertionError(f"{where}: the questions about {progress} never end")


def _picked(free: Sequence[Offer], avoid: Sequence[str], chance: random.Random) -> Offer:
    """An offer: first a kind of event, so that rare ones are played as often as others."""
    kinds = list(dict.fromkeys(offer.progress.do for offer in free))
    wanted = chance.choice([kind for kind in kinds if kind not in avoid] or kinds)
    return chance.choice([offer for offer in free if offer.progress.do == wanted])


def _answered(making: Making, progress: Progress, question: Question, chance: random.Random, where: str) -> Progress:
    """The progress with a random answer; a single answer that is offered must be possible."""
    for value in _values(question, chance):
        try:
            return making.answered(progress, value)
        except TabletopError as no:
            sure = bool(question.answers) and not question.many
            require(not sure, f"{where}, {question.text}: {value!r} is offered, but refused: {no.as_dict()}")
    raise AssertionError(f"{where}: {question.text} ({question.field}) takes no answer of {TRIES}")


def _values(question: Question, chance: random.Random) -> Iterator[Json]:
    """Random answers to a question; what Enter gives now and then, and at last."""
    default = [] if question.default is NO_DEFAULT else [question.default]
    free = [answer for answer in question.answers if not answer.barred]
    require(not question.answers or free, f"{question.text} has no possible answer: {question.answers[:3]}")
    if default and chance.random() < 0.3:
        yield default[0]
    for _ in range(TRIES):
        yield _any_of(question, free, chance) if free else _of_kind(question.kind, default, chance)
    if question.many and free:
        yield [chance.choice(free).value]  # of many, only a few may be allowed
    yield from default


def _any_of(question: Question, free: Sequence[Answer], chance: random.Random) -> object:
    if not question.many:
        chosen = chance.choice(free)
        return chosen if chosen.also else chosen.value
    least = max(1, question.kind.minimum) if isinstance(question.kind, ListOf) else 1
    values = [answer.value for answer in free if answer.value is not AGAIN]
    return chance.sample(values, chance.randint(min(least, len(values)), min(len(values), MOST_PICKS)))


def _of_kind(kind: AnyKind, default: Sequence[Json], chance: random.Random) -> object:
    """Something that fits a kind without candidates."""
    if isinstance(kind, Nullable):
        return _of_kind(kind.item, default, chance)
    if isinstance(kind, Union):
        return _of_kind(chance.choice((*kind.kinds, *kind.kinds[:1] * 3)), (), chance)
    if isinstance(kind, OneOf):
        return chance.choice(kind.values)
    if isinstance(kind, YesNo):
        return chance.random() < 0.5
    if isinstance(kind, Whole):
        return chance.randint(kind.minimum or 0, min(kind.maximum or 20, (kind.minimum or 0) + 20))
    if isinstance(kind, Number):
        return chance.choice([0, 1, 3, 5, 6, 8, 10, 12, 15, 20, 30, 50, 80])
    return default[0] if default else kind.plain(kind.parse("", ""))


def _check_barred(
    system: System,
    state: object,
    making: Making,
    progress: Progress,
    question: Question,
    chance: random.Random,
    where: str,
) -> None:
    """What a menu bars is refused, too, when a machine says it."""
    barred = [answer for answer in question.answers if answer.barred]
    if not barred or question.many or progress.rolls:
        return
    event = making.event_with(progress, chance.choice(barred))
    try:
        system.game.play(state, event, Given(()))
    except (Refused, Malformed):
        return
    except BadDice as wanted:
        raise AssertionError(f"{where}: {event} is barred in the menu, but it rolls: {wanted.message}") from None
    raise AssertionError(f"{where}: {event} is barred in the menu, but accepted")


def _step(
    system: System, state: object, event: JsonObject, progress: Progress, steps: tuple[Step, ...], where: str
) -> object:
    """Play one event from its rolls and with the same dice typed, as a machine does: the next state."""
    faces = [face for roll in progress.rolls for face in roll.faces]
    replay = Replay(progress.rolls)
    try:
        after, result = system.game.play(state, event, replay)
    except TabletopError as wrong:
        raise AssertionError(f"{where}: offered, but refused: {wrong.message} {wrong.as_dict()}") from None
    used_up(replay, where)
    require(tuple(replay.steps) == steps, f"{where}: people and machines are told otherwise")
    require(steps, f"{where}: nothing is explained")
    for step in replay.steps:
        require_known(system, step, where)
    typed, told = system.game.play(state, event, Given(faces))
    view = system.game.view(after)
    require(result == told, f"{where}: the same dice {faces} give another result: {result}, {told}")
    require(view == system.game.view(typed), f"{where}: the same dice lead elsewhere")
    _check_snapshot(system, after, where)
    seen = system.game.seen_by(after, None)
    system.game.board(seen, None)
    require(system.game.headline(seen).strip(), f"{where}: no headline")
    return after


def _check_snapshot(system: System, state: object, where: str) -> None:
    """A state goes through JSON text and back, with the keys of its tables in their order, as snapshots on disk do."""
    text = json.dumps(pack(state, system.freezers()))
    thawed = unpack(system.game.state, json.loads(text), system.thawers())
    require(thawed == state, f"{where}: the state does not survive a snapshot")
    require(json.dumps(pack(thawed, system.freezers())) == text, f"{where}: a snapshot changes the order of something")
    require(system.game.view(thawed) == system.game.view(state), f"{where}: a snapshot looks otherwise")


def require_known(system: System, step: Step, where: str) -> None:
    """Every rule that an explanation cites exists."""
    for rule in step.rules:
        require(system.reference.knows(rule), f"{where}: the step {step.text!r} cites {rule}, which does not exist")


def used_up(replay: Replay, where: str) -> None:
    """Every die of the log was asked for."""
    try:
        replay.finish()
    except TabletopError as left:
        raise AssertionError(f"{where}: {left.message}") from None


def as_json(value: Json) -> object:
    """A value as it comes back from JSON: lists for tuples."""
    if isinstance(value, Mapping):
        return {key: as_json(item) for key, item in value.items()}
    return [as_json(item) for item in value] if isinstance(value, list | tuple) else value
