"""From army files, options and answers to the set-up of a battle, led by the facts that a system declares for it.

No system is named here: required tables in the declaration are where the armies go, in order; every other fact is set
by its name (`--set sides.a.actions=50`), and what is still missing is asked for on a terminal.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.declare.facts import Fact, Record, facts_of
from ...core.declare.kinds import Raw, brief, did_you_mean
from ...core.declare.words import json_or_text
from ...core.errors import Malformed, TabletopError
from ...core.lists.army import ArmyFile, check_army, load_file, load_house
from ...core.lists.references import merged_references, resolve_references
from ...core.play.game import NO_DEFAULT, Question, put_at
from ...core.system import System


@dataclass(frozen=True)
class Slot:
    """One fact of a set-up that can be given, with its dotted path."""

    path: str
    fact: Fact

    @property
    def last(self) -> str:
        return self.path.rpartition(".")[2]

    @property
    def side(self) -> str:
        """The side that the fact is about, empty for none: what stands below ``sides``, or else above the fact."""
        above, *below = self.path.split(".")
        if above == "sides" and below:
            return below[0]
        return [above, *below][-2] if below else ""


def slots(cls: type[Any], above: str = "") -> Iterator[Slot]:
    """The facts of a set-up in order; tables that must be there are opened."""
    for fact in facts_of(cls):
        path = f"{above}{fact.name}"
        if isinstance(fact.kind, Record) and (fact.required or isinstance(fact.default, fact.kind.cls)):
            yield from slots(fact.kind.cls, f"{path}.")
        else:
            yield Slot(path, fact)


def army_slots(system: System) -> list[Slot]:
    """Where the armies go: the tables that must be given."""
    return [slot for slot in slots(system.game.set_up) if slot.fact.required and isinstance(slot.fact.kind, Raw)]


def at_path(data: Mapping[str, Any], path: str) -> Any:
    """What stands at a dotted path of a set-up, None where nothing does."""
    at: Any = data
    for key in path.split("."):
        at = at.get(key) if isinstance(at, Mapping) else None
    return at


def put_inside(data: Any, path: Sequence[str], value: Any) -> Any:
    """The same data with a value at a path; in a list of tables a step is the `id` of one. Errors: `Malformed`."""
    first, *rest = path
    if isinstance(data, Mapping):
        return {**data, first: put_inside(data.get(first, {}), rest, value) if rest else value}
    ids = [str(one.get("id", "")) for one in data if isinstance(one, Mapping)] if isinstance(data, list) else []
    if first not in ids or not rest:
        raise Malformed(f"{brief(first)} is not there to be set", hint=did_you_mean(first, [one for one in ids if one]))
    return [put_inside(one, rest, value) if one.get("id") == first else one for one in data]


class SetupDraft:
    """A set-up as far as it is known."""

    def __init__(self, system: System, given: Mapping[str, Any] | None = None, home: Path | None = None) -> None:
        self.system = system
        self.home = home
        self.slots = list(slots(system.game.set_up))
        self.data: dict[str, Any] = dict(given or {})
        self.armies: list[ArmyFile] = []
        self.lists: list[dict[str, Any]] = []  # the armies, with what their files name in place

    # --- what is given ---

    def muster(self, files: Sequence[Path]) -> None:
        """Put army files where armies go, in order. Errors: `Malformed` for too many, or another system's."""
        free = [slot for slot in army_slots(self.system) if not self.has(slot.path)]
        if len(files) > len(free):
            raise Malformed(f"{len(files)} army files for {len(free)} places", hint="name one army for each side")
        for slot, path in zip(free, files, strict=False):
            army = load_file(path)
            if army.data.get("system", self.system.id) != self.system.id:
                raise Malformed(f"{path}: an army of {brief(army.data['system'])}, not of {self.system.id}")
            self.armies.append(army)
            self.lists.append(resolve_references(self.system, army, self.home))
            self.put(slot.path, self.system.game.enlist(self.lists[-1], slot.side))
        self.data |= merged_references(self.system, self.lists)

    def set(self, assignment: str) -> None:
        """One `path=value` from the command line; the path may be cut short in front where that is clear.

        A path may lead into an army that is there: ``sides.a.units.a3-tactical-squad.loaded_in=a2-rhino``.
        """
        path, equals, text = assignment.partition("=")
        if equals and (slot := self._above(path)) is not None:
            steps = path[len(slot.path) + 1 :].split(".")
            self.put(slot.path, put_inside(at_path(self.data, slot.path), steps, json_or_text(text)))
            return
        meant = [slot for slot in self.slots if slot.path == path] or [
            slot for slot in self.slots if slot.path.endswith(f".{path}")
        ]
        if not equals or len(meant) != 1:
            known = [slot.path for slot in self.slots]
            why = f"could be {' or '.join(slot.path for slot in meant)}" if len(meant) > 1 else "is no fact of a set-up"
            hint = "give it as NAME=VALUE" if not equals else did_you_mean(path, known)
            raise Malformed(f"{brief(path)} {why}" if equals else f"{brief(assignment)} has no =", hint=hint)
        self.put(meant[0].path, meant[0].fact.kind.from_words(text, path))

    def _above(self, path: str) -> Slot | None:
        """The table of a set-up, already there, that a path leads into."""
        tables = (slot for slot in self.slots if isinstance(slot.fact.kind, Raw) and path.startswith(f"{slot.path}."))
        return next((slot for slot in tables if self.has(slot.path)), None)

    def set_all(self, name: str, value: Any, side: str = "") -> None:
        """Every fact of this name, or that of one side. Errors: `Malformed` where the system has none."""
        meant = [slot for slot in self.slots if slot.last == name and side in ("", slot.side)]
        if not meant:
            option = f"--{name}-{side}" if side else f"--{name}"
            raise Malformed(f"{option}: a battle of {self.system.id} has no {name}{' of ' + side if side else ''}")
        for slot in meant:
            self.put(slot.path, slot.fact.kind.plain(slot.fact.kind.read(value, slot.path)))

    def rule(self, house: Sequence[str]) -> None:
        """House rules of this table: files and `key=value` words, later ones over earlier ones."""
        for one in house:
            key, equals, text = one.partition("=")
            typed = equals and not Path(one).exists()
            table = self.system.reference.house.assigned(key.strip(), text) if typed else read_house(Path(one))
            self.data["house"] = merged(self.data.get("house", {}), table)

    def put(self, path: str, value: Any) -> None:
        self.data = put_at(self.data, path, value)

    def has(self, path: str) -> bool:
        return at_path(self.data, path) is not None

    # --- what is missing ---

    def missing(self) -> list[Slot]:
        return [slot for slot in self.slots if slot.fact.required and not self.has(slot.path)]

    def complete(self, ask: Callable[[Question], Any] | None, choose_army: Callable[[str], Path] | None) -> None:
        """Ask for what is missing; where nobody can be asked, say what is. Errors: `Malformed`."""
        armies = {slot.path for slot in army_slots(self.system)}
        if (missing := self.missing()) and (ask is None or choose_army is None):
            kinds = {slot.path: "an army file" if slot.path in armies else slot.fact.kind.words for slot in missing}
            words = [f"{path} ({kind})" for path, kind in kinds.items()]
            others = [slot.path for slot in missing if slot.path not in armies]
            hint = "; ".join(f"--set {path}=..." for path in others) or "name one army file for each side"
            raise Malformed(f"the battle is not set up yet; missing: {', '.join(words)}", hint=hint, code="bad-setup")
        answers: dict[str, Any] = {}
        for slot in missing:
            if slot.path in armies and choose_army is not None:
                self.muster([choose_army(slot.side)])
            elif ask is not None:
                text = slot.fact.ask or f"{slot.path}?"
                default = answers.get(slot.last, NO_DEFAULT)
                answers[slot.last] = ask(Question(slot.path, text, slot.fact.kind, default=default, side=slot.side))
                self.put(slot.path, answers[slot.last])

    # --- what to say about it ---

    def remarks(self) -> Iterator[str]:
        """What players should know: problems of the armies, and house rules of armies that do not count here."""
        for army, data in zip(self.armies, self.lists, strict=True):
            try:
                report = check_army(self.system, data)
            except TabletopError as wrong:
                yield f"{army.path}: {wrong.message}"
                continue
            for problem in army.place(report.problems):
                yield f"{army.path}:{problem.line or 1}: {problem.code} {problem.message}"
            yield from self._own_house(army)

    def _own_house(self, army: ArmyFile) -> Iterator[str]:
        own = army.data.get("house")
        if not isinstance(own, Mapping) or not own:
            return
        if differing := sorted(set(_flat(own)) - set(_flat(self.data.get("house", {})))):
            yield (
                f"{army.path} has house rules of its own that do not count in this battle: "
                f"{', '.join(differing)}. To play by them: --house {army.path}"
            )


def read_house(path: Path) -> dict[str, Any]:
    """A table of house rules from a file: an army's `house` table, or a file that is one."""
    house, _ = load_house(path)
    if not house:
        raise Malformed(f"{path} has no house rules", where=str(path), code="bad-house")
    return dict(house)


def merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Two tables in one; inner tables too."""
    both = dict(under)
    for key, value in over.items():
        before = both.get(key)
        both[key] = merged(before, value) if isinstance(before, Mapping) and isinstance(value, Mapping) else value
    return both


def _flat(table: Any, above: str = "") -> Iterable[str]:
    """The settings of a table, one text each: ``gap = normal-turn``."""
    if not isinstance(table, Mapping):
        return
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key} = {json.dumps(value)}"


def read_setup(path: Path) -> dict[str, Any]:
    """A set-up from a JSON or TOML file. Errors: `TabletopError` with the place."""
    text = read_text(path)
    try:
        data = tomllib.loads(text) if path.suffix.lower() == ".toml" else json.loads(text)
    except (ValueError, RecursionError) as broken:
        raise Malformed(f"{path}: not a set-up: {broken}", where=str(path), code="bad-setup") from None
    if not isinstance(data, dict):
        raise Malformed(f"{path}: a set-up is a table", where=str(path), code="bad-setup")
    return data


LARGEST = 64_000_000  # bytes of a script or set-up


def read_text(path: Path) -> str:
    """The text of a file. Errors: `TabletopError` for what cannot be read."""
    try:
        if path.stat().st_size > LARGEST:
            raise TabletopError(f"{path}: larger than {LARGEST:,} bytes", code="too-big")
        return path.read_text(encoding="utf-8-sig")
    except OSError as broken:
        raise TabletopError(f"{path}: cannot be read: {broken.strerror or broken}", code="unreadable") from None
    except UnicodeDecodeError as broken:
        raise Malformed(f"{path}: not UTF-8 text (byte {broken.start})", hint="save it as UTF-8") from None
