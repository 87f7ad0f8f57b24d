"""Print how many faults the tests find, and those that they do not; `python -m mutants rules --minutes 5`."""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import Counter
from pathlib import Path

from .contexts import CACHE
from .judging import Judge, make_map
from .sites import Site, sites

ROOT = Path(__file__).parents[1]
DIALOGUE = ("asked", "board", "candidates", "items", "memory", "seen", "sights", "stories", "texts", "words")
GOALS = {"rules": 95, "dialogue": 85, "core": 90, "advice": 85}


def group_of(site: Site) -> str:
    """Which goal a fault counts for."""
    parts = site.path.parts[1:]
    if site.explains or parts[0] in ("cli", "prompts") or site.path.stem in DIALOGUE:
        return "dialogue"
    if parts[0] == "systems":
        return "rules"
    return "advice" if "advice" in parts else "core"


def drawn(parts: list[str], seed: int) -> dict[str, list[Site]]:
    """All faults of the wanted groups in a random order, by group."""
    found: dict[str, list[Site]] = {part: [] for part in parts}
    for path in sorted((ROOT / "tabletop_cli").rglob("*.py")):
        if path.relative_to(ROOT).parts[1] not in ("cli", "prompts", "systems", "core") or "testing" in path.parts:
            continue
        for site in sites(ROOT, path.relative_to(ROOT)):
            if group_of(site) in found:
                found[group_of(site)].append(site)
    for some in found.values():
        random.Random(seed).shuffle(some)
    return found


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m mutants", description=__doc__)
    asked.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(GOALS)}; all without one")
    asked.add_argument("--minutes", type=float, default=10.0, help="for how long, 10 unless told; the map comes on top")
    asked.add_argument("--seed", type=int, default=random.randrange(1_000_000), help="the same number, the same faults")
    asked.add_argument("--map", action="store_true", help="see again which test runs which line")
    words = asked.parse_args()
    if unknown := set(words.parts) - set(GOALS):
        asked.error(f"no such part: {' '.join(sorted(unknown))}; there are {' '.join(GOALS)}")
    if words.map or not (ROOT / CACHE / "seconds.json").exists():
        make_map(ROOT)
    print(f"seed {words.seed}", flush=True)
    found = drawn(words.parts or list(GOALS), words.seed)
    ends = time.monotonic() + 60 * words.minutes
    with tempfile.TemporaryDirectory() as folder:
        tell(judged(Judge(ROOT, Path(folder)), found, ends))


def judged(judge: Judge, found: dict[str, list[Site]], ends: float) -> tuple[Counter[str], Counter[str]]:
    """How many faults were tried and how many found, by group, in turn until the time is over; survivors are told."""
    tried: Counter[str] = Counter()
    killed: Counter[str] = Counter()
    while time.monotonic() < ends and any(found.values()):
        for part, left in found.items():
            if left and time.monotonic() < ends:
                site = left.pop()
                survives = judge.survives(site)
                tried[part] += 1
                killed[part] += not survives
                if survives:
                    nobody = "" if judge.tests(site) else "  (no test runs this line)"
                    print(f"{part:<9} {site.words}{nobody}", flush=True)
    return tried, killed


def tell(counted: tuple[Counter[str], Counter[str]]) -> None:
    tried, killed = counted
    print()
    for part, n in tried.items():
        print(f"{part:<9} {killed[part]:>4} of {n:>4} found, {100 * killed[part] / n:.0f} %, goal {GOALS[part]} %")


if __name__ == "__main__":
    main()
