"""What is wrong with a list is said in the words of the catalogue; ids stand in hints, where they are to be typed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.data import Shaped
from tests.systems.test_cases import CASES, values

HERE = Path(__file__).parent
SYSTEMS = HERE.parents[1] / "tabletop_cli" / "systems"
IDS = ("du", "fftt", "td", "tgf", "tt")
HYPHENATED = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")


def named(value: Shaped) -> Iterator[str]:
    """All names in data."""
    if isinstance(value, dict):
        yield from (one for key, one in value.items() if key == "name" and isinstance(one, str))
        for one in value.values():
            yield from named(one)
    elif isinstance(value, list):
        for one in value:
            yield from named(one)


@cache
def titles(system: str) -> frozenset[str]:
    """The hyphenated words of all names in a catalogue, in small letters."""
    files = (SYSTEMS / system / "catalogue").glob("*.toml")
    found = (name for file in files for name in named(tomllib.loads(file.read_text("utf-8"))))
    return frozenset(word for name in found for word in HYPHENATED.findall(name.lower()))


def ids_in(message: str, system: str, own: Sequence[str] = ()) -> list[str]:
    """The hyphenated words outside quotes that no name of the catalogue has, nor is one of the player's own."""
    bare = re.sub(r'"[^"]*"', "", message)
    for one in own:
        bare = bare.replace(one, "")
    return [word for word in HYPHENATED.findall(bare.lower()) if word not in titles(system)]


def own_words(army: Shaped) -> list[str]:
    """How a list calls its units, its sides and itself."""
    return [one for key in ("id", "name", "faction", "opponent") for one in values(army, key) if isinstance(one, str)]


def found(system: str) -> Iterator[tuple[str, list[str]]]:
    """What is said of all lists of the requests, and which ids stand in it."""
    for case in CASES:
        if case.system == system and case.request.get("do") == "validate":
            for problem in reply_to_request(case.request).get("problems", ()):
                own = own_words(case.request.get("army"))
                yield problem["message"], ids_in(problem["message"], system, own)


@pytest.mark.parametrize("system", IDS)
def test_no_id_stands_in_a_message(system: str) -> None:
    said = dict(found(system))
    assert len(said) > 20
    assert {message: words for message, words in said.items() if words} == {}


def test_an_id_would_be_found() -> None:
    assert ids_in('TD-A7: "fast-large": a unit cannot take attached-hmg', "td") == ["td-a7", "attached-hmg"]
    assert ids_in("an anti-tank gun", "td") == []
