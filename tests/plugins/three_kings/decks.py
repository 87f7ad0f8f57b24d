"""The cards, and the decks that are made of them (KINGS-7)."""

import tomllib
from functools import cache
from pathlib import Path

from tabletop_cli.api import Page, Table

LEAST = 6


@cache
def cards() -> dict[str, dict[str, int]]:
    """The catalogue, from the lowest card to the highest."""
    return tomllib.loads((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))


def names() -> tuple[str, ...]:
    """The names of all cards."""
    return tuple(cards())


def usual_deck() -> dict[str, int]:
    """The deck of a player who brings none."""
    return {card: row["copies"] for card, row in cards().items()}


def catalogue() -> tuple[Page, ...]:
    return (Page("Cards", (Table.from_rows("card", cards(), {"rank": "rank", "in a deck": "copies"}),)),)
