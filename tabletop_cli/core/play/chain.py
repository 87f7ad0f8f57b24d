"""The chain of a log: every entry carries the hash of the line before it, so that no old one is changed alone.

`prev` of an entry is the SHA-256, as 64 hex digits, of the line before it as it is stored and exported, without its
line break. That of the first entry is the SHA-256 of what the battle began with: the canonical JSON of the fields of
the header that never change (`ROOT`), the set-up and the secret seed among them, so that nobody tries out what is
hidden in the set-up. Logs that were begun before there was a chain have entries without `prev`.

The hash of the newest line stands in no entry yet: people note its first letters, and so nobody can cut the log off or
change its end unseen. There are sixteen of them, because whoever keeps the battle can try out notes and times until
fewer fit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from ..keep.export import BattleHeader, canonical
from ..keep.store import Store

NOTED = 16  # letters of a hash that people note
FEWEST = 8  # of them that are looked for
ROOT = ("commitment", "created", "kind", "seed", "stream", "system", "version")  # and the set-up


def root(header: BattleHeader) -> str:
    """What a battle began with, as one text: an import may give it another name and id, and nothing else."""
    return canonical({**{field: getattr(header, field) for field in ROOT}, "setup": json.loads(header.setup)})


def link(text: str) -> str:
    """What the next entry carries of a line, or of what the battle began with."""
    from hashlib import sha256

    return sha256(text.encode()).hexdigest()


def link_after(store: Store, header: BattleHeader, number: int) -> str:
    """What the entry after this number carries."""
    return link(store.events(header.id, after=number - 1)[0] if number else root(header))


def to_note(hash_: str) -> str:
    """The first letters of a hash as people copy them: ``a1b2-c3d4-e5f6-0718``."""
    return "-".join(hash_[at : at + 4] for at in range(0, NOTED, 4))


def noted_of(text: str) -> str | None:
    """The letters that somebody noted, however they are parted; None where it cannot be what was to be noted."""
    letters = re.sub(r"[-\s]", "", text).casefold()
    return letters if re.fullmatch(rf"[0-9a-f]{{{FEWEST},64}}", letters) else None


def noted_after(header: BattleHeader, lines: Sequence[str], noted: str) -> int | None:
    """The number of the entry after which the hash of the log began with these letters; None where it never did."""
    hashes = (link(line) for line in (root(header), *lines))
    return next((number for number, found in enumerate(hashes) if found.startswith(noted)), None)


def chain_findings(header: BattleHeader, lines: Sequence[str], carried: Sequence[str | None]) -> Iterator[str]:
    """Which entries are not what the entry after them says, in words; nothing for a log that is whole.

    `carried` is the `prev` of every entry. Entries without one are taken for old, unless the header says that the log
    is not (`stream`), or an entry before them has one.
    """
    chained = header.stream >= 2
    for number, found in enumerate(carried, 1):
        before = link(lines[number - 2] if number > 1 else root(header))
        if found is None and chained:
            yield f"entry {number} was changed: it does not say which entry was before it"
        elif found not in (None, before):
            yield f"entry {number - 1} was changed" if number > 1 else "what the battle began with was changed"
        chained = chained or found is not None
