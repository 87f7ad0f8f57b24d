"""Who brings a list, against whom and where: the table ``[sheet]`` of an army file, which no rule of any game knows.

It is taken off before a system reads the list, so that every system has it and none judges it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..data import Json, JsonMapping, JsonObject, Schema, Shaped
from ..declare.catalogue import catalogue_of
from ..declare.facts import fact, read_record
from ..declare.kinds import Text
from ..declare.schema import table_schema, with_description
from ..records import dataclass

if TYPE_CHECKING:
    from ..system import System
    from .army import AnyMuster
    from .form import Form
    from .keys import Key
    from .problems import Problem
    from .sheet import Sheet

SHEET = "sheet"
TOLD = {
    "player": "Who plays the list.",
    "opponent": "Who plays against it.",
    "event": "Where or what for: a tournament, a club evening.",
}
TITLES = {"player": "Player", "opponent": "Other player", "event": "Event"}  # a rulebook may know an opponent


@dataclass(frozen=True)
class Heading:
    """Who brings a list, against whom, and at what event; empty where the file does not say."""

    player: str = fact(Text(), "")
    opponent: str = fact(Text(), "")
    event: str = fact(Text(), "")

    def as_dict(self) -> JsonObject:
        """For machines."""
        return {name: getattr(self, name) for name in TOLD}


def read_heading(army: JsonMapping) -> Heading:
    """Return what stands in the table ``sheet`` of an army. Errors: `Malformed` for what does not belong there."""
    return read_record(Heading, army.get(SHEET, {}), SHEET)


def without_heading(army: JsonMapping) -> JsonMapping:
    """Return an army without its table ``sheet``, as the systems know it."""
    return {key: value for key, value in army.items() if key != SHEET} if SHEET in army else army


def with_heading(muster: AnyMuster) -> AnyMuster:
    """Return the lists of a system with the table ``sheet``: read, in the form and in the schema.

    On paper they have the special rules of their own catalogue, which no system writes there itself.
    """

    def read_with_heading(army: JsonMapping, budget: Json, system: System) -> Shaped:
        read_heading(army)
        return muster.read(without_heading(army), budget, system)

    def form_with_heading(army: JsonMapping, system: System) -> Form:
        known = muster.form(without_heading(army) if isinstance(army, Mapping) else army, system)
        own = (one for one in known.settings if one.key[:1] != (SHEET,))  # lists may be made of others that have it
        return replace(known, settings=(*own, *_heading_settings()))

    def schema_with_heading(system: System) -> Schema:
        from .own_ids import open_ids  # schemas are seldom wanted

        own = open_ids(muster.schema(system), system)
        return {**own, "properties": {**own.get("properties", {}), SHEET: _heading_schema()}}

    def sheet_with_special(roster: Shaped, problems: Sequence[Problem]) -> Sheet:
        from .special import with_special  # only rosters want it

        return with_special(muster.sheet(roster, problems), catalogue_of(roster))

    return replace(
        muster, read=read_with_heading, form=form_with_heading, schema=schema_with_heading, sheet=sheet_with_special
    )


def _heading_settings() -> tuple[Key, ...]:
    """What is chosen about it; no system may need any of it."""
    from .keys import Key  # checks want none

    return tuple(
        replace(Key.from_name(name, TITLES[name], Text(), help=told), key=(SHEET, name)) for name, told in TOLD.items()
    )


def _heading_schema() -> Schema:
    told = "Who plays the list, against whom and where; no rule uses this."
    return with_description(
        table_schema({name: with_description(Text().schema(), words) for name, words in TOLD.items()}, []), told
    )
