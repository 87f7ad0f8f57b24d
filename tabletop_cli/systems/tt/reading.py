"""Catalogue files that players write: how they are read, and what is wrong with them said and placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...api import Json, Malformed, Tables, dataclass, malformed
from .catalogue_faults import Written, faults_of_care, faults_that_break, written
from .model import FACTIONS
from .tables import FACTION_RULES


@dataclass(frozen=True)
class Files(Tables):
    """Files with a list of factions. A unit whose shape is wrong is not examined further."""

    def _faults(self, data: Json, where: str) -> Iterator[Malformed]:
        if isinstance(data, Mapping) and not data.keys() & {"factions", "rules"}:
            yield malformed(where, "factions is missing", "write [[factions]] above each faction")
        yield from super()._faults(data, where)
        yield from faults_that_break(_written(data, where))

    def slips(self, data: Json, where: str) -> Iterator[Malformed]:
        yield from faults_of_care(_written(data, where), FACTIONS.printed.values())


def _written(data: Json, where: str) -> list[Written]:
    """The factions of a file with those of their units that can be read."""
    found = list(FACTIONS.placed(data.get("factions") if isinstance(data, Mapping) else (), f"{where}.factions"))
    own = {one: row for _, one, row in found}
    whole = [(spot, one, FACTIONS.written_out(row, own)) for spot, one, row in found]
    return [written(row, one, spot) for spot, one, row in whole if isinstance(row, Mapping)]


TABLES = Files("tt", (FACTIONS,), rules=lambda: FACTION_RULES)  # `rules` of a faction are words of the book
