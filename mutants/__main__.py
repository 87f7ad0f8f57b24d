"""Print how many faults the tests find, and those that they do not; `python -m mutants rules --minutes 5`."""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from .judging import Judge
from .seen import CACHE, see
from .sites import Site, sites

ROOT = Path(__file__).parents[1]
DIALOGUE = ("asked", "board", "candidates", "items", "memory", "seen", "sights", "stories", "texts", "words")
UNSEEN = "  (no test runs this line)"
GOALS = {"rules": 95, "dialogue": 85, "core": 90, "advice": 85}


def group_of(site: Site) -> str:
    """Which goal a fault counts for."""
    parts = site.path.parts[1:]
    if site.explains or parts[0] in ("cli", "prompts") or site.path.stem in DIALOGUE:
        return "dialogue"
    if parts[0] == "systems":
        return "rules"
    return "advice" if "advice" in parts else "core"


def all_sites() -> list[Site]:
    """Every fault that can be put into the parts that are judged."""
    found = []
    for path in sorted((ROOT / "tabletop_cli").rglob("*.py")):
        if path.relative_to(ROOT).parts[1] in ("cli", "prompts", "systems", "core") and "testing" not in path.parts:
            found += sites(ROOT, path.relative_to(ROOT))
    return found


def drawn(parts: Iterable[str], seed: int, places: Iterable[Path] = (Path(),)) -> dict[str, list[Site]]:
    """All faults of the wanted groups that lie in one of these folders or files, in a random order, by group."""
    found: dict[str, list[Site]] = {part: [] for part in parts}
    for site in all_sites():
        if group_of(site) in found and any(site.path.is_relative_to(place) for place in places):
            found[group_of(site)].append(site)
    for some in found.values():
        random.Random(seed).shuffle(some)
    return found


def at(places: Iterable[str]) -> dict[str, list[Site]]:
    """The faults of given places, `PATH`, `PATH:LINE` or `PATH:FROM-TO`, by group, in their order."""
    found: dict[str, list[Site]] = {}
    for place in places:
        name, _, lines = place.partition(":")
        first, _, last = lines.partition("-")
        for site in sites(ROOT, Path(name)):
            if not first or int(first) <= site.line <= int(last or first):
                found.setdefault(group_of(site), []).insert(0, site)
    return found


def again(told: str) -> dict[str, list[Site]]:
    """The faults that an earlier run has told of, by group."""
    lines = {line.removesuffix(UNSEEN).partition("  ")[2].strip() for line in told.splitlines() if " -> " in line}
    found: dict[str, list[Site]] = {}
    for name in sorted({line.partition(":")[0] for line in lines}):
        for site in sites(ROOT, Path(name)):
            if site.words in lines:
                found.setdefault(group_of(site), []).append(site)
    return found


def arguments() -> argparse.Namespace:
    asked = argparse.ArgumentParser(prog="python -m mutants", description=__doc__)
    asked.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(GOALS)}; all without one")
    asked.add_argument("--minutes", type=float, default=10.0, help="for how long, 10 unless told; the map comes on top")
    asked.add_argument("--faults", type=int, default=10**9, help="how many at most, of each part")
    asked.add_argument("--seed", type=int, default=random.randrange(1_000_000), help="the same number, the same faults")
    asked.add_argument(
        "--in", dest="places", nargs="+", type=Path, default=[Path()], metavar="PATH", help="of these folders or files"
    )
    asked.add_argument(
        "--at", nargs="+", metavar="PATH:LINE", help="all faults of these lines, PATH:LINE-LINE or files"
    )
    asked.add_argument(
        "--again", type=Path, metavar="FILE", help="those that a run has told of, whose words stand here"
    )
    asked.add_argument("--map", action="store_true", help="see again which test runs which line")
    asked.add_argument("--see", nargs="+", metavar="TESTS", help="see it of these tests, too, which are new or changed")
    words = asked.parse_args()
    if nowhere := [str(place) for place in words.places if not (ROOT / place).exists()]:
        asked.error(f"no such folder or file: {' '.join(nowhere)}; they are named from {ROOT}")
    if unknown := set(words.parts) - set(GOALS):
        asked.error(f"no such part: {' '.join(sorted(unknown))}; there are {' '.join(GOALS)}")
    return words


def main() -> None:
    words = arguments()
    if words.map or not list((ROOT / CACHE).glob("*/seconds.json")):
        see(ROOT)
    if words.see:
        see(ROOT, words.see)
    if words.see and not (words.at or words.again or words.parts):
        return
    if words.at or words.again:
        found = at(words.at) if words.at else again(words.again.read_text(encoding="utf-8"))
    else:
        print(f"seed {words.seed}", flush=True)
        found = drawn(words.parts or GOALS, words.seed, words.places)
    found = {part: some[-words.faults :] for part, some in found.items()}
    with tempfile.TemporaryDirectory() as folder, closing(Judge(ROOT, Path(folder).resolve())) as judge:
        tell(judged(judge, found, time.monotonic() + 60 * words.minutes))


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
                    nobody = "" if judge.tests(site) else UNSEEN
                    print(f"{part:<9} {site.words}{nobody}", flush=True)
    return tried, killed


def tell(counted: tuple[Counter[str], Counter[str]]) -> None:
    tried, killed = counted
    print()
    for part, n in tried.items():
        print(f"{part:<9} {killed[part]:>4} of {n:>4} found, {100 * killed[part] / n:.0f} %, goal {GOALS[part]} %")


if __name__ == "__main__":
    main()
