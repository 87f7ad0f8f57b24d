"""Changing army files in TOML: the data is what it should be, and everything else stays as it was written."""

from __future__ import annotations

import re
import tomllib
from difflib import ndiff
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tabletop_cli.core.errors import TabletopError, TooBig
from tabletop_cli.core.lists.change import Drop, Insert, Put, Shift, apply_changes, same_value
from tabletop_cli.core.lists.edit import edit_text, toml_file
from tabletop_cli.core.lists.edit.entries import Lost
from tests.examples import examples

from .layouts import change, toml_files

NEW = {"type": "hmg", "count": 2, "options": {"hero": "librarian"}}
BLOCK = '[[units]]\ntype = "hmg"\ncount = 2\noptions = { hero = "librarian" }\n'
LIST = """\
# Our list for Friday

system = "td"   # the game
budget = 12

# the old tank
[[units]]
type = "tank"
variant = "heavy-tank" # slow

# --- the rest ---

[[units]]
type = "hmg"

[[units]]
type = "atg"
options = ["a", "b"] # both
# it stays at home

# agreed with Tom
[house]
atg_reload = 3
"""


def changed(before: str, after: str) -> list[str]:
    """The lines that differ, as in a diff."""
    lines = ndiff(before.splitlines(), after.splitlines())
    return [line for line in lines if line[0] in "+-"]


# --- Whatever is written ---------------------------------------------------------------------------------------------


def comment_lines(text: str) -> list[str]:
    return [found.strip() for found in re.findall(r"^[ \t]*# \d+ of \w+", text, re.MULTILINE)]


def tables(data: Any) -> dict[str, dict[str, Any]]:
    """Every table of a file that may have comments, by the word that they end in."""
    units = data.get("units", ())
    found = {one["name"]: {"name": one["name"]} for one in units}
    found |= {f"{one['name']}extra": one["extra"] for one in units if isinstance(one.get("extra"), dict)}
    house = data.get("house")
    if isinstance(house, dict):
        found |= {"house": house} | {f"house{key}": inner for key, inner in house.items() if isinstance(inner, dict)}
    return found


def gone(before: Any, after: Any) -> set[str]:
    """The tables of which nothing is left."""
    now = tables(after)
    return {word for word, table in tables(before).items() if not (table.keys() & now.get(word, {}).keys())}


@pytest.mark.slow
@examples(200, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_data_changes_and_comments_stay(data: Any) -> None:
    text = data.draw(toml_files())
    for at in range(data.draw(st.integers(1, 3))):
        before = tomllib.loads(text)
        made = data.draw(change(before, f"n{at}"))
        after = edit_text(text, ".toml", made)
        assert same_value(tomllib.loads(after), apply_changes(before, made))
        lost = gone(before, tomllib.loads(after))
        wanted = [one for one in comment_lines(text) if one.rsplit(" ", 1)[1] not in lost]
        found = [one for one in comment_lines(after) if one in wanted]
        assert sorted(found) == sorted(wanted)
        assert isinstance(made, Shift) or found == wanted
        text = after


@pytest.mark.slow
@examples(100, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_lines_that_no_change_concerns_are_the_same(data: Any) -> None:
    text = data.draw(toml_files())
    before = tomllib.loads(text)
    made = data.draw(change(before, "new"))
    old, new = text.splitlines(keepends=True), edit_text(text, ".toml", made).splitlines(keepends=True)
    old[-1:], new[-1:] = [old[-1].rstrip("\r\n")], [new[-1].rstrip("\r\n")]  # a last line without an end gets one
    blocks = "[[units]]" in text
    match made:
        case Insert() if blocks:
            left = iter([line.rstrip("\r\n") for line in new])
            assert all(line.rstrip("\r\n") in left for line in old)
        case Shift() if blocks:
            assert sorted(line.rstrip("\r\n") for line in old) == sorted(line.rstrip("\r\n") for line in new)
        case Drop(("units", int())) if blocks and len(before["units"]) > 1:
            left = iter([line.rstrip("\r\n") for line in old])
            assert all(line.rstrip("\r\n") in left for line in new)
        case Put(("budget",)):
            assert sum(one != other for one, other in zip(old, new, strict=True)) <= 1


# --- Layouts that people write ---------------------------------------------------------------------------------------


def test_a_value_changes_in_its_place() -> None:
    after = edit_text(LIST, ".toml", Put(("budget",), 16), Put(("units", 0, "variant"), "light-tank"))
    assert after == LIST.replace("budget = 12", "budget = 16").replace('"heavy-tank" #', '"light-tank" #')


def test_a_new_entry_stands_behind_the_others_and_before_the_house_rules() -> None:
    after = edit_text(LIST, ".toml", Insert(("units", 3), NEW))
    assert after == LIST.replace("# agreed with Tom", f"{BLOCK}\n# agreed with Tom")


def test_a_removed_entry_takes_the_comments_directly_above_it() -> None:
    after = edit_text(LIST, ".toml", Drop(("units", 0)))
    gone = ["- ", "- # the old tank", '- type = "tank"', '- variant = "heavy-tank" # slow', "- [[units]]"]
    assert sorted(changed(LIST, after)) == sorted(gone)


def test_the_last_entry_leaves_an_empty_list() -> None:
    after = edit_text('system = "td"\n\n[[units]]\ntype = "hmg"\n', ".toml", Drop(("units", 0)))
    assert after == 'system = "td"\nunits = []\n'
    assert edit_text(after, ".toml", Insert(("units", 0), NEW)) == f'system = "td"\n\n{BLOCK}'


def test_a_moved_entry_takes_its_comments_along_and_titles_stay() -> None:
    after = edit_text(LIST, ".toml", Shift(("units", 0), 1))
    assert after.index("--- the rest") < after.index("# the old tank") < after.index('"heavy-tank" # slow')
    assert after.index('"hmg"') < after.index("--- the rest")
    assert sorted(after.splitlines()) == sorted(LIST.splitlines())


def test_one_more_option_keeps_the_list_as_it_is_laid_out() -> None:
    text = '[[units]]\noptions = [\n  "a", # first\n  "b"  # second\n]\n'
    after = edit_text(text, ".toml", Put(("units", 0, "options"), ["a", "b", "c"]))
    assert after == '[[units]]\noptions = [\n  "a", # first\n  "b",  # second\n  "c"\n]\n'
    assert edit_text(after, ".toml", Put(("units", 0, "options"), ["b", "c"])) == (
        '[[units]]\noptions = [\n  "b",  # second\n  "c"\n]\n'
    )


def test_comments_inside_brackets_stay_where_they_are() -> None:
    """tomlkit knows not to which item a comment belongs; who wants that writes [[units]]."""
    text = "units = [\n  # first\n  { n = 1 },\n  # second\n  { n = 2 }, # two\n]\n"
    after = edit_text(text, ".toml", Shift(("units", 0), 1))
    assert after == "units = [\n  # first\n  { n = 2 },\n  # second\n  { n = 1 }, # two\n]\n"
    after = edit_text(text, ".toml", Insert(("units", 0), {"n": 0}))
    assert after == text.replace("{ n = 1 }", "{ n = 0 },\n  { n = 1 }")


def test_a_comment_inside_of_what_is_written_anew_stays() -> None:
    text = 'options = [\n  # the best\n  "a",\n]\n'
    assert edit_text(text, ".toml", Put(("options",), "a")) == '  # the best\noptions = "a"\n'.lstrip()


def test_a_comment_above_a_key_that_goes_is_not_given_to_the_next_entry() -> None:
    text = "[[units]]\nn = 1\n# of the first\nk = 1\n[[units]]\nn = 2\n"
    after = edit_text(text, ".toml", Drop(("units", 0, "k")))
    assert after == "[[units]]\nn = 1\n# of the first\n\n[[units]]\nn = 2\n"
    assert "# of the first" in edit_text(after, ".toml", Drop(("units", 1)))


def test_tables_that_are_left_empty_go() -> None:
    text = '[[units]]\nunit = "x"\noptions = { hero = "a" }\n\n[house.guns.light-gun]\nreload = 1\n'
    after = edit_text(
        text, ".toml", Drop(("units", 0, "options", "hero")), Drop(("house", "guns", "light-gun", "reload"))
    )
    assert after == '[[units]]\nunit = "x"\n'


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", BLOCK),
        ("# only words", f"# only words\n\n{BLOCK}".rstrip()),
        ('system = "td"', f'system = "td"\n\n{BLOCK}'.rstrip()),
        ('system = "td"\nunits = []\n', f'system = "td"\n\n{BLOCK}'),
        ('system = "td"\nunits = [] # none yet\n', f'system = "td"\n# none yet\n\n{BLOCK}'),
        ('system = "td"\n\n[house]\na = 1\n', f'system = "td"\n\n{BLOCK}\n[house]\na = 1\n'),
        ("units = [{a = 1}]\n", 'units = [{ type = "hmg", count = 2, options = { hero = "librarian" } }, {a = 1}]\n'),
        (
            "units = [ # all\n  {a = 1}\n]\n",
            'units = [ # all\n  { type = "hmg", count = 2, options = { hero = "librarian" } },\n  {a = 1}\n]\n',
        ),
    ],
)
def test_a_first_entry(text: str, wanted: str) -> None:
    assert edit_text(text, ".toml", Insert(("units", 0), NEW)) == wanted


def test_lists_inside_entries() -> None:
    text = "[[units]]\nn = 1\n  [[units.members]]\n  k = 1\n[[units]]\nn = 2\n"
    after = edit_text(
        text, ".toml", Insert(("units", 0, "members", 1), {"k": 2}), Insert(("units", 1, "members", 0), {})
    )
    assert after == (
        "[[units]]\nn = 1\n  [[units.members]]\n  k = 1\n\n  [[units.members]]\n  k = 2\n\n"
        "[[units]]\nn = 2\nmembers = [{}]\n"
    )
    assert edit_text(after, ".toml", Drop(("units", 0, "members", 0)), Drop(("units", 0, "members", 0))) == (
        "[[units]]\nn = 1\nmembers = []\n\n[[units]]\nn = 2\nmembers = [{}]\n"
    )


def test_windows_files_stay_windows_files() -> None:
    text = "\ufeff" + LIST.replace("\n", "\r\n").rstrip("\r\n")
    after = edit_text(text, ".toml", Insert(("units", 3), NEW), Put(("house", "guns", "light-gun", "reload"), 1))
    assert after.startswith("\ufeff#")
    assert "\n" not in after.replace("\r\n", "")
    assert not after.endswith("\n")
    assert after.count("\r\n") == text.count("\r\n") + 5 + 3


def test_house_rules_in_every_layout() -> None:
    place = ("house", "guns", "light-gun", "reload")
    for text in (
        "house.a = 1\n",
        "[house]\na = 1\n",
        "house = { a = 1 }\n",
        "[house.guns.heavy-gun]\nreload = 2\n",
        "[house.guns]\nlight-gun.x = 1\n",
        "house.guns.light-gun = { x = 1 }\n",
        "",
    ):
        after = edit_text(text, ".toml", Put(place, 1), Put(("house", "b"), True))
        assert same_value(
            tomllib.loads(after), apply_changes(tomllib.loads(text), Put(place, 1), Put(("house", "b"), True))
        )
        assert all(line in after for line in text.splitlines() if "{" not in line)


# --- What cannot be, and what is hard --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "made",
    [
        Put((), 1),
        Put(("units", 9), {}),
        Put(("system", "x"), 1),
        Drop(("x",)),
        Drop(("units", 0, "x", "y")),
        Insert(("units", 9), {}),
        Shift(("units", 0), 9),
    ],
)
def test_a_place_that_is_not_there_is_said(made: Any) -> None:
    with pytest.raises(TabletopError) as wrong:
        edit_text(LIST, ".toml", made)
    assert wrong.value.code == "no-place"


def test_an_empty_value_cannot_be_written() -> None:
    with pytest.raises(TabletopError, match="null"):
        edit_text(LIST, ".toml", Put(("name",), None))


def test_a_file_never_grows_beyond_what_can_be_read_again() -> None:
    with pytest.raises(TooBig):
        edit_text(LIST, ".toml", Put(("name",), "x" * 1_000_000))


def test_a_layout_that_defeats_the_editor_is_written_again_with_its_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[[units]]\nn = 1 # one\n[house]\na = 1\n# of the first\n[units.options]\nx = 1\n[[units]]\nn = 2\n"
    after = edit_text(text, ".toml", Shift(("units", 0), 1))
    assert [one["n"] for one in tomllib.loads(after)["units"]] == [2, 1]
    assert "# one" in after
    assert "# of the first" in after

    def lost(*_: Any) -> str:
        raise Lost

    monkeypatch.setattr(toml_file, "_written_anew", lost)
    with pytest.raises(TabletopError) as wrong:
        edit_text(text, ".toml", Shift(("units", 0), 1))
    assert wrong.value.code == "no-edit"


def test_a_text_that_would_say_something_else_is_never_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toml_file, "_step_by_step", lambda text, *_: text)
    assert tomllib.loads(edit_text(LIST, ".toml", Drop(("units", 0))))["units"] == tomllib.loads(LIST)["units"][1:]


@pytest.mark.medium
def test_a_great_list_is_written_again_at_once() -> None:
    entries = [{"n": at} for at in range(3000)]
    text = edit_text('system = "td"\n', ".toml", Put(("units",), entries))
    turned = Put(("units",), [{"n": -at} for at in range(3000)])
    assert same_value(tomllib.loads(edit_text(text, ".toml", turned)), {"system": "td", "units": turned.value})
    assert tomllib.loads(edit_text(text, ".toml", Shift(("units", 2999), 0)))["units"][0] == {"n": 2999}


def test_a_table_stands_before_those_inside_of_it() -> None:
    text = 'name = "Horde"\n\n# agreed\n[house.guns.light-gun]\nreload = 1\n'
    after = edit_text(text, ".toml", Put(("house", "gap"), "normal-turn"))
    assert after == 'name = "Horde"\n\n[house]\ngap = "normal-turn"\n\n# agreed\n[house.guns.light-gun]\nreload = 1\n'
