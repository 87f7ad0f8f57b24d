"""At the table: the main menu of a large battle and one answer, against one run of the rules of an event.

A menu tries everything that could be done, so it costs as many runs as there are things to try. People notice neither
below 50 ms for a menu and 20 ms for an answer.
"""

from __future__ import annotations

import random
import time
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Any

from tabletop_cli.core import registry, testing
from tabletop_cli.core.dice.handlers import Replay
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.lists.references import resolve_references
from tabletop_cli.core.play.asking import Making
from tabletop_cli.core.play.offers import find_offers
from tabletop_cli.core.play.question import NO_DEFAULT, Question
from tabletop_cli.core.system import System

from .measure import fastest, ms, show, times

ARMIES = Path(__file__).parents[1] / "armies"
EVENTS = 30  # at random, from which on the battle is measured after each
MOST_ANSWERS = 12  # of one event that is followed by its default answers
BATTLES: Mapping[str, tuple[int, tuple[str, str]]] = {  # how many times the armies of which files
    "td": (2, ("td/green-horde.toml", "td/veteran-raiders.toml")),  # 74 models
    "tt": (1, ("tt/marines-crusade.toml", "tt/eldar-host.toml")),  # 21 units; an army has one commander
    "du": (1, ("du/salt-meravi.toml", "du/salt-quorne.toml")),  # on its map; cards have one initiative
}
SCENARIOS = {"du": "du/scenarios/salt.scenario.toml"}
ENDS = ("stop", "goal-reached", "declare")  # events after which nothing is left to measure


def run() -> None:
    for system_id, (copies, armies) in BATTLES.items():
        system = registry.load(system_id)
        menus, answers, plays = measured(system, set_up(system, copies, armies))
        yardstick = median(plays)
        rows = [
            ("one run of an event's rules", ms(yardstick), times(1)),
            ("the main menu, half of them below", ms(median(menus)), times(median(menus) / yardstick)),
            ("the main menu, slowest", ms(max(menus)), times(max(menus) / yardstick)),
            ("an answer, half of them below", ms(median(answers)), times(median(answers) / yardstick)),
            ("an answer, slowest", ms(max(answers)), times(max(answers) / yardstick)),
        ]
        show(f"At the table: {system.name}, two large armies", rows, "one run of an event's rules")


def set_up(system: System, copies: int, files: tuple[str, str]) -> dict[str, Any]:
    """Armies so many times as large as those of the files, against each other."""
    armies = []
    for file in files:
        army: dict[str, Any] = resolve_references(system, load_file(ARMIES / file))
        budget = {"budget": copies * army["budget"]} if "budget" in army else {}
        armies.append({**army, "units": [*army["units"]] * copies, **budget})
    return seated(system, armies)


def seated(system: System, armies: list[Any]) -> dict[str, Any]:
    """The set-up with the armies in their seats."""
    setup: Mapping[str, Any] = {"sides": {side: {"actions": 500} for side in "ab"}} if system.id == "td" else {}
    if (file := SCENARIOS.get(system.id)) is not None:
        setup = system.scenarios.set_up(tomllib.loads((ARMIES / file).read_text(encoding="utf-8")))
    seats = [seat for seat in system.game.seats(setup) if seat.required]
    for seat, army in zip(seats, armies, strict=True):
        setup = system.game.seated(setup, seat, army)
    return dict(setup)


def measured(system: System, setup: Mapping[str, Any]) -> tuple[list[float], list[float], list[float]]:
    """Seconds of every main menu, of every answer and of every run of an event's rules, in a battle at random."""
    chance = random.Random(7)
    state = system.game.begin(setup, system)
    menus, answers, plays = list[float](), list[float](), list[float]()
    for _ in range(EVENTS):
        menus.append(fastest(lambda: find_offers(system, system.game, state), 3))  # noqa: B023 - called at once
        free = [offer for offer in find_offers(system, system.game, state) if not offer.barred]
        for offer in free:
            answers += answering(Making(system, system.game, state), offer.progress)
        made = testing.any_event(system, state, chance, avoid=ENDS)
        if made is None:
            break
        event, progress, _steps = made
        began = time.process_time()
        state, _result = system.game.play(state, event, Replay(progress.rolls))
        plays.append(time.process_time() - began)
    return menus, answers, plays


def answering(making: Making, progress: Any) -> Iterator[float]:
    """Seconds of every answer of an event: what Enter gives, or the first that is possible, until dice fall."""
    for _ in range(MOST_ANSWERS):
        began = time.process_time()
        try:
            progress, wanted, _settled = making.advance(progress)
        except TabletopError:
            return
        yield time.process_time() - began
        if not isinstance(wanted, Question):
            return
        first = [answer.value for answer in wanted.answers if not answer.barred][:1]
        if wanted.answers and not first:  # a secret question is put though nothing is possible
            return
        value = wanted.default if wanted.default is not NO_DEFAULT else first if wanted.many else (first or [6])[0]
        progress = making.answer_question(progress, value)
