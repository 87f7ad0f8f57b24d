"""The fair dice of a battle: every die follows from a secret seed, and anybody can check it afterwards.

When a battle begins the program draws a seed and shows its SHA-256, the commitment; when it ends it shows
the seed. Anybody can then check that the seed is the one committed to, and recompute every die.

The algorithm, to be recomputed in any language
-----------------------------------------------
The seed is 16 bytes. The commitment is the SHA-256 of these 16 bytes, written as 64 lower-case hex digits.

A context, an ASCII text without spaces, has an endless row of bytes: the blocks j = 0, 1, 2, ... one after
the other, where

    block j = HMAC-SHA256(key = the seed, message = the ASCII text "<context>:block:<j>")

with all numbers in decimal without leading zeros; a block is 32 bytes.

To draw a die of s sides (2 to 1,000,000), take the smallest number w of bytes with 256^w >= s (one byte up
to 256 sides, two up to 65,536, else three). Read the next w bytes of the row as a big-endian number v. Let L
be the largest multiple of s that is not above 256^w. If v < L the face is v mod s + 1. Otherwise these w
bytes are thrown away and the next w are read: so every face is exactly as likely as every other. The next
die of the context goes on where this one stopped; bytes may straddle two blocks.

Versions 3 and 4: the dice of a roll
------------------------------------
Both have the same dice; battles of version 4 have another chain of entries, see `core/play/hash_chain.py`.

Each roll of an event has a row of bytes of its own. Its context is

    tabletop:roll:<k>:<r>:<a>

    k   the event is the k-th of those that rolled dice and are in force, counted from 1: notes, events without
        dice, and what was undone do not count, so none of them moves the dice of what follows
    r   the roll is the r-th of its event, counted from 1
    a   the SHA-256, as 64 lower-case hex digits, of the answers that the event had when the dice were rolled:
        their canonical JSON text (keys sorted, no spaces, letters as they are) in UTF-8. Equal choices have equal
        texts: items of a list go by what tells them apart and not by their place, and lists of values are sorted

So the same event tried again after an undo meets the same dice, and another event meets others.

Version 2
---------
The same, but the items of a list go by their place, and lists of values are as they were typed.

Version 1: the dice of an event
-------------------------------
In battles that were begun before there was version 2, all rolls of an event share one row, whose context is

    tabletop:event:<n>

where n is the number of the event's entry in the log.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import count

from ..errors import Malformed

SEED_BYTES = 16
MAX_SIDES = 10**6
VERSIONS = (1, 2, 3, 4)  # the last is that of new battles


def new_seed() -> bytes:
    """A fresh secret seed of 128 bits from the operating system."""
    return os.urandom(SEED_BYTES)


def commitment_of(seed: bytes) -> str:
    """What is shown when the battle begins: the SHA-256 of the seed, as 64 hex digits."""
    from hashlib import sha256

    return sha256(seed).hexdigest()


def stream_block(seed: bytes, context: bytes, index: int) -> bytes:
    """Block `index` of the context's row of bytes, 32 bytes long."""
    import hmac

    return hmac.digest(seed, b"%s:block:%d" % (context, index), "sha256")


class Stream:
    """The dice of one context, in the order in which they are rolled."""

    def __init__(self, seed: bytes, context: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise Malformed(f"a seed of dice has {SEED_BYTES} bytes, not {len(seed)}")
        self._row = _byte_row(seed, context)

    def next_face(self, sides: int) -> int:
        """The next die: a face from 1 to `sides` (2 to 10**6), all equally likely."""
        if not 2 <= sides <= MAX_SIDES:
            raise Malformed(f"a die has 2 to {MAX_SIDES:,} sides, not {sides}")
        width = (sides - 1).bit_length() + 7 >> 3
        span = 1 << 8 * width
        # Without this limit the low faces would come up more often whenever `sides` does not divide the span.
        limit = span - span % sides
        while (value := self._read_number(width)) >= limit:
            pass
        return value % sides + 1

    def _read_number(self, width: int) -> int:
        """The next `width` bytes of the row as a big-endian number."""
        value = 0
        for _ in range(width):
            value = value << 8 | next(self._row)
        return value


class EventStream:
    """The program's dice of one event, from version 2 on; `rolling_before` events with dice are in force before it."""

    def __init__(self, seed: bytes, rolling_before: int) -> None:
        if rolling_before < 0:
            raise Malformed(f"{rolling_before} events cannot have rolled before")
        self._seed = seed
        self._number = rolling_before + 1

    def of_roll(self, ordinal: int, answers: str) -> Stream:
        """The dice of the event's roll `ordinal`, from 1, after these answers (canonical JSON text).

        For dice that are drawn one by one, such as cards; asked again it begins anew.
        """
        from hashlib import sha256

        if ordinal < 1:
            raise Malformed(f"rolls are numbered from 1, so {ordinal} is none")
        known = sha256(answers.encode()).hexdigest()
        return Stream(self._seed, b"tabletop:roll:%d:%d:%s" % (self._number, ordinal, known.encode()))

    def roll(self, sides: Sequence[int], ordinal: int, answers: str) -> tuple[int, ...]:
        """The faces of the event's roll `ordinal`, from 1, after these answers: one for each number of sides."""
        dice = self.of_roll(ordinal, answers)
        return tuple(dice.next_face(most) for most in sides)


class NumberedStream(Stream):
    """The program's dice of the event with this number in the log, version 1."""

    def __init__(self, seed: bytes, event: int) -> None:
        if event < 0:
            raise Malformed(f"events are numbered from 0, so {event} is none")
        super().__init__(seed, b"tabletop:event:%d" % event)


def _byte_row(seed: bytes, context: bytes) -> Iterator[int]:
    """The endless row of bytes of a context."""
    for index in count():
        yield from stream_block(seed, context, index)
