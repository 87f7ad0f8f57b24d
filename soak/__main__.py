"""Print what was tried and what failed; `python -m soak wild --share 0.01` does a hundredth of one part."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from importlib import import_module

PARTS = ("wild", "killed", "writers", "changed", "evenings")


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m soak", description=__doc__)
    asked.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(PARTS)}; all without one")
    asked.add_argument("--share", type=float, default=1.0, help="how much of the whole attack, 1 unless told")
    asked.add_argument("--seed", type=int, default=1, help="another number, another attack")
    words = asked.parse_args()
    if unknown := set(words.parts) - set(PARTS):
        asked.error(f"no such part: {' '.join(sorted(unknown))}; there are {' '.join(PARTS)}")
    failed = 0
    for part in words.parts or PARTS:
        began = time.perf_counter()
        with tempfile.TemporaryDirectory() as home:
            os.environ["TABLETOP_HOME"] = home
            for what, tried, wrong in import_module(f"soak.{part}").run(words.share, words.seed):
                print(f"{what:<72}  {tried:>8,} tried  {wrong:>5,} failed", flush=True)
                failed += wrong
        print(f"  {part}: {time.perf_counter() - began:.0f} s\n", flush=True)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
