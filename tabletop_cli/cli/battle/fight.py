"""`campaign fight`: the battle that a campaign waits for, begun, taken up again, or its result taken back."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.clock import now
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


def fight(session: Session, store: Store, around: Battle, words: Sequence[str]) -> None:
    """Begin the battle that is wanted now, or say how to go on, or take back what it has led to.

    `words` are fields of the result that players say themselves. Errors: `TabletopError`, as `Battle.do`.
    """
    linked = wanted_by(around)
    inside, begun = opened(store, around, linked, now())
    header = inside.header
    _note_seal(around, inside)
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
    letters = View(inside).to_note
    proved = f", which can be noted as {letters}" if letters else ""
    with named_refusals(around):
        entry = around.do(event, None, now())
    around.write_note(f"entry {entry.n} is the result of {header.name} after {inside.count} entries{proved}", now())
    session.show(Page("", (*entry_blocks(around, entry, set()), Para(View(around).headline))))


def _note_seal(around: Battle, inside: Battle) -> None:
    """Tell the log which battle it is, once: one that was deleted and begun anew would have other dice."""
    seal = inside.header.commitment
    if not any(seal in (entry.note or "") for entry in around.entries()):
        around.write_note(f"{inside.header.name} begins; its {inside.game.lots.all} are sealed as {seal}", now())


def _go_on(kind: str, name: str) -> str:
    return f"play it: {PROGRAM} {kind} play {name}"
