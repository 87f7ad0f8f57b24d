"""`battle do` and `battle run`: events from the command line and from files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import typer

from ...core.clock import now
from ...core.data import JsonMapping
from ...core.errors import BadDice, No, Refused, TabletopError
from ...core.page import Page, Para
from ...core.play.battle import Battle
from ...core.play.view import told_without_secrets
from ...render.jsonout import dump
from ..session import Session, write
from .events import parse_event, sentence
from .store import tried_again

UNTOLD = "Refused, for a reason that not everybody may know."
HIDDEN = "Not everybody may see all of it; tabletop {kind} status {name} --as SIDE shows each its own."


def play_event(session: Session, battle: Battle, words: Sequence[str], dice: str | None, *, as_json: bool) -> None:
    """Play one event and show the result. Errors: as `Battle.do`; as JSON they are a reply and an exit code."""
    try:
        event = parse_event(battle.game, words)
        with named_refusals(battle, for_machines=as_json), untold_secrets(battle, event):
            given = battle.game.dice_of(event) if dice is None else dice
            entry = tried_again(battle, lambda: battle.do(event, given, now()))
    except TabletopError as wrong:
        if not as_json:
            raise
        write(dump({"ok": False, "error": wrong.as_dict()}))
        raise typer.Exit(wrong.exit_code) from None
    faces = [face for roll in entry.rolls for face in roll.faces]
    if as_json:
        result = dict(entry.result or {})
        write(dump({"n": entry.n, **result, "dice": faces, "steps": [step.as_dict() for step in entry.steps]}))
        return
    from ...core.play.view import View
    from .action import entry_blocks

    view = View(battle)
    shown = view.cut(entry)
    hidden = [Para(HIDDEN.format(kind=battle.header.kind, name=battle.header.name), "note")] if shown.hidden else []
    session.show(Page("", (*entry_blocks(battle, shown, set()), *hidden, Para(view.headline))))


@contextmanager
def named_refusals(battle: Battle, *, for_machines: bool = False) -> Iterator[None]:
    """A refusal gets its sentence, for people with the names that they know. Errors: `Refused`."""
    try:
        yield
    except Refused as wrong:
        machine = sentence(battle.system, wrong)
        wrong.message = machine if for_machines else battle.game.why_not(battle.system, battle.state, wrong)
        raise


@contextmanager
def untold_secrets(battle: Battle, event: JsonMapping) -> Iterator[None]:
    """What is refused for something that not everybody may see is refused without a reason.

    Whoever typed an event with a card of the other side and one that is wrong for sure could else read off the reason
    whether the other side has that card. Errors: `No`.
    """
    try:
        yield
    except (Refused, BadDice) as no:
        if not told_without_secrets(battle.game, battle.state, event, no):
            hint = f"{battle.command('play')} asks each side alone, and tells it why"
            raise No(UNTOLD, hint=hint, code=Refused.code) from None
        raise


def run_script(session: Session, path: Path, *, as_json: bool) -> int:
    """Play a script and tell it; the exit code. Errors: `Malformed` for the script or its set-up."""
    from .script import NOTHING, read_script, scenes, tell

    script = read_script(path)
    code, results, state = 0, [], None
    for scene in scenes(script):
        code = max(code, 2 if scene.malformed else 1 if scene.refused else 0)
        if scene.event is NOTHING:
            state = scene.result["state"]
        else:
            results.append(scene.result)
        if not as_json:
            tell(session, script, scene)
    if as_json:
        write(dump({"ok": code == 0, "results": results, "state": state}))
    return code
