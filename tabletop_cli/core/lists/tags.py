"""Tags that players give to a list, to find it again: a comment of a TOML file, ``# tags: club night, green``."""

from __future__ import annotations

import re
from itertools import takewhile

_TAGS = re.compile(r"[ \t]*#[ \t]*tags:(.*)", re.IGNORECASE)
_HEADER = re.compile(r"[ \t]*\[")


def parse_tags(text: str, suffix: str = ".toml") -> tuple[str, ...]:
    """The tags of a list, each once; they stand before the first header. JSON has none."""
    if suffix.lower() == ".json":
        return ()
    above = takewhile(lambda line: not _HEADER.match(line), text.removeprefix("\ufeff").splitlines())
    words = (word.strip() for line in above if (found := _TAGS.fullmatch(line)) for word in found[1].split(","))
    return tuple(dict.fromkeys(word for word in words if word))
