"""The Grunt Factor: the table of contents of the system."""

from pathlib import Path

from ...api import Reference, System, Topics, part

SYSTEM = System(
    id="tgf",
    name="The Grunt Factor",
    reference=Reference(Path(__file__).parent),
    resolvers=Topics(__name__, {}),
    muster_from=part(__name__, "muster:MUSTER"),
    game_from=part(__name__, "turn:GAME"),
    catalogue_from=part(__name__, "pages:catalogue_pages"),
    catalogue_schema_from=part(__name__, "schema:catalogue"),
    quick_from=part(__name__, "pages:quick"),
    illegal_odds=lambda illegal: "illegal",
    house_code="",
    illegal_names_rule=False,
    refusals_name_all=False,
)
