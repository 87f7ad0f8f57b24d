"""An army file that was opened: read, with the files that it names, and checked. Every command begins with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from .. import registry
from ..data import Json, JsonMapping, JsonObject
from ..declare.catalogue import CATALOGUE
from ..declare.house import House
from ..declare.kinds import brief_text, did_you_mean
from ..declare.schema import schema_problems
from ..errors import Malformed, TabletopError
from ..records import dataclass
from ..system import System
from .army import ArmyFile, Report, check_list, load_file, read_army
from .change import value_at
from .heading import Heading, read_heading
from .problems import Problem, Where, key_place
from .references import Home, HomeMade, hash_of, with_references

if TYPE_CHECKING:
    from .form import Form, Setting
    from .list_odds import Prospects
    from .sheet import Sheet

MOST_VALUES = 8  # of a missing setting that a hint names


@dataclass(frozen=True)
class Opened:
    """A file, its system, its data with the files that it names in their place, the list, and what checking found.

    `home_made` is what it plays by that no rulebook prints.
    """

    file: ArmyFile
    system: System
    data: JsonMapping
    army: Json
    report: Report
    home_made: tuple[HomeMade, ...] = ()

    @cached_property
    def sheet(self) -> Sheet:
        """The list as people want it on paper, with the notes that stand in its file."""
        return self._with_comments(self.system.muster.sheet(self.army, self.report.problems))

    @cached_property
    def prospects(self) -> Prospects | None:
        """What the list can do; None where its system says nothing of it."""
        from .list_odds import prospects_of  # exact odds take a while, and few commands want them

        common = self.system.read_common(self.data, "")
        return prospects_of(self.system, self.army, self.sheet.cards, self.sheet.points, common)

    @cached_property
    def house(self) -> House:
        """The house rules that stand in the file. Errors: `Malformed`."""
        return self.system.read_house(self.data.get("house", {}), "house")

    @cached_property
    def form(self) -> Form:
        """What may be written into the file."""
        return self.system.muster.form(self.data, self.system)

    @cached_property
    def notes(self) -> Mapping[Where, str]:
        """The notes that players wrote into the file, by their places; that about the army stands at ``()``."""
        from .edit.notes import parse_notes  # only rosters want it

        return parse_notes(self.file.text, self.file.path.suffix)

    @cached_property
    def heading(self) -> Heading:
        """Who brings the army, against whom and where; the player as a comment says where the table does not."""
        return heading_of(self.file)

    def _with_comments(self, sheet: Sheet) -> Sheet:
        """A sheet with what players wrote into comments of the file."""
        heading = self.heading
        sheet = replace(sheet, player=heading.player, opponent=heading.opponent, event=heading.event)
        if not self.notes:
            return sheet
        cards = tuple(
            replace(card, note=self.notes.get(card.place, card.note)) if card.place else card for card in sheet.cards
        )
        return replace(sheet, cards=cards, note=self.notes.get((), sheet.note))

    @property
    def data_version(self) -> str:
        """The version of the printed data, with a hash of each home-made catalogue beside it: of its content only."""
        return self.version_told()()

    def version_told(self) -> Callable[[], str]:
        """What gives `data_version`, without holding the army: the printed data are hashed for those who tell it."""
        made = [f"{CATALOGUE} {hash_of(self.used)[:12]}"] if self.used else []
        reference = self.system.reference
        return lambda: " + ".join([reference.data_version, *made])

    @cached_property
    def used(self) -> JsonMapping:
        """What is home-made in the list: the rows and rules that it uses, whatever else their files hold."""
        if not self.home_made:
            return {}
        from .catalogues import content_of

        return content_of(self.system, self.data)


def heading_of(file: ArmyFile) -> Heading:
    """Return who brings the army of a file, against whom and where. Errors: `Malformed`."""
    found = read_heading(file.data)
    if found.player or "player:" not in file.text.lower():
        return found
    from .edit.notes import parse_player  # few lists name one in a comment, and it imports what changes files

    return replace(found, player=parse_player(file.text, file.path.suffix))


def open_army(
    path: Path,
    home: Home | None = None,
    budget: Json = None,
    *,
    with_schema: bool = False,
    over: Sequence[HomeMade] = (),
) -> Opened:
    """Open an army file; `home` may hold catalogues, `budget` goes before the file's own, and so do catalogues `over`.

    Errors: `TabletopError`, with the line that it is about where that is known.
    """
    try:
        return open_text(load_file(path), home, budget, with_schema=with_schema, over=over)
    except TabletopError as wrong:
        raise with_line(wrong, path) from None


@registry.plugins_named()
def open_text(
    file: ArmyFile,
    home: Home | None = None,
    budget: Json = None,
    *,
    with_schema: bool = False,
    over: Sequence[HomeMade] = (),
) -> Opened:
    """The same for a file whose text is at hand. Errors: `TabletopError`, not placed."""
    system = system_of(file)
    _refuse_catalogue(file)
    data, home_made = with_references(system, file, home, over)
    try:
        data, army = _read_list(system, data, budget)
    except Malformed as wrong:
        found = _with_strange_keys(_with_values_hint(wrong, system, data), system, file)
        if hint := _hint_beside(system, file):
            found.hint = f"{found.hint}; {hint}".removeprefix("; ")
        raise found from None
    report = check_list(system, army)
    if not report.legal and (hint := _hint_beside(system, file)):
        report = report.with_problems(
            [Problem("catalogue", "the list does not name a home-made catalogue", hint, severity="warning")]
        )
    judged = {**({CATALOGUE: home_made[0].file} if home_made else {}), **file.data}  # as if it named what serves it
    problems = [*report.problems, *(schema_problems(system.muster.schema(system), judged) if with_schema else ())]
    return Opened(file, system, data, army, replace(report, problems=file.problems_with_lines(problems)), home_made)


def _read_list(system: System, data: JsonObject, budget: Json) -> tuple[JsonObject, object]:
    """A list and its data; a file that says nothing of its entries has none yet. Errors: `Malformed`."""
    try:
        return data, read_army(system, data, budget)
    except Malformed:
        shelf = next(iter(system.muster.form(data, system).shelves), None)
        if shelf is None or str(shelf.place[0]) in data:
            raise
        begun = {**data, str(shelf.place[0]): []}
        return begun, read_army(system, begun, budget)


def check_match(armies: Sequence[Opened]) -> list[tuple[Problem, ...]]:
    """For each of some lists, what keeps them from being of one game.

    Errors: `Malformed` for lists of several systems, and of one that says nothing of it.
    """
    names = list(dict.fromkeys(one.system.name for one in armies))
    if len(names) != 1:
        raise Malformed(f"lists for {' and '.join(names)} cannot play together")
    match = armies[0].system.muster.match
    if match is None:
        raise Malformed(f"{names[0]} has no rule about which lists can play together: all legal ones can")
    found: list[list[Problem]] = [[] for _ in armies]
    for at, problem in match([one.army for one in armies]):
        found[at].append(problem)
    return [one.file.problems_with_lines(wrong) for one, wrong in zip(armies, found, strict=True)]


def needed_settings(form: Form, data: JsonMapping) -> list[Setting]:
    """The settings that an army must say and does not; what has a default may be left out."""
    return [one for one in form.settings if one.needed and one.default is None and value_at(data, one.key) is None]


def _with_values_hint(wrong: Malformed, system: System, data: JsonMapping) -> Malformed:
    """The same error; where it is a needed setting that is missing, with the values that there are."""
    for one in needed_settings(system.muster.form(data, system), data):
        key = ".".join(map(str, one.key))
        if one.values and wrong.message == f"army: {key} is missing":
            wrong.hint = (
                f"write {' or '.join(f'{key} = {brief_text(pick.value)}' for pick in one.values[:MOST_VALUES])}"
            )
    return wrong


def _hint_beside(system: System, file: ArmyFile) -> str:
    """What to write where a catalogue beside the list has what the list needs, and the list does not name it."""
    if not file.path.parent.is_dir():
        return ""
    from .catalogues import find_beside

    name = find_beside(system, file)
    return f"{name} is beside it: write catalogue = {brief_text(name)}" if name else ""


def _with_strange_keys(wrong: Malformed, system: System, file: ArmyFile) -> Malformed:
    """The same error; where it is about the army itself, all keys that no army has are told, each with its line."""
    known = list(system.muster.schema(system).get("properties", {}))
    strange = [key for key in file.data if key not in known]
    if wrong.where != "army" or not strange:
        return wrong
    told = [
        (f"army: unknown field {brief_text(key)}", did_you_mean(key, known), file.line_of((key,))) for key in strange
    ]
    if not any(brief_text(key) in wrong.message for key in strange):
        told.append((wrong.message, wrong.hint, file.line_of(key_place(wrong))))
    (message, hint, line), *others = told
    also = [{"message": text, "hint": help, "line": at} for text, help, at in others]
    found = Malformed(message, hint=hint, where=str(file.path), code=wrong.code, line=line)
    found.extra |= {"also": also} if also else {}
    return found


def _refuse_catalogue(file: ArmyFile) -> None:
    """Errors: `Malformed` for a home-made catalogue."""
    if isinstance(file.data.get("units"), list):  # so it is in most armies, and nothing more needs to be imported
        return
    from .catalogues import refuse_catalogue

    refuse_catalogue(file)


def system_of(file: ArmyFile) -> System:
    """The game system that an army names. Errors: `Malformed` without one, `TabletopError` for an unknown one."""
    name = file.data.get("system")
    if not isinstance(name, str):
        _refuse_catalogue(file)
        what = "the army does not name its game system" if name is None else f"system: {brief_text(name)} is not text"
        known = [one.id for one in registry.systems_with_lists()]
        hint = f'begin the file with: system = "{known[0]}" (known: {", ".join(known)})' if known else ""
        raise Malformed(what, hint=hint, code="bad-army")
    return registry.load(name)


def with_line(wrong: TabletopError, path: Path) -> TabletopError:
    """The same error with the line that it is about, as far as its place says."""
    if "line" not in wrong.extra and wrong.where and wrong.where != str(path):
        with suppress(TabletopError):
            wrong.extra["line"] = load_file(path).line_of(key_place(wrong))
    return wrong
