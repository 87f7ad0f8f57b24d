"""Tenebrae Terribles: the table of contents of the system."""

from ...api import System, Topics, home_made, part
from .tables import REFERENCE

SYSTEM = System(
    id="tt",
    name="Tenebrae Terribles",
    reference=REFERENCE,
    resolvers=Topics(
        __name__,
        {
            "attack": ("attack", "attack-sequence"),
            "barrage": ("barrage",),
            "shooting": ("fire-check", "distraction"),
            "movement": ("allowance", "group"),
            "command": ("activation-cost", "command-points", "plan"),
            "charging": ("charge-check",),
            "threat": ("threatens", "threat-duty"),
            "transports": ("transport-check",),
            "retreat": ("retreat-check",),
            "victory": ("victory", "far-sight", "first-player"),
        },
    ),
    muster_from=part(__name__, "muster:MUSTER"),
    game_from=part(__name__, "turn:GAME"),
    catalogue_from=part(__name__, "pages:catalogue_pages"),
    quick_from=part(__name__, "quick:quick"),
    catalogue_schema_from=part(__name__, "schema:catalogue"),
    illegal_odds=lambda illegal: "illegal",
    own_tables=home_made(part(__name__, "reading:TABLES")),
    house_code="",
)
