"""What the table looks like and what the log tells: `golden/boards.<system>.txt`, from the battles of the cases.

The line above the table, the table and the map as everybody sees them where a case ends, what the log tells of every
event and whose its dice are; each kind of line once, with the case that it is of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.play.game import AnyGame
from tabletop_cli.core.system import System
from tabletop_cli.render import render_pages
from tests.conftest import Golden

from .test_cases import SYSTEMS, Case, of_system


def lines(system: System, game: AnyGame, case: Case) -> Iterator[str]:
    state = game.begin(case.request["setup"], system)
    for event in case.request.get("events", ()):
        dice = Given(event.get("dice") or [])
        try:
            after, result = game.play(state, event, dice)
        except TabletopError:
            continue
        yield f"log {event['do']}: {game.tell_story(state, event, result)}"
        for letter, owner in zip(ascii_lowercase, dice.owners, strict=False):
            yield f"dice {event['do']}, roll {letter}: {' '.join(filter(None, owner)) or 'of whoever does it'}"
        state = after
    seen = game.seen_by(state, None)
    yield f"top {game.headline(seen)}"
    pages = [game.board(seen, None)] + ([game.map(seen, None)] if game.map else [])
    yield from (f"    {line}" for page in pages for line in render_pages(page, "text").splitlines())


@pytest.mark.medium
@pytest.mark.parametrize("name", SYSTEMS)
def test_the_table_and_the_log(name: str, golden: Golden) -> None:
    system = registry.load(name)
    seen: dict[str, str] = {}
    for case in of_system(name):
        if case.request.get("do") in system.games and case.expect["ok"]:
            for line in lines(system, system.games[case.request["do"]], case):
                seen.setdefault(re.sub(r"[\d/.,]+", "#", line), f"{case.name}: {line}\n")
    golden(f"boards.{name}.txt", "".join(seen.values()), words=False)
