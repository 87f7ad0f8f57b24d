"""The door for machines: one JSON request per line, one JSON reply per line, in order."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING

from . import registry
from .data import Json, JsonMapping, Shaped, ShapedObject, is_deeper, parse_json
from .declare.catalogue import CATALOGUE
from .declare.kinds import brief_text, did_you_mean
from .dice.handlers import Given, Rolling, Step, program_dice
from .errors import BadDice, Malformed, Refused, TabletopError, fault_words
from .games import BATTLE
from .interrupts import was_interrupted
from .lists.problems import Problem
from .quantities import format_ratio
from .rule.resolve import exact_odds, resolve
from .system import System

if TYPE_CHECKING:
    from .play.game import AnyGame

LONGEST_LINE = 4_000_000  # characters of one request
DEEPEST = 200  # levels of one request, far below what any Python can read
_TOO_DEEP = "nested too deeply"

Reply = ShapedObject


def serve(lines: Iterable[str]) -> Iterator[str]:
    """Answer requests line by line; a bad line gets an error reply and the next is served."""
    for line in lines:
        if line.strip():
            yield _reply_line(reply_to_line(line))


def _reply_line(reply: Reply) -> str:
    """A reply as its line; an id that is nested almost too deeply to be read may be so to be written.

    What is no JSON comes from the code of a plugin: ours is all tried.
    """
    try:
        return _format_reply(reply)
    except RecursionError:
        return _format_reply(_failure_reply(Malformed(_TOO_DEEP, code="bad-request")))
    except Exception as fault:
        wrong = TabletopError(f"the reply is not JSON: {fault_words(fault)}", hint=OTHERS, code=registry.BROKEN)
        tag = {"id": reply["id"]} if "id" in reply else {}
        return _format_reply({**tag, **_failure_reply(wrong)})


OTHERS = "to see who wrote the game system: tabletop systems"


def _format_reply(reply: Reply) -> str:
    return json.dumps(reply, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


class unlimited_digits:
    """Exact fractions may have thousands of digits; Python's guard against long integers is lifted for a while."""

    def __enter__(self) -> None:
        self._before = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(0)

    def __exit__(self, *_: object) -> None:
        sys.set_int_max_str_digits(self._before)


def reply_to_line(line: str) -> Reply:
    """The reply to one line of text, whatever it holds."""
    try:
        if len(line) > LONGEST_LINE:
            text = f"this line is too long: at most {LONGEST_LINE:,} characters are allowed"
            raise TabletopError(text, hint="send fewer things in one request, and one request per line", code="too-big")
        request = parse_json(line, parse_int=_parse_whole, parse_float=_parse_finite, parse_constant=_parse_finite)
        if line.count("[") + line.count("{") > DEEPEST and is_deeper(request, DEEPEST):
            raise Malformed(f"this line cannot be read: {_TOO_DEEP}", code="bad-request")
    except TabletopError as wrong:
        return _failure_reply(wrong)
    except (ValueError, RecursionError) as broken:
        text = _TOO_DEEP if isinstance(broken, RecursionError) else str(broken)
        return _failure_reply(Malformed(f"this line is not JSON: {text}", code="bad-request"))
    return reply_to_request(request)


def _parse_finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text[:20]} is not a number")
    return number


def _parse_whole(digits: str) -> int:
    if len(digits) > 40:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def reply_to_request(request: Json) -> Reply:
    """The reply to one request, whatever goes wrong; a fault of a plugin is named, one of ours says where to look."""
    tag = {"id": request["id"]} if isinstance(request, Mapping) and "id" in request else {}
    try:
        with unlimited_digits():
            return {**tag, **_answer_request(request)}
    except TabletopError as wrong:
        return {**tag, **_failure_reply(wrong)}
    except RecursionError:
        return {**tag, **_failure_reply(Malformed(_TOO_DEEP, code="bad-request"))}
    except BaseException as fault:
        if was_interrupted(fault):
            raise
        return {**tag, **_failure_reply(_as_error(fault))}


def _as_error(fault: BaseException) -> TabletopError:
    """An exception that nobody foresaw, as an error: one line must not take the answers of the others with it."""
    if os.environ.get("TABLETOP_DEBUG") == "1":
        import traceback

        traceback.print_exception(fault)
    return registry.fault_of(fault, f"please report it with the request; {registry.DEBUG}")


def _failure_reply(wrong: TabletopError) -> Reply:
    return {"ok": False, "error": wrong.as_dict()}


def _answer_request(request: Json) -> Reply:
    if not isinstance(request, Mapping):
        raise Malformed(
            f"{brief_text(request)} is not a request", hint="send one JSON object per line", code="bad-request"
        )
    name, system_id = request.get("do"), request.get("system")
    doors = [*_DOORS, *_game_names(system_id)]
    if not isinstance(name, str) or name not in doors:
        raise Malformed(f"unknown request {brief_text(name)}", hint=did_you_mean(name, doors), code="bad-request")
    if not isinstance(system_id, str):
        hint = f"system: {', '.join(registry.system_ids())}"
        raise Malformed("the request does not name a game system", hint=hint, code="bad-request")
    system = registry.load(system_id)
    door, fields = _DOORS.get(name, _GAME)
    known = ("do", "system", "id", *fields, *([] if system.own_tables is None else [CATALOGUE]))
    for key in request:
        if key not in known:
            raise Malformed(f"unknown key {brief_text(key)}", hint=did_you_mean(key, known), code="bad-request")
    return {"ok": True, **door(system, request)}


def _game_names(system_id: Json) -> list[str]:
    """The games that may be asked for: those of the system, or what every system has."""
    try:
        return list(registry.load(system_id).games) if isinstance(system_id, str) else [BATTLE]
    except TabletopError:
        return [BATTLE]


def _merge_common_keys(system: System, request: JsonMapping, data: Json) -> Shaped:
    """A situation, army or set-up, with the home-made catalogue that stands beside it in the request."""
    return {CATALOGUE: request[CATALOGUE], **data} if CATALOGUE in request and isinstance(data, Mapping) else data


def _answer_resolve(system: System, request: JsonMapping) -> Reply:
    dice = _given_dice(system, request)
    ruled = resolve(
        system, request.get("resolver"), _merge_common_keys(system, request, request.get("situation", {})), dice
    )
    reply: Reply = {
        "outcome": ruled.outcome,
        "steps": [step.as_dict() for step in ruled.steps],
        "dice_used": len(ruled.faces),
    }
    return reply if dice is not None else {**reply, "dice": ruled.faces}


def _answer_odds(system: System, request: JsonMapping) -> Reply:
    chances = exact_odds(
        system, request.get("resolver"), _merge_common_keys(system, request, request.get("situation", {}))
    )
    return {"outcomes": {name: format_ratio(chance) for name, chance in chances.items()}}


def _answer_validate(system: System, request: JsonMapping) -> Reply:
    from .lists.army import check_army

    report = check_army(system, _merge_common_keys(system, request, request.get("army")), request.get("budget"))
    return {
        "legal": report.legal,
        "points": format_ratio(report.sum),  # of a system without points 0/1, too
        "problems": _problems_data(report.problems, system.muster.once_per_id),
    }


def _problems_data(problems: Sequence[Problem], once_per_id: bool) -> list[Reply]:
    """Problems for machines; where each id stands once, its other places are beside it under ``also``."""
    if not once_per_id:
        return [problem.as_dict() for problem in problems]
    merged: dict[str, Reply] = {}
    for problem in problems:
        if problem.code in merged:
            merged[problem.code].setdefault("also", []).append(problem.message)
        else:
            merged[problem.code] = problem.as_dict()
    return list(merged.values())


def _answer_game(system: System, request: JsonMapping) -> Reply:
    events = request.get("events", [])
    if not isinstance(events, list):
        raise Malformed(f"events: {brief_text(events)} is not a list", code="bad-request")
    game = system.games[str(request["do"])]
    setup = _merge_common_keys(system, request, request.get("setup", {}))
    state, results = play_all(system, setup, events, game)
    from .play.special import Special  # only games need it

    return {"results": results, "state": Special(game, setup, state).with_special_rules(game.view(state))}


def play_all(
    system: System, setup: Shaped, events: Sequence[Json], game: AnyGame | None = None
) -> tuple[object, list[Reply]]:
    """A whole game in memory, a battle unless told: the state at the end and one result per event.

    Refused events change nothing. Errors: `Malformed` with code ``bad-setup`` or ``bad-house`` for the set-up; of an
    event, with its ``index``, where the system says so.
    """
    game = game or system.game
    state = game.start(setup, system)
    results: list[Reply] = []
    for index, raw in enumerate(events):
        try:
            state, result = _play_event(system, game, state, raw)
        except (Malformed, BadDice) as wrong:
            if system.malformed_fails_request:
                wrong.extra["index"] = index
                raise
            result = _failure_reply(wrong)
        results.append(result)
    return state, results


def play_one(system: System, state: object, raw: Json, game: AnyGame | None = None) -> tuple[object, Reply]:
    """One event from outside, its dice beside it or the program's: the next state and the result for machines."""
    try:
        return _play_event(system, game or system.game, state, raw)
    except (Malformed, BadDice) as wrong:
        return state, _failure_reply(wrong)


def _play_event(system: System, game: AnyGame, state: object, raw: Json) -> tuple[object, Reply]:
    """The same. Errors: `Malformed` and `BadDice` for an event that cannot be meant."""
    dice = game.dice_of(raw)
    if dice is None and system.absent_dice_are_none:
        dice = []
    handler: Rolling = program_dice() if dice is None else Given(dice)
    try:
        state, result = game.play(state, raw, handler)
    except Refused as no:
        return state, _refusal_result(system, no, handler.steps)
    rolled = {"dice": [face for roll in handler.rolls for face in roll.faces]} if dice is None and handler.rolls else {}
    return state, {**result, **rolled, "steps": [step.as_dict() for step in handler.steps]}


def _refusal_result(system: System, no: Refused, steps: Sequence[Step]) -> Reply:
    """The result of a refused event; like every other it is explained."""
    words = system.reference.refusal_text(no)
    said: Reply = {"ok": False, "rule": no.rule, "reason": no.reason}
    if system.refusals_name_all:
        said |= {"rules": list(no.rules), "message": words}
    if system.refusals_tell_more:
        said |= no.extra
    told = [*steps, Step(words, no.rules)]
    return {**said, "steps": [step.as_dict() for step in told]}


def _given_dice(system: System, request: JsonMapping) -> list[object] | None:
    """The faces beside a request. What is no list counts as one impossible die, so that it is refused last."""
    dice = request.get("dice")
    if dice is None and system.absent_dice_are_none:
        return []
    return dice if dice is None or isinstance(dice, list) else [brief_text(dice)]


Door = tuple[Callable[[System, JsonMapping], Reply], tuple[str, ...]]

_DOORS: Mapping[str, Door] = {
    "resolve": (_answer_resolve, ("resolver", "situation", "dice")),
    "odds": (_answer_odds, ("resolver", "situation")),
    "validate": (_answer_validate, ("army", "budget")),
}
_GAME: Door = (_answer_game, ("setup", "events"))  # of every game that the system has
