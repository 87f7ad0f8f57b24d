"""What `make lint` checks of names and commit titles."""

from __future__ import annotations

import tomllib
from pathlib import Path


def read_words(key: str) -> frozenset[str]:
    """Return the words of a list of ``words.toml``."""
    lists = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
    return frozenset(lists[key].split())
