"""Scenario files: what stands on the table before the first turn, apart from the armies.

A system with scenarios (`System.scenario_from`) says what such a file holds; reading one, with the lines of all its
faults, is the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..data import Json, JsonMapping, JsonObject, Schema
from ..declare.kinds import brief_text
from ..errors import Malformed
from ..records import dataclass
from .army import load_file
from .references import require_sound, resolve_references

if TYPE_CHECKING:
    from ..page import Page
    from ..play.question import Question
    from ..system import System

ENDINGS = (".scenario.toml", ".scenario.json")


@dataclass(frozen=True, kw_only=True)
class ScenarioWriter:
    """How people write a scenario, question by question. A draft is a table, empty in the beginning.

    question(draft, lists)       what is asked next, None when it is whole; `lists` are the armies of its sides, if any
    answer(draft, field, value)  the draft with the answer to the question of that field. Errors: `Malformed`
    text(draft)                  the file of a whole draft. Errors: `Malformed`
    """

    question: Callable[[JsonMapping, Sequence[JsonMapping]], Question | None]
    answer: Callable[[JsonMapping, str, Json], JsonObject]
    text: Callable[[JsonMapping], str]


@dataclass(frozen=True, kw_only=True)
class Scenarios:
    """The scenario files of a system.

    faults(data, where)  all that is wrong with the data of a file, each with its place below `where`
    set_up(data)         what a battle begins with: keys of its set-up
    pages(data)          the scenario on paper: its map, and what people must know
    contents(data)       what it holds, in a few words: ``28 tiles, 4 tokens``
    schema()             draft-07 JSON Schema of a file
    writer               how people are asked for one; None where they write it in an editor
    """

    faults: Callable[[JsonMapping, str], Iterator[Malformed]]
    set_up: Callable[[JsonMapping], JsonObject]
    pages: Callable[[JsonMapping], Sequence[Page]]
    contents: Callable[[JsonMapping], str]
    schema: Callable[[], Schema]
    writer: ScenarioWriter | None = None


@dataclass(frozen=True)
class Scenario:
    """A scenario file that is sound: its path, its system, its data."""

    path: Path
    system: System
    data: JsonMapping

    @property
    def name(self) -> str:
        """What it is called; the name of its file where it does not say."""
        found = self.data.get("name")
        return found if isinstance(found, str) and found.strip() else self.path.name.partition(".")[0]

    @property
    def set_up(self) -> JsonObject:
        """What a battle begins with."""
        return self.system.scenarios.set_up(self.data)

    @property
    def pages(self) -> Sequence[Page]:
        """The scenario on paper."""
        return self.system.scenarios.pages(self.data)

    @property
    def contents(self) -> str:
        """What it holds, in a few words."""
        return self.system.scenarios.contents(self.data)


def is_scenario(path: Path) -> bool:
    """Whether a file is called as scenarios are."""
    return path.name.lower().endswith(ENDINGS)


def load_scenario(path: Path, system: System | None = None) -> Scenario:
    """A scenario file, of a system where one is given, else of the one that it names; the files that it names are read.

    Errors: `Malformed` with the file and line of its first fault, the others in its extra ``also``; `TabletopError`.
    """
    from .open_list import system_of

    file = load_file(path)
    own = system_of(file)
    if system is not None and own.id != system.id:
        raise Malformed(f"{path}: a scenario for {brief_text(own.id)}, not for {system.id}", where=str(path))
    require_sound(file, own.scenarios.faults(file.data, "scenario"), "scenario")
    return Scenario(path, own, resolve_references(own, file))
