"""Changes of an army as data, and the words that stand for choices and places."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core.declare.composed import ListOf
from tabletop_cli.core.declare.kinds import OneOf, Text, Whole, YesNo
from tabletop_cli.core.errors import Malformed, TabletopError
from tabletop_cli.core.lists.change import Drop, Insert, Put, Shift, apply_changes, same_value, value_at
from tabletop_cli.core.lists.choices import change_of, current_value, find_setting, parse_value, word_changes
from tabletop_cli.core.lists.form import Form, Pick, Setting, Shelf, Ware
from tabletop_cli.core.lists.shelves import entry_named, format_place, list_named, shelf_at

ARMY = {"name": "Watch", "units": [{"type": "hmg"}, {"type": "atg", "options": {"hero": "a"}}, {"type": "hmg"}]}

COUNT = Setting(key=("count",), title="Count", kind=Whole(1), default=1, short=False)
HERO = Setting(key=("options", "hero"), title="Hero", kind=OneOf(("none", "librarian", "chaplain")), default="none")
ESCORT = Setting(key=("options", "escort"), title="Escort", kind=OneOf(("chaplain", "guard")))
POD = Setting(key=("options", "drop-pod"), title="Drop pod", kind=YesNo(), default=False)
EXTRAS = Setting(
    key=("options", "extras"),
    title="Extras",
    kind=ListOf(OneOf(("smoke", "radio"))),
    default=(),
    picks=(Pick("smoke"), Pick("radio")),
)
GUNS = Setting(
    key=("guns",),
    title="Guns",
    kind=ListOf(OneOf(("las", "bolt"))),
    default=(),
    repeat=True,
    picks=(Pick("las"), Pick("bolt")),
)
NAME = Setting(key=("name",), title="Name", kind=Text())
SETTINGS = (COUNT, HERO, ESCORT, POD, EXTRAS, GUNS, NAME)


def test_what_a_change_makes_of_data() -> None:
    assert apply_changes(ARMY, Put(("units", 1, "count"), 2))["units"][1]["count"] == 2
    assert apply_changes(ARMY, Drop(("units", 1, "options", "hero")))["units"][1] == {"type": "atg"}
    assert apply_changes({}, Insert(("units", 0), {})) == {"units": [{}]}
    assert [one["type"] for one in apply_changes(ARMY, Shift(("units", 1), 0))["units"]] == ["atg", "hmg", "hmg"]
    assert "count" not in ARMY["units"][1]


def test_entries_go_in_and_move_as_far_as_the_list_goes() -> None:
    def types(change: Any) -> list[str]:
        return [one.get("type", "-") for one in apply_changes(ARMY, change)["units"]]

    assert types(Insert(("units", 0), {})) == ["-", "hmg", "atg", "hmg"]
    assert types(Insert(("units", 3), {})) == ["hmg", "atg", "hmg", "-"]
    assert types(Shift(("units", 1), 2)) == ["hmg", "hmg", "atg"]
    assert types(Shift(("units", 1), 1)) == ["hmg", "atg", "hmg"]
    assert types(Drop(("units", 2))) == ["hmg", "atg"]
    assert types(Put(("units", 2), {})) == ["hmg", "atg", "-"]


def test_tables_on_the_way_come_to_be_and_lists_do_not() -> None:
    assert apply_changes({}, Put(("a", "b", "c"), 1)) == {"a": {"b": {"c": 1}}}
    assert apply_changes({}, Insert(("a", "units", 0), 1)) == {"a": {"units": [1]}}
    assert apply_changes({"units": {}}, Insert(("units", 0), 1)) == {"units": [1]}
    for other in ("none", {"type": "hmg"}):
        with pytest.raises(TabletopError, match=r"nothing at units\.0"):
            apply_changes({"units": other}, Insert(("units", 0), 1))


NOWHERE = [
    Put((), 1),
    Drop(("x",)),
    Drop(("units", 0, "x")),
    Drop(("units", 0, "type", "x")),
    Drop(("units", 3)),
    Drop(("units", -1)),
    Drop(("units", "first")),
    Put(("units", 3), {}),
    Put(("units", 3, "type"), "x"),
    Put(("name", "x"), 1),
    Insert(("units", 4), {}),
    Insert(("units", -1), {}),
    Insert(("units", "first"), {}),
    Shift(("units", 0), 3),
    Shift(("units", 0), -1),
    Shift(("units", 3), 0),
    Shift(("name",), 0),
]


@pytest.mark.parametrize("change", NOWHERE, ids=str)
def test_a_place_that_is_not_there(change: Any) -> None:
    with pytest.raises(TabletopError) as wrong:
        apply_changes(ARMY, change)
    assert wrong.value.code == "no-place"


def test_the_same_is_of_the_same_type() -> None:
    assert same_value({"a": [1, float("nan")], "b": 2}, {"b": 2, "a": (1, float("nan"))})
    assert not same_value(1, 1.0)
    assert not same_value([True], [1])


# --- Choices ---------------------------------------------------------------------------------------------------------


def test_choosing_the_default_takes_the_key_away() -> None:
    assert change_of(COUNT, ("units", 0), 1) == Drop(("units", 0, "count"))
    assert change_of(COUNT, ("units", 0), 2) == Put(("units", 0, "count"), 2)
    assert change_of(EXTRAS, (), ()) == Drop(("options", "extras"))
    assert change_of(NAME, (), None) == Drop(("name",))
    needed = Setting(key=("budget",), title="Budget", kind=Whole(), default=12, needed=True)
    assert change_of(needed, (), 12) == Put(("budget",), 12)


def given(*words: str) -> dict[str, Any]:
    """An entry to which words were given."""
    entry: dict[str, Any] = {}
    for word in words:
        entry = apply_changes(entry, *word_changes(SETTINGS, entry, word))
    return entry


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["librarian"], {"options": {"hero": "librarian"}}),
        (["drop-pod", "drop-pod"], {"options": {"drop-pod": True}}),
        (["smoke", "radio", "smoke"], {"options": {"extras": ["smoke", "radio"]}}),
        (["las", "las"], {"guns": ["las", "las"]}),
        (["guns=las,bolt"], {"guns": ["las", "bolt"]}),
        (["hero=chaplain"], {"options": {"hero": "chaplain"}}),
        (["options.escort=chaplain"], {"options": {"escort": "chaplain"}}),
        (["drop-pod=yes", "drop-pod=no"], {"options": {"drop-pod": False}}),  # as it was typed
        (["drop-pod=yes", "drop-pod="], {}),
        (["count=3", "count="], {}),
        (["name=X = Y"], {"name": "X = Y"}),
        (["librarian", "none"], {}),
    ],
)
def test_words_of_a_command_line(words: list[str], wanted: Any) -> None:
    assert given(*words) == wanted


@pytest.mark.parametrize(
    ("word", "said", "hint"),
    [
        ("libarian", "unknown option", "did you mean librarian?"),
        ("lib", "unknown option", ""),
        ("chaplain", "several things", "options.hero=chaplain or options.escort=chaplain"),
        ("heros=x", "unknown setting", "did you mean hero"),
        ("hero=x", "not known", "librarian"),
        ("count=0", "out of range", "from 1"),
        ("3", "unknown option", ""),
    ],
)
def test_words_that_mean_nothing_or_several_things(word: str, said: str, hint: str) -> None:
    with pytest.raises(Malformed, match=said) as wrong:
        given(word)
    assert hint in wrong.value.hint


def test_what_holds_for_a_setting() -> None:
    assert current_value(COUNT, {}) == 1
    assert current_value(HERO, {"options": {"hero": "chaplain"}}) == "chaplain"
    assert find_setting(SETTINGS, "options.hero") is HERO
    assert parse_value(GUNS, "las, las") == ["las", "las"]


# --- Places ----------------------------------------------------------------------------------------------------------

MEMBERS = Shelf(place=("members",), title="Members", one="member", wares=(), settings=lambda _: (), ware=lambda _: None)
UNITS = Shelf(
    wares=(Ware(id="squad", title="Squad", entry={"type": "squad"}),),
    settings=lambda _: SETTINGS,
    ware=lambda entry: entry.get("type"),
    inside=lambda _: (MEMBERS,),
)
FLANKS = Shelf(place=("flanks",), wares=(), settings=lambda _: (), ware=lambda _: None)
FORM = Form(settings=(NAME,), shelves=(UNITS, FLANKS))
DATA = {
    "units": [
        {"type": "squad", "name": "Red", "members": [{}, {"name": "Bob"}]},
        {"type": "hmg"},
        {"type": "hmg"},
        {"name": "2.x", "type": "atg"},
    ],
    "flanks": [{"name": "Left"}],
}


@pytest.mark.parametrize(
    ("word", "place"),
    [
        ("1", ("units", 0)),
        ("units.3", ("units", 2)),
        ("flanks.1", ("flanks", 0)),
        ("1.members.2", ("units", 0, "members", 1)),
        ("1.2", ("units", 0, "members", 1)),
        ("Red", ("units", 0)),
        ("Left", ("flanks", 0)),
        ("squad", ("units", 0)),
        ("2.x", ("units", 3)),
        ("flanks/1", ("flanks", 0)),
        ("1/2", ("units", 0, "members", 1)),
        ("Red/2", ("units", 0, "members", 1)),
        ("squad/Bob", ("units", 0, "members", 1)),
        ("Red/members/Bob", ("units", 0, "members", 1)),
    ],
)
def test_entries_by_number_name_and_ware(word: str, place: Any) -> None:
    assert entry_named(FORM, DATA, word) == place
    assert entry_named(FORM, DATA, format_place(FORM, DATA, place)) == place


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("5", "no entry 5; the list has 4"),
        ("0", "no entry 0"),
        ("hmg", "2 entries"),
        ("Rd", "no entry"),
        ("1.members.3", "no entry 3; the list has 2"),
        ("9" * 5000, "no entry"),
        ("", "no entry"),
        ("1/3", "no entry 3; the list has 2"),
        ("Red/3", "no entry 3; the list has 2"),
        ("Red/Rob", 'entry 1 has no "Rob" inside'),
        ("Blue/1", 'no entry "Blue"'),
        ("hmg/1", "2 entries"),
    ],
)
def test_entries_that_are_not_there(word: str, said: str) -> None:
    with pytest.raises(Malformed, match=said):
        entry_named(FORM, DATA, word)


def test_lists_by_name() -> None:
    assert list_named(FORM, DATA, "") == (UNITS, ("units",))
    assert list_named(FORM, DATA, "flanks") == (FLANKS, ("flanks",))
    assert list_named(FORM, DATA, "1.members") == (MEMBERS, ("units", 0, "members"))
    for word in ("1/members", "1", "Red", "Red/members", "squad/members"):
        assert list_named(FORM, DATA, word) == (MEMBERS, ("units", 0, "members"))
    assert shelf_at(FORM, DATA, ("units", 0, "members")) is MEMBERS
    with pytest.raises(Malformed, match="entry flanks/1 contains no list"):
        list_named(FORM, DATA, "Left")
    with pytest.raises(Malformed, match="no list"):
        list_named(FORM, DATA, "members")
    assert value_at(DATA, ("units", 9), "nothing") == "nothing"
