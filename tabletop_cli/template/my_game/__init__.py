"""My Game: the table of contents of the system."""

from pathlib import Path

from tabletop_cli.api import Reference, System, Topics, home_made, lazy_part

__version__ = "0.1.0"
SYSTEM = System(
    id="my-game",
    name="My Game",
    version=__version__,
    reference=Reference(Path(__file__).parent),
    resolvers=Topics(__name__, {"shooting": ("shoot",)}),
    muster_from=lazy_part(__name__, "muster:MUSTER"),
    game_from=lazy_part(__name__, "turn:GAME"),
    catalogue_from=lazy_part(__name__, "tables:pages"),
    own_tables=home_made(lazy_part(__name__, "tables:TABLES")),
)
