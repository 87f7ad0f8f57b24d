"""`campaign fight`: the battle that a campaign waits for, begun, taken up again, or its result taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from shlex import quote

from ...core.clock import now
from ...core.data import JsonMapping
from ...core.errors import TabletopError
from ...core.keep.store import Store
from ...core.page import Page, Para
from ...core.play.asking import Making
from ...core.play.battle import Battle
from ...core.play.linked import opened, wanted_by
from ...core.play.progress import Progress
from ...core.play.question import Question
from ...core.play.view import View
from ...prompts.asker import Asker, Back, Cancelled, Stopped
from ..app import PROGRAM
from ..session import Session, say
from . import pages
from .action import entry_blocks
from .do import named_refusals
from .events import parse_event


def fight(session: Session, store: Store, around: Battle, words: Sequence[str], asker: Asker | None = None) -> None:
    """Begin the battle that is wanted now, or say how to go on, or take back what it has led to.

    `words` are fields of the result that players say themselves; what else the battle cannot tell, the `asker` asks.
    Errors: `TabletopError`, as `Battle.do`, and where nobody can be asked.
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
    view = inside.game.view(inside.state)
    event = dict(linked.result(view))
    said = parse_event(around.game, [str(event["do"]), *words]) if words else {}
    open_ones = [field for field in linked.unsure(view) if field not in said]
    letters = View(inside).to_note
    proved = f", which can be noted as {letters}" if letters else ""
    with named_refusals(around):
        entry = around.do(_said(around, event | said, open_ones, asker), None, now())
    around.write_note(f"entry {entry.n} is the result of {header.name} after {inside.count} entries{proved}", now())
    session.show(Page("", (*entry_blocks(around, entry, set()), Para(View(around).headline))))


def _said(around: Battle, event: JsonMapping, unsure: Sequence[str], asker: Asker | None) -> JsonMapping:
    """The event with what players say of it, where it is only proposed. Errors: `TabletopError` without an asker."""
    making = Making(around.system, around.game, around.state)
    progress = Progress(str(event["do"]), {name: one for name, one in event.items() if name not in ("do", *unsure)})
    while unsure:
        progress, wanted, _ = making.advance(progress)
        if not isinstance(wanted, Question):
            break
        question = replace(wanted, default=event[wanted.field])
        if asker is None:
            example = f"{wanted.field}={quote(wanted.kind.to_words(question.default))}"
            hint = f"say it: {around.command('fight')} {example}, if it was so"
            raise TabletopError(f"the battle cannot tell: {wanted.text}", hint=hint, code="not-told")
        try:
            progress = making.answered(progress, asker.ask(question))
        except (Back, Cancelled, Stopped):
            raise TabletopError("nothing was taken back: a question was left open", code="no-answer") from None
        except TabletopError as no:
            asker.wrong(f"Not possible: {around.game.why_not(around.system, around.state, no)}")
    return {"do": progress.do, **progress.answers}


def _note_seal(around: Battle, inside: Battle) -> None:
    """Tell the log which battle it is, once: one that was deleted and begun anew would have other dice."""
    seal = inside.header.commitment
    if not any(seal in (entry.note or "") for entry in around.entries()):
        around.write_note(f"{inside.header.name} begins; its {inside.game.lots.all} are sealed as {seal}", now())


def _go_on(kind: str, name: str) -> str:
    return f"play it: {PROGRAM} {kind} play {name}"
