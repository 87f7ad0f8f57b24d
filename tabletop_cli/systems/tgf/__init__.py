"""The Grunt Factor: the table of contents of the system."""

from ...api import System, Topics, home_made, lazy_part
from .texts import REFERENCE

SYSTEM = System(
    id="tgf",
    name="The Grunt Factor",
    reference=REFERENCE,
    resolvers=Topics(
        __name__,
        {
            "initiative": ("initiative",),
            "command": ("in-command", "ld-value", "ld-check"),
            "shooting": ("fire", "volley"),
            "templates": ("template-fire",),
            "close_combat": ("close-combat",),
            "suppression": ("suppression", "suppression-move"),
            "morale": ("morale-triggers", "recover"),
            "falls": ("jump", "climb"),
            "artillery": ("fo", "parachute"),
            "movement": ("move-allowance", "move-cost"),
            "sighting": ("sight", "fire-priority"),
        },
    ),
    muster_from=lazy_part(__name__, "muster:MUSTER"),
    game_from=lazy_part(__name__, "turn:GAME"),
    catalogue_from=lazy_part(__name__, "pages:catalogue_pages"),
    catalogue_schema_from=lazy_part(__name__, "schema:catalogue_schema"),
    own_tables=home_made(lazy_part(__name__, "row_types:TABLES")),
    quick_from=lazy_part(__name__, "pages:quick_pages"),
    illegal_odds=lambda illegal: "illegal",
    house_code="",
    illegal_names_rule=False,
    refusals_name_all=False,
    refusals_tell_more=False,
    absent_dice_are_none=True,
)
