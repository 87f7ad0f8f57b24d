"""`campaign fight`: the battle that a campaign waits for, begun, taken up again, or its result taken back."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.errors import TabletopError
from ...core.keep.store import Store
from ...core.page import Page, Para
from ...core.play.battle import Battle
from ...core.play.linked import opened, wanted_by
from ...core.play.view import View
from ..app import PROGRAM
from ..session import Session, say
from . import pages
from .action import entry_blocks
from .do import named_refusals
from .events import parse_event
from .store import now


def fight(session: Session, store: Store, around: Battle, words: Sequence[str]) -> None:
    """Begin the battle that is wanted now, or say how to go on, or take back what it has led to.

    `words` are fields of the result that players say themselves. Errors: `TabletopError`, as `Battle.do`.
    """
    linked = wanted_by(around)
    inside, begun = opened(store, around, linked, now())
    header = inside.header
    if not inside.over:
        if words:
            hint = _go_on(header.kind, header.name)
            raise TabletopError(f"{header.name} is not over yet", hint=hint, code="not-over")
        session.show(pages.begun(inside) if begun else Page("", (Para(View(inside).headline),)))
        say(_go_on(header.kind, header.name))
        say(f"when it is over, {PROGRAM} {around.header.kind} fight {around.header.name} takes its result")
        return
    event = dict(linked.result(inside.game.view(inside.state)))
    event |= parse_event(around.game, [str(event["do"]), *words]) if words else {}
    with named_refusals(around):
        entry = around.do(event, None, now())
    session.show(Page("", (*entry_blocks(around, entry, set()), Para(View(around).headline))))


def _go_on(kind: str, name: str) -> str:
    return f"play it: {PROGRAM} {kind} play {name}"
