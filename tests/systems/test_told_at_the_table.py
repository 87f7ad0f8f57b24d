"""What stands on the table while the cases of battles are played: `<system>/golden/table.<file>.txt`.

After each event its sentence in the log and the headline, and what is new on the board, as everybody may see it and as
each side does; lines that differ in nothing but their numbers count as one, and stand under the first case that shows
them. So board, headlines, sentences and marks of units are judged in every state that the cases come to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.batch import play_one
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.render import render_pages
from tests.conftest import Golden

from .test_cases import CASES, HERE, Case

PLAYED = [case for case in CASES if case.request.get("do") in ("battle", "campaign") and case.request.get("setup")]
FILES = sorted({(case.system, case.file) for case in PLAYED})


def alike(line: str) -> str:
    return re.sub(r"[\d/., ]+", "#", line)


def shown(game: Any, state: Any, sides: Sequence[str]) -> Iterator[str]:
    """Headline and board, for everybody and for each side that may see more."""
    for side in (None, *sides):
        seen = game.seen_by(state, side)
        yield f"now: {game.headline(seen)}"
        yield from render_pages(game.board(seen, side), "text").splitlines()


def evening(case: Case) -> Iterator[str]:
    """All lines of a case, from its set-up through its events."""
    system = registry.load(case.system)
    game = system.game_named(case.request["do"])
    setup = case.request["setup"]
    try:
        state = game.start(setup, system)
    except TabletopError:
        return
    sides = [seat.id for seat in game.seats(setup)] if game.has_secrets else []
    yield from shown(game, state, sides)
    for raw in case.request.get("events", ()):
        before = state
        state, result = play_one(system, state, raw, game)
        if result.get("ok"):
            yield f"log: {game.tell_story(before, game.without_dice(raw), result)}"
            yield from shown(game, state, sides)


def told(cases: Sequence[Case]) -> Iterator[str]:
    known: set[str] = set()
    for case in cases:
        new = {alike(line): line for line in reversed([*evening(case)]) if line.strip() and alike(line) not in known}
        if new:
            yield f"-- {case.name}"
            yield from reversed(new.values())
        known |= set(new)


@pytest.mark.parametrize(("system", "file"), FILES)
def test_what_stands_on_the_table(system: str, file: str, golden: Golden) -> None:
    lines = told([case for case in PLAYED if (case.system, case.file) == (system, file)])
    golden(HERE / system / "golden" / f"table.{file}.txt", "".join(f"{line}\n" for line in lines), words=False)
