"""`battle new`: from the words of the command line, and answers where some are missing, to a battle."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core import registry
from ...core.declare.kinds import Text
from ...core.errors import Malformed, TabletopError
from ...core.lists.army import load_file
from ...core.play.battle import Battle
from ...core.play.game import Answer, Question
from ..session import Session, home_of, say
from . import pages as battle_pages
from .setup import SetupDraft, read_setup
from .store import now, open_store

if TYPE_CHECKING:
    from ...core.keep.store import Store
    from ...core.system import System
    from ...prompts.asker import Asker

_ANOTHER = "another file"


@dataclass(frozen=True)
class Options:
    """What the command line says about a battle to begin; `actions_of` by side, None where nothing is said."""

    name: str | None
    actions: int | None
    actions_of: Mapping[str, int | None]
    scenario: str | None
    house: Sequence[str]
    put: Sequence[str]
    setup: Path | None


def begin(session: Session, system_id: str | None, armies: Sequence[Path], options: Options) -> None:
    """Begin a battle and show it. Errors: `Malformed` for a set-up that does not work, `StoreError`."""
    from ...prompts.asker import Back, Cancelled, Stopped
    from .commands import asker, somebody

    person = asker(session) if somebody() else None
    try:
        system = registry.load(_system_id(system_id, person))
        draft = _drafted(system, armies, options, home_of(session))
        draft.complete(person and person.ask, person and _army_asker(person, system))
    except (Back, Cancelled, Stopped):
        raise TabletopError("no battle was begun", code="given-up") from None
    for remark in draft.remarks():
        say(f"note: {remark}")
    with open_store(session) as store:
        battle = Battle.create(store, system, options.name or _free_name(store, draft), draft.data, now())
        session.show(battle_pages.begun(battle))
    say(f"play it: tabletop battle play {battle.header.name}")


def _system_id(given: str | None, person: Asker | None) -> str:
    if given is not None:
        return given
    known = registry.system_ids()
    if person is None:
        raise Malformed("which game system?", hint=f"known: {', '.join(known)}", code="usage")
    answers = [Answer(one.id, one.name, one.id) for one in registry.sound()]
    return str(person.choose("Which game system?", answers, default=answers[0].value if answers else known[0]))


def _drafted(system: System, armies: Sequence[Path], options: Options, home: Path) -> SetupDraft:
    """What the options say, from the general to the particular."""
    draft = SetupDraft(system, read_setup(options.setup) if options.setup else None, home)
    draft.muster(armies)
    if options.actions is not None:
        draft.set_all("actions", options.actions)
    for side, number in options.actions_of.items():
        if number is not None:
            draft.set_all("actions", number, side)
    if options.scenario is not None:
        draft.set_all("scenario", options.scenario)
    draft.rule(options.house)
    for one in options.put:
        draft.set(one)
    return draft


def _army_asker(person: Asker, system: System) -> Callable[[str], Path]:
    """Asks for the army file of a side: one of those at hand, or a path."""
    from .examples import example_armies

    def ask(side: str) -> Path:
        answers = [Answer(str(path), path.stem, "", _army_name(path)) for path in example_armies(system.id)]
        answers.append(Answer(_ANOTHER, _ANOTHER, "f", "type its path"))
        chosen = _ANOTHER
        if len(answers) > 1:
            chosen = person.ask(Question("army", "Which army?", Text(), tuple(answers), side=side))
        if chosen == _ANOTHER:
            chosen = person.path("The army's file:", side)
        return Path(chosen).expanduser()

    return ask


def _army_name(path: Path) -> str:
    try:
        return str(load_file(path).data.get("name", ""))
    except TabletopError:
        return "cannot be read"


def _free_name(store: Store, draft: SetupDraft) -> str:
    """A name that is easy to type, from the army files; with a number where it is taken."""
    stems = [re.sub(r"[^a-z0-9]+", "-", army.path.stem.casefold()).strip("-") for army in draft.armies]
    name = "-v-".join(stem for stem in stems if stem)[:60] or draft.system.id
    taken = {one.header.name.casefold() for one in store.battles()}
    names: list[Any] = [name, *(f"{name}-{n}" for n in range(2, len(taken) + 3))]
    return str(next(one for one in names if one not in taken))
