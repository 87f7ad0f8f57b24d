"""The files beside the rules: texts and house rules, the catalogue, and what people call the resolvers."""

from __future__ import annotations

from pathlib import Path

from ...api import Reference, Titles

FOLDER = Path(__file__).parent
REFERENCE = Reference(FOLDER)
TITLES = Titles(FOLDER / "resolvers.toml")
