"""Print every ratio; `python -m bench odds storage` prints only some."""

from __future__ import annotations

import os
import sys
import time
from importlib import import_module

PARTS = ("startup", "paper", "armies", "odds", "machines", "storage", "table")


def main() -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else what is measured is the compiling of every module
    began = time.perf_counter()
    unknown = set(sys.argv[1:]) - set(PARTS)
    if unknown:
        sys.exit(f"no such part: {' '.join(sorted(unknown))}; there are {' '.join(PARTS)}")
    for part in sys.argv[1:] or PARTS:
        import_module(f"bench.{part}").run()
    print(f"\nmeasured in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
