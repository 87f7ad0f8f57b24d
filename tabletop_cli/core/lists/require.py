"""What an organiser requires of every list: the agreed budget, a faction, house rules, printed factions: ``KEY=VALUE``.

A list that differs is told both values, as a `Problem` with code ``require``. What is required may be wrong itself: a
house rule that no system knows is refused before any list is judged.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from pathlib import Path

from .. import registry
from ..data import Json, JsonMapping, JsonObject, Schema
from ..declare.catalogue import CATALOGUE
from ..declare.house import House, HouseRules
from ..declare.kinds import brief_text, did_you_mean
from ..declare.plain import as_typed
from ..errors import Malformed, TabletopError
from ..quantities import exact_decimal, parse_points
from ..records import dataclass
from ..system import System
from .army import load_file, load_house, read_army
from .catalogues import content_of
from .change import same_value, value_at
from .heading import SHEET, TOLD
from .open_list import Opened
from .problems import Problem, Where

CODE = "require"
BUDGET, HOUSE, SYSTEM, PRINTED = "budget", "house", "system", "printed"
TEXTS, OWN_RULES, SPECIAL_RULES = "texts", "rules", "special rules as text"
EXAMPLES = "such as budget=12, faction=eldar, house=printed, house.close_combat=variant-2, catalogue=printed or player"
MISSING = object()


@dataclass(frozen=True)
class Requirement(ABC):
    """One thing that is agreed; `key` and `value` as typed."""

    key: str
    value: str

    @abstractmethod
    def wrong_for(self, system: System) -> TabletopError | None:
        """Why no list of a system can be judged by this, None where it can."""

    @abstractmethod
    def find_problems(self, army: Opened) -> Iterator[Problem]:
        """Where a list differs."""

    def __str__(self) -> str:
        return f"{self.key}={self.value}"


def parse_requirement(text: str) -> Requirement:
    """What was typed. Errors: `TabletopError` for what requires nothing, and of reading a file of house rules."""
    key, equals, value = (part.strip() for part in text.partition("="))
    if key in TOLD and bool(value) == bool(equals):
        return HeadingRequirement(key, value)
    if not key or not value:
        raise Malformed(f"--require {brief_text(text)} is not KEY=VALUE", hint=EXAMPLES, code="bad-requirement")
    if key == BUDGET:
        return Budget(key, value, _parse_points(value))
    if key == HOUSE:
        return HouseRequirement(key, value, *_house_table(value))
    if key == CATALOGUE:
        return CatalogueRequirement(key, value, _load_catalogues(value), value == TEXTS)
    return RuleRequirement(key, value) if key.startswith(f"{HOUSE}.") else Field(key, value)


def parse_requirements(texts: Sequence[str]) -> tuple[Requirement, ...]:
    """All that was typed; home-made catalogues that are allowed are one requirement. Errors: as `parse_requirement`."""
    found = list(map(parse_requirement, texts))
    allowed = [one for one in found if isinstance(one, CatalogueRequirement)]
    if len(allowed) > 1:
        tables = {text: table for one in allowed for text, table in one.tables.items()}
        found = [one for one in found if one not in allowed]
        words = " or ".join(one.value for one in allowed)
        found.append(CatalogueRequirement(CATALOGUE, words, tables, any(one.texts for one in allowed)))
    return tuple(found)


def check_requirements(requirements: Iterable[Requirement], systems: Iterable[System]) -> None:
    """Nothing, where each requirement suits a system of these lists; no more systems are asked for than it takes.

    Errors: `TabletopError` of the first that suits none.
    """
    open_ones: dict[Requirement, TabletopError | None] = dict.fromkeys(requirements)
    asked = iter(systems)
    while open_ones and (system := next(asked, None)) is not None:
        wrong = {one: one.wrong_for(system) for one in open_ones}
        open_ones = {one: open_ones[one] or error for one, error in wrong.items() if error}
    for error in open_ones.values():
        if error:
            raise error


def budget_of(requirements: Iterable[Requirement]) -> int | float | None:
    """The budget that is required, as a file would say it; None where none is. Errors: `Malformed` for two of them."""
    found = {one.amount for one in requirements if isinstance(one, Budget)}
    if len(found) > 1:
        both = " and ".join(map(number_words, sorted(found)))
        raise _requirement_error(f"--require: the budget cannot be {both}", "give one of them")
    return next(map(exact_decimal, found), None)


# --- who brings the list


@dataclass(frozen=True)
class HeadingRequirement(Requirement):
    """A word about who brings the list, against whom or where; any word where no value is typed."""

    def wrong_for(self, system: System) -> TabletopError | None:
        return None

    def find_problems(self, army: Opened) -> Iterator[Problem]:
        own = Field(self.key, self.value)
        if self.value and own.wrong_for(army.system) is None:  # a rulebook has a key of this name, as du has opponent
            yield from own.find_problems(army)
            return
        found = getattr(army.heading, self.key).strip()
        if not found if not self.value else found.casefold() != self.value.casefold():
            hint = f"write: {self.key} = {brief_text(self.value or '...')}, below [{SHEET}]"
            yield difference_problem(
                self.key, _found_words(found or MISSING), self.value or "a name", hint, (SHEET, self.key)
            )

    def __str__(self) -> str:
        return f"{self.key}={self.value}" if self.value else self.key


# --- fields of the file


@dataclass(frozen=True)
class Field(Requirement):
    """A text, a number or a yes at the top of the file."""

    def wrong_for(self, system: System) -> TabletopError | None:
        if self.key == SYSTEM:
            known = registry.system_ids()
            unknown = f"--require {self}: no game system {brief_text(self.value)}"
            return None if self.value in known else _requirement_error(unknown, did_you_mean(self.value, known))
        fields: dict[str, Schema] = system.muster.schema(system).get("properties", {})
        simple = [key for key, schema in fields.items() if schema.get("type") not in ("array", "object")]
        if self.key in simple:
            return None
        what = "not a text or number" if self.key in fields else "unknown"
        return _requirement_error(
            f"--require {self}: {self.key} is {what} in lists for {system.id}", did_you_mean(self.key, simple)
        )

    def find_problems(self, army: Opened) -> Iterator[Problem]:
        found = army.file.data.get(self.key, MISSING)
        if not _is_as_typed(found, self.value):
            yield difference_problem(
                self.key, _found_words(found), self.value, self._change_hint(found, army.system), (self.key,)
            )

    def _change_hint(self, found: Json, system: System) -> str:
        if self.key == SYSTEM:
            return "hand in a list for the agreed game"
        if found is MISSING and self.wrong_for(system) is not None:
            return f"this game has no {self.key}: hand in a list of one that has"
        number = isinstance(found, int | float) and not isinstance(found, bool)
        return f"write: {self.key} = {self.value if number else brief_text(self.value)}"


@dataclass(frozen=True)
class Budget(Requirement):
    """The agreed limit: the list says the same, and is checked against it."""

    amount: Fraction

    def wrong_for(self, system: System) -> TabletopError | None:
        if system.muster.has_points:
            return None
        return _requirement_error(f"--require {self}: {system.id} has no points", "leave it out")

    def find_problems(self, army: Opened) -> Iterator[Problem]:
        own = _own_budget(army)
        if army.system.muster.has_points and own != self.amount:
            has = "none" if own is None else number_words(own)
            agreed = number_words(self.amount)
            yield difference_problem(self.key, has, agreed, f"write: {BUDGET} = {agreed}", (BUDGET,))


def _own_budget(army: Opened) -> Fraction | None:
    """The budget that a list itself says."""
    try:
        return army.system.muster.budget(read_army(army.system, army.data))
    except TabletopError:  # what it says is none
        return None


def _parse_points(word: str) -> Fraction:
    found = parse_points(word)
    if found is None or found < 0 or exact_decimal(found) is None:
        raise _requirement_error(
            f"--require budget={word}: {brief_text(word)} is not a number of points", "write 12, 7.5 or 15/2"
        )
    return found


# --- house rules


@dataclass(frozen=True)
class RuleRequirement(Requirement):
    """One house rule: the value that a list plays by, written or not."""

    @property
    def name(self) -> str:
        return self.key.removeprefix(f"{HOUSE}.")

    def wrong_for(self, system: System) -> TabletopError | None:
        rules = system.reference.house
        if self.name not in rules.keys:
            unknown = f"--require {self}: {system.id} has no house rule {brief_text(self.name)}"
            return _requirement_error(unknown, did_you_mean(self.name, rules.keys))
        try:
            self._wanted_house(rules)
        except TabletopError as wrong:
            return _requirement_error(f"--require {self}: {wrong.message}", wrong.hint)
        return None

    def find_problems(self, army: Opened) -> Iterator[Problem]:
        """None where the system does not know the rule: another requirement says which systems are meant."""
        rules = army.system.reference.house
        if self.wrong_for(army.system) is None:
            wanted, own = effective_rules(self._wanted_house(rules)), effective_rules(_house_of(army))
            yield from _house_problems({self.name: wanted[self.name]}, own, army)

    def _wanted_house(self, rules: HouseRules) -> House:
        return rules.read(rules.parse_table(self.name, self.value))


@dataclass(frozen=True)
class HouseRequirement(Requirement):
    """All house rules at once: those of a file, or none at all. `system` is the one that the file names, if any."""

    table: JsonMapping
    system: str | None = None

    def __hash__(self) -> int:
        return hash((self.key, self.value))

    def wrong_for(self, system: System) -> TabletopError | None:
        if self.system not in (None, system.id):
            return _requirement_error(
                f"--require {self}: these are house rules for {self.system}, but no list here is for it", ""
            )
        try:
            system.reference.house.read(self.table)
        except TabletopError as wrong:
            return _requirement_error(f"--require {self}: {wrong.message}", wrong.hint)
        return None

    def find_problems(self, army: Opened) -> Iterator[Problem]:
        if self.system not in (None, army.system.id):
            yield difference_problem(
                SYSTEM, army.system.id, str(self.system), "hand in a list for the agreed game", (SYSTEM,)
            )
        elif wrong := self.wrong_for(army.system):
            yield Problem(CODE, wrong.message, "hand in a list for the agreed game", (SYSTEM,))
        else:
            wanted = army.system.reference.house.read(self.table)
            yield from _house_problems(effective_rules(wanted), effective_rules(_house_of(army)), army)


def _house_table(word: str) -> tuple[JsonMapping, str | None]:
    """The house rules of a file, of an army or alone, and its system. Errors: `TabletopError`."""
    if word == PRINTED and not Path(word).exists():
        return {}, None
    return load_house(Path(word))


def effective_rules(house: House) -> JsonObject:
    """What is played by: every switch with its value, every blank with what was agreed on, None where it is blank.

    Values are those of a file, not of the rules: ``"5/2"``.
    """
    plain = house.as_dict()
    supplied = {".".join(path): value_at(plain, path) for path in sorted(house.rules.paths)}
    return {**{name: house[name] for name in house.rules.switches}, **supplied}


def _house_of(army: Opened) -> House:
    return army.system.read_house(army.data.get(HOUSE, {}), HOUSE)


def _house_problems(wanted: JsonMapping, own: JsonMapping, army: Opened) -> Iterator[Problem]:
    written = value_at(army.data, (HOUSE,), {})
    for name, value in wanted.items():
        if own[name] != value:
            place: Where = (HOUSE, *name.split("."))
            by_default = " (as printed)" if name.split(".")[0] not in written else ""
            change = f"{name}={'' if value is None else _value_text(value)}"
            hint = f"tabletop house {army.file.path} {change}"
            yield difference_problem(
                f"{HOUSE}.{name}", _value_text(own[name]) + by_default, _value_text(value), hint, place
            )


# --- what is home-made


@dataclass(frozen=True)
class CatalogueRequirement(Requirement):
    """Nothing home-made but what is allowed: rows and rules as in these files, by their names, and `texts` where told.

    Texts are special rules, which change no number. Lists by print alone pass.
    """

    tables: Mapping[str, JsonObject]
    texts: bool = False

    def __hash__(self) -> int:
        return hash((self.key, self.value))

    def wrong_for(self, system: System) -> TabletopError | None:
        if not self.tables:  # whatever a system knows, nothing else home-made may be in it
            return None
        if system.own_tables is None:
            return _requirement_error(
                f"--require {self}: lists for {system.id} have no home-made catalogue", "leave it out"
            )
        for file, table in self.tables.items():
            try:
                system.own_tables.read(table, CATALOGUE)
            except TabletopError as wrong:
                return _requirement_error(f"--require {self}: {file}: {wrong.message}", wrong.hint)
        return None

    def find_problems(self, army: Opened) -> Iterator[Problem]:
        if not army.used or self._is_allowed(army, army.used):
            return
        own = " and ".join(f"{one.file or 'one of its own'} (SHA-256 {one.sha256[:12]})" for one in army.home_made)
        allowed = [*self.tables, *([SPECIAL_RULES] if self.texts else [])]
        hint = (
            "hand in a list that uses the agreed catalogue" if self.tables else "hand in a list without home-made rows"
        )
        yield difference_problem(CATALOGUE, own, " or ".join(allowed) or "printed factions only", hint, (CATALOGUE,))

    def _is_allowed(self, army: Opened, used: JsonMapping) -> bool:
        """Whether all that a list uses is allowed: it would be the same list by the agreed files."""
        if self.texts:
            used = {name: one for name, one in used.items() if name != OWN_RULES}
        return not used or any(same_value(used, self._used_of(army, one)) for one in self._agreed_tables(army.system))

    def _used_of(self, army: Opened, table: JsonMapping) -> JsonMapping:
        found = content_of(army.system, {**army.data, CATALOGUE: table})
        return {name: one for name, one in found.items() if not self.texts or name != OWN_RULES}

    def _agreed_tables(self, system: System) -> Iterator[JsonMapping]:
        """The agreed files of a system, and all of them as one where none contradicts another."""
        tables, sound = system.tables, []
        for table in self.tables.values():
            with suppress(TabletopError):
                tables.read(table, CATALOGUE)
                sound.append(table)
        yield from sound
        with suppress(TabletopError):
            if sound:
                yield reduce(tables.merge_catalogues, sound)


def _load_catalogues(word: str) -> dict[str, JsonObject]:
    """The catalogue of a file, by its name; none for ``printed`` and ``texts``. Errors: `TabletopError`."""
    if word in (PRINTED, TEXTS) and not Path(word).exists():
        return {}
    return {word: load_file(Path(word)).data}


# --- words


def difference_problem(what: str, own: str, agreed: str, hint: str, where: Where) -> Problem:
    return Problem(CODE, f"{what}: the list has {own}; agreed: {agreed}", hint, where)


def number_words(number: Fraction) -> str:
    """A number as a file would say it: ``12``, ``7.5``."""
    return str(exact_decimal(number))


def _is_as_typed(found: Json, word: str) -> bool:
    """Whether a value of a file is the one that was typed."""
    if isinstance(found, bool):
        return word == str(found).lower()
    if isinstance(found, int | float):
        return parse_points(word) is not None and parse_points(word) == parse_points(str(found))
    return isinstance(found, str) and found == word


def _found_words(found: Json) -> str:
    return "none" if found is MISSING else brief_text(found)


def _value_text(value: Json) -> str:
    if value is None:
        return "blank"
    return as_typed(value)


def _requirement_error(message: str, hint: str) -> Malformed:
    return Malformed(message, hint=hint, code="bad-requirement")
