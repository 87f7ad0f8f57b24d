"""Battles at random, every step checked. Part of the conformance kit, see `kit`."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace

from ..data import JsonMapping, JsonObject, ShapedMapping
from ..declare.plain import pack_state, unpack_state
from ..dice.brute_force import check_distribution, require
from ..dice.handlers import Given, Replay, Roller, Step
from ..dice.requests import OneToN
from ..errors import BadDice, Malformed, Refused, TabletopError
from ..games import BATTLE
from ..keep.export import canonical_json
from ..play.asking import Done, Making, Throw
from ..play.game import AnyGame
from ..play.offers import find_offers
from ..play.progress import Progress
from ..play.question import Question
from ..play.table_dice import Source, complete_faces
from ..system import System
from .answering import TRIES, pick_offer, values_for
from .secrecy_check import Secrets
from .showing import check_shown

QUICK = 200_000  # millionths of a second for the odds of an event
MOST_ANSWERS = 400  # of one event
INSIDE = 40  # events of a game inside another one


class FairSource:
    """Dice for tests: the program's, from a random source of one's own."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def dice_of_roll(self, ordinal: int, reader: object) -> OneToN:
        return lambda most: self._chance.randint(1, most)


def play_out(
    system: System, setup: JsonMapping, *, seed: int, events: int = 60, avoid: Sequence[str] = (), game: str = BATTLE
) -> list[JsonObject]:
    """Play what is offered, with random answers, and check every step; gives the events that were played.

    `game` is the name of one of the system's games, such as ``campaign``. Where another game is to be played inside it,
    that one begins, and what it has led to, if it comes to an end soon, must be an event that can be played.

    What is offered is accepted, what is barred is refused; the same event in the hands of a machine, with the same dice
    typed or replayed, leads to the same state and the same explanation; the state survives a snapshot; odds add up.
    Whatever is hidden from a side could be otherwise, and nothing that this side is shown would be, see `secrets`.
    Kinds of events in `avoid` are played only for want of others.
    """
    chance, whole = random.Random(seed), system
    system = with_one_game(system, game)
    state = system.game.start(setup, system)
    played: list[JsonObject] = []
    secrets = Secrets(system, setup, random.Random(seed))
    inside: set[str] = set()
    check_shown(system, setup, state, f"seed {seed}, at the beginning")
    while len(played) < events:
        where = f"seed {seed}, event {len(played) + 1}"
        check_linked(whole, game, state, inside, chance, where)
        if (made := any_event(system, state, chance, avoid, where, secrets=secrets)) is None:
            break
        event, progress, steps = made
        before, state = state, _play_and_check(system, state, event, progress, steps, f"{where}, {event}")
        check_shown(system, setup, state, f"{where}, {event}")
        secrets.check(before, event, progress.rolls, state, where)
        played.append(event)
    return played


def with_one_game(system: System, name: str) -> System:
    """Return the system as if the game of this name were its only one. Errors: `TabletopError` where there is none."""
    game = system.game_named(name)
    return replace(system, game_from=lambda: game, other_games={})


def check_linked(system: System, around: str, state: object, seen: set[str], chance: random.Random, where: str) -> None:
    """The game that is to be played inside another one now can begin, and its result can be taken back.

    `seen` are the names of those that were looked at before.
    """
    game = system.game_named(around)
    linked = game.linked(state)
    if linked is None or linked.name in seen:
        return
    seen.add(linked.name)
    where = f"{where}, the {linked.kind} {linked.name!r} inside"
    require(linked.kind in system.games, f"{where}: the games of {system.id} are {', '.join(system.games)}")
    require(linked.name.strip(), f"{where}: it has no name")
    inner = with_one_game(system, linked.kind)
    try:
        begun = inner.game.start(json.loads(canonical_json(linked.setup)), inner)
    except TabletopError as wrong:
        raise AssertionError(f"{where}: it does not begin: {wrong.message}") from None
    view = _view_at_end(inner, begun, chance, where)
    if view is None:
        return
    result = linked.result(view)
    try:
        game.check_event(result)
        if not linked.unsure(view):
            game.play(state, result, Roller(lambda sides: chance.randint(1, sides)))
    except TabletopError as wrong:
        raise AssertionError(f"{where}: its result {result} cannot be played: {wrong.message}") from None


def _view_at_end(system: System, state: object, chance: random.Random, where: str) -> ShapedMapping | None:
    """The final state for machines of a game that is played at random; None where it does not end soon."""
    for _ in range(INSIDE):
        if system.game.over(state) or (made := any_event(system, state, chance, where=where)) is None:
            break
        state, _ = system.game.play(state, made[0], Replay(made[1].rolls))
    return system.game.view(state) if system.game.over(state) else None


def any_event(
    system: System,
    state: object,
    chance: random.Random,
    avoid: Sequence[str] = (),
    where: str = "now",
    source: Source | None = None,
    secrets: Secrets | None = None,
) -> tuple[JsonObject, Progress, tuple[Step, ...]] | None:
    """An event that is offered, made with random answers and dice; None where nothing is offered.

    With a `source` all dice are the program's, from there; `secrets` watch what is asked.
    """
    game = system.game
    free = [offer for offer in find_offers(system, game, state) if not offer.barred]
    if not free:
        return None
    if secrets is not None:
        secrets.begin_event()
    progress = pick_offer(free, avoid, chance).progress
    making = Making(system, game, state)
    for _ in range(MOST_ANSWERS):
        before = progress
        progress, wanted, _settled = making.advance(before)
        if secrets is not None and isinstance(wanted, Question):
            secrets.look_at(before, wanted, f"{where}, {before.do} {dict(before.answers)}")
        if isinstance(wanted, Done):
            return dict(wanted.event), progress, wanted.steps
        if isinstance(wanted, Throw):
            require(game.events[progress.do].rolls, f"{where}: {progress.do} needs dice after all")
            for foreseen in making.foreseen_odds(progress, QUICK):
                if foreseen.chances:
                    check_distribution(dict(foreseen.chances), f"{where}, {progress.answers}")
            everything = (None,) * sum(group.n for group in wanted.request.groups)
            typed = complete_faces(wanted.request, everything, FairSource(chance).dice_of_roll(1, None))
            own = None if source or chance.random() < 0.5 else typed
            progress = making.roll_dice(progress, source or FairSource(chance), own)
        else:
            _check_barred(game, state, making, progress, wanted, chance, where)
            if wanted.secret and wanted.answers and all(answer.barred for answer in wanted.answers):
                return any_event(
                    system, state, chance, (*avoid, progress.do), where, source, secrets
                )  # its side gives up
            progress = answer_any(making, progress, wanted, state, chance, where)
    raise AssertionError(f"{where}: the questions about {progress} never end")


def answer_any(
    making: Making, progress: Progress, question: Question, state: object, chance: random.Random, where: str
) -> Progress:
    """Return the progress with a random answer; a single answer that is offered must be possible."""
    for value in values_for(question, state, chance):
        try:
            return making.answer_question(progress, value)
        except TabletopError as no:
            sure = bool(question.answers) and not question.many
            require(not sure, f"{where}, {question.text}: {value!r} is offered, but refused: {no.as_dict()}")
    hint = f"`play` should refuse before it reads {question.field}, or accept one of its answers"
    raise AssertionError(f"{where}: {question.text} ({question.field}) takes no answer of {TRIES}: {hint}")


def _check_barred(
    game: AnyGame,
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
        game.play(state, event, Given(()))
    except (Refused, Malformed):
        return
    except BadDice as wanted:
        raise AssertionError(f"{where}: {event} is barred in the menu, but it rolls: {wanted.message}") from None
    raise AssertionError(f"{where}: {event} is barred in the menu, but accepted")


def _play_and_check(
    system: System, state: object, event: JsonObject, progress: Progress, steps: tuple[Step, ...], where: str
) -> object:
    """Play one event from its rolls and with the same dice typed, as a machine does: the next state."""
    faces = [face for roll in progress.rolls for face in roll.faces]
    replay = Replay(progress.rolls)
    try:
        after, result = system.game.play(state, event, replay)
    except TabletopError as wrong:
        raise AssertionError(f"{where}: offered, but refused: {wrong.message} {wrong.as_dict()}") from None
    check_used_up(replay, where)
    require(tuple(replay.steps) == steps, f"{where}: people and machines are told otherwise")
    require(steps, f"{where}: nothing is explained: call dice.explain in its play, with the rule that decides")
    for step in replay.steps:
        require_known(system, step, where)
    typed, told = system.game.play(state, event, Given(faces))
    view = system.game.view(after)
    require(result == told, f"{where}: the same dice {faces} give another result: {result}, {told}")
    require(view == system.game.view(typed), f"{where}: the same dice lead elsewhere")
    _check_snapshot(system, after, where)
    return after


def _check_snapshot(system: System, state: object, where: str) -> None:
    """A state goes through JSON text and back, with the keys of its tables in their order, as snapshots on disk do."""
    text = freeze_state(system, state)
    thawed = thaw_state(system, system.game, text)
    require(thawed == state, f"{where}: the state does not survive a snapshot")
    require(freeze_state(system, thawed) == text, f"{where}: a snapshot changes the order of something")
    require(system.game.view(thawed) == system.game.view(state), f"{where}: a snapshot looks otherwise")


def require_known(system: System, step: Step, where: str) -> None:
    """Every rule that an explanation cites exists."""
    for rule in step.rules:
        require(system.reference.has_entry(rule), f"{where}: the step {step.text!r} cites {rule}, which does not exist")


def check_used_up(replay: Replay, where: str) -> None:
    """Every die of the log was asked for."""
    try:
        replay.finish()
    except TabletopError as left:
        raise AssertionError(f"{where}: {left.message}") from None


def freeze_state(system: System, state: object) -> str:
    """Return a state as the text that a snapshot holds. Errors: TypeError for what is no JSON."""
    return canonical_json(pack_state(state, system.pack_hooks()))


def thaw_state(system: System, game: AnyGame, text: str) -> object:
    """Return the state that the text of a snapshot holds."""
    return unpack_state(game.state, json.loads(text), system.unpack_hooks())
