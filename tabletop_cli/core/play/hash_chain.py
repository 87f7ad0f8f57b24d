"""The chain of a log: every entry carries the hash of the line before it, so that no old one is changed alone.

`prev` of an entry is the SHA-256, as 64 hex digits, of the line before it, without the words that explain: the `why` of
its rolls, the `text` and `drawing` of its steps, and its `story`. The rest is hashed as canonical JSON. So what people
note stays the same when a later version words an explanation better; `verify` compares the words themselves. In battles
whose header says `stream` 3 or less, the line is hashed as it is stored and exported, without its line break.

That of the first entry is the SHA-256 of what the battle began with: the canonical JSON of the fields of
the header that never change (`ROOT`), the set-up and the secret seed among them, so that nobody tries out what is
hidden in the set-up. Logs that were begun before there was a chain have entries without `prev`.

The hash of the newest line stands in no entry yet: people note its first letters, and so nobody can cut the log off or
change its end unseen. There are sixteen of them, because whoever keeps the battle can try out notes and times until
fewer fit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Sequence
from itertools import chain

from ..data import ShapedMapping, ShapedObject
from ..keep.export import BattleHeader, canonical_json
from ..keep.store import Store

NOTED = 16  # letters of a hash that people note
FEWEST = 8  # of them that are looked for
WORDLESS = 4  # the first version of `stream` in which words that explain are left out
ROOT = ("commitment", "created", "kind", "seed", "stream", "system", "version")  # and the set-up


def root_text(header: BattleHeader) -> str:
    """What a battle began with, as one text: an import may give it another name and id, and nothing else."""
    return canonical_json({**{field: getattr(header, field) for field in ROOT}, "setup": json.loads(header.setup)})


def hash_root(header: BattleHeader) -> str:
    """Return what the first entry carries."""
    return _hash_text(root_text(header))


def hash_line(header: BattleHeader, line: str) -> str:
    """Return what the entry after this line of the log carries."""
    return _hash_text(without_words(line) if header.stream >= WORDLESS else line)


def without_words(line: str) -> str:
    """Return a line of a log, which may be damaged, as canonical JSON without the words that explain."""
    content: ShapedObject = json.loads(line)
    content.pop("story", None)
    for part, words in _WORDS.items():
        if isinstance(rows := content.get(part), list):
            content[part] = [_without_keys(row, words) if isinstance(row, dict) else row for row in rows]
    return canonical_json(content)


_WORDS = {"rolls": ("why",), "steps": ("text", "drawing")}


def _without_keys(row: ShapedMapping, keys: Container[str]) -> ShapedObject:
    return {key: value for key, value in row.items() if key not in keys}


def _hash_text(text: str) -> str:
    from hashlib import sha256

    return sha256(text.encode()).hexdigest()


def link_after(store: Store, header: BattleHeader, number: int) -> str:
    """What the entry after this number carries."""
    return hash_line(header, store.event_lines(header.id, after=number - 1)[0]) if number else hash_root(header)


def to_note(hash_: str) -> str:
    """The first letters of a hash as people copy them: ``a1b2-c3d4-e5f6-0718``."""
    return "-".join(hash_[at : at + 4] for at in range(0, NOTED, 4))


def parse_noted(text: str) -> str | None:
    """The letters that somebody noted, however they are parted; None where it cannot be what was to be noted."""
    letters = re.sub(r"[-\s]", "", text).casefold()
    return letters if re.fullmatch(rf"[0-9a-f]{{{FEWEST},64}}", letters) else None


def find_noted_entry(header: BattleHeader, lines: Sequence[str], noted: str) -> int | None:
    """The number of the entry after which the hash of the log began with these letters; None where it never did."""
    hashes = chain((hash_root(header),), (hash_line(header, line) for line in lines))
    return next((number for number, found in enumerate(hashes) if found.startswith(noted)), None)


def chain_findings(header: BattleHeader, lines: Sequence[str], carried: Sequence[str | None]) -> Iterator[str]:
    """Which entries are not what the entry after them says, in words; nothing for a log that is whole.

    `carried` is the `prev` of every entry. Entries without one are taken for old, unless the header says that the log
    is not (`stream`), or an entry before them has one.
    """
    chained = header.stream >= 2
    for number, found in enumerate(carried, 1):
        before = hash_line(header, lines[number - 2]) if number > 1 else hash_root(header)
        if found is None and chained:
            yield f"entry {number} was changed: it does not say which entry was before it"
        elif found not in (None, before):
            yield f"entry {number - 1} was changed" if number > 1 else "what the battle began with was changed"
        chained = chained or found is not None
