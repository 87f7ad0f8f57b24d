"""`new --scenario`: a scenario is written, question by question, as its system asks for it."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from ...core.data import JsonMapping, JsonObject
from ...core.errors import Malformed, TabletopError
from ...core.lists.army import load_file
from ...core.lists.edit import save
from ...core.lists.scenario import ENDINGS, ScenarioWriter
from ...core.system import System
from ...prompts.asker import Asker, Back, mistake_words
from ..session import say


def write_scenario(system: System, file: Path | None, lists: Sequence[Path], somebody: Asker) -> Path:
    """Ask for a scenario and save it; return where. Errors: `Cancelled`, `Stopped`, `TabletopError`."""
    writer = system.scenarios.writer if system.scenario_from is not None else None
    if writer is None:
        raise Malformed(f"{system.id} has no questions for scenarios", hint=f"tabletop examples {system.id}")
    if file is not None:
        _require_new(file)
    armies = [load_file(path).data for path in lists]
    somebody.tell("b goes back, x gives up. Nothing is saved before the last answer.")
    draft = _ask_all(writer, armies, somebody)
    path = file or _free_path(str(draft["name"]))
    save(path, writer.text(draft))
    named = " ".join(map(str, lists)) or "LIST LIST"
    say(f"saved: {path}; begin it: tabletop battle new {system.id} {named} --setup {path}")
    return path


def _ask_all(writer: ScenarioWriter, armies: Sequence[JsonMapping], somebody: Asker) -> JsonObject:
    """Every question until none is open; what cannot be is said, and asked again."""
    before: list[JsonObject] = []
    draft: JsonObject = {}
    while (question := writer.question(draft, armies)) is not None:
        try:
            value = somebody.ask(question)
            after = writer.answer(draft, question.field, value)
        except Back:
            draft = before.pop() if before else draft
        except TabletopError as wrong:
            somebody.say_wrong(mistake_words(wrong))
        else:
            before.append(draft)
            draft = after
    return draft


def _free_path(name: str) -> Path:
    """A file that is not there yet, by the name of the scenario."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:60] or "scenario"
    tried = (Path(f"{slug}{more}.scenario.toml") for more in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(path for path in tried if not os.path.lexists(path))


def _require_new(path: Path) -> None:
    """Check that a scenario can be written there. Errors: `Malformed`."""
    if not path.name.lower().endswith(ENDINGS[0]):
        raise Malformed(f"{path} is not the name of a scenario", hint=f"end it in {ENDINGS[0]}", where=str(path))
    if os.path.lexists(path):
        raise Malformed(f"{path} already exists", hint="choose another file", where=str(path), code="exists")
    if not path.parent.is_dir():
        raise Malformed(f"{path}: there is no folder {path.parent}", hint="create the folder first", where=str(path))
