"""`campaign fight`: the battle that a campaign waits for, begun, taken up again, or its result taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...core.clock import now
from ...core.data import JsonMapping
from ...core.declare.catalogue import catalogue_in_force, catalogue_of
from ...core.errors import TabletopError
from ...core.keep.store import Store
from ...core.page import Page, Para
from ...core.play.asking import Making
from ...core.play.battle import Battle
from ...core.play.linked import inside_record, note_once, open_inner_game, wanted_inner_game
from ...core.play.progress import Progress
from ...core.play.question import Question
from ...core.play.viewpoint import View
from ...core.shell import quote
from ...prompts.asker import Asker, Back, Cancelled, Stopped
from ..app import PROGRAM
from ..session import Session, say
from . import pages
from .do import named_refusals
from .events import parse_event
from .telling import entry_blocks


def fight_linked_game(
    session: Session, store: Store, around: Battle, words: Sequence[str], asker: Asker | None = None
) -> None:
    """Begin the battle that is wanted now, or say how to go on, or take back what it has led to.

    `words` are fields of the result that players say themselves; what else the battle cannot tell, the `asker` asks.
    Errors: `TabletopError`, as `Battle.play_event`, and where nobody can be asked.
    """
    linked = wanted_inner_game(around)
    inside, begun = open_inner_game(store, around, linked, now())
    header = inside.header
    if not inside.over:
        if words:
            hint = _go_on(header.kind, header.name)
            raise TabletopError(f"{header.name} is not over yet", hint=hint, code="not-over")
        session.show(pages.opening_page(inside) if begun else Page("", (Para(View(inside).headline),)))
        say(_go_on(header.kind, header.name))
        say(f"when it is over, {PROGRAM} {around.header.kind} fight {around.header.name} records its result")
        return
    view = inside.game.view(inside.state)
    event = dict(linked.result(view))
    with catalogue_in_force(catalogue_of(around.state)):
        said = parse_event(around.game, [str(event["do"]), *words]) if words else {}
    open_ones = [field for field in linked.unsure(view) if field not in said]
    _look_at(around, inside)
    told = inside_record(inside, View(inside).to_note, {*said, *open_ones} - {"do"})
    with named_refusals(around):
        entry = around.play_event(_complete_result(around, event | said, open_ones, asker), None, now(), told)
    seen = View(around)
    session.show(Page("", (*entry_blocks(seen, entry, set()), Para(seen.headline))))


def _look_at(around: Battle, inside: Battle) -> None:
    """Verify a battle whose result is taken; what does not fit is said, and is noted in the log around it."""
    if problems := Battle.open_unread(inside.store, inside.header.id).verify().problems:
        text = f"{inside.header.name} does not match what was played: {problems[0]}"
        note_once(around, text, now())
        say(f"note: {text}; {inside.command_text('verify')} shows everything")


def _complete_result(around: Battle, event: JsonMapping, unsure: Sequence[str], asker: Asker | None) -> JsonMapping:
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
            hint = f"say it: {around.command_text('fight')} {example}, if that is what happened"
            raise TabletopError(f"the battle cannot know this: {wanted.text}", hint=hint, code="not-told")
        try:
            with catalogue_in_force(catalogue_of(around.state)):
                answer = asker.ask(question)
            progress = making.answer_question(progress, answer)
        except (Back, Cancelled, Stopped):
            raise TabletopError("no result was recorded: a question is still open", code="no-answer") from None
        except TabletopError as no:
            asker.say_wrong(f"Not allowed: {around.game.why_not(around.system, around.state, no)}")
    return {"do": progress.do, **progress.answers}


def _go_on(kind: str, name: str) -> str:
    return f"play it: {PROGRAM} {kind} play {name}"
