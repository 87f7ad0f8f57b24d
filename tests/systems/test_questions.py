"""What is offered and asked at the table: `golden/questions.<system>.txt`, from the battles of the cases.

Of every event that is accepted each field is forgotten, one at a time: the question for it, what may be answered and
what not, in which order, and what Enter gives; and the menu before it. Each kind of line stands once.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Given, Roll
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.play.asking import Done, Making
from tabletop_cli.core.play.game import AnyGame
from tabletop_cli.core.play.offers import Offer, find_offers
from tabletop_cli.core.play.place import Wanted
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.question import AGAIN, NO_DEFAULT, Answer, Question
from tabletop_cli.core.system import System
from tests.conftest import Golden

from .test_cases import SYSTEMS, Case, of_system

OFTEN = 5  # so many times an event, or a field of it, is looked at; more say little new
SHOWN = 12  # answers of a question, at most


def battles(system: System) -> Iterator[tuple[Case, AnyGame]]:
    for case in of_system(system.id):
        if case.request.get("do") in system.games and case.expect["ok"] and case.request.get("events"):
            yield case, system.games[case.request["do"]]


def played(
    system: System, game: AnyGame, request: Mapping[str, Any]
) -> Iterator[tuple[Any, dict[str, Any], list[Roll]]]:
    """The states of a battle, each with the event that is accepted there and the dice that fall for it."""
    state = game.begin(request["setup"], system)
    for event in request["events"]:
        told = {key: value for key, value in event.items() if key != "dice"}
        dice = Given(event.get("dice") or [])
        try:
            after, _ = game.play(state, told, dice)
        except TabletopError:
            continue
        yield state, told, dice.rolls
        state = after


def fields(event: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of everything that an event says."""
    inside = event.items() if isinstance(event, dict) else enumerate(event) if isinstance(event, list) else ()
    for key, value in inside:
        if isinstance(key, str) and (*path, key) != ("do",):
            yield (*path, key)
        yield from fields(value, (*path, key))


def without(event: Any, path: tuple[str | int, ...]) -> Any:
    """An event that does not say one thing."""
    first, *rest = path
    if isinstance(event, list):
        return [without(one, tuple(rest)) if at == first else one for at, one in enumerate(event)]
    if rest:
        return {**event, str(first): without(event[first], tuple(rest))}
    return {key: value for key, value in event.items() if key != first}


def with_its_side(making: Making, event: dict[str, Any], rolls: list[Roll]) -> dict[str, Any]:
    """The event, and whose figure it is where people say that first: machines leave it out."""
    first = led(making, event, rolls)
    sides = first.answers if isinstance(first, Question) and first.field == "side" else ()
    told = ({**event, "side": answer.value} for answer in sides)
    found = [led(making, one, rolls) for one in (event, *told)]
    return next((one for one in found if isinstance(one, dict)), event)


def led(making: Making, event: dict[str, Any], rolls: list[Roll]) -> object:
    """The event with what need not be asked, or the question it leads to; None where it is refused."""
    answers = {key: value for key, value in event.items() if key != "do"}
    try:
        progress, now, _ = making.advance(Progress(event["do"], answers, tuple(rolls)))
    except (TabletopError, Wanted):
        return None
    side = {"side": progress.answers["side"]} if "side" in progress.answers else {}
    return {**event, **side} if isinstance(now, Done) else now


def asked(making: Making, event: dict[str, Any], rolls: list[Roll], path: tuple[str | int, ...]) -> Question | None:
    """The question for a field of an event that is forgotten; None where nobody is asked."""
    answers = {key: value for key, value in without(event, path).items() if key != "do"}
    progress = Progress(event["do"], answers, tuple(rolls))
    try:
        _, now, settled = making.advance(progress)
        question = making.full_question(progress) if settled or isinstance(now, Question) else None
    except (
        TabletopError,
        KeyError,
        Wanted,
    ):  # what an item is known by is asked with its list, and there before the rest
        return None
    return question if question and question.field == ".".join(map(str, path)) else None


def written(value: object) -> str:
    return "again" if value is AGAIN else json.dumps(value)


def answer_words(answer: Answer) -> str:
    words = [answer.key, written(answer.value) if answer.value != answer.label else "", answer.first, answer.label]
    more = [answer.detail, answer.help, json.dumps(answer.also) if answer.also else "", answer.note]
    return " | ".join(filter(None, [*words, *more, f"NOT: {answer.barred}" if answer.barred else ""]))


def question_words(do: str, one: Question) -> Iterator[str]:
    default = "" if one.default is NO_DEFAULT else f"[{written(one.default)}]"
    flags = [name for name in ("many", "secret", "typed", "settled") if getattr(one, name)]
    words = [f"{do} {one.field}", one.text, default, one.side, " ".join(flags), " ".join(one.rules)]
    yield " | ".join(filter(None, words))
    yield from (f"{do} {one.field} > {answer_words(answer)}" for answer in one.answers[:SHOWN])
    if one.answers[1:]:
        order = ", ".join(answer.key or str(answer.value) for answer in one.answers[:SHOWN])
        yield f"{do} {one.field} in this order: {order}"


def offer_words(offer: Offer) -> str:
    flags = [name for name in ("interrupt", "due", "usual") if getattr(offer, name)]
    words = [f"menu {offer.progress.do}", offer.key, offer.label, offer.detail, offer.side, " ".join(flags)]
    return " | ".join(filter(None, [*words, offer.confirm, f"NOT: {offer.barred}" if offer.barred else ""]))


def lines(system: System) -> Iterator[str]:
    often: Counter[tuple[str, ...]] = Counter()
    for case, game in battles(system):
        for state, event, rolls in played(system, game, case.request):
            often[event["do"],] += 1
            if often[event["do"],] <= OFTEN:
                yield from map(offer_words, find_offers(system, game, state))
            making = Making(system, game, state)
            event = with_its_side(making, event, rolls)
            for path in fields(event):
                kind = (event["do"], *(step for step in path if isinstance(step, str)))
                often[kind] += 1
                if often[kind] <= OFTEN and (question := asked(making, event, rolls, path)):
                    yield from question_words(event["do"], question)


@pytest.mark.medium
@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_offered_and_asked(name: str, golden: Golden) -> None:
    seen: dict[str, str] = {}
    for line in lines(registry.load(name)):
        seen.setdefault(re.sub(r"[\d/.,]+", "#", line), f"{line}\n")
    golden(f"questions.{name}.txt", "".join(seen.values()))
