"""Check the names of a package against docs/dev/names.md.

    python -m lint.names tabletop_cli            figures, and the limits that are passed; exit code 1 if one is
    python -m lint.names tabletop_cli --list     every name that counts against a limit, with its place

one-word      share, in percent, of functions whose name is one word
participles   functions that are called by a bare participle
vague         functions that are called by a word without a meaning of its own
spread        function names that are defined in more than six modules
modules       module names that are used more than twice
"""

from __future__ import annotations

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from . import read_words

LIMITS = {"one-word": 12, "participles": 0, "vague": 0, "spread": 0, "modules": 0}
MOST_MODULES = 6  # in which one function name may be defined
MOST_FILES = 2  # which one module name may have
INTERFACES, ROOMS, VAGUE = read_words("interfaces"), read_words("rooms"), read_words("vague")
IRREGULAR, NO_PARTICIPLES = read_words("participles"), read_words("no_participles")
UNCOUNTED = read_words("uncounted")


class Named(NamedTuple):
    """A function, method or module, and where it is."""

    name: str
    place: str


def find_functions(path: Path) -> Iterator[Named]:
    """Yield the functions and methods of a file but for dunders and what `UNCOUNTED` marks."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            marks = {ast.unparse(one).partition("(")[0].rpartition(".")[2] for one in node.decorator_list}
            if not node.name.startswith("__") and not marks & UNCOUNTED:
                yield Named(node.name.strip("_"), f"{path}:{node.lineno}")


def is_participle(name: str) -> bool:
    """Return whether a name is a bare participle, as far as its form tells."""
    return name in IRREGULAR or (
        name.endswith("ed") and len(name) > 4 and "_" not in name and name not in NO_PARTICIPLES
    )


def find_spread(names: list[Named], most: int, allowed: frozenset[str]) -> list[Named]:
    """Return each name that is defined in more than `most` files, with their number as its place."""
    files = defaultdict(set)
    for name, place in names:
        files[name].add(place.partition(":")[0])
    return [
        Named(name, f"{len(found)} files") for name, found in files.items() if len(found) > most and name not in allowed
    ]


def judge_package(root: Path) -> tuple[dict[str, int], dict[str, list[Named]]]:
    """Return the figure of each limit, and the names that count against it."""
    paths = [path for path in sorted(root.rglob("*.py")) if "tests" not in path.relative_to(root).parts]
    names = [one for path in paths for one in find_functions(path)]
    modules = Counter(path.stem for path in paths)
    found = {
        "one-word": [one for one in names if "_" not in one.name],
        "participles": [one for one in names if is_participle(one.name)],
        "vague": [one for one in names if one.name in VAGUE],
        "spread": find_spread(names, MOST_MODULES, INTERFACES),
        "modules": [Named(name, f"{n} files") for name, n in modules.items() if n > MOST_FILES and name not in ROOMS],
    }
    figures = {limit: len(named) for limit, named in found.items()}
    figures["one-word"] = round(100 * figures["one-word"] / max(1, len(names)))
    return figures, found


def main() -> int:
    """Print the figures of a package. Return 1 if one of them passes its limit."""
    figures, found = judge_package(Path(sys.argv[1]))
    if "--list" in sys.argv:
        for limit, named in found.items():
            for one in named:
                print(f"{limit}\t{one.place}\t{one.name}")
    for limit, figure in figures.items():
        print(f"{limit:12} {figure:4}, at most {LIMITS[limit]}{'' if figure <= LIMITS[limit] else '   TOO MANY'}")
    return 1 if any(figure > LIMITS[limit] for limit, figure in figures.items()) else 0


if __name__ == "__main__":
    sys.exit(main())
