"""`battle do` and `battle run`: events from the command line and from files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import typer

from ...core.clock import now
from ...core.data import JsonMapping
from ...core.declare.catalogue import catalogue_in_force, catalogue_of
from ...core.errors import BadDice, Malformed, Refused, TabletopError
from ...core.page import Page, Para
from ...core.play.battle import Battle
from ...core.play.viewpoint import View
from ...render.jsonout import dump
from ..session import Session, write
from .events import parse_event, refusal_sentence
from .store import retry_on_conflict

HIDDEN = "Not everybody may see all of this; tabletop {kind} status {name} --as SIDE shows what one side sees."


def play_event(
    session: Session, battle: Battle, side: str | None, words: Sequence[str], dice: str | None, *, as_json: bool
) -> None:
    """Play one event and show the result as a side may see it, without one as everybody may.

    Errors: as `Battle.play_event`; as JSON they are a reply and an exit code.
    """
    try:
        view = View(battle, side)
        with catalogue_in_force(catalogue_of(battle.state)):
            event = parse_event(battle.game, words)
        with named_refusals(battle, for_machines=as_json), cut_refusals(view, event):
            given = battle.game.dice_of(event) if dice is None else dice
            entry = retry_on_conflict(battle, lambda: battle.play_event(event, given, now()))
    except TabletopError as wrong:
        if not as_json:
            raise
        write(dump({"ok": False, "error": wrong.as_dict()}))
        raise typer.Exit(wrong.exit_code) from None
    shown = view.cut_entry(entry)
    if as_json:
        faces = [face for roll in shown.rolls for face in roll.faces]
        told = {"n": shown.n, **(shown.result or {}), **shown.marks, "dice": faces}
        write(dump({**told, "steps": [step.as_dict() for step in shown.steps]}))
        return
    from .telling import entry_blocks

    hidden = [Para(HIDDEN.format(kind=battle.header.kind, name=battle.header.name), "note")] if shown.hidden else []
    session.show(Page("", (*entry_blocks(view, shown, set()), *hidden, Para(view.headline))))


@contextmanager
def named_refusals(battle: Battle, *, for_machines: bool = False) -> Iterator[None]:
    """A refusal gets its sentence, for people with the names that they know. Errors: `Refused`."""
    try:
        yield
    except Refused as wrong:
        machine = refusal_sentence(battle.system, wrong)
        wrong.message = machine if for_machines else battle.game.why_not(battle.system, battle.state, wrong)
        raise


@contextmanager
def cut_refusals(view: View, event: JsonMapping) -> Iterator[None]:
    """What is refused says no more than a side may know, see `View.cut_refusal`. Errors: `TabletopError`."""
    try:
        yield
    except (Refused, BadDice, Malformed) as no:
        raise view.cut_refusal(event, no) from None


def run_script(session: Session, path: Path, *, as_json: bool) -> int:
    """Play a script and tell it; the exit code. Errors: `Malformed` for the script or its set-up."""
    from .script import NOTHING, play_scenes, read_script, show_scene

    script = read_script(path)
    code, results, state = 0, [], None
    for scene in play_scenes(script):
        code = max(code, 2 if scene.malformed else 1 if scene.refused else 0)
        if scene.event is NOTHING:
            state = scene.result["state"]
        else:
            results.append(scene.result)
        if not as_json:
            show_scene(session, script, scene)
    if as_json:
        write(dump({"ok": code == 0, "results": results, "state": state}))
    return code
