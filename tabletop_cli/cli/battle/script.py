"""A whole battle from a file, told event by event; nothing is stored.

A script is a JSON object with `system`, `setup` and `events`, or JSON Lines: the object without events first, then an
event a line. An army in the set-up may be the name of an army file beside the script, and `scenario` that of a
scenario, over which the set-up goes. An event may `say` something that is told before it is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...core import registry
from ...core.batch import play_one
from ...core.data import Json, JsonMapping, JsonObject, KeyTwice, ShapedMapping, ShapedObject, parse_json
from ...core.declare.catalogue import CATALOGUE
from ...core.declare.kinds import brief_text
from ...core.dice.handlers import Step
from ...core.errors import Malformed
from ...core.games import BATTLE
from ...core.lists.army import load_file
from ...core.lists.references import merged_references, with_references
from ...core.lists.scenario import load_scenario
from ...core.page import Block, Page, Para
from ...core.play.game import AnyGame
from ...core.play.seats import without_keys
from ...core.play.special import Special
from ...core.records import dataclass
from ...core.system import System
from ...render.steps import step_blocks
from ..session import Session, write
from .events import event_text
from .setup import read_text

NOTHING = object()  # no event, but what is shown before the first and after the last
_FIELDS = {"do", "title", "system", "scenario", "setup", "events"}


@dataclass(frozen=True)
class Script:
    """A battle to be played: the system, which game, its set-up with the armies in it, the events as written."""

    system: System
    game: AnyGame
    setup: JsonObject
    events: tuple[Json, ...]
    title: str = ""
    armies: tuple[JsonMapping, ...] = ()  # those that were named by their files


@dataclass(frozen=True)
class Scene:
    """One event with what came of it: `result` is the reply for machines, `say` what the script says before it."""

    n: int
    event: object
    result: ShapedMapping
    say: str = ""
    headline: str = ""
    state: object = None
    special: tuple[Block, ...] = ()  # rules of one's own that it brings to mind

    @property
    def refused(self) -> bool:
        return not self.result["ok"] and "error" not in self.result

    @property
    def malformed(self) -> bool:
        return "error" in self.result


def read_script(path: Path) -> Script:
    """A script from a file. Errors: `Malformed`, `TabletopError` with the place."""
    data = _parse_script(path, read_text(path))
    for key in data:
        if key not in _FIELDS:
            raise _script_error(
                path, f"unknown field {brief_text(key)}", f"known: {', '.join(sorted(_FIELDS - {'do'}))}"
            )
    if not isinstance(data.get("system"), str):
        raise _script_error(path, "it does not name its game system", f"known: {', '.join(registry.system_ids())}")
    if not isinstance(data.get("events"), list) or not isinstance(data.get("setup"), dict):
        raise _script_error(path, "a script has a table `setup` and a list `events`")
    system = registry.load(data["system"])
    game = system.game_named(str(data.get("do", BATTLE)))
    setup, armies = _with_armies(system, game, {**_scenario_setup(data, system, path), **data["setup"]}, path)
    return Script(system, game, setup, tuple(data["events"]), str(data.get("title", "")), armies)


def _scenario_setup(data: JsonMapping, system: System, path: Path) -> JsonObject:
    """What the scenario of a script says of its set-up, if it names one. Errors: as `load_scenario`."""
    name = data.get("scenario")
    if name is None:
        return {}
    if not isinstance(name, str):
        raise _script_error(path, f"scenario: {brief_text(name)} is not a file name")
    return load_scenario(path.parent / name, system).set_up


def _parse_script(path: Path, text: str) -> ShapedObject:
    """The script of a text: one JSON value, or JSON Lines."""
    try:
        data = parse_json(text)
    except RecursionError:
        raise _script_error(path, "nested too deeply") from None
    except ValueError as broken:
        data = _from_lines(path, text, broken)
    if isinstance(data, dict) and "events" not in data and "setup" in data:
        data["events"] = []
    if not isinstance(data, dict):
        raise _script_error(path, "a script is a JSON object")
    return data


def _from_lines(path: Path, text: str, whole: ValueError) -> JsonObject:
    values = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                values.append(parse_json(line))
            except KeyTwice as twice:
                raise _script_error(path, f"line {number}: {twice}") from None
            except (ValueError, RecursionError):
                # An object over several lines that is broken somewhere: its own message is the better one.
                raise _script_error(path, f"not JSON: {whole if number == 1 else f'line {number}'}") from None
    if not values or not isinstance(values[0], dict):
        raise _script_error(path, f"not JSON: {whole}")
    head, *events = values
    begun = head.get("events", [])
    if not isinstance(begun, list):
        raise _script_error(path, f"events: {brief_text(begun)} is not a list")
    return {**head, "events": [*begun, *events]}


def _script_error(path: Path, what: str, hint: str = "") -> Malformed:
    return Malformed(f"{path}: {what}", hint=hint, code="bad-script", where=str(path))


def _with_armies(
    system: System, game: AnyGame, setup: JsonMapping, path: Path
) -> tuple[JsonObject, tuple[JsonMapping, ...]]:
    """The set-up with every army that is named by its file, and these armies."""
    lists: list[JsonMapping] = []
    names = ["the script"]
    own = {key: one for key, one in setup.items() if key == CATALOGUE}
    for seat in game.seats(setup):
        if isinstance(seat.army, str):
            data, made = with_references(system, load_file(path.parent / seat.army))
            lists.append(data)
            names.append(" and ".join(one.file for one in made))
            setup = game.seated(setup, seat, without_keys(data, CATALOGUE) if made else data)
    return {**setup, **merged_references(system, [own, *lists], names)}, tuple(lists)


def play_scenes(script: Script) -> Iterator[Scene]:
    """Play the script, event by event. Errors: `Malformed` for the set-up; wrong events are scenes, too."""
    game = script.game
    state = game.start(script.setup, script.system)
    special, known = Special(game, script.setup, state), set[str]()
    yield Scene(
        0,
        NOTHING,
        {"ok": True, "state": special.with_special_rules(game.view(state))},
        script.title,
        game.headline(state),
    )
    for n, raw in enumerate(script.events, 1):
        say = str(raw.get("say", "")) if isinstance(raw, dict) else ""
        event = {key: value for key, value in raw.items() if key != "say"} if isinstance(raw, dict) else raw
        state, result = play_one(script.system, state, event, game)
        special = Special(game, script.setup, state)
        told = special.tell_rules(event, known) if result["ok"] and isinstance(event, dict) else ()
        yield Scene(n, event, result, say, game.headline(state), state, told)
    end = {"ok": True, "state": special.with_special_rules(game.view(state))}
    yield Scene(len(script.events) + 1, NOTHING, end, "", "That was all.")


def show_scene(session: Session, script: Script, scene: Scene) -> None:
    """Show a scene, with a line's space before it."""
    write("")
    session.show(scene_page(script, scene))


def scene_page(script: Script, scene: Scene) -> Page:
    """A scene for people: what is said, what is done, what the rules say, how things stand."""
    if scene.event is NOTHING:
        said = [Para(scene.say)] if scene.say else []
        return Page("", (*said, Para(scene.headline, "note")))
    what = brief_text(scene.event)
    if isinstance(scene.event, dict):
        what = event_text(script.game, scene.event, lambda side: script.game.side_name(scene.state, side))
    blocks: list[Block] = [Para(scene.say)] if scene.say else []
    blocks.append(Para(f"{scene.n}. {what}"))
    if scene.malformed:
        error = scene.result["error"]
        blocks.append(Para(f"Not an event: {error['message']} {error.get('hint', '')}".strip(), "bad"))
    elif scene.refused:
        why = script.system.reference.reason_text(scene.result["reason"]).rstrip(".")
        blocks.append(
            Para(f"Not allowed: {why} [{', '.join(scene.result.get('rules') or [scene.result['rule']])}]", "bad")
        )
    else:
        steps = [Step.from_dict(step) for step in scene.result["steps"]]
        blocks += [*step_blocks(steps), *scene.special, Para(scene.headline, "note")]
    return Page("", tuple(blocks))
