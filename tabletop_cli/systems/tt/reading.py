"""Catalogue files that players write: how they are read, and what is wrong with them said and placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...api import Json, Malformed, Tables, malformed
from .catalogue_faults import Written, faults_of_care, faults_that_break, written
from .model import FACTIONS
from .tables import FACTION_RULES


def check_data(data: Json, where: str) -> Iterator[Malformed]:
    """Return what makes a file unusable. A unit whose shape is wrong is not examined further."""
    if isinstance(data, Mapping) and not data.keys() & {"factions", "rules"}:
        yield malformed(where, "factions is missing", "write [[factions]] above each faction")
    yield from faults_that_break(_written(data, where))


def find_slips(data: Json, where: str) -> Iterator[Malformed]:
    """Return what the writer of a file did not mean."""
    yield from faults_of_care(_written(data, where), FACTIONS.printed.values())


def _written(data: Json, where: str) -> list[Written]:
    """The factions of a file with those of their units that can be read."""
    found = list(FACTIONS.placed(data.get("factions") if isinstance(data, Mapping) else (), f"{where}.factions"))
    own = {one: row for _, one, row in found}
    whole = [(spot, one, FACTIONS.written_out(row, own)) for spot, one, row in found]
    return [written(row, one, spot) for spot, one, row in whole if isinstance(row, Mapping)]


TABLES = Tables(
    "tt",
    (FACTIONS,),
    rules=lambda: FACTION_RULES,  # `rules` of a faction are words of the book
    check_data=check_data,
    slips=find_slips,
    signed=False,
)
