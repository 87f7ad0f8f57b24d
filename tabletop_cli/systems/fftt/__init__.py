"""FFTT: the table of contents of the system."""

from pathlib import Path

from ...api import Reference, System, Topics, home_made, lazy_part

REFERENCE = Reference(Path(__file__).parent)

SYSTEM = System(
    id="fftt",
    name="FFTT",
    reference=REFERENCE,
    resolvers=Topics(
        __name__,
        {
            "initiative": ("initiative", "attacker", "turn-order"),
            "deployment": ("deployment",),
            "flanking": ("flank-limit", "flank-placement", "flank-arrival", "flank-wait"),
            "movement": ("move",),
            "sighting": ("los-over",),
            "shooting": ("shot",),
            "blasts": ("blast-shot", "deviation", "blast-wounds"),
            "general": ("storm-bringer", "general-ability", "experience"),
            "volleys": ("volley",),
            "wounds": ("wound-state",),
            "melee": ("melee", "melee-deaths"),
            "insectoids": ("acid", "hatch"),
            "ammunition": ("ammo",),
            "campaigning": ("hazard", "income", "victory-points", "commander"),
        },
    ),
    own_tables=home_made(lazy_part(__name__, "units:TABLES")),
    muster_from=lazy_part(__name__, "muster:MUSTER"),
    game_from=lazy_part(__name__, "turn:GAME"),
    other_games={"campaign": lazy_part(__name__, "campaign:GAME")},
    catalogue_from=lazy_part(__name__, "quick:catalogue_pages"),
    catalogue_schema_from=lazy_part(__name__, "schema:catalogue_schema"),
    quick_from=lazy_part(__name__, "quick:quick_pages"),
    illegal_odds=lambda illegal: f"illegal-{illegal.reason}",
    house_code="",
    illegal_names_rule=False,
    refusals_name_all=False,
    absent_dice_are_none=True,
)
