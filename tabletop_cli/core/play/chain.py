"""The chain of a log: every entry carries the hash of the line before it, so that no old one is changed alone.

`prev` of an entry is the SHA-256, as 64 hex digits, of the line before it as it is stored and exported, without its
line break; that of the first entry is the SHA-256 of the commitment's 64 digits. Logs that were begun before there was
a chain have entries without `prev`. The hash of the newest line stands in no entry yet: people note its first eight
letters, and so nobody can cut the log off or change its end unseen.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from ..keep.export import BattleHeader
from ..keep.store import Store

NOTED = 8  # letters of a hash that people note


def link(text: str) -> str:
    """What the next entry carries of a line, or of the commitment."""
    from hashlib import sha256

    return sha256(text.encode()).hexdigest()


def link_after(store: Store, header: BattleHeader, number: int) -> str:
    """What the entry after this number carries."""
    return link(store.events(header.id, after=number - 1)[0] if number else header.commitment)


def noted_after(header: BattleHeader, lines: Sequence[str], noted: str) -> int | None:
    """The number of the entry after which the hash of the log began with these letters; None where it never did."""
    hashes = (link(line) for line in (header.commitment, *lines))
    return next((number for number, found in enumerate(hashes) if found.startswith(noted.casefold())), None)


def chain_findings(header: BattleHeader, lines: Sequence[str]) -> Iterator[str]:
    """Which entries are not what the entry after them says, in words; nothing for a log that is whole.

    Entries without `prev` are taken for old ones, unless the header says that the log is not (`stream`), or an entry
    before them has one.
    """
    chained = header.stream >= 2
    for number, line in enumerate(lines, 1):
        found = json.loads(line).get("prev")
        before = link(lines[number - 2] if number > 1 else header.commitment)
        if found is None and chained:
            yield f"entry {number} was changed: it does not say which entry was before it"
        elif found not in (None, before):
            yield f"entry {number - 1} was changed" if number > 1 else "entry 1 is not the first entry of this battle"
        chained = chained or found is not None
