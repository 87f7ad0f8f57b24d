"""Coin Duel: two duellists flip coins at each other. The table of contents of the system."""

from pathlib import Path

from tabletop_cli.api import Reference, System, Topics, lazy_part

SYSTEM = System(
    id="coin",
    name="Coin Duel",
    version="1",
    reference=Reference(Path(__file__).parent),
    resolvers=Topics(__name__, {"shooting": ("shoot",)}),
    muster_from=lazy_part(__name__, "muster:MUSTER"),
    game_from=lazy_part(__name__, "turn:GAME"),
    catalogue_from=lazy_part(__name__, "muster:catalogue"),
    catalogue_schema_from=lazy_part(__name__, "muster:catalogue_schema"),
)
