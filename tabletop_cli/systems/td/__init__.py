"""Truffles & Dermaphytes: the table of contents of the system."""

from ...api import System, Topics, home_made, lazy_part
from .tables import REFERENCE

SYSTEM = System(
    id="td",
    name="Truffles & Dermaphytes",
    reference=REFERENCE,
    resolvers=Topics(
        __name__,
        {
            "shooting": ("direct-fire", "group-fire", "anti-vehicle"),
            "reactive": ("reactive-fire",),
            "artillery": ("barrage", "smoke"),
            "rally": ("rally",),
            "melee": ("cc-pool",),
            "fighting": ("cc-round", "cc-fight"),
            "casualties": ("cc-casualties",),
            "sighting": ("los", "arc", "cover"),
            "movement": ("move-path",),
            "actions": ("can-act", "group-cost"),
            "counters": ("who-acts", "reactive-left"),
        },
    ),
    muster_from=lazy_part(__name__, "muster:MUSTER"),
    game_from=lazy_part(__name__, "turn:GAME"),
    catalogue_from=lazy_part(__name__, "pages:catalogue_pages"),
    catalogue_schema_from=lazy_part(__name__, "schema:catalogue_schema"),
    own_tables=home_made(lazy_part(__name__, "tables:TABLES")),
    quick_from=lazy_part(__name__, "quick:quick_pages"),
)
