"""Whatever is no table where a table is needed is said to be none, in the words of the contracts, by every system."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request

NO_TABLES = (5, [], "x", None, True)
SYSTEMS = registry.system_ids()
GAMES = [(system, game) for system in SYSTEMS for game in registry.load(system).games]


def blamed(request: dict[str, Any]) -> tuple[str, str]:
    """The code of the error, and the place that is blamed."""
    found = reply_to_request(request)
    assert not found["ok"]
    return found["error"]["code"], found["error"]["where"]


@pytest.mark.parametrize(("system", "game"), GAMES)
def test_a_game_begins_with_a_table(system: str, game: str) -> None:
    for value in NO_TABLES:
        assert blamed({"do": game, "system": system, "setup": value, "events": []}) == ("bad-setup", "setup")


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_army_is_a_table(system: str) -> None:
    for value in NO_TABLES:
        assert blamed({"do": "validate", "system": system, "army": value}) == ("bad-army", "army")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_situation_is_a_table(system: str) -> None:
    for name in registry.load(system).resolvers:
        for value in NO_TABLES:
            found = reply_to_request({"do": "resolve", "system": system, "resolver": name, "situation": value})
            assert found["error"]["code"] in ("bad-situation", "odds-only")
