"""Three Kings: three or more players bid cards for tricks, in secret. The table of contents of the system."""

from pathlib import Path

from tabletop_cli.api import Reference, System, Topics, lazy_part

SYSTEM = System(
    id="kings",
    name="Three Kings",
    reference=Reference(Path(__file__).parent),
    resolvers=Topics(__name__, {"cards": ("draw", "tie")}),
    game_from=lazy_part(__name__, "turn:GAME"),
    catalogue_from=lazy_part(__name__, "decks:catalogue"),
)
