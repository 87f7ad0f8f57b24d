"""Catalogue files that players write: how they are read, and what is wrong with them said and placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...api import Json, Malformed, Tables, malformed_value
from .catalogue_faults import Written, faults_of_care, faults_that_break, read_faction
from .model import FACTIONS
from .tables import FACTION_RULES


def check_data(data: Json, where: str) -> Iterator[Malformed]:
    """Return what makes a file unusable. A unit whose shape is wrong is not examined further."""
    if isinstance(data, Mapping) and not data.keys() & {"factions", "rules"}:
        yield malformed_value(where, "factions is missing", "write [[factions]] above each faction")
    yield from faults_that_break(_read_factions(data, where))


def find_slips(data: Json, where: str) -> Iterator[Malformed]:
    """Return what the writer of a file did not mean."""
    yield from faults_of_care(_read_factions(data, where), FACTIONS.printed.values())


def _read_factions(data: Json, where: str) -> list[Written]:
    """The factions of a file with those of their units that can be read."""
    found = list(
        FACTIONS.rows_with_places(data.get("factions") if isinstance(data, Mapping) else (), f"{where}.factions")
    )
    own = {one: row for _, one, row in found}
    whole = [(spot, one, FACTIONS.written_out(row, own)) for spot, one, row in found]
    return [read_faction(row, one, spot) for spot, one, row in whole if isinstance(row, Mapping)]


TABLES = Tables(
    "tt",
    (FACTIONS,),
    rules=lambda: FACTION_RULES,  # `rules` of a faction are words of the book
    check_data=check_data,
    slips=find_slips,
    signed=False,
)
