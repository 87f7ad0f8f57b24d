"""Names for new armies, for whoever has none in mind: others every day, and none whose file is there already."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from itertools import product
from zlib import crc32

WHICH = (
    "Amber", "Borrowed", "Broken", "Copper", "Crooked", "Drowned", "Forgotten", "Grey", "Hollow", "Iron", "Last",
    "Midnight", "Patient", "Quiet", "Ragged", "Restless", "Rusty", "Salt", "Second", "Stubborn", "Unlikely", "Winter",
)  # fmt: skip
WHAT = (
    "Bells", "Column", "Company", "Crows", "Foxes", "Guard", "Hammers", "Irregulars", "Keepers", "Lanterns", "Owls",
    "Pioneers", "Ravens", "Riders", "Vanguard", "Wardens", "Watch", "Wolves",
)  # fmt: skip


def propose_name(seed: str, day: date, free: Callable[[str], bool]) -> str:
    """A name such as ``The Quiet Foxes``, for a `seed` and a day always the same; the next one that is `free`."""
    names = [f"The {which} {what}" for which, what in product(WHICH, WHAT)]
    start = crc32(f"{seed} {day.isoformat()}".encode()) % len(names)
    turned = [*names[start:], *names[:start]]
    return next(filter(free, turned), turned[0])


def name_from_stem(stem: str) -> str:
    """The name of a file as that of an army: ``green-horde`` is Green Horde."""
    return " ".join(word[:1].upper() + word[1:] for word in stem.replace("_", " ").replace("-", " ").split())
