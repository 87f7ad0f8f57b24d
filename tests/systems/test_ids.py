"""A rule id is written out where it is implemented, so that one search finds it: no ranges, no ids put together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop_cli import systems
from tabletop_cli.core import registry

BUILT_IN = Path(systems.__path__[0])
ID = r"T(?:D|T|GF)-(?:[A-Z]+-?)\d+"
RANGE = re.compile(rf"{ID}(?: to |, | and |-|/)\d|T(?:D|T|GF)-[A-Z]+-?\{{")


def sources(system: str) -> Iterator[tuple[Path, str]]:
    """Every module of a system."""
    return ((path, path.read_text(encoding="utf-8")) for path in sorted((BUILT_IN / system).rglob("*.py")))


@pytest.mark.parametrize("system", ["td", "tt", "tgf"])
def test_every_rule_of_play_and_of_lists_stands_somewhere(system: str) -> None:
    """Rules that are computed, tracked or checked in lists; what is only asked or told may stand in texts alone."""
    rules = registry.load(system).reference.rules.values()
    wanted = {rule.id for rule in rules if rule.kind in ("compute", "track", "army")}
    written = {one for _, text in sources(system) for one in re.findall(ID, text)}
    assert len(wanted) > 60
    assert sorted(wanted - written) == []


@pytest.mark.parametrize("system", ["td", "tgf"])
def test_no_id_is_left_to_the_reader(system: str) -> None:
    """A range of ids, or one that is put together, is found by no search."""
    found = [
        f"{path.relative_to(BUILT_IN)}: {text[match.start() - 20 : match.end() + 10]!r}"
        for path, text in sources(system)
        if "turn" not in path.parts
        for match in RANGE.finditer(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "TD-MOVE-2 to 4",
        "(TD-ACT-1, 2, 4)",
        'f"TD-LOS-{n}"',
        "TD-FIRE-4, 5, 7; TD-IND-4",
        "TD-R18 and 19",
        "TGF-A1 to 3",
    ],
)
def test_what_counts_as_left_to_the_reader(text: str) -> None:
    assert RANGE.search(text)


@pytest.mark.parametrize("text", ["TD-MOVE-2, TD-MOVE-4", '"TD-CC-4", "TD-CC-9"', "TD-R12: two values", "TD-A1-"])
def test_what_does_not(text: str) -> None:
    assert not RANGE.search(text)
