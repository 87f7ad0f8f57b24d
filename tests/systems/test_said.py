"""What is said in the battles of the cases holds for those of whom it was said, until one of them moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.declare.composed import ListOf, MapOf, Nullable
from tabletop_cli.core.declare.facts import Fact, Record, Tagged, facts_of
from tabletop_cli.core.dice.handlers import Replay, Roll
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.play.game import AnyGame
from tabletop_cli.core.play.holding import Memory, memory_of
from tabletop_cli.core.play.place import AnyPlace, Path, Wanted, at_default
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.running import run_of

from .test_questions import battles, played

UNSAID = {  # by system, what no case says: the dialogues and tests of the table do
    "td": {"los_to_leader", "leader_los"},
    "tt": {"visible"},
    "du": set(),
    "tgf": {"behind_cover", "crest", "enemy_in_los", "forest", "height_cm", "tracer"},
    "fftt": {"both_inside"},
}


def holding_facts(cls: type[object]) -> Iterator[Fact]:
    """The facts of a record, and of those inside it, that are kept of somebody."""
    for one in facts_of(cls):
        if one.holds is not None:
            yield one
        kind: Any = one.kind
        while isinstance(kind, ListOf | MapOf | Nullable):
            kind = kind.item
        records = [kind.cls] if isinstance(kind, Record) else kind.cases.values() if isinstance(kind, Tagged) else []
        for inner in records:
            yield from holding_facts(inner)


def said_in(game: AnyGame, state: Any, event: dict[str, Any], rolls: list[Roll]) -> tuple[Memory, list[Any]]:
    """What is kept after an event, and what it said of somebody: places and values."""
    record = game.read_event(state, event)
    after, _ = game._play_record(game.kind_of(event), state, record, Replay(rolls))
    return memory_of(after), record._reader.said


def place_in(game: AnyGame, state: Any, event: dict[str, Any], path: Path) -> AnyPlace | None:
    """Where the same event asks for what is at a path, if nobody says it."""

    def missing(place: AnyPlace) -> object:
        if place.path == path:
            raise Wanted(place)
        return at_default(place)

    answers = {key: value for key, value in event.items() if key != "do"}
    progress = Progress(event["do"], answers).without_answers([path])
    try:
        return run_of(game, state, progress, missing).place
    except TabletopError:
        return None


@pytest.mark.slow
@pytest.mark.parametrize("system_id", UNSAID)
def test_what_was_said_is_known_of_the_same_until_one_of_them_moves(system_id: str) -> None:
    system, seen = registry.load(system_id), set()
    for case, game in battles(system):
        for state, event, rolls in played(system, game, case.request):
            if not hasattr(state, "kept"):
                continue
            memory, said = said_in(game, state, event, rolls)
            assert not memory.gone and not memory.turned
            new = {key for key, one in memory.said.items() if one != state.kept.said.get(key) and one.facts}
            told = {one.key for place, _ in said for one in [place.subject, *place.members] if one is not None}
            assert new <= told, "of nobody else is anything known"
            for place, value in said:
                seen.add(place.fact.name)
                check_place(game, replace(state, kept=memory), event, place, value)
    wanted = {fact.name for kind in system.game.events.values() for fact in holding_facts(kind.cls)}
    assert wanted - seen <= UNSAID[system_id]


def check_place(game: AnyGame, state: Any, event: dict[str, Any], place: AnyPlace, value: Any) -> None:
    """Said once more in the same situation, it is known; after a move of one of them it is asked, with what it was."""
    subject, memory = place.subject, state.kept
    if subject is None or subject.brief or memory.recall(place) is None:
        return
    asked = place_in(game, state, event, place.path)
    if asked is None or asked.subject != subject:
        return
    assert asked.known == memory.recall(place)
    for one in (*subject.ids, *subject.ends):
        moved = place_in(game, replace(state, kept=memory.with_moved(one)), event, place.path)
        assert moved is not None
        if moved.reader.recall_said(moved) is None:
            assert (moved.known, moved.was) == (None, asked.known), f"{one} moves"
    stays = place_in(game, replace(state, kept=memory.with_moved("somebody else")), event, place.path)
    assert stays is not None
    assert (stays.known is None) == (subject.anybody and stays.reader.recall_said(stays) is None)
