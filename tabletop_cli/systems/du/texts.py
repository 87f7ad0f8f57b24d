"""The files beside the rules: texts and house rules, the fixed numbers, and what people call the resolvers."""

from __future__ import annotations

from pathlib import Path

from ...api import Reference, Titles

FOLDER = Path(__file__).parent
REFERENCE = Reference(FOLDER)
TITLES = Titles(FOLDER / "resolvers.toml", rolls=False)


def rule_number(name: str) -> int:
    """One of the fixed numbers that the rules print, by its id, such as ``hand``."""
    return int(REFERENCE.file_data("catalogue/numbers")[name]["value"])
