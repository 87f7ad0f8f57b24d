"""Deterministically Undaunted: the table of contents of the system."""

from ...api import System, Topics, home_made, lazy_part
from .texts import REFERENCE

SYSTEM = System(
    id="du",
    name="Deterministically Undaunted",
    reference=REFERENCE,
    resolvers=Topics(
        __name__,
        {
            "observation": ("axial", "observe", "observed", "direct"),
            "distance": ("effective-distance",),
            "targeting": ("target", "targets"),
            "crossfire": ("crossfire",),
            "damage": ("damage", "sequence", "attacks-needed", "end-turn-damage"),
            "repair": ("repair",),
            "casualties": ("casualty",),
            "bombs": ("bomb",),
            "crews": ("crew-action",),
            "off_map": ("off-map-action", "off-map-plane", "antiair"),
            "aircraft": ("aerial-attack", "aircraft-attack"),
            "combined": ("placement-order", "plane-placement"),
            "initiative": ("initiative", "initiative-best", "initiative-odds"),
            "drawing": ("draw-odds", "kill-odds"),
            "fog": ("diameter", "fog-split", "vision"),
            "match": ("match-check",),
        },
    ),
    muster_from=lazy_part(__name__, "muster:MUSTER"),
    game_from=lazy_part(__name__, "turn:GAME"),
    catalogue_from=lazy_part(__name__, "quick:catalogue_pages"),
    catalogue_schema_from=lazy_part(__name__, "schema:catalogue_schema"),
    scenario_from=lazy_part(__name__, "scenario:SCENARIOS"),
    quick_from=lazy_part(__name__, "quick:quick_pages"),
    illegal_odds=lambda illegal: "illegal",
    own_tables=home_made(lazy_part(__name__, "tables:TABLES")),
    house_code="",
    illegal_names_rule=False,
    refusals_name_all=False,
    refusals_tell_more=False,
    malformed_fails_request=True,
    absent_dice_are_none=True,
)
