"""What players may write into an army file, as data: for the builder, for one-line edits, for suggestions.

A system says what there is to buy and to choose, in the words of its catalogue. It does not say here what is allowed or
what it costs: that is tried, with the system's own checks (see `trial`). So a form may offer what turns out illegal;
it is then marked, never hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from ..data import Json, JsonMapping
from ..declare.composed import ListOf
from ..declare.kinds import AnyKind, YesNo
from ..records import dataclass
from .problems import Where

Written = JsonMapping


@dataclass(frozen=True)
class Pick:
    """A value of a setting, in words. `rules` are ids whose texts tell more."""

    value: Json
    title: str = ""
    help: str = ""
    rules: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return self.title or str(self.value)


@dataclass(frozen=True, kw_only=True)
class Setting:
    """Something that players choose about an army or an entry.

    key      where it stands in its table: ``("name",)``, ``("options", "hero")``
    kind     what a value may be; a `OneOf`, a `ListOf` of picks, a `YesNo`, or something that is typed
    picks    the values to choose from, in words: of a `OneOf`, or the items of a `ListOf`
    default  what holds where nothing is written, None for nothing; choosing it takes the key away
    needed   it must be written
    follows  it is no choice: it must be written, and its default is what follows from the rest of the list, None for as
             long as that does not say. It is filled in when an army is begun, and again when what it follows from
             changes
    asked    it is asked for when an army, or an entry, is begun, though it may be left out
    repeat   the same pick may stand in the list several times
    short    it is given to the commands of one line (`add --option`) by its value alone
    """

    key: Where
    title: str
    kind: AnyKind
    picks: tuple[Pick, ...] = ()
    default: Json = None
    needed: bool = False
    follows: bool = False
    asked: bool = False
    repeat: bool = False
    short: bool = True
    help: str = ""
    rules: tuple[str, ...] = ()

    @property
    def many(self) -> bool:
        """Whether the value is a list of picks."""
        return isinstance(self.kind, ListOf)

    @property
    def values(self) -> tuple[Pick, ...]:
        """The values to choose from: the picks, those that the kind names, yes and no; empty for what is typed."""
        if self.picks:
            return self.picks
        if self.kind.choices:
            return tuple(Pick(value) for value in self.kind.choices)
        return (Pick(True, "yes"), Pick(False, "no")) if isinstance(self.kind, YesNo) else ()


@dataclass(frozen=True, kw_only=True)
class Ware:
    """Something to put into a list: the word that people type, its title, and the table that is written.

    `group` is a heading under which wares stand together; `rules` are ids whose texts tell more.
    """

    id: str
    title: str
    entry: Written
    group: str = ""
    help: str = ""
    rules: tuple[str, ...] = ()


def _no_lists(entry: Written) -> tuple[Shelf, ...]:
    return ()


def _no_detail(entry: Written) -> str:
    return ""


def _as_it_is(entry: Written, beside: Sequence[Json]) -> Written:
    return entry


@dataclass(frozen=True, kw_only=True)
class Shelf:
    """A list of tables in the army file, and what can be put into it.

    place     where the list stands in its table: ``("units",)``
    one       what an entry is called: ``unit``
    settings  what players choose about an entry, as it is written
    ware      the id of the ware that an entry is, None for one that is none of them
    inside    lists inside an entry
    detail    what tells an entry of a list inside another one from those beside it: ``veteran, submachine gun``
    fresh     a new entry as it is written beside those that are there: with an id that none of them has, with a count
    """

    place: Where = ("units",)
    title: str = "Units"
    one: str = "unit"
    wares: tuple[Ware, ...]
    settings: Callable[[Written], tuple[Setting, ...]]
    ware: Callable[[Written], str | None]
    inside: Callable[[Written], tuple[Shelf, ...]] = field(default=_no_lists)
    detail: Callable[[Written], str] = field(default=_no_detail)
    fresh: Callable[[Written, Sequence[Json]], Written] = field(default=_as_it_is)

    def find_ware(self, word: str) -> Ware | None:
        """A ware by its id."""
        return next((ware for ware in self.wares if ware.id == word), None)

    def ware_of(self, entry: Json) -> Ware | None:
        """What an entry is, None for one that is none of the wares."""
        word = self.ware(entry) if isinstance(entry, Mapping) else None
        return None if word is None else self.find_ware(word)

    def title_of(self, entry: Json) -> str:
        """An entry in words: its own name, or what it is; of an unknown thing, what the file calls it."""
        fields = entry if isinstance(entry, Mapping) else {}
        name, ware = fields.get("name"), self.ware_of(fields)
        if isinstance(name, str) and name:
            return name
        keys = [key for one in self.wares[:1] for key in one.entry]
        written = [value for key in keys if isinstance(value := fields.get(key), str)]
        return ware.title if ware else (written or [self.one])[0]


@dataclass(frozen=True, kw_only=True)
class Form:
    """What players may write into an army file, as far as the file is written.

    settings  of the army: name, budget, faction ...; those that are `needed` are asked when an army is begun
    shelves   lists of the army; the first is the one that is meant where none is named
    """

    settings: tuple[Setting, ...]
    shelves: tuple[Shelf, ...] = ()
