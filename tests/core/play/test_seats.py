"""Paths into set-ups that nobody has checked yet, and armies at seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.play.seats import Seat, at_path, put_inside, seats_at
from tests import tables
from tests.seated import seat_armies

SETUP: dict[str, Any] = {"players": [{"id": "ann", "army": {"n": 1}}, 7, {"no": "id"}], "sides": {"a": {"x": None}}}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("players.ann.army", {"n": 1}),
        ("players.ann.army.n", 1),
        ("players.bob.army", None),
        ("sides.a.x", None),
        ("sides.a.x.y", None),
        ("sides.players", None),
        ("", SETUP),
    ],
)
def test_what_stands_at_a_path(path: str, found: object) -> None:
    assert at_path(SETUP, path) == found


@pytest.mark.parametrize("wrong", [None, 7, "text", [], {"players": "ann"}, {"players": [["ann"]]}])
def test_a_set_up_of_any_shape_may_be_looked_at(wrong: Any) -> None:
    assert at_path(wrong, "players.ann.army") is None
    assert [seat.army for seat in seats_at(wrong, {"ann": "players.ann.army"})] == [None]


def test_a_value_is_put_into_tables_and_list_entries_and_nothing_else_changes() -> None:
    changed = put_inside(SETUP, ["players", "ann", "army"], {"n": 2})
    assert changed["players"] == [{"id": "ann", "army": {"n": 2}}, 7, {"no": "id"}]
    assert at_path(SETUP, "players.ann.army.n") == 1
    assert put_inside({}, ["sides", "a", "actions"], 5) == {"sides": {"a": {"actions": 5}}}


@pytest.mark.parametrize(
    "path", [["players", "bob", "army"], ["players", "ann"], ["players"], ["sides", "a", "x", "y"]]
)
def test_what_is_not_there_cannot_be_set(path: list[str]) -> None:
    if path == ["players"]:
        assert put_inside(SETUP, path, 1)["players"] == 1
        return
    with pytest.raises(Malformed, match="the set-up has no"):
        put_inside(SETUP, path, 1)


def test_armies_take_the_free_seats_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = tables.install(tmp_path, monkeypatch)["rows"].game
    setup = seat_armies(rows, {"players": [{"id": "zoe", "army": {"n": 0}}]}, [{"n": 1}, {"n": 2}])
    assert [(seat.id, seat.army, seat.free) for seat in rows.seats(setup)] == [
        ("zoe", {"n": 0}, False),
        ("ann", {"n": 1}, False),
        ("bob", {"n": 2}, False),
        ("cyd", None, True),
    ]


def test_the_seats_of_the_systems() -> None:
    td, tt = registry.load("td").game, registry.load("tt").game
    assert td.seats({}) == (Seat("a", "sides.a.army"), Seat("b", "sides.b.army"))
    army = {"name": "Host", "faction": "eldar", "units": [{"unit": "falcon", "name": "Swift", "count": 2}]}
    assert tt.seated({}, tt.seats({})[1], army) == {
        "sides": {
            "b": {
                "faction": "eldar",
                "name": "Host",
                "units": [
                    {"id": "b1-falcon", "unit": "falcon", "name": "Swift"},
                    {"id": "b2-falcon", "unit": "falcon", "name": "Swift"},
                ],
            }
        }
    }
