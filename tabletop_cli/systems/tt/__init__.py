"""Tenebrae Terribles: the table of contents of the system."""

from ...api import System, Topics, home_made, lazy_part
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
    muster_from=lazy_part(__name__, "muster:MUSTER"),
    game_from=lazy_part(__name__, "turn:GAME"),
    catalogue_from=lazy_part(__name__, "pages:catalogue_pages"),
    quick_from=lazy_part(__name__, "quick:quick_pages"),
    catalogue_schema_from=lazy_part(__name__, "schema:catalogue_schema"),
    illegal_odds=lambda illegal: "illegal",
    own_tables=home_made(lazy_part(__name__, "reading:TABLES")),
    house_code="",
)
