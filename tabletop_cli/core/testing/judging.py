"""What must hold of a battle that was played through the real doors. Part of the conformance kit, see `evenings`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from io import BytesIO
from itertools import zip_longest

from ..data import Json
from ..dice.brute_force import require
from ..dice.handlers import Given, Replay, Rolling
from ..errors import TabletopError
from ..keep.export import canonical_json
from ..keep.store import Store
from ..play.battle import Battle
from ..play.log import LogEntry
from ..play.table_dice import Source, TableDice, prompt_of_rolls
from ..play.viewpoint import View
from .playing_out import freeze_state, thaw_state


def check_whole(
    battle: Battle, before: object, entry: LogEntry, source: Source, chance: random.Random, where: str
) -> None:
    """Check that an event of the log, given whole, leads where its steps have led, in the same words.

    It is played from the log, with the program's dice and the typed ones, and as a machine sends it, the keys of its
    tables in another order. `before` is the state before it, `source` the program's dice then.
    """
    system, game = battle.system, battle.game
    line = LogEntry.from_line(entry.as_line())
    faces = [face for roll in line.rolls for face in roll.faces]
    ways: list[tuple[str, Json, Rolling]] = [
        ("in the log", line.event, Replay(line.rolls)),
        ("in verify", line.event, TableDice(source, prompt_of_rolls(line.rolls))),
        ("with its keys in another order", _shuffle_keys(line.event, chance), Replay(line.rolls)),
        ("with its dice typed", line.event, Given(faces)),
    ]
    text = freeze_state(system, battle.state)
    for how, event, dice in ways:
        said = f"{where}: {event} {how}"
        try:
            after, result, story = game.play_and_tell(before, event, dice)
        except TabletopError as no:
            raise AssertionError(f"{said}: {no.as_dict()}") from no
        fell = [face for roll in dice.rolls for face in roll.faces]
        require(fell == faces, f"{said} has the dice {fell}, in steps {faces}")
        require(
            canonical_json(result) == canonical_json(entry.result), f"{said} gives {result}, in steps {entry.result}"
        )
        if not isinstance(dice, Given):  # dice that are typed are told as such
            other = next(((one, two) for one, two in zip_longest(dice.steps, entry.steps) if one != two), None)
            require(other is None, f"{said} is explained otherwise than in steps: {other}")
        require(story == entry.story, f"{said} is told as {story!r}, in steps as {entry.story!r}")
        require(freeze_state(system, after) == text, f"{said} leads to another state than its steps")
    thawed = thaw_state(system, game, text)
    require(thawed == battle.state, f"{where}: the state after {line.event} is another one after a snapshot")
    require(freeze_state(system, thawed) == text, f"{where}: the state after {line.event} has two snapshots")


def _shuffle_keys(value: Json, chance: random.Random) -> Json:
    """Return the same JSON with the keys of its tables in another order."""
    if isinstance(value, Mapping):
        return {key: _shuffle_keys(value[key], chance) for key in chance.sample(list(value), len(value))}
    return [_shuffle_keys(one, chance) for one in value] if isinstance(value, list) else value


def export_bytes(store: Store, battle_id: str) -> bytes:
    """Return the bytes of an exported battle."""
    file = BytesIO()
    store.export_battle(battle_id, file)
    return file.getvalue()


def check_views(battle: Battle, where: str) -> None:
    """Check that every side, and everybody together, can see the battle: table, map, sheets, log, data."""
    seats = [seat.id for seat in battle.game.seats(battle.setup)]
    for side in dict.fromkeys([None, *seats]):
        view, whose = View(battle, side), f"{where}: for {side or 'everybody'}"
        require(view.board, f"{whose} there is no table")
        require(view.headline.strip(), f"{whose} there is no headline")
        canonical_json(view.data)
        for entry in view.entries():
            canonical_json([entry.event, entry.result, entry.story, [step.as_dict() for step in entry.steps]])
        if battle.game.map is not None:
            require(view.map, f"{whose} there is no map")
        if battle.game.paper is not None:
            require(view.paper, f"{whose} there is no sheet")
        if (under_way := view.under_way) is not None:
            canonical_json(under_way.as_dict())
        require(view.to_note is None or view.to_note, f"{whose} there is nothing to note")


def check_log(store: Store, battle: Battle, where: str) -> None:
    """Check that nobody honest is accused: `verify` finds nothing, and a replay from the beginning leads to the end."""
    unread = Battle.open_unread(store, battle.header.id)
    problems = unread.verify().problems
    require(not problems, f"{where}: verify finds {'; '.join(problems)}")
    fresh = Battle.open(store, battle.header.id)
    for how, other in (("a replay", unread), ("opening it again", fresh)):
        require(
            other.freeze_fold(other.fold) == battle.freeze_fold(battle.fold), f"{where}: {how} leads to another state"
        )
        require(other.state == battle.state, f"{where}: {how} leads to a state that is not equal")
    require(not store.check(), f"{where}: the store is damaged: {store.check()}")
