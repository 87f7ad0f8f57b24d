"""From army files, options and answers to a set-up, led by the seats and the facts that a game declares for it.

No system is named here: army files go to the free seats in order; every other fact is an option by its name
(`--sides.a.actions 50`, `--actions 40` for every side), and what is still missing is asked for on a terminal.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path

from ...core.data import Json, JsonMapping, JsonObject, ShapedMapping, parse_json
from ...core.declare.catalogue import CATALOGUE, catalogue_in_force
from ...core.declare.composed import ListOf, MapOf
from ...core.declare.facts import Fact, Record, facts_of, record_of
from ...core.declare.kinds import AnyKind, Raw, YesNo, brief_text, did_you_mean
from ...core.declare.matching_words import json_or_text
from ...core.errors import Malformed, TabletopError
from ...core.lists.army import ArmyFile, check_army, load_file, load_house, read_army, unreadable_error
from ...core.lists.references import HomeMade, merge_files, merged_references, with_references
from ...core.play.game import AnyGame
from ...core.play.question import NO_DEFAULT, Question
from ...core.play.seats import Seat, at_path, put_inside, without_keys
from ...core.quantities import count_text
from ...core.records import dataclass
from ...core.system import System


@dataclass(frozen=True)
class Slot:
    """One fact of a set-up that can be given, with its dotted path and the side that it is about, if any.

    `needed`: the set-up cannot do without it; a required fact of a table that may be left out is not. One that is
    `vacant` belongs to a seat in a list of players where nobody sits yet.
    """

    path: str
    fact: Fact
    side: str = ""
    needed: bool = False
    vacant: bool = False

    @property
    def last(self) -> str:
        return self.path.rpartition(".")[2]


def setup_slots(cls: type[object], seats: Sequence[Seat]) -> list[Slot]:
    """The facts of a set-up in order, without the places of the armies; tables inside are opened.

    So are lists and maps of tables with an entry for each seat: ``players.anna.colour``.
    """
    places = {seat.path for seat in seats}
    return [
        slot
        for slot in _slots_of_table(cls, seats, Slot("", Fact("", Raw(), None), needed=True))
        if slot.path not in places
    ]


def _slots_of_table(cls: type[object], seats: Sequence[Seat], around: Slot) -> Iterator[Slot]:
    """The facts of a table that stands `around` them."""
    for fact in facts_of(cls):
        path = f"{around.path}.{fact.name}".removeprefix(".")
        side = around.side or next((seat.id for seat in seats if seat.id == fact.name), "")
        there = around.needed and (fact.required or (isinstance(fact.kind, Record) and fact.default is not None))
        slot = Slot(path, fact, side, there, around.vacant)
        if isinstance(fact.kind, ListOf | MapOf) and any(seat.path.startswith(f"{path}.") for seat in seats):
            if isinstance(fact.kind, ListOf) and fact.kind.item.from_one_word("x", ""):
                yield slot  # players that only have a name
            yield from _of_seats(fact.kind, seats, slot, around.needed)
        elif (inner := record_of(fact)) is not None:
            yield from _slots_of_table(inner, seats, slot)
        else:
            yield slot


def _of_seats(kind: ListOf[object] | MapOf[object], seats: Sequence[Seat], slot: Slot, needed: bool) -> Iterator[Slot]:
    """The facts of an entry for each seat; in a list of tables the `id` says whose it is, and is none of them."""
    if not isinstance(kind.item, Record):
        return
    for seat in seats:
        vacant = isinstance(kind, ListOf) and seat.free
        entry = Slot(f"{slot.path}.{seat.id}", slot.fact, seat.id, needed and not seat.free, vacant)
        for one in _slots_of_table(kind.item.cls, seats, entry):
            if not (isinstance(kind, ListOf) and one.path == f"{entry.path}.id"):
                yield one


class SetupDraft:
    """A set-up as far as it is known."""

    def __init__(
        self,
        system: System,
        game: AnyGame,
        given: JsonMapping | None = None,
        home: Path | None = None,
        over: Sequence[HomeMade] = (),
    ) -> None:
        """`over` are catalogues of the command line, which go before those of the set-up and of its armies."""
        self.system = system
        self.game = game
        self.home = home
        self.over = over
        self.data: ShapedMapping = {**(given or {}), **({CATALOGUE: merge_files(system, over)} if over else {})}
        own = {key: one for key, one in self.data.items() if key == CATALOGUE}
        self._home_made: list[tuple[str, JsonMapping]] = [(_file_names(over) or "the set-up", own)]  # with the files
        self.armies: list[ArmyFile] = []
        self.lists: list[JsonObject] = []  # the armies, with what their files name in place
        self._asked: list[str] = []  # paths of answers to the game's own questions

    @property
    def seats(self) -> Sequence[Seat]:
        return self.game.seats(self.data)

    @property
    def slots(self) -> list[Slot]:
        return setup_slots(self.game.set_up, self.seats)

    # --- what is given ---

    def seat_armies(self, files: Sequence[Path]) -> None:
        """Seat army files, in order. Errors: `Malformed` for too many, or another system's."""
        for at, path in enumerate(files):
            seat = next((seat for seat in self.seats if seat.free), None)
            if seat is None:
                places = sum(bool(seat.path) for seat in self.seats)
                hint = "name one army for each side" if places else f"the sides of {self.system.id} do not bring armies"
                raise Malformed(f"{count_text(len(files), 'army file')} for {count_text(at, 'side')}", hint=hint)
            army = load_file(path)
            if army.data.get("system", self.system.id) != self.system.id:
                raise Malformed(f"{path}: an army of {brief_text(army.data['system'])}, not of {self.system.id}")
            data, made = with_references(self.system, army, self.home, self.over)
            self.armies.append(army)
            self.lists.append(data)
            self._home_made.append((_file_names(made), data))
            self.data = self.game.seated(self.data, seat, without_keys(data, CATALOGUE) if made else data)
        self.data = {**self.data, **self._merge_home_made()}

    def _merge_home_made(self) -> JsonObject:
        """What is home-made in the set-up and in the armies together. Errors: `Malformed` for what differs."""
        names, tables = zip(*self._home_made, strict=True)
        try:
            return merged_references(self.system, tables, names)
        except Malformed as wrong:
            wrong.hint = "choose one with --catalogue FILE"
            raise

    def _reading_home_made(self) -> AbstractContextManager[None]:
        """What is home-made in force, while the game looks at the armies."""
        if self.system.own_tables is None or CATALOGUE not in self.data:
            return nullcontext()
        return catalogue_in_force(self.system.own_tables.read(self.data[CATALOGUE], CATALOGUE))

    def lists_seats(self, name: str) -> bool:
        """Whether a fact lists who sits down, so that it comes before the armies."""
        return any(seat.path.startswith(f"{name}.") for seat in self.seats) and any(
            slot.path == name for slot in self.slots
        )

    def set_fact(self, name: str, text: str | None) -> None:
        """One fact as typed, by its path or its end; None switches a yes-or-no fact on.

        Where it is the end of one and the same fact of every side, it sets them all. A path may lead into an army that
        is there: ``a.units.a3-tactical-squad.loaded_in``. Errors: `Malformed`.
        """
        if name.startswith("house."):
            self.add_house_rules([f"{name.removeprefix('house.')}={'true' if text is None else text}"])
            return
        if (found := self._find_table(name)) is not None:
            table, steps = found
            self.put(table, put_inside(at_path(self.data, table), steps, json_or_text(text or "true")))
            return
        for slot in self._match_slots(name):
            self.put(slot.path, _parse_fact(slot.fact.kind, name, text))

    def _find_table(self, name: str) -> tuple[str, list[str]] | None:
        """The table of a set-up, already there, that a path leads into, perhaps cut short in front; and the rest."""
        tables = [slot.path for slot in self.slots if isinstance(slot.fact.kind, Raw)]
        tables += [seat.path for seat in self.seats if seat.path]
        for table in filter(self.has, tables):
            steps = table.split(".")
            for at in range(len(steps)):
                short = f"{'.'.join(steps[at:])}."
                if name.startswith(short):
                    return table, name.removeprefix(short).split(".")
        return None

    def _match_slots(self, name: str) -> list[Slot]:
        """The facts that a name stands for: one, or the same of every side. Errors: `Malformed`."""
        open_now = self.slots
        for typed in (name, name.replace("-", "_")):
            meant = [slot for slot in open_now if slot.path == typed]
            meant = meant or [slot for slot in open_now if slot.path.endswith(f".{typed}")]
            if meant:
                break
        else:
            known = dict.fromkeys(name for slot in open_now for name in (slot.last, slot.path))
            raise Malformed(
                f"{brief_text(name)} is not a fact of the set-up", hint=did_you_mean(name, list(known)) or _MORE
            )
        if len({_of_any_side(slot) for slot in meant}) > 1:
            raise Malformed(f"{brief_text(name)} could be {' or '.join(slot.path for slot in meant)}")
        if all(slot.vacant for slot in meant):
            raise Malformed(f"{meant[0].path}: there is no such side", hint="name an army file for every side")
        return [slot for slot in meant if not slot.vacant]

    def add_house_rules(self, house: Sequence[str]) -> None:
        """House rules of this table: files and `key=value` words, later ones over earlier ones."""
        for one in house:
            key, equals, text = one.partition("=")
            typed = equals and not Path(one).exists()
            table = self.system.reference.house.parse_table(key.strip(), text) if typed else read_house(Path(one))
            self.data = {**self.data, "house": merge_tables(self.data.get("house", {}), table)}

    def put(self, path: str, value: Json) -> None:
        self.data = put_inside(self.data, path.split("."), value)

    def has(self, path: str) -> bool:
        return at_path(self.data, path) is not None

    # --- what is missing ---

    def missing_slots(self) -> list[Slot]:
        """The facts that the set-up cannot do without, armies aside."""
        return [slot for slot in self.slots if slot.needed and not self.has(slot.path)]

    def complete(
        self, ask: Callable[[Question, Callable[[], str]], Json] | None, choose_army: Callable[[Seat], Path] | None
    ) -> None:
        """Ask for what is missing; where nobody can be asked, say what is. Errors: `Malformed`."""
        if ask is None or choose_army is None:
            self._say_what_is_missing()
            return
        while (seat := next((one for one in self.seats if one.free and one.required), None)) is not None:
            self.seat_armies([choose_army(seat)])
        answers: JsonObject = {}
        for slot in self.missing_slots():
            text = slot.fact.question or f"{slot.path}?"
            default = answers.get(slot.last, NO_DEFAULT)
            question = Question(slot.path, text, slot.fact.kind, default=default, side=slot.side)
            answers[slot.last] = ask(question, lambda fact=slot.fact: fact.help)  # type: ignore[misc]
            self.put(slot.path, answers[slot.last])
        while (open_now := self._open_question()) is not None:
            self._asked.append(open_now.field)
            self.put(open_now.field, ask(open_now, lambda rules=open_now.rules: self._rules_text(rules)))  # type: ignore[misc]

    def _open_question(self) -> Question | None:
        with self._reading_home_made():
            return self.game.set_up_question(self.data, self.system)

    def _rules_text(self, rules: Sequence[str]) -> str:
        """The rules that a question is about, as far as the reference has them."""
        known = self.system.reference.rules
        return "\n".join(f"{known[one].title}: {known[one].text.strip()} [{one}]" for one in rules if one in known)

    def _say_what_is_missing(self) -> None:
        seats = [seat.path for seat in self.seats if seat.free and seat.required]
        facts = self.missing_slots()
        if seats or facts:
            words = [f"{path} (an army file)" for path in seats]
            words += [f"{slot.path} ({slot.fact.kind.words})" for slot in facts]
            hint = " ".join(f"--{slot.path} ..." for slot in facts) or "name one army file for each side"
            raise Malformed(f"the set-up still needs: {', '.join(words)}", hint=hint, code="bad-setup")

    def final_setup(self) -> JsonObject:
        """The set-up without notes, and without what was asked and left unsaid."""
        data = {key: value for key, value in self.data.items() if not key.startswith("_")}
        for path in self._asked:
            above, _, last = path.rpartition(".")
            table = at_path(data, above)
            if isinstance(table, dict) and table.get(last, "") is None:
                del table[last]
        return data

    # --- what to say about it ---

    def remarks(self) -> Iterator[str]:
        """What players should know: what is home-made, problems of the armies, house rules that do not count here."""
        yield from self._own_rows()
        for army, data in zip(self.armies, self.lists, strict=True):
            try:
                report = check_army(self.system, {**data, "house": self.data.get("house", {})})
            except TabletopError as wrong:
                yield f"{army.path}: {wrong.message}"
                continue
            for problem in army.problems_with_lines(report.problems):
                yield f"{army.path}:{problem.line or 1}: {problem.code} {problem.message}"
            yield from self._own_house(army)
        yield from self._match_remarks()

    def _own_rows(self) -> Iterator[str]:
        """What is home-made: from which files, and that the battle keeps it."""
        if self.system.own_tables is None or CATALOGUE not in self.data:
            return
        files = " and ".join(dict.fromkeys(name for name, data in self._home_made if CATALOGUE in data and name))
        holds = self.system.tables.contents_text(self.system.own_tables.read(self.data[CATALOGUE], CATALOGUE))
        yield f"home-made {CATALOGUE}: {files} ({holds}); the battle keeps its own copy"

    def _match_remarks(self) -> Iterator[str]:
        """What keeps the lists from being of one game, under the house rules of this battle."""
        match, house = self.system.muster.match if self.system.has_lists else None, self.data.get("house", {})
        if match is None or len(self.lists) < 2:
            return
        with suppress(TabletopError):  # what cannot be read has been said
            lists = [read_army(self.system, {**data, "house": house}) for data in self.lists]
            for at, problem in match(lists):
                army = self.armies[at]
                yield f"{army.path}:{army.line_of(problem.where) or 1}: {problem.code} {problem.message}"

    def _own_house(self, army: ArmyFile) -> Iterator[str]:
        own = army.data.get("house")
        if not isinstance(own, Mapping) or not own:
            return
        if differing := sorted(set(_setting_texts(own)) - set(_setting_texts(self.data.get("house", {})))):
            yield (
                f"{army.path} has house rules that do not apply in this battle: "
                f"{', '.join(differing)}. To use them: --house {army.path}"
            )


def _file_names(made: Sequence[HomeMade]) -> str:
    """The files of what is home-made: ``a.catalogue.toml and b.catalogue.toml``."""
    return " and ".join(one.file or "the list itself" for one in made)


def read_house(path: Path) -> JsonObject:
    """A table of house rules from a file: an army's `house` table, or a file that is one."""
    house, _ = load_house(path)
    if not house:
        raise Malformed(f"{path}: no house rules found", where=str(path), code="bad-house")
    return dict(house)


_MORE = "new SYSTEM --help lists the facts"


def _parse_fact(kind: AnyKind, name: str, text: str | None) -> Json:
    """The JSON form of a fact as typed. Errors: `Malformed`."""
    if text is not None:
        return kind.from_words(text, name)
    if isinstance(kind, YesNo):
        return True
    raise Malformed(f"--{name} needs a value", hint=f"give {kind.words}")


def _of_any_side(slot: Slot) -> str:
    """The path of a fact, alike for all sides."""
    return ".".join("*" if step == slot.side else step for step in slot.path.split("."))


def merge_tables(under: JsonMapping, over: JsonMapping) -> JsonObject:
    """Two tables in one; inner tables too."""
    both = dict(under)
    for key, value in over.items():
        before = both.get(key)
        both[key] = merge_tables(before, value) if isinstance(before, Mapping) and isinstance(value, Mapping) else value
    return both


def _setting_texts(table: Json, above: str = "") -> Iterable[str]:
    """The settings of a table, one text each: ``gap = normal-turn``."""
    if not isinstance(table, Mapping):
        return
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _setting_texts(value, f"{above}{key}.")
        else:
            yield f"{above}{key} = {json.dumps(value)}"


def read_setup(path: Path) -> JsonObject:
    """A set-up from a JSON or TOML file. Errors: `TabletopError` with the place."""
    text = read_text(path)
    try:
        data = tomllib.loads(text) if path.suffix.lower() == ".toml" else parse_json(text)
    except (ValueError, RecursionError) as broken:
        raise Malformed(f"{path}: not a set-up: {broken}", where=str(path), code="bad-setup") from None
    if not isinstance(data, dict):
        raise Malformed(f"{path}: a set-up must be a table", where=str(path), code="bad-setup")
    return data


LARGEST = 64_000_000  # bytes of a script or set-up


def read_text(path: Path) -> str:
    """The text of a file. Errors: `TabletopError` for what cannot be read."""
    try:
        if path.stat().st_size > LARGEST:
            raise TabletopError(f"{path}: too large: more than {LARGEST:,} bytes", code="too-big")
        return path.read_text(encoding="utf-8-sig")
    except OSError as broken:
        raise unreadable_error(path, broken) from None
    except UnicodeDecodeError as broken:
        raise Malformed(f"{path}: not UTF-8 text (byte {broken.start})", hint="save it as UTF-8") from None
