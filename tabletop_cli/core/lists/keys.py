"""The keys of army files, each declared once: what players are offered and what editors accept both follow from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..data import Schema, ShapedMapping
from ..declare.catalogue import CATALOGUE
from ..declare.composed import ListOf
from ..declare.kinds import AnyKind, OneOf, YesNo
from ..declare.schema import schema_document, table_schema, with_description
from ..records import dataclass
from .form import Pick, Setting
from .problems import Where

if TYPE_CHECKING:
    from ..system import System


@dataclass(frozen=True, kw_only=True)
class Key(Setting):
    """A key of an army or of its entries: a `Setting`, and what editors are told of it.

    told   what editors show beside it; empty: its `help`
    valid  what editors accept; None: what its kind says
    spare  it is better left out: players are offered it only where it is written
    """

    told: str = ""
    valid: Schema | None = None
    spare: bool = False

    @classmethod
    def from_name(cls, name: str, title: str, kind: AnyKind, *rules: str, **more: Any) -> Key:
        """A key by its name, with the rules that tell more of it; `more` are fields. What is typed is not `short`."""
        short = isinstance(kind, OneOf | ListOf | YesNo)
        return cls(key=(name,), title=title, kind=kind, rules=rules, **{"short": short, **more})

    @property
    def name(self) -> str:
        """How it is written in its table."""
        return str(self.key[-1])


def catalogue_key(name: str, title: str, rows: Mapping[str, ShapedMapping], *rules: str, **more: Any) -> Key:
    """A key whose value is a row of a catalogue, by its id; `more` as in `Key`. Without a default it is needed."""
    own = {"needed": more.get("default") is None, **more}
    return Key.from_name(name, title, OneOf(tuple(rows)), *rules, picks=picks_of(rows), **own)


def picks_of(rows: Mapping[str, ShapedMapping]) -> tuple[Pick, ...]:
    """Rows of a catalogue as values to choose from: each has a ``name``, perhaps a ``summary`` and ``rules``."""
    return tuple(
        Pick(value, str(row["name"]), str(row.get("summary", "")), tuple(row.get("rules", ())))
        for value, row in rows.items()
    )


def stray_setting(key: Where, title: str, rule: str, help: str = "") -> Setting:
    """What does not belong where it is written: it can only be taken away."""
    away = (Pick(None, "remove it"),)
    return Setting(key=key, title=title, kind=OneOf((None,)), picks=away, short=False, help=help, rules=(rule,))


def offered_settings(
    keys: Iterable[Key], written: ShapedMapping, strange: Callable[[str, Any], Setting], *others: str
) -> Iterator[Setting]:
    """The settings of a table as it is written: its keys, the spare ones last and only those that are there.

    Then what `strange` makes of each key that is none of these, nor of the `others`, with its value.
    """
    known = list(keys)
    yield from (key for key in known if not key.spare)
    yield from (key for key in known if key.spare and key.name in written)
    names = {*others, *(key.name for key in known)}
    yield from (strange(key, value) for key, value in written.items() if key not in names)


def schema_properties(keys: Iterable[Key]) -> Schema:
    """The keys as properties of a JSON Schema."""
    return {key.name: _key_schema(key) for key in keys}


def army_schema(system: System, keys: Iterable[Key], units: Iterable[Key] | None = None) -> Schema:
    """Return the schema of the army files of a system, for editors, by the keys of an army and of each of its units.

    Without `units` an army has none.
    """
    keys = list(keys)
    fields = {"system": with_description({"const": system.id}, system.name), **schema_properties(keys)}
    if units is not None:
        units = list(units)
        each = table_schema(schema_properties(units), _needed_names(units))
        fields["units"] = with_description({"type": "array", "items": each}, "The entries of the list.")
    if system.own_tables is not None:
        fields[CATALOGUE] = with_description({"type": ["string", "array", "object"]}, "Home-made catalogues, as files.")
    fields["house"] = with_description(system.reference.house.schema(), "House rules that this list is checked by.")
    needed = [*_needed_names(keys), *([] if units is None else ["units"])]
    return schema_document(f"{system.id}.army.schema.json", f"An army of {system.name}", table_schema(fields, needed))


def _needed_names(keys: Iterable[Key]) -> list[str]:
    return [key.name for key in keys if key.needed]


def _key_schema(key: Key) -> Schema:
    valid, told = key.kind.schema() if key.valid is None else key.valid, key.told or key.help
    return with_description(valid, told) if told else valid
