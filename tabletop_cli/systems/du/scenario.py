"""Scenario files: the map in rows or by coordinates, who controls it, and what stands on it at the start.

Rows are drawn with a word for each tile, which is called by its row and its number there: ``C2`` is the second of the
third row from the north. What a file says becomes keys of a battle's set-up; units bring their numbers in the lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from string import ascii_uppercase

from ...api import (
    Anything,
    Id,
    Json,
    JsonMapping,
    JsonObject,
    Kind,
    ListOf,
    Malformed,
    MapOf,
    OneOf,
    Record,
    Scenarios,
    ScenarioWriter,
    Schema,
    ShapedObject,
    Text,
    Whole,
    YesNo,
    brief_text,
    count_text,
    dataclass,
    did_you_mean,
    fact,
    lazy_function,
    malformed_value,
    plain_record,
    read_record,
    record_complaints,
    record_schema,
    schema_document,
    with_description,
)
from .pieces import CLASSES, SIDES, STRUCTURES
from .profiles import MODES
from .tiles import AT, At, Bonuses, Tile, axial_of

HOLE = "-"  # the word of a tile that is not there
MOST_ROWS = len(ascii_uppercase)
ORIENTATIONS = ("e", "se", "sw", "w", "nw", "ne")
ACTIONS = ("drive", "attack", "antitank", "suppress")


@dataclass(frozen=True)
class Place(Kind[Json]):
    """A tile: its name in a map of rows, or its coordinates."""

    def read(self, value: Json, where: str) -> Json:
        return value if isinstance(value, str) else AT.read(value, where)

    def schema(self) -> Schema:
        return {"anyOf": [{"type": "string", "pattern": "^[A-Z][0-9]+$"}, {**AT.schema(), "maxItems": 2}]}

    @property
    def words(self) -> str:
        return "a tile: C2, or its coordinates [2, -1]"

    def plain(self, value: Json) -> Json:
        return value


PLACE = Place()
FILES = Anything("the name of a file, a list of names, or the table itself", {"type": ["string", "array", "object"]})


@dataclass(frozen=True, kw_only=True)
class RowFacts:
    """A row of tiles from west to east."""

    tiles: str = fact(Text(), help="A word for each tile, with blanks between; - is none, . is plain.")
    offset: int = fact(Whole(), 0, help="How far to the right it begins, in halves of a tile.")


@dataclass(frozen=True, kw_only=True)
class GroundFacts(Bonuses):
    """What a word in the rows means."""

    name: str = fact(Text(), "", help="What it is called on the map.")


@dataclass(frozen=True, kw_only=True)
class PlacedFacts:
    """A token, structure or objective at the start. A unit's numbers come from the list of its side."""

    side: str | None = fact(OneOf(SIDES), None, help="Whose it is; a structure may be nobody's.")
    unit: str = fact(Text(), "", help="The unit of the list; the token's own id unless told.")
    class_: str = fact(OneOf(CLASSES), "", help="Needed of structures; units have it in their list.")
    at: Json = fact(PLACE, None, help="Its tile; if left out, it is not on the map yet.")
    orientation: str | None = fact(OneOf(ORIENTATIONS), None, help="Of planes.")
    defense: int | None = fact(Whole(1), None, help="Of structures, this or the hardness.")
    hardness: int | None = fact(Whole(1), None, help="Of structures.")
    structure: bool = fact(YesNo(), False, help="Of objectives: it counts as a structure for bombs (DU-BOMB-3).")
    crew: tuple[str, ...] = fact(ListOf(Text(), distinct=True), (), help="Of vehicles: the tokens aboard.")
    supports: tuple[str, ...] = fact(ListOf(OneOf(ACTIONS), distinct=True), (), help="Of vehicles (DU-CREW-3).")


@dataclass(frozen=True, kw_only=True)
class Names:
    """The factions of both sides."""

    a: str = fact(Text())
    b: str = fact(Text())


@dataclass(frozen=True, kw_only=True)
class Held:
    """The tiles that each side controls."""

    a: tuple[Json, ...] = fact(ListOf(PLACE), ())
    b: tuple[Json, ...] = fact(ListOf(PLACE), ())


@dataclass(frozen=True, kw_only=True)
class LineFacts:
    """The lines of the map, as the lists must have them (DU-FOG-2)."""

    longest: int = fact(Whole(1))
    shortest: int = fact(Whole(1))


@dataclass(frozen=True, kw_only=True)
class ScenarioFacts:
    """What a scenario file may say."""

    system: str = fact(OneOf(("du",)), help="Deterministically Undaunted")
    name: str = fact(Text(), "", help="What the scenario is called.")
    told: tuple[str, ...] = fact(ListOf(Text()), (), help="What it is about, a paragraph each.")
    objective: tuple[str, ...] = fact(ListOf(Text()), (), help="How to win; the players judge it (DU-TURN-9).")
    sides: Names | None = fact(Record(Names), None, help="The factions.")
    mode: str = fact(OneOf(MODES), "ground", help="What is played.")
    combined: bool = fact(YesNo(), False, help="Ground and air turn by turn; each side has two lists.")
    bob: bool = fact(YesNo(), True, help="Battle of Britain rules are in use.")
    theatre: str = fact(Text(), "", help="Only north-africa changes a rule.")
    lines: LineFacts | None = fact(Record(LineFacts), None, help="For lists; if left out, the rows count.")
    air_lines: LineFacts | None = fact(Record(LineFacts), None, help="For aerial lists, in tile blocks (DU-FOG-5).")
    rows: tuple[RowFacts, ...] = fact(ListOf(Record(RowFacts), 1, MOST_ROWS), (), help="The map, from north to south.")
    ground: Mapping[str, GroundFacts] = fact(MapOf(Record(GroundFacts)), {}, help="What the words in the rows mean.")
    tiles: tuple[Tile, ...] = fact(ListOf(Record(Tile), 1, distinct=True), (), help="The map by coordinates.")
    control: Held = fact(Record(Held), Held(), help="Who controls tiles at the start.")
    tokens: Mapping[str, PlacedFacts] = fact(MapOf(Record(PlacedFacts), Id("bridge")), {}, help="All that is there.")
    catalogue: Json = fact(FILES, None, help="Files with home-made actions and special rules, beside this one.")


# --- the map


@dataclass(frozen=True)
class Laid:
    """A tile as it was laid: its name, empty for one by coordinates, and what its ground is called."""

    tile: Tile
    name: str = ""
    called: str = ""


def lay_tiles(s: ScenarioFacts) -> Iterator[Laid]:
    """The tiles of a sound scenario, in order."""
    yield from (Laid(tile) for tile in s.tiles)
    for row, index, word in _tile_words(s.rows):
        if word != HOLE:
            kind = s.ground.get(word, GroundFacts())
            at = axial_of(row, index, s.rows[row].offset)
            bonuses = {key: value for key, value in vars(kind).items() if key != "name"}
            yield Laid(Tile(at=at, **bonuses), f"{ascii_uppercase[row]}{index + 1}", kind.name.lower())


def _tile_words(rows: tuple[RowFacts, ...]) -> Iterator[tuple[int, int, str]]:
    for row, one in enumerate(rows):
        for index, word in enumerate(one.tiles.split()):
            yield row, index, word


@dataclass(frozen=True)
class Scenario:
    """A scenario that was read, with its map."""

    facts: ScenarioFacts

    @cached_property
    def laid(self) -> Mapping[At, Laid]:
        """The tiles by their coordinates."""
        return {one.tile.at: one for one in lay_tiles(self.facts)}

    @cached_property
    def names(self) -> Mapping[str, At]:
        """The coordinates of tiles by their names."""
        return {one.name: at for at, one in self.laid.items() if one.name}

    def find_tile(self, place: Json) -> At | None:
        """The coordinates of a tile, None for one that is not there."""
        if isinstance(place, str):
            return self.names.get(place)
        at = tuple(place) if isinstance(place, list | tuple) else ()
        return at if at in self.laid else None

    def setup_data(self) -> JsonObject:
        """What a battle begins with: the tiles, who controls them, the tokens; nothing that a list brings."""
        s = self.facts
        sides = {"a": s.control.a, "b": s.control.b}
        control = [
            {"at": list(self.find_tile(one) or ()), "side": side} for side, held in sides.items() for one in held
        ]
        found: JsonObject = {"tiles": [plain_record(one.tile) for one in self.laid.values()], "control": control}
        found["tokens"] = {name: self._token_data(one) for name, one in s.tokens.items()}
        if self.names:
            found["tile_names"] = {name: list(at) for name, at in self.names.items()}
        grounds: dict[str, list[Json]] = {}
        for at, laid in self.laid.items():
            grounds.setdefault(laid.called, []).append(list(at))
        grounds.pop("", None)
        if grounds:
            found["grounds"] = grounds
        words = {"objective": list(s.objective), "told": list(s.told)}
        found.update({key: value for key, value in words.items() if value})
        if s.sides is not None:
            found["factions"] = {"a": s.sides.a, "b": s.sides.b}
        flags = {"combined": s.combined, "bob": s.bob, "theatre": s.theatre}
        if isinstance(s.catalogue, Mapping):
            found["catalogue"] = dict(s.catalogue)
        return {**found, **flags, **({"kind": "aerial"} if s.mode == "aerial" and not s.combined else {})}

    def _token_data(self, one: PlacedFacts) -> ShapedObject:
        """A token as a set-up has it: what is said of it, and no more."""
        said = plain_record(one)
        written = {key: value for key, value in said.items() if value not in ("", [], False)}
        at = self.find_tile(one.at)
        return {**written, **({"at": list(at)} if at is not None else {})}

    @property
    def rows(self) -> tuple[int, ...]:
        """The tiles in each row, from north to south (DU-FOG-2)."""
        counts = Counter(r for _, r in self.laid)
        return tuple(counts[r] for r in sorted(counts))


def read_scenario(data: JsonMapping) -> Scenario:
    """A scenario from the data of a file. Errors: `Malformed`, the first fault."""
    if (wrong := next(find_faults(data, "scenario"), None)) is not None:
        raise wrong
    return Scenario(read_record(ScenarioFacts, data, "scenario"))


def set_up(data: JsonMapping) -> JsonObject:
    """The keys of a set-up that a sound scenario gives."""
    return read_scenario(data).setup_data()


def contents_text(data: JsonMapping) -> str:
    """What a sound scenario holds, in a few words."""
    one = read_scenario(data)
    return f"{count_text(len(one.laid), 'tile')}, {count_text(len(one.facts.tokens), 'token')}"


# --- what is wrong


def find_faults(data: JsonMapping, where: str) -> Iterator[Malformed]:
    """All that is wrong with the data of a file; what the parts say together is judged when each is sound."""
    shape = list(record_complaints(ScenarioFacts, data, where))
    yield from shape
    if not shape:
        s = Scenario(read_record(ScenarioFacts, data, where))
        yield from _map_faults(s.facts, where)
        yield from _place_faults(s, where)
        for name, one in s.facts.tokens.items():
            yield from _token_faults(s.facts, name, one, f"{where}.tokens.{name}")


def _map_faults(s: ScenarioFacts, where: str) -> Iterator[Malformed]:
    """Rows or tiles; rows that are staggered; words that mean something (DU-OBS-1)."""
    if bool(s.rows) == bool(s.tiles):
        yield malformed_value(where, "the map is either rows or tiles", "write one of them")
    for row, one in enumerate(s.rows):
        first = s.rows[0].offset
        if (one.offset - row - first) % 2:
            text = f"offset {one.offset} does not stagger the row: with {first} in the first, it is"
            needed = "even" if one.offset % 2 else "odd"
            yield malformed_value(
                f"{where}.rows[{row}].offset", f"{text} {needed} here", f"write offset = {one.offset + 1}"
            )
        for word in dict.fromkeys(one.tiles.split()):
            if word not in (HOLE, ".") and word not in s.ground:
                hint = did_you_mean(word, list(s.ground)) or f"write [ground.{word}], or . for a plain tile"
                yield malformed_value(f"{where}.rows[{row}].tiles", f"nothing says what {brief_text(word)} is", hint)
    if s.rows and not any(word != HOLE for _, _, word in _tile_words(s.rows)):
        yield malformed_value(f"{where}.rows", "there is no tile", "a dot is a plain one")
    for key, lines in (("lines", s.lines), ("air_lines", s.air_lines)):
        if lines and lines.longest < lines.shortest:
            yield malformed_value(f"{where}.{key}", f"{lines.longest} is shorter than {lines.shortest}", "swap them")


def _place_faults(s: Scenario, where: str) -> Iterator[Malformed]:
    """Tiles that are not there, and those that both control."""
    seen: dict[At, str] = {}
    for side in SIDES:
        for number, place in enumerate(getattr(s.facts.control, side)):
            spot, at = f"{where}.control.{side}[{number}]", s.find_tile(place)
            if at is None:
                yield _no_tile_error(spot, place, s)
            elif at in seen:
                yield malformed_value(spot, f"{brief_text(place)} is controlled by {seen[at]} already", "leave one out")
            else:
                seen[at] = side
    for name, one in s.facts.tokens.items():
        if one.at is not None and s.find_tile(one.at) is None:
            yield _no_tile_error(f"{where}.tokens.{name}.at", one.at, s)


def _no_tile_error(where: str, place: Json, s: Scenario) -> Malformed:
    known = list(s.names) if isinstance(place, str) else [brief_text(list(at)) for at in s.laid]
    hint = did_you_mean(place, known) or "name a tile of the map"
    return malformed_value(where, f"there is no tile {brief_text(place)}", hint)


def _token_faults(s: ScenarioFacts, name: str, one: PlacedFacts, where: str) -> Iterator[Malformed]:
    """Whose it is, what it bears, and who is aboard."""
    if one.class_ not in STRUCTURES:
        if one.side is None:
            yield malformed_value(where, "whose is it?", 'write side = "a", or the class of a structure')
        for key in ("defense", "hardness"):
            if getattr(one, key) is not None:
                yield malformed_value(f"{where}.{key}", f"a unit has its {key} in its list", "leave it out")
    elif (one.defense is None) == (one.hardness is None):
        yield malformed_value(where, f"{one.class_} has either a defense or a hardness", "write one of them")
    for member in one.crew:
        if member not in s.tokens or s.tokens[member].side != one.side:
            hint = did_you_mean(member, [other for other in s.tokens if other != name]) or "name a token of its side"
            yield malformed_value(f"{where}.crew", f"there is no token {brief_text(member)} of its side", hint)


def scenario_schema() -> Schema:
    """The schema of a scenario file."""
    found = record_schema(ScenarioFacts)
    found["properties"]["tokens"] = with_description(
        found["properties"]["tokens"], "All that is there at the start, by id."
    )
    return schema_document("du.scenario.schema.json", "A scenario of Deterministically Undaunted", found)


SCENARIOS = Scenarios(
    faults=find_faults,
    set_up=set_up,
    pages=lazy_function(__package__, "briefing:scenario_pages"),
    contents=contents_text,
    schema=scenario_schema,
    writer=ScenarioWriter(
        question=lazy_function(__package__, "scenario_writer:next_question"),
        answer=lazy_function(__package__, "scenario_writer:with_scenario_answer"),
        text=lazy_function(__package__, "scenario_writer:scenario_text"),
    ),
)
