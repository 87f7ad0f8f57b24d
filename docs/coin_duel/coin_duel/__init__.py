"""Coin Duel: two duellists flip coins at each other. The table of contents of the system."""

from pathlib import Path

from tabletop_cli.core.declare.reference import Reference
from tabletop_cli.core.rule.resolver import Topics
from tabletop_cli.core.system import System, part

SYSTEM = System(
    id="coin",
    name="Coin Duel",
    reference=Reference(Path(__file__).parent),
    resolvers=Topics(__name__, {"shooting": ("shoot",)}),
    muster_from=part(__name__, "muster:MUSTER"),
    game_from=part(__name__, "turn:GAME"),
    catalogue_from=part(__name__, "muster:catalogue"),
    catalogue_schema_from=part(__name__, "muster:catalogue_schema"),
)
