"""The words that army files, requests and logs consist of stay what they are: ids, fields, switches, reasons.

A change shows in the difference of the golden files; what was written with the old word must still be understood.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.declare.facts import facts_of
from tabletop_cli.core.declare.plain import as_typed
from tabletop_cli.core.system import System

from ...conftest import Golden

BUILT_IN = ("fftt", "td", "tgf", "tt")


@pytest.mark.parametrize("name", BUILT_IN)
def test_words_stay(name: str, golden: Golden) -> None:
    golden(f"{name}.words.txt", "\n".join(vocabulary(registry.load(name))) + "\n")


def vocabulary(system: System) -> Iterator[str]:
    """Every word of a system that stands in files and requests, a line each."""
    for one in system.resolvers.values():
        yield f"resolver {one.id}: {fields(one.odds_situation())}"
    for kind in system.game.events.values():
        yield f"event {kind.id}: {fields(kind.cls)}"
    for switch in system.reference.house.switches.values():
        more = " or any whole number" if switch.open else ""
        yield f"switch {switch.name} = {' | '.join(map(as_typed, switch.values))}{more}"
    for path, blank in sorted(system.reference.house.blank_of.items()):
        yield f"value {'.'.join(path)} = {blank.kind.words}"
    for what, ids in (
        ("common key", [] if system.own_tables is None else ["catalogue"]),
        ("rule", system.reference.rules),
        ("ruling", system.reference.rulings),
        ("constraint", system.muster.checks),
        ("reason", system.reference.reasons),
    ):
        yield from (f"{what} {one}" for one in ids)


def fields(cls: type[Any]) -> str:
    return ", ".join(f"{one.name}{'' if one.required else '?'}" for one in facts_of(cls))
