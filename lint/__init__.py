"""What `make lint` checks of names, texts and commit titles."""

from __future__ import annotations

import tomllib
from pathlib import Path


def read_words(key: str) -> frozenset[str]:
    """Return the words of a list of ``words.toml``."""
    lists = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
    return frozenset(lists[key].split())


def read_terms() -> dict[str, list[str]]:
    """Return the patterns that are terms of the game, by "all" or a system."""
    words = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
    return {str(owner): [str(one) for one in terms] for owner, terms in words["terms"].items()}
