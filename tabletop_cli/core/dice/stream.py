"""The fair dice of a battle: every die follows from a secret seed and the number of its event.

When a battle begins the program draws a seed and shows its SHA-256, the commitment; when it ends it shows
the seed. Anybody can then check that the seed is the one committed to, and recompute every die. Because the
dice of event n depend on nothing but the seed and n, nobody gains new dice by undoing and trying again.

The algorithm, to be recomputed in any language
-----------------------------------------------
The seed is 16 bytes. The commitment is the SHA-256 of these 16 bytes, written as 64 lower-case hex digits.

Event n has an endless row of bytes: the blocks k = 0, 1, 2, ... one after the other, where

    block k = HMAC-SHA256(key = the seed, message = the ASCII text "tabletop:event:<n>:block:<k>")

with n and k in decimal without leading zeros; a block is 32 bytes.

To draw a die of s sides (2 to 1,000,000), take the smallest number w of bytes with 256^w >= s (one byte up
to 256 sides, two up to 65,536, else three). Read the next w bytes of the row as a big-endian number v. Let L
be the largest multiple of s that is not above 256^w. If v < L the face is v mod s + 1. Otherwise these w
bytes are thrown away and the next w are read: so every face is exactly as likely as every other. The next
die of the event goes on where this one stopped; bytes may straddle two blocks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count

from ..errors import Malformed

SEED_BYTES = 16
MAX_SIDES = 10**6


def new_seed() -> bytes:
    """A fresh secret seed of 128 bits from the operating system."""
    return os.urandom(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What is shown when the battle begins: the SHA-256 of the seed, as 64 hex digits."""
    from hashlib import sha256

    return sha256(seed).hexdigest()


def block(seed: bytes, event: int, index: int) -> bytes:
    """Block `index` of the event's row of bytes, 32 bytes long."""
    import hmac

    return hmac.digest(seed, b"tabletop:event:%d:block:%d" % (event, index), "sha256")


class Stream:
    """The dice of one event, in the order in which they are rolled."""

    def __init__(self, seed: bytes, event: int) -> None:
        if len(seed) != SEED_BYTES:
            raise Malformed(f"a seed of dice has {SEED_BYTES} bytes, not {len(seed)}")
        if event < 0:
            raise Malformed(f"events are numbered from 0, so {event} is none")
        self._row = _row(seed, event)

    def draw(self, sides: int) -> int:
        """The next die: a face from 1 to `sides` (2 to 10**6), all equally likely."""
        if not 2 <= sides <= MAX_SIDES:
            raise Malformed(f"a die has 2 to {MAX_SIDES:,} sides, not {sides}")
        width = (sides - 1).bit_length() + 7 >> 3
        span = 1 << 8 * width
        # Without this limit the low faces would come up more often whenever `sides` does not divide the span.
        limit = span - span % sides
        while (value := self._number(width)) >= limit:
            pass
        return value % sides + 1

    def _number(self, width: int) -> int:
        """The next `width` bytes of the row as a big-endian number."""
        value = 0
        for _ in range(width):
            value = value << 8 | next(self._row)
        return value


def _row(seed: bytes, event: int) -> Iterator[int]:
    """The endless row of bytes of an event."""
    for index in count():
        yield from block(seed, event, index)
