"""Entries and lists by the words that people type, where several lists could be meant."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.lists.form import Form, Shelf, Ware
from tabletop_cli.core.lists.shelves import entry_named, format_place, list_named, shelf_at

TEAMS = Shelf(
    place=("teams",), wares=(Ware(id="team", title="Team", entry={}),), settings=lambda _: (), ware=lambda _: "team"
)
CREWS = Shelf(
    place=("crews",), wares=(Ware(id="crew", title="Crew", entry={}),), settings=lambda _: (), ware=lambda _: "crew"
)
SHIPS = Shelf(
    place=("fleet", "ships"),
    wares=(Ware(id="ship", title="Ship", entry={"type": "ship"}),),
    settings=lambda _: (),
    ware=lambda entry: entry.get("type"),
    inside=lambda entry: (CREWS, TEAMS) if entry.get("type") == "ship" else (),
)
FLEET = Form(settings=(), shelves=(SHIPS,))
SEA: Any = {
    "fleet": {
        "ships": [
            {"type": "ship", "name": "Ark", "crews": [{"name": "Ann"}], "teams": [{"id": "t1"}, {"name": "Bob"}]},
            {"type": "raft"},
            {"type": "ship", "name": "Dove", "id": "d"},
            "wreck",
        ]
    }
}


@pytest.mark.parametrize(
    ("word", "place", "again"),
    [
        ("1", (0,), "1"),
        ("fleet.ships.3", (2,), "3"),
        ("d", (2,), "3"),
        ("raft", (1,), "2"),
        ("1.crews.1", (0, "crews", 0), "1/crews/1"),
        ("Ark/teams/2", (0, "teams", 1), "1/teams/2"),
        ("Ark/t1", (0, "teams", 0), "1/teams/1"),
        ("Ark/Bob", (0, "teams", 1), "1/teams/2"),
        ("1/crews/Ann", (0, "crews", 0), "1/crews/1"),
        ("Ark/crew", (0, "crews", 0), "1/crews/1"),
    ],
)
def test_of_several_lists_inside_the_one_that_is_meant(word: str, place: Any, again: str) -> None:
    whole = ("fleet", "ships", *place)
    assert entry_named(FLEET, SEA, word) == whole
    assert format_place(FLEET, SEA, whole) == again
    assert entry_named(FLEET, SEA, again) == whole


@pytest.mark.parametrize(
    ("word", "said", "hint"),
    [
        ("4", "there is no entry 4; the list has 4 entries", "count from 1"),
        ("5", "there is no entry 5; the list has 4 entries", "count from 1"),
        ("1/crews/2", "there is no entry 2; the list has 1 entry", "count from 1"),
        ("3/crews/1", "there is no entry 1; the list has no entries", "count from 1"),
        ("ship", '2 entries are called "ship"', "give its number: 1 or 3"),
        ("Ark/team", '2 entries are called "team"', "give its number: 1/teams/1 or 1/teams/2"),
        ("Ark/2", 'entry 1 has no "2" inside', "name the list, too: 1/crews or 1/teams"),
        ("Ark/An", 'entry 1 has no "An" inside', "did you mean Ann?"),
        ("Ark/crews/Zoe", 'entry 1 has no "Zoe" inside', "known: Ann, crew"),
        ("raft/x", 'entry 2 has no "x" inside', ""),
        ("Arc", 'the list has no entry "Arc"', "did you mean Ark?"),
        ("zzzzz", 'the list has no entry "zzzzz"', "known: Ark, ship, raft, Dove, d"),
        ("/1", 'the list has no entry "/1"', ""),
        ("1/", 'entry 1 has no "" inside', "known: Ann, crew, t1, team, Bob"),
    ],
)
def test_what_is_not_there_is_said_with_what_is(word: str, said: str, hint: str) -> None:
    with pytest.raises(Malformed) as wrong:
        entry_named(FLEET, SEA, word)
    assert wrong.value.message == said
    assert wrong.value.hint.startswith(hint)


def test_of_several_lists_inside_the_one_that_takes_it() -> None:
    ark = ("fleet", "ships", 0)
    assert list_named(FLEET, SEA, "Ark", "crew") == (CREWS, (*ark, "crews"))
    assert list_named(FLEET, SEA, "Ark", "team") == (TEAMS, (*ark, "teams"))
    assert list_named(FLEET, SEA, "Ark/teams") == (TEAMS, (*ark, "teams"))
    assert list_named(FLEET, SEA, "fleet.ships") == (SHIPS, ("fleet", "ships"))
    for word, said, hint, code in (
        ("Ark", "entry 1 contains 2 lists", "name one: 1/crews or 1/teams", "several"),
        ("raft", "entry 2 contains no list", "leave out everything before the /", "no-list"),
        ("fleat", 'there is no list "fleat"', "known: fleet/ships", "no-list"),
        ("9", "there is no entry 9; the list has 4 entries", "count from 1, in the order of the file", "no-entry"),
        ("ship", '2 entries are called "ship"', "give its number: 1 or 3", "several"),
        ("Ark/sails", 'entry 1 has no "sails" inside', "known: Ann, crew, t1, team, Bob", "no-entry"),
    ):
        with pytest.raises(Malformed) as wrong:
            list_named(FLEET, SEA, word)
        assert (wrong.value.message, wrong.value.hint, wrong.value.code) == (said, hint, code)
    with pytest.raises(Malformed, match="be added to a list"):
        list_named(Form(settings=()), {}, "")


def test_a_place_without_a_list_is_told_by_its_words() -> None:
    assert format_place(FLEET, SEA, ("house", "rules", 2)) == "house/rules/3"
    assert format_place(FLEET, SEA, ("fleet", "ships", 0, "name")) == "1/name"
    assert format_place(FLEET, SEA, ("fleet", "ships")) == "fleet/ships"
    assert shelf_at(FLEET, SEA, ("fleet", "ships", 3, "crews")) is None
    assert shelf_at(FLEET, SEA, ("fleet", "ships", 1, "crews")) is None
    assert shelf_at(FLEET, SEA, ("fleet", "ships", 2, "crews")) is CREWS
